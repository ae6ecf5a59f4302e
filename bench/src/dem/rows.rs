//! The figures of a scene: medians with their spread, ratios within rounds, and what does not agree.

use super::lanes::Lane;
use super::outcome::Outcome;
use crate::report::{Spread, columns, figures};
use serde::Serialize;

/// By how much contacts per body may differ from those of a peer with another order of sums and another
/// damping of the tangential spring.
const CONTACTS_AGREE: f64 = 0.1;

/// One code's figures on one scene.
#[derive(Serialize)]
pub struct Row {
    pub name: String,
    /// Why there are no figures.
    pub missing: Option<String>,
    pub figures: Option<Figures>,
}

/// What was measured.
#[derive(Serialize)]
pub struct Figures {
    pub version: String,
    pub turns: usize,
    /// Millions of body-steps per second.
    pub mega_body_steps_per_second: Spread,
    pub ns_per_body_step: Spread,
    /// Its time over the reference's in the same round.
    pub ratio: Spread,
    pub contacts_per_body: f64,
    pub rebuilds: Option<u64>,
    pub peak_bytes: u64,
    pub bytes_per_body: f64,
    /// The shares of the time by phase, in the median turn.
    pub phases: Vec<(String, f64)>,
}

/// The rows of all lanes; the first is the reference.
pub fn rows(lanes: &[Lane]) -> Vec<Row> {
    lanes.iter().map(|lane| row(lane, &lanes[0])).collect()
}

fn row(lane: &Lane, reference: &Lane) -> Row {
    let failed = lane.turns.iter().find_map(|turn| turn.as_ref().err());
    let rounds = lane.turns.iter().zip(&reference.turns);
    let both: Vec<(&Outcome, &Outcome)> =
        rounds.filter_map(|(a, b)| Some((a.as_ref().ok()?, b.as_ref().ok()?))).collect();
    let measured = failed.is_none() && !both.is_empty();
    Row {
        name: lane.name.clone(),
        missing: failed.cloned(),
        figures: measured.then(|| Figures::of(&both)),
    }
}

impl Figures {
    fn of(both: &[(&Outcome, &Outcome)]) -> Self {
        let mut own: Vec<&Outcome> = both.iter().map(|(own, _)| *own).collect();
        own.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let middle = own[own.len() / 2];
        let ns = || own.iter().map(|outcome| outcome.ns_per_body_step());
        let total: f64 = middle.phases.iter().map(|(_, seconds)| seconds).sum();
        let peak_bytes = own.iter().map(|outcome| outcome.peak_bytes).max().unwrap_or(0);
        Self {
            version: middle.version.clone(),
            turns: own.len(),
            mega_body_steps_per_second: Spread::of(ns().map(|ns| 1e3 / ns)),
            ns_per_body_step: Spread::of(ns()),
            ratio: Spread::of(both.iter().map(|(own, other)| own.seconds / other.seconds)),
            contacts_per_body: middle.contacts_per_body,
            rebuilds: middle.rebuilds,
            peak_bytes,
            bytes_per_body: peak_bytes as f64 / middle.bodies as f64,
            phases: middle.phases.iter().map(|(name, s)| (name.clone(), s / total)).collect(),
        }
    }

    fn cells(&self) -> [String; 7] {
        [
            self.mega_body_steps_per_second.text(),
            figures(self.ns_per_body_step.median),
            self.ratio.text(),
            format!("{:.2}", self.contacts_per_body),
            self.rebuilds.map_or("-".into(), |rebuilds| rebuilds.to_string()),
            format!("{:.0}", self.peak_bytes as f64 / 1e6),
            format!("{:.0}", self.bytes_per_body),
        ]
    }
}

/// The rows as a table, and below it where the time went.
pub fn table(rows: &[Row]) -> String {
    let times = format!("times {}", rows[0].name);
    let head =
        ["code", "Mbody-steps/s", "ns", &times, "contacts", "lists", "peak MB", "bytes per body"];
    let mut lines = vec![head.map(String::from).to_vec()];
    let mut below = String::new();
    for row in rows {
        let nothing = || std::array::from_fn(|_| "-".into());
        let cells = row.figures.as_ref().map_or_else(nothing, Figures::cells);
        lines.push([vec![row.name.clone()], cells.to_vec()].concat());
        let shares = row.figures.iter().flat_map(|figures| &figures.phases);
        let shares: Vec<String> =
            shares.map(|(name, share)| format!("{name} {:.0} %", 100.0 * share)).collect();
        let remark = row.missing.clone().unwrap_or(shares.join(", "));
        if !remark.is_empty() {
            below += &format!("  {}: {remark}\n", row.name);
        }
    }
    columns(lines) + "\n" + &below
}

/// What the codes do not agree about: our states among each other, bit by bit, and the contacts of all.
pub fn disagreements(lanes: &[Lane]) -> Vec<String> {
    let Some(Ok(first)) = lanes[0].turns.first() else { return Vec::new() };
    let turns =
        lanes.iter().flat_map(|lane| lane.turns.iter().flatten().map(move |turn| (lane, turn)));
    let wrong = turns.filter_map(|(lane, turn)| {
        let [ours, theirs] = [first, turn].map(|outcome| outcome.contacts_per_body);
        let apart = lane.counts_as_ours() && (ours - theirs).abs() > CONTACTS_AGREE;
        if lane.is_ours() && turn.checksum != first.checksum {
            Some(format!("{}: the final state is not that of {}", lane.name, lanes[0].name))
        } else if apart {
            Some(format!("{}: {theirs:.3} contacts per body, ours has {ours:.3}", lane.name))
        } else {
            None
        }
    });
    wrong.collect()
}
