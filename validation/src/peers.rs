//! The same small impacts in other codes: LAMMPS, LIGGGHTS, YADE, and their law as a differential equation.
//!
//! ```text
//!   head-on        ●→ ←●   1 m/s, no damping and several dampings
//!   oblique          ●     1 m/s under 2° to 85°, μ = 0.3
//!                     ↘
//!                   ─────
//!   sliding, rolling  ●→   1 m/s on a plane, μ = 0.3
//!                   ─────
//! ```
//!
//! Balls have R = 1 cm, 2500 kg/m³, E = 1 GPa and ν = 0.25, planes too.

use crate::case::{Outcome, Ran, Setting, Tolerance};
use crate::data::Table;
use crate::hertz::{Hertz, effective_young, mass_of};
use crate::impact::{Ball, Impact, Partner};
use crate::undamped::Undamped;
use esker_physics::shapes::Plane;
use esker_physics::{BadModel, Body, Material, Model, Pairing, Wall, World};
use std::error::Error;

const RADIUS: f64 = 0.01;

fn material() -> Material {
    Material { young: 1e9, ..Material::default() }
}

fn ball(velocity: [f64; 2]) -> Ball {
    Ball { material: material(), radius: RADIUS, velocity, spin: 0.0 }
}

/// One law of another code: which rows of its table are of it, and what ours must be near.
struct Dashpot {
    code: &'static str,
    file: &'static str,
    wanted: &'static [(&'static str, &'static str)],
    model: &'static str,
    tolerance: Tolerance,
}

/// Two balls head-on, against codes with the same dashpot and with others.
pub fn head_on(setting: &Setting<'_>) -> Ran {
    let lammps = "peers/a_headon_lammps2025.csv";
    let (liggghts, yade) = ("peers/a_headon_liggghts380.csv", "peers/a_headon_yade2023.csv");
    let (ours, cut) = ("hertz + tsuji", "hertz + tsuji + no-pull");
    let (same, told) = (Tolerance::Share(1e-3), Tolerance::Told);
    let dashpot =
        |code, file, wanted, model, tolerance| Dashpot { code, file, wanted, model, tolerance };
    let dashpots = [
        dashpot("LAMMPS, elastic", lammps, &[("damping", "none"), ("dt", "1e-07")], ours, same),
        dashpot("YADE, elastic", yade, &[("e_asked", "1")], ours, same),
        dashpot(
            "LAMMPS coeff_restitution",
            lammps,
            &[("damping", "coeff_restitution"), ("dt", "1e-07")],
            ours,
            same,
        ),
        dashpot(
            "LAMMPS coeff_restitution, limit_damping",
            lammps,
            &[("damping", "coeff_restitution+limit_damping"), ("dt", "1e-07")],
            cut,
            same,
        ),
        dashpot("LIGGGHTS", liggghts, &[("limitForce", "off")], ours, same),
        dashpot("LIGGGHTS limitForce", liggghts, &[("limitForce", "on")], cut, same),
        dashpot("LAMMPS tsuji", lammps, &[("damping", "tsuji"), ("dt", "1e-07")], ours, told),
        dashpot("YADE", yade, &[], ours, told),
    ];
    let mut outcome = Outcome::default();
    for dashpot in &dashpots {
        match setting.data.table(dashpot.file) {
            Ok(table) => dashpot.compare(&table, &mut outcome)?,
            Err(why) => outcome.skip(why),
        }
    }
    Ok(outcome)
}

impl Dashpot {
    fn compare(&self, table: &Table, outcome: &mut Outcome) -> Result<(), Box<dyn Error>> {
        let mut found: [Vec<(String, f64, f64)>; 4] = Default::default();
        for theirs in table.rows_with(self.wanted) {
            // An elastic impact has no restitution in some tables.
            let asked = if theirs("e_asked").is_nan() { 1.0 } else { theirs("e_asked") };
            let pairing = Pairing { restitution: asked, ..Pairing::default() };
            let partner = Partner::Ball(ball([0.0, 0.5]));
            let model = self.model.parse()?;
            let met = Impact { model, pairing, ball: ball([0.0, -0.5]), partner }.run()?;
            let columns = [
                (met.duration, theirs("contact_s")),
                (met.deepest, theirs("max_overlap_m")),
                (met.strongest, theirs("max_force_N")),
                (2.0 * met.velocity[0][1], theirs("v_rel_out")),
            ];
            for (quantity, (ours, theirs)) in columns.into_iter().enumerate() {
                found[quantity].push((format!("e = {asked}"), ours, theirs));
            }
        }
        let quantities =
            ["duration (s)", "deepest overlap (m)", "peak force (N)", "speed after (m/s)"];
        for (quantity, points) in quantities.into_iter().zip(found) {
            outcome.worst(&format!("{}: {quantity}", self.code), points, self.tolerance);
        }
        Ok(())
    }
}

