//! Files and folders that cannot be used: told once, in words of our own, with what to do.

use crate::common::{Outcome, command};
use crate::place::Place;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Runs the program where a file that it writes beside another one is a disk that is full: the name
/// of that file has the number of the process, which a shell knows before it becomes the program.
fn with_full_disk(place: &Place, beside: &str, arguments: &str) -> Option<Outcome> {
    if !Path::new("/dev/full").exists() {
        println!("skipped: this system has no /dev/full");
        return None;
    }
    let program = env!("CARGO_BIN_EXE_esker");
    let script = format!("ln -s /dev/full {beside}.$$.part && exec '{program}' {arguments}");
    let mut shell = Command::new("sh");
    Some(shell.args(["-c", &script]).current_dir(place.path("")).output().unwrap().into())
}

/// Runs the program as a user who may not do everything.
fn as_anybody(place: &Place, arguments: &str) -> Outcome {
    let mut command = command(arguments);
    let place = place.path("");
    // Who may do everything can become somebody else, and others need not.
    if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        command.uid(65534);
    }
    command.current_dir(place).output().unwrap().into()
}

#[test]
fn a_checkpoint_on_a_full_disk_is_told_once() {
    let place = Place::new();
    place.done("run few.toml --time-limit 0s --quiet --no-report");
    let beside = "out/few/checkpoints/.next.npz";
    let resume = "resume out/few --quiet --no-report";
    let Some(outcome) = with_full_disk(&place, beside, resume) else { return };
    assert_eq!(outcome.code, Some(1));
    assert_eq!(
        outcome.stderr,
        "error: cannot write the checkpoint out/few/checkpoints/latest.npz: no space left on device; \
         free some space and go on with `esker resume out/few`\n"
    );
    place.done(resume);
}

#[test]
fn a_log_on_a_full_disk_is_an_error_of_writing() {
    let place = Place::new();
    place.done("run few.toml --time-limit 0s --quiet --no-report");
    let resume = "resume out/few --quiet --no-report";
    let Some(outcome) = with_full_disk(&place, "out/few/.log.csv", resume) else { return };
    assert_eq!(outcome.code, Some(1));
    assert_eq!(
        outcome.stderr,
        "error: cannot write out/few/log.csv: no space left on device; free some space and go on with \
         `esker resume out/few`\n"
    );
}

#[test]
fn what_one_may_not_do_is_told_in_the_same_words() {
    let place = Place::with_run();
    let folder = place.path("");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let told = [
        ("run few.toml --out new", "make the folder new", ", or choose another folder with --out"),
        ("resume out/few", "write out/few/.lock", " and go on with `esker resume out/few`"),
        ("new mine", "write mine.toml", ""),
        ("render out/few --out mine.png", "write mine.png", ""),
        ("render out/few --frame all --out mine", "make the folder mine", ""),
        ("convert out/few --to csv --out mine.csv", "write mine.csv", ""),
        ("report out/few --no-movie", "write out/few/report.html", ""),
        ("demo --seconds 0", "write esker-demo.png", ""),
    ];
    for inside in ["out", "out/few"] {
        fs::set_permissions(place.path(inside), fs::Permissions::from_mode(0o555)).unwrap();
    }
    let lock = place.path("out/few/.lock");
    fs::set_permissions(lock, fs::Permissions::from_mode(0o444)).unwrap();
    for (arguments, what, way_out) in told {
        let outcome = as_anybody(&place, arguments);
        let remedy = format!("permission denied; allow writing there{way_out}");
        let last = outcome.stderr.lines().last().unwrap_or_default();
        assert_eq!(last, format!("error: cannot {what}: {remedy}"), "{arguments}");
        assert_eq!(outcome.code, Some(1), "{arguments}");
    }
    for inside in ["", "out", "out/few"] {
        fs::set_permissions(place.path(inside), fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn a_folder_that_one_may_not_enter_is_not_taken_for_empty() {
    let place = Place::with_run();
    fs::set_permissions(place.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    let run = place.path("out/few");
    fs::set_permissions(&run, fs::Permissions::from_mode(0o000)).unwrap();
    let start = "error: cannot read out/few/scene.toml: permission denied; allow reading it";
    let resumed = as_anybody(&place, "resume out/few");
    assert_eq!(resumed.stderr, format!("{start} and go on with `esker resume out/few`\n"));
    let reported = as_anybody(&place, "report out/few");
    assert_eq!(reported.stderr, format!("{start}\n"));
    fs::set_permissions(&run, fs::Permissions::from_mode(0o755)).unwrap();
}
