//! Rows of text, one for each body: what `csv`, `dump` and `extxyz` have in common.
//!
//! ```text
//!   names     id  x  y  z  colour  radius       each name is a slot (quantity, axis), or unknown
//!   a row      7  0  0  1    red     0.5   ──▶  id 7 · position (0, 0, 1) · radius 0.5
//! ```
//!
//! Numbers are written as the shortest text that gives the same bits when it is read.

use super::columns::{Column, Columns, Quantity, mass_in_files};
use super::refusal::{Refusal, shown};
use crate::Frame;
use std::collections::HashMap;
use std::fmt::Write;

/// Where a number of a row belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slot {
    pub(crate) quantity: Quantity,
    pub(crate) axis: usize,
    /// What the number is multiplied by: ½ for a diameter.
    factor: f64,
}

impl Slot {
    pub(crate) fn new(quantity: Quantity, axis: usize) -> Self {
        Self { quantity, axis, factor: 1.0 }
    }

    /// The slot of a column by its name.
    pub(crate) fn of_column(name: &str) -> Option<Self> {
        match name {
            "r" => return Some(Self::new(Quantity::Radius, 0)),
            "d" | "diameter" => {
                return Some(Self { factor: 0.5, ..Self::new(Quantity::Radius, 0) });
            }
            "material" => return Some(Self::new(Quantity::Material, 0)),
            _ => {}
        }
        Quantity::ALL.into_iter().find_map(|quantity| {
            let letter = name.strip_prefix(quantity.stem())?;
            let axis = quantity.axes().iter().position(|&axis| axis == letter)?;
            Some(Self::new(quantity, axis))
        })
    }
}

/// How a material stands in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MaterialText {
    /// By its name.
    Name,
    /// By its number, from 1.
    Number,
}

/// Gathers rows into columns.
#[derive(Debug)]
pub(crate) struct Rows {
    slots: Vec<(String, Option<Slot>)>,
    present: Vec<Quantity>,
    material_text: MaterialText,
    numbers_of: HashMap<String, u16>,
    /// The names of materials, in the order in which they came.
    pub(crate) materials: Vec<String>,
    columns: Columns,
    refusal: Refusal,
}

impl Rows {
    /// Rows with these columns; what is wrong with them otherwise.
    pub(crate) fn new(
        slots: Vec<(String, Option<Slot>)>,
        material_text: MaterialText,
    ) -> Result<Self, String> {
        let known = || slots.iter().filter_map(|(name, slot)| slot.map(|slot| (name, slot)));
        let mut taken: Vec<(Quantity, usize)> = Vec::new();
        for (name, Slot { quantity, axis, .. }) in known() {
            if taken.contains(&(quantity, axis)) {
                return Err(format!("column {} appears twice", shown(name)));
            }
            taken.push((quantity, axis));
        }
        let needed = [(Quantity::Position, 0, "x"), (Quantity::Position, 1, "y")];
        for (quantity, axis, name) in needed.into_iter().chain([(Quantity::Radius, 0, "radius")]) {
            if !taken.contains(&(quantity, axis)) {
                return Err(format!("column '{name}' is missing"));
            }
        }
        let present = Quantity::ALL.into_iter();
        let present =
            present.filter(|&one| known().any(|(_, slot)| slot.quantity == one)).collect();
        Ok(Self {
            slots,
            present,
            material_text,
            numbers_of: HashMap::new(),
            materials: Vec::new(),
            columns: Columns::default(),
            refusal: Refusal::default(),
        })
    }

    /// Whether there is a third coordinate.
    pub(crate) fn has_third_axis(&self) -> bool {
        let third = Slot::new(Quantity::Position, 2);
        self.slots.iter().any(|(_, slot)| *slot == Some(third))
    }

