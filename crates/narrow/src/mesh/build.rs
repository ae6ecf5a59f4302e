//! From loose corners to a mesh: weld vertices, drop facets without extent, number the sides, and give
//! coplanar neighbours one plane.
//!
//! The common plane is what makes a triangulated floor a floor: its normal is the sum of the area vectors
//! (slivers, whose own normals are noise, hardly count), and a sphere that rolls over a diagonal
//! meets the same numbers on both sides of it.

use super::facet::{Facet, Numbers, area_vector};
use crate::Plane;
use esker_geom::vector::{add, dot, length, normalized, scale, subtract};
use esker_geom::{Vector, distance_squared};
use std::collections::HashMap;

/// One facet at one side, `forward` if the facet runs along the side from its lower vertex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    pub side: u32,
    pub facet: u32,
    pub forward: bool,
}

/// Which sides the facets have, and which facets the sides have.
pub(super) struct Sides<const D: usize> {
    pub count: u32,
    pub of_facet: Vec<[u32; D]>,
    /// Sorted by side.
    pub uses: Vec<Use>,
}

/// The vertices with those nearer than `tolerance` to an earlier one left out, and the new numbers of all.
pub(super) fn weld<const D: usize>(
    vertices: &[Vector<D>],
    tolerance: f64,
) -> (Vec<Vector<D>>, Vec<u32>) {
    let cell = |x: f64| (x / (4.0 * tolerance)).floor() as i64;
    let mut kept: Vec<Vector<D>> = Vec::new();
    let mut cells: HashMap<[i64; D], Vec<u32>> = HashMap::new();
    let mut numbers = Vec::with_capacity(vertices.len());
    for vertex in vertices {
        // The cells that the ball of the tolerance reaches: both ends on every axis.
        let found = (0..1 << D).find_map(|ends: usize| {
            let sign = |axis: usize| if ends >> axis & 1 == 0 { -tolerance } else { tolerance };
            let place = std::array::from_fn(|axis| cell(vertex[axis] + sign(axis)));
            let near = |&&other: &&u32| {
                distance_squared(&kept[other as usize], vertex) <= tolerance * tolerance
            };
            cells.get(&place).and_then(|members| members.iter().find(near).copied())
        });
        numbers.push(found.unwrap_or_else(|| {
            cells.entry(vertex.map(cell)).or_default().push(kept.len() as u32);
            kept.push(*vertex);
            kept.len() as u32 - 1
        }));
    }
    (kept, numbers)
}

/// The smallest height of a triangle, the length of a segment.
pub(super) fn thickness<const D: usize>(corners: &[Vector<D>; D]) -> f64 {
    let area = length(&area_vector(corners));
    if D == 2 {
        return area;
    }
    let side = |i: usize| length(&subtract(&corners[(i + 1) % D], &corners[i]));
    let longest = (0..D).map(side).fold(0.0, f64::max);
    if longest > 0.0 { 2.0 * area / longest } else { 0.0 }
}

/// Numbers the sides of the facets; in the plane a side is a vertex.
pub(super) fn number_sides<const D: usize>(facets: &[[u32; D]]) -> Sides<D> {
    let mut numbers: HashMap<[u32; 2], u32> = HashMap::new();
    let mut uses = Vec::with_capacity(D * facets.len());
    let mut of_facet = Vec::with_capacity(facets.len());
    for (facet, corners) in facets.iter().enumerate() {
        of_facet.push(std::array::from_fn(|i| {
            let (from, to) = (corners[(i + 1) % D], corners[(i + D - 1) % D]);
            let fresh = numbers.len() as u32;
            let side = *numbers.entry([from.min(to), from.max(to)]).or_insert(fresh);
            let forward = if from == to { i == 0 } else { from < to };
            uses.push(Use { side, facet: facet as u32, forward });
            side
        }));
    }
    uses.sort_unstable();
    Sides { count: numbers.len() as u32, of_facet, uses }
}

