//! Measures of a scene: numbers of the world that become columns of the log.
//!
//! ```text
//!   [measure.outlet]  ──▶  outlet.forward   outlet.backward   …   outlet.mass_rate
//!   kind = "flow"                                                     kg/s
//! ```
//!
//! Names and values come from one place, so that a column cannot hold another number than it says.
//! What is not known is NaN: contacts before the first step, the slope of what is no heap.

use crate::log_list::{List, LogValue};
use crate::scene::Every;
use esker_geom::Vector;
use esker_physics::measures::{self, Cells, FlowMeter, MEASURES, Slabs};
use esker_physics::{Region, World};

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

impl<const D: usize> Measure<D> {
    /// What it measures in a world now, one number for each of its columns.
    ///
    /// How many there are, and their names, depend on what belongs to the set-up of the world alone.
    pub fn values(&self, world: &World<D>) -> Vec<LogValue> {
        let mut list = List::of(&self.name);
        self.kind.list(world, &mut list);
        list.values
    }
}

impl<const D: usize> MeasureKind<D> {
    /// The name in the list of measures.
    pub fn name(&self) -> &'static str {
        let index = match self {
            Self::KineticEnergy => 0,
            Self::PotentialEnergy { .. } => 1,
            Self::ElasticEnergy => 2,
            Self::Momentum => 3,
            Self::AngularMomentum { .. } => 4,
            Self::CenterOfMass => 5,
            Self::Stress { .. } => 6,
            Self::Coordination => 7,
            Self::SolidFraction { .. } => 8,
            Self::Flow { .. } => 9,
            Self::Profile { .. } => 10,
            Self::AngleOfRepose { .. } => 11,
            Self::Mixing { .. } => 12,
            Self::Shares { .. } => 13,
            Self::Wall { .. } => 14,
        };
        MEASURES[index].name
    }

    fn list(&self, world: &World<D>, list: &mut List) {
        match self {
            Self::KineticEnergy => {
                let energy = measures::kinetic_energy(world);
                list.add("linear", "J", energy.linear);
                list.add("angular", "J", energy.angular);
            }
            Self::PotentialEnergy { origin } => {
                list.add("energy", "J", measures::potential_energy(world, origin));
            }
            Self::ElasticEnergy => {
                list.add("energy", "J", measures::elastic_energy(world).unwrap_or(f64::NAN));
            }
            Self::Momentum => list.vector("", "kg m/s", &measures::momentum(world)),
            Self::AngularMomentum { about } => {
                list.turn::<D>("", "kg m2/s", &measures::angular_momentum(world, about));
            }
            Self::CenterOfMass => {
                list.vector("", "m", &measures::center_of_mass(world).unwrap_or([f64::NAN; D]));
            }
            Self::Stress { region } => list.stress(measures::stress(world, region).ok()),
            Self::Coordination => list.coordination(measures::coordination(world).ok()),
            Self::SolidFraction { region } => {
                list.add("fraction", "1", measures::solid_fraction(world, region));
            }
            Self::Flow { meter, .. } => list.flow(meter),
            Self::Profile { slabs } => list.profile(&measures::profile(world, slabs)),
            Self::AngleOfRepose { foot, width } => {
                let heap = measures::angle_of_repose(world, foot, *width);
                list.add("angle", "rad", heap.map_or(f64::NAN, |heap| heap.angle));
                list.add("height", "m", heap.map_or(f64::NAN, |heap| heap.height));
            }
            Self::Mixing { cells, material } => {
                let is_of_kind = |place: usize| world.bodies.material[place] == *material;
                list.mixing(measures::mixing(world, cells, is_of_kind));
            }
            Self::Shares { region } => list.shares(world, region),
            Self::Wall { wall } => list.wall(world.walls.get(*wall)),
        }
    }
}
