//! Drawings of shapes: on the surface, in the box, as large as the surface, turned to the bodies.

use esker_geom::rotation::rotate;
use esker_geom::vector::{add, cross, dot, in_space, length, normalized, scale, subtract};
use esker_geom::{Aabb, Vector};
use esker_narrow::{Cone, Cylinder, Disc, Facets, InnerBox, Mesh, Plane, Side, Sphere, Surface};
use std::f64::consts::PI;

/// A rotation with nothing special about it.
const TILT: [f64; 4] = [0.5, 0.1, -0.7, 0.5];

fn tilted(vector: Vector<3>) -> Vector<3> {
    let tilt = normalized(&TILT).unwrap();
    rotate(&tilt, &vector)
}

/// Across each facet, as long as its area, to the side it winds towards.
fn area_vectors<const D: usize>(drawing: &Facets<D>) -> Vec<Vector<3>> {
    let corner = |vertex: u32| in_space(&drawing.vertices[vertex as usize]);
    let area = |facet: &[u32; D]| {
        let first = subtract(&corner(facet[1]), &corner(facet[0]));
        match D {
            2 => cross(&first, &[0.0, 0.0, 1.0]),
            _ => scale(&cross(&first, &subtract(&corner(facet[D - 1]), &corner(facet[0]))), 0.5),
        }
    };
    drawing.facets.iter().map(area).collect()
}

/// Draws a shape and checks every vertex and the side of every facet; returns the area.
fn drawn<const D: usize>(shape: &dyn Surface<D>, within: &Aabb<D>, clipped: bool) -> f64 {
    let drawing = shape.facets(within);
    let size = 1.0 + length(&within.extent());
    for vertex in &drawing.vertices {
        let mut found = Vec::new();
        shape.touches(vertex, 1e-12 * size, &mut found);
        let on_surface = found.iter().any(|touch| touch.distance.abs() <= 1e-12 * size);
        assert!(on_surface, "{shape:?}: {vertex:?} is not on it");
        let inside =
            (0..D).all(|axis| (within.low[axis]..=within.high[axis]).contains(&vertex[axis]));
        assert!(inside || !clipped, "{shape:?}: {vertex:?} is outside {within:?}");
    }
    let areas = area_vectors(&drawing);
    for (facet, area) in drawing.facets.iter().zip(&areas) {
        let corners = facet.map(|vertex| drawing.vertices[vertex as usize]);
        let middle =
            corners.iter().fold([0.0; D], |sum, one| add(&sum, &scale(one, 1.0 / D as f64)));
        // A little to the side that the facet winds towards the distance is above zero.
        let normal = normalized(area).unwrap();
        let front: Vector<D> = std::array::from_fn(|axis| middle[axis] + 0.02 * normal[axis]);
        let mut found = Vec::new();
        shape.touches(&front, 1.0, &mut found);
        let near = found.iter().min_by(|a, b| a.distance.abs().total_cmp(&b.distance.abs()));
        let near = near.unwrap();
        assert!(near.distance > 0.0, "{shape:?}: facet {facet:?} looks away from the bodies");
        assert!(dot(&in_space(&near.normal), &normal) > 0.9, "{shape:?}: facet {facet:?}");
    }
    areas.iter().map(length).sum()
}

fn cube() -> Aabb<3> {
    Aabb { low: [-1.0, -1.0, 0.0], high: [1.0, 1.0, 2.0] }
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found / expected - 1.0).abs() <= tolerance, "{found} instead of {expected}");
}

