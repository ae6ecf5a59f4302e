//! A triangulated plane is a plane: thousands of drops, slides and rolls end the same on both, and at
//! no time does a sphere have more than one contact. Slivers, fans and T-junctions included.

use super::{among, friction, run};
use esker_geom::Vector;
use esker_geom::vector::{add, cross, length, normalized, scale, subtract};
use esker_packing::Random;
use esker_physics::shapes::{Mesh, Plane};
use esker_physics::{Body, Pairing, Wall, World};

/// Vertices and facets on the way to a mesh.
#[derive(Default)]
struct Soup<const D: usize> {
    vertices: Vec<Vector<D>>,
    facets: Vec<[u32; D]>,
}

impl Soup<3> {
    /// A square from `corner` along two sides, cut into triangles at random so many times.
    fn add_square(
        &mut self,
        corner: [f64; 3],
        [u, v]: [[f64; 3]; 2],
        cuts: u32,
        random: &mut Random,
    ) {
        let first = self.vertices.len() as u32;
        let opposite = add(&add(&corner, &u), &v);
        self.vertices.extend([corner, add(&corner, &u), opposite, add(&corner, &v)]);
        let start = self.facets.len();
        self.facets.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        for _ in 0..cuts {
            let facet = start + random.between(0.0, (self.facets.len() - start) as f64) as usize;
            self.cut(facet, random);
        }
    }

    /// Puts a vertex into a facet or onto one of its sides. Nearness to corners over three decades
    /// makes slivers; the neighbour knows nothing of a vertex on its side: a T-junction.
    fn cut(&mut self, facet: usize, random: &mut Random) {
        let corners = self.facets[facet];
        let mut weights = [0; 3].map(|_| random.log_between(1e-3, 1.0));
        if random.between(0.0, 1.0) < 0.4 {
            weights[2] = 0.0;
        }
        let sum: f64 = weights.iter().sum();
        let point = (0..3).fold([0.0; 3], |point, i| {
            add(&point, &scale(&self.vertices[corners[i] as usize], weights[i] / sum))
        });
        let new = self.vertices.len() as u32;
        self.vertices.push(point);
        let [a, b, c] = corners;
        let mut pieces = vec![[b, c, new], [c, a, new], [a, b, new]];
        pieces.truncate(if weights[2] > 0.0 { 3 } else { 2 });
        if pieces.iter().all(|piece| self.thickness(piece) > 1e-5) {
            self.facets[facet] = pieces[0];
            self.facets.extend(&pieces[1..]);
        }
    }

    /// The smallest height of a triangle (m).
    fn thickness(&self, facet: &[u32; 3]) -> f64 {
        let [a, b, c] = facet.map(|vertex| self.vertices[vertex as usize]);
        let sides = [subtract(&b, &a), subtract(&c, &b), subtract(&a, &c)];
        length(&cross(&sides[0], &sides[1])) / sides.iter().map(length).fold(0.0, f64::max)
    }
}

/// Runs the same bodies among walls and among their twins and compares how they end; among the first, the
/// most contacts that a body ever has with a wall must be `most`.
fn compare<const D: usize>(walls: [Vec<Wall<D>>; 2], prepare: impl Fn(&mut World<D>), most: usize) {
    let pairing = Pairing { restitution: 0.6, ..friction(0.4) };
    let mut worlds = walls.map(|walls| among(walls, pairing));
    worlds.iter_mut().for_each(&prepare);
    let mut found = 0;
    for _ in 0..2500 {
        worlds.iter_mut().for_each(|world| run(world, 1));
        let bodies: Vec<_> = worlds[0].wall_contacts.iter().map(|(one, _)| one.body).collect();
        found = bodies.chunk_by(|a, b| a == b).map(<[u32]>::len).fold(found, usize::max);
    }
    assert_eq!(found, most);
    compare_states(&worlds[0], &worlds[1]);
}

fn compare_states<const D: usize>(one: &World<D>, other: &World<D>) {
    for place in 0..one.bodies.len() {
        let id = one.bodies.id[place];
        let twin = other.bodies.place_of(id).unwrap();
        let radius = one.bodies.radius[place];
        let columns = [
            (
                "position",
                length(&subtract(&one.bodies.position[place], &other.bodies.position[twin])),
            ),
            (
                "velocity",
                length(&subtract(&one.bodies.velocity[place], &other.bodies.velocity[twin])),
            ),
            ("spin", radius * length(&subtract(&one.bodies.spin[place], &other.bodies.spin[twin]))),
        ];
        // Lengths are of the order of a metre, speeds of a metre per second.
        for (what, apart) in columns {
            assert!(apart < 1e-9, "{what} of body {id} differs by {apart:e}");
        }
    }
}

