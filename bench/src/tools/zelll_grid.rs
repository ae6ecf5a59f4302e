//! zelll: its cell grid, which hands out all pairs of neighbouring cells.

use super::{Tool, timed};
use crate::spheres::{Sphere, Spheres, bounds, cutoff};
use esker_broad::Pair;
use zelll::{CellGrid, ParticleLike};

/// A particle that carries its sphere, so that the test reads the grid's own storage.
#[derive(Clone, Copy, Debug, Default)]
struct Particle {
    sphere: Sphere,
    index: u32,
}

impl ParticleLike<[f64; 3]> for Particle {
    fn coords(&self) -> [f64; 3] {
        self.sphere.center
    }
}

/// A grid of cells as wide as the cutoff.
#[derive(Default)]
pub struct ZelllGrid {
    grid: Option<CellGrid<Particle, 3, f64>>,
    pairs: Vec<Pair>,
}

/// The cutoff, widened where the flat 32-bit index of a cell would overflow (set D200).
fn cell_of(rows: &[Sphere]) -> f64 {
    let extent = bounds(rows).extent();
    let mut cell = cutoff(rows);
    while extent.iter().map(|side| side / cell + 4.0).product::<f64>() > 1e9 {
        cell *= 1.26;
    }
    cell
}

fn particles(rows: &[Sphere]) -> impl Iterator<Item = Particle> + Clone {
    rows.iter().zip(0..).map(|(&sphere, index)| Particle { sphere, index })
}

impl ZelllGrid {
    fn find(&mut self) {
        let Self { grid: Some(grid), pairs } = self else { return };
        pairs.clear();
        grid.particle_pairs().for_each(|(a, b)| {
            if a.sphere.touches(&b.sphere) {
                pairs.push([a.index, b.index]);
            }
        });
    }
}

impl Tool for ZelllGrid {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        self.grid = None;
        let cell = cell_of(&spheres.rows);
        timed(|| {
            self.grid = Some(CellGrid::new(particles(&spheres.rows), cell));
            self.find();
        })
    }

    fn update(&mut self, spheres: &Spheres) -> f64 {
        timed(|| {
            if let Some(grid) = &mut self.grid {
                grid.rebuild_mut(particles(&spheres.rows), None);
            }
            self.find();
        })
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        vec![&self.pairs]
    }
}
