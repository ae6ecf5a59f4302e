//! Periodic directions: where bodies are without them, and when a box is large enough.
//!
//! ```text
//!      ┆ a ●●  b ○○ ┆        Two bodies meet at most once if the box is longer than twice the
//!      ┆←── L ─────→┆        distance at which they act on each other: L > 2 (r + r + reach).
//! ```

use crate::world::World;
use esker_geom::Vector;
use std::fmt;

/// Why a periodic direction cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct BadPeriod {
    /// The axis, from 0.
    pub axis: usize,
    /// The length of the box (m).
    pub length: f64,
    /// The largest radius (m).
    pub largest_radius: f64,
    /// The length (m) that the box must exceed.
    pub needed: f64,
}

impl fmt::Display for BadPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, largest_radius, needed, .. } = self;
        let name = ["x", "y", "z"].get(self.axis).unwrap_or(&"?");
        write!(
            f,
            "the periodic box is {length} m long along {name}; a largest radius of \
             {largest_radius} m needs more than {needed} m, so that no two bodies touch on both sides"
        )
    }
}

impl std::error::Error for BadPeriod {}

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

    /// Whether every periodic direction is long enough for the bodies there are and the law of
    /// contact.
    pub fn check_periodic(&self) -> Result<(), BadPeriod> {
        let largest_radius = self.bodies.radius.iter().copied().fold(0.0, f64::max);
        let reach = self.model.reach(&self.materials, largest_radius);
        let needed = 4.0 * largest_radius + 2.0 * reach;
        for (axis, ends) in self.periodic.iter().enumerate() {
            let Some([low, high]) = ends else { continue };
            let length = high - low;
            if !(length > needed && length.is_finite()) {
                return Err(BadPeriod { axis, length, largest_radius, needed });
            }
        }
        Ok(())
    }
}
