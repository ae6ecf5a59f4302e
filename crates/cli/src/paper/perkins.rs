//! Perkins 1999, section 6: a square of discs with a fixed rim and alternating velocities.
//!
//! * Test 1: discs of one size, the time of all steps against N, the exponent of N (figures 10, 11).
//! * Test 2: discs of several sizes, the time at 800 objects against the size ratio (figure 12), and
//!   DESS2 against N for ratios up to 32 (figure 13).
//!
//! Accuracy is his first measure: candidates over the optimum, which is what the bounding volume
//! check reports, that is, the pairs that overlap.

use super::Effort;
use super::claims::Evidence;
use super::curve::Curve;
use super::report::{Report, reference};
use super::sweep::{Contender, Experiment, Row, Sweep, everywhere};
use crate::error::Failure;
use crate::progress::Progress;
use esker::packing::{Tray, disc_tray};
use esker_output::{Axis, Table, number};

pub(super) const CLAIMS: &str = include_str!("../../../../papers/perkins/claims.json");

/// What looks at all pairs of bodies, or at all bodies for each: only for small N.
pub(super) const QUADRATIC: &[&str] = &["bounding-volume", ONE_PASS];
const ONE_PASS: &str = "spatial-sort:way=one-pass";

pub(super) const METHODS: &[&str] = &[
    "spatial-sort",
    "hashing",
    "hashing2",
    "r-tree",
    "dess",
    "dess2",
    "striped-dess",
    "dess-r-tree",
    "grid",
    "auto",
];

/// The text compares methods "for less than 12000 objects".
const BELOW_12000: f64 = 11_999.0;

/// The experiments of the thesis; test 2 and DESS2 once for every size ratio.
struct Measured {
    test_1: Experiment,
    test_2: Vec<(f64, Experiment)>,
    dess2: Vec<(f64, Experiment)>,
}

pub(super) fn reproduce(effort: Effort) -> Result<Report, Failure> {
    let measured = measure(effort)?;
    let Measured { test_1, test_2, dess2 } = &measured;
    let of_ratios = test_2.iter().chain(dess2).map(|(_, experiment)| experiment.clone());
    let experiments = std::iter::once(test_1.clone()).chain(of_ratios).collect();
    let mut report = Report::open(CLAIMS, effort, &evidence(&measured), experiments)?;
    report.page.paragraph(&format!(
        "Every time is the sum of {} steps; the thesis has 500. In a step every free disc flies a \
         hundredth of the largest diameter along each axis, outside of the clock, and turns back at \
         the rim; discs pass through each other, which makes and ends contacts all the time. The rim \
         is fixed: pairs of two rim discs are left out. The thesis times its steps inside MIMES, \
         where the contacts are resolved as well; here a candidate is tested and no more.",
        steps(effort)
    ));
    show_test_1(&mut report, test_1);
    show_accuracy(&mut report, test_1);
    show_test_2(&mut report, &measured);
    Ok(report)
}

fn measure(effort: Effort) -> Result<Measured, Failure> {
    let test_1 = test_1(effort);
    let ratios = effort.choose(vec![1.0, 4.0, 32.0], RATIOS.to_vec(), RATIOS.to_vec());
    let test_2: Vec<_> = ratios.iter().map(|&ratio| (ratio, test_2(ratio, effort))).collect();
    let dess2: Vec<_> = ratios.iter().map(|&ratio| (ratio, dess2(ratio, effort))).collect();
    let of_ratios = test_2.iter().chain(&dess2).map(|(_, sweep)| sweep.passes()).sum::<usize>();
    let progress = Progress::new(test_1.passes() + of_ratios);
    let run = |sweeps: Vec<(f64, Sweep<Tray>)>| -> Result<Vec<_>, Failure> {
        sweeps.into_iter().map(|(ratio, sweep)| Ok((ratio, sweep.run(&progress)?))).collect()
    };
    Ok(Measured { test_1: test_1.run(&progress)?, test_2: run(test_2)?, dess2: run(dess2)? })
}

const RATIOS: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

fn steps(effort: Effort) -> usize {
    effort.choose(100, 500, 500)
}

fn squares(sides: &[usize]) -> Vec<f64> {
    sides.iter().map(|side| (side * side) as f64).collect()
}

/// A sweep over the number of discs of a full square.
fn sweep(name: String, sides: &[usize], ratio: f64, effort: Effort) -> Sweep<Tray> {
    Sweep {
        name,
        variable: "N",
        values: squares(sides),
        contenders: everywhere(METHODS),
        detections: steps(effort),
        patience: effort.patience() / 5.0, // a run is the sum of hundreds of detections already
        scene: Box::new(move |count| disc_tray(count as usize, ratio, 1)),
    }
}

