//! Good files, bad files with their messages, and bytes nobody meant as a mesh.

use esker_scene::{ParseMeshError, Triangles, parse_obj, parse_ply, parse_stl, read_mesh};
use proptest::prelude::*;

const TEXT_STL: &str = "solid a part\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n\
    \x20  vertex 0 1.5e0 0\n  endloop\n endfacet\nendsolid a part\n";
const OBJ: &str = "# a quad and a triangle\nmtllib none.mtl\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0\nvn 0 0 1\nv 0 1 0\n\
    f 1/1/1 2//1 3/2 -1\ns off\nf 1 2 3 # again\n";
const TEXT_PLY: &str = "ply\nformat ascii 1.0\ncomment here\nelement vertex 4\nproperty float x\n\
    property float y\nproperty double z\nproperty uchar red\nelement face 1\n\
    property list uchar int vertex_indices\nend_header\n0 0 0 7\n1 0 0 7\n1 1 0 7\n0 1 0 7\n4 0 1 2 3\n";

fn binary_stl(header: &[u8], announced: u32, corners: &[[f32; 3]]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, b' ');
    bytes.extend(announced.to_le_bytes());
    for triangle in corners.chunks(3) {
        bytes.extend([0; 12]);
        bytes.extend(triangle.iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn binary_ply(order: &str, bytes_of: impl Fn(f32) -> [u8; 4]) -> Vec<u8> {
    let header = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement extra 1\nproperty list uchar float w\nelement vertex 3\n\
         property float x\nproperty float y\nproperty float z\nelement face 1\n\
         property list uchar uchar vertex_index\nend_header\n"
    );
    let mut bytes = header.into_bytes();
    bytes.push(1);
    bytes.extend(bytes_of(9.0));
    bytes.extend([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.5, 0.0].map(bytes_of).as_flattened());
    bytes.extend([3, 0, 1, 2]);
    bytes
}

const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.5, 0.0]];

fn triangle() -> Triangles {
    Triangles { vertices: CORNERS.map(|x| x.map(f64::from)).to_vec(), corners: vec![[0, 1, 2]] }
}

#[test]
fn stl_is_read_as_text_and_binary_whatever_it_begins_with() {
    assert_eq!(parse_stl(TEXT_STL.as_bytes()), Ok(triangle()));
    assert_eq!(parse_stl(TEXT_STL.replace('\n', "\r\n").to_uppercase().as_bytes()), Ok(triangle()));
    for header in ["", "solid of a binary kind"] {
        assert_eq!(parse_stl(&binary_stl(header.as_bytes(), 1, &CORNERS)), Ok(triangle()));
    }
}

