//! The bulk benchmarks of Dosta and others (2024), Comput. Phys. Commun. 296, 109066, from their published start states.
//!
//! ```text
//!     ●  5 m/s ↓            .---.
//!   │.......│              / .:: \  ⟳ 2 rad/s     penetration: height of a steel ball
//!   │:::::::│              \ ::: /                drum: who is where, large and small
//!   └───────┘               '---'
//! ```
//!
//! The soft drum is the drum with moduli of 2 and 1 MPa, and a step 125 times as long.

use crate::case::{Outcome, Ran, Setting, Tolerance};
use crate::data::Data;
use crate::long_run::LongRun;
use esker_geom::Vector;
use esker_physics::shapes::Mesh;
use esker_physics::{Body, Material, Pairing, Wall, WallMotion, World};
use std::error::Error;

/// What the benchmark calls M1, M2 and steel, in this order; M1 and M2 so many times as soft.
fn materials(world: &mut World<3>, softer: f64) -> Result<(), Box<dyn Error>> {
    let list =
        [("M1", 1e9 / softer, 2500.0), ("M2", 0.5e9 / softer, 2000.0), ("steel", 210e9, 7200.0)];
    for (name, young, density) in list {
        world.materials.add(Material { name: name.into(), density, young, poisson: 0.2 })?;
    }
    let pairs = [
        (0, 0, 0.5, 0.3),
        (0, 1, 0.45, 0.2),
        (1, 1, 0.4, 0.4),
        (0, 2, 0.4, 0.2),
        (1, 2, 0.4, 0.2),
        (2, 2, 0.6, 0.5),
    ];
    for (a, b, restitution, friction) in pairs {
        world.materials.pair(a, b, Pairing { restitution, friction, ..Pairing::default() })?;
    }
    Ok(())
}

const STEEL: u16 = 2;

/// A world with the spheres and triangles of two files, in words why there is none.
fn start(
    data: &Data,
    case: [&str; 2],
    softer: f64,
) -> Result<Result<World<3>, String>, Box<dyn Error>> {
    let rows = data.number_rows::<4>(&format!("dosta2024/{}", case[0]));
    let walls = data.number_rows::<9>(&format!("dosta2024/{}", case[1]));
    let (rows, walls) = match (rows, walls) {
        (Ok(rows), Ok(walls)) => (rows, walls),
        (Err(why), _) | (_, Err(why)) => return Ok(Err(why)),
    };
    let mut world = World::<3>::default();
    materials(&mut world, softer)?;
    world.gravity = [0.0, 0.0, -9.81];
    for [radius, x, y, z] in rows {
        let material = if radius > 0.0015 { 1 } else { 0 };
        world.add(&Body { material, ..Body::new([x, y, z], radius) })?;
    }
    world.add_wall(Wall { material: STEEL, ..Wall::new("walls", mesh(&walls)?) })?;
    Ok(Ok(world))
}

/// The files have six figures.
fn mesh(triangles: &[[f64; 9]]) -> Result<Mesh<3>, Box<dyn Error>> {
    let corners =
        triangles.iter().flat_map(|row| [0, 3, 6].map(|at| [row[at], row[at + 1], row[at + 2]]));
    let vertices: Vec<Vector<3>> = corners.collect();
    let facets: Vec<[u32; 3]> = (0..triangles.len() as u32)
        .map(|number| [0, 1, 2].map(|corner| 3 * number + corner))
        .collect();
    Ok(Mesh::with_precision(&vertices, &facets, 1e-6)?)
}

/// What LAMMPS makes of the penetration, by `peers/penetration.py`.
const LAMMPS: &str = include_str!("../peers/dosta-penetration-lammps.csv");
/// The radius of the spheres of the bed (m).
const RADIUS: f64 = 1e-3;

/// A steel ball falls into a bed of 25 000 spheres.
pub fn penetration(setting: &Setting<'_>) -> Ran {
    let files = ["penetration_25k_particles.txt", "penetration_walls.txt"];
    let mut world = match start(&setting.data, files, 1.0)? {
        Ok(world) => world,
        Err(why) => return Ok(left_out(why)),
    };
    let spheres = world.bodies.len();
    let steel = Body { material: STEEL, ..Body::new([0.0, 0.0, 0.06], 0.01) };
    world.add(&Body { velocity: [0.0, 0.0, -5.0], ..steel })?;
    world.time_step = 5e-7;
    let run = LongRun {
        name: "dosta-penetration",
        duration: 0.1,
        interval: 5e-4,
        header: "time_s,height_m",
        row: |world| format!("{:.6},{:.8}", world.time, ball_height(world)),
    };
    let curve = run.run(&mut world, setting)?;
    let mut outcome = common(&world, &run, (spheres, 25_000));
    if world.time > run.duration - world.time_step {
        compare(&mut outcome, &heights(&curve), &heights(LAMMPS));
    }
    outcome.curves.push((run.name.into(), curve));
    Ok(outcome)
}

