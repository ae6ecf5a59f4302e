//! Hashing2 (Perkins 6): `hashing` whose arrays are cleared of what they held.
//!
//! ```text
//!   | . | o | . | . | o | .   for each row, `hashing` writes every cell and every link,
//!         ^           ^       `hashing2` the cells on its list of those in use
//! ```
//!
//! Cost: linear, in 2D and 3D. Memory: as `hashing`.

use crate::Entry;
use crate::methods::hashing::{Clearing, Hashing};

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "hashing2",
        origin: "Perkins 1999, 4.2 and 6",
        summary: "hashing whose arrays are cleared only where they were used; linear",
        parameters: &[],
        build: |_, _| Box::new(Hashing::new(Clearing::Used)),
    }
}
