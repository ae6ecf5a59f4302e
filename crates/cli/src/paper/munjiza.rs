//! Munjiza, Rougier, John 2005, sections 6 and 7: the cumulative time of ten detections.
//!
//! * Example I: packing A against N, for MR and the two slower combinations, beside ours.
//! * Examples II to IV: packings B, C, D against the spacing, 1 to 200 diameters.
//! * Section 7: the mixture of sizes 1 to 1/32 against N, for MMR.
//!
//! The paper does not say how its bodies move. Ours take a small random step between detections, so
//! that MR sort, which repairs the order of the step before, has something to repair.

use super::Effort;
use super::claims::Evidence;
use super::curve::Curve;
use super::report::{Report, reference};
use super::scenes::{JITTER, Jittered};
use super::sweep::{Experiment, Row, Sweep, everywhere};
use crate::error::Failure;
use crate::progress::Progress;
use esker::prelude::{Packings, Recipe};
use esker_output::{Axis, Table, decimal, number};

pub(super) const CLAIMS: &str = include_str!("../../../../papers/munjiza/claims.json");

pub(super) const ON_EQUAL_SIZES: &[&str] = &["mr", "mr-quicksort", "mr-binary", "grid", "hashing2"];
pub(super) const ON_SPACINGS: &[&str] = &["mr", "grid"];
pub(super) const ON_MANY_SIZES: &[&str] = &["mmr", "hierarchical-grid", "mr"];

const DETECTIONS: usize = 10;

/// The experiments of the paper.
struct Measured {
    dense: Experiment,
    /// Packings B, C and D.
    loose: [Experiment; 3],
    mixture: Experiment,
}

pub(super) fn reproduce(effort: Effort) -> Result<Report, Failure> {
    let measured = measure(effort)?;
    let Measured { dense, loose: [b, c, d], mixture } = &measured;
    let experiments = [dense, b, c, d, mixture].map(Clone::clone).to_vec();
    let mut report = Report::open(CLAIMS, effort, &evidence(&measured), experiments)?;
    report.page.paragraph(&format!(
        "Every time is the sum of ten detections, as in the paper. Between two detections every body \
         moves by a random step of at most {JITTER} of its diameter along each axis, outside of the \
         clock, so that MR sort has an order to repair. The first detection takes the set as new."
    ));
    show_example_1(&mut report, dense);
    show_densities(&mut report, &measured.loose);
    show_mixture(&mut report, dense, mixture);
    show_memory(&mut report, &measured);
    Ok(report)
}

fn measure(effort: Effort) -> Result<Measured, Failure> {
    let sweeps =
        [example_1(effort), density("B", effort), density("C", effort), density("D", effort)];
    let mixture = mixture(effort);
    let passes = sweeps.iter().map(Sweep::passes).sum::<usize>() + mixture.passes();
    let progress = Progress::new(passes);
    let [dense, b, c, d] = sweeps;
    Ok(Measured {
        dense: dense.run(&progress)?,
        loose: [b.run(&progress)?, c.run(&progress)?, d.run(&progress)?],
        mixture: mixture.run(&progress)?,
    })
}

fn scene(packing: &'static str, recipe: Recipe) -> Jittered<3> {
    let entry = Packings::<3>::find(packing).expect("a packing of the list");
    Jittered::new((entry.build)(&recipe))
}

/// Cubes of 20, 30, … bodies along an edge; the largest is the paper's.
fn sizes(effort: Effort) -> Vec<f64> {
    let usual = &[8e3, 27e3, 64e3, 125e3, 343e3, 1e6];
    effort.choose(
        vec![1e3, 2e3, 4e3, 8e3],
        usual.to_vec(),
        [usual, &[2_197e3, 5_000_211.0][..]].concat(),
    )
}

fn example_1(effort: Effort) -> Sweep<Jittered<3>> {
    Sweep {
        name: "packing-A".to_string(),
        variable: "N",
        values: sizes(effort),
        contenders: everywhere(ON_EQUAL_SIZES),
        detections: DETECTIONS,
        patience: effort.patience(),
        scene: Box::new(|count| scene("A", Recipe { count: count as usize, ..Recipe::default() })),
    }
}

fn density(packing: &'static str, effort: Effort) -> Sweep<Jittered<3>> {
    let count = effort.choose(8_000, 125_000, 125_000);
    let usual = vec![1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 150.0, 200.0];
    Sweep {
        name: format!("packing-{packing}"),
        variable: "spacing in diameters",
        values: effort.choose(vec![1.0, 10.0, 200.0], usual.clone(), usual),
        contenders: everywhere(ON_SPACINGS),
        detections: DETECTIONS,
        patience: effort.patience(),
        scene: Box::new(move |spacing| {
            scene(packing, Recipe { count, spacing, ..Recipe::default() })
        }),
    }
}

