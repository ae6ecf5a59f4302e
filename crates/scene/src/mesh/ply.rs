//! PLY, text and binary of either order: the elements `vertex` (x, y, z) and `face` (`vertex_indices`).
//!
//! The bytes are taken apart by `ply-rs-bw`. It bounds what it allocates, but an element without properties takes
//! no bytes and would be read as often as the header wishes: no element may be announced more often
//! than there are bytes. Polygons become fans.

use super::error::shortened;
use super::{ParseMeshError, Triangles, vertex_number};
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{Header, Property, PropertyAccess, PropertyAccessResult};

/// The names by which exporters know the corners of a face.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// What a mesh needs of an element, whichever it is.
struct Row {
    place: [f64; 3],
    corners: Vec<i64>,
}

impl PropertyAccess for Row {
    fn new() -> Self {
        Self { place: [f64::NAN; 3], corners: Vec::new() }
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        if let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == name) {
            self.place[axis] = number(&property);
        } else if CORNERS.contains(&name) {
            self.corners = whole_numbers(property);
        } else {
            return PropertyAccessResult::Ignored;
        }
        PropertyAccessResult::Set
    }
}

/// The number of a scalar; NaN for a list.
fn number(property: &Property) -> f64 {
    match *property {
        Property::Char(x) => x.into(),
        Property::UChar(x) => x.into(),
        Property::Short(x) => x.into(),
        Property::UShort(x) => x.into(),
        Property::Int(x) => x.into(),
        Property::UInt(x) => x.into(),
        Property::Float(x) => x.into(),
        Property::Double(x) => x,
        _ => f64::NAN,
    }
}

/// The numbers of a list; none for anything that is not a list of whole numbers.
fn whole_numbers(property: Property) -> Vec<i64> {
    match property {
        Property::ListChar(list) => list.into_iter().map(i64::from).collect(),
        Property::ListUChar(list) => list.into_iter().map(i64::from).collect(),
        Property::ListShort(list) => list.into_iter().map(i64::from).collect(),
        Property::ListUShort(list) => list.into_iter().map(i64::from).collect(),
        Property::ListInt(list) => list.into_iter().map(i64::from).collect(),
        Property::ListUInt(list) => list.into_iter().map(i64::from).collect(),
        _ => Vec::new(),
    }
}

/// The triangles of a PLY file.
pub fn parse_ply(bytes: &[u8]) -> Result<Triangles, ParseMeshError> {
    let refused = |error: ParseError| {
        // The library's messages have several lines.
        let what: Vec<String> = error.to_string().split_whitespace().map(String::from).collect();
        ParseMeshError::new(format!("{} (export it again)", shortened(&what.join(" "), 200)))
    };
    let mut reader = Reader::new(bytes);
    let parser = Parser::<Row>::new();
    let header = parser.read_header(&mut reader).map_err(refused)?;
    check(&header, bytes.len())?;
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for (_, element) in &header.elements {
        let rows =
            parser.read_payload_for_element(&mut reader, element, &header).map_err(refused)?;
        match element.name.as_str() {
            "vertex" => vertices = rows,
            "face" => faces = rows,
            _ => {}
        }
    }
    assemble(&vertices, &faces)
}

/// Whether the header announces what a mesh needs, and no more than the file can hold.
fn check(header: &Header, length: usize) -> Result<(), ParseMeshError> {
    let has = |element: &str, names: &[&str]| {
        let properties = header.elements.get(element).map(|element| &element.properties);
        properties.is_some_and(|all| names.iter().any(|name| all.contains_key(*name)))
    };
    if let Some((name, element)) = header.elements.iter().find(|(_, one)| one.count > length) {
        return Err(ParseMeshError::new(format!(
            "the header announces {} times {name:?}, but the file has {length} bytes: it is cut off; \
             export it again",
            element.count
        )));
    }
    if !["x", "y", "z"].iter().all(|axis| has("vertex", &[axis])) {
        return Err(ParseMeshError::new("the header has no element vertex with x, y and z"));
    }
    if !has("face", &CORNERS) {
        let what = "the header has no element face with vertex_indices: export it with faces";
        return Err(ParseMeshError::new(what));
    }
    Ok(())
}

fn assemble(vertices: &[Row], faces: &[Row]) -> Result<Triangles, ParseMeshError> {
    let mut triangles = Triangles::default();
    for (number, vertex) in vertices.iter().enumerate() {
        if !vertex.place.iter().all(|x| x.is_finite()) {
            let what = format!("vertex {number} has a coordinate that is no finite number");
            return Err(ParseMeshError::new(what));
        }
        triangles.vertices.push(vertex.place);
    }
    let count = vertices.len();
    let mut corners = Vec::new();
    for (number, face) in faces.iter().enumerate() {
        if face.corners.len() < 3 {
            let found = face.corners.len();
            let what = format!("face {number} has {found} corners: give at least 3 whole numbers");
            return Err(ParseMeshError::new(what));
        }
        corners.clear();
        for &index in &face.corners {
            corners.push(vertex_number(index, count).ok_or_else(|| {
                let what = format!("face {number} names vertex {index}, but there are {count}");
                ParseMeshError::new(format!("{what} (both counted from 0)"))
            })?);
        }
        triangles.add_polygon(&corners);
    }
    if triangles.corners.is_empty() {
        return Err(ParseMeshError::new("the file has no faces: export it with faces"));
    }
    Ok(triangles)
}
