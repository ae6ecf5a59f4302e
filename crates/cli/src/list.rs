//! `esker list`: what there is to choose from, read from the lists themselves.

use crate::error::Failure;
use crate::table::{Align, Table};
use crate::terminal::{print, print_json};
use clap::{Args, ValueEnum};
use esker::broad::{Entry, Parameter};
use esker::narrow::{self, Shapes};
use esker::output::FORMATS;
use esker::physics::laws::{self, LAWS};
use esker::physics::measures::MEASURES;
use esker::physics::{INSERTIONS, Integrators, REGIONS, SIZES, WALL_MOTIONS};
use esker::prelude::{Method, Methods, Packings};
use serde::Serialize;

/// List what there is to choose from
#[derive(Args)]
#[command(after_help = "Example: esker list methods")]
pub(crate) struct Arguments {
    /// What to list
    what: What,
    /// One JSON document on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Methods of contact detection, with their parameters
    Methods,
    /// Sets of spheres to try them on
    Packings,
    /// Laws of contact, the parts of a model
    Laws,
    /// Shapes of walls
    Walls,
    /// Motions of walls
    Motions,
    /// Ways through a time step
    Integrators,
    /// Sources of bodies
    Insertions,
    /// Distributions of sizes
    Sizes,
    /// Regions of space
    Regions,
    /// What can be measured
    Measures,
    /// Formats of frames
    Outputs,
}

#[derive(Serialize)]
struct MethodRow {
    name: &'static str,
    origin: &'static str,
    summary: &'static str,
    parameters: Vec<ParameterRow>,
    /// What every method can be told besides.
    common_parameters: Vec<ParameterRow>,
}

#[derive(Serialize)]
struct ParameterRow {
    name: &'static str,
    default: &'static str,
    accepts: String,
    meaning: &'static str,
}

/// An entry of any other list; what only one list has is left out of the rows of the others.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<&'static [usize]>,
    summary: &'static str,
}

/// The rows of a list whose entries have a name and a summary.
macro_rules! rows {
    ($list:expr) => {
        $list.iter().map(|entry| Row::new(entry.name, entry.summary)).collect()
    };
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // The lists are the same in two and three dimensions.
    let (heading, rows): (_, Vec<Row>) = match arguments.what {
        What::Methods => {
            let rows: Vec<_> = Methods::<3>::ALL.iter().map(method_row).collect();
            return show(&rows, arguments.json, methods_table);
        }
        What::Laws => ("law", LAWS.iter().map(law_row).collect()),
        What::Walls => ("wall", Shapes::ALL.iter().map(wall_row).collect()),
        What::Packings => ("packing", rows!(Packings::<3>::ALL)),
        What::Motions => ("motion", rows!(WALL_MOTIONS)),
        What::Integrators => ("integrator", rows!(Integrators::<3>::ALL)),
        What::Insertions => ("insertion", rows!(INSERTIONS)),
        What::Sizes => ("sizes", rows!(SIZES)),
        What::Regions => ("region", rows!(REGIONS)),
        What::Measures => ("measure", rows!(MEASURES)),
        What::Outputs => ("output", rows!(FORMATS)),
    };
    show(&rows, arguments.json, |rows| table(heading, rows))
}

fn show<R: Serialize>(
    rows: &[R],
    json: bool,
    table: impl Fn(&[R]) -> Table,
) -> Result<(), Failure> {
    match json {
        true => print_json(&rows)?,
        false => print(&table(rows).text())?,
    }
    Ok(())
}

impl Row {
    fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, role: None, dimensions: None, summary }
    }
}

fn law_row(entry: &laws::Entry) -> Row {
    let role = format!("{:?}", entry.part.law().role()).to_lowercase();
    Row { role: Some(role), ..Row::new(entry.name, entry.summary) }
}

fn wall_row(entry: &narrow::Entry) -> Row {
    Row { dimensions: Some(entry.dimensions), ..Row::new(entry.name, entry.summary) }
}

fn method_row(entry: &Entry<3>) -> MethodRow {
    MethodRow {
        name: entry.name,
        origin: entry.origin,
        summary: entry.summary,
        parameters: entry.parameters.iter().map(parameter_row).collect(),
        common_parameters: Method::COMMON.iter().map(parameter_row).collect(),
    }
}

fn parameter_row(parameter: &Parameter) -> ParameterRow {
    ParameterRow {
        name: parameter.name,
        default: parameter.default,
        accepts: parameter.accepts.to_string(),
        meaning: parameter.meaning,
    }
}

/// A line for each method, and one below it for each of its parameters, as `:name=default`; at the end
/// the parameters of every method.
fn methods_table(rows: &[MethodRow]) -> Table {
    let mut table =
        Table::new(&[("method", Align::Left), ("origin", Align::Left), ("summary", Align::Left)]);
    let line = |parameter: &ParameterRow| {
        vec![
            format!("  :{}={}", parameter.name, parameter.default),
            parameter.accepts.clone(),
            parameter.meaning.to_string(),
        ]
    };
    for row in rows {
        table.row([row.name, row.origin, row.summary].map(String::from).to_vec());
        row.parameters.iter().for_each(|parameter| table.row(line(parameter)));
    }
    if let Some(row) = rows.first() {
        table.row(["every method", "", ""].map(String::from).to_vec());
        row.common_parameters.iter().for_each(|parameter| table.row(line(parameter)));
    }
    table
}

/// A line for each entry, with a column in the middle for what the list knows beside.
fn table(heading: &'static str, rows: &[Row]) -> Table {
    let middle = match rows.first() {
        Some(Row { role: Some(_), .. }) => Some("role"),
        Some(Row { dimensions: Some(_), .. }) => Some("in"),
        _ => None,
    };
    let headings = [Some(heading), middle, Some("summary")];
    let headings: Vec<_> = headings.into_iter().flatten().map(|text| (text, Align::Left)).collect();
    let mut table = Table::new(&headings);
    for row in rows {
        let dimensions = row.dimensions.map(|dimensions| {
            dimensions.iter().map(|d| format!("{d}D")).collect::<Vec<_>>().join(", ")
        });
        let cells = [Some(row.name.into()), row.role.clone(), dimensions, Some(row.summary.into())];
        table.row(cells.into_iter().flatten().collect());
    }
    table
}
