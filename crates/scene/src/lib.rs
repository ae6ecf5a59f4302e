//! Everything that is read from files: the only crate that parses.
//!
//! ```no_run
//! let hopper = esker_scene::read_mesh("hopper.stl".as_ref(), 0.001)?; // a drawing in mm
//! assert!(hopper.check().is_closed());
//! # Ok::<(), esker_scene::ReadMeshError>(())
//! ```

mod mesh;

pub use mesh::{
    ParseMeshError, ReadMeshError, Triangles, parse_obj, parse_ply, parse_stl, read_mesh,
};
