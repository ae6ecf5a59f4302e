//! Contact detection: which of N spheres overlap, without looking at N² pairs.
//!
//! Every method stands behind one trait, [`BroadPhase`], which is Perkins' interface of 1999: four
//! calls, for D = 2 and 3. Its contract is written there; `bounding-volume` is the oracle
//! that every other method is tested against. The one visible list is [`Methods::ALL`]: names, the
//! program's tables, conformance tests, benchmarks and documentation all derive from it. To add a
//! method, write its file, its `mod` line and its line in the list.
//!
//! ```
//! use esker_broad::{Detector, Objects};
//! let centers = [[0.0, 0.0], [0.9, 0.0], [5.0, 5.0]];
//! let radii = [0.5, 0.5, 0.5];
//! let objects = Objects::new(&centers, &radii)?;
//! let mut detector = Detector::<2>::new("grid")?;
//! detector.update(&objects);
//! assert_eq!(detector.pairs(&objects).to_vec(), [[0, 1]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use esker_geom::{Aabb, Vector};
use std::ops::ControlFlow;

mod detector;
mod methods;
mod objects;
mod pairs;
mod parts;
mod settings;
mod skin;
mod suggestion;
mod team;
mod threads;

pub use detector::Detector;
pub use methods::Methods;
pub use objects::{MOST_OBJECTS, Objects, Refused};
pub use pairs::{Pair, PairList, checksum, find_pairs};
pub use settings::{Accepts, BadMethod, Method, Parameter, Settings, unknown};
pub use suggestion::nearest;
pub use threads::Threads;

/// Contact detection, as Perkins' four calls.
///
/// **Contract.** For any objects that [`Objects`] accepts, whatever their arrangement:
///
/// * over one `find_neighbors`, every pair of objects whose closed spheres overlap is reported
///   **exactly once**, as `[a, b]` with `a < b`;
/// * pairs that do not overlap may be reported too, at most once each; the fewer, the better;
/// * pairs inside one owner and pairs of two fixed objects are never reported;
/// * the sequence of pairs depends on the sequence of calls and their objects alone: not on the
///   number of threads, on addresses or on chance;
/// * memory does not grow with empty space.
///
/// The objects are passed to every call, as Perkins' methods all see one object table: a method
/// keeps only what it derives from them. `find_neighbors` and `find_objects` must be given the
/// objects of the last `init` or `step_init`, unchanged. [`Detector`] sees to that for callers.
pub trait BroadPhase<const D: usize>: Send + Sync {
    /// Takes a new set of objects.
    fn init(&mut self, objects: &Objects<D>);

    /// Takes the same set of objects, moved by any distance. A set of another size or with other
    /// radii is taken as by `init`; owners and fixed flags are those of the last `init`.
    fn step_init(&mut self, objects: &Objects<D>);

    /// Reports all candidate pairs, in slices of a length that suits the method.
    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair]));

    /// Calls the action once for every object whose closed sphere overlaps the closed region, until
    /// the action breaks off.
    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    );

    /// Whether every reported pair overlaps, so that the caller need not test again.
    fn is_exact(&self) -> bool {
        false
    }

    /// How many tiles the search splits into. Depends on the objects, never on the threads.
    fn tiles(&self) -> usize {
        1
    }

    /// The share of `find_neighbors` that belongs to one tile: tile after tile gives its sequence.
    fn find_neighbors_in_tile(
        &self,
        objects: &Objects<D>,
        _tile: usize,
        action: &mut dyn FnMut(&[Pair]),
    ) {
        self.find_neighbors(objects, action);
    }

    /// As `find_neighbors_in_tile`, into a list. An exact method may write it without a detour.
    fn list_neighbors_in_tile(&self, objects: &Objects<D>, tile: usize, list: &mut Vec<Pair>) {
        self.find_neighbors_in_tile(objects, tile, &mut |slice| list.extend_from_slice(slice));
    }

    /// What the method decided for these objects and why, for the log; nothing if it has no choice.
    fn explain(&self) -> Option<String> {
        None
    }
}

/// One line of the list of methods.
pub struct Entry<const D: usize> {
    /// The name in commands, scene files, tables and documentation.
    pub name: &'static str,
    /// Where the method comes from.
    pub origin: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// What can be set, as `name:parameter=value,…`.
    pub parameters: &'static [Parameter],
    /// Makes the method, ready for `init`.
    pub build: fn(&Settings, &Threads) -> Box<dyn BroadPhase<D>>,
}
