//! Where a wall is: from the frame of its shape into space and back.

use esker_geom::rotation::{NO_ROTATION, Rotation, inverse, rotate};
use esker_geom::vector::{add, from_space, in_space, subtract};
use esker_geom::{Aabb, Vector};

/// A place and an orientation: a point p of the shape is at R p + t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<const D: usize> {
    /// Where the origin of the shape's frame is (m).
    pub translation: Vector<D>,
    /// How the frame is turned; in the plane, about the third axis.
    pub rotation: Rotation,
}

impl<const D: usize> Default for Pose<D> {
    /// The shape's frame is that of space.
    fn default() -> Self {
        Self { translation: [0.0; D], rotation: NO_ROTATION }
    }
}

impl<const D: usize> Pose<D> {
    /// A point of space (m), as the shape sees it.
    #[inline]
    pub fn into_shape(&self, point: &Vector<D>) -> Vector<D> {
        let apart = subtract(point, &self.translation);
        if self.rotation == NO_ROTATION {
            return apart;
        }
        from_space(&rotate(&inverse(&self.rotation), &in_space(&apart)))
    }

    /// A point of the shape (m), in space.
    #[inline]
    pub fn into_space(&self, point: &Vector<D>) -> Vector<D> {
        add(&self.turn(point), &self.translation)
    }

    /// A direction of the shape, in space.
    #[inline]
    pub fn turn(&self, direction: &Vector<D>) -> Vector<D> {
        // Most walls never turn.
        if self.rotation == NO_ROTATION {
            return *direction;
        }
        from_space(&rotate(&self.rotation, &in_space(direction)))
    }
}

/// The smallest box around the corners of a box, each taken somewhere else.
pub(super) fn box_of_mapped<const D: usize>(
    bounds: &Aabb<D>,
    map: impl Fn(&Vector<D>) -> Vector<D>,
) -> Aabb<D> {
    let corner = |number: usize| {
        let end =
            |axis: usize| if number >> axis & 1 == 0 { bounds.low } else { bounds.high }[axis];
        let corner = map(&std::array::from_fn(end));
        Aabb { low: corner, high: corner }
    };
    (0..1 << D).map(corner).fold(Aabb::EMPTY, |all, one| all.join(&one))
}
