//! Frames as pictures: how a scene wants to be drawn, and one camera for a whole movie.
//!
//! ```text
//!   [picture] ──▶ Picture ──▶ steady(frames): box and colours over all of them ──▶ draw each
//! ```

use crate::error::RunError;
use crate::results::FrameFiles;
use esker_geom::Aabb;
use esker_output::{BadPicture, Camera, Column, Cut, Image, Picture, render};
use esker_scene::PictureSettings;

/// The picture that a scene asks for.
pub fn picture_of(settings: &PictureSettings) -> Result<Picture, BadPicture> {
    let [width, height] = settings.size.map(|pixels| pixels as usize);
    Ok(Picture {
        width,
        height,
        view: settings.view.parse()?,
        color: Some(settings.color.clone()),
        range: settings.range,
        cut: settings.cut.map(|[point, normal]| Cut { point, normal }),
        walls: settings.walls,
        ..Picture::default()
    })
}

/// The picture with a camera that shows every one of these frames whole, and with colours that mean
/// the same in all. `seen` is called after each frame.
pub fn steady(
    picture: Picture,
    frames: &[FrameFiles],
    mut seen: impl FnMut(),
) -> Result<Picture, RunError> {
    let column = picture.color.as_deref().and_then(|name| Column::named(name).ok());
    let column = column.filter(|column| picture.range.is_none() && column.name != "material");
    let (mut bounds, mut dimension) = (Aabb::EMPTY, 3);
    let [mut low, mut high] = [f64::INFINITY, f64::NEG_INFINITY];
    for files in frames {
        let (frame, walls) = files.read()?;
        let walls = if picture.walls { &walls[..] } else { &[] };
        bounds = bounds.join(&Camera::bounds(&frame, walls));
        dimension = frame.dimension;
        let values = column.and_then(|column| column.of(&frame)).unwrap_or_default();
        for value in values.into_iter().filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        seen();
    }
    let is_range = low < high && (high - low).is_finite();
    let range = picture.range.or(is_range.then_some([low, high]));
    let camera = Some(Camera::fit(&bounds, dimension, &picture)?);
    Ok(Picture { camera, range, ..picture })
}

impl FrameFiles {
    /// Reads and draws the frame.
    pub fn draw(&self, picture: &Picture) -> Result<Image, RunError> {
        let (frame, walls) = self.read()?;
        Ok(render(&frame, &walls, picture)?)
    }
}
