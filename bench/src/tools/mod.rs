//! The tools: our methods and the libraries one would take instead, behind one trait and in one
//! list.
//!
//! Each tool is used as its documentation says it is fastest, is given boxes or cutoffs a little
//! too wide ([`SLACK`](crate::spheres::SLACK)), and decides by [`Sphere::touches`] alone, so that
//! all must find the same pairs. What a tool needs besides its structure and its pairs (colliders,
//! freeing the structure before) stays outside the clock.

mod bvh_tree;
mod kiddo_tree;
mod ours;
mod parry_tree;
mod rapier_phase;
mod rstar_tree;
mod simple_grid;
mod skin_list;
mod zelll_grid;

pub use ours::Ours;

use crate::spheres::Spheres;
use esker_broad::{Pair, checksum};
use std::time::Instant;

/// Something that finds all overlapping pairs.
pub trait Tool {
    /// From nothing: builds the structure and lists the pairs. Returns the seconds it took.
    fn rebuild(&mut self, spheres: &Spheres) -> f64;

    /// The same spheres, moved: brings the structure up to date and lists the pairs.
    fn update(&mut self, spheres: &Spheres) -> f64 {
        self.rebuild(spheres)
    }

    /// The pairs last listed, as they lie in memory.
    fn pairs(&self) -> Vec<&[Pair]>;
}

/// From nothing, or after a small motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A new set: build the structure, list all pairs.
    Rebuild,
    /// All spheres moved by 0.01 of their radius: update the structure, list all pairs.
    Update,
}

impl Mode {
    /// Both, in the order of the tables.
    pub const BOTH: &[Self] = &[Self::Rebuild, Self::Update];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rebuild => "rebuild",
            Self::Update => "update",
        }
    }
}

/// One line of the list of peers.
pub struct Entry {
    /// The name in tables and on the command line.
    pub name: &'static str,
    /// What is measured.
    pub summary: &'static str,
    /// The modes it has.
    pub modes: &'static [Mode],
    /// Makes it.
    pub make: fn() -> Box<dyn Tool>,
}

/// Every peer, in the order of the tables.
pub const PEERS: &[Entry] = &[
    Entry {
        name: "simple-grid",
        summary: "the yardstick: a plain counting-sort grid with half a stencil",
        modes: &[Mode::Rebuild],
        make: || Box::<simple_grid::SimpleGrid>::default(),
    },
    Entry {
        name: "simple-grid-skin",
        summary: "the same with a list of all pairs within a skin, kept while it holds",
        modes: Mode::BOTH,
        make: || Box::<skin_list::SkinList>::default(),
    },
    Entry {
        name: "parry3d-f64",
        summary: "parry3d-f64 0.31.1: Bvh, binned build, single-tree traversal; refitted",
        modes: Mode::BOTH,
        make: || Box::new(parry_tree::ParryTree::new()),
    },
    Entry {
        name: "rapier3d-f32",
        summary: "rapier3d 0.36.1: BroadPhaseBvh, incremental, single precision",
        modes: &[Mode::Update],
        make: || Box::new(rapier_phase::single::Phase::new()),
    },
    Entry {
        name: "rapier3d-f64",
        summary: "rapier3d-f64 0.36.1: BroadPhaseBvh, incremental",
        modes: &[Mode::Update],
        make: || Box::new(rapier_phase::double::Phase::new()),
    },
    Entry {
        name: "zelll",
        summary: "zelll 0.5.0: CellGrid; rebuilt in place",
        modes: Mode::BOTH,
        make: || Box::<zelll_grid::ZelllGrid>::default(),
    },
    Entry {
        name: "rstar",
        summary: "rstar 0.14.0: bulk-loaded RTree, one search per sphere",
        modes: &[Mode::Rebuild],
        make: || Box::<rstar_tree::RstarTree>::default(),
    },
    Entry {
        name: "kiddo",
        summary: "kiddo 6.3.0: ImmutableKdTree, one search per sphere",
        modes: &[Mode::Rebuild],
        make: || Box::<kiddo_tree::KiddoTree>::default(),
    },
    Entry {
        name: "bvh",
        summary: "bvh 0.13.0: Bvh, one search per sphere",
        modes: &[Mode::Rebuild],
        make: || Box::new(bvh_tree::BvhTree::new()),
    },
];

