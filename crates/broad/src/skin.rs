//! The skin: a list of pairs that nearly touch, kept while nothing has moved far.
//!
//! ```text
//!        .-~~~-.        every body is made thicker by a margin, a share of its own radius;
//!      .'  .-.  '.      thick bodies that overlap are listed. While every body is closer than
//!     (   ( o )   )     its margin to where it was, no pair outside the list can touch, and a
//!      '.  '-'  .'      detection is one pass through the list
//!        '-...-'
//! ```
//!
//! It wraps any method: `grid:skin=0.1`, `mr:skin=auto`. The pass goes through memory in the order of
//! the list: bodies are copied into the order in which the list first names them, which for a method
//! that works in space is an order in space.
//!
//! With `skin=auto` the thickness is chosen from what is counted, never from a clock, so that the
//! sequence of pairs depends on the objects alone. A list with a margin of m radii lasts m / v steps
//! when the fastest body moves v of its radius in a step. Making it costs B per body, passing through
//! it costs c for each pair, and it gains p pairs per body with each unit of m: the cost of a step,
//! B v / m + c p m, is least at m² = B v / (c p).

use crate::pairs::SLICE;
use crate::{Aabb, BroadPhase, Objects, Pair, PairList, Threads, Vector, find_pairs};
use esker_geom::{distance_squared, spheres_touch};
use std::ops::ControlFlow;

/// Pairs of the list per tile of a search.
const TILE: usize = 8192;
/// What making a list costs for each body, in passes through one pair of it (B / c above).
const MAKING: f64 = 20.0;
/// The margins that are worth a list, in radii.
const MARGINS: [f64; 2] = [0.01, 0.3];
/// A share of the margin is kept back for rounding.
const USED: f64 = 1.0 - 1e-6;

/// How thick the skin is: a margin in radii.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Thickness {
    Fixed(f64),
    Chosen,
}

/// A method behind a list.
pub(crate) struct Skin<const D: usize> {
    inner: Box<dyn BroadPhase<D>>,
    thickness: Thickness,
    threads: Threads,
    /// The margin of the present list; zero if there is none and the method itself is asked.
    margin: f64,
    /// The bodies when the list was made, and how thick they were made.
    then: Vec<Vector<D>>,
    thick: Vec<f64>,
    radii: Vec<f64>,
    steps: u32,
    rebuilds: u64,
    /// The pairs of thick bodies as the method lists them, and as the pass goes through them.
    near: PairList,
    list: List<D>,
}

/// The pairs, by the places of their bodies in the order of the list.
#[derive(Default)]
struct List<const D: usize> {
    pairs: Vec<Pair>,
    bodies: Vec<u32>,
    place: Vec<u32>,
    spheres: Vec<(Vector<D>, f64)>,
}

impl<const D: usize> Skin<D> {
    pub(crate) fn new(
        inner: Box<dyn BroadPhase<D>>,
        thickness: Thickness,
        threads: &Threads,
    ) -> Self {
        Self {
            inner,
            thickness,
            threads: threads.clone(),
            margin: 0.0,
            then: Vec::new(),
            thick: Vec::new(),
            radii: Vec::new(),
            steps: 0,
            rebuilds: 0,
            near: PairList::default(),
            list: List::default(),
        }
    }

    /// Makes the list for these objects, with the present margin.
    fn make_list(&mut self, objects: &Objects<D>) {
        self.rebuilds += 1;
        self.steps = 0;
        self.then.clear();
        self.then.extend_from_slice(objects.centers());
        self.radii.clear();
        self.radii.extend_from_slice(objects.radii());
        if self.margin == 0.0 {
            self.inner.init(objects);
            return;
        }
        let grown = 1.0 + self.margin;
        self.thick.clear();
        self.thick.extend(objects.radii().iter().map(|radius| grown * radius));
        let thick = objects.with_radii(&self.thick, grown);
        self.inner.init(&thick);
        find_pairs(self.inner.as_ref(), &thick, &self.threads, &mut self.near);
        self.list.make(&self.near, objects);
    }

    /// Whether these may be the objects of the list, moved.
    pub(crate) fn is_for(&self, objects: &Objects<D>) -> bool {
        self.radii == objects.radii()
    }

    /// Takes the objects of the list, moved.
    pub(crate) fn follow(&mut self, objects: &Objects<D>) {
        self.steps += 1;
        let movement = self.movement(objects);
        if movement <= self.margin * USED && self.margin > 0.0 {
            return self.list.follow(objects, &self.threads);
        }
        self.margin = self.best_margin(objects, movement);
        self.make_list(objects);
    }

    /// The largest movement since the list was made, in radii of the body that moved.
    fn movement(&self, objects: &Objects<D>) -> f64 {
        let squares = objects.centers().iter().zip(&self.then).zip(&self.radii);
        let most = squares.fold(0.0f64, |most, ((now, then), radius)| {
            let moved = distance_squared(now, then);
            // A point without size that moved at all has moved infinitely far.
            most.max(if moved == 0.0 { 0.0 } else { moved / (radius * radius) })
        });
        most.sqrt()
    }

