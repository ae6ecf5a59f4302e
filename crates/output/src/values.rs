//! The columns of a frame by name, one number for each body: what pictures are coloured by.

use crate::Frame;
use esker_broad::unknown;
use esker_geom::vector::length;

/// A line of the list of columns.
pub struct Column {
    /// The name in scenes and on the command line.
    pub name: &'static str,
    /// The unit; empty for plain numbers.
    pub unit: &'static str,
    values: fn(&Frame) -> Vec<f64>,
}

/// Every column a frame can show, in the order of the tables.
pub const COLUMNS: &[Column] = &[
    Column { name: "id", unit: "", values: |f| f.id.iter().map(|&id| id.into()).collect() },
    Column { name: "x", unit: "m", values: |f| along(&f.position, 0) },
    Column { name: "y", unit: "m", values: |f| along(&f.position, 1) },
    Column { name: "z", unit: "m", values: |f| along(&f.position, 2) },
    Column { name: "radius", unit: "m", values: |f| f.radius.clone() },
    Column { name: "mass", unit: "kg", values: |f| f.mass.clone() },
    Column { name: "speed", unit: "m/s", values: |f| lengths(&f.velocity) },
    Column { name: "vx", unit: "m/s", values: |f| along(&f.velocity, 0) },
    Column { name: "vy", unit: "m/s", values: |f| along(&f.velocity, 1) },
    Column { name: "vz", unit: "m/s", values: |f| along(&f.velocity, 2) },
    Column { name: "spin", unit: "rad/s", values: |f| lengths(&f.spin) },
    Column { name: "force", unit: "N", values: |f| lengths(&f.force) },
    Column { name: "torque", unit: "N m", values: |f| lengths(&f.torque) },
    Column {
        name: "material",
        unit: "",
        values: |f| f.material.iter().map(|&m| m.into()).collect(),
    },
];

impl Column {
    /// The column of this name, or a sentence that says which names there are.
    pub fn named(name: &str) -> Result<&'static Self, String> {
        let found = COLUMNS.iter().find(|column| column.name == name);
        found.ok_or_else(|| unknown("column", name, COLUMNS.iter().map(|column| column.name)))
    }

    /// The name with its unit, as on a scale.
    pub fn label(&self) -> String {
        match self.unit {
            "" => self.name.to_string(),
            unit => format!("{} ({unit})", self.name),
        }
    }

    /// The numbers of a frame's bodies; nothing if the frame does not have them all.
    pub fn of(&self, frame: &Frame) -> Option<Vec<f64>> {
        let values = (self.values)(frame);
        (values.len() == frame.len()).then_some(values)
    }
}

impl Frame {
    /// A column by its name in [`COLUMNS`], in SI units, vectors by their length; nothing if there
    /// is no such name or the frame lacks the column.
    pub fn values(&self, name: &str) -> Option<Vec<f64>> {
        Column::named(name).ok()?.of(self)
    }
}

fn along(vectors: &[[f64; 3]], axis: usize) -> Vec<f64> {
    vectors.iter().map(|vector| vector[axis]).collect()
}

fn lengths(vectors: &[[f64; 3]]) -> Vec<f64> {
    vectors.iter().map(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_physics::{Body, Material, World};

    #[test]
    fn a_frame_of_a_world_has_every_column() {
        let mut world = World::<3>::default();
        world.materials.add(Material::default()).unwrap();
        let moving = Body { velocity: [3.0, 0.0, -4.0], ..Body::new([1.0, 2.0, 3.0], 0.5) };
        world.add(&moving).unwrap();
        let frame = Frame::of(&world);
        for column in COLUMNS {
            assert_eq!(column.of(&frame).map(|values| values.len()), Some(1), "{}", column.name);
        }
        assert_eq!(frame.values("speed"), Some(vec![5.0]));
        assert_eq!(frame.values("vz"), Some(vec![-4.0]));
        assert_eq!(frame.values("y"), Some(vec![2.0]));
    }

    #[test]
    fn an_unknown_name_names_the_nearest_and_a_missing_column_is_none() {
        let message = Column::named("sped").err().unwrap();
        assert!(message.starts_with("unknown column 'sped'; did you mean 'speed'?"), "{message}");
        let bare = Frame { id: vec![7], position: vec![[0.0; 3]], ..Frame::default() };
        assert_eq!(bare.values("sped"), None);
        assert_eq!(bare.values("speed"), None);
        assert_eq!(bare.values("id"), Some(vec![7.0]));
        assert_eq!(Column::named("spin").unwrap().label(), "spin (rad/s)");
    }
}
