//! A dense packing in a box, without settling.
//!
//! Bodies are drawn until they have the volume asked for, thrown into the box and pushed apart
//! until no overlap is deeper than allowed, in smaller radii (`esker_packing::relaxed_in_box`).
//! What remains is reported as `Inserted::overlap`: springs hold its energy at the start, so that a
//! first step at a share of a hundredth or less is safe, and at a tenth is not. Equal spheres get
//! to 0.01 up to a solid fraction of about 0.58, equal discs up to about 0.80; mixtures a little
//! further. The faces of the box are walls to the packing, and it does not look at what is there
//! already.

use super::random::check_fraction;
use super::{BadInsertion, Grains, Inserted, Stopped};
use crate::materials::Materials;
use crate::regions::Region;
use crate::world::World;
use esker_broad::MOST_OBJECTS;
use esker_geom::Aabb;
use esker_geom::vector::add;
use esker_packing::{Random, relaxed_in_box};

/// Fills a box densely.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense<const D: usize> {
    /// Where (m).
    pub bounds: Aabb<D>,
    /// The share of the box that bodies take.
    pub solid_fraction: f64,
    /// The deepest overlap to stop at, in smaller radii.
    pub overlap: f64,
    /// What.
    pub grains: Grains<D>,
}

impl<const D: usize> Dense<D> {
    pub(super) fn check(&self, materials: &Materials) -> Result<(), BadInsertion> {
        self.grains.check(&Region::Box(self.bounds), materials)?;
        let found = self.overlap;
        if !(found >= 0.0 && found.is_finite()) {
            let (what, expected) = ("the overlap", "a share of a radius of at least 0");
            return Err(BadInsertion::Number { what, found, expected });
        }
        check_fraction(self.solid_fraction)?;
        let volume = self.bounds.extent().iter().product::<f64>();
        self.grains.check_number(volume * self.solid_fraction, usize::MAX)
    }

    pub(super) fn act(
        &self,
        world: &mut World<D>,
        inserted: &mut Inserted,
    ) -> Result<Stopped, BadInsertion> {
        let mut random = Random::new(self.grains.seed);
        let extent = self.bounds.extent();
        let volume = self.solid_fraction * extent.iter().product::<f64>();
        let radii = self.grains.sizes.draw_volume::<D>(volume, MOST_OBJECTS, &mut random);
        let seed = self.grains.seed.wrapping_add(1);
        let (packing, overlap) = relaxed_in_box(radii, &extent, self.overlap, seed);
        let places = packing.centers.iter().map(|center| add(center, &self.bounds.low));
        self.grains.add(places.zip(packing.radii).collect(), world, inserted)?;
        inserted.overlap = overlap;
        Ok(Stopped::Complete)
    }
}
