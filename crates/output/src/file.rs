//! Files that are whole or absent: written beside, then renamed; and read whole.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Reads a file whole. A device is refused: it may have no end.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = fs::metadata(path)?.file_type();
        if kind.is_char_device() || kind.is_block_device() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "it is a device, not a file"));
        }
    }
    fs::read(path)
}

/// What the system says of a file, in words that are the same everywhere.
pub fn words(error: &io::Error) -> String {
    if error.get_ref().is_some() {
        return error.to_string(); // words of our own
    }
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only",
        ErrorKind::StorageFull => "no space left on device",
        ErrorKind::QuotaExceeded => "the quota of the disk is used up",
        ErrorKind::FileTooLarge => "the file would be larger than allowed",
        ErrorKind::AlreadyExists => "there is a file of that name",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::NotADirectory => "a part of the path is a file, not a folder",
        _ => return error.to_string(),
    };
    known.into()
}

/// Writes a file so that a reader, a crash or a full disk never meets half of it.
///
/// The text goes to a file beside the target, which then takes the target's name. If anything fails,
/// what was there before stays, and nothing is left beside it.
pub fn write(path: &Path, contents: &str) -> io::Result<()> {
    write_with(path, |file| file.write_all(contents.as_bytes()))
}

/// The same for what is too large to be held in memory as a whole.
pub(crate) fn write_with(
    path: &Path,
    contents: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    renamed(path, |file| {
        contents(file)?;
        file.sync_all()
    })
}

/// The same for what is written often and can be made again, like a frame. The run does not wait
/// until it is on the disk: it outlives the program, but after a power failure it may be gone.
pub(crate) fn write_bytes(path: &Path, contents: &[u8]) -> io::Result<()> {
    renamed(path, |file| file.write_all(contents))
}

fn renamed(path: &Path, contents: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let beside = beside(path)?;
    let written = File::create(&beside)
        .and_then(|mut file| contents(&mut file))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; the file beside may not even exist.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A name in the same folder, so that renaming stays inside one file system.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| {
        io::Error::new(ErrorKind::InvalidInput, format!("{} names no file", path.display()))
    })?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        write(&path, "a long first text").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(names_in(folder.path()), ["page.html"]);
    }

    #[test]
    fn errors_are_told_in_words() {
        let told = |code: i32| words(&io::Error::from_raw_os_error(code));
        assert_eq!([told(2), told(13)], ["there is no such file or folder", "permission denied"]);
        assert_eq!(told(28), words(&ErrorKind::StorageFull.into()));
        let own = io::Error::new(ErrorKind::NotFound, "3 numbers for 4 columns");
        assert_eq!(words(&own), "3 numbers for 4 columns");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_refused() {
        assert_eq!(
            read(Path::new("/dev/zero")).unwrap_err().to_string(),
            "it is a device, not a file"
        );
    }

    #[test]
    fn a_failure_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        fs::write(taken.join("inside"), "kept").unwrap();
        assert!(write(&taken, "text").is_err());
        assert_eq!(names_in(folder.path()), ["taken"]);
        assert_eq!(names_in(&taken), ["inside"]);
        assert!(write(&folder.path().join("no/such/folder.html"), "text").is_err());
        assert!(write(Path::new(".."), "text").is_err());
    }
}
