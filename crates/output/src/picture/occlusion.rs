//! How much of the sky a place sees, from the depths about it: what makes a bed of spheres
//! readable.
//!
//! ```text
//!        ╭──╮ ╭──╮
//!        │  ╰v╯  │      v from a place to what is seen near it on paper. What rises above the
//!        ╰───────╯      surface there, v · n > 0, shades it: the steeper and the nearer, the more.
//! ```
//!
//! The sum is that of McGuire and others' "Alchemy" (2011), max(0, v · n) / (v · v). Every sample
//! looks at a few places, the four samples of a pixel at different ones.

use super::camera::Camera;
use super::depth::{Ball, Depths};
use esker_geom::vector::{dot, scale, subtract};

/// Where the samples of a picture look for what shades them.
pub(super) struct Occlusion {
    /// Steps in columns and rows, a list for each of four neighbouring samples.
    steps: [[[isize; 2]; LOOKS]; 4],
    /// How far shade reaches (m).
    reach: f64,
}

/// A place on a surface in camera space, and its sample.
pub(super) struct Spot {
    /// The column and the row of the sample.
    pub sample: [usize; 2],
    /// The place (m).
    pub point: [f64; 3],
    /// The direction in which the surface looks.
    pub normal: [f64; 3],
}

/// How often a sample looks.
const LOOKS: usize = 10;
/// The reach in radii of a middling body.
const REACH: f64 = 2.6;
/// The least and the greatest reach on paper, in samples.
pub(super) const NEAR: f64 = 6.0;
pub(super) const FAR: f64 = 48.0;
const STRENGTH: f64 = 1.3;

impl Occlusion {
    /// For these bodies.
    pub(super) fn new(balls: &[Ball], camera: &Camera) -> Self {
        let mut radii: Vec<f64> = balls.iter().map(|ball| ball.radius).collect();
        let middle = radii.len() / 2;
        let radius = match radii.is_empty() {
            true => 0.0,
            false => *radii.select_nth_unstable_by(middle, f64::total_cmp).1,
        };
        let samples = (REACH * radius * camera.scale).clamp(NEAR, FAR);
        let mut steps = [[[0; 2]; LOOKS]; 4];
        // Turned again and again by the golden angle, places fill a disc evenly.
        let (cosine, sine) = (-0.737_368_878_078_320_1, 0.675_490_294_261_523_7);
        let mut direction = [1.0, 0.0];
        for number in 0..4 * LOOKS {
            let [x, y] = direction;
            direction = [cosine * x - sine * y, sine * x + cosine * y];
            let far = 1.0 + (samples - 1.0) * (number as f64 + 0.5) / (4 * LOOKS) as f64;
            steps[number % 4][number / 4] = [x, y].map(|along| (far * along).round() as isize);
        }
        Self { steps, reach: samples / camera.scale }
    }

    /// The share of light that is left, from 0 to 1.
    pub(super) fn light(&self, solid: &Depths, camera: &Camera, spot: &Spot) -> f32 {
        let [column, row] = spot.sample;
        let [width, growth] = camera.sample_width();
        let per_reach = 1.0 / self.reach;
        let mut shade = 0.0;
        for [right, down] in self.steps[column % 2 + 2 * (row % 2)] {
            // Beyond the left or the upper edge the sum wraps to a number beyond the other edge.
            let x = column.wrapping_add_signed(right);
            let y = row.wrapping_add_signed(down);
            if x >= solid.width || !solid.rows.contains(&y) {
                continue;
            }
            let depth = f64::from(solid.depth[solid.place(x, y)]);
            if (depth - spot.point[2]).abs() < self.reach {
                let seen = camera.point([x, y], depth, width + growth * depth);
                let apart = scale(&subtract(&seen, &spot.point), per_reach);
                shade += shade_of(&apart, &spot.normal);
            }
        }
        (1.0 - STRENGTH * shade / LOOKS as f64).max(0.12) as f32
    }
}

/// How much something shades, so far away in units of the reach.
fn shade_of(apart: &[f64; 3], normal: &[f64; 3]) -> f64 {
    let square = dot(apart, apart);
    let height = dot(apart, normal) - 0.02;
    if square < 1.0 && height > 0.0 { height / (square + 0.02) * (1.0 - square) } else { 0.0 }
}
