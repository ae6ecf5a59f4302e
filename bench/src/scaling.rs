//! How the time per sphere depends on the number of spheres (`linear`), on the space between them
//! (`flat`) and on their sizes (`sizes`): the claims of the papers and our own.
//!
//! All points of a curve are lanes of one measurement, so that a slow minute of the machine bends
//! none of them alone.

use crate::Common;
use crate::report::{self, Row, Spread, figures};
use crate::rounds::{Lane, Rounds};
use crate::sets::{SMALL, find, packing};
use crate::spheres::Spheres;
use crate::tools::{self, Found, Mode};
use esker_packing::{Packing, Random};
use serde::Serialize;
use std::f64::consts::PI;

const LINEAR_METHODS: &[&str] = &["mr", "grid", "hashing2"];
const COUNTS: &[usize] = &[8_000, 64_000, 512_000, 1_000_000, 5_000_211];

const FLAT_METHODS: &[&str] = &["mr", "grid"];
const FLAT_PACKINGS: &[&str] = &["B", "C", "D"];
const FLAT_COUNT: usize = 125_000;
const SPACINGS: &[f64] = &[1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0];

/// The first on equal sizes, the others on many.
const SIZES_METHODS: &[&str] = &["grid", "hierarchical-grid", "mmr"];

/// What to measure.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    common: Common,
    /// From nothing each time, or after small motions (not for `sizes`)
    #[arg(long, default_value = "rebuild")]
    mode: Mode,
    /// These of our methods instead of the usual ones
    #[arg(long, num_args = 1.., value_name = "METHOD")]
    methods: Vec<String>,
}

