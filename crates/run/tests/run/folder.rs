//! The folder of a run: taken only if nothing is there, and errors that say what to do.

use crate::common::{assert_same, channel, files, resume, run};
use esker_run::{Control, Exit, FileError, Manifest, Results, RunError, RunFolder, Runner, WayOut};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn refused(folder: Result<RunFolder, RunError>) -> String {
    folder.expect_err("it is refused").to_string()
}

fn manifest(folder: &Path) -> Manifest {
    serde_json::from_str(&fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn a_folder_that_holds_something_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (out, shown) = (folder.path().join("a/run"), folder.path().join("a/run"));
    let shown = shown.display();
    run(channel(), &out, &mut |_| Control::Stop);
    let before = files(&out);
    assert_eq!(
        refused(RunFolder::create(&out, false)),
        format!(
            "{shown} holds a run already: go on with it by `esker resume {shown}`, choose another \
             folder with --out, or replace it with --force"
        )
    );
    assert_eq!(files(&out), before);

    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("scene.toml"), "years of work").unwrap();
    for force in [false, true] {
        let text = refused(RunFolder::create(&other, force));
        let end = "is not empty, and what it holds is no run: choose another folder with --out";
        assert_eq!(text, format!("{} {end}", other.display()));
    }
    assert_eq!(fs::read_dir(&other).unwrap().count(), 1);
}

#[test]
fn force_removes_what_a_run_made_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    run(channel(), out, &mut |_| Control::GoOn);
    for kept in ["notes.txt", "frames/picture.png", "checkpoints/mine.npz"] {
        fs::write(out.join(kept), "mine").unwrap();
    }
    fs::write(out.join(".log.csv.7.part"), "half").unwrap();
    drop(RunFolder::create(out, true).unwrap());
    let left: Vec<_> = files(out).into_keys().collect();
    assert_eq!(left, ["/notes.txt", "checkpoints/mine.npz", "frames/picture.png"]);
}

#[test]
fn one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let held = RunFolder::create(folder.path(), false).unwrap();
    let text = refused(RunFolder::create(folder.path(), false));
    assert!(text.starts_with("another program is running in "), "{text}");
    drop(held);
    assert!(RunFolder::create(folder.path(), false).is_ok());
}

#[test]
fn what_is_no_run_cannot_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let text = refused(RunFolder::open(path));
    let end = "it has no scene.toml; start one with `esker run SCENE`";
    assert_eq!(text, format!("there is no run in {}: {end}", path.display()));
    // A program that was killed before it began leaves nothing to mind.
    drop(RunFolder::create(path, false).unwrap());
    fs::write(path.join(".scene.toml.7.part"), "half").unwrap();
    assert!(RunFolder::create(path, false).is_ok());
    run(channel(), path, &mut |_| Control::Stop);
    fs::remove_file(path.join("scene.toml")).unwrap();
    fs::remove_dir_all(path.join("frames")).unwrap();
    fs::remove_dir_all(path.join("checkpoints")).unwrap();
    drop(RunFolder::create(path, false).unwrap());
    assert_eq!(files(path), Default::default());
    fs::write(path.join("scene.toml"), "").unwrap();
    fs::write(path.join("manifest.json"), "{}").unwrap();
    let error = RunFolder::open(path).unwrap().manifest().unwrap_err().to_string();
    assert!(error.contains("manifest.json is not the manifest of a run"), "{error}");
}

/// A kill before the first checkpoint: the run begins anew.
#[test]
fn without_a_checkpoint_a_run_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    run(channel(), &whole, &mut |_| Control::GoOn);
    run(channel(), &killed, &mut |_| Control::Stop);
    fs::remove_dir_all(killed.join("checkpoints")).unwrap();
    fs::write(killed.join(".run.pvd.123.part"), "half").unwrap();
    assert_eq!(resume(channel(), &killed, &mut |_| Control::GoOn).exit, Exit::Done);
    assert_same(&whole, &killed, "begun anew");
}

