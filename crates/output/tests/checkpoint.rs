//! Checkpoints: what was written comes back bit for bit, and what is damaged is refused.

use esker_output::{Checkpoints, read_columns, write_columns};
use esker_physics::{Body, Material, StateColumn, Values, World};
use std::fs;
use std::path::Path;

/// A few balls that fall onto each other.
fn world_of(bodies: u32) -> World<2> {
    let mut world = World::default();
    world.materials.add(Material::default()).unwrap();
    for body in 0..bodies {
        let height = 0.199 * f64::from(body);
        world.add(&Body::new([0.01 * f64::from(body % 2), height], 0.1)).unwrap();
    }
    world.gravity = [0.0, -9.81];
    world
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_type_and_shape_comes_back_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("columns.npz");
    let column = |name: &'static str, shape: &[usize], values| StateColumn {
        name: name.into(),
        shape: shape.to_vec(),
        values,
    };
    let extremes = vec![-0.0, f64::MIN_POSITIVE, f64::MAX, f64::NEG_INFINITY, 0.1, 5e-324];
    let columns = [
        column("a.single", &[], Values::F64(vec![-0.0].into())),
        column("vectors", &[2, 3], Values::F64(extremes.into())),
        column("nothing", &[0, 3], Values::F64(vec![].into())),
        column("deep", &[1, 2, 2], Values::I32(vec![i32::MIN, -1, 0, i32::MAX].into())),
        column("long", &[10_000], Values::U16((0..10_000).collect())),
        column("bytes", &[2], Values::U8(vec![0, 255].into())),
        column("ids", &[1], Values::U32(vec![u32::MAX].into())),
        column("counters", &[1], Values::U64(vec![u64::MAX].into())),
    ];
    write_columns(&path, &columns).unwrap();
    let read = read_columns(&path).unwrap();
    assert_eq!(read, columns);
    let Values::F64(single) = &read[0].values else { panic!("of another type") };
    assert!(single[0].is_sign_negative());
}

#[test]
fn a_run_goes_on_from_a_file_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::new(folder.path().join("checkpoints"));
    let mut world = world_of(20);
    for _ in 0..4 {
        world.run(25).unwrap();
        checkpoints.write(&world.columns()).unwrap();
    }
    assert_eq!(names_in(&folder.path().join("checkpoints")), ["latest.npz", "previous.npz"]);
    world.run(50).unwrap();
    for (path, steps) in checkpoints.paths().iter().zip([100, 75]) {
        let mut again = world_of(0);
        again.restore(&read_columns(path).unwrap()).unwrap();
        assert_eq!(again.steps, steps);
        again.run(150 - steps).unwrap();
        assert_eq!(again.columns(), world.columns());
    }
}

#[test]
fn a_world_that_explodes_leaves_its_checkpoints_whole() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::new(folder.path());
    let mut world = world_of(5);
    for _ in 0..3 {
        world.run(10).unwrap();
        checkpoints.write(&world.columns()).unwrap();
    }
    world.bodies.velocity[2] = [f64::NAN; 2];
    assert_eq!(world.run(10).unwrap_err().step, 31);
    let read = checkpoints.read().unwrap();
    assert!(read.passed_over.is_none());
    let mut again = world_of(0);
    again.restore(&read.columns).unwrap();
    assert_eq!(again.steps, 30);
    again.run(100).unwrap();
}

#[test]
fn the_one_before_is_read_when_the_latest_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Checkpoints::new(folder.path());
    let [latest, previous] = checkpoints.paths();
    let missing = checkpoints.read().unwrap_err().to_string();
    assert!(missing.starts_with(&format!("cannot read the checkpoint {}: ", latest.display())));

    let mut world = world_of(3);
    for _ in 0..2 {
        world.run(10).unwrap();
        checkpoints.write(&world.columns()).unwrap();
    }
    let mut bytes = fs::read(&latest).unwrap();
    let name = bytes.windows(15).position(|name| name == b"bodies.position").unwrap();
    bytes[name + 200] ^= 4;
    fs::write(&latest, &bytes).unwrap();
    let read = checkpoints.read().unwrap();
    assert_eq!(read.path, previous);
    assert_eq!(
        read.passed_over.unwrap().to_string(),
        format!(
            "the checkpoint {} is damaged in `bodies.position.npy` (Invalid checksum); go on from the \
             one before it",
            latest.display()
        )
    );
    let mut again = world_of(0);
    again.restore(&read.columns).unwrap();
    assert_eq!(again.steps, 10);
    // A world of another dimension says so.
    let refused = World::<3>::default().restore(&read.columns).unwrap_err();
    assert_eq!(refused.to_string(), "the state is of dimension 2, but the world has 3");
}
