//! Every listed method against the oracle on sets that chance makes and failure shrinks.
//!
//! The sets are small, so that a counterexample can be read: a few bodies on half-integers (which
//! touch exactly, coincide and lie on cell faces) or anywhere, of sizes from zero to giants, near
//! zero or near ±1e9, with owners and fixed ones; then steps in which some creep, some jump and some
//! leave for good.

mod variants;

use esker_broad::{BroadPhase, Objects, Pair};
use esker_geom::Aabb;
use proptest::collection::vec;
use proptest::prelude::*;
use std::ops::ControlFlow;
use variants::{build, variants};

fn build_all<const D: usize>() -> Vec<(String, Box<dyn BroadPhase<D>>)> {
    variants().into_iter().map(|text| (text.clone(), build(&text))).collect()
}

#[derive(Clone, Debug)]
struct Set<const D: usize> {
    centers: Vec<[f64; D]>,
    radii: Vec<f64>,
    owners: Vec<u32>,
    fixed: Vec<bool>,
}

impl<const D: usize> Set<D> {
    fn objects(&self) -> Objects<'_, D> {
        let objects = Objects::new(&self.centers, &self.radii).unwrap();
        objects.with_owners(&self.owners).unwrap().with_fixed(&self.fixed).unwrap()
    }
}

fn point<const D: usize>(
    coordinate: impl Strategy<Value = f64>,
) -> impl Strategy<Value = [f64; D]> {
    vec(coordinate, D).prop_map(|x| std::array::from_fn(|axis| x[axis]))
}

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => (-6..=6i32).prop_map(|half| 0.5 * f64::from(half)),
        6 => -3.0..3.0,
        1 => (-3..=3i32).prop_map(|far| 1e8 * f64::from(far)),
    ]
}

fn radius() -> impl Strategy<Value = f64> {
    prop_oneof![
        2 => Just(0.0),
        6 => prop_oneof![Just(0.25), Just(0.5), Just(1.0)],
        4 => 0.0..1.0,
        1 => (-9.0..1.5).prop_map(|power| 10f64.powf(power)),
    ]
}

fn set<const D: usize>() -> impl Strategy<Value = Set<D>> {
    let owner = prop_oneof![2 => Just(u32::MAX), 1 => 0..4u32];
    let fixed = prop::bool::weighted(0.25);
    let bodies = vec((point::<D>(coordinate()), radius(), owner, fixed), 0..20);
    let offset = prop_oneof![4 => Just(0.0), 1 => Just(1e9), 1 => Just(-1e9)];
    (bodies, offset).prop_map(|(bodies, offset)| Set {
        centers: bodies.iter().map(|body| body.0.map(|x| x + offset)).collect(),
        radii: bodies.iter().map(|body| body.1).collect(),
        owners: bodies.iter().map(|body| body.2).collect(),
        fixed: bodies.iter().map(|body| body.3).collect(),
    })
}

/// What happens to one body, chosen by index: it moves, by a little or by much.
type Move<const D: usize> = (prop::sample::Index, [f64; D]);

fn steps<const D: usize>() -> impl Strategy<Value = Vec<Vec<Move<D>>>> {
    let stride = prop_oneof![
        4 => Just(0.0),
        6 => -0.2..0.2,
        4 => -1.5..1.5,
        2 => (-4..=4i32).prop_map(|half| 0.5 * f64::from(half)),
        1 => -50.0..50.0,
        1 => prop_oneof![Just(3e6), Just(-1e9)],
    ];
    vec(vec((any::<prop::sample::Index>(), point::<D>(stride)), 0..12), 1..8)
}

/// The contract of `find_neighbors`.
fn check_pairs<const D: usize>(
    method: &dyn BroadPhase<D>,
    objects: &Objects<D>,
    text: &str,
) -> Result<(), TestCaseError> {
    let mut reported: Vec<Pair> = Vec::new();
    method.find_neighbors(objects, &mut |slice| reported.extend_from_slice(slice));
    reported.sort_unstable();
    let twice = reported.windows(2).find(|two| two[0] == two[1]);
    prop_assert_eq!(twice, None, "{} reports a pair twice", text);
    let count = objects.len() as u32;
    for a in 0..count {
        for b in a + 1..count {
            let found = reported.binary_search(&[a, b]).is_ok();
            let (wanted, allowed) = (objects.touch(a, b), objects.may_pair(a, b));
            prop_assert!(found || !wanted || !allowed, "{} misses {:?}", text, [a, b]);
            let extra = !allowed || method.is_exact() && !wanted;
            prop_assert!(!(found && extra), "{} reports {:?}", text, [a, b]);
        }
    }
    prop_assert!(reported.iter().all(|pair| pair[0] < pair[1] && pair[1] < count), "{}", text);
    Ok(())
}

fn check_region<const D: usize>(
    method: &dyn BroadPhase<D>,
    objects: &Objects<D>,
    region: &Aabb<D>,
    text: &str,
) -> Result<(), TestCaseError> {
    let mut found = Vec::new();
    method.find_objects(objects, region, &mut |object| {
        found.push(object);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    let all = 0..objects.len() as u32;
    let expected: Vec<u32> = all.filter(|&i| objects.touches_region(i, region)).collect();
    prop_assert_eq!(found, expected, "{} in {:?}", text, region);
    Ok(())
}

fn any_set<const D: usize>(set: &Set<D>, corners: [[f64; D]; 2]) -> Result<(), TestCaseError> {
    let region = Aabb {
        low: std::array::from_fn(|axis| corners[0][axis].min(corners[1][axis])),
        high: std::array::from_fn(|axis| corners[0][axis].max(corners[1][axis])),
    };
    for (text, mut method) in build_all::<D>() {
        method.init(&set.objects());
        check_pairs(method.as_ref(), &set.objects(), &text)?;
        check_region(method.as_ref(), &set.objects(), &region, &text)?;
    }
    Ok(())
}

fn any_walk<const D: usize>(mut set: Set<D>, steps: &[Vec<Move<D>>]) -> Result<(), TestCaseError> {
    let count = set.centers.len();
    let mut methods = build_all::<D>();
    for (_, method) in &mut methods {
        method.init(&set.objects());
    }
    for moves in steps {
        for (body, stride) in moves.iter().filter(|_| count > 0) {
            let center = &mut set.centers[body.index(count)];
            *center = std::array::from_fn(|axis| center[axis] + stride[axis]);
        }
        let objects = set.objects();
        for (text, method) in &mut methods {
            method.step_init(&objects);
            check_pairs(method.as_ref(), &objects, text)?;
            check_region(method.as_ref(), &objects, objects.bounds(), text)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_set_in_2d(set in set::<2>(), corners in [point(coordinate()), point(coordinate())]) {
        any_set(&set, corners)?;
    }

    #[test]
    fn any_set_in_3d(set in set::<3>(), corners in [point(coordinate()), point(coordinate())]) {
        any_set(&set, corners)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_walk_in_2d(set in set::<2>(), steps in steps::<2>()) {
        any_walk(set, &steps)?;
    }

    #[test]
    fn any_walk_in_3d(set in set::<3>(), steps in steps::<3>()) {
        any_walk(set, &steps)?;
    }
}
