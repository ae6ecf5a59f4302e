//! Bodies that come and go: lattices, random places, dense packings, columns, rain, removal.

use esker_geom::{Aabb, Vector, distance_squared};
use esker_physics::*;

fn world<const D: usize>() -> World<D> {
    let mut world = World::default();
    world.materials.add(Material { density: 1000.0, ..Material::default() }).unwrap();
    world.time_step = 1e-3;
    world
}

fn unit<const D: usize>() -> Region<D> {
    Region::Box(Aabb { low: [0.0; D], high: [1.0; D] })
}

/// The deepest overlap in smaller radii, through periodic faces of length 1; by comparing all.
fn deepest<const D: usize>(world: &World<D>) -> f64 {
    let bodies = &world.bodies;
    let mut deepest = f64::NEG_INFINITY;
    for a in 0..bodies.len() {
        for b in 0..a {
            let mut apart: Vector<D> =
                std::array::from_fn(|k| bodies.position[a][k] - bodies.position[b][k]);
            for axis in 0..D {
                if world.periodic[axis].is_some() {
                    apart[axis] -= apart[axis].round();
                }
            }
            let distance = distance_squared(&apart, &[0.0; D]).sqrt();
            let smaller = bodies.radius[a].min(bodies.radius[b]);
            deepest = deepest.max((bodies.radius[a] + bodies.radius[b] - distance) / smaller);
        }
    }
    deepest
}

fn assert_inside<const D: usize>(world: &World<D>, region: &Region<D>) {
    for (position, &radius) in world.bodies.position.iter().zip(&world.bodies.radius) {
        assert!(region.contains_sphere(position, radius), "{position:?} {radius}");
    }
}

#[test]
fn a_lattice_fills_its_region_evenly() {
    let mut boxed = world::<3>();
    let grains = Grains { velocity: [0.0, 0.0, -2.0], ..Grains::of_radius(0.05) };
    let lattice = Lattice { region: unit(), spacing: 0.1, grains: grains.clone() };
    let inserted = boxed.insert(Source::Lattice(lattice.clone())).unwrap();
    assert_eq!((inserted.count, inserted.stopped), (1000, Some(Stopped::Complete)));
    assert!((inserted.mass - 1e6 * volume::<3>(0.05)).abs() < 1e-6);
    assert_inside(&boxed, &lattice.region);
    assert!(deepest(&boxed).abs() < 1e-9);
    assert!(boxed.bodies.velocity.iter().all(|v| *v == [0.0, 0.0, -2.0]));

    let region = Region::Sphere { center: [0.5; 3], radius: 0.5 };
    let mut ball = world::<3>();
    let spacing = 0.04;
    let lattice = Lattice { region, spacing, grains: Grains::of_radius(0.01) };
    let count = ball.insert(Source::Lattice(lattice)).unwrap().count as f64;
    assert_inside(&ball, &region);
    let expected = volume::<3>(0.49) / spacing.powi(3);
    assert!((count / expected - 1.0).abs() < 0.02, "{count} for {expected}");
}

#[test]
fn random_places_do_not_overlap_whatever_is_there() {
    fn check<const D: usize>(fraction: f64) {
        for periodic in [false, true] {
            let mut world = world::<D>();
            if periodic {
                world.periodic = [Some([0.0, 1.0]); D];
            }
            let sizes = Sizes::LogUniform { low: 0.02, high: 0.06 };
            let grains = Grains { sizes, ..Grains::of_radius(0.05) };
            let mut fill = RandomFill { solid_fraction: fraction, ..RandomFill::new(grains) };
            let first = world.insert(Source::Random(fill.clone())).unwrap();
            assert_eq!(first.stopped, Some(Stopped::Complete));
            fill.grains.sizes = Sizes::Constant { radius: 0.02 };
            fill.count = 20;
            fill.grains.seed = 2;
            let second = world.insert(Source::Random(fill)).unwrap();
            assert_eq!((second.count, second.stopped), (20, Some(Stopped::Complete)));
            assert_eq!(world.bodies.len() as u64, first.count + 20);
            assert!(deepest(&world) < 0.0);
            assert_inside(&world, &unit());
            let volumes = first.mass / 1000.0;
            assert!((volumes / fraction - 1.0).abs() < 0.05, "{volumes}");
        }
    }
    check::<2>(0.35);
    check::<3>(0.25);
}

