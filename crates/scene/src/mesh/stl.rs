//! STL, binary and text.
//!
//! ```text
//!   binary: 80 bytes of anything | n: u32 | n times (normal, 3 corners: 12 f32 | 2 bytes), little-endian
//!   text:   solid .. (facet normal .. outer loop / 3 vertex x y z / endloop endfacet) .. endsolid
//! ```
//!
//! A file is binary if it is as long as its count says, or if it holds a zero byte early on; the word
//! "solid" at the beginning proves nothing. Normals are not read: the corners say it better.

use super::error::shortened;
use super::{ParseMeshError, Triangles, coordinates};
use esker_geom::Vector;

const HEADER: usize = 84;
const TRIANGLE: usize = 50;

/// The triangles of an STL file; every corner is a vertex of its own.
pub fn parse_stl(bytes: &[u8]) -> Result<Triangles, ParseMeshError> {
    let announced = bytes
        .get(80..HEADER)
        .and_then(|count| count.try_into().ok())
        .map(|count| u64::from(u32::from_le_bytes(count)));
    let expected = announced.map(|count| HEADER as u64 + count * TRIANGLE as u64);
    if expected == Some(bytes.len() as u64) {
        return parse_binary(&bytes[HEADER..]);
    }
    let beginning = &bytes[..bytes.len().min(1000)];
    let is_text = beginning
        .trim_ascii_start()
        .get(..5)
        .is_some_and(|word| word.eq_ignore_ascii_case(b"solid") && !beginning.contains(&0));
    match (is_text, announced.zip(expected)) {
        (true, _) => parse_text(&String::from_utf8_lossy(bytes)),
        (false, Some((count, expected))) => Err(ParseMeshError::new(format!(
            "the header announces {count} triangles, which take {expected} bytes, but the file has {}: \
             it is cut off or no STL; export it again",
            bytes.len()
        ))),
        (false, None) => Err(ParseMeshError::new(format!(
            "{} bytes are neither a text STL, which begins with \"solid\", nor a binary one: export it again",
            bytes.len()
        ))),
    }
}

fn parse_binary(bytes: &[u8]) -> Result<Triangles, ParseMeshError> {
    let mut triangles = Triangles::default();
    for (number, triangle) in bytes.chunks_exact(TRIANGLE).enumerate() {
        let mut corners = [[0.0; 3]; 3];
        // The first three numbers are the normal.
        for (place, value) in triangle[12..48].chunks_exact(4).enumerate() {
            let value = f32::from_le_bytes(value.try_into().unwrap_or_default());
            if !value.is_finite() {
                let what = format!("triangle {number} has a coordinate {value}: export it again");
                return Err(ParseMeshError::new(what));
            }
            corners[place / 3][place % 3] = f64::from(value);
        }
        add_triangle(&mut triangles, &corners);
    }
    some(triangles)
}

fn parse_text(text: &str) -> Result<Triangles, ParseMeshError> {
    let mut triangles = Triangles::default();
    let mut corners: Vec<Vector<3>> = Vec::new();
    let mut ended = false;
    for (line, content) in (1..).zip(text.lines()) {
        let mut words = content.split_ascii_whitespace();
        let Some(word) = words.next() else { continue };
        match word.to_ascii_lowercase().as_str() {
            "vertex" => corners.push(coordinates(words, line)?),
            "endfacet" => {
                let [a, b, c] = corners[..] else {
                    let what = format!("a facet with {} vertices: it needs three", corners.len());
                    return Err(ParseMeshError::at_line(line, what));
                };
                add_triangle(&mut triangles, &[a, b, c]);
                corners.clear();
            }
            "endsolid" => ended = true,
            "solid" | "facet" | "outer" | "endloop" => ended = false,
            _ => {
                let what = format!("{:?} is no word of STL: export it again", shortened(word, 40));
                return Err(ParseMeshError::at_line(line, what));
            }
        }
    }
    if !ended || !corners.is_empty() {
        return Err(ParseMeshError::new("the file ends before \"endsolid\": export it again"));
    }
    some(triangles)
}

fn add_triangle(triangles: &mut Triangles, corners: &[Vector<3>; 3]) {
    let first = triangles.vertices.len() as u32;
    triangles.vertices.extend(corners);
    triangles.corners.push([first, first + 1, first + 2]);
}

/// The triangles, if there is one.
fn some(triangles: Triangles) -> Result<Triangles, ParseMeshError> {
    if triangles.corners.is_empty() {
        return Err(ParseMeshError::new("the file has no triangles: export it again"));
    }
    Ok(triangles)
}
