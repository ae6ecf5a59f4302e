//! Every listed method against the oracle: a method is tested by being listed.
//!
//! Arrangements × 2D and 3D × every method and every word its parameters accept; long walks through
//! `step_init`, with bodies fast enough to break the papers' assumptions; owners and fixed objects;
//! region searches; one sequence for any number of threads.

mod arrangements;
mod variants;

use arrangements::{Arrangement, arrangements};
use esker_broad::{BroadPhase, Detector, Method, Methods, Objects, Pair, Threads, checksum};
use esker_geom::Aabb;
use esker_packing::Random;
use std::collections::HashSet;
use std::ops::ControlFlow;
use variants::{build, variants};

fn sequence<const D: usize>(method: &dyn BroadPhase<D>, objects: &Objects<D>) -> Vec<Pair> {
    let mut pairs = Vec::new();
    method.find_neighbors(objects, &mut |slice| pairs.extend_from_slice(slice));
    pairs
}

fn oracle<const D: usize>(objects: &Objects<D>) -> HashSet<Pair> {
    sequence(build::<D>("bounding-volume").as_ref(), objects).into_iter().collect()
}

/// The contract of `find_neighbors`, for the objects last taken.
fn check_pairs<const D: usize>(
    method: &dyn BroadPhase<D>,
    objects: &Objects<D>,
    expected: &HashSet<Pair>,
    context: &str,
) {
    let reported = sequence(method, objects);
    let mut seen = HashSet::with_capacity(reported.len());
    for &pair in &reported {
        assert!(pair[0] < pair[1], "{context}: {pair:?} is not in order");
        assert!(seen.insert(pair), "{context}: {pair:?} is reported twice");
        assert!(objects.may_pair(pair[0], pair[1]), "{context}: {pair:?} should be left out");
        assert!(
            !method.is_exact() || expected.contains(&pair),
            "{context}: {pair:?} does not touch"
        );
    }
    for pair in expected {
        assert!(seen.contains(pair), "{context}: {pair:?} is missed");
    }
    assert_eq!(reported, sequence(method, objects), "{context}: a second search differs");
    let mut tiled = Vec::new();
    for tile in 0..method.tiles() {
        method.find_neighbors_in_tile(objects, tile, &mut |slice| tiled.extend_from_slice(slice));
    }
    assert_eq!(reported, tiled, "{context}: the tiles differ from the whole");
}

