//! Tests 6 to 8: spinning balls.
//!
//! The closed form of sliding wants a normal force that never pulls: `no-pull`, with a restitution asked for
//! such that the one that comes out is the test's 0.5 (Thornton, Cummins and Cleary 2013). What the common
//! model, which keeps the pull, gives instead is told beside it.

use super::{Matter, pairing};
use crate::case::{Outcome, Ran, Setting, Tolerance};
use crate::impact::{Ball, Impact, Partner};
use esker_physics::Model;
use std::error::Error;

const RADIUS: f64 = 0.1;
const SPEED: f64 = 0.2;
const FRICTION: f64 = 0.4;
const RESTITUTION: f64 = 0.5;
const WITHOUT_PULL: &str = "hertz + tsuji + no-pull + mindlin";
/// Impacts slide from first to last from this angle on (degrees).
const SLIDING: f64 = 65.0;

const ALUMINIUM: Matter = Matter::new("al-alloy", 70e9, 0.33, 2700.0);
const NYLON: Matter = Matter::new("nylon", 2.5e9, 0.4, 1000.0);
const COPPER: Matter = Matter::new("copper", 120e9, 0.35, 8900.0);

/// 5°, 10°, … 85°.
fn angles() -> impl Iterator<Item = f64> {
    (1..=17).map(|k| 5.0 * f64::from(k))
}

/// The spin (rad/s) whose surface speed is the normal speed times the tangent of an angle.
fn spin_of(degrees: f64) -> f64 {
    SPEED * degrees.to_radians().tan() / RADIUS
}

/// The restitution to ask for without pull, so that 0.5 comes out: by halving.
fn asked_without_pull() -> Result<f64, Box<dyn Error>> {
    let (mut low, mut high) = (0.3, RESTITUTION);
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        let ball = ALUMINIUM.ball(RADIUS, [0.0, -SPEED], 0.0);
        let plane = ALUMINIUM.onto_plane(ball, pairing(middle, 0.0));
        let met = Impact { model: WITHOUT_PULL.parse()?, ..plane }.run()?;
        match met.velocity[0][1] < RESTITUTION * SPEED {
            true => low = middle,
            false => high = middle,
        }
    }
    Ok(low)
}

/// A spinning ball of 10 cm at 0.2 m/s onto a rigid plane.
pub fn test_6(_setting: &Setting<'_>) -> Ran {
    let (asked, model) = (asked_without_pull()?, WITHOUT_PULL.parse::<Model>()?);
    let mut outcome = Outcome::default();
    for matter in [ALUMINIUM, NYLON] {
        let onto = |degrees: f64, restitution| {
            let ball = matter.ball(RADIUS, [0.0, -SPEED], spin_of(degrees));
            matter.onto_plane(ball, pairing(restitution, FRICTION))
        };
        compare(&mut outcome, matter.name, |degrees| Impact {
            model: model.clone(),
            ..onto(degrees, asked)
        })?;
        let mut pulled = Vec::new();
        for degrees in angles().filter(|&degrees| degrees >= SLIDING) {
            let met = onto(degrees, RESTITUTION).run()?;
            let incident = RADIUS * spin_of(degrees);
            let after = met.velocity[0][0] + RADIUS * met.spin[0];
            pulled.push((format!("{degrees}°"), -after / incident, beta(incident)));
        }
        let what = format!("{}: β with the dashpot's pull, sliding", matter.name);
        outcome.worst(&what, pulled, Tolerance::Told);
    }
    Ok(outcome)
}

/// -vₛ'/vₛ of sliding: 7/2 μ (1+e) vₙ/vₛ - 1.
fn beta(incident: f64) -> f64 {
    3.5 * FRICTION * (1.0 + RESTITUTION) * SPEED / incident - 1.0
}

