//! Walls as VTK polygons, and lines in the plane, with the number of their wall.
//!
//! Points and cells have an array `wall`, the number of the wall from 0 in the list of names
//! `walls` that the file as a whole has: from it the walls are put together again.

use super::WriteOptions;
use super::refusal::{BadFile, Refusal, read_with};
use super::vtk_reader::Document;
use super::vtk_writer::{Counts, VtkWriter};
use crate::{WallFacets, file};
use std::io;
use std::path::Path;

/// Writes the walls as they are at a time (s): a `.vtp` that is whole or absent.
pub fn write_walls(
    path: &Path,
    time: f64,
    walls: &[WallFacets],
    options: &WriteOptions,
) -> io::Result<()> {
    file::write_bytes(path, &encode_walls(time, walls, options)?)
}

/// Reads walls that were written by [`write_walls`].
pub fn read_walls(path: &Path) -> Result<Vec<WallFacets>, BadFile> {
    read_with(path, parse_walls)
}

fn encode_walls(time: f64, walls: &[WallFacets], options: &WriteOptions) -> io::Result<Vec<u8>> {
    let (mut lines, mut polys) = (Cells::default(), Cells::default());
    let (mut points, mut wall_of_point) = (Vec::new(), Vec::new());
    for (number, wall) in walls.iter().enumerate() {
        let first = points.len() as u32;
        let known = wall.vertices.len() as u32;
        if wall.triangles.as_flattened().iter().any(|&corner| corner >= known) {
            let what = format!("a facet of wall `{}` has a corner that is not there", wall.name);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        for &[a, b, c] in &wall.triangles {
            let cells = if b == c { &mut lines } else { &mut polys };
            cells.wall.push(number as i32);
            let corners = [a, b, c].into_iter().take(if b == c { 2 } else { 3 });
            cells.corners.extend(corners.map(|corner| first + corner));
        }
        points.extend_from_slice(&wall.vertices);
        wall_of_point.extend(wall.vertices.iter().map(|_| number as i32));
    }
    let counts = Counts {
        points: points.len(),
        lines: lines.wall.len(),
        polys: polys.wall.len(),
        ..Counts::default()
    };
    let mut writer = VtkWriter::new(options.precision, 28 * counts.points + 52 * counts.polys);
    writer.piece(counts, points.as_flattened().iter().copied(), |writer| {
        writer.element("PointData", |writer| writer.array("wall", 1, wall_of_point.into_iter()));
        // VTK counts lines before polygons.
        let wall: Vec<_> = lines.wall.into_iter().chain(polys.wall).collect();
        writer.element("CellData", |writer| writer.array("wall", 1, wall.into_iter()));
        writer.cells("Lines", 2, lines.corners.into_iter());
        writer.cells("Polys", 3, polys.corners.into_iter());
    });
    writer.element("FieldData", |writer| {
        writer.array("TimeValue", 1, [time].into_iter());
        writer.names("walls", &walls.iter().map(|wall| wall.name.clone()).collect::<Vec<_>>());
    });
    Ok(writer.finish())
}

#[derive(Default)]
struct Cells {
    wall: Vec<i32>,
    corners: Vec<u32>,
}

/// Takes a file of walls apart.
pub fn parse_walls(bytes: &[u8]) -> Result<Vec<WallFacets>, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let document = Document::parse(&text)?;
    let mut walls: Vec<WallFacets> = document
        .names("walls")?
        .into_iter()
        .map(|name| WallFacets { name, ..WallFacets::default() })
        .collect();
    let points = document.points()?;
    let wall_of_point = document.numbers("PointData", "wall", 1)?;
    if wall_of_point.len() != points.len() / 3 {
        return Err(Refusal::new("array 'wall' has not one number for each point"));
    }
    // Which wall a point is of, and its number there.
    let mut places = Vec::new();
    for (point, &number) in points.as_chunks::<3>().0.iter().zip(&wall_of_point) {
        let wall = index(number, walls.len()).ok_or_else(|| no_wall(number))?;
        places.push((wall, walls[wall].vertices.len() as u32));
        walls[wall].vertices.push(*point);
    }
    let lines = document.numbers("Lines", "connectivity", 1)?;
    let polys = document.numbers("Polys", "connectivity", 1)?;
    let lines = lines.as_chunks::<2>().0.iter().map(|&[a, b]| [a, b, b]);
    for facet in lines.chain(polys.as_chunks::<3>().0.iter().copied()) {
        let corners = facet.map(|corner| index(corner, places.len()).map(|point| places[point]));
        match corners {
            [Some((wall, a)), Some((other, b)), Some((third, c))]
                if [other, third] == [wall; 2] =>
            {
                walls[wall].triangles.push([a, b, c]);
            }
            _ => return Err(Refusal::new("a facet has a corner that is no point of its wall")),
        }
    }
    Ok(walls)
}

/// A number as an index below a length.
fn index(number: f64, length: usize) -> Option<usize> {
    (number >= 0.0 && number.fract() == 0.0 && number < length as f64).then_some(number as usize)
}

fn no_wall(number: f64) -> Refusal {
    Refusal::new(format!("a point is of wall {number}, which has no name in `walls`"))
}
