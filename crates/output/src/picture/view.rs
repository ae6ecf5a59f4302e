//! Views by name, and the two ways to put depth on paper.

use super::BadPicture;
use esker_broad::unknown;
use esker_geom::vector::subtract;
use std::str::FromStr;

/// From which side the scene is seen. In space z points up; in the plane every view is from the
/// top.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum View {
    /// Along y: x to the right, z up.
    Front,
    /// Against y.
    Back,
    /// From small x.
    Left,
    /// From large x.
    Right,
    /// From above: x to the right, y up.
    Top,
    /// From below.
    Bottom,
    /// From above the corner of large x and small y.
    #[default]
    Corner,
    /// From a point towards another (m), which comes to the middle of the picture.
    Points {
        /// Where the eye is (m).
        from: [f64; 3],
        /// What it looks at (m).
        to: [f64; 3],
    },
}

/// The names of the views.
const VIEWS: [(&str, View); 7] = [
    ("front", View::Front),
    ("back", View::Back),
    ("left", View::Left),
    ("right", View::Right),
    ("top", View::Top),
    ("bottom", View::Bottom),
    ("corner", View::Corner),
];

impl FromStr for View {
    type Err = BadPicture;

    fn from_str(name: &str) -> Result<Self, BadPicture> {
        named("view", name, &VIEWS)
    }
}

/// The thing of this name in a list, or an error that names the nearest.
pub(super) fn named<T: Copy>(
    what: &str,
    name: &str,
    list: &[(&'static str, T)],
) -> Result<T, BadPicture> {
    let found = list.iter().find(|(known, _)| *known == name).map(|(_, thing)| *thing);
    found.ok_or_else(|| BadPicture(unknown(what, name, list.iter().map(|(known, _)| *known))))
}

impl View {
    /// The direction in which one looks, of any length.
    pub(super) fn direction(&self) -> [f64; 3] {
        match self {
            Self::Front => [0.0, 1.0, 0.0],
            Self::Back => [0.0, -1.0, 0.0],
            Self::Left => [1.0, 0.0, 0.0],
            Self::Right => [-1.0, 0.0, 0.0],
            Self::Top => [0.0, 0.0, -1.0],
            Self::Bottom => [0.0, 0.0, 1.0],
            Self::Corner => [-0.55, 1.0, -0.6],
            Self::Points { from, to } => subtract(to, from),
        }
    }
}

/// How depth goes to the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projection {
    /// Things look smaller with distance.
    #[default]
    Perspective,
    /// Things look the same at any distance, so that lengths can be measured.
    Parallel,
}

impl FromStr for Projection {
    type Err = BadPicture;

    fn from_str(name: &str) -> Result<Self, BadPicture> {
        let list = [("perspective", Self::Perspective), ("parallel", Self::Parallel)];
        named("projection", name, &list)
    }
}