fn mixture(effort: Effort) -> Sweep<Jittered<3>> {
    Sweep {
        name: "mixture".to_string(),
        variable: "N",
        values: effort.choose(vec![1e3, 2e3], vec![8e3, 27e3, 64e3], sizes(effort)),
        contenders: everywhere(ON_MANY_SIZES),
        detections: DETECTIONS,
        patience: effort.patience(),
        scene: Box::new(|count| {
            scene("munjiza-mix", Recipe { count: count as usize, ..Recipe::default() })
        }),
    }
}

fn evidence(measured: &Measured) -> Vec<Evidence> {
    [evidence_of_packings(measured), evidence_of_mixture(measured), evidence_of_memory(measured)]
        .into_iter()
        .flatten()
        .collect()
}

fn last(curve: Curve) -> Option<f64> {
    curve.last().map(|point| point[1])
}

fn evidence_of_packings(measured: &Measured) -> Vec<Evidence> {
    let Measured { dense, loose: [b, c, d], .. } = measured;
    let mr = dense.seconds("mr");
    let quicksort = dense.seconds("mr-quicksort");
    let binary = dense.seconds("mr-binary");
    let difference = quicksort.exponent().zip(mr.exponent()).map(|(a, b)| a - b);
    let spread = |experiment: &Experiment| experiment.seconds("mr").spread();
    let sort = b.curve("mr", |row| row.run.update_seconds).spread();
    let search = b.curve("mr", search_seconds).spread();
    let parts = [("sort".to_string(), sort), ("search".to_string(), search)];
    vec![
        Evidence::one("linear", "mr", mr.exponent()),
        Evidence::one("quicksort-exponent", "mr-quicksort", difference),
        Evidence::one("quicksort", "mr-quicksort", last(quicksort.over(&mr))),
        Evidence::one("binary", "mr-binary", last(binary.over(&quicksort))),
        Evidence::one("density-b", "mr", spread(b)),
        Evidence { id: "density-b-parts", numbers: parts.to_vec() },
        Evidence::one("density-c", "mr", spread(c)),
        Evidence::one("density-d", "mr", spread(d)),
    ]
}

fn evidence_of_mixture(measured: &Measured) -> Vec<Evidence> {
    let Measured { dense, mixture, .. } = measured;
    let mmr = mixture.seconds("mmr");
    let against_equal_sizes = last(mmr.over(&dense.seconds("mr")));
    vec![
        Evidence::one("over-reporting", "mr", last(mixture.seconds("mr").over(&mmr))),
        Evidence::one("mmr-linear", "mmr", mmr.exponent()),
        Evidence::one("mmr-dearer", "mmr", against_equal_sizes),
        Evidence::one("mmr-bound", "mmr", against_equal_sizes),
    ]
}

fn evidence_of_memory(measured: &Measured) -> Vec<Evidence> {
    let Measured { dense, loose, mixture } = measured;
    let mr = bytes(dense, "mr");
    let spread = |(experiment, packing): (&Experiment, &str)| {
        (format!("packing {packing}"), bytes(experiment, "mr").spread())
    };
    let spreads = loose.iter().zip(["B", "C", "D"]).map(spread).collect();
    vec![
        Evidence::one("memory", "mr", last(mr.clone())),
        Evidence { id: "memory-density", numbers: spreads },
        Evidence::one("mmr-memory", "mmr", last(bytes(mixture, "mmr").over(&mr))),
    ]
}

fn bytes(experiment: &Experiment, method: &str) -> Curve {
    experiment.curve(method, |row| row.bytes_per_body)
}

fn search_seconds(row: &Row) -> f64 {
    row.run.seconds - row.run.update_seconds
}

fn show_example_1(report: &mut Report, dense: &Experiment) {
    report.page.section("Example I: packing A, a lattice of touching bodies");
    report.page.paragraph(
        "`mr` is MR sort with MR search (the paper's figure 20), `mr-quicksort` is quick sort with MR \
         search (figure 21), `mr-binary` is quick sort with binary search (figure 22). `grid` and \
         `hashing2` are not in the paper.",
    );
    let curves = dense.curves(|row| row.run.seconds);
    let axes = [Axis::log("N, bodies"), Axis::log("seconds for ten detections")];
    let mut plot = report.plot("Cumulative time of ten detections", axes, &curves);
    plot.add(reference("proportional to N", 1.0, &curves));
    report.page.figure(&plot, "Time against N, packing A. The paper's figures 20 to 22.");
    let per_body = dense.curves(|row| row.run.seconds * 1e9 / (DETECTIONS * row.bodies) as f64);
    let axes = [Axis::log("N, bodies"), Axis::linear("nanoseconds per body and detection")];
    let plot = report.plot("Time per body", axes, &per_body);
    report.page.figure(&plot, "The same per body: a method that is linear in N is a level line.");
    report.table_of_exponents(&curves);
}

