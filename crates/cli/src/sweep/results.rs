//! The table of a sweep: `sweep.csv`, names in the first row and units in the second, as in a log.

use super::job::Outcome;
use crate::error::Failure;
use esker::output::write;
use esker::run::{Choice, Combination, Exit, FileError};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// The outcomes of a sweep so far.
pub(super) struct Results {
    path: PathBuf,
    keys: Vec<String>,
    rows: Vec<Row>,
    /// Names and units of the columns of all logs, in the order they came up.
    columns: Vec<[String; 2]>,
}

struct Row {
    name: String,
    values: Vec<String>,
    outcome: Option<Outcome>,
}

impl Results {
    pub(super) fn new(out: &Path, choices: &[Choice], combinations: &[Combination]) -> Self {
        let row = |run: &Combination| Row {
            name: run.name.clone(),
            values: run.values.clone(),
            outcome: None,
        };
        Self {
            path: out.join("sweep.csv"),
            keys: choices.iter().map(|choice| choice.key.clone()).collect(),
            rows: combinations.iter().map(row).collect(),
            columns: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn failed(&self) -> usize {
        let outcomes = self.rows.iter().filter_map(|row| row.outcome.as_ref());
        outcomes.filter(|outcome| outcome.exit == Exit::Failed).count()
    }

    /// Takes the outcome of a run and writes the table anew.
    pub(super) fn add(&mut self, number: usize, outcome: Outcome) -> Result<(), Failure> {
        if let Some(log) = &outcome.log {
            for (name, unit) in log.names.iter().zip(&log.units) {
                if !self.columns.iter().any(|[known, _]| known == name) {
                    self.columns.push([name.clone(), unit.clone()]);
                }
            }
        }
        self.rows[number].outcome = Some(outcome);
        let written = write(&self.path, &self.text());
        Ok(written.map_err(FileError::of(&self.path, "write"))?)
    }

    fn text(&self) -> String {
        let line = |cells: Vec<&str>| {
            let cells: Vec<_> = cells.into_iter().map(quoted).collect();
            cells.join(",") + "\n"
        };
        let keys = || self.keys.iter().map(String::as_str);
        let columns = |which: usize| self.columns.iter().map(move |column| &column[which][..]);
        let ends = ["exit", "reason"];
        let names = ["run"].into_iter().chain(keys()).chain(ends).chain(columns(0)).collect();
        let blanks = vec![""; self.keys.len() + 3];
        let mut text = line(names) + &line(blanks.into_iter().chain(columns(1)).collect());
        for row in self.rows.iter().filter(|row| row.outcome.is_some()) {
            let cells = self.cells(row);
            text += &line(cells.iter().map(String::as_str).collect());
        }
        text
    }

    /// The cells of a run that has ended.
    fn cells(&self, row: &Row) -> Vec<String> {
        let mut cells = vec![row.name.clone()];
        cells.extend(row.values.iter().cloned());
        let Some(outcome) = &row.outcome else { return cells };
        cells.push(exit_name(outcome.exit));
        cells.push(outcome.reason.clone());
        let last = |name: &String| last_value(outcome, name).map_or(String::new(), shown);
        cells.extend(self.columns.iter().map(|[name, _]| last(name)));
        cells
    }

    /// The table as one document: an object for each run that has ended.
    pub(super) fn json(&self) -> Vec<Value> {
        let ended = self.rows.iter().filter_map(|row| Some((row, row.outcome.as_ref()?)));
        let object = |(row, outcome): (&Row, &Outcome)| {
            let keys = self.keys.iter().cloned();
            let set: Map<_, _> = keys.zip(row.values.iter().map(|v| json!(v))).collect();
            let names = self.columns.iter().map(|[name, _]| name);
            let last: Map<_, _> =
                names.map(|name| (name.clone(), json!(last_value(outcome, name)))).collect();
            let exit = exit_name(outcome.exit);
            json!({ "run": row.name, "set": set, "exit": exit, "reason": outcome.reason, "last": last })
        };
        ended.map(object).collect()
    }
}

/// A column of the last row of a log.
fn last_value(outcome: &Outcome, name: &str) -> Option<f64> {
    let log = outcome.log.as_ref()?;
    log.rows.last()?.get(log.column(name)?).copied()
}

/// A number that reads as the same bits.
fn shown(value: f64) -> String {
    let is_count = value.fract() == 0.0 && value.abs() < 1e15;
    if is_count { format!("{value}") } else { format!("{value:?}") }
}

/// The name of an exit, as in a manifest.
fn exit_name(exit: Exit) -> String {
    json!(exit).as_str().unwrap_or_default().to_string()
}

/// A cell as it may stand between commas.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_string(),
    }
}
