//! Walls: triangles cut and turned into camera space, and the lines worth drawing.
//!
//! ```text
//!    ┌──────┐       A line is drawn where a wall ends, where it bends by more than 30 degrees, and
//!    │╲     │       where it turns away from the viewer: then both triangles lie on one side of
//!    │  ╲   │       their common edge on paper. The diagonal of a flat face is none of these.
//!    └──────┘
//! ```
//!
//! None of the three depends on which way round the corners of a triangle are given.

use super::Cut;
use super::camera::{Camera, drawable};
use crate::WallFacets;
use esker_geom::vector::{add, cross, dot, normalized, scale, subtract};

/// A triangle in camera space (m).
pub(super) type Facet = [[f64; 3]; 3];

/// The cosine of the bend from which on an edge is a line.
const BEND: f64 = 0.866;

/// All triangles of the walls that the cut leaves, in camera space.
pub(super) fn facets(walls: &[WallFacets], camera: &Camera, cut: Option<&Cut>) -> Vec<Facet> {
    let mut facets = Vec::new();
    for wall in walls {
        for triangle in &wall.triangles {
            let corners = triangle.map(|corner| wall.vertices.get(corner as usize));
            let [Some(a), Some(b), Some(c)] = corners else { continue };
            if ![a, b, c].into_iter().all(drawable) {
                continue;
            }
            let left = match cut {
                Some(cut) => clipped(&[*a, *b, *c], &cut.normal, dot(&cut.point, &cut.normal)),
                None => vec![*a, *b, *c],
            };
            // Negative zeros would make two of one corner.
            let turned: Vec<_> =
                left.iter().map(|corner| camera.space(corner).map(|x| x + 0.0)).collect();
            facets.extend(fan(&turned));
        }
    }
    facets
}

/// A convex polygon as triangles.
pub(super) fn fan(polygon: &[[f64; 3]]) -> impl Iterator<Item = Facet> + '_ {
    (2..polygon.len()).map(|last| [polygon[0], polygon[last - 1], polygon[last]])
}

/// The part of a polygon where x · normal does not exceed the offset.
pub(super) fn clipped(polygon: &[[f64; 3]], normal: &[f64; 3], offset: f64) -> Vec<[f64; 3]> {
    let beyond = |corner: &[f64; 3]| dot(corner, normal) - offset;
    let mut left = Vec::with_capacity(polygon.len() + 1);
    for (index, from) in polygon.iter().enumerate() {
        let to = &polygon[(index + 1) % polygon.len()];
        let (here, there) = (beyond(from), beyond(to));
        if here <= 0.0 {
            left.push(*from);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            // From the kept to the removed end: both triangles of an edge get the same corner.
            let (kept, gone, depth) = if here < 0.0 { (from, to, here) } else { (to, from, there) };
            let share = depth.abs() / (here - there).abs();
            left.push(add(kept, &scale(&subtract(gone, kept), share)));
        }
    }
    left
}

/// The unit vector normal to a triangle; nothing if it has no area.
pub(super) fn normal(facet: &Facet) -> Option<[f64; 3]> {
    normalized(&cross(&subtract(&facet[1], &facet[0]), &subtract(&facet[2], &facet[0])))
}

/// An edge of a triangle, its ends in order.
struct Edge {
    ends: [[f64; 3]; 2],
    opposite: [f64; 3],
    facet: usize,
}

/// The lines that show the shape of the walls, each once, in camera space.
pub(super) fn lines(facets: &[Facet], camera: &Camera) -> Vec<[[f64; 3]; 2]> {
    let mut edges = Vec::with_capacity(3 * facets.len());
    for (index, facet) in facets.iter().enumerate() {
        for corner in 0..3 {
            let (a, b) = (facet[corner], facet[(corner + 1) % 3]);
            let ends = if bits(&a) <= bits(&b) { [a, b] } else { [b, a] };
            if bits(&a) != bits(&b) {
                edges.push(Edge { ends, opposite: facet[(corner + 2) % 3], facet: index });
            }
        }
    }
    edges.sort_by_key(|edge| edge.ends.map(|end| bits(&end)));
    let same = |a: &Edge, b: &Edge| a.ends.map(|end| bits(&end)) == b.ends.map(|end| bits(&end));
    let groups = edges.chunk_by(same);
    groups.filter(|group| is_line(group, facets, camera)).map(|group| group[0].ends).collect()
}

fn bits(point: &[f64; 3]) -> [u64; 3] {
    point.map(f64::to_bits)
}

/// Whether an edge, given with all triangles that share it, is to be drawn.
fn is_line(edges: &[Edge], facets: &[Facet], camera: &Camera) -> bool {
    let [one, two] = edges else { return true };
    let (Some(a), Some(b)) = (normal(&facets[one.facet]), normal(&facets[two.facet])) else {
        return true;
    };
    if dot(&a, &b).abs() < BEND {
        return true;
    }
    let [from, to] = one.ends.map(|end| camera.project(&end));
    let along = [to[0] - from[0], to[1] - from[1]];
    let side = |point: &[f64; 3]| {
        let at = camera.project(point);
        along[0] * (at[1] - from[1]) - along[1] * (at[0] - from[0])
    };
    side(&one.opposite) * side(&two.opposite) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_clipped_to_what_lies_before_the_plane() {
        let triangle = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
        let left = clipped(&triangle, &[1.0, 0.0, 0.0], 1.0);
        assert_eq!(left, [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 2.0, 0.0]]);
        assert_eq!(clipped(&triangle, &[1.0, 0.0, 0.0], 5.0), triangle);
        assert!(clipped(&triangle, &[1.0, 0.0, 0.0], -5.0).is_empty());
        assert_eq!(fan(&left).count(), 2);
    }
}
