//! The few operations on vectors that the rest stands on.

use crate::Vector;

/// The sum of two vectors.
#[inline(always)]
pub fn add<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

/// The vector from `b` to `a`.
#[inline(always)]
pub fn subtract<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// A vector times a number.
#[inline(always)]
pub fn scale<const D: usize>(a: &Vector<D>, factor: f64) -> Vector<D> {
    a.map(|x| x * factor)
}

/// The inner product.
#[inline(always)]
pub fn dot<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> f64 {
    // Not from zero: the compiler must keep an addition to it, for the sign of zeros.
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

/// The length.
#[inline(always)]
pub fn length<const D: usize>(a: &Vector<D>) -> f64 {
    dot(a, a).sqrt()
}

/// The vector of length one in the same direction; nothing for a vector without a direction.
#[inline(always)]
pub fn normalized<const D: usize>(a: &Vector<D>) -> Option<Vector<D>> {
    let length = length(a);
    (length > 0.0 && length.is_finite()).then(|| a.map(|x| x / length))
}

/// The outer product in space.
#[inline(always)]
pub fn cross(a: &Vector<3>, b: &Vector<3>) -> Vector<3> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The vector with zeros for the axes it lacks: a plane is the floor of a space.
#[inline(always)]
pub fn in_space<const D: usize>(a: &Vector<D>) -> Vector<3> {
    std::array::from_fn(|axis| if axis < D { a[axis] } else { 0.0 })
}

/// The first D coordinates of a vector in space.
#[inline(always)]
pub fn from_space<const D: usize>(a: &Vector<3>) -> Vector<D> {
    std::array::from_fn(|axis| a[axis])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outer_product_is_normal_to_both() {
        let (a, b) = ([1.0, 2.0, 3.0], [-2.0, 0.5, 4.0]);
        assert_eq!(dot(&cross(&a, &b), &a), 0.0);
        assert_eq!(dot(&cross(&a, &b), &b), 0.0);
    }

    #[test]
    fn nothing_has_no_direction() {
        assert_eq!(normalized(&[0.0, 0.0]), None);
        assert_eq!(normalized(&[3.0, 4.0]), Some([0.6, 0.8]));
        assert_eq!(from_space::<2>(&in_space(&[1.0, 2.0])), [1.0, 2.0]);
    }
}
