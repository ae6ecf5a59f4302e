//! Detection in the loop: near pairs, found by any method and kept while nothing has moved far.
//!
//! ```text
//!   positions ─▶ moved further than the margin? ── no ──▶ the list still holds every contact
//!                       │ yes
//!                       ▼
//!   sort bodies in space ─▶ thick spheres (radius + margin, and images behind periodic faces)
//!                       ─▶ the method's pairs ─▶ sorted rows, history carried over
//! ```
//!
//! Every body has a margin of its own, tuned while it runs: see `margins.rs`.

use crate::bodies::Bodies;
use crate::laws::Symmetry;
use crate::margins::Plan;
use crate::neighbors::Neighbors;
use crate::pass::Moved;
use crate::periodic::boxes_away;
use crate::rows::Found;
use crate::runs::{Farthest, MANY};
use crate::space_order::sort_in_space;
use esker_broad::{BroadPhase, Method, Objects, PairList, Refused, Threads, find_pairs};
use esker_geom::{Vector, distance_squared};
use std::ops::Range;

/// Up to so many bodies the room of the method is kept for the next list; with more, memory is short.
const ROOMY: usize = 1 << 18;
/// A share of the margin is kept back for rounding.
const USED: f64 = 1.0 - 1e-6;

/// How near pairs are found and kept.
pub struct Detection<const D: usize> {
    /// The method, by name, as `name` or `name:parameter=value,…`.
    pub method: Method,
    /// The margin of every body (m); tuned while it runs if nothing is given.
    pub margin: Option<f64>,
    /// How many lists were made.
    pub rebuilds: u64,
    explanation: Option<String>,
    /// What found the last pairs, for its room: the method, on so many threads.
    built: Option<((Method, usize), Box<dyn BroadPhase<D>>)>,
    /// The bodies when the list was made.
    pub(crate) then: Vec<Vector<D>>,
    pub(crate) changes: u64,
    /// The share of its margin that each body of a tile has left at least.
    pub(crate) spare: Vec<f64>,
    /// The smallest and the largest radius (m) when the list was made.
    radii: [f64; 2],
    pub(crate) steps: u64,
    /// How many pairs touched in the last step.
    pub(crate) touching: u64,
    pub(crate) plan: Plan,
}

/// What detection needs to know beside the bodies.
pub(crate) struct Surroundings<'a, const D: usize> {
    pub(crate) periodic: &'a [Option<[f64; 2]>; D],
    /// How far beyond touching laws act (m).
    pub(crate) reach: f64,
    /// How far the bodies of each tile have moved since the last look.
    pub(crate) moved: &'a [Moved],
    /// How long a step is (s).
    pub(crate) time_step: f64,
    pub(crate) history: &'a [Symmetry],
    pub(crate) threads: &'a Threads,
}

impl<const D: usize> Default for Detection<D> {
    fn default() -> Self {
        Self {
            method: "auto".parse().expect("auto is in the list"),
            margin: None,
            rebuilds: 0,
            explanation: None,
            built: None,
            then: Vec::new(),
            changes: u64::MAX,
            spare: Vec::new(),
            radii: [0.0; 2],
            steps: 0,
            touching: 0,
            plan: Plan::default(),
        }
    }
}

impl<const D: usize> Detection<D> {
    /// Whether the present list is of these bodies, none added, removed or rearranged since.
    pub(crate) fn is_of(&self, bodies: &Bodies<D>) -> bool {
        self.changes == bodies.changes
    }

    pub(crate) fn note_radii(&mut self, bodies: &Bodies<D>) {
        self.radii = radius_range(bodies);
    }

    /// The smallest and the largest radius (m).
    pub(crate) fn radii(&self, bodies: &Bodies<D>) -> [f64; 2] {
        if self.is_of(bodies) { self.radii } else { radius_range(bodies) }
    }

    /// What the method decided and why.
    pub fn explain(&self) -> Option<String> {
        self.explanation.clone()
    }