/// A direction and two across it, all of length one.
fn frame(random: &mut Random) -> [[f64; 3]; 3] {
    let normal: [f64; 3] = random.direction();
    let other: [f64; 3] = random.direction();
    let u = normalized(&cross(&normal, &other)).unwrap();
    [u, cross(&normal, &u), normal]
}

/// A plane across a random direction as a mesh of patches and as what it is, with a body over each patch.
struct Patches {
    soup: Soup<3>,
    plane: Plane<3>,
    normal: [f64; 3],
    bodies: Vec<Body<3>>,
}

impl Patches {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let [u, v, normal] = frame(&mut random);
        let at = |[a, b, c]: [f64; 3]| add(&scale(&normal, c), &add(&scale(&u, a), &scale(&v, b)));
        let (mut soup, mut bodies) = (Soup::default(), Vec::new());
        for patch in 0..16 {
            let (a, b) = (4.0 * f64::from(patch % 4) - 6.0, 4.0 * f64::from(patch / 4) - 6.0);
            let radius = random.between(0.02, 0.1);
            let [along, across, spin] = [2.0, 2.0, 20.0].map(|most| random.between(-most, most));
            // Some drop, some slide, some roll; every fourth along an edge, from a vertex on. None begins
            // just touching: whether it does would be a matter of rounding.
            let (height, down, spin) = match patch % 3 {
                0 => (random.between(1.01, 2.0) * radius, random.between(-2.0, 0.0), spin),
                1 => (0.999 * radius, 0.0, 0.0),
                _ => (0.999 * radius, 0.0, along / radius),
            };
            let (pieces, across) = if patch % 4 == 0 { (2, 0.0) } else { (1, across) };
            let side = 3.0 / f64::from(pieces);
            for piece in 0..pieces * pieces {
                let (i, j) = (f64::from(piece % pieces), f64::from(piece / pieces));
                let corner = at([a - 1.5 + i * side, b - 1.5 + j * side, 0.0]);
                let sides = [scale(&u, side), scale(&v, side)];
                soup.add_square(corner, sides, 60 / (pieces * pieces), &mut random);
            }
            bodies.push(Body {
                velocity: at([along, across, down]),
                spin: scale(&v, spin),
                ..Body::new(at([a, b, height]), radius)
            });
        }
        Self { soup, plane: Plane::new([0.0; 3], normal).unwrap(), normal, bodies }
    }
}

#[test]
fn a_triangulated_plane_is_a_plane() {
    for seed in 0..160 {
        let Patches { soup, plane, normal, bodies } = Patches::new(seed);
        let mesh = Mesh::new(&soup.vertices, &soup.facets).unwrap();
        let prepare = |world: &mut World<3>| {
            world.gravity = scale(&normal, -10.0);
            world.time_step = 2e-4;
            for body in &bodies {
                world.add(body).unwrap();
            }
        };
        compare([vec![Wall::new("mesh", mesh)], vec![Wall::new("plane", plane)]], prepare, 1);
    }
}

#[test]
fn a_corner_of_meshes_is_a_corner_of_planes() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let [u, v, w] = frame(&mut random);
        let sides = [u, v, w].map(|side| scale(&side, 4.0));
        let corner = scale(&u, -2.0);
        let mut soup = Soup::default();
        soup.add_square(corner, [sides[0], sides[1]], 60, &mut random);
        soup.add_square(corner, [sides[0], sides[2]], 60, &mut random);
        let mesh = Mesh::new(&soup.vertices, &soup.facets).unwrap();
        let planes = [v, w].map(|normal| Wall::new("plane", Plane::new([0.0; 3], normal).unwrap()));
        let velocity = scale(&u, random.between(1.0, 2.0));
        let prepare = |world: &mut World<3>| {
            // Into the corner, and along it.
            world.gravity = scale(&add(&v, &w), -5.0);
            world.time_step = 2e-4;
            world.add(&Body { velocity, ..Body::new(scale(&add(&v, &w), 0.0999), 0.1) }).unwrap();
        };
        compare([vec![Wall::new("mesh", mesh)], planes.to_vec()], prepare, 2);
    }
}

