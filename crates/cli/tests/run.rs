//! `esker run` and `esker resume`: exit codes, messages, and runs that are stopped or killed.

mod common;

use common::{Outcome, command, esker};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Grains that rain onto a shaken floor and leave over its edge, past a flow meter; checkpoints
/// are written often.
const SCENE: &str = r#"
title = "A shaken plate"
gravity = [0, 0, "-9.81 m/s2"]

[vars]
length = "0.1 s"

[material.soft]
density = "2500 kg/m3"
young = "30 MPa"

[wall.plate]
shape = "disc"
center = [0, 0, 0]
normal = [0, 0, 1]
radius = "10 cm"
material = "soft"
motion = { kind = "oscillate", direction = [1, 0, 0], amplitude = "5 mm", frequency = "10 Hz" }

[bodies.first]
insert = "lattice"
material = "soft"
radius = "1 cm"
region = { shape = "box", low = ["-9 cm", "-9 cm", "1 cm"], high = ["9 cm", "9 cm", "6 cm"] }

[bodies.rain]
insert = "rain"
material = "soft"
radius = "1 cm"
region = { shape = "box", low = ["-9 cm", "-9 cm", "12 cm"], high = ["9 cm", "9 cm", "20 cm"] }
rate = "300 /s"
velocity = [0, 0, "-2 m/s"]

[remove.below]
region = { shape = "half-space", point = [0, 0, "-5 cm"], normal = [0, 0, -1] }

[measure.edge]
kind = "flow"
point = [0, 0, "-1 cm"]
normal = [0, 0, -1]
every = { steps = 3 }

[run]
time = "$length"

[output]
frames = "10 ms"
log = "3 ms"
checkpoint = "20 ms"
contacts = true
"#;

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("plate.toml"), SCENE).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program in this place.
    fn esker(&self, arguments: &str) -> Outcome {
        command(arguments).current_dir(self.0.path()).output().unwrap().into()
    }

    fn start(&self, arguments: &str) -> Child {
        let mut command = command(arguments);
        command.current_dir(self.0.path()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }
}

/// The files of a run but for those that tell the time of day.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for inside in ["", "frames", "checkpoints"] {
        for entry in fs::read_dir(folder.join(inside)).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            let told = ["manifest.json", "report.html", ".lock", "previous.npz"].contains(&&*name);
            if entry.path().is_file() && !told {
                files.insert(format!("{inside}/{name}"), fs::read(entry.path()).unwrap());
            }
        }
    }
    files
}

fn assert_same(one: &Path, other: &Path, what: &str) {
    let (one, other) = (files(one), files(other));
    assert!(one.keys().eq(other.keys()), "{what}: {:?} and {:?}", one.keys(), other.keys());
    for (name, bytes) in &one {
        assert!(*bytes == other[name], "{what}: {name} differs");
    }
}

#[test]
fn a_run_leaves_a_folder_and_says_what_to_do_next() {
    let place = Place::new();
    let outcome = place.esker("run plate.toml --threads 2 --json");
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let manifest: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((&manifest["exit"], &manifest["threads"]), (&"done".into(), &2.into()));
    let files = files(&place.path("out/plate"));
    for name in ["/scene.toml", "/log.csv", "/run.pvd", "/view.py", "checkpoints/latest.npz"] {
        assert!(files.contains_key(name), "{name}");
    }
    // Every list holds one part: OVITO takes each entry for an instant.
    for (name, list) in [("bodies", "run"), ("walls", "walls"), ("contacts", "contacts")] {
        assert!(files.contains_key(&format!("frames/{name}_000010.vtp")), "{name}");
        let listed = String::from_utf8_lossy(&files[&format!("/{list}.pvd")]);
        assert_eq!(listed.matches("<DataSet").count(), 11, "{list}");
        assert_eq!(listed.matches(&format!("frames/{name}_")).count(), 11, "{list}");
    }
    assert_eq!(manifest["frames"], 11);
    for told in
        ["time step: ", "steps/s", "body-steps per second", "contacts ", "output ", "run.pvd"]
    {
        assert!(outcome.stderr.contains(told), "no {told:?} in {}", outcome.stderr);
    }
    // It is there now: not again, unless it is to be replaced.
    let again = place.esker("run plate.toml");
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("out/plate holds a run already: go on with it by"));
    let forced = place.esker("run plate.toml --force --quiet --set vars.length=3ms");
    assert_eq!((forced.code, forced.stdout.as_str()), (Some(0), ""));
    assert!(!forced.stderr.contains("step"), "{}", forced.stderr);
    let text = fs::read_to_string(place.path("out/plate/scene.toml")).unwrap();
    assert_eq!(text, SCENE.replace("\"0.1 s\"", "\"3ms\""));
}

#[test]
fn input_that_is_wrong_is_told_and_nothing_is_written() {
    let place = Place::new();
    fs::write(place.path("bad.toml"), SCENE.replace("young", "yuong")).unwrap();
    let told = [
        ("run none.toml", "error: cannot read none.toml: "),
        ("run bad.toml", "did you mean `young`?"),
        ("run plate.toml --set vars.length", "there is no `=` in it"),
        ("run plate.toml --time-limit soon", "invalid value 'soon'"),
        ("run plate.toml --method gird", "invalid value 'gird'"),
        ("resume nowhere", "there is no run in nowhere: it has no scene.toml"),
    ];
    for (arguments, text) in told {
        let outcome = place.esker(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(text), "{arguments}: {}", outcome.stderr);
    }
    assert!(!place.path("out").exists());
}

