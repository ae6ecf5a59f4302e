//! Bodies are looked at before they are added.

use crate::bodies::{Bodies, Body, Motion, volume};
use crate::check::{FARTHEST, is_usable};
use crate::materials::Materials;
use esker_broad::MOST_OBJECTS;
use std::fmt;

/// Why a body cannot be added.
#[derive(Clone, Debug, PartialEq)]
pub enum BadBody {
    /// A coordinate, velocity or spin that is not finite, or too large to be squared.
    NotFinite {
        /// Which of them.
        what: &'static str,
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        value: f64,
    },
    /// A radius (m) that is not above zero, or that makes a mass no number can hold.
    Radius {
        /// What was found.
        value: f64,
    },
    /// A spin (rad/s) out of the plane, in two dimensions.
    SpinOutOfPlane {
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        value: f64,
    },
    /// No material has this number.
    Material {
        /// What was found.
        material: u16,
        /// How many materials there are.
        materials: usize,
    },
    /// As many bodies as can be numbered are there, or were.
    TooMany,
}

/// The density (kg/m³; kg/m² in the plane) of a body that may be added.
pub(crate) fn density_of<const D: usize>(
    body: &Body<D>,
    materials: &Materials,
    bodies: &Bodies<D>,
) -> Result<f64, BadBody> {
    if bodies.len() >= MOST_OBJECTS || bodies.next_id() == u32::MAX {
        return Err(BadBody::TooMany);
    }
    finite("coordinate", &body.position)?;
    finite("velocity", &body.velocity)?;
    finite("spin", &body.spin)?;
    for axis in 0..if D == 2 { 2 } else { 0 } {
        if body.spin[axis] != 0.0 {
            return Err(BadBody::SpinOutOfPlane { axis, value: body.spin[axis] });
        }
    }
    let unknown = BadBody::Material { material: body.material, materials: materials.len() };
    let density = materials.get(body.material).ok_or(unknown)?.density;
    let inertia = density * volume::<D>(body.radius) * body.radius * body.radius;
    let usable = inertia.is_normal() && (1.0 / inertia).is_normal();
    match body.radius > 0.0 && (usable || body.motion != Motion::Free) {
        true => Ok(density),
        false => Err(BadBody::Radius { value: body.radius }),
    }
}

fn finite(what: &'static str, values: &[f64]) -> Result<(), BadBody> {
    match values.iter().position(|value| !is_usable(value)) {
        Some(axis) => Err(BadBody::NotFinite { what, axis, value: values[axis] }),
        None => Ok(()),
    }
}

/// The letter of an axis.
pub(crate) fn letter(axis: usize) -> char {
    ['x', 'y', 'z'].get(axis).copied().unwrap_or('?')
}

impl fmt::Display for BadBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what, axis, value } => {
                let letter = letter(*axis);
                write!(
                    f,
                    "{what} {letter} of the body is {value}; it must be a finite number of at most \
                     {FARTHEST:e}"
                )
            }
            Self::Radius { value } if *value > 0.0 => {
                write!(f, "the radius of the body is {value} m; its mass would be no usable number")
            }
            Self::Radius { value } => {
                write!(f, "the radius of the body is {value} m; it must be above 0")
            }
            Self::SpinOutOfPlane { axis, value } => {
                let letter = letter(*axis);
                write!(f, "spin {letter} of the body is {value} rad/s; a disc turns about z only")
            }
            Self::Material { material, materials: 0 } => write!(
                f,
                "the body is of material {material}, but there are no materials; add one first"
            ),
            Self::Material { material, materials } => write!(
                f,
                "the body is of material {material}; the materials are numbered 0 to {}",
                materials - 1
            ),
            Self::TooMany => {
                write!(f, "no more bodies can be numbered; at most {MOST_OBJECTS} may be there")
            }
        }
    }
}

impl std::error::Error for BadBody {}
