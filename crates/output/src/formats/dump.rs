//! `dump`: LAMMPS' text dump, in SI units; OVITO, LAMMPS and many scripts read it.
//!
//! ```text
//!   ITEM: UNITS                                    (kg, m, s)
//!   si
//!   ITEM: TIME
//!   0.25
//!   ITEM: TIMESTEP
//!   1000
//!   ITEM: NUMBER OF ATOMS
//!   2
//!   ITEM: BOX BOUNDS pp ss ss                      p: repeats itself; s: the bounds of the bodies
//!   0 1
//!   …
//!   ITEM: ATOMS id type x y z vx vy vz … radius mass
//!   0 1 0.1 0 0.25 …
//! ```
//!
//! `type` is the number of the material, from 1. As in LAMMPS, a plane has all z = 0 in a box
//! that repeats itself from -0.5 to 0.5. Reading takes columns in any order, sections before or
//! after the step, and of several snapshots the last.

use super::columns::Quantity;
use super::refusal::{Refusal, shown};
use super::rows::{MaterialText, Rows, Slot, numbered_lines, push_entry, push_number};
use super::{WriteOptions, space};
use crate::Frame;
use std::io;

/// How thick a plane is, in LAMMPS' eyes.
const PLANE: [f64; 2] = [-0.5, 0.5];
const EXPECTED: &str = "the columns must include x y z and radius or diameter, as from \
                        `dump custom … id type x y z vx vy vz radius`";

/// The file's contents.
pub(crate) fn write(frame: &Frame, _options: &WriteOptions) -> io::Result<Vec<u8>> {
    let mut out = String::from("ITEM: UNITS\nsi\nITEM: TIME\n");
    push_number(&mut out, frame.time);
    out.push_str(&format!("\nITEM: TIMESTEP\n{}\n", frame.step));
    out.push_str(&format!("ITEM: NUMBER OF ATOMS\n{}\n", frame.len()));
    push_box(&mut out, frame);
    let columns: Vec<_> = Quantity::known(frame).map(|one| (one, one.of(frame))).collect();
    let names: Vec<_> = columns.iter().flat_map(|(one, _)| one.column_names()).collect();
    out.push_str(&format!("ITEM: ATOMS {}\n", names.join(" ")));
    for body in 0..frame.len() {
        for &(one, column) in &columns {
            for axis in 0..one.width() {
                push_entry(&mut out, (one, column), body * one.width() + axis);
                out.push(' ');
            }
        }
        out.pop();
        out.push('\n');
    }
    Ok(out.into_bytes())
}

fn push_box(out: &mut String, frame: &Frame) {
    let mut sides = space::around(frame);
    let mut flags = frame.periodic.map(|period| if period.is_some() { "pp" } else { "ss" });
    if frame.dimension == 2 {
        (sides[2], flags[2]) = (PLANE, "pp");
    }
    out.push_str(&format!("ITEM: BOX BOUNDS {}\n", flags.join(" ")));
    for [low, high] in sides {
        push_number(out, low);
        out.push(' ');
        push_number(out, high);
        out.push('\n');
    }
}

/// One `ITEM:` and the lines under it.
#[derive(Debug)]
struct Section<'a> {
    line: usize,
    title: &'a str,
    lines: Vec<(usize, &'a str)>,
}

impl Section<'_> {
    /// The one number of a section, as the type that is asked for.
    fn number<T: std::str::FromStr>(&self) -> Result<T, Refusal> {
        let (line, text) = *self.lines.first().unwrap_or(&(self.line, ""));
        let wrong = || format!("{} of `ITEM: {}` is not its number", shown(text), self.title);
        text.parse().map_err(|_| Refusal::at(line, wrong()))
    }
}

/// The last frame in a file's contents.
pub(crate) fn read(bytes: &[u8]) -> Result<Frame, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let snapshot = last_snapshot(&text)?;
    let find = |title: &str| snapshot.iter().find(|section| section.title.starts_with(title));
    let needed = |title: &str| {
        let missing = || format!("the last snapshot has no `ITEM: {title}`; it may be cut off");
        find(title).ok_or_else(|| Refusal::new(missing()))
    };
    let mut about = Frame { step: needed("TIMESTEP")?.number()?, ..Frame::default() };
    if let Some(time) = snapshot.iter().find(|section| section.title == "TIME") {
        about.time = time.number()?;
    }
    let count: usize = needed("NUMBER OF ATOMS")?.number()?;
    let atoms = needed("ATOMS")?;
    if atoms.lines.len() != count {
        let found = atoms.lines.len();
        let what = format!("{found} rows follow, but {count} atoms are announced; it is cut off");
        return Err(Refusal::at(atoms.line, what));
    }
    let slots = atoms.title.split_ascii_whitespace().skip(1);
    let slots = slots.map(|name| (name.to_string(), Slot::of_column(name))).collect();
    let mut rows = Rows::new(slots, MaterialText::Number)
        .map_err(|reason| Refusal::at(atoms.line, format!("{reason}; {EXPECTED}")))?;
    for &(line, row) in &atoms.lines {
        rows.push(line, row.split_ascii_whitespace());
    }
    about.periodic = find("BOX BOUNDS").map_or(Ok([None; 3]), periods)?;
    about.dimension = 3;
    if !rows.has_third_axis() || (about.periodic[2] == Some(PLANE) && rows.is_flat()) {
        (about.dimension, about.periodic[2]) = (2, None);
    }
    rows.into_frame(about)
}