#[test]
fn a_run_that_fails_names_its_checkpoint() {
    let place = Place::new();
    let world = "[domain]\nlow = [-1, -1, \"-2 cm\"]\nhigh = [1, 1, 1]\nleaving = \"stop\"\n";
    fs::write(place.path("plate.toml"), format!("{SCENE}{world}")).unwrap();
    let outcome = place.esker("run plate.toml");
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(" left the world: z is "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("`esker resume out/plate`"), "{}", outcome.stderr);
}

#[test]
fn a_time_limit_ends_with_a_checkpoint_and_the_run_goes_on() {
    let place = Place::new();
    assert_eq!(place.esker("run plate.toml --quiet --out whole").code, Some(0));
    let limited = place.esker("run plate.toml --time-limit 1ms");
    assert_eq!(limited.code, Some(0));
    assert!(limited.stderr.contains("stopped: the time limit was reached, "), "{}", limited.stderr);
    assert!(limited.stderr.ends_with("go on with: esker resume out/plate\n"), "{}", limited.stderr);
    assert_eq!(place.esker("resume out/plate --threads 1 --method mr").code, Some(0));
    assert_same(&place.path("whole"), &place.path("out/plate"), "after a time limit");
}

/// Ctrl-C and SIGTERM, by the program `kill`.
#[test]
fn a_signal_stops_with_a_checkpoint() {
    let place = Place::new();
    for (signal, out) in [("-INT", "interrupted"), ("-TERM", "terminated")] {
        let arguments = format!("run plate.toml --set vars.length=100s --out {out}");
        let mut command = command(&arguments);
        command.current_dir(place.0.path()).stderr(Stdio::piped()).stdout(Stdio::null());
        let child = command.spawn().unwrap();
        while !place.path(out).join("checkpoints/latest.npz").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let outcome: Outcome = child.wait_with_output().unwrap().into();
        assert_eq!(outcome.code, Some(130), "{}", outcome.stderr);
        let end = format!("stopped; go on with: esker resume {out}\n");
        assert!(outcome.stderr.ends_with(&end), "{}", outcome.stderr);
    }
}

/// Kills a run again and again until it is done, and compares it with one that was left alone.
fn kill_and_resume(kills: u32, seed: u64) {
    let place = Place::new();
    let began = std::time::Instant::now();
    assert_eq!(place.esker("run plate.toml --quiet --out whole").code, Some(0));
    let whole = began.elapsed().as_secs_f64();
    let mut random = esker::packing::Random::new(seed);
    let mut killed = 0;
    for run in 0.. {
        let out = format!("run-{run}");
        // Before the scene is in the folder there is no run: it is started once more.
        let go_on = || match place.path(&out).join("scene.toml").exists() {
            true => format!("resume {out} --quiet"),
            false => format!("run plate.toml --quiet --out {out}"),
        };
        while killed < kills {
            let mut child = place.start(&go_on());
            std::thread::sleep(Duration::from_secs_f64(random.between(0.0, 0.5 * whole)));
            child.kill().unwrap();
            if child.wait().unwrap().code() == Some(0) {
                break;
            }
            killed += 1;
        }
        let last = place.esker(&go_on());
        assert_eq!(last.code, Some(0), "{}", last.stderr);
        assert_same(&place.path("whole"), &place.path(&out), &format!("seed {seed}, {out}"));
        if killed == kills {
            return;
        }
    }
}

#[test]
fn a_run_that_is_killed_goes_on_as_if_nothing_had_happened() {
    kill_and_resume(6, 1);
}

/// `cargo test -p esker-cli --test run -- --ignored`: some minutes.
#[test]
#[ignore = "two hundred kills take minutes"]
fn two_hundred_kills() {
    kill_and_resume(200, 2);
}

/// Grains that fall for ever: the faster they are, the shorter their contacts would be.
#[test]
fn a_time_step_that_is_chosen_anew_is_told() {
    let place = Place::new();
    let falling = r#"
title = "Falling"
gravity = [0, 0, "-9.81 m/s2"]

[material.soft]
density = "2500 kg/m3"
young = "0.2 MPa"

[bodies.rain]
insert = "rain"
material = "soft"
radius = "1 cm"
region = { shape = "box", low = [0, 0, 0], high = ["30 cm", "30 cm", "10 cm"] }
rate = "200 /s"

[run]
time = "0.3 s"

[output]
log = "10 ms"
"#;
    fs::write(place.path("falling.toml"), falling).unwrap();
    let outcome = place.esker("run falling.toml --no-report");
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for told in ["time step: ", "time step from here on: ", "the time step was chosen anew "] {
        assert!(outcome.stderr.contains(told), "no {told:?} in {}", outcome.stderr);
    }
}

#[test]
fn help_tells_the_exit_codes() {
    for name in ["run", "resume"] {
        let text = esker(&format!("{name} --help")).stdout;
        assert!(
            text.contains("Exit codes: 0 done or at the time limit, 1 the run failed"),
            "{text}"
        );
    }
}
