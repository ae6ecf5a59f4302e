//! What is printed and written: medians with their spread, ratios within rounds.

use crate::rounds::{Lane, Rounds};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// The median of some numbers, with the smallest and the largest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub median: f64,
    pub min: f64,
    pub max: f64,
}

impl Spread {
    /// Of at least one number.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = numbers.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        let median = match sorted.len() % 2 {
            1 => sorted[middle],
            _ => 0.5 * (sorted[middle - 1] + sorted[middle]),
        };
        Self { median, min: sorted[0], max: sorted[sorted.len() - 1] }
    }

    /// `median [min–max]`, three figures or all before the point.
    pub fn text(&self) -> String {
        format!("{} [{}–{}]", figures(self.median), figures(self.min), figures(self.max))
    }
}

/// A number with three figures, or with all that stand before the point.
pub fn figures(number: f64) -> String {
    let decimals = (2.0 - number.max(1e-3).log10().floor()).max(0.0) as usize;
    format!("{number:.decimals$}")
}

/// One tool's figures on one set.
#[derive(Serialize)]
pub struct Row {
    pub tool: String,
    pub turns: usize,
    pub ns_per_sphere: Spread,
    pub mean_ns_per_sphere: f64,
    /// Its time over the reference's in the same round.
    pub ratio: Spread,
    /// The sum of its times over the sum of the reference's in the same rounds.
    pub ratio_of_totals: f64,
}

impl Row {
    fn of(lane: &Lane, reference: &Lane, count: usize) -> Self {
        let rounds = lane.seconds.iter().zip(&reference.seconds);
        let both: Vec<(f64, f64)> = rounds.filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
        let ns = 1e9 / count as f64;
        let total: f64 = both.iter().map(|(seconds, _)| seconds).sum();
        let total_of_reference: f64 = both.iter().map(|(_, seconds)| seconds).sum();
        Self {
            tool: lane.name.clone(),
            turns: both.len(),
            ns_per_sphere: Spread::of(both.iter().map(|(seconds, _)| seconds * ns)),
            mean_ns_per_sphere: total * ns / both.len() as f64,
            ratio: Spread::of(both.iter().map(|(seconds, reference)| seconds / reference)),
            ratio_of_totals: total / total_of_reference,
        }
    }
}

/// The figures of every lane; lanes are compared with the first.
pub fn rows(rounds: &Rounds) -> Vec<Row> {
    let count = |lane: &Lane| rounds.sets[lane.set].len();
    rounds.lanes.iter().map(|lane| Row::of(lane, &rounds.lanes[0], count(lane))).collect()
}

/// The rows as a table.
pub fn table(rows: &[Row]) -> String {
    let reference = format!("times {}", rows[0].tool);
    let head = ["tool", "ns per sphere", &reference, "in total", "rounds"].map(String::from);
    let body = rows.iter().map(|row| {
        [
            row.tool.clone(),
            row.ns_per_sphere.text(),
            row.ratio.text(),
            figures(row.ratio_of_totals),
            row.turns.to_string(),
        ]
    });
    columns(std::iter::once(head).chain(body).map(Vec::from).collect())
}

/// Lines of cells, the first column to the left, the others to the right, under a ruled head.
pub fn columns(lines: Vec<Vec<String>>) -> String {
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().expect("a head at least")
    };
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let mut written = format!("  {:<1$}", line[0], widths[0]);
        for (cell, &width) in line.iter().zip(&widths).skip(1) {
            written += &format!("   {cell:>width$}");
        }
        text += &written;
        text.push('\n');
        if number == 0 {
            text += &format!("  {}\n", "-".repeat(written.chars().count() - 2));
        }
    }
    text
}

/// What every document says about itself.
#[derive(Serialize)]
struct Document<'a, T> {
    version: &'static str,
    processor: String,
    cores: usize,
    small: bool,
    results: &'a T,
}

/// Writes the results as one JSON document.
pub fn write_json(path: &Path, small: bool, results: &impl Serialize) -> Result<(), String> {
    let document = Document {
        version: env!("CARGO_PKG_VERSION"),
        processor: processor(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        small,
        results,
    };
    let text = serde_json::to_string_pretty(&document).map_err(|error| error.to_string())?;
    std::fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
}

/// The processor's name, where the system tells it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or("unknown", |(_, name)| name.trim()).into()
}

/// A result, to standard output.
pub fn print(text: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{text}").map_err(|error| error.to_string())
}

/// What is going on, to standard error; nobody need hear it.
pub fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spheres::Spheres;
    use crate::tools::find;
    use esker_packing::Packing;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(Spread::of([3.0, 1.0, 2.0]), Spread { median: 2.0, min: 1.0, max: 3.0 });
        assert_eq!(Spread::of([4.0, 1.0]).median, 2.5);
        assert_eq!(Spread { median: 1234.4, min: 56.78, max: 0.5 }.text(), "1234 [56.8–0.500]");
    }

    #[test]
    fn ratios_are_taken_within_rounds_both_took_part_in() {
        let lane = |name: &str, seconds: &[Option<f64>]| Lane {
            seconds: seconds.to_vec(),
            ..Lane::new(name, 0, find("simple-grid").unwrap())
        };
        let reference = lane("reference", &[Some(1.0), Some(2.0), Some(4.0)]);
        let other = lane("other", &[Some(3.0), Some(4.0), None]);
        let packing = Packing { centers: vec![[0.0; 3]; 2], radii: vec![1.0; 2] };
        let rows = rows(&Rounds::new(vec![Spheres::new(packing)], vec![reference, other]));
        assert_eq!(rows[0].ratio, Spread { median: 1.0, min: 1.0, max: 1.0 });
        assert_eq!(rows[1].ratio, Spread { median: 2.5, min: 2.0, max: 3.0 });
        assert_eq!(rows[1].ratio_of_totals, 7.0 / 3.0);
        assert_eq!((rows[1].turns, rows[1].ns_per_sphere.median), (2, 1.75e9));
        assert_eq!(table(&rows).lines().count(), 4);
    }
}
