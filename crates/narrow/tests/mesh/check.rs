//! What the check of a mesh finds, and which input is refused.

use crate::bodies::*;
use esker_geom::vector::scale;
use esker_narrow::{Mesh, MeshError};

#[test]
fn a_box_is_closed_and_has_its_volume() {
    let soup = box_mesh(&[0.0; 3], &[1.0, 2.0, 3.0]);
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    let check = mesh.check();
    assert!(check.is_closed() && !check.is_inside_out());
    assert!((check.volume - 6.0).abs() < 1e-14 && (check.area - 22.0).abs() < 1e-14);
    assert_eq!((check.facets, check.dropped, check.bounds.high), (12, 0, [1.0, 2.0, 3.0]));
    let small = mesh.mapped(|x| scale(x, 0.001)).unwrap();
    assert!((small.check().volume - 6e-9).abs() < 1e-22);
    assert!(mesh.mapped(|x| [-x[0], x[1], x[2]]).unwrap().check().is_inside_out());
}

#[test]
fn holes_twists_branches_and_needles_are_counted() {
    let soup = box_mesh(&[0.0; 3], &[1.0; 3]);
    let open = Mesh::new(&soup.0, &soup.1[1..]).unwrap();
    assert_eq!((open.check().open_sides, open.check().is_closed()), (3, false));
    let mut twisted = soup.clone();
    twisted.1[0].swap(0, 1);
    assert_eq!(Mesh::new(&twisted.0, &twisted.1).unwrap().check().twisted_sides, 3);
    let mut needles = soup.clone();
    needles.0.push([0.5, 0.0, 0.0]);
    needles.1.extend([[0, 8, 1], [3, 3, 4]]);
    assert_eq!(Mesh::new(&needles.0, &needles.1).unwrap().check().dropped, 2);
    let mut fin = soup;
    fin.0.push([2.0, 2.0, 2.0]);
    fin.1.push([5, 7, 8]);
    let fin = Mesh::new(&fin.0, &fin.1).unwrap();
    assert_eq!((fin.check().branching_sides, fin.check().open_sides), (1, 2));
}

#[test]
fn loose_corners_are_welded() {
    let soup = ball(3);
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    assert_eq!((mesh.vertices().len(), mesh.indices().len()), (258, 512)); // Euler: V = F / 2 + 2
    assert!(mesh.check().is_closed());
    let shaken: Vec<_> = soup
        .0
        .iter()
        .enumerate()
        .map(|(i, x)| x.map(|x| x + 1e-10 * ((i % 7) as f64 - 3.0)))
        .collect();
    assert!(Mesh::new(&shaken, &soup.1).unwrap().check().is_closed());
}

#[test]
fn a_square_of_segments_has_an_area() {
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]];
    let round = Mesh::new(&corners, &[[0, 1], [1, 2], [2, 3], [3, 0]]).unwrap();
    assert_eq!(
        (round.check().volume, round.check().area, round.check().is_closed()),
        (2.0, 6.0, true)
    );
    let twisted = Mesh::new(&corners, &[[0, 1], [2, 1], [2, 3], [3, 0]]).unwrap();
    assert_eq!((twisted.check().twisted_sides, twisted.check().open_sides), (2, 0));
    assert_eq!(Mesh::new(&corners, &[[0, 1], [1, 2]]).unwrap().check().open_sides, 2);
}

#[test]
fn what_is_no_mesh_is_refused() {
    let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let refusal =
        |vertices: &[[f64; 3]], facets: &[[u32; 3]]| Mesh::new(vertices, facets).unwrap_err();
    assert_eq!(refusal(&vertices, &[]), MeshError::NoFacets { given: 0 });
    assert_eq!(refusal(&[], &[]), MeshError::NoFacets { given: 0 });
    assert_eq!(refusal(&vertices, &[[0, 1, 2], [1, 1, 3]]), MeshError::NoFacets { given: 2 });
    assert_eq!(refusal(&[[1.0; 3]; 3], &[[0, 1, 2]]), MeshError::NoFacets { given: 1 });
    assert_eq!(
        refusal(&vertices, &[[0, 1, 3], [0, 1, 4]]),
        MeshError::NoSuchVertex { facet: 1, vertex: 4, vertices: 4 }
    );
    for bad in [f64::NAN, f64::INFINITY, 1e200] {
        let vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, bad, 0.0]];
        assert_eq!(refusal(&vertices, &[[0, 1, 2]]), MeshError::NotFinite { vertex: 2 });
    }
}

#[test]
fn a_centre_that_is_no_number_touches_nothing() {
    let soup = box_mesh(&[0.0; 3], &[1.0; 3]);
    let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
    assert!(touches(&mesh, &[f64::NAN, 0.0, 0.0], 1.0).is_empty());
    assert!(touches(&mesh, &[0.0; 3], f64::NAN).is_empty());
}
