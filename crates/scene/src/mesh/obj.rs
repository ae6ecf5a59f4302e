//! OBJ: of all its statements a mesh needs `v x y z` and `f a b c ..`; the others are passed over.
//!
//! A corner is `a`, `a/texture`, `a//normal` or `a/texture/normal`; `a` counts vertices from 1, or from -1
//! backwards. Polygons become fans.

use super::error::shortened;
use super::{ParseMeshError, Triangles, coordinates, vertex_number};

/// The triangles of an OBJ file, of all its objects and groups together.
pub fn parse_obj(bytes: &[u8]) -> Result<Triangles, ParseMeshError> {
    let text = String::from_utf8_lossy(bytes);
    let is_vertex = |content: &&str| content.split_ascii_whitespace().next() == Some("v");
    let count = text.lines().filter(is_vertex).count();
    let mut triangles = Triangles::default();
    let mut corners = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default();
        let mut words = content.split_ascii_whitespace();
        match words.next() {
            Some("v") => triangles.vertices.push(coordinates(words, line)?),
            Some("f") => {
                corners.clear();
                for word in words {
                    let so_far = triangles.vertices.len();
                    let what = || ParseMeshError::at_line(line, no_such_vertex(word, count));
                    corners.push(corner(word, so_far, count).ok_or_else(what)?);
                }
                if corners.len() < 3 {
                    let what = format!("a face with {} corners: give at least 3", corners.len());
                    return Err(ParseMeshError::at_line(line, what));
                }
                triangles.add_polygon(&corners);
            }
            _ => {}
        }
    }
    if triangles.corners.is_empty() {
        let what = "the file has no faces (lines that begin with f): export it as triangles";
        return Err(ParseMeshError::new(what));
    }
    Ok(triangles)
}

/// The vertex a corner names.
fn corner(word: &str, so_far: usize, count: usize) -> Option<u32> {
    let index: i64 = word.split('/').next()?.parse().ok()?;
    let from_zero = if index < 0 { (so_far as i64).checked_add(index)? } else { index - 1 };
    vertex_number(from_zero, count)
}

fn no_such_vertex(word: &str, count: usize) -> String {
    let word = shortened(word, 40);
    format!("a face names the corner {word:?}, but the vertices are 1 to {count}")
}