fn test_1(effort: Effort) -> Sweep<Tray> {
    let usual = &[10, 14, 20, 28, 40, 57, 80, 109];
    let full = [&usual[..], &[160, 226]].concat();
    let sides = effort.choose(&usual[..4], usual, &full);
    let up_to = effort.choose(400.0, 3_300.0, 6_400.0);
    let mut sweep = sweep("test-1".to_string(), sides, 1.0, effort);
    sweep.contenders.extend(QUADRATIC.iter().map(|&method| Contender { method, up_to }));
    sweep
}

/// The two full squares around 800 objects, between which the thesis interpolates as well.
fn test_2(ratio: f64, effort: Effort) -> Sweep<Tray> {
    sweep(format!("test-2-ratio-{ratio}"), &[28, 29], ratio, effort)
}

fn dess2(ratio: f64, effort: Effort) -> Sweep<Tray> {
    let usual = &[10, 20, 28, 40, 57, 80];
    let sides = effort.choose(&usual[..3], usual, usual);
    let contenders = everywhere(&["dess2"]);
    Sweep { contenders, ..sweep(format!("dess2-ratio-{ratio}"), sides, ratio, effort) }
}

/// One method's number against the size ratio, interpolated to 800 objects.
fn at_800(test_2: &[(f64, Experiment)], method: &str, number: impl Fn(&Row) -> f64) -> Curve {
    let point = |(ratio, experiment): &(f64, Experiment)| {
        Some([*ratio, experiment.curve(method, &number).interpolated(800.0)?])
    };
    Curve { name: method.to_string(), points: test_2.iter().filter_map(point).collect() }
}

fn evidence(measured: &Measured) -> Vec<Evidence> {
    let Measured { test_1, test_2, .. } = measured;
    [evidence_of_test_1(test_1), evidence_of_accuracy(test_1), evidence_of_test_2(test_2)]
        .into_iter()
        .flatten()
        .collect()
}

fn last(curve: Curve) -> Option<f64> {
    curve.last().map(|point| point[1])
}

fn evidence_of_test_1(test_1: &Experiment) -> Vec<Evidence> {
    let seconds = |method: &str| test_1.seconds(method);
    let heading = |method: &str| (method.to_string(), seconds(method).final_exponent());
    let below_12000 = |curve: Curve| curve.up_to(BELOW_12000).largest();
    let against_hashing2 = seconds("dess2").over(&seconds("hashing2"));
    let slower_over_faster = against_hashing2.map(|[_, ratio]| ratio.max(1.0 / ratio));
    let against_hashing = seconds("dess2").over(&seconds("hashing"));
    let one = |id, method: &str| Evidence { id, numbers: vec![heading(method)] };
    vec![
        one("hashing2-linear", "hashing2"),
        Evidence { id: "root-n", numbers: ["dess", "dess2", "hashing"].map(heading).to_vec() },
        Evidence::one("insertion", "dess2", last(seconds("dess2").over(&seconds("dess")))),
        Evidence::one("factor-two", "dess2", below_12000(slower_over_faster)),
        Evidence::one("near-hashing", "dess2", below_12000(against_hashing)),
        one("spatial-sort", ONE_PASS),
        one("stripes", "striped-dess"),
    ]
}

fn evidence_of_accuracy(test_1: &Experiment) -> Vec<Evidence> {
    let candidates = |method| test_1.curve(method, |row| row.run.candidates as f64);
    let against_sorting = |method| last(candidates(method).over(&candidates("spatial-sort")));
    let accuracy = test_1.curve("spatial-sort", Row::candidates_over_optimum);
    vec![
        Evidence::one("accuracy-sorting", "spatial-sort", last(accuracy)),
        Evidence::one("accuracy-hashing", "hashing", against_sorting("hashing")),
        Evidence::one("accuracy-r-tree", "r-tree", against_sorting("r-tree")),
    ]
}

