//! Why a step could not be made, written for the one who must act.

use crate::bad_body::letter;
use crate::walls::BadWall;
use esker_broad::Refused;
use std::fmt;

/// A step that went wrong: which, when and why. The world stays readable, as it was when the fault
/// was found.
#[derive(Clone, Debug, PartialEq)]
pub struct StepError {
    /// The number of the step, from 1.
    pub step: u64,
    /// The time at which it would have ended (s).
    pub time: f64,
    /// What went wrong.
    pub cause: Cause,
}

/// What went wrong in a step. Bodies are named by their ids.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// A column of bodies that is not as long as the others.
    ColumnLength {
        /// The name of the column.
        column: &'static str,
        /// Its length.
        found: usize,
        /// The number of bodies.
        bodies: usize,
    },
    /// A body of a material that is not there.
    Material {
        /// The body.
        body: u32,
        /// The number of its material.
        material: u16,
        /// How many materials there are.
        materials: usize,
    },
    /// A wall that cannot be used.
    Wall(BadWall),
    /// Gravity (m/s²) that is no finite number.
    Gravity {
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        value: f64,
    },
    /// A periodic box (m) whose ends are not two finite numbers in order.
    BoxEnds {
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        ends: [f64; 2],
    },
    /// A periodic box in which a body could meet its own image, or another body from both sides.
    BoxTooSmall {
        /// The axis, from 0.
        axis: usize,
        /// The length of the box (m).
        length: f64,
        /// The length it must exceed (m).
        needed: f64,
    },
    /// A margin of detection (m) that is negative or no finite number.
    Margin {
        /// What was found.
        value: f64,
    },
    /// A time step (s) that is negative or no finite number.
    TimeStep {
        /// What was found.
        value: f64,
    },
    /// No time step is set, and there is nothing to choose it from.
    NoTimeStep,
    /// A time step (s) with which the motion would explode.
    TimeStepTooLong {
        /// The time step.
        value: f64,
        /// What it exceeds, in words.
        limit: String,
        /// A good one (s).
        advised: f64,
    },
    /// A number of a body that is not finite, or too large to be squared.
    NotFinite {
        /// The body.
        body: u32,
        /// Which number.
        what: &'static str,
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        value: f64,
        /// The laws, if the force or torque on the body is not finite either.
        laws: Option<String>,
    },
    /// A radius (m) that is not above zero, or not finite.
    Radius {
        /// The body.
        body: u32,
        /// What was found.
        value: f64,
    },
    /// A body that moves further than its own radius in one step: the time step explodes.
    TooFast {
        /// The body.
        body: u32,
        /// How far it moves in a step (m).
        distance: f64,
        /// Its radius (m).
        radius: f64,
    },
    /// Two bodies that overlap by more than the smaller one's radius.
    TooDeep {
        /// The bodies.
        bodies: [u32; 2],
        /// How deep they overlap (m).
        overlap: f64,
        /// The smaller radius (m).
        radius: f64,
    },
    /// A body whose centre is behind a wall: it overlaps by more than its radius. Sheets with
    /// bodies on both sides have no behind.
    TooDeepInWall {
        /// The body.
        body: u32,
        /// The name of the wall.
        wall: String,
        /// How deep it overlaps (m).
        overlap: f64,
        /// Its radius (m).
        radius: f64,
    },
    /// A body that left the bounds of the world.
    Outside {
        /// The body.
        body: u32,
        /// The axis along which it did, from 0.
        axis: usize,
        /// Where it is along that axis (m).
        value: f64,
        /// From where to where the world goes (m).
        ends: [f64; 2],
    },
    /// Contact detection refused the bodies for another reason.
    Detection(Refused),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} at {:.4e} s: {}", self.step, self.time, self.cause)
    }
}

impl std::error::Error for StepError {}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeStep { .. } | Self::NoTimeStep | Self::TimeStepTooLong { .. } => {
                self.fmt_time_step(f)
            }
            Self::NotFinite { .. }
            | Self::Radius { .. }
            | Self::TooFast { .. }
            | Self::TooDeep { .. }
            | Self::TooDeepInWall { .. }
            | Self::Outside { .. } => self.fmt_body(f),
            _ => self.fmt_setting(f),
        }
    }
}

