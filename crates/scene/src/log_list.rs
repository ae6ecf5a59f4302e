//! Numbers of the log under their names, as a list that measures add to.

use esker_physics::measures::{self, Bin, Coordination, FlowMeter, Mixing, Stress};
use esker_physics::{Region, Wall, World};

const AXES: [&str; 3] = ["x", "y", "z"];

/// A number of the log: its column, its unit and what it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct LogValue {
    /// The name of the column.
    pub name: String,
    /// The unit; empty for plain numbers.
    pub unit: &'static str,
    /// The value; NaN if it is not known.
    pub value: f64,
}

/// The values of one measure, or of the log itself.
#[derive(Default)]
pub(crate) struct List {
    /// What names begin with.
    prefix: String,
    pub(crate) values: Vec<LogValue>,
}

impl List {
    /// The list of something with a name: its columns are `name.quantity`.
    pub(crate) fn of(name: &str) -> Self {
        Self { prefix: format!("{name}."), values: Vec::new() }
    }

    pub(crate) fn add(&mut self, name: &str, unit: &'static str, value: f64) {
        let name = format!("{}{name}", self.prefix);
        self.values.push(LogValue { name, unit, value });
    }

    /// A number for each axis, named by what stands before its letter.
    pub(crate) fn vector(&mut self, what: &str, unit: &'static str, vector: &[f64]) {
        for (axis, value) in AXES.iter().zip(vector) {
            self.add(&format!("{what}{axis}"), unit, *value);
        }
    }

    /// What turns: in the plane it has the third axis alone.
    pub(crate) fn turn<const D: usize>(
        &mut self,
        what: &str,
        unit: &'static str,
        vector: &[f64; 3],
    ) {
        match D {
            2 => self.add(&format!("{what}z"), unit, vector[2]),
            _ => self.vector(what, unit, vector),
        }
    }

    pub(crate) fn stress<const D: usize>(&mut self, stress: Option<Stress<D>>) {
        let unknown = Stress { contacts: [[f64::NAN; D]; D], motion: [[f64::NAN; D]; D] };
        let stress = stress.unwrap_or(unknown);
        let unit = if D == 2 { "N/m" } else { "Pa" };
        self.add("pressure", unit, stress.pressure());
        for (what, tensor) in [("contacts", &stress.contacts), ("motion", &stress.motion)] {
            for (row, letter) in tensor.iter().zip(AXES) {
                self.vector(&format!("{what}_{letter}"), unit, row);
            }
        }
    }

    pub(crate) fn coordination(&mut self, found: Option<Coordination>) {
        let number = |of: fn(&Coordination) -> f64| found.as_ref().map_or(f64::NAN, of);
        self.add("mean", "", number(|found| found.mean));
        self.add("without_rattlers", "", number(|found| found.without_rattlers));
        self.add("rattlers", "", number(|found| found.rattlers as f64));
    }

    pub(crate) fn flow<const D: usize>(&mut self, meter: &FlowMeter<D>) {
        let [rate, mass_rate] = meter.rate();
        self.add("forward", "", meter.forward.count as f64);
        self.add("backward", "", meter.backward.count as f64);
        self.add("forward_mass", "kg", meter.forward.mass);
        self.add("backward_mass", "kg", meter.backward.mass);
        self.add("rate", "1/s", rate);
        self.add("mass_rate", "kg/s", mass_rate);
    }

    pub(crate) fn profile<const D: usize>(&mut self, bins: &[Bin<D>]) {
        for (number, bin) in bins.iter().enumerate() {
            self.add(&format!("{number}.middle"), "m", bin.middle);
            self.add(&format!("{number}.count"), "", bin.count as f64);
            let unit = if D == 2 { "kg/m2" } else { "kg/m3" };
            self.add(&format!("{number}.density"), unit, bin.density);
            self.vector(&format!("{number}.velocity_"), "m/s", &bin.velocity);
            self.add(&format!("{number}.temperature"), "m2/s2", bin.temperature);
        }
    }

    pub(crate) fn mixing(&mut self, found: Option<Mixing>) {
        self.add("index", "", found.map_or(f64::NAN, |found| found.index));
        self.add("share", "", found.map_or(f64::NAN, |found| found.share));
        self.add("cells", "", found.map_or(f64::NAN, |found| found.cells as f64));
    }

    pub(crate) fn shares<const D: usize>(&mut self, world: &World<D>, region: &Region<D>) {
        let shares = measures::shares(world, std::slice::from_ref(region));
        for (number, share) in (0u16..).zip(shares.iter().flatten()) {
            let name = world.materials.get(number).map_or("", |material| &material.name);
            self.add(&format!("{name}.count"), "", share.count as f64);
            self.add(&format!("{name}.mass"), "kg", share.mass);
        }
    }

    /// A wall that is not there has no numbers.
    pub(crate) fn wall<const D: usize>(&mut self, wall: Option<&Wall<D>>) {
        let unknown = ([f64::NAN; D], [f64::NAN; 3], [f64::NAN; D]);
        let known =
            |wall: &Wall<D>| (wall.force, wall.torque, wall.pose.into_space(&wall.reference));
        let (force, torque, place) = wall.map_or(unknown, known);
        self.vector("force_", "N", &force);
        self.turn::<D>("torque_", "N m", &torque);
        self.vector("", "m", &place);
    }
}
