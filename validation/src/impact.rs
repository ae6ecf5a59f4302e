//! One ball meets a plane or another ball: the experiment behind most cases.
//!
//! ```text
//!        z ▲    ___
//!          │   /   \      the ball comes down along -z, and along x;
//!          │   \___/      its spin w is about -y, so that its surface moves with v + R w there
//!          └────────▶ x   plane z = 0, or a ball below it
//! ```
//!
//! Everything begins at the first touch and ends with the last. There is no gravity.

use crate::hertz::{Hertz, effective_young, mass_of};
use esker_physics::shapes::Plane;
use esker_physics::{Body, Material, Model, Pairing, Wall, World};
use std::error::Error;

/// Steps for each undamped contact time: the error of the integrator is then below 1e-4 of everything.
const STEPS: f64 = 2000.0;
/// An impact that lasts so many undamped contact times has gone wrong.
const ENDLESS: f64 = 100.0;

/// A ball. Units are SI.
#[derive(Clone, Debug)]
pub struct Ball {
    /// What it is made of.
    pub material: Material,
    /// The radius (m).
    pub radius: f64,
    /// Along x, and along z (m/s).
    pub velocity: [f64; 2],
    /// The spin about -y (rad/s).
    pub spin: f64,
}

/// What it meets.
#[derive(Clone, Debug)]
pub enum Partner {
    /// A plane that nothing moves.
    Plane(Material),
    /// Another ball, below.
    Ball(Ball),
}

/// An impact to be computed.
#[derive(Clone, Debug)]
pub struct Impact {
    /// The laws.
    pub model: Model,
    /// What belongs to the two materials together.
    pub pairing: Pairing,
    /// The ball above.
    pub ball: Ball,
    /// What it meets.
    pub partner: Partner,
}

/// What is seen of an impact.
#[derive(Clone, Debug, Default)]
pub struct Met {
    /// The deepest overlap (m).
    pub deepest: f64,
    /// The strongest push (N).
    pub strongest: f64,
    /// From the first touch to the last (s).
    pub duration: f64,
    /// Along x and z, of the ball and of its partner (m/s).
    pub velocity: [[f64; 2]; 2],
    /// About -y, of the ball and of its partner (rad/s).
    pub spin: [f64; 2],
    /// Time (s), overlap (m) and normal force (N), step by step.
    pub course: Vec<[f64; 3]>,
}

impl Impact {
    /// The closed form without damping.
    pub fn hertz(&self) -> Hertz {
        let of = |ball: &Ball| (mass_of(ball.material.density, ball.radius), ball.radius);
        let (mass, radius) = of(&self.ball);
        let (material, other_mass, other_radius, speed) = match &self.partner {
            Partner::Plane(material) => (material, f64::INFINITY, f64::INFINITY, 0.0),
            Partner::Ball(ball) => (&ball.material, of(ball).0, ball.radius, ball.velocity[1]),
        };
        Hertz {
            young: effective_young([&self.ball.material, material]),
            radius: 1.0 / (1.0 / radius + 1.0 / other_radius),
            mass: 1.0 / (1.0 / mass + 1.0 / other_mass),
            speed: speed - self.ball.velocity[1],
        }
    }

    fn world(&self) -> Result<World<3>, Box<dyn Error>> {
        let mut world = World::<3>::default();
        world.model = self.model.clone();
        world.materials.default_pairing = self.pairing;
        let upper = world.materials.add(self.ball.material.clone())?;
        world.add(&body(&self.ball, upper, self.ball.radius))?;
        match &self.partner {
            Partner::Plane(material) => {
                let material = world.materials.add(material.clone())?;
                let plane = Plane::new([0.0; 3], [0.0, 0.0, 1.0])?;
                world.add_wall(Wall { material, ..Wall::new("plane", plane) })?;
            }
            Partner::Ball(ball) => {
                let lower = world.materials.add(ball.material.clone())?;
                world.add(&body(ball, lower, -ball.radius))?;
            }
        }
        world.time_step = self.hertz().duration() / STEPS;
        Ok(world)
    }

    /// The overlap (m) and the speed (m/s) at which they part.
    fn gap(&self, world: &World<3>) -> (f64, f64) {
        let (x, v) = (&world.bodies.position, &world.bodies.velocity);
        match (&self.partner, world.bodies.place_of(0), world.bodies.place_of(1)) {
            (Partner::Ball(ball), Some(above), Some(below)) => {
                let apart: [f64; 3] = std::array::from_fn(|axis| x[above][axis] - x[below][axis]);
                let distance = apart.iter().map(|x| x * x).sum::<f64>().sqrt();
                (self.ball.radius + ball.radius - distance, v[above][2] - v[below][2])
            }
            _ => (self.ball.radius - x[0][2], v[0][2]),
        }
    }

    /// Computes it.
    pub fn run(&self) -> Result<Met, Box<dyn Error>> {
        let mut world = self.world()?;
        let mut met = Met { course: vec![[0.0; 3]], ..Met::default() };
        loop {
            world.step()?;
            let (overlap, parting) = self.gap(&world);
            let place = world.bodies.place_of(0).unwrap_or(0);
            let force = world.bodies.force[place][2];
            met.deepest = met.deepest.max(overlap);
            met.strongest = met.strongest.max(force);
            met.course.push([world.time, overlap, force]);
            if overlap <= 0.0 && parting > 0.0 {
                // The last touch was between two steps.
                met.duration = world.time + overlap / parting;
                return Ok(met.after(&world));
            }
            if world.time > ENDLESS * self.hertz().duration() {
                return Err(format!("the two did not part in {:e} s", world.time).into());
            }
        }
    }
}

impl Met {
    fn after(mut self, world: &World<3>) -> Self {
        for (id, place) in (0..2).filter_map(|id| Some((id, world.bodies.place_of(id)?))) {
            let [x, _, z] = world.bodies.velocity[place];
            self.velocity[id as usize] = [x, z];
            self.spin[id as usize] = -world.bodies.spin[place][1];
        }
        self
    }

    /// The force (N) at a time (s).
    pub fn force_at_time(&self, time: f64) -> f64 {
        interpolate(&self.course, 0, time)
    }

    /// The force (N) at an overlap (m) on the way in.
    pub fn force_at_overlap(&self, overlap: f64) -> f64 {
        let inwards = self.course.windows(2).take_while(|pair| pair[1][1] > pair[0][1]).count();
        interpolate(&self.course[..=inwards], 1, overlap)
    }
}

/// The force where a column, which grows, has a value; beyond its ends the force there.
fn interpolate(course: &[[f64; 3]], column: usize, value: f64) -> f64 {
    let after = course.partition_point(|row| row[column] <= value);
    match (after.checked_sub(1).and_then(|before| course.get(before)), course.get(after)) {
        (Some(a), Some(b)) => {
            let share = (value - a[column]) / (b[column] - a[column]);
            a[2] + share * (b[2] - a[2])
        }
        (None, Some(end)) | (Some(end), None) => end[2],
        (None, None) => 0.0,
    }
}

fn body(ball: &Ball, material: u16, height: f64) -> Body<3> {
    Body {
        velocity: [ball.velocity[0], 0.0, ball.velocity[1]],
        spin: [0.0, -ball.spin, 0.0],
        material,
        ..Body::new([0.0, 0.0, height], ball.radius)
    }
}
