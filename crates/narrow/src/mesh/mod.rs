//! The mesh: triangles in space, segments in the plane; thin and two-sided.
//!
//! ```text
//!   loose corners --weld--> vertices --number--> sides --flatten--> facets on common planes --> tree
//! ```
//!
//! A triangulated plane equals the plane: one contact per feature, across faces, edges and corners
//! alike (how, see `contact.rs`). What the mesh cannot know is thickness: of two sheets nearer to one another
//! than the overlap, a sphere's centre sees the near one alone.
//!
//! Cost: O(n log n) to build, about 300 bytes a triangle; per sphere O(log n) for the candidates, which
//! last for many steps, then a height above a plane for each of them, and for the k that are within
//! reach a nearest point and at most k² cheap tests.

mod build;
mod check;
mod contact;
mod facet;
mod tree;

pub use check::MeshCheck;
pub(crate) use facet::{Facet, area_vector};

use crate::{Entry, Facets, MeshError, Surface, Touch};
use esker_geom::vector::length;
use esker_geom::{Aabb, Vector};
use std::ops::ControlFlow;

pub(crate) const ENTRY: Entry = Entry {
    name: "mesh",
    summary: "triangles in space, segments in two dimensions; thin and two-sided",
    dimensions: &[2, 3],
};

/// Vertices this near are one and neighbours this flat are coplanar, as a share of the mesh's size.
const PRECISION: f64 = 1e-9;
/// Features are numbered with 32 bits; each facet brings up to seven.
const LARGEST: usize = 500_000_000;

/// A mesh, with all that is needed to find where spheres touch it.
#[derive(Clone, Debug)]
pub struct Mesh<const D: usize> {
    vertices: Vec<Vector<D>>,
    indices: Vec<[u32; D]>,
    facets: Vec<Facet<D>>,
    /// The numbers with which the features that are sides and those that are vertices begin.
    ranks: [u32; 2],
    tree: tree::Tree<D>,
    precision: f64,
    /// Lengths below this (m) mean nothing.
    tolerance: f64,
    check: MeshCheck<D>,
}

impl<const D: usize> Mesh<D> {
    /// The mesh of these vertices (m) and facets, each of which names its D corners from 0.
    ///
    /// Vertices at one place are welded, facets without extent are left out and counted in [`Mesh::check`].
    pub fn new(vertices: &[Vector<D>], facets: &[[u32; D]]) -> Result<Self, MeshError> {
        Self::with_precision(vertices, facets, PRECISION)
    }

    /// As [`Mesh::new`], for coordinates that are known to this share of the mesh's size only, such as
    /// 3e-7 for those from a file in single precision.
    pub fn with_precision(
        vertices: &[Vector<D>],
        facets: &[[u32; D]],
        precision: f64,
    ) -> Result<Self, MeshError> {
        let precision = if precision > PRECISION { precision.min(1e-3) } else { PRECISION };
        let tolerance = checked_tolerance(vertices, facets, precision)?;
        let (vertices, renumbered) = build::weld(vertices, tolerance);
        let corners_of = |facet: &[u32; D]| facet.map(|vertex| vertices[vertex as usize]);
        let indices: Vec<[u32; D]> = facets
            .iter()
            .map(|facet| facet.map(|vertex| renumbered[vertex as usize]))
            .filter(|facet| build::thickness(&corners_of(facet)) > tolerance)
            .collect();
        if indices.is_empty() {
            return Err(MeshError::NoFacets { given: facets.len() });
        }
        let corners: Vec<[Vector<D>; D]> = indices.iter().map(corners_of).collect();
        let sides = build::number_sides(&indices);
        let check = MeshCheck::new(&corners, &sides, facets.len() - indices.len());
        let (facets, ranks) = build::facets(&vertices, &indices, &sides, tolerance);
        let boxes: Vec<Aabb<D>> = corners.iter().map(|facet| box_of(facet)).collect();
        let tree = tree::Tree::new(&boxes);
        Ok(Self { vertices, indices, facets, ranks, tree, precision, tolerance, check })
    }

