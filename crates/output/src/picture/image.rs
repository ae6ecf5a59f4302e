//! The finished picture: pixels, row by row.

use super::map::Color;

/// A picture as pixels: red, green, blue of sRGB and opacity, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The pixels, each row from the left.
    pub pixels: Vec<[u8; 4]>,
    /// How many bodies could not be drawn: those without a finite place or radius.
    pub skipped: usize,
}

impl Image {
    /// An image of one colour.
    pub fn filled(width: usize, height: usize, pixel: [u8; 4]) -> Self {
        Self { width, height, pixels: vec![pixel; width * height], skipped: 0 }
    }

    /// The pixels as plain bytes, four to a pixel.
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// Lays a colour over a pixel, covering this share of it; outside of the image nothing happens.
    pub(super) fn blend(&mut self, [column, row]: [usize; 2], color: Color, cover: f32) {
        if column >= self.width || row >= self.height {
            return;
        }
        let pixel = &mut self.pixels[row * self.width + column];
        // Over nothing, the colour is all there is.
        let opacity = cover + f32::from(pixel[3]) / 255.0 * (1.0 - cover);
        let share = if opacity > 0.0 { cover / opacity } else { 0.0 };
        for part in 0..3 {
            let (under, over) = (f32::from(pixel[part]), f32::from(color[part]));
            pixel[part] = (under + share * (over - under) + 0.5) as u8;
        }
        pixel[3] = (255.0 * opacity + 0.5) as u8;
    }
}
