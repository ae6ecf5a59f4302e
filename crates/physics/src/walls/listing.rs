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
use crate::neighbors::Tile;
use crate::space_order::bounds_of;
use esker_broad::Threads;
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
/// How much farther one must look so that rounding hides nobody.
const ROUNDED: f64 = 1.0 + 1e-9;
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

/// A ball around the centres of some bodies, which mostly lie together, and the largest thick radius
/// (m).
struct Ball<const D: usize> {
    center: Vector<D>,
    radius: f64,
    largest: f64,
}

impl<const D: usize> Ball<D> {
    fn around(listing: &Listing<'_, D>, places: &Range<usize>) -> Self {
        let bounds = bounds_of(listing.around.bodies.position[places.clone()].iter());
        Self {
            center: std::array::from_fn(|axis| 0.5 * (bounds.low[axis] + bounds.high[axis])),
            radius: 0.5 * length(&bounds.extent()),
            largest: places.clone().map(|body| listing.thick(body)).fold(0.0, f64::max),
        }
    }

    /// Whether any body in the ball may be near a wall.
    fn may_be_near(&self, then: &Then<D>, listing: &Listing<'_, D>) -> bool {
        let reach = (self.radius + listing.reach(self.largest, then)) * ROUNDED;
        // Of images, and of places that are no numbers, nothing is known.
        if then.repeated.is_some() || !reach.is_finite() {
            return true;
        }
        let center = then.pose.into_shape(&self.center);
        then.bounds.touches_sphere(&center, reach) && then.shape.is_near(&center, reach)
    }
}

/// What the list of a chunk is made from.
pub(super) struct Listing<'a, const D: usize> {
    pub(super) walls: &'a [Then<D>],
    pub(super) around: &'a Around<'a, D>,
    /// The bodies.
    pub(super) tile: &'a Tile,
    /// The contacts there were, sorted by body and wall.
    pub(super) remembered: &'a Kept<D>,
}

impl<const D: usize> Listing<'_, D> {
    /// The radius of a body with its margin (m). Between two lists of pairs it may be at one end of
    /// the margin and go to the other.
    fn thick(&self, body: usize) -> f64 {
        let bodies = self.around.bodies;
        let margins = if self.around.fresh { 1.0 } else { 2.0 };
        bodies.radius[body] + margins * bodies.margin(body)
    }

    /// How near a wall a body of a thick radius is listed (m).
    fn reach(&self, thick: f64, wall: &Then<D>) -> f64 {
        thick + self.around.reach + wall.margin
    }
}

impl<const D: usize> Then<D> {
    /// All walls as they are now.
    pub(super) fn all(walls: &[Wall<D>], around: &Around<'_, D>, threads: &Threads) -> Vec<Self> {
        let bodies = around.bodies;
        let widened = |place: usize| {
            let (low, high) = (bodies.position[place], bodies.position[place]);
            Aabb { low, high }.widened(bodies.radius[place] + 2.0 * bodies.margin(place))
        };
        let join = |all: Aabb<D>, one: Aabb<D>| all.join(&one);
        let mut runs: Vec<_> = around.tiles.iter().map(|tile| tile.bodies.clone()).collect();
        let boxes = threads.map_mut(&mut runs, |_, run| run.map(widened).fold(Aabb::EMPTY, join));
        let crowd = boxes.into_iter().fold(Aabb::EMPTY, join);
        let mean_radius = bodies.mean_radius();
        walls.iter().map(|wall| Self::of(wall, &crowd, mean_radius, around)).collect()
    }