/// The contract of `find_objects`, for regions inside, across, outside, empty and all.
fn check_regions<const D: usize>(method: &dyn BroadPhase<D>, objects: &Objects<D>, context: &str) {
    let mut random = Random::new(5);
    let bounds =
        if objects.is_empty() { Aabb { low: [0.0; D], high: [1.0; D] } } else { *objects.bounds() };
    let extent = bounds.extent();
    let mut regions = vec![bounds, bounds.widened(1e12)];
    for size in [0.0, 0.05, 0.3] {
        for _ in 0..4 {
            let low: [f64; D] = std::array::from_fn(|axis| {
                bounds.low[axis] + random.between(-0.3, 1.1) * extent[axis]
            });
            let high = std::array::from_fn(|axis| low[axis] + size * extent[axis]);
            regions.push(Aabb { low, high });
        }
    }
    for center in objects.centers().iter().take(2) {
        regions.push(Aabb { low: *center, high: *center });
    }
    for region in regions {
        let count = objects.len() as u32;
        let expected: Vec<_> = (0..count).filter(|&i| objects.touches_region(i, &region)).collect();
        let mut found = Vec::new();
        method.find_objects(objects, &region, &mut |object| {
            found.push(object);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        assert_eq!(found, expected, "{context}: objects in {region:?}");
        let mut calls = 0;
        method.find_objects(objects, &region, &mut |_| {
            calls += 1;
            ControlFlow::Break(())
        });
        assert_eq!(calls, expected.len().min(1), "{context}: the search did not break off");
    }
}

fn check_arrangement<const D: usize>(arrangement: &Arrangement<D>) {
    let Arrangement { name, centers, radii, owners, fixed } = arrangement;
    let mut objects = Objects::new(centers, radii).unwrap();
    if let Some(owners) = owners {
        objects = objects.with_owners(owners).unwrap();
    }
    if let Some(fixed) = fixed {
        objects = objects.with_fixed(fixed).unwrap();
    }
    let expected = oracle(&objects);
    for text in variants() {
        let context = format!("{text} on {name} in {D}D");
        let mut method = build::<D>(&text);
        method.init(&objects);
        check_pairs(method.as_ref(), &objects, &expected, &context);
        check_regions(method.as_ref(), &objects, &context);
        method.step_init(&objects);
        check_pairs(method.as_ref(), &objects, &expected, &format!("{context}, taken again"));
    }
}

#[test]
fn every_method_equals_the_oracle_on_every_arrangement_in_2d() {
    arrangements::<2>().iter().for_each(check_arrangement);
}

#[test]
fn every_method_equals_the_oracle_on_every_arrangement_in_3d() {
    arrangements::<3>().iter().for_each(check_arrangement);
}

/// A walk: most bodies creep, some jump many cells at once, some fly out of the domain for good.
fn walk<const D: usize>(steps: usize, count: usize, size_ratio: f64, seed: u64) {
    let mut random = Random::new(seed);
    let radii: Vec<f64> = (0..count).map(|_| random.log_between(0.5 / size_ratio, 0.5)).collect();
    let side = (count as f64).powf(1.0 / D as f64);
    let mut centers: Vec<[f64; D]> = radii.iter().map(|_| random.place(side)).collect();
    let owners: Vec<u32> =
        (0..count as u32).map(|i| if i % 3 == 0 { u32::MAX } else { i / 5 }).collect();
    let fixed: Vec<bool> = (0..count).map(|i| i % 11 == 0).collect();
    let texts = variants();
    let mut methods: Vec<_> = texts.iter().map(|text| build::<D>(text)).collect();
    for step in 0..steps {
        for body in (0..count).filter(|&body| !fixed[body]) {
            let stride = match random.between(0.0, 1.0) {
                chance if chance < 0.002 => 3.0 * side,
                chance if chance < 0.02 => 4.0,
                chance if chance < 0.9 => 0.02,
                _ => 0.3,
            };
            let direction: [f64; D] = random.direction();
            for axis in 0..D {
                centers[body][axis] += stride * direction[axis];
            }
        }
        let objects = Objects::new(&centers, &radii).unwrap();
        let objects = objects.with_owners(&owners).unwrap().with_fixed(&fixed).unwrap();
        let expected = oracle(&objects);
        for (text, method) in texts.iter().zip(&mut methods) {
            match step {
                0 => method.init(&objects),
                _ => method.step_init(&objects),
            }
            let context = format!("{text} at step {step} of the {D}D walk {seed}");
            check_pairs(method.as_ref(), &objects, &expected, &context);
            if step % 50 == 49 {
                check_regions(method.as_ref(), &objects, &context);
            }
        }
    }
}

#[test]
fn long_walks_of_equal_sizes() {
    walk::<2>(300, 150, 1.0, 1);
    walk::<3>(300, 200, 1.0, 2);
}

#[test]
fn long_walks_of_many_sizes() {
    walk::<2>(200, 150, 16.0, 3);
    walk::<3>(200, 200, 32.0, 4);
}

/// A method that is given a set of another size or other radii takes it as new.
#[test]
fn step_init_takes_another_set() {
    for text in variants() {
        let mut method = build::<3>(&text);
        for (index, arrangement) in arrangements::<3>().iter().enumerate() {
            let objects = Objects::new(&arrangement.centers, &arrangement.radii).unwrap();
            match index {
                0 => method.init(&objects),
                _ => method.step_init(&objects),
            }
            let context = format!("{text} stepped on to {}", arrangement.name);
            check_pairs(method.as_ref(), &objects, &oracle(&objects), &context);
        }
    }
}

/// The same sequence of pairs for 1, 2 and 8 threads, step after step.
#[test]
fn threads_do_not_change_the_sequence() {
    let mut random = Random::new(9);
    let mut centers: Vec<[f64; 3]> = (0..20_000).map(|_| random.place(24.0)).collect();
    let radii: Vec<f64> = (0..20_000).map(|_| random.log_between(0.1, 0.5)).collect();
    // One tile and no state leave nothing that threads could change.
    let methods = Methods::<3>::ALL.iter().filter(|entry| !entry.summary.contains("unique pair"));
    let mut detectors: Vec<_> = methods
        .map(|entry| {
            let method = entry.name.parse::<Method>().unwrap();
            let with = |count| Detector::<3>::with(&method, Threads::new(count).unwrap());
            (entry.name, [1, 2, 8].map(with))
        })
        .collect();
    for step in 0..4 {
        let objects = Objects::new(&centers, &radii).unwrap();
        let mut expected = None;
        for (name, detectors) in &mut detectors {
            let [one, two, eight] = detectors.each_mut().map(|detector| {
                detector.update(&objects);
                detector.pairs(&objects).to_vec()
            });
            assert!(one.len() > 1000);
            assert!(one == two && one == eight, "{name}: threads change step {step}");
            let sum = checksum(&one);
            assert_eq!(
                *expected.get_or_insert(sum),
                sum,
                "{name} differs from others in step {step}"
            );
        }
        // The third motion is far, so that cells, lists and skins have to be made anew.
        let stride = if step == 2 { 5.0 } else { 0.02 };
        for center in &mut centers {
            *center = center.map(|x| x + random.between(-stride, stride));
        }
    }
}
