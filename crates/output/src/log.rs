//! `log.csv`: what a run tells as it goes, one row for each entry.
//!
//! ```text
//!   step,time,bodies,kinetic_energy      names, which never change their meaning
//!   ,s,,J                                units
//!   0,0,1000,0
//!   1000,0.01,1000,1.25e-7               numbers that read as the same bits
//! ```
//!
//! A row is written and handed to the system at once, so that one can watch a run. A row that was
//! cut off by a crash has no end of line: it is passed over when the log is read, and gone when a
//! run goes on.

use crate::file;
use crate::formats::{BadFile, Refusal, push_number, read_with, shown};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// A log that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// The names of the columns.
    pub names: Vec<String>,
    /// Their units, as many as names; empty for plain numbers.
    pub units: Vec<String>,
    /// The rows, each as long as the names.
    pub rows: Vec<Vec<f64>>,
}

impl Log {
    /// The number of a column by its name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Takes the rows after a step out, so that a run can go on from there; none if there is no
    /// column `step`.
    pub fn truncate_after(&mut self, step: u64) {
        if let Some(column) = self.column("step") {
            self.rows.retain(|row| row[column] <= step as f64);
        }
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n{}\n", self.names.join(","), self.units.join(","));
        self.rows.iter().for_each(|row| push_row(&mut out, row));
        out
    }
}

fn push_row(out: &mut String, row: &[f64]) {
    for &value in row {
        push_number(out, value);
        out.push(',');
    }
    out.pop();
    out.push('\n');
}

/// Reads a log; a last row that is cut off is passed over.
pub fn read_log(path: &Path) -> Result<Log, BadFile> {
    read_with(path, parse_log)
}

/// Takes a log apart.
pub fn parse_log(bytes: &[u8]) -> Result<Log, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines();
    let words = |line: Option<&str>| -> Vec<String> {
        line.map_or(vec![], |line| line.split(',').map(|word| word.trim().into()).collect())
    };
    let (names, units) = (words(lines.next()), words(lines.next()));
    if names.is_empty() || units.len() != names.len() {
        let what = "a log begins with a line of names and a line of as many units";
        return Err(Refusal::at(1, what));
    }
    let mut log = Log { names, units, rows: Vec::new() };
    let mut refusal = Refusal::default();
    for (index, line) in lines.enumerate() {
        let values = line.split(',').map(|field| {
            field.trim().parse().map_err(|_| format!("{} is not a number", shown(field)))
        });
        match values.collect::<Result<Vec<f64>, String>>() {
            Ok(row) if row.len() == log.names.len() => log.rows.push(row),
            Ok(row) => {
                let expected = log.names.len();
                refusal.add(index + 3, format!("{} fields; expected {expected}", row.len()));
            }
            Err(what) => refusal.add(index + 3, what),
        }
    }
    refusal.unless_empty().map(|()| log)
}

/// A log that is being written.
#[derive(Debug)]
pub struct LogFile {
    file: File,
    columns: usize,
    row: String,
}

impl LogFile {
    /// A new log with columns of names and units, in place of what was there.
    ///
    /// ```
    /// # let folder = std::env::temp_dir().join(format!("esker-log-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let path = folder.join("log.csv");
    /// let mut log = esker_output::LogFile::create(&path, &[("step", ""), ("time", "s")])?;
    /// log.append(&[0.0, 0.0])?;
    /// log.append(&[1000.0, 0.1])?;
    /// assert_eq!(esker_output::read_log(&path)?.rows, [[0.0, 0.0], [1000.0, 0.1]]);
    /// # std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn create(path: &Path, columns: &[(&str, &str)]) -> io::Result<Self> {
        let (names, units) = columns.iter().map(|&(name, unit)| (name.into(), unit.into())).unzip();
        Self::go_on(path, &Log { names, units, rows: Vec::new() })
    }

    /// A log that goes on after the rows it has, in place of what was there.
    pub fn go_on(path: &Path, log: &Log) -> io::Result<Self> {
        file::write_bytes(path, log.text().as_bytes())?;
        let file = OpenOptions::new().append(true).open(path)?;
        Ok(Self { file, columns: log.names.len(), row: String::new() })
    }

    /// Appends a row, one number for each column.
    pub fn append(&mut self, row: &[f64]) -> io::Result<()> {
        if row.len() != self.columns {
            let what = format!("{} numbers for {} columns of a log", row.len(), self.columns);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        self.row.clear();
        push_row(&mut self.row, row);
        self.file.write_all(self.row.as_bytes())
    }
}
