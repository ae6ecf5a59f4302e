//! What is wrong with a shape, said to the one who wrote it.

use std::fmt;

/// Why a shape cannot be.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeError {
    /// A number is NaN or infinite.
    NotFinite {
        /// Which quantity.
        what: &'static str,
    },
    /// A direction has length zero.
    NoDirection {
        /// Which direction.
        what: &'static str,
    },
    /// A length that must be above zero is not, or one that must not be below zero is.
    TooSmall {
        /// Which length.
        what: &'static str,
        /// Its value in m.
        value: f64,
    },
    /// An interval ends where it begins, or before.
    Empty {
        /// Which interval.
        what: &'static str,
        /// Where it begins, in m.
        low: f64,
        /// Where it ends, in m.
        high: f64,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what } => write!(out, "{what} is not a finite number: give one"),
            Self::NoDirection { what } => {
                write!(out, "{what} has length zero: give it a direction")
            }
            Self::TooSmall { what, value } => write!(out, "{what} is {value} m: give a larger one"),
            Self::Empty { what, low, high } => {
                write!(out, "{what} goes from {low} m to {high} m: the second must be larger")
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// Why vertices and facets are no mesh.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshError {
    /// A coordinate is NaN, infinite, or so large that sizes overflow.
    NotFinite {
        /// The number of the vertex, from 0.
        vertex: usize,
    },
    /// A facet names a vertex that is not there.
    NoSuchVertex {
        /// The number of the facet, from 0.
        facet: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// No facet has an extent.
    NoFacets {
        /// How many facets were given.
        given: usize,
    },
    /// More facets than can be numbered.
    TooMany {
        /// How many facets were given.
        given: usize,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex } => {
                write!(out, "vertex {vertex} has a coordinate that is NaN, infinite or beyond 1e70")
            }
            Self::NoSuchVertex { facet, vertex, vertices } => write!(
                out,
                "facet {facet} names vertex {vertex}, but there are {vertices} vertices \
                 (both counted from 0)"
            ),
            Self::NoFacets { given: 0 } => write!(out, "the mesh has no facets: give at least one"),
            Self::NoFacets { given } => {
                write!(out, "all {given} facets of the mesh are points or lines: check its export")
            }
            Self::TooMany { given } => {
                write!(out, "the mesh has {given} facets, more than 500 million: simplify it")
            }
        }
    }
}

impl std::error::Error for MeshError {}
