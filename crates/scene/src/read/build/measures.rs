//! Measures, and what ends a run before its time.

use super::{Builder, corners};
use crate::compound::parse_unit;
use crate::log_list::LogValue;
use crate::measure::{Measure, MeasureKind};
use crate::quantity::Dimension;
use crate::read::faults::likeliest;
use crate::read::node::Span;
use crate::read::record::{Record, Value};
use crate::scene::{Every, Stop};
use esker_geom::Aabb;
use esker_physics::Region;
use esker_physics::measures::{Cells, FlowMeter, Slabs};

/// More cells than this need more memory than the bodies in them.
const MOST_CELLS: u64 = 10_000_000;

impl<const D: usize> Builder<'_, D> {
    pub(super) fn measures(&mut self) {
        for named in self.section("measure") {
            let Some(kind) = self.measure(&named.record, &named.span) else { continue };
            self.scene.measures.push(Measure { name: named.name.clone(), kind });
        }
    }

    fn measure(&mut self, record: &Record, span: &Span) -> Option<MeasureKind<D>> {
        let place = |key: &str| record.vector(key).unwrap_or([0.0; D]);
        Some(match record.variant {
            "kinetic-energy" => MeasureKind::KineticEnergy,
            "potential-energy" => MeasureKind::PotentialEnergy { origin: place("origin") },
            "elastic-energy" => MeasureKind::ElasticEnergy,
            "momentum" => MeasureKind::Momentum,
            "angular-momentum" => MeasureKind::AngularMomentum { about: place("about") },
            "center-of-mass" => MeasureKind::CenterOfMass,
            "coordination" => MeasureKind::Coordination,
            "stress" => MeasureKind::Stress { region: self.region(record)? },
            "solid-fraction" => MeasureKind::SolidFraction { region: self.region(record)? },
            "shares" => MeasureKind::Shares { region: self.region(record)? },
            "flow" => self.flow(record)?,
            "profile" => MeasureKind::Profile { slabs: self.slabs(record)? },
            "angle-of-repose" => {
                MeasureKind::AngleOfRepose { foot: place("foot"), width: record.number("width")? }
            }
            "mixing" => self.mixing(record)?,
            "wall" => {
                let name = record.text("wall")?;
                let place = self.scene.world.walls.iter().position(|wall| wall.name == name);
                if place.is_none() {
                    self.faults.follows();
                }
                MeasureKind::Wall { wall: place? }
            }
            other => {
                self.faults.error(span, format!("the measure `{other}` is not known"));
                return None;
            }
        })
    }

    fn flow(&mut self, record: &Record) -> Option<MeasureKind<D>> {
        let radius = record.number("radius").unwrap_or(f64::INFINITY);
        let meter = FlowMeter::new(record.vector("point")?, record.vector("normal")?, radius);
        if meter.is_none() {
            let fault = self.faults.error(&record.span("normal"), "`normal` has length zero");
            fault.label("give it a direction");
        }
        Some(MeasureKind::Flow { meter: meter?, every: interval(record, "every")? })
    }

    fn slabs(&mut self, record: &Record) -> Option<Slabs<D>> {
        let axis = ["x", "y", "z"].iter().position(|name| Some(*name) == record.text("axis"))?;
        if axis >= D {
            let message = "a scene of two dimensions has no axis `z`";
            self.faults.error(&record.span("axis"), message);
            return None;
        }
        Some(Slabs { bounds: self.bounds(record)?, axis, count: record.count("slabs")? as usize })
    }

    fn mixing(&mut self, record: &Record) -> Option<MeasureKind<D>> {
        let counts: Vec<u16> = record.numbers("cells").iter().map(|&count| count as u16).collect();
        let found = counts.len();
        let Ok(counts) = <[u16; D]>::try_from(counts) else {
            let message = format!("`cells` has {found} numbers, but needs {D}");
            let label = format!("the scene has `dimension = {D}`");
            self.faults.error(&record.span("cells"), message).label(label);
            return None;
        };
        let all: u64 = counts.iter().map(|&count| u64::from(count)).product();
        if all > MOST_CELLS {
            let message = format!("these are {all} cells, counted in every row of the log");
            let fault = self.faults.error(&record.span("cells"), message);
            fault.label(format!("at most {MOST_CELLS} are possible"));
            return None;
        }
        let (bounds, material) = (self.bounds(record)?, self.material(record, false)?);
        Some(MeasureKind::Mixing { cells: Cells { bounds, counts }, material })
    }

    /// The box between two corners, if it is one.
    fn bounds(&mut self, record: &Record) -> Option<Aabb<D>> {
        let bounds = corners(record)?;
        self.accept(&record.span("high"), Region::Box(bounds).check())?;
        Some(bounds)
    }

    pub(super) fn stops(&mut self) {
        for named in self.section("stop") {
            let record = &named.record;
            let stop = Stop {
                name: named.name.clone(),
                column: record.text("column").unwrap_or_default().into(),
                below: record.number("below"),
                above: record.number("above"),
                after: record.number("after").unwrap_or(0.0),
            };
            if stop.below.is_none() && stop.above.is_none() {
                let fault = self.faults.error(&named.span, "a stop needs `below` or `above`");
                fault.label("add `below = …` or `above = …`");
            }
            self.check_column(&stop.column, record);
            self.scene.stops.push(stop);
        }
    }

    /// Whether the log will have a column, and the bounds its unit; only if all measures could be
    /// made.
    fn check_column(&mut self, column: &str, record: &Record) {
        if self.root.named("measure").len() != self.scene.measures.len() {
            return;
        }
        let row = self.scene.log_row();
        if let Some(found) = row.iter().find(|value| value.name == column) {
            return self.check_bounds(found, record);
        }
        let known = row.iter().map(|value| value.name.as_str());
        let listed: Vec<String> = known.clone().map(|name| format!("`{name}`")).collect();
        let fault =
            self.faults.error(&record.span("column"), format!("the log has no column `{column}`"));
        let help = format!("its columns are {}", listed.join(", "));
        fault.meant(likeliest(column, known)).help(help);
    }

    fn check_bounds(&mut self, column: &LogValue, record: &Record) {
        let dimension = parse_unit(column.unit).map_or(Dimension::NONE, |(_, dimension)| dimension);
        for key in ["below", "above"] {
            let Some(bound) = record.quantity(key) else { continue };
            if ![dimension, Dimension::NONE].contains(&bound.dimension) {
                let (found, expected) = (bound.dimension.name(), dimension.name());
                let message =
                    format!("`{key}` is {found}, but the column `{}` is {expected}", column.name);
                let fault = self.faults.error(&record.span(key), message);
                fault.label(format!("write {}", dimension.examples()));
            }
        }
    }
}

/// An interval of a table.
pub(super) fn interval(record: &Record, key: &str) -> Option<Every> {
    match &record.field(key)?.value {
        Value::Quantity(quantity) => Some(Every::Seconds(quantity.value)),
        Value::Record(record) => Some(Every::Steps(record.count("steps")?)),
        _ => None,
    }
}