#[test]
fn a_region_that_is_full_says_so() {
    let mut world = world::<2>();
    let fill = RandomFill::new(Grains::of_radius(0.05));
    let inserted = world.insert(Source::Random(fill.clone())).unwrap();
    let asked = (1.0 / volume::<2>(0.05)).round() as u64;
    let Some(Stopped::NoRoom { missing }) = inserted.stopped else { panic!("{inserted:?}") };
    assert_eq!(inserted.count + missing as u64, asked);
    // Random sequential addition ends at 0.547; a box with walls holds a little less.
    let fraction = inserted.mass / 1000.0;
    assert!((0.40..0.55).contains(&fraction), "{fraction}");
    let refused = RandomFill { grains: Grains::of_radius(0.6), ..fill.clone() };
    let message = world.insert(Source::Random(refused)).unwrap_err().to_string();
    assert_eq!(message, "the largest radius is 0.6; expected one that fits into the region");
    let mut dust = RandomFill { grains: Grains::of_radius(1e-9), ..fill };
    let message = world.insert(Source::Random(dust.clone())).unwrap_err().to_string();
    assert!(message.ends_with("expected fewer: a smaller region or larger radii"), "{message}");
    dust.count = 5;
    assert_eq!(world.insert(Source::Random(dust)).unwrap().count, 5);
}

#[test]
fn a_dense_packing_has_its_fraction_and_reports_its_overlap() {
    fn check<const D: usize>(solid_fraction: f64, radius: f64) {
        let mut world = world::<D>();
        let mut bounds = Aabb { low: [-1.0; D], high: [0.0; D] };
        bounds.high[0] = 0.5;
        let sizes = Sizes::Uniform { low: 0.9 * radius, high: 1.1 * radius };
        let grains = Grains { sizes, ..Grains::of_radius(radius) };
        let dense = Dense { bounds, solid_fraction, overlap: 0.01, grains };
        let inserted = world.insert(Source::Dense(dense)).unwrap();
        assert_inside(&world, &Region::Box(bounds));
        let measured = deepest(&world);
        assert!((inserted.overlap.max(0.0) - measured.max(0.0)).abs() < 1e-9, "{inserted:?}");
        assert!(measured <= 0.01, "{measured}");
        let fraction = inserted.mass / 1000.0 / 1.5;
        assert!((fraction / solid_fraction - 1.0).abs() < 0.01, "{fraction}");
    }
    check::<2>(0.78, 0.02);
    check::<3>(0.56, 0.05);
}

