//! Walls that move, and bodies that follow.

use super::{among, assert_near, ball, fill, friction, level, over, run, six_planes};
use esker_geom::rotation::{NO_ROTATION, about_axis};
use esker_geom::vector::{cross, length, subtract};
use esker_geom::{Aabb, Vector};
use esker_physics::shapes::{Cylinder, Disc, Facets, InnerBox, Mesh, Plane, Side, Surface, Touch};
use esker_physics::{Body, Ends, Pairing, Pose, Table, WALL_MOTIONS, Wall, WallMotion, World};
use std::f64::consts::TAU;

const ALONG_X: [f64; 3] = [1.0, 0.0, 0.0];

/// A floor of two triangles.
fn meshed_floor() -> Mesh<3> {
    let vertices = [[-3.0, -3.0, 0.0], [3.0, -3.0, 0.0], [3.0, 3.0, 0.0], [-3.0, 3.0, 0.0]];
    Mesh::new(&vertices, &[[0, 1, 2], [0, 2, 3]]).unwrap()
}

/// Where and how fast a ball is that lies on a floor moving along x, after a time.
fn ball_on(floor: Wall<3>, steps: usize) -> World<3> {
    let mut world = among(vec![floor], friction(0.3));
    world.add(&Body::new([0.0, 0.0, 0.009972], 0.01)).unwrap();
    run(&mut world, steps);
    world
}

#[test]
fn a_moving_floor_carries_a_ball_at_two_sevenths_of_its_speed() {
    // From rest m v = J and I ω = J a, until v + a ω is the speed of the floor.
    let velocity = [0.5, 0.0, 0.0];
    let ramp = Table::new(vec![0.0, 0.1], vec![[0.0; 3], velocity], Ends::Held).unwrap();
    for motion in [
        WallMotion::Translate { velocity },
        WallMotion::Conveyor { velocity },
        WallMotion::Table(ramp),
        WallMotion::Conveyor { velocity: [0.5, 0.0, 0.3] },
    ] {
        for floor in [Wall::new("plane", level()), Wall::new("mesh", meshed_floor())] {
            let world = ball_on(floor.moving(motion.clone()), 20_000);
            let arm = world.bodies.position[0][2];
            assert_near(arm, 0.01, 5e-3);
            let share = 1.0 / (1.0 + 2.5 * (arm / 0.01) * (arm / 0.01));
            assert_near(world.bodies.velocity[0][0], 0.5 * share, 1e-4);
        }
    }
}

#[test]
fn poses_are_functions_of_time() {
    let motions = [
        WallMotion::Translate { velocity: [0.5, 0.0, -0.25] },
        WallMotion::Rotate { axis: [0.0, 0.0, 3.0], point: [1.0, 0.0, 0.0], speed: TAU },
        WallMotion::Oscillate { direction: ALONG_X, amplitude: 0.1, frequency: 0.5, phase: 0.3 },
    ];
    let walls = motions.map(|motion| Wall::new("wall", level()).moving(motion)).to_vec();
    let mut world = among(walls, Pairing::default());
    world.time_step = 1.0 / 1024.0;
    run(&mut world, 1024 + 256);
    let translation = |wall: usize| world.walls[wall].pose.translation;
    assert_eq!(translation(0), [0.625, 0.0, -0.3125]);
    // A turn and a quarter about x = 1 takes the origin below that point.
    assert!(length(&subtract(&translation(1), &[1.0, -1.0, 0.0])) < 1e-14);
    let half_turn_and_an_eighth = (0.5 * TAU * 1.25 + 0.3).sin() - 0.3f64.sin();
    assert_near(translation(2)[0], 0.1 * half_turn_and_an_eighth, 1e-14);
    // Another motion begins where the wall is.
    let time = world.time;
    world.walls[1].begin(WallMotion::Translate { velocity: [0.0, 1.0, 0.0] }, time);
    run(&mut world, 1024);
    assert!(length(&subtract(&world.walls[1].pose.translation, &[1.0, 0.0, 0.0])) < 1e-14);
}

