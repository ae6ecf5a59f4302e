//! Columns at rest under their own weight.
//!
//! ```text
//!    ●  ●  ●    2 × 2 columns of 20 spheres, periodic across, which do not touch each other:
//!    ●  ●  ●    the k-th contact from above bears k weights,
//!    ●  ●  ●    δ = (3 F / (4 E* √R*))^{2/3},
//!   ▔▔▔▔▔▔▔▔▔   σ = Σ F l / V over the contacts of a region, l the distance of centres
//! ```

use crate::case::{Outcome, Ran, Setting, Tolerance};
use crate::hertz::{Hertz, effective_young, mass_of};
use esker_geom::Aabb;
use esker_physics::measures::{elastic_energy, kinetic_energy, stress};
use esker_physics::shapes::Plane;
use esker_physics::{Body, Material, Pairing, Region, Wall, World};
use std::error::Error;

const ACROSS: usize = 2;
const HIGH: usize = 20;
const RADIUS: f64 = 0.005;
const SPACING: f64 = 0.0105;
const GRAVITY: f64 = 9.81;
/// Long enough for the slowest swing of a column to die out (s).
const SETTLING: f64 = 3.0;

/// Lets columns settle and compares overlaps, forces, stress and energy.
pub fn column(_setting: &Setting<'_>) -> Ran {
    let mut world = build()?;
    world.run_until(SETTLING)?;
    let mut outcome = Outcome::default();
    let exact = Tolerance::Share(1e-3);
    let material = Material::default();
    let weight = mass_of(material.density, RADIUS) * GRAVITY;
    let young = effective_young([&material, &material]);
    let pair = Hertz { young, radius: 0.5 * RADIUS, mass: 0.0, speed: 0.0 };
    let overlaps: Vec<f64> = (1..HIGH).map(|above| pair.overlap(weight * above as f64)).collect();
    let area = (SPACING * ACROSS as f64).powi(2);
    let columns = (ACROSS * ACROSS) as f64;
    let floor = &world.walls[0];
    let all = columns * HIGH as f64 * weight;
    outcome.row("force on the floor (N)", -floor.force[2], all, exact);
    let on_plane = Hertz { radius: RADIUS, ..pair }.overlap(HIGH as f64 * weight);
    outcome.row("overlap with the floor (m)", floor.largest_overlap, on_plane, exact);
    let sum: f64 = overlaps.iter().sum();
    let top = (2 * HIGH - 1) as f64 * RADIUS - sum - on_plane;
    let highest = world.bodies.position.iter().map(|x| x[2]).fold(0.0, f64::max);
    let (shorter, expected) = ((2 * HIGH - 1) as f64 * RADIUS - highest, sum + on_plane);
    outcome.row("height of the highest centre (m)", highest, top, exact);
    outcome.row("by how much columns are shorter (m)", shorter, expected, exact);
    // Spheres 6 to 15 from below bring both their contacts, each with the arm on their side.
    let side = SPACING * ACROSS as f64;
    let (low, high) = ([0.0, 0.0, 10.0 * RADIUS], [side, side, 30.0 * RADIUS]);
    let found = stress(&world, &Region::Box(Aabb { low, high }))?;
    let branch = |above: usize| weight * above as f64 * (2.0 * RADIUS - overlaps[above - 1]);
    let inside: f64 = (6..15).map(branch).sum::<f64>() + 0.5 * (branch(5) + branch(15));
    let expected = columns * inside / (area * 20.0 * RADIUS);
    outcome.row("vertical stress in the middle (Pa)", found.contacts[2][2], expected, exact);
    let across = found.contacts[0][0].abs().max(found.contacts[0][2].abs());
    outcome.row("stress across (Pa)", across, 0.0, Tolerance::Within(1e-9 * expected));
    // Hertz stores 2/5 F δ.
    let stored = overlaps.iter().enumerate();
    let stored: f64 = stored.map(|(k, overlap)| 0.4 * weight * (k + 1) as f64 * overlap).sum();
    outcome.row("energy of springs (J)", elastic_energy(&world)?, columns * stored, exact);
    let motion = kinetic_energy(&world).linear / (columns * stored);
    outcome.row("energy of motion over it", motion, 0.0, Tolerance::Within(1e-6));
    Ok(outcome)
}

fn build() -> Result<World<3>, Box<dyn Error>> {
    let mut world = World::<3>::default();
    world.materials.default_pairing = Pairing { restitution: 0.1, ..Pairing::default() };
    world.materials.add(Material::default())?;
    world.add_wall(Wall::new("floor", Plane::new([0.0; 3], [0.0, 0.0, 1.0])?))?;
    let side = SPACING * ACROSS as f64;
    world.periodic = [Some([0.0, side]), Some([0.0, side]), None];
    world.gravity = [0.0, 0.0, -GRAVITY];
    for number in 0..ACROSS * ACROSS * HIGH {
        let [x, y] = [number % ACROSS, number / ACROSS % ACROSS];
        let layer = (number / (ACROSS * ACROSS)) as f64;
        let [x, y] = [x, y].map(|cell| SPACING * (cell as f64 + 0.5));
        world.add(&Body::new([x, y, RADIUS * (2.0 * layer + 1.0)], RADIUS))?;
    }
    Ok(world)
}
