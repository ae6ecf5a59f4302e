//! The bodies of a tile, laid side by side for contacts.
//!
//! ```text
//!   columns   x …  v …  w …  r …  1/m …  F …  T …                       seven places in memory
//!   records   [x y z r]   [v v v 1/m | w w w r]   [F F F · | T T T ·]   whole lines of a cache
//!              every look  every contact           every contact, written
//! ```
//!
//! A contact needs eleven numbers of a body and gives it six. As columns they lie in seven places;
//! as rows of four they are fetched and written together. A tile packs its own bodies and those
//! outside that its rows name, and hands over their sums, which are nothing again afterwards.

use crate::batch::Row;
use crate::flags::places_of;
use crate::neighbors::Tile;
use crate::processor::{Job, on_this_processor};
use crate::runs::{Runs, Snapshot};
use esker_geom::Vector;

/// How many bodies ahead it is said what will be needed.
const AHEAD: usize = 96;

/// Where a body is: its centre and its radius, half a line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Sphere(pub(crate) Row);

/// How a body moves: one line of a cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Moving {
    /// The velocity and the inverse mass.
    pub(crate) velocity: Row,
    /// The angular velocity and the radius.
    pub(crate) spin: Row,
}

/// What acts on a body so far: one line of a cache. Nobody reads the fourth numbers.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Acting {
    pub(crate) force: Row,
    pub(crate) torque: Row,
}

const NOTHING: Acting = Acting { force: [0.0; 4], torque: [0.0; 4] };

impl Acting {
    /// A force and a torque.
    #[inline(always)]
    pub(crate) fn of<const D: usize>(force: &Vector<D>, torque: &Vector<3>) -> Self {
        Self { force: row(force, 0.0), torque: row(torque, 0.0) }
    }

    /// Hands over the force and the torque; nothing acts afterwards.
    #[inline(always)]
    fn hand_over<const D: usize>(&mut self, force: &mut Vector<D>, torque: &mut Vector<3>) {
        force.copy_from_slice(&self.force[..D]);
        torque.copy_from_slice(&self.torque[..3]);
        *self = NOTHING;
    }
}

/// The bodies of a tile, then those outside, by their local numbers.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) sphere: Vec<Sphere>,
    pub(crate) moving: Vec<Moving>,
}

/// What acts on bodies: those of a tile, then those outside, by their local numbers, or those outside
/// alone.
#[derive(Debug, Default)]
pub(crate) struct Actions {
    /// All of them nothing when a tile begins.
    pub(crate) acting: Vec<Acting>,
    /// Whether something acts on each; empty if it may on all.
    pub(crate) acted_on: Vec<bool>,
}

impl Actions {
    /// Makes room for so many bodies; of most of them nothing may be known but that they are alone.
    pub(crate) fn make_room(&mut self, count: usize, alone: bool) {
        self.acting.resize(count, NOTHING);
        self.acted_on.clear();
        self.acted_on.resize(if alone { count } else { 0 }, false);
    }

    /// Adds to the sums of a body.
    #[inline(always)]
    pub(crate) fn push(&mut self, index: usize, push: &Acting) {
        if let Some(acted_on) = self.acted_on.get_mut(index) {
            *acted_on = true;
        }
        let acting = &mut self.acting[index];
        (0..4).for_each(|axis| acting.force[axis] += push.force[axis]);
        (0..4).for_each(|axis| acting.torque[axis] += push.torque[axis]);
    }

    /// Takes the sums of all bodies from an index on: those outside.
    pub(crate) fn take_from(&mut self, from: usize, outside: &mut Self) {
        let (sums, Self { acting, acted_on }) = (&mut self.acting[from..], outside);
        acted_on.clear();
        if self.acted_on.is_empty() {
            acting.clear();
            acting.extend_from_slice(sums);
            sums.fill(NOTHING);
        } else {
            // Entries of bodies on which nothing acts are not read.
            acting.resize(sums.len(), NOTHING);
            acted_on.extend_from_slice(&self.acted_on[from..]);
            for index in places_of(acted_on) {
                acting[index] = std::mem::replace(&mut sums[index], NOTHING);
            }
        }
    }

    /// Hands the sums of so many bodies from an index on over to columns; entries of bodies on which
    /// nothing acts are left as they are.
    #[inline(always)]
    pub(crate) fn hand_over<const D: usize>(
        &mut self,
        from: usize,
        force: &mut [Vector<D>],
        torque: &mut [Vector<3>],
    ) {
        let count = force.len();
        let acting = &mut self.acting[from..][..count];
        match self.acted_on.get(from..from + count) {
            Some(acted_on) => places_of(acted_on).for_each(|index| {
                acting[index].hand_over(&mut force[index], &mut torque[index]);
            }),
            None => on_this_processor(HandOver { acting, force, torque }),
        }
    }
}

impl Records {
    /// Packs the bodies of a tile and those outside, without forces.
    ///
    /// Never compiled into code with wide vectors: with scattered stores it would be slower.
    ///
    /// # Safety
    ///
    /// Nobody may move these bodies meanwhile.
    #[inline(never)]
    pub(crate) unsafe fn pack<const D: usize>(&mut self, bodies: &Runs<'_, D>, tile: &Tile) {
        self.make_room(tile);
        // SAFETY: the caller's promise.
        let own = unsafe { bodies.snapshots(&tile.bodies) };
        for (index, body) in own.enumerate() {
            bodies.fetch(tile.bodies.start + index + AHEAD);
            self.set(index, &body);
        }
        for (index, &body) in tile.outside.iter().enumerate() {
            if let Some(&soon) = tile.outside.get(index + AHEAD) {
                bodies.fetch(soon as usize);
            }
            // SAFETY: the caller's promise.
            self.set(tile.bodies.len() + index, &unsafe { bodies.snapshot(body as usize) });
        }
    }

