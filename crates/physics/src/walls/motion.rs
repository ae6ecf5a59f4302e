//! How walls move: the one list of motions.
//!
//! A motion is a function of the time since it began, not a sum over steps: a drum is at the angle
//! ω t to the last digit however many steps there were, and a resumed run goes on as if never
//! stopped. Only a servo depends on what happened; its state is the wall's pose.
//!
//! ```text
//!   at its start ──────┬───────── moves ─────────┬────── where it arrived ──▶ t
//!                    since                     until
//! ```
//!
//! The servo is a controller of the speed v along its direction. With F the force by which the wall
//! pushes bodies that way, F₀ the one wanted and k = Σ dF/dδ the stiffness of the wall's contacts,
//!
//! ```text
//!   v = rate (F₀ - F) / k,    |v| ≤ largest speed,    rate ≤ 1 / (2 Δt)
//! ```
//!
//! so that F - F₀ decays as exp(-rate t) on a stiff bed. A bed of many layers is softer than its
//! outermost contacts: it answers more slowly, never too strongly. Without contacts the wall
//! moves at its largest speed.

use super::Wall;
use super::bad_wall::{BadWall, direction, finite, positive};
use super::pose::Pose;
use super::table::Table;
use esker_geom::Vector;
use esker_geom::rotation::{about_axis, compose, rotate};
use esker_geom::vector::{add, cross, dot, from_space, in_space};
use esker_geom::vector::{length, normalized, scale, subtract};
use std::f64::consts::TAU;

/// How a wall moves. Directions and axes may have any length but zero.
#[derive(Clone, Debug, PartialEq)]
pub enum WallMotion<const D: usize> {
    /// Not at all.
    Fixed,
    /// With a constant velocity.
    Translate {
        /// The velocity (m/s).
        velocity: Vector<D>,
    },
    /// About an axis, by the right-hand rule.
    Rotate {
        /// The direction of the axis; in the plane the third axis, up or down.
        axis: Vector<3>,
        /// A point of the axis (m).
        point: Vector<D>,
        /// The angular velocity (rad/s).
        speed: f64,
    },
    /// To and fro: so far from where it began as A (sin(2π f t + φ) - sin φ).
    Oscillate {
        /// The direction.
        direction: Vector<D>,
        /// The amplitude A (m).
        amplitude: f64,
        /// The frequency f (Hz).
        frequency: f64,
        /// The phase φ (rad) at the beginning.
        phase: f64,
    },
    /// With velocities from a table, by the time since the motion began.
    Table(Table<D>),
    /// Along a direction, so that the wall pushes bodies that way with a given force.
    Servo {
        /// The direction.
        direction: Vector<D>,
        /// The force wanted (N).
        force: f64,
        /// How fast an error of the force decays on a stiff bed (1/s).
        rate: f64,
        /// The largest speed (m/s).
        largest_speed: f64,
    },
    /// The wall stays, its surface runs: a belt. What points into the surface is left out.
    Conveyor {
        /// The velocity of the surface (m/s).
        velocity: Vector<D>,
    },
}

/// One line of the list of motions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallMotionEntry {
    /// The name in scenes and tables.
    pub name: &'static str,
    /// What the wall does, in one sentence.
    pub summary: &'static str,
}

/// The list of motions.
pub const WALL_MOTIONS: &[WallMotionEntry] = &[
    WallMotionEntry { name: "fixed", summary: "stays where it is" },
    WallMotionEntry { name: "translate", summary: "constant velocity" },
    WallMotionEntry { name: "rotate", summary: "constant angular velocity about an axis" },
    WallMotionEntry { name: "oscillate", summary: "to and fro as a sine along a direction" },
    WallMotionEntry { name: "table", summary: "velocities given at times, lines between them" },
    WallMotionEntry { name: "servo", summary: "moves until it pushes with a given force" },
    WallMotionEntry { name: "conveyor", summary: "stays, but its surface has a velocity" },
];

/// Where a wall is and how it moves there.
pub(super) struct Course<const D: usize> {
    pub(super) pose: Pose<D>,
    /// The velocity (m/s) of the wall's reference point.
    pub(super) velocity: Vector<D>,
    /// The angular velocity (rad/s).
    pub(super) spin: Vector<3>,
}

