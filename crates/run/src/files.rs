//! The files a run writes as it goes: rows of the log, frames and their list, checkpoints.
//!
//! ```text
//!   frames/bodies_000012.vtp     bodies, one file for each format
//!   frames/walls_000012.vtp      walls; if none moves, once for all frames
//!   frames/contacts_000012.vtp   the network of contacts, if it is wanted
//!   run.pvd                      all of them by time, written anew after each frame
//! ```

use crate::error::{FileError, RunError};
use crate::folder::RunFolder;
use esker_output::{
    ContactNetwork, DataSet, FORMATS, FormatEntry, Frame, LogFile, Precision, WriteOptions,
    format_named, view_script, write_contacts, write_frame, write_pvd,
};
use esker_physics::StateColumn;
use esker_scene::{LogValue, Output, Scene};
use std::fs;
use std::path::PathBuf;

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
}

impl Files {
    /// Those of a run whose log has these columns. Nothing is written yet.
    pub(crate) fn new(
        folder: RunFolder,
        output: &Output,
        columns: &[LogValue],
    ) -> Result<Self, RunError> {
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
        })
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
        let log = esker_output::read_log(&path).map_err(RunError::Log)?;
        if !log.names.iter().eq(self.columns.iter().map(|(name, _)| name)) {
            return Err(RunError::OtherColumns { path });
        }
        self.log = Some(LogFile::resume(&path, step).map_err(RunError::Log)?);
        if frame_times.is_empty() { Ok(()) } else { self.list_frames(frame_times) }
    }

    pub(crate) fn write_row(&mut self, row: &[f64]) -> Result<(), RunError> {
        let path = self.log_path();
        let log = self.log.as_mut();
        log.map_or(Ok(()), |log| log.append(row)).map_err(FileError::of(&path, "write a row of"))
    }

    /// Writes the present instant as the next frame.
    pub(crate) fn write_frame<const D: usize>(
        &self,
        scene: &Scene<D>,
        frame_times: &mut Vec<f64>,
    ) -> Result<(), RunError> {
        let (folder, number) = (self.folder.frames(), frame_times.len());
        if number == 0 {
            fs::create_dir_all(&folder).map_err(FileError::of(&folder, "make the folder"))?;
            self.folder.write("view.py", view_script())?;
        }
        let path = |name: &str, ending: &str| folder.join(file_name(name, number, ending));
        let frame = Frame::of(&scene.world);
        for format in &self.formats {
            let path = path("bodies", format.ending);
            let written = write_frame(&path, format, &frame, &self.options);
            written.map_err(FileError::of(&path, "write"))?;
        }
        if self.contacts {
            let path = path("contacts", "vtp");
            // Before the first step there are none to know.
            let (step, time) = (scene.world.steps, scene.world.time);
            let none = ContactNetwork { step, time, ..ContactNetwork::default() };
            let network = ContactNetwork::of(&scene.world).unwrap_or(none);
            let written = write_contacts(&path, &network, &self.options);
            written.map_err(FileError::of(&path, "write"))?;
        }
        frame_times.push(scene.world.time);
        self.list_frames(frame_times)
    }

    /// Writes the list of frames.
    fn list_frames(&self, times: &[f64]) -> Result<(), RunError> {
        let with_bodies = self.formats.iter().any(|format| format.name == "vtp");
        let parts = [("bodies", with_bodies), ("contacts", self.contacts)];
        let mut list = Vec::new();
        for (number, &time) in times.iter().enumerate() {
            for (part, (name, _)) in parts.iter().enumerate().filter(|(_, (_, listed))| *listed) {
                let file = format!("frames/{}", file_name(name, number, "vtp"));
                list.push(DataSet { time, part, name: (*name).into(), file });
            }
        }
        let path = self.folder.path().join("run.pvd");
        write_pvd(&path, &list).map_err(FileError::of(&path, "write"))
    }

    /// Writes a checkpoint.
    pub(crate) fn save(&self, columns: &[StateColumn<'_>]) -> Result<(), RunError> {
        let checkpoints = self.folder.checkpoints();
        let [latest, _] = checkpoints.paths();
        checkpoints.write(columns).map_err(FileError::of(&latest, "write the checkpoint"))
    }
}

fn file_name(what: &str, number: usize, ending: &str) -> String {
    format!("{what}_{number:06}.{ending}")
}
