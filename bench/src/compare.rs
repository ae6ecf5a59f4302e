//! Our methods beside their peers on every set, from nothing and after small motions.

use crate::Common;
use crate::report::{self, Row};
use crate::rounds::{Budget, Lane, Rounds};
use crate::sets::{self, Set};
use crate::tools::{self, Mode, Ours, PEERS};
use serde::Serialize;

/// Our methods in both modes; the first is the reference of the tables from nothing.
const OURS: &[&str] = &["grid", "hierarchical-grid", "auto"];

/// Our methods for small motions; the first is the reference of those tables.
const OURS_UPDATE: &[&str] = &["grid:skin=auto"];

/// The fewest steps of a walk: enough for lists with a skin to be made anew now and then.
const STEPS: usize = 20;

/// What to compare.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    common: Common,
    /// Only these sets
    #[arg(long, num_args = 1.., value_name = "SET", value_parser = sets::find)]
    sets: Vec<&'static Set>,
    /// Only this mode
    #[arg(long)]
    mode: Option<Mode>,
    /// Only these tools, by the names of peers and of methods; the first is the reference
    #[arg(long, num_args = 1.., value_name = "TOOL")]
    tools: Vec<String>,
    /// These of our methods too, as name or name:parameter=value,…
    #[arg(long, num_args = 1.., value_name = "METHOD")]
    methods: Vec<String>,
    /// A row of our first method on this many threads too; it must find the same sequence
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
}

/// One table.
#[derive(Serialize)]
struct Comparison {
    set: &'static str,
    mode: Mode,
    spheres: usize,
    pairs: usize,
    checksum: String,
    rows: Vec<Row>,
}

/// Prints a table for each set and mode.
pub fn run(options: &Options) -> Result<(), String> {
    let mut modes = options.mode.map_or(Mode::BOTH.to_vec(), |mode| vec![mode]);
    for mode in std::mem::take(&mut modes) {
        // Names are looked up before anything slow is made.
        if !lanes(options, mode)?.is_empty() {
            modes.push(mode);
        }
    }
    if modes.is_empty() {
        return Err("none of the tools has this mode".into());
    }
    let sets =
        if options.sets.is_empty() { sets::ALL.iter().collect() } else { options.sets.clone() };
    let mut comparisons = Vec::new();
    for set in sets {
        report::note(&format!("{}: {}", set.name, set.summary));
        let mut spheres = set.build(options.common.small);
        for &mode in &modes {
            let mut rounds = Rounds::new(vec![spheres], lanes(options, mode)?);
            let comparison = compare(options, set.name, &mut rounds, mode)?;
            report::print(&comparison.text())?;
            comparisons.push(comparison);
            spheres = rounds.sets.remove(0);
        }
    }
    options.common.write_json(&comparisons)
}

fn compare(
    options: &Options,
    set: &'static str,
    rounds: &mut Rounds,
    mode: Mode,
) -> Result<Comparison, String> {
    let mut budget = options.common.budget();
    if mode == Mode::Update {
        budget = Budget { turns: budget.turns.max(STEPS), ..budget };
    }
    rounds.run(mode, &budget).map_err(|error| format!("{set}, {}: {error}", mode.name()))?;
    let found = rounds.found[0].expect("every run finds something, if only that there is nothing");
    Ok(Comparison {
        set,
        mode,
        spheres: rounds.sets[0].len(),
        pairs: found.pairs,
        checksum: format!("{:016x}", found.checksum),
        rows: report::rows(rounds),
    })
}

/// The lanes of a mode: ours first, then the peers that have it.
fn lanes(options: &Options, mode: Mode) -> Result<Vec<Lane>, String> {
    let has_mode =
        |name: &str| PEERS.iter().all(|peer| peer.name != name || peer.modes.contains(&mode));
    let names = names(options, mode);
    let names: Vec<&str> = names.into_iter().filter(|name| has_mode(name)).collect();
    let mut lanes = Vec::new();
    for name in &names {
        lanes.push(Lane::new(name, 0, tools::find(name)?));
    }
    let is_ours = |name: &&&str| PEERS.iter().all(|peer| peer.name != **name);
    if let Some(ours) = names.iter().find(is_ours).filter(|_| options.threads != 1) {
        let tool = Box::new(Ours::new(ours, options.threads.into())?);
        let name = format!("{ours}, {} threads", options.threads);
        lanes.insert(1, Lane { name, ..Lane::new(ours, 0, tool) });
    }
    Ok(lanes)
}

fn names(options: &Options, mode: Mode) -> Vec<&str> {
    let mut names: Vec<&str> = match mode {
        Mode::Rebuild => OURS.to_vec(),
        Mode::Update => OURS_UPDATE.iter().chain(OURS).copied().collect(),
    };
    let added = options.methods.iter().map(String::as_str);
    if !options.tools.is_empty() {
        return options.tools.iter().map(String::as_str).chain(added).collect();
    }
    names.extend(added);
    names.extend(PEERS.iter().map(|peer| peer.name));
    names
}

impl Comparison {
    fn text(&self) -> String {
        let Self { set, mode, spheres, pairs, .. } = self;
        let what = match mode {
            Mode::Rebuild => "from nothing",
            Mode::Update => "after every sphere moved by 0.01 of its radius",
        };
        format!("{set}: {spheres} spheres, {pairs} pairs, {what}\n{}", report::table(&self.rows))
    }
}
