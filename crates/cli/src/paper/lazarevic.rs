//! Lazarević, Dvornik, Fresl 2002, figure 5 and section 4: fixed cubes against nested loops.
//!
//! ```text
//!   sparsest   o . o .      a cube is cut by one ball at most: balls two cubes apart
//!   densest    ooooooo      a cube is cut by twenty on average: V(a, r) / 20 for each ball,
//!              ooooooo      with V = a³ + 6a²r + 3πar² + 4πr³/3, all places whose ball cuts it
//! ```
//!
//! Cubes and balls are those of table 1: a = 0.5 m, radii 0.215 to 0.225 m, 22 741 grains and 3 821
//! wall balls, which are sorted once.

use super::Effort;
use super::claims::Evidence;
use super::curve::Curve;
use super::report::{Report, reference};
use super::scenes::Jittered;
use super::silo;
use super::sweep::{Contender, Experiment, Sweep, everywhere};
use crate::error::Failure;
use crate::progress::Progress;
use esker::packing::Random;
use esker::prelude::{Packing, Packings, Recipe};
use esker_output::{Axis, Series, Table, decimal, number};
use std::f64::consts::PI;
use std::path::Path;

pub(super) const CLAIMS: &str = include_str!("../../../../papers/lazarevic/claims.json");

pub(super) const FIXED_CUBES: &str = "fixed-cubes";
pub(super) const NESTED_LOOPS: &str = "bounding-volume";

/// The edge of a cube, in metres.
const EDGE: f64 = 0.5;
const RADII: [f64; 2] = [0.215, 0.225];
/// Nested loops are measured up to here and extrapolated beyond.
const LOOPS_UP_TO: f64 = 10_000.0;
const DETECTIONS: usize = 10;
/// Wall balls and all balls of the paper's silo.
const WALL_BALLS: f64 = 3_821.0;
const ALL_BALLS: f64 = 22_741.0 + WALL_BALLS;

struct Measured {
    sparsest: Experiment,
    densest: Experiment,
    walls: Experiment,
}

pub(super) fn reproduce(effort: Effort, runs: &Path) -> Result<Report, Failure> {
    let (sparsest, densest) = (figure_5("sparsest", effort), figure_5("densest", effort));
    let walls = walls(effort);
    let progress = Progress::new(sparsest.passes() + densest.passes() + walls.passes());
    let measured = Measured {
        sparsest: sparsest.run(&progress)?,
        densest: densest.run(&progress)?,
        walls: walls.run(&progress)?,
    };
    let Measured { sparsest, densest, walls } = &measured;
    let experiments = [sparsest, densest, walls].map(Clone::clone).to_vec();
    let mut report = Report::open(CLAIMS, effort, &evidence(&measured), experiments)?;
    show_packings(&mut report);
    show_figure_5(&mut report, &measured);
    show_sorting(&mut report, &measured);
    show_walls(&mut report, walls);
    silo::show(&mut report, runs)?;
    Ok(report)
}

/// Balls on a lattice of this spacing in metres.
fn balls(count: usize, spacing: f64) -> Packing<3> {
    let lattice = Packings::<3>::find("D").expect("a packing of the list");
    let mut packing = (lattice.build)(&Recipe { count, spacing, ..Recipe::default() });
    let mut random = Random::new(1);
    packing.radii.fill_with(|| random.between(RADII[0], RADII[1]));
    packing
}

fn spacing_of(packing: &str) -> f64 {
    let r = (RADII[0] + RADII[1]) / 2.0;
    let places =
        EDGE.powi(3) + 6.0 * EDGE * EDGE * r + 3.0 * PI * EDGE * r * r + 4.0 / 3.0 * PI * r.powi(3);
    match packing {
        "sparsest" => 2.0 * EDGE,
        _ => (places / 20.0).cbrt(),
    }
}

