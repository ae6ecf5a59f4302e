//! The checks of every step: nearly free while all is well, thorough when it is not.
//!
//! ```text
//!   before       columns of one length, materials there, gravity, box and time step usable
//!   on the way   how far the fastest body moves, which the integrator finds in passing: a velocity
//!                or spin that is no number makes it none
//!   after        how deep the deepest contact is
//!   only if that fails: which body, which number, why
//! ```

use crate::bounds::Leaving;
use crate::periodic::{lengths, nearest_image};
use crate::step_error::{Cause, StepError};
use crate::world::World;
use esker_broad::Refused;
use esker_geom::Vector;
use esker_geom::vector::{dot, length, subtract};

/// Bodies that are looked through by one thread at a time.
const RUN: usize = 8192;
/// The largest coordinate (m), velocity or spin: its square still is a finite number.
pub(crate) const FARTHEST: f64 = 1e150;

impl<const D: usize> World<D> {
    /// The error of a step that failed; a further step begins from scratch.
    pub(crate) fn failed(&mut self, cause: Cause) -> StepError {
        self.forces_known = false;
        self.bodies.rearranged();
        StepError { step: self.steps + 1, time: self.time + self.time_step, cause }
    }

    /// Whether a step can be made at all.
    pub(crate) fn check_setting(&self) -> Result<(), Cause> {
        let bodies = self.bodies.len();
        if let Some((column, found)) = self.bodies.wrong_length() {
            return Err(Cause::ColumnLength { column, found, bodies });
        }
        let materials = self.materials.len();
        let largest = self.bodies.material.iter().copied().max().unwrap_or(0);
        if bodies > 0 && usize::from(largest) >= materials {
            let place = self.bodies.material.iter().position(|&material| material == largest);
            let body = self.bodies.id[place.unwrap_or(0)];
            return Err(Cause::Material { body, material: largest, materials });
        }
        self.walls.iter().try_for_each(|wall| wall.check(&self.materials)).map_err(Cause::Wall)?;
        if let Some(axis) = self.gravity.iter().position(|value| !value.is_finite()) {
            return Err(Cause::Gravity { axis, value: self.gravity[axis] });
        }
        let value = self.detection.margin.unwrap_or(0.0);
        if !(value >= 0.0 && value.is_finite()) {
            return Err(Cause::Margin { value });
        }
        if !(self.time_step >= 0.0 && self.time_step.is_finite()) {
            return Err(Cause::TimeStep { value: self.time_step });
        }
        self.check_box()
    }

    /// Two bodies may touch through one face of the box, never through both: a box must be longer
    /// than twice the reach of the two largest.
    fn check_box(&self) -> Result<(), Cause> {
        if self.periodic.iter().all(Option::is_none) {
            return Ok(());
        }
        let needed = 4.0 * self.detection.radii(&self.bodies)[1] + 2.0 * self.reach(1.0);
        for axis in 0..D {
            let Some(ends @ [low, high]) = self.periodic[axis] else { continue };
            let length = high - low;
            if !(length > 0.0 && length.is_finite()) {
                return Err(Cause::BoxEnds { axis, ends });
            }
            if length <= needed {
                return Err(Cause::BoxTooSmall { axis, length, needed });
            }
        }
        Ok(())
    }

    /// What refused bodies mean to the one who must act.
    pub(crate) fn explain(&self, refused: Refused) -> Cause {
        if let Some(cause) = self.culprit() {
            return cause;
        }
        let id = |object: usize| self.bodies.id.get(object).copied();
        match refused {
            Refused::Radius { object, value } => match id(object) {
                Some(body) => Cause::Radius { body, value },
                None => Cause::Detection(refused),
            },
            _ => Cause::Detection(refused),
        }
    }

    /// Whether every position and radius can be used: columns may have been written by hand.
    pub(crate) fn check_bodies(&mut self) -> Result<(), Cause> {
        self.detection.note_radii(&self.bodies);
        let [smallest, _] = self.detection.radii(&self.bodies);
        let mut runs: Vec<_> = self.bodies.position.chunks(RUN).collect();
        let usable = self.threads.map_mut(&mut runs, |_, places| places_are_usable(places));
        let usable = smallest > 0.0 && !usable.contains(&false);
        if usable { Ok(()) } else { self.culprit().map_or(Ok(()), Err) }
    }

