//! Walls over spheres: what is seen through glass, and lines.
//!
//! ```text
//!   viewer ──> wall ──> wall ──> sphere          every wall before a sphere is a veil of glass
//!   viewer ──> wall ──> wall ──> background      the last wall is the backdrop, the others veils
//! ```
//!
//! So one looks into a vessel from any side, and still sees the shadows on its floor. Which wall is
//! the last does not depend on the order in which they are drawn, nor does a product of veils.

use super::camera::Camera;
use super::depth::{Depths, NOBODY};
use super::walls::{Facet, clipped, fan, normal};
use std::ops::Range;

/// Owners from here on are walls: the facet's number above this.
pub(super) const WALLS: u32 = 1 << 31;

/// A triangle of a wall, ready to be drawn.
pub(super) struct Sheet {
    corners: Facet,
    /// Of length one, towards the viewer.
    pub normal: [f64; 3],
    /// How much of what is behind it goes through.
    clear: f32,
}

/// The sheets of the facets that have an area and lie before the eye.
pub(super) fn sheets(facets: &[Facet], camera: &Camera) -> Vec<Sheet> {
    let pieces = |facet: &Facet| fan(&before_eye(facet, camera)).collect::<Vec<_>>();
    let pieces = facets.iter().flat_map(pieces);
    pieces.filter_map(|corners| sheet(corners, camera)).take(WALLS as usize / 2).collect()
}

/// The part of a polygon or a line that lies before the eye.
fn before_eye(corners: &[[f64; 3]], camera: &Camera) -> Vec<[f64; 3]> {
    match camera.nearest() {
        nearest if nearest.is_finite() => clipped(corners, &[0.0, 0.0, -1.0], -nearest),
        _ => corners.to_vec(),
    }
}

fn sheet(corners: Facet, camera: &Camera) -> Option<Sheet> {
    let normal = normal(&corners)?;
    let middle: [f64; 3] =
        std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 3.0);
    let [column, row] = camera.project(&middle);
    let ray = camera.ray(column, row);
    // As with glass, less goes through the more it is seen from the side.
    let aslant = 1.0 - ray.facing(&normal);
    let clear = (0.97 - 0.35 * aslant * aslant * aslant) as f32;
    Some(Sheet { corners, normal: ray.towards(normal), clear })
}

/// A band of samples with everything that is drawn into it.
pub(super) struct Layers {
    /// The nearest sphere, or else the farthest wall.
    pub solid: Depths,
    /// How much light comes through the glass before it, from 0 to 1.
    pub veil: Vec<f32>,
    /// How much of the sample a line covers, from 0 to 1.
    pub ink: Vec<f32>,
}

impl Layers {
    /// Nothing, in these rows.
    pub(super) fn new(width: usize, rows: Range<usize>) -> Self {
        let samples = width * rows.len();
        let solid = Depths::new(width, rows);
        Self { solid, veil: vec![1.0; samples], ink: vec![0.0; samples] }
    }

    /// Draws one of the sheets, after all spheres.
    pub(super) fn draw_sheet(&mut self, camera: &Camera, sheets: &[Sheet], number: usize) {
        let sheet = &sheets[number];
        let corners = sheet.corners.map(|corner| camera.project(&corner));
        let [nearest, farthest] = range(sheet.corners.map(|corner| corner[2]));
        let [top, bottom] = range(corners.map(|corner| corner[1]));
        let [_, rows] = self.solid.samples([0.0, top, 0.0, bottom]);
        for row in rows {
            let y = row as f64 + 0.5;
            let Some([left, right]) = span(&corners, y) else { continue };
            let [columns, _] = self.solid.samples([left, 0.0, right, 0.0]);
            for column in columns {
                let ray = camera.ray(column as f64 + 0.5, y);
                let depth = ray.meets(&sheet.corners[0], &sheet.normal);
                // Seen from the side, the plane is met anywhere; the triangle is not.
                let depth = depth.max(nearest).min(farthest) as f32;
                self.draw_glass(self.solid.place(column, row), depth, sheets, number);
            }
        }
    }

