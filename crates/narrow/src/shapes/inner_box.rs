//! The box with bodies inside: each of its 2 D faces is a plane of its own.

use super::{Entry, Plane, finite};
use crate::{Facets, ShapeError, Surface, Touch, everywhere};
use esker_geom::{Aabb, Vector};

pub(super) const ENTRY: Entry = Entry {
    name: "box",
    summary: "box along the axes, bodies inside; every face touches by itself",
    dimensions: &[2, 3],
};

/// A box along the axes that holds bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InnerBox<const D: usize> {
    walls: Aabb<D>,
}

impl<const D: usize> InnerBox<D> {
    /// The box with these corners (m).
    pub fn new(walls: Aabb<D>) -> Result<Self, ShapeError> {
        let low = finite("the low corner of the box", walls.low)?;
        let high = finite("the high corner of the box", walls.high)?;
        match (0..D).find(|&axis| low[axis] >= high[axis]) {
            None => Ok(Self { walls }),
            Some(axis) => Err(ShapeError::Empty {
                what: ["the box along x", "the box along y", "the box along z"][axis],
                low: low[axis],
                high: high[axis],
            }),
        }
    }
}

impl<const D: usize> Surface<D> for InnerBox<D> {
    fn bounds(&self) -> Aabb<D> {
        everywhere()
    }

    /// Feature `2 axis` is the low face of an axis, the next number its high one.
    fn touches(&self, center: &Vector<D>, reach: f64, found: &mut Vec<Touch<D>>) {
        for axis in 0..D {
            for (side, wall, sign) in
                [(0, self.walls.low[axis], 1.0), (1, self.walls.high[axis], -1.0)]
            {
                let distance = sign * (center[axis] - wall);
                if distance <= reach {
                    let (mut normal, mut point) = ([0.0; D], *center);
                    (normal[axis], point[axis]) = (sign, wall);
                    found.push(Touch { normal, distance, feature: 2 * axis as u32 + side, point });
                }
            }
        }
    }

    fn facets(&self, _within: &Aabb<D>) -> Facets<D> {
        let mut drawing = Facets::default();
        for axis in 0..D {
            for (point, sign) in [(self.walls.low, 1.0), (self.walls.high, -1.0)] {
                let mut normal = [0.0; D];
                normal[axis] = sign;
                drawing.join(&Plane { point, normal }.facets(&self.walls));
            }
        }
        drawing
    }
}
