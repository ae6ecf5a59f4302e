//! Golden images: the same scene gives the same pixels on every machine.
//!
//! Each is a small PNG in `tests/pictures/golden/`. If a picture is meant to look different from
//! now on, run the tests with `ESKER_NEW_GOLDEN=1`, look at the new images, and commit them.

use crate::common::{front, open_box, spheres};
use esker_output::{
    Background, Cut, Frame, Image, Map, Picture, Projection, View, WallFacets, render,
};
use std::fs;
use std::path::PathBuf;

/// A bed of spheres of several sizes, in a box.
fn bed() -> (Frame, [WallFacets; 1]) {
    let mut bodies = Vec::new();
    for place in 0..125 {
        let [x, y, z] = [place % 5, place / 5 % 5, place / 25].map(f64::from);
        if x + y + z < 8.0 {
            bodies.push(([x + 0.1 * z, y + 0.07 * x, 0.9 * z], 0.35 + 0.03 * f64::from(place % 6)));
        }
    }
    let frame =
        Frame { material: (0..bodies.len() as u16).map(|b| b % 3).collect(), ..spheres(&bodies) };
    (frame, [open_box([-0.6; 3], [5.0, 5.0, 5.0])])
}

fn small() -> Picture {
    Picture { width: 96, height: 72, labels: false, ..Picture::default() }
}

fn golden(name: &str, image: &Image) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/golden/{name}.png"));
    if std::env::var_os("ESKER_NEW_GOLDEN").is_some() {
        esker_output::write_png(&path, image).unwrap();
    }
    let file = fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut expected = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut expected).unwrap();
    let channels = info.color_type.samples();
    let found: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel[..channels].to_vec()).collect();
    let pairs = found.chunks_exact(channels).zip(expected.chunks_exact(channels));
    let different = pairs.clone().filter(|(found, expected)| found != expected).count();
    let first = pairs.clone().position(|(found, expected)| found != expected).unwrap_or(0);
    assert!(
        found.len() == expected.len() && different == 0,
        "{name}: {different} of {} pixels differ from the golden image, the first at column {}, \
         row {}; if that is meant, see the head of golden.rs",
        image.pixels.len(),
        first % image.width,
        first / image.width,
    );
}

#[test]
fn a_bed_in_a_box() {
    let (frame, walls) = bed();
    let picture = Picture { color: Some("z".to_string()), ..small() };
    golden("bed", &render(&frame, &walls, &picture).unwrap());
}

#[test]
fn a_cut_bed_on_black() {
    let (frame, walls) = bed();
    let cut = Some(Cut { point: [0.0, 1.5, 0.0], normal: [0.0, -1.0, 0.0] });
    let (color, background) = (Some("material".to_string()), Background::Black);
    let picture = Picture { cut, color, background, view: View::Right, ..small() };
    golden("cut", &render(&frame, &walls, &picture).unwrap());
}

#[test]
fn a_bed_in_parallel_on_nothing() {
    let (frame, walls) = bed();
    let (projection, background) = (Projection::Parallel, Background::Transparent);
    let picture = Picture { projection, background, samples: 3, ..small() };
    golden("parallel", &render(&frame, &walls, &picture).unwrap());
}

#[test]
fn discs_in_the_plane() {
    let two = spheres(&[([0.0; 3], 1.0), ([1.9, 0.3, 0.0], 1.0)]);
    let rotation = vec![[1.0, 0.0, 0.0, 0.0], [0.6, 0.0, 0.0, 0.8]];
    let discs = Frame { dimension: 2, rotation, ..two };
    let floor = WallFacets {
        name: "floor".to_string(),
        vertices: vec![[-1.0, -1.0, 0.0], [3.0, -1.0, 0.0]],
        triangles: vec![[0, 1, 1]],
    };
    let (color, map) = (Some("x".to_string()), Some(Map::Diverging));
    golden("discs", &render(&discs, &[floor], &Picture { color, map, ..small() }).unwrap());
}

#[test]
fn text_and_a_bar() {
    let frame = Frame { time: 1.25, ..spheres(&[([0.0; 3], 1.0), ([3e-5, 0.0, 0.0], 1.0)]) };
    let picture = Picture { color: Some("x".to_string()), labels: true, ..front(400, 300) };
    golden("legend", &render(&frame, &[], &picture).unwrap());
}
