//! Input that is none: nothing here may panic, and errors say what to do.

use crate::common::{extent, front, open_box, spheres};
use esker_output::{Background, Cut, Frame, Map, Picture, Projection, View, WallFacets, render};

const WILD: [f64; 10] =
    [0.0, -0.0, 1.0, -3.5, 1e-300, 1e29, -1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

#[test]
fn nobody_and_nothing_make_an_empty_picture() {
    for dimension in [0, 2, 3] {
        let frame = Frame { dimension, ..Frame::default() };
        let image = render(&frame, &[], &front(40, 30)).unwrap();
        assert_eq!((extent(&image), image.skipped), (None, 0));
        let empty = render(&frame, &[WallFacets::default()], &Picture::default()).unwrap();
        assert_eq!(empty.pixels.len(), 960 * 720);
    }
}

#[test]
fn bodies_without_a_place_are_counted() {
    let nan = f64::NAN;
    let bodies = [([nan, 0.0, 0.0], 1.0), ([0.0; 3], 1.0), ([0.0; 3], nan), ([0.0; 3], -1.0)];
    let image = render(&spheres(&bodies), &[], &front(40, 30)).unwrap();
    assert_eq!(image.skipped, 3);
    let alone = render(&spheres(&bodies[1..2]), &[], &front(40, 30)).unwrap();
    assert_eq!(image.pixels, alone.pixels);
}

#[test]
fn dust_is_seen() {
    for bodies in [&[([0.0; 3], 0.0)][..], &[([0.0; 3], 0.0), ([5.0; 3], 1.0), ([9.0; 3], 1e-9)]] {
        let image = render(&spheres(bodies), &[], &front(80, 60)).unwrap();
        let [left, top, ..] = extent(&image).unwrap();
        assert!(left < 79 && top < 59);
    }
    let one = render(&spheres(&[([0.0; 3], 0.0)]), &[], &front(80, 60)).unwrap();
    let [left, top, right, bottom] = extent(&one).unwrap();
    assert!((1..=3).contains(&(right - left)) && (1..=3).contains(&(bottom - top)));
}

#[test]
fn every_size_is_drawn() {
    let frame = spheres(&[([0.0; 3], 1.0), ([1.0, 0.0, 1.5], 0.8)]);
    for (width, height) in [(1, 1), (1, 200), (300, 1), (2, 3), (8192, 1), (1, 8192), (400, 300)] {
        for color in [None, Some("z".to_string())] {
            let picture = Picture { width, height, color, ..Picture::default() };
            let image = render(&frame, &[open_box([-2.0; 3], [2.0; 3])], &picture).unwrap();
            assert_eq!(image.pixels.len(), width * height);
        }
    }
}

#[test]
fn wild_numbers_do_not_panic() {
    let wild = || WILD.into_iter();
    let bodies: Vec<_> = wild()
        .flat_map(|x| wild().map(move |y| ([x, y, 1.0], x)))
        .chain([([0.0; 3], 1.0)])
        .collect();
    let frame = Frame { velocity: bodies.iter().map(|body| body.0).collect(), ..spheres(&bodies) };
    let vertices: Vec<_> = wild().flat_map(|x| wild().map(move |y| [x, y, 0.5])).collect();
    let triangles = (0..120).map(|a| [a, (a * 7) % 101, (a * 31) % 110]).collect();
    let walls = [WallFacets { name: "w".to_string(), vertices, triangles }];
    for projection in [Projection::Parallel, Projection::Perspective] {
        for color in ["vx", "speed", "radius", "id"] {
            for map in [Map::Viridis, Map::Diverging, Map::Categorical] {
                let (color, map) = (Some(color.to_string()), Some(map));
                let picture = Picture { width: 420, height: 310, ..Picture::default() };
                let picture = Picture { projection, color, map, samples: 1, ..picture };
                assert!(render(&frame, &walls, &picture).is_ok());
            }
        }
    }
}

#[test]
fn an_eye_among_the_bodies_sees_those_before_it() {
    let mut bodies = Vec::new();
    for place in 0..1000 {
        let at = [place % 10, place / 10 % 10, place / 100].map(f64::from);
        bodies.push((at, 0.45));
    }
    let view = View::Points { from: [4.5, 4.5, 4.5], to: [9.0, 4.0, 4.0] };
    let picture = Picture { view, ..front(80, 60) };
    let picture = Picture { projection: Projection::Perspective, ..picture };
    let walls = [open_box([-1.0; 3], [10.0; 3])];
    let image = render(&spheres(&bodies), &walls, &picture).unwrap();
    assert_eq!(extent(&image), Some([0, 0, 79, 59]));
}

#[test]
fn columns_shorter_than_the_bodies_do_not_panic() {
    let mut frame = spheres(&[([0.0; 3], 1.0), ([2.0, 0.0, 0.0], 1.0)]);
    frame.radius.pop();
    frame.rotation = vec![[1.0, 0.0, 0.0, 0.0]];
    for dimension in [2, 3] {
        frame.dimension = dimension;
        assert!(render(&frame, &[], &front(40, 30)).is_ok());
    }
    frame.id.clear();
    assert!(render(&frame, &[], &front(40, 30)).is_ok());
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let frame = spheres(&[([0.0; 3], 1.0)]);
    let message = |picture: Picture| render(&frame, &[], &picture).unwrap_err().to_string();
    let plain = Picture::default;
    assert_eq!(
        message(Picture { width: 0, ..plain() }),
        "a picture of 0 x 720 pixels; expected 1 to 8192 each way"
    );
    assert_eq!(
        message(Picture { samples: 9, ..plain() }),
        "9 samples each way in a pixel; expected 1 to 4"
    );
    assert_eq!(
        message(Picture { range: Some([2.0, 2.0]), ..plain() }),
        "colours from 2 to 2; expected a finite range that rises"
    );
    assert_eq!("black".parse(), Ok(Background::Black));
    assert_eq!("parallel".parse(), Ok(Projection::Parallel));
    assert_eq!(
        "transparant".parse::<Background>().unwrap_err().to_string(),
        "unknown background 'transparant'; did you mean 'transparent'? (known: white, black, \
         transparent)"
    );
    let unknown = message(Picture { color: Some("sped".to_string()), ..plain() });
    assert!(unknown.starts_with("unknown column 'sped'; did you mean 'speed'? (known: id, x"));
    assert_eq!(
        message(Picture { color: Some("speed".to_string()), ..plain() }),
        "the frame has no 'speed': colour by another column"
    );
    assert_eq!(
        message(Picture { view: View::Points { from: [1.0; 3], to: [1.0; 3] }, ..plain() }),
        "from and to must be two points: the view has no direction"
    );
    assert_eq!(
        message(Picture { cut: Some(Cut { point: [0.0; 3], normal: [0.0; 3] }), ..plain() }),
        "the cut needs a finite point and a normal with a direction"
    );
}

#[test]
fn a_transparent_background_is_transparent_and_a_black_one_black() {
    let frame = spheres(&[([0.0; 3], 1.0)]);
    for (background, corner) in
        [(Background::Transparent, [0; 4]), (Background::Black, [0, 0, 0, 255])]
    {
        let image = render(&frame, &[], &Picture { background, ..front(40, 40) }).unwrap();
        assert_eq!(image.pixels[0], corner);
        assert_eq!(image.pixels[20 * 40 + 20][3], 255);
    }
}
