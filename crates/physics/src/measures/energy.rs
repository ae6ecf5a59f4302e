//! Energies: of motion, in gravity, in contacts.

use super::free_bodies;
use crate::contacts::{ContactsUnknown, for_each_contact};
use crate::world::World;
use esker_geom::Vector;
use esker_geom::vector::{dot, subtract};

/// The energy of motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KineticEnergy {
    /// Σ ½ m v² (J).
    pub linear: f64,
    /// Σ ½ I ω² (J).
    pub angular: f64,
}

/// The energy of motion of free bodies.
pub fn kinetic_energy<const D: usize>(world: &World<D>) -> KineticEnergy {
    let bodies = &world.bodies;
    free_bodies(world).fold(KineticEnergy::default(), |sum, (place, mass)| {
        let (velocity, spin) = (&bodies.velocity[place], &bodies.spin[place]);
        KineticEnergy {
            linear: sum.linear + 0.5 * mass * dot(velocity, velocity),
            angular: sum.angular + 0.5 / bodies.inverse_inertia[place] * dot(spin, spin),
        }
    })
}

/// The energy of free bodies in gravity (J), zero for all in the origin (m). Periodic faces do not
/// make it jump.
pub fn potential_energy<const D: usize>(world: &World<D>, origin: &Vector<D>) -> f64 {
    free_bodies(world).fold(0.0, |sum, (place, mass)| {
        let arm = subtract(&world.unwrapped_position(place), origin);
        sum - mass * dot(&world.gravity, &arm)
    })
}

/// The energy that the springs of all contacts between bodies store (J).
pub fn elastic_energy<const D: usize>(world: &World<D>) -> Result<f64, ContactsUnknown> {
    let mut sum = 0.0;
    for_each_contact(world, |contact| sum += contact.energy)?;
    Ok(sum)
}