/// The facets in groups that are connected and flat to `tolerance`, the largest facet first in each.
fn coplanar_groups<const D: usize>(
    corners: &[[Vector<D>; D]],
    sides: &Sides<D>,
    tolerance: f64,
) -> Vec<Vec<u32>> {
    let areas: Vec<f64> = corners.iter().map(|facet| length(&area_vector(facet))).collect();
    let mut seeds: Vec<u32> = (0..corners.len() as u32).collect();
    seeds.sort_by(|&a, &b| areas[b as usize].total_cmp(&areas[a as usize]));
    let mut grouped = vec![false; corners.len()];
    let mut groups = Vec::new();
    for seed in seeds {
        if grouped[seed as usize] {
            continue;
        }
        grouped[seed as usize] = true;
        let plane = own_plane(&corners[seed as usize]);
        let mut group = vec![seed];
        let mut next = 0;
        while next < group.len() {
            for side in sides.of_facet[group[next] as usize] {
                let first = sides.uses.partition_point(|one| one.side < side);
                for one in sides.uses[first..].iter().take_while(|one| one.side == side) {
                    let facet = one.facet as usize;
                    let flat = |corner| plane.height(corner).abs() <= tolerance;
                    if !grouped[facet] && corners[facet].iter().all(flat) {
                        grouped[facet] = true;
                        group.push(one.facet);
                    }
                }
            }
            next += 1;
        }
        groups.push(group);
    }
    groups
}

/// The plane of one facet; its normal is zero if the facet has no extent.
fn own_plane<const D: usize>(corners: &[Vector<D>; D]) -> Plane<D> {
    let normal = normalized(&area_vector(corners)).unwrap_or([0.0; D]);
    Plane { point: corners[0], normal }
}

/// The plane of a group: the mean normal and the mean point, both weighted with the area.
fn common_plane<const D: usize>(group: &[u32], corners: &[[Vector<D>; D]]) -> Plane<D> {
    let seed = own_plane(&corners[group[0] as usize]);
    let (mut normal, mut shift, mut total) = ([0.0; D], [0.0; D], 0.0);
    for &facet in group {
        let corners = &corners[facet as usize];
        let area = area_vector(corners);
        let sign = if dot(&area, &seed.normal) < 0.0 { -1.0 } else { 1.0 };
        normal = add(&normal, &scale(&area, sign));
        for corner in corners {
            let weight = length(&area) / D as f64;
            shift = add(&shift, &scale(&subtract(corner, &seed.point), weight));
            total += weight;
        }
    }
    let normal = normalized(&normal).unwrap_or(seed.normal);
    Plane { point: add(&seed.point, &scale(&shift, 1.0 / total)), normal }
}

/// The facets on their common planes; features are numbered faces first, then sides, then vertices.
pub(super) fn facets<const D: usize>(
    vertices: &[Vector<D>],
    indices: &[[u32; D]],
    sides: &Sides<D>,
    tolerance: f64,
) -> (Vec<Facet<D>>, [u32; 2]) {
    let corners: Vec<[Vector<D>; D]> =
        indices.iter().map(|facet| facet.map(|vertex| vertices[vertex as usize])).collect();
    let groups = coplanar_groups(&corners, sides, tolerance);
    let faces = groups.len() as u32;
    let mut made: Vec<(u32, Facet<D>)> = Vec::with_capacity(indices.len());
    for (face, group) in groups.iter().enumerate() {
        let plane = common_plane(group, &corners);
        made.extend(group.iter().filter_map(|&facet| {
            let place = facet as usize;
            let numbers = Numbers {
                face: face as u32,
                sides: sides.of_facet[place].map(|side| faces + side),
                corners: indices[place].map(|vertex| faces + sides.count + vertex),
            };
            Facet::new(corners[place], plane, numbers).map(|made| (facet, made))
        }));
    }
    made.sort_by_key(|(facet, _)| *facet);
    (made.into_iter().map(|(_, facet)| facet).collect(), [faces, faces + sides.count])
}
