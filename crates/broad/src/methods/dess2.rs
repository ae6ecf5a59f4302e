//! Double-ended spatial sorting with insertion sort (Perkins 1999, 5.1.1 and 6): [`Dess`] for bodies
//! that move little in a step.
//!
//! ```text
//!   last step    a(  b(  a)  c(  b)  c)
//!   this step    a(  b(  c(  a)  b)  c)      one exchange puts the list in order again
//! ```
//!
//! Cost: as [`Dess`], but the sort is nearly linear while the order of the ends changes little;
//! where it changes much, the guard of [`Sort::Insertion`] keeps it at N log N. Memory: the same.

use crate::Entry;
use crate::methods::dess::Dess;
use crate::parts::sorting::Sort;

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "dess2",
        origin: "Perkins 1999, 5.1 and 6",
        summary: "dess with insertion sort, nearly linear while bodies move little in a step",
        parameters: &[],
        build: |_, _| Box::new(Dess::new(Sort::Insertion)),
    }
}
