//! Mixing and segregation of bodies of several kinds.
//!
//! ```text
//!   ●●│○○      ●○│○●      Lacey's index
//!   ●●│○○      ○●│●○      M = (s₀² - s²) / (s₀² - sᵣ²)
//!   M = 0      M ≈ 1
//! ```
//!
//! s² is the variance over cells of the share of one kind, s₀² = p (1-p) that of kinds apart,
//! sᵣ² = s₀² / n that of chance with n bodies to a cell. More even than chance gives more than 1.

use super::free_bodies;
use crate::regions::Region;
use crate::world::World;
use esker_geom::{Aabb, Vector};

/// A box cut into cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells<const D: usize> {
    /// The box (m).
    pub bounds: Aabb<D>,
    /// How many cells along each axis; at least one.
    pub counts: [u16; D],
}

/// How well two kinds are mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixing {
    /// Lacey's index.
    pub index: f64,
    /// The share of bodies that are of the kind, p.
    pub share: f64,
    /// How many cells hold bodies.
    pub cells: usize,
}

/// The bodies of one material in a region.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// How many bodies.
    pub count: usize,
    /// Their mass (kg).
    pub mass: f64,
}

/// How well the free bodies of a kind, given by place, are mixed with all others. Cells count by
/// the number of their bodies. Nothing where there is only one kind, or on average no more than one
/// body to a cell.
pub fn mixing<const D: usize>(
    world: &World<D>,
    cells: &Cells<D>,
    is_of_kind: impl Fn(usize) -> bool,
) -> Option<Mixing> {
    let total = cells.counts.iter().map(|&count| usize::from(count.max(1))).product();
    let mut counts = vec![[0u32; 2]; total];
    for (place, _) in free_bodies(world) {
        let Some(cell) = cells.cell_of(&world.wrapped_position(place)) else { continue };
        counts[cell][0] += 1;
        counts[cell][1] += u32::from(is_of_kind(place));
    }
    counts.retain(|[all, _]| *all > 0);
    let sum = |k: usize| counts.iter().map(|count| f64::from(count[k])).sum::<f64>();
    let (all, share) = (sum(0), sum(1) / sum(0));
    let apart = share * (1.0 - share);
    let by_chance = apart * counts.len() as f64 / all;
    let variance = counts.iter().fold(0.0, |sum, &[all, of_kind]| {
        let difference = f64::from(of_kind) / f64::from(all) - share;
        sum + f64::from(all) * difference * difference
    }) / all;
    let index = (apart - variance) / (apart - by_chance);
    (apart > by_chance).then_some(Mixing { index, share, cells: counts.len() })
}

impl<const D: usize> Cells<D> {
    /// The number of the cell a point lies in; nothing outside the box.
    fn cell_of(&self, point: &Vector<D>) -> Option<usize> {
        let extent = self.bounds.extent();
        let mut cell = 0;
        for axis in (0..D).rev() {
            let count = f64::from(self.counts[axis].max(1));
            let along = (point[axis] - self.bounds.low[axis]) / extent[axis];
            if !(0.0..=1.0).contains(&along) {
                return None;
            }
            cell = cell * count as usize + (along * count).min(count - 1.0) as usize;
        }
        Some(cell)
    }
}

/// The free bodies of each material in each region, by their centres: a row for each region, a
/// column for each material.
pub fn shares<const D: usize>(world: &World<D>, regions: &[Region<D>]) -> Vec<Vec<Share>> {
    let bodies = &world.bodies;
    let row = |region: &Region<D>| {
        let mut row = vec![Share::default(); world.materials.len()];
        for (place, mass) in free_bodies(world) {
            let share = row.get_mut(usize::from(bodies.material[place]));
            let inside = region.contains(&world.wrapped_position(place));
            if let Some(share) = share.filter(|_| inside) {
                share.count += 1;
                share.mass += mass;
            }
        }
        row
    };
    regions.iter().map(row).collect()
}
