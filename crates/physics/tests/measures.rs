//! Measures of bodies against closed forms.

mod common;

use common::*;
use esker_geom::vector::{add, cross, length, scale, subtract};
use esker_geom::{Aabb, Vector};
use esker_packing::Random;
use esker_physics::measures::*;
use esker_physics::*;

/// An oblique impact with friction turns both bodies and keeps the angular momentum.
#[test]
fn friction_keeps_the_angular_momentum() {
    let mut world = world::<3>();
    let flies = Body { velocity: [1.0, 0.5, 0.2], ..Body::new([-0.1, 0.01, 0.0], 0.05) };
    insert(&mut world, flies);
    insert(&mut world, Body::new([0.0; 3], 0.05));
    world.time_step = 1e-6;
    let (about, mass) = ([0.2, -0.4, 0.1], DENSITY * volume::<3>(0.05));
    let arm = subtract(&flies.position, &about);
    let expected = cross(&arm, &scale(&flies.velocity, mass));
    assert!(length(&subtract(&angular_momentum(&world, &about), &expected)) < 1e-15);
    for _ in 0..20_000 {
        world.step().unwrap();
    }
    assert!(kinetic_energy(&world).angular > 1e-4 && world.contacts() == 0);
    let error = length(&subtract(&angular_momentum(&world, &about), &expected));
    assert!(error < 1e-9 * length(&expected), "{error}");
    let center = center_of_mass(&world).unwrap();
    let moved = add(&scale(&flies.position, 0.5), &scale(&flies.velocity, 0.5 * world.time));
    assert!(length(&subtract(&center, &moved)) < 1e-9);
    assert_eq!(center_of_mass(&World::<2>::default()), None);
}

/// n v A through a plane and through a disc, forward, backward and round a periodic box.
#[test]
fn the_flow_of_a_lattice_is_its_density_times_speed_times_area() {
    let mut world = world::<3>();
    world.periodic[0] = Some([0.0, 1.0]);
    let grains = Grains { velocity: [5.0, 0.0, 0.0], ..Grains::of_radius(0.02) };
    let region = box_of([0.0; 3], [1.0; 3]);
    world.insert(Source::Lattice(Lattice { region, spacing: 0.05, grains })).unwrap();
    let per_area = world.bodies.len() as f64; // in a cube of one cubic metre
    let plane = FlowMeter::new([0.31, 0.5, 0.5], [2.0, 0.0, 0.0], f64::INFINITY).unwrap();
    let face = FlowMeter::new([0.0, 0.5, 0.5], [1.0, 0.0, 0.0], f64::INFINITY).unwrap();
    let turned = FlowMeter::new([0.31, 0.5, 0.5], [-1.0, 0.0, 0.0], f64::INFINITY).unwrap();
    let disc = FlowMeter::new([0.31, 0.5, 0.5], [1.0, 0.0, 0.0], 0.4).unwrap();
    let mut meters = [plane, face, turned, disc];
    world.time_step = 1e-3;
    for step in 0..=600 {
        if step % 3 == 0 {
            meters.iter_mut().for_each(|meter| meter.look(&world));
        }
        world.step().unwrap();
    }
    let mass = DENSITY * volume::<3>(0.02);
    // Three times round in 0.6 s: 3 n bodies.
    for meter in &meters[..2] {
        assert_eq!((meter.forward.count as f64, meter.backward.count), (3.0 * per_area, 0));
        assert_close(meter.rate()[0], per_area * 5.0, 1e-9);
        assert_close(meter.rate()[1], per_area * 5.0 * mass, 1e-9);
    }
    assert_eq!(meters[2].backward, meters[0].forward);
    // Rows of the lattice along x that pass the disc, 20 bodies to a row.
    let passes = |p: &Vector<3>| (p[1] - 0.5).hypot(p[2] - 0.5) <= 0.4;
    let passing = world.bodies.position.iter().filter(|position| passes(position)).count();
    assert!(passing > 2000);
    assert_eq!(meters[3].forward.count, 3 * passing as u64);
    assert_eq!(FlowMeter::new([0.0; 3], [0.0; 3], 1.0), None);
}

#[test]
fn bodies_come_and_go_without_crossing() {
    let mut world = world::<2>();
    let mut meter = FlowMeter::new([0.0, 0.0], [0.0, 1.0], f64::INFINITY).unwrap();
    insert(&mut world, Body { velocity: [0.0, -1.0], ..Body::new([0.0, 0.0005], 0.1) });
    meter.look(&world);
    insert(&mut world, Body::new([3.0, -1.0], 0.1));
    world.time_step = 1e-3;
    world.step().unwrap();
    meter.look(&world);
    assert_eq!((meter.forward.count, meter.backward.count), (0, 1));
    world.bodies.retain(|bodies, place| bodies.id[place] == 1);
    world.step().unwrap();
    meter.look(&world);
    assert_eq!((meter.forward.count, meter.backward.count), (0, 1));
}

