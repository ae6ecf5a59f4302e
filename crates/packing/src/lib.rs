//! Sets of spheres for experiments: the papers' packings, random dense and loose sets, mixtures.
//!
//! Every set is made for any number of spheres, in two and three dimensions, and is the same for the
//! same seed on every machine. The visible list is [`Packings::ALL`].
//!
//! ```
//! use esker_packing::{Packings, Recipe};
//! let lattice = Packings::<3>::find("A").unwrap();
//! let packing = (lattice.build)(&Recipe { count: 1000, ..Recipe::default() });
//! assert_eq!(packing.centers.len(), 1000);
//! ```

mod lattice;
mod random;
mod relaxed;
mod tray;

pub use random::Random;
pub use relaxed::relaxed_in_box;
pub use tray::{Tray, disc_tray};

use esker_geom::Vector;

/// A set of spheres as two columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packing<const D: usize> {
    /// The centres.
    pub centers: Vec<Vector<D>>,
    /// The radii.
    pub radii: Vec<f64>,
}

/// What a packing is made from. Each packing uses the fields that concern it.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The number of spheres.
    pub count: usize,
    /// The distance between neighbouring centres of a lattice, in diameters.
    pub spacing: f64,
    /// The largest diameter over the smallest.
    pub size_ratio: f64,
    /// What chance starts from.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { count: 1000, spacing: 1.0, size_ratio: 32.0, seed: 1 }
    }
}

/// One line of the list of packings.
pub struct Entry<const D: usize> {
    /// The name in commands and tables.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// Makes it.
    pub build: fn(&Recipe) -> Packing<D>,
}

/// The list of packings.
pub struct Packings<const D: usize>;

impl<const D: usize> Packings<D> {
    /// Every packing there is.
    pub const ALL: &'static [Entry<D>] = &[
        Entry {
            name: "A",
            summary: "Munjiza's packing A: a lattice of touching spheres",
            build: |recipe| lattice::lattice(recipe, |_| Some(1.0)),
        },
        Entry {
            name: "B",
            summary: "Munjiza's packing B: `spacing` along x, two diameters along the others",
            build: |recipe| lattice::lattice(recipe, |axis| (axis > 0).then_some(2.0)),
        },
        Entry {
            name: "C",
            summary: "Munjiza's packing C: `spacing` along x and y, two diameters along z",
            build: |recipe| lattice::lattice(recipe, |axis| (axis > 1).then_some(2.0)),
        },
        Entry {
            name: "D",
            summary: "Munjiza's packing D: `spacing` along every axis",
            build: |recipe| lattice::lattice(recipe, |_| None),
        },
        Entry {
            name: "poly",
            summary: "diameters log-uniform from 1 down to 1/`size_ratio`, random places, solid fraction 0.4",
            build: random::poly,
        },
        Entry {
            name: "two-size",
            summary: "equal volumes of diameters 1 and 1/`size_ratio`, random places, solid fraction 0.4",
            build: random::two_size,
        },
        Entry {
            name: "loose",
            summary: "a gas: radii 0.215 to 0.225, random places, solid fraction 0.01",
            build: random::loose,
        },
        Entry {
            name: "dense",
            summary: "a bed: radii 0.215 to 0.225, solid fraction 0.58, about five overlaps each",
            build: relaxed::dense,
        },
        Entry {
            name: "munjiza-mix",
            summary: "Munjiza's mixture: as poly at solid fraction 0.5, pushed apart until no overlap is deep",
            build: relaxed::munjiza_mix,
        },
    ];

    /// The line of the list with this name.
    pub fn find(name: &str) -> Option<&'static Entry<D>> {
        Self::ALL.iter().find(|entry| entry.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_packing_has_the_count_asked_for_and_is_reproducible() {
        fn check<const D: usize>() {
            for entry in Packings::<D>::ALL {
                for count in [0, 1, 2, 7, 300] {
                    let recipe = Recipe { count, spacing: 1.5, ..Recipe::default() };
                    let packing = (entry.build)(&recipe);
                    assert_eq!(packing.centers.len(), count, "{} in {D}D", entry.name);
                    assert_eq!(packing.radii.len(), count);
                    assert!(packing.centers.iter().flatten().all(|x| x.is_finite()));
                    assert!(packing.radii.iter().all(|&r| r > 0.0));
                    assert_eq!(packing, (entry.build)(&recipe), "{} in {D}D", entry.name);
                }
            }
        }
        check::<2>();
        check::<3>();
    }
}
