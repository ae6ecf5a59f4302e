//! Laws that pull: the curve of Johnson, Kendall and Roberts against its closed forms, and
//! cohesion.

use super::*;
use std::f64::consts::PI;

const RADIUS: f64 = 0.005;
const WORK: f64 = 2.0;
const YOUNG: f64 = 1e6 / (2.0 * (1.0 - 0.25 * 0.25));

/// Contacts of R* = 5 mm, lane k at the k-th overlap, that touch or have touched.
fn at_overlaps(names: &str, overlaps: [f64; LANES]) -> (Model, Batch) {
    let model: Model = names.parse().unwrap();
    let pairing = Pairing { surface_energy: WORK, cohesion: 0.05, ..Pairing::default() };
    let mut batch = Batch::new(1e-5);
    set_coefficients(&model, &materials(pairing), &mut batch);
    batch.reduced_radius = [RADIUS; LANES];
    model.apply(&mut batch);
    batch.overlap = overlaps;
    model.apply(&mut batch);
    (model, batch)
}

/// The radius of contact at no overlap: a^{3/2} = R* √(2π w / E*).
fn touching_width() -> f64 {
    (RADIUS * (2.0 * PI * WORK / YOUNG).sqrt()).powf(2.0 / 3.0)
}

/// The separation at which contacts part: 3/4^{4/3} a₀² / R*.
fn parting() -> f64 {
    3.0 / 4.0f64.powf(4.0 / 3.0) * touching_width().powi(2) / RADIUS
}

#[test]
fn jkr_solves_its_equation_from_parting_to_deep_overlaps() {
    let overlaps = std::array::from_fn(|k| match k {
        0 => -parting() * (1.0 - 1e-12),
        1..16 => -parting() * (1.0 - 1.0 / f64::from(1 << k)),
        _ => 1e-12 * 4.0f64.powi(k as i32 - 16),
    });
    let (_, batch) = at_overlaps("jkr", overlaps);
    for k in 0..LANES {
        let width = 0.5 * batch.stiffness[k] / YOUNG;
        let sticky = (2.0 * PI * WORK * width / YOUNG).sqrt();
        let overlap = width * width / RADIUS - sticky;
        assert!((overlap - overlaps[k]).abs() < 1e-13 * sticky + 1e-12 * overlaps[k].max(0.0));
        let force = 4.0 * YOUNG * width.powi(3) / (3.0 * RADIUS)
            - (8.0 * PI * WORK * YOUNG * width.powi(3)).sqrt();
        assert!((batch.normal_force[k] - force).abs() < 1e-11 * (force.abs() + batch.adhesion[k]));
        assert!(
            width * width >= RADIUS * overlaps[k],
            "adhesion makes contacts wider than Hertz's"
        );
    }
}

#[test]
fn jkr_has_the_pull_off_force_and_the_state_of_rest_of_the_closed_forms() {
    // At rest a³ = 9π w R*² / (2 E*) and δ = a² / (3 R*).
    let width = (4.5 * PI * WORK * RADIUS * RADIUS / YOUNG).cbrt();
    let mut overlaps = [0.0; LANES];
    overlaps[0] = width * width / (3.0 * RADIUS);
    // The greatest pull is where a³ is a quarter of that: F = -3/2 π w R*.
    let least = width / 4.0f64.cbrt();
    let pull_off = 1.5 * PI * WORK * RADIUS;
    overlaps[1] = least * least / RADIUS - (2.0 * PI * WORK * least / YOUNG).sqrt();
    overlaps[2] = overlaps[1] * 1.001;
    overlaps[3] = overlaps[1] * 0.999;
    let (_, batch) = at_overlaps("jkr", overlaps);
    assert!(batch.normal_force[0].abs() < 1e-12 * pull_off);
    assert!((batch.stiffness[0] / (2.0 * YOUNG * width) - 1.0).abs() < 1e-12);
    assert!((batch.normal_force[1] / -pull_off - 1.0).abs() < 1e-12);
    assert!(batch.normal_force[2] > batch.normal_force[1]);
    assert!(batch.normal_force[3] > batch.normal_force[1]);
    // At no overlap it pulls with 8/9 of that.
    assert!((batch.normal_force[4] / (-8.0 / 9.0 * pull_off) - 1.0).abs() < 1e-12);
    assert!((batch.adhesion[0] / pull_off - 1.0).abs() < 1e-12);
}

