//! Random places without overlap, up to a number of bodies or a solid fraction.
//!
//! Sizes are drawn first and placed from the largest to the smallest: small bodies find room
//! between large ones, not the other way round. What is there already is kept clear of.

use super::places::Places;
use super::{BadInsertion, Grains, Inserted, Stopped};
use crate::materials::Materials;
use crate::regions::Region;
use crate::world::World;
use esker_broad::MOST_OBJECTS;
use esker_geom::Aabb;
use esker_packing::Random;

/// Rounds of random places: see the head of `places.rs`.
const ROUNDS: usize = 100;
/// Bodies are placed together whose radii differ by no more than this factor: a round of many sizes
/// would let small bodies take the room of large ones that have to try again.
const ALIKE: f64 = 0.8;

/// Fills a region with bodies at random places.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomFill<const D: usize> {
    /// Where.
    pub region: Region<D>,
    /// What.
    pub grains: Grains<D>,
    /// The most bodies.
    pub count: usize,
    /// The share of the region's volume that inserted bodies take at most.
    pub solid_fraction: f64,
}

impl<const D: usize> RandomFill<D> {
    /// As many bodies as have room in the unit box: set the other fields to what you want.
    pub fn new(grains: Grains<D>) -> Self {
        let region = Region::Box(Aabb { low: [0.0; D], high: [1.0; D] });
        Self { region, grains, count: MOST_OBJECTS, solid_fraction: 1.0 }
    }

    pub(super) fn check(&self, materials: &Materials) -> Result<(), BadInsertion> {
        self.grains.check(&self.region, materials)?;
        check_fraction(self.solid_fraction)?;
        self.grains.check_number(self.region.volume() * self.solid_fraction, self.count)
    }

    pub(super) fn act(
        &self,
        world: &mut World<D>,
        inserted: &mut Inserted,
    ) -> Result<Stopped, BadInsertion> {
        let mut random = Random::new(self.grains.seed);
        let volume = self.region.volume() * self.solid_fraction;
        let mut waiting = self.grains.sizes.draw_volume::<D>(volume, self.count, &mut random);
        waiting.sort_by(|a, b| b.total_cmp(a));
        let mut places = Places::of(&self.region, world);
        let mut missing = 0;
        let mut rest = &waiting[..];
        while let Some(&largest) = rest.first() {
            let (alike, smaller) =
                rest.split_at(rest.partition_point(|&radius| radius >= ALIKE * largest));
            let mut alike = alike.to_vec();
            let spheres = places.fill(&mut alike, ROUNDS, &mut random);
            self.grains.add(spheres, world, inserted)?;
            missing += alike.len();
            rest = smaller;
        }
        Ok(match missing {
            0 => Stopped::Complete,
            missing => Stopped::NoRoom { missing },
        })
    }
}

/// A solid fraction is above 0 and at most 1.
pub(super) fn check_fraction(found: f64) -> Result<(), BadInsertion> {
    if found > 0.0 && found <= 1.0 {
        return Ok(());
    }
    let (what, expected) = ("the solid fraction", "a number above 0 and up to 1");
    Err(BadInsertion::Number { what, found, expected })
}
