//! One instant of a run, as plain columns: what files, pictures and readers of files have in common.
//!
//! Vectors are in space: in the plane the third number is zero. Bodies are in the order of their
//! ids, which never changes, while their order in memory does.

use esker_geom::rotation::Rotation;
use esker_geom::vector::in_space;
use esker_physics::World;

/// The bodies at one instant. Units are SI. Columns are as long as `id`, or empty if unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The dimension of space, 2 or 3.
    pub dimension: usize,
    /// The number of the step.
    pub step: u64,
    /// The time (s).
    pub time: f64,
    /// From where to where (m) space repeats itself along each axis, if it does.
    pub periodic: [Option<[f64; 2]>; 3],
    /// The names of the materials.
    pub materials: Vec<String>,
    /// What users call the bodies.
    pub id: Vec<u32>,
    /// The centres (m).
    pub position: Vec<[f64; 3]>,
    /// The radii (m).
    pub radius: Vec<f64>,
    /// The masses (kg); infinite for bodies that no force moves.
    pub mass: Vec<f64>,
    /// The velocities (m/s).
    pub velocity: Vec<[f64; 3]>,
    /// The angular velocities (rad/s).
    pub spin: Vec<[f64; 3]>,
    /// The forces of contacts (N).
    pub force: Vec<[f64; 3]>,
    /// The torques of contacts (N m).
    pub torque: Vec<[f64; 3]>,
    /// The numbers of the materials.
    pub material: Vec<u16>,
    /// The orientations, as unit quaternions with the real part first, where they are followed.
    pub rotation: Vec<Rotation>,
}

impl Frame {
    /// The present instant of a world.
    pub fn of<const D: usize>(world: &World<D>) -> Self {
        let bodies = &world.bodies;
        let mut order: Vec<usize> = (0..bodies.len()).collect();
        order.sort_unstable_by_key(|&place| bodies.id[place]);
        let vectors = |column: &[[f64; D]]| order.iter().map(|&i| in_space(&column[i])).collect();
        let spins = |column: &[[f64; 3]]| order.iter().map(|&i| column[i]).collect();
        let mut periodic = [None; 3];
        periodic[..D].copy_from_slice(&world.periodic);
        let materials = (0..world.materials.len() as u16).filter_map(|m| world.materials.get(m));
        Self {
            dimension: D,
            step: world.steps,
            time: world.time,
            periodic,
            materials: materials.map(|material| material.name.clone()).collect(),
            id: order.iter().map(|&i| bodies.id[i]).collect(),
            position: vectors(&bodies.position),
            radius: order.iter().map(|&i| bodies.radius[i]).collect(),
            mass: order.iter().map(|&i| bodies.mass(i)).collect(),
            velocity: vectors(&bodies.velocity),
            spin: spins(&bodies.spin),
            force: vectors(&bodies.force),
            torque: spins(&bodies.torque),
            material: order.iter().map(|&i| bodies.material[i]).collect(),
            rotation: order.iter().filter_map(|&i| bodies.rotation.get(i).copied()).collect(),
        }
    }

    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }
}

/// A wall as triangles, where it is at one instant; in the plane as lines (the last two corners are one).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallFacets {
    /// The name of the wall.
    pub name: String,
    /// The corners (m).
    pub vertices: Vec<[f64; 3]>,
    /// The numbers of the corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
}
