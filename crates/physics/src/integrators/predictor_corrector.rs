//! Predictor and corrector: foresee the motion, evaluate forces there, correct by what was not
//! foreseen.
//!
//! ```text
//!   a(t-Δt), a(t) ──▶ x, v, a foreseen at t+Δt ──▶ forces ──▶ e = a(t+Δt) - a foreseen
//!                                                                └──▶ x, v corrected
//! ```
//!
//! Lazarević uses a predictor-corrector that is described elsewhere; this one is ours: Gear's
//! method of third order with four values, of which the last, j = Δt da/dt, comes out as
//! a(t) - a(t-Δt).
//!
//! * predict: x + Δt v + Δt² (a/2 + j/6),  v + Δt (a + j/2),  a + j
//! * correct: x + Δt²/12 e,  v + 5/12 Δt e,  j + e
//!
//! Forces are evaluated once, at the predicted place, and see the predicted v(t+Δt): dampers do not
//! lag half a step behind. A jump of the acceleration (a new body, for which j = 0; a contact that
//! begins) costs an order there. It takes a little energy out of oscillations and is stable for ω
//! Δt up to 1.4 only. What it keeps of a body follows it in columns.

use super::work::{Work, work_on};
use super::{Integrator, Interval};
use crate::bodies::Bodies;
use crate::runs::{Farthest, Run};
use esker_geom::Vector;
use esker_geom::rotation::advance;
use esker_geom::vector::dot;

pub(super) struct PredictorCorrector;

struct Predict<const D: usize>(Interval<D>);

struct Correct<const D: usize>(Interval<D>);

impl<const D: usize> Work<D> for Predict<D> {
    #[inline(always)]
    fn of(&self, run: &mut Run<'_, D>) -> Farthest {
        let (step, mut farthest) = (self.0.time_step, run.farthest(&self.0));
        for body in 0..run.len() {
            let acceleration = run.acceleration(body, &self.0.gravity);
            let change = run.foreseen[body][1];
            let mean = mean_velocity(&run.velocity[body], &acceleration, &change, step);
            (0..D).for_each(|axis| run.position[body][axis] += step * mean[axis]);
            predict(&mut run.velocity[body], &mut run.foreseen[body], &acceleration, step);
            farthest.include(step * step * dot(&mean, &mean), run.inverse_margin[body]);
        }
        for body in 0..run.len() {
            let acceleration = run.angular_acceleration(body);
            let change = run.foreseen_angular[body][1];
            let mean = mean_velocity(&run.spin[body], &acceleration, &change, step);
            if let Some(rotation) = run.rotation.get_mut(body) {
                *rotation = advance(rotation, &mean, step);
            }
            predict(&mut run.spin[body], &mut run.foreseen_angular[body], &acceleration, step);
        }
        farthest
    }
}

impl<const D: usize> Work<D> for Correct<D> {
    #[inline(always)]
    fn of(&self, run: &mut Run<'_, D>) -> Farthest {
        let step = self.0.time_step;
        for body in 0..run.len() {
            let acceleration = run.acceleration(body, &self.0.gravity);
            let error =
                correct(&mut run.velocity[body], &mut run.foreseen[body], &acceleration, step);
            (0..D).for_each(|axis| run.position[body][axis] += step * step / 12.0 * error[axis]);
        }
        for body in 0..run.len() {
            let acceleration = run.angular_acceleration(body);
            let foreseen = &mut run.foreseen_angular[body];
            let error = correct(&mut run.spin[body], foreseen, &acceleration, step);
            if let Some(rotation) = run.rotation.get_mut(body) {
                *rotation = advance(rotation, &error, step * step / 12.0);
            }
        }
        run.farthest(&self.0)
    }
}

impl<const D: usize> Integrator<D> for PredictorCorrector {
    fn prepare(&self, bodies: &mut Bodies<D>) {
        bodies.foreseen.resize(bodies.len(), [[0.0; D]; 2]);
        bodies.foreseen_angular.resize(bodies.len(), [[0.0; 3]; 2]);
    }

    fn begin(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        work_on(run, Predict(*interval))
    }

    fn end(&self, run: &mut Run<'_, D>, interval: &Interval<D>) -> Farthest {
        work_on(run, Correct(*interval))
    }

    fn corrects(&self) -> bool {
        true
    }

    fn stability(&self) -> f64 {
        1.4
    }
}

/// The mean velocity over the step, as far as it can be foreseen.
#[inline(always)]
fn mean_velocity<const N: usize>(
    velocity: &Vector<N>,
    acceleration: &Vector<N>,
    change: &Vector<N>,
    step: f64,
) -> Vector<N> {
    std::array::from_fn(|axis| {
        velocity[axis] + step * (acceleration[axis] / 2.0 + change[axis] / 6.0)
    })
}

/// Takes a velocity to the end of the step and notes the acceleration foreseen there.
#[inline(always)]
fn predict<const N: usize>(
    velocity: &mut Vector<N>,
    [foreseen, change]: &mut [Vector<N>; 2],
    acceleration: &Vector<N>,
    step: f64,
) {
    for axis in 0..N {
        velocity[axis] += step * (acceleration[axis] + change[axis] / 2.0);
        foreseen[axis] = acceleration[axis] + change[axis];
    }
}

/// Corrects a velocity and the change of its acceleration by what was not foreseen, which is
/// returned.
#[inline(always)]
fn correct<const N: usize>(
    velocity: &mut Vector<N>,
    [foreseen, change]: &mut [Vector<N>; 2],
    acceleration: &Vector<N>,
    step: f64,
) -> Vector<N> {
    let error = std::array::from_fn(|axis| acceleration[axis] - foreseen[axis]);
    for axis in 0..N {
        velocity[axis] += 5.0 / 12.0 * step * error[axis];
        change[axis] += error[axis];
    }
    error
}
