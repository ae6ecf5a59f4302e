//! The angle of repose of a heap.
//!
//! ```text
//!          ▲ height         rings about the heap's axis; in each the highest point of a body;
//!        · │ ·              a line through those between 20 and 80 % of the heap's height, so that
//!      ·   │   ·            neither its blunt tip nor its foot on the floor counts
//!    ──────┴──────▶ distance from the axis
//! ```
//!
//! Up is against gravity. The angle is that of the line with the level, by least squares. The
//! highest point of a ring lies near its inner edge on every ring alike, which moves the line but
//! does not turn it.

use crate::world::World;
use esker_geom::Vector;
use esker_geom::vector::{dot, normalized, scale, subtract};

/// The part of the heap's height whose flank is fitted.
const FLANK: [f64; 2] = [0.2, 0.8];

/// A heap's slope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repose {
    /// The angle of the flank with the level (rad).
    pub angle: f64,
    /// The height of the heap (m) above its foot.
    pub height: f64,
    /// How many rings the line goes through.
    pub rings: usize,
}

/// The angle of repose of a heap of bodies that stand on a floor through `foot` (m), about the
/// upright axis through it, seen in rings of a width (m), best about two diameters. Nothing without
/// gravity, or where fewer than three rings have a flank.
pub fn angle_of_repose<const D: usize>(
    world: &World<D>,
    foot: &Vector<D>,
    width: f64,
) -> Option<Repose> {
    let up = normalized(&scale(&world.gravity, -1.0))?;
    let tops = surface(world, foot, &up, width)?;
    let height = tops.iter().copied().fold(0.0, f64::max);
    let flank: Vec<[f64; 2]> = (tops.iter().enumerate())
        .filter(|(_, top)| (FLANK[0] * height..=FLANK[1] * height).contains(*top))
        .map(|(ring, top)| [(ring as f64 + 0.5) * width, *top])
        .collect();
    if flank.len() < 3 {
        return None;
    }
    Some(Repose { angle: (-slope(&flank)).atan(), height, rings: flank.len() })
}

/// The highest point above the floor in each ring; zero where there is none.
fn surface<const D: usize>(
    world: &World<D>,
    foot: &Vector<D>,
    up: &Vector<D>,
    width: f64,
) -> Option<Vec<f64>> {
    /// A single body far away must not ask for more rings than this.
    const MOST_RINGS: f64 = 1e6;
    if !(width > 0.0 && width.is_finite()) {
        return None;
    }
    let mut tops = Vec::new();
    for (position, radius) in world.bodies.position.iter().zip(&world.bodies.radius) {
        let arm = subtract(position, foot);
        let high = dot(&arm, up);
        let ring = (dot(&arm, &arm) - high * high).max(0.0).sqrt() / width;
        if ring.is_nan() || ring >= MOST_RINGS {
            continue;
        }
        let ring = ring as usize;
        tops.resize(tops.len().max(ring + 1), 0.0);
        tops[ring] = f64::max(tops[ring], high + radius);
    }
    Some(tops)
}

/// The slope of the line through points, by least squares.
fn slope(points: &[[f64; 2]]) -> f64 {
    let count = points.len() as f64;
    let mean = [0, 1].map(|k| points.iter().map(|point| point[k]).sum::<f64>() / count);
    let product = |k: usize| {
        points.iter().map(|point| (point[0] - mean[0]) * (point[k] - mean[k])).sum::<f64>()
    };
    product(1) / product(0)
}
