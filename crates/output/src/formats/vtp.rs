//! `vtp`: the bodies as VTK points, one vertex each, which OVITO, ParaView and PyVista open.
//!
//! The arrays of points have the names that OVITO knows: `id`, `type`, `v`, `f`, `omega`, `tq`,
//! `radius`, `mass`. `type` is the number of the material, from 1. Of the file as a whole:
//! `TimeValue` (s), by which ParaView tells the time, `step`, `dimension`, `periodic` (m, low and
//! high along each axis) and the names of `materials`.

use super::columns::{Column, Columns, Quantity, mass_in_files};
use super::refusal::Refusal;
use super::vtk_reader::Document;
use super::vtk_writer::{Counts, VtkWriter};
use super::{WriteOptions, space};
use crate::Frame;
use std::io;

/// The most bytes that the numbers of one body take.
const BYTES_PER_BODY: usize = 17 * 8 + 4 + 4 + 16;

/// The file's contents.
pub(crate) fn write(frame: &Frame, options: &WriteOptions) -> io::Result<Vec<u8>> {
    let bodies = frame.len();
    let mut writer = VtkWriter::new(options.precision, bodies * BYTES_PER_BODY);
    let points = frame.position.as_flattened().iter().copied();
    writer.piece(Counts { points: bodies, verts: bodies, ..Counts::default() }, points, |writer| {
        writer.element("PointData", |writer| {
            Quantity::known(frame)
                .filter(|&quantity| quantity != Quantity::Position)
                .for_each(|quantity| write_column(writer, quantity, quantity.of(frame)));
        });
        writer.cells("Verts", 1, (0..bodies).map(|body| body as u32));
    });
    writer.element("FieldData", |writer| {
        writer.array("TimeValue", 1, [frame.time].into_iter());
        writer.array("step", 1, [frame.step as i64].into_iter());
        writer.array("dimension", 1, [frame.dimension as i32].into_iter());
        writer.array("periodic", 2, space::flat_periods(frame).into_iter());
        writer.names("materials", &frame.materials);
    });
    Ok(writer.finish())
}

fn write_column(writer: &mut VtkWriter, quantity: Quantity, column: Column<'_>) {
    let (name, width) = (quantity.stem(), quantity.width());
    match column {
        Column::Ids(ids) => writer.array(name, width, ids.iter().copied()),
        Column::Materials(materials) => {
            writer.array(name, width, materials.iter().map(|&number| i32::from(number) + 1));
        }
        Column::Numbers(masses) if quantity == Quantity::Mass => {
            writer.reals(name, width, masses.iter().map(|&mass| mass_in_files(mass)));
        }
        Column::Numbers(numbers) => writer.reals(name, width, numbers.iter().copied()),
    }
}

/// The frame in a file's contents.
pub(crate) fn read(bytes: &[u8]) -> Result<Frame, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let document = Document::parse(&text)?;
    let mut columns = Columns::default();
    for quantity in Quantity::ALL {
        let numbers = match (quantity, document.find("PointData", names(quantity))) {
            (Quantity::Position, _) => document.points()?,
            (_, Some(array)) => array.numbers(quantity.width())?,
            (_, None) => continue,
        };
        *columns.of(quantity) = checked(quantity, numbers)?;
    }
    let periodic = document.find("FieldData", &["periodic"]);
    columns.into_frame(Frame {
        dimension: if document.single("dimension")? == Some(2.0) { 2 } else { 3 },
        step: document.single("step")?.unwrap_or(0.0) as u64,
        time: document.single("TimeValue")?.unwrap_or(0.0),
        periodic: periodic.map_or(Ok(vec![]), |array| array.numbers(2)).map(space::periods)?,
        materials: document.names("materials")?,
        ..Frame::default()
    })
}

/// What an array may be called, here or elsewhere.
fn names(quantity: Quantity) -> &'static [&'static str] {
    match quantity {
        Quantity::Id => &["id"],
        Quantity::Material => &["type"],
        Quantity::Position => &[],
        Quantity::Velocity => &["v", "velocity"],
        Quantity::Force => &["f", "force"],
        Quantity::Spin => &["omega", "spin"],
        Quantity::Torque => &["tq", "torque"],
        Quantity::Radius => &["radius", "r"],
        Quantity::Mass => &["mass"],
    }
}

