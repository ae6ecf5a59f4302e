//! The sets all tools are measured on.

use crate::spheres::Spheres;
use esker_packing::{Packings, Recipe};

/// What `--small` divides every number of spheres by.
pub const SMALL: usize = 20;

/// A packing with its numbers.
pub struct Set {
    /// The name in tables.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    packing: &'static str,
    count: usize,
    spacing: f64,
}

/// Every set, in the order of the tables.
pub const ALL: &[Set] = &[
    Set {
        name: "A",
        summary: "Munjiza's packing A: a lattice of touching spheres",
        packing: "A",
        count: 1_000_000,
        spacing: 1.0,
    },
    Set {
        name: "dense",
        summary: "a bed in random order, about five overlaps each",
        packing: "dense",
        count: 1_000_000,
        spacing: 1.0,
    },
    Set {
        name: "loose",
        summary: "a gas of solid fraction 0.01",
        packing: "loose",
        count: 1_000_000,
        spacing: 1.0,
    },
    Set {
        name: "D200",
        summary: "Munjiza's packing D: a lattice 200 diameters apart",
        packing: "D",
        count: 125_000,
        spacing: 200.0,
    },
    Set {
        name: "poly",
        summary: "diameters from 1 down to 1/32",
        packing: "poly",
        count: 100_000,
        spacing: 1.0,
    },
];

impl Set {
    /// Makes the spheres.
    pub fn build(&self, small: bool) -> Spheres {
        packing(self.packing, if small { self.count / SMALL } else { self.count }, self.spacing)
    }
}

/// The set with this name, or what there is.
pub fn find(name: &str) -> Result<&'static Set, String> {
    ALL.iter().find(|set| set.name == name).ok_or_else(|| {
        let known: Vec<_> = ALL.iter().map(|set| set.name).collect();
        format!("unknown set '{name}' (known: {})", known.join(", "))
    })
}

/// The spheres of a listed packing.
pub fn packing(name: &str, count: usize, spacing: f64) -> Spheres {
    let entry = Packings::<3>::find(name).expect("the packings named here are in the list");
    Spheres::new((entry.build)(&Recipe { count, spacing, ..Recipe::default() }))
}
