//! Vectors, boxes and spheres for D = 2 and 3.
//!
//! A vector is a plain array, so that a caller's data needs no conversion; the functions here are the
//! few that contact detection and contact laws share. One of them is a definition the whole project
//! stands on: [`spheres_touch`] says when two closed spheres overlap, to the last bit.
//!
//! ```
//! use esker_geom::{Aabb, spheres_touch};
//! assert!(spheres_touch(&[0.0, 0.0], 0.5, &[1.0, 0.0], 0.5)); // touching counts
//! let region = Aabb { low: [0.0, 0.0], high: [1.0, 1.0] };
//! assert!(region.touches_sphere(&[1.5, 0.5], 0.5));
//! ```

mod aabb;
pub mod rotation;
pub mod vector;

pub use aabb::Aabb;

/// A point or direction in D dimensions.
pub type Vector<const D: usize> = [f64; D];

/// The square of the distance between two points.
#[inline(always)]
pub fn distance_squared<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> f64 {
    let mut sum = 0.0;
    for axis in 0..D {
        let difference = a[axis] - b[axis];
        sum += difference * difference;
    }
    sum
}

/// Whether two closed spheres overlap; touching counts.
///
/// The order of the operations is part of the definition (axis by axis, no fused multiply-add), so
/// that a vectorised twin decides every pair the same way, exactly touching ones included.
#[inline(always)]
pub fn spheres_touch<const D: usize>(
    center_a: &Vector<D>,
    radius_a: f64,
    center_b: &Vector<D>,
    radius_b: f64,
) -> bool {
    let reach = radius_a + radius_b;
    distance_squared(center_a, center_b) <= reach * reach
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_counts_and_a_gap_does_not() {
        assert!(spheres_touch(&[0.0, 0.0, 0.0], 0.5, &[0.0, 1.0, 0.0], 0.5));
        assert!(!spheres_touch(&[0.0, 0.0, 0.0], 0.5, &[0.0, 1.0 + 1e-12, 0.0], 0.5));
        assert!(spheres_touch(&[3.0, 4.0], 0.0, &[3.0, 4.0], 0.0));
    }
}
