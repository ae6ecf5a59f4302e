//! What is allowed but unwise: a step that explodes, grains too soft or too many, numbers without
//! effect. All but the first are warnings.

use super::Builder;
use super::measures::interval;
use crate::read::node::Span;
use crate::read::record::{Record, Value};
use crate::scene::Every;
use esker_geom::Aabb;
use esker_geom::vector::{dot, length, normalized};
use esker_physics::laws::Role;
use esker_physics::{Body, PairOfMaterials, Pairing, Source, Subject, World, volume};

/// An impact deeper than this share of the radius is told.
const DEEP: f64 = 0.05;
/// What random places without overlap fill at most, in 2D and 3D (random sequential addition).
const BY_CHANCE: [f64; 2] = [0.547, 0.384];

/// A number of pairs: its key, whether a part uses it, how to read it, and a part that would.
type Use<'a> = (&'a str, bool, fn(&Pairing) -> f64, &'a str);

/// What is known of bodies before they come.
struct Population<const D: usize> {
    name: String,
    span: Span,
    /// Where the number of bodies stands, and how many are asked for, if it is given.
    count: Option<(Span, u64)>,
    /// Where Young's modulus of their material stands.
    young: Span,
    material: u16,
    /// The smallest and the largest radius (m).
    radii: [f64; 2],
    /// The largest speed (m/s) they come with.
    speed: f64,
    /// The distance of centres (m) in a lattice, and where it stands; infinite for other sources.
    spacing: (Span, f64),
    /// Where they come.
    bounds: Aabb<D>,
    /// The volume (m³, in the plane m²) of random places; infinite for other sources.
    room: f64,
}

