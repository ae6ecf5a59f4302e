//! Walls as they are drawn in frames: facets, cut off at a box that is chosen once for a run.

use esker_geom::vector::in_space;
use esker_geom::{Aabb, Vector};
use esker_output::WallFacets;
use esker_physics::{Source, Wall, WallMotion, World};

/// The box is so much wider than what it holds, as a share of its longest side.
const MARGIN: f64 = 0.05;

/// A box (m) around everything that has an end: bodies, where they come from, periodic space, bounds,
/// and walls of finite size.
pub fn extent_of<const D: usize>(world: &World<D>) -> Aabb<D> {
    let nothing = Aabb { low: [f64::INFINITY; D], high: [f64::NEG_INFINITY; D] };
    let bounds = world.bounds.map(|bounds| bounds.region);
    let bodies = (!world.bodies.is_empty()).then(|| world.bodies.bounds());
    let rain = world.insertions.iter().filter_map(|insertion| match &insertion.source {
        Source::Rain(rain) => Some(rain.region.bounds()),
        _ => None,
    });
    let mut known =
        bounds.into_iter().chain(bodies).chain(rain).fold(nothing, |all, one| all.join(&one));
    for (axis, ends) in world.periodic.iter().enumerate() {
        if let Some([low, high]) = *ends {
            (known.low[axis], known.high[axis]) = (low, high);
        }
    }
    let is_known = known.extent().iter().all(|length| length.is_finite() && *length >= 0.0);
    let seen = if is_known { known } else { Aabb { low: [0.0; D], high: [0.0; D] } };
    let corners = world.walls.iter().flat_map(|wall| wall.facets(&seen).vertices);
    let all = corners.fold(seen, |all, corner| all.join(&Aabb { low: corner, high: corner }));
    match all.extent().into_iter().fold(0.0, f64::max) {
        0.0 => all.widened(1.0),
        longest => all.widened(MARGIN * longest),
    }
}

/// The walls that are there at the time of a world, cut off at a box (m).
pub fn drawn<const D: usize>(world: &World<D>, within: &Aabb<D>) -> Vec<WallFacets> {
    let there = world.walls.iter().filter(|wall| wall.is_there(world.time));
    there.map(|wall| facets_of(wall, within)).collect()
}

fn facets_of<const D: usize>(wall: &Wall<D>, within: &Aabb<D>) -> WallFacets {
    let drawing = wall.facets(within);
    // In the plane a facet is a line: its last two corners are one.
    let triangle = |facet: &[u32; D]| [0, 1, 2].map(|k: usize| facet[k.min(D - 1)]);
    let in_space = |vertex: &Vector<D>| in_space(vertex);
    WallFacets {
        name: wall.name.clone(),
        vertices: drawing.vertices.iter().map(in_space).collect(),
        triangles: drawing.facets.iter().map(triangle).collect(),
    }
}

/// Whether walls are somewhere else, or others, from one frame to the next.
pub(crate) fn change<const D: usize>(world: &World<D>) -> bool {
    world.walls.iter().any(|wall| {
        let rests = matches!(wall.motion, WallMotion::Fixed | WallMotion::Conveyor { .. });
        !rests || wall.appears > 0.0 || wall.vanishes.is_finite()
    })
}
