//! The sphere, as a vessel or as a ball; in two dimensions the circle.

use super::axis::is_on_line;
use super::{Entry, Side, finite, positive};
use crate::facets::{AROUND, angles};
use crate::{Facets, ShapeError, Surface, Touch, everywhere};
use esker_geom::vector::{add, from_space, in_space, length, normalized, scale, subtract};
use esker_geom::{Aabb, Vector};
use std::f64::consts::PI;

pub(super) const ENTRY: Entry = Entry {
    name: "sphere",
    summary: "round vessel or ball, one-sided; in two dimensions a circle",
    dimensions: &[2, 3],
};

/// A sphere that bodies are within or without.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<const D: usize> {
    middle: Vector<D>,
    radius: f64,
    side: Side,
}

impl<const D: usize> Sphere<D> {
    /// The sphere about a point (both in m).
    pub fn new(middle: Vector<D>, radius: f64, side: Side) -> Result<Self, ShapeError> {
        let middle = finite("the middle of the sphere", middle)?;
        Ok(Self { middle, radius: positive("the radius of the sphere", radius)?, side })
    }
}

impl<const D: usize> Surface<D> for Sphere<D> {
    fn bounds(&self) -> Aabb<D> {
        match self.side {
            Side::Inside => everywhere(),
            Side::Outside => Aabb { low: self.middle, high: self.middle }.widened(self.radius),
        }
    }

    fn touches(&self, center: &Vector<D>, reach: f64, found: &mut Vec<Touch<D>>) {
        let apart = subtract(center, &self.middle);
        // In the very middle every direction is as good: the first axis it is.
        let first_axis = std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
        let outward = normalized(&apart).unwrap_or(first_axis);
        let (normal, distance) = self.side.seen(&outward, length(&apart) - self.radius);
        if distance <= reach {
            let point = add(&self.middle, &scale(&outward, self.radius));
            found.push(Touch { normal, distance, feature: 0, point });
        }
    }

    fn is_round_about(&self, point: &Vector<D>, direction: &Vector<3>) -> bool {
        is_on_line(&in_space(&self.middle), (&in_space(point), direction), self.radius)
    }

    fn facets(&self, _within: &Aabb<D>) -> Facets<D> {
        // Points of a meridian from pole to pole; in the plane the equator is all.
        let rows = if D == 2 { 0 } else { AROUND / 2 };
        let meridian = |angle: f64| {
            let point = |row: usize| {
                let tilt = PI * (row as f64 - 0.5 * rows as f64) / rows.max(1) as f64;
                let away = tilt.cos();
                let arm = from_space(&[away * angle.cos(), away * angle.sin(), tilt.sin()]);
                add(&self.middle, &scale(&arm, self.radius))
            };
            (0..=rows).map(point).collect()
        };
        let lines: Vec<Vec<Vector<D>>> = angles(AROUND).map(meridian).collect();
        Facets::around(&lines).facing(|point| self.side.seen(&subtract(point, &self.middle), 0.0).0)
    }
}
