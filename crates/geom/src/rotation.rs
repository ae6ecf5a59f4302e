//! Rotations as unit quaternions `[w, x, y, z]`; in the plane they turn about the third axis.

use crate::Vector;
use crate::vector::{add, cross, scale};

/// A rotation as a unit quaternion, the real part first.
pub type Rotation = [f64; 4];

/// The rotation that changes nothing.
pub const NO_ROTATION: Rotation = [1.0, 0.0, 0.0, 0.0];

/// The rotation by `angle` about an axis of length one, by the right-hand rule.
pub fn about_axis(axis: &Vector<3>, angle: f64) -> Rotation {
    let (sine, cosine) = (0.5 * angle).sin_cos();
    [cosine, sine * axis[0], sine * axis[1], sine * axis[2]]
}

/// First `b`, then `a`.
#[inline(always)]
pub fn compose(a: &Rotation, b: &Rotation) -> Rotation {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

/// The rotation that undoes this one.
pub fn inverse(rotation: &Rotation) -> Rotation {
    [rotation[0], -rotation[1], -rotation[2], -rotation[3]]
}

/// A vector, turned.
#[inline(always)]
pub fn rotate(rotation: &Rotation, vector: &Vector<3>) -> Vector<3> {
    let imaginary = [rotation[1], rotation[2], rotation[3]];
    let twice = scale(&cross(&imaginary, vector), 2.0);
    add(&add(vector, &scale(&twice, rotation[0])), &cross(&imaginary, &twice))
}

/// The rotation after turning for a time with a spin in rad/s, of length one to rounding.
///
/// The exact exponential of a constant spin, then one Newton step towards length one: a rotation stays
/// a rotation for any number of steps.
#[inline(always)]
pub fn advance(rotation: &Rotation, spin: &Vector<3>, time: f64) -> Rotation {
    let speed = crate::vector::length(spin);
    let (sine, cosine) = (0.5 * speed * time).sin_cos();
    let share = if speed > 0.0 { sine / speed } else { 0.0 };
    let turned = compose(&[cosine, share * spin[0], share * spin[1], share * spin[2]], rotation);
    let square: f64 = turned.iter().map(|part| part * part).sum();
    turned.map(|part| part * (1.5 - 0.5 * square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let turned = rotate(&about_axis(&[0.0, 0.0, 1.0], 0.5 * PI), &[1.0, 0.0, 0.0]);
        assert!((turned[0].abs() + (turned[1] - 1.0).abs() + turned[2].abs()) < 1e-15);
    }

    #[test]
    fn a_rotation_stays_a_rotation_over_a_million_steps() {
        let mut rotation = NO_ROTATION;
        for _ in 0..1_000_000 {
            rotation = advance(&rotation, &[3.0, -4.0, 12.0], 1e-3);
        }
        let square: f64 = rotation.iter().map(|part| part * part).sum();
        assert!((square - 1.0).abs() < 1e-15);
        let whole = about_axis(&[3.0 / 13.0, -4.0 / 13.0, 12.0 / 13.0], 13.0 * 1000.0);
        let apart = compose(&inverse(&whole), &rotation);
        assert!(apart[1].abs() + apart[2].abs() + apart[3].abs() < 1e-8);
    }
}
