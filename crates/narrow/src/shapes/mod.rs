//! The analytic shapes: one file each, and the one visible list of all shapes.

mod axis;
mod cone;
mod cylinder;
mod disc;
mod inner_box;
mod plane;
mod sphere;

pub(crate) use axis::sideways;
pub use cone::Cone;
pub use cylinder::Cylinder;
pub use disc::Disc;
pub use inner_box::InnerBox;
pub use plane::Plane;
pub use sphere::Sphere;

use crate::ShapeError;
use esker_geom::{Vector, vector};

/// On which side of a closed shape the bodies are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The shape is a vessel: bodies are within.
    Inside,
    /// The shape is a solid: bodies are without.
    Outside,
}

impl Side {
    /// The normal and distance, given those of a centre outside.
    fn seen<const D: usize>(self, outward: &Vector<D>, distance: f64) -> (Vector<D>, f64) {
        match self {
            Self::Inside => (vector::scale(outward, -1.0), -distance),
            Self::Outside => (*outward, distance),
        }
    }
}

/// A line of the list of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name in scene files.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// In how many dimensions it exists.
    pub dimensions: &'static [usize],
}

/// The list of shapes.
pub struct Shapes;

impl Shapes {
    /// Every shape there is, in the order of the tables.
    pub const ALL: &'static [Entry] = &[
        plane::ENTRY,
        inner_box::ENTRY,
        cylinder::ENTRY,
        cone::ENTRY,
        disc::ENTRY,
        sphere::ENTRY,
        crate::mesh::ENTRY,
    ];
}

/// The point, if its coordinates are finite.
fn finite<const D: usize>(what: &'static str, point: Vector<D>) -> Result<Vector<D>, ShapeError> {
    let sound = point.iter().all(|x| x.is_finite());
    sound.then_some(point).ok_or(ShapeError::NotFinite { what })
}

/// The direction at length one.
fn direction<const D: usize>(
    what: &'static str,
    given: Vector<D>,
) -> Result<Vector<D>, ShapeError> {
    vector::normalized(&finite(what, given)?).ok_or(ShapeError::NoDirection { what })
}

/// The length, if it is finite and above zero.
fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    finite(what, [value])?;
    if value > 0.0 { Ok(value) } else { Err(ShapeError::TooSmall { what, value }) }
}
