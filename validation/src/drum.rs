//! A drum in which no contact is ever missed.
//!
//! ```text
//!      .--->--.       the world keeps lists of near pairs, with margins it tunes as it runs;
//!    /  ..:::  \      after a step every pair that overlaps must have been resolved, and every
//!    \ ::::::: /      sphere that overlaps a wall: compared with `grid` made anew and with
//!      '-----'        `bounding-volume`, the oracle, and with every sphere against every wall
//! ```

use crate::case::{Effort, Outcome, Ran, Setting, Tolerance};
use esker_broad::{Detector, Objects};
use esker_geom::distance_squared;
use esker_packing::Random;
use esker_physics::shapes::{Cylinder, Plane, Side};
use esker_physics::{Body, Material, Pairing, Wall, WallMotion, World, for_each_contact};
use std::collections::HashSet;
use std::error::Error;

const DRUM: f64 = 0.1;
const LENGTH: f64 = 0.08;
/// Overlaps below this share of the radius may be a matter of rounding.
const ROUNDING: f64 = 1e-12;

/// What was counted.
#[derive(Default)]
struct Count {
    compared: usize,
    overlapping: usize,
    missed: usize,
    invented: usize,
    with_walls: usize,
    missed_walls: usize,
}

/// Turns the drum and compares what touches after every step.
pub fn drum(setting: &Setting<'_>) -> Ran {
    let quick = setting.effort == Effort::Quick;
    let (steps, every, oracle_every) = if quick { (500, 1, 10) } else { (100_000, 1, 100) };
    let mut world = fill()?;
    let mut grid = Detector::<3>::new("grid")?;
    let mut oracle = Detector::<3>::new("bounding-volume")?;
    let (mut by_grid, mut by_oracle) = (Count::default(), Count::default());
    for step in 0..steps {
        world.step()?;
        if step % every == 0 {
            compare(&world, &mut grid, &mut by_grid)?;
            compare_walls(&world, &mut by_grid);
        }
        if step % oracle_every == 0 {
            compare(&world, &mut oracle, &mut by_oracle)?;
        }
        if step % 10_000 == 9_999 {
            (setting.say)(&format!("drum: step {}, {} contacts", step + 1, world.contacts()));
        }
    }
    let mut outcome = Outcome::default();
    let none = Tolerance::Within(0.0);
    for (name, count) in [("grid", &by_grid), ("bounding-volume", &by_oracle)] {
        let mut row = |what: &str, ours: usize, expected, tolerance| {
            outcome.row(&format!("{name}: {what}"), ours as f64, expected, tolerance);
        };
        row("steps compared", count.compared, f64::NAN, Tolerance::Told);
        row("overlaps compared", count.overlapping, f64::NAN, Tolerance::Told);
        row("overlaps missed", count.missed, 0.0, none);
        row("contacts of spheres that do not touch", count.invented, 0.0, none);
    }
    outcome.row("walls: overlaps compared", by_grid.with_walls as f64, f64::NAN, Tolerance::Told);
    outcome.row("walls: overlaps missed", by_grid.missed_walls as f64, 0.0, none);
    let steps_of_a_list = steps as f64 / world.detection.rebuilds as f64;
    outcome.row("steps for each list", steps_of_a_list, f64::NAN, Tolerance::Told);
    Ok(outcome)
}

/// 1500 spheres of 3 to 5 mm in a drum that turns at 3 rad/s about y.
fn fill() -> Result<World<3>, Box<dyn Error>> {
    let mut world = World::<3>::default();
    world.materials.default_pairing = Pairing { restitution: 0.4, ..Pairing::default() };
    world.materials.add(Material::default())?;
    let turning = WallMotion::Rotate { axis: [0.0, 1.0, 0.0], point: [0.0; 3], speed: 3.0 };
    let mantle = Cylinder::new([0.0; 3], [0.0, 1.0, 0.0], DRUM, Side::Inside)?;
    world.add_wall(Wall::new("mantle", mantle).moving(turning.clone()))?;
    for side in [-1.0, 1.0] {
        let end = Plane::new([0.0, 0.5 * side * LENGTH, 0.0], [0.0, -side, 0.0])?;
        world.add_wall(Wall::new("end", end).moving(turning.clone()))?;
    }
    world.gravity = [0.0, 0.0, -9.81];
    let mut random = Random::new(1);
    let cells = (0..18 * 7 * 18).map(|number| [number % 18, number / 18 % 7, number / (18 * 7)]);
    for [x, y, z] in cells {
        let position = [x as f64 - 8.5, y as f64 - 3.0, z as f64 - 8.5].map(|cell| 0.011 * cell);
        let radius = random.between(0.003, 0.005);
        let from_axis = (position[0] * position[0] + position[2] * position[2]).sqrt();
        if from_axis < DRUM - 0.006 && world.bodies.len() < 1500 {
            let velocity = std::array::from_fn(|_| random.between(-0.5, 0.5));
            world.add(&Body { velocity, ..Body::new(position, radius) })?;
        }
    }
    Ok(world)
}

/// Compares pairs that the last step resolved with all that overlap.
fn compare(
    world: &World<3>,
    detector: &mut Detector<3>,
    count: &mut Count,
) -> Result<(), Box<dyn Error>> {
    let bodies = &world.bodies;
    let objects = Objects::new(&bodies.position, &bodies.radius)?;
    detector.update(&objects);
    let mut touching = HashSet::new();
    for_each_contact(world, |contact| {
        touching.insert(contact.bodies.map(|place| place as u32));
    })?;
    let mut found = HashSet::new();
    for &[a, b] in detector.pairs(&objects).iter() {
        let [a, b] = [a.min(b), a.max(b)];
        let [i, j] = [a as usize, b as usize];
        let distance = distance_squared(&bodies.position[i], &bodies.position[j]).sqrt();
        let overlap = bodies.radius[i] + bodies.radius[j] - distance;
        let missed = overlap > ROUNDING * bodies.radius[i] && !touching.contains(&[a, b]);
        count.missed += usize::from(missed);
        found.insert([a, b]);
    }
    count.compared += 1;
    count.overlapping += found.len();
    count.invented += touching.difference(&found).count();
    Ok(())
}

/// Compares contacts with walls that the last step resolved with every sphere against every wall.
fn compare_walls(world: &World<3>, count: &mut Count) {
    let resolved = world.wall_contacts.iter().map(|(contact, _)| (contact.body, contact.wall));
    let resolved: HashSet<(u32, u32)> = resolved.collect();
    let mut found = Vec::new();
    for (place, position) in world.bodies.position.iter().enumerate() {
        for (number, wall) in world.walls.iter().enumerate() {
            found.clear();
            let reach = world.bodies.radius[place] * (1.0 - ROUNDING);
            wall.shape.touches(&wall.pose.into_shape(position), reach, &mut found);
            count.with_walls += found.len();
            let known = resolved.contains(&(world.bodies.id[place], number as u32));
            count.missed_walls += usize::from(!found.is_empty() && !known);
        }
    }
}
