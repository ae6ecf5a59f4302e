//! The walls of Lazarević's silo as overlapping fixed balls: `scenes/silo-walls.csv`.
//!
//! ```text
//!   │     │  a cylinder of radius 6 m above a cone of 60°: rings of balls of radius 0.25 m, 0.49 m
//!   │     │  apart along the ring and √3/2 of that from ring to ring, every second one turned by half
//!    \   /   a gap; 3821 balls in all, as in his table 1 (the paper does not say how large the silo is)
//!     | |
//! ```
//!
//! Run it with `cargo run --release --example silo_walls > scenes/silo-walls.csv`.

use std::f64::consts::TAU;

const BALLS: usize = 3821;
const RADIUS: f64 = 0.25;
const SPACING: f64 = 0.49;
/// The radii of the rings at the orifice and of the cylinder (m).
const RINGS: [f64; 2] = [1.85, 6.0];

fn main() {
    print!("{}", table());
}

fn table() -> String {
    let mut rows = String::from("x,y,z,r\n");
    for [x, y, z] in balls() {
        rows.push_str(&format!("{x:.4},{y:.4},{z:.4},{RADIUS}\n"));
    }
    rows
}

/// The centres of the balls, ring by ring from the orifice up.
fn balls() -> Vec<[f64; 3]> {
    let rise = SPACING * 0.75_f64.sqrt();
    let flank = (RINGS[1] - RINGS[0]) / 60_f64.to_radians().cos();
    let cone = (flank / rise).ceil();
    let mut balls = Vec::new();
    for ring in 0.. {
        let along = f64::from(ring) / cone;
        let radius = RINGS[0] + (RINGS[1] - RINGS[0]) * along.min(1.0);
        let height = flank * 60_f64.to_radians().sin() * along.min(1.0);
        let above = (f64::from(ring) - cone).max(0.0) * rise;
        let count = ((TAU * radius / SPACING).ceil() as usize).min(BALLS - balls.len());
        for ball in 0..count {
            let angle = TAU * (ball as f64 + 0.5 * f64::from(ring % 2)) / count as f64;
            balls.push([radius * angle.cos(), radius * angle.sin(), height + above]);
        }
        if balls.len() == BALLS {
            break;
        }
    }
    balls
}

#[test]
fn the_file_is_what_this_program_writes() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/silo-walls.csv");
    assert_eq!(std::fs::read_to_string(file).unwrap(), table());
}
