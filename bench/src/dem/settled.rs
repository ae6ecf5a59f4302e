//! Larger beds: copies of a bed side by side, settled here once and kept beside this program.
//!
//! ```text
//!   │ bed ┃ bed ┃ bed │    at ┃ what leaned on a wall leans on the neighbour or on nothing
//!   stop, 150 steps, stop, 150 steps, ...   twenty times: after 1000 more it is as calm as the bed itself
//! ```
//!
//! Without that, bodies are seven times as fast as in the bed itself after 600 steps and twice as fast after 2000, and
//! what is compared is not the number of bodies.

use super::case::world;
use super::data::Filling;
use super::scenes::{Scene, Sphere};
use super::words;
use crate::report;
use esker_broad::Threads;
use flate2::{Compression, write::GzEncoder};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// How often all bodies are stopped,
const STOPS: u64 = 20;
/// and for how many steps they then go their way.
const STEPS: u64 = 150;

/// Where the settled bed of a scene is kept.
pub fn kept(scene: &Scene) -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(words)?;
    Ok(program.with_file_name("scenes").join(format!("{}.raw.gz", scene.name)))
}

/// Settles the bed of a scene of copies, unless it is kept.
pub fn prepare(scene: &Scene, folder: &Path) -> Result<(), String> {
    let path = kept(scene)?;
    if !scene.is_copied() || path.exists() {
        return Ok(());
    }
    let filling = settle(scene, folder)?;
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

/// The spheres of a scene in the order of its file, once they rest.
fn settle(scene: &Scene, folder: &Path) -> Result<Filling, String> {
    let copies = scene.open_copies(folder)?;
    let lengths = copies.lengths;
    let mut world = world(scene, copies)?;
    // One for each core.
    world.threads = Threads::new(0).map_err(words)?;
    report::note(&format!(
        "{}: its copies settle; the first time only, a minute or two",
        scene.name
    ));
    for _ in 0..STOPS {
        world.bodies.velocity.fill([0.0; 3]);
        world.bodies.spin.fill([0.0; 3]);
        world.run(STEPS).map_err(words)?;
    }
    let bodies = &world.bodies;
    let mut places: Vec<usize> = (0..bodies.len()).collect();
    places.sort_unstable_by_key(|&place| bodies.id[place]);
    let spheres = places.into_iter().map(|place| Sphere {
        center: bodies.position[place],
        radius: bodies.radius[place],
        velocity: bodies.velocity[place],
    });
    Ok(Filling { lengths, spheres: spheres.collect() })
}
