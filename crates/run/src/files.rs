//! The files a run writes as it goes: rows of the log, frames and their list, checkpoints.
//!
//! ```text
//!   frames/bodies_000012.vtp     bodies, one file for each format
//!   frames/walls_000012.vtp      walls; if none moves, once for all frames
//!   frames/contacts_000012.vtp   the network of contacts, if it is wanted
//!   run.pvd                      the bodies by time, written anew after each frame
//!   walls.pvd, contacts.pvd      the same for walls and contacts
//! ```
//!
//! Each part has a list of its own: OVITO takes every entry of a list for an instant.

use crate::error::RunError;
use crate::file_error::FileError;
use crate::folder::{LISTS, RunFolder};
use crate::walls;
use esker_geom::Aabb;
use esker_output::{
    ContactNetwork, DataSet, FORMATS, FormatEntry, Frame, LogFile, Precision, WriteOptions,
    format_named, view_script, write_contacts, write_frame, write_pvd, write_walls,
};
use esker_physics::StateColumn;
use esker_scene::{LogValue, Scene};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The files of one run.
pub(crate) struct Files {
    pub(crate) folder: RunFolder,
    /// The names and units of the log's columns.
    columns: Vec<(String, &'static str)>,
    /// The log, once it is open.
    log: Option<LogFile>,
    formats: Vec<&'static FormatEntry>,
    options: WriteOptions,
    contacts: bool,
    walls: Walls,
}

/// The parts of a frame, in the order of their lists.
const PARTS: [&str; 3] = ["bodies", "walls", "contacts"];

/// What is written of walls.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walls {
    None,
    /// One file for all frames.
    Once,
    EachFrame,
}

impl Files {
    /// Those of a run whose log has these columns. Nothing is written yet.
    pub(crate) fn new<const D: usize>(
        folder: RunFolder,
        scene: &Scene<D>,
        columns: &[LogValue],
    ) -> Result<Self, RunError> {
        let (output, world) = (&scene.output, &scene.world);
        let format = |name: &String| {
            let known = || FORMATS.iter().map(|format| format.name.into()).collect();
            let unknown =
                || RunError::Unknown { what: "format", name: name.clone(), known: known() };
            format_named(name).ok_or_else(unknown)
        };
        let precision = if output.double { Precision::Double } else { Precision::Single };
        Ok(Self {
            folder,
            columns: columns.iter().map(|column| (column.name.clone(), column.unit)).collect(),
            log: None,
            formats: output.formats.iter().map(format).collect::<Result<_, _>>()?,
            options: WriteOptions { precision },
            contacts: output.contacts,
            walls: match world.walls.is_empty() {
                true => Walls::None,
                false if walls::change(world) => Walls::EachFrame,
                false => Walls::Once,
            },
        })
    }

    /// A number of the log at a place in its rows, with its unit.
    pub(crate) fn quantity(&self, place: usize, value: f64) -> String {
        let unit = self.columns.get(place).map_or("", |(_, unit)| unit);
        format!("{} {unit}", rounded(value)).trim_end().into()
    }

    fn log_path(&self) -> PathBuf {
        self.folder.path().join("log.csv")
    }

    /// Begins an empty log.
    pub(crate) fn begin(&mut self) -> Result<(), RunError> {
        let columns: Vec<(&str, &str)> =
            self.columns.iter().map(|(name, unit)| (name.as_str(), *unit)).collect();
        let path = self.log_path();
        let log = LogFile::create(&path, &columns).map_err(FileError::of(&path, "write"))?;
        self.log = Some(log);
        Ok(())
    }

    /// Goes on after a step: what was written later is dropped from the log and the list of frames.
    pub(crate) fn go_on(&mut self, step: u64, frame_times: &[f64]) -> Result<(), RunError> {
        let path = self.log_path();
        let mut log = esker_output::read_log(&path)?;
        if !log.names.iter().eq(self.columns.iter().map(|(name, _)| name)) {
            return Err(RunError::OtherColumns { path });
        }
        log.truncate_after(step);
        self.log = Some(LogFile::go_on(&path, &log).map_err(FileError::of(&path, "write"))?);
        if frame_times.is_empty() { Ok(()) } else { self.list_frames(frame_times) }
    }