    /// Packs the spheres of a tile and those outside alone: how they move is not to be used.
    ///
    /// # Safety
    ///
    /// Nobody may move these bodies meanwhile.
    #[inline(never)]
    pub(crate) unsafe fn pack_spheres<const D: usize>(
        &mut self,
        bodies: &Runs<'_, D>,
        tile: &Tile,
    ) {
        self.make_room(tile);
        for number in 0..self.sphere.len() {
            // SAFETY: the caller's promise.
            let (center, radius) = unsafe { bodies.sphere(tile.place(number as u32)) };
            self.sphere[number] = Sphere(row(&center, radius));
        }
    }

    /// Packs the bodies of these pairs of a tile alone: what other records hold is not to be used.
    ///
    /// # Safety
    ///
    /// Nobody may move these bodies meanwhile.
    #[inline(never)]
    pub(crate) unsafe fn pack_pairs<const D: usize>(
        &mut self,
        bodies: &Runs<'_, D>,
        tile: &Tile,
        pairs: &[u32],
    ) {
        self.make_room(tile);
        for (index, &pair) in pairs.iter().enumerate() {
            if let Some(&soon) = pairs.get(index + AHEAD) {
                tile.numbers(soon).iter().for_each(|&number| bodies.fetch(tile.place(number)));
            }
            for number in tile.numbers(pair) {
                // SAFETY: the caller's promise.
                self.set(number as usize, &unsafe { bodies.snapshot(tile.place(number)) });
            }
        }
    }

    /// Makes room for the bodies of a tile and those outside.
    fn make_room(&mut self, tile: &Tile) {
        let count = tile.bodies.len() + tile.outside.len();
        self.sphere.resize(count, Sphere([0.0; 4]));
        self.moving.resize(count, Moving { velocity: [0.0; 4], spin: [0.0; 4] });
    }

    /// Sets where a body is and how it moves.
    #[inline(always)]
    fn set<const D: usize>(&mut self, index: usize, body: &Snapshot<D>) {
        (self.sphere[index], self.moving[index]) = record_of(body);
    }
}

/// Everything that acts on bodies in a row, to be handed over; nothing acts afterwards.
struct HandOver<'a, const D: usize> {
    acting: &'a mut [Acting],
    force: &'a mut [Vector<D>],
    torque: &'a mut [Vector<3>],
}

impl<const D: usize> Job for HandOver<'_, D> {
    type Output = ();

    /// A row of four is one instruction: what its last numbers take the place of is written next.
    #[inline(always)]
    fn run(self) {
        let Some((last, others)) = self.acting.split_last_mut() else { return };
        let [force, torque] = [self.force.as_flattened_mut(), self.torque.as_flattened_mut()];
        for (index, acting) in others.iter_mut().enumerate() {
            force[D * index..][..4].copy_from_slice(&acting.force);
            torque[3 * index..][..4].copy_from_slice(&acting.torque);
            *acting = NOTHING;
        }
        last.hand_over(&mut self.force[others.len()], &mut self.torque[others.len()]);
    }
}

/// Where a body is and how it moves.
#[inline(always)]
pub(crate) fn record_of<const D: usize>(body: &Snapshot<D>) -> (Sphere, Moving) {
    let velocity = row(&body.velocity, body.inverse_mass);
    let spin = row(&body.spin, body.radius);
    (Sphere(row(&body.position, body.radius)), Moving { velocity, spin })
}

/// A vector and a number in a row.
#[inline(always)]
pub(crate) fn row<const D: usize>(vector: &Vector<D>, number: f64) -> Row {
    let mut row = [0.0, 0.0, 0.0, number];
    row[..D].copy_from_slice(vector);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums are handed over as they are one by one, and nothing of a fourth number is left.
    #[test]
    fn sums_are_handed_over_in_a_row() {
        fn compare<const D: usize>(count: usize) {
            let row = |body: usize| [1.0, 2.0, 3.0, 7.0].map(|x| x + 10.0 * body as f64);
            let acting = |body| Acting { force: row(body), torque: row(100 + body) };
            let mut actions = Actions::default();
            actions.acting.extend((0..count + 2).map(acting));
            let (mut force, mut torque) = (vec![[0.5; D]; count], vec![[0.5; 3]; count]);
            actions.hand_over(1, &mut force, &mut torque);
            for body in 0..count {
                let (mut one, mut turn) = ([0.0; D], [0.0; 3]);
                acting(1 + body).hand_over(&mut one, &mut turn);
                assert_eq!((force[body], torque[body]), (one, turn));
            }
            let left: f64 = actions.acting[1..=count].iter().flat_map(|one| one.force).sum();
            assert_eq!(left, 0.0);
            assert_eq!(actions.acting[0].force, row(0));
            assert_eq!(actions.acting[count + 1].torque, row(101 + count));
        }
        (0..6).for_each(compare::<2>);
        (0..6).for_each(compare::<3>);
    }
}
