//! Why runs end, and what does not change how they go.

use crate::common::{assert_same, channel, rain, resume, run};
use esker_broad::Threads;
use esker_geom::Aabb;
use esker_physics::{Body, Grains, Insertion, Material, Rain, Rate, Region, Source};
use esker_run::{About, Control, Exit, RunError, RunFolder, Runner};
use esker_scene::{Every, Scene, Stop};
use std::fs;
use std::path::Path;

fn rows(folder: &Path) -> Vec<Vec<f64>> {
    esker_output::read_log(&folder.join("log.csv")).unwrap().rows
}

#[test]
fn a_condition_ends_the_run_at_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, ended] = ["whole", "ended"].map(|name| folder.path().join(name));
    run(channel(), &whole, &mut |_| Control::GoOn);
    // Kinetic energy falls: the bound is that of the tenth row.
    let bound = rows(&whole)[10][4];
    let make = || {
        let mut scene = channel();
        let stop = Stop { above: Some(0.0), after: 10.0, ..Stop::on("bodies") };
        let slow = Stop { name: "slow".into(), below: Some(bound), ..Stop::on("kinetic_energy") };
        scene.stops = vec![stop, slow];
        scene
    };
    let outcome = run(make(), &ended, &mut |_| Control::GoOn);
    let expected = rows(&whole).iter().position(|row| row[4] < bound).unwrap();
    let found = rows(&ended);
    assert_eq!((outcome.exit, found.len()), (Exit::Condition, expected + 1));
    assert_eq!(found, rows(&whole)[..=expected]);
    let reason = outcome.manifest.exit_reason;
    let start = "stop condition `slow`: kinetic_energy is ";
    let value = reason.strip_prefix(start).and_then(|told| told.strip_suffix(" J")).unwrap();
    let (told, exact) = (value.parse::<f64>().unwrap(), found[expected][4]);
    assert!(value.len() < 12 && (told - exact).abs() < 1e-4 * exact, "{reason} for {exact}");
    // The last instant has a frame, and the run stays ended.
    let frames = outcome.manifest.frames;
    let last = ended.join(format!("frames/bodies_{:06}.npz", frames - 1));
    assert!(last.is_file() && !ended.join(format!("frames/bodies_{frames:06}.npz")).exists());
    assert_eq!(resume(make(), &ended, &mut |_| Control::GoOn).exit, Exit::Condition);
    // Without the condition it goes on to the end.
    assert_eq!(resume(channel(), &ended, &mut |_| Control::GoOn).exit, Exit::Done);
    assert_eq!(rows(&ended), rows(&whole));
}

#[test]
fn a_condition_on_a_count_has_no_unit() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = channel();
    scene.stops = vec![Stop { above: Some(49.0), ..Stop::on("bodies") }];
    let outcome = run(scene, folder.path(), &mut |_| Control::GoOn);
    assert_eq!(outcome.manifest.exit_reason, "stop condition `bodies`: bodies is 50");
}

/// Grains that come and fall for ever: the faster they are, the shorter their contacts would be.
fn falling() -> Scene<3> {
    let soft = Material { name: "soft".into(), young: 2e5, ..Material::default() };
    let mut scene = Scene::<3>::new("falling").material(soft).unwrap();
    scene.world.gravity = [0.0, 0.0, -9.81];
    scene.world.add(&Body::new([0.0; 3], 0.01)).unwrap();
    let region = Region::Box(Aabb { low: [0.0; 3], high: [0.3, 0.3, 0.1] });
    let rain = Rain::new(region, Grains::of_radius(0.01), Rate::Bodies(200.0));
    scene.world.insertions.push(Insertion::new(Source::Rain(rain)).named("top"));
    scene.run.time = 0.3;
    scene.output.log = Some(Every::Seconds(0.01));
    scene
}

#[test]
fn a_time_step_that_is_chosen_anew_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, stopped] = ["whole", "stopped"].map(|name| folder.path().join(name));
    let manifest = run(falling(), &whole, &mut |_| Control::GoOn).manifest;
    let changes = &manifest.time_step_changes;
    assert!(!changes.is_empty());
    assert!(changes.iter().all(|change| change.after < 0.9 * change.before), "{changes:?}");
    assert!(changes.is_sorted_by(|one, next| one.step < next.step && one.after == next.before));
    let (first, last) = (changes[0], changes[changes.len() - 1]);
    assert_eq!(last.after, manifest.time_step);
    let story = manifest.time_step_story().unwrap();
    assert!(story.contains(&format!("{:.4e} s at first, {:.4e} s", first.before, last.after)));
    // The same again if the run is stopped before or after.
    for until in [first.step / 2, first.step + 1] {
        let stop = &mut |step| if step < until { Control::GoOn } else { Control::Stop };
        run(falling(), &stopped, stop);
        let again = resume(falling(), &stopped, &mut |_| Control::GoOn).manifest;
        assert_eq!(&again.time_step_changes, changes);
        assert_eq!(again.time_step_reason, manifest.time_step_reason);
        fs::remove_dir_all(&stopped).unwrap();
    }
}