/// The height of the ball beside that of another code. Where in the bed the ball is caught is a
/// matter of single spheres: it is asked for to the size of one.
fn compare(outcome: &mut Outcome, ours: &[[f64; 2]], theirs: &[[f64; 2]]) {
    let lowest = |curve: &[[f64; 2]]| {
        curve.iter().copied().min_by(|a, b| a[1].total_cmp(&b[1])).unwrap_or([f64::NAN; 2])
    };
    let ([our_time, our_depth], [their_time, their_depth]) = (lowest(ours), lowest(theirs));
    let size = Tolerance::Within(RADIUS);
    outcome.row("lowest height of the ball (m)", our_depth, their_depth, size);
    outcome.row("when it is there (s)", our_time, their_time, Tolerance::Told);
    let falling = ours.iter().zip(theirs).take_while(|(ours, _)| ours[0] <= our_time);
    let points = falling.map(|(ours, theirs)| (format!("{:.4} s", ours[0]), ours[1], theirs[1]));
    outcome.worst("height on the way down (m)", points, size);
    let last = ours.iter().zip(theirs).next_back();
    let [ours, theirs] = last.map_or([f64::NAN; 2], |(ours, theirs)| [ours[1], theirs[1]]);
    outcome.row("height at the end (m)", ours, theirs, Tolerance::Told);
}

/// The points of a curve as it is written.
fn heights(curve: &str) -> Vec<[f64; 2]> {
    let point = |line: &str| {
        let (time, height) = line.split_once(',')?;
        Some([time.parse().ok()?, height.parse().ok()?])
    };
    curve.lines().filter_map(point).collect()
}

/// The height of the ball (m), the only body of its radius.
fn ball_height(world: &World<3>) -> f64 {
    let ball = world.bodies.radius.iter().position(|&radius| radius > 0.005);
    ball.map_or(f64::NAN, |place| world.bodies.position[place][2])
}

/// The drum with soft spheres: 8000 large ones of M2 and 30 000 small ones of M1.
pub fn soft_drum(setting: &Setting<'_>) -> Ran {
    let mut world = match start(&setting.data, ["drum_particles.txt", "drum_walls.txt"], 500.0)? {
        Ok(world) => world,
        Err(why) => return Ok(left_out(why)),
    };
    let spheres = world.bodies.len();
    let (axis, point) = ([0.0, -1.0, 0.0], [0.0; 3]);
    world.walls[0].motion = WallMotion::Rotate { axis, point, speed: 2.0 };
    world.time_step = 1e-4;
    let run = LongRun {
        name: "dosta-soft-drum",
        duration: 5.0,
        interval: 0.01,
        header: "time_s,large_x+z+,small_x+z+,large_x-z-,small_x-z-",
        row: |world| {
            let [a, b, c, d] = quarters(world);
            format!("{:.4},{a},{b},{c},{d}", world.time)
        },
    };
    let curve = run.run(&mut world, setting)?;
    let mut outcome = common(&world, &run, (spheres, 38_000));
    outcome.curves.push((run.name.into(), curve));
    Ok(outcome)
}

/// Large and small spheres with x > 0 and z > 0, and with x < 0 and z < 0.
fn quarters(world: &World<3>) -> [usize; 4] {
    let mut counts = [0; 4];
    for (position, &material) in world.bodies.position.iter().zip(&world.bodies.material) {
        let [x, _, z] = *position;
        let kind = if material == 1 { 0 } else { 1 };
        counts[kind] += usize::from(x > 0.0 && z > 0.0);
        counts[2 + kind] += usize::from(x < 0.0 && z < 0.0);
    }
    counts
}

/// What must hold of any of them: everybody is there, within the walls. The step itself refuses overlaps of a radius.
fn common(world: &World<3>, run: &LongRun, (spheres, expected): (usize, usize)) -> Outcome {
    let mut outcome = Outcome::default();
    let exact = Tolerance::Within(0.0);
    outcome.row("spheres of the file", spheres as f64, expected as f64, exact);
    let inside = world.walls[0].shape.bounds();
    let outside = world.bodies.position.iter().filter(|position| {
        let place = world.walls[0].pose.into_shape(position);
        // The boxes are open at the top.
        (0..3).any(|axis| {
            place[axis] < inside.low[axis] || (axis < 2 && place[axis] > inside.high[axis])
        })
    });
    outcome.row("spheres outside the walls", outside.count() as f64, 0.0, exact);
    let smallest = world.bodies.radius.iter().copied().fold(f64::INFINITY, f64::min);
    let depth = world.largest_overlap() / smallest;
    outcome.row("largest overlap, in radii", depth, f64::NAN, Tolerance::Told);
    outcome.row("time (s)", world.time, run.duration, Tolerance::Told);
    if world.time < run.duration - world.time_step {
        outcome
            .skip(format!("what comes after {:.4} s; run {} again to go on", world.time, run.name));
    }
    outcome
}

fn left_out(why: String) -> Outcome {
    let mut outcome = Outcome::default();
    outcome.skip(why);
    outcome
}
