//! Walls against closed forms, meshes against planes, and lists against their exact twins.

mod closed_forms;
mod lists;
mod mesh;
mod motion;
mod times;

use esker_packing::Random;
use esker_physics::shapes::{Plane, Surface};
use esker_physics::{Body, Material, Pairing, Wall, World};

/// A world of one material over a floor.
fn over<const D: usize>(floor: impl Surface<D> + 'static, pairing: Pairing) -> World<D> {
    among(vec![Wall::new("floor", floor)], pairing)
}

/// A world of one material with walls and a gravity of 10 m/s² down the last axis.
fn among<const D: usize>(walls: Vec<Wall<D>>, pairing: Pairing) -> World<D> {
    let mut world = World::default();
    world.materials.default_pairing = pairing;
    world.materials.add(Material::default()).unwrap();
    for wall in walls {
        world.add_wall(wall).unwrap();
    }
    world.gravity[D - 1] = -10.0;
    world.time_step = 2e-5;
    world
}

/// The plane through the origin across the last axis.
fn level<const D: usize>() -> Plane<D> {
    Plane::new([0.0; D], std::array::from_fn(|axis| if axis == D - 1 { 1.0 } else { 0.0 })).unwrap()
}

fn friction(friction: f64) -> Pairing {
    Pairing { friction, ..Pairing::default() }
}

/// A ball of radius 1 cm just above the origin.
fn ball<const D: usize>() -> Body<D> {
    let mut position = [0.0; D];
    position[D - 1] = 0.01;
    Body::new(position, 0.01)
}

fn run<const D: usize>(world: &mut World<D>, steps: usize) {
    for _ in 0..steps {
        world.step().unwrap();
    }
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    let allowed = tolerance * expected.abs().max(f64::MIN_POSITIVE);
    assert!((found - expected).abs() <= allowed, "{found} instead of {expected}");
}

/// Six planes around 0 .. `size`.
fn six_planes(size: [f64; 3]) -> Vec<Wall<3>> {
    let faces = (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]);
    let walls = faces.map(|(axis, sign)| {
        let (mut normal, point) = ([0.0; 3], if sign > 0.0 { [0.0; 3] } else { size });
        normal[axis] = sign;
        Wall::new(["x", "y", "z"][axis], Plane::new(point, normal).unwrap())
    });
    walls.collect()
}

/// So many spheres of 8 to 10 mm, `across` beside one another, in random motion.
fn fill(world: &mut World<3>, count: usize, across: usize) {
    let mut random = Random::new(1);
    for number in 0..count {
        let cell = [number % across, number / across % across, number / (across * across)];
        let position = cell.map(|cell| 0.006 + 0.012 * cell as f64 + random.between(0.0, 5e-4));
        let velocity = std::array::from_fn(|_| random.between(-1.0, 1.0));
        let radius = random.between(0.004, 0.005);
        world.add(&Body { velocity, ..Body::new(position, radius) }).unwrap();
    }
}