fn evidence_of_test_2(test_2: &[(f64, Experiment)]) -> Vec<Evidence> {
    let seconds = |method: &str| at_800(test_2, method, |row| row.run.seconds);
    let four_over_one = |curve: Curve| curve.at(4.0).zip(curve.at(1.0)).map(|(a, b)| a / b);
    let sizes = |method: &str| (method.to_string(), four_over_one(seconds(method)));
    let against =
        |method: &str| (method.to_string(), seconds("dess2").over(&seconds(method)).at(4.0));
    // The pairs of every method have been compared: a method that is there has missed none.
    let missed = |method: &str| (method.to_string(), seconds(method).at(32.0).map(|_| 0.0));
    let hashing = ["hashing", "hashing2"];
    let accuracy = four_over_one(at_800(test_2, "hashing", Row::candidates_over_optimum));
    let dess = ["dess", "dess2", "striped-dess"];
    vec![
        Evidence::one("accuracy-sizes", "hashing", accuracy),
        Evidence { id: "dess-sizes", numbers: dess.map(sizes).to_vec() },
        Evidence { id: "dess-against-hashing", numbers: hashing.map(against).to_vec() },
        Evidence { id: "hashing-fails", numbers: hashing.map(missed).to_vec() },
        Evidence::one("no-size-dependence", "dess2", seconds("dess2").spread()),
    ]
}

fn show_test_1(report: &mut Report, test_1: &Experiment) {
    report.page.section("Test 1: discs of one size");
    report.page.paragraph(
        "`spatial-sort` takes the second of the three ways in 4.1.1.3, which the thesis prefers; \
         `spatial-sort:way=one-pass` the third, which MIMES had used. `dess-r-tree` is its future \
         work; `grid` and `auto` are not in the thesis. What is quadratic stops at small N.",
    );
    let curves = test_1.curves(|row| row.run.seconds);
    let axes = [Axis::log("N, discs"), Axis::log("seconds for all steps")];
    let mut plot = report.plot("Detection time of all steps", axes, &curves);
    plot.add(reference("proportional to N", 1.0, &curves));
    plot.add(reference("proportional to N√N", 1.5, &curves));
    report.page.figure(&plot, "Time against N, both axes logarithmic. The thesis' figure 10.");
    let exponents: Vec<_> = curves.iter().map(Curve::local_exponents).collect();
    let axes = [Axis::log("N, discs"), Axis::linear("exponent of N")];
    let plot = report.plot("Slope of the curves above", axes, &exponents);
    report.page.figure(&plot, "The exponent between neighbouring N. The thesis' figure 11.");
    report.table_of_exponents(&curves);
}

fn show_accuracy(report: &mut Report, test_1: &Experiment) {
    report.page.section("Accuracy");
    report.page.paragraph(
        "How many pairs a method reports for each pair that overlaps; 1 is the optimum, what the \
         bounding volume check reports. Discs of one size, the largest N of each method.",
    );
    let mut table = Table::numbers(&["method", "N", "candidates over optimum"]);
    for curve in test_1.curves(Row::candidates_over_optimum) {
        let Some([count, accuracy]) = curve.last() else { continue };
        table.row([format!("`{}`", curve.name), number(count), number(accuracy)]);
    }
    report.page.table(&table);
}

fn show_test_2(report: &mut Report, measured: &Measured) {
    report.page.section("Test 2: discs of varying size");
    report.page.paragraph(
        "Diameters between the largest and the largest over the size ratio, on the same places. The \
         times are interpolated to 800 objects between full squares of 784 and 841, as in the thesis, \
         which has ratios of 1, 2 and 4 for all methods and up to 32 for DESS2.",
    );
    let of_all = |number: fn(&Row) -> f64| -> Vec<Curve> {
        METHODS.iter().map(|method| at_800(&measured.test_2, method, number)).collect()
    };
    let seconds = of_all(|row| row.run.seconds);
    let axes = [Axis::log("size ratio"), Axis::linear("seconds for all steps")];
    let plot = report.plot("Detection time at 800 objects", axes, &seconds);
    report.page.figure(&plot, "Time against the size ratio. The thesis' figure 12.");
    let head = ["candidates over optimum".to_string()];
    let ratios = measured.test_2.iter().map(|(ratio, _)| format!("ratio {ratio}"));
    let mut table = Table::numbers(&head.into_iter().chain(ratios).collect::<Vec<_>>());
    for curve in of_all(Row::candidates_over_optimum) {
        let cells = curve.points.iter().map(|point| number(point[1]));
        table.row(std::iter::once(format!("`{}`", curve.name)).chain(cells));
    }
    report.page.table(&table);
    let of_ratio = |(ratio, experiment): &(f64, Experiment)| Curve {
        name: format!("ratio {ratio}"),
        ..experiment.seconds("dess2")
    };
    let dess2: Vec<_> = measured.dess2.iter().map(of_ratio).collect();
    let axes = [Axis::log("N, discs"), Axis::log("seconds for all steps")];
    let plot = report.plot("DESS2 at size ratios up to 32", axes, &dess2);
    report.page.figure(&plot, "Time of `dess2` against N. The thesis' figure 13.");
}