    /// The margin that costs least if bodies go on as they did: see the head of this file.
    fn best_margin(&self, objects: &Objects<D>, movement: f64) -> f64 {
        let Thickness::Chosen = self.thickness else { return self.margin };
        let per_step = movement / f64::from(self.steps.max(1));
        if !per_step.is_finite() {
            return 0.0;
        }
        // Without a list nothing has been counted: as many pairs as in a bed, about 10 per radius.
        let gained = match self.margin {
            0.0 => 10.0,
            margin => {
                let near = self.list.pairs.len() as f64 / objects.len() as f64;
                (0.5 * near / margin).clamp(0.5, 50.0)
            }
        };
        let best = (MAKING * per_step / gained).sqrt();
        // A list that will not last three steps is not worth making.
        if best < 3.0 * per_step { 0.0 } else { best.clamp(MARGINS[0], MARGINS[1]) }
    }
}

impl<const D: usize> List<D> {
    fn make(&mut self, near: &PairList, objects: &Objects<D>) {
        let Self { pairs, bodies, place, spheres } = self;
        pairs.clear();
        bodies.clear();
        place.clear();
        place.resize(objects.len(), u32::MAX);
        let mut place_of = |body: u32| {
            let place = &mut place[body as usize];
            if *place == u32::MAX {
                *place = bodies.len() as u32;
                bodies.push(body);
            }
            *place
        };
        pairs.extend(near.iter().map(|pair| pair.map(&mut place_of)));
        spheres.clear();
        spheres.extend(
            bodies
                .iter()
                .map(|&body| (objects.centers()[body as usize], objects.radii()[body as usize])),
        );
    }

    /// Copies where the bodies are now.
    fn follow(&mut self, objects: &Objects<D>, threads: &Threads) {
        let share = threads.piece_of(self.bodies.len());
        let parts = self.spheres.chunks_mut(share).zip(self.bodies.chunks(share));
        let mut parts: Vec<_> = parts.collect();
        threads.map_mut(&mut parts, |_, (spheres, bodies)| {
            for ((center, _), &body) in spheres.iter_mut().zip(bodies.iter()) {
                *center = objects.centers()[body as usize];
            }
        });
    }

    /// Hands on the pairs of a tile that touch.
    fn pass(&self, tile: usize, action: &mut dyn FnMut(&[Pair])) {
        let tile = tile * TILE..((tile + 1) * TILE).min(self.pairs.len());
        let mut found = [[0; 2]; SLICE];
        for slice in self.pairs[tile].chunks(SLICE) {
            let mut length = 0;
            for &[a, b] in slice {
                let [a, b] = [a, b].map(|place| place as usize);
                let ((center_a, radius_a), (center_b, radius_b)) =
                    (&self.spheres[a], &self.spheres[b]);
                let touch = spheres_touch(center_a, *radius_a, center_b, *radius_b);
                let (a, b) = (self.bodies[a], self.bodies[b]);
                found[length] = [a.min(b), a.max(b)];
                length += usize::from(touch);
            }
            if length > 0 {
                action(&found[..length]);
            }
        }
    }
}

impl<const D: usize> BroadPhase<D> for Skin<D> {
    fn init(&mut self, objects: &Objects<D>) {
        self.margin = match self.thickness {
            Thickness::Fixed(margin) => margin,
            // Nothing has moved yet, and it may be that nothing ever will.
            Thickness::Chosen => 0.0,
        };
        self.make_list(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        match self.is_for(objects) {
            true => self.follow(objects),
            false => self.init(objects),
        }
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        for tile in 0..self.tiles() {
            self.find_neighbors_in_tile(objects, tile, action);
        }
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        if self.margin == 0.0 {
            return self.inner.find_objects(objects, region, action);
        }
        // What touches the region now did so with its margin where it was.
        let then = objects.with_centers(&self.then).with_radii(&self.thick, 1.0 + self.margin);
        self.inner.find_objects(&then, region, &mut |body| match objects
            .touches_region(body, region)
        {
            true => action(body),
            false => ControlFlow::Continue(()),
        });
    }

    fn is_exact(&self) -> bool {
        self.margin > 0.0 || self.inner.is_exact()
    }

    fn tiles(&self) -> usize {
        match self.margin {
            0.0 => self.inner.tiles(),
            _ => self.list.pairs.len().div_ceil(TILE),
        }
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        match self.margin {
            0.0 => self.inner.find_neighbors_in_tile(objects, tile, action),
            _ => self.list.pass(tile, action),
        }
    }

    fn list_neighbors_in_tile(&self, objects: &Objects<D>, tile: usize, list: &mut Vec<Pair>) {
        match self.margin {
            0.0 => self.inner.list_neighbors_in_tile(objects, tile, list),
            _ => self.list.pass(tile, &mut |slice| list.extend_from_slice(slice)),
        }
    }

    fn explain(&self) -> Option<String> {
        let skin = match self.margin {
            0.0 if self.rebuilds < 2 => "no skin before the first motion".to_string(),
            0.0 => "no skin, bodies move too far in a step".to_string(),
            margin => format!("skin {margin:.3} r, list made {} times", self.rebuilds),
        };
        Some(self.inner.explain().map_or(skin.clone(), |inner| format!("{inner}; {skin}")))
    }
}
