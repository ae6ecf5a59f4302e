//! Spheres from a CSV file with a header `x,y,z,r`, or `x,y,r` for two dimensions, in any order.
//!
//! Numbers hold no commas and no line ends, so a record is a line and a field is what stands between
//! two commas, with or without quotes and spaces; the line numbers of all messages are exact. A bad
//! row is never left out: every one is reported, and then nothing is run.

use crate::input::Spheres;
use crate::terminal::counted;
use esker::output::words;
use esker::prelude::{Objects, Packing};
use std::io::{self, BufRead, Read};

/// The most bad rows to spell out; the rest are counted.
const SHOWN: usize = 20;

/// No row of four numbers is longer, whatever else may have been given as a file.
const LONGEST_LINE: u64 = 4096;

const EXPECTED: &str = "x,y,z,r or x,y,r";

/// Reads all spheres; the error is the whole message, every line of it with file and line.
pub(crate) fn read(file: &str, reader: impl BufRead) -> Result<Spheres, String> {
    let mut lines = Lines { reader, number: 0 };
    let unread = |error| format!("{file}: cannot be read: {}", words(&error));
    let first = lines.next_line().map_err(unread)?;
    let header = first.ok_or_else(|| {
        format!("{file}: the file is empty; its first line must be the header {EXPECTED}")
    })?;
    let names = if header.fields().any(|name| name == "z") { "x,y,z,r" } else { "x,y,r" };
    let columns =
        columns(&header, names).map_err(|reason| format!("{file}:{}: {reason}", header.number))?;
    match names {
        "x,y,z,r" => rows(file, lines, &columns, names).map(Spheres::Three),
        _ => rows(file, lines, &columns, names).map(Spheres::Two),
    }
}

/// Where in a row each of the expected columns stands.
fn columns(header: &Line, names: &str) -> Result<Vec<usize>, String> {
    let found: Vec<_> = header.fields().collect();
    if found.iter().all(|name| name.parse::<f64>().is_ok()) {
        let text = shown(&header.text);
        return Err(format!("no header; the first line must be {EXPECTED}, not {text}"));
    }
    let place = |name: &str| {
        let mut places = (0..found.len()).filter(|&index| found[index] == name);
        match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (None, _) => Err(format!("column '{name}' is missing; the header must be {EXPECTED}")),
            _ => Err(format!("column '{name}' appears twice; the header must be {EXPECTED}")),
        }
    };
    if let Some(extra) = found.iter().find(|name| !names.split(',').any(|known| known == **name)) {
        return Err(format!("unknown column {}; the header must be {EXPECTED}", shown(extra)));
    }
    names.split(',').map(place).collect()
}

fn rows<const D: usize>(
    file: &str,
    mut lines: Lines<impl BufRead>,
    columns: &[usize],
    names: &str,
) -> Result<Packing<D>, String> {
    let mut packing = Packing::default();
    let mut refused = Refusals { shown: vec![], count: 0 };
    loop {
        match lines.next_line() {
            Ok(None) => break,
            Ok(Some(line)) => match sphere(&line, columns, names) {
                Ok((center, radius)) => {
                    packing.centers.push(center);
                    packing.radii.push(radius);
                }
                Err(reason) => refused.add(format!("{file}:{}: {reason}", line.number)),
            },
            Err(error) => {
                let why = words(&error);
                refused.add(format!("{file}:{}: cannot be read: {why}", lines.number));
                break; // what follows an unreadable line is anyone's guess
            }
        }
    }
    refused.none(file).map(|()| packing)
}

/// One row's centre and radius, if they can be used.
fn sphere<const D: usize>(
    line: &Line,
    columns: &[usize],
    names: &str,
) -> Result<([f64; D], f64), String> {
    let fields: Vec<_> = line.fields().collect();
    if fields.len() != columns.len() {
        let found = counted(fields.len(), "field");
        return Err(format!("{found}; expected {}: {names}", columns.len()));
    }
    let mut values = Vec::with_capacity(columns.len());
    let mut reasons = Vec::new();
    for (name, &column) in names.split(',').zip(columns) {
        match fields[column].parse::<f64>() {
            Ok(value) => values.push(value),
            Err(_) => reasons.push(format!("{name} is {}, not a number", shown(fields[column]))),
        }
    }
    if !reasons.is_empty() {
        return Err(reasons.join("; "));
    }
    let (center, radius) = (std::array::from_fn(|axis| values[axis]), values[D]);
    match Objects::new(&[center], &[radius]) {
        Ok(_) => Ok((center, radius)),
        // The line says which sphere it is.
        Err(refused) => Err(refused.to_string().trim_start_matches("object 0: ").to_string()),
    }
}

/// The messages about bad rows.
struct Refusals {
    shown: Vec<String>,
    count: usize,
}

impl Refusals {
    fn add(&mut self, message: String) {
        self.count += 1;
        if self.count <= SHOWN {
            self.shown.push(message);
        }
    }

    /// Nothing if no row was refused; otherwise the one message about all of them.
    fn none(self, file: &str) -> Result<(), String> {
        if self.count == 0 {
            return Ok(());
        }
        let more = match self.count - self.shown.len() {
            0 => String::new(),
            more => format!("\n  and {more} more"),
        };
        Err(format!(
            "{file}: {} cannot be used; nothing was run\n  {}{more}",
            counted(self.count, "row"),
            self.shown.join("\n  ")
        ))
    }
}

/// A line that is not blank, with its number from 1.
struct Line {
    text: String,
    number: usize,
}

impl Line {
    /// The fields without surrounding spaces and quotes.
    fn fields(&self) -> impl Iterator<Item = &str> {
        self.text.split(',').map(|field| {
            let field = field.trim();
            let bare = field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            bare.map_or(field, str::trim)
        })
    }
}

struct Lines<R> {
    reader: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line that is not blank. Bytes that are no text stay visible as `�`.
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        loop {
            let mut bytes = Vec::new();
            self.number += 1;
            let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
            if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
                return Err(io::Error::other("the line is too long for a row of numbers"));
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim(); // a byte order mark, if any
            match (read, text.is_empty()) {
                (0, _) => return Ok(None),
                (_, true) => continue,
                _ => return Ok(Some(Line { text: text.to_string(), number: self.number })),
            }
        }
    }
}

/// A text from the file as it may stand in a message: quoted, visible, not too long.
fn shown(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(40).collect();
    let more = if characters.next().is_some() { "…" } else { "" };
    format!("'{}{more}'", start.escape_debug())
}
