//! What the forces of a step are made from, and what they add up to.

use crate::batch::{Batch, LANES};
use crate::desk::Desk;
use crate::laws::Model;
use crate::materials::Materials;
use crate::pass::Moved;
use crate::periodic::lengths;
use crate::records::Actions;
use crate::runs::Farthest;
use esker_geom::Vector;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

/// What the forces of a step need to know beside bodies and pairs.
pub(crate) struct Setting<'a, const D: usize> {
    pub(crate) model: &'a Model,
    /// The coefficients of material a with material b, at a times the number of materials plus b.
    coefficients: &'a [f64],
    coefficients_of_pair: usize,
    /// How many materials there are.
    materials: usize,
    /// How far beyond touching laws act (m).
    pub(crate) reach: f64,
    /// The lengths of periodic boxes (m); infinite along axes that are not periodic.
    pub(crate) period: Vector<D>,
    pub(crate) time_step: f64,
}

impl<'a, const D: usize> Setting<'a, D> {
    /// The setting of a step, with the memory for coefficients.
    pub(crate) fn new(
        (model, materials): (&'a Model, &Materials),
        periodic: &[Option<[f64; 2]>; D],
        reach: f64,
        coefficients: &'a mut Vec<f64>,
        time_step: f64,
    ) -> Self {
        let coefficients_of_pair = model.coefficients(materials, coefficients);
        Self {
            model,
            coefficients,
            coefficients_of_pair,
            materials: materials.len(),
            reach,
            period: lengths(periodic),
            time_step,
        }
    }

    /// Whether space repeats itself along any axis.
    #[inline(always)]
    pub(crate) fn is_periodic(&self) -> bool {
        self.period.iter().any(|length| length.is_finite())
    }

    /// Where the pair of two materials stands among the coefficients.
    #[inline(always)]
    pub(crate) fn pair_of(&self, [first, second]: [u16; 2]) -> usize {
        usize::from(first) * self.materials + usize::from(second)
    }

    /// The coefficients of a pair of materials.
    #[inline(always)]
    pub(crate) fn coefficients_of(&self, pair: usize) -> &[f64] {
        &self.coefficients[pair * self.coefficients_of_pair..][..self.coefficients_of_pair]
    }
}

/// The pair of materials whose coefficients each lane of a batch holds.
pub(crate) struct Held([usize; LANES]);

impl Held {
    pub(crate) fn nothing() -> Self {
        Self([usize::MAX; LANES])
    }

    /// Sets the coefficients of those of so many lanes that hold those of other materials.
    #[inline(always)]
    pub(crate) fn set<const D: usize>(
        &mut self,
        batch: &mut Batch,
        setting: &Setting<'_, D>,
        lanes: usize,
        materials: impl Fn(usize) -> [u16; 2],
    ) {
        let alike = setting.materials == 1;
        if alike && self.0[LANES - 1] == 0 {
            return;
        }
        for k in 0..if alike { LANES } else { lanes } {
            let pair = if alike { 0 } else { setting.pair_of(materials(k)) };
            if self.0[k] != pair {
                self.0[k] = pair;
                batch.set_coefficients(k, setting.coefficients_of(pair));
            }
        }
    }
}

/// What a tile adds to the bodies outside, and what it counted.
#[derive(Debug, Default)]
pub(crate) struct TileSums {
    /// What acts on its bodies, until it is finished.
    pub(crate) own: Actions,
    /// What acts on the bodies outside, until the last of their tiles has taken it.
    pub(crate) outside: Actions,
    pub(crate) contacts: usize,
    pub(crate) largest_overlap: f64,
    /// The largest overlap less the smaller radius (m), if above zero.
    pub(crate) beyond: f64,
}

/// The memory of forces between steps: nothing is allocated in a step.
#[derive(Debug, Default)]
pub(crate) struct Forces {
    /// One for each tile.
    pub(crate) sums: Vec<RwLock<TileSums>>,
    /// How many tiles have yet to be worked through before the bodies of one may move.
    pub(crate) waiting: Vec<AtomicUsize>,
    /// How many tiles have yet to take what one has for their bodies.
    pub(crate) untaken: Vec<AtomicUsize>,
    /// The thread that has worked through the contacts of each.
    pub(crate) thread_of: Vec<AtomicUsize>,
    /// How far the bodies of each tile have moved since the last pass.
    pub(crate) moved: Vec<Moved>,
    /// One for each thread.
    pub(crate) desks: Vec<Desk>,
}

impl Forces {
    /// Sums of a step that was made elsewhere.
    pub(crate) fn recall(&mut self, contacts: usize, largest_overlap: f64) {
        let sums = TileSums { contacts, largest_overlap, ..TileSums::default() };
        self.sums = vec![RwLock::new(sums)];
    }

    /// Whether two bodies overlap by more than the smaller radius.
    pub(crate) fn too_deep(&self) -> bool {
        self.fold(false, |deep, sums| deep || sums.beyond > 0.0)
    }

    /// How many pairs touched in the last step.
    pub(crate) fn contacts(&self) -> usize {
        self.fold(0, |contacts, sums| contacts + sums.contacts)
    }

    /// The largest overlap in the last step (m).
    pub(crate) fn largest_overlap(&self) -> f64 {
        self.fold(0.0, |largest, sums| largest.max(sums.largest_overlap))
    }

    fn fold<T>(&self, first: T, join: impl Fn(T, &TileSums) -> T) -> T {
        let sums = self.sums.iter();
        sums.fold(first, |all, sums| {
            join(all, &sums.read().unwrap_or_else(PoisonError::into_inner))
        })
    }

    /// Takes it that bodies of every tile may have moved anywhere.
    pub(crate) fn forget_moved(&mut self, tiles: usize) {
        self.moved.resize_with(tiles, Default::default);
        self.moved.iter().for_each(|moved| moved.set(Farthest::INFINITE));
    }

    /// The farthest (m) that a body moves after the last pass.
    pub(crate) fn farthest(&self) -> f64 {
        let moved = self.moved.iter().map(Moved::get);
        moved.fold(Farthest::default(), Farthest::join).square().sqrt()
    }

    /// The desk of the thread that has worked through the contacts of a tile.
    pub(crate) fn desk_of(&self, tile: usize) -> &Desk {
        &self.desks[self.thread_of[tile].load(Ordering::Relaxed)]
    }
}
