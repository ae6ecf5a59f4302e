//! A square or cubic lattice.
//!
//! ```text
//!   ┌─────────────┐
//!   │ ○   ○   ○ ↕ │   as many sites as fit into the bounds of the region, with the rest shared
//!   │ ○   ○   ○   │   out to both sides; a site is used if its body lies wholly in the region
//!   └─────────────┘
//! ```
//!
//! The lattice does not look at what is there already: bodies nearer than their radii overlap.

use super::{BadInsertion, Grains, Inserted, Stopped};
use crate::materials::Materials;
use crate::regions::Region;
use crate::world::World;
use esker_broad::MOST_OBJECTS;
use esker_geom::Vector;
use esker_packing::Random;

/// Fills a region with a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice<const D: usize> {
    /// Where.
    pub region: Region<D>,
    /// The distance between neighbouring sites (m).
    pub spacing: f64,
    /// What.
    pub grains: Grains<D>,
}

impl<const D: usize> Lattice<D> {
    pub(super) fn check(&self, materials: &Materials) -> Result<(), BadInsertion> {
        self.grains.check(&self.region, materials)?;
        let refuse = |what, found, expected| Err(BadInsertion::Number { what, found, expected });
        if !(self.spacing > 0.0 && self.spacing.is_finite()) {
            return refuse("the spacing of a lattice", self.spacing, "a length above 0 m");
        }
        let sites: f64 = self.counts().iter().product();
        if sites > MOST_OBJECTS as f64 {
            return refuse("the sites of a lattice", sites, "fewer: a larger spacing");
        }
        Ok(())
    }

    /// How many sites fit along each axis of the bounds.
    fn counts(&self) -> Vector<D> {
        let [smallest, _] = self.grains.sizes.range();
        let room = self.region.bounds().widened(-smallest).extent();
        room.map(|length| (length / self.spacing * (1.0 + 1e-9)).floor() + 1.0)
    }

    pub(super) fn act(&self, world: &mut World<D>, inserted: &mut Inserted) -> Stopped {
        let (counts, middle) = (self.counts(), self.region.bounds().middle());
        let mut random = Random::new(self.grains.seed);
        let mut spheres = Vec::new();
        for site in 0..counts.iter().product::<f64>() as usize {
            let mut rest = site;
            let center: Vector<D> = std::array::from_fn(|axis| {
                let index = rest % counts[axis] as usize;
                rest /= counts[axis] as usize;
                middle[axis] + self.spacing * (index as f64 - 0.5 * (counts[axis] - 1.0))
            });
            let radius = self.grains.sizes.draw::<D>(&mut random);
            if self.region.contains_sphere(&center, radius) {
                spheres.push((center, radius));
            }
        }
        self.grains.add(spheres, world, inserted);
        Stopped::Complete
    }
}
