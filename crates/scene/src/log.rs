//! The log of a scene: what every row holds, and what measures add to it.

use crate::log_list::{List, LogValue};
use crate::scene::Scene;
use esker_geom::vector::length;
use esker_physics::{World, measures};

impl<const D: usize> Scene<D> {
    /// The numbers of a row of the log now: those of every log, then those of measures, insertions
    /// and removals.
    ///
    /// Names and their order depend on the set-up of the scene alone: before the first step they are
    /// what they will be in every row.
    pub fn log_row(&self) -> Vec<LogValue> {
        let world = &self.world;
        let mut row = of_every_log(world);
        let measures = self.measures.iter().flat_map(|measure| measure.values(world));
        row.extend(measures);
        for (number, insertion) in world.insertions.iter().enumerate() {
            let mut list = List::of(&name_or(&insertion.name, "insertion", number));
            list.add("inserted", "", insertion.inserted.count as f64);
            list.add("inserted_mass", "kg", insertion.inserted.mass);
            row.extend(list.values);
        }
        for (number, removal) in world.removals.iter().enumerate() {
            let mut list = List::of(&name_or(&removal.name, "removal", number));
            list.add("removed", "", removal.count as f64);
            list.add("removed_mass", "kg", removal.mass);
            row.extend(list.values);
        }
        row
    }
}

/// The name of something that may have none: then what it is, and which.
fn name_or(name: &str, what: &str, number: usize) -> String {
    if name.is_empty() { format!("{what}-{number}") } else { name.into() }
}

/// What every log holds.
fn of_every_log<const D: usize>(world: &World<D>) -> Vec<LogValue> {
    let energy = measures::kinetic_energy(world);
    let overlap = world.largest_overlap();
    let smallest = world.bodies.radius.iter().copied().fold(f64::INFINITY, f64::min);
    let speed = world.bodies.velocity.iter().map(length).fold(0.0, f64::max);
    let mut list = List::default();
    list.add("step", "", world.steps as f64);
    list.add("time", "s", world.time);
    list.add("bodies", "", world.bodies.len() as f64);
    list.add("contacts", "", world.contacts() as f64);
    list.add("kinetic_energy", "J", energy.linear);
    list.add("rotational_energy", "J", energy.angular);
    list.add("largest_overlap", "m", overlap);
    list.add("largest_overlap_share", "", overlap / smallest);
    list.add("largest_speed", "m/s", speed);
    list.add("lost", "", world.lost as f64);
    list.values
}
