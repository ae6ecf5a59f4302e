//! A file that takes everything: after the first failure the rest goes nowhere, and the failure is
//! told at the end.
//!
//! The library that writes archives tells on standard error, by itself, what it cannot finish. It
//! never hears of a failure here, so that it is told once, by the one who asked for the file.

use std::io::{self, Seek, SeekFrom, Write};

/// A file with the first thing that went wrong.
#[derive(Debug)]
pub(crate) struct Patient<W> {
    file: W,
    /// Where the next byte goes, or would go.
    position: u64,
    failure: Option<io::Error>,
}

impl<W> Patient<W> {
    pub(crate) fn new(file: W) -> Self {
        Self { file, position: 0, failure: None }
    }

    /// The file, or why not all of it was written.
    pub(crate) fn end(self) -> io::Result<W> {
        self.failure.map_or(Ok(self.file), Err)
    }
}

impl<W: Write> Write for Patient<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failure.is_none() {
            self.failure = self.file.write_all(bytes).err();
        }
        self.position = self.position.saturating_add(bytes.len() as u64);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failure.is_none() {
            self.failure = self.file.flush().err();
        }
        Ok(())
    }
}

impl<W: Seek> Seek for Patient<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if self.failure.is_none() {
            match self.file.seek(to) {
                Ok(position) => {
                    self.position = position;
                    return Ok(position);
                }
                Err(failure) => self.failure = Some(failure),
            }
        }
        self.position = match to {
            SeekFrom::Start(position) => position,
            SeekFrom::Current(by) => self.position.saturating_add_signed(by),
            // An archive is written from its beginning to its end.
            SeekFrom::End(_) => self.position,
        };
        Ok(self.position)
    }
}
