//! Margins: how far the bodies of a tile may move before a contact might be missing from the list.
//!
//! ```text
//!   tile      at rest    at rest    sliding    falling
//!   margin    ·          ·          ──         ─────       all are used up at the same time
//! ```
//!
//! Two bodies that touch were nearer than the sum of their radii and margins when the list was
//! made, unless one of them has moved further than its margin since. One fast body makes the rows of
//! its tile longer, not all rows.
//!
//! Margins are tuned from what is counted, never from a clock: making a list costs B per body, a
//! step costs c for each pair, which is looked at every few steps (`close.rs`). If a list is to last
//! T steps, the margin of a tile whose bodies move by v in a step is v T, and each unit of it gives
//! its bodies p pairs more. With the mean v̄ of all, the cost of a step, B / T + c p v̄ T, is least at
//! T² = B / (c p v̄). What is at rest may be woken: no tile counts as slower than the mean.

use crate::neighbors::{Tile, tile_starts};
use std::ops::Range;

/// What making a list costs for each body, in steps with one pair more in it (B / c above).
const MAKING: f64 = 150.0;
/// The smallest and the largest margin, in mean radii.
const MARGINS: [f64; 2] = [0.005, 0.5];
/// The largest of a gas, in mean radii, whose bodies have no more than so many pairs with it.
const MARGIN_OF_GAS: f64 = 1.0;
const PAIRS_OF_GAS: f64 = 1.5;
/// The margin of the first list, in mean radii, when nothing is known yet.
const FIRST: f64 = 0.05;
/// Margins are longer by this, for tiles that will be faster than they were.
const RESERVE: f64 = 1.4;

/// Bodies that will be a tile, or several if they have too many pairs, and their margin (m).
pub(crate) type Stretch = (Range<usize>, f64);

/// Gives tiles the margins (m) that cost least if bodies go on as they did: so far (m) those of each
/// have moved in so many steps. There are so many pairs that are apart; the mean radius is in m.
pub(crate) fn tune(tiles: &mut [Tile], moved: &[f64], steps: u64, apart: f64, radius: f64) {
    let bodies: usize = tiles.iter().map(|tile| tile.bodies.len()).sum();
    let mean = |of: &dyn Fn((&Tile, &f64)) -> f64| {
        let weighted = tiles.iter().zip(moved).map(|one| one.0.bodies.len() as f64 * of(one));
        weighted.sum::<f64>() / bodies as f64
    };
    let speed = mean(&|(_, moved)| *moved) / steps as f64;
    let pairs = apart / bodies as f64 / mean(&|(tile, _)| tile.margin);
    let lasting = (MAKING / (pairs * speed)).sqrt();
    let most = (PAIRS_OF_GAS / pairs).min(MARGIN_OF_GAS * radius).max(MARGINS[1] * radius);
    for (tile, moved) in tiles.iter_mut().zip(moved) {
        let margin = RESERVE * lasting * (moved / steps as f64).max(speed);
        tile.margin = margin.max(MARGINS[0] * radius).min(most);
    }
}

/// The margins of so many bodies: those of the tiles there were at the same share of all bodies.
pub(crate) fn carried(tiles: &[Tile], bodies: usize, radius: f64) -> Vec<Stretch> {
    let before = tiles.last().map_or(0, |tile| tile.bodies.end);
    let starts = tile_starts(bodies);
    let stretches = starts.windows(2).map(|stretch| {
        let first = stretch[0] * before / bodies.max(1);
        let end = (stretch[1] * before).div_ceil(bodies.max(1));
        let behind = &tiles[tiles.partition_point(|tile| tile.bodies.end <= first)..];
        let there = behind.iter().take_while(|tile| tile.bodies.start < end);
        let margin = there.map(|tile| tile.margin).reduce(f64::max);
        (stretch[0]..stretch[1], margin.unwrap_or(FIRST * radius))
    });
    stretches.collect()
}

