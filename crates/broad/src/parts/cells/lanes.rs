//! How one body is tested against several: by vectors where there are any, one by one elsewhere.

use super::columns::{Probe, View};
use crate::{Objects, Pair};
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

    /// Takes up bodies that lie anywhere.
    ///
    /// # Safety
    /// The processor can do it.
    unsafe fn gather<const D: usize>(
        objects: &Objects<D>,
        ids: &[u32; 2 * WIDTH],
    ) -> Self::Bodies<D>;

    /// Asks memory for a body that may soon be taken up.
    fn prefetch<const D: usize>(objects: &Objects<D>, body: u32);

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

/// Bodies side by side, so that the compiler may use what vectors every processor of a kind has.
pub(crate) struct Plain<const D: usize> {
    centers: [[f64; 2 * WIDTH]; D],
    radii: [f64; 2 * WIDTH],
    ids: [u32; 2 * WIDTH],
}

impl<const D: usize> Plain<D> {
    #[inline(always)]
    fn of(body: impl Fn(usize) -> Probe<D>) -> Self {
        let (mut centers, mut radii, mut ids) = ([[0.0; _]; D], [0.0; _], [0; _]);
        for lane in 0..2 * WIDTH {
            let Probe { center, radius, id } = body(lane);
            for axis in 0..D {
                centers[axis][lane] = center[axis];
            }
            (radii[lane], ids[lane]) = (radius, id);
        }
        Self { centers, radii, ids }
    }
}

impl Lanes for Scalar {
    type Bodies<const D: usize> = Plain<D>;

    #[inline(always)]
    unsafe fn load<const D: usize>(view: &View<'_, D>, slots: [usize; 2]) -> Plain<D> {
        Plain::of(|lane| view.probe(slots[lane / WIDTH] + lane % WIDTH))
    }

    #[inline(always)]
    unsafe fn gather<const D: usize>(objects: &Objects<D>, ids: &[u32; 2 * WIDTH]) -> Plain<D> {
        Plain::of(|lane| Probe::of(objects, ids[lane]))
    }

    #[inline(always)]
    fn prefetch<const D: usize>(_objects: &Objects<D>, _body: u32) {}

    #[inline(always)]
    unsafe fn touching<const D: usize>(probe: &Probe<D>, bodies: &Plain<D>, inside: u32) -> u32 {
        let mut touching = 0;
        for lane in 0..2 * WIDTH {
            let center = std::array::from_fn(|axis| bodies.centers[axis][lane]);
            let touches = spheres_touch(&probe.center, probe.radius, &center, bodies.radii[lane]);
            touching |= u32::from(touches) << lane;
        }
        touching & inside
    }

    #[inline(always)]
    unsafe fn append<const D: usize>(touching: u32, bodies: &Plain<D>, id: u32, list: *mut Pair) {
        let set = bodies.ids.iter().enumerate().filter(|(lane, _)| touching >> lane & 1 == 1);
        for (at, (_, &other)) in set.enumerate() {
            // SAFETY: there are 2 WIDTH bodies, and the list has room for as many pairs.
            unsafe { *list.add(at) = [id.min(other), id.max(other)] };
        }
    }
}
