//! Everything that is read from files: the only crate that parses.
//!
//! ```no_run
//! let hopper = esker_scene::read_mesh("hopper.stl".as_ref(), 0.001)?; // a drawing in mm
//! assert!(hopper.check().is_closed());
//! # Ok::<(), esker_scene::ReadMeshError>(())
//! ```

mod arithmetic;
mod compound;
mod diagnostic;
mod expression;
mod mesh;
mod quantity;
mod tokens;
mod units;

pub use arithmetic::FUNCTIONS;
pub use compound::{UnitError, parse_unit};
pub use diagnostic::{Diagnostic, Severity, render, summary};
pub use esker_broad::nearest;
pub use expression::{ExpressionError, evaluate};
pub use mesh::{
    ParseMeshError, ReadMeshError, Triangles, parse_obj, parse_ply, parse_stl, read_mesh,
};
pub use quantity::{Dimension, Quantity};
pub use units::{UNITS, Unit};
