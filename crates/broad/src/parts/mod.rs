//! What methods are made of: sorts, trees, lists and cells that more than one of them uses.

pub(crate) mod cell_list;
pub(crate) mod cell_order;
pub(crate) mod cell_sort;
pub(crate) mod cells;
pub(crate) mod cube_table;
pub(crate) mod ends;
pub(crate) mod lattice;
pub(crate) mod levels;
pub(crate) mod list_search;
pub(crate) mod lower_ends;
pub(crate) mod ranks;
pub(crate) mod sorting;
pub(crate) mod stripes;
pub(crate) mod tree;