#[test]
fn a_longer_time_lets_a_run_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, longer] = ["whole", "longer"].map(|name| folder.path().join(name));
    run(channel(), &whole, &mut |_| Control::GoOn);
    let mut short = channel();
    short.run.time = 0.07;
    assert_eq!(run(short, &longer, &mut |_| Control::GoOn).manifest.steps, 700);
    assert_eq!(resume(channel(), &longer, &mut |_| Control::GoOn).manifest.steps, 2000);
    assert_eq!(rows(&longer), rows(&whole));
}

#[test]
fn what_a_scene_asks_for_must_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |scene: Scene<2>| {
        let folder = RunFolder::create(&folder.path().join("run"), true).unwrap();
        Runner::new(scene, folder, About::default()).err().unwrap().to_string()
    };
    let mut scene = channel();
    scene.stops = vec![Stop::on("kinetic")];
    let text = refused(scene);
    assert!(
        text.starts_with("there is no column of the log `kinetic`; there are step, time, bodies")
    );
    let mut scene = channel();
    scene.output.formats = vec!["vtk".into()];
    let known = "there are vtp, dump, extxyz, csv, npz";
    assert_eq!(refused(scene), format!("there is no format `vtk`; {known}"));
}

#[test]
fn other_measures_cannot_go_on() {
    let folder = tempfile::tempdir().unwrap();
    run(channel(), folder.path(), &mut |_| Control::Stop);
    let mut scene = channel();
    scene.measures.clear();
    let error = Runner::resume(scene, RunFolder::open(folder.path()).unwrap()).err().unwrap();
    assert!(matches!(error, RunError::OtherColumns { .. }), "{error}");
}

/// A step that fails names the last checkpoint and leaves it as it is.
#[test]
fn a_step_that_fails_says_where_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let mut scene = channel();
    scene.world.bodies.velocity[7] = [1e3, 0.0];
    let made = RunFolder::create(out, false).unwrap();
    let mut runner = Runner::new(scene, made, About::default()).unwrap();
    let error = runner.run(&mut |_| Control::GoOn).unwrap_err();
    let RunError::Step { error: step, checkpoint: Some((path, 0)), .. } = &error else {
        panic!("{error}");
    };
    let (text, shown) = (error.to_string(), out.display());
    assert!(text.starts_with(&format!("{step}\nthe last checkpoint, of step 0, is {shown}/")));
    assert!(text.contains(&format!("go on from there with `esker resume {shown}`")), "{text}");
    assert!(esker_output::read_columns(path).is_ok());
    drop(runner);
    // The scene is mended; its state is that of the checkpoint, with the body as fast as before.
    let mut mended = channel();
    mended.world.time_step = 1e-5;
    let again = Runner::resume(mended, RunFolder::open(out).unwrap());
    assert_eq!(again.unwrap().scene().world.bodies.velocity.len(), 50);
}

#[test]
fn any_number_of_threads_gives_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for threads in [1, 2, 5] {
        let mut scene = rain();
        scene.world.threads = Threads::new(threads).unwrap();
        run(scene, &path(&threads.to_string()), &mut |_| Control::GoOn);
    }
    assert_same(&path("1"), &path("2"), "2 threads");
    assert_same(&path("1"), &path("5"), "5 threads");
}

#[test]
fn a_damaged_checkpoint_is_passed_over_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, damaged] = ["whole", "damaged"].map(|name| folder.path().join(name));
    run(channel(), &whole, &mut |_| Control::GoOn);
    run(channel(), &damaged, &mut |step| if step < 700 { Control::GoOn } else { Control::Stop });
    fs::write(damaged.join("checkpoints/latest.npz"), "damaged").unwrap();
    let outcome = resume(channel(), &damaged, &mut |_| Control::GoOn);
    assert_same(&whole, &damaged, "from the previous checkpoint");
    let warnings = outcome.manifest.warnings;
    assert!(warnings.len() == 1 && warnings[0].contains("latest.npz"), "{warnings:?}");
}
