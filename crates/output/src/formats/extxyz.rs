//! `extxyz`: the extended XYZ format, which OVITO and ASE read.
//!
//! ```text
//!   2
//!   Lattice="1 0 0 0 1 0 0 0 1" Origin="0 0 0" pbc="T F F" Time=0.25 Properties=pos:R:3:…
//!   glass 0.1 0 0.25 …
//! ```
//!
//! The species is the name of the material, blanks made `_`. ASE takes species for chemical
//! elements unless there is a column `Z`, so there is one, of zeros: no element. A period is kept
//! as origin and length, so that its far end may come back with another last bit. Of several
//! frames in one file the last is read.

use super::columns::Quantity;
use super::refusal::{Refusal, shown};
use super::rows::{MaterialText, Rows, Slot, material_name, push_entry, push_number};
use super::{WriteOptions, space};
use crate::Frame;
use std::io;

/// No row of a file has more numbers.
const MOST_COLUMNS: usize = 999;

/// The name of a property.
fn property(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Material => "species",
        Quantity::Position => "pos",
        Quantity::Velocity => "velo",
        Quantity::Force => "force",
        Quantity::Torque => "torque",
        other => other.stem(),
    }
}

/// The file's contents.
pub(crate) fn write(frame: &Frame, _options: &WriteOptions) -> io::Result<Vec<u8>> {
    let rest = Quantity::known(frame);
    let rest = rest.filter(|one| ![Quantity::Material, Quantity::Position].contains(one));
    let columns: Vec<_> =
        [Quantity::Position].into_iter().chain(rest).map(|one| (one, one.of(frame))).collect();
    let mut out = format!("{}\n", frame.len());
    push_comment(&mut out, frame);
    for (one, _) in &columns {
        let letter = if *one == Quantity::Id { 'I' } else { 'R' };
        out.push_str(&format!(":{}:{letter}:{}", property(*one), one.width()));
    }
    out.push('\n');
    for body in 0..frame.len() {
        if !frame.material.is_empty() {
            out.push_str(&species(&material_name(frame, body)));
            out.push(' ');
        }
        out.push('0');
        for &(one, column) in &columns {
            for axis in 0..one.width() {
                out.push(' ');
                push_entry(&mut out, (one, column), body * one.width() + axis);
            }
        }
        out.push('\n');
    }
    Ok(out.into_bytes())
}

/// The second line, up to species and `Z`.
fn push_comment(out: &mut String, frame: &Frame) {
    let sides = space::around(frame);
    let mut numbers = |name: &str, values: &[f64]| {
        out.push_str(name);
        values.iter().for_each(|&value| {
            push_number(out, value);
            out.push(' ');
        });
        out.pop();
        out.push_str("\" ");
    };
    let mut lattice = [0.0; 9];
    (0..3).for_each(|axis| lattice[4 * axis] = sides[axis][1] - sides[axis][0]);
    numbers("Lattice=\"", &lattice);
    numbers("Origin=\"", &sides.map(|[low, _]| low));
    let flags = frame.periodic.map(|period| if period.is_some() { "T" } else { "F" });
    out.push_str(&format!("pbc=\"{}\" dimension={} Time=", flags.join(" "), frame.dimension));
    push_number(out, frame.time);
    let species = if frame.material.is_empty() { "" } else { "species:S:1:" };
    out.push_str(&format!(" Timestep={} Properties={species}Z:I:1", frame.step));
}

/// One word for a material.
fn species(name: &str) -> String {
    let word = name.replace(|letter: char| letter.is_whitespace() || letter.is_control(), "_");
    if word.is_empty() { "_".into() } else { word }
}

/// The last frame in a file's contents.
pub(crate) fn read(bytes: &[u8]) -> Result<Frame, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    let [first, end] = last_frame(&lines)?;
    let comment = *lines.get(first + 1).unwrap_or(&"");
    let pairs = pairs(comment);
    let at_comment = |reason: String| Refusal::at(first + 2, reason);
    let value = |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let properties = value("Properties").ok_or_else(|| {
        at_comment("no `Properties=`; the second line must be that of an extended XYZ file".into())
    })?;
    let slots = slots(properties).map_err(at_comment)?;
    let mut rows = Rows::new(slots, MaterialText::Name).map_err(|reason| {
        at_comment(format!("{reason}; `Properties` must include pos:R:3 and radius:R:1"))
    })?;
    for (index, row) in lines.iter().enumerate().take(end).skip(first + 2) {
        rows.push(index + 1, row.split_whitespace());
    }
    let number = |name: &str| {
        let wrong = |text| at_comment(format!("{name} is {}, not a number", shown(text)));
        value(name).map(|text| text.parse::<f64>().map_err(|_| wrong(text))).transpose()
    };
    rows.into_frame(Frame {
        dimension: if number("dimension")? == Some(2.0) { 2 } else { 3 },
        step: number("Timestep")?.unwrap_or(0.0) as u64,
        time: number("Time")?.or(number("time")?).unwrap_or(0.0),
        periodic: periods(value).map_err(at_comment)?,
        ..Frame::default()
    })
}

