//! A run that was interrupted gives the same files as one that was not, byte by byte.

use crate::common::{assert_same, channel, copy, rain, resume, run};
use esker_run::{Control, Exit};
use esker_scene::Scene;
use std::time::Duration;

/// Stops a run at every few rows of its log until it is done.
fn stop_and_go<const D: usize>(make: fn() -> Scene<D>, rows: u32) {
    let folder = tempfile::tempdir().unwrap();
    let [whole, pieces] = ["whole", "pieces"].map(|name| folder.path().join(name));
    assert_eq!(run(make(), &whole, &mut |_| Control::GoOn).exit, Exit::Done);
    let stop_after = |rows: u32| {
        let mut left = rows;
        move |_: u64| {
            left = left.saturating_sub(1);
            if left == 0 { Control::Stop } else { Control::GoOn }
        }
    };
    let mut outcome = run(make(), &pieces, &mut stop_after(1));
    let mut sittings = 1;
    while outcome.exit == Exit::Stopped {
        outcome = resume(make(), &pieces, &mut stop_after(rows));
        sittings += 1;
    }
    assert_eq!(outcome.exit, Exit::Done);
    assert!(sittings > 5 && outcome.manifest.resumed == sittings - 1, "{sittings}");
    assert_same(&whole, &pieces, &format!("stopped {sittings} times"));
    // What is done stays as it is.
    assert_eq!(resume(make(), &pieces, &mut |_| Control::GoOn).exit, Exit::Done);
    assert_same(&whole, &pieces, "resumed at the end");
}

/// Copies a run while it goes on, and lets the copies run to the end.
fn copy_and_go<const D: usize>(make: fn() -> Scene<D>, apart: u64, checkpoint: Duration) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let make = || {
        let mut scene = make();
        scene.output.checkpoint = checkpoint;
        scene
    };
    let mut copies = Vec::new();
    run(make(), &path("whole"), &mut |step| {
        if copies.last().is_none_or(|last| step > last + apart) {
            copies.push(step);
            copy(&path("whole"), &path(&step.to_string()));
        }
        Control::GoOn
    });
    assert!(copies.len() > 5, "{copies:?}");
    for step in copies {
        let copy = path(&step.to_string());
        assert_eq!(resume(make(), &copy, &mut |_| Control::GoOn).exit, Exit::Done);
        assert_same(&path("whole"), &copy, &format!("copied at step {step}"));
    }
}

#[test]
fn rain_and_removal_stopped_at_many_moments() {
    stop_and_go(rain, 3);
}

#[test]
fn a_periodic_channel_stopped_at_many_moments() {
    stop_and_go(channel, 4);
}

/// Checkpoints at every instant: the log may be ahead of them by one row.
#[test]
fn whatever_a_kill_leaves_goes_on() {
    copy_and_go(rain, 50, Duration::from_millis(3));
    copy_and_go(channel, 150, Duration::ZERO);
}

/// The first checkpoint alone: everything after it is written once more.
#[test]
fn from_the_first_checkpoint() {
    copy_and_go(channel, 150, Duration::from_secs(3600));
}
