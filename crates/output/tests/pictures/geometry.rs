//! What is where: discs, depth, cuts, cameras, walls.

use crate::common::{extent, front, is_drawn, open_box, spheres};
use esker_geom::Aabb;
use esker_output::{Camera, Cut, Frame, Map, Picture, Projection, View, render};

fn pixel(picture: &Picture, frame: &Frame, [column, row]: [usize; 2]) -> [u8; 4] {
    render(frame, &[], picture).unwrap().pixels[row * picture.width + column]
}

/// A camera that shows x and z from -5 to 5 on 100 x 100 pixels, but for the margins of 3 %.
fn ten_metres(picture: &Picture) -> Option<Camera> {
    let bounds = Aabb { low: [-4.7, 0.0, -4.7], high: [4.7, 0.0, 4.7] };
    Some(Camera::fit(&bounds, 3, picture).unwrap())
}

#[test]
fn a_sphere_covers_the_pixels_of_its_disc() {
    let mut picture = front(100, 100);
    picture.camera = ten_metres(&picture);
    picture.samples = 1;
    let image = render(&spheres(&[([1.0, 7.0, -2.0], 2.5)]), &[], &picture).unwrap();
    for row in 0..100 {
        for column in 0..100 {
            let (x, z) = (column as f64 + 0.5 - 60.0, 70.0 - row as f64 - 0.5);
            let inside = x * x + z * z <= 25.0 * 25.0;
            assert_eq!(is_drawn(&image.pixels[row * 100 + column]), inside, "{column}, {row}");
        }
    }
}

#[test]
fn in_perspective_a_sphere_is_seen_up_to_its_tangents() {
    // The eye 10 m before a sphere of 6 m: its outline is at 6 / sqrt(10² - 6²) of the distance.
    let (from, to) = ([0.0, -10.0, 0.0], [0.0; 3]);
    let view = View::Points { from, to };
    let picture =
        Picture { view, projection: Projection::Perspective, samples: 1, ..front(200, 200) };
    let bounds = Aabb { low: [-9.4, 0.0, -9.4], high: [9.4, 0.0, 9.4] };
    let camera = Some(Camera::fit(&bounds, 3, &picture).unwrap());
    let image = render(&spheres(&[([0.0; 3], 6.0)]), &[], &Picture { camera, ..picture }).unwrap();
    // 10 pixels a metre at the target: 75 pixels about the middle at 100.
    assert_eq!(extent(&image), Some([25, 25, 174, 174]));
}

#[test]
fn the_nearer_sphere_hides_the_farther() {
    let bodies = [([0.0, 0.0, 0.0], 1.0), ([0.0, 3.0, 0.0], 1.0)];
    let (near, far) = (Map::Greys.at(0.0), Map::Greys.at(1.0));
    assert!(near[0] < far[0]);
    let color = |view| {
        let (color, map) = (Some("id".to_string()), Some(Map::Greys));
        pixel(&Picture { view, color, map, ..front(60, 60) }, &spheres(&bodies), [30, 30])[0]
    };
    assert!(color(View::Front) < 60, "the dark one is nearer in front");
    assert!(color(View::Back) > 120, "and the light one from behind");
}

#[test]
fn a_cut_removes_bodies_by_their_centres_and_walls_by_their_points() {
    let frame = spheres(&[([-2.0, 0.0, 0.0], 1.0), ([2.0, 0.0, 0.0], 1.0)]);
    let mut picture = front(100, 100);
    picture.camera = ten_metres(&picture);
    picture.cut = Some(Cut { point: [2.0; 3], normal: [3.0, 0.0, 0.0] });
    assert_eq!(extent(&render(&frame, &[], &picture).unwrap()), Some([20, 40, 79, 59]));
    picture.cut = Some(Cut { point: [1.9; 3], normal: [3.0, 0.0, 0.0] });
    assert_eq!(extent(&render(&frame, &[], &picture).unwrap()), Some([20, 40, 39, 59]));
    let walls = [open_box([-4.0; 3], [4.0; 3])];
    let nobody = spheres(&[]);
    picture.cut = Some(Cut { point: [1.0; 3], normal: [0.1, 0.0, 0.0] });
    let [left, top, right, bottom] = extent(&render(&nobody, &walls, &picture).unwrap()).unwrap();
    // The lines reach a pixel beyond.
    assert!((9..=10).contains(&left) && (60..=61).contains(&right), "{left} {right}");
    assert!((9..=10).contains(&top) && (89..=90).contains(&bottom), "{top} {bottom}");
    picture.walls = false;
    assert_eq!(extent(&render(&nobody, &walls, &picture).unwrap()), None);
}

