//! Where bodies touch walls, and what contacts remember.
//!
//! ```text
//!      ●→        ●→        A sphere rolls over a triangulated floor: the part it touches changes
//!   ──/──┬──\──/──┬──      from a, over an edge, to b; the contact does not. A contact with a new
//!     a  │   b    │        part takes the history of one that vanished in this very step from the
//!                          same body and wall, if the body's arm to it is nearly the same.
//! ```
//!
//! In a step an arm turns by v Δt / r, far less than [`SAME_ARM`]. Each vanished contact is taken
//! once, so no history is doubled; laws themselves turn it into the new tangent plane. Contacts
//! stand in the order of bodies, walls and touches: the order, and every sum over it, follows from
//! the input.

use super::near::{Chunk, Near};
use super::{Pose, Wall};
use crate::runs::Run;
use esker_geom::vector::{add, dot, scale};
use esker_geom::{Vector, distance_squared};
use esker_narrow::Touch;
use std::ops::Range;

/// A contact goes on as another if the arms to them differ by less than this, in radii.
const SAME_ARM: f64 = 0.2;
/// A touch of one image of a wall is part of another's flat if it lies on it to this, in radii.
const ON_FLAT: f64 = 1e-6;
/// The part of a contact whose history was taken.
const TAKEN: u32 = u32::MAX;

/// One place where a body touches a wall. Units are SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallContact<const D: usize> {
    /// The id of the body.
    pub body: u32,
    /// The place of the wall in the list of walls.
    pub wall: u32,
    /// The part of the wall's shape.
    pub feature: u32,
    /// The place of the body in the columns.
    pub place: u32,
    /// From the wall to the body's centre, of length one.
    pub normal: Vector<D>,
    /// From the wall to the body's centre (m).
    pub distance: f64,
    /// Where they touch, on the wall (m).
    pub point: Vector<D>,
    /// The force on the body (N).
    pub force: Vector<D>,
}

impl<const D: usize> Default for WallContact<D> {
    fn default() -> Self {
        Self {
            body: 0,
            wall: 0,
            feature: 0,
            place: 0,
            normal: [0.0; D],
            distance: 0.0,
            point: [0.0; D],
            force: [0.0; D],
        }
    }
}

impl<const D: usize> WallContact<D> {
    /// From the point of contact to the body's centre (m).
    fn arm(&self) -> Vector<D> {
        scale(&self.normal, self.distance)
    }

    pub(super) fn owner(&self) -> (u32, u32) {
        (self.body, self.wall)
    }

    /// Takes over where the wall is touched now.
    fn set(&mut self, touch: &Touch<D>, pose: &Pose<D>) {
        self.normal = pose.turn(&touch.normal);
        self.distance = touch.distance;
        self.point = pose.into_space(&touch.point);
    }
}

/// Contacts and their history, `stride` numbers for each.
#[derive(Clone, Debug)]
pub(super) struct Kept<const D: usize> {
    pub(super) contacts: Vec<WallContact<D>>,
    pub(super) history: Vec<f64>,
    pub(super) stride: usize,
}

impl<const D: usize> Default for Kept<D> {
    fn default() -> Self {
        Self { contacts: Vec::new(), history: Vec::new(), stride: 0 }
    }
}

impl<const D: usize> Kept<D> {
    /// Forgets all; contacts to come have so many numbers of history.
    pub(super) fn clear(&mut self, stride: usize) {
        self.contacts.clear();
        self.history.clear();
        self.stride = stride;
    }

    pub(super) fn history_of(&self, contact: usize) -> &[f64] {
        &self.history[contact * self.stride..][..self.stride]
    }

    pub(super) fn push(&mut self, contact: WallContact<D>, history: &[f64]) {
        self.contacts.push(contact);
        self.history.extend_from_slice(history);
    }

    /// Adds the contacts of a body, which is at a place now, and a wall from a sorted collection.
    pub(super) fn recall(&mut self, owner: (u32, u32), place: u32, sorted: &Self) {
        let first = sorted.contacts.partition_point(|contact| contact.owner() < owner);
        let same = |&index: &usize| sorted.contacts[index].owner() == owner;
        for index in (first..sorted.contacts.len()).take_while(same) {
            self.push(WallContact { place, ..sorted.contacts[index] }, sorted.history_of(index));
        }
    }

