//! Bodies as columns: what a search reads.

use super::lanes::WIDTH;
use crate::Objects;

/// Numbers beyond the last body of every column: a search takes up as many of two runs at a time.
pub(super) const SPARE: usize = 2 * WIDTH;

/// Bodies in sorted order, a column for each number, with room for a whole vector beyond the last.
#[derive(Clone, Debug)]
pub(crate) struct Columns<const D: usize> {
    pub(crate) centers: [Vec<f64>; D],
    pub(crate) radii: Vec<f64>,
    pub(crate) ids: Vec<u32>,
    length: usize,
}

impl<const D: usize> Default for Columns<D> {
    fn default() -> Self {
        let centers = std::array::from_fn(|_| vec![0.0; SPARE]);
        Self { centers, radii: vec![0.0; SPARE], ids: vec![0; SPARE], length: 0 }
    }
}

impl<const D: usize> Columns<D> {
    /// Makes room for so many bodies; what the columns hold is arbitrary until it is written.
    pub(crate) fn resize(&mut self, length: usize) {
        self.centers.iter_mut().for_each(|column| column.resize(length + SPARE, 0.0));
        self.radii.resize(length + SPARE, 0.0);
        self.ids.resize(length + SPARE, 0);
        self.length = length;
    }

    /// The columns cut into parts of so many bodies, for several hands to fill.
    pub(crate) fn parts(&mut self, size: usize) -> Vec<Part<'_, D>> {
        let (length, size) = (self.length, size.max(1));
        let mut centers = self.centers.each_mut().map(|column| column[..length].chunks_mut(size));
        let radii = self.radii[..length].chunks_mut(size);
        let ids = self.ids[..length].chunks_mut(size);
        radii
            .zip(ids)
            .map(|(radii, ids)| {
                let centers = centers.each_mut().map(|parts| parts.next().unwrap_or_default());
                Part { centers, radii, ids }
            })
            .collect()
    }

    /// The number of bodies.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.length
    }
}

/// The columns as a search reads them: a few addresses, kept in registers.
#[derive(Clone, Copy)]
pub(crate) struct View<'a, const D: usize> {
    pub(super) centers: [&'a [f64]; D],
    pub(super) radii: &'a [f64],
    pub(super) ids: &'a [u32],
}

impl<'a, const D: usize> View<'a, D> {
    #[inline(always)]
    pub(crate) fn of(columns: &'a Columns<D>) -> Self {
        let Columns { centers, radii, ids, .. } = columns;
        Self { centers: centers.each_ref().map(Vec::as_slice), radii, ids }
    }

    /// The body in a slot.
    #[inline(always)]
    pub(crate) fn probe(&self, slot: usize) -> Probe<D> {
        let center = std::array::from_fn(|axis| self.centers[axis][slot]);
        Probe { center, radius: self.radii[slot], id: self.ids[slot] }
    }
}

/// A part of the columns.
pub(crate) struct Part<'a, const D: usize> {
    centers: [&'a mut [f64]; D],
    radii: &'a mut [f64],
    ids: &'a mut [u32],
}

impl<const D: usize> Part<'_, D> {
    /// Writes one object.
    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, objects: &Objects<D>, id: u32) {
        let center = &objects.centers()[id as usize];
        for axis in 0..D {
            self.centers[axis][slot] = center[axis];
        }
        self.radii[slot] = objects.radii()[id as usize];
        self.ids[slot] = id;
    }
}

/// One body to be tested against others.
#[derive(Clone, Copy)]
pub(crate) struct Probe<const D: usize> {
    pub(crate) center: [f64; D],
    pub(crate) radius: f64,
    pub(crate) id: u32,
}

impl<const D: usize> Probe<D> {
    /// One of the objects.
    #[inline(always)]
    pub(crate) fn of(objects: &Objects<D>, id: u32) -> Self {
        let (center, radius) = objects.sphere(id);
        Self { center, radius, id }
    }
}
