//! `csv`: one row for each body, for spreadsheets, pandas and Blender.
//!
//! ```text
//!   id,material,x,y,z,vx,vy,vz,fx,fy,fz,omegax,omegay,omegaz,tqx,tqy,tqz,r,mass
//!   0,glass,0.1,0,0.25,…
//! ```
//!
//! Reading takes columns in any order, of which `x`, `y` and `r` (or `d`) must be there; without
//! `z` the bodies are in the plane. Materials go by name. Time, step and box are not kept.

use super::WriteOptions;
use super::columns::Quantity;
use super::refusal::{Refusal, shown};
use super::rows::{MaterialText, Rows, Slot, material_name, numbered_lines, push_entry};
use crate::Frame;
use std::borrow::Cow;
use std::io;

const EXPECTED: &str = "columns are id, material, x, y, z, r or d, mass, vx, vy, vz, \
                        omegax, omegay, omegaz, fx, fy, fz, tqx, tqy, tqz";

/// The file's contents.
pub(crate) fn write(frame: &Frame, _options: &WriteOptions) -> io::Result<Vec<u8>> {
    let columns: Vec<_> = Quantity::known(frame).map(|one| (one, one.of(frame))).collect();
    let axes = |one: Quantity| {
        let flat = one == Quantity::Position && frame.dimension == 2;
        if flat { 2 } else { one.width() }
    };
    let names = columns.iter().flat_map(|&(one, _)| one.column_names().take(axes(one)));
    let mut out = names.map(|name| column_name(&name).to_string()).collect::<Vec<_>>().join(",");
    out.push('\n');
    for body in 0..frame.len() {
        for &(one, column) in &columns {
            if one == Quantity::Material {
                out.push_str(&quoted(&material_name(frame, body)));
                out.push(',');
                continue;
            }
            for axis in 0..axes(one) {
                push_entry(&mut out, (one, column), body * one.width() + axis);
                out.push(',');
            }
        }
        out.pop();
        out.push('\n');
    }
    Ok(out.into_bytes())
}

/// What a column is called here.
fn column_name(name: &str) -> &str {
    match name {
        "radius" => "r",
        "type" => "material",
        name => name,
    }
}

/// A name as a field: in quotes if it needs them, and in one line.
fn quoted(name: &str) -> Cow<'_, str> {
    if !name.contains(['"', ',', '\n', '\r']) && name.trim() == name {
        return name.into();
    }
    format!("\"{}\"", name.replace(['\n', '\r'], " ").replace('"', "\"\"")).into()
}

/// The frame in a file's contents.
pub(crate) fn read(bytes: &[u8]) -> Result<Frame, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = numbered_lines(&text);
    let (line, header) = lines.next().ok_or_else(|| {
        Refusal::new(format!("the file is empty; its first line must name its columns: {EXPECTED}"))
    })?;
    let mut slots = Vec::new();
    for name in fields(header) {
        if name.parse::<f64>().is_ok() {
            let found = shown(&name);
            return Err(Refusal::at(line, format!("no header but {found}; {EXPECTED}")));
        }
        let slot = Slot::of_column(&name);
        if slot.is_none() {
            return Err(Refusal::at(line, format!("unknown column {}; {EXPECTED}", shown(&name))));
        }
        slots.push((name.into_owned(), slot));
    }
    let mut rows = Rows::new(slots, MaterialText::Name)
        .map_err(|reason| Refusal::at(line, format!("{reason}; {EXPECTED}")))?;
    for (line, row) in lines {
        let fields: Vec<_> = fields(row).collect();
        rows.push(line, fields.iter().map(|field| &**field));
    }
    let dimension = if rows.has_third_axis() { 3 } else { 2 };
    rows.into_frame(Frame { dimension, ..Frame::default() })
}

/// What stands between commas outside of quotes, without surrounding spaces and quotes.
fn fields(line: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut in_quotes = false;
    let pieces = line.split(move |letter| {
        in_quotes ^= letter == '"';
        letter == ',' && !in_quotes
    });
    pieces.map(|field| {
        let field = field.trim();
        match field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inside) if inside.contains('"') => inside.replace("\"\"", "\"").into(),
            Some(inside) => inside.into(),
            None => field.into(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn the_headers_of_detect_are_read() {
        let space = read(b"r, x ,\"y\",z\n0.5,1,2,3\n").unwrap();
        assert_eq!((space.dimension, &space.position[..]), (3, &[[1.0, 2.0, 3.0]][..]));
        assert_eq!((space.id, space.radius), (vec![0], vec![0.5]));
        let plane = read(b"\xef\xbb\xbfx,y,d\r\n\r\n1,2,3\r\n").unwrap();
        assert_eq!((plane.dimension, &plane.position[..]), (2, &[[1.0, 2.0, 0.0]][..]));
        assert_eq!(plane.radius, [1.5]);
        assert!(plane.velocity.is_empty() && plane.materials.is_empty());
    }

    #[test]
    fn names_with_commas_and_quotes_come_back() {
        for name in ["glass", "a,b", "\"", " a\" ,", "", "7"] {
            let text = format!("x,y,r,material\n0,0,1,{}\n", quoted(name));
            assert_eq!(read(text.as_bytes()).unwrap().materials, [name], "{text}");
        }
        assert_eq!(quoted("two\nlines"), "\"two lines\"");
    }

    #[test]
    fn every_bad_row_is_named() {
        let text = "id,x,y,z,r\n0,1,2,3,4\n1,a,2,3,-4\n2,1\n2.5,1,2,nan,4\n";
        let expected = "3 rows cannot be used\n  \
            line 3: x is 'a', not a number; r is '-4'; a radius must be above zero\n  \
            line 4: 2 fields; expected 5\n  \
            line 5: id is '2.5'; an id must be a whole number from 0 to 2³²-1; \
            z is 'nan'; it must be finite";
        assert_eq!(refused(text), expected);
    }

    #[test]
    fn a_bad_header_is_named() {
        let with_columns = |start: &str| format!("line 1: {start}; {EXPECTED}");
        assert_eq!(refused("x,y,q,r\n"), with_columns("unknown column 'q'"));
        assert_eq!(refused("x,y\n"), with_columns("column 'radius' is missing"));
        assert_eq!(refused("x,y,x,r\n"), with_columns("column 'x' appears twice"));
        assert_eq!(refused("x,y,r,d\n"), with_columns("column 'd' appears twice"));
        assert_eq!(refused("1,2,3\n"), with_columns("no header but '1'"));
        assert!(refused(" \n").starts_with("the file is empty; its first line must name"));
        let twice = "id,x,y,r\n4,0,0,1\n4,1,1,1\n";
        assert_eq!(refused(twice), "two bodies have the id 4; ids must differ, or be left out");
    }
}
