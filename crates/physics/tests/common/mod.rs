//! What tests of measures share.

use esker_geom::{Aabb, Vector};
use esker_physics::*;

/// Of every body (kg/m³).
pub const DENSITY: f64 = 1000.0;

pub fn world<const D: usize>() -> World<D> {
    let mut world = World::default();
    world.materials.add(Material { density: DENSITY, ..Material::default() }).unwrap();
    world
}

pub fn insert<const D: usize>(world: &mut World<D>, body: Body<D>) {
    let _ = world.add(&body);
}

pub fn box_of<const D: usize>(low: Vector<D>, high: Vector<D>) -> Region<D> {
    Region::Box(Aabb { low, high })
}

pub fn assert_close(found: f64, expected: f64, tolerance: f64) {
    let error = (found - expected).abs();
    assert!(error <= tolerance * expected.abs(), "{found} instead of {expected}");
}
