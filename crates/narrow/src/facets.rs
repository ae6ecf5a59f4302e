//! Drawings of surfaces: triangles in space, segments in the plane.
//!
//! ```text
//!      _.-""-._        Round shapes: 48 lines that lie on the surface, straight ones or
//!    .' /    \ '.      meridians, and strips between neighbours. Every vertex is a point of the
//!    | |      | |      surface; areas fall short by 0.4 % at most.
//! ```
//!
//! A facet winds as those of a mesh do: counterclockwise in space, and in the plane with its normal
//! to the right of the way from the first corner to the second.

use crate::mesh::area_vector;
use crate::shapes::sideways;
use esker_geom::vector::{add, cross, dot, from_space, in_space, length, scale, subtract};
use esker_geom::{Aabb, Vector};
use std::f64::consts::TAU;

/// How many lines a round shape is drawn with.
pub(crate) const AROUND: usize = 48;
/// What sticks out of a box by less than this share of its size is inside.
const SLACK: f64 = 1e-13;
/// A facet thinner than this share of its length has no extent.
const THIN: f64 = 1e-12;

/// A drawing of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facets<const D: usize> {
    /// Points of the surface (m).
    pub vertices: Vec<Vector<D>>,
    /// The corners of each facet, as numbers of vertices; the normal points to where bodies are.
    pub facets: Vec<[u32; D]>,
}

impl<const D: usize> Facets<D> {
    /// A convex polygon, in the plane a segment; nothing of fewer corners than a facet has.
    pub(crate) fn polygon(vertices: Vec<Vector<D>>) -> Self {
        let mut drawing = Self { vertices, facets: Vec::new() };
        for end in D..=drawing.vertices.len() {
            drawing.push(&[0, end + 1 - D, end - 1]);
        }
        drawing
    }

    /// Strips between neighbouring lines, the last one beside the first; where a line ends early
    /// there is nothing. In the plane a line is a point and a strip a segment.
    pub(crate) fn around(lines: &[Vec<Vector<D>>]) -> Self {
        let mut drawing = Self { vertices: lines.concat(), facets: Vec::new() };
        let first = |line: usize| lines[..line].iter().map(Vec::len).sum::<usize>();
        for line in 0..lines.len() {
            let next = (line + 1) % lines.len();
            let (here, there) = (first(line), first(next));
            for k in 0..lines[line].len().min(lines[next].len()) {
                let (here, there) = (here + k, there + k);
                match D {
                    2 => drawing.push(&[here, there, there]),
                    _ if k == 0 => {}
                    _ => {
                        drawing.push(&[here - 1, there - 1, there]);
                        drawing.push(&[here - 1, there, here]);
                    }
                }
            }
        }
        drawing
    }

    /// Adds a facet of the first D of three vertices, if it has an extent.
    fn push(&mut self, vertices: &[usize; 3]) {
        let facet = std::array::from_fn(|k| vertices[k] as u32);
        let corners = self.corners(&facet);
        let sides = corners.iter().map(|corner| length(&subtract(corner, &corners[0])));
        let longest = sides.fold(0.0, f64::max);
        if length(&area_vector(&corners)) > THIN * longest.powi(D as i32 - 1) {
            self.facets.push(facet);
        }
    }

    fn corners(&self, facet: &[u32; D]) -> [Vector<D>; D] {
        facet.map(|vertex| self.vertices[vertex as usize])
    }

    /// The same drawing with every normal turned to where bodies are as seen from a facet's middle.
    pub(crate) fn facing(mut self, bodies: impl Fn(&Vector<D>) -> Vector<D>) -> Self {
        for index in 0..self.facets.len() {
            let corners = self.corners(&self.facets[index]);
            let sum = corners.iter().fold([0.0; D], |sum, corner| add(&sum, corner));
            let normal = bodies(&scale(&sum, 1.0 / D as f64));
            if dot(&area_vector(&corners), &normal) < 0.0 {
                self.facets[index].swap(0, 1);
            }
        }
        self
    }

    /// Adds another drawing.
    pub(crate) fn join(&mut self, other: &Self) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(&other.vertices);
        self.facets.extend(other.facets.iter().map(|facet| facet.map(|vertex| vertex + first)));
    }
}

/// So many angles (rad) of a full turn.
pub(crate) fn angles(count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(move |index| TAU * index as f64 / count as f64)
}

/// The corners of a regular polygon about a point, across a normal of length one; in the plane the
/// two ends of a segment.
pub(crate) fn ring<const D: usize>(
    middle: &Vector<D>,
    normal: &Vector<D>,
    radius: f64,
    corners: usize,
) -> Vec<Vector<D>> {
    let normal = in_space(normal);
    let first = if D == 2 { cross(&[0.0, 0.0, 1.0], &normal) } else { sideways(&normal) };
    let second = cross(&normal, &first);
    let corner = |angle: f64| {
        let arm = add(&scale(&first, angle.cos()), &scale(&second, angle.sin()));
        add(middle, &scale(&from_space(&arm), radius))
    };
    angles(if D == 2 { 2 } else { corners }).map(corner).collect()
}

/// A convex polygon or a segment, cut off at the faces of a box; empty if it is outside, or if the
/// box has no end. What is left lies in the box to the last bit.
pub(crate) fn clipped<const D: usize>(
    mut polygon: Vec<Vector<D>>,
    within: &Aabb<D>,
) -> Vec<Vector<D>> {
    let size = length(&within.extent());
    if !size.is_finite() {
        return Vec::new();
    }
    let outer = within.widened(SLACK * size);
    for axis in 0..D {
        for (face, sign) in [(outer.low[axis], 1.0), (outer.high[axis], -1.0)] {
            polygon = cut(&polygon, |point| sign * (point[axis] - face));
        }
    }
    for point in &mut polygon {
        for axis in 0..D {
            point[axis] = point[axis].max(within.low[axis]).min(within.high[axis]);
        }
    }
    polygon
}

/// The part of a convex polygon or a segment where a linear function is not negative.
fn cut<const D: usize>(
    polygon: &[Vector<D>],
    height: impl Fn(&Vector<D>) -> f64,
) -> Vec<Vector<D>> {
    let mut kept = Vec::new();
    for (index, point) in polygon.iter().enumerate() {
        if height(point) >= 0.0 {
            kept.push(*point);
        }
        let next = (index + 1) % polygon.len();
        let [here, there] = [height(point), height(&polygon[next])];
        // A segment has one side, a polygon as many as corners.
        if (here >= 0.0) != (there >= 0.0) && (polygon.len() > 2 || next > 0) {
            let way = subtract(&polygon[next], point);
            kept.push(add(point, &scale(&way, here / (here - there))));
        }
    }
    kept
}
