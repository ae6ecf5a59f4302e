//! Walls: what bodies touch that is no body.
//!
//! ```text
//!   World::walls ─▶ poses at t + Δt ─▶ near bodies ─▶ touches ───▶ laws ─┬─▶ bodies
//!                   (motion.rs)        (near.rs)      (contacts.rs)      └─▶ wall.force
//!                                                                  (forces.rs)
//! ```
//!
//! A wall is a surface of `esker-narrow` with a material, a pose and a motion. To the laws it is a
//! body of infinite mass and radius: overlap r - d, R* = r, m* = m, with the velocity of its
//! surface at the point of contact. What bodies do to it is measured in every step.
//!
//! ```
//! use esker_physics::{Body, Material, Wall, World, shapes::Plane};
//! let mut world = World::<3>::default();
//! world.materials.add(Material::default())?;
//! world.add_wall(Wall::new("floor", Plane::new([0.0; 3], [0.0, 0.0, 1.0])?))?;
//! world.add(&Body::new([0.0, 0.0, 0.0999], 0.1))?;
//! world.time_step = 1e-5;
//! world.step()?;
//! assert!(world.walls[0].force[2] < 0.0); // the ball presses on the floor
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bad_wall;
mod contacts;
mod forces;
mod listing;
mod motion;
mod near;
mod pose;
mod state;
mod table;

pub use bad_wall::BadWall;
pub use contacts::WallContact;
pub use motion::{WALL_MOTIONS, WallMotion, WallMotionEntry};
pub use near::WallContacts;
pub(crate) use near::{Around, Chunk};
pub use pose::Pose;
pub use table::{Ends, Table};

use crate::materials::Materials;
use bad_wall::finite;
use esker_geom::rotation::{inverse, rotate};
use esker_geom::vector::{add, cross, dot, from_space, in_space, scale, subtract};
use esker_geom::{Aabb, Vector};
use esker_narrow::{Facets, Surface};
use pose::box_of_mapped;
use std::sync::Arc;

/// A wall. Units are SI.
#[derive(Clone, Debug)]
pub struct Wall<const D: usize> {
    /// The name in scenes and tables.
    pub name: String,
    /// The surface, in a frame of its own.
    pub shape: Arc<dyn Surface<D>>,
    /// The number of its material.
    pub material: u16,
    /// Where it is now.
    pub pose: Pose<D>,
    /// Where its shape is: turns about an axis that it is round about change nothing, and are left out.
    pub frame: Pose<D>,
    /// How it moves; to be changed during a run by [`Wall::begin`].
    pub motion: WallMotion<D>,
    /// Where it was when its motion began.
    pub start: Pose<D>,
    /// When its motion begins (s); before, it rests at its start.
    pub since: f64,
    /// When its motion ends (s), may be infinite; from then on it rests where it arrived.
    pub until: f64,
    /// From when on it is there (s), may be minus infinite.
    pub appears: f64,
    /// From when on it is there no more (s), may be infinite.
    pub vanishes: f64,
    /// Whether it was there in the last step: if not, it touched nobody.
    pub present: bool,
    /// The point of the shape's frame (m) that `torque` is about and `velocity` is of.
    pub reference: Vector<D>,
    /// The velocity (m/s) of the reference point in the last step.
    pub velocity: Vector<D>,
    /// The angular velocity (rad/s) in the last step.
    pub spin: Vector<3>,
    /// The force (N) of all bodies on the wall in the last step.
    pub force: Vector<D>,
    /// The torque (N m) of all bodies on the wall about its reference point in the last step.
    pub torque: Vector<3>,
    /// The sum of dF/dδ (N/m) over its contacts in the last step.
    pub stiffness: f64,
    /// How many contacts it had in the last step; at a distance those that carry a force.
    pub contacts: usize,
    /// The largest overlap (m) in the last step.
    pub largest_overlap: f64,
}

impl<const D: usize> Wall<D> {
    /// A wall of material 0 that stays where its shape is.
    pub fn new(name: &str, shape: impl Surface<D> + 'static) -> Self {
        Self::of(name, Arc::new(shape))
    }