/// A ball onto a plane under an angle at a speed: velocities and spin over the speed, with restitution and law.
fn oblique_met(
    degrees: f64,
    speed: f64,
    (model, restitution): (&Model, f64),
) -> Result<[f64; 3], Box<dyn Error>> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let pairing = Pairing { restitution, friction: 0.3, ..Pairing::default() };
    let ball = ball([speed * sin, -speed * cos]);
    let met = Impact { model: model.clone(), pairing, ball, partner: Partner::Plane(material()) };
    let met = met.run()?;
    let [across, away] = met.velocity[0];
    Ok([away / speed, across / speed, RADIUS * -met.spin[0] / speed])
}

/// What a table of oblique impacts is compared with.
struct Oblique {
    file: &'static str,
    wanted: &'static [(&'static str, &'static str)],
    model: Model,
    restitution: f64,
    /// The speed (m/s): angles do not depend on it but through the overlap, which a slow ball does not have.
    speed: f64,
    tolerance: Tolerance,
}

/// Oblique impacts, against the law as a differential equation and two codes.
pub fn oblique(setting: &Setting<'_>) -> Ran {
    let mut outcome = Outcome::default();
    for comparison in &oblique_comparisons()? {
        match setting.data.table(comparison.file) {
            Ok(table) => comparison.run(&table, &mut outcome)?,
            Err(why) => outcome.skip(why),
        }
    }
    Ok(outcome)
}

/// Required: the equations of our laws. Told: laws whose friction also acts while the dashpot pulls (e = 0.5), and
/// codes at 1 m/s, where the arm of their friction is another share of the radius than ours.
fn oblique_comparisons() -> Result<Vec<Oblique>, BadModel> {
    let ode = "peers/b_oblique_ode.csv";
    let (lammps, liggghts) = ("peers/b_oblique_lammps2025.csv", "peers/b_oblique_liggghts380.csv");
    let undamped = "hertz + tsuji".parse::<Model>()?.with("undamped mindlin", Undamped)?;
    let rescale: Model = "hertz + tsuji + mindlin-rescale".parse()?;
    let mindlin = Model::default();
    let of = |file, wanted, model: &Model, restitution: f64| {
        let (speed, tolerance) = match (file == ode, restitution == 1.0) {
            (true, true) => (1e-3, Tolerance::Within(0.005)),
            (true, false) => (1e-3, Tolerance::Told),
            _ => (1.0, Tolerance::Told),
        };
        Oblique { file, wanted, model: model.clone(), restitution, speed, tolerance }
    };
    Ok(vec![
        of(ode, &[("tangential", "mindlin"), ("e", "1")], &mindlin, 1.0),
        of(ode, &[("tangential", "mindlin_rescale/force"), ("e", "1")], &rescale, 1.0),
        of(ode, &[("tangential", "mindlin"), ("e", "0.5"), ("xt", "0.0")], &undamped, 0.5),
        of(ode, &[("tangential", "mindlin"), ("e", "0.5"), ("xt", "1.0")], &mindlin, 0.5),
        of(lammps, &[("tangential", "mindlin"), ("e_asked", "1")], &mindlin, 1.0),
        of(lammps, &[("tangential", "mindlin_rescale/force"), ("e_asked", "1")], &rescale, 1.0),
        of(liggghts, &[("e_asked", "0.999999")], &mindlin, 1.0),
        of(liggghts, &[("e_asked", "0.5"), ("tangential_damping", "off")], &undamped, 0.5),
        of(liggghts, &[("e_asked", "0.5"), ("tangential_damping", "on")], &mindlin, 0.5),
    ])
}

