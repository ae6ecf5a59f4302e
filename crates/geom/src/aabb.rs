//! The axis-aligned box.

use crate::Vector;

/// A closed axis-aligned box. `low` must not exceed `high` on any axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<const D: usize> {
    /// The corner with the smallest coordinates.
    pub low: Vector<D>,
    /// The corner with the largest coordinates.
    pub high: Vector<D>,
}

impl<const D: usize> Aabb<D> {
    /// The box that contains nothing and leaves any box it is joined with unchanged.
    pub const EMPTY: Self = Self { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D] };

    /// Whether the two boxes share a point.
    #[inline(always)]
    pub fn touches(&self, other: &Self) -> bool {
        (0..D).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }

    /// Whether the box and the closed sphere share a point.
    #[inline(always)]
    pub fn touches_sphere(&self, center: &Vector<D>, radius: f64) -> bool {
        let mut sum = 0.0;
        for axis in 0..D {
            let outside = (self.low[axis] - center[axis]).max(center[axis] - self.high[axis]);
            let outside = outside.max(0.0);
            sum += outside * outside;
        }
        sum <= radius * radius
    }

    /// The smallest box that contains both; a NaN of the other is passed over.
    #[inline(always)]
    pub fn join(&self, other: &Self) -> Self {
        // Unlike `f64::min` a single instruction.
        let least = |a: f64, b: f64| if b < a { b } else { a };
        let most = |a: f64, b: f64| if b > a { b } else { a };
        Self {
            low: std::array::from_fn(|axis| least(self.low[axis], other.low[axis])),
            high: std::array::from_fn(|axis| most(self.high[axis], other.high[axis])),
        }
    }

    /// The box that contains everything closer than `margin` to this one.
    #[inline(always)]
    pub fn widened(&self, margin: f64) -> Self {
        Self { low: self.low.map(|x| x - margin), high: self.high.map(|x| x + margin) }
    }

    /// The lengths of the sides; zero on every axis for an empty box.
    pub fn extent(&self) -> Vector<D> {
        std::array::from_fn(|axis| (self.high[axis] - self.low[axis]).max(0.0))
    }

    /// The point in the middle.
    #[inline(always)]
    pub fn middle(&self) -> Vector<D> {
        std::array::from_fn(|axis| 0.5 * (self.low[axis] + self.high[axis]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corner_regions_are_round() {
        let unit = Aabb { low: [0.0; 3], high: [1.0; 3] };
        assert!(unit.touches_sphere(&[1.5, 0.5, 0.5], 0.5));
        assert!(!unit.touches_sphere(&[1.5, 1.5, 0.5], 0.7)); // the corner is 0.707 away
        assert!(unit.touches_sphere(&[0.5; 3], 0.0));
    }

    #[test]
    fn an_empty_box_is_neutral() {
        let unit = Aabb { low: [0.0; 2], high: [1.0; 2] };
        assert_eq!(Aabb::EMPTY.join(&unit), unit);
        assert_eq!(Aabb::<2>::EMPTY.extent(), [0.0; 2]);
        assert!(!Aabb::EMPTY.touches(&unit));
    }
}
