//! The yardstick with a skin (Verlet's list): all pairs closer than the skin are kept and tested
//! until some sphere has moved half of it.

use super::simple_grid::Cells;
use super::{Tool, timed};
use crate::spheres::{Sphere, Spheres};
use esker_broad::Pair;
use esker_geom::distance_squared;

/// The skin, in the largest radius.
const SKIN: f64 = 0.2;

/// A plain grid of spheres half a skin larger, and the list of their pairs.
#[derive(Default)]
pub struct SkinList {
    cells: Cells,
    enlarged: Vec<Sphere>,
    half_skin: f64,
    candidates: Vec<Pair>,
    pairs: Vec<Pair>,
}

impl SkinList {
    fn build(&mut self, rows: &[Sphere]) {
        let radius_max = rows.iter().fold(0.0f64, |largest, row| largest.max(row.radius));
        self.half_skin = 0.5 * SKIN * radius_max;
        self.enlarged.clear();
        self.enlarged
            .extend(rows.iter().map(|row| Sphere { radius: row.radius + self.half_skin, ..*row }));
        self.cells.build(&self.enlarged);
        self.cells.find(&mut self.candidates);
    }

    fn holds(&self, rows: &[Sphere]) -> bool {
        let moves = rows.iter().zip(&self.enlarged);
        let largest = moves.fold(0.0f64, |largest, (row, old)| {
            largest.max(distance_squared(&row.center, &old.center))
        });
        largest <= self.half_skin * self.half_skin
    }

    fn test(&mut self, rows: &[Sphere]) {
        self.pairs.clear();
        let touch = |pair: &&Pair| rows[pair[0] as usize].touches(&rows[pair[1] as usize]);
        self.pairs.extend(self.candidates.iter().filter(touch));
    }
}

impl Tool for SkinList {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        timed(|| {
            self.build(&spheres.rows);
            self.test(&spheres.rows);
        })
    }

    fn update(&mut self, spheres: &Spheres) -> f64 {
        timed(|| {
            if !self.holds(&spheres.rows) {
                self.build(&spheres.rows);
            }
            self.test(&spheres.rows);
        })
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        vec![&self.pairs]
    }
}
