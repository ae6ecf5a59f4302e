//! `npz`: NumPy arrays, named as in a checkpoint; every bit is kept.
//!
//! Reading takes checkpoints too: of them, the bodies. A file that was written here holds no more
//! than a frame, so a run cannot go on from it as if nothing had happened, but can start from it.

use super::columns::{Column, Columns, Quantity};
use super::refusal::Refusal;
use super::{WriteOptions, space};
use crate::{Frame, checkpoint};
use esker_physics::{StateColumn, Values};
use std::io::{self, Cursor};

/// The name of a column.
fn column_name(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Id => "bodies.id",
        Quantity::Material => "bodies.material",
        Quantity::Position => "bodies.position",
        Quantity::Velocity => "bodies.velocity",
        Quantity::Force => "bodies.force",
        Quantity::Spin => "bodies.spin",
        Quantity::Torque => "bodies.torque",
        Quantity::Radius => "bodies.radius",
        Quantity::Mass => "bodies.mass",
    }
}

/// The file's contents.
pub(crate) fn write(frame: &Frame, _options: &WriteOptions) -> io::Result<Vec<u8>> {
    let column = |name, shape, values| StateColumn { name, shape, values };
    let line = |name: &String| name.replace('\n', " ") + "\n";
    let names = frame.materials.iter().map(line).collect::<String>().into_bytes();
    let mut columns = vec![
        column("dimension".into(), vec![], Values::U32(vec![frame.dimension as u32].into())),
        column("time".into(), vec![], Values::F64(vec![frame.time].into())),
        column("steps".into(), vec![], Values::U64(vec![frame.step].into())),
        column(
            "periodic".into(),
            vec![3, 2],
            Values::F64(space::flat_periods(frame).to_vec().into()),
        ),
        column("materials".into(), vec![names.len()], Values::U8(names.into())),
    ];
    for quantity in Quantity::known(frame) {
        let values = match quantity.of(frame) {
            Column::Ids(ids) => Values::U32(ids.into()),
            Column::Materials(materials) => Values::U16(materials.into()),
            Column::Numbers(numbers) => Values::F64(numbers.into()),
        };
        let shape = if quantity.width() == 1 { vec![frame.len()] } else { vec![frame.len(), 3] };
        columns.push(column(column_name(quantity).into(), shape, values));
    }
    Ok(checkpoint::write_to(Cursor::new(Vec::new()), &columns)?.into_inner())
}

/// The frame in a file's contents.
pub(crate) fn read(bytes: &[u8]) -> Result<Frame, Refusal> {
    let state = checkpoint::read_from(Cursor::new(bytes))
        .map_err(|fault| Refusal::new(format!("the file is {fault}")))?;
    let find = |name: &str| state.iter().find(|column| column.name == name);
    let mut columns = Columns::default();
    for quantity in Quantity::ALL {
        let (name, mut inverse) = (column_name(quantity), false);
        let found = find(name).or_else(|| {
            inverse = quantity == Quantity::Mass;
            find("bodies.inverse_mass").filter(|_| inverse)
        });
        let Some(found) = found else { continue };
        let numbers = in_space(found, quantity.width())?.into_iter();
        let numbers = numbers.map(|number| if inverse { 1.0 / number } else { number });
        *columns.of(quantity) = numbers
            .map(|number| quantity.check(number).map_err(|reason| (number, reason)))
            .collect::<Result<_, _>>()
            .map_err(|(number, why)| Refusal::new(format!("`{name}` has {number}; {why}")))?;
    }
    if find(column_name(Quantity::Position)).is_none() {
        return Err(Refusal::new("no column `bodies.position`; it is no checkpoint"));
    }
    let single =
        |name: &str| find(name).and_then(|column| numbers(&column.values).first().copied());
    let names: Vec<u8> = find("materials").map_or(vec![], |column| match &column.values {
        Values::U8(letters) => letters.to_vec(),
        _ => vec![],
    });
    let names = String::from_utf8_lossy(&names);
    columns.into_frame(Frame {
        dimension: if single("dimension") == Some(2.0) { 2 } else { 3 },
        step: single("steps").unwrap_or(0.0) as u64,
        time: single("time").unwrap_or(0.0),
        periodic: space::periods(find("periodic").map_or(vec![], |column| numbers(&column.values))),
        materials: names.split_terminator('\n').map(String::from).collect(),
        ..Frame::default()
    })
}

/// The numbers of a column, vectors of the plane made those of space.
fn in_space(column: &StateColumn<'_>, width: usize) -> Result<Vec<f64>, Refusal> {
    let found = numbers(&column.values);
    match (&column.shape[..], width) {
        ([_], 1) | ([_, 3], 3) => Ok(found),
        ([_, 2], 3) => {
            Ok(found.as_chunks::<2>().0.iter().flat_map(|v| [v[0], v[1], 0.0]).collect())
        }
        (shape, _) => Err(Refusal::new(format!(
            "`{}` is of shape {shape:?}; it must have {width} numbers for each body",
            column.name
        ))),
    }
}

fn numbers(values: &Values<'_>) -> Vec<f64> {
    match values {
        Values::F64(numbers) => numbers.to_vec(),
        Values::F32(numbers) => numbers.iter().map(|&number| f64::from(number)).collect(),
        Values::U64(numbers) => numbers.iter().map(|&number| number as f64).collect(),
        Values::U32(numbers) => numbers.iter().map(|&number| f64::from(number)).collect(),
        Values::U16(numbers) => numbers.iter().map(|&number| f64::from(number)).collect(),
        Values::U8(numbers) => numbers.iter().map(|&number| f64::from(number)).collect(),
        Values::I32(numbers) => numbers.iter().map(|&number| f64::from(number)).collect(),
    }
}
