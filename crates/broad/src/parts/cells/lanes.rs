//! How one body is tested against several: by vectors where there are any, one by one elsewhere.

use super::columns::{Probe, View};
use crate::Pair;
use esker_geom::spheres_touch;

/// Bodies of one run that are tested at once.
pub(super) const WIDTH: usize = 4;

/// How a probe is tested against WIDTH bodies from each of two slots on.
pub(crate) trait Lanes {
    /// The bodies, as the processor holds them.
    type Bodies<const D: usize>;

    /// Takes up the bodies from each of two slots on.
    ///
    /// # Safety
    /// The columns hold WIDTH numbers from each slot on, and the processor can do it.
    unsafe fn load<const D: usize>(view: &View<'_, D>, slots: [usize; 2]) -> Self::Bodies<D>;

    /// Those bits of `inside`, one for each body and those of the first slot first, whose bodies the
    /// probe touches.
    ///
    /// # Safety
    /// The processor can do it.
    unsafe fn touching<const D: usize>(
        probe: &Probe<D>,
        bodies: &Self::Bodies<D>,
        inside: u32,
    ) -> u32;

    /// Writes a pair for each set bit, in order; up to 2 WIDTH pairs of the list are overwritten.
    ///
    /// # Safety
    /// The processor can do it, and the list has room for 2 WIDTH pairs.
    unsafe fn append<const D: usize>(
        touching: u32,
        bodies: &Self::Bodies<D>,
        id: u32,
        list: *mut Pair,
    );
}

/// One body at a time: the slow twin, and the way of processors we know nothing of.
pub(crate) struct Scalar;

impl Lanes for Scalar {
    type Bodies<const D: usize> = [Probe<D>; 2 * WIDTH];

    #[inline(always)]
    unsafe fn load<const D: usize>(view: &View<'_, D>, slots: [usize; 2]) -> Self::Bodies<D> {
        std::array::from_fn(|lane| view.probe(slots[lane / WIDTH] + lane % WIDTH))
    }

    #[inline(always)]
    unsafe fn touching<const D: usize>(
        probe: &Probe<D>,
        bodies: &Self::Bodies<D>,
        inside: u32,
    ) -> u32 {
        let touches = |other: &Probe<D>| {
            spheres_touch(&probe.center, probe.radius, &other.center, other.radius)
        };
        let bits = bodies.iter().enumerate().map(|(lane, other)| u32::from(touches(other)) << lane);
        bits.sum::<u32>() & inside
    }

    #[inline(always)]
    unsafe fn append<const D: usize>(
        touching: u32,
        bodies: &Self::Bodies<D>,
        id: u32,
        list: *mut Pair,
    ) {
        let set = bodies.iter().enumerate().filter(|(lane, _)| touching >> lane & 1 == 1);
        for (at, (_, other)) in set.enumerate() {
            // SAFETY: there are 2 WIDTH bodies, and the list has room for as many pairs.
            unsafe { *list.add(at) = [id.min(other.id), id.max(other.id)] };
        }
    }
}
