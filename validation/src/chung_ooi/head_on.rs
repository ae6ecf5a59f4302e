//! Tests 1 to 3: impacts along the normal, elastic and damped.

use super::{Matter, compare_curve, pairing};
use crate::case::{Outcome, Ran, Setting, Tolerance};
use crate::impact::{Impact, Met, Partner};
use esker_output::{Axis, Plot, Series};
use std::error::Error;

/// A file of points, what it is of, and how far its points are from Hertz's curve as given (rms over the
/// strongest force) and half a last digit.
type File = (&'static str, &'static str, f64);

/// Two balls of 1 cm at 10 m/s each.
pub fn test_1(setting: &Setting<'_>) -> Ran {
    let matters =
        [Matter::new("glass", 48e9, 0.2, 2800.0), Matter::new("limestone", 20e9, 0.25, 2500.0)];
    let impacts = matters.map(|matter| {
        let partner = Partner::Ball(matter.ball(0.01, [0.0, 10.0], 0.0));
        let ball = matter.ball(0.01, [0.0, -10.0], 0.0);
        Impact { partner, ..matter.onto_plane(ball, pairing(1.0, 0.35)) }
    });
    let files = [
        ("test1_force_vs_time_glass", "glass", 0.0065),
        ("test1_force_vs_overlap_glass", "glass", 0.0035),
        ("test1_force_vs_time_limestone", "limestone", 0.0135),
        ("second-digitisation/test1_force_vs_time_glass", "glass", 0.02),
    ];
    elastic(setting, &impacts, &files)
}

/// A ball of 10 cm at 0.2 m/s onto a rigid plane.
pub fn test_2(setting: &Setting<'_>) -> Ran {
    let matters =
        [Matter::new("al-alloy", 70e9, 0.3, 2699.0), Matter::new("mg-alloy", 40e9, 0.35, 1800.0)];
    let impacts = matters
        .map(|matter| matter.onto_plane(matter.ball(0.1, [0.0, -0.2], 0.0), pairing(1.0, 0.0)));
    let files = [
        ("test2_force_vs_time_al-alloy", "al-alloy", 0.0025),
        ("test2_force_vs_overlap_al-alloy", "al-alloy", 0.0075),
        ("test2_force_vs_time_mg-alloy", "mg-alloy", 0.0055),
        ("second-digitisation/test2_force_vs_time_al-alloy", "al-alloy", 0.02),
    ];
    elastic(setting, &impacts, &files)
}

/// A ball of 2.5 mm at 3.9 m/s onto a rigid plane. The tests' e = 0 has no finite damping: 0.05 stands for it.
pub fn test_3(_setting: &Setting<'_>) -> Ran {
    let matters = [
        Matter::new("al-oxide", 380e9, 0.23, 4000.0),
        Matter::new("cast-iron", 100e9, 0.25, 7000.0),
    ];
    let mut outcome = Outcome::default();
    for matter in matters {
        for restitution in [0.05, 0.2, 0.4, 0.6, 0.8, 1.0] {
            let ball = matter.ball(0.0025, [0.0, -3.9], 0.0);
            let met = matter.onto_plane(ball, pairing(restitution, 0.0)).run()?;
            let what = format!("{}: restitution out of {restitution}", matter.name);
            outcome.row(&what, met.velocity[0][1] / 3.9, restitution, Tolerance::Within(1e-3));
        }
    }
    Ok(outcome)
}

/// Impacts that lose nothing, against Hertz and against the points of files.
fn elastic(setting: &Setting<'_>, impacts: &[Impact], files: &[File]) -> Ran {
    let mut outcome = Outcome::default();
    for impact in impacts {
        let (hertz, met) = (impact.hertz(), impact.run()?);
        let name = impact.ball.material.name.as_str();
        let mut row = |what: &str, ours, expected| {
            outcome.row(&format!("{name}: {what}"), ours, expected, Tolerance::Share(1e-3));
        };
        row("peak force (N)", met.strongest, hertz.strongest());
        row("deepest overlap (m)", met.deepest, hertz.deepest());
        row("duration (s)", met.duration, hertz.duration());
        row("speed after (m/s)", met.velocity[0][1], -impact.ball.velocity[1]);
        let all = files.iter().filter(|(_, of, _)| *of == name);
        for (file, _, most) in all {
            compare_forces(setting, &mut outcome, (file, *most), &met)?;
        }
    }
    Ok(outcome)
}

/// Compares force against time (µs) or overlap (µm) with the points of a file, in kN.
fn compare_forces(
    setting: &Setting<'_>,
    outcome: &mut Outcome,
    (file, most): (&str, f64),
    met: &Met,
) -> Result<(), Box<dyn Error>> {
    let by_time = file.contains("_vs_time_");
    let force = |at: f64| match by_time {
        true => met.force_at_time(1e-6 * at),
        false => met.force_at_overlap(1e-6 * at),
    };
    let points = compare_curve(outcome, (&setting.data, file), most, |[at, kilonewtons]| {
        Ok((1e3 * kilonewtons - force(at)) / met.strongest)
    })?;
    let (label, length) = match by_time {
        true => ("time (µs)", met.duration),
        false => ("overlap (µm)", met.deepest),
    };
    let places = (0..=100).map(|k| 1e4 * length * f64::from(k));
    let mut plot = Plot::new(file, Axis::linear(label), Axis::linear("normal force (kN)"));
    plot.add(Series::dashed("esker", 0, places.map(|at| [at, 1e-3 * force(at)]).collect()));
    plot.add(Series::line("digitised", 1, points));
    outcome.figures.push((plot, format!("{file}: ours and the points of the paper's figure.")));
    Ok(())
}
