//! Time and colour bar: what is written beside the scene.

use crate::common::{extent, is_drawn, spheres};
use esker_output::{Background, Frame, Map, Picture, render};

fn colored(name: &str) -> Picture {
    Picture { width: 400, height: 300, color: Some(name.to_string()), ..Picture::default() }
}

#[test]
fn the_ends_of_the_bar_have_the_colours_of_the_ends() {
    let frame = spheres(&[([0.0; 3], 1.0), ([2.0, 0.0, 0.0], 1.0)]);
    for map in [Map::Viridis, Map::Inferno, Map::Diverging, Map::Greys] {
        let picture =
            Picture { map: Some(map), background: Background::Transparent, ..colored("x") };
        let image = render(&frame, &[], &picture).unwrap();
        let bar = 400 - 13 * 6;
        let opaque = |share: f64| {
            let [r, g, b] = map.at(share);
            [r, g, b, 255]
        };
        let column: Vec<_> = (0..300).map(|row| image.pixels[row * 400 + bar]).collect();
        assert_eq!(column[75], opaque(1.0), "{map:?}: the top");
        assert_eq!(column[224], opaque(0.0), "{map:?}: the bottom");
        assert_eq!((column[74], column[225]), ([0; 4], [0; 4]), "{map:?}: beyond");
    }
}

#[test]
fn bodies_stay_clear_of_the_bar_and_of_the_time() {
    let frame = spheres(&[([0.0; 3], 1.0), ([9.0, 0.0, 0.0], 1.0), ([0.0, 0.0, 9.0], 1.0)]);
    let bare = Picture { labels: false, ..colored("x") };
    let full = extent(&render(&frame, &[], &bare).unwrap()).unwrap();
    let camera = Some(
        esker_output::Camera::fit(&esker_output::Camera::bounds(&frame, &[]), 3, &colored("x"))
            .unwrap(),
    );
    let beside = extent(&render(&frame, &[], &Picture { camera, ..bare }).unwrap()).unwrap();
    assert!(beside[2] < 400 - 13 * 6 && beside[3] < 300 - 13, "{beside:?}");
    assert!(full[2] - full[0] > beside[2] - beside[0]);
}

#[test]
fn time_is_written_and_changes_with_time() {
    let at = |time: f64| {
        let frame = Frame { time, ..spheres(&[]) };
        render(&frame, &[], &Picture { color: None, ..colored("x") }).unwrap()
    };
    let [left, top, ..] = extent(&at(1.0)).unwrap();
    assert!(left < 10 && top > 280);
    assert_ne!(at(1.0).pixels, at(1.001).pixels);
    assert_ne!(at(f64::NAN).pixels, at(1.0).pixels);
}

#[test]
fn materials_are_listed_by_name() {
    let materials = vec!["glass".to_string(), "steel".to_string(), "unused".to_string()];
    let two = spheres(&[([0.0; 3], 1.0), ([2.0, 0.0, 0.0], 1.0)]);
    let frame = Frame { materials, material: vec![0, 1], ..two };
    let image = render(&frame, &[], &colored("material")).unwrap();
    let bar = 400 - 13 * 6;
    let swatches = [0, 1].map(|kind| Map::Categorical.kind(kind));
    for (kind, swatch) in swatches.iter().enumerate() {
        let [r, g, b] = *swatch;
        assert_eq!(image.pixels[(75 + kind * 33 / 2) * 400 + bar], [r, g, b, 255]);
    }
    let third = (75 + 33) * 400 + bar;
    assert!(!is_drawn(&image.pixels[third]), "a material without bodies is not in the list");
}