    /// How many contacts from one on are of the body at a place and a wall.
    fn count(&self, from: usize, (place, wall): (u32, u32)) -> usize {
        let same = |contact: &&WallContact<D>| (contact.place, contact.wall) == (place, wall);
        self.contacts[from..].iter().take_while(same).count()
    }

    /// Leaves so many contacts and gives up the others.
    fn cut(&mut self, length: usize) {
        self.contacts.truncate(length);
        self.history.truncate(length * self.stride);
    }

    /// All contacts from one on, as the only ones in the room of others.
    fn split_off(&mut self, from: usize, room: &mut Self) {
        room.clear(self.stride);
        room.contacts.extend_from_slice(&self.contacts[from..]);
        room.history.extend_from_slice(&self.history[from * self.stride..]);
        self.cut(from);
    }

    /// Gives the contacts from `first` on, all of one body and wall, the history of those `old`
    /// ones that they continue, and zeros to others.
    fn inherit(&mut self, first: usize, before: &mut Self, old: Range<usize>, radius: f64) {
        self.history.resize(self.contacts.len() * self.stride, 0.0);
        for contact in first..self.contacts.len() {
            let all = &self.contacts[first..];
            let from = before.predecessor(old.clone(), &self.contacts[contact], all, radius);
            if let Some(from) = from {
                let history = &mut self.history[contact * self.stride..][..self.stride];
                history.copy_from_slice(before.history_of(from));
                before.contacts[from].feature = TAKEN;
            }
        }
    }

    /// The old contact that one of the new ones continues: that of the same part, or else the
    /// nearest of those whose part is touched no more.
    fn predecessor(
        &self,
        old: Range<usize>,
        contact: &WallContact<D>,
        all: &[WallContact<D>],
        radius: f64,
    ) -> Option<usize> {
        let part = |old: usize| self.contacts[old].feature;
        if let Some(same) = old.clone().find(|&old| part(old) == contact.feature) {
            return Some(same);
        }
        let (arm, limit) = (contact.arm(), SAME_ARM * radius);
        let apart = |old: usize| distance_squared(&self.contacts[old].arm(), &arm);
        let vanished = |old: usize| {
            part(old) != TAKEN && all.iter().all(|contact| contact.feature != part(old))
        };
        old.filter(|&old| vanished(old) && apart(old) < limit * limit)
            .min_by(|&a, &b| apart(a).total_cmp(&apart(b)))
    }
}

impl<const D: usize> Chunk<D> {
    /// Finds the contacts of the chunk's bodies and gives each the history it continues, or zeros.
    ///
    /// Mostly nothing comes or goes, and contacts stay where they are. From the first body on that
    /// touches other parts of a wall than before, the old ones are set aside.
    pub(super) fn resolve(&mut self, run: &Run<'_, D>, walls: &[Wall<D>], reach: f64) {
        let Self { near, parts, found, before, now, .. } = self;
        let (mut done, mut old) = (0, None);
        for images in near.chunk_by(Near::same_owner) {
            let Near { body: place, wall, .. } = images[0];
            let body = place as usize - run.first;
            let radius = run.radius[body];
            let Wall { shape, frame: pose, .. } = &walls[wall as usize];
            found.clear();
            for near in images {
                let center = pose.into_shape(&add(&run.position[body], &near.shift));
                let parts = &parts[near.parts.start as usize..near.parts.end as usize];
                shape.touches_among(&center, radius + reach, parts, found);
            }
            if images.len() > 1 {
                join_images(found, ON_FLAT * radius);
            }
            // Old contacts stand in the order of the near list too.
            if old.is_none() {
                let count = now.count(done, (place, wall));
                let same = &mut now.contacts[done..][..count];
                let features = same.iter().map(|contact| contact.feature);
                if features.eq(found.iter().map(|touch| touch.feature)) {
                    same.iter_mut().zip(&*found).for_each(|(one, touch)| one.set(touch, pose));
                    done += found.len();
                    continue;
                }
                now.split_off(done, before);
            }
            let (first, begin) = (now.contacts.len(), old.unwrap_or(0));
            for touch in &*found {
                let mut contact = WallContact { wall, place, ..WallContact::default() };
                (contact.body, contact.feature) = (run.id[body], touch.feature);
                contact.set(touch, pose);
                now.contacts.push(contact);
            }
            let end = begin + before.count(begin, (place, wall));
            now.inherit(first, before, begin..end, radius);
            old = Some(end);
        }
        if old.is_none() {
            now.cut(done);
        }
    }
}

