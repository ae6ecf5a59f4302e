//! Runs cases and writes what came out, beside this crate: `RESULTS.md` and `results/`.

use clap::Parser;
use esker_output::write;
use esker_validation::CASES;
use esker_validation::case::{Case, Effort, Outcome, Setting};
use esker_validation::data::Data;
use esker_validation::report::{Kept, page, tables};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Closed-form and cross-code cases, with their tolerance and its reason.
#[derive(Parser)]
#[command(name = "esker-validation")]
struct Arguments {
    /// Cases by name; `all` is every case that is not long.
    #[arg(default_value = "all")]
    cases: Vec<String>,
    /// List the cases and run none.
    #[arg(long)]
    list: bool,
    /// Stop long cases after so many seconds; they go on from there when run again.
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,
    /// Run only what tests run.
    #[arg(long)]
    quick: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.list {
        CASES.iter().for_each(|case| {
            let long = if case.long { " (long)" } else { "" };
            println!("{:24} {}{long}", case.name, case.shows);
        });
        return ExitCode::SUCCESS;
    }
    match chosen(&arguments.cases).and_then(|cases| run(&cases, &arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn chosen(names: &[String]) -> Result<Vec<&'static Case>, Box<dyn Error>> {
    let mut cases = Vec::new();
    for name in names {
        match name.as_str() {
            "all" => cases.extend(CASES.iter().filter(|case| !case.long)),
            name => cases.push(CASES.iter().find(|case| case.name == name).ok_or_else(|| {
                format!("there is no case `{name}`; --list shows those there are")
            })?),
        }
    }
    Ok(cases)
}

/// Runs the cases, writes what came out, and says whether all passed.
fn run(cases: &[&'static Case], arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = here.join("results");
    let until = arguments.time_limit.map(Duration::try_from_secs_f64).transpose()?;
    let setting = Setting {
        effort: if arguments.quick { Effort::Quick } else { Effort::Full },
        data: Data::find(),
        until: until.map(|limit| Instant::now() + limit),
        folder: here.join("runs"),
        say: &|text| eprintln!("{text}"),
    };
    let mut outcomes: Vec<(&Case, Outcome)> = Vec::new();
    for case in cases {
        let start = Instant::now();
        let outcome = (case.run)(&setting).map_err(|error| format!("{}: {error}", case.name))?;
        let kept = Kept::new(case, &outcome, start.elapsed().as_secs_f64());
        kept.write(&results)?;
        for (name, text) in &outcome.curves {
            write(&results.join(format!("{name}.csv")), text)?;
        }
        let failed = kept.rows.iter().filter(|row| row.passed == Some(false));
        let names: Vec<&str> = failed.map(|row| row.quantity.as_str()).collect();
        let verdict = match kept.passed {
            Some(true) => "passed".into(),
            Some(false) => format!("FAILED {names:?}"),
            None => "nothing to compare".into(),
        };
        eprintln!("{:24} {:8.1} s  {verdict}", case.name, kept.seconds);
        kept.skipped.iter().for_each(|what| eprintln!("{:24} left out: {what}", ""));
        outcomes.push((case, outcome));
    }
    let kept: Vec<_> = CASES.iter().map(|case| Kept::read(&results, case)).collect();
    write(&here.join("RESULTS.md"), &tables(CASES, &kept))?;
    if arguments.cases == ["all"] {
        write(&results.join("curves.html"), &page(&outcomes))?;
    }
    Ok(outcomes.iter().all(|(_, outcome)| outcome.passed() != Some(false)))
}