fn show_densities(report: &mut Report, loose: &[Experiment; 3]) {
    report.page.section("Examples II, III, IV: packings B, C, D, ever looser");
    let bodies = loose[0].rows.first().map_or(f64::NAN, |row| row.bodies as f64);
    report.page.paragraph(&format!(
        "{} bodies on a lattice whose spacing grows from 1 to 200 diameters: along x (B), along x and \
         y (C), along all axes (D); two diameters along the others. The densities fall by factors of \
         200, 40 000 and 8 000 000. At a spacing of 1 neighbours touch and have to be tested and \
         reported, from 3 on few or none are candidates: the ratio is given for both ranges.",
        number(bodies)
    ));
    let head = ["packing", "method", "shortest, s", "longest, s", "ratio", "ratio from 3 on"];
    let mut table = Table::numbers(&head);
    let names = [("B", "figure 24"), ("C", "figure 28"), ("D", "figure 30")];
    for (experiment, (packing, figure)) in loose.iter().zip(names) {
        let curves = experiment.curves(|row| row.run.seconds);
        let title = format!("Packing {packing}: cumulative time of ten detections");
        let plot = report.plot(&title, spacing_axes(), &curves);
        report.page.figure(&plot, &format!("Time against spacing. The paper's {figure}."));
        for curve in &curves {
            let (longest, ratio) = (curve.largest(), curve.spread());
            let shortest = longest.zip(ratio).map(|(longest, ratio)| longest / ratio);
            let cells = [shortest, longest, ratio, curve.from(3.0).spread()];
            let cells = cells.map(|value| value.map_or(String::new(), |value| decimal(value, 3)));
            let names = [packing.to_string(), format!("`{}`", curve.name)];
            table.row(names.into_iter().chain(cells));
        }
    }
    report.page.table(&table);
    let part = |name: &str, number: fn(&Row) -> f64| Curve {
        name: name.to_string(),
        ..loose[0].curve("mr", number)
    };
    let parts = [
        part("mr, sort only", |row| row.run.update_seconds),
        part("mr, search only", search_seconds),
    ];
    let plot = report.plot("Packing B: the two parts of MR", spacing_axes(), &parts);
    report.page.figure(&plot, "Sort and search apart. The paper's figures 25 and 26.");
}

fn spacing_axes() -> [Axis; 2] {
    [Axis::log("spacing, diameters"), Axis::linear("seconds for ten detections")]
}

fn show_mixture(report: &mut Report, dense: &Experiment, mixture: &Experiment) {
    report.page.section("Section 7: sizes from 1 to 1/32");
    report.page.paragraph(
        "Diameters from 1 down to 1/32, uniform on the logarithm by (36), at a solid fraction of 0.5, \
         pushed apart until no overlap is deep. `mr` gives every body the cell of the largest one; \
         `hierarchical-grid` is not in the paper. Dashed: `mr` on bodies of one size, packing A.",
    );
    let curves = mixture.curves(|row| row.run.seconds);
    let axes = [Axis::log("N, bodies"), Axis::log("seconds for ten detections")];
    let mut plot = report.plot("Cumulative time of ten detections, many sizes", axes, &curves);
    let last =
        curves.iter().filter_map(|curve| curve.last()).map(|point| point[0]).fold(0.0, f64::max);
    let equal = dense.seconds("mr").up_to(last);
    let style = report.style("mr");
    plot.add(esker_output::Series::dashed("mr, packing A", style, equal.points));
    report.page.figure(&plot, "Time against N, sizes 1 to 1/32. The paper's figure 32.");
    report.table_of_exponents(&curves);
    let mut table = Table::numbers(&["method", "N", "seconds", "candidates over optimum"]);
    for row in &mixture.rows {
        let accuracy = number(row.candidates_over_optimum());
        table.row([
            format!("`{}`", row.method),
            number(row.value),
            number(row.run.seconds),
            accuracy,
        ]);
    }
    report.page.table(&table);
}

fn show_memory(report: &mut Report, measured: &Measured) {
    report.page.section("Memory");
    report.page.paragraph(
        "The paper's MR keeps 5 integers per body in 3D by (25), three cell coordinates and two \
         pointers: 20 bytes with integers of 32 bits, or 8 if the coordinates are computed anew. Ours \
         is counted: the most bytes a method held at a time beyond the positions and the list of \
         pairs, for a body.",
    );
    let Measured { dense, loose: [_, _, loosest], mixture } = measured;
    let mut table = Table::numbers(&["set", "method", "N", "bytes for a body"]);
    for (name, experiment) in
        [("packing A", dense), ("packing D, spacing 200", loosest), ("sizes 1 to 1/32", mixture)]
    {
        let Some(largest) = experiment.rows.last().map(|row| row.value) else { continue };
        for row in experiment.rows.iter().filter(|row| row.value == largest) {
            let (method, bytes) = (format!("`{}`", row.method), decimal(row.bytes_per_body, 1));
            table.row([name.to_string(), method, number(row.bodies as f64), bytes]);
        }
    }
    report.page.table(&table);
}