    /// Whether a contact might be missing from the list, which must then be made anew.
    pub(crate) fn is_due(
        &mut self,
        bodies: &Bodies<D>,
        neighbors: &Neighbors,
        around: &Surroundings<'_, D>,
    ) -> bool {
        self.steps += 1;
        let known = self.changes == bodies.changes && neighbors.stride == around.history.len();
        if known {
            if self.holds(bodies, neighbors, around.moved) {
                return false;
            }
            let pairs = [neighbors.len(), self.touching as usize];
            self.plan = Plan::tuned(bodies, around.time_step, pairs, around.threads);
        }
        true
    }

    /// Whether no body has moved further than its margin. As long as even the fastest body of a tile
    /// cannot have used up what was left, no one is looked at.
    fn holds(&mut self, bodies: &Bodies<D>, list: &Neighbors, moved: &[Moved]) -> bool {
        let mut holds = self.spare.len() == list.tiles.len() && moved.len() == list.tiles.len();
        for ((spare, tile), moved) in self.spare.iter_mut().zip(&list.tiles).zip(moved) {
            *spare -= moved.get().share().sqrt();
            // A NaN is no movement to trust.
            if spare.is_nan() || *spare < 0.0 {
                *spare = USED - used_up(bodies, &self.then, tile.bodies.clone());
                holds &= *spare >= 0.0;
            }
        }
        holds
    }

    /// Makes the list anew. Forces follow it in every step: where memory is short, their room is
    /// lent meanwhile.
    pub(crate) fn make_list(
        &mut self,
        bodies: &mut Bodies<D>,
        neighbors: &mut Neighbors,
        around: &Surroundings<'_, D>,
    ) -> Result<(), Refused> {
        let lent = bodies.len() > ROOMY;
        if lent {
            (bodies.force, bodies.torque) = (Vec::new(), Vec::new());
        }
        let made = self.list_pairs(bodies, neighbors, around);
        if lent {
            bodies.force = vec![[0.0; D]; bodies.len()];
            bodies.torque = vec![[0.0; 3]; bodies.len()];
        }
        made
    }

    fn list_pairs(
        &mut self,
        bodies: &mut Bodies<D>,
        neighbors: &mut Neighbors,
        around: &Surroundings<'_, D>,
    ) -> Result<(), Refused> {
        wrap(bodies, around.periodic);
        sort_in_space(bodies, !neighbors.tiles.is_empty(), around.threads);
        neighbors.forget_near();
        match self.margin {
            Some(given) => bodies.inverse_margin.fill((1.0 / given) as f32),
            None => self.plan.give(bodies, around.time_step, around.threads),
        }
        let found = self.find(bodies, around);
        let found = found.inspect_err(|_| *neighbors = Neighbors::default())?;
        neighbors.rebuild(bodies, found, around.history, around.threads);
        self.changes = bodies.changes;
        self.spare.clear();
        self.spare.resize(neighbors.tiles.len(), USED);
        self.note_radii(bodies);
        self.steps = 0;
        self.rebuilds += 1;
        Ok(())
    }

    /// The method's pairs of thick bodies.
    fn find(&mut self, bodies: &Bodies<D>, around: &Surroundings<'_, D>) -> Result<Found, Refused> {
        let mut thick = bodies.radius.clone();
        // Where bodies were is not needed any more: the room is.
        let mut centers = std::mem::take(&mut self.then);
        centers.resize(bodies.len(), [0.0; D]);
        let copies = centers.chunks_mut(MANY).zip(bodies.position.chunks(MANY));
        let spheres = copies.zip(thick.chunks_mut(MANY).zip(bodies.inverse_margin.chunks(MANY)));
        around.threads.for_each(spheres, |((to, from), (radii, inverse_margins))| {
            to.copy_from_slice(from);
            for (radius, inverse_margin) in radii.iter_mut().zip(inverse_margins) {
                *radius += 1.0 / f64::from(*inverse_margin) + 0.5 * around.reach;
            }
        });
        let images = add_images(&mut centers, &mut thick, around.periodic);
        let fixed = fixed_flags(bodies, &images);
        let mut objects = Objects::new_on(around.threads, &centers, &thick)?;
        if !fixed.is_empty() {
            objects = objects.with_fixed(&fixed)?;
        }
        let (method, reason) = self.method.for_once(&objects);
        let wanted = (method, around.threads.count());
        let mut built = match self.built.take() {
            Some((same, built)) if same == wanted => built,
            _ => wanted.0.build(around.threads),
        };
        built.init(&objects);
        let mut pairs = PairList::default();
        find_pairs(built.as_ref(), &objects, around.threads, &mut pairs);
        self.explanation = reason.or_else(|| built.explain());
        self.built = (bodies.len() <= ROOMY).then_some((wanted, built));
        centers.truncate(bodies.len());
        self.then = centers;
        Ok(Found { pairs, images })
    }
}

