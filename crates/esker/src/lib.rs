//! Simulation of large numbers of bodies that touch, with contact detection as its heart.
//!
//! This crate is the door: it re-exports the others under one name. [`physics`] is the engine: a
//! [`World`](physics::World) of bodies and walls that goes through time in steps. Here one sphere
//! falls onto another, and in the end the floor carries both:
//!
//! ```
//! use esker::prelude::*;
//! let mut world = World::<3>::default();
//! let glass = world.materials.add(Material::default())?;
//! world.gravity = [0.0, 0.0, -9.81];
//! world.add_wall(Wall::new("floor", Plane::new([0.0; 3], [0.0, 0.0, 1.0])?))?;
//! for height in [0.01, 0.05] {
//!     world.add(&Body { material: glass, ..Body::new([0.0, 0.0, height], 0.01) })?;
//! }
//! world.run_until(1.0)?; // in steps of a length that the world chooses, and says why
//! let weight = 9.81 * measures::total_mass(&world);
//! assert_eq!(world.contacts(), 2);
//! assert!((world.walls[0].force[2] / -weight - 1.0).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`broad`] finds which spheres touch, and is of use alone:
//!
//! ```
//! use esker::prelude::*;
//! let centers = [[0.0, 0.0, 0.0], [0.9, 0.0, 0.0], [5.0, 5.0, 5.0]];
//! let objects = Objects::new(&centers, &[0.5; 3])?; // refuses NaN, by index
//! let mut detector = Detector::<3>::new("auto")?; // or "grid", "mr", "dess2:skin=0.1", …
//! detector.update(&objects); // again after every motion
//! assert_eq!(detector.pairs(&objects).to_vec(), [[0, 1]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use esker_broad as broad;
pub use esker_geom as geom;
pub use esker_narrow as narrow;
pub use esker_output as output;
pub use esker_packing as packing;
pub use esker_physics as physics;
pub use esker_run as run;
pub use esker_scene as scene;

/// What most programs need.
pub mod prelude {
    pub use esker_broad::{Detector, Method, Methods, Objects, Pair, PairList, Threads};
    pub use esker_geom::{Aabb, Vector};
    pub use esker_narrow::{Cone, Cylinder, Disc, InnerBox, Mesh, Plane, Side, Sphere, Surface};
    pub use esker_packing::{Packing, Packings, Recipe};
    pub use esker_physics::{Body, Bounds, Leaving, Material, Model, Motion, Pairing, Phase};
    pub use esker_physics::{
        Dense, FromColumns, Grains, Insertion, Lattice, Rain, RandomFill, Rate,
    };
    pub use esker_physics::{Pose, Wall, WallMotion, World, measures};
    pub use esker_physics::{Region, Removal, Sizes, Source, StepError};
}
