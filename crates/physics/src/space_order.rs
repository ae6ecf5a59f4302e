//! Bodies in the order of space: neighbours in space become neighbours in memory.
//!
//! ```text
//!   ┌─────┬──┬──┐     space is halved across its longest side, so that each half has whole tiles,
//!   │     │  │  │     and so on: a tile is a lump about as long as wide, and meets a quarter
//!   ├───┬─┤  │  │     fewer bodies outside than a run of any curve through all of space does
//!   │   │ ├──┴──┤
//!   └───┴─┴─────┘     0─1 4─5    in a tile: cells about as wide as a body, along Morton's curve,
//!                      ╱ ╱ ╱     the bits of the cell's coordinates, interleaved
//!                     2─3 6─7
//!
//!   x┬────────┐       bodies at the sides where space was cut, which tiles on the other side name,
//!   x│        │       stand together before all others of a tile: rims, by their sides. Fetching
//!   x└yyyyyyyy┘       them is worth 2 of 57 ns a body and step, at 500 000 bodies
//! ```

use crate::bodies::Bodies;
use crate::neighbors::tile_starts;
use crate::runs::MANY;
use esker_broad::Threads;
use esker_geom::{Aabb, Vector};

/// Sorted bodies are sorted again when more than one in so many comes before its predecessor.
const TOLERATED: usize = 4;
/// The order of the rims of a tile, by the sides they are at (Gray's code: those of one side mostly
/// follow each other), and of what is at none.
const RIMS: [u8; 8] = [7, 0, 2, 1, 6, 5, 3, 4];
/// The most cells along an axis.
const MOST_CELLS: f64 = 65535.0;

/// Sorts the bodies if they are out of order: a little, if they were sorted before, or at all. How
/// many threads do it changes nothing.
pub(crate) fn sort_in_space<const D: usize>(
    bodies: &mut Bodies<D>,
    sorted_before: bool,
    threads: &Threads,
) {
    let lattice = Lattice::of(bodies);
    let mut keys = vec![0; bodies.len()];
    let work = keys.chunks_mut(MANY).zip(bodies.position.chunks(MANY));
    threads.for_each(work, |(keys, positions)| {
        keys.iter_mut().zip(positions).for_each(|(key, position)| *key = lattice.key(position));
    });
    let starts = tile_starts(bodies.len());
    // Whoever has left its tile has passed others of it before.
    let descents: usize = starts.windows(2).map(|tile| descents(&keys[tile[0]..tile[1]])).sum();
    let tolerated = if sorted_before { bodies.len() / TOLERATED } else { 0 };
    if descents <= tolerated {
        return;
    }
    let mut places: Vec<u32> = (0..bodies.len() as u32).collect();
    let low = [f64::NEG_INFINITY; D];
    let mut parts = vec![Part { places: &mut places, starts: &starts, low }];
    while parts.len() < threads.count() && parts.iter().all(|part| part.starts.len() > 2) {
        parts = parts.into_iter().flat_map(|part| part.halves(&bodies.position)).collect();
    }
    threads.for_each(parts.into_iter(), |part| part.sort(&bodies.position, &keys, &lattice));
    bodies.take(&places, threads);
}

/// How many keys are smaller than the one before.
fn descents(keys: &[u32]) -> usize {
    keys.windows(2).filter(|pair| pair[0] > pair[1]).count()
}

/// Bodies to be shared out among tiles, which begin at `starts`.
struct Part<'a, const D: usize> {
    places: &'a mut [u32],
    starts: &'a [usize],
    /// Along each axis, where space was cut below them (m).
    low: Vector<D>,
}

