//! Pictures in a terminal: two pixels to a letter, one above the other.
//!
//! ```text
//!   ▀  the upper pixel is the colour of the letter, the lower that of its ground
//! ```
//!
//! A terminal without colours gets letters of more or less ink. What is transparent stays as the
//! terminal is, so a picture for a terminal is best drawn with a transparent background.

use super::Image;
use super::map::Color;

/// The colours that a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalColors {
    /// Any of red, green and blue.
    True,
    /// The table of 256.
    Table,
    /// None: letters of ASCII, light on dark.
    None,
}

/// Letters from dark to light.
const LETTERS: &[u8] = b" .:-=+*#%@";

/// The picture as lines of text that fit into so many columns and rows.
pub fn terminal_text(image: &Image, columns: usize, rows: usize, colors: TerminalColors) -> String {
    let (width, height) = fitted(image, columns, 2 * rows);
    let pixel = |column: usize, row: usize| mean(image, [column, row], [width, height]);
    let mut text = String::new();
    for row in (0..height).step_by(2) {
        let mut pen = Pen { colors, set: String::new() };
        for column in 0..width {
            let lower = if row + 1 < height { pixel(column, row + 1) } else { None };
            pen.write(&mut text, pixel(column, row), lower);
        }
        pen.end(&mut text);
    }
    text
}

/// The greatest size of the same shape within bounds, in pixels.
fn fitted(image: &Image, columns: usize, rows: usize) -> (usize, usize) {
    let (width, height) = (image.width.max(1) as f64, image.height.max(1) as f64);
    let factor = (columns as f64 / width).min(rows as f64 / height);
    let side = |side: f64, most: usize| ((side * factor + 0.5) as usize).max(1).min(most);
    (side(width, columns), side(height, rows))
}

/// The mean colour of the part of an image that one of so many pixels stands for; nothing where
/// more than half of it is transparent.
fn mean(image: &Image, at: [usize; 2], size: [usize; 2]) -> Option<Color> {
    let part = |axis: usize, whole: usize| {
        let first = at[axis] * whole / size[axis];
        first..((at[axis] + 1) * whole / size[axis]).clamp(first + 1, whole.max(first + 1))
    };
    let (mut sum, mut opacity, mut count) = ([0.0; 3], 0.0, 0.0);
    for row in part(1, image.height) {
        for column in part(0, image.width) {
            let &[r, g, b, seen] = image.pixels.get(row * image.width + column)?;
            let seen = f64::from(seen) / 255.0;
            for (sum, part) in sum.iter_mut().zip([r, g, b]) {
                *sum += seen * f64::from(part) * f64::from(part);
            }
            opacity += seen;
            count += 1.0;
        }
    }
    (2.0 * opacity >= count).then(|| sum.map(|sum| ((sum / opacity).sqrt() + 0.5) as u8))
}

/// Writes cells, and the codes of colours only where they change.
struct Pen {
    colors: TerminalColors,
    set: String,
}

impl Pen {
    fn write(&mut self, text: &mut String, upper: Option<Color>, lower: Option<Color>) {
        if self.colors == TerminalColors::None {
            text.push(letter(upper, lower));
            return;
        }
        let (codes, block) = match (upper, lower) {
            (None, None) => ("0".to_string(), ' '),
            (Some(upper), None) => (format!("0;{}", self.code(38, upper)), '▀'),
            (None, Some(lower)) => (format!("0;{}", self.code(38, lower)), '▄'),
            (Some(upper), Some(lower)) => {
                (format!("{};{}", self.code(38, upper), self.code(48, lower)), '▀')
            }
        };
        if codes != self.set {
            text.push_str(&format!("\x1b[{codes}m"));
            self.set = codes;
        }
        text.push(block);
    }

    /// The code for a colour of the letter (38) or its ground (48).
    fn code(&self, which: u8, color: Color) -> String {
        match self.colors {
            TerminalColors::Table => format!("{which};5;{}", table(color)),
            _ => format!("{which};2;{};{};{}", color[0], color[1], color[2]),
        }
    }

    fn end(self, text: &mut String) {
        text.push_str(if self.set.is_empty() { "\n" } else { "\x1b[0m\n" });
    }
}

/// The letter for two pixels by how light they are.
fn letter(upper: Option<Color>, lower: Option<Color>) -> char {
    let light = |color: Option<Color>| {
        let [r, g, b] = color.unwrap_or([0; 3]).map(usize::from);
        2 * r + 5 * g + b
    };
    let most = 2 * 8 * 255;
    let place = (light(upper) + light(lower)) * (LETTERS.len() - 1) / most;
    char::from(LETTERS[place])
}

/// The nearest colour of the table of 256: a cube of six levels each, and a row of greys.
fn table(color: Color) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |part: u8| {
        (0..6u8).min_by_key(|&level| LEVELS[usize::from(level)].abs_diff(part)).unwrap_or(0)
    };
    let [r, g, b] = color.map(nearest);
    let in_cube = [r, g, b].map(|level| LEVELS[usize::from(level)]);
    let light = color.iter().map(|&part| u16::from(part)).sum::<u16>() / 3;
    let step = (light.saturating_sub(3) / 10).min(23) as u8;
    let apart = |other: Color| -> u32 {
        (0..3).map(|part| u32::from(color[part].abs_diff(other[part])).pow(2)).sum()
    };
    match apart([8 + 10 * step; 3]) < apart(in_cube) {
        true => 232 + step,
        false => 16 + 36 * r + 6 * g + b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkered() -> Image {
        let (red, none) = ([255, 0, 0, 255], [0; 4]);
        Image { width: 2, height: 2, pixels: vec![red, none, red, red], skipped: 0 }
    }

    #[test]
    fn two_pixels_make_a_letter() {
        let text = terminal_text(&checkered(), 2, 1, TerminalColors::True);
        assert_eq!(text, "\x1b[38;2;255;0;0;48;2;255;0;0m▀\x1b[0;38;2;255;0;0m▄\x1b[0m\n");
        let text = terminal_text(&checkered(), 2, 1, TerminalColors::Table);
        assert_eq!(text, "\x1b[38;5;196;48;5;196m▀\x1b[0;38;5;196m▄\x1b[0m\n");
        assert_eq!(terminal_text(&checkered(), 2, 1, TerminalColors::None), ":.\n");
    }

    #[test]
    fn a_picture_fits_whatever_the_terminal() {
        for (width, height) in [(1, 1), (1, 300), (300, 1), (64, 48)] {
            let image = Image::filled(width, height, [200, 100, 50, 255]);
            for (columns, rows) in [(0, 0), (1, 1), (80, 24), (7, 100), (200, 1)] {
                let text = terminal_text(&image, columns, rows, TerminalColors::None);
                assert!(text.lines().count() <= rows, "{width} x {height} in {columns} x {rows}");
                assert!(text.lines().all(|line| line.chars().count() <= columns));
                assert!(rows == 0 || columns == 0 || !text.is_empty());
            }
        }
        let nothing = terminal_text(&Image::default(), 80, 24, TerminalColors::True);
        assert!(!nothing.contains('▀'));
    }

    #[test]
    fn the_table_has_greys_and_a_cube() {
        assert_eq!(table([255, 255, 255]), 231);
        assert_eq!(table([128, 128, 128]), 244);
        assert_eq!(table([0, 95, 255]), 16 + 6 + 5);
        assert_eq!(table([8, 8, 8]), 232);
    }
}