#[test]
fn obj_polygons_are_fans_and_negative_numbers_count_back() {
    let found = parse_obj(OBJ.as_bytes()).unwrap();
    assert_eq!(found.vertices, [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(found.corners, [[0, 1, 2], [0, 2, 3], [0, 1, 2]]);
}

#[test]
fn ply_is_read_as_text_and_binary_of_either_order() {
    let quad = parse_ply(TEXT_PLY.as_bytes()).unwrap();
    assert_eq!((quad.vertices[2], quad.corners), ([1.0, 1.0, 0.0], vec![[0, 1, 2], [0, 2, 3]]));
    assert_eq!(parse_ply(&binary_ply("little", f32::to_le_bytes)), Ok(triangle()));
    assert_eq!(parse_ply(&binary_ply("big", f32::to_be_bytes)), Ok(triangle()));
}

/// A parser, a file that is wrong, and a part of the message.
type Bad = (fn(&[u8]) -> Result<Triangles, ParseMeshError>, Vec<u8>, &'static str);

#[test]
fn bad_files_say_where_and_what() {
    let text = |text: &str| text.as_bytes().to_vec();
    let mut infinite = CORNERS;
    infinite[2][1] = f32::INFINITY;
    let cases: Vec<Bad> = vec![
        (parse_stl, text(""), "0 bytes are neither"),
        (parse_stl, text("solid x\nendsolid x\n"), "no triangles"),
        (parse_stl, text(&TEXT_STL.replace("1.5e0", "1,5")), "line 6: y is \"1,5\": give a finite"),
        (parse_stl, text(&TEXT_STL.replace("1.5e0", "NaN")), "line 6: y is \"NaN\""),
        (parse_stl, text(&TEXT_STL.replace("1.5e0 0", "1.5e0")), "line 6: a vertex without z"),
        (parse_stl, text(&TEXT_STL.replace("   vertex 1 0 0\n", "")), "line 7: a facet with 2"),
        (parse_stl, text(&TEXT_STL.replace("outer", "ouster")), "line 3: \"ouster\" is no word"),
        (parse_stl, text(&TEXT_STL[..TEXT_STL.len() - 17]), "ends before \"endsolid\""),
        (parse_stl, binary_stl(b"", u32::MAX, &CORNERS), "announces 4294967295 triangles"),
        (
            parse_stl,
            binary_stl(b"solid", 1, &CORNERS)[..120].to_vec(),
            "take 134 bytes, but the file has 120",
        ),
        (parse_stl, binary_stl(b"", 0, &[]), "no triangles"),
        (parse_stl, binary_stl(b"", 1, &infinite), "triangle 0 has a coordinate inf"),
        (parse_obj, text("v 0 0 0\n"), "no faces"),
        (
            parse_obj,
            text(&OBJ.replace("f 1 2 3", "f 1 2 5")),
            "line 10: a face names the corner \"5\", but the vertices are 1 to 4",
        ),
        (parse_obj, text(&OBJ.replace("f 1 2 3", "f 1 2 0")), "the corner \"0\""),
        (parse_obj, text(&OBJ.replace("-1", "-5")), "line 8: a face names the corner \"-5\""),
        (parse_obj, text(&OBJ.replace("f 1 2 3", "f 1 2")), "line 10: a face with 2 corners"),
        (parse_obj, text(&OBJ.replace("v 1 1 0", "v 1 inf 0")), "line 5: y is \"inf\""),
        (parse_obj, text("v 0 0\n"), "line 1: a vertex without z"),
        (parse_ply, text("plx\n"), "export it again"),
        (
            parse_ply,
            text(&TEXT_PLY.replace("0 1 2 3\n", "0 1 2 4\n")),
            "face 0 names vertex 4, but there are 4",
        ),
        (parse_ply, text(&TEXT_PLY.replace("0 1 2 3\n", "0 1 2 -3\n")), "face 0 names vertex -3"),
        (parse_ply, text(&TEXT_PLY.replace("4 0 1 2 3\n", "2 0 1\n")), "face 0 has 2 corners"),
        (parse_ply, text(&TEXT_PLY.replace("1 1 0 7", "1 nan 0 7")), "Line 14"),
        (
            parse_ply,
            binary_ply("big", |x| if x == 1.5 { f32::NAN } else { x }.to_be_bytes()),
            "vertex 2 has a coordinate",
        ),
        (parse_ply, text(&TEXT_PLY.replace("float y", "float why")), "vertex with x, y and z"),
        (
            parse_ply,
            text(&TEXT_PLY.replace("vertex_indices", "corners")),
            "face with vertex_indices",
        ),
        (
            parse_ply,
            text(&TEXT_PLY.replace("vertex 4", "vertex 999999999999")),
            "announces 999999999999 times \"vertex\"",
        ),
        (parse_ply, text(&TEXT_PLY.replace("1 1 0 7", "1 1 x 7")), "Line 14"),
        (parse_ply, binary_ply("little", f32::to_le_bytes)[..250].to_vec(), "end of file"),
    ];
    for (parse, bytes, expected) in cases {
        let message = parse(&bytes).expect_err(expected).to_string();
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
        assert!(message.len() < 300 && !message.contains('\n'), "{message:?}");
    }
}

#[test]
fn a_header_without_properties_cannot_keep_the_reader_busy() {
    let bytes =
        "ply\nformat binary_little_endian 1.0\nelement nothing 18446744073709551615\nend_header\n";
    let message = parse_ply(bytes.as_bytes()).unwrap_err().to_string();
    assert!(message.contains("announces 18446744073709551615 times \"nothing\""), "{message}");
}

#[test]
fn a_file_becomes_a_mesh_in_metres() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("PLATE.STL");
    std::fs::write(&path, TEXT_STL).unwrap();
    let mesh = read_mesh(&path, 0.001).unwrap();
    assert!((mesh.check().area - 0.75e-6).abs() < 1e-20);
    let message = |name: &str, content: &str, scale: f64| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let message = read_mesh(&path, scale).unwrap_err().to_string();
        assert!(message.contains(name), "{message} does not name the file");
        message
    };
    assert!(
        message("a.stp", "", 1.0).contains("\"stp\" is unknown: give a file .stl, .obj or .ply")
    );
    assert!(message("a.stl", TEXT_STL, 0.0).contains("scale is 0"));
    assert!(
        message("b.obj", "v 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\n", 1.0).contains("points or lines")
    );
    assert!(message("c.obj", "v 1e99 0 0\nv 0 1 0\nv 0 0 0\nf 1 2 3\n", 1.0).contains("vertex 0"));
    let absent = read_mesh(&folder.path().join("absent.ply"), 1.0).unwrap_err().to_string();
    assert!(absent.contains("absent.ply: cannot be opened"), "{absent}");
}

/// What any parser promises about any bytes.
fn is_sound(bytes: &[u8]) {
    for parse in [parse_stl, parse_obj, parse_ply] {
        if let Ok(found) = parse(bytes) {
            let count = found.vertices.len() as u32;
            assert!(
                !found.corners.is_empty() && found.corners.iter().flatten().all(|&i| i < count)
            );
            assert!(found.vertices.iter().flatten().all(|x| x.is_finite()));
        }
    }
}

proptest! {
    #[test]
    fn random_bytes_are_no_trouble(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        is_sound(&bytes);
    }

    #[test]
    fn changed_and_cut_files_are_no_trouble(
        which in 0usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        digits in prop::collection::vec((any::<prop::sample::Index>(), b'-'..=b'9'), 0..6),
        length in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = [
            TEXT_STL.as_bytes().to_vec(),
            binary_stl(b"solid", 1, &CORNERS),
            OBJ.as_bytes().to_vec(),
            TEXT_PLY.as_bytes().to_vec(),
            binary_ply("little", f32::to_le_bytes),
            binary_ply("big", f32::to_be_bytes),
        ][which].clone();
        for (place, byte) in changes.iter().chain(&digits) {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        if cut {
            bytes.truncate(length.index(bytes.len()));
        }
        is_sound(&bytes);
    }
}