impl<const D: usize> Part<'_, D> {
    /// Shares them out among the tiles of each half of the space they are in.
    fn halves(self, position: &[Vector<D>]) -> [Self; 2] {
        let Self { places, starts, low } = self;
        let at = |place: u32| &position[place as usize];
        let extent = bounds_of(places.iter().map(|&place| at(place))).extent();
        let longest = (0..D).fold(0, |so_far, axis| match extent[axis] > extent[so_far] {
            true => axis,
            false => so_far,
        });
        let middle = starts.len() / 2;
        let half = starts[middle] - starts[0];
        places.select_nth_unstable_by(half, |&a, &b| {
            at(a)[longest].total_cmp(&at(b)[longest]).then(a.cmp(&b))
        });
        let mut cut = low;
        cut[longest] = at(places[half])[longest];
        let (before, behind) = places.split_at_mut(half);
        [
            Part { places: before, starts: &starts[..=middle], low },
            Part { places: behind, starts: &starts[middle..], low: cut },
        ]
    }

    /// Puts them into the order of tiles, and in each into that of rims and keys.
    fn sort(self, position: &[Vector<D>], keys: &[u32], lattice: &Lattice<D>) {
        if self.starts.len() > 2 {
            let halves = self.halves(position).into_iter();
            return halves.for_each(|half| half.sort(position, keys, lattice));
        }
        // As wide as a cell, and so about as a body.
        let rim = self.low.map(|low| low + 1.0 / lattice.inverse);
        self.places.sort_by_cached_key(|&place| {
            let body = &position[place as usize];
            let sides = (0..D).filter(|&axis| body[axis] < rim[axis]).map(|axis| 1 << axis);
            (RIMS[sides.sum::<usize>()], keys[place as usize], place)
        });
    }
}

/// The smallest box around places.
pub(crate) fn bounds_of<'a, const D: usize>(
    positions: impl Iterator<Item = &'a Vector<D>>,
) -> Aabb<D> {
    let point = |position: &Vector<D>| Aabb { low: *position, high: *position };
    positions.fold(Aabb::EMPTY, |all, position| all.join(&point(position)))
}

/// Cells, and where each of their coordinates puts them along the curve.
struct Lattice<const D: usize> {
    low: Vector<D>,
    /// Cells per metre.
    inverse: f64,
    /// The bits of every coordinate, spread out to make room for those of the others.
    spread: [Vec<u32>; D],
}

impl<const D: usize> Lattice<D> {
    fn of(bodies: &Bodies<D>) -> Self {
        let bounds = bounds_of(bodies.position.iter());
        let extent = bounds.extent();
        let bits_for = |edge: f64| extent.map(|length| (length / edge + 1.0).log2().ceil() as u32);
        let longest = extent.into_iter().fold(0.0, f64::max);
        let mut edge =
            (2.0 * bodies.mean_radius()).max(longest / MOST_CELLS).max(f64::MIN_POSITIVE);
        while bits_for(edge).iter().sum::<u32>() > u32::BITS {
            edge *= 2.0;
        }
        let bits = bits_for(edge);
        let spread = std::array::from_fn(|axis| {
            (0..1u32 << bits[axis]).map(|cell| spread(cell, axis, &bits)).collect()
        });
        Self { low: bounds.low, inverse: 1.0 / edge, spread }
    }

    /// The place of a cell along the curve; places that are no numbers come first.
    fn key(&self, position: &Vector<D>) -> u32 {
        let mut key = 0;
        for axis in 0..D {
            let cell = ((position[axis] - self.low[axis]) * self.inverse).max(0.0) as usize;
            key |= self.spread[axis][cell.min(self.spread[axis].len() - 1)];
        }
        key
    }
}