impl Options {
    fn methods<'a>(&'a self, usual: &[&'a str]) -> Vec<&'a str> {
        match self.methods.is_empty() {
            true => usual.to_vec(),
            false => self.methods.iter().map(String::as_str).collect(),
        }
    }

    fn count(&self, count: usize) -> usize {
        if self.common.small { count / SMALL } else { count }
    }
}

/// One point of a curve.
#[derive(Serialize)]
struct Point {
    method: String,
    packing: &'static str,
    spacing: f64,
    spheres: usize,
    turns: usize,
    ns_per_sphere: Spread,
}

/// How level the curves over one packing are: the largest median over the smallest, by method.
#[derive(Serialize)]
struct Level {
    packing: &'static str,
    max_over_min: Vec<f64>,
}

#[derive(Serialize)]
struct Curves {
    methods: Vec<String>,
    levels: Vec<Level>,
    points: Vec<Point>,
}

/// A set of a curve, not made yet: packing, spacing, number of spheres.
type Site = (&'static str, f64, usize);

/// Time per sphere over the number of spheres, on touching lattices.
pub fn linear(options: &Options) -> Result<(), String> {
    let sites: Vec<Site> = COUNTS.iter().map(|&count| ("A", 1.0, options.count(count))).collect();
    curves(options, &options.methods(LINEAR_METHODS), &sites)
}

/// Time per sphere over the space between the spheres.
pub fn flat(options: &Options) -> Result<(), String> {
    let count = options.count(FLAT_COUNT);
    let sites = FLAT_PACKINGS
        .iter()
        .flat_map(|&packing| SPACINGS.iter().map(move |&spacing| (packing, spacing, count)));
    curves(options, &options.methods(FLAT_METHODS), &sites.collect::<Vec<Site>>())
}

fn curves(options: &Options, methods: &[&str], sites: &[Site]) -> Result<(), String> {
    let mut lanes = Vec::new();
    for set in 0..sites.len() {
        for method in methods {
            lanes.push(Lane::new(method, set, tools::find(method)?));
        }
    }
    let sets = sites.iter().map(|&(name, spacing, count)| packing(name, count, spacing));
    let mut rounds = Rounds::new(sets.collect(), lanes);
    rounds.run(options.mode, &options.common.budget())?;
    let rows = report::rows(&rounds);
    let points: Vec<Point> =
        rounds.lanes.iter().zip(rows).map(|(lane, row)| point(sites[lane.set], row)).collect();
    let curves = Curves::new(methods, points);
    report::print(&curves.text())?;
    options.common.write_json(&curves)
}

fn point((packing, spacing, spheres): Site, row: Row) -> Point {
    let Row { tool: method, turns, ns_per_sphere, .. } = row;
    Point { method, packing, spacing, spheres, turns, ns_per_sphere }
}

impl Curves {
    fn new(methods: &[&str], points: Vec<Point>) -> Self {
        let mut packings: Vec<&str> = points.iter().map(|point| point.packing).collect();
        packings.dedup();
        let level = |packing| {
            let max_over_min = |method: &&str| {
                let own = points.iter().filter(|p| p.packing == packing && p.method == *method);
                let medians = Spread::of(own.map(|point| point.ns_per_sphere.median));
                medians.max / medians.min
            };
            Level { packing, max_over_min: methods.iter().map(max_over_min).collect() }
        };
        let levels = packings.into_iter().map(level).collect();
        Self { methods: methods.iter().map(|method| method.to_string()).collect(), levels, points }
    }

    /// A line for each set, a column for each method.
    fn text(&self) -> String {
        let mut head: Vec<String> = ["packing", "spacing", "spheres"].map(String::from).into();
        head.extend(self.methods.iter().map(|method| format!("{method}, ns per sphere")));
        let mut lines = vec![head];
        for points in self.points.chunks(self.methods.len()) {
            let Point { packing, spacing, spheres, .. } = &points[0];
            let mut line = vec![packing.to_string(), spacing.to_string(), spheres.to_string()];
            line.extend(points.iter().map(|point| point.ns_per_sphere.text()));
            lines.push(line);
        }
        for level in &self.levels {
            let mut line = vec![level.packing.to_string(), "max/min".into(), String::new()];
            line.extend(level.max_over_min.iter().map(|&ratio| figures(ratio)));
            lines.push(line);
        }
        report::columns(lines)
    }
}

#[derive(Serialize)]
struct Sizes {
    pairs_per_sphere: [f64; 2],
    solid_fraction_of_equal: f64,
    rows: Vec<Row>,
}

/// Many sizes beside equal ones with as many pairs per sphere.
pub fn sizes(options: &Options) -> Result<(), String> {
    let poly = find("poly")?.build(options.common.small);
    let target = pairs_per_sphere(&poly)?;
    let (equal, solid_fraction_of_equal) = equal_with(target, poly.len())?;
    let pairs_per_sphere = [target, pairs_per_sphere(&equal)?];
    let lane = |method: &str, set: usize, name: &str| {
        let tool = tools::find(method)?;
        Ok::<Lane, String>(Lane::new(&format!("{method} on {name}"), set, tool))
    };
    let methods = options.methods(SIZES_METHODS);
    let mut lanes = vec![lane(methods[0], 1, "equal sizes")?];
    for method in &methods[1..] {
        lanes.push(lane(method, 0, "sizes 1 to 1/32")?);
    }
    let mut rounds = Rounds::new(vec![poly, equal], lanes);
    rounds.run(Mode::Rebuild, &options.common.budget())?;
    let sizes = Sizes { pairs_per_sphere, solid_fraction_of_equal, rows: report::rows(&rounds) };
    report::print(&format!(
        "{} spheres, pairs per sphere {:.3} (many sizes) and {:.3} (equal sizes)\n{}",
        rounds.sets[0].len(),
        pairs_per_sphere[0],
        pairs_per_sphere[1],
        report::table(&sizes.rows)
    ))?;
    options.common.write_json(&sizes)
}

fn pairs_per_sphere(spheres: &Spheres) -> Result<f64, String> {
    let mut tool = tools::find("simple-grid")?;
    tool.rebuild(spheres);
    Ok(Found::by(tool.as_ref()).pairs as f64 / spheres.len() as f64)
}

/// Equal spheres of diameter 1 at random places with this many pairs each, and their solid
/// fraction φ. A sphere meets the 8 φ centres within its diameter, half of which make new pairs;
/// those at the faces meet fewer, which two corrections make good.
fn equal_with(pairs: f64, count: usize) -> Result<(Spheres, f64), String> {
    let mut solid_fraction = pairs / 4.0;
    for _ in 0..2 {
        solid_fraction *= pairs / pairs_per_sphere(&equal(solid_fraction, count))?;
    }
    Ok((equal(solid_fraction, count), solid_fraction))
}

fn equal(solid_fraction: f64, count: usize) -> Spheres {
    let side = (count as f64 * PI / 6.0 / solid_fraction).cbrt();
    let mut random = Random::new(1);
    let centers = (0..count).map(|_| random.place(side)).collect();
    Spheres::new(Packing { centers, radii: vec![0.5; count] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sizes_have_the_pairs_asked_for() {
        let (equal, solid_fraction) = equal_with(2.0, 20_000).unwrap();
        assert!((pairs_per_sphere(&equal).unwrap() - 2.0).abs() < 0.05);
        assert!(solid_fraction > 0.5, "the faces cost some: {solid_fraction}");
    }

    #[test]
    fn a_curve_is_as_level_as_its_medians() {
        let point = |packing, median| Point {
            method: "grid".into(),
            packing,
            spacing: 1.0,
            spheres: 1,
            turns: 1,
            ns_per_sphere: Spread { median, min: 0.0, max: 9.0 },
        };
        let points = vec![point("B", 2.0), point("B", 3.0), point("B", 2.5), point("C", 9.0)];
        let curves = Curves::new(&["grid"], points);
        let levels: Vec<_> =
            curves.levels.iter().map(|level| (level.packing, level.max_over_min[0])).collect();
        assert_eq!(levels, [("B", 1.5), ("C", 1.0)]);
        assert_eq!(curves.text().lines().count(), 8);
    }
}