    /// Whether every velocity and spin is finite and nobody is too fast, from how far the fastest
    /// body moves in a step.
    pub(crate) fn check_moved(&self, moved: f64) -> Result<(), Cause> {
        let [smallest, _] = self.detection.radii(&self.bodies);
        if moved <= smallest { Ok(()) } else { self.culprit().map_or(Ok(()), Err) }
    }

    /// Whether nobody left a world that nobody may leave.
    pub(crate) fn check_nobody_left(&self) -> Result<(), Cause> {
        match self.bounds {
            Some(bounds) if bounds.policy == Leaving::Stop => self.check_bounds(&bounds),
            _ => Ok(()),
        }
    }

    /// Whether nobody overlaps another body or a wall by more than its radius.
    pub(crate) fn check_depth(&self) -> Result<(), Cause> {
        let in_body = self.forces.too_deep().then(|| self.too_deep()).flatten();
        let in_wall = || self.wall_contacts.too_deep.then(|| self.too_deep_in_wall()).flatten();
        in_body.or_else(in_wall).map_or(Ok(()), Err)
    }

    /// The first body with a number that is not finite, or that moves too far.
    fn culprit(&self) -> Option<Cause> {
        (0..self.bodies.len())
            .find_map(|place| self.not_finite(place).or_else(|| self.too_fast(place)))
    }

    fn not_finite(&self, place: usize) -> Option<Cause> {
        let bodies = &self.bodies;
        let (body, radius) = (bodies.id[place], bodies.radius[place]);
        let bad = |values: &[f64]| values.iter().position(|value| !is_usable(value));
        let columns = [
            ("velocity", bodies.velocity[place].as_slice()),
            ("spin", bodies.spin[place].as_slice()),
            ("position", bodies.position[place].as_slice()),
        ];
        for (what, values) in columns {
            let Some(axis) = bad(values) else { continue };
            let forced = bad(&bodies.force[place]).or(bad(&bodies.torque[place])).is_some();
            let laws = forced.then(|| self.model.to_string());
            return Some(Cause::NotFinite { body, what, axis, value: values[axis], laws });
        }
        (!(radius > 0.0 && radius.is_finite())).then_some(Cause::Radius { body, value: radius })
    }

    fn too_fast(&self, place: usize) -> Option<Cause> {
        let velocity = &self.bodies.velocity[place];
        let (distance, radius) =
            (dot(velocity, velocity).sqrt() * self.time_step, self.bodies.radius[place]);
        (distance > radius).then_some(Cause::TooFast {
            body: self.bodies.id[place],
            distance,
            radius,
        })
    }

    /// The first pair that overlaps by more than the smaller radius.
    fn too_deep(&self) -> Option<Cause> {
        let (bodies, period) = (&self.bodies, lengths(&self.periodic));
        self.neighbors.close_pairs().find_map(|(pair, _)| {
            let [a, b] = pair.map(|place| bodies.radius[place]);
            let mut apart = subtract(&bodies.position[pair[0]], &bodies.position[pair[1]]);
            nearest_image(&mut apart, &period);
            let (overlap, radius) = (a + b - length(&apart), a.min(b));
            let bodies = pair.map(|place| bodies.id[place]);
            (overlap > radius).then_some(Cause::TooDeep { bodies, overlap, radius })
        })
    }

    /// The first body that overlaps a wall by more than its radius.
    fn too_deep_in_wall(&self) -> Option<Cause> {
        let mut contacts = self.wall_contacts.iter().map(|(contact, _)| contact);
        let contact = contacts.find(|contact| contact.distance < 0.0)?;
        let radius = self.bodies.radius[contact.place as usize];
        let wall = self.walls[contact.wall as usize].name.clone();
        let overlap = radius - contact.distance;
        Some(Cause::TooDeepInWall { body: contact.body, wall, overlap, radius })
    }
}

/// Whether a number is finite and can be squared.
pub(crate) fn is_usable(value: &f64) -> bool {
    value.abs() <= FARTHEST
}

/// Whether every coordinate is a number of at most `FARTHEST`.
fn places_are_usable<const D: usize>(places: &[Vector<D>]) -> bool {
    let (mut farthest, mut poison) = ([0.0; D], [0.0; D]);
    for place in places {
        for axis in 0..D {
            let far = place[axis].abs();
            farthest[axis] = if far > farthest[axis] { far } else { farthest[axis] };
            poison[axis] += far * 0.0;
        }
    }
    farthest.iter().zip(poison).all(|(&farthest, poison)| farthest + poison <= FARTHEST)
}