/// A shape of which nobody knows what it is round about: the slow twin.
#[derive(Debug)]
struct Unknown<S>(S);

impl<S: Surface<3>> Surface<3> for Unknown<S> {
    fn bounds(&self) -> Aabb<3> {
        self.0.bounds()
    }

    fn touches(&self, center: &Vector<3>, reach: f64, found: &mut Vec<Touch<3>>) {
        self.0.touches(center, reach, found);
    }

    fn facets(&self, within: &Aabb<3>) -> Facets<3> {
        self.0.facets(within)
    }
}

/// A drum with lids carries balls as it does when its shapes are turned with it, and its lists last
/// as long as if it were at rest. So does one that was placed somewhere else.
#[test]
fn a_drum_that_turns_about_its_axis_stays_where_it_is() {
    let shapes = || {
        let lid = |x: f64| Disc::new([x, 0.0, 0.0], [-x, 0.0, 0.0], 0.1).unwrap();
        (Cylinder::new([0.0; 3], ALONG_X, 0.1, Side::Inside).unwrap(), [lid(-0.03), lid(0.03)])
    };
    let (shell, lids) = shapes();
    let round =
        vec![Wall::new("shell", shell), Wall::new("front", lids[0]), Wall::new("back", lids[1])];
    let (shell, lids) = shapes();
    let unknown = vec![
        Wall::new("shell", Unknown(shell)),
        Wall::new("front", Unknown(lids[0])),
        Wall::new("back", Unknown(lids[1])),
    ];
    for (point, rotation) in
        [([0.0; 3], NO_ROTATION), ([1.0, -2.0, 3.0], about_axis(&[0.6, 0.0, 0.8], 0.7))]
    {
        let pose = Pose { translation: point, rotation };
        let turned = |walls: &[Wall<3>]| {
            let axis = pose.turn(&ALONG_X);
            let motion = WallMotion::Rotate { axis, point, speed: 20.0 };
            let placed = |wall: &Wall<3>| wall.clone().placed(pose).moving(motion.clone());
            let mut world = among(walls.iter().map(placed).collect(), friction(0.5));
            world.gravity = pose.turn(&[0.0, 0.0, -10.0]);
            for place in [[-0.02001, 0.0, -0.09], [0.0, 0.0, -0.09], [0.02001, 0.0, -0.09]] {
                world.add(&Body::new(pose.into_space(&place), 0.01)).unwrap();
            }
            world.run(4000).unwrap();
            world
        };
        let (round, unknown) = (turned(&round), turned(&unknown));
        assert!(round.contacts() >= 3 && round.walls[0].spin != [0.0; 3]);
        for (a, b) in round.bodies.position.iter().zip(&unknown.bodies.position) {
            assert!(length(&subtract(a, b)) < 1e-9, "{a:?} {b:?}");
        }
        for (a, b) in round.walls.iter().zip(&unknown.walls) {
            assert_eq!((a.pose, a.velocity, a.spin), (b.pose, b.velocity, b.spin));
            assert!(length(&subtract(&a.torque, &b.torque)) < 1e-6 * length(&a.torque));
        }
        let lists = |world: &World<3>| world.wall_contacts.rebuilds - world.detection.rebuilds;
        assert_eq!(lists(&round), 0);
        assert!(lists(&unknown) > 10, "{}", lists(&unknown));
    }
}

