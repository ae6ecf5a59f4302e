//! Measures: numbers that say what bodies do together.
//!
//! Each measure is one file and one line in [`MEASURES`]: a function of a world after a step, or a
//! small struct that is shown the world after every step; those of a wall are its fields. Sums run
//! over the bodies that forces move (free ones) unless said otherwise, one after the other in the
//! order of memory: the same for any number of threads.
//!
//! ```
//! use esker_physics::{Body, Material, World, measures};
//! let mut world = World::<3>::default();
//! world.materials.add(Material { density: 1000.0, ..Material::default() })?;
//! world.add(&Body { velocity: [2.0, 0.0, 0.0], ..Body::new([0.0; 3], 0.1) })?;
//! let energy = measures::kinetic_energy(&world); // m v² / 2 with m = 4/3 π kg
//! assert!((energy.linear - 8.37758).abs() < 1e-5 && energy.angular == 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coordination;
mod energy;
mod flow;
mod mixing;
mod momentum;
mod profile;
mod repose;
mod solid_fraction;
mod stress;

pub use coordination::{Coordination, coordination};
pub use energy::{KineticEnergy, elastic_energy, kinetic_energy, potential_energy};
pub use flow::{Crossings, FlowMeter};
pub use mixing::{Cells, Mixing, Share, mixing, shares};
pub use momentum::{angular_momentum, center_of_mass, momentum, total_mass};
pub use profile::{Bin, Slabs, profile};
pub use repose::{Repose, angle_of_repose};
pub use solid_fraction::solid_fraction;
pub use stress::{Stress, Tensor, stress};

use crate::world::World;

/// One line of the list of measures.
pub struct MeasureEntry {
    /// The name in scenes and tables.
    pub name: &'static str,
    /// What is measured and in which unit, in one sentence.
    pub summary: &'static str,
}

/// The list of measures.
pub const MEASURES: &[MeasureEntry] = &[
    MeasureEntry {
        name: "kinetic-energy", summary: "½ m v² and ½ I ω² of free bodies, apart (J)"
    },
    MeasureEntry {
        name: "potential-energy",
        summary: "the energy of free bodies in gravity, from an origin (J)",
    },
    MeasureEntry { name: "elastic-energy", summary: "what springs of contacts store (J)" },
    MeasureEntry { name: "momentum", summary: "Σ m v of free bodies (kg m/s)" },
    MeasureEntry {
        name: "angular-momentum",
        summary: "Σ (x × m v + I ω) of free bodies about a point (kg m²/s)",
    },
    MeasureEntry { name: "center-of-mass", summary: "the mean place of free bodies by mass (m)" },
    MeasureEntry {
        name: "stress",
        summary: "Love and Weber's stress of contacts in a region, and that of motion (Pa)",
    },
    MeasureEntry { name: "coordination", summary: "contacts per body, with rattlers and without" },
    MeasureEntry {
        name: "solid-fraction",
        summary: "the share of a region that bodies fill, those on its surface in part",
    },
    MeasureEntry {
        name: "flow",
        summary: "bodies and kilograms per second through a plane or disc, in each direction",
    },
    MeasureEntry {
        name: "profile",
        summary: "density, velocity and granular temperature in slabs along an axis",
    },
    MeasureEntry {
        name: "angle-of-repose",
        summary: "the slope of a heap, by a line through its flank (rad)",
    },
    MeasureEntry {
        name: "mixing",
        summary: "Lacey's index over cells: 0 apart, 1 as mixed as by chance",
    },
    MeasureEntry { name: "shares", summary: "bodies and mass of each material in regions" },
    MeasureEntry {
        name: "wall",
        summary: "force and torque of bodies on a wall (N, N m), and where it is (m)",
    },
];

/// The places and masses (kg) of the bodies that forces move.
fn free_bodies<const D: usize>(world: &World<D>) -> impl Iterator<Item = (usize, f64)> {
    let bodies = &world.bodies;
    (0..bodies.len())
        .filter(|&place| bodies.is_free(place))
        .map(|place| (place, bodies.mass(place)))
}
