//! The page and the data of a paper: its head, its plots in one set of colours, its two files.

use super::Effort;
use super::claims::{self, Evidence, Judged, Paper};
use super::curve::Curve;
use super::sweep::Experiment;
use crate::error::Failure;
use crate::terminal::note;
use esker::run::FileError;
use esker_output::{Axis, Page, Plot, Series, Table, decimal, number};
use serde::Serialize;
use std::path::Path;

/// A page that is being written, with the data it shows.
pub(super) struct Report {
    pub(super) page: Page,
    document: Document,
    styles: Vec<String>,
}

/// The data, as it is kept.
#[derive(Serialize)]
struct Document {
    title: String,
    authors: String,
    year: u32,
    effort: Effort,
    program: String,
    machine: String,
    claims: Vec<Judged>,
    experiments: Vec<Experiment>,
}

impl Report {
    /// Begins a page: what it is, what is timed, and the paper's claims with their verdicts.
    pub(super) fn open(
        claims: &str,
        effort: Effort,
        evidence: &[Evidence],
        experiments: Vec<Experiment>,
    ) -> Result<Self, Failure> {
        let paper = Paper::read(claims);
        let document = Document {
            claims: paper.judge(evidence)?,
            title: paper.title,
            authors: paper.authors,
            year: paper.year,
            effort,
            program: format!("esker {}", env!("CARGO_PKG_VERSION")),
            machine: machine(),
            experiments,
        };
        let page =
            Page::new(&format!("{}, {}: ours beside theirs", document.authors, document.year));
        let mut report = Self { page, document, styles: Vec::new() };
        report.write_head();
        Ok(report)
    }

    fn write_head(&mut self) {
        let Document { title, authors, year, effort, program, machine, .. } = &self.document;
        let sizes = effort.choose(
            "the quick sizes, which test the program and prove nothing",
            "sizes for a small machine",
            "the paper's own sizes",
        );
        self.page.paragraph(&format!(
            "The detection experiments of {authors}, “{title}” ({year}), run again by {program} with \
             {sizes}, on one thread of: {machine}."
        ));
        self.page.paragraph(
            "A time is what a caller waits for, by the wall clock: the objects taken and looked \
             through, the method told of them, every candidate pair found and tested. How the bodies \
             move between two detections is not counted. All methods of an experiment see the same \
             positions and have found the same pairs: a difference stops the program before it writes \
             a page. Short runs are repeated and the median is shown.",
        );
        self.page.paragraph(
            "Only what the paper says in its text is set beside ours; its figures are not digitised. \
             A verdict is computed from the numbers of this page and the bounds in the table.",
        );
        self.page.section("What the paper claims");
        self.page.table(&claims::table(&self.document.claims));
    }

    /// A plot of curves, each in the colour its name has on the whole page.
    pub(super) fn plot(&mut self, title: &str, axes: [Axis; 2], curves: &[Curve]) -> Plot {
        let [x, y] = axes;
        let mut plot = Plot::new(title, x, y);
        for curve in curves.iter().filter(|curve| !curve.points.is_empty()) {
            plot.add(Series::line(&curve.name, self.style(&curve.name), curve.points.clone()));
        }
        plot
    }

    /// The number of a name's colour and marker.
    pub(super) fn style(&mut self, name: &str) -> usize {
        self.styles.iter().position(|known| known == name).unwrap_or_else(|| {
            self.styles.push(name.to_string());
            self.styles.len() - 1
        })
    }

    /// A table of exponents: between neighbouring points, and over all.
    pub(super) fn table_of_exponents(&mut self, curves: &[Curve]) {
        let longest = curves.iter().map(|curve| &curve.points).max_by_key(|points| points.len());
        let ends = longest.map_or(&[][..], Vec::as_slice).windows(2);
        let mut head = vec!["exponent of N".to_string()];
        head.extend(ends.map(|ends| format!("{} – {}", number(ends[0][0]), number(ends[1][0]))));
        head.push("all".to_string());
        let mut table = Table::numbers(&head);
        for curve in curves {
            let mut cells = vec![format!("`{}`", curve.name)];
            let local = curve.local_exponents();
            cells.extend(local.points.iter().map(|point| decimal(point[1], 2)));
            cells.resize(head.len() - 1, String::new());
            cells.push(curve.exponent().map_or(String::new(), |exponent| decimal(exponent, 2)));
            table.row(cells);
        }
        self.page.table(&table);
    }

    /// Writes the page and, beside it, its numbers.
    pub(super) fn write(&self, page: &Path) -> Result<(), Failure> {
        let numbers = page.with_extension("json");
        let json = serde_json::to_string_pretty(&self.document)
            .map_err(|error| Failure::Run(format!("the numbers cannot be written: {error}")))?;
        for (path, text) in [(&*numbers, json + "\n"), (page, self.page.to_html())] {
            esker_output::write(path, &text).map_err(FileError::of(path, "write"))?;
            note(&format!("wrote {}", path.display()));
        }
        Ok(())
    }
}

/// A dashed line through a curve's first point with this exponent.
pub(super) fn reference(name: &str, exponent: f64, curves: &[Curve]) -> Series {
    let longest = curves.iter().max_by_key(|curve| curve.points.len());
    let law = |points: &Vec<[f64; 2]>| {
        let [x0, y0] = *points.first()?;
        let [x1, _] = *points.last()?;
        Some(vec![[x0, y0], [x1, y0 * (x1 / x0).powf(exponent)]])
    };
    Series::reference(name, longest.and_then(|curve| law(&curve.points)).unwrap_or_default())
}

/// The processor as the system names it, where it does.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = text.lines().find(|line| line.starts_with("model name"));
    let name =
        named.and_then(|line| line.split_once(": ")).map_or("unknown processor", |line| line.1);
    format!("{name}, {cores} cores, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}