#[test]
fn a_shaken_floor_bears_the_weight_and_the_inertia() {
    let (amplitude, frequency) = (0.001, 10.0);
    let motion =
        WallMotion::Oscillate { direction: [0.0, 0.0, 2.0], amplitude, frequency, phase: 0.0 };
    let mut world = over(level(), Pairing { restitution: 0.1, ..Pairing::default() });
    world.walls[0].motion = motion;
    world.add(&Body::new([0.0, 0.0, 0.009972], 0.01)).unwrap();
    run(&mut world, 5_000);
    for _ in 0..500 {
        run(&mut world, 10);
        let angle = TAU * frequency * world.time;
        let acceleration = -amplitude * (TAU * frequency).powi(2) * angle.sin();
        let expected = world.bodies.mass(0) * (10.0 + acceleration);
        assert_near(-world.walls[0].force[2], expected, 0.02);
    }
    // Sideways a ball rolls: it follows by two sevenths. With this phase the floor starts from rest.
    let motion =
        WallMotion::Oscillate { direction: ALONG_X, amplitude, frequency, phase: 0.25 * TAU };
    let world = ball_on(Wall::new("floor", level()).moving(motion), 12_500);
    let way = amplitude * ((TAU * frequency * world.time + 0.25 * TAU).sin() - 1.0);
    assert_near(way, -2.0 * amplitude, 1e-6);
    assert_near(world.bodies.position[0][0], 2.0 / 7.0 * way, 1e-2);
}

/// A drum about the y axis, turning from x to z.
fn drum(speed: f64) -> Wall<3> {
    let shape = Cylinder::new([0.0; 3], [0.0, 1.0, 0.0], 0.1, Side::Inside).unwrap();
    let axis = [0.0, -1.0, 0.0];
    Wall::new("drum", shape).moving(WallMotion::Rotate { axis, point: [0.0; 3], speed })
}

/// The angular momentum of all bodies about the y axis (kg m²/s).
fn angular_momentum(world: &World<3>) -> f64 {
    let bodies = &world.bodies;
    let of_body = |place: usize| {
        let orbit = cross(&bodies.position[place], &bodies.velocity[place])[1];
        let inertia = 0.4 * bodies.radius[place] * bodies.radius[place];
        bodies.mass(place) * (orbit + inertia * bodies.spin[place][1])
    };
    (0..bodies.len()).map(of_body).sum()
}

#[test]
fn a_drum_carries_what_is_in_it() {
    let mut world = among(vec![drum(3.0)], friction(0.6));
    world.periodic = [None, Some([0.0, 0.05]), None];
    for number in 0..100 {
        let [i, j, k] = [number % 5, number / 5 % 5, number / 25].map(f64::from);
        let position = [-0.024 + 0.012 * i, 0.005 + 0.01 * k, -0.07 + 0.012 * j];
        world.add(&Body::new(position, 0.0049)).unwrap();
    }
    world.time_step = 4e-5;
    run(&mut world, 25_000);
    let (mut middle, mut torque, steps) = (0.0, 0.0, 5_000);
    let before = angular_momentum(&world);
    for _ in 0..steps {
        run(&mut world, 1);
        let sum: f64 = world.bodies.position.iter().map(|position| position[0]).sum();
        middle += sum / 100.0 / f64::from(steps);
        torque += world.walls[0].torque[1] / f64::from(steps);
    }
    let gained = (angular_momentum(&world) - before) / (f64::from(steps) * world.time_step);
    // Friction carries them up the side that rises, x > 0; their weight there holds the drum back.
    let weight = 1000.0 * world.bodies.mass(0);
    assert!(middle > 0.01, "{middle}");
    assert_near(torque, weight * middle - gained, 1e-3);
}

#[test]
fn a_ball_in_a_drum_ends_without_slip() {
    let mut world = among(vec![drum(2.0)], friction(0.5));
    world.add(&Body::new([0.0, 0.0, -0.09], 0.01)).unwrap();
    run(&mut world, 50_000);
    let contact = *world.wall_contacts.iter().next().unwrap().0;
    let surface = world.walls[0].surface_velocity(&contact.point, &contact.normal);
    assert_near(length(&surface), 0.2, 1e-12);
    let arm = subtract(&contact.point, &world.bodies.position[0]);
    let turning = cross(&world.bodies.spin[0], &arm);
    let velocity = world.bodies.velocity[0];
    let slip: Vector<3> =
        std::array::from_fn(|axis| velocity[axis] + turning[axis] - surface[axis]);
    assert!(length(&slip) < 1e-3, "{slip:?}");
}

