//! Margins: how far each body may move before a contact might be missing from the list.
//!
//! ```text
//!   body      at rest    at rest    rolling    flying
//!   margin    ·          ·          ──         ─────       all are used up at about the same time
//! ```
//!
//! Two bodies that touch were nearer than the sum of their radii and margins when the list was
//! made, unless one of them has moved further than its margin since. The few that are fast have wide
//! margins; those around them do not.
//!
//! Margins are tuned from what is counted, never from a clock: making a list costs B per body, a
//! step costs c for each pair, which is looked at every few steps (`close.rs`). If a list is to last
//! T steps, the margin of a body with the pace v is v T, and each unit of it gives it p pairs more.
//! With the mean v̄ of all, the cost of a step, B / T + c p v̄ T, is least at T² = B / (c p v̄). The
//! pace of a body is what it moves in a step, and somewhat more. What is at rest may be woken: no free
//! body counts as slower than twice the mean.

use crate::bodies::Bodies;
use crate::runs::MANY;
use esker_broad::Threads;
use esker_geom::vector::length;
use std::ops::Range;

/// What making a list costs for each body, and for each pair, in steps with one pair more in it (B / c
/// above).
const MAKING: [f64; 2] = [40.0, 35.0];
/// The smallest and the largest margin, in mean radii.
const MARGINS: [f64; 2] = [0.005, 0.5];
/// The largest of a gas, in mean radii, whose bodies have no more than so many pairs with it.
const MARGIN_OF_GAS: f64 = 1.0;
const PAIRS_OF_GAS: f64 = 1.5;
/// The margin of the first list, in mean radii, when nothing is known yet.
const FIRST: f64 = 0.05;
/// Paces are so many times what bodies move in a step,
const FASTER: f64 = 1.3;
/// and not less than so many times the mean of that.
const LEAST: f64 = 2.0;

/// How long a list should last, and how wide margins may be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    /// In steps; zero as long as nothing is known.
    pub(crate) lasting: f64,
    /// The widest margin (m).
    pub(crate) widest: f64,
}

impl Plan {
    /// What costs least if bodies go on as they do, by steps of so long (s): with the margins they
    /// have so many pairs are near, and so many touch.
    pub(crate) fn tuned<const D: usize>(
        bodies: &Bodies<D>,
        time_step: f64,
        [near, touching]: [usize; 2],
        threads: &Threads,
    ) -> Self {
        let apart = near.saturating_sub(touching).max(1) as f64;
        let pairs = apart / sum(bodies.len(), threads, |place| bodies.margin(place));
        let making = MAKING[0] + MAKING[1] * near as f64 / bodies.len() as f64;
        let paces = Paces::of(bodies, time_step, threads);
        let pace = sum(bodies.len(), threads, |place| paces.of_body(place)) / bodies.len() as f64;
        let [narrow, wide] = [MARGINS[1], MARGIN_OF_GAS].map(|most| most * bodies.mean_radius());
        Self {
            lasting: (making / (pairs * pace)).sqrt(),
            widest: (PAIRS_OF_GAS / pairs).min(wide).max(narrow),
        }
    }

    /// Gives every body its margin.
    pub(crate) fn give<const D: usize>(
        &self,
        bodies: &mut Bodies<D>,
        time_step: f64,
        threads: &Threads,
    ) {
        let (radius, mut inverse) =
            (bodies.mean_radius(), std::mem::take(&mut bodies.inverse_margin));
        if self.lasting > 0.0 {
            let paces = Paces::of(bodies, time_step, threads);
            threads.for_each(inverse.chunks_mut(MANY).enumerate(), |(chunk, inverse)| {
                for (place, inverse) in (chunk * MANY..).zip(inverse) {
                    let margin = self.lasting * paces.of_body(place);
                    // Of nothing and infinity comes the smallest.
                    let margin = margin.max(MARGINS[0] * radius).min(self.widest);
                    *inverse = (1.0 / margin) as f32;
                }
            });
        } else {
            inverse.fill((1.0 / (FIRST * radius)) as f32);
        }
        bodies.inverse_margin = inverse;
    }
}

/// How far bodies are taken to move in a step.
struct Paces<'a, const D: usize> {
    bodies: &'a Bodies<D>,
    time_step: f64,
    /// The least of a body that is free (m).
    least: f64,
}

impl<'a, const D: usize> Paces<'a, D> {
    fn of(bodies: &'a Bodies<D>, time_step: f64, threads: &Threads) -> Self {
        let speeds = sum(bodies.len(), threads, |place| length(&bodies.velocity[place]));
        Self { bodies, time_step, least: LEAST * time_step * speeds / bodies.len() as f64 }
    }

    /// That of one (m).
    #[inline(always)]
    fn of_body(&self, place: usize) -> f64 {
        let pace = FASTER * self.time_step * length(&self.bodies.velocity[place]);
        if self.bodies.is_free(place) { pace.max(self.least) } else { pace }
    }
}

