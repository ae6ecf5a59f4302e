//! Scenes: what a user says a simulation is, in a file or in Rust, and the meshes it names.
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
mod language;
mod log;
mod log_list;
mod measure;
mod mesh;
mod quantity;
mod read;
mod reference;
mod scene;
mod schema;
mod tokens;
mod units;

pub use arithmetic::FUNCTIONS;
pub use compound::{UnitError, parse_unit};
pub use diagnostic::{Diagnostic, Severity, render, summary};
pub use expression::{ExpressionError, evaluate};
pub use log_list::LogValue;
pub use measure::{Measure, MeasureKind};
pub use mesh::{
    ParseMeshError, ReadMeshError, Triangles, parse_obj, parse_ply, parse_stl, read_mesh,
};
pub use quantity::{Dimension, Quantity};
pub use read::{BadSetting, ReadScene, read_picture, read_scene, with_settings};
pub use reference::reference;
pub use scene::{AnyScene, BadScene, Every, Output, PictureSettings, Run, Scene, Stop};
pub use schema::schema;
pub use units::{UNITS, Unit};
