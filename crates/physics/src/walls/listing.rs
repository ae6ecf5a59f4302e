//! Making the list of bodies near walls.
//!
//! How far a wall has moved: a point p of the shape goes from R p + t to R' p + t', no further than
//! |t' - t| + c |p|, with c = 2 sin(θ/2) for the angle θ of the rotation between. As |p| counts the
//! farthest point of the shape, or the farthest a body is from the wall's origin if that is less:
//! an infinite plane has no farthest point, but bodies can be touched only where they are.
//!
//! A wall of finite size is repeated with periodic space. Bodies are shifted instead: by every
//! whole number of boxes that brings them near the wall itself.

use super::contacts::Kept;
use super::near::{Around, Chunk, Near};
use super::pose::box_of_mapped;
use super::{Pose, Wall};
use crate::space_order::bounds_of;
use esker_geom::rotation::{compose, inverse};
use esker_geom::vector::{add, length, subtract};
use esker_geom::{Aabb, Vector};
use esker_narrow::Surface;
use std::ops::Range;
use std::sync::Arc;

/// A list should last so many steps of a moving wall,
const STEPS: f64 = 32.0;
/// with a margin between these, in mean radii.
const MARGINS: [f64; 2] = [0.05, 0.5];
/// Bodies that are looked at together first, to see whether any may be near a wall.
const TOGETHER: usize = 16;
/// A share of margins is kept back for rounding.
const USED: f64 = 1.0 - 1e-6;

/// A wall when the list was made.
pub(super) struct Then<const D: usize> {
    name: String,
    shape: Arc<dyn Surface<D>>,
    pose: Pose<D>,
    present: bool,
    /// The box of the shape in its own frame.
    bounds: Aabb<D>,
    /// A box around the wall in space, if it is of finite size and space is periodic.
    repeated: Option<Aabb<D>>,
    /// How far its surface may move (m).
    margin: f64,
    /// |p| of the head of this file (m).
    extent: f64,
}

/// What the list of a chunk is made from.
pub(super) struct Listing<'a, const D: usize> {
    pub(super) walls: &'a [Then<D>],
    pub(super) around: &'a Around<'a, D>,
    /// The contacts there were, sorted by body and wall.
    pub(super) remembered: &'a Kept<D>,
}

impl<const D: usize> Listing<'_, D> {
    /// How near a wall a body of a radius is listed (m).
    fn reach(&self, radius: f64, wall: &Then<D>) -> f64 {
        // Between two lists of pairs a body may be at one end of its margin and go to the other.
        let margin = if self.around.fresh { 1.0 } else { 2.0 } * self.around.margin;
        radius + self.around.reach + margin + wall.margin
    }
}

impl<const D: usize> Then<D> {
    /// All walls as they are now.
    pub(super) fn all(walls: &[Wall<D>], around: &Around<'_, D>) -> Vec<Self> {
        let bodies = around.bodies;
        let crowd = bodies.bounds().widened(2.0 * around.margin);
        let mean_radius = bodies.radius.iter().sum::<f64>() / bodies.len().max(1) as f64;
        walls.iter().map(|wall| Self::of(wall, &crowd, mean_radius, around)).collect()
    }

    fn of(wall: &Wall<D>, crowd: &Aabb<D>, mean_radius: f64, around: &Around<'_, D>) -> Self {
        let bounds = wall.shape.bounds();
        let extent = farthest(crowd, &wall.pose.translation).min(farthest(&bounds, &[0.0; D]));
        let speed = length(&wall.velocity) + length(&wall.spin) * extent;
        let [least, most] = MARGINS.map(|margin| margin * mean_radius);
        let margin = (STEPS * speed * around.time_step).max(least).min(most);
        let finite = bounds.extent().iter().all(|side| side.is_finite());
        let periodic = around.period.iter().any(|length| length.is_finite());
        Self {
            name: wall.name.clone(),
            shape: wall.shape.clone(),
            pose: wall.pose,
            present: wall.present,
            bounds,
            repeated: (finite && periodic)
                .then(|| box_of_mapped(&bounds, |corner| wall.pose.into_space(corner))),
            margin: if speed > 0.0 { margin } else { 0.0 },
            extent,
        }
    }

    /// Whether a wall is this one.
    pub(super) fn is_same(&self, wall: &Wall<D>) -> bool {
        Arc::ptr_eq(&wall.shape, &self.shape) && wall.name == self.name
    }

    /// Whether a wall is this one and has not come, gone or moved too far since.
    pub(super) fn holds(&self, wall: &Wall<D>) -> bool {
        if !Arc::ptr_eq(&wall.shape, &self.shape) || wall.present != self.present {
            return false;
        }
        let shift = length(&subtract(&wall.pose.translation, &self.pose.translation));
        let [_, x, y, z] = compose(&wall.pose.rotation, &inverse(&self.pose.rotation));
        let chord = 2.0 * length(&[x, y, z]);
        // Nothing turned by nothing is nothing, also if it is infinite.
        let turned = if chord > 0.0 { chord * self.extent } else { 0.0 };
        !self.present || shift + turned <= self.margin * USED
    }

