//! Velocity Verlet: half a kick, a drift, half a kick.
//!
//! v(t+Δt/2) = v(t) + Δt/2 a(t),  x(t+Δt) = x(t) + Δt v(t+Δt/2),  v(t+Δt) = v(t+Δt/2) + Δt/2 a(t+Δt).
//! Forces that depend on velocities (damping) see v(t+Δt/2).

use super::{Integrator, Interval};
use crate::bodies::Bodies;
use esker_broad::Threads;
use esker_geom::rotation::advance;

pub(super) struct VelocityVerlet;

impl<const D: usize> Integrator<D> for VelocityVerlet {
    fn begin(&mut self, bodies: &mut Bodies<D>, interval: &Interval<D>, _threads: &Threads) {
        kick(bodies, interval);
        let step = interval.time_step;
        for (position, velocity) in bodies.position.iter_mut().zip(&bodies.velocity) {
            for axis in 0..D {
                position[axis] += step * velocity[axis];
            }
        }
        for (rotation, spin) in bodies.rotation.iter_mut().zip(&bodies.spin) {
            *rotation = advance(rotation, spin, step);
        }
    }

    fn end(&mut self, bodies: &mut Bodies<D>, interval: &Interval<D>, _threads: &Threads) {
        kick(bodies, interval);
    }
}

/// Velocities and spins through half a step.
fn kick<const D: usize>(bodies: &mut Bodies<D>, interval: &Interval<D>) {
    let half = 0.5 * interval.time_step;
    let linear = bodies.velocity.iter_mut().zip(&bodies.force).zip(&bodies.inverse_mass);
    for ((velocity, force), &inverse_mass) in linear {
        let free = if inverse_mass > 0.0 { half } else { 0.0 };
        for axis in 0..D {
            velocity[axis] += half * inverse_mass * force[axis] + free * interval.gravity[axis];
        }
    }
    let angular = bodies.spin.iter_mut().zip(&bodies.torque).zip(&bodies.inverse_inertia);
    for ((spin, torque), &inverse_inertia) in angular {
        for axis in 0..3 {
            spin[axis] += half * inverse_inertia * torque[axis];
        }
    }
}
