//! Checkpoints: a state as an `.npz`, written beside and renamed, the last two kept.
//!
//! ```text
//!   latest.npz      a zip without compression: one `.npy` for each column, each with a checksum (CRC-32)
//!   previous.npz    the one before it; at every instant one of the two is there and whole
//! ```
//!
//! `numpy.load` opens them. The crate knows columns by name, type and shape, and nothing of what they mean: whether
//! they make a state is for the world to say that takes them.

use crate::file::words;
use crate::patient::Patient;
use crate::{file, npy};
use esker_physics::StateColumn;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The checkpoints of a run, in a folder of their own.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    folder: PathBuf,
}

/// A checkpoint that was read.
#[derive(Debug)]
pub struct Checkpoint {
    /// Where it was.
    pub path: PathBuf,
    /// Its columns.
    pub columns: Vec<StateColumn<'static>>,
    /// Why a newer one was passed over, if one was.
    pub passed_over: Option<BadCheckpoint>,
}

impl Checkpoints {
    /// Those in a folder, which is made when the first is written.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The paths of the latest and the one before it, whether they are there or not.
    pub fn paths(&self) -> [PathBuf; 2] {
        ["latest.npz", "previous.npz"].map(|name| self.folder.join(name))
    }

    /// Writes the latest checkpoint; the latest so far becomes the previous one.
    pub fn write(&self, columns: &[StateColumn<'_>]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let [latest, previous] = self.paths();
        let next = self.folder.join("next.npz");
        write_columns(&next, columns)?;
        match fs::rename(&latest, &previous) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(&next, &latest),
        }
    }

    /// The newest checkpoint that is whole.
    pub fn read(&self) -> Result<Checkpoint, BadCheckpoint> {
        let [latest, previous] = self.paths();
        let newest = match read_columns(&latest) {
            Ok(columns) => return Ok(Checkpoint { path: latest, columns, passed_over: None }),
            Err(error) => error,
        };
        match read_columns(&previous) {
            Ok(columns) => Ok(Checkpoint { path: previous, columns, passed_over: Some(newest) }),
            Err(_) => Err(newest),
        }
    }
}

/// Writes columns as an `.npz` that is whole or absent.
pub fn write_columns(path: &Path, columns: &[StateColumn<'_>]) -> io::Result<()> {
    file::write_with(path, |file| write_to(BufWriter::new(file), columns)?.flush())
}

pub(crate) fn write_to<W: Write + Seek>(file: W, columns: &[StateColumn<'_>]) -> io::Result<W> {
    let mut zip = ZipWriter::new(Patient::new(file));
    // Columns may exceed 4 GiB; without a time of day the same state gives the same bytes.
    let options =
        SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    for column in columns {
        zip.start_file(format!("{}.npy", column.name), options)?;
        npy::write(column, &mut zip)?;
    }
    zip.finish()?.end()
}

/// Reads the columns of an `.npz`, every checksum compared.
pub fn read_columns(path: &Path) -> Result<Vec<StateColumn<'static>>, BadCheckpoint> {
    let bad = |fault| BadCheckpoint { path: path.to_path_buf(), fault };
    let file = File::open(path).map_err(|error| bad(Fault::File(error)))?;
    read_from(BufReader::new(file)).map_err(bad)
}

pub(crate) fn read_from(mut file: impl Read + Seek) -> Result<Vec<StateColumn<'static>>, Fault> {
    // Members may claim the same bytes many times over: together they are no longer than the file.
    let mut spare = file.seek(SeekFrom::End(0)).map_err(Fault::File)?;
    let mut zip = ZipArchive::new(file).map_err(|error| match error {
        ZipError::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => Fault::File(error),
        error => Fault::Archive(error.to_string()),
    })?;
    (0..zip.len()).map(|index| read_column(&mut zip, index, &mut spare)).collect()
}

fn read_column(
    zip: &mut ZipArchive<impl Read + Seek>,
    index: usize,
    spare: &mut u64,
) -> Result<StateColumn<'static>, Fault> {
    let damaged = |error: ZipError| Fault::Archive(error.to_string());
    let mut member = zip.by_index(index).map_err(damaged)?;
    let member_name = member.name().map_err(damaged)?.to_string();
    let fault = |what: String| Fault::Column { name: member_name.clone(), what };
    if member.compression() != CompressionMethod::Stored {
        return Err(fault("it is compressed; only uncompressed arrays are read".into()));
    }
    if member.size() > *spare {
        return Err(fault("it claims more bytes than the file has".into()));
    }
    *spare -= member.size();
    let mut bytes = Vec::new();
    member.read_to_end(&mut bytes).map_err(|error| fault(error.to_string()))?;
    let (shape, values) = npy::read(&bytes).map_err(|what| fault(what.into()))?;
    let name = member_name.strip_suffix(".npy").unwrap_or(&member_name).to_string();
    Ok(StateColumn { name: name.into(), shape, values })
}

