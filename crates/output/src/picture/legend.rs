//! What stands beside the scene: the colour bar or the list of kinds, and the time.
//!
//! ```text
//!   ┌────────────────────────┐
//!   │               speed (m/s)
//!   │   scene         █─ 3   │      Text is sized by the picture; a picture too small for text has
//!   │                 █─ 2   │      none, and the scene gets its place.
//!   │ t = 0.5 s       █─ 1   │
//!   └────────────────────────┘
//! ```

use super::font::{ADVANCE, CAPITAL, LINE, Type};
use super::map::{Color, Map};
use super::paint::Key;
use super::{Background, Image, Picture};
use crate::axis::ticks_within;
use crate::text::{decimal, number};

/// Letters beside the colour bar, at most.
const LETTERS: usize = 13;
/// Kinds in the list, at most.
const MOST_KINDS: usize = 12;

/// Pixels per dot of the text; nothing if there is no room or no text is wanted.
fn scale(picture: &Picture) -> Option<usize> {
    let scale = (picture.width / 400).min(picture.height / 300);
    (picture.labels && scale > 0).then_some(scale)
}

/// The part of the picture that is for the scene: left, top, right, bottom.
pub(super) fn paper(picture: &Picture) -> [f64; 4] {
    let (width, height) = (picture.width as f64, picture.height as f64);
    let margin = 0.03 * width.min(height);
    let (mut right, mut bottom) = (width - margin, height - margin);
    if let Some(scale) = scale(picture) {
        bottom -= (LINE * scale) as f64;
        if picture.color.is_some() {
            right = width - (LETTERS * ADVANCE * scale) as f64 - margin;
        }
    }
    [margin, margin, right, bottom]
}

/// Writes the time and the key.
pub(super) fn draw(image: &mut Image, picture: &Picture, key: &Key, time: f64) {
    let Some(scale) = scale(picture) else { return };
    let color = match picture.background {
        Background::Black => [0xe8, 0xea, 0xed],
        _ => [0x22, 0x26, 0x2b],
    };
    let text = Type { scale, color };
    let margin = 6 * scale;
    text.write(image, [margin, picture.height - margin - CAPITAL * scale], &clock(time));
    let left = picture.width - LETTERS * ADVANCE * scale;
    match key {
        Key::None => {}
        Key::Bar { label, map, range } => {
            let bar = bar(picture, left, scale);
            write_label(image, &text, label, bar);
            draw_bar(image, &text, (*map, *range), bar);
        }
        Key::Kinds { label, kinds } => {
            let bar = bar(picture, left, scale);
            write_label(image, &text, label, bar);
            draw_kinds(image, &text, kinds, bar);
        }
    }
}

/// The time with the unit.
fn clock(time: f64) -> String {
    match (0.01..1e5).contains(&time) {
        true => format!("t = {} s", decimal(time, 3)),
        false => format!("t = {} s", number(time)),
    }
}

/// The place of the colour bar: left, top, right, bottom.
fn bar(picture: &Picture, left: usize, scale: usize) -> [usize; 4] {
    [left, picture.height / 4, left + 8 * scale, picture.height * 3 / 4]
}

fn write_label(image: &mut Image, text: &Type, label: &str, [left, top, ..]: [usize; 4]) {
    text.write(image, [left, top - 2 * LINE * text.scale], label);
}

fn draw_bar(image: &mut Image, text: &Type, (map, range): (Map, [f64; 2]), bar: [usize; 4]) {
    let [left, top, right, bottom] = bar;
    for row in top..bottom {
        let share = (bottom - 1 - row) as f64 / (bottom - 1 - top).max(1) as f64;
        fill(image, [left, row, right, row + 1], map.at(share));
    }
    let ticks = ticks_within(range);
    for (tick, label) in ticks.iter().zip(labels(&ticks)) {
        let share = (0.5 * tick - 0.5 * range[0]) / (0.5 * range[1] - 0.5 * range[0]);
        let row = bottom - 1 - (share * (bottom - 1 - top) as f64 + 0.5) as usize;
        fill(image, [right, row, right + 2 * text.scale, row + 1], text.color);
        let up = CAPITAL * text.scale / 2;
        text.write(image, [right + 4 * text.scale, row - up.min(row)], &label);
    }
}

/// The ticks with as many digits as tell them apart.
fn labels(ticks: &[f64]) -> Vec<String> {
    let plain: Vec<_> = ticks.iter().map(|&tick| number(tick)).collect();
    let largest = ticks.iter().fold(0.0, |largest: f64, tick| largest.max(tick.abs()));
    if !(1e-3..1e6).contains(&largest) {
        return plain;
    }
    let distinct = |labels: &[String]| labels.windows(2).all(|pair| pair[0] != pair[1]);
    let exact = |labels: &[String], digits: i32| {
        let unit = 10f64.powi(digits);
        distinct(labels)
            && ticks.iter().all(|tick| (tick * unit - (tick * unit).round()).abs() < 1e-6)
    };
    let fixed = |digits: i32| -> Vec<_> {
        ticks.iter().map(|&tick| decimal(tick, digits as usize)).collect()
    };
    (0..9)
        .map(|digits| (digits, fixed(digits)))
        .find(|(digits, labels)| exact(labels, *digits))
        .map_or(plain, |(_, labels)| labels)
}

fn draw_kinds(image: &mut Image, text: &Type, kinds: &[(String, Color)], bar: [usize; 4]) {
    let [left, top, right, _] = bar;
    let side = right - left;
    for (index, (name, color)) in kinds.iter().take(MOST_KINDS).enumerate() {
        let row = top + index * 3 * LINE * text.scale / 2;
        fill(image, [left, row, right, row + side], *color);
        text.write(image, [right + 4 * text.scale, row], name);
    }
    if kinds.len() > MOST_KINDS {
        let row = top + MOST_KINDS * 3 * LINE * text.scale / 2;
        text.write(image, [left, row], &format!("+ {} more", kinds.len() - MOST_KINDS));
    }
}

/// Fills a rectangle: left, top, right, bottom.
fn fill(image: &mut Image, [left, top, right, bottom]: [usize; 4], color: Color) {
    for row in top..bottom {
        for column in left..right {
            image.blend([column, row], color, 1.0);
        }
    }
}