/// Rain through a meter, with a count in mid-run that is kept and taken up again.
#[test]
fn a_meter_resumes_where_it_was() {
    let set_up = || {
        let mut world = world::<3>();
        world.time_step = 1e-3;
        world.gravity = [0.0, 0.0, -10.0];
        let grains = Grains { velocity: [0.0, 0.0, -3.0], ..Grains::of_radius(0.02) };
        let region = box_of([0.0; 3], [1.0; 3]);
        let rain = Rain { every: 5, ..Rain::new(region, grains, Rate::Bodies(4000.0)) };
        world.insertions.push(Insertion::new(Source::Rain(rain)));
        let below = Region::HalfSpace { point: [0.0; 3], normal: [0.0, 0.0, -1.0] };
        world.removals.push(Removal { every: 7, ..Removal::new(below).unwrap() });
        (world, FlowMeter::new([0.5, 0.5, 0.4], [0.0, 0.0, -1.0], 0.4).unwrap())
    };
    let go_on = |(world, meter): &mut (World<3>, FlowMeter<3>), steps: u64| {
        for _ in 0..steps {
            world.step().unwrap();
            meter.look(world);
        }
    };
    let mut whole = set_up();
    go_on(&mut whole, 200);
    assert!(whole.1.forward.count > 50);
    for break_at in [0, 1, 77] {
        let (mut first, mut second) = (set_up(), set_up());
        go_on(&mut first, break_at);
        let mut columns = first.0.columns();
        columns.extend(first.1.columns("meters.outlet"));
        second.0.restore(&columns).unwrap();
        second.1.restore("meters.outlet", &columns).unwrap();
        go_on(&mut second, 200 - break_at);
        let [one, other] = [&whole, &second].map(|run| run.1.columns("meter"));
        assert_eq!(one, other, "after {break_at} steps");
        assert_eq!(one[5].shape, [whole.0.bodies.len()]);
    }
    assert!(whole.0.bodies.len() < whole.0.bodies.next_id() as usize);
}

/// Columns as they were written before, with a place for every id.
#[test]
fn a_meter_takes_places_by_id() {
    let mut world = world::<2>();
    world.time_step = 1e-3;
    for x in [0.0, 1.0, 2.0] {
        insert(&mut world, Body { velocity: [0.0, -1.0], ..Body::new([x, 0.0005], 0.1) });
    }
    world.bodies.retain(|bodies, place| bodies.id[place] != 0);
    let mut meter = FlowMeter::new([0.0, 0.0], [0.0, 1.0], f64::INFINITY).unwrap();
    let mut columns = meter.columns("gate");
    columns.truncate(5);
    let places = vec![f64::NAN, f64::NAN, 1.0, 0.0005, f64::NAN, f64::NAN];
    let (name, values) = ("gate.before".into(), Values::F64(places.into()));
    columns.push(StateColumn { name, shape: vec![3, 2], values });
    let columns: Vec<_> = columns.into_iter().map(StateColumn::into_owned).collect();
    meter.restore("gate", &columns).unwrap();
    world.step().unwrap();
    meter.look(&world);
    assert_eq!((meter.forward.count, meter.backward.count), (0, 1));
}

#[test]
fn a_meter_refuses_columns_that_are_none_of_its_own() {
    let mut meter = FlowMeter::new([0.0; 2], [0.0, 1.0], 1.0).unwrap();
    let good = meter.clone();
    let columns = good.columns("gate");
    let message = meter.restore("outlet", &columns).unwrap_err().to_string();
    assert_eq!(message, "the state has no column `outlet.forward.count`");
    let mut other = FlowMeter::new([0.0; 3], [0.0, 0.0, 1.0], 1.0).unwrap();
    let message = other.restore("gate", &columns).unwrap_err().to_string();
    assert_eq!(message, "column `gate.places` of the state is not of the expected type and shape");
    let mut spoilt = columns.clone();
    spoilt[2].values = Values::U64(vec![u64::MAX].into());
    let message = meter.restore("gate", &spoilt).unwrap_err().to_string();
    assert_eq!(message, "the state contradicts itself: `gate` counts beyond all counting");
    spoilt[2] = columns[2].clone();
    (spoilt[4].shape, spoilt[4].values) = (vec![2, 2], Values::F64(vec![0.0; 4].into()));
    let message = meter.restore("gate", &spoilt).unwrap_err().to_string();
    assert_eq!(message, "column `gate.looked` of the state is not of the expected type and shape");
    assert_eq!(meter, good);
}