impl<const D: usize> Builder<'_, D> {
    pub(super) fn advice(&mut self) {
        if self.faults.errors() > 0 {
            return;
        }
        let populations = self.populations();
        let speed = self.largest_speed(&populations);
        self.check_time_step(&populations, speed);
        for population in &populations {
            self.check_softness(population, speed);
            self.check_room(population);
            self.check_domain(population);
            self.check_spacing(population);
        }
        self.check_effects();
        self.check_intervals();
    }

    fn populations(&self) -> Vec<Population<D>> {
        let sources = self.scene.world.insertions.iter().map(|insertion| &insertion.source);
        let mut populations = Vec::new();
        for (named, source) in self.section("bodies").zip(sources) {
            let record = &named.record;
            let material = self.root.named("material").iter();
            let material =
                material.into_iter().find(|m| Some(m.name.as_str()) == record.text("material"));
            let (grains, region) = (source.grains(), source.region());
            if !grains.sizes.range()[0].is_finite() {
                continue; // none of them is free
            }
            populations.push(Population {
                name: named.name.clone(),
                span: named.span.clone(),
                count: record.count("count").map(|count| (record.span("count"), count)),
                young: material.map_or_else(|| named.span.clone(), |m| m.record.span("young")),
                material: grains.material,
                radii: grains.sizes.range(),
                speed: length(&grains.velocity),
                spacing: match source {
                    Source::Lattice(lattice) => (record.span("spacing"), lattice.spacing),
                    _ => (0..0, f64::INFINITY),
                },
                bounds: region.bounds(),
                room: match source {
                    Source::Random(fill) => fill.region.volume() * BY_CHANCE[D - 2],
                    _ => f64::INFINITY,
                },
            });
        }
        populations
    }

    /// The speed (m/s) that bodies may reach: thrown, carried by walls, or fallen through the
    /// region they come in.
    fn largest_speed(&self, populations: &[Population<D>]) -> f64 {
        let thrown = populations.iter().map(|population| population.speed);
        let motions = self.section("wall").filter_map(|named| named.record.record("motion"));
        let carried = motions.filter_map(|motion| Some(length(&motion.vector::<D>("velocity")?)));
        let fallen = populations.iter().map(|population| {
            let gravity = self.scene.world.gravity.map(f64::abs);
            let depth = dot(&normalized(&gravity).unwrap_or([0.0; D]), &population.bounds.extent());
            (2.0 * length(&gravity) * if depth.is_finite() { depth } else { 0.0 }).sqrt()
        });
        thrown.chain(carried).chain(fallen).fold(0.0, f64::max)
    }

    /// Whether the step that is given is stable, for the smallest bodies that can come.
    fn check_time_step(&mut self, populations: &[Population<D>], speed: f64) {
        let (world, Some(run)) = (&self.scene.world, self.root.record("run")) else { return };
        let given = world.time_step;
        let mut sample = World::<D>::default();
        (sample.materials, sample.model) = (world.materials.clone(), world.model.clone());
        for population in populations {
            let mut velocity = [0.0; D];
            velocity[0] = speed;
            let material = population.material;
            let body = Body { material, velocity, ..Body::new([0.0; D], population.radii[0]) };
            if sample.add(&body).is_err() {
                return; // a body without a sound material, which was told
            }
        }
        let limit = sample.longest_time_step();
        let advised = limit.choice().map_or(limit.value, |choice| choice.advised());
        let Some(strictest) = limit.strictest().filter(|_| given > limit.value) else { return };
        let message =
            format!("`time_step` is {given:.3e} s, but steps above {:.3e} s explode", limit.value);
        // The bodies of the sample are the smallest of each population, in their order.
        let smallest = match strictest.body {
            Subject::Body(id) => populations.get(id as usize).map_or("", |p| &p.name),
            Subject::Coming => "",
        };
        let help = format!(
            "the smallest of `{smallest}` set this limit; leave `time_step` out, or set it to \
             {advised:.2e} s"
        );
        self.faults.error(&run.span("time_step"), message).help(help);
    }

    /// How deep two of the largest overlap when they meet: Hertz' impact,
    /// δ^(5/2) = 15 m* v² / (16 E* √R*). Springs of a stiffness of their own are left to the user.
    fn check_softness(&mut self, population: &Population<D>, speed: f64) {
        let Some(material) = self.scene.world.materials.get(population.material) else { return };
        if self.scene.world.materials.default_pairing.stiffness > 0.0 {
            return;
        }
        let pairing = Pairing::default();
        let pair = PairOfMaterials { materials: [material; 2], pairing: &pairing };
        let radius = population.radii[1];
        let reduced_mass = 0.5 * material.density * volume::<D>(radius);
        let stiffness = 16.0 * pair.effective_young() * (0.5 * radius).sqrt();
        let share = (15.0 * reduced_mass * speed * speed / stiffness).powf(0.4) / radius;
        if share <= DEEP {
            return;
        }
        let stiffer = material.young * (2.0 * share / DEEP).powf(2.5);
        let message = format!(
            "grains of `{}` that meet at {speed:.2} m/s overlap by {:.0} % of their radius",
            population.name,
            100.0 * share
        );
        let help = format!("a modulus near {stiffer:.1e} Pa keeps it below {:.1} %", 50.0 * DEEP);
        self.faults.warning(&population.young, message).help(help);
    }

    /// Whether random places can hold what is asked for.
    fn check_room(&mut self, population: &Population<D>) {
        let Some((span, count)) = &population.count else { return };
        let [low, high] = population.radii.map(volume::<D>);
        let fit = (population.room / (0.5 * (low + high))).floor();
        if *count as f64 <= fit {
            return;
        }
        let message = format!("{count} bodies are asked for, but by chance about {fit} have room");
        let fault = self.faults.warning(span, message);
        fault.help("take a larger region, `insert = \"rain\"`, or `insert = \"dense\"`");
    }

    /// Whether bodies come where the world is.
    fn check_domain(&mut self, population: &Population<D>) {
        let world = &self.scene.world;
        let Some(domain) = world.bounds.map(|bounds| bounds.region) else { return };
        let bounds = &population.bounds;
        let outside = (0..D).find(|&axis| {
            let leaves =
                bounds.low[axis] < domain.low[axis] || bounds.high[axis] > domain.high[axis];
            leaves && world.periodic[axis].is_none()
        });
        if let Some(axis) = outside {
            let axis = ["x", "y", "z"][axis];
            let message =
                format!("`{}` come in part outside the domain, along {axis}", population.name);
            self.faults.warning(&population.span, message).help("what is outside is lost at once");
        }
    }

    /// Whether bodies of a lattice overlap where they come.
    fn check_spacing(&mut self, population: &Population<D>) {
        let ((span, spacing), widest) = (&population.spacing, 2.0 * population.radii[1]);
        if *spacing < widest * (1.0 - 1e-9) {
            let message = format!(
                "`{}` overlap where they come: the largest are {widest:.4e} m wide, {spacing:.4e} m \
                 apart",
                population.name
            );
            let help =
                "they will fly apart; leave `spacing` out, or set it above the largest diameter";
            self.faults.warning(span, message).help(help);
        }
    }

    /// Intervals of output longer than the run.
    fn check_intervals(&mut self) {
        let (time, output) = (self.scene.run.time, self.root.record("output"));
        for key in ["frames", "log"] {
            let Some(Every::Seconds(interval)) = output.and_then(|o| interval(o, key)) else {
                continue;
            };
            if interval > time {
                let message = format!(
                    "the interval of `{key}` is {interval} s, but the run ends after {time} s"
                );
                let span = output.map_or(0..0, |output| output.span(key));
                self.faults
                    .warning(&span, message)
                    .help("only the beginning and the end are written");
            }
        }
    }

    /// Numbers without a part of the law that uses them, and parts without a number.
    fn check_effects(&mut self) {
        let world = &self.scene.world;
        let pairings: Vec<Pairing> = world.materials.pairs().map(|pair| *pair.pairing).collect();
        let has_role = |role: Role| world.model.parts().any(|part| part.law().role() == role);
        let has_name = |name: &str| world.model.names().iter().any(|known| known == name);
        let uses: [Use; 4] = [
            ("rolling_friction", has_role(Role::Rolling), |p| p.rolling_friction, "rolling-spring"),
            ("twisting_friction", has_role(Role::Twisting), |p| p.twisting_friction, "twisting"),
            ("cohesion", has_name("cohesion"), |p| p.cohesion, "cohesion"),
            ("surface_energy", has_name("jkr"), |p| p.surface_energy, "jkr"),
        ];
        let model = world.model.to_string();
        for (key, in_model, number, part) in uses {
            let given = pairings.iter().any(|pairing| number(pairing) > 0.0);
            if given && !in_model {
                let message = format!("`{key}` has no effect: `{model}` has no part that uses it");
                let span = self.contact_span(key);
                let fault = self.faults.warning(&span, message);
                fault.help(format!("add one to `contact.model`, as in `{model} + {part}`"));
            } else if in_model && !given && !pairings.is_empty() {
                let message =
                    format!("`{key}` is 0 for all materials, so a part of the model has no effect");
                let span = self.contact_span("model");
                self.faults.warning(&span, message);
            }
        }
    }

    /// Where a number of the law of contact stands: in `contact`, or in a pair.
    fn contact_span(&self, key: &str) -> Span {
        let pairs = self.root.list("pair").iter().filter_map(|field| match &field.value {
            Value::Record(record) => Some(record),
            _ => None,
        });
        let given =
            |record: &&Record| record.field(key).is_some_and(|field| !field.span.is_empty());
        let table = self.root.record("contact").into_iter().chain(pairs).find(given);
        table.map_or(0..0, |record| record.span(key))
    }
}
