//! What is nearest at every sample: spheres, each met exactly by the line of sight.
//!
//! ```text
//!   owner  · · 3 3 3 · ·      who is seen, by number; NOBODY where the background is
//!   depth  ∞ ∞ 2 1 2 ∞ ∞      how far away (m from the target)
//! ```
//!
//! A buffer holds the rows of a band, not of the whole picture, so that a large picture needs
//! hardly more memory than its pixels.

use super::camera::{Camera, drawable};
use super::{Cut, Picture};
use crate::Frame;
use std::ops::Range;

/// The owner of a sample that shows the background.
pub(super) const NOBODY: u32 = u32::MAX;

/// A body in camera space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    /// The centre (m).
    pub center: [f64; 3],
    /// The radius (m), not below what can be seen.
    pub radius: f64,
    /// The place in the frame.
    pub body: usize,
}

/// The least radius of a body on paper, in pixels: even dust is seen.
const LEAST_RADIUS: f64 = 0.75;

/// The bodies that are to be drawn, nearest first, and how many have no place or size.
pub(super) fn balls(frame: &Frame, camera: &Camera, picture: &Picture) -> (Vec<Ball>, usize) {
    let mut balls = Vec::with_capacity(frame.position.len());
    let mut skipped = 0;
    for (body, (position, &radius)) in frame.position.iter().zip(&frame.radius).enumerate() {
        if !(drawable(position) && drawable(&[radius; 3]) && radius >= 0.0) {
            skipped += 1;
            continue;
        }
        if picture.cut.as_ref().is_some_and(|cut: &Cut| cut.removes(position)) {
            continue;
        }
        let center = camera.space(position);
        let pixel = 1.0 / (camera.scale * camera.shrink(center[2]));
        let radius = radius.max(LEAST_RADIUS * pixel);
        if center[2] - radius > camera.nearest() {
            balls.push(Ball { center, radius, body });
        }
    }
    // The nearest first: most samples of those behind are then refused by a comparison.
    let front = |ball: &Ball| ball.center[2] - ball.radius;
    balls.sort_by(|a, b| front(a).total_cmp(&front(b)));
    (balls, skipped)
}

/// The nearest of what was drawn, for some rows of samples.
pub(super) struct Depths {
    /// How many samples a row has.
    pub width: usize,
    /// The rows, counted in the whole picture.
    pub rows: Range<usize>,
    /// The depth of each sample (m), infinite where nothing is.
    pub depth: Vec<f32>,
    /// Who is seen.
    pub owner: Vec<u32>,
}

impl Depths {
    /// Nothing, in these rows.
    pub(super) fn new(width: usize, rows: Range<usize>) -> Self {
        let samples = width * rows.len();
        Self { width, rows, depth: vec![f32::INFINITY; samples], owner: vec![NOBODY; samples] }
    }

    /// Where a sample of these rows is stored.
    pub(super) fn place(&self, column: usize, row: usize) -> usize {
        (row - self.rows.start) * self.width + column
    }

    /// The samples (columns, rows) whose middles lie between left, top, right and bottom.
    pub(super) fn samples(&self, [left, top, right, bottom]: [f64; 4]) -> [Range<usize>; 2] {
        // A conversion to an integer stops at its ends, and makes zero of what is no number.
        let first = |edge: f64| (edge - 0.5).ceil() as usize;
        let columns = first(left)..first(right).min(self.width);
        [columns, first(top).max(self.rows.start)..first(bottom).min(self.rows.end)]
    }

    /// Draws a sphere; samples that are nearer already stay.
    pub(super) fn draw(&mut self, camera: &Camera, ball: &Ball, owner: u32) {
        let [columns, rows] = self.samples(camera.reach(&ball.center, ball.radius));
        let front = (ball.center[2] - ball.radius) as f32;
        for row in rows {
            for column in columns.clone() {
                let place = self.place(column, row);
                if self.depth[place] <= front {
                    continue;
                }
                let ray = camera.ray(column as f64 + 0.5, row as f64 + 0.5);
                let Some(depth) = ray.enters(&ball.center, ball.radius) else { continue };
                if (depth as f32) < self.depth[place] {
                    self.depth[place] = depth as f32;
                    self.owner[place] = owner;
                }
            }
        }
    }
}
