//! `.pvd`: the list of a run's files by time, which ParaView, OVITO and PyVista open as one.
//!
//! ```text
//!   <DataSet timestep="0.25" part="0" name="bodies" file="frames/bodies_000001.vtp"/>
//! ```
//!
//! The list is written anew, whole, after every frame: at every instant it names files that are
//! there. A list of ours holds one part, bodies or walls: OVITO takes every entry for an instant.

use super::refusal::{BadFile, Refusal, read_with, shown};
use super::xml::{self, Node};
use crate::file;
use crate::text::escaped;
use std::io;
use std::path::Path;

/// One file of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSet {
    /// The time (s) it is of.
    pub time: f64,
    /// The number of its part: by convention 0 for bodies, 1 for walls, 2 for contacts.
    pub part: usize,
    /// The name of its part: `bodies`, `walls`, `contacts`.
    pub name: String,
    /// Where it is, from the folder of the list.
    pub file: String,
}

/// Writes the list of a run's files: a `.pvd` that is whole or absent.
pub fn write_pvd(path: &Path, data_sets: &[DataSet]) -> io::Result<()> {
    let mut out = String::from(
        "<?xml version=\"1.0\"?>\n\
         <VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n<Collection>\n",
    );
    for DataSet { time, part, name, file } in data_sets {
        out.push_str(&format!(
            "<DataSet timestep=\"{time:?}\" group=\"\" part=\"{part}\" name=\"{}\" file=\"{}\"/>\n",
            escaped(name),
            escaped(file)
        ));
    }
    out.push_str("</Collection>\n</VTKFile>\n");
    file::write_bytes(path, out.as_bytes())
}

/// Reads a list of files.
pub fn read_pvd(path: &Path) -> Result<Vec<DataSet>, BadFile> {
    read_with(path, parse_pvd)
}

/// Takes a list of files apart.
pub fn parse_pvd(bytes: &[u8]) -> Result<Vec<DataSet>, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let mut is_collection = false;
    let mut data_sets = Vec::new();
    xml::walk(&text, |node, _| {
        let Node::Open(element) = node else { return Ok(()) };
        match element.name() {
            "Collection" => is_collection = true,
            "DataSet" => {
                let time = element.attribute("timestep");
                let wrong = || format!("the timestep {} is not a number", shown(&time));
                let file = element.attribute("file");
                if file.is_empty() {
                    return Err("a <DataSet> without a file".into());
                }
                data_sets.push(DataSet {
                    time: if time.is_empty() { 0.0 } else { time.parse().map_err(|_| wrong())? },
                    part: element.attribute("part").parse().unwrap_or(0),
                    name: element.attribute("name"),
                    file,
                });
            }
            _ => {}
        }
        Ok(())
    })?;
    match is_collection {
        true => Ok(data_sets),
        false => Err(Refusal::new("no <Collection>; it is no list of VTK files")),
    }
}

/// The last file of the first part: the bodies at the end of a run.
pub(crate) fn last_bodies(data_sets: &[DataSet]) -> Result<&str, Refusal> {
    let part = data_sets.iter().map(|data_set| data_set.part).min();
    let last = data_sets.iter().rev().find(|data_set| Some(data_set.part) == part);
    last.map(|data_set| data_set.file.as_str())
        .ok_or_else(|| Refusal::new("the list is empty: the run has written no frame yet"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data_set(time: f64, part: usize, file: &str) -> DataSet {
        DataSet { time, part, name: ["bodies", "walls"][part].into(), file: file.into() }
    }

    #[test]
    fn a_list_comes_back_and_its_last_bodies_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.pvd");
        let list = [
            data_set(0.0, 0, "frames/a.vtp"),
            data_set(0.1 + 0.2, 0, "frames/b & \"c\".vtp"),
            data_set(0.1 + 0.2, 1, "walls.vtp"),
        ];
        write_pvd(&path, &list).unwrap();
        assert_eq!(read_pvd(&path).unwrap(), list);
        assert_eq!(last_bodies(&list), Ok("frames/b & \"c\".vtp"));
        write_pvd(&path, &[]).unwrap();
        let refused = last_bodies(&read_pvd(&path).unwrap()).unwrap_err().to_string();
        assert_eq!(refused, "the list is empty: the run has written no frame yet");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |text: &str| parse_pvd(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(refused("<VTKFile/>"), "no <Collection>; it is no list of VTK files");
        assert_eq!(
            refused("<Collection>\n<DataSet timestep=\"late\" file=\"a\"/></Collection>"),
            "line 2: the timestep 'late' is not a number"
        );
        assert_eq!(refused("<Collection><DataSet/>"), "line 1: a <DataSet> without a file");
        assert_eq!(refused("<Collection>"), "line 1: it is cut off: <Collection> is never closed");
    }
}
