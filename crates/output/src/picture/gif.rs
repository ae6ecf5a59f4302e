//! Movies as GIF, one image at a time.
//!
//! A pixel that has not changed is written as "as before", which makes files small and leaves all
//! colours of the palette to what moves. Only the last image is kept in memory.

use super::Image;
use super::map::Color;
use super::palette::{MOST, Palette};
use crate::file::write_with;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The number of the colour "as before".
const BEFORE: u8 = MOST as u8;

/// A movie that is being written. What is transparent in its images becomes white.
pub struct Gif<W: Write> {
    encoder: ::gif::Encoder<W>,
    size: [u16; 2],
    /// Hundredths of a second.
    delay: u16,
    shown: Vec<Color>,
}

impl<W: Write> Gif<W> {
    /// Begins a movie of images of this width and height that is shown over and over, so many
    /// images a second.
    pub fn new(writer: W, size: [usize; 2], per_second: f64) -> io::Result<Self> {
        let [Ok(width), Ok(height)] = size.map(u16::try_from) else {
            return Err(wrong(format!("a movie of {} x {} pixels is too large", size[0], size[1])));
        };
        let mut encoder = ::gif::Encoder::new(writer, width, height, &[]).map_err(failed)?;
        encoder.set_repeat(::gif::Repeat::Infinite).map_err(failed)?;
        // Viewers slow down what is faster than 50 images a second.
        let delay = (100.0 / per_second).round().clamp(2.0, 6000.0) as u16;
        Ok(Self { encoder, size: [width, height], delay, shown: Vec::new() })
    }

    /// Adds an image.
    pub fn push(&mut self, image: &Image) -> io::Result<()> {
        let [width, height] = self.size;
        if [image.width, image.height] != self.size.map(usize::from) {
            let (w, h) = (image.width, image.height);
            return Err(wrong(format!("an image of {w} x {h} in a movie of {width} x {height}")));
        }
        let colors: Vec<Color> = image.pixels.iter().map(on_white).collect();
        let before = |index: usize| self.shown.get(index) == Some(&colors[index]);
        let changed = (0..colors.len()).filter(|&index| !before(index));
        let palette = Palette::of(changed.map(|index| colors[index]));
        let number = |index| if before(index) { BEFORE } else { palette.number(colors[index]) };
        let buffer: Vec<u8> = (0..colors.len()).map(number).collect();
        let mut table = palette.colors.concat();
        table.resize(3 * (MOST + 1), 0);
        let frame = ::gif::Frame {
            delay: self.delay,
            dispose: ::gif::DisposalMethod::Keep,
            transparent: Some(BEFORE),
            width,
            height,
            palette: Some(table),
            buffer: Cow::Owned(buffer),
            ..::gif::Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)?;
        self.shown = colors;
        Ok(())
    }

    /// Ends the movie and gives back what it was written to.
    pub fn finish(self) -> io::Result<W> {
        self.encoder.into_inner().map_err(failed)
    }
}

/// Writes a movie to a file that is whole or absent; `images` adds the images.
pub fn write_gif(
    path: &Path,
    size: [usize; 2],
    per_second: f64,
    images: impl FnOnce(&mut Gif<BufWriter<&mut File>>) -> io::Result<()>,
) -> io::Result<()> {
    write_with(path, |file| {
        let mut movie = Gif::new(BufWriter::new(file), size, per_second)?;
        images(&mut movie)?;
        movie.finish()?.flush()
    })
}

fn on_white(&[r, g, b, opacity]: &[u8; 4]) -> Color {
    let opacity = u16::from(opacity);
    [r, g, b].map(|part| ((u16::from(part) * opacity + 255 * (255 - opacity)) / 255) as u8)
}

fn wrong(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

fn failed(error: ::gif::EncodingError) -> io::Error {
    match error {
        ::gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