/// Which bodies and images no force moves; nothing if there are none.
fn fixed_flags<const D: usize>(bodies: &Bodies<D>, images: &[u32]) -> Vec<bool> {
    if !bodies.inverse_mass.contains(&0.0) {
        return Vec::new();
    }
    let places = (0..bodies.len()).chain(images.iter().map(|&body| body as usize));
    places.map(|place| !bodies.is_free(place)).collect()
}

/// The largest share of its margin that any of these bodies is from where it was then.
fn used_up<const D: usize>(bodies: &Bodies<D>, then: &[Vector<D>], places: Range<usize>) -> f64 {
    let mut farthest = Farthest::default();
    for place in places {
        let square = distance_squared(&bodies.position[place], &then[place]);
        farthest.include(square, bodies.inverse_margin[place]);
    }
    farthest.share().sqrt()
}

/// A NaN makes itself the smallest, and stays so.
fn radius_range<const D: usize>(bodies: &Bodies<D>) -> [f64; 2] {
    // Eight side by side: none waits for the one before.
    let (mut low, mut high, mut poison) = ([f64::INFINITY; 8], [0.0; 8], [0.0; 8]);
    let mut include = |lane: usize, radius: f64| {
        low[lane] = if radius < low[lane] { radius } else { low[lane] };
        high[lane] = if radius > high[lane] { radius } else { high[lane] };
        poison[lane] += 0.0 * radius;
    };
    let (eights, rest) = bodies.radius.as_chunks::<8>();
    for radii in eights {
        (0..8).for_each(|lane| include(lane, radii[lane]));
    }
    rest.iter().enumerate().for_each(|(lane, &radius)| include(lane, radius));
    let poison: f64 = poison.iter().sum();
    [low.into_iter().fold(f64::INFINITY, f64::min) + poison, high.into_iter().fold(0.0, f64::max)]
}

/// Puts bodies that left the periodic box back into it, and counts the boxes.
fn wrap<const D: usize>(bodies: &mut Bodies<D>, periodic: &[Option<[f64; 2]>; D]) {
    if periodic.iter().all(Option::is_none) {
        return;
    }
    bodies.image.resize(bodies.len(), [0; D]);
    for (position, image) in bodies.position.iter_mut().zip(&mut bodies.image) {
        for axis in 0..D {
            let Some([low, high]) = periodic[axis] else { continue };
            let boxes = boxes_away(position[axis], [low, high]);
            position[axis] -= boxes * (high - low);
            image[axis] = image[axis].saturating_add(boxes as i32);
        }
    }
}

/// Appends images of the bodies that reach through periodic faces; returns whose images they are.
pub(crate) fn add_images<const D: usize>(
    centers: &mut Vec<Vector<D>>,
    thick: &mut Vec<f64>,
    periodic: &[Option<[f64; 2]>; D],
) -> Vec<u32> {
    let mut images: Vec<u32> = Vec::new();
    let bodies = centers.len();
    let largest = thick.iter().copied().fold(0.0, f64::max);
    for axis in 0..D {
        let Some([low, high]) = periodic[axis] else { continue };
        // What was added along earlier axes is itself repeated along this one: edges and corners.
        for index in 0..centers.len() {
            let near = thick[index] + largest;
            for (shift, reaches) in [
                (high - low, centers[index][axis] - low <= near),
                (low - high, high - centers[index][axis] <= near),
            ] {
                if reaches {
                    let mut image = centers[index];
                    image[axis] += shift;
                    centers.push(image);
                    thick.push(thick[index]);
                    images.push(if index < bodies { index as u32 } else { images[index - bodies] });
                }
            }
        }
    }
    images
}
