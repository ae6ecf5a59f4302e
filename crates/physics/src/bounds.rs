//! Where the world ends.

use crate::step_error::Cause;
use crate::world::World;
use esker_geom::Aabb;

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

impl<const D: usize> World<D> {
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
