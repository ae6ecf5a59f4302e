//! A run that is interrupted and goes on is bitwise the one that was not.

use esker_broad::Threads;
use esker_geom::Aabb;
use esker_physics::{
    Body, Bounds, Integrators, Leaving, Material, Motion, StateColumn, Values, World,
};

/// Gravity, a box that repeats itself sideways and ends below; no bodies yet.
fn set_up(integrator: &str) -> World<3> {
    let mut world = World::default();
    world.materials.add(Material::default()).unwrap();
    world.gravity = [0.0, 0.0, -9.81];
    world.periodic = [Some([0.0, 1.0]), Some([0.0, 1.0]), None];
    let region = Aabb { low: [0.0, 0.0, -0.2], high: [1.0, 1.0, 9.0] };
    world.bounds = Some(Bounds { region, policy: Leaving::Remove });
    world.set_integrator(integrator).unwrap();
    world
}

/// A plate of driven balls with a heap above it and a few balls that fall past it.
fn fill(world: &mut World<3>) {
    for place in 0..500 {
        let [x, y, layer] = [place % 10, place / 10 % 10, place / 100].map(f64::from);
        let shift = 0.013 * layer;
        let position = [0.1 * x + shift, 0.1 * y + 0.7 * shift, 0.092 * layer];
        let motion = if layer == 0.0 { Motion::Driven } else { Motion::Free };
        let spin = [x - layer, y, 1.0];
        let radius = 0.05 - 0.0002 * x;
        world.add(&Body { motion, spin, ..Body::new(position, radius) }).unwrap();
    }
    for (x, z) in [(0.2, -0.199), (0.5, -0.19), (0.8, -0.18)] {
        let velocity = [0.0, 0.0, -2.0];
        world.add(&Body { velocity, ..Body::new([x, 0.5, z], 0.02) }).unwrap();
    }
    world.bodies.follow_rotation();
}

/// Steps with what a user may do in between: shake the plate, add a ball.
fn go_on(world: &mut World<3>, steps: u64) {
    for _ in 0..steps {
        let speed = if (world.steps / 30).is_multiple_of(2) { 0.5 } else { -0.5 };
        for place in 0..world.bodies.len() {
            if !world.bodies.is_free(place) {
                world.bodies.velocity[place] = [0.5 * speed, 0.0, speed];
            }
        }
        if world.steps % 70 == 50 {
            let x = world.steps as f64 * 1e-3;
            world.add(&Body::new([x, 0.3, 0.8], 0.03)).unwrap();
        }
        world.step().unwrap();
    }
}

fn saved(world: &World<3>) -> Vec<StateColumn<'static>> {
    world.columns().into_iter().map(StateColumn::into_owned).collect()
}

/// Numbers as bits: -0 is not 0.
fn bits(columns: &[StateColumn<'_>]) -> Vec<(String, Vec<usize>, Vec<u64>)> {
    let bits = |values: &Values<'_>| match values {
        Values::F64(values) => values.iter().map(|value| value.to_bits()).collect(),
        Values::F32(values) => values.iter().map(|value| value.to_bits().into()).collect(),
        Values::U64(values) => values.to_vec(),
        Values::U32(values) => values.iter().map(|&value| value.into()).collect(),
        Values::U16(values) => values.iter().map(|&value| value.into()).collect(),
        Values::U8(values) => values.iter().map(|&value| value.into()).collect(),
        Values::I32(values) => values.iter().map(|&value| value as u64).collect(),
    };
    let form = |column: &StateColumn<'_>| {
        (column.name.to_string(), column.shape.clone(), bits(&column.values))
    };
    columns.iter().map(form).collect()
}

#[test]
fn a_restored_run_is_bitwise_the_uninterrupted_one() {
    for entry in Integrators::<3>::ALL {
        let mut world = set_up(entry.name);
        fill(&mut world);
        go_on(&mut world, 100);
        let halfway = saved(&world);
        go_on(&mut world, 100);

        let mut again = set_up(entry.name);
        again.threads = Threads::new(2).unwrap();
        again.restore(&halfway).unwrap();
        assert_eq!(bits(&again.columns()), bits(&halfway));
        go_on(&mut again, 100);
        assert_eq!(bits(&again.columns()), bits(&world.columns()), "{}", entry.name);

        let rebuilds = again.detection.rebuilds;
        assert!(rebuilds > 4 && world.contacts() > 80, "{rebuilds}, {}", world.contacts());
        assert_eq!(world.lost, 3);
        let mut kept = world.neighbors.close_pairs().flat_map(|(_, history)| history);
        assert!(kept.any(|number| number != 0.0));
    }
}

#[test]
fn a_state_taken_before_the_first_step_is_one_too() {
    let (mut world, mut again) = (set_up("leapfrog"), set_up("leapfrog"));
    fill(&mut world);
    again.restore(&saved(&world)).unwrap();
    go_on(&mut world, 20);
    go_on(&mut again, 20);
    assert_eq!(bits(&again.columns()), bits(&world.columns()));
}

