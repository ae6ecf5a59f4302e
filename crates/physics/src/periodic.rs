//! Periodic directions: where bodies are in the box, and where they would be without it.
//!
//! ```text
//!      ┆ a ●●  b ○○ ┆        Two bodies meet at most once if the box is longer than twice the
//!      ┆←── L ─────→┆        distance at which they act on each other: L > 2 (r + r + reach).
//! ```

use crate::world::World;
use esker_geom::Vector;

/// The lengths of periodic boxes (m); infinite along axes that are not periodic.
pub(crate) fn lengths<const D: usize>(periodic: &[Option<[f64; 2]>; D]) -> Vector<D> {
    periodic.map(|ends| ends.map_or(f64::INFINITY, |[low, high]| high - low))
}

/// Makes the difference of two places, the first D of these numbers, the one through a periodic face
/// if that is nearer.
#[inline(always)]
pub(crate) fn nearest_image<const D: usize>(apart: &mut [f64], period: &Vector<D>) {
    for (apart, &length) in apart.iter_mut().zip(period) {
        if length.is_finite() {
            *apart -= length * (*apart / length).round();
        }
    }
}

/// How many periodic boxes a coordinate is away from the one it belongs to.
pub(crate) fn boxes_away(coordinate: f64, [low, high]: [f64; 2]) -> f64 {
    ((coordinate - low) / (high - low)).floor()
}

/// A point put into the periodic box.
pub(crate) fn wrapped<const D: usize>(
    point: &Vector<D>,
    periodic: &[Option<[f64; 2]>; D],
) -> Vector<D> {
    std::array::from_fn(|axis| match periodic[axis] {
        Some([low, high]) => point[axis] - boxes_away(point[axis], [low, high]) * (high - low),
        None => point[axis],
    })
}

impl<const D: usize> World<D> {
    /// Where a body is (m) inside the periodic box; its position may be a little outside until the
    /// list of near pairs is made anew.
    pub fn wrapped_position(&self, place: usize) -> Vector<D> {
        wrapped(&self.bodies.position[place], &self.periodic)
    }

    /// The centre of a body in the periodic box (m), and of its images in the boxes around.
    pub(crate) fn images(&self, place: usize) -> impl Iterator<Item = Vector<D>> {
        let center = self.wrapped_position(place);
        let lengths = self.periodic.map(|ends| ends.map(|[low, high]| high - low));
        (0..3i32.pow(D as u32)).filter_map(move |code| {
            let mut image = center;
            for axis in 0..D {
                let boxes = code / 3i32.pow(axis as u32) % 3 - 1;
                image[axis] += match (lengths[axis], boxes) {
                    (_, 0) => 0.0,
                    (None, _) => return None,
                    (Some(length), _) => f64::from(boxes) * length,
                };
            }
            Some(image)
        })
    }

    /// Where a body would be (m) if periodic faces had not put it back into the box.
    pub fn unwrapped_position(&self, place: usize) -> Vector<D> {
        let position = &self.bodies.position[place];
        let Some(image) = self.bodies.image.get(place) else { return *position };
        std::array::from_fn(|axis| match self.periodic[axis] {
            Some([low, high]) => position[axis] + f64::from(image[axis]) * (high - low),
            None => position[axis],
        })
    }
}
