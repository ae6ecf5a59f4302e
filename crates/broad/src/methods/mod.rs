//! The methods: one file each, and the one visible list.

mod auto;
mod bounding_volume;
mod dess;
mod dess2;
mod dess_r_tree;
mod fixed_cubes;
mod grid;
mod hashing;
mod hashing2;
mod hierarchical_grid;
mod mmr;
mod mr;
mod mr_binary;
mod mr_quicksort;
mod pairing;
mod r_tree;
mod spatial_sort;
mod striped_dess;

use crate::Entry;

/// The list of methods.
pub struct Methods<const D: usize>;

impl<const D: usize> Methods<D> {
    /// Every method there is, in the order of the tables.
    pub const ALL: &'static [Entry<D>] = &[
        pairing::entry(),
        bounding_volume::entry(),
        spatial_sort::entry(),
        hashing::entry(),
        hashing2::entry(),
        r_tree::entry(),
        dess::entry(),
        dess2::entry(),
        striped_dess::entry(),
        dess_r_tree::entry(),
        fixed_cubes::entry(),
        mr::entry(),
        mr_quicksort::entry(),
        mr_binary::entry(),
        mmr::entry(),
        grid::entry(),
        hierarchical_grid::entry(),
        auto::entry(),
    ];

    /// The line of the list with this name.
    pub fn find(name: &str) -> Option<&'static Entry<D>> {
        Self::ALL.iter().find(|entry| entry.name == name)
    }
}