    fn of(wall: &Wall<D>, crowd: &Aabb<D>, mean_radius: f64, around: &Around<'_, D>) -> Self {
        let bounds = wall.shape.bounds();
        let extent = farthest(crowd, &wall.frame.translation).min(farthest(&bounds, &[0.0; D]));
        let speed = match wall.turns_into_itself() {
            true => 0.0,
            false => length(&wall.velocity) + length(&wall.spin) * extent,
        };
        let [least, most] = MARGINS.map(|margin| margin * mean_radius);
        let margin = (STEPS * speed * around.time_step).max(least).min(most);
        let finite = bounds.extent().iter().all(|side| side.is_finite());
        let periodic = around.period.iter().any(|length| length.is_finite());
        Self {
            name: wall.name.clone(),
            shape: wall.shape.clone(),
            pose: wall.frame,
            present: wall.present,
            bounds,
            repeated: (finite && periodic)
                .then(|| box_of_mapped(&bounds, |corner| wall.frame.into_space(corner))),
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
        let shift = length(&subtract(&wall.frame.translation, &self.pose.translation));
        let [_, x, y, z] = compose(&wall.frame.rotation, &inverse(&self.pose.rotation));
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
    /// Lists what is near the bodies of its tile, and takes over their contacts.
    pub(super) fn list(&mut self, listing: &Listing<'_, D>) {
        self.near.clear();
        self.parts.clear();
        self.now.clear(listing.remembered.stride);
        self.before.clear(listing.remembered.stride);
        let (bodies, places) = (listing.around.bodies, &listing.tile.bodies);
        let mut walls = Vec::with_capacity(listing.walls.len());
        for first in places.clone().step_by(TOGETHER) {
            let some = first..places.end.min(first + TOGETHER);
            let ball = Ball::around(listing, &some);
            let all = (0..listing.walls.len()).filter(|&wall| listing.walls[wall].present);
            walls.clear();
            walls.extend(all.filter(|&wall| ball.may_be_near(&listing.walls[wall], listing)));
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

    /// The parts of a wall that can matter to a sphere, if it is within reach: the last of the chunk.
    fn parts_near(&mut self, center: &Vector<D>, reach: f64, then: &Then<D>) -> Option<Range<u32>> {
        let first = self.parts.len() as u32;
        let is_near = then.bounds.touches_sphere(center, reach)
            && then.shape.candidates(center, reach, &mut self.parts);
        is_near.then_some(first..self.parts.len() as u32)
    }

    /// Lists a body if it is near a wall.
    fn list_wall(&mut self, body: usize, wall: usize, listing: &Listing<'_, D>) {
        let (around, then) = (listing.around, &listing.walls[wall]);
        let position = &around.bodies.position[body];
        let reach = listing.reach(listing.thick(body), then);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::{Cone, Cylinder, InnerBox, Mesh, Plane, Side};
    use crate::{Body, Material, World};
    use esker_packing::Random;

    /// Sixteen bodies at a time list what each of them lists alone.
    #[test]
    fn bodies_are_near_together_what_they_are_near_alone() {
        let mut world = World::<3>::default();
        world.materials.add(Material::default()).unwrap();
        let room = Aabb { low: [0.0; 3], high: [9.0; 3] };
        let tilted = Pose { translation: [4.0, 5.0, 3.0], rotation: [0.8, 0.0, 0.6, 0.0] };
        let (middle, up) = ([4.0; 3], [0.0, 0.6, 0.8]);
        let corners = [[1.0, 1.0, 2.0], [8.0, 1.0, 2.0], [8.0, 8.0, 4.0], [1.0, 8.0, 6.0]];
        let shapes: [Arc<dyn Surface<3>>; 5] = [
            Arc::new(InnerBox::new(room).unwrap()),
            Arc::new(Plane::new(middle, up).unwrap()),
            Arc::new(Cylinder::new(middle, up, 3.0, Side::Inside).unwrap()),
            Arc::new(Cone::new(middle, up, [-3.0, 3.0], [3.0, 1.0]).unwrap()),
            Arc::new(Mesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap()),
        ];
        for shape in shapes {
            world.add_wall(Wall::of("upright", shape.clone())).unwrap();
            world.add_wall(Wall::of("tilted", shape).placed(tilted)).unwrap();
        }
        // In lumps, as bodies lie that were sorted, and some alone.
        let mut random = Random::new(4);
        for lump in 0..60 {
            let place: [f64; 3] = random.place(9.0);
            for _ in 0..1 + lump % 40 {
                let position = place.map(|x| x + random.between(-0.7, 0.7));
                world.add(&Body::new(position, random.between(0.05, 0.2))).unwrap();
            }
        }
        for (body, inverse_margin) in world.bodies.inverse_margin.iter_mut().enumerate() {
            *inverse_margin = 1.0 / (0.01 + 0.02 * (body % 3) as f32);
        }
        let bodies = &world.bodies;
        let around = Around {
            bodies,
            tiles: &[],
            fresh: true,
            reach: 0.0,
            stride: 0,
            period: [f64::INFINITY; 3],
            time_step: 1e-5,
        };
        let walls = Then::all(&world.walls, &around, &Threads::one());
        let remembered = Kept::default();
        let near = |places: Range<usize>| {
            let tile = &Tile { bodies: places, ..Tile::default() };
            let (walls, around, remembered) = (&walls[..], &around, &remembered);
            let mut chunk = Chunk::default();
            chunk.list(&Listing { walls, around, tile, remembered });
            chunk.near.into_iter().map(|near| (near.body, near.wall)).collect::<Vec<_>>()
        };
        let alone: Vec<_> = (0..bodies.len()).flat_map(|body| near(body..body + 1)).collect();
        assert_eq!(near(0..bodies.len()), alone);
        let all = world.walls.len() * bodies.len();
        assert!((all / 50..all / 2).contains(&alone.len()), "{} of {all}", alone.len());
    }
}
