//! What a mesh is like: closed or open, which way round, how large.

use super::build::{Sides, Use};
use super::facet::area_vector;
use esker_geom::vector::{dot, length, subtract};
use esker_geom::{Aabb, Vector};

/// The findings about a mesh. A side is an edge of triangles in space, an end of segments in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshCheck<const D: usize> {
    /// How many facets (triangles or segments) it has.
    pub facets: usize,
    /// How many facets were left out because they are points or lines.
    pub dropped: usize,
    /// How many sides belong to one facet only: holes, or the border of a sheet.
    pub open_sides: usize,
    /// How many sides belong to more than two facets.
    pub branching_sides: usize,
    /// How many sides have two facets that wind against one another.
    pub twisted_sides: usize,
    /// The area in m² (in the plane: the length in m).
    pub area: f64,
    /// The volume in m³ (in the plane: the area in m²) if the mesh is closed; negative if inside out.
    pub volume: f64,
    /// The smallest box around it, in m.
    pub bounds: Aabb<D>,
}

impl<const D: usize> MeshCheck<D> {
    /// Whether it bounds a volume without holes, branches or twists.
    pub fn is_closed(&self) -> bool {
        self.open_sides + self.branching_sides + self.twisted_sides == 0
    }

    /// Whether it is closed and its facets wind inward.
    pub fn is_inside_out(&self) -> bool {
        self.is_closed() && self.volume < 0.0
    }

    pub(super) fn new(corners: &[[Vector<D>; D]], sides: &Sides<D>, dropped: usize) -> Self {
        let bounds = super::box_of(corners.as_flattened());
        let mut check = Self {
            facets: corners.len(),
            dropped,
            open_sides: 0,
            branching_sides: 0,
            twisted_sides: 0,
            area: 0.0,
            volume: 0.0,
            bounds,
        };
        for facet in corners {
            let area = area_vector(facet);
            check.area += length(&area);
            check.volume += dot(&area, &subtract(&facet[0], &bounds.middle())) / D as f64;
        }
        for uses in sides.uses.chunk_by(|a: &Use, b: &Use| a.side == b.side) {
            match uses {
                [_] => check.open_sides += 1,
                [a, b] => check.twisted_sides += usize::from(a.forward == b.forward),
                _ => check.branching_sides += 1,
            }
        }
        check
    }
}
