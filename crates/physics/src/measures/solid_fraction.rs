//! How much of a region bodies fill.

use crate::bodies::volume;
use crate::regions::Region;
use crate::world::World;

/// The share of a region's volume inside bodies of any kind, those on its surface in part (see
/// [`Region::share_of_sphere`]); overlaps count twice. Zero for a region without an end. Bodies beyond a periodic
/// face are not seen: cut the region off at the face.
pub fn solid_fraction<const D: usize>(world: &World<D>, region: &Region<D>) -> f64 {
    let spheres = world.bodies.position.iter().zip(&world.bodies.radius);
    let filled: f64 = spheres
        .map(|(center, &radius)| volume::<D>(radius) * region.share_of_sphere(center, radius))
        .sum();
    filled / region.volume()
}