    fn draw_glass(&mut self, place: usize, depth: f32, sheets: &[Sheet], number: usize) {
        let owner = self.solid.owner[place];
        let there = self.solid.depth[place];
        let is_wall = (WALLS..NOBODY).contains(&owner);
        if owner == NOBODY || (is_wall && depth > there) {
            if is_wall {
                self.veil[place] *= sheets[(owner - WALLS) as usize].clear;
            }
            self.solid.owner[place] = WALLS + number as u32;
            self.solid.depth[place] = depth;
        } else if depth < there || is_wall {
            self.veil[place] *= sheets[number].clear;
        }
    }

    /// Draws a line of camera space, so many samples wide, where no sphere is before it.
    pub(super) fn draw_line(&mut self, camera: &Camera, line: &[[f64; 3]; 2], width: f64) {
        let before = before_eye(line, camera);
        let [from, to, ..] = before[..] else { return };
        let line = &[from, to];
        let ends = line.map(|end| camera.project(&end));
        let half = 0.5 * width;
        let [top, bottom] = range(ends.map(|end| end[1]));
        let [_, rows] = self.solid.samples([0.0, top - half - 1.0, 0.0, bottom + half + 1.0]);
        for row in rows {
            let y = row as f64 + 0.5;
            let [left, right] = near_row(&ends, y, half + 1.0);
            let [columns, _] = self.solid.samples([left, 0.0, right, 0.0]);
            for column in columns {
                let (apart, share) = distance(&ends, [column as f64 + 0.5, y]);
                let cover = (half + 0.5 - apart).clamp(0.0, 1.0) as f32;
                let place = self.solid.place(column, row);
                let depth = between(camera, line, share) as f32;
                let hidden = self.solid.owner[place] < WALLS && self.solid.depth[place] < depth;
                if !hidden && cover > self.ink[place] {
                    self.ink[place] = cover;
                }
            }
        }
    }
}

/// The smallest and the largest number.
fn range<const N: usize>(numbers: [f64; N]) -> [f64; 2] {
    let start = [f64::INFINITY, f64::NEG_INFINITY];
    numbers.iter().fold(start, |[low, high], &x| [low.min(x), high.max(x)])
}

/// From where to where a triangle covers the line at a height. Two triangles with a common edge get
/// the same number from it, so that no sample is covered twice or by none.
fn span(corners: &[[f64; 2]; 3], y: f64) -> Option<[f64; 2]> {
    let mut crossings = (0..3).filter_map(|corner| {
        let (a, b) = (corners[corner], corners[(corner + 1) % 3]);
        let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let crosses = low[1] <= y && y < high[1];
        crosses.then(|| low[0] + (y - low[1]) / (high[1] - low[1]) * (high[0] - low[0]))
    });
    let (one, two) = (crossings.next()?, crossings.next()?);
    Some([one.min(two), one.max(two)])
}

/// From where to where the part of a line within `reach` rows of a height can be, `reach` added.
fn near_row(ends: &[[f64; 2]; 2], y: f64, reach: f64) -> [f64; 2] {
    let [from, to] = ends;
    let rise = to[1] - from[1];
    let x = |at: f64| match rise.abs() > 1e-9 {
        true => from[0] + ((at - from[1]) / rise).clamp(0.0, 1.0) * (to[0] - from[0]),
        false => {
            if at < y {
                from[0]
            } else {
                to[0]
            }
        }
    };
    let (one, two) = (x(y - reach), x(y + reach));
    [one.min(two) - reach, one.max(two) + reach]
}

/// How far a place is from a line, and at which share of it.
fn distance(ends: &[[f64; 2]; 2], at: [f64; 2]) -> (f64, f64) {
    let [from, to] = ends;
    let along = [to[0] - from[0], to[1] - from[1]];
    let apart = [at[0] - from[0], at[1] - from[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    let share = (apart[0] * along[0] + apart[1] * along[1]) / square.max(1e-12);
    let share = share.clamp(0.0, 1.0);
    let beside = [apart[0] - share * along[0], apart[1] - share * along[1]];
    ((beside[0] * beside[0] + beside[1] * beside[1]).sqrt(), share)
}

/// The depth at a share of a line on paper.
fn between(camera: &Camera, line: &[[f64; 3]; 2], share: f64) -> f64 {
    let [from, to] = line.map(|end| end[2]);
    // What is halfway on paper is nearer than halfway in space.
    let (a, b) = (camera.shrink(from) * (1.0 - share), camera.shrink(to) * share);
    (a * from + b * to) / (a + b)
}