/// The lines of the last frame: its first, and the one behind it.
fn last_frame(lines: &[&str]) -> Result<[usize; 2], Refusal> {
    let filled = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let mut first = 0;
    loop {
        let text = lines.get(first).copied().unwrap_or("").trim();
        let wrong = || format!("{} is not the number of atoms", shown(text));
        let count: usize = text.parse().map_err(|_| Refusal::at(first + 1, wrong()))?;
        let end = first.saturating_add(2).saturating_add(count);
        let rows = filled.saturating_sub(first + 2);
        if rows < count {
            let what = format!("{rows} rows follow, but {count} are announced; it is cut off");
            return Err(Refusal::at(first + 1, what));
        }
        if end >= filled {
            return Ok([first, end]);
        }
        first = end;
    }
}

/// The pairs `key=value` and `key="value"` of a comment.
fn pairs(comment: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = comment;
    while let Some((key, after)) = rest.split_once('=') {
        let key = key.split_whitespace().last().unwrap_or("");
        let (value, after) = match after.strip_prefix('"') {
            Some(after) => after.split_once('"').unwrap_or((after, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((key, value));
        rest = after;
    }
    pairs
}

/// The columns that `name:type:count:…` stand for.
fn slots(properties: &str) -> Result<Vec<(String, Option<Slot>)>, String> {
    let parts: Vec<_> = properties.split(':').collect();
    let (triples, rest) = parts.as_chunks::<3>();
    if !rest.is_empty() {
        return Err("`Properties` is not a list of name:type:count".into());
    }
    let mut slots = Vec::new();
    for [name, _, count] in triples {
        let known = Quantity::ALL.into_iter().find(|&quantity| property(quantity) == *name);
        let known = known.or(alias(name));
        let wrong = || format!("property {} has a count of {}", shown(name), shown(count));
        let count: usize = count.parse().map_err(|_| wrong())?;
        if count > MOST_COLUMNS - slots.len() {
            return Err(format!("more than {MOST_COLUMNS} columns"));
        }
        if known.is_some_and(|quantity| quantity.width() != count) {
            return Err(wrong());
        }
        let slot = |axis| known.map(|quantity| Slot::new(quantity, axis));
        slots.extend((0..count).map(|axis| (name.to_string(), slot(axis))));
    }
    Ok(slots)
}

/// What other programs call a quantity.
fn alias(name: &str) -> Option<Quantity> {
    match name {
        "vel" | "velocities" => Some(Quantity::Velocity),
        "forces" => Some(Quantity::Force),
        "masses" => Some(Quantity::Mass),
        _ => None,
    }
}

/// The periods that `Lattice`, `Origin` and `pbc` speak of.
fn periods<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Result<[Option<[f64; 2]>; 3], String> {
    let numbers = |name: &str| -> Result<Vec<f64>, String> {
        let parts = value(name).unwrap_or("").split_whitespace();
        let wrong = |part| format!("{} in `{name}` is not a number", shown(part));
        parts.map(|part| part.parse().map_err(|_| wrong(part))).collect()
    };
    let (lattice, origin) = (numbers("Lattice")?, numbers("Origin")?);
    // Without a word about it, a lattice repeats itself.
    let flags: Vec<_> = value("pbc").unwrap_or("T T T").split_whitespace().collect();
    let mut periodic = [None; 3];
    if lattice.is_empty() || !flags.contains(&"T") {
        return Ok(periodic);
    }
    let upright = lattice.iter().enumerate().all(|(i, &x)| i % 4 == 0 || x == 0.0);
    if lattice.len() != 9 || !upright {
        return Err(
            "`Lattice` is oblique or not of nine numbers; only upright boxes are read".into()
        );
    }
    for axis in (0..3).filter(|&axis| flags.get(axis) == Some(&"T")) {
        let low = origin.get(axis).copied().unwrap_or(0.0);
        periodic[axis] =
            Some([low, low + lattice[4 * axis]]).filter(|&side| space::is_interval(side));
    }
    Ok(periodic)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "1\nanything\nH 0 0 0\n2\n\
        Lattice=\"2 0 0 0 3 0 0 0 4\" pbc=\"F T F\" time=7 \
        Properties=pos:R:3:radius:R:1:forces:R:3:q:R:2\n\
        1 2 3 0.5 1 1 1 0 0\n4 5 6 0.25 2 2 2 0 0\n\n";

    fn refused(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn files_of_others_are_read() {
        let frame = read(FILE.as_bytes()).unwrap();
        assert_eq!((frame.dimension, frame.time, &frame.id[..]), (3, 7.0, &[0, 1][..]));
        assert_eq!(frame.position, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_eq!((frame.radius, frame.force[1]), (vec![0.5, 0.25], [2.0; 3]));
        assert_eq!(frame.periodic, [None, Some([0.0, 3.0]), None]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(refused(""), "line 1: '' is not the number of atoms");
        assert_eq!(
            refused("99999999999999999\nx\n"),
            "line 1: 0 rows follow, but 99999999999999999 are announced; it is cut off"
        );
        assert!(
            refused("1\nH\nH 0 0 0\n").starts_with("line 2: no `Properties=`; the second line")
        );
        assert!(refused(&FILE.replace("radius", "size")).starts_with("line 5: column 'radius' is"));
        assert_eq!(
            refused(&FILE.replace("q:R:2", "q:R:100000000")),
            "line 5: more than 999 columns"
        );
        assert!(refused(&FILE.replace("2 0 0 0 3", "2 1 0 0 3")).contains("oblique"));
        assert_eq!(
            refused(&FILE.replace("1 2 3 0.5", "1 2 3 x")),
            "line 6: radius is 'x', not a number"
        );
    }
}