    /// Takes a row; what is wrong with it is kept for the end.
    pub(crate) fn push<'a>(&mut self, line: usize, fields: impl Iterator<Item = &'a str>) {
        let mut row = [[0.0; 3]; Quantity::ALL.len()];
        let mut reasons = Vec::new();
        let mut count = 0;
        for field in fields {
            if let Some((name, Some(slot))) = self.slots.get(count) {
                let Slot { quantity, axis, factor } = *slot;
                let value = match (quantity, self.material_text) {
                    (Quantity::Material, MaterialText::Name) => {
                        number_of_name(&mut self.numbers_of, &mut self.materials, field)
                    }
                    (Quantity::Material, _) => number(name, field, |type_| type_ - 1.0, quantity),
                    _ => number(name, field, |value| value * factor, quantity),
                };
                match value {
                    Ok(value) => row[quantity as usize][axis] = value,
                    Err(reason) => reasons.push(reason),
                }
            }
            count += 1;
        }
        if count != self.slots.len() {
            let fields = if count == 1 { "field" } else { "fields" };
            reasons = vec![format!("{count} {fields}; expected {}", self.slots.len())];
        }
        if !reasons.is_empty() {
            return self.refusal.add(line, reasons.join("; "));
        }
        for &quantity in &self.present {
            let numbers = &row[quantity as usize][..quantity.width()];
            self.columns.of(quantity).extend_from_slice(numbers);
        }
    }

    /// Whether every body that was taken is in the plane.
    pub(crate) fn is_flat(&mut self) -> bool {
        let flat = |column: &Vec<f64>| column.as_chunks::<3>().0.iter().all(|v| v[2] == 0.0);
        [Quantity::Position, Quantity::Velocity].into_iter().all(|one| flat(self.columns.of(one)))
    }

    /// The frame; what concerns no single body is taken from `about`.
    pub(crate) fn into_frame(self, about: Frame) -> Result<Frame, Refusal> {
        self.refusal.unless_empty()?;
        self.columns.into_frame(Frame { materials: self.materials, ..about })
    }
}

fn number(
    name: &str,
    field: &str,
    change: impl Fn(f64) -> f64,
    quantity: Quantity,
) -> Result<f64, String> {
    let value: f64 =
        field.parse().map_err(|_| format!("{name} is {}, not a number", shown(field)))?;
    let from_one = if quantity == Quantity::Material { ", counted from 1" } else { "" };
    let because = |reason| format!("{name} is {}; {reason}{from_one}", shown(field));
    quantity.check(change(value)).map_err(because)
}

fn number_of_name(
    numbers_of: &mut HashMap<String, u16>,
    materials: &mut Vec<String>,
    name: &str,
) -> Result<f64, String> {
    if let Some(&number) = numbers_of.get(name) {
        return Ok(f64::from(number));
    }
    let number = u16::try_from(materials.len()).map_err(|_| "more than 65536 materials")?;
    numbers_of.insert(name.to_string(), number);
    materials.push(name.to_string());
    Ok(f64::from(number))
}

/// Appends the shortest text that reads as the same number.
pub(crate) fn push_number(out: &mut String, value: f64) {
    // Debug changes to exponents where zeros would be many; writing to a text cannot fail.
    let _ = write!(out, "{value:?}");
    if out.ends_with(".0") {
        out.truncate(out.len() - 2);
    }
}

/// Appends one number of a column; a material by its number from 1.
pub(crate) fn push_entry(out: &mut String, (quantity, column): (Quantity, Column<'_>), at: usize) {
    match column {
        Column::Ids(ids) => push_number(out, f64::from(ids[at])),
        Column::Materials(materials) => push_number(out, f64::from(materials[at]) + 1.0),
        Column::Numbers(numbers) if quantity == Quantity::Mass => {
            push_number(out, mass_in_files(numbers[at]));
        }
        Column::Numbers(numbers) => push_number(out, numbers[at]),
    }
}

/// The name of a material; its number where there is no name.
pub(crate) fn material_name(frame: &Frame, body: usize) -> String {
    let number = frame.material[body];
    frame.materials.get(usize::from(number)).cloned().unwrap_or_else(|| number.to_string())
}

/// Lines that are not blank, with their numbers from 1.
pub(crate) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}'); // a byte order mark, if any
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty())
}
