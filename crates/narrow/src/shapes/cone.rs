//! The truncated cone as a thin sheet without lids: a hopper, or with equal radii a tube.
//!
//! ```text
//!   away |   c            A body of revolution: the nearest point lies in the half-plane of the axis
//!        |    \           and the centre, where the cone is one segment. A centre on the axis is as near
//!        | o---p---o      to a whole ring; one fixed point of the ring stands for it.
//!        +----------- along
//! ```

use super::axis::Axis;
use super::{Entry, finite};
use crate::mesh::Facet;
use crate::{Facets, ShapeError, Surface, Touch};
use esker_geom::vector::{add, scale};
use esker_geom::{Aabb, Vector};

pub(super) const ENTRY: Entry = Entry {
    name: "cone",
    summary: "truncated cone about an axis (a tube for equal radii), a thin sheet without lids",
    dimensions: &[3],
};

/// A truncated cone; either radius may be zero.
#[derive(Clone, Debug)]
pub struct Cone {
    axis: Axis,
    /// The segment in the half-plane (along the axis, away from it); its rims are features 1 and 2.
    profile: Facet<2>,
}

impl Cone {
    /// The cone about the line through a point along a direction of any length, from one place along
    /// it to another, with the radii there (all in m).
    pub fn new(
        point: Vector<3>,
        direction: Vector<3>,
        range: [f64; 2],
        radii: [f64; 2],
    ) -> Result<Self, ShapeError> {
        let axis = Axis::new(point, direction)?;
        let [low, high] = finite("an end of the cone", range)?;
        if low >= high {
            return Err(ShapeError::Empty { what: "the cone along its axis", low, high });
        }
        let what = "a radius of the cone";
        let radii = finite(what, radii)?;
        if let Some(&value) = radii.iter().find(|&&radius| radius < 0.0) {
            return Err(ShapeError::TooSmall { what, value });
        }
        if radii == [0.0; 2] {
            return Err(ShapeError::TooSmall { what: "the larger radius of the cone", value: 0.0 });
        }
        let profile = Facet::alone([[low, radii[0]], [high, radii[1]]]);
        let profile = profile.ok_or(ShapeError::NotFinite { what: "the size of the cone" })?;
        Ok(Self { axis, profile })
    }
}

impl Surface<3> for Cone {
    fn bounds(&self) -> Aabb<3> {
        // A circle about `direction` reaches radius sqrt(1 - direction_i^2) along axis i.
        let mut bounds = Aabb::EMPTY;
        for [along, radius] in self.profile.corners {
            let middle = add(&self.axis.point, &scale(&self.axis.direction, along));
            let arm = self.axis.direction.map(|x| radius * (1.0 - x * x).max(0.0).sqrt());
            let rim = Aabb {
                low: std::array::from_fn(|i| middle[i] - arm[i]),
                high: std::array::from_fn(|i| middle[i] + arm[i]),
            };
            bounds = bounds.join(&rim);
        }
        bounds
    }

    fn touches(&self, center: &Vector<3>, reach: f64, found: &mut Vec<Touch<3>>) {
        let place = self.axis.locate(center);
        let flat = self.profile.nearest(&[place.along, place.away], 0.0);
        if flat.distance <= reach {
            let lift = |v: &Vector<2>| self.axis.combine(v[0], v[1], &place.outward);
            found.push(Touch {
                normal: lift(&flat.normal),
                distance: flat.distance,
                feature: flat.feature,
                point: add(&self.axis.point, &lift(&flat.point)),
            });
        }
    }

    fn is_round_about(&self, point: &Vector<3>, direction: &Vector<3>) -> bool {
        let [low, high] = self.profile.corners.map(|[_, radius]| radius);
        self.axis.is_that_of(low.max(high), (point, direction))
    }

    fn facets(&self, _within: &Aabb<3>) -> Facets<3> {
        let [first, last] =
            self.profile.corners.map(|[along, radius]| self.axis.ring(along, radius));
        let lines: Vec<_> = first.into_iter().zip(last).map(|(a, b)| vec![a, b]).collect();
        Facets::around(&lines).facing(|point| scale(&self.axis.locate(point).outward, -1.0))
    }
}
