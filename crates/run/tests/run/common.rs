//! Scenes that have everything a run can have, and folders compared byte by byte.

use esker_geom::Aabb;
use esker_narrow::{InnerBox, Plane};
use esker_physics::measures::{FlowMeter, Slabs};
use esker_physics::{
    Body, Bounds, Grains, Insertion, Leaving, Material, Rain, Rate, Region, Removal, Sizes, Source,
    Wall, WallMotion,
};
use esker_run::{About, Control, Outcome, RunFolder, Runner};
use esker_scene::{Every, Measure, MeasureKind, Scene};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Soft grains that rain through a shaken box and leave below, past a flow meter: the time step is
/// chosen, and chosen anew when bodies come.
pub fn rain() -> Scene<3> {
    let soft = Material { name: "soft".into(), young: 2e5, ..Material::default() };
    let mut scene = Scene::<3>::new("rain").material(soft).unwrap();
    let world = &mut scene.world;
    let sides = Aabb { low: [-0.1, -0.1, -1.0], high: [0.1, 0.1, 1.0] };
    let (direction, amplitude, frequency) = ([1.0, 0.0, 0.0], 0.005, 10.0);
    let shake = WallMotion::Oscillate { direction, amplitude, frequency, phase: 0.0 };
    world.add_wall(Wall::new("box", InnerBox::new(sides).unwrap()).moving(shake)).unwrap();
    world.add_wall(Wall::new("slope", Plane::new([0.0; 3], [0.9, 0.0, 1.0]).unwrap())).unwrap();
    world.gravity = [0.0, 0.0, -9.81];
    world.add(&Body::new([0.0, 0.0, 0.05], 0.02)).unwrap();
    let region = Region::Box(Aabb { low: [-0.09, -0.09, 0.2], high: [0.09, 0.09, 0.3] });
    let sizes = Sizes::Uniform { low: 0.01, high: 0.02 };
    let grains = Grains { sizes, velocity: [0.0, 0.0, -3.0], ..Grains::of_radius(0.02) };
    let rain = Rain { every: 5, ..Rain::new(region, grains, Rate::Bodies(400.0)) };
    world.insertions.push(Insertion::new(Source::Rain(rain)).named("top"));
    let below = Region::HalfSpace { point: [0.05, 0.0, 0.0], normal: [1.0, 0.0, 0.0] };
    let removal = Removal { every: 7, ..Removal::new(below).unwrap() };
    world.removals.push(removal.named("drain"));
    let region = Aabb { low: [-1.0; 3], high: [1.0; 3] };
    world.bounds = Some(Bounds { region, policy: Leaving::Remove });
    let meter = FlowMeter::new([0.0, 0.0, 0.15], [0.0, 0.0, -1.0], 0.2).unwrap();
    let flow = MeasureKind::Flow { meter, every: Every::Steps(3) };
    scene.measures.push(Measure { name: "fall".into(), kind: flow });
    scene.measures.push(Measure { name: "floor".into(), kind: MeasureKind::Wall { wall: 1 } });
    scene.measures.push(Measure { name: "z".into(), kind: MeasureKind::Coordination });
    scene.run.time = 0.12;
    scene.output.log = Some(Every::Seconds(0.004));
    scene.output.frames = Some(Every::Seconds(0.01));
    scene.output.contacts = true;
    scene
}

/// Discs in a periodic channel between two plates, of which one slides; the time step is given.
pub fn channel() -> Scene<2> {
    let material = Material { name: "rubber".into(), young: 1e6, ..Material::default() };
    let mut scene = Scene::<2>::new("channel").material(material).unwrap();
    let world = &mut scene.world;
    world.periodic = [Some([0.0, 1.0]), None];
    let slide = WallMotion::Conveyor { velocity: [1.0, 0.0] };
    world.add_wall(Wall::new("low", Plane::new([0.0; 2], [0.0, 1.0]).unwrap())).unwrap();
    let lid = Plane::new([0.0, 0.49], [0.0, -1.0]).unwrap();
    world.add_wall(Wall::new("lid", lid).moving(slide)).unwrap();
    for index in 0..50u32 {
        let [column, row] = [f64::from(index % 10), f64::from(index / 10)];
        let position = [0.05 + 0.1 * column + 0.03 * row, 0.05 + 0.098 * row];
        let velocity = [(f64::from(index)).sin(), (f64::from(index)).cos()];
        world.add(&Body { velocity, ..Body::new(position, 0.049) }).unwrap();
    }
    world.gravity = [0.0, -9.81];
    world.time_step = 1e-4;
    let bounds = Aabb { low: [0.0; 2], high: [1.0, 0.5] };
    let slabs = Slabs { bounds, axis: 1, count: 4 };
    scene.measures.push(Measure { name: "layers".into(), kind: MeasureKind::Profile { slabs } });
    scene.run.time = 0.2;
    scene.output.log = Some(Every::Steps(70));
    scene.output.frames = Some(Every::Seconds(0.0333));
    scene.output.formats = ["vtp", "csv", "npz"].map(String::from).into();
    scene
}

/// Runs a scene from the beginning.
pub fn run<const D: usize>(
    scene: Scene<D>,
    folder: &Path,
    control: &mut dyn FnMut(u64) -> Control,
) -> Outcome {
    let folder = RunFolder::create(folder, false).unwrap();
    let mut runner = Runner::new(scene, folder, About::default()).unwrap();
    runner.run(&mut |progress| control(progress.step)).unwrap()
}

/// Goes on with a run.
pub fn resume<const D: usize>(
    scene: Scene<D>,
    folder: &Path,
    control: &mut dyn FnMut(u64) -> Control,
) -> Outcome {
    let mut runner = Runner::resume(scene, RunFolder::open(folder).unwrap()).unwrap();
    runner.run(&mut |progress| control(progress.step)).unwrap()
}

/// The files of a run by name, but for those that tell the time of day.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for inside in ["", "frames", "checkpoints"] {
        for path in fs::read_dir(folder.join(inside)).into_iter().flatten().flatten() {
            let (path, name) = (path.path(), path.file_name().into_string().unwrap());
            if path.is_file() && !["manifest.json", ".lock", "previous.npz"].contains(&&*name) {
                files.insert(format!("{inside}/{name}"), fs::read(path).unwrap());
            }
        }
    }
    files
}

/// Asserts that two runs have the same files, byte by byte.
pub fn assert_same(one: &Path, other: &Path, what: &str) {
    let (one, other) = (files(one), files(other));
    assert!(one.keys().eq(other.keys()), "{what}: {:?} and {:?}", one.keys(), other.keys());
    assert!(one.contains_key("checkpoints/latest.npz") && one.contains_key("/log.csv"));
    for (name, bytes) in &one {
        assert!(*bytes == other[name], "{what}: {name} differs");
    }
}

/// Copies a folder as it is, as a kill would leave it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
