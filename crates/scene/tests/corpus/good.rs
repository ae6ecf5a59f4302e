//! Good scenes are read without a word, give the world they describe, and run.

use super::{GOOD, SCENES, Sample, samples};
use esker_physics::measures::MEASURES;
use esker_physics::{Source, WallMotion, World};
use esker_scene::{AnyScene, Every, Scene, read_scene, render, with_settings};
use std::f64::consts::PI;
use std::time::Duration;

/// What stands for a file that another run has to write first.
const STAND_INS: &[(&str, &str)] =
    &[("silo-discharge.toml", "bodies.silo_and_grains.file=silo-walls.csv")];

/// Published cases whose grains are soft on purpose, which is told.
const SOFT: &[&str] = &["dosta-soft-drum.toml"];

/// A scene that must be read without a word.
fn read(sample: &Sample) -> AnyScene {
    let name = sample.name();
    let settings: Vec<String> =
        STAND_INS.iter().filter(|(of, _)| *of == name).map(|(_, to)| to.to_string()).collect();
    let text = with_settings(&sample.text, &settings).unwrap();
    match read_scene(&text, sample.folder()) {
        Ok(read) if read.warnings.is_empty() || SOFT.contains(&&*name) => read.scene,
        Ok(read) => panic!("{}", render(&read.warnings, &name, &text, false)),
        Err(wrong) => panic!("{}", render(&wrong, &name, &text, false)),
    }
}

fn good(name: &str) -> AnyScene {
    read(&Sample::read(format!("{GOOD}/{name}.toml").into()))
}

fn in_space(name: &str) -> Scene<3> {
    match good(name) {
        AnyScene::Three(scene) => scene,
        AnyScene::Two(_) => panic!("{name} is of the plane"),
    }
}

fn runs<const D: usize>(mut world: World<D>, name: &str) {
    world.run(10).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(world.steps, 10, "{name}");
}

#[test]
fn every_good_scene_and_every_scene_of_the_repository_runs_ten_steps() {
    let samples: Vec<Sample> = samples(GOOD).into_iter().chain(samples(SCENES)).collect();
    assert!(samples.len() > 10);
    for sample in samples {
        match read(&sample) {
            AnyScene::Two(scene) => runs(scene.world, &sample.name()),
            AnyScene::Three(scene) => runs(scene.world, &sample.name()),
        }
    }
}

#[test]
fn every_section_says_what_the_world_is() {
    let scene = in_space("every-section");
    let world = &scene.world;
    assert_eq!(scene.title, "Every section");
    assert_eq!(world.gravity, [0.0, 0.0, -9.81]);
    assert_eq!(world.periodic, [None, Some([-0.5, 0.5]), None]);
    assert_eq!(world.bounds.unwrap().region.high, [1.0, 0.5, 2.0]);
    let glass = world.materials.get(scene.material_number("glass").unwrap()).unwrap();
    assert_eq!((glass.density, glass.young, glass.poisson), (2500.0, 1e8, 0.25));
    let friction = world.materials.default_pairing.friction;
    assert!((friction - (PI / 6.0).tan()).abs() < 1e-15);
    assert_eq!(world.model.to_string(), "jkr + tsuji + mindlin + rolling-spring + twisting");
    let floor = &world.walls[0];
    assert_eq!(
        [floor.appears, floor.vanishes, floor.since, floor.until],
        [-1.0, 3600.0, 0.1, 120.0]
    );
    let WallMotion::Oscillate { amplitude, frequency, phase, .. } = floor.motion else {
        panic!("{:?}", floor.motion)
    };
    assert_eq!([amplitude, frequency, phase], [0.002, 30.0, PI / 2.0]);
    let Source::Rain(rain) = &world.insertions[0].source else { panic!("no rain") };
    assert_eq!((rain.total, rain.from, rain.until, rain.every), (0.5, 0.01, 60.0, 50));
    let [low, high] = rain.grains.sizes.range();
    assert!((low - 0.0018).abs() < 1e-17 && (high - 0.0022).abs() < 1e-17);
    assert_eq!((world.removals[0].every, world.time_step), (100, 1e-6));
    assert_eq!((scene.stops[0].above, scene.stops[0].after), (Some(0.1), 1.0));
    assert_eq!(
        (scene.output.frames, scene.output.log),
        (Some(Every::Seconds(0.01)), Some(Every::Steps(100)))
    );
    assert_eq!(scene.output.checkpoint, Duration::from_secs(300));
    assert_eq!(scene.output.formats, ["vtp", "extxyz"]);
    assert_eq!((scene.picture.size, scene.picture.range), ([640, 480], Some([0.0, 0.3])));
}

#[test]
fn every_variant_is_built() {
    let scene = in_space("every-variant");
    let kinds: Vec<_> = scene.measures.iter().map(|measure| measure.kind.name()).collect();
    assert_eq!(kinds, MEASURES.iter().map(|entry| entry.name).collect::<Vec<_>>());
    assert_eq!((scene.world.walls.len(), scene.world.insertions.len()), (8, 7));
}

#[test]
fn units_give_the_numbers_they_mean() {
    let [one, other] = ["si", "units"].map(in_space);
    assert_eq!(
        one.world.materials.get(0).unwrap().density,
        other.world.materials.get(0).unwrap().density
    );
    let said = |scene: &Scene<3>| {
        let world = &scene.world;
        let pairing = world.materials.default_pairing;
        let material = world.materials.get(0).unwrap().clone();
        let Source::Lattice(lattice) = &world.insertions[0].source else { panic!("no lattice") };
        format!(
            "{:?} {material:?} {pairing:?} {:?} {lattice:?} {:?} {:?} {:?}",
            world.gravity, world.walls[0].motion, world.insertions[0].from, scene.run, scene.output
        )
    };
    assert_eq!(said(&one), said(&other));
}

#[test]
fn a_scene_of_the_plane_is_one_however_its_dimension_is_written() {
    let AnyScene::Two(scene) = good("plane") else { panic!("it is of the plane") };
    assert_eq!(scene.world.gravity, [0.0, -9.81]);
    for dimension in ["2", "2.0", "\"2\"", "\"1 + 1\""] {
        let text = format!("dimension = {dimension}\ngravity = [0, -1]\n[run]\ntime = 1\n");
        let read = read_scene(&text, ".".as_ref()).expect(dimension);
        assert!(matches!(read.scene, AnyScene::Two(_)), "{dimension}");
    }
}