#[test]
fn a_plane_is_cut_off_at_the_box() {
    let floor = Plane::new([7.0, 3.0, 0.0], [0.0, 0.0, 2.0]).unwrap();
    assert_near(drawn(&floor, &cube(), true), 4.0, 1e-12);
    let drawing = floor.facets(&cube());
    assert_eq!((drawing.vertices.len(), drawing.facets.len()), (4, 2));
    assert!(drawing.vertices.iter().all(|v| v[0].abs() == 1.0 && v[1].abs() == 1.0 && v[2] == 0.0));
    // Across the diagonal through the middle: a hexagon of side √2.
    let slope = Plane::new([0.0, 0.0, 1.0], [1.0, -1.0, 1.0]).unwrap();
    assert_near(drawn(&slope, &cube(), true), 3.0 * 3f64.sqrt(), 1e-12);
    // A corner: an equilateral triangle of side √2 / 2.
    let corner = Plane::new([1.0, 1.0, 1.5], [-1.0, -1.0, -1.0]).unwrap();
    // Faces are known to 1e-13 of the cube, of which the triangle is a small part.
    assert_near(drawn(&corner, &cube(), true), 3f64.sqrt() / 8.0, 1e-11);
    let far = Plane::new([0.0, 0.0, 2.1], [0.0, 0.0, -1.0]).unwrap();
    assert_eq!(far.facets(&cube()), Facets::default());
    let line = Plane::new([0.0, 0.25], [-3.0, 4.0]).unwrap();
    let flat = Aabb { low: [-1.0, -1.0], high: [1.0, 1.0] };
    assert_near(drawn(&line, &flat, true), 2.5, 1e-12);
    assert_near(drawn(&Plane::new([0.0, -1.0], [0.0, 1.0]).unwrap(), &flat, true), 2.0, 1e-15);
}

#[test]
fn a_box_has_its_faces() {
    let room = InnerBox::new(Aabb { low: [0.0; 3], high: [1.0, 2.0, 3.0] }).unwrap();
    assert_near(drawn(&room, &cube(), false), 22.0, 1e-12);
    assert_eq!(room.facets(&cube()).facets.len(), 12);
    let frame = InnerBox::new(Aabb { low: [0.0; 2], high: [1.0, 2.0] }).unwrap();
    let anywhere = Aabb { low: [0.0; 2], high: [0.1; 2] };
    assert_near(drawn(&frame, &anywhere, false), 6.0, 1e-12);
}

#[test]
fn cylinders_are_strips_cut_off_at_the_box() {
    // The perimeter of a 48-gon.
    let perimeter = 96.0 * (PI / 48.0).sin();
    for side in [Side::Inside, Side::Outside] {
        let upright = Cylinder::new([0.1, 0.2, 9.0], [0.0, 0.0, 3.0], 0.5, side).unwrap();
        assert_near(drawn(&upright, &cube(), true), 0.5 * perimeter * 2.0, 1e-12);
        // Askew: cut off by the plane of each face, as an integral over straight lines.
        let askew = Cylinder::new([0.0, 0.0, 1.0], tilted([0.0, 0.0, 1.0]), 0.3, side).unwrap();
        let exact = lines_in_box(tilted([0.0, 0.0, 1.0]), 0.3);
        assert_near(drawn(&askew, &cube(), true), exact, 1e-2);
    }
    let around = Cylinder::new([0.0; 3], [0.0, 0.0, 1.0], 5.0, Side::Inside).unwrap();
    assert!(around.facets(&cube()).facets.is_empty());
}

/// The area of a cylinder about a line through (0, 0, 1) in the cube, from 100 000 straight lines.
fn lines_in_box(along: Vector<3>, radius: f64) -> f64 {
    let first = normalized(&cross(&along, &[1.0, 0.0, 0.0])).unwrap();
    let second = cross(&along, &first);
    let count = 100_000;
    let length_in_box = |line: usize| {
        let (sine, cosine) = (2.0 * PI * line as f64 / count as f64).sin_cos();
        let arm = add(&scale(&first, radius * cosine), &scale(&second, radius * sine));
        let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..3 {
            // From the middle of the cube, whose sides are at ±1.
            let [one, other] = [-1.0, 1.0].map(|side: f64| (side - arm[axis]) / along[axis]);
            (from, to) = (from.max(one.min(other)), to.min(one.max(other)));
        }
        (to - from).max(0.0)
    };
    (0..count).map(length_in_box).sum::<f64>() * 2.0 * PI * radius / count as f64
}

