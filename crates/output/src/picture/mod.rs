//! Pictures of a frame, drawn without a display or a graphics card: the same pixels on every
//! machine.
//!
//! ```text
//!   frame ─> balls ─┐                           ┌─> light, shade, glass, lines ─> mean ─┐
//!   walls ──────────┴─> nearest at each sample ─┘                        legend ────────┴─> Image
//! ```
//!
//! Spheres are met exactly by each line of sight, walls are glass with crisp edges, so that one
//! sees into vessels. A pixel is the mean of `samples` by `samples`. A picture is drawn in bands of
//! rows, so that what is needed beside the pixels does not grow with them.
//!
//! ```
//! use esker_output::{Frame, Picture, render};
//! let position = vec![[0.0, 0.0, 1.0], [1.5, 0.0, 1.0]];
//! let (id, radius) = (vec![0, 1], vec![1.0, 0.8]);
//! let frame = Frame { dimension: 3, id, position, radius, ..Frame::default() };
//! let picture = Picture { color: Some("x".to_string()), ..Picture::default() };
//! let image = render(&frame, &[], &picture)?;
//! assert_eq!(image.pixels.len(), 960 * 720);
//! # Ok::<(), esker_output::BadPicture>(())
//! ```

mod camera;
mod depth;
mod font;
mod gif;
mod image;
mod layers;
mod legend;
mod map;
mod occlusion;
mod paint;
mod palette;
mod png;
mod shade;
mod shadow;
mod terminal;
mod view;
mod walls;

pub use camera::Camera;
pub use gif::{Gif, write_gif};
pub use image::Image;
pub use map::{Color, Map};
pub use png::{png_bytes, write_png};
pub use terminal::{TerminalColors, terminal_text};
pub use view::{Projection, View};

use crate::{Frame, WallFacets};
use esker_geom::vector::{dot, normalized, subtract};
use layers::Layers;
use paint::Paint;
use shade::{Light, Palette, Scene, light_of};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// What a picture shows, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels in a row, from 1 to 8192.
    pub width: usize,
    /// Rows, from 1 to 8192.
    pub height: usize,
    /// From which side.
    pub view: View,
    /// How depth goes to the paper.
    pub projection: Projection,
    /// The camera, where it is to be the same for several frames; otherwise one is fitted.
    pub camera: Option<Camera>,
    /// What is left out.
    pub cut: Option<Cut>,
    /// The column that gives bodies their colours, by its name in [`COLUMNS`](crate::COLUMNS).
    pub color: Option<String>,
    /// The values (in the column's unit) of the first and the last colour; otherwise from the data.
    pub range: Option<[f64; 2]>,
    /// The colours; otherwise viridis, and categorical for materials.
    pub map: Option<Map>,
    /// Whether walls are drawn.
    pub walls: bool,
    /// Whether time and colour bar are written beside the scene, where there is room.
    pub labels: bool,
    /// What is behind everything.
    pub background: Background,
    /// A pixel is the mean of so many by so many samples, from 1 to 4.
    pub samples: usize,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            width: 960,
            height: 720,
            view: View::default(),
            projection: Projection::default(),
            camera: None,
            cut: None,
            color: None,
            range: None,
            map: None,
            walls: true,
            labels: true,
            background: Background::default(),
            samples: 2,
        }
    }
}

/// What is behind everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Paper.
    #[default]
    White,
    /// Night.
    Black,
    /// Nothing: the page shows through.
    Transparent,
}

impl FromStr for Background {
    type Err = BadPicture;

    fn from_str(name: &str) -> Result<Self, BadPicture> {
        let list =
            [("white", Self::White), ("black", Self::Black), ("transparent", Self::Transparent)];
        view::named("background", name, &list)
    }
}

/// A plane that removes what lies on the side its normal points to. Bodies go or stay whole, by
/// their centres; walls are cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// A point of the plane (m).
    pub point: [f64; 3],
    /// The direction that is removed, of any length.
    pub normal: [f64; 3],
}

impl Cut {
    fn removes(&self, center: &[f64; 3]) -> bool {
        dot(&subtract(center, &self.point), &self.normal) > 0.0
    }
}

/// Why there is no picture: what was asked for, and what can be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPicture(pub(crate) String);

impl fmt::Display for BadPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadPicture {}

/// The greatest width and height of a picture.
const LARGEST: usize = 8192;
/// Samples of a band, at most, if a single row has no more.
const BAND: usize = 3_000_000;

/// Draws a frame and its walls.
pub fn render(frame: &Frame, walls: &[WallFacets], picture: &Picture) -> Result<Image, BadPicture> {
    render_in_bands(frame, walls, picture, BAND)
}

fn render_in_bands(
    frame: &Frame,
    walls: &[WallFacets],
    picture: &Picture,
    band: usize,
) -> Result<Image, BadPicture> {
    check(picture)?;
    let paint = Paint::of(frame, picture)?;
    let walls = if picture.walls { walls } else { &[] };
    let (scene, skipped) = scene(frame, walls, picture, &paint)?;
    let mut image = Image::filled(picture.width, picture.height, [0; 4]);
    image.skipped = skipped;
    let rows = (band / (picture.width * picture.samples * picture.samples)).max(1);
    for first in (0..picture.height).step_by(rows) {
        let rows = first..(first + rows).min(picture.height);
        draw_band(&mut image, &scene, rows, picture.samples);
    }
    legend::draw(&mut image, picture, &paint.key, frame.time);
    Ok(image)
}

