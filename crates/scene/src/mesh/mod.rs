//! Meshes from files, by the ending of the name: STL, OBJ, PLY.
//!
//! STL and OBJ are read by parsers of our own: `stl_io` takes every file that begins with "solid" for text
//! (many exporters write that into binary ones), `tobj` knows no line numbers, and of both formats a
//! mesh needs two words. PLY is read by `ply-rs-bw`, behind a check of what the header announces.
//!
//! Whatever the bytes, a parser returns triangles or an error that says where and what to do; the memory it asks
//! for follows the length of the file, never a number in it.

mod error;
mod obj;
mod ply;
mod stl;

pub use error::{ParseMeshError, ReadMeshError};
pub use obj::parse_obj;
pub use ply::parse_ply;
pub use stl::parse_stl;

use error::Reason;
use esker_geom::Vector;
use esker_geom::vector;
use esker_narrow::Mesh;
use std::path::Path;

/// How well files know a coordinate, as a share of the mesh's size: they are written in single precision,
/// or with as many digits.
const SINGLE_PRECISION: f64 = 3e-7;

/// What a file of triangles says: corners in the file's unit of length, not yet welded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// The places of the vertices, all finite.
    pub vertices: Vec<Vector<3>>,
    /// The corners of each triangle, as numbers of vertices from 0, all in range.
    pub corners: Vec<[u32; 3]>,
}

impl Triangles {
    /// Adds a polygon as a fan about its first corner, which is right for convex ones.
    fn add_polygon(&mut self, corners: &[u32]) {
        if let [first, rest @ ..] = corners {
            self.corners.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
        }
    }
}

/// Reads a mesh and multiplies its lengths with `scale`: 0.001 for a drawing in mm.
///
/// The check of the mesh ([`Mesh::check`]) says whether it is closed and which way round; nothing is refused for
/// that. Vertices nearer than 3e-7 of the mesh's size are welded.
pub fn read_mesh(path: &Path, scale: f64) -> Result<Mesh<3>, ReadMeshError> {
    let refuse = |reason| ReadMeshError { path: path.to_path_buf(), reason };
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(refuse(Reason::Scale(scale)));
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let parse = match ending.as_str() {
        "stl" => parse_stl,
        "obj" => parse_obj,
        "ply" => parse_ply,
        _ => return Err(refuse(Reason::Ending(ending))),
    };
    let bytes = esker_output::read(path).map_err(|error| refuse(Reason::File(error)))?;
    let triangles = parse(&bytes).map_err(|error| refuse(Reason::Content(error)))?;
    let vertices: Vec<_> = triangles.vertices.iter().map(|x| vector::scale(x, scale)).collect();
    Mesh::with_precision(&vertices, &triangles.corners, SINGLE_PRECISION)
        .map_err(|error| refuse(Reason::Mesh(error)))
}

/// Three coordinates from words, for the formats that are text.
fn coordinates<'a>(
    mut words: impl Iterator<Item = &'a str>,
    line: usize,
) -> Result<Vector<3>, ParseMeshError> {
    let mut place = [0.0; 3];
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let word = words.next().ok_or_else(|| {
            ParseMeshError::at_line(line, format!("a vertex without {name}: give three numbers"))
        })?;
        place[axis] = word.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| {
            let word = error::shortened(word, 40);
            ParseMeshError::at_line(line, format!("{name} is {word:?}: give a finite number"))
        })?;
    }
    Ok(place)
}

/// The number of a vertex, if it is one of `count`.
fn vertex_number(index: i64, count: usize) -> Option<u32> {
    u32::try_from(index).ok().filter(|&number| (number as usize) < count)
}
