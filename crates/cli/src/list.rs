//! `esker list`: what there is to choose from, read from the lists themselves.

use crate::error::Failure;
use crate::table::{Align, Table};
use crate::terminal::{print, print_json};
use clap::{Args, ValueEnum};
use esker::broad::{Entry, Parameter};
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

#[derive(Serialize)]
struct PackingRow {
    name: &'static str,
    summary: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // The lists are the same in two and three dimensions.
    match arguments.what {
        What::Methods => {
            let rows: Vec<_> = Methods::<3>::ALL.iter().map(method_row).collect();
            show(&rows, arguments.json, methods_table)
        }
        What::Packings => {
            let row = |entry: &esker::packing::Entry<3>| PackingRow {
                name: entry.name,
                summary: entry.summary,
            };
            let rows: Vec<_> = Packings::<3>::ALL.iter().map(row).collect();
            show(&rows, arguments.json, packings_table)
        }
    }
}

fn show<R: Serialize>(rows: &[R], json: bool, table: fn(&[R]) -> Table) -> Result<(), Failure> {
    match json {
        true => print_json(&rows)?,
        false => print(&table(rows).text())?,
    }
    Ok(())
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

fn packings_table(rows: &[PackingRow]) -> Table {
    let mut table = Table::new(&[("packing", Align::Left), ("summary", Align::Left)]);
    for row in rows {
        table.row([row.name, row.summary].map(String::from).to_vec());
    }
    table
}