/// When a body comes the time step is chosen anew, by the deepest overlap of the step before.
#[test]
fn a_time_step_chosen_after_a_restart_is_the_same() {
    let soft = || {
        let mut world = World::<3>::default();
        world.materials.add(Material { young: 1e5, ..Material::default() }).unwrap();
        world
    };
    // A ball is squeezed slowly between one that rests and one that is driven.
    let mut world = soft();
    for (x, motion) in [(-0.2, Motion::Fixed), (0.0, Motion::Free), (0.2, Motion::Driven)] {
        let velocity = [if motion == Motion::Driven { -0.05 } else { 0.0 }, 0.0, 0.0];
        world.add(&Body { velocity, motion, ..Body::new([x, 0.0, 0.0], 0.1) }).unwrap();
    }
    world.step().unwrap();
    let first = world.time_step;
    while world.largest_overlap() < 0.05 {
        world.step().unwrap();
    }
    let mut again = soft();
    again.restore(&saved(&world)).unwrap();
    assert_eq!(again.largest_overlap(), world.largest_overlap());
    assert_eq!(again.contacts(), 2);
    for world in [&mut world, &mut again] {
        world.add(&Body::new([0.0, 1.0, 0.0], 0.1)).unwrap();
        world.step().unwrap();
    }
    assert!(world.time_step < first, "the overlap did not matter");
    assert_eq!(bits(&saved(&again)), bits(&saved(&world)));
}

#[test]
fn what_does_not_fit_is_refused_with_a_reason() {
    let mut world = set_up("velocity-verlet");
    fill(&mut world);
    go_on(&mut world, 5);
    let good = saved(&world);
    let refused = |spoil: &dyn Fn(&mut Vec<StateColumn<'static>>)| {
        let mut columns = good.clone();
        spoil(&mut columns);
        let mut world = set_up("velocity-verlet");
        let refused = world.restore(&columns).unwrap_err();
        assert!(world.bodies.is_empty());
        refused.to_string()
    };
    assert_eq!(
        refused(&|columns| columns[0].values = Values::U32(vec![9].into())),
        "the state is of version 9; this program reads version 5: go on with the program that wrote it"
    );
    assert_eq!(
        refused(&|columns| columns[1].values = Values::U32(vec![2].into())),
        "the state is of dimension 2, but the world has 3"
    );
    assert_eq!(
        refused(&|columns| columns.retain(|column| column.name != "bodies.spin")),
        "the state has no column `bodies.spin`"
    );
    let position = good.iter().position(|column| column.name == "bodies.position").unwrap();
    assert_eq!(
        refused(&|columns| columns[position].shape.reverse()),
        "column `bodies.position` of the state is not of the expected type and shape"
    );
    let id = good.iter().position(|column| column.name == "bodies.id").unwrap();
    assert_eq!(
        refused(&|columns| columns[id].values = Values::U32(vec![7; 503].into())),
        "the state contradicts itself: an id stands twice in `bodies.id`"
    );
    let mut softer = set_up("velocity-verlet");
    softer.model = "hertz".parse().unwrap();
    assert_eq!(
        softer.restore(&good).unwrap_err().to_string(),
        "the state keeps 3 numbers for each contact, but the laws of the world 0: it was saved with \
         other laws"
    );
}

/// The column with its numbers changed in one of several ways.
fn spoilt(column: &StateColumn<'static>, way: usize) -> StateColumn<'static> {
    let mut column = column.clone();
    macro_rules! spoil {
        ($values:expr) => {{
            let values = $values.to_mut();
            let middle = values.len() / 2;
            match way {
                0 => drop(values.pop()),
                1 => values.reverse(),
                2 => values.iter_mut().for_each(|value| *value = Default::default()),
                _ if values.is_empty() => {}
                3 => values[middle] = !0u64 as _,
                4 => values[0] = 7 as _,
                _ => values.rotate_left(1),
            }
            if let Some(length) = column.shape.first_mut().filter(|_| way == 0) {
                *length = length.saturating_sub(1);
            }
        }};
    }
    match &mut column.values {
        Values::F64(values) => spoil!(values),
        Values::F32(values) => spoil!(values),
        Values::U64(values) => spoil!(values),
        Values::U32(values) => spoil!(values),
        Values::U16(values) => spoil!(values),
        Values::U8(values) => spoil!(values),
        Values::I32(values) => spoil!(values),
    }
    column
}

#[test]
fn no_state_however_spoilt_makes_anything_panic() {
    let mut world = set_up("predictor-corrector");
    fill(&mut world);
    go_on(&mut world, 5);
    let good = saved(&world);
    let mut taken = 0;
    for index in 0..good.len() {
        // The highest id there was decides how much memory is asked for: let it be.
        for way in (0..6).filter(|_| good[index].name != "bodies.next_id") {
            let mut columns = good.clone();
            columns[index] = spoilt(&good[index], way);
            let mut again = set_up("predictor-corrector");
            if again.restore(&columns).is_ok() {
                taken += 1;
                let _ = again.run(3);
            }
        }
    }
    assert!(taken > 50);
}
