//! Profiles along an axis: what is in each of a stack of slabs.

use super::free_bodies;
use crate::world::World;
use esker_geom::vector::{add, dot, scale, subtract};
use esker_geom::{Aabb, Vector};

/// A box cut into slabs of one thickness across an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slabs<const D: usize> {
    /// The box (m).
    pub bounds: Aabb<D>,
    /// The axis, from 0; one that is not there gives no slabs.
    pub axis: usize,
    /// How many slabs.
    pub count: usize,
}

/// What is in one slab: free bodies by their centres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin<const D: usize> {
    /// The middle of the slab along the axis (m).
    pub middle: f64,
    /// How many bodies.
    pub count: usize,
    /// Their mass (kg).
    pub mass: f64,
    /// Their mass over the volume of the slab (kg/m³; kg/m² in the plane).
    pub density: f64,
    /// Their mean velocity by mass (m/s); zero without bodies.
    pub velocity: Vector<D>,
    /// The granular temperature: Σ m |v - v̄|² / (D Σ m) (m²/s²).
    pub temperature: f64,
}

/// The bins of a stack of slabs, from low to high.
pub fn profile<const D: usize>(world: &World<D>, slabs: &Slabs<D>) -> Vec<Bin<D>> {
    let Slabs { bounds, axis, count } = *slabs;
    if axis >= D {
        return Vec::new();
    }
    let extent = bounds.extent();
    let (thickness, low) = (extent[axis] / count as f64, bounds.low[axis]);
    let volume = extent.iter().product::<f64>() / count as f64;
    let bin_of = |position: &Vector<D>| {
        let bin = ((position[axis] - low) / thickness).floor();
        let inside = (0..D).all(|k| (bounds.low[k]..=bounds.high[k]).contains(&position[k]));
        inside.then(|| (bin.max(0.0) as usize).min(count - 1))
    };
    let empty = |bin: usize| Bin {
        middle: low + (bin as f64 + 0.5) * thickness,
        count: 0,
        mass: 0.0,
        density: 0.0,
        velocity: [0.0; D],
        temperature: 0.0,
    };
    let mut bins: Vec<Bin<D>> = (0..count).map(empty).collect();
    if count > 0 {
        fill(world, &mut bins, bin_of);
    }
    bins.iter_mut().for_each(|bin| bin.density = bin.mass / volume);
    bins
}

fn fill<const D: usize>(
    world: &World<D>,
    bins: &mut [Bin<D>],
    bin_of: impl Fn(&Vector<D>) -> Option<usize>,
) {
    let bodies = &world.bodies;
    let placed = || {
        let bin = |place: usize| bin_of(&world.wrapped_position(place));
        free_bodies(world).filter_map(move |(place, mass)| Some((bin(place)?, place, mass)))
    };
    for (bin, place, mass) in placed() {
        let bin = &mut bins[bin];
        bin.count += 1;
        bin.mass += mass;
        bin.velocity = add(&bin.velocity, &scale(&bodies.velocity[place], mass));
    }
    for bin in bins.iter_mut().filter(|bin| bin.count > 0) {
        bin.velocity = scale(&bin.velocity, 1.0 / bin.mass);
    }
    for (bin, place, mass) in placed() {
        let bin = &mut bins[bin];
        let against = subtract(&bodies.velocity[place], &bin.velocity);
        bin.temperature += mass * dot(&against, &against) / (D as f64 * bin.mass);
    }
}
