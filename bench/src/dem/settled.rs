//! Larger beds: in boxes as those of the files, settled here once and kept beside this program.
//!
//! ```text
//!   ┌──────────┐    ╎          ╎    spheres anywhere in a cube, which they fill to 0.60, pushed apart;
//!   │ ○ ○○  ○○ │    ╎○  ○ ○  ○ ╎    in a box 1.15 times as high they fall until they move fastest, are stopped,
//!   │○  ○ ○○  ○│ -> │ ○○ ○○○ ○○│    fall on, and so on: whenever they are fastest they are about where forces
//!   │ ○○ ○○  ○ │    │○ ○○ ○ ○○ │    balance, and after a dozen stops they rest
//!   └──────────┘    └──────────┘
//! ```
//!
//! The boxes of the files are those of this recipe to a part in a thousand; how they were settled is not known. A bed of
//! 100 000 made so has 5.7 contacts a sphere after 100 steps, that of the file 6.0. (Stopping at the peaks of the
//! kinetic energy is Cundall's dynamic relaxation.)

use super::case::world;
use super::data::Filling;
use super::scenes::{Scene, Sphere};
use super::words;
use crate::report;
use esker_broad::Threads;
use esker_packing::{Random, relaxed_in_box};
use esker_physics::{World, volume};
use flate2::{Compression, write::GzEncoder};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// The share of the cube that spheres fill,
const FILLED: f64 = 0.60;
/// and the height of the box, in sides of the cube.
const HEIGHT: f64 = 1.15;
/// The deepest overlap at the start, in smaller radii.
const DEPTH: f64 = 0.05;
/// So many steps are made between two looks,
const STEPS: u64 = 50;
/// and at most so many looks are taken,
const LOOKS: u64 = 200;
/// until bodies at their fastest have this speed (m/s, root mean square), as in the files.
const CALM: f64 = 0.02;
const SEED: u64 = 7;

/// Where the settled bed of a scene is kept.
pub fn kept(scene: &Scene) -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(words)?;
    Ok(program.with_file_name("beds").join(format!("{}.raw.gz", scene.name)))
}

/// Makes and settles the bed of a scene that has no file, unless it is kept.
pub fn prepare(scene: &Scene) -> Result<(), String> {
    let Some(count) = scene.made else { return Ok(()) };
    let path = kept(scene)?;
    if path.exists() {
        return Ok(());
    }
    report::note(&format!("{}: it settles; the first time only, minutes", scene.name));
    let filling = settle(scene, &pushed_apart(count))?;
    let write = || {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        // Under its own name once it is whole.
        let begun = path.with_extension("begun");
        let mut file = GzEncoder::new(BufWriter::new(File::create(&begun)?), Compression::fast());
        filling.write_raw(&mut file)?;
        file.finish()?.flush()?;
        fs::rename(begun, &path)
    };
    write().map_err(|error| format!("{}: {error}", path.display()))
}

/// So many spheres in no order, as they are before they fall, and the box they fall in.
fn pushed_apart(count: usize) -> Filling {
    let mut random = Random::new(SEED);
    let radii: Vec<f64> = (0..count).map(|_| random.between(0.215, 0.225)).collect();
    let side = (radii.iter().map(|&radius| volume::<3>(radius)).sum::<f64>() / FILLED).cbrt();
    let (packing, _) = relaxed_in_box(radii, &[side; 3], DEPTH, SEED);
    let spheres = packing.centers.into_iter().zip(packing.radii);
    let at_rest = |(center, radius)| Sphere { center, radius, velocity: [0.0; 3] };
    Filling { lengths: [side, side, HEIGHT * side], spheres: spheres.map(at_rest).collect() }
}

/// The spheres in the same order, once they rest.
fn settle(scene: &Scene, filling: &Filling) -> Result<Filling, String> {
    let mut world = world(scene, filling.lengths)?;
    filling.spheres.iter().try_for_each(|sphere| sphere.add_to(&mut world))?;
    // One for each core.
    world.threads = Threads::new(0).map_err(words)?;
    come_to_rest(&mut world)?;
    let bodies = &world.bodies;
    let mut places: Vec<usize> = (0..bodies.len()).collect();
    places.sort_unstable_by_key(|&place| bodies.id[place]);
    let spheres = places.into_iter().map(|place| Sphere {
        center: bodies.position[place],
        radius: bodies.radius[place],
        velocity: bodies.velocity[place],
    });
    Ok(Filling { lengths: filling.lengths, spheres: spheres.collect() })
}

/// Steps until bodies are calm at their fastest, and stops them whenever they are not.
fn come_to_rest(world: &mut World<3>) -> Result<(), String> {
    let mut fastest = 0.0;
    for _ in 0..LOOKS {
        world.run(STEPS).map_err(words)?;
        let bodies = &mut world.bodies;
        let squares = bodies.velocity.as_flattened().iter().map(|v| v * v);
        let speed = (squares.sum::<f64>() / bodies.len() as f64).sqrt();
        if speed >= fastest {
            fastest = speed;
        } else if fastest < CALM {
            return Ok(());
        } else {
            bodies.velocity.fill([0.0; 3]);
            bodies.spin.fill([0.0; 3]);
            fastest = 0.0;
        }
    }
    Err(format!("the bed is not at rest after {} steps: {fastest} m/s", LOOKS * STEPS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dem::scenes::find;

    #[test]
    fn a_bed_that_does_not_rest_is_refused() {
        let filling = pushed_apart(50);
        let scene = Scene { time_step: 1e-7, ..*find("sbed500k").unwrap() };
        let refused = settle(&scene, &filling).err().unwrap();
        assert!(refused.starts_with("the bed is not at rest after 10000 steps"), "{refused}");
    }

    /// The box of 20 000 in the file has these lengths.
    #[test]
    fn the_box_is_that_of_the_files() {
        let filling = pushed_apart(20_000);
        assert_eq!(filling.spheres.len(), 20_000);
        for (length, file) in filling.lengths.into_iter().zip([11.41619, 11.41619, 13.12862]) {
            assert!((length / file - 1.0).abs() < 1e-3, "{length} {file}");
        }
    }

    #[test]
    fn a_bed_comes_to_rest_in_the_order_it_began() {
        const COUNT: usize = 5000;
        let begun = pushed_apart(COUNT);
        let settled = settle(find("sbed500k").unwrap(), &begun).unwrap();
        let speed = |sphere: &Sphere| sphere.velocity.iter().map(|v| v * v).sum::<f64>();
        let squares: f64 = settled.spheres.iter().map(speed).sum();
        assert!((squares / COUNT as f64).sqrt() < CALM);
        let height = |filling: &Filling| -> f64 {
            filling.spheres.iter().map(|sphere| sphere.center[2]).sum::<f64>() / COUNT as f64
        };
        assert!(height(&settled) < height(&begun));
        let radii = |filling: &Filling| -> Vec<f64> {
            filling.spheres.iter().map(|sphere| sphere.radius).collect()
        };
        assert_eq!(radii(&settled), radii(&begun));
    }
}
