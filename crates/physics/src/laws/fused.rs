//! The commonest models in three loops: a spring and a dashpot along the normal, and both behind a
//! slider across it. Parts against rolling and twisting follow as they are.
//!
//! ```text
//!   geometry, motion ─▶ normal, history carried ─▶ slider holds ─▶ yields, pushes
//!     Batch::resolve  │       first loop         │  second loop │   third loop
//! ```
//!
//! Parts go through columns: each law reads what the one before has written. Here the same functions
//! follow each other lane by lane, and most numbers stay in registers. A loop ends soon behind its
//! roots and divisions: what has to wait for them stands in the way of the next eight lanes, which
//! have no need to wait. The result is bitwise that of the parts, which remain the slow twin: the
//! test `crates/physics/tests/determinism.rs` compares them.

use super::hertz::hertz;
use super::linear::linear;
use super::slider::{Slider, Yielding, carry_in};
use super::{Own, Part};
use crate::batch::{Batch, LANES, Lined, Pushes, lane, set_lane};

/// The springs along the normal that have loops of their own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spring {
    Hertz,
    Linear,
}

impl Spring {
    /// That of a model of such parts, if it is one that the loops are made for, and the parts that
    /// follow: those against rolling and twisting.
    #[inline(always)]
    pub(super) fn of(parts: &[(Part, Own)]) -> Option<(Self, &[(Part, Own)])> {
        use Part::{Hertz, Linear, Mindlin, TangentialSpring, Tsuji, Viscous};
        let ([(normal, _), (damping, _), (friction, _)], couples) = parts.split_first_chunk()?;
        let spring = match (normal, damping, friction) {
            (Hertz(_), Tsuji(_) | Viscous(_), Mindlin(_) | TangentialSpring(_)) => Self::Hertz,
            (Linear(_), Tsuji(_) | Viscous(_), Mindlin(_) | TangentialSpring(_)) => Self::Linear,
            _ => return None,
        };
        // What comes after friction has torques; a law from outside may ask for anything.
        let is_own = |(part, _): &(Part, Own)| matches!(part, Part::Own(_));
        (!couples.iter().any(is_own)).then_some((spring, couples))
    }

    /// Applies the model to resolved contacts, updates the history, and returns the pushes.
    #[inline(always)]
    pub(super) fn push(self, contacts: &mut Batch, history: &mut [Lined; 3], pushes: &mut Pushes) {
        match self {
            Self::Hertz => push::<1>(contacts, history, pushes, |[young], radius, overlap| {
                hertz(young, radius, overlap)
            }),
            Self::Linear => push::<2>(contacts, history, pushes, linear),
        }
    }
}

/// `normal` has the stiffness and the force of a contact from so many coefficients, R* and the
/// overlap; those of the dashpot and the slider follow.
#[inline(always)]
fn push<const COEFFICIENTS: usize>(
    contacts: &mut Batch,
    history: &mut [Lined; 3],
    pushes: &mut Pushes,
    normal: impl Fn([f64; COEFFICIENTS], f64, f64) -> [f64; 2],
) {
    for k in 0..LANES {
        let own = std::array::from_fn(|index| contacts.coefficients[index][k]);
        let [stiffness, elastic] = normal(own, contacts.reduced_radius[k], contacts.overlap[k]);
        let damping = contacts.coefficients[COEFFICIENTS][k];
        let impedance = (stiffness * contacts.reduced_mass[k]).sqrt();
        contacts.stiffness[k] = stiffness;
        contacts.impedance[k] = impedance;
        contacts.normal_force[k] = elastic - damping * impedance * contacts.normal_velocity[k];
        let displacement = std::array::from_fn(|axis| history[axis][k]);
        let carried = carry_in(contacts, k, displacement);
        (0..3).for_each(|axis| history[axis][k] = carried[axis]);
    }
    // What the slider holds stands in the column of its force until it yields.
    let mut yielding = [[0.0; LANES]; 3];
    for k in 0..LANES {
        let [ratio, damping, friction] =
            [1, 2, 3].map(|index| contacts.coefficients[COEFFICIENTS + index][k]);
        let slider = Slider {
            stiffness: ratio * contacts.stiffness[k],
            damping: damping * contacts.impedance[k],
            limit: friction * contacts.normal_force[k].max(0.0),
            time_step: contacts.time_step,
        };
        let displacement = std::array::from_fn(|axis| history[axis][k]);
        let (held, Yielding { shorter, kept, moved }) =
            slider.hold(displacement, lane(&contacts.tangent_velocity, k));
        set_lane(&mut contacts.tangent_force, k, held);
        set_lane(&mut yielding, k, [shorter, kept, moved]);
    }
    for k in 0..LANES {
        let [shorter, kept, moved] = lane(&yielding, k);
        let displacement = std::array::from_fn(|axis| history[axis][k]);
        let rate = lane(&contacts.tangent_velocity, k);
        let held = lane(&contacts.tangent_force, k);
        let (force, after) = Yielding { shorter, kept, moved }.release(held, displacement, rate);
        (0..3).for_each(|axis| history[axis][k] = after[axis]);
        pushes.set(k, contacts, contacts.normal_force[k], &force);
    }
}