/// The bits of a coordinate, each at its place among the bits of all axes.
fn spread<const D: usize>(cell: u32, along: usize, bits: &[u32; D]) -> u32 {
    let (mut key, mut place) = (0, 0);
    for bit in 0..bits[along] {
        for axis in (0..D).filter(|&axis| bit < bits[axis]) {
            key |= if axis == along { (cell >> bit & 1) << place } else { 0 };
            place += 1;
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::Body;

    fn bodies_at(position: impl Fn(usize) -> Vector<3>) -> Bodies<3> {
        let mut bodies = Bodies::default();
        for index in 0..10_000 {
            bodies.add(&Body::new(position(index), 0.5), 1.0);
        }
        bodies
    }

    /// A place in a box of 30 by 30 by 30, in no order.
    fn scattered(index: usize) -> Vector<3> {
        [3.0, 5.0, 7.0].map(|prime: f64| (index as f64 * prime.sqrt()).fract() * 30.0)
    }

    fn volume(bounds: &Aabb<3>) -> f64 {
        bounds.extent().iter().product()
    }

    #[test]
    fn tiles_are_lumps_that_do_not_reach_into_each_other() {
        let mut bodies = bodies_at(scattered);
        sort_in_space(&mut bodies, false, &Threads::one());
        let tiles = tile_starts(bodies.len());
        let boxes: Vec<_> = tiles
            .windows(2)
            .map(|tile| bounds_of(bodies.position[tile[0]..tile[1]].iter()))
            .collect();
        assert!(boxes.len() > 4);
        let together: f64 = boxes.iter().map(volume).sum();
        assert!(together < volume(&bounds_of(bodies.position.iter())));
        for extent in boxes.iter().map(Aabb::extent) {
            let [shortest, longest] = extent
                .iter()
                .fold([f64::INFINITY, 0.0], |[low, high], &x| [x.min(low), x.max(high)]);
            assert!(longest < 3.0 * shortest, "{extent:?}");
        }
        let mut ids = bodies.id.clone();
        ids.sort_unstable();
        assert!(ids.iter().copied().eq(0..10_000), "nobody is lost or doubled");
    }

    /// What lies at a cut between tiles begins the tile above it, and is followed by the rest.
    #[test]
    fn rims_stand_together() {
        let mut bodies = bodies_at(|index| {
            let [x, y, z] = scattered(index);
            [10.0 * x, y / 3.0, z / 3.0]
        });
        sort_in_space(&mut bodies, false, &Threads::one());
        // Slices across x.
        for tile in tile_starts(bodies.len()).windows(2).skip(1) {
            let along = bodies.position[tile[0]..tile[1]].iter().map(|position| position[0]);
            let cut = along.clone().fold(f64::INFINITY, f64::min);
            let at_rim: Vec<bool> = along.map(|x| x < cut + 1.0).collect();
            let count = at_rim.iter().filter(|&&at_rim| at_rim).count();
            assert!(count > 10 && at_rim[..count].iter().all(|&at_rim| at_rim), "{count}");
        }
    }

    /// Five places in turn: one in five comes before its predecessor, and yet there is no order.
    #[test]
    fn few_descents_are_no_order_at_first() {
        let mut bodies = bodies_at(|index| {
            let [x, y, z] = scattered(index / 5);
            [x + 30.0 * (index % 5) as f64, y, z]
        });
        sort_in_space(&mut bodies, false, &Threads::one());
        let first_tile = &bodies.position[..tile_starts(bodies.len())[1]];
        assert!(bounds_of(first_tile.iter()).extent()[0] < 60.0);
    }

    #[test]
    fn threads_change_nothing() {
        let [mut bodies, mut others] = [(); 2].map(|()| bodies_at(scattered));
        sort_in_space(&mut bodies, false, &Threads::one());
        sort_in_space(&mut others, false, &Threads::new(3).unwrap());
        assert_ne!(bodies.id[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(bodies.id, others.id);
        assert_eq!(bodies.position, others.position);
    }

    #[test]
    fn what_is_in_order_stays_as_it_is() {
        let mut bodies = bodies_at(scattered);
        sort_in_space(&mut bodies, false, &Threads::one());
        let sorted = bodies.id.clone();
        sort_in_space(&mut bodies, false, &Threads::one());
        assert_eq!(bodies.id, sorted);
    }

    #[test]
    fn places_without_an_order_keep_theirs() {
        for nowhere in [[1.0; 3], [f64::NAN; 3], [f64::INFINITY; 3]] {
            let mut bodies = bodies_at(|_| nowhere);
            sort_in_space(&mut bodies, false, &Threads::one());
            assert!(bodies.id.iter().copied().eq(0..10_000), "{nowhere:?}");
        }
        sort_in_space(&mut Bodies::<2>::default(), false, &Threads::one());
    }
}
