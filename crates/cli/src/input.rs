//! Where the spheres come from: a packing made here, or a file.

use crate::error::Failure;
use crate::terminal::{counted, note};
use crate::{csv_input, memory};
use clap::builder::PossibleValuesParser;
use clap::{ArgGroup, Args};
use esker::broad::MOST_OBJECTS;
use esker::output::words;
use esker::prelude::{Packing, Packings, Recipe};
use std::fmt::Display;
use std::io::{self, BufRead, Cursor};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What one sphere takes with its place, its share of a method's tables and of the pairs: the high
/// end of all methods.
const BYTES_PER_SPHERE: u64 = 200;

#[derive(Args)]
#[command(group(ArgGroup::new("source").required(true).args(["packing", "input"])))]
pub(crate) struct Source {
    /// The packing to make (see `esker list packings`)
    #[arg(long, value_name = "NAME", value_parser = packing_names(), requires = "n")]
    #[arg(hide_possible_values = true)]
    packing: Option<String>,
    /// The number of spheres, such as 1000 or 1e6
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "input")]
    #[arg(allow_negative_numbers = true)]
    n: Option<usize>,
    /// The distance between neighbours on a lattice, in diameters
    #[arg(long, value_name = "S", value_parser = spacing, conflicts_with = "input")]
    #[arg(allow_negative_numbers = true, default_value_t = Recipe::default().spacing)]
    spacing: f64,
    /// The largest diameter over the smallest
    #[arg(long, value_name = "R", value_parser = size_ratio, conflicts_with = "input")]
    #[arg(allow_negative_numbers = true, default_value_t = Recipe::default().size_ratio)]
    size_ratio: f64,
    /// What chance starts from
    #[arg(long, value_name = "K", value_parser = |text: &str| whole(text, 0..=u64::MAX))]
    #[arg(allow_negative_numbers = true, default_value_t = Recipe::default().seed)]
    #[arg(conflicts_with = "input")]
    seed: u64,
    /// 2 for discs, 3 for spheres
    #[arg(long, value_name = "D", value_parser = |text: &str| whole(text, 2u8..=3))]
    #[arg(allow_negative_numbers = true, default_value_t = 3, conflicts_with = "input")]
    dim: u8,
    /// A CSV file with a header x,y,z,r (or x,y,r for discs); - is standard input
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

fn packing_names() -> PossibleValuesParser {
    Packings::<3>::ALL.iter().map(|entry| entry.name).collect::<Vec<_>>().into()
}

/// A whole number within limits, both included.
pub(crate) fn whole<T>(text: &str, limits: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| limits.contains(number));
    number.ok_or_else(|| {
        format!("expected a whole number from {} to {}", limits.start(), limits.end())
    })
}

/// A number of spheres, as digits or as in 1e6.
fn count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().or_else(|| {
        let number: f64 = text.parse().ok()?;
        (number.fract() == 0.0 && number.is_sign_positive()).then_some(number as u64)
    });
    match number {
        None => Err("expected a whole number such as 1000 or 1e6".to_string()),
        Some(number) if number > MOST_OBJECTS as u64 => {
            Err(format!("at most {MOST_OBJECTS} spheres can be numbered"))
        }
        Some(number) => Ok(number as usize),
    }
}

fn spacing(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number <= 1e6);
    number.ok_or_else(|| "the spacing must be a number above 0, at most 1e6".to_string())
}

fn size_ratio(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (1.0..=1e6).contains(number));
    number.ok_or_else(|| "the size ratio must be a number from 1 to 1e6".to_string())
}

/// Spheres, or discs.
pub(crate) enum Spheres {
    Two(Packing<2>),
    Three(Packing<3>),
}

impl Spheres {
    fn header(&self) -> String {
        match self {
            Self::Two(packing) => counted(packing.radii.len(), "disc") + " in 2D",
            Self::Three(packing) => counted(packing.radii.len(), "sphere") + " in 3D",
        }
    }
}

/// Spheres and where they come from.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) spheres: Spheres,
}

impl Source {
    /// Makes or reads the spheres and says so.
    pub(crate) fn spheres(&self) -> Result<Input, Failure> {
        let input = match (&self.packing, &self.input) {
            (Some(packing), _) => self.make(packing),
            (None, Some(path)) => read(path),
            (None, None) => Err("give --packing or --input".to_string()),
        };
        let input = input.map_err(Failure::Input)?;
        note(&format!("{}: {}", input.name, input.spheres.header()));
        Ok(input)
    }

    fn make(&self, packing: &str) -> Result<Input, String> {
        let count = self.n.unwrap_or_default();
        memory::check(count as u64 * BYTES_PER_SPHERE)
            .map_err(|reason| format!("--n {count}: {reason}; use a smaller N"))?;
        let Self { spacing, size_ratio, seed, .. } = *self;
        let recipe = Recipe { count, spacing, size_ratio, seed };
        let name = format!(
            "packing {packing} (spacing {spacing:?}, size ratio {size_ratio:?}, seed {seed})"
        );
        let spheres = match self.dim {
            2 => build(packing, &recipe).map(Spheres::Two),
            _ => build(packing, &recipe).map(Spheres::Three),
        };
        Ok(Input { name, spheres: spheres? })
    }
}

fn read(path: &Path) -> Result<Input, String> {
    let name = path.display().to_string();
    let reader: Box<dyn BufRead> = match name.as_str() {
        "-" => Box::new(io::stdin().lock()),
        _ => {
            let bytes = esker_output::read(path);
            Box::new(Cursor::new(
                bytes.map_err(|error| format!("{name}: cannot be opened: {}", words(&error)))?,
            ))
        }
    };
    Ok(Input { spheres: csv_input::read(&name, reader)?, name })
}

fn build<const D: usize>(packing: &str, recipe: &Recipe) -> Result<Packing<D>, String> {
    let entry = Packings::<D>::find(packing)
        .ok_or_else(|| format!("packing {packing} does not exist in {D}D"))?;
    Ok((entry.build)(recipe))
}
