//! Dense sets: spheres placed at random in a cube and pushed apart.

use crate::lattice::side_of;
use crate::random::{log_uniform_radii, side_for, similar_radii};
use crate::{Packing, Random, Recipe};
use esker_broad::{Detector, Objects};
use esker_geom::Vector;

/// The most rounds of pushing: every set here is done long before, and none may hang.
const ROUNDS: usize = 400;
/// What is kept of a push in the next round where overlaps must become small: deep in a dense set pushes
/// add up over many rounds, and this makes them as many times fewer as it keeps them longer.
const MOMENTUM: f64 = 0.9;

/// A bed of similar spheres at solid fraction 0.58 (0.80 for discs), in random order, with about
/// five overlaps each and none deeper than a tenth of a radius.
pub(crate) fn dense<const D: usize>(recipe: &Recipe) -> Packing<D> {
    let mut random = Random::new(recipe.seed);
    let radii = similar_radii(recipe.count, &mut random);
    let side = side_for::<D>(&radii, if D == 2 { 0.80 } else { 0.58 });
    let mut packing = jittered(radii, side, &mut random);
    push_apart(&mut packing, &[side; D], Goal { overlaps: 5.0, depth: 0.1, momentum: 0.0 });
    shuffled(packing, &mut random)
}

/// Munjiza's mixture (2005, section 7): sizes 1 down to 1 over the ratio at solid fraction 0.5.
pub(crate) fn munjiza_mix<const D: usize>(recipe: &Recipe) -> Packing<D> {
    let mut random = Random::new(recipe.seed);
    let radii = log_uniform_radii(recipe, &mut random);
    let side = side_for::<D>(&radii, 0.5);
    let centers = radii.iter().map(|_| random.place(side)).collect();
    let mut packing = Packing { centers, radii };
    push_apart(&mut packing, &[side; D], Goal { overlaps: 2.0, depth: 0.1, momentum: 0.0 });
    packing
}

/// Spheres of these radii inside the box from zero to `extent`, placed at random and pushed apart
/// until no overlap is deeper than `depth` of the smaller radius or rounds run out; and the depth reached.
pub fn relaxed_in_box<const D: usize>(
    radii: Vec<f64>,
    extent: &Vector<D>,
    depth: f64,
    seed: u64,
) -> (Packing<D>, f64) {
    let mut random = Random::new(seed);
    let place = |&radius: &f64| {
        std::array::from_fn(|axis| {
            let wall = radius.min(0.5 * extent[axis]);
            random.between(wall, extent[axis] - wall)
        })
    };
    let mut packing = Packing { centers: radii.iter().map(place).collect(), radii };
    let goal = Goal { overlaps: f64::INFINITY, depth, momentum: MOMENTUM };
    let depth = push_apart(&mut packing, extent, goal);
    (packing, depth)
}

/// One sphere to a site of a lattice, anywhere inside its site.
fn jittered<const D: usize>(radii: Vec<f64>, side: f64, random: &mut Random) -> Packing<D> {
    let sites_per_axis = side_of::<D>(radii.len());
    let (sites, count) = (sites_per_axis.pow(D as u32), radii.len());
    let edge = side / sites_per_axis as f64;
    let center = |index: usize| {
        let mut rest = index * sites / count; // the surplus sites stay empty, evenly
        std::array::from_fn(|_| {
            let site = rest % sites_per_axis;
            rest /= sites_per_axis;
            (site as f64 + random.between(0.0, 1.0)) * edge
        })
    };
    Packing { centers: (0..count).map(center).collect(), radii }
}

/// When spheres are far enough apart, and how they get there.
struct Goal {
    /// The most overlaps of a sphere, on average.
    overlaps: f64,
    /// The deepest overlap, in smaller radii.
    depth: f64,
    /// The share of a push that is kept for the next round.
    momentum: f64,
}

/// Moves overlapping spheres apart until the goal is reached or rounds run out; returns the depth of
/// the deepest overlap there is then, in smaller radii.
fn push_apart<const D: usize>(packing: &mut Packing<D>, extent: &Vector<D>, goal: Goal) -> f64 {
    let Packing { centers, radii } = packing;
    let mut detector = Detector::<D>::new("auto").expect("auto is in the list");
    let mut push: Vec<Vector<D>> = vec![[0.0; D]; centers.len()];
    let mut deepest = 0.0f64;
    for round in 0..=ROUNDS {
        let objects = Objects::new(centers, radii).expect("places in a cube are finite");
        detector.update(&objects);
        let pairs = detector.pairs(&objects);
        push.iter_mut().flatten().for_each(|push| *push *= goal.momentum);
        deepest = 0.0;
        for &[a, b] in pairs.iter() {
            let (a, b) = (a as usize, b as usize);
            let apart: Vector<D> = std::array::from_fn(|axis| centers[a][axis] - centers[b][axis]);
            let distance = apart.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-12);
            let overlap = radii[a] + radii[b] - distance;
            deepest = deepest.max(overlap / radii[a].min(radii[b]));
            // The smaller of the two moves further, as if the masses were the volumes.
            let (heavy_a, heavy_b) = (radii[a].powi(D as i32), radii[b].powi(D as i32));
            for axis in 0..D {
                let step = 0.6 * overlap * apart[axis] / distance / (heavy_a + heavy_b);
                push[a][axis] += step * heavy_b;
                push[b][axis] -= step * heavy_a;
            }
        }
        let few = 2.0 * pairs.len() as f64 <= goal.overlaps * centers.len() as f64;
        if (few && deepest <= goal.depth) || round == ROUNDS {
            break;
        }
        for ((center, push), &radius) in centers.iter_mut().zip(&push).zip(radii.iter()) {
            for axis in 0..D {
                let wall = radius.min(0.5 * extent[axis]);
                center[axis] = (center[axis] + push[axis]).clamp(wall, extent[axis] - wall);
            }
        }
    }
    deepest
}

fn shuffled<const D: usize>(packing: Packing<D>, random: &mut Random) -> Packing<D> {
    let mut spheres: Vec<_> = packing.centers.into_iter().zip(packing.radii).collect();
    random.shuffle(&mut spheres);
    let (centers, radii) = spheres.into_iter().unzip();
    Packing { centers, radii }
}
