//! The cylinder without ends, as a vessel or as a rod. One with ends is a [`Cone`](crate::Cone)
//! with equal radii; in two dimensions it is a [`Sphere`](crate::Sphere).

use super::axis::Axis;
use super::{Entry, Side, positive};
use crate::facets::clipped;
use crate::{Facets, ShapeError, Surface, Touch, everywhere};
use esker_geom::vector::{add, length};
use esker_geom::{Aabb, Vector};

pub(super) const ENTRY: Entry = Entry {
    name: "cylinder",
    summary: "round vessel or rod about an axis, one-sided without ends, a thin tube with them",
    dimensions: &[3],
};

/// A cylinder without ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    axis: Axis,
    radius: f64,
    side: Side,
}

impl Cylinder {
    /// The cylinder about the line through a point (m) along a direction of any length.
    pub fn new(
        point: Vector<3>,
        direction: Vector<3>,
        radius: f64,
        side: Side,
    ) -> Result<Self, ShapeError> {
        let axis = Axis::new(point, direction)?;
        Ok(Self { axis, radius: positive("the radius of the cylinder", radius)?, side })
    }
}

impl Surface<3> for Cylinder {
    fn bounds(&self) -> Aabb<3> {
        everywhere()
    }

    fn touches(&self, center: &Vector<3>, reach: f64, found: &mut Vec<Touch<3>>) {
        let place = self.axis.locate(center);
        let (normal, distance) = self.side.seen(&place.outward, place.away - self.radius);
        if distance <= reach {
            let from_axis = self.axis.combine(place.along, self.radius, &place.outward);
            let point = add(&self.axis.point, &from_axis);
            found.push(Touch { normal, distance, feature: 0, point });
        }
    }

    fn is_round_about(&self, point: &Vector<3>, direction: &Vector<3>) -> bool {
        self.axis.is_that_of(self.radius, (point, direction))
    }

    /// Its straight lines, cut off at the box.
    fn facets(&self, within: &Aabb<3>) -> Facets<3> {
        let (along, size) = (self.axis.locate(&within.middle()).along, length(&within.extent()));
        let [below, above] =
            [along - size, along + size].map(|end| self.axis.ring(end, self.radius));
        let lines = below.into_iter().zip(above).map(|(below, above)| vec![below, above]);
        let lines: Vec<_> = lines.map(|line| clipped(line, within)).collect();
        Facets::around(&lines)
            .facing(|point| self.side.seen(&self.axis.locate(point).outward, 0.0).0)
    }
}