/// Leaves those touches of several images of a wall that one joined surface has: where images meet
/// flat, a sphere over one of them touches the border of the other in the same plane.
fn join_images<const D: usize>(found: &mut Vec<Touch<D>>, flat: f64) {
    found.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let mut kept = 0;
    for index in 0..found.len() {
        let touch = found[index];
        // The points as seen from the centre: images of a point differ in space only.
        let above =
            |other: &Touch<D>| other.distance - touch.distance * dot(&touch.normal, &other.normal);
        if found[..kept].iter().all(|other| above(other).abs() > flat) {
            found[kept] = touch;
            kept += 1;
        }
    }
    found.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::Bodies;
    use crate::shapes::InnerBox;
    use crate::{Body, Material, World};
    use esker_geom::Aabb;
    use esker_packing::Random;
    use std::collections::BTreeMap;

    /// Bodies wander in the corner of a box: faces are touched and left, and every contact keeps what
    /// was written to it for as long as it lasts, whether it stayed in its place or was set aside.
    #[test]
    fn history_follows_its_contact() {
        let mut world = World::<3>::default();
        world.materials.add(Material::default()).unwrap();
        let walls = Aabb { low: [0.0; 3], high: [1.0; 3] };
        world.add_wall(Wall::new("box", InnerBox::new(walls).unwrap())).unwrap();
        for _ in 0..20 {
            world.add(&Body::new([0.05, 0.15, 0.15], 0.1)).unwrap();
        }
        let bodies: &mut Bodies<3> = &mut world.bodies;
        let near = |body| Near { body, wall: 0, shift: [0.0; 3], parts: 0..0 };
        let mut chunk = Chunk { near: (0..20).map(near).collect(), ..Chunk::default() };
        chunk.now.clear(2);
        let (mut random, mut expected) = (Random::new(8), BTreeMap::new());
        let (mut stayed, mut changed) = (0, 0);
        for _ in 0..500 {
            // In half of the steps one body comes to a face or leaves it.
            let [body, axis] = [20.0, 6.0].map(|most| random.between(0.0, most) as usize);
            if let Some(x) = bodies.position[body].get_mut(axis) {
                *x = 0.2 - *x;
            }
            chunk.resolve(&Run::of_all(bodies), &world.walls, 0.0);
            let then = expected;
            expected = BTreeMap::new();
            for index in 0..chunk.now.contacts.len() {
                let contact = chunk.now.contacts[index];
                let name = (contact.place, contact.feature);
                assert_eq!(contact.body, bodies.id[contact.place as usize]);
                assert_eq!(contact.distance, bodies.position[name.0 as usize][name.1 as usize / 2]);
                let before = then.get(&name).copied().unwrap_or([0.0; 2]);
                assert_eq!(chunk.now.history_of(index), before);
                let kept = [0, 1].map(|_| random.between(-1.0, 1.0));
                chunk.now.history[index * 2..][..2].copy_from_slice(&kept);
                expected.insert(name, kept);
            }
            let touching = |position: &[f64; 3]| position.iter().filter(|&&x| x <= 0.1).count();
            assert_eq!(expected.len(), bodies.position.iter().map(touching).sum::<usize>());
            match expected.keys().eq(then.keys()) {
                true => stayed += 1,
                false => changed += 1,
            }
        }
        assert!(stayed > 100 && changed > 100, "{stayed} {changed}");
    }
}
