//! Colour maps: lists of colours at equal steps, with straight lines between.
//!
//! The lightness of `viridis`, `inferno` and `greys` rises evenly, so that equal differences look
//! equal, on paper and to every eye. `diverging` is lightest in the middle, for values about zero.
//! `categorical` is for things that have no order: eight colours that stay apart for colour-blind
//! eyes. Viridis and inferno are in the public domain (CC0).

use super::BadPicture;
use super::view::named;
use std::str::FromStr;

/// A colour, as red, green and blue of sRGB.
pub type Color = [u8; 3];

/// From a value to a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// From violet over green to yellow.
    Viridis,
    /// From black over red to light yellow.
    Inferno,
    /// From blue over white to red.
    Diverging,
    /// From dark to light.
    Greys,
    /// Eight colours without order, again and again.
    Categorical,
}

/// Every map with its name and its colours, in the order of the tables.
const MAPS: [(Map, &str, &[u32]); 5] = [
    (
        Map::Viridis,
        "viridis",
        &[
            0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6dcd59,
            0xb4de2c, 0xfde725,
        ],
    ),
    (
        Map::Inferno,
        "inferno",
        &[
            0x000004, 0x1b0c42, 0x4b0c6b, 0x781c6d, 0xa52c60, 0xcf4446, 0xed6925, 0xfb9a06,
            0xf7d03c, 0xfcffa4,
        ],
    ),
    (
        Map::Diverging,
        "diverging",
        &[0x2a4a9c, 0x4f7fc4, 0x94b9df, 0xe8e8e4, 0xebb18f, 0xd06a50, 0xa1243a],
    ),
    (Map::Greys, "greys", &[0x202020, 0xf0f0f0]),
    (
        Map::Categorical,
        "categorical",
        &[0xd9b36c, 0x4a90c4, 0x2f9e76, 0xc8553d, 0x8a6bb8, 0xe5d24a, 0x9a9a9a, 0xd98cb3],
    ),
];

impl Map {
    /// The names of all maps.
    pub fn names() -> impl Iterator<Item = &'static str> {
        MAPS.iter().map(|(_, name, _)| *name)
    }

    fn colors(self) -> &'static [u32] {
        MAPS.iter().find(|(map, _, _)| *map == self).map_or(&[0], |(_, _, colors)| colors)
    }

    /// The colour at a share of the range, from 0 to 1; beyond these, that of the end; the first for
    /// what is no number.
    pub fn at(self, share: f64) -> Color {
        let colors = self.colors();
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        let along = share * (colors.len() - 1) as f64;
        let first = (along as usize).min(colors.len().saturating_sub(2));
        let (low, high) = (color(colors[first]), color(colors[(first + 1) % colors.len()]));
        let rest = along - first as f64;
        std::array::from_fn(|part| {
            let (low, high) = (f64::from(low[part]), f64::from(high[part]));
            (low + rest * (high - low) + 0.5) as u8
        })
    }

    /// The colour of a kind of things, by number.
    pub fn kind(self, number: usize) -> Color {
        let colors = self.colors();
        color(colors[number % colors.len()])
    }
}

impl FromStr for Map {
    type Err = BadPicture;

    fn from_str(name: &str) -> Result<Self, BadPicture> {
        named("colour map", name, &MAPS.map(|(map, name, _)| (name, map)))
    }
}

/// A colour written as one number, 0xRRGGBB.
const fn color(number: u32) -> Color {
    [(number >> 16) as u8, (number >> 8) as u8, number as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_the_ends_and_names_go_both_ways() {
        assert_eq!(Map::Viridis.at(0.0), [0x44, 0x01, 0x54]);
        assert_eq!(Map::Viridis.at(1.0), [0xfd, 0xe7, 0x25]);
        assert_eq!(Map::Viridis.at(-5.0), Map::Viridis.at(0.0));
        assert_eq!(Map::Viridis.at(f64::NAN), Map::Viridis.at(0.0));
        assert_eq!(Map::Greys.at(0.5), [0x88; 3]);
        for (map, name, _) in MAPS {
            assert_eq!(name.parse(), Ok(map));
            assert_eq!(map.kind(3), map.kind(3 + map.colors().len()));
        }
        let message = "viridi".parse::<Map>().unwrap_err().to_string();
        assert!(message.starts_with("unknown colour map 'viridi'; did you mean 'viridis'?"));
    }

    #[test]
    fn lightness_rises_along_maps_that_have_an_order() {
        let light = |[r, g, b]: Color| 2 * u32::from(r) + 5 * u32::from(g) + u32::from(b);
        for map in [Map::Viridis, Map::Inferno, Map::Greys] {
            let steps: Vec<_> =
                (0..=40).map(|step| light(map.at(f64::from(step) / 40.0))).collect();
            assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "{map:?}: {steps:?}");
        }
    }
}
