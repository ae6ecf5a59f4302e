//! The discrete element method: bodies that touch, and what becomes of them.
//!
//! [`World`] holds everything in public fields and [`World::step`] is the table of contents of the
//! method. Bodies are columns ([`Bodies`]), laws of contact are sums of parts chosen by name
//! ([`Model`]), near pairs come from any method of `esker-broad` ([`Detection`]). Results are
//! bitwise the same for any number of threads. This crate reads and writes no file.
//!
//! ```
//! use esker_physics::{Body, Material, World};
//! let mut world = World::<3>::default();
//! let glass = world.materials.add(Material::default())?;
//! world.add(&Body { material: glass, ..Body::new([0.0, 0.0, 1.0], 0.1) })?;
//! world.gravity = [0.0, 0.0, -10.0];
//! world.time_step = 1e-3;
//! world.run(100)?;
//! assert!((world.bodies.position[0][2] - 0.95).abs() < 1e-12); // 1 - g t² / 2
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bad_body;
mod batch;
mod bodies;
mod bounds;
mod check;
mod close;
mod column;
mod contacts;
mod desk;
mod detection;
mod flags;
mod forces;
mod insertion;
mod integrators;
pub mod laws;
mod margins;
mod materials;
pub mod measures;
mod memory;
mod neighbors;
mod pass;
mod periodic;
mod phases;
mod processor;
mod records;
mod regions;
mod remembered;
mod removal;
mod rows;
mod run;
mod runs;
mod space_order;
mod state;
mod step_error;
mod tile;
mod time_step;
mod walls;
mod world;

pub use bad_body::BadBody;
pub use batch::{Batch, Column, LANES, MOST_COEFFICIENTS, MOST_HISTORY, add_lane, lane, set_lane};
pub use bodies::{Bodies, Body, Motion, volume};
pub use bounds::{Bounds, Leaving};
pub use column::{StateColumn, Values};
pub use contacts::{ContactView, ContactsUnknown, WallContactView};
pub use contacts::{for_each_contact, for_each_wall_contact};
pub use detection::Detection;
pub use insertion::{
    BadInsertion, BadSizes, Dense, FromColumns, Grains, INSERTIONS, Inserted, Insertion,
    InsertionEntry, Lattice, Rain, RandomFill, Rate, SIZES, Sizes, SizesEntry, Source, Stopped,
};
pub use integrators::{Integrator, IntegratorEntry, Integrators, Interval, UnknownIntegrator};
pub use laws::{BadModel, Law, Model};
pub use materials::{BadMaterial, Material, Materials, PairOfMaterials, Pairing};
pub use memory::give_back_large_blocks;
pub use neighbors::Neighbors;
pub use phases::{Phase, Phases};
pub use regions::{BadRegion, REGIONS, Region, RegionEntry};
pub use removal::Removal;
pub use runs::{Farthest, Run};
pub use state::BadState;
pub use step_error::{Cause, StepError};
pub use time_step::{Criterion, Limit, Subject, TimeStepLimit};
pub use walls::{BadWall, Ends, Pose, Table, WALL_MOTIONS, Wall, WallContact, WallContacts};
pub use walls::{WallMotion, WallMotionEntry};
pub use world::World;

/// The shapes of walls.
pub use esker_narrow as shapes;