#[test]
fn columns_come_as_they_are_or_are_refused() {
    let mut world = world::<2>();
    let columns = FromColumns {
        positions: vec![[0.0, 0.0], [1.0, 0.0]],
        radii: vec![0.1, 0.2],
        velocities: vec![[1.0, 2.0], [3.0, 4.0]],
        spins: vec![[0.0, 0.0, 5.0]; 2],
        materials: vec![],
        motions: vec![Motion::Free, Motion::Fixed],
    };
    assert_eq!(world.insert(Source::Columns(columns.clone())).unwrap().count, 2);
    assert_eq!(world.bodies.radius, [0.1, 0.2]);
    assert_eq!(world.bodies.velocity, [[1.0, 2.0], [0.0, 0.0]]);
    assert_eq!(world.bodies.spin, [[0.0, 0.0, 5.0], [0.0; 3]]);
    let cases = [
        (FromColumns { spins: vec![[0.0; 3]], ..columns.clone() }, "1 spins for 2 places"),
        (
            FromColumns { spins: vec![[0.0; 3], [1.0, 0.0, 0.0]], ..columns.clone() },
            "row 1 from 0: spin x of the body is 1 rad/s",
        ),
        (FromColumns { radii: vec![0.1], ..columns.clone() }, "1 radii for 2 places"),
        (
            FromColumns { radii: vec![0.1, -1.0], ..columns.clone() },
            "row 1 from 0: the radius of the body is -1",
        ),
        (
            FromColumns { materials: vec![0, 7], ..columns.clone() },
            "row 1 from 0: the body is of material 7",
        ),
        (
            FromColumns { positions: vec![[0.0, f64::NAN]; 2], ..columns },
            "row 0 from 0: coordinate y of the body is NaN",
        ),
    ];
    for (columns, message) in cases {
        let error = Source::Columns(columns).check(&world.materials).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

fn rain(rate: Rate) -> Rain<3> {
    let region = Region::Box(Aabb { low: [0.0, 0.0, 2.0], high: [1.0, 1.0, 3.0] });
    let sizes = Sizes::Uniform { low: 0.02, high: 0.03 };
    let grains = Grains { sizes, velocity: [0.0, 0.0, -5.0], ..Grains::of_radius(0.02) };
    Rain { every: 7, ..Rain::new(region, grains, rate) }
}

#[test]
fn rain_brings_what_was_asked_for_in_time_and_stops() {
    let mut world = world::<3>();
    world.gravity = [0.0, 0.0, -10.0];
    let by_number = Rain { from: 0.02, until: 0.12, ..rain(Rate::Bodies(1000.0 / 3.0)) };
    let by_mass = Rain { total: 2.0, ..rain(Rate::Mass(10.0)) };
    world.insertions = vec![
        Insertion::new(Source::Rain(by_number.clone())),
        Insertion::new(Source::Rain(by_mass)),
    ];
    for step in 0..300 {
        world.step().unwrap();
        if step % 7 == 0 && (21..120).contains(&step) {
            let due = by_number.due(f64::from(step) * 1e-3);
            let count = world.insertions[0].inserted.count as f64;
            assert!((0.0..1.0).contains(&(due + 1e-6 - count)), "step {step}: {count} of {due}");
        }
    }
    let [first, second] = [0, 1].map(|k| world.insertions[k].inserted.clone());
    assert_eq!((first.count, first.stopped), (33, Some(Stopped::Complete)));
    assert_eq!(second.stopped, Some(Stopped::Complete));
    let largest = 1000.0 * volume::<3>(0.03);
    assert!((2.0..2.0 + largest).contains(&second.mass), "{}", second.mass);
    assert_eq!(world.bodies.len() as u64, first.count + second.count);
}

#[test]
fn rain_into_a_full_region_waits_and_loses_nothing() {
    let mut world = world::<3>();
    let mut shower = Rain { total: 300.0, every: 1, ..rain(Rate::Bodies(1e6)) };
    shower.region = Region::Box(Aabb { low: [0.0; 3], high: [0.2; 3] });
    world.insertions.push(Insertion::new(Source::Rain(shower)));
    for _ in 0..20 {
        world.step().unwrap();
        assert!(world.contacts() == 0 && world.largest_overlap() == 0.0);
    }
    let early = world.insertions[0].inserted.count;
    assert!((1..300).contains(&early) && world.insertions[0].inserted.stopped.is_none());
    for _ in 0..800 {
        world.step().unwrap();
    }
    let inserted = &world.insertions[0].inserted;
    assert_eq!((inserted.count, &inserted.stopped), (300, &Some(Stopped::Complete)));
}

/// A state taken in mid-run and put into a world of the same set-up goes on bit by bit, rain, removals
/// and all.
#[test]
fn rain_resumes_where_it_was() {
    let set_up = || {
        let mut world = world::<3>();
        world.gravity = [0.0, 0.0, -10.0];
        world.insertions.push(Insertion::new(Source::Rain(rain(Rate::Bodies(2000.0)))));
        let low = Region::Box(Aabb { low: [-9.0; 3], high: [9.0, 9.0, 1.9] });
        world.removals.push(Removal { every: 10, ..Removal::new(low).unwrap() });
        world
    };
    let mut whole = set_up();
    whole.run(100).unwrap();
    assert!(whole.removals[0].count > 0 && whole.insertions[0].inserted.count > 100);
    for break_at in [1, 7, 50, 99] {
        let (mut first, mut second) = (set_up(), set_up());
        first.run(break_at).unwrap();
        second.restore(&first.columns()).unwrap();
        second.run(100 - break_at).unwrap();
        assert!(second.columns() == whole.columns(), "after {break_at} steps");
    }
}

/// A world that fills itself at once and gets a projectile after 50 steps.
fn shot(from: f64) -> World<3> {
    let mut world = world::<3>();
    let lattice = Lattice { region: unit(), spacing: 0.1, grains: Grains::of_radius(0.05) };
    let projectile = FromColumns {
        positions: vec![[0.5, 0.5, 1.2]],
        radii: vec![0.1],
        velocities: vec![[0.0, 0.0, -2.0]],
        ..FromColumns::default()
    };
    world.insertions = vec![
        Insertion::new(Source::Lattice(lattice)).named("bed"),
        Insertion { from, ..Insertion::new(Source::Columns(projectile)).named("projectile") },
    ];
    world.time_step = 1e-4;
    world
}

#[test]
fn an_insertion_waits_for_its_time_and_resumes() {
    let mut whole = shot(50e-4);
    whole.run(50).unwrap();
    assert_eq!((whole.bodies.len(), whole.insertions[1].inserted.count), (1000, 0));
    whole.run(1).unwrap();
    assert_eq!((whole.bodies.len(), whole.insertions[1].inserted.count), (1001, 1));
    whole.run(849).unwrap();
    assert!(whole.contacts() > 0);
    for break_at in [1, 50, 51, 500] {
        let (mut first, mut second) = (shot(50e-4), shot(50e-4));
        first.run(break_at).unwrap();
        second.restore(&first.columns()).unwrap();
        second.run(900 - break_at).unwrap();
        assert!(second.columns() == whole.columns(), "after {break_at} steps");
    }
}

#[test]
fn an_insertion_says_by_name_what_went_wrong() {
    let mut world = shot(f64::NAN);
    let full = RandomFill::new(Grains::of_radius(0.2));
    world.insertions.push(Insertion::new(Source::Random(full.clone())).named("filling"));
    world.insertions.push(Insertion::new(Source::Random(full)));
    world.step().unwrap();
    let problems: Vec<_> = world.insertions.iter().map(Insertion::problem).collect();
    assert_eq!(problems[0], None);
    let time = "insertion `projectile`: the time of an insertion is NaN; expected a number of s";
    assert_eq!(problems[1].as_deref(), Some(time));
    let room = "30 of 30 bodies found no place; make the region larger, or ask for fewer or \
                smaller ones";
    assert_eq!(problems[2], Some(format!("insertion `filling`: {room}")));
    assert_eq!(problems[3], Some(format!("insertion `random`: {room}")));
    let outlet = Removal::new(unit::<3>()).unwrap().named("outlet");
    assert_eq!((outlet.name.as_str(), outlet.every), ("outlet", 100));
}

#[test]
fn removal_counts_what_leaves() {
    let mut world = world::<3>();
    let lattice = Lattice { region: unit(), spacing: 0.1, grains: Grains::of_radius(0.04) };
    world.insert(Source::Lattice(lattice)).unwrap();
    let all: f64 = (0..world.bodies.len()).map(|place| world.bodies.mass(place)).sum();
    let low = Region::HalfSpace { point: [0.0, 0.0, 0.3], normal: [0.0, 0.0, -1.0] };
    world.removals = vec![
        Removal { every: 3, ..Removal::new(low).unwrap() },
        Removal { outside: true, every: 1, ..Removal::new(unit()).unwrap() },
    ];
    world.step().unwrap();
    assert_eq!((world.removals[0].count, world.removals[1].count), (300, 0));
    world.bodies.velocity.fill([30.0, 0.0, 0.0]);
    for _ in 0..40 {
        world.step().unwrap();
    }
    assert_eq!((world.removals[1].count, world.bodies.len()), (700, 0));
    let gone: f64 = world.removals.iter().map(|removal| removal.mass).sum();
    assert!((gone - all).abs() < 1e-9 * all);
}

/// Until the list of near pairs is made anew a body may be a little outside a periodic box: it has
/// not left.
#[test]
fn nobody_leaves_through_a_periodic_face() {
    let mut world = world::<2>();
    world.periodic[0] = Some([0.0, 1.0]);
    world.detection.margin = Some(0.04);
    world.add(&Body { velocity: [10.0, 0.0], ..Body::new([0.95, 0.5], 0.1) }).unwrap();
    world.removals = vec![Removal { outside: true, every: 1, ..Removal::new(unit()).unwrap() }];
    let mut outside = 0;
    for _ in 0..300 {
        world.step().unwrap();
        outside += usize::from(world.bodies.position[0][0] > 1.0);
    }
    assert!(outside > 0 && world.bodies.len() == 1);
    assert_eq!(world.bodies.image[0], [3, 0]);
}

/// Bodies that stay keep their contacts' history when others come and go.
#[test]
fn contacts_outlive_the_coming_and_going_of_others() {
    let run = |busy: bool| {
        let mut world = world::<2>();
        world.add(&Body { motion: Motion::Fixed, ..Body::new([0.0, 0.0], 0.1) }).unwrap();
        let pushed = Body { velocity: [0.4, -0.1], ..Body::new([0.0, 0.19], 0.1) };
        world.add(&pushed).unwrap();
        world.time_step = 1e-5;
        if busy {
            let region = Region::Box(Aabb { low: [2.0, 2.0], high: [3.0, 3.0] });
            let shower = Rain::new(region, Grains::of_radius(0.1), Rate::Bodies(1e4));
            world.insertions.push(Insertion::new(Source::Rain(Rain { every: 10, ..shower })));
            world.removals.push(Removal { every: 15, ..Removal::new(region).unwrap() });
        }
        for _ in 0..100 {
            world.step().unwrap();
        }
        if busy {
            assert!(world.removals[0].count > 5);
        }
        let place = world.bodies.place_of(1).unwrap();
        (world.bodies.position[place], world.bodies.spin[place])
    };
    let (position, spin) = run(false);
    assert!(spin[2].abs() > 1e-3);
    assert_eq!((position, spin), run(true));
}
