//! What is known of a body, by quantity: one list from which every format takes names and order.
//!
//! ```text
//!   quantity   stem     column of text             array
//!   position   ""       x y z                      points
//!   velocity   v        vx vy vz                   v
//!   spin       omega    omegax omegay omegaz       omega
//! ```
//!
//! Every reader gathers flat columns of numbers, and one place makes a [`Frame`] of them: bodies in
//! the order of their ids, and numbers that a body can have.

use super::refusal::Refusal;
use crate::Frame;

/// Something that is known of every body, or of none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Id,
    Material,
    Position,
    Radius,
    Mass,
    Velocity,
    Spin,
    Force,
    Torque,
}

use Quantity::{Force, Id, Mass, Material, Position, Radius, Spin, Torque, Velocity};

/// A column of a frame as it lies in memory, the three numbers of a vector one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column<'a> {
    Ids(&'a [u32]),
    Materials(&'a [u16]),
    Numbers(&'a [f64]),
}

impl Quantity {
    /// All, in the order of the columns of files.
    pub(crate) const ALL: [Self; 9] =
        [Id, Material, Position, Velocity, Force, Spin, Torque, Radius, Mass];

    /// Its name as an array; with a letter for the axis, that of a column of text.
    pub(crate) fn stem(self) -> &'static str {
        match self {
            Id => "id",
            Material => "type",
            Position => "",
            Velocity => "v",
            Force => "f",
            Spin => "omega",
            Torque => "tq",
            Radius => "radius",
            Mass => "mass",
        }
    }

    /// The letters of its axes; one empty one for what has no direction.
    pub(crate) fn axes(self) -> &'static [&'static str] {
        match self {
            Id | Material | Radius | Mass => &[""],
            Position | Velocity | Force | Spin | Torque => &["x", "y", "z"],
        }
    }

    /// How many numbers of it a body has.
    pub(crate) fn width(self) -> usize {
        self.axes().len()
    }

    /// The names of its columns in files of text.
    pub(crate) fn column_names(self) -> impl Iterator<Item = String> {
        self.axes().iter().map(move |axis| format!("{}{axis}", self.stem()))
    }

    /// Its column in a frame.
    pub(crate) fn of(self, frame: &Frame) -> Column<'_> {
        match self {
            Id => Column::Ids(&frame.id),
            Material => Column::Materials(&frame.material),
            Position => Column::Numbers(frame.position.as_flattened()),
            Velocity => Column::Numbers(frame.velocity.as_flattened()),
            Force => Column::Numbers(frame.force.as_flattened()),
            Spin => Column::Numbers(frame.spin.as_flattened()),
            Torque => Column::Numbers(frame.torque.as_flattened()),
            Radius => Column::Numbers(&frame.radius),
            Mass => Column::Numbers(&frame.mass),
        }
    }

    /// Those that a frame has; what bodies cannot be without, even if there are none.
    pub(crate) fn known(frame: &Frame) -> impl Iterator<Item = Self> {
        let known = |one: &Self| one.is_needed() || !one.of(frame).is_empty();
        Self::ALL.into_iter().filter(known)
    }

    /// Whether every body must have it.
    pub(crate) fn is_needed(self) -> bool {
        matches!(self, Id | Position | Radius)
    }

    /// A number from a file as it stands in a frame; why no body can have it otherwise.
    pub(crate) fn check(self, value: f64) -> Result<f64, &'static str> {
        let whole = |most: f64| value.fract() == 0.0 && (0.0..=most).contains(&value);
        match self {
            Id if !whole(f64::from(u32::MAX)) => {
                Err("an id must be a whole number from 0 to 2³²-1")
            }
            Material if !whole(f64::from(u16::MAX)) => {
                Err("a material must be a whole number below 65536")
            }
            Radius if !(value > 0.0 && value.is_finite()) => Err("a radius must be above zero"),
            Mass if value == 0.0 => Ok(f64::INFINITY),
            Mass if value.is_nan() || value < 0.0 => {
                Err("a mass must be above zero, or zero for a body that no force moves")
            }
            Position | Velocity | Force | Spin | Torque if !value.is_finite() => {
                Err("it must be finite")
            }
            _ => Ok(value),
        }
    }
}