/// Why a checkpoint cannot be read.
#[derive(Debug)]
pub struct BadCheckpoint {
    path: PathBuf,
    fault: Fault,
}

#[derive(Debug)]
pub(crate) enum Fault {
    /// The file cannot be opened or read.
    File(io::Error),
    /// It is no zip, or not a whole one.
    Archive(String),
    /// One of its columns is damaged.
    Column { name: String, what: String },
}

impl fmt::Display for BadCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.fault {
            Fault::File(error) => write!(f, "cannot read the checkpoint {path}: {}", words(error)),
            fault => write!(f, "the checkpoint {path} is {fault}; go on from the one before it"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "not readable ({})", words(error)),
            Self::Archive(what) => write!(f, "cut off or damaged ({what})"),
            Self::Column { name, what } => write!(f, "damaged in `{name}` ({what})"),
        }
    }
}

impl std::error::Error for BadCheckpoint {}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_physics::{Body, Material, World};
    use std::io::Cursor;

    #[test]
    fn whatever_is_cut_off_or_flipped_is_refused() {
        let mut world = World::<2>::default();
        world.materials.add(Material::default()).unwrap();
        world.add(&Body::new([0.0, 0.0], 0.1)).unwrap();
        world.add(&Body::new([0.0, 0.199], 0.1)).unwrap();
        world.run(10).unwrap();
        let columns = world.columns();
        let whole = write_to(Cursor::new(Vec::new()), &columns).unwrap().into_inner();
        assert_eq!(read_from(Cursor::new(&whole)).unwrap(), columns);
        for length in 0..whole.len() {
            let cut_off = Cursor::new(&whole[..length]);
            assert!(read_from(cut_off).is_err(), "cut off at {length} of {}", whole.len());
        }
        for byte in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[byte] ^= 1 << (byte % 8);
            // What no checksum covers is the name: a world misses a column whose name is another.
            for column in read_from(Cursor::new(flipped)).into_iter().flatten() {
                let known = columns.iter().find(|known| known.name == column.name);
                assert!(known.is_none_or(|known| *known == column), "byte {byte}: {}", column.name);
            }
        }
    }

    /// A disk with room for so many bytes.
    struct Full {
        inside: Cursor<Vec<u8>>,
        room: u64,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.inside.position() + bytes.len() as u64 <= self.room {
                true => self.inside.write(bytes),
                false => Err(io::ErrorKind::StorageFull.into()),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Full {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.inside.seek(to)
        }
    }

    #[test]
    fn a_disk_that_is_full_at_any_byte_is_told() {
        let values = esker_physics::Values::U8(vec![7; 300].into());
        let names = ["bodies", "walls"].map(String::from);
        let columns = names.map(|name| StateColumn {
            name: name.into(),
            shape: vec![300],
            values: values.clone(),
        });
        let whole = write_to(Cursor::new(Vec::new()), &columns).unwrap().into_inner();
        for room in 0..=whole.len() as u64 {
            let full = Full { inside: Cursor::new(Vec::new()), room };
            match write_to(full, &columns) {
                Ok(written) => {
                    assert_eq!(
                        (room, written.inside.into_inner()),
                        (whole.len() as u64, whole.clone())
                    );
                }
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{room}"),
            }
        }
    }

    #[test]
    fn members_that_claim_the_same_bytes_over_and_over_are_refused() {
        let values = esker_physics::Values::U8(vec![0; 1000].into());
        let column = StateColumn { name: "0".into(), shape: vec![1000], values };
        let whole = write_to(Cursor::new(Vec::new()), &[column]).unwrap().into_inner();
        let find = |mark: &[u8]| whole.windows(4).position(|window| window == mark).unwrap();
        let (entry, end) = (find(b"PK\x01\x02"), find(b"PK\x05\x06"));
        let mut bytes = whole[..end].to_vec();
        bytes.extend_from_slice(&whole[entry..end]);
        let name = end + 46;
        assert_eq!(bytes[name], b'0');
        bytes[name] = b'1';
        let mut tail = whole[end..].to_vec();
        (tail[8], tail[10]) = (2, 2);
        tail[12..16].copy_from_slice(&(2 * (end - entry) as u32).to_le_bytes());
        bytes.extend_from_slice(&tail);
        let refused = read_from(Cursor::new(bytes)).unwrap_err().to_string();
        assert_eq!(refused, "damaged in `1.npy` (it claims more bytes than the file has)");
    }
}
