//! The eight impacts of Chung and Ooi (2011), Granular Matter 13, 643–656.
//!
//! ```text
//!   1  ●→ ←●      2, 3  ●      4, 5  ●        6  ↻●     7  ↻●→ ←●↻     8  ↻●
//!                       ↓             ↘           ↓                       ↓
//!                     ─────         ─────       ─────                    ( )
//! ```
//!
//! Closed forms are computed here from the set-ups; the digitised curves are read from the folder
//! `chung-ooi-2011`. A rigid plane is one a thousand times as stiff as the ball, and closed forms know its
//! modulus.

mod head_on;
mod oblique;
mod spinning;

pub use head_on::{test_1, test_2, test_3};
pub use oblique::{test_4, test_5};
pub use spinning::{test_6, test_7, test_8};

use crate::case::{Outcome, Tolerance};
use crate::data::Data;
use crate::impact::{Ball, Impact, Partner};
use esker_physics::{Material, Model, Pairing};
use std::error::Error;

/// What the tests call by a name.
#[derive(Clone, Copy, Debug)]
struct Matter {
    name: &'static str,
    young: f64,
    poisson: f64,
    density: f64,
}

impl Matter {
    const fn new(name: &'static str, young: f64, poisson: f64, density: f64) -> Self {
        Self { name, young, poisson, density }
    }

    /// As a material, so many times as stiff and as dense.
    fn material(&self, stiffer: f64, denser: f64) -> Material {
        Material {
            name: self.name.into(),
            density: denser * self.density,
            young: stiffer * self.young,
            poisson: self.poisson,
        }
    }

    fn ball(&self, radius: f64, velocity: [f64; 2], spin: f64) -> Ball {
        Ball { material: self.material(1.0, 1.0), radius, velocity, spin }
    }

    /// Onto a plane a thousand times as stiff, by `hertz + tsuji + mindlin`.
    fn onto_plane(&self, ball: Ball, pairing: Pairing) -> Impact {
        let plane = Partner::Plane(self.material(1000.0, 1.0));
        Impact { model: Model::default(), pairing, ball, partner: plane }
    }
}

fn pairing(restitution: f64, friction: f64) -> Pairing {
    Pairing { restitution, friction, ..Pairing::default() }
}

/// Compares a curve of ours with the points of a file, as the root of the mean square of `distance`,
/// a function of a point, which must be at most so much if that is above zero. Returns the points, for a plot.
fn compare_curve(
    outcome: &mut Outcome,
    (data, file): (&Data, &str),
    most: f64,
    mut distance: impl FnMut([f64; 2]) -> Result<f64, Box<dyn Error>>,
) -> Result<Vec<[f64; 2]>, Box<dyn Error>> {
    let points = match data.curve(&format!("chung-ooi-2011/{file}.csv")) {
        Ok(points) => points,
        Err(why) => {
            outcome.skip(why);
            return Ok(Vec::new());
        }
    };
    let mut squares = 0.0;
    for &point in &points {
        squares += distance(point)?.powi(2);
    }
    let rms = (squares / points.len() as f64).sqrt();
    let tolerance = if most > 0.0 { Tolerance::Within(most) } else { Tolerance::Told };
    outcome.row(&format!("rms distance from {file}"), rms, 0.0, tolerance);
    Ok(points)
}
