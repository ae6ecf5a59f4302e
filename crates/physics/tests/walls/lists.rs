//! Lists of near bodies hold every contact, whatever moves, and nothing depends on threads.

use super::{among, ball, fill, friction, level, over, run, six_planes};
use esker_broad::Threads;
use esker_geom::vector::add;
use esker_packing::Random;
use esker_physics::shapes::{Disc, Mesh, Plane, Side, Sphere};
use esker_physics::{Body, Pairing, Pose, Wall, WallMotion, World};

/// The id of a body, its position, velocity and spin.
pub(super) type State = (u32, [u64; 9]);

/// The bits of the bodies, sorted by id, and of what the walls bear.
pub(super) fn bits(world: &World<3>) -> (Vec<State>, Vec<[u64; 6]>) {
    let bodies = &world.bodies;
    let mut states: Vec<_> = (0..bodies.len())
        .map(|place| {
            let columns = [bodies.position[place], bodies.velocity[place], bodies.spin[place]];
            (bodies.id[place], std::array::from_fn(|i| columns[i / 3][i % 3].to_bits()))
        })
        .collect();
    states.sort_unstable();
    let walls = world.walls.iter().map(|wall| {
        let columns = [wall.force, wall.torque];
        std::array::from_fn(|i| columns[i / 3][i % 3].to_bits())
    });
    (states, walls.collect())
}

/// Fast walls of all kinds.
fn fast_walls() -> Vec<Wall<3>> {
    let paddle = [[-0.1, 0.0, 0.0], [0.9, 0.0, 0.0], [0.9, 0.0, 1.0], [-0.1, 0.0, 1.0]];
    let paddle = Mesh::new(&paddle, &[[0, 1, 2], [0, 2, 3]]).unwrap();
    let spinning = WallMotion::Rotate { axis: [0.1, 0.2, 1.0], point: [0.5; 3], speed: 40.0 };
    let flying = WallMotion::Translate { velocity: [30.0, 3.0, 0.0] };
    let shaking = WallMotion::Oscillate {
        direction: [0.0, 0.3, 1.0],
        amplitude: 0.2,
        frequency: 20.0,
        phase: 1.0,
    };
    let tilting = WallMotion::Rotate { axis: [1.0, 0.0, 0.0], point: [0.0; 3], speed: 20.0 };
    let middle = Pose { translation: [0.5; 3], ..Pose::default() };
    vec![
        Wall::new("paddle", paddle).placed(middle).moving(spinning),
        Wall::new("shot", Sphere::new([-0.25, 0.4, 0.5], 0.2, Side::Outside).unwrap())
            .moving(flying),
        Wall::new("plate", Disc::new([0.5; 3], [0.0, 0.0, 1.0], 0.4).unwrap()).moving(shaking),
        Wall::new("floor", Plane::new([0.0, 0.0, -0.1], [0.0, 0.0, 1.0]).unwrap()).moving(tilting),
    ]
}

/// Walls among balls at rest that do not touch one another, in a cube of so many cells a side.
fn storm(walls: Vec<Wall<3>>, cells: u32, seed: u64) -> World<3> {
    let mut world = among(walls, friction(0.4));
    world.gravity = [0.0; 3];
    world.time_step = 1e-5;
    let mut random = Random::new(seed);
    for number in 0..cells.pow(3) {
        let cell = [number % cells, number / cells % cells, number / (cells * cells)];
        let width = 1.0 / f64::from(cells);
        let corner = cell.map(|x| width * f64::from(x));
        let position = add(&corner, &random.place::<3>((width - 0.05).max(0.0)));
        world.add(&Body::new(position, random.between(0.005, 0.02))).unwrap();
    }
    world
}

/// Runs two such worlds, of which the second looks at every body and wall in every step; returns how many
/// contacts and lists there were.
fn compare_with_exact([mut world, mut twin]: [World<3>; 2], steps: usize) -> (usize, u64) {
    let mut contacts = 0;
    for _ in 0..steps {
        run(&mut world, 1);
        twin.bodies.rearranged();
        run(&mut twin, 1);
        assert_eq!(world.contacts(), twin.contacts());
        contacts += world.contacts();
    }
    assert_eq!(bits(&world).0, bits(&twin).0);
    (contacts, world.wall_contacts.rebuilds)
}

