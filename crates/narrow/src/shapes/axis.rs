//! A directed line in space, and where a point is as seen from it.

use super::{direction, finite};
use crate::ShapeError;
use crate::facets::{AROUND, ring};
use esker_geom::Vector;
use esker_geom::vector::{add, cross, dot, length, normalized, scale, subtract};

/// The axis of a body of revolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub point: Vector<3>,
    pub direction: Vector<3>,
    /// The way out for a point on the axis itself, where every one is as good.
    sideways: Vector<3>,
}

/// Where a point is: so far along the axis, so far from it, in this direction.
pub(super) struct Place {
    pub along: f64,
    pub away: f64,
    pub outward: Vector<3>,
}

impl Axis {
    pub fn new(point: Vector<3>, along: Vector<3>) -> Result<Self, ShapeError> {
        let point = finite("the point of the axis", point)?;
        let direction = direction("the direction of the axis", along)?;
        Ok(Self { point, direction, sideways: sideways(&direction) })
    }

    /// The corners of a regular polygon about the axis, so far along it and so far from it (m).
    pub fn ring(&self, along: f64, radius: f64) -> Vec<Vector<3>> {
        let middle = add(&self.point, &scale(&self.direction, along));
        ring(&middle, &self.direction, radius, AROUND)
    }

    /// Whether something of a size (m) about the axis is round about another one too.
    pub fn is_that_of(&self, size: f64, (point, direction): (&Vector<3>, &Vector<3>)) -> bool {
        are_parallel(&self.direction, direction)
            && is_on_line(&self.point, (point, direction), size)
    }

    #[inline(always)]
    pub fn locate(&self, point: &Vector<3>) -> Place {
        let from_point = subtract(point, &self.point);
        let along = dot(&self.direction, &from_point);
        let apart = subtract(&from_point, &scale(&self.direction, along));
        let outward = normalized(&apart).unwrap_or(self.sideways);
        Place { along, away: length(&apart), outward }
    }

    /// The vector with these parts along the axis and outward.
    #[inline(always)]
    pub fn combine(&self, along: f64, away: f64, outward: &Vector<3>) -> Vector<3> {
        add(&scale(&self.direction, along), &scale(outward, away))
    }
}

/// Sines and shares of a size below this are those of rounding.
const ROUNDED: f64 = 1e-12;

/// Whether directions of length one are the same or opposite.
pub(super) fn are_parallel(a: &Vector<3>, b: &Vector<3>) -> bool {
    length(&cross(a, b)) <= ROUNDED
}

/// Whether a point of something of a size (m) lies on the line through another along a direction.
pub(super) fn is_on_line(
    point: &Vector<3>,
    (through, direction): (&Vector<3>, &Vector<3>),
    size: f64,
) -> bool {
    length(&cross(&subtract(point, through), direction)) <= ROUNDED * size
}

/// A direction across another one of length one.
pub(crate) fn sideways(direction: &Vector<3>) -> Vector<3> {
    let least = (0..3).min_by(|&a, &b| direction[a].abs().total_cmp(&direction[b].abs()));
    let mut other = [0.0; 3];
    other[least.unwrap_or(0)] = 1.0;
    normalized(&cross(direction, &other)).unwrap_or(other)
}