/// The numbers as a frame has them.
fn checked(quantity: Quantity, mut numbers: Vec<f64>) -> Result<Vec<f64>, Refusal> {
    let first = if quantity == Quantity::Material { 1.0 } else { 0.0 };
    for (at, number) in numbers.iter_mut().enumerate() {
        let found = *number;
        *number = quantity.check(found - first).map_err(|reason| {
            let name = names(quantity).first().unwrap_or(&"position");
            let point = at / quantity.width();
            Refusal::new(format!("{name} of point {point} is {found}; {reason}"))
        })?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As PyVista writes it with `binary=False`, but shorter.
    const ASCII: &str = r#"<?xml version="1.0"?>
<VTKFile type="PolyData" byte_order="LittleEndian" compressor="vtkZLibDataCompressor">
  <PolyData>
    <Piece NumberOfPoints="2" NumberOfVerts="2" NumberOfLines="0">
      <PointData Scalars="radius">
        <DataArray type="Float64" Name="radius" format="ascii" RangeMin="0.5">
          0.5 1
          <InformationKey name="L2_NORM_RANGE" length="2">3 4</InformationKey>
        </DataArray>
    <DataArray type="Float32" Name="v" NumberOfComponents="3" format="ascii">1 2 3 4 5 6</DataArray>
      </PointData>
      <CellData></CellData>
      <Points>
        <DataArray type="Float32" Name="Points" NumberOfComponents="3" format="ascii">0 0 0
          1 1 1</DataArray>
      </Points>
    </Piece>
  </PolyData>
</VTKFile>"#;

    fn refused(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn ascii_files_of_others_are_read() {
        let frame = read(ASCII.as_bytes()).unwrap();
        assert_eq!(frame.position, [[0.0; 3], [1.0; 3]]);
        assert_eq!((frame.radius, frame.id), (vec![0.5, 1.0], vec![0, 1]));
        assert_eq!(frame.velocity, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert!(frame.mass.is_empty() && frame.material.is_empty());
    }

    #[test]
    fn what_cannot_be_read_says_how_to_save_it() {
        let appended = refused(&ASCII.replace(r#"format="ascii""#, r#"format="appended""#));
        assert!(
            appended.starts_with("line 6: its arrays are appended; save it again: in ParaView")
        );
        let compressed = refused(&ASCII.replace(r#"format="ascii""#, r#"format="binary""#));
        assert!(compressed.starts_with("line 6: its arrays are compressed; save it again: in"));
        let grid = refused(&ASCII.replace(r#"type="PolyData""#, r#"type="UnstructuredGrid""#));
        assert_eq!(grid, "line 2: a VTK file of type 'UnstructuredGrid', not 'PolyData'");
        assert_eq!(refused("id,x,y"), "no <Piece>; it is no VTK PolyData file");
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(
            refused(&ASCII.replace("0.5 1\n", "0.5 -1\n")),
            "radius of point 1 is -1; a radius must be above zero"
        );
        assert_eq!(
            refused(&ASCII.replace("0.5 1\n", "0.5\n")),
            "`radius` has 1 numbers, but there are 2 bodies"
        );
        assert_eq!(
            refused(&ASCII.replace(r#"Name="radius""#, r#"Name="size""#)),
            "no radii; every body needs a `radius`"
        );
        assert_eq!(
            refused(&ASCII.replace(r#""v" NumberOfComponents="3""#, r#""v""#)),
            "line 10: array 'v': 6 numbers, 1 to a point; it must be 3"
        );
        assert_eq!(
            refused(&ASCII.replace("0.5 1\n", "0.5 wide\n")),
            "line 6: array 'radius': 'wide' is not a number"
        );
        let (start, _) = ASCII.split_once("</Piece>").unwrap();
        assert_eq!(refused(start), "line 17: it is cut off: <Piece> is never closed");
    }
}