impl Cause {
    /// What is wrong with what was set up.
    fn fmt_setting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ColumnLength { column, found, bodies } => write!(
                f,
                "column `{column}` has {found} entries for {bodies} bodies; add and remove bodies \
                 with `World::add` and `Bodies::retain`"
            ),
            Self::Material { body, material, materials } => write!(
                f,
                "body {body} is of material {material}, but there are {materials} materials; \
                 materials are numbered from 0"
            ),
            Self::Wall(bad) => write!(f, "{bad}"),
            Self::Gravity { axis, value } => {
                write!(f, "gravity {} is {value}; it must be a finite number", letter(*axis))
            }
            Self::BoxEnds { axis, ends: [low, high] } => write!(
                f,
                "the periodic box goes from {low} m to {high} m along {}; it needs two finite \
                 numbers, the lower one first",
                letter(*axis)
            ),
            Self::BoxTooSmall { axis, length, needed } => write!(
                f,
                "the periodic box is {length:.4e} m long along {}; it must be longer than \
                 {needed:.4e} m, or a body could meet another from both sides: make the box longer",
                letter(*axis)
            ),
            Self::Margin { value } => write!(
                f,
                "the margin of detection is {value} m; it must be a finite number of at least 0, or \
                 none to let it be tuned"
            ),
            Self::Detection(refused) => write!(f, "contact detection: {refused}"),
            _ => Ok(()),
        }
    }

    /// What is wrong with the time step.
    fn fmt_time_step(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeStep { value } => write!(
                f,
                "the time step is {value} s; it must be a finite number above 0, or 0 to let the \
                 world choose"
            ),
            Self::NoTimeStep => write!(
                f,
                "the time step is not set, and without free bodies there is nothing to choose it \
                 from; set it, or add bodies first"
            ),
            Self::TimeStepTooLong { value, limit, advised } => write!(
                f,
                "the time step of {value:.4e} s is longer than {limit}; set it to {advised:.4e} s or \
                 less, or to 0 to let the world choose"
            ),
            _ => Ok(()),
        }
    }

    /// What is wrong with a body.
    fn fmt_body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { body, what, axis, value, laws } => {
                write!(f, "body {body}: {what} {} is {value}; ", letter(*axis))?;
                match laws {
                    Some(laws) => write!(
                        f,
                        "the force or torque on it is not finite either: it comes from a law of \
                         `{laws}`, so look at the materials and at what was written into columns"
                    ),
                    None => write!(
                        f,
                        "the force and torque on it are finite: it was written from outside, or \
                         the time step is far too long"
                    ),
                }
            }
            Self::Radius { body, value } => {
                write!(f, "body {body}: its radius is {value} m; it must be a number above 0")
            }
            Self::TooFast { body, distance, radius } => write!(
                f,
                "body {body} moves {distance:.4e} m in one step, further than its radius of \
                 {radius:.4e} m: the time step explodes; make it shorter, or look for bodies that \
                 overlap at the start"
            ),
            Self::TooDeep { bodies: [a, b], overlap, radius } => write!(
                f,
                "bodies {a} and {b} overlap by {overlap:.4e} m, more than the smaller radius of \
                 {radius:.4e} m; make the material stiffer or the time step shorter, or look for \
                 bodies that overlap at the start"
            ),
            Self::TooDeepInWall { body, wall, overlap, radius } => write!(
                f,
                "body {body} overlaps wall `{wall}` by {overlap:.4e} m, more than its radius of \
                 {radius:.4e} m: its centre is behind the wall; begin or insert it on the other \
                 side, or, if it was pushed through, make the material stiffer or the time step \
                 shorter"
            ),
            Self::Outside { body, axis, value, ends: [low, high] } => write!(
                f,
                "body {body} left the world: {} is {value:.4e} m, and the world goes from \
                 {low:.4e} m to {high:.4e} m; close the walls, widen the bounds, or let bodies that \
                 leave be removed",
                letter(*axis)
            ),
            _ => Ok(()),
        }
    }
}
