//! Ours on one scene, in a process of its own: its memory is then that of the scene.

use super::outcome::Outcome;
use super::process::peak_bytes;
use super::scenes::{self, DENSITY, Scene};
use super::words;
use crate::report;
use esker_broad::Threads;
use esker_geom::Aabb;
use esker_physics::shapes::InnerBox;
use esker_physics::{Material, Model, Pairing, Phase, Wall, World};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

/// The law of every scene; the materials below are those of the peers' `hm`.
pub const LAW: &str = "hertz + tsuji + mindlin";

/// What to run.
#[derive(clap::Args)]
pub struct Case {
    #[arg(value_parser = scenes::find)]
    scene: &'static Scene,
    #[arg(long)]
    threads: u16,
    #[arg(long)]
    warm_up: u64,
    #[arg(long)]
    steps: u64,
}

/// Runs the case and prints its outcome as one line of JSON.
pub fn run(case: &Case) -> Result<(), String> {
    let spheres = case.scene.open(&scenes::folder()?)?;
    let mut world = world(case.scene, spheres.lengths)?;
    // They go there as they are read.
    spheres.for_each(|sphere| sphere.add_to(&mut world))?;
    world.threads = Threads::new(case.threads.into()).map_err(words)?;
    world.run(case.warm_up).map_err(words)?;
    let (phases, rebuilds) = (world.phases.clone(), world.detection.rebuilds);
    let start = Instant::now();
    world.run(case.steps).map_err(words)?;
    let seconds = start.elapsed().as_secs_f64();
    let with_walls: usize = world.walls.iter().map(|wall| wall.contacts).sum();
    let between_bodies = world.contacts() - with_walls;
    let phases = Phase::ALL.map(|(phase, name)| {
        (name.into(), (world.phases.of(phase) - phases.of(phase)).as_secs_f64())
    });
    let outcome = Outcome {
        version: format!("esker {}", env!("CARGO_PKG_VERSION")),
        seconds,
        steps: case.steps,
        bodies: world.bodies.len(),
        contacts_per_body: 2.0 * between_bodies as f64 / world.bodies.len() as f64,
        rebuilds: Some(world.detection.rebuilds - rebuilds),
        phases: phases.into(),
        checksum: Some(checksum(&world)),
        peak_bytes: peak_bytes("self"),
    };
    report::print(&serde_json::to_string(&outcome).map_err(words)?)
}

/// The world of a scene in a box of these lengths (m), without its spheres.
pub fn world(scene: &Scene, lengths: [f64; 3]) -> Result<World<3>, String> {
    let mut world = World::default();
    let pairing = Pairing { restitution: 0.5, friction: 0.5, ..Pairing::default() };
    let material = Material { density: DENSITY, young: 1e8, poisson: 0.25, name: "grains".into() };
    world.model = LAW.parse::<Model>().map_err(words)?;
    world.materials.default_pairing = pairing;
    world.materials.add(material).map_err(words)?;
    world.gravity = [0.0, 0.0, -scene.gravity];
    world.time_step = scene.time_step;
    let room = InnerBox::new(Aabb { low: [0.0; 3], high: lengths }).map_err(words)?;
    world.add_wall(Wall::new("box", room)).map_err(words)?;
    Ok(world)
}

/// A number that is the same for the same state, bit by bit.
fn checksum(world: &World<3>) -> String {
    let mut hasher = DefaultHasher::new();
    let bodies = &world.bodies;
    bodies.id.hash(&mut hasher);
    for column in [&bodies.position, &bodies.velocity, &bodies.spin] {
        column.iter().flatten().for_each(|number| number.to_bits().hash(&mut hasher));
    }
    format!("{:016x}", hasher.finish())
}