fn figure_5(packing: &'static str, effort: Effort) -> Sweep<Jittered<3>> {
    let spacing = spacing_of(packing);
    let decade = |first: f64| (1..10).map(move |step| first * step as f64);
    let usual: Vec<_> = [10.0, 100.0, 1e3, 1e4].into_iter().flat_map(decade).chain([1e5]).collect();
    let quick = vec![10.0, 50.0, 100.0, 500.0, 1e3, 2e3, 5e3, 1e4, 3e4];
    let mut contenders = everywhere(&[FIXED_CUBES]);
    contenders.push(Contender { method: NESTED_LOOPS, up_to: LOOPS_UP_TO });
    Sweep {
        name: packing.to_string(),
        variable: "n",
        values: effort.choose(quick, usual.clone(), usual),
        contenders,
        detections: DETECTIONS,
        patience: effort.patience(),
        scene: Box::new(move |count| Jittered::new(balls(count as usize, spacing))),
    }
}

/// The densest packing with a share of its balls fixed: those farthest from the vertical axis.
fn walls(effort: Effort) -> Sweep<Jittered<3>> {
    let count = effort.choose(2_000, ALL_BALLS as usize, ALL_BALLS as usize);
    Sweep {
        name: "walls".to_string(),
        variable: "share of fixed balls",
        values: vec![0.0, WALL_BALLS / ALL_BALLS, 0.3, 0.5, 0.7, 0.9],
        contenders: everywhere(&[FIXED_CUBES]),
        detections: effort.choose(20, 50, 50),
        patience: effort.patience(),
        scene: Box::new(move |share| {
            let packing = balls(count, spacing_of("densest"));
            let fixed = outermost(&packing, share);
            Jittered::new(packing).with_fixed(fixed)
        }),
    }
}

fn outermost(packing: &Packing<3>, share: f64) -> Vec<bool> {
    let side = packing.centers.iter().map(|center| center[0]).fold(0.0, f64::max);
    let middle = (side + packing.centers[0][0]) / 2.0;
    let off_axis = |ball: usize| {
        let [x, y, _] = packing.centers[ball];
        (x - middle).hypot(y - middle)
    };
    let mut order: Vec<usize> = (0..packing.centers.len()).collect();
    order.sort_by(|&a, &b| off_axis(b).total_cmp(&off_axis(a)));
    let mut fixed = vec![false; order.len()];
    for &ball in &order[..(share * order.len() as f64).round() as usize] {
        fixed[ball] = true;
    }
    fixed
}

fn evidence(measured: &Measured) -> Vec<Evidence> {
    let Measured { sparsest, densest, walls } = measured;
    let both = [("sparsest", sparsest), ("densest", densest)];
    let of_both = |number: &dyn Fn(&Experiment) -> Option<f64>| {
        both.map(|(name, experiment)| (name.to_string(), number(experiment))).to_vec()
    };
    let sorting = |experiment: &Experiment| {
        experiment.curve(FIXED_CUBES, |row| row.run.update_seconds).from(1e3).exponent()
    };
    let loops = |experiment: &Experiment| experiment.seconds(NESTED_LOOPS).from(1e3).exponent();
    let against_loops = |experiment: &Experiment| {
        experiment.seconds(NESTED_LOOPS).over(&experiment.seconds(FIXED_CUBES)).at(LOOPS_UP_TO)
    };
    let sorting_of_a_step = walls_curve(walls);
    let half =
        sorting_of_a_step.at(0.5).zip(sorting_of_a_step.at(0.0)).map(|(half, none)| half / none);
    vec![
        Evidence { id: "linear", numbers: of_both(&sorting) },
        Evidence { id: "quadratic", numbers: of_both(&loops) },
        Evidence { id: "time-consuming", numbers: of_both(&against_loops) },
        Evidence::one("walls-once", FIXED_CUBES, half),
    ]
}

