//! Where the world ends.
//!
//! ```text
//!   ┌──────────────────┐
//!   │      ┌────┐      │     in the midst of a run nobody looks for bodies outside before those of a
//!   │      │tile│─room─│     tile may have used up the room there was: how far the fastest of them
//!   │      └────┘      │     moves in each step is known
//!   └──────────────────┘
//! ```

use crate::neighbors::Tile;
use crate::step_error::Cause;
use crate::world::World;
use esker_geom::Aabb;
use std::ops::Range;

/// Where the world ends, and what becomes of free bodies whose centre leaves it.
///
/// Along a periodic axis nothing leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<const D: usize> {
    /// The region (m).
    pub region: Aabb<D>,
    /// What becomes of those that leave.
    pub policy: Leaving,
}

/// What becomes of bodies that leave the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The step fails and names the body.
    Stop,
    /// They are removed when the next step begins, and counted in `World::lost`.
    Remove,
}

/// Ways count for a little more than they are, because of rounding.
const ROUNDED: f64 = 1.0 + 1e-9;

impl<const D: usize> World<D> {
    /// Whether every free body is inside, once they have moved as far as the last pass says.
    pub(crate) fn all_inside(&mut self, bounds: &Bounds<D>) -> bool {
        let (tiles, moved) = (&self.neighbors.tiles, &self.forces.moved);
        let mut room = std::mem::take(&mut self.room);
        if room.len() == tiles.len() && moved.len() == tiles.len() {
            let rounding = f64::EPSILON * farthest_end(&bounds.region);
            for ((room, tile), moved) in room.iter_mut().zip(tiles).zip(moved) {
                *room -= ROUNDED * moved.get().square().sqrt() + rounding;
                // A NaN is no way to trust.
                if room.is_nan() || *room <= 0.0 {
                    *room = self.room_of(tile.bodies.clone(), &bounds.region);
                }
            }
        } else {
            room.clear();
            let of_tile = |tile: &Tile| self.room_of(tile.bodies.clone(), &bounds.region);
            room.extend(tiles.iter().map(of_tile));
        }
        self.room = room;
        self.room.iter().all(|&room| room >= 0.0)
    }

    /// How far the free bodies at these places are from the ends of a region, at least (m); below
    /// zero if one is outside.
    fn room_of(&self, places: Range<usize>, region: &Aabb<D>) -> f64 {
        let mut least = f64::INFINITY;
        for place in places.filter(|&place| self.bodies.is_free(place)) {
            let position = &self.bodies.position[place];
            for axis in (0..D).filter(|&axis| self.periodic[axis].is_none()) {
                let room = position[axis] - region.low[axis];
                let room = room.min(region.high[axis] - position[axis]);
                // What is no number is nowhere inside.
                least = if room >= 0.0 { room.min(least) } else { f64::NEG_INFINITY };
                if least < 0.0 {
                    return least;
                }
            }
        }
        least
    }

    /// Whether every free body is inside.
    pub(crate) fn check_bounds(&self, bounds: &Bounds<D>) -> Result<(), Cause> {
        let region = &bounds.region;
        match self.first_outside(bounds) {
            None => Ok(()),
            Some((place, axis)) => Err(Cause::Outside {
                body: self.bodies.id[place],
                axis,
                value: self.bodies.position[place][axis],
                ends: [region.low[axis], region.high[axis]],
            }),
        }
    }

    /// The place of the first free body that is outside, and the axis along which it is.
    pub(crate) fn first_outside(&self, bounds: &Bounds<D>) -> Option<(usize, usize)> {
        let mut places = 0..self.bodies.len();
        places.find_map(|place| Some((place, self.outside(place, &bounds.region)?)))
    }

    /// The axis along which a free body is outside the world.
    fn outside(&self, place: usize, region: &Aabb<D>) -> Option<usize> {
        let position = &self.bodies.position[place];
        (0..D).find(|&axis| {
            let inside = (region.low[axis]..=region.high[axis]).contains(&position[axis]);
            !inside && self.periodic[axis].is_none() && self.bodies.is_free(place)
        })
    }

    /// Removes and counts bodies that left, if that is what becomes of them.
    pub(crate) fn remove_lost(&mut self) {
        let Some(bounds) = self.bounds.filter(|bounds| bounds.policy == Leaving::Remove) else {
            return;
        };
        // In almost every step there is nobody to remove.
        if self.first_outside(&bounds).is_some() {
            let is_lost = |place: usize| self.outside(place, &bounds.region).is_some();
            let lost: Vec<bool> = (0..self.bodies.len()).map(is_lost).collect();
            self.lost += self.bodies.retain(|_, place| !lost[place]) as u64;
        }
    }
}

/// The largest coordinate of an end, of those that are somewhere.
fn farthest_end<const D: usize>(region: &Aabb<D>) -> f64 {
    let ends = region.low.into_iter().chain(region.high).map(f64::abs);
    ends.filter(|end| end.is_finite()).fold(0.0, f64::max)
}
