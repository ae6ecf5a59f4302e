//! The bodies, as columns.
//!
//! ```text
//!   place     0     1     2     3  …     where a body lies in memory: changes when they are sorted
//!   id       17     4     9     0  …     what a user calls it: never changes, never used again
//!   position  ·     ·     ·     ·        one array for each quantity, all of one length
//! ```
//!
//! Every column is a plain array that may be read and written. Spin and torque are vectors in space
//! in two dimensions too, along the third axis: laws are then written once.

use esker_broad::Threads;
use esker_geom::rotation::{NO_ROTATION, Rotation};
use esker_geom::{Aabb, Vector};

/// A body to be added. Units are SI throughout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<const D: usize> {
    /// The centre (m).
    pub position: Vector<D>,
    /// The radius (m).
    pub radius: f64,
    /// The velocity (m/s).
    pub velocity: Vector<D>,
    /// The angular velocity (rad/s).
    pub spin: Vector<3>,
    /// The number of its material.
    pub material: u16,
    /// How it moves.
    pub motion: Motion,
}

impl<const D: usize> Body<D> {
    /// A free sphere (a disc in the plane) at rest, of material 0.
    pub fn new(position: Vector<D>, radius: f64) -> Self {
        Self {
            position,
            radius,
            velocity: [0.0; D],
            spin: [0.0; 3],
            material: 0,
            motion: Motion::Free,
        }
    }
}

/// How a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// By the forces on it.
    Free,
    /// With the velocity and spin it was given, whatever the forces.
    Driven,
    /// Not at all.
    Fixed,
}

/// The columns of all bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bodies<const D: usize> {
    /// What users call them.
    pub id: Vec<u32>,
    /// The centres (m), inside the periodic box.
    pub position: Vec<Vector<D>>,
    /// The velocities (m/s).
    pub velocity: Vec<Vector<D>>,
    /// The angular velocities (rad/s).
    pub spin: Vec<Vector<3>>,
    /// The forces of the last step (N), gravity not among them.
    pub force: Vec<Vector<D>>,
    /// The torques of the last step (N m).
    pub torque: Vec<Vector<3>>,
    /// The radii (m).
    pub radius: Vec<f64>,
    /// One over the mass (1/kg); zero for what no force moves.
    pub inverse_mass: Vec<f64>,
    /// One over the moment of inertia (1/(kg m²)); zero for what no torque turns.
    pub inverse_inertia: Vec<f64>,
    /// The numbers of the materials.
    pub material: Vec<u16>,
    /// One over the margins (1/m): how far each may move before a contact may be missing from the list
    /// of near pairs. Set whenever a list is made.
    pub(crate) inverse_margin: Vec<f32>,
    /// The orientations, if they are followed; otherwise empty.
    pub rotation: Vec<Rotation>,
    /// Where a body would be without the periodic box: so many boxes further. Empty without one.
    pub image: Vec<[i32; D]>,
    /// One where the integrator has begun with a body, zero for a new one; empty if it makes no
    /// difference.
    pub begun: Vec<u8>,
    /// What a predictor keeps (m/s²): the acceleration foreseen for the end of the step, and its
    /// change over the last one. Empty with integrators that foresee nothing.
    pub foreseen: Vec<[Vector<D>; 2]>,
    /// The same for angular accelerations (rad/s²).
    pub foreseen_angular: Vec<[Vector<3>; 2]>,
    pub(crate) follows_rotation: bool,
    pub(crate) next_id: u32,
    /// Counts what makes every list of pairs void: bodies added, removed, put elsewhere.
    pub(crate) changes: u64,
}

impl<const D: usize> Bodies<D> {
    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// The mass (kg) of one body; infinite for one that no force moves.
    pub fn mass(&self, place: usize) -> f64 {
        1.0 / self.inverse_mass[place]
    }

    /// How far a body may move (m) before a contact may be missing from the list of near pairs.
    pub(crate) fn margin(&self, place: usize) -> f64 {
        1.0 / f64::from(self.inverse_margin[place])
    }

    /// Whether forces move a body.
    pub fn is_free(&self, place: usize) -> bool {
        self.inverse_mass[place] > 0.0
    }

    /// Where the body with an id lies; nothing if there is none. Looks through all.
    pub fn place_of(&self, id: u32) -> Option<usize> {
        self.id.iter().position(|&other| other == id)
    }

    /// One more than the largest id there ever was.
    pub fn next_id(&self) -> u32 {
        self.next_id
    }

    /// The mean radius (m); zero if there are no bodies.
    pub(crate) fn mean_radius(&self) -> f64 {
        // Eight sums side by side: none waits for the addition before.
        let (eights, rest) = self.radius.as_chunks::<8>();
        let mut sums = [0.0; 8];
        for radii in eights {
            (0..8).for_each(|lane| sums[lane] += radii[lane]);
        }
        sums.iter_mut().zip(rest).for_each(|(sum, radius)| *sum += radius);
        sums.iter().sum::<f64>() / self.len().max(1) as f64
    }

    /// The smallest box that contains all spheres.
    pub fn bounds(&self) -> Aabb<D> {
        let boxes = self.position.iter().zip(&self.radius);
        boxes.fold(Aabb::EMPTY, |all, (position, &radius)| {
            all.join(&Aabb { low: *position, high: *position }.widened(radius))
        })
    }