impl<const D: usize> WallMotion<D> {
    /// The name in the list of motions.
    pub fn name(&self) -> &'static str {
        let line = match self {
            Self::Fixed => 0,
            Self::Translate { .. } => 1,
            Self::Rotate { .. } => 2,
            Self::Oscillate { .. } => 3,
            Self::Table(_) => 4,
            Self::Servo { .. } => 5,
            Self::Conveyor { .. } => 6,
        };
        WALL_MOTIONS[line].name
    }

    /// The course of a wall at a time (s), a time step (s) after the last one. Velocities are those
    /// of the middle of the step, as the velocities of bodies are when forces are computed; there
    /// are none before the motion begins and after it has ended.
    pub(super) fn course(&self, wall: &Wall<D>, time: f64, time_step: f64) -> Course<D> {
        let middle = time - wall.since - 0.5 * time_step;
        let moves = (0.0..wall.until - wall.since).contains(&middle);
        let at_rest = |pose| Course { pose, velocity: [0.0; D], spin: [0.0; 3] };
        match self {
            // A servo without its wall would find nothing to push, and run away.
            Self::Servo { .. } if !(moves && wall.present) => at_rest(wall.pose),
            _ if moves => self.course_in_motion(wall, time, time_step),
            _ => at_rest(self.course_in_motion(wall, time, time_step).pose),
        }
    }

    fn course_in_motion(&self, wall: &Wall<D>, time: f64, time_step: f64) -> Course<D> {
        let elapsed = (time.min(wall.until) - wall.since).max(0.0);
        let middle = time - wall.since - 0.5 * time_step;
        let shifted = |way: Vector<D>, velocity| {
            let translation = add(&wall.start.translation, &way);
            Course { pose: Pose { translation, ..wall.start }, velocity, spin: [0.0; 3] }
        };
        match self {
            Self::Fixed => shifted([0.0; D], [0.0; D]),
            Self::Conveyor { velocity } => shifted([0.0; D], *velocity),
            Self::Translate { velocity } => shifted(scale(velocity, elapsed), *velocity),
            Self::Table(table) => shifted(table.displacement(elapsed), table.velocity(middle)),
            Self::Oscillate { direction, amplitude, frequency, phase } => {
                let direction = scale(&unit(direction), *amplitude);
                let angle = |time: f64| TAU * frequency * time + phase;
                let way = angle(elapsed).sin() - phase.sin();
                let speed = TAU * frequency * angle(middle).cos();
                shifted(scale(&direction, way), scale(&direction, speed))
            }
            Self::Rotate { axis, point, speed } => {
                let spin = scale(&axis_in::<D>(axis), *speed);
                turned(wall, point, &spin, elapsed)
            }
            Self::Servo { direction, force, rate, largest_speed } => {
                let direction = unit(direction);
                let error = force + dot(&wall.force, &direction);
                let rate = rate.min(0.5 / time_step);
                // Without contacts this is infinite, and the largest speed is taken.
                let speed = rate * error / wall.stiffness.max(f64::MIN_POSITIVE);
                let velocity = scale(&direction, speed.clamp(-largest_speed, *largest_speed));
                let translation = add(&wall.pose.translation, &scale(&velocity, time_step));
                Course { pose: Pose { translation, ..wall.pose }, velocity, spin: [0.0; 3] }
            }
        }
    }

    /// A point of the axis (m) that the wall only turns about, and its direction; none if it moves in
    /// another way.
    pub(super) fn axis(&self) -> Option<(Vector<D>, Vector<3>)> {
        match self {
            Self::Rotate { axis, point, .. } => Some((*point, axis_in::<D>(axis))),
            _ => None,
        }
    }

    /// Whether the numbers describe a motion.
    pub fn check(&self) -> Result<(), BadWall> {
        match self {
            Self::Fixed | Self::Table(_) => Ok(()),
            Self::Translate { velocity } | Self::Conveyor { velocity } => {
                finite("the velocity of a wall", velocity)
            }
            Self::Rotate { axis, point, speed } => {
                direction("the axis of a wall's rotation", &axis_in::<D>(axis))?;
                finite("the point of a wall's axis", point)?;
                finite("the angular velocity of a wall", &[*speed])
            }
            Self::Oscillate { direction: along, amplitude, frequency, phase } => {
                direction("the direction of a wall's oscillation", along)?;
                finite("a number of a wall's oscillation", &[*amplitude, *frequency, *phase])
            }
            Self::Servo { direction: along, force, rate, largest_speed } => {
                direction("the direction of a servo", along)?;
                finite("the force of a servo", &[*force])?;
                positive("the rate of a servo", *rate)?;
                positive("the largest speed of a servo", *largest_speed)
            }
        }
    }
}

/// A wall after turning about a point with a spin for a time.
fn turned<const D: usize>(
    wall: &Wall<D>,
    point: &Vector<D>,
    spin: &Vector<3>,
    time: f64,
) -> Course<D> {
    let turn = about_axis(&unit(spin), length(spin) * time);
    let arm = in_space(&subtract(&wall.start.translation, point));
    let pose = Pose {
        translation: add(point, &from_space(&rotate(&turn, &arm))),
        rotation: compose(&turn, &wall.start.rotation),
    };
    let from_axis = in_space(&subtract(&pose.into_space(&wall.reference), point));
    Course { pose, velocity: from_space(&cross(spin, &from_axis)), spin: *spin }
}

/// The direction at length one; zero for none, which `check` refuses.
fn unit<const D: usize>(direction: &Vector<D>) -> Vector<D> {
    normalized(direction).unwrap_or([0.0; D])
}

/// The axis at length one; in the plane what of it points out of the plane.
fn axis_in<const D: usize>(axis: &Vector<3>) -> Vector<3> {
    let across = if D == 2 { 0.0 } else { 1.0 };
    unit(&[across * axis[0], across * axis[1], axis[2]])
}