/// The sections of the last snapshot; its time may stand before its step.
fn last_snapshot(text: &str) -> Result<Vec<Section<'_>>, Refusal> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (line, text) in numbered_lines(text) {
        match (text.strip_prefix("ITEM:"), sections.last_mut()) {
            (Some(title), _) => {
                // Only the last snapshot is kept, with the time that may stand before its step.
                let title = title.trim();
                if title == "TIMESTEP" {
                    let time = sections.pop().filter(|section| section.title == "TIME");
                    sections = time.into_iter().collect();
                }
                sections.push(Section { line, title, lines: Vec::new() });
            }
            (None, Some(section)) => section.lines.push((line, text)),
            (None, None) => {
                let what = format!("{} instead of `ITEM: TIMESTEP`; no LAMMPS dump", shown(text));
                return Err(Refusal::at(line, what));
            }
        }
    }
    Ok(sections)
}

/// Along which axes space repeats itself.
fn periods(bounds: &Section<'_>) -> Result<[Option<[f64; 2]>; 3], Refusal> {
    let flags: Vec<_> = bounds.title.split_ascii_whitespace().skip(2).collect();
    if flags.contains(&"xy") || flags.contains(&"abc") {
        return Err(Refusal::at(bounds.line, "the box is oblique; only upright boxes are read"));
    }
    let mut periodic = [None; 3];
    for axis in (0..3).filter(|&axis| flags.get(axis) == Some(&"pp")) {
        let (line, text) = *bounds.lines.get(axis).unwrap_or(&(bounds.line, ""));
        let mut numbers = text.split_ascii_whitespace().map(|number| number.parse::<f64>().ok());
        periodic[axis] = match (numbers.next().flatten(), numbers.next().flatten()) {
            (Some(low), Some(high)) if space::is_interval([low, high]) => Some([low, high]),
            _ => {
                let what = format!("{} is no low and high end of the box", shown(text));
                return Err(Refusal::at(line, what));
            }
        };
    }
    Ok(periodic)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\nno\n";
    const LAST: &str = "ITEM: TIME\n0.5\nITEM: TIMESTEP\n20\nITEM: NUMBER OF ATOMS\n2\n\
        ITEM: BOX BOUNDS ff pp ff\n0 1\n-1 1e0\n0 1\n\
        ITEM: ATOMS diameter z y x id type c_stress[1]\n1 0.3 0.2 0.1 9 2 -7\n2 0 0 0 4 1 nan\n";

    #[test]
    fn any_order_of_columns_and_the_last_snapshot_are_read() {
        let frame = read(format!("{FIRST}{LAST}").as_bytes()).unwrap();
        assert_eq!((frame.dimension, frame.step, frame.time), (3, 20, 0.5));
        assert_eq!(frame.id, [4, 9]);
        assert_eq!(frame.position, [[0.0; 3], [0.1, 0.2, 0.3]]);
        assert_eq!((frame.radius, frame.material), (vec![1.0, 0.5], vec![0, 1]));
        assert_eq!(frame.periodic, [None, Some([-1.0, 1.0]), None]);
        let after = "ITEM: TIMESTEP\n3\nITEM: TIME\n0.25\nITEM: NUMBER OF ATOMS\n1\n\
            ITEM: ATOMS x y radius\n0 0 1\n";
        let frame = read(format!("{LAST}{after}").as_bytes()).unwrap();
        assert_eq!((frame.dimension, frame.step, frame.time), (2, 3, 0.25));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            refused("x y z\n"),
            "line 1: 'x y z' instead of `ITEM: TIMESTEP`; no LAMMPS dump"
        );
        let cut_off = LAST.trim_end_matches("2 0 0 0 4 1 nan\n");
        assert_eq!(
            refused(cut_off),
            "line 11: 1 rows follow, but 2 atoms are announced; it is cut off"
        );
        assert_eq!(
            refused(&LAST.replace(" 9 2 ", " 9 0 ")),
            "line 12: type is '0'; a material must be a whole number below 65536, counted from 1"
        );
        assert_eq!(
            refused(&LAST.replace("z y x", "zs ys xs")),
            format!("line 11: column 'x' is missing; {EXPECTED}")
        );
        assert_eq!(
            refused(&LAST.replace("-1 1e0", "1 1")),
            "line 9: '1 1' is no low and high end of the box"
        );
        assert_eq!(
            refused("ITEM: TIMESTEP\n-1\n"),
            "line 2: '-1' of `ITEM: TIMESTEP` is not its number"
        );
        assert_eq!(
            refused("ITEM: TIMESTEP\n1\n"),
            "the last snapshot has no `ITEM: NUMBER OF ATOMS`; it may be cut off"
        );
        assert!(refused("").contains("no `ITEM: TIMESTEP`"));
    }
}
