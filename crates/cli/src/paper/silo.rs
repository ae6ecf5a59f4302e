//! Lazarević's silo, figures 6 and 7: what the scenes `silo-filling` and `silo-discharge` came to.
//!
//! The flow through the orifice is held against Beverloo's law,
//!
//! ```text
//!   W = C ρ_b √g (D - k d)^(5/2)      C = 0.58, k = 1.4
//! ```
//!
//! with ρ_b the density of the bulk in the silo, D the diameter of the orifice and d that of a grain.
//! C is between 0.55 and 0.65 for round grains in a flat floor; a steep cone lets more through.

use super::report::Report;
use crate::error::Failure;
use crate::terminal::note;
use esker::run::{Results, RunError, add_stills};
use esker_output::{Axis, Log, Plot, Series, Table, decimal, number};
use std::path::Path;

/// Pictures of a run, and how many pixels wide they are.
const PICTURES: usize = 4;
const WIDTH: usize = 320;
/// Beverloo's constants.
const C: f64 = 0.58;
const K: f64 = 1.4;
const GRAVITY: f64 = 9.81;
/// The free diameter of the orifice and the mean diameter of grains (m).
const ORIFICE: f64 = 3.2;
const GRAIN: f64 = 0.44;
/// The density of a grain (kg/m³).
const DENSITY: f64 = 1250.0;
/// The part of the discharge over which the flow is steady, by the mass that has left.
const STEADY: [f64; 2] = [0.1, 0.6];

/// Adds the section, if the two runs are in a folder; otherwise how to make them.
pub(super) fn show(report: &mut Report, runs: &Path) -> Result<(), Failure> {
    report.page.section("The silo, figures 6 and 7");
    let [filling, discharge] = ["silo-filling", "silo-discharge"].map(|name| runs.join(name));
    let (filling, discharge) = match (Results::open(&filling), Results::open(&discharge)) {
        (Ok(filling), Ok(discharge)) => (filling, discharge),
        (Err(error), _) | (_, Err(error)) => {
            report.page.paragraph(&format!(
                "The silo was not run: {error}. Run `esker run scenes/silo-filling.toml`, then `esker \
                 run scenes/silo-discharge.toml`, some minutes, and make this page again."
            ));
            return Ok(());
        }
    };
    note("drawing the silo");
    report.page.paragraph(
        "22 741 grains rain into a silo of 3 821 fixed balls, and leave it by the orifice: the scenes \
         `silo-filling` and `silo-discharge`. As in the paper, the silo is cut by a plane through its \
         axis. Its dampings are thousands of times critical and are not used: the damping here follows \
         from a coefficient of restitution of 0.3.",
    );
    for results in [&filling, &discharge] {
        add_stills(&mut report.page, results, [PICTURES, WIDTH]).map_err(failed)?;
    }
    show_flow(report, &discharge.log().map_err(failed)?);
    Ok(())
}

fn failed(error: RunError) -> Failure {
    Failure::Run(error.to_string())
}

/// The mass that has left, and the flow where it is steady.
fn show_flow(report: &mut Report, log: &Log) {
    let column = |name: &str| -> Option<Vec<f64>> {
        let place = log.column(name)?;
        Some(log.rows.iter().map(|row| row[place]).collect())
    };
    let columns = ["time", "outflow.forward_mass", "bulk.fraction"].map(column);
    let [Some(times), Some(masses), Some(fractions)] = columns else { return };
    let Some(flow) = steady_flow(&times, &masses) else { return };
    // The bulk as it was before the orifice opened.
    let bulk = DENSITY * fractions.first().copied().unwrap_or(f64::NAN);
    let beverloo = C * bulk * GRAVITY.sqrt() * (ORIFICE - K * GRAIN).powf(2.5);
    let axes = (Axis::linear("time (s)"), Axis::linear("mass that has left (t)"));
    let mut plot = Plot::new("Discharge", axes.0, axes.1);
    let points = times.iter().zip(&masses).map(|(time, mass)| [*time, 1e-3 * mass]).collect();
    plot.add(Series::line("silo", report.style("silo"), points));
    let end = masses.last().copied().unwrap_or(0.0) / beverloo;
    plot.add(Series::reference("Beverloo", vec![[0.0, 0.0], [end, 1e-3 * end * beverloo]]));
    report.page.figure(&plot, "The mass through the orifice against time, and Beverloo's law.");
    let mut table = Table::numbers(&["", "flow, t/s"]);
    table.row(["the silo, steady part".to_string(), number(1e-3 * flow)]);
    table.row([
        format!("Beverloo, C = {C}, k = {K}, bulk {} kg/m³", number(bulk)),
        number(1e-3 * beverloo),
    ]);
    table.row(["ratio".to_string(), decimal(flow / beverloo, 2)]);
    report.page.table(&table);
}

/// The slope (kg/s) of the mass over the part where it is steady.
fn steady_flow(times: &[f64], masses: &[f64]) -> Option<f64> {
    let total = masses.last()?;
    let at = |share: f64| masses.iter().position(|mass| *mass >= share * total);
    let [from, to] = [at(STEADY[0])?, at(STEADY[1])?];
    let time = times[to] - times[from];
    (time > 0.0).then(|| (masses[to] - masses[from]) / time)
}

#[test]
fn the_steady_flow_is_the_slope_between_a_tenth_and_six_tenths() {
    let times: Vec<f64> = (0..=10).map(f64::from).collect();
    let masses: Vec<f64> = times.iter().map(|time| 3.0 * time).collect();
    assert_eq!(steady_flow(&times, &masses), Some(3.0));
    assert_eq!(steady_flow(&times, &[0.0; 11]), None);
    assert_eq!(steady_flow(&[], &[]), None);
}
