//! Simulation of large numbers of bodies that touch, with contact detection as its heart.
//!
//! This crate is the door: it re-exports the others under one name.
//!
//! ```
//! use esker::prelude::*;
//! let centers = [[0.0, 0.0, 0.0], [0.9, 0.0, 0.0], [5.0, 5.0, 5.0]];
//! let objects = Objects::new(&centers, &[0.5; 3])?;
//! let mut detector = Detector::<3>::new("auto")?;
//! detector.update(&objects);
//! assert_eq!(detector.pairs(&objects).to_vec(), [[0, 1]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use esker_broad as broad;
pub use esker_geom as geom;
pub use esker_packing as packing;
pub use esker_physics as physics;

/// What most programs need.
pub mod prelude {
    pub use esker_broad::{Detector, Method, Methods, Objects, Pair, PairList, Threads};
    pub use esker_geom::{Aabb, Vector};
    pub use esker_packing::{Packing, Packings, Recipe};
}