#[test]
fn cones_discs_spheres_and_meshes_are_drawn_whole() {
    let nowhere = Aabb { low: [5.0; 3], high: [6.0; 3] };
    let axis = tilted([0.0, 0.0, 1.0]);
    for [first, last] in [[0.3, 1.0], [1.0, 0.0], [0.7, 0.7], [0.0, 0.5]] {
        let cone = Cone::new([0.1; 3], axis, [-0.5, 0.7], [first, last]).unwrap();
        let exact = PI * (first + last) * ((last - first) * (last - first) + 1.44f64).sqrt();
        let area = cone_area(&cone, &nowhere);
        assert!(area < exact);
        assert_near(area, exact, 3e-3);
    }
    let plate = Disc::new([0.1; 3], axis, 0.8).unwrap();
    assert_near(drawn(&plate, &nowhere, false), 24.0 * 0.64 * (PI / 24.0).sin(), 1e-12);
    for side in [Side::Inside, Side::Outside] {
        let area = drawn(&Sphere::new([0.1; 3], 0.8, side).unwrap(), &nowhere, false);
        assert_near(area, 0.64 * trapezia(), 1e-12);
        assert_near(area, 4.0 * PI * 0.64, 4e-3);
        let flat = Aabb { low: [5.0; 2], high: [6.0; 2] };
        let circle = drawn(&Sphere::new([0.1; 2], 0.8, side).unwrap(), &flat, false);
        assert_near(circle, 96.0 * 0.8 * (PI / 48.0).sin(), 1e-12);
    }
    let segment = Disc::new([1.0, 1.0], [3.0, 4.0], 0.5).unwrap();
    assert_near(drawn(&segment, &Aabb { low: [5.0; 2], high: [6.0; 2] }, false), 1.0, 1e-12);
    let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Mesh::new(&vertices, &[[0, 1, 2], [0, 2, 3]]).unwrap();
    assert_near(drawn(&mesh, &nowhere, false), 1.0, 1e-12);
    assert_eq!(mesh.facets(&nowhere).facets, mesh.indices());
}

/// The area of a sphere of radius one as 24 rows of 48 flat trapezia.
fn trapezia() -> f64 {
    let (sine, cosine) = (PI / 48.0).sin_cos();
    let row = |row: usize| {
        let [(z, rho), (above, next)] =
            [row, row + 1].map(|row| (PI * row as f64 / 24.0 - 0.5 * PI).sin_cos());
        let height = ((above - z).powi(2) + ((next - rho) * cosine).powi(2)).sqrt();
        48.0 * sine * (rho + next) * height
    };
    (0..24).map(row).sum()
}

/// As `drawn`; normals point to the axis, where a sheet's own distance says nothing.
fn cone_area(cone: &Cone, within: &Aabb<3>) -> f64 {
    let drawing = cone.facets(within);
    for (facet, area) in drawing.facets.iter().zip(area_vectors(&drawing)) {
        let apart = subtract(&drawing.vertices[facet[0] as usize], &[0.1; 3]);
        let axis = tilted([0.0, 0.0, 1.0]);
        let outward = subtract(&apart, &scale(&axis, dot(&apart, &axis)));
        assert!(dot(&area, &outward) <= 1e-15, "facet {facet:?}");
    }
    drawn(cone, within, false)
}

#[test]
fn a_box_without_an_end_or_without_anything_draws_nothing() {
    let boxes = [
        Aabb::EMPTY,
        Aabb { low: [f64::NEG_INFINITY; 3], high: [f64::INFINITY; 3] },
        Aabb { low: [f64::NAN; 3], high: [f64::NAN; 3] },
        Aabb { low: [0.0; 3], high: [0.0; 3] },
    ];
    for within in boxes {
        let floor = Plane::new([0.0; 3], tilted([0.0, 0.0, 1.0])).unwrap();
        assert!(floor.facets(&within).facets.is_empty());
        let tube = Cylinder::new([0.0; 3], tilted([0.0, 0.0, 1.0]), 1.0, Side::Inside).unwrap();
        assert!(tube.facets(&within).facets.is_empty());
    }
}