/// Sliding in closed form, and the rigid-body relation at every angle.
fn compare(
    outcome: &mut Outcome,
    name: &str,
    impact: impl Fn(f64) -> Impact,
) -> Result<(), Box<dyn Error>> {
    let mut found: [Vec<(String, f64, f64)>; 5] = Default::default();
    for degrees in angles() {
        let impact = impact(degrees);
        let met = impact.run()?;
        let incident = RADIUS * impact.ball.spin;
        let [across, away] = met.velocity[0];
        let turning = RADIUS * met.spin[0];
        let mut push = |quantity: usize, ours, expected| {
            found[quantity].push((format!("{degrees}°"), ours, expected));
        };
        push(0, away, RESTITUTION * SPEED);
        push(1, incident - turning, -2.5 * across);
        if degrees >= SLIDING {
            push(2, -across, FRICTION * (1.0 + RESTITUTION) * SPEED);
            push(3, -(across + turning) / incident, beta(incident));
            let expected = (incident / SPEED - 2.1) / RESTITUTION;
            push(4, (across + turning) / away, expected);
        }
    }
    let [away, rigid, across, beta, angle] = found;
    let row = |quantity: &str| format!("{name}: {quantity}");
    outcome.worst(&row("normal speed after (m/s)"), away, Tolerance::Share(1e-3));
    outcome.worst(&row("R Δw = 5/2 Δv (m/s)"), rigid, Tolerance::Share(2e-3));
    outcome.worst(&row("speed of the centre, sliding (m/s)"), across, Tolerance::Share(1e-3));
    outcome.worst(&row("β, sliding"), beta, Tolerance::Within(2e-3));
    outcome.worst(&row("vₛ'/vₙ', sliding"), angle, Tolerance::Within(1e-2));
    Ok(())
}

/// Two balls of 10 cm that roll on each other as they meet: no friction acts.
pub fn test_7(_setting: &Setting<'_>) -> Ran {
    let mut outcome = Outcome::default();
    for matter in [ALUMINIUM, COPPER] {
        let (mut across, mut spins, mut away) = (Vec::new(), Vec::new(), Vec::new());
        for degrees in angles() {
            let spin = spin_of(degrees);
            let partner = Partner::Ball(matter.ball(RADIUS, [0.0, SPEED], -spin));
            let ball = matter.ball(RADIUS, [0.0, -SPEED], spin);
            let plane = matter.onto_plane(ball, pairing(RESTITUTION, FRICTION));
            let met = Impact { partner, ..plane }.run()?;
            for (ball, side) in [(0, 1.0), (1, -1.0)] {
                let place = format!("{degrees}°, ball {}", ball + 1);
                across.push((place.clone(), met.velocity[ball][0], 0.0));
                spins.push((place.clone(), met.spin[ball], side * spin));
                away.push((place, side * met.velocity[ball][1], RESTITUTION * SPEED));
            }
        }
        let row = |quantity: &str| format!("{}: {quantity}", matter.name);
        outcome.worst(&row("tangential speed after (m/s)"), across, Tolerance::Within(1e-12));
        outcome.worst(&row("spin after (rad/s)"), spins, Tolerance::Share(1e-12));
        outcome.worst(&row("normal speed after (m/s)"), away, Tolerance::Share(1e-3));
    }
    Ok(outcome)
}

/// A spinning ball of 10 cm at 0.2 m/s onto one of 50 cm, at rest and 1000 times as dense.
pub fn test_8(_setting: &Setting<'_>) -> Ran {
    let (asked, model) = (asked_without_pull()?, WITHOUT_PULL.parse::<Model>()?);
    let mut outcome = Outcome::default();
    for matter in [ALUMINIUM, NYLON] {
        for (case, stiffer) in [("A", 1000.0), ("B", 1.0)] {
            let name = format!("{}, case {case}", matter.name);
            let impact = |degrees: f64| {
                let ball = matter.ball(RADIUS, [0.0, -SPEED], spin_of(degrees));
                let large = matter.ball(5.0 * RADIUS, [0.0; 2], 0.0);
                let material = matter.material(stiffer, 1000.0);
                let partner = Partner::Ball(Ball { material, ..large });
                let plane = matter.onto_plane(ball, pairing(asked, FRICTION));
                Impact { model: model.clone(), partner, ..plane }
            };
            compare(&mut outcome, &name, impact)?;
            let speed = impact(45.0).run()?.velocity[1][1];
            let expected = -(1.0 + RESTITUTION) * SPEED / (1.0 + 125_000.0);
            let what = format!("{name}: speed of the large ball (m/s)");
            outcome.row(&what, speed, expected, Tolerance::Share(1e-3));
        }
    }
    Ok(outcome)
}