#[test]
fn a_broken_line_is_a_line() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let along: [f64; 2] = random.direction();
        let normal = [-along[1], along[0]];
        let mut places: Vec<f64> = (0..60).map(|_| random.between(-2.0, 2.0)).collect();
        places.extend([-2.0, 0.0, 2.0]);
        places.sort_by(f64::total_cmp);
        let vertices: Vec<_> = places.iter().map(|&place| scale(&along, place)).collect();
        let facets: Vec<_> = (1..vertices.len() as u32).map(|end| [end - 1, end]).collect();
        let mesh = Mesh::new(&vertices, &facets).unwrap();
        let line = Plane::new([0.0; 2], normal).unwrap();
        let velocity = scale(&along, random.between(-2.0, 2.0));
        let prepare = |world: &mut World<2>| {
            world.gravity = scale(&normal, -10.0);
            world.time_step = 2e-4;
            world.add(&Body { velocity, ..Body::new(scale(&normal, 0.0999), 0.1) }).unwrap();
        };
        compare([vec![Wall::new("mesh", mesh)], vec![Wall::new("line", line)]], prepare, 1);
    }
}

#[test]
fn friction_is_not_forgotten_from_one_facet_to_the_next() {
    // A floor so uneven that no two facets are one face, and so little that it is a plane to 1e-5.
    let mut random = Random::new(7);
    let mut soup = Soup::default();
    for number in 0..41 * 81 {
        let (column, row) = (number % 81, number / 81);
        let noise = [0.01, 0.01, 1e-7].map(|most| random.between(-most, most));
        let place = [0.05 * f64::from(column) - 1.0, 0.05 * f64::from(row) - 1.0, 0.0];
        soup.vertices.push(add(&place, &noise));
        if column < 80 && row < 40 {
            let [a, b] = [number as u32, number as u32 + 81];
            soup.facets.extend([[a, a + 1, b + 1], [a, b + 1, b]]);
        }
    }
    let mesh = Mesh::new(&soup.vertices, &soup.facets).unwrap();
    let pairing = Pairing { restitution: 0.1, ..friction(1.0) };
    let mut world = among(vec![Wall::new("mesh", mesh)], pairing);
    let (sine, cosine) = 0.3f64.sin_cos();
    world.gravity = [10.0 * sine, 0.0, -10.0 * cosine];
    world.time_step = 1e-4;
    world.add(&Body::new([0.0, 0.1, 0.0999], 0.1)).unwrap();
    let (mut parts, mut dropped) = (Vec::new(), 0);
    for step in 0..8000 {
        run(&mut world, 1);
        let contacts: Vec<_> = world.wall_contacts.iter().collect();
        parts.extend(contacts.iter().map(|(contact, _)| contact.feature));
        // At rest on the floor it rolls: friction is 2/7 of the pull down the slope, always.
        let across: f64 = contacts.iter().map(|(contact, _)| -contact.force[0]).sum();
        let rolling = 2.0 / 7.0 * 10.0 * sine * world.bodies.mass(0);
        dropped += usize::from(step > 1000 && (across / rolling - 1.0).abs() > 0.2);
    }
    parts.dedup();
    assert!(parts.len() > 20, "{} parts", parts.len());
    assert_eq!(dropped, 0);
}

#[test]
fn a_floor_of_meshes_goes_on_through_a_periodic_face() {
    let mut random = Random::new(3);
    let mut soup = Soup::default();
    soup.add_square([-0.5, -0.5, 0.0], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], 60, &mut random);
    let mesh = Mesh::new(&soup.vertices, &soup.facets).unwrap();
    let plane = Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let prepare = |world: &mut World<3>| {
        world.periodic = [Some([-0.5, 0.5]), Some([-0.5, 0.5]), None];
        world.time_step = 2e-4;
        // Bodies that cross faces and an edge of the box, and never one another.
        for (y, velocity) in [(0.2, [3.0, 0.0, 0.0]), (-0.2, [-3.0, 0.1, -1.0])] {
            world.add(&Body { velocity, ..Body::new([0.0, y, 0.0599], 0.06) }).unwrap();
        }
        world
            .add(&Body { velocity: [1.1, 1.0, 0.0], ..Body::new([0.45, 0.45, 0.0299], 0.03) })
            .unwrap();
    };
    compare([vec![Wall::new("mesh", mesh)], vec![Wall::new("plane", plane)]], prepare, 1);
}