    /// Says that positions, radii or kinds of motion were written by hand: the list of near pairs
    /// is made anew in the next step.
    pub fn rearranged(&mut self) {
        self.changes += 1;
    }

    /// Forgets what an integrator kept, so that another may begin.
    pub(crate) fn forget_motion(&mut self) {
        self.begun.clear();
        self.foreseen.clear();
        self.foreseen_angular.clear();
    }

    /// Follows orientations from now on.
    pub fn follow_rotation(&mut self) {
        self.follows_rotation = true;
        self.rotation.resize(self.len(), NO_ROTATION);
    }

    /// Adds a body of a density (kg/m³; kg/m² in the plane) and returns its id.
    ///
    /// Whoever takes numbers from users checks them first: `World::add` does.
    pub(crate) fn add(&mut self, body: &Body<D>, density: f64) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        self.changes += 1;
        let mass = density * volume::<D>(body.radius);
        let free = if body.motion == Motion::Free { 1.0 } else { 0.0 };
        let moving = if body.motion == Motion::Fixed { 0.0 } else { 1.0 };
        self.id.push(id);
        self.position.push(body.position);
        self.velocity.push(body.velocity.map(|v| v * moving));
        self.spin.push(body.spin.map(|w| w * moving));
        self.force.push([0.0; D]);
        self.torque.push([0.0; 3]);
        self.radius.push(body.radius);
        self.inverse_mass.push(free / mass);
        self.inverse_inertia.push(free / (inertia_share::<D>() * mass * body.radius * body.radius));
        self.material.push(body.material);
        self.inverse_margin.push(f32::INFINITY);
        fn push<T>(column: &mut Vec<T>, first: T) {
            if !column.is_empty() {
                column.push(first);
            }
        }
        match self.follows_rotation {
            true => self.follow_rotation(),
            false => push(&mut self.rotation, NO_ROTATION),
        }
        push(&mut self.image, [0; D]);
        push(&mut self.begun, 0);
        push(&mut self.foreseen, [[0.0; D]; 2]);
        push(&mut self.foreseen_angular, [[0.0; 3]; 2]);
        id
    }

    /// The name and length of a column that is not as long as the others; those not in use are
    /// empty.
    pub(crate) fn wrong_length(&self) -> Option<(&'static str, usize)> {
        let always = [
            ("position", self.position.len()),
            ("velocity", self.velocity.len()),
            ("spin", self.spin.len()),
            ("force", self.force.len()),
            ("torque", self.torque.len()),
            ("radius", self.radius.len()),
            ("inverse_mass", self.inverse_mass.len()),
            ("inverse_inertia", self.inverse_inertia.len()),
            ("material", self.material.len()),
            ("inverse_margin", self.inverse_margin.len()),
        ];
        let if_used = [
            ("rotation", self.rotation.len()),
            ("image", self.image.len()),
            ("begun", self.begun.len()),
            ("foreseen", self.foreseen.len()),
            ("foreseen_angular", self.foreseen_angular.len()),
        ];
        let used = if_used.into_iter().filter(|&(_, length)| length > 0);
        always.into_iter().chain(used).find(|&(_, length)| length != self.len())
    }

    /// Keeps the bodies at the places for which `keep` says so, in their order; returns how many
    /// left.
    pub fn retain(&mut self, keep: impl Fn(&Self, usize) -> bool) -> usize {
        let places: Vec<u32> =
            (0..self.len()).filter(|&place| keep(self, place)).map(|place| place as u32).collect();
        let gone = self.len() - places.len();
        if gone > 0 {
            self.take(&places, &Threads::one());
            self.changes += 1;
        }
        gone
    }

    /// The bodies at these places, in this order: the one list of columns that sorting, removing
    /// and keeping derive from.
    pub(crate) fn take(&mut self, places: &[u32], threads: &Threads) {
        let columns: [&mut dyn Sortable; 16] = [
            &mut self.position,
            &mut self.velocity,
            &mut self.spin,
            &mut self.force,
            &mut self.torque,
            &mut self.rotation,
            &mut self.foreseen,
            &mut self.foreseen_angular,
            &mut self.image,
            &mut self.radius,
            &mut self.inverse_mass,
            &mut self.inverse_inertia,
            &mut self.id,
            &mut self.inverse_margin,
            &mut self.material,
            &mut self.begun,
        ];
        threads.for_each(columns.into_iter(), |column| column.take(places));
    }
}

/// A column of whatever it is.
trait Sortable: Send {
    /// The entries at these places, in this order; nothing of a column that is not in use.
    fn take(&mut self, places: &[u32]);
}

impl<T: Copy + Send> Sortable for Vec<T> {
    fn take(&mut self, places: &[u32]) {
        if !self.is_empty() {
            *self = places.iter().map(|&place| self[place as usize]).collect();
        }
    }
}

/// The volume of a sphere (m³), the area of a disc (m²).
pub fn volume<const D: usize>(radius: f64) -> f64 {
    use std::f64::consts::PI;
    match D {
        2 => PI * radius * radius,
        _ => 4.0 / 3.0 * PI * radius * radius * radius,
    }
}

/// The moment of inertia over m r²: of a disc about its axis, of a sphere.
pub(crate) const fn inertia_share<const D: usize>() -> f64 {
    if D == 2 { 0.5 } else { 0.4 }
}
