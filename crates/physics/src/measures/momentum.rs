//! Mass and its motion as a whole. Periodic faces do not make places jump.

use super::free_bodies;
use crate::world::World;
use esker_geom::Vector;
use esker_geom::vector::{add, cross, in_space, scale, subtract};

/// The mass of all free bodies (kg).
pub fn total_mass<const D: usize>(world: &World<D>) -> f64 {
    free_bodies(world).map(|(_, mass)| mass).sum()
}

/// The mean place of free bodies by mass (m); nothing if there are none.
pub fn center_of_mass<const D: usize>(world: &World<D>) -> Option<Vector<D>> {
    let (mass, moment) =
        free_bodies(world).fold((0.0, [0.0; D]), |(sum, moment), (place, mass)| {
            (sum + mass, add(&moment, &scale(&world.unwrapped_position(place), mass)))
        });
    (mass > 0.0).then(|| scale(&moment, 1.0 / mass))
}

/// Σ m v of free bodies (kg m/s).
pub fn momentum<const D: usize>(world: &World<D>) -> Vector<D> {
    free_bodies(world)
        .fold([0.0; D], |sum, (place, mass)| add(&sum, &scale(&world.bodies.velocity[place], mass)))
}

/// Σ (x × m v + I ω) of free bodies about a point (kg m²/s); along the third axis in the plane.
pub fn angular_momentum<const D: usize>(world: &World<D>, about: &Vector<D>) -> Vector<3> {
    let bodies = &world.bodies;
    free_bodies(world).fold([0.0; 3], |sum, (place, mass)| {
        let arm = in_space(&subtract(&world.unwrapped_position(place), about));
        let orbit = cross(&arm, &in_space(&scale(&bodies.velocity[place], mass)));
        let spin = scale(&bodies.spin[place], 1.0 / bodies.inverse_inertia[place]);
        add(&sum, &add(&orbit, &spin))
    })
}