impl Column<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Ids(ids) => ids.len(),
            Self::Materials(materials) => materials.len(),
            Self::Numbers(numbers) => numbers.len(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A mass (kg) as files have it: zero for what no force moves.
pub(crate) fn mass_in_files(mass: f64) -> f64 {
    if mass.is_finite() { mass } else { 0.0 }
}

/// Columns as they are gathered from a file; those that are empty are not known.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    numbers: [Vec<f64>; Quantity::ALL.len()],
}

impl Columns {
    /// The column of a quantity: [`Quantity::width`] numbers for each body.
    pub(crate) fn of(&mut self, quantity: Quantity) -> &mut Vec<f64> {
        &mut self.numbers[quantity as usize]
    }

    /// The frame, made of numbers that were checked one by one. What concerns no single body
    /// (time, box, names) is taken from `about`.
    pub(crate) fn into_frame(mut self, about: Frame) -> Result<Frame, Refusal> {
        let bodies = self.of(Position).len() / 3;
        if !about.time.is_finite() {
            return Err(Refusal::new("its time is not finite"));
        }
        if bodies > 0 && self.of(Radius).is_empty() {
            return Err(Refusal::new("no radii; every body needs a `radius`"));
        }
        for quantity in Quantity::ALL {
            let found = self.of(quantity).len();
            if found != 0 && found != bodies * quantity.width() {
                let name = quantity.stem();
                return Err(Refusal::new(format!(
                    "`{name}` has {found} numbers, but there are {bodies} bodies"
                )));
            }
        }
        if self.of(Id).is_empty() {
            *self.of(Id) = (0..bodies).map(|body| body as f64).collect();
        }
        let order = self.order_of_ids()?;
        check_materials(self.of(Material), &about.materials)?;
        let mut scalars =
            |quantity| permuted(self.of(quantity).as_chunks::<1>().0, &order).into_flattened();
        let (id, material) = (scalars(Id), scalars(Material));
        let (radius, mass) = (scalars(Radius), scalars(Mass));
        let mut vectors = |quantity| permuted(self.of(quantity).as_chunks::<3>().0, &order);
        Ok(Frame {
            id: id.iter().map(|&id| id as u32).collect(),
            material: material.iter().map(|&number| number as u16).collect(),
            radius,
            mass,
            position: vectors(Position),
            velocity: vectors(Velocity),
            force: vectors(Force),
            spin: vectors(Spin),
            torque: vectors(Torque),
            ..about
        })
    }

    /// The places of the bodies in the order of their ids, no two of which are the same.
    fn order_of_ids(&mut self) -> Result<Vec<usize>, Refusal> {
        let ids = self.of(Id);
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by(|&a, &b| ids[a].total_cmp(&ids[b]));
        match order.windows(2).find(|pair| ids[pair[0]] == ids[pair[1]]) {
            None => Ok(order),
            Some(pair) => Err(Refusal::new(format!(
                "two bodies have the id {}; ids must differ, or be left out",
                ids[pair[0]]
            ))),
        }
    }
}

/// Whether every material has a name, if names are known.
fn check_materials(numbers: &[f64], names: &[String]) -> Result<(), Refusal> {
    let nameless = numbers.iter().find(|&&number| number >= names.len() as f64);
    match nameless.filter(|_| !names.is_empty()) {
        None => Ok(()),
        Some(number) => Err(Refusal::new(format!(
            "a body is of material number {number}, counted from 0, but only {} are named",
            names.len()
        ))),
    }
}

fn permuted<T: Copy>(column: &[T], order: &[usize]) -> Vec<T> {
    match column.is_empty() {
        true => Vec::new(),
        false => order.iter().map(|&place| column[place]).collect(),
    }
}
