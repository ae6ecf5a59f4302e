//! How much of a region bodies fill.

use crate::bodies::volume;
use crate::regions::Region;
use crate::world::World;

/// The share of a region's volume inside bodies of any kind, those on its surface in part (see
/// [`Region::share_of_sphere`]) and what reaches through periodic faces too; overlaps count twice.
/// Zero for a region without an end.
pub fn solid_fraction<const D: usize>(world: &World<D>, region: &Region<D>) -> f64 {
    let filled: f64 = (0..world.bodies.len())
        .map(|place| {
            let radius = world.bodies.radius[place];
            let shares = world.images(place).map(|center| region.share_of_sphere(&center, radius));
            volume::<D>(radius) * shares.sum::<f64>()
        })
        .sum();
    filled / region.volume()
}
