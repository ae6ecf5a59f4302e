//! Measures of a scene: numbers of the world that become columns of the log.

use crate::scene::Every;
use esker_geom::Vector;
use esker_physics::Region;
use esker_physics::measures::{Cells, FlowMeter, Slabs};

/// A measure with its name; its columns in the log are `name.quantity`.
#[derive(Clone, Debug)]
pub struct Measure<const D: usize> {
    /// The name in the scene.
    pub name: String,
    /// What is measured.
    pub kind: MeasureKind<D>,
}

/// What is measured: the kinds of `esker_physics::measures::MEASURES`.
#[derive(Clone, Debug)]
pub enum MeasureKind<const D: usize> {
    /// The kinetic energy of motion and of spin (J).
    KineticEnergy,
    /// The energy in gravity (J), from a point (m).
    PotentialEnergy {
        /// Where it is zero.
        origin: Vector<D>,
    },
    /// What springs of contacts store (J).
    ElasticEnergy,
    /// The momentum (kg m/s).
    Momentum,
    /// The angular momentum (kg m²/s) about a point (m).
    AngularMomentum {
        /// The point.
        about: Vector<D>,
    },
    /// The centre of mass (m).
    CenterOfMass,
    /// The stress (Pa) in a region.
    Stress {
        /// Where.
        region: Region<D>,
    },
    /// Contacts per body.
    Coordination,
    /// The share of a region that bodies fill.
    SolidFraction {
        /// Where.
        region: Region<D>,
    },
    /// What crosses a plane or a disc.
    Flow {
        /// The meter.
        meter: FlowMeter<D>,
        /// How often it looks.
        every: Every,
    },
    /// Density, velocity and granular temperature in slabs.
    Profile {
        /// The slabs.
        slabs: Slabs<D>,
    },
    /// The slope of a heap.
    AngleOfRepose {
        /// The foot of its axis (m).
        foot: Vector<D>,
        /// The width of rings (m).
        width: f64,
    },
    /// How well a material is mixed with the others.
    Mixing {
        /// The cells.
        cells: Cells<D>,
        /// The number of the material.
        material: u16,
    },
    /// Bodies and mass of each material in a region.
    Shares {
        /// Where.
        region: Region<D>,
    },
    /// The force (N) and the torque (N m) of bodies on a wall, and where the wall is (m).
    Wall {
        /// The place of the wall in the world's list.
        wall: usize,
    },
}
