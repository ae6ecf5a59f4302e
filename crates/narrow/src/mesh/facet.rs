//! One facet of a mesh: a triangle in space, a segment in the plane; flat, thin, two-sided.
//!
//! ```text
//!          corner         A foot (the centre dropped onto the facet's plane) is over the face, beyond one side
//!      beyond  /\         and between its ends, or beyond a corner. The regions are told apart by the
//!      side   /  \        signs of lengths, never by comparing distances: near a border those
//!            / face\      agree to half the digits only.
//!           '--------'
//! ```

use crate::{Plane, Touch};
use esker_geom::vector::{add, cross, dot, from_space, in_space, length, normalized};
use esker_geom::vector::{scale, subtract};
use esker_geom::{Vector, distance_squared};

/// The numbers by which a facet's parts are known; neighbours share those of common parts.
#[derive(Clone, Debug)]
pub(crate) struct Numbers<const D: usize> {
    pub face: u32,
    /// Side `i` is opposite to corner `i`.
    pub sides: [u32; D],
    pub corners: [u32; D],
}

/// A simplex of D corners in D dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Facet<const D: usize> {
    pub corners: [Vector<D>; D],
    pub numbers: Numbers<D>,
    /// The plane it shares with coplanar neighbours.
    plane: Plane<D>,
    /// In the plane, of length one, from side `i` towards corner `i`.
    inward: [Vector<D>; D],
}

/// Across the facet, as long as its area (in the plane: its length); outward if it winds outward.
pub(crate) fn area_vector<const D: usize>(corners: &[Vector<D>; D]) -> Vector<D> {
    let first = in_space(&subtract(&corners[1], &corners[0]));
    if D == 2 {
        return from_space(&cross(&first, &[0.0, 0.0, 1.0]));
    }
    let second = in_space(&subtract(&corners[D - 1], &corners[0]));
    scale(&from_space(&cross(&first, &second)), 0.5)
}

impl<const D: usize> Facet<D> {
    /// The facet on a plane that holds its corners to rounding; none if two corners coincide.
    pub fn new(corners: [Vector<D>; D], plane: Plane<D>, numbers: Numbers<D>) -> Option<Self> {
        let mut inward = [[0.0; D]; D];
        for i in 0..D {
            let (from, to) = (corners[(i + 1) % D], corners[(i + D - 1) % D]);
            let along = if D == 2 { [0.0, 0.0, 1.0] } else { in_space(&subtract(&to, &from)) };
            let across = from_space(&cross(&in_space(&plane.normal), &along));
            let sign = dot(&across, &subtract(&corners[i], &from)).signum();
            inward[i] = scale(&normalized(&across)?, sign);
        }
        Some(Self { corners, numbers, plane, inward })
    }

    /// A facet without neighbours: its face is number 0, its corners are numbered from 1.
    pub fn alone(corners: [Vector<D>; D]) -> Option<Self> {
        let normal = normalized(&area_vector(&corners))?;
        let numbers =
            Numbers { face: 0, sides: [0; D], corners: std::array::from_fn(|i| i as u32 + 1) };
        Self::new(corners, Plane { point: corners[0], normal }, numbers)
    }

    /// The nearest point, if it is within `reach` (m): mostly the plane alone says no.
    #[inline]
    pub fn nearest_within(&self, center: &Vector<D>, reach: f64, slack: f64) -> Option<Touch<D>> {
        if self.plane.height(center).abs() > reach {
            return None;
        }
        Some(self.nearest(center, slack)).filter(|touch| touch.distance <= reach)
    }

    /// The nearest point. A foot that leaves the facet by no more than `slack` (m) is still over its
    /// face: coplanar neighbours then say the same about a foot on their common side.
    #[inline]
    pub fn nearest(&self, center: &Vector<D>, slack: f64) -> Touch<D> {
        let height = self.plane.height(center);
        let foot = self.plane.foot(center, height);
        let normal = if height < 0.0 { scale(&self.plane.normal, -1.0) } else { self.plane.normal };
        match self.border_near(center, &foot) {
            Some((point, feature)) if distance_squared(&point, &foot) > slack * slack => {
                let apart = subtract(center, &point);
                let normal = normalized(&apart).unwrap_or(normal);
                Touch { normal, distance: length(&apart), feature, point }
            }
            _ => Touch { normal, distance: height.abs(), feature: self.numbers.face, point: foot },
        }
    }

    /// The point of the border that is nearest to a centre whose foot is outside; none if it is inside.
    #[inline]
    fn border_near(&self, center: &Vector<D>, foot: &Vector<D>) -> Option<(Vector<D>, u32)> {
        let depths: [f64; D] = std::array::from_fn(|i| self.depth(i, foot));
        if depths.iter().all(|&depth| depth >= 0.0) {
            return None;
        }
        for i in (0..D).filter(|&i| depths[i] < 0.0) {
            let (mut from, mut to) = ((i + 1) % D, (i + D - 1) % D);
            if self.numbers.corners[from] > self.numbers.corners[to] {
                (from, to) = (to, from); // the same numbers to the last bit for both neighbours
            }
            let side = subtract(&self.corners[to], &self.corners[from]);
            // In the plane a side is a corner and has no between: the share is NaN.
            let share = dot(&side, &subtract(center, &self.corners[from])) / dot(&side, &side);
            if share > 0.0 && share < 1.0 {
                let point = add(&self.corners[from], &scale(&side, share));
                return Some((point, self.numbers.sides[i]));
            }
        }
        let apart = |&i: &usize| distance_squared(&self.corners[i], foot);
        let nearest = (0..D).min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
        Some((self.corners[nearest], self.numbers.corners[nearest]))
    }

    /// How far inside side `i` a point is, in m; negative outside.
    #[inline(always)]
    fn depth(&self, i: usize, point: &Vector<D>) -> f64 {
        dot(&self.inward[i], &subtract(point, &self.corners[(i + 1) % D]))
    }

    /// Whether a point of the plane lies within, or outside by no more than `tolerance` (m).
    #[inline]
    fn covers(&self, point: &Vector<D>, tolerance: f64) -> bool {
        (0..D).all(|i| self.depth(i, point) >= -tolerance)
    }

    /// Whether a point is one of the facet's, to `tolerance` (m).
    #[inline]
    pub fn holds(&self, point: &Vector<D>, tolerance: f64) -> bool {
        self.plane.height(point).abs() <= tolerance && self.covers(point, tolerance)
    }

    /// Whether the facet stands between two points, clear of both by `tolerance` (m).
    #[inline]
    pub fn separates(&self, a: &Vector<D>, b: &Vector<D>, tolerance: f64) -> bool {
        let (above, below) = (self.plane.height(a), self.plane.height(b));
        if above.abs() <= tolerance || below.abs() <= tolerance || (above > 0.0) == (below > 0.0) {
            return false;
        }
        let share = above / (above - below);
        self.covers(&add(a, &scale(&subtract(b, a), share)), tolerance)
    }
}
