//! Dense sets: spheres placed at random in a cube and pushed apart.

use crate::lattice::side_of;
use crate::random::{log_uniform_radii, side_for, similar_radii};
use crate::{Packing, Random, Recipe};
use esker_broad::{Detector, Objects};
use esker_geom::Vector;

/// The most rounds of pushing: every set here is done long before, and none may hang.
const ROUNDS: usize = 400;

/// A bed of similar spheres at solid fraction 0.58 (0.80 for discs), in random order, with about
/// five overlaps each and none deeper than a tenth of a radius.
pub(crate) fn dense<const D: usize>(recipe: &Recipe) -> Packing<D> {
    let mut random = Random::new(recipe.seed);
    let radii = similar_radii(recipe.count, &mut random);
    let side = side_for::<D>(&radii, if D == 2 { 0.80 } else { 0.58 });
    let mut packing = jittered(radii, side, &mut random);
    push_apart(&mut packing, side, 5.0, 0.1);
    shuffled(packing, &mut random)
}

/// Munjiza's mixture (2005, section 7): sizes 1 down to 1 over the ratio at solid fraction 0.5.
pub(crate) fn munjiza_mix<const D: usize>(recipe: &Recipe) -> Packing<D> {
    let mut random = Random::new(recipe.seed);
    let radii = log_uniform_radii(recipe, &mut random);
    let side = side_for::<D>(&radii, 0.5);
    let centers = radii.iter().map(|_| random.place(side)).collect();
    let mut packing = Packing { centers, radii };
    push_apart(&mut packing, side, 2.0, 0.1);
    packing
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

/// Moves overlapping spheres apart until they have at most `overlaps` each on average and no overlap
/// is deeper than `depth` of the smaller radius.
fn push_apart<const D: usize>(packing: &mut Packing<D>, side: f64, overlaps: f64, depth: f64) {
    let Packing { centers, radii } = packing;
    let mut detector = Detector::<D>::new("auto").expect("auto is in the list");
    let mut push: Vec<Vector<D>> = vec![[0.0; D]; centers.len()];
    for _ in 0..ROUNDS {
        let objects = Objects::new(centers, radii).expect("places in a cube are finite");
        detector.update(&objects);
        let pairs = detector.pairs(&objects);
        push.fill([0.0; D]);
        let mut deepest = 0.0f64;
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
        if 2.0 * pairs.len() as f64 <= overlaps * centers.len() as f64 && deepest <= depth {
            return;
        }
        for ((center, push), &radius) in centers.iter_mut().zip(&push).zip(radii.iter()) {
            let wall = radius.min(0.5 * side);
            for axis in 0..D {
                center[axis] = (center[axis] + push[axis]).clamp(wall, side - wall);
            }
        }
    }
}

fn shuffled<const D: usize>(packing: Packing<D>, random: &mut Random) -> Packing<D> {
    let mut spheres: Vec<_> = packing.centers.into_iter().zip(packing.radii).collect();
    random.shuffle(&mut spheres);
    let (centers, radii) = spheres.into_iter().unzip();
    Packing { centers, radii }
}