/// Milliseconds of sorting in a step, the first of a new set left out.
fn walls_curve(walls: &Experiment) -> Curve {
    walls.curve(FIXED_CUBES, |row| {
        let later = row.run.update_seconds - row.run.first_update_seconds;
        later * 1e3 / (walls.detections - 1) as f64
    })
}

fn show_packings(report: &mut Report) {
    report.page.section("The packings");
    report.page.paragraph(&format!(
        "The paper measures \"the densest observed packing\", 20 balls to a cube, and \"theoretically, \
         the sparsest\", one. Ours are lattices whose balls take a small random step between two \
         detections, outside of the clock, with the paper's radii, 0.215 to 0.225 m. In the sparsest \
         they are {} m apart, so that one of the paper's cubes, of 0.5 m, is cut by one ball at most \
         wherever it lies; in the densest {} m, so that it is cut by 20 on average. Our own cubes are \
         as small as (6) allows: Δ is next to nothing.",
        decimal(spacing_of("sparsest"), 3),
        decimal(spacing_of("densest"), 3)
    ));
}

/// Milliseconds of one detection.
fn milliseconds(experiment: &Experiment, method: &str, name: &str) -> Curve {
    let curve = experiment.curve(method, |row| row.run.seconds * 1e3 / DETECTIONS as f64);
    Curve { name: name.to_string(), ..curve }
}

fn show_figure_5(report: &mut Report, measured: &Measured) {
    report.page.section("Figure 5: fixed cubes against nested loops");
    report.page.paragraph(
        "The time of one detection, the mean of ten. O(n²) is `bounding-volume` on the densest \
         packing, measured up to n = 10 000 and extrapolated beyond; the scale ends where it leaves \
         the other two far behind.",
    );
    let cubes = [
        milliseconds(&measured.sparsest, FIXED_CUBES, "fixed cubes, sparsest"),
        milliseconds(&measured.densest, FIXED_CUBES, "fixed cubes, densest"),
    ];
    let loops = milliseconds(&measured.densest, NESTED_LOOPS, "O(n²), measured");
    for (part, largest) in [("a", 1e2), ("b", 1e3), ("c", 1e4), ("d", 1e5)] {
        let title = format!("({part}) n up to {}", number(largest));
        show_part(report, &title, largest, [&cubes[0], &cubes[1], &loops]);
    }
    let curves = cubes.into_iter().chain([loops]).collect::<Vec<_>>();
    let axes = [Axis::log("n, balls"), Axis::log("milliseconds for a detection")];
    let plot = report.plot("All n, both axes logarithmic", axes, &curves);
    report.page.figure(&plot, "The four parts in one.");
}

/// One part of figure 5. The scale ends at three times what fixed cubes need.
fn show_part(report: &mut Report, title: &str, largest: f64, curves: [&Curve; 3]) {
    let [sparsest, densest, loops] = curves.map(|curve| curve.from(largest / 10.0).up_to(largest));
    let largest_of = |curve: &Curve| curve.largest().unwrap_or(f64::NAN);
    let needed = 3.0 * largest_of(&sparsest).max(largest_of(&densest));
    let axes =
        [Axis::linear("n, balls"), Axis::linear("milliseconds for a detection").up_to(needed)];
    let mut plot = report.plot(title, axes, &[sparsest, densest, loops.clone()]);
    if largest > LOOPS_UP_TO
        && let Some([measured, time]) = loops.last()
    {
        let count = |step: usize| measured + (largest - measured) * step as f64 / 40.0;
        let law = |count: f64| [count, time * (count / measured).powi(2)];
        let points = (0..=40).map(|step| law(count(step))).collect();
        plot.add(Series::dashed("O(n²), extrapolated", report.style(&loops.name), points));
    }
    report.page.figure(&plot, &format!("Time against n. The paper's figure 5{}.", &title[..3]));
}

