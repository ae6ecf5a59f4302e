//! A case: what is shown, by whom it is known, how near we must come; and what came out.
//!
//! ```text
//!   quantity             ours      expected   difference   tolerance   passed
//!   peak force (N)    10696.9       10696.9       1e-7         0.1 %      yes     Tolerance::Share
//!   rms distance       0.0042             0     0.0042        0.0065      yes     Tolerance::Within
//!   another code       0.4396        0.3000    0.1396              –        –     Tolerance::Told
//! ```

use crate::data::Data;
use esker_output::Plot;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

/// One line of the list of cases.
pub struct Case {
    /// The name on the command line and of the file of results.
    pub name: &'static str,
    /// What it shows, in one sentence.
    pub shows: &'static str,
    /// Where the expected numbers come from.
    pub source: &'static str,
    /// How near we must come, and why no nearer.
    pub tolerance: &'static str,
    /// Whether it runs for minutes or hours, and by name only.
    pub long: bool,
    /// Runs it.
    pub run: fn(&Setting<'_>) -> Ran,
}

/// What a case gives.
pub type Ran = Result<Outcome, Box<dyn Error>>;

/// How much of a case to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// What fits among tests: seconds.
    Quick,
    /// All of it.
    Full,
}

/// What a case is given.
pub struct Setting<'a> {
    /// How much to run.
    pub effort: Effort,
    /// The files of others.
    pub data: Data,
    /// When a long case stops, to go on another time.
    pub until: Option<Instant>,
    /// Where long cases keep their state.
    pub folder: PathBuf,
    /// Told how far a long case is.
    pub say: &'a dyn Fn(&str),
}

/// How far ours may be from what is expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// By this share of what is expected.
    Share(f64),
    /// By this much, in the unit of the quantity.
    Within(f64),
    /// Shown for comparison, not required.
    Told,
}

/// One quantity, ours beside theirs.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is, with its unit.
    pub quantity: String,
    /// What came out.
    pub ours: f64,
    /// What should have.
    pub expected: f64,
    /// How far apart they may be.
    pub tolerance: Tolerance,
}

impl Row {
    /// How far ours is from what is expected: a share of it, or the distance itself.
    pub fn difference(&self) -> f64 {
        let apart = (self.ours - self.expected).abs();
        match self.tolerance {
            Tolerance::Share(_) => apart / self.expected.abs(),
            Tolerance::Within(_) | Tolerance::Told => apart,
        }
    }

    /// Whether they are near enough; nothing if that is not required.
    pub fn passed(&self) -> Option<bool> {
        match self.tolerance {
            Tolerance::Share(most) | Tolerance::Within(most) => Some(self.difference() <= most),
            Tolerance::Told => None,
        }
    }
}

/// What came out of a case.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The quantities.
    pub rows: Vec<Row>,
    /// What was left out, and why.
    pub skipped: Vec<String>,
    /// Plots with their captions.
    pub figures: Vec<(Plot, String)>,
    /// Curves as CSV, by name.
    pub curves: Vec<(String, String)>,
}

impl Outcome {
    /// Adds a quantity.
    pub fn row(&mut self, quantity: &str, ours: f64, expected: f64, tolerance: Tolerance) {
        self.rows.push(Row { quantity: quantity.into(), ours, expected, tolerance });
    }

    /// Adds the point of a sweep that is farthest off: (where, ours, expected) each.
    pub fn worst(
        &mut self,
        quantity: &str,
        points: impl IntoIterator<Item = (String, f64, f64)>,
        tolerance: Tolerance,
    ) {
        let rows = points.into_iter().map(|(place, ours, expected)| Row {
            quantity: format!("{quantity}, worst: {place}"),
            ours,
            expected,
            tolerance,
        });
        // A NaN is farther off than any number.
        self.rows.extend(rows.max_by(|a, b| a.difference().total_cmp(&b.difference())));
    }

    /// Says that something was left out, and why.
    pub fn skip(&mut self, what: String) {
        if !self.skipped.contains(&what) {
            self.skipped.push(what);
        }
    }

    /// Whether every quantity that has a tolerance is within it; nothing if none has.
    pub fn passed(&self) -> Option<bool> {
        let verdicts = self.rows.iter().filter_map(Row::passed);
        verdicts.reduce(|all, one| all && one)
    }
}