fn check(picture: &Picture) -> Result<(), BadPicture> {
    let bad = |message: String| Err(BadPicture(message));
    let Picture { width, height, samples, range, cut, .. } = picture;
    if ![width, height].into_iter().all(|size| (1..=LARGEST).contains(size)) {
        return bad(format!(
            "a picture of {width} x {height} pixels; expected 1 to {LARGEST} each way"
        ));
    }
    if !(1..=4).contains(samples) {
        return bad(format!("{samples} samples each way in a pixel; expected 1 to 4"));
    }
    if let Some([low, high]) = range.filter(|[low, high]| !(low < high && (high - low).is_finite()))
    {
        return bad(format!("colours from {low} to {high}; expected a finite range that rises"));
    }
    match cut {
        Some(cut) if normalized(&cut.normal).is_none() || !camera::drawable(&cut.point) => {
            bad("the cut needs a finite point and a normal with a direction".to_string())
        }
        _ => Ok(()),
    }
}

/// The scene in samples, and how many bodies are not in it.
fn scene<'a>(
    frame: &'a Frame,
    walls: &[WallFacets],
    picture: &Picture,
    paint: &Paint,
) -> Result<(Scene<'a>, usize), BadPicture> {
    let fitted = match &picture.camera {
        Some(camera) => camera.clone(),
        None => Camera::fit(&Camera::bounds(frame, walls), frame.dimension, picture)?,
    };
    let (balls, skipped) = depth::balls(frame, &fitted, picture);
    let camera = fitted.split(picture.samples);
    let facets = walls::facets(walls, &camera, picture.cut.as_ref());
    let scene = Scene {
        colors: paint.colors.iter().map(|&color| light_of(color)).collect(),
        rotations: &frame.rotation,
        sheets: layers::sheets(&facets, &camera),
        lines: walls::lines(&facets, &camera),
        palette: Palette::of(picture.background),
        up: camera.turned(&[0.0, 0.0, 1.0]),
        occlusion: occlusion::Occlusion::new(&balls, &camera),
        shadow: (frame.dimension != 2).then(|| shadow::Shadow::new(&balls, &shade::TO_LIGHT)),
        balls,
        camera,
    };
    Ok((scene, skipped))
}

/// Draws some rows of the image.
fn draw_band(image: &mut Image, scene: &Scene, rows: Range<usize>, samples: usize) {
    // Shade reaches into the band from rows about it.
    let margin = occlusion::FAR as usize + 1;
    let (first, last) = (rows.start * samples, rows.end * samples);
    let drawn = first.saturating_sub(margin)..(last + margin).min(image.height * samples);
    let mut layers = Layers::new(image.width * samples, drawn);
    for (number, ball) in scene.balls.iter().enumerate() {
        layers.solid.draw(&scene.camera, ball, number as u32);
    }
    for number in 0..scene.sheets.len() {
        layers.draw_sheet(&scene.camera, &scene.sheets, number);
    }
    for line in &scene.lines {
        layers.draw_line(&scene.camera, line, 1.3 * samples as f64);
    }
    for row in rows {
        for column in 0..image.width {
            let pixel = mean(scene, &layers, [column * samples, row * samples], samples);
            image.pixels[row * image.width + column] = pixel;
        }
    }
}

/// The mean of a pixel's samples, as it is stored.
fn mean(scene: &Scene, layers: &Layers, [left, top]: [usize; 2], samples: usize) -> [u8; 4] {
    let mut sum: Light = [0.0; 4];
    for row in top..top + samples {
        for column in left..left + samples {
            let light = scene.sample(layers, [column, row]);
            sum = std::array::from_fn(|part| sum[part] + light[part]);
        }
    }
    let opacity = sum[3] / (samples * samples) as f32;
    let store = |share: f32| (255.0 * share.clamp(0.0, 1.0) + 0.5) as u8;
    let color = |part: usize| store((sum[part] / sum[3].max(1e-9)).sqrt());
    [color(0), color(1), color(2), store(opacity)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_change_no_pixel() {
        let position = (0..60).map(|n| [n % 4, n / 4 % 5, n / 20].map(f64::from)).collect();
        let frame = Frame {
            dimension: 3,
            position,
            radius: vec![0.5; 60],
            id: (0..60).collect(),
            ..Frame::default()
        };
        let vertices =
            vec![[-1.0, 5.0, -1.0], [5.0, 5.0, -1.0], [5.0, 5.0, 3.0], [-2.0, -2.0, 3.0]];
        let triangles = vec![[0, 1, 2], [1, 2, 3]];
        let walls = [WallFacets { name: String::new(), vertices, triangles }];
        let picture = Picture { width: 80, height: 100, ..Picture::default() };
        let whole = render(&frame, &walls, &picture).unwrap();
        for band in [1, 80 * 4 * 7, 80 * 4 * 64] {
            assert!(render_in_bands(&frame, &walls, &picture, band).unwrap() == whole, "{band}");
        }
    }
}