fn show_sorting(report: &mut Report, measured: &Measured) {
    report.page.section("Sorting alone");
    report.page.paragraph(
        "The paper's figure shows its sorting procedure. Ours: the objects taken and looked through, \
         and every ball put into the cubes it cuts.",
    );
    let sorting = |name: &str, experiment: &Experiment| Curve {
        name: name.to_string(),
        ..experiment.curve(FIXED_CUBES, |row| row.run.update_seconds * 1e3 / DETECTIONS as f64)
    };
    let curves = [
        sorting("fixed cubes, sparsest", &measured.sparsest),
        sorting("fixed cubes, densest", &measured.densest),
    ];
    let axes = [Axis::log("n, balls"), Axis::log("milliseconds for a sorting")];
    let mut plot = report.plot("Sorting time", axes, &curves);
    plot.add(reference("proportional to n", 1.0, &curves));
    report.page.figure(&plot, "Sorting time against n, both axes logarithmic.");
    let decades = [10.0, 100.0, 1e3, 1e4, 1e5];
    let of_decades = |curve: &Curve| curve.only(|point| decades.contains(&point[0]));
    report.table_of_exponents(&curves.each_ref().map(of_decades));
}

fn show_walls(report: &mut Report, walls: &Experiment) {
    report.page.section("Walls sorted once");
    let bodies = walls.rows.first().map_or(f64::NAN, |row| row.bodies as f64);
    report.page.paragraph(&format!(
        "{} balls of the densest packing, of which those farthest from the vertical axis are fixed, as \
         a silo's wall is. They are sorted with the first detection and kept. The paper's silo has \
         3 821 wall balls and 22 741 grains: a share of {}.",
        number(bodies),
        percent(WALL_BALLS / ALL_BALLS)
    ));
    let sorting = walls_curve(walls);
    let mut table = Table::numbers(&["fixed", "sorting in a step, ms", "over none fixed"]);
    for &[share, time] in &sorting.points {
        let relative = sorting.at(0.0).map_or(f64::NAN, |none| time / none);
        table.row([percent(share), number(time), decimal(relative, 2)]);
    }
    report.page.table(&table);
}

fn percent(share: f64) -> String {
    format!("{} %", decimal(share * 100.0, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many balls cut a cube with this low corner.
    fn balls_in(packing: &Packing<3>, low: [f64; 3]) -> usize {
        let cuts = |(center, radius): &(&[f64; 3], &f64)| {
            let away = |axis: usize| center[axis] - center[axis].clamp(low[axis], low[axis] + EDGE);
            [away(0), away(1), away(2)].map(|along| along * along).iter().sum::<f64>()
                <= *radius * *radius
        };
        packing.centers.iter().zip(&packing.radii).filter(cuts).count()
    }

    #[test]
    fn the_packings_have_one_and_twenty_balls_to_a_cube() {
        for (name, expected) in [("sparsest", 0.0..1.0), ("densest", 19.0..21.0)] {
            let packing = balls(8_000, spacing_of(name));
            let width = 20.0 * spacing_of(name);
            let mut random = Random::new(3);
            let cubes: Vec<_> = (0..300)
                .map(|_| balls_in(&packing, [(); 3].map(|()| random.between(1.0, width - 1.5))))
                .collect();
            let mean = cubes.iter().sum::<usize>() as f64 / cubes.len() as f64;
            assert!(expected.contains(&mean), "{name}: {mean}");
            assert!(name == "densest" || cubes.iter().all(|&balls| balls <= 1));
        }
    }

    #[test]
    fn the_wall_is_the_outermost_share() {
        let packing = balls(1_000, 1.0);
        let fixed = outermost(&packing, 0.25);
        assert_eq!(fixed.iter().filter(|&&fixed| fixed).count(), 250);
        assert!(fixed[0] && fixed[999], "corners are far from the axis");
        let middle = 5 + 10 * 5 + 100 * 5;
        assert!(!fixed[middle]);
        assert!(outermost(&packing, 0.0).iter().all(|&fixed| !fixed));
    }
}