    pub(crate) fn write_row(&mut self, row: &[f64]) -> Result<(), RunError> {
        let path = self.log_path();
        let log = self.log.as_mut();
        let written = log.map_or(Ok(()), |log| log.append(row));
        Ok(written.map_err(FileError::of(&path, "write a row of"))?)
    }

    /// Writes the present instant as the next frame; walls without an end are cut off at a box (m).
    pub(crate) fn write_frame<const D: usize>(
        &self,
        scene: &Scene<D>,
        extent: &Aabb<D>,
        times: &mut Vec<f64>,
    ) -> Result<(), RunError> {
        let (number, world) = (times.len(), &scene.world);
        if number == 0 {
            let folder = self.folder.frames();
            fs::create_dir_all(&folder).map_err(FileError::of(&folder, "make the folder"))?;
            self.folder.write("view.py", view_script())?;
        }
        let frame = Frame::of(world);
        for format in &self.formats {
            self.put("bodies", number, format.ending, |path| {
                write_frame(path, format, &frame, &self.options)
            })?;
        }
        if self.walls == Walls::EachFrame || (self.walls == Walls::Once && number == 0) {
            let walls = walls::drawn(world, extent);
            self.put("walls", number, "vtp", |path| {
                write_walls(path, world.time, &walls, &self.options)
            })?;
        }
        if self.contacts {
            // Before the first step there are none to know.
            let (step, time) = (world.steps, world.time);
            let none = ContactNetwork { step, time, ..ContactNetwork::default() };
            let network = ContactNetwork::of(world).unwrap_or(none);
            self.put("contacts", number, "vtp", |path| {
                write_contacts(path, &network, &self.options)
            })?;
        }
        times.push(world.time);
        self.list_frames(times)
    }

    /// Writes one file of a frame.
    fn put(
        &self,
        what: &str,
        number: usize,
        ending: &str,
        write: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), RunError> {
        let path = self.folder.frames().join(file_name(what, number, ending));
        Ok(write(&path).map_err(FileError::of(&path, "write"))?)
    }

    /// Writes the lists of frames.
    fn list_frames(&self, times: &[f64]) -> Result<(), RunError> {
        let with_bodies = self.formats.iter().any(|format| format.name == "vtp");
        let written = [with_bodies, self.walls != Walls::None, self.contacts];
        for ((name, list), _) in PARTS.iter().zip(LISTS).zip(written).filter(|(_, is)| *is) {
            let once = *name == "walls" && self.walls == Walls::Once;
            let data_set = |(number, &time): (usize, &f64)| {
                let file = file_name(name, if once { 0 } else { number }, "vtp");
                DataSet { time, part: 0, name: (*name).into(), file: format!("frames/{file}") }
            };
            let data_sets: Vec<DataSet> = times.iter().enumerate().map(data_set).collect();
            let path = self.folder.path().join(list);
            write_pvd(&path, &data_sets).map_err(FileError::of(&path, "write"))?;
        }
        Ok(())
    }

    /// Writes a checkpoint.
    pub(crate) fn save(&self, columns: &[StateColumn<'_>]) -> Result<(), RunError> {
        let checkpoints = self.folder.checkpoints();
        let [latest, _] = checkpoints.paths();
        let written = checkpoints.write(columns);
        Ok(written.map_err(FileError::of(&latest, "write the checkpoint"))?)
    }
}

/// A number as the log has it, but of five digits; a count whole.
fn rounded(value: f64) -> String {
    let is_count = value.fract() == 0.0;
    let short = format!("{value:.4e}").parse().unwrap_or(value);
    let text = format!("{:?}", if is_count { value } else { short });
    text.strip_suffix(".0").unwrap_or(&text).into()
}

fn file_name(what: &str, number: usize, ending: &str) -> String {
    format!("{what}_{number:06}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_counts_whole() {
        let told = [4.1334279666100216e-8, 12.345678, -0.5, 0.0, 49.0, 123_456.0].map(rounded);
        assert_eq!(told, ["4.1334e-8", "12.346", "-0.5", "0", "49", "123456"]);
    }
}