#[test]
fn the_manifest_tells_how_far_and_why() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let outcome = run(channel(), out, &mut |step| match step {
        0..1000 => Control::GoOn,
        _ => Control::TimeLimit,
    });
    let found = manifest(out);
    assert_eq!((found.exit, found.steps), (outcome.exit, outcome.manifest.steps));
    assert_eq!((found.exit, found.bodies, found.dimension), (Exit::TimeLimit, 50, 2));
    assert!((1000..2000).contains(&found.steps) && found.frames >= 4);
    assert_eq!(found.body_steps, 50.0 * found.steps as f64);
    let phases: f64 = found.phases.iter().map(|phase| phase.seconds).sum();
    assert!(phases > 0.0 && phases <= found.wall_seconds * (1.0 + 1e-9));
    let again = resume(channel(), out, &mut |_| Control::GoOn).manifest;
    assert_eq!((again.exit, again.steps, again.resumed), (Exit::Done, 2000, 1));
    assert_eq!(again.started, found.started);
    assert!(again.wall_seconds > found.wall_seconds);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    run(channel(), &out, &mut |_| Control::Stop);
    for inside in [&out, &out.join("frames"), &out.join("checkpoints")] {
        fs::set_permissions(inside, fs::Permissions::from_mode(0o555)).unwrap();
    }
    let may_write = fs::write(out.join("probe"), "").is_ok();
    if may_write {
        println!("skipped: this user may write everywhere");
    } else {
        let mut runner = Runner::resume(channel(), RunFolder::open(&out).unwrap());
        let error = runner.as_mut().err().map(|error| error.to_string()).unwrap();
        assert!(error.contains("permission denied"), "{error}");
    }
    for inside in [&out, &out.join("frames"), &out.join("checkpoints")] {
        fs::set_permissions(inside, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// Goes on with a run of which the second frame cannot be written; returns why.
fn fail_at_a_frame(out: &Path, put_in_the_way: impl FnOnce(&Path)) -> String {
    run(channel(), out, &mut |_| Control::Stop);
    let checkpoint = fs::read(out.join("checkpoints/latest.npz")).unwrap();
    let mut runner = Runner::resume(channel(), RunFolder::open(out).unwrap()).unwrap();
    put_in_the_way(&out.join("frames"));
    let error = runner.run(&mut |_| Control::GoOn).unwrap_err().to_string();
    assert_eq!(fs::read(out.join("checkpoints/latest.npz")).unwrap(), checkpoint);
    let found = manifest(out);
    assert_eq!((found.exit, &found.exit_reason), (Exit::Failed, &error));
    error
}

#[test]
fn a_failure_to_write_is_told_and_leaves_the_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let error = fail_at_a_frame(folder.path(), |frames| {
        fs::create_dir_all(frames.join("bodies_000001.vtp/in the way")).unwrap();
    });
    let path = folder.path().join("frames/bodies_000001.vtp");
    assert!(error.starts_with(&format!("cannot write {}: ", path.display())), "{error}");
}

/// `/dev/full` is a disk that is always full: the file beside the frame leads there.
#[test]
fn a_full_disk_is_an_error_that_says_so() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: this system has no /dev/full");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let error = fail_at_a_frame(folder.path(), |frames| {
        let beside = format!(".bodies_000001.vtp.{}.part", std::process::id());
        std::os::unix::fs::symlink("/dev/full", frames.join(beside)).unwrap();
    });
    let path = folder.path().join("frames/bodies_000001.vtp");
    assert_eq!(
        error,
        format!(
            "cannot write {}: no space left on device; free some space and go on with `esker resume \
             {}`",
            path.display(),
            folder.path().display()
        )
    );
    assert_eq!(resume(channel(), folder.path(), &mut |_| Control::GoOn).exit, Exit::Done);
}

#[test]
fn errors_of_files_say_what_to_do() {
    let text = |doing: &'static str, way_out: WayOut, error: io::Error| {
        FileError { path: "out/log.csv".into(), doing, error, way_out }.to_string()
    };
    let resume = || WayOut::Resume("out".into());
    assert_eq!(
        text("write a row of", resume(), io::Error::from_raw_os_error(28)),
        "cannot write a row of out/log.csv: no space left on device; free some space and go on with \
         `esker resume out`"
    );
    assert_eq!(
        text("write", WayOut::OtherFolder, ErrorKind::ReadOnlyFilesystem.into()),
        "cannot write out/log.csv: the file system is read-only; allow writing there, or choose \
         another folder with --out"
    );
    assert_eq!(
        text("read", WayOut::None, ErrorKind::PermissionDenied.into()),
        "cannot read out/log.csv: permission denied; allow reading it"
    );
    assert_eq!(
        text("read", resume(), ErrorKind::TimedOut.into()),
        "cannot read out/log.csv: timed out"
    );
}

#[test]
fn a_file_in_the_place_of_a_folder_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("taken");
    fs::write(&file, "mine").unwrap();
    let shown = file.display();
    let remedy = "move that file away, or choose another folder with --out";
    let text = refused(RunFolder::create(&file, true));
    assert_eq!(
        text,
        format!("cannot make the folder {shown}: there is a file of that name; {remedy}")
    );
    let text = refused(RunFolder::create(&file.join("inside"), true));
    let why = "a part of the path is a file, not a folder";
    assert_eq!(text, format!("cannot make the folder {shown}/inside: {why}; {remedy}"));
    assert_eq!(
        refused(RunFolder::open(&file)),
        RunError::NoRun { folder: file.clone() }.to_string()
    );
}

/// A link that leads to itself can be looked at by nobody, whatever one may.
#[test]
fn what_cannot_be_looked_at_is_not_taken_for_absent() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    run(channel(), out, &mut |_| Control::Stop);
    let spoil = |name: &str| {
        fs::remove_file(out.join(name)).unwrap();
        std::os::unix::fs::symlink(out.join(name), out.join(name)).unwrap();
    };
    spoil("checkpoints/latest.npz");
    let before = files(out);
    let error = Runner::resume(channel(), RunFolder::open(out).unwrap()).err().unwrap();
    assert!(error.to_string().starts_with("cannot read "), "{error}");
    assert_eq!(files(out), before);
    spoil("scene.toml");
    let start = format!("cannot read {}/scene.toml: ", out.display());
    assert!(refused(RunFolder::open(out)).starts_with(&start));
    assert!(Results::open(out).unwrap_err().to_string().starts_with(&start));
}

/// The log is written anew when a run goes on: that fails like any other writing.
#[test]
fn a_log_that_cannot_be_written_is_no_log_that_cannot_be_read() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: this system has no /dev/full");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    run(channel(), out, &mut |_| Control::Stop);
    let beside = out.join(format!(".log.csv.{}.part", std::process::id()));
    std::os::unix::fs::symlink("/dev/full", beside).unwrap();
    let error = Runner::resume(channel(), RunFolder::open(out).unwrap()).err().unwrap();
    assert!(matches!(error, RunError::File(_)), "{error:?}");
    let shown = out.display();
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write {shown}/log.csv: no space left on device; free some space and go on with \
             `esker resume {shown}`"
        )
    );
}