#[test]
fn a_servo_reaches_its_force_and_holds_it() {
    let (force, largest_speed) = (5.0, 0.2);
    let down = [0.0, 0.0, -1.0];
    let piston = Plane::new([0.0, 0.0, 0.2], down).unwrap();
    let servo = WallMotion::Servo { direction: down, force, rate: 1000.0, largest_speed };
    let size = Aabb { low: [0.0; 3], high: [0.1, 0.1, 1.0] };
    let walls = vec![
        Wall::new("piston", piston).moving(servo),
        Wall::new("box", InnerBox::new(size).unwrap()),
    ];
    let mut world = among(walls, Pairing { restitution: 0.3, ..Pairing::default() });
    fill(&mut world, 300, 8);
    world.time_step = 4e-5;
    run(&mut world, 10);
    // Nothing to push against yet.
    assert_near(world.walls[0].velocity[2], -largest_speed, 1e-15);
    run(&mut world, 40_000);
    for _ in 0..100 {
        run(&mut world, 10);
        assert_near(world.walls[0].force[2], force, 5e-3);
    }
    assert!(world.walls[0].velocity[2].abs() < 1e-3);
}

#[test]
fn what_walls_bear_is_what_bodies_feel() {
    let walls = six_planes([0.1, 0.1, 0.2])
        .into_iter()
        .map(|wall| Wall { reference: [0.3, -0.2, 0.1], ..wall });
    let mut world = among(walls.collect(), Pairing::default());
    // One layer on the floor, apart: the only forces are those of walls.
    fill(&mut world, 64, 8);
    let mut most: f64 = 0.0;
    for _ in 0..1000 {
        run(&mut world, 1);
        if world.contacts() > world.walls.iter().map(|wall| wall.contacts).sum() {
            break;
        }
        let (mut force, mut torque) = ([0.0; 3], [0.0; 3]);
        let mut count = |f: &Vector<3>, at: &Vector<3>, couple: &Vector<3>| {
            let turn = cross(at, f);
            for axis in 0..3 {
                force[axis] += f[axis];
                torque[axis] += turn[axis] + couple[axis];
                most = most.max(f[axis].abs());
            }
        };
        let bodies = &world.bodies;
        (0..64).for_each(|i| count(&bodies.force[i], &bodies.position[i], &bodies.torque[i]));
        world.walls.iter().for_each(|wall| count(&wall.force, &wall.reference, &wall.torque));
        assert!(length(&force) < 1e-12 * most.max(1e-9), "{force:?}");
        assert!(length(&torque) < 1e-12 * most.max(1e-9), "{torque:?}");
    }
    assert!(most > 0.1);
}

#[test]
fn a_motion_has_a_name_and_bad_ones_a_message() {
    assert_eq!(WallMotion::<3>::Fixed.name(), WALL_MOTIONS[0].name);
    assert_eq!(WallMotion::Conveyor { velocity: [0.0; 3] }.name(), "conveyor");
    let axis = [1.0, 0.0, 0.0];
    let in_plane = WallMotion::<2>::Rotate { axis, point: [0.0; 2], speed: 1.0 };
    assert_eq!(
        in_plane.check().unwrap_err().to_string(),
        "the axis of a wall's rotation has no direction: give one (an axis in the plane is [0, 0, 1])"
    );
    let mut world = over(level::<2>(), Pairing::default());
    let lost = Wall { material: 3, ..Wall::new("lost", level()) };
    assert_eq!(
        world.add_wall(lost).unwrap_err().to_string(),
        "wall `lost` is of material 3, but there are 1 materials (counted from 0): add it first"
    );
    world.add(&ball()).unwrap();
    run(&mut world, 1);
}