#[test]
fn a_profile_shows_shear_density_and_temperature() {
    let mut world = world::<3>();
    let region = box_of([0.0; 3], [1.0; 3]);
    let grains = Grains::of_radius(0.04);
    world.insert(Source::Lattice(Lattice { region, spacing: 0.1, grains })).unwrap();
    for (index, velocity) in world.bodies.velocity.iter_mut().enumerate() {
        let wild = if index % 2 == 0 { 0.5 } else { -0.5 };
        *velocity = [3.0 * world.bodies.position[index][2], wild, 0.0];
    }
    let bounds = Aabb { low: [0.0; 3], high: [1.0; 3] };
    let bins = profile(&world, &Slabs { bounds, axis: 2, count: 5 });
    assert_eq!(bins.len(), 5);
    for bin in &bins {
        assert_eq!(bin.count, 200);
        assert_close(bin.density, 1000.0 * volume::<3>(0.04) * DENSITY, 1e-12);
        assert_close(bin.velocity[0], 3.0 * bin.middle, 1e-12);
        assert!(bin.velocity[1].abs() < 1e-12);
        // ±0.5 across, and ±0.15 along from the two layers of the slab.
        assert_close(bin.temperature, (0.25 + 0.0225) / 3.0, 1e-12);
    }
    assert!(profile(&world, &Slabs { bounds, axis: 3, count: 5 }).is_empty());
    assert!(profile(&world, &Slabs { bounds, axis: 0, count: 0 }).is_empty());
}

#[test]
fn a_cone_of_known_slope_has_its_angle() {
    fn check<const D: usize>(degrees: f64) {
        let mut world = world::<D>();
        let up = D - 1;
        world.gravity[up] = -9.81;
        let slope = degrees.to_radians().tan();
        let radius = 0.01;
        // One body above every point of a fine grid, its centre on the cone.
        let (mut low, mut high) = ([-1.0; D], [1.0; D]);
        (low[up], high[up]) = (-0.005, 0.005);
        let lattice =
            Lattice { region: box_of(low, high), spacing: 0.01, grains: Grains::of_radius(0.004) };
        world.insert(Source::Lattice(lattice)).unwrap();
        world.bodies.radius.fill(radius);
        for position in &mut world.bodies.position {
            position[up] = 0.0;
            position[up] = slope * (1.0 - length(position)).max(0.0);
        }
        let repose = angle_of_repose(&world, &[0.0; D], 4.0 * radius).unwrap();
        let found = repose.angle.to_degrees();
        assert!((found - degrees).abs() < 0.2, "{D}D: {found} instead of {degrees}");
        assert!(repose.rings >= 10 && (repose.height - slope - radius).abs() < 0.01, "{repose:?}");
        world.gravity = [0.0; D];
        assert_eq!(angle_of_repose(&world, &[0.0; D], 0.04), None);
    }
    for degrees in [15.0, 25.0, 40.0] {
        check::<2>(degrees);
        check::<3>(degrees);
    }
}

#[test]
fn mixing_is_nothing_apart_and_one_by_chance() {
    let mut world = world::<3>();
    world.materials.add(Material::default()).unwrap();
    let region = box_of([0.0; 3], [1.0; 3]);
    let grains = Grains::of_radius(0.02);
    world.insert(Source::Lattice(Lattice { region, spacing: 0.05, grains })).unwrap();
    let cells = Cells { bounds: region.bounds(), counts: [4, 4, 4] };
    let position = world.bodies.position.clone();
    let apart = mixing(&world, &cells, |place| position[place][0] < 0.5).unwrap();
    assert!(apart.index.abs() < 1e-12, "{apart:?}");
    assert_eq!((apart.share, apart.cells), (0.5, 64));
    let mut random = Random::new(11);
    let kinds: Vec<bool> = position.iter().map(|_| random.between(0.0, 1.0) < 0.3).collect();
    let by_chance = mixing(&world, &cells, |place| kinds[place]).unwrap();
    assert!((by_chance.index - 1.0).abs() < 0.01, "{by_chance:?}");
    assert_eq!(mixing(&world, &cells, |_| true), None);
    assert_eq!(mixing(&World::<3>::default(), &cells, |_| true), None);

    let right = position.iter().map(|position| u16::from(position[0] > 0.5));
    world.bodies.material = right.collect();
    let left = Region::HalfSpace { point: [0.25, 0.0, 0.0], normal: [-1.0, 0.0, 0.0] };
    let found = shares(&world, &[left, Region::Everything]);
    let counts: Vec<Vec<usize>> =
        found.iter().map(|row| row.iter().map(|share| share.count).collect()).collect();
    assert_eq!(counts, [[2000, 0], [4000, 4000]]);
    assert_close(found[0][0].mass, 2000.0 * DENSITY * volume::<3>(0.02), 1e-9);
}

#[test]
fn every_measure_has_a_name_of_its_own() {
    let mut names: Vec<_> = MEASURES.iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), MEASURES.len());
}