    /// Calls `action` with every shift that brings a body within `reach` of the wall's box.
    fn for_each_shift(
        &self,
        position: &Vector<D>,
        reach: f64,
        period: &Vector<D>,
        mut action: impl FnMut(Vector<D>),
    ) {
        let Some(space) = &self.repeated else { return action([0.0; D]) };
        let (mut first, mut count) = ([0.0; D], [1; D]);
        for axis in (0..D).filter(|&axis| period[axis].is_finite()) {
            let low = space.low[axis] - reach - position[axis];
            let high = space.high[axis] + reach - position[axis];
            first[axis] = (low / period[axis]).ceil();
            count[axis] = ((high / period[axis]).floor() - first[axis] + 1.0) as usize;
        }
        for mut index in 0..count.iter().product() {
            let mut shift = [0.0; D];
            for axis in (0..D).filter(|&axis| period[axis].is_finite()) {
                shift[axis] = (first[axis] + (index % count[axis]) as f64) * period[axis];
                index /= count[axis];
            }
            action(shift);
        }
    }
}

impl<const D: usize> Chunk<D> {
    /// Lists what is near the bodies at these places, and takes over their contacts.
    pub(super) fn list(&mut self, places: Range<usize>, listing: &Listing<'_, D>) {
        self.near.clear();
        self.parts.clear();
        self.now.clear(listing.remembered.stride);
        self.before.clear(listing.remembered.stride);
        let bodies = listing.around.bodies;
        let mut walls = Vec::with_capacity(listing.walls.len());
        for first in places.clone().step_by(TOGETHER) {
            let some = first..places.end.min(first + TOGETHER);
            let all = (0..listing.walls.len()).filter(|&wall| listing.walls[wall].present);
            walls.clear();
            walls.extend(all.filter(|&wall| self.may_be_near(&some, wall, listing)));
            for body in some.filter(|&body| bodies.is_free(body)) {
                for &wall in &walls {
                    let listed = self.near.len();
                    self.list_wall(body, wall, listing);
                    if self.near.len() > listed {
                        let owner = (bodies.id[body], wall as u32);
                        self.now.recall(owner, body as u32, listing.remembered);
                    }
                }
            }
        }
    }

    /// Whether any of these bodies, which mostly lie together, may be near a wall: whether a ball
    /// around all of them is.
    fn may_be_near(
        &mut self,
        places: &Range<usize>,
        wall: usize,
        listing: &Listing<'_, D>,
    ) -> bool {
        let (around, then) = (listing.around, &listing.walls[wall]);
        let bounds = bounds_of(around.bodies.position[places.clone()].iter());
        let largest = around.bodies.radius[places.clone()].iter().copied().fold(0.0, f64::max);
        let center = std::array::from_fn(|axis| 0.5 * (bounds.low[axis] + bounds.high[axis]));
        let reach = 0.5 * length(&bounds.extent()) + listing.reach(largest, then);
        // Of images, and of places that are no numbers, nothing is known.
        if then.repeated.is_some() || !reach.is_finite() {
            return true;
        }
        let rounded = reach * (1.0 + 1e-9);
        let parts = self.parts_near(&then.pose.into_shape(&center), rounded, then);
        parts.is_some_and(|parts| {
            self.parts.truncate(parts.start as usize);
            true
        })
    }

    /// The parts of a wall that can matter to a sphere, if it is within reach: the last of the chunk.
    fn parts_near(&mut self, center: &Vector<D>, reach: f64, then: &Then<D>) -> Option<Range<u32>> {
        let first = self.parts.len();
        if !then.bounds.touches_sphere(center, reach) {
            return None;
        }
        then.shape.candidates(center, reach, &mut self.parts);
        if self.parts.len() == first {
            self.found.clear();
            then.shape.touches(center, reach, &mut self.found);
            if self.found.is_empty() {
                return None;
            }
        }
        Some(first as u32..self.parts.len() as u32)
    }

    /// Lists a body if it is near a wall.
    fn list_wall(&mut self, body: usize, wall: usize, listing: &Listing<'_, D>) {
        let (around, then) = (listing.around, &listing.walls[wall]);
        let position = &around.bodies.position[body];
        let reach = listing.reach(around.bodies.radius[body], then);
        then.for_each_shift(position, reach, &around.period, |shift| {
            let center = then.pose.into_shape(&add(position, &shift));
            if let Some(parts) = self.parts_near(&center, reach, then) {
                self.near.push(Near { body: body as u32, wall: wall as u32, shift, parts });
            }
        });
    }
}

/// How far the farthest corner of a box is from a point (m).
fn farthest<const D: usize>(bounds: &Aabb<D>, point: &Vector<D>) -> f64 {
    let farther = |axis: usize| {
        let (low, high) = (bounds.low[axis] - point[axis], bounds.high[axis] - point[axis]);
        low.abs().max(high.abs())
    };
    length(&std::array::from_fn::<f64, D, _>(farther))
}
