//! Writes a file of every format into a folder, for programs of others to open.
//!
//! `cargo run -p esker-output --example sample_files -- FOLDER [BODIES]`: a box of balls that fall,
//! three frames with walls and contacts. With a number
//! of bodies it tells how long a frame of so many takes to write instead.

use esker_output::*;
use esker_physics::{Body, Material, Motion, World};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

const PARTS: [&str; 3] = ["bodies", "walls", "contacts"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let folder = Path::new(arguments.get(1).ok_or("usage: sample_files FOLDER [BODIES]")?);
    std::fs::create_dir_all(folder)?;
    match arguments.get(2) {
        Some(bodies) => measure(folder, bodies.parse()?),
        None => write_samples(folder),
    }
}

/// Three frames of a small run.
fn write_samples(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut world = balls()?;
    let options = WriteOptions::default();
    let mut list = Vec::new();
    for number in 0..3 {
        world.run(2)?;
        let frame = Frame::of(&world);
        for format in FORMATS {
            let path = folder.join(format!("bodies_{number}.{}", format.ending));
            write_frame(&path, format, &frame, &options)?;
        }
        write_walls(&folder.join(format!("walls_{number}.vtp")), world.time, &walls(), &options)?;
        let network = ContactNetwork::of(&world)?;
        write_contacts(&folder.join(format!("contacts_{number}.vtp")), &network, &options)?;
        for (part, name) in PARTS.into_iter().enumerate() {
            let file = format!("{name}_{number}.vtp");
            list.push(DataSet { time: world.time, part, name: name.into(), file });
        }
    }
    // ParaView and PyVista show several parts at once; OVITO takes them for frames.
    write_pvd(&folder.join("parts.pvd"), &list)?;
    for (part, list_name) in ["run", "walls", "contacts"].into_iter().enumerate() {
        let one_part: Vec<_> = list.iter().filter(|one| one.part == part).cloned().collect();
        write_pvd(&folder.join(format!("{list_name}.pvd")), &one_part)?;
    }
    write(&folder.join("view.py"), view_script())?;
    Ok(())
}

/// A layer of fixed balls and one above it that presses on it, of two materials.
fn balls() -> Result<World<3>, Box<dyn Error>> {
    let mut world = World::default();
    let glass = world.materials.add(Material { name: "glass".into(), ..Material::default() })?;
    let steel =
        world.materials.add(Material { name: "blue steel".into(), ..Material::default() })?;
    world.periodic[0] = Some([0.0, 0.8]);
    world.gravity = [0.0, 0.0, -9.81];
    for index in 0..16 {
        let [x, y] = [f64::from(index % 4), f64::from(index / 4)].map(|i| 0.1 + 0.2 * i);
        let below = Body { motion: Motion::Fixed, ..Body::new([x, y, 0.1], 0.1) };
        world.add(&below)?;
        let above = Body::new([x, y, 0.28], 0.09);
        let velocity = [0.01, 0.0, -0.1];
        let material = if index % 2 == 0 { glass } else { steel };
        world.add(&Body { material, velocity, spin: [0.0, 0.5, 1.0], ..above })?;
    }
    Ok(world)
}

fn walls() -> Vec<WallFacets> {
    let corners = [[0.0, 0.0, 0.0], [0.8, 0.0, 0.0], [0.8, 0.8, 0.0], [0.0, 0.8, 0.0]];
    let triangles = vec![[0, 1, 2], [0, 2, 3]];
    let side = corners.map(|[x, y, _]| [0.0, x, y]);
    vec![
        WallFacets {
            name: "floor".into(),
            vertices: corners.to_vec(),
            triangles: triangles.clone(),
        },
        WallFacets { name: "side & back".into(), vertices: side.to_vec(), triangles },
    ]
}

/// Tells how long every format takes for one frame; the best of nine.
fn measure(folder: &Path, bodies: u32) -> Result<(), Box<dyn Error>> {
    let vectors =
        |scale: f64| (0..bodies).map(move |i| [1.0, 0.1, 0.01].map(|x| x * scale * f64::from(i)));
    let frame = Frame {
        dimension: 3,
        materials: vec!["glass".into()],
        id: (0..bodies).collect(),
        position: vectors(1.1).collect(),
        radius: vec![0.001; bodies as usize],
        mass: vec![1e-6; bodies as usize],
        velocity: vectors(0.3).collect(),
        spin: vectors(0.7).collect(),
        force: vectors(1e-5).collect(),
        torque: vectors(1e-7).collect(),
        material: vec![0; bodies as usize],
        ..Frame::default()
    };
    let milliseconds = |start: Instant| 1e3 * start.elapsed().as_secs_f64();
    for format in FORMATS {
        let path = folder.join(format!("many.{}", format.ending));
        let (mut encoding, mut writing) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..9 {
            let start = Instant::now();
            (format.write)(&frame, &WriteOptions::default())?;
            encoding = encoding.min(milliseconds(start));
            let start = Instant::now();
            write_frame(&path, format, &frame, &WriteOptions::default())?;
            writing = writing.min(milliseconds(start));
        }
        let start = Instant::now();
        assert_eq!(read_frame(&path)?.len(), frame.len());
        let (reading, size) = (milliseconds(start), std::fs::metadata(&path)?.len());
        println!(
            "{}: {writing:.1} ms to write, of which {encoding:.1} ms to encode; {reading:.1} ms to \
             read; {size} bytes",
            format.name
        );
    }
    Ok(())
}
