//! Rain: so many bodies or kilograms per second through a region.
//!
//! ```text
//!   due at t:   rate · (min(t, until) - from), at most the total
//!   ─▶ less what has come and what waits: draw sizes, by whole bodies
//!   ─▶ those that wait look for a place without overlap; who finds none waits for the next time
//! ```
//!
//! What is due is computed from the time and never summed up: fractions of bodies carry over
//! exactly and nothing drifts. Bodies keep the size they were drawn with while they wait, so that a
//! full region does not turn away the large ones. Each time bodies come the list of near pairs is
//! made anew: it pays to let some come together, every few hundred steps. Seed and count of numbers
//! drawn are the state of chance.

use super::places::Places;
use super::{BadInsertion, Grains, Inserted, Stopped};
use crate::bodies::volume;
use crate::materials::Materials;
use crate::regions::Region;
use crate::world::World;
use esker_packing::Random;

/// Rounds of random places: see the head of `places.rs`.
const ROUNDS: usize = 20;
/// No more bodies are drawn at once than would fill this share of the region: more cannot find
/// room.
const FULL: f64 = 0.5;

/// Nor more than so many.
const MOST_WAITING: usize = 1_000_000;

/// How much comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rate {
    /// So many bodies per second.
    Bodies(f64),
    /// So many kilograms per second.
    Mass(f64),
}

/// A stream of bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct Rain<const D: usize> {
    /// Where bodies appear.
    pub region: Region<D>,
    /// What.
    pub grains: Grains<D>,
    /// How much per second.
    pub rate: Rate,
    /// The time (s) it begins.
    pub from: f64,
    /// The time (s) it ends; may be infinite.
    pub until: f64,
    /// The number of bodies or the mass (kg), as the rate counts, after which it ends; may be
    /// infinite.
    pub total: f64,
    /// It acts in one step of so many.
    pub every: u64,
    /// Radii (m) of bodies that wait for a place.
    pub waiting: Vec<f64>,
    /// How many random numbers were drawn.
    pub drawn: u64,
}

impl<const D: usize> Rain<D> {
    /// Rain for ever, from the start, in one step of a hundred.
    pub fn new(region: Region<D>, grains: Grains<D>, rate: Rate) -> Self {
        Self {
            region,
            grains,
            rate,
            from: 0.0,
            until: f64::INFINITY,
            total: f64::INFINITY,
            every: 100,
            waiting: Vec::new(),
            drawn: 0,
        }
    }

    pub(super) fn check(&self, materials: &Materials) -> Result<(), BadInsertion> {
        self.grains.check(&self.region, materials)?;
        let refuse = |what, found, expected| Err(BadInsertion::Number { what, found, expected });
        let (Rate::Bodies(rate) | Rate::Mass(rate)) = self.rate;
        if !(rate > 0.0 && rate.is_finite()) {
            return refuse("the rate of rain", rate, "bodies/s or kg/s above 0");
        }
        if !(self.from.is_finite() && self.until >= self.from) {
            return refuse("the end of rain", self.until, "a time not before its start, in s");
        }
        if self.total.is_nan() || self.total <= 0.0 {
            return refuse("the total of rain", self.total, "bodies or kg above 0");
        }
        if self.every == 0 {
            return refuse("the steps from one time to the next", 0.0, "at least 1");
        }
        Ok(())
    }

    /// What should have come (bodies or kg) at a time (s).
    pub fn due(&self, time: f64) -> f64 {
        let (Rate::Bodies(rate) | Rate::Mass(rate)) = self.rate;
        (rate * (time.min(self.until) - self.from).max(0.0)).min(self.total)
    }

    /// Whether something may come at the start of the step after so many, at a time (s).
    pub(super) fn acts_in(&self, steps: u64, time: f64) -> bool {
        time >= self.until || steps.is_multiple_of(self.every)
    }

    pub(super) fn act(
        &mut self,
        world: &mut World<D>,
        inserted: &mut Inserted,
    ) -> Result<Option<Stopped>, BadInsertion> {
        if !self.acts_in(world.steps, world.time) {
            return Ok(None);
        }
        let over = world.time >= self.until;
        let mut random = Random::resume(self.grains.seed, self.drawn);
        let missing = self.draw(world, inserted, &mut random);
        if !self.waiting.is_empty() {
            let mut places = Places::of(&self.region, world);
            let spheres = places.fill(&mut self.waiting, ROUNDS, &mut random);
            self.grains.add(spheres, world, inserted)?;
        }
        self.drawn = random.drawn();
        let ended = over || self.due(world.time) >= self.total;
        Ok((ended && !missing && self.waiting.is_empty()).then_some(Stopped::Complete))
    }

    /// Draws what is due and neither came nor waits; says whether some of it is left for the next
    /// time.
    fn draw(&mut self, world: &World<D>, inserted: &Inserted, random: &mut Random) -> bool {
        let in_kilograms = matches!(self.rate, Rate::Mass(_));
        let come = if in_kilograms { inserted.mass } else { inserted.count as f64 };
        let worth = |grains: &Grains<D>, radius: f64| match in_kilograms {
            true => grains.mass(radius, &world.materials),
            false => 1.0,
        };
        let waiting = self.waiting.iter().map(|&radius| worth(&self.grains, radius)).sum::<f64>();
        let mut owed = self.due(world.time) - come - waiting;
        let mut room = FULL * self.region.volume();
        room -= self.waiting.iter().map(|&radius| volume::<D>(radius)).sum::<f64>();
        // By number a body comes when all of it is due, by mass when any of it is.
        let threshold = if in_kilograms { f64::MIN_POSITIVE } else { 1.0 - 1e-9 };
        while owed >= threshold && room > 0.0 && self.waiting.len() < MOST_WAITING {
            let radius = self.grains.sizes.draw::<D>(random);
            owed -= worth(&self.grains, radius);
            room -= volume::<D>(radius);
            self.waiting.push(radius);
        }
        owed >= threshold
    }
}
