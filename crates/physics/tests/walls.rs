//! Walls against closed forms: what bounces, slides, rolls, is carried and borne.

use esker_geom::Aabb;
use esker_packing::Random;
use esker_physics::shapes::{InnerBox, Plane};
use esker_physics::{Body, Material, Pairing, Wall, World};

/// A world of one material over a floor z = 0.
fn over_floor(pairing: Pairing) -> World<3> {
    let mut world = World::<3>::default();
    world.materials.default_pairing = pairing;
    world.materials.add(Material::default()).unwrap();
    let floor = Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    world.walls.push(Wall::new("floor", floor));
    world.time_step = 1e-6;
    world
}

fn run(world: &mut World<3>, steps: usize) {
    for _ in 0..steps {
        world.step().unwrap();
    }
}

#[test]
fn a_ball_leaves_the_floor_with_the_restitution_asked_for() {
    for restitution in [0.2, 0.5, 0.9, 1.0] {
        let mut world = over_floor(Pairing { restitution, ..Pairing::default() });
        world.add(&Body { velocity: [0.0, 0.0, -1.0], ..Body::new([0.0, 0.0, 0.0101], 0.01) });
        run(&mut world, 6000);
        assert_eq!(world.contacts(), 0);
        let found = world.bodies.velocity[0][2];
        assert!((found - restitution).abs() < 2e-3, "{restitution}: {found}");
    }
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

/// So many spheres in random motion above one another in a box 10 diameters wide.
fn fill(world: &mut World<3>, count: usize) {
    let mut random = Random::new(1);
    for number in 0..count {
        let cell = [number % 8, number / 8 % 8, number / 64];
        let position = cell.map(|cell| 0.006 + 0.0125 * cell as f64 + random.between(0.0, 5e-4));
        let velocity = std::array::from_fn(|_| random.between(-1.0, 1.0));
        let radius = random.between(0.004, 0.005);
        world.add(&Body { velocity, ..Body::new(position, radius) });
    }
}

/// A box of spheres, a heap at rest after a second.
fn settling_box(walls: Vec<Wall<3>>) -> World<3> {
    let mut world = over_floor(Pairing { restitution: 0.3, ..Pairing::default() });
    world.walls = walls;
    world.gravity = [0.0, 0.0, -10.0];
    world.time_step = 2e-5;
    fill(&mut world, 500);
    world
}

#[test]
fn six_planes_keep_five_hundred_spheres_and_bear_their_weight() {
    let size = [0.1, 0.1, 0.2];
    let inner = InnerBox::new(Aabb { low: [0.0; 3], high: size }).unwrap();
    for walls in [six_planes(size), vec![Wall::new("box", inner)]] {
        let mut world = settling_box(walls);
        run(&mut world, 60_000);
        for (position, radius) in world.bodies.position.iter().zip(&world.bodies.radius) {
            let inside = |axis: usize| {
                position[axis] > 0.9 * radius && position[axis] < size[axis] - 0.9 * radius
            };
            assert!((0..3).all(inside), "{position:?}");
        }
        let weight: f64 = (0..500).map(|place| 10.0 * world.bodies.mass(place)).sum();
        let borne: f64 = -world.walls.iter().map(|wall| wall.force[2]).sum::<f64>();
        assert!((borne / weight - 1.0).abs() < 1e-3, "{borne} N of {weight} N");
        let sideways: f64 = world.walls.iter().map(|wall| wall.force[0]).sum();
        assert!(sideways.abs() < 1e-3 * weight);
    }
}
