//! Laws on batches of contacts, without a world around them.

mod adhesion;
mod energy;
mod properties;

use super::{LAWS, Model, Role};
use crate::batch::{Batch, LANES, lane, set_lane};
use crate::materials::{Material, Materials, Pairing};
use esker_geom::vector::{add, dot, normalized};

/// Every law of the list in the simplest model it can be part of, and two that have one of each
/// role.
fn models() -> Vec<Model> {
    let alone = LAWS.iter().map(|entry| match entry.part.law().role() {
        Role::Normal => entry.name.to_string(),
        Role::Damping => format!("hertz + {}", entry.name),
        _ => format!("hertz + tsuji + {}", entry.name),
    });
    let whole = [
        "jkr + tsuji + no-pull + mindlin-rescale + rolling-spring + twisting",
        "linear + viscous + no-pull + cohesion + tangential-spring + rolling-constant + twisting",
    ];
    alone.chain(whole.map(String::from)).map(|names| names.parse().unwrap()).collect()
}

/// One material of a modulus of 1 MPa and its pairing with itself.
fn materials(pairing: Pairing) -> Materials {
    let mut materials = Materials::default();
    let soft = materials.add(Material { young: 1e6, ..Material::default() }).unwrap();
    materials.pair(soft, soft, pairing).unwrap();
    materials
}

/// Writes the coefficients of the pair into every lane.
fn set_coefficients(model: &Model, materials: &Materials, batch: &mut Batch) {
    let mut numbers = Vec::new();
    model.coefficients(materials, &mut numbers);
    for (column, number) in batch.coefficients.iter_mut().zip(numbers) {
        *column = [number; LANES];
    }
}

/// A pairing in which every law does something.
fn busy() -> Pairing {
    Pairing {
        restitution: 0.6,
        friction: 0.4,
        rolling_friction: 0.2,
        twisting_friction: 0.1,
        stiffness: 0.0,
        stiffness_ratio: 0.8,
        cohesion: 0.05,
        surface_energy: 2.0,
    }
}

/// Numbers from -1 to 1 that look random (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as i64 as f64 / i64::MAX as f64
    }

    fn vector(&mut self) -> [f64; 3] {
        [self.next(), self.next(), self.next()]
    }
}

/// Forces set to nothing and the motion chosen at random: balls of about a centimetre, overlaps
/// from -1 % to 2 %, and normals near those of a step before, so that history goes on.
fn shake(batch: &mut Batch, random: &mut Random) {
    for k in 0..LANES {
        let near = [0, 1, 2].map(|axis| batch.normal[axis][k] + 0.3 * random.next());
        let normal = normalized(&near).unwrap_or([1.0, 0.0, 0.0]);
        let velocity = random.vector();
        let along = dot(&velocity, &normal);
        let tangent = [0, 1, 2].map(|axis| velocity[axis] - along * normal[axis]);
        set_lane(&mut batch.normal, k, normal);
        set_lane(&mut batch.tangent_velocity, k, tangent);
        batch.normal_velocity[k] = along;
        for side in 0..2 {
            set_lane(&mut batch.spin[side], k, random.vector().map(|x| 100.0 * x));
            batch.arm[side][k] = 0.01 + 0.005 * random.next();
        }
        batch.overlap[k] = 1e-2 * (0.005 + 0.015 * random.next());
        batch.reduced_radius[k] = 0.005 + 0.002 * random.next();
        batch.reduced_mass[k] = 0.005 + 0.003 * random.next();
    }
    set_twist(batch);
}

/// How fast pairs turn about their normals, from their spins.
fn set_twist(batch: &mut Batch) {
    for k in 0..LANES {
        let both = add(&lane(&batch.spin[0], k), &lane(&batch.spin[1], k));
        batch.twist[k] = 0.5 * dot(&both, &lane(&batch.normal, k));
    }
}

/// A batch about to go through its fourth step, with the history of three.
fn after_some_steps(model: &Model, seed: u64) -> Batch {
    let mut random = Random(seed);
    let mut batch = Batch::new(2e-5);
    set_coefficients(model, &materials(busy()), &mut batch);
    for _ in 0..3 {
        shake(&mut batch, &mut random);
        model.apply(&mut batch);
    }
    shake(&mut batch, &mut random);
    batch
}
