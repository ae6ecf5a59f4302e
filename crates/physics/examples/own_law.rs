//! A law of one's own: two magnets that repel each other beside Hertz's force.
//!
//! A law is a type with a role, the numbers it needs of two materials, how far it reaches, and a
//! loop over the lanes of a batch. `Model::with` adds it to a model; nothing else has to know of
//! it.
//!
//! Run it with `cargo run -p esker-physics --example own_law`.

use esker_physics::laws::{Own, Role};
use esker_physics::{Batch, Body, LANES, Law, Material, Model, PairOfMaterials, World};

/// Magnets of one strength, poles facing: F = C / d⁴ with the distance d of their centres, cut off
/// where their surfaces are `reach` apart.
#[derive(Debug)]
struct Magnets {
    /// C (N m⁴).
    strength: f64,
    /// How far beyond touching they act (m).
    reach: f64,
}

impl Law for Magnets {
    fn role(&self) -> Role {
        Role::Attraction
    }

    // The same for all materials: the numbers are the law's own.
    fn coefficients(&self, _pair: &PairOfMaterials<'_>, _hand_on: &mut dyn FnMut(f64)) {}

    fn reach(&self, _pair: &PairOfMaterials<'_>, _largest_radius: f64) -> f64 {
        self.reach
    }

    fn apply(&self, contacts: &mut Batch, _own: Own) {
        for k in 0..LANES {
            let distance = contacts.arm[0][k] + contacts.arm[1][k];
            let square = distance * distance;
            let near = contacts.overlap[k] > -self.reach;
            contacts.normal_force[k] += if near { self.strength / (square * square) } else { 0.0 };
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let magnets = Magnets { strength: 4e-9, reach: 0.05 };
    let mut world = World::<3>::default();
    world.model = "hertz + tsuji".parse::<Model>()?.with("magnets", magnets)?;
    let iron = world.materials.add(Material { density: 7800.0, ..Material::default() })?;
    for [x, speed] in [[-0.02, 0.3], [0.02, -0.3]] {
        let velocity = [speed, 0.0, 0.0];
        world.add(&Body { velocity, material: iron, ..Body::new([x, 0.0, 0.0], 0.005) })?;
    }
    world.time_step = 1e-5;
    let mut nearest = f64::INFINITY;
    while world.time < 0.2 {
        world.step()?;
        nearest = nearest.min((world.bodies.position[0][0] - world.bodies.position[1][0]).abs());
    }
    println!("{}: they came as near as {:.1} mm", world.model, 1e3 * nearest);
    println!("and part at {:.3} m/s each", world.bodies.velocity[0][0].abs());
    Ok(())
}
