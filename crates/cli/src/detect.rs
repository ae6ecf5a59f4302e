//! `esker detect`: finds all overlapping pairs by one method, several or all, and compares them.

use crate::error::Failure;
use crate::input::{Source, Spheres, whole};
use crate::measure::{Named, Plan, Row, agree, measure};
use crate::progress::Progress;
use crate::table::{Align, Table};
use crate::terminal::{counted, note, print, print_json};
use clap::Args;
use esker::broad::BadMethod;
use esker::prelude::{Methods, Packing, Threads};

/// The methods whose time grows with the square of the number of spheres.
const QUADRATIC: [&str; 2] = ["pairing", "bounding-volume"];
/// Above so many spheres, `all` leaves the quadratic methods out.
const QUADRATIC_IN_ALL: usize = 20_000;
/// Above so many spheres, a quadratic method that was asked for by name comes with a warning.
const QUADRATIC_UNWARNED: usize = 50_000;

const EXAMPLES: &str = "\
Examples:
  esker detect --packing dense --n 1e5
  esker detect --packing D --spacing 1.5 --n 8000 --method all --repeat 10
  esker detect --input spheres.csv --method grid --json

Each repeat finds all pairs again; the first is `init`, later ones are `step_init`.
Results go to standard output, everything else to standard error.
Exit codes: 0 done, 1 the run failed, 2 the input was wrong.";

/// Find all overlapping pairs, by one method or by all of them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    input: Source,
    /// The method as NAME or NAME:parameter=value,… (see `esker list methods`), or `all`; give it
    /// several times to compare
    #[arg(long, value_name = "NAME", value_parser = choice, default_value = "auto")]
    method: Vec<Choice>,
    /// How often to find the pairs
    #[arg(long, value_name = "K", value_parser = |text: &str| whole(text, 1usize..=1_000_000))]
    #[arg(allow_negative_numbers = true, default_value_t = 1)]
    repeat: usize,
    /// The number of threads; 0 means one for each core
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 0usize..=1024))]
    #[arg(allow_negative_numbers = true, default_value_t = 1)]
    threads: usize,
    /// One JSON document on standard output: an array with a row for each method
    #[arg(long)]
    json: bool,
}

#[derive(Clone)]
enum Choice {
    All,
    One(Named),
}

fn choice(text: &str) -> Result<Choice, BadMethod> {
    match text {
        "all" => Ok(Choice::All),
        _ => Ok(Choice::One(Named { text: text.to_string(), method: text.parse()? })),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let input = arguments.input.spheres()?;
    let threads = Threads::new(arguments.threads)
        .map_err(|error| Failure::Run(format!("cannot start the threads: {error}")))?;
    let plan = Plan { input: input.name, repeat: arguments.repeat, threads };
    note(&format!(
        "{} on {}",
        counted(plan.repeat, "repeat"),
        counted(plan.threads.count(), "thread")
    ));
    let rows = match input.spheres {
        Spheres::Two(packing) => rows(&arguments.method, &packing, &plan)?,
        Spheres::Three(packing) => rows(&arguments.method, &packing, &plan)?,
    };
    for row in &rows {
        if let Some(reason) = &row.explain {
            note(&format!("{}: {reason}", row.method));
        }
    }
    match arguments.json {
        true => print_json(&rows)?,
        false => print(&table(&rows).text())?,
    }
    Ok(())
}

/// A row for each method; fails if two of them disagree.
fn rows<const D: usize>(
    choices: &[Choice],
    packing: &Packing<D>,
    plan: &Plan,
) -> Result<Vec<Row>, Failure> {
    let methods = selected(choices, packing.radii.len());
    let progress = Progress::new(methods.len() * (1 + plan.repeat));
    let mut rows: Vec<Row> = Vec::with_capacity(methods.len());
    for named in &methods {
        let row = measure(named, packing, plan, &progress)?;
        if let Some(first) = rows.first() {
            agree(&first.method, first.answer, &row.method, row.answer)?;
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The methods asked for, each once.
fn selected(choices: &[Choice], n: usize) -> Vec<Named> {
    let mut methods: Vec<Named> = Vec::new();
    for choice in choices {
        let asked = match choice {
            Choice::One(named) => vec![named.clone()],
            Choice::All => all(choices, n),
        };
        for named in asked {
            if methods.iter().all(|known| known.text != named.text) {
                methods.push(named);
            }
        }
    }
    for named in &methods {
        if n > QUADRATIC_UNWARNED && QUADRATIC.contains(&named.method.name()) {
            note(&format!("warning: {} looks at every pair of {n} spheres", named.text));
        }
    }
    methods
}

/// The whole list, but of many spheres without the methods that would take too long.
fn all(choices: &[Choice], n: usize) -> Vec<Named> {
    let is_named = |name: &str| {
        choices.iter().any(|choice| matches!(choice, Choice::One(named) if named.text == name))
    };
    let mut methods = Vec::new();
    for name in Methods::<3>::ALL.iter().map(|entry| entry.name) {
        if n <= QUADRATIC_IN_ALL || !QUADRATIC.contains(&name) {
            let method = name.parse().expect("the list's own names are known");
            methods.push(Named { text: name.to_string(), method });
        } else if !is_named(name) {
            note(&format!(
                "note: {name} is left out above {QUADRATIC_IN_ALL} spheres unless asked for by name"
            ));
        }
    }
    methods
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        ("method", Align::Left),
        ("pairs", Align::Right),
        ("candidates", Align::Right),
        ("per pair", Align::Right),
        ("ms", Align::Right),
        ("ns/body", Align::Right),
        ("bytes/body", Align::Right),
        ("ratio", Align::Right),
    ]);
    let fastest = rows.iter().map(|row| median(&row.seconds)).fold(f64::INFINITY, f64::min);
    for row in rows {
        let time = median(&row.seconds);
        table.row(vec![
            row.method.clone(),
            row.answer.pairs.to_string(),
            row.candidates.to_string(),
            quotient(row.candidates as f64, row.answer.pairs as f64),
            format!("{:.3}", time * 1e3),
            format!("{:.1}", row.ns_per_body),
            format!("{:.1}", row.bytes_per_body),
            quotient(time, fastest),
        ]);
    }
    table
}

fn quotient(amount: f64, of: f64) -> String {
    if of > 0.0 { format!("{:.2}", amount / of) } else { "-".to_string() }
}

/// The middle one, or the mean of the two in the middle.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() % 2 {
        0 if half == 0 => 0.0,
        0 => 0.5 * (sorted[half - 1] + sorted[half]),
        _ => sorted[half],
    }
}
