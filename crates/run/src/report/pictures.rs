//! The pictures of a report: the first, the middle and the last frame beside each other, and a movie.

use crate::error::RunError;
use crate::file_error::FileError;
use crate::film::{picture_of, steady};
use crate::results::{FrameFiles, Results};
use esker_output::{Gif, Page, Picture, PictureFormat, number, png_bytes, render};
use esker_scene::read_picture;
use std::path::Path;
use std::time::{Duration, Instant};

/// The most pixels in a row of a still picture; the movie has half as many.
const WIDTH: usize = 640;
/// How many still pictures there are.
const STILLS: usize = 3;
/// The most images of the movie, the fewest that make one, and how many are shown in a second.
const IMAGES: usize = 60;
const FEWEST: usize = 5;
const PER_SECOND: f64 = 12.0;

/// Adds the pictures; the movie takes about as long as is given.
pub(super) fn add(page: &mut Page, results: &Results, movie: Duration) -> Result<(), RunError> {
    let frames = results.frames();
    let asked = picture_of(&read_picture(&results.scene_text()?))?;
    add_stills(page, results, [STILLS, WIDTH])?;
    let small = Picture { samples: 1, labels: false, ..sized(asked, WIDTH / 2) };
    let images = chosen(frames, affordable(frames, &small, movie)?);
    if images.len() >= FEWEST {
        let bytes = gif(&images, small, results.folder())?;
        page.picture(PictureFormat::Gif, &bytes, "a movie of the run", "the run as a movie");
    }
    Ok(())
}

/// How many images of a movie can be made in a time, by the clock and one of them.
fn affordable(
    frames: &[FrameFiles],
    picture: &Picture,
    movie: Duration,
) -> Result<usize, RunError> {
    let Some(last) = frames.last().filter(|_| !movie.is_zero()) else { return Ok(0) };
    let began = Instant::now();
    last.draw(picture)?;
    // Each frame is read once more, for the camera.
    let each = 2.0 * began.elapsed().as_secs_f64();
    Ok((movie.as_secs_f64() / each.max(1e-9)).min(IMAGES as f64) as usize)
}

/// Adds so many pictures of a run in a row, each so many pixels wide, and returns how many they are.
pub fn add_stills(
    page: &mut Page,
    results: &Results,
    [count, width]: [usize; 2],
) -> Result<usize, RunError> {
    let asked = picture_of(&read_picture(&results.scene_text()?))?;
    let stills = chosen(results.frames(), count);
    let picture = steady(sized(asked, width), &stills, || ())?;
    let mut drawn = Vec::new();
    for files in &stills {
        let (frame, walls) = files.read()?;
        let image = render(&frame, &walls, &picture)?;
        drawn.push((frame.time, png_bytes(&image).map_err(FileError::of(&files.bodies, "draw"))?));
    }
    page.row(|page| {
        for (time, bytes) in &drawn {
            let caption = format!("at {} s", number(*time));
            page.picture(PictureFormat::Png, bytes, &caption, &caption);
        }
    });
    Ok(drawn.len())
}

/// So many frames, evenly spread from the first to the last.
fn chosen(frames: &[FrameFiles], count: usize) -> Vec<FrameFiles> {
    let last = frames.len().saturating_sub(1);
    let mut places: Vec<_> = (0..count).map(|k| k * last / (count - 1).max(1)).collect();
    places.dedup();
    places.into_iter().filter_map(|place| frames.get(place).cloned()).collect()
}

/// The picture at another width, in the same shape.
fn sized(picture: Picture, width: usize) -> Picture {
    let height = (picture.height * width / picture.width.max(1)).clamp(1, 2 * width);
    Picture { width, height, ..picture }
}

/// The bytes of a movie.
fn gif(frames: &[FrameFiles], picture: Picture, folder: &Path) -> Result<Vec<u8>, RunError> {
    let failed = || FileError::of(folder, "draw the movie of");
    let picture = steady(picture, frames, || ())?;
    let size = [picture.width, picture.height];
    let mut movie = Gif::new(Vec::new(), size, PER_SECOND).map_err(failed())?;
    for files in frames {
        movie.push(&files.draw(&picture)?).map_err(failed())?;
    }
    Ok(movie.finish().map_err(failed())?)
}
