//! What the tests of motion share: a linear spring, and a ball that swings on a fixed one.

use esker_physics::laws::{Law, Own, Part, Role};
use esker_physics::{Batch, Body, LANES, Material, Model, Motion, PairOfMaterials, World};
use std::sync::Arc;

/// F = k δ - c v: a spring (N/m) and a dashpot (N s/m).
#[derive(Debug)]
pub struct Spring(pub f64, pub f64);

impl Law for Spring {
    fn role(&self) -> Role {
        Role::Normal
    }

    fn coefficients(&self, _pair: &PairOfMaterials<'_>, _hand_on: &mut dyn FnMut(f64)) {}

    fn apply(&self, contacts: &mut Batch, _own: Own) {
        for k in 0..LANES {
            contacts.stiffness[k] = self.0;
            contacts.normal_force[k] +=
                self.0 * contacts.overlap[k] - self.1 * contacts.normal_velocity[k];
        }
    }
}

/// The angular frequency (rad/s) of the ball of `swinging`.
pub const FREQUENCY: f64 = 10.0;
/// Where it would rest (m), with gravity of 1 m/s².
pub const REST: f64 = 2.0 - 1.0 / (FREQUENCY * FREQUENCY);

/// A ball of radius 1 m that gravity keeps on a fixed one, on a linear spring: it swings harmonically
/// around `REST`, from `amplitude` above.
pub fn swinging(integrator: &str, amplitude: f64) -> World<3> {
    swinging_damped(integrator, amplitude, 0.0)
}

/// The same with a dashpot that takes the amplitude down as exp(-decay t).
pub fn swinging_damped(integrator: &str, amplitude: f64, decay: f64) -> World<3> {
    let mut world = World::default();
    let material = Material { density: 1.0, ..Material::default() };
    world.materials.add(material).unwrap();
    let fixed = Body { motion: Motion::Fixed, ..Body::new([0.0; 3], 1.0) };
    world.add(&fixed).unwrap();
    world.add(&Body::new([0.0, 0.0, REST + amplitude], 1.0)).unwrap();
    let mass = world.bodies.mass(1);
    let spring = Spring(FREQUENCY * FREQUENCY * mass, 2.0 * decay * mass);
    let spring = Part::Own(Arc::new(spring));
    world.model = Model::new(vec![("spring".into(), spring)]).unwrap();
    world.gravity = [0.0, 0.0, -1.0];
    world.set_integrator(integrator).unwrap();
    world
}

/// The height (m) of the body with an id.
pub fn height(world: &World<3>, id: u32) -> f64 {
    world.bodies.position[world.bodies.place_of(id).unwrap()][2]
}
