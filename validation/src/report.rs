//! What is written: a table for each case, the same as JSON, and one page with all curves.

use crate::case::{Case, Outcome, Row, Tolerance};
use esker_output::{Page, write};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

/// What came out of a case, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the case.
    pub case: String,
    /// Whether every quantity is within its tolerance; nothing if none has one.
    pub passed: Option<bool>,
    /// How long it took (s).
    pub seconds: f64,
    /// The quantities.
    pub rows: Vec<KeptRow>,
    /// What was left out, and why.
    pub skipped: Vec<String>,
}

/// One quantity, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptRow {
    /// What it is, with its unit.
    pub quantity: String,
    /// What came out, if it is a number.
    pub ours: Option<f64>,
    /// What should have, if anything is known.
    pub expected: Option<f64>,
    /// How far apart they are, by the kind of the tolerance.
    pub difference: Option<f64>,
    /// How far apart they may be, in words; a dash if that is not required.
    pub tolerance: String,
    /// Whether they are near enough; nothing if that is not required.
    pub passed: Option<bool>,
}

impl Kept {
    /// Of an outcome that took so many seconds.
    pub fn new(case: &Case, outcome: &Outcome, seconds: f64) -> Self {
        let rows = outcome.rows.iter().map(KeptRow::new).collect();
        let (passed, skipped) = (outcome.passed(), outcome.skipped.clone());
        Self { case: case.name.into(), passed, seconds, rows, skipped }
    }

    /// Those kept of a case in a folder.
    pub fn read(folder: &Path, case: &Case) -> Option<Self> {
        let text = fs::read_to_string(folder.join(format!("{}.json", case.name))).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Writes it to the folder.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        write(&folder.join(format!("{}.json", self.case)), &(text + "\n"))
    }
}

impl KeptRow {
    fn new(row: &Row) -> Self {
        let tolerance = match row.tolerance {
            Tolerance::Share(most) => format!("{} %", figures(100.0 * most)),
            Tolerance::Within(most) => figures(most),
            Tolerance::Told => "–".into(),
        };
        let known = |number: f64| number.is_finite().then_some(number);
        Self {
            quantity: row.quantity.clone(),
            ours: known(row.ours),
            expected: known(row.expected),
            difference: known(row.difference()),
            tolerance,
            passed: row.passed(),
        }
    }
}

/// The tables of all cases of which something is kept, in the order of the list.
pub fn tables(cases: &[Case], kept: &[Option<Kept>]) -> String {
    let mut text = String::from(
        "# Results\n\nWritten by `cargo run --release -p esker-validation -- all`. What is validated, and why to trust \
         it: [README.md](README.md).\nA difference is a share of what is expected, or the distance itself where the \
         tolerance has no %.\n\n| case | shows | quantities | passed |\n|---|---|---|---|\n",
    );
    let known = || cases.iter().zip(kept).filter_map(|(case, kept)| Some((case, kept.as_ref()?)));
    for (case, kept) in known() {
        let (name, shows, rows) = (case.name, case.shows, kept.rows.len());
        let _ =
            writeln!(text, "| [{name}](#{name}) | {shows} | {rows} | {} |", verdict(kept.passed));
    }
    known().for_each(|(case, kept)| text += &table(case, kept));
    text
}

fn table(case: &Case, kept: &Kept) -> String {
    let Case { name, shows, source, tolerance, .. } = case;
    let mut text = format!(
        "\n## {name}\n\nShows: {shows}.\nSource: {source}.\nTolerance: {tolerance}.\nTook {:.1} s.\n\n\
         | quantity | ours | expected | difference | tolerance | passed |\n|---|---:|---:|---:|---:|---|\n",
        kept.seconds
    );
    for row in &kept.rows {
        let KeptRow { quantity, tolerance, .. } = row;
        let shown = |number: Option<f64>| number.map_or("–".into(), figures);
        let [ours, expected, difference] = [row.ours, row.expected, row.difference].map(shown);
        let passed = verdict(row.passed);
        let _ = writeln!(
            text,
            "| {quantity} | {ours} | {expected} | {difference} | {tolerance} | {passed} |"
        );
    }
    for skipped in &kept.skipped {
        let _ = write!(text, "\nLeft out: {skipped}.\n");
    }
    text
}

/// The page with the figures of outcomes.
pub fn page(outcomes: &[(&Case, Outcome)]) -> String {
    let mut page = Page::new("Validation: curves");
    page.paragraph("Ours beside the points of others. The numbers are in `RESULTS.md`.");
    for (case, outcome) in outcomes.iter().filter(|(_, outcome)| !outcome.figures.is_empty()) {
        page.section(&format!("{}: {}", case.name, case.shows));
        for (plot, caption) in &outcome.figures {
            page.figure(plot, caption);
        }
    }
    page.to_html()
}

fn verdict(passed: Option<bool>) -> &'static str {
    match passed {
        Some(true) => "yes",
        Some(false) => "**NO**",
        None => "–",
    }
}

/// A number with six figures, by a power of ten where it is very small or large.
fn figures(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 || (1e-3..1e6).contains(&size) {
        let decimals = (5.0 - size.max(1e-3).log10().floor()).clamp(0.0, 8.0) as usize;
        let text = format!("{number:.decimals$}");
        return match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
            false => text,
        };
    }
    let text = format!("{number:.5e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
            format!("{mantissa}e{exponent}")
        }
        None => text,
    }
}