/// A peer by its name, or one of our methods by its text (`name` or `name:parameter=value,…`).
pub fn find(text: &str) -> Result<Box<dyn Tool>, String> {
    if let Some(entry) = PEERS.iter().find(|entry| entry.name == text) {
        return Ok((entry.make)());
    }
    let ours = Ours::new(text, 1).map_err(|error| {
        let peers: Vec<_> = PEERS.iter().map(|entry| entry.name).collect();
        format!("{error}; peers: {}", peers.join(", "))
    })?;
    Ok(Box::new(ours))
}

/// What a tool found, in numbers that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many pairs.
    pub pairs: usize,
    /// The same for the same set of pairs in any order.
    pub checksum: u64,
    /// The same for the same sequence only.
    pub sequence: u64,
}

impl Found {
    /// Looks through the pairs a tool last listed.
    pub fn by(tool: &dyn Tool) -> Self {
        let mut found = Self { pairs: 0, checksum: 0, sequence: 0 };
        for &[a, b] in tool.pairs().into_iter().flatten() {
            let hash = checksum(&[[a.min(b), a.max(b)]]);
            found.pairs += 1;
            found.checksum = found.checksum.wrapping_add(hash);
            found.sequence = found.sequence.rotate_left(5) ^ hash;
        }
        found
    }

    /// Whether both are the same set of pairs.
    pub fn same_pairs(&self, other: &Self) -> bool {
        (self.pairs, self.checksum) == (other.pairs, other.checksum)
    }
}

/// Runs a job; returns the seconds it took.
fn timed(job: impl FnOnce()) -> f64 {
    let start = Instant::now();
    job();
    start.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::packing;

    fn check(name: &str, tool: &mut dyn Tool, spheres: &mut Spheres) {
        let mut oracle = find("bounding-volume").unwrap();
        tool.rebuild(spheres);
        for step in 0..25 {
            oracle.rebuild(spheres);
            let (found, expected) = (Found::by(tool), Found::by(oracle.as_ref()));
            assert!(found.same_pairs(&expected), "{name}, step {step}: {found:?}, {expected:?}");
            spheres.step();
            tool.update(spheres);
        }
    }

    #[test]
    fn every_peer_finds_the_oracles_pairs_and_goes_on_finding_them() {
        for entry in PEERS {
            for (name, spacing) in [("A", 1.0), ("D", 200.0), ("dense", 1.0), ("poly", 1.0)] {
                let mut spheres = packing(name, 1200, spacing);
                check(&format!("{} on {name}", entry.name), (entry.make)().as_mut(), &mut spheres);
            }
        }
    }

    #[test]
    fn a_tool_that_is_not_there_is_answered_with_those_that_are() {
        let message = find("simple-gird").err().unwrap();
        assert!(message.contains("unknown method 'simple-gird'"), "{message}");
        assert!(message.contains("bounding-volume") && message.contains("parry3d-f64"));
    }

    #[test]
    fn what_was_found_tells_sets_and_sequences_apart() {
        struct Fixed(Vec<Pair>);
        impl Tool for Fixed {
            fn rebuild(&mut self, _: &Spheres) -> f64 {
                0.0
            }
            fn pairs(&self) -> Vec<&[Pair]> {
                vec![&self.0]
            }
        }
        let by = |pairs: &[Pair]| Found::by(&Fixed(pairs.to_vec()));
        let found = by(&[[0, 1], [0, 2]]);
        assert_eq!(found, by(&[[1, 0], [2, 0]]));
        assert!(found.same_pairs(&by(&[[0, 2], [0, 1]])));
        assert_ne!(found, by(&[[0, 2], [0, 1]]));
        assert!(!found.same_pairs(&by(&[[0, 1], [1, 2]])));
        assert!(!found.same_pairs(&by(&[[0, 1], [0, 2], [0, 2]])));
    }
}
