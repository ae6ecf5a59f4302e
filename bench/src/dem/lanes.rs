//! Who takes part: ours by number of threads, peers by program and model.

use super::Options;
use super::outcome::Outcome;
use super::peers::{PEERS, Peer};
use super::process::installed;
use super::stage::Stage;
use std::path::PathBuf;

enum Who {
    Ours {
        threads: u16,
    },
    Peer {
        peer: &'static Peer,
        program: PathBuf,
        model: &'static str,
    },
    /// Why not.
    Nobody(&'static str),
}

/// One row of a table in the making.
pub struct Lane {
    pub name: String,
    who: Who,
    /// One by round, or why there is none.
    pub turns: Vec<Result<Outcome, String>>,
}

/// The lanes of a scene of so many bodies; the first of ours is the reference.
pub fn lanes(options: &Options, bodies: usize) -> Vec<Lane> {
    let ours = options.threads.iter().map(|&threads| Lane::ours(threads));
    let peers = PEERS.iter().filter(|_| options.peers);
    ours.chain(peers.flat_map(|peer| of_peer(peer, options, bodies))).collect()
}

fn of_peer(peer: &'static Peer, options: &Options, bodies: usize) -> Vec<Lane> {
    let mut programs = (peer.given)(options);
    if programs.is_empty() {
        programs.extend(installed(peer.command));
    }
    if programs.is_empty() {
        return vec![Lane::new(peer.command.into(), Who::Nobody("not installed"))];
    }
    if bodies > peer.most_bodies {
        return vec![Lane::new(peer.command.into(), Who::Nobody("left out: too slow"))];
    }
    let both =
        programs.iter().flat_map(|program| peer.models.iter().map(move |model| (program, model)));
    let lanes = both.map(|(program, model)| {
        let file = program.file_name().unwrap_or_default().to_string_lossy();
        Lane::new(format!("{file} {model}"), Who::Peer { peer, program: program.clone(), model })
    });
    lanes.collect()
}

impl Lane {
    fn new(name: String, who: Who) -> Self {
        Self { name, who, turns: Vec::new() }
    }

    fn ours(threads: u16) -> Self {
        let name = if threads == 1 { "esker".into() } else { format!("esker, {threads} threads") };
        Self::new(name, Who::Ours { threads })
    }

    /// Makes one turn; a peer that fails says so in its row, ours ends the run.
    pub fn turn(&mut self, stage: &Stage) -> Result<(), String> {
        let turn = match &self.who {
            Who::Ours { threads } => Ok(stage.ours(*threads)?),
            Who::Peer { peer, program, model } => stage.peer(peer, program, model),
            Who::Nobody(reason) => Err(reason.to_string()),
        };
        self.turns.push(turn);
        Ok(())
    }

    /// Whether its contacts are those between bodies alone, as ours.
    pub fn counts_as_ours(&self) -> bool {
        !matches!(self.who, Who::Peer { peer: Peer { counts_walls: true, .. }, .. })
    }

    /// Whether it is ours.
    pub fn is_ours(&self) -> bool {
        matches!(self.who, Who::Ours { .. })
    }
}
