//! The flat round plate, two-sided, with its rim; in two dimensions a segment.

use super::axis::is_on_line;
use super::{Entry, Plane, positive};
use crate::facets::{AROUND, ring};
use crate::{Facets, ShapeError, Surface, Touch};
use esker_geom::vector::{add, in_space, length, normalized, scale, subtract};
use esker_geom::{Aabb, Vector};

pub(super) const ENTRY: Entry = Entry {
    name: "disc",
    summary: "flat round plate with its rim, two-sided; in two dimensions a segment",
    dimensions: &[2, 3],
};

/// A flat round plate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc<const D: usize> {
    plane: Plane<D>,
    radius: f64,
}

impl<const D: usize> Disc<D> {
    /// The plate about a point (m) across a normal of any length.
    pub fn new(middle: Vector<D>, normal: Vector<D>, radius: f64) -> Result<Self, ShapeError> {
        let plane = Plane::new(middle, normal)?;
        Ok(Self { plane, radius: positive("the radius of the disc", radius)? })
    }
}

impl<const D: usize> Surface<D> for Disc<D> {
    fn bounds(&self) -> Aabb<D> {
        let arm = self.plane.normal.map(|x| self.radius * (1.0 - x * x).max(0.0).sqrt());
        Aabb { low: subtract(&self.plane.point, &arm), high: add(&self.plane.point, &arm) }
    }

    /// Feature 0 is the flat, feature 1 the rim.
    fn touches(&self, center: &Vector<D>, reach: f64, found: &mut Vec<Touch<D>>) {
        let height = self.plane.height(center);
        let mut point = self.plane.foot(center, height);
        let mut normal = scale(&self.plane.normal, if height < 0.0 { -1.0 } else { 1.0 });
        let (mut distance, mut feature) = (height.abs(), 0);
        let sideways = subtract(&point, &self.plane.point);
        let away = length(&sideways);
        if away > self.radius {
            point = add(&self.plane.point, &scale(&sideways, self.radius / away));
            let apart = subtract(center, &point);
            normal = normalized(&apart).unwrap_or(normal);
            (distance, feature) = (length(&apart), 1);
        }
        if distance <= reach {
            found.push(Touch { normal, distance, feature, point });
        }
    }

    fn is_round_about(&self, point: &Vector<D>, direction: &Vector<3>) -> bool {
        let middle = in_space(&self.plane.point);
        self.plane.is_round_about(point, direction)
            && is_on_line(&middle, (&in_space(point), direction), self.radius)
    }

    fn facets(&self, _within: &Aabb<D>) -> Facets<D> {
        let Plane { point, normal } = &self.plane;
        Facets::polygon(ring(point, normal, self.radius, AROUND)).facing(|_| *normal)
    }
}
