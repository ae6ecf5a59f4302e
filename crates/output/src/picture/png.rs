//! Pictures as PNG.

use super::Image;
use crate::file::write_with;
use std::io::{self, Write};
use std::path::Path;

/// The bytes of a PNG file.
pub fn png_bytes(image: &Image) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    encode(image, &mut bytes)?;
    Ok(bytes)
}

/// Writes a PNG file that is whole or absent.
pub fn write_png(path: &Path, image: &Image) -> io::Result<()> {
    write_with(path, |file| file.write_all(&png_bytes(image)?))
}

/// Images without transparency are stored without it.
fn encode(image: &Image, bytes: &mut Vec<u8>) -> io::Result<()> {
    let size = |side: usize| u32::try_from(side).map_err(io::Error::other);
    let mut encoder = ::png::Encoder::new(bytes, size(image.width)?, size(image.height)?);
    let opaque = image.pixels.iter().all(|pixel| pixel[3] == 255);
    encoder.set_color(if opaque { ::png::ColorType::Rgb } else { ::png::ColorType::Rgba });
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_compression(::png::Compression::High);
    let mut writer = encoder.write_header()?;
    match opaque {
        true => {
            let colors: Vec<u8> = image.pixels.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
            writer.write_image_data(&colors)?;
        }
        false => writer.write_image_data(image.bytes())?,
    }
    Ok(writer.finish()?)
}