#[test]
fn a_fitted_camera_holds_every_body_and_fills_the_picture() {
    let bodies = [([9.0, -3.0, 2.0], 2.0), ([-4.0, 8.0, 0.0], 0.5), ([0.0, 0.0, -6.0], 1.0)];
    let views = [
        View::Front,
        View::Back,
        View::Left,
        View::Right,
        View::Top,
        View::Bottom,
        View::Corner,
        View::Points { from: [40.0, 30.0, 10.0], to: [1.0, 2.0, -1.0] },
    ];
    for view in views {
        for projection in [Projection::Parallel, Projection::Perspective] {
            let picture = Picture { view, projection, ..front(120, 90) };
            let image = render(&spheres(&bodies), &[], &picture).unwrap();
            let [left, top, right, bottom] = extent(&image).unwrap();
            assert!(left > 0 && top > 0 && right < 119 && bottom < 89, "{view:?} {projection:?}");
            assert!(right - left > 50 || bottom - top > 40, "{view:?} {projection:?}");
        }
    }
}

#[test]
fn views_turn_the_axes_as_they_say() {
    let frame = spheres(&[([0.0; 3], 1.0), ([4.0, 3.0, 2.0], 0.2)]);
    // Whether the small sphere is to the right of the large one, and above: it widens what is
    // drawn, but hardly moves its mean.
    let side = |view: View| {
        let image = render(&frame, &[], &Picture { view, ..front(200, 200) }).unwrap();
        let [left, top, right, bottom] = extent(&image).unwrap();
        let drawn: Vec<_> = (0..40_000).filter(|&at| is_drawn(&image.pixels[at])).collect();
        let columns: usize = drawn.iter().map(|at| at % 200).sum();
        let rows: usize = drawn.iter().map(|at| at / 200).sum();
        [2 * columns < (left + right) * drawn.len(), 2 * rows > (top + bottom) * drawn.len()]
    };
    assert_eq!(side(View::Front), [true, true]);
    assert_eq!(side(View::Back), [false, true]);
    assert_eq!(side(View::Right), [true, true]);
    assert_eq!(side(View::Left), [false, true]);
    assert_eq!(side(View::Top), [true, true]);
    assert_eq!(side(View::Bottom), [false, true]);
    assert_eq!("top".parse(), Ok(View::Top));
    let message = "fornt".parse::<View>().unwrap_err().to_string();
    assert!(message.starts_with("unknown view 'fornt'; did you mean 'front'?"), "{message}");
}

#[test]
fn walls_before_a_body_are_glass_and_walls_behind_it_are_hidden() {
    let frame = spheres(&[([0.0; 3], 1.0)]);
    let pane = |y: f64| [open_box([-2.0, y, -2.0], [2.0, y, 2.0])];
    let picture = Picture { camera: ten_metres(&front(100, 100)), ..front(100, 100) };
    let with = |y: f64| render(&frame, &pane(y), &picture).unwrap().pixels[50 * 100 + 50];
    let alone = pixel(&picture, &frame, [50, 50]);
    assert_eq!(with(3.0), alone, "a wall behind changes nothing");
    let veiled = with(-3.0);
    assert_ne!(veiled, alone, "a wall before is seen");
    let changed = (0..3).map(|part| veiled[part].abs_diff(alone[part])).max().unwrap();
    assert!(changed < 40, "but one looks through it: {alone:?} {veiled:?}");
}

#[test]
fn a_disc_of_the_plane_is_flat_with_a_line_that_turns() {
    let angle = |half: f64| vec![[half.cos(), 0.0, 0.0, half.sin()]];
    let disc = Frame { dimension: 2, ..spheres(&[([0.0; 3], 1.0)]) };
    let picture = Picture { labels: false, ..Picture::default() };
    let picture = Picture { width: 100, height: 100, ..picture };
    let at = |frame: &Frame, place: [usize; 2]| pixel(&picture, frame, place)[0];
    let right = Frame { rotation: angle(0.0), ..disc.clone() };
    let up = Frame { rotation: angle(std::f64::consts::FRAC_PI_4), ..disc.clone() };
    assert_eq!(at(&disc, [30, 50]), at(&disc, [70, 60]), "flat");
    assert!(at(&right, [70, 50]) < at(&disc, [70, 50]) / 2 + 60);
    assert_eq!(at(&right, [50, 30]), at(&disc, [50, 30]));
    assert!(at(&up, [50, 30]) < at(&disc, [50, 30]) / 2 + 60);
    assert_eq!(at(&up, [70, 50]), at(&disc, [70, 50]));
}
