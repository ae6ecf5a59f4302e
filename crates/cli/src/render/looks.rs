//! How a picture looks: what the command line says, then what the scene says.

use crate::error::Failure;
use crate::frames::{Source, Which};
use crate::input::whole;
use crate::running::refused;
use clap::Args;
use esker::output::{Column, Cut, Picture, View};
use esker::run::picture_of;
use esker::scene::{PictureSettings, read_picture};

/// How a picture looks.
#[derive(Args)]
pub(crate) struct Looks {
    /// The side it is seen from: front, back, left, right, top, bottom or corner
    #[arg(long, value_name = "SIDE", value_parser = |text: &str| text.parse::<View>())]
    view: Option<View>,
    /// The column that gives bodies their colours, or none
    #[arg(long, value_name = "COLUMN", value_parser = column)]
    color: Option<String>,
    /// The values of the first and the last colour, in the unit of the column
    #[arg(long, value_name = "LOW,HIGH", value_parser = numbers::<2>, allow_hyphen_values = true)]
    range: Option<[f64; 2]>,
    /// A point (m) and a normal: what lies on the side of the normal is cut away
    #[arg(long, value_name = "X,Y,Z,NX,NY,NZ", value_parser = numbers::<6>)]
    #[arg(allow_hyphen_values = true)]
    cut: Option<[f64; 6]>,
    /// Leave walls out
    #[arg(long)]
    no_walls: bool,
    /// Pixels in a row
    #[arg(long, value_name = "PIXELS", value_parser = |text: &str| whole(text, 1usize..=8192))]
    width: Option<usize>,
    /// Rows of pixels; if only one of both is given, the shape stays
    #[arg(long, value_name = "PIXELS", value_parser = |text: &str| whole(text, 1usize..=8192))]
    height: Option<usize>,
}

impl Looks {
    /// The picture of a run or a file.
    pub(crate) fn picture(&self, source: &Source) -> Result<Picture, Failure> {
        let text = source.results.as_ref().map_or(Ok(String::new()), |run| run.scene_text());
        let settings = read_picture(&text.map_err(refused)?);
        let settings = PictureSettings { walls: settings.walls && !self.no_walls, ..settings };
        let asked = picture_of(&settings).map_err(|bad| Failure::Input(bad.to_string()))?;
        let [width, height] = self.size([asked.width, asked.height]);
        let given =
            self.cut.map(|[x, y, z, nx, ny, nz]| Cut { point: [x, y, z], normal: [nx, ny, nz] });
        Ok(Picture {
            width,
            height,
            view: self.view.unwrap_or(asked.view),
            color: match &self.color {
                Some(name) => Some(name.clone()).filter(|name| name != "none"),
                None => usual_color(asked.color, source)?,
            },
            range: self.range.or(asked.range.filter(|_| self.color.is_none())),
            cut: given.or(asked.cut),
            ..asked
        })
    }

    /// The size that was asked for, in the shape of another where that is not said.
    fn size(&self, usual: [usize; 2]) -> [usize; 2] {
        let [width, height] = usual.map(|side| side.max(1));
        let shaped = |given: usize, of: usize, other: usize| (given * other / of).clamp(1, 8192);
        match (self.width, self.height) {
            (None, None) => usual,
            (Some(width), Some(height)) => [width, height],
            (Some(given), None) => [given, shaped(given, width, height)],
            (None, Some(given)) => [shaped(given, height, width), given],
        }
    }
}

/// The colour of a scene, unless the frames do not have it, as files of other programs may not.
fn usual_color(color: Option<String>, source: &Source) -> Result<Option<String>, Failure> {
    if source.results.is_some() {
        return Ok(color);
    }
    let frame = source.choose(Which::First, 1)?[0].read().map_err(refused)?.0;
    Ok(color.filter(|name| frame.values(name).is_some()))
}

fn column(name: &str) -> Result<String, String> {
    match name {
        "none" => Ok(name.into()),
        _ => Column::named(name).map(|column| column.name.to_string()),
    }
}

/// So many finite numbers, with commas between.
fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let read = |word: &str| word.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let found: Option<Vec<f64>> = text.split(',').map(read).collect();
    let found = found.and_then(|found| <[f64; N]>::try_from(found).ok());
    found.ok_or_else(|| format!("expected {N} numbers with commas between"))
}

/// Images in a second.
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.1..=50.0).contains(rate));
    rate.ok_or_else(|| "expected a number from 0.1 to 50".to_string())
}
