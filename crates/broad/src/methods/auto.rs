//! The method of no choice: looks at the objects, takes the method that fits, and says why.
//!
//! Of all methods of the list three are ever the fastest: every pair tested for a handful of bodies,
//! `grid` for similar sizes, `hierarchical-grid` for many (`esker detect --method all` shows it for any
//! set). Which of them it is follows from an estimate of their cost, the one that also sets the
//! levels of the hierarchical grid. Cells follow from sizes and density, and the skin from how far
//! bodies move: see `cells` and `skin`. No clock is asked, so the same objects give the same sequence.

use crate::parts::levels::Levels;
use crate::skin::{Skin, Thickness};
use crate::{Aabb, BroadPhase, Entry, Method, Objects, Pair, Threads};
use std::ops::ControlFlow;

/// What the test of one pair costs when all are tested, and what sorting one body into cells costs,
/// in nanoseconds.
const PAIR: f64 = 0.7;
const SORT: f64 = 15.0;

struct Auto<const D: usize> {
    chosen: Skin<D>,
    name: &'static str,
    reason: String,
    threads: Threads,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "auto",
        origin: "esker",
        summary: "chooses a method, its cells and its skin from the objects, and says why",
        parameters: &[],
        build: |_, threads| {
            let (chosen, name) = (skin_over("grid", threads), "grid");
            let reason = String::new();
            Box::new(Auto::<D> { chosen, name, reason, threads: threads.clone() })
        },
    }
}

fn method_named(name: &'static str) -> Method {
    name.parse().expect("auto names methods of the list")
}

fn skin_over<const D: usize>(name: &'static str, threads: &Threads) -> Skin<D> {
    Skin::new(method_named(name).build(threads), Thickness::Chosen, threads)
}

/// The name of the cheapest method, and why.
fn choose<const D: usize>(objects: &Objects<D>) -> (&'static str, String) {
    let Levels { radii_max, cost, cost_of_one, .. } = Levels::cheapest(objects);
    let count = objects.len() as f64;
    let all_pairs = 0.5 * count * (count - 1.0).max(0.0) * PAIR;
    let (grid, hierarchical) = (cost_of_one + SORT * count, cost + SORT * count);
    let name = match radii_max.len() {
        _ if all_pairs <= hierarchical => "bounding-volume",
        0 | 1 => "grid",
        _ => "hierarchical-grid",
    };
    let per_body = |cost: f64| cost / count.max(1.0);
    let reason = format!(
        "{name} for {} bodies, radii {:.3e} to {:.3e}: estimated ns per body {:.0} all pairs, {:.0} \
         grid, {:.0} hierarchical",
        objects.len(),
        objects.radius_min(),
        objects.radius_max(),
        per_body(all_pairs),
        per_body(grid),
        per_body(hierarchical),
    );
    (name, reason)
}

impl Method {
    /// The method for objects that are looked at once, and why if it had to be chosen: nothing is
    /// kept for a next time.
    pub fn for_once<const D: usize>(&self, objects: &Objects<D>) -> (Self, Option<String>) {
        if self.name() != entry::<D>().name {
            return (self.clone(), None);
        }
        let (name, reason) = choose(objects);
        (method_named(name), Some(reason))
    }
}

impl<const D: usize> BroadPhase<D> for Auto<D> {
    fn init(&mut self, objects: &Objects<D>) {
        let (name, reason) = choose(objects);
        if name != self.name {
            self.chosen = skin_over(name, &self.threads);
        }
        (self.name, self.reason) = (name, reason);
        self.chosen.init(objects);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        match self.chosen.is_for(objects) {
            true => self.chosen.follow(objects),
            false => self.init(objects),
        }
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        self.chosen.find_neighbors(objects, action);
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        self.chosen.find_objects(objects, region, action);
    }

    fn is_exact(&self) -> bool {
        self.chosen.is_exact()
    }

    fn tiles(&self) -> usize {
        self.chosen.tiles()
    }

    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        self.chosen.find_neighbors_in_tile(objects, tile, action);
    }

    fn list_neighbors_in_tile(&self, objects: &Objects<D>, tile: usize, list: &mut Vec<Pair>) {
        self.chosen.list_neighbors_in_tile(objects, tile, list);
    }

    fn explain(&self) -> Option<String> {
        let chosen = self.chosen.explain().unwrap_or_default();
        Some(format!("{}; {chosen}", self.reason))
    }
}