    /// The same for a shape that is known at run time only, or shared.
    pub fn of(name: &str, shape: Arc<dyn Surface<D>>) -> Self {
        Self {
            name: name.into(),
            shape,
            material: 0,
            pose: Pose::default(),
            frame: Pose::default(),
            motion: WallMotion::Fixed,
            start: Pose::default(),
            since: 0.0,
            until: f64::INFINITY,
            appears: f64::NEG_INFINITY,
            vanishes: f64::INFINITY,
            present: true,
            reference: [0.0; D],
            velocity: [0.0; D],
            spin: [0.0; 3],
            force: [0.0; D],
            torque: [0.0; 3],
            stiffness: 0.0,
            contacts: 0,
            largest_overlap: 0.0,
        }
    }

    /// The wall with its shape somewhere else.
    pub fn placed(mut self, pose: Pose<D>) -> Self {
        (self.pose, self.frame, self.start) = (pose, pose, pose);
        self
    }

    /// The wall with another motion, which begins at time zero.
    pub fn moving(mut self, motion: WallMotion<D>) -> Self {
        self.motion = motion;
        self
    }

    /// Begins another motion at a time (s), from where the wall is, without an end.
    pub fn begin(&mut self, motion: WallMotion<D>, time: f64) {
        self.motion = motion;
        self.start = self.pose;
        (self.since, self.until) = (time, f64::INFINITY);
    }

    /// Whether the wall can be used with these materials.
    pub fn check(&self, materials: &Materials) -> Result<(), BadWall> {
        let Pose { translation, rotation } = &self.start;
        finite("the place of a wall", translation)?;
        finite("the rotation of a wall", rotation)?;
        finite("the reference point of a wall", &self.reference)?;
        self.motion.check()?;
        finite("the time at which the motion of a wall begins", &[self.since])?;
        self.check_times("the motion", [self.since, self.until])?;
        self.check_times("the presence", [self.appears, self.vanishes])?;
        match materials.get(self.material) {
            Some(_) => Ok(()),
            None => Err(BadWall::NoMaterial {
                wall: self.name.clone(),
                material: self.material,
                materials: materials.len(),
            }),
        }
    }

    fn check_times(&self, what: &'static str, times: [f64; 2]) -> Result<(), BadWall> {
        match times[0] <= times[1] {
            true => Ok(()),
            false => Err(BadWall::Times { wall: self.name.clone(), what, times }),
        }
    }

    /// Whether the wall is in the world at a time (s).
    pub fn is_there(&self, time: f64) -> bool {
        self.appears <= time && time < self.vanishes
    }

    /// Whether the wall only turns about an axis that its shape is round about: its surface moves, and
    /// stays where it is.
    pub(crate) fn turns_into_itself(&self) -> bool {
        let Some((point, axis)) = self.motion.axis() else { return false };
        let direction = rotate(&inverse(&self.start.rotation), &axis);
        self.shape.is_round_about(&self.start.into_shape(&point), &direction)
    }

    /// Takes the wall to a time (s), a time step (s) after the last one.
    pub(crate) fn advance(&mut self, time: f64, time_step: f64) {
        self.present = self.is_there(time);
        let course = self.motion.course(self, time, time_step);
        self.pose = course.pose;
        self.frame = if self.turns_into_itself() { self.start } else { self.pose };
        self.velocity = course.velocity;
        self.spin = course.spin;
    }

    /// A drawing of the wall where it is, whether it is there or not: cut off at a box of space (m)
    /// if it has no end. A wall that is turned is cut off at a box around that, as its shape sees
    /// it.
    pub fn facets(&self, within: &Aabb<D>) -> Facets<D> {
        let seen = box_of_mapped(within, |corner| self.pose.into_shape(corner));
        let mut drawing = self.shape.facets(&seen);
        drawing.vertices.iter_mut().for_each(|vertex| *vertex = self.pose.into_space(vertex));
        drawing
    }

    /// The velocity (m/s) of the surface at a point of space (m) where it has a normal.
    #[inline]
    pub fn surface_velocity(&self, point: &Vector<D>, normal: &Vector<D>) -> Vector<D> {
        self.velocity_at(&subtract(point, &self.pose.into_space(&self.reference)), normal)
    }

    /// The same at the end of an arm (m) from the reference point.
    #[inline(always)]
    fn velocity_at(&self, arm: &Vector<D>, normal: &Vector<D>) -> Vector<D> {
        let velocity = add(&self.velocity, &from_space(&cross(&self.spin, &in_space(arm))));
        match self.motion {
            WallMotion::Conveyor { .. } => {
                subtract(&velocity, &scale(normal, dot(&velocity, normal)))
            }
            _ => velocity,
        }
    }
}