#[test]
fn jkr_holds_beyond_touching_only_what_has_touched_and_up_to_its_reach() {
    let inside = -parting() * (1.0 - 1e-9);
    let (model, mut batch) = at_overlaps("jkr", [inside; LANES]);
    assert!(batch.normal_force[0] < 0.0);
    batch.overlap = [-parting() * (1.0 + 1e-9); LANES];
    model.apply(&mut batch);
    assert_eq!((batch.normal_force[0], batch.stiffness[0]), (0.0, 0.0), "they have parted");
    batch.overlap = [inside; LANES];
    model.apply(&mut batch);
    assert_eq!(batch.normal_force[0], 0.0, "and do not hold each other again before they touch");
    let reach = model.reach(&materials(Pairing { surface_energy: WORK, ..busy() }), RADIUS);
    assert!((reach / parting() - 1.0).abs() < 1e-12);
}

/// Thornton (1991): a contact that adhesion alone holds together resists sliding with 2 μ Fₚ.
#[test]
fn friction_feels_adhesion() {
    let width = (4.5 * PI * WORK * RADIUS * RADIUS / YOUNG).cbrt();
    let (model, mut batch) = at_overlaps("jkr + coulomb", [width * width / (3.0 * RADIUS); LANES]);
    batch.tangent_velocity[1] = [1.0; LANES];
    model.apply(&mut batch);
    let expected = -2.0 * Pairing::default().friction * 1.5 * PI * WORK * RADIUS;
    assert!((batch.tangent_force[1][0] / expected - 1.0).abs() < 1e-9);
}

#[test]
fn jkr_without_adhesion_is_hertz() {
    let overlaps = std::array::from_fn(|k| 1e-9 * 1.5f64.powi(k as i32) - 2e-9);
    let none = materials(Pairing { surface_energy: 0.0, ..Pairing::default() });
    let [jkr, hertz] = ["jkr", "hertz"].map(|name| {
        let model: Model = name.parse().unwrap();
        let mut batch = Batch::new(1e-5);
        set_coefficients(&model, &none, &mut batch);
        batch.overlap = overlaps;
        model.apply(&mut batch);
        assert_eq!(model.reach(&none, RADIUS), 0.0);
        batch
    });
    for k in 0..LANES {
        assert!(
            (jkr.normal_force[k] - hertz.normal_force[k]).abs() <= 1e-13 * hertz.normal_force[k]
        );
        assert!((jkr.stiffness[k] - hertz.stiffness[k]).abs() <= 1e-13 * hertz.stiffness[k]);
    }
}

#[test]
fn cohesion_pulls_while_bodies_move_apart_up_to_its_greatest_force() {
    let stiffness = 2.0 * YOUNG * RADIUS;
    let reach = 0.05 / stiffness;
    let overlaps = std::array::from_fn(|k| match k {
        0 => -0.5 * reach,
        1 => -reach * (1.0 - 1e-9),
        2 => -reach * (1.0 + 1e-9),
        _ => 0.5 * reach,
    });
    let (model, mut batch) = at_overlaps("linear + cohesion", overlaps);
    assert_eq!(batch.normal_force[..3], [0.0; 3], "at rest");
    for (speed, forces) in [(-1.0, [0.0; 3]), (1.0, [-0.025, -0.05, 0.0])] {
        batch.normal_velocity = [speed; LANES];
        model.apply(&mut batch);
        for (found, expected) in batch.normal_force.iter().zip(forces) {
            assert!((found - expected).abs() < 1e-9, "{found} N at {speed} m/s, not {expected} N");
        }
        assert!(
            (batch.normal_force[3] / 0.025 - 1.0).abs() < 1e-12,
            "only the spring in compression"
        );
    }
}

/// Whatever the sizes, no spring of cohesion is longer than the reach that detection is told.
#[test]
fn cohesion_ends_within_its_reach() {
    let model: Model = "linear + cohesion".parse().unwrap();
    for stiffness in [0.0, 1.0, 1e4] {
        let materials = materials(Pairing { cohesion: 0.05, stiffness, ..Pairing::default() });
        let mut batch = Batch::new(1e-5);
        set_coefficients(&model, &materials, &mut batch);
        let largest = 0.01;
        batch.reduced_radius = std::array::from_fn(|k| largest * 0.7f64.powi(k as i32));
        batch.normal_velocity = [1.0; LANES];
        batch.overlap = [-model.reach(&materials, largest) * (1.0 + 1e-9); LANES];
        model.apply(&mut batch);
        assert_eq!(batch.normal_force, [0.0; LANES]);
    }
}
