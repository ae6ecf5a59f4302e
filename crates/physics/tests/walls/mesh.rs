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
                world.add(body);
            }
        };
        compare([vec![Wall::new("mesh", mesh)], vec![Wall::new("plane", plane)]], prepare, 1);
    }
}