/// The sum over so many places, which does not depend on threads.
fn sum(places: usize, threads: &Threads, of: impl Fn(usize) -> f64 + Sync) -> f64 {
    let chunk = |first| first..places.min(first + MANY);
    let mut chunks: Vec<Range<usize>> = (0..places).step_by(MANY).map(chunk).collect();
    let sums = threads.map_mut(&mut chunks, |_, chunk| chunk.map(&of).sum::<f64>());
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Material, World};
    use esker_broad::{Detector, Objects};
    use esker_packing::Random;

    /// A fast swarm goes through a field of bodies at rest: no contact is missed, and where nothing
    /// moves margins stay narrow.
    #[test]
    fn nothing_is_missed_where_some_are_fast() {
        let mut world = World::<3>::default();
        world.materials.add(Material { young: 1e6, ..Material::default() }).unwrap();
        let mut random = Random::new(3);
        for place in 0..27_000 {
            let cell = [place % 30, place / 30 % 30, place / 900].map(|cell| 0.105 * cell as f64);
            let position = cell.map(|x| x + random.between(-2e-3, 2e-3));
            // One in ten at one corner flies along x.
            let flies = cell.iter().all(|&x| x < 0.8) && random.between(0.0, 1.0) < 0.1;
            let velocity = [if flies { random.between(0.5, 1.0) } else { 0.0 }, 0.0, 0.0];
            world.add(&Body { velocity, ..Body::new(position, 0.05) }).unwrap();
        }
        let mut oracle = Detector::<3>::new("grid").unwrap();
        let (mut most, mut touching) = (0.0, 0);
        for _ in 0..600 {
            world.step().unwrap();
            let bodies = &world.bodies;
            let objects = Objects::new(&bodies.position, &bodies.radius).unwrap();
            oracle.update(&objects);
            let found = oracle.pairs(&objects).iter().count();
            assert_eq!(world.contacts(), found, "step {}", world.steps);
            touching += found;
            let margins = margins(bodies).into_iter();
            let ratio: f64 = margins.clone().fold(0.0, f64::max) / margins.fold(f64::MAX, f64::min);
            most = ratio.max(most);
        }
        assert!(
            touching > 1000 && world.detection.rebuilds > 5,
            "{touching} {}",
            world.detection.rebuilds
        );
        assert!(most > 2.0, "{most}");
    }

    /// Bodies of these velocities along x (m/s), of a radius of 1 m.
    fn bodies(velocities: &[f64]) -> Bodies<3> {
        let mut bodies = Bodies::default();
        for (place, &velocity) in velocities.iter().enumerate() {
            let body = Body::new([3.0 * place as f64, 0.0, 0.0], 1.0);
            bodies.add(&Body { velocity: [velocity, 0.0, 0.0], ..body }, 1.0);
        }
        bodies
    }

    fn margins(bodies: &Bodies<3>) -> Vec<f64> {
        (0..bodies.len()).map(|place| bodies.margin(place)).collect()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn fast_bodies_have_wide_margins_and_all_last_equally_long() {
        let (mut bodies, threads) = (bodies(&[0.1, 0.1, 0.1, 0.5, 0.0]), Threads::one());
        *bodies.inverse_mass.last_mut().unwrap() = 0.0;
        bodies.inverse_margin.fill(10.0);
        // Ten pairs for each unit of margin; the mean speed is 0.16 m/s.
        let plan = Plan::tuned(&bodies, 1e-2, [10, 5], &threads);
        let (slow, fast) = (LEAST * 1.6e-3, FASTER * 5e-3);
        let lasting = ((MAKING[0] + 2.0 * MAKING[1]) / (10.0 * (3.0 * slow + fast) / 5.0)).sqrt();
        assert!((plan.lasting - lasting).abs() < 1e-9, "{plan:?}");
        plan.give(&mut bodies, 1e-2, &threads);
        let [slow, fast] = [slow, fast].map(|pace| (pace * lasting).min(MARGINS[1]));
        assert_near(&margins(&bodies), &[slow, slow, slow, fast, MARGINS[0]]);
    }

    #[test]
    fn margins_have_limits_whatever_is_known() {
        let threads = Threads::one();
        let given = |velocities: &[f64], plan: Plan| {
            let mut bodies = bodies(velocities);
            plan.give(&mut bodies, 1e-2, &threads);
            margins(&bodies)
        };
        assert_near(&given(&[1.0, 2.0], Plan::default()), &[FIRST; 2]);
        assert_near(
            &given(&[0.0; 2], Plan { lasting: f64::INFINITY, widest: 0.5 }),
            &[MARGINS[0]; 2],
        );
        assert_near(&given(&[1.0; 2], Plan { lasting: f64::INFINITY, widest: 0.5 }), &[0.5; 2]);
        assert_near(&given(&[1.0; 2], Plan { lasting: 1e-9, widest: 0.5 }), &[MARGINS[0]; 2]);
        assert!(given(&[], Plan { lasting: f64::NAN, widest: f64::NAN }).is_empty());
        // A gas has few pairs, however wide its margins are.
        let mut gas = bodies(&[1.0; 4]);
        gas.inverse_margin.fill(2.0);
        assert_eq!(Plan::tuned(&gas, 1e-2, [1, 0], &threads).widest, MARGIN_OF_GAS);
        assert_eq!(Plan::tuned(&gas, 1e-2, [100, 0], &threads).widest, MARGINS[1]);
        let nobody = Plan::tuned(&bodies(&[]), 1e-2, [0, 0], &threads);
        assert_near(&given(&[1.0, 2.0], nobody), &[FIRST; 2]);
    }
}
