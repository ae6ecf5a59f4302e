//! Bodies sorted by cell: the store that `grid` and `hierarchical-grid` are made of.
//!
//! ```text
//!   cells, x fastest        +----+----+----+
//!                           | 12 | 13 | 14 |      one row of cells along x
//!                           +----+----+----+
//!   start[cell]               0    2    3    6    where a cell's bodies begin
//!   columns x y z r id      a b  c   d e f        bodies in the order of their cells
//! ```
//!
//! Three cells that follow each other along x are one contiguous run of bodies, so the 27 cells
//! around a body are 9 runs, 5 when each pair is wanted once, and a run is tested 4 or 8 bodies at a
//! time (`scan.rs`). Sorting is a counting sort: count, sum, place (`sort.rs`, `tables.rs`). It is
//! stable, so the order depends on the objects alone, for any number of threads.
//!
//! Memory does not grow with empty space, and time does not either: slabs of cells that hold no body
//! are left out of the numbering (`axes.rs`), and what a table over all cells cannot hold is found by
//! bisection in the sorted keys (`directory.rs`).
//!
//! Methods whose bodies are linked and not sorted into columns use the same lanes by blocks (`block.rs`).

mod axes;
mod block;
mod columns;
mod directory;
mod lanes;
mod scan;
mod search;
mod sort;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use block::{BLOCK, Block, Hits};
pub(crate) use columns::Probe;
pub(crate) use lanes::Lanes;
#[cfg(test)]
pub(crate) use scan::by_every_kind;
pub(crate) use scan::{Listing, Scanner, Search, search};
pub(crate) use sort::SortedCells;