#[test]
fn no_contact_of_a_fast_wall_is_missed() {
    let crowd = || storm(fast_walls(), 10, 5);
    let (contacts, lists) = compare_with_exact([crowd(), crowd()], 1500);
    assert!(contacts > 5000 && lists < 1000, "{contacts} contacts, {lists} lists");
    // Bodies at rest make no list anew: here the motion of the wall alone must.
    for wall in 0..4 {
        let alone = |seed| storm(vec![fast_walls().swap_remove(wall)], 2, seed);
        let runs = (0..40).map(|seed| compare_with_exact([alone(seed), alone(seed)], 600));
        let (contacts, lists) = runs.fold((0, 0), |sum, run| (sum.0 + run.0, sum.1 + run.1));
        assert!(contacts > 30 && lists < 4000, "{wall}: {contacts} contacts, {lists} lists");
    }
}

#[test]
fn a_wall_set_elsewhere_by_hand_is_noticed() {
    let mut world = over(level::<3>(), Pairing::default());
    world.add(&Body::new([0.0, 0.0, 0.5], 0.01)).unwrap();
    run(&mut world, 1);
    assert_eq!(world.contacts(), 0);
    world.walls[0].start.translation[2] = 0.4901;
    run(&mut world, 1);
    assert_eq!(world.contacts(), 1);
    world.walls.push(Wall::new("lid", Plane::new([0.0, 0.0, 0.5099], [0.0, 0.0, -1.0]).unwrap()));
    run(&mut world, 1);
    assert_eq!(world.contacts(), 2);
}

/// A ball that begins to roll down an incline: its friction is history.
fn rolling() -> World<3> {
    let lid = Plane::new([0.0, 0.0, 5.0], [0.0, 0.0, -1.0]).unwrap();
    let mut world = among(vec![Wall::new("lid", lid), Wall::new("floor", level())], friction(0.5));
    world.gravity = [1.0, 0.0, -10.0];
    world.add(&ball()).unwrap();
    run(&mut world, 2000);
    world
}

#[test]
fn history_outlives_lists_and_the_removal_of_other_walls() {
    let (mut world, mut twin) = (rolling(), rolling());
    world.walls.remove(0);
    world.bodies.rearranged();
    let lists = world.wall_contacts.rebuilds;
    run(&mut world, 1);
    assert_eq!(world.wall_contacts.rebuilds, lists + 1);
    run(&mut world, 99);
    run(&mut twin, 100);
    assert_eq!(bits(&world).0, bits(&twin).0);
}

#[test]
fn a_restored_run_goes_on_to_the_last_bit() {
    let servo = WallMotion::Servo {
        direction: [0.0, 0.0, -1.0],
        force: 2.0,
        rate: 1000.0,
        largest_speed: 0.5,
    };
    let set_up = || {
        let mut walls = six_planes([0.1, 0.1, 0.1]);
        walls[5].motion = servo.clone();
        let axis = [0.0, 0.0, 1.0];
        walls[4].motion = WallMotion::Rotate { axis, point: [0.05, 0.05, 0.0], speed: 3.0 };
        among(walls, friction(0.5))
    };
    let mut world = set_up();
    fill(&mut world, 200, 8);
    run(&mut world, 15_000);
    assert!(world.walls[5].contacts > 0);
    let mut twin = set_up();
    twin.restore(&world.columns()).unwrap();
    run(&mut world, 500);
    run(&mut twin, 500);
    assert_eq!(bits(&world), bits(&twin));
    let error = over(level::<3>(), friction(0.5)).restore(&world.columns()).unwrap_err();
    assert_eq!(error.to_string(), "the state contradicts itself: it has 6 walls, but the world 1");
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let end = |threads: usize| {
        let mut walls = six_planes([0.3, 0.3, 0.2]);
        walls[4].motion =
            WallMotion::Rotate { axis: [0.0, 0.0, 1.0], point: [0.15, 0.15, 0.0], speed: 3.0 };
        let mut world = among(walls, Pairing::default());
        world.threads = Threads::new(threads).unwrap();
        fill(&mut world, 6000, 24);
        run(&mut world, 400);
        assert!(world.walls.iter().map(|wall| wall.contacts).sum::<usize>() > 50);
        bits(&world)
    };
    let one = end(1);
    assert!(one == end(2) && one == end(8));
}
