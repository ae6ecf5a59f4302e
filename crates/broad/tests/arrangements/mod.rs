//! The arrangements of the contract: ordinary ones and every degenerate one.

use esker_packing::{Packings, Random, Recipe};

/// A named set of objects.
#[derive(Default)]
pub struct Arrangement<const D: usize> {
    pub name: String,
    pub centers: Vec<[f64; D]>,
    pub radii: Vec<f64>,
    pub owners: Option<Vec<u32>>,
    pub fixed: Option<Vec<bool>>,
}

impl<const D: usize> Arrangement<D> {
    fn new(name: &str, centers: Vec<[f64; D]>, radii: Vec<f64>) -> Self {
        Self { name: name.to_string(), centers, radii, owners: None, fixed: None }
    }

    fn equal(name: &str, centers: Vec<[f64; D]>, radius: f64) -> Self {
        let radii = vec![radius; centers.len()];
        Self::new(name, centers, radii)
    }
}

fn on_axis<const D: usize>(axis: usize, x: f64) -> [f64; D] {
    std::array::from_fn(|other| if other == axis { x } else { 0.0 })
}

/// All arrangements, each small enough for the oracle.
pub fn arrangements<const D: usize>() -> Vec<Arrangement<D>> {
    let mut sets = packings();
    sets.extend(degenerate());
    sets.extend(far_away());
    sets.extend(many_sizes());
    sets.extend(owned_and_fixed());
    sets
}

fn packings<const D: usize>() -> Vec<Arrangement<D>> {
    let mut sets = Vec::new();
    for entry in Packings::<D>::ALL {
        for spacing in [1.0, 1.5, 200.0] {
            let lattice = ["B", "C", "D"].contains(&entry.name);
            if lattice || spacing == 1.0 {
                let packing = (entry.build)(&Recipe { count: 350, spacing, ..Recipe::default() });
                let name = format!("packing {} at {spacing}", entry.name);
                sets.push(Arrangement::new(&name, packing.centers, packing.radii));
            }
        }
    }
    sets
}

fn degenerate<const D: usize>() -> Vec<Arrangement<D>> {
    let mut random = Random::new(2);
    let lattice = |step: f64, side: usize| -> Vec<[f64; D]> {
        let site = |index: usize| {
            std::array::from_fn(|axis| step * (index / side.pow(axis as u32) % side) as f64)
        };
        (0..side.pow(D as u32)).map(site).collect()
    };
    let one_cell = (0..120).map(|_| random.place(0.5)).collect();
    let line = |axis: usize| (0..200).map(|i| on_axis(axis, 0.7 * i as f64)).collect();
    let diagonal = (0..200).map(|i| [0.6 * i as f64; D]).collect();
    let mut sets = vec![
        Arrangement::equal("nothing", vec![], 1.0),
        Arrangement::equal("one", vec![[3.0; D]], 1.0),
        Arrangement::equal("one of radius zero", vec![[3.0; D]], 0.0),
        Arrangement::equal("two apart", vec![[0.0; D], [9.0; D]], 1.0),
        Arrangement::equal("two that touch", vec![[0.0; D], on_axis(0, 2.0)], 1.0),
        Arrangement::equal("all coincident", vec![[1.5; D]; 60], 0.5),
        Arrangement::equal("all coincident, radius zero", vec![[1.5; D]; 60], 0.0),
        Arrangement::equal("radius zero", (0..200).map(|_| random.place(5.0)).collect(), 0.0),
        Arrangement::equal(
            "radius zero on a lattice, twice",
            [lattice(1.0, 4), lattice(1.0, 4)].concat(),
            0.0,
        ),
        Arrangement::equal("all in one cell", one_cell, 1.0),
        Arrangement::equal("on cell faces", lattice(1.0, 6), 0.5),
        Arrangement::equal("on half cell faces", lattice(0.5, 6), 0.5),
        Arrangement::equal("a tenth apart, rounding", lattice(0.1, 6), 0.05),
        Arrangement::equal("negative zero", vec![[-0.0; D], [0.0; D]], 0.0),
        Arrangement::equal("tiny numbers", lattice(1e-160, 4), 0.5e-160),
        Arrangement::equal("large numbers", lattice(1e140, 4), 0.5e140),
        Arrangement::equal("diagonal line", diagonal, 0.5),
    ];
    sets.extend(
        (0..D).map(|axis| Arrangement::equal(&format!("line along axis {axis}"), line(axis), 0.5)),
    );
    sets
}

fn far_away<const D: usize>() -> Vec<Arrangement<D>> {
    let mut random = Random::new(3);
    let mut sets = Vec::new();
    for offset in [1e9, -1e9] {
        let centers = (0..250).map(|_| random.place(8.0).map(|x: f64| x + offset)).collect();
        sets.push(Arrangement::equal(&format!("near {offset:e}"), centers, 0.6));
    }
    let clusters =
        (0..250).map(|i| random.place(3.0).map(|x: f64| x + 1e9 * (i % 3) as f64)).collect();
    sets.push(Arrangement::equal("three clusters 1e9 apart", clusters, 0.4));
    let mut strays: Vec<[f64; D]> = (0..200).map(|_| random.place(7.0)).collect();
    strays.extend((0..2 * D).map(|i| on_axis(i / 2, if i % 2 == 0 { 1e8 } else { -1e8 })));
    strays.push(on_axis(0, 1e8 + 0.5));
    sets.push(Arrangement::equal("strays that left the domain", strays, 0.5));
    sets
}

fn many_sizes<const D: usize>() -> Vec<Arrangement<D>> {
    let mut random = Random::new(4);
    let dust: Vec<[f64; D]> = (0..300).map(|_| random.place(10.0)).collect();
    let mut radii = vec![0.05; 300];
    radii[17] = 4.0;
    let giant = Arrangement::new("a giant in dust", dust.clone(), radii.clone());
    radii[17] = 1e6;
    let planet = Arrangement::new("a planet over dust", dust.clone(), radii.clone());
    radii.iter_mut().step_by(2).for_each(|radius| *radius = 0.0);
    radii[17] = 3.0;
    let points = Arrangement::new("points, dust and a giant", dust.clone(), radii);
    let radii = (0..300).map(|_| random.log_between(1e-6, 1.0)).collect();
    let wide = Arrangement::new("six decades of sizes", dust.clone(), radii);
    let steps = (0..300).map(|i| 0.7 / f64::from(1u32 << (i % 8))).collect();
    vec![giant, planet, points, wide, Arrangement::new("sizes that are powers of two", dust, steps)]
}

fn owned_and_fixed<const D: usize>() -> Vec<Arrangement<D>> {
    let mut random = Random::new(6);
    let centers: Vec<[f64; D]> = (0..300).map(|_| random.place(6.0)).collect();
    let owners: Vec<u32> = (0..300).map(|i| if i % 4 == 0 { u32::MAX } else { i / 10 }).collect();
    let fixed: Vec<bool> = (0..300).map(|i| i < 100).collect();
    let set = |name: &str, owners: Option<Vec<u32>>, fixed: Option<Vec<bool>>| Arrangement {
        owners,
        fixed,
        ..Arrangement::equal(name, centers.clone(), 0.5)
    };
    vec![
        set("clusters", Some(owners.clone()), None),
        set("walls", None, Some(fixed.clone())),
        set("clusters and walls", Some(owners), Some(fixed)),
        set("all of one owner", Some(vec![1; 300]), None),
        set("all fixed", None, Some(vec![true; 300])),
    ]
}
