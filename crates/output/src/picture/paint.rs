//! Which colour each body has, and the key that says what colours mean.

use super::map::{Color, Map};
use super::{BadPicture, Picture};
use crate::Frame;
use crate::values::Column;

/// Bodies that are not coloured by anything: sand.
const PLAIN: Color = [0xdc, 0xba, 0x86];
/// Bodies whose value is no finite number.
const UNKNOWN: Color = [0x90, 0x90, 0x90];

/// Bodies that nothing moves, where colours are values: they stand back as walls do.
const FIXED: Color = [0xc4, 0xc6, 0xca];

/// The colours of a frame's bodies.
pub(super) struct Paint {
    /// One for each body.
    pub colors: Vec<Color>,
    /// What they mean.
    pub key: Key,
}

/// What colours mean.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Key {
    /// Nothing.
    None,
    /// Values along a range.
    Bar {
        /// The name with its unit.
        label: String,
        map: Map,
        range: [f64; 2],
    },
    /// Kinds of things.
    Kinds { label: String, kinds: Vec<(String, Color)> },
}

impl Paint {
    /// The colours that a picture asks for.
    pub(super) fn of(frame: &Frame, picture: &Picture) -> Result<Self, BadPicture> {
        let Some(name) = &picture.color else {
            return Ok(Self { colors: vec![PLAIN; frame.len()], key: Key::None });
        };
        let column = Column::named(name).map_err(BadPicture)?;
        let values = column.of(frame).ok_or_else(|| {
            BadPicture(format!("the frame has no '{name}': colour by another column"))
        })?;
        let kinds = column.name == "material";
        let map = picture.map.unwrap_or(if kinds { Map::Categorical } else { Map::Viridis });
        Ok(match map {
            Map::Categorical => Self::kinds(frame, column, &values),
            map => Self::range(column, &values, map, picture.range).with_fixed(frame),
        })
    }

    fn with_fixed(mut self, frame: &Frame) -> Self {
        for (color, mass) in self.colors.iter_mut().zip(&frame.mass) {
            if mass.is_infinite() {
                *color = FIXED;
            }
        }
        self
    }

    fn kinds(frame: &Frame, column: &Column, values: &[f64]) -> Self {
        let colors = values.iter().map(|&value| match value.is_finite() {
            true => Map::Categorical.kind(value.abs() as usize),
            false => UNKNOWN,
        });
        let named = column.name == "material";
        let mut present: Vec<_> =
            values.iter().filter(|value| value.is_finite()).copied().collect();
        present.sort_by(f64::total_cmp);
        present.dedup();
        let kinds = present.iter().map(|&value| {
            let number = value.abs() as usize;
            let name = frame.materials.get(number).filter(|name| named && !name.is_empty());
            let name = name.map_or_else(|| crate::number(value), String::clone);
            (name, Map::Categorical.kind(number))
        });
        let key = Key::Kinds { label: column.label(), kinds: kinds.collect() };
        Self { colors: colors.collect(), key }
    }

    fn range(column: &Column, values: &[f64], map: Map, given: Option<[f64; 2]>) -> Self {
        let range = given.unwrap_or_else(|| range_of(values, map));
        let [low, high] = range;
        // Halves, so that the widest range does not overflow.
        let share = |value: f64| (0.5 * value - 0.5 * low) / (0.5 * high - 0.5 * low);
        let color = |&value: &f64| if value.is_finite() { map.at(share(value)) } else { UNKNOWN };
        let key = Key::Bar { label: column.label(), map, range };
        Self { colors: values.iter().map(color).collect(), key }
    }
}

/// The range of the finite values; about zero for a diverging map, never empty.
fn range_of(values: &[f64], map: Map) -> [f64; 2] {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let low = finite().fold(f64::INFINITY, f64::min);
    let high = finite().fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = match map {
        Map::Diverging => (-low.abs().max(high.abs()), low.abs().max(high.abs())),
        _ => (low, high),
    };
    match (low, high) {
        (low, high) if low < high && high < f64::INFINITY => [low, high],
        (value, same) if value == same && value > 0.0 => [0.0, value],
        (value, same) if value == same && value < 0.0 => [value, 0.0],
        _ => [0.0, 1.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_the_data_and_are_never_empty() {
        let nan = f64::NAN;
        assert_eq!(range_of(&[3.0, nan, -1.0, f64::INFINITY], Map::Viridis), [-1.0, 3.0]);
        assert_eq!(range_of(&[3.0, -1.0], Map::Diverging), [-3.0, 3.0]);
        assert_eq!(range_of(&[2.0, 2.0], Map::Viridis), [0.0, 2.0]);
        assert_eq!(range_of(&[-2.0], Map::Viridis), [-2.0, 0.0]);
        for nothing in [&[][..], &[0.0], &[nan]] {
            for map in [Map::Viridis, Map::Diverging] {
                assert_eq!(range_of(nothing, map), [0.0, 1.0]);
            }
        }
    }

    #[test]
    fn the_widest_range_and_given_ones_give_the_colours_of_their_ends() {
        let column = Column::named("mass").unwrap();
        let values = [-f64::MAX, f64::MAX, f64::INFINITY];
        let colors = Paint::range(column, &values, Map::Greys, None).colors;
        assert_eq!(colors, [Map::Greys.at(0.0), Map::Greys.at(1.0), UNKNOWN]);
        let given = Paint::range(column, &[-9.0, 0.5, 9.0], Map::Greys, Some([0.0, 1.0])).colors;
        assert_eq!(given, [0.0, 0.5, 1.0].map(|share| Map::Greys.at(share)));
    }

    #[test]
    fn what_nothing_moves_stands_back() {
        let frame = Frame {
            id: vec![0, 1],
            radius: vec![1.0, 2.0],
            mass: vec![1.0, f64::INFINITY],
            ..Frame::default()
        };
        let by = |color: &str| Picture { color: Some(color.into()), ..Picture::default() };
        let paint = Paint::of(&frame, &by("radius")).unwrap();
        assert_eq!(paint.colors[1], FIXED);
        assert_ne!(paint.colors[0], FIXED);
    }
}
