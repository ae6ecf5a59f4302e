//! File formats of results, written and read: one file each, and the one visible list [`FORMATS`].
//!
//! ```text
//!   World ──▶ Frame ──▶ vtp · dump · extxyz · csv · npz ──▶ Frame ──▶ the bodies of another run
//! ```
//!
//! A format is two functions between a [`Frame`] and bytes. Readers hold for any bytes: no panic,
//! no endless loop, no memory beyond the scale of the input, and a refusal that says what to do.
//!
//! ```
//! use esker_output::{FORMATS, Frame, WriteOptions};
//! let bodies = Frame {
//!     dimension: 3,
//!     id: vec![0, 1],
//!     position: vec![[0.0; 3], [0.0, 0.0, 0.1]],
//!     radius: vec![0.05; 2],
//!     ..Frame::default()
//! };
//! for format in FORMATS {
//!     let bytes = (format.write)(&bodies, &WriteOptions::default())?;
//!     assert_eq!((format.read)(&bytes)?.radius.len(), 2, "{}", format.name);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod contacts;
mod csv;
mod dump;
mod extxyz;
mod npz;
mod pvd;
mod refusal;
mod rows;
mod space;
mod vtk_reader;
mod vtk_writer;
mod vtp;
mod walls;
mod xml;

pub use contacts::{ContactNetwork, parse_contacts, read_contacts, write_contacts};
pub use pvd::{DataSet, parse_pvd, read_pvd, write_pvd};
pub use refusal::{BadFile, Refusal};
pub(crate) use refusal::{read_with, shown};
pub(crate) use rows::push_number;
pub use vtk_writer::Precision;
pub use walls::{parse_walls, read_walls, write_walls};

use crate::{Frame, file};
use columns::Quantity;
use std::io;
use std::path::Path;

/// One line of the list of formats.
pub struct FormatEntry {
    /// The name in scenes, tables and on the command line.
    pub name: &'static str,
    /// How names of its files end, without the dot.
    pub ending: &'static str,
    /// How they may end as well, when they are read.
    pub other_endings: &'static [&'static str],
    /// What it is good for, in one sentence.
    pub summary: &'static str,
    /// The bytes of a file.
    pub write: fn(&Frame, &WriteOptions) -> io::Result<Vec<u8>>,
    /// The frame in the bytes of a file, whatever they are.
    pub read: fn(&[u8]) -> Result<Frame, Refusal>,
}

/// The list of formats.
pub const FORMATS: &[FormatEntry] = &[
    FormatEntry {
        name: "vtp",
        ending: "vtp",
        other_endings: &[],
        summary: "VTK points with radii, for ParaView, OVITO and PyVista",
        write: vtp::write,
        read: vtp::read,
    },
    FormatEntry {
        name: "dump",
        ending: "dump",
        other_endings: &["lammpstrj"],
        summary: "LAMMPS' text dump, in SI units, for OVITO and scripts",
        write: dump::write,
        read: dump::read,
    },
    FormatEntry {
        name: "extxyz",
        ending: "extxyz",
        other_endings: &["xyz"],
        summary: "extended XYZ, for OVITO and ASE",
        write: extxyz::write,
        read: extxyz::read,
    },
    FormatEntry {
        name: "csv",
        ending: "csv",
        other_endings: &[],
        summary: "a row for each body, for spreadsheets, pandas and Blender",
        write: csv::write,
        read: csv::read,
    },
    FormatEntry {
        name: "npz",
        ending: "npz",
        other_endings: &[],
        summary: "NumPy arrays, named as in a checkpoint; every bit is kept",
        write: npz::write,
        read: npz::read,
    },
];

/// How frames are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The precision of numbers in `vtp`; the other formats keep every bit.
    pub precision: Precision,
}

/// The format of a name, if there is one.
pub fn format_named(name: &str) -> Option<&'static FormatEntry> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The format that the ending of a file's name stands for.
fn format_of(path: &Path) -> Option<&'static FormatEntry> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let mut formats = FORMATS.iter();
    formats.find(|format| format.ending == ending || format.other_endings.contains(&&*ending))
}

/// Writes a frame: a file that is whole or absent. It outlives the program that writes it, but not
/// a power failure in the same second, as checkpoints do.
pub fn write_frame(
    path: &Path,
    format: &FormatEntry,
    frame: &Frame,
    options: &WriteOptions,
) -> io::Result<()> {
    let bodies = frame.len();
    for quantity in Quantity::ALL {
        let length = quantity.of(frame).len();
        let is_unknown = length == 0 && !quantity.is_needed();
        if length != bodies * quantity.width() && !is_unknown {
            let what = format!("{quantity:?} of a frame is not known for all {bodies} bodies");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
    }
    file::write_bytes(path, &(format.write)(frame, options)?)
}

/// Reads a frame in the format that the ending of the file's name stands for; of a `.pvd`, the
/// bodies of its last time.
pub fn read_frame(path: &Path) -> Result<Frame, BadFile> {
    let ending = path.extension().unwrap_or_default();
    if !ending.eq_ignore_ascii_case("pvd") {
        return read_single(path);
    }
    let file = read_with(path, |bytes| pvd::last_bodies(&parse_pvd(bytes)?).map(String::from))?;
    read_single(&path.with_file_name(file))
}

fn read_single(path: &Path) -> Result<Frame, BadFile> {
    let format = format_of(path).ok_or_else(|| {
        let endings =
            FORMATS.iter().flat_map(|one| [&one.ending].into_iter().chain(one.other_endings));
        let endings: Vec<_> = endings.map(|ending| format!(".{ending}")).collect();
        let what = format!(
            "its format is not known; names of files that can be read end in {} or .pvd",
            endings.join(", ")
        );
        BadFile::contents(path, Refusal::new(what))
    })?;
    read_with(path, format.read)
}

/// A script that shows a run with ParaView (`pvpython view.py`) or PyVista (`python view.py`), to
/// be placed beside its `run.pvd`.
pub fn view_script() -> &'static str {
    include_str!("view.py")
}