/// Gives tiles the margins of the stretches they were cut from; both are in order.
pub(crate) fn give(tiles: &mut [Tile], margins: &[Stretch]) {
    for tile in tiles {
        let stretch = margins.partition_point(|(places, _)| places.end < tile.bodies.end);
        tile.margin = margins[stretch].1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Material, World};
    use esker_broad::{Detector, Objects};
    use esker_packing::Random;

    /// A fast swarm goes through a field of bodies at rest: no contact is missed, and where nothing
    /// moves margins stay narrow.
    #[test]
    fn nothing_is_missed_where_some_are_fast() {
        let mut world = World::<3>::default();
        world.materials.add(Material { young: 1e6, ..Material::default() }).unwrap();
        let mut random = Random::new(3);
        for place in 0..27_000 {
            let cell = [place % 30, place / 30 % 30, place / 900].map(|cell| 0.105 * cell as f64);
            let position = cell.map(|x| x + random.between(-2e-3, 2e-3));
            // One in ten at one corner flies along x.
            let flies = cell.iter().all(|&x| x < 0.8) && random.between(0.0, 1.0) < 0.1;
            let velocity = [if flies { random.between(0.5, 1.0) } else { 0.0 }, 0.0, 0.0];
            world.add(&Body { velocity, ..Body::new(position, 0.05) }).unwrap();
        }
        let mut oracle = Detector::<3>::new("grid").unwrap();
        let (mut most, mut touching) = (0.0, 0);
        for _ in 0..600 {
            world.step().unwrap();
            let bodies = &world.bodies;
            let objects = Objects::new(&bodies.position, &bodies.radius).unwrap();
            oracle.update(&objects);
            let found = oracle.pairs(&objects).iter().count();
            assert_eq!(world.contacts(), found, "step {}", world.steps);
            touching += found;
            let margins = || world.neighbors.tiles.iter().map(|tile| tile.margin);
            let ratio: f64 = margins().fold(0.0, f64::max) / margins().fold(f64::MAX, f64::min);
            most = ratio.max(most);
        }
        assert!(
            touching > 1000 && world.detection.rebuilds > 5,
            "{touching} {}",
            world.detection.rebuilds
        );
        assert!(most > 2.0, "{most}");
    }

    fn tiles(margins: &[f64]) -> Vec<Tile> {
        let tile = |(number, &margin): (usize, &f64)| Tile {
            bodies: number * 2000..(number + 1) * 2000,
            margin,
            ..Tile::default()
        };
        margins.iter().enumerate().map(tile).collect()
    }

    #[test]
    fn fast_tiles_have_wide_margins_and_all_last_equally_long() {
        let mut tiles = tiles(&[0.1; 4]);
        // One pair for each body within twice the margin: p = 10 / m. Speeds are 1, 1, 2, 8 mm.
        tune(&mut tiles, &[0.05, 0.05, 0.1, 0.4], 50, 8000.0, 1.0);
        let (pairs, mean) = (10.0, 3e-3);
        let lasting = RESERVE * (MAKING / (pairs * mean)).sqrt();
        let expected = [mean, mean, mean, 8e-3].map(|speed| (speed * lasting).min(MARGINS[1]));
        for (tile, expected) in tiles.iter().zip(expected) {
            assert!((tile.margin - expected).abs() < 1e-12, "{} {expected}", tile.margin);
        }
        tune(&mut tiles, &[0.0, 0.0, f64::INFINITY, 0.0], 50, 8000.0, 1.0);
        assert!(tiles.iter().all(|tile| (MARGINS[0]..=MARGINS[1]).contains(&tile.margin)));
    }

    #[test]
    fn margins_stay_where_they_were_when_bodies_come_and_go() {
        let tiles = tiles(&[0.1, 0.2, 0.3, 0.4]);
        let of = |tiles: &[Tile], bodies, radius| -> Vec<f64> {
            carried(tiles, bodies, radius).into_iter().map(|(_, margin)| margin).collect()
        };
        assert_eq!(of(&tiles, 8000, 1.0), [0.1, 0.2, 0.3, 0.4]);
        // Two stretches of 1500 bodies, each where two tiles were.
        assert_eq!(of(&tiles, 3000, 1.0), [0.2, 0.4]);
        assert_eq!(of(&tiles, 16_000, 1.0), [0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.4]);
        assert_eq!(of(&tiles, 0, 1.0), [FIRST]);
        assert_eq!(of(&[], 3000, 2.0), [2.0 * FIRST; 2]);
    }

    #[test]
    fn a_stretch_that_was_cut_has_one_margin() {
        let mut tiles =
            [0..500, 500..1000, 1000..2000].map(|bodies| Tile { bodies, ..Tile::default() });
        give(&mut tiles, &[(0..1000, 0.1), (1000..2000, 0.2)]);
        assert_eq!(tiles.map(|tile| tile.margin), [0.1, 0.1, 0.2]);
        let mut nobody = [Tile::default()];
        give(&mut nobody, &[(0..0, 0.3)]);
        assert_eq!(nobody[0].margin, 0.3);
    }
}