impl Oblique {
    fn run(&self, table: &Table, outcome: &mut Outcome) -> Result<(), Box<dyn Error>> {
        let mut found: [Vec<(String, f64, f64)>; 3] = Default::default();
        for theirs in table.rows_with(self.wanted) {
            let degrees = theirs("angle_deg");
            let ours = oblique_met(degrees, self.speed, (&self.model, self.restitution))?;
            let columns = ["vn_out", "vt_out", "omega_z_out"].map(&theirs);
            let expected = [columns[0], columns[1], RADIUS * columns[2].abs().copysign(ours[2])];
            for quantity in 0..3 {
                found[quantity].push((format!("{degrees}°"), ours[quantity], expected[quantity]));
            }
        }
        let wanted: Vec<_> =
            self.wanted.iter().map(|(name, text)| format!("{name} {text}")).collect();
        let Self { file, model, .. } = self;
        for (quantity, points) in ["vₙ'", "vₜ'", "R ω'"].into_iter().zip(found) {
            let what = format!("{file}, {}: {quantity} (m/s) by `{model}`", wanted.join(", "));
            outcome.worst(&what, points, self.tolerance);
        }
        Ok(())
    }
}

/// A ball set sliding ends rolling at five sevenths of its speed, against the closed form and LAMMPS.
pub fn slide_roll(setting: &Setting<'_>) -> Ran {
    let mut outcome = Outcome::default();
    let table = setting.data.table("peers/c_slide_roll_lammps2025.csv");
    let wanted =
        [("tangential", "mindlin xt=1"), ("damping", "coeff_restitution"), ("dt", "1e-06")];
    let mut world = sliding_world()?;
    let (slowing, rolling) = (0.3 * 9.81, 2.0 / 7.0 / (0.3 * 9.81));
    let (mut closed, mut speeds, mut spins) = (Vec::new(), Vec::new(), Vec::new());
    let mut rows = table.as_ref().map(|table| table.rows_with(&wanted)).into_iter().flatten();
    for number in 0..=200 {
        let time = 1e-3 * f64::from(number);
        world.run_until(time)?;
        let (speed, turning) = (world.bodies.velocity[0][0], RADIUS * world.bodies.spin[0][1]);
        // Between sliding and rolling the spring swings to and fro.
        if (time - rolling).abs() > 0.01 {
            closed.push((format!("{time} s"), speed, 1.0 - slowing * time.min(rolling)));
        }
        if let Some(theirs) = rows.next() {
            speeds.push((format!("{time} s"), speed, theirs("vy")));
            spins.push((format!("{time} s"), turning, RADIUS * theirs("omega_z")));
        }
    }
    outcome.worst("speed (m/s), closed form", closed, Tolerance::Within(1e-3));
    let last = RADIUS * world.bodies.spin[0][1];
    outcome.row("R ω, rolling (m/s)", last, 5.0 / 7.0, Tolerance::Share(1e-3));
    outcome.worst("speed (m/s), LAMMPS", speeds, Tolerance::Within(1e-3));
    outcome.worst("R ω (m/s), LAMMPS", spins, Tolerance::Within(1e-3));
    if let Err(why) = &table {
        outcome.skip(why.clone());
    }
    Ok(outcome)
}

/// A ball on a plane, as deep as its weight wants it, at 1 m/s without spin.
fn sliding_world() -> Result<World<3>, Box<dyn Error>> {
    let mut world = World::<3>::default();
    world.materials.default_pairing = Pairing { friction: 0.3, ..Pairing::default() };
    world.materials.add(material())?;
    world.add_wall(Wall::new("plane", Plane::new([0.0; 3], [0.0, 0.0, 1.0])?))?;
    world.gravity = [0.0, 0.0, -9.81];
    world.time_step = 1e-5;
    let mass = mass_of(2500.0, RADIUS);
    let young = effective_young([&material(), &material()]);
    let overlap = Hertz { young, radius: RADIUS, mass, speed: 0.0 }.overlap(mass * 9.81);
    let position = [0.0, 0.0, RADIUS - overlap];
    world.add(&Body { velocity: [1.0, 0.0, 0.0], ..Body::new(position, RADIUS) })?;
    Ok(world)
}