    /// The vertices after welding, in m.
    pub fn vertices(&self) -> &[Vector<D>] {
        &self.vertices
    }

    /// The corners of each facet, as numbers of vertices.
    pub fn indices(&self) -> &[[u32; D]] {
        &self.indices
    }

    /// Whether it is closed, which way round it is, and how large.
    pub fn check(&self) -> &MeshCheck<D> {
        &self.check
    }

    /// The mesh with every vertex taken somewhere else: scaled, turned, shifted.
    pub fn mapped(&self, map: impl Fn(&Vector<D>) -> Vector<D>) -> Result<Self, MeshError> {
        let vertices: Vec<Vector<D>> = self.vertices.iter().map(map).collect();
        Self::with_precision(&vertices, &self.indices, self.precision)
    }

    /// Calls the action with every facet within `reach` (m) of a point, until it breaks. Facets that lie
    /// askew are much smaller than their boxes, and those that are found are looked at for many steps.
    fn near(
        &self,
        center: &Vector<D>,
        reach: f64,
        mut action: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let rounding = contact::rounding(self.tolerance, reach);
        let farthest = contact::farthest(reach, rounding);
        self.tree.near(center, farthest, |part| {
            match self.facets[part as usize].nearest_within(center, farthest, rounding) {
                Some(_) => action(part),
                None => ControlFlow::Continue(()),
            }
        })
    }
}

impl<const D: usize> Surface<D> for Mesh<D> {
    fn bounds(&self) -> Aabb<D> {
        self.check.bounds
    }

    fn touches(&self, center: &Vector<D>, reach: f64, found: &mut Vec<Touch<D>>) {
        let mut parts = Vec::new();
        self.candidates(center, reach, &mut parts);
        self.touches_among(center, reach, &parts, found);
    }

    fn is_near(&self, center: &Vector<D>, reach: f64) -> bool {
        self.near(center, reach, |_| ControlFlow::Break(())).is_break()
    }

    fn candidates(&self, center: &Vector<D>, reach: f64, parts: &mut Vec<u32>) -> bool {
        let first = parts.len();
        let _ = self.near(center, reach, |part| {
            parts.push(part);
            ControlFlow::Continue(())
        });
        parts.len() > first
    }

    fn touches_among(
        &self,
        center: &Vector<D>,
        reach: f64,
        parts: &[u32],
        found: &mut Vec<Touch<D>>,
    ) {
        contact::Probe { mesh: self, center, reach, parts }.find(found);
    }

    fn facets(&self, _within: &Aabb<D>) -> Facets<D> {
        Facets { vertices: self.vertices.clone(), facets: self.indices.clone() }
    }
}

/// The length below which nothing is known (m), if vertices and facets are sound.
fn checked_tolerance<const D: usize>(
    vertices: &[Vector<D>],
    facets: &[[u32; D]],
    precision: f64,
) -> Result<f64, MeshError> {
    if facets.len() > LARGEST {
        return Err(MeshError::TooMany { given: facets.len() });
    }
    // Areas are squared on the way to a normal: 1e70 to the fourth is still a number.
    let sound = |vertex: &Vector<D>| vertex.iter().all(|x| x.abs() <= 1e70);
    if let Some(vertex) = vertices.iter().position(|vertex| !sound(vertex)) {
        return Err(MeshError::NotFinite { vertex });
    }
    let absent = |vertex: &&u32| **vertex as usize >= vertices.len();
    for (facet, corners) in facets.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(absent) {
            return Err(MeshError::NoSuchVertex { facet, vertex, vertices: vertices.len() });
        }
    }
    let bounds = box_of(vertices);
    let farthest = vertices.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    Ok((precision * length(&bounds.extent())).max(16.0 * f64::EPSILON * farthest))
}

/// The smallest box around points.
fn box_of<const D: usize>(points: &[Vector<D>]) -> Aabb<D> {
    points.iter().fold(Aabb::EMPTY, |sum, point| sum.join(&Aabb { low: *point, high: *point }))
}
