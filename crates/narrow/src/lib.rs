//! Where a sphere touches a wall. Pure geometry: no lists of bodies, no motion, no forces.
//!
//! ```text
//!         .-----.
//!        /   c   \        c       the sphere's centre, in the wall's own frame
//!        \   |   /        normal  from the surface towards c
//!   ------'--p--'------   p       the nearest point of the surface, at `distance` from c
//! ```
//!
//! A [`Surface`] answers one question: at which places does a sphere touch it? There may be none, one,
//! or several (a sphere in a corner). The shapes are listed in [`Shapes::ALL`]; those that bound a
//! solid (plane, box, infinite cylinder, sphere) are one-sided and see a centre that has come
//! behind them, those that are thin sheets (cone, disc, mesh) push to the side the centre is on.
//!
//! ```
//! use esker_narrow::{Plane, Surface};
//! let floor = Plane::new([0.0, 0.0, 0.0], [0.0, 0.0, 1.0])?;
//! let mut found = Vec::new();
//! floor.touches(&[3.0, 4.0, 0.5], 0.6, &mut found);
//! assert_eq!((found[0].distance, found[0].normal), (0.5, [0.0, 0.0, 1.0]));
//! # Ok::<(), esker_narrow::ShapeError>(())
//! ```

mod error;
mod facets;
mod mesh;
mod shapes;

pub use error::{MeshError, ShapeError};
pub use facets::Facets;
pub use mesh::{Mesh, MeshCheck};
pub use shapes::{Cone, Cylinder, Disc, Entry, InnerBox, Plane, Shapes, Side, Sphere};

use esker_geom::{Aabb, Vector};

/// One place where a sphere may touch a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<const D: usize> {
    /// From the surface towards the sphere's centre, of length one.
    pub normal: Vector<D>,
    /// From the surface to the sphere's centre along the normal, in m: the overlap is the radius less
    /// this. Negative when the centre is behind a one-sided surface.
    pub distance: f64,
    /// Which part of the shape; the same number as long as the same part is touched.
    pub feature: u32,
    /// The nearest point of the surface, in m.
    pub point: Vector<D>,
}

/// Something a sphere can touch, in a frame of its own.
pub trait Surface<const D: usize>: std::fmt::Debug + Send + Sync {
    /// A box in m such that a sphere has no touch when its centre is farther than its reach from it.
    ///
    /// Infinite on every axis where a centre behind the surface counts however far it is.
    fn bounds(&self) -> Aabb<D>;

    /// Appends every place within `reach` (m) of the centre, in an order that follows from the input.
    ///
    /// The reach is the sphere's radius, plus a margin if nearly touching places are wanted.
    fn touches(&self, center: &Vector<D>, reach: f64, found: &mut Vec<Touch<D>>);

    /// Whether any place is within `reach` (m) of a point, to rounding.
    fn is_near(&self, center: &Vector<D>, reach: f64) -> bool {
        let mut found = Vec::new();
        self.touches(center, reach, &mut found);
        !found.is_empty()
    }

    /// As `is_near`, and appends the parts that can matter to spheres within that reach; a shape of one
    /// part has none.
    fn candidates(&self, center: &Vector<D>, reach: f64, _parts: &mut Vec<u32>) -> bool {
        self.is_near(center, reach)
    }

    /// As `touches`, looking only at parts that `candidates` gave for a reach at least as long.
    ///
    /// A caller keeps the parts while the centre has moved less than the extra reach it asked for.
    fn touches_among(
        &self,
        center: &Vector<D>,
        reach: f64,
        _parts: &[u32],
        found: &mut Vec<Touch<D>>,
    ) {
        self.touches(center, reach, found);
    }

    /// Whether it stays what it is, to rounding, when it is turned about the line through a point (m)
    /// along a direction of length one; in the plane, about the point.
    ///
    /// Who turns it may then leave it as it is.
    fn is_round_about(&self, _point: &Vector<D>, _direction: &Vector<3>) -> bool {
        false
    }

    /// A drawing of the surface: cut off at a box (m) if it has no end, whole if it has.
    ///
    /// Normals point to where bodies are. Of sheets with bodies on both sides, those of a cone
    /// point to its axis, those of a disc along its normal, and those of a mesh as they were given.
    fn facets(&self, within: &Aabb<D>) -> Facets<D>;
}

/// The box without ends.
fn everywhere<const D: usize>() -> Aabb<D> {
    Aabb { low: [f64::NEG_INFINITY; D], high: [f64::INFINITY; D] }
}
