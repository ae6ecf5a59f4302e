//! The discrete element method: bodies that touch, and what becomes of them.
//!
//! [`World`] holds everything in public fields and [`World::step`] is the table of contents of the
//! method. Bodies are columns ([`Bodies`]), laws of contact are sums of parts chosen by name
//! ([`Model`]), near pairs come from any method of `esker-broad` ([`Detection`]). Results are bitwise the same for any
//! number of threads. This crate reads and writes no file.
//!
//! ```
//! use esker_physics::{Body, Material, World};
//! let mut world = World::<3>::default();
//! let glass = world.materials.add(Material::default())?;
//! world.add(&Body { material: glass, ..Body::new([0.0, 0.0, 1.0], 0.1) });
//! world.gravity = [0.0, 0.0, -10.0];
//! world.time_step = 1e-3;
//! for _ in 0..100 {
//!     world.step()?;
//! }
//! assert!((world.bodies.position[0][2] - 0.95).abs() < 1e-12); // 1 - g t² / 2
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod bodies;
mod detection;
mod forces;
mod integrators;
pub mod laws;
mod materials;
mod neighbors;
mod processor;
mod space_order;
mod walls;
mod world;

pub use batch::{Batch, Column, LANES, MOST_COEFFICIENTS, MOST_HISTORY};
pub use bodies::{Bodies, Body, Motion, volume};
pub use detection::Detection;
pub use integrators::{Integrator, IntegratorEntry, Integrators, Interval};
pub use laws::{BadModel, Law, Model};
pub use materials::{BadMaterial, Material, Materials, PairOfMaterials, Pairing, pair_index};
pub use neighbors::Neighbors;
pub use walls::{BadWall, Ends, Pose, Table, WALL_MOTIONS, Wall, WallContact, WallContacts};
pub use walls::{WallMotion, WallMotionEntry};
pub use world::World;

/// The shapes of walls.
pub use esker_narrow as shapes;
