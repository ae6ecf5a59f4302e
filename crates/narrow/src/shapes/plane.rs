//! The plane: the border of a half-space that bodies cannot enter; in two dimensions a line.

use super::axis::are_parallel;
use super::{Entry, direction, finite};
use crate::facets::{clipped, ring};
use crate::{Facets, ShapeError, Surface, Touch, everywhere};
use esker_geom::vector::{add, dot, in_space, length, scale, subtract};
use esker_geom::{Aabb, Vector};

pub(super) const ENTRY: Entry = Entry {
    name: "plane",
    summary: "border of a half-space, one-sided: bodies are where the normal points",
    dimensions: &[2, 3],
};

/// A point and a normal of length one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<const D: usize> {
    pub(crate) point: Vector<D>,
    pub(crate) normal: Vector<D>,
}

impl<const D: usize> Plane<D> {
    /// The plane through a point (m); the normal, of any length, points to where the bodies are.
    pub fn new(point: Vector<D>, normal: Vector<D>) -> Result<Self, ShapeError> {
        let point = finite("the point of the plane", point)?;
        Ok(Self { point, normal: direction("the normal of the plane", normal)? })
    }

    /// How far in front of the plane a point is, in m; negative behind it.
    #[inline(always)]
    pub fn height(&self, point: &Vector<D>) -> f64 {
        dot(&self.normal, &subtract(point, &self.point))
    }

    /// The point of the plane below a point at this height.
    #[inline(always)]
    pub(crate) fn foot(&self, point: &Vector<D>, height: f64) -> Vector<D> {
        add(point, &scale(&self.normal, -height))
    }
}

impl<const D: usize> Surface<D> for Plane<D> {
    fn bounds(&self) -> Aabb<D> {
        everywhere()
    }

    fn touches(&self, center: &Vector<D>, reach: f64, found: &mut Vec<Touch<D>>) {
        let distance = self.height(center);
        if distance <= reach {
            let point = self.foot(center, distance);
            found.push(Touch { normal: self.normal, distance, feature: 0, point });
        }
    }

    fn is_round_about(&self, _point: &Vector<D>, direction: &Vector<3>) -> bool {
        are_parallel(&in_space(&self.normal), direction)
    }

    fn facets(&self, within: &Aabb<D>) -> Facets<D> {
        let middle = within.middle();
        let foot = self.foot(&middle, self.height(&middle));
        // A square that covers the box, however the plane is turned.
        let square = ring(&foot, &self.normal, 2.0 * length(&within.extent()), 4);
        Facets::polygon(clipped(square, within)).facing(|_| self.normal)
    }
}
