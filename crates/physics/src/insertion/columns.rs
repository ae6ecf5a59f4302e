//! Bodies whose numbers are given, as columns: from a file, another program, a calculation.

use super::{BadInsertion, Inserted, Stopped, add_body, check_finite, check_material};
use crate::bodies::{Body, Motion};
use crate::materials::Materials;
use crate::world::World;
use esker_geom::Vector;

/// Columns of one length; those of velocities, materials and motions may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FromColumns<const D: usize> {
    /// The centres (m).
    pub positions: Vec<Vector<D>>,
    /// The radii (m).
    pub radii: Vec<f64>,
    /// The velocities (m/s); at rest if empty.
    pub velocities: Vec<Vector<D>>,
    /// The numbers of materials; 0 if empty.
    pub materials: Vec<u16>,
    /// How bodies move; free if empty.
    pub motions: Vec<Motion>,
}

impl<const D: usize> FromColumns<D> {
    pub(super) fn check(&self, materials: &Materials) -> Result<(), BadInsertion> {
        let expected = self.positions.len();
        let lengths = [
            (self.velocities.len(), "velocities"),
            (self.materials.len(), "materials"),
            (self.motions.len(), "motions"),
        ];
        let radii = (self.radii.len(), "radii");
        let mut given = lengths.into_iter().filter(|(length, _)| *length > 0).chain([radii]);
        if let Some((found, what)) = given.find(|(length, _)| *length != expected) {
            return Err(BadInsertion::Lengths { what, found, expected });
        }
        for position in &self.positions {
            check_finite(position, "a place")?;
        }
        for velocity in &self.velocities {
            check_finite(velocity, "a velocity")?;
        }
        if let Some(&found) = self.radii.iter().find(|&&r| !(r > 0.0 && r.is_finite())) {
            let (what, expected) = ("a radius", "a length above 0 m");
            return Err(BadInsertion::Number { what, found, expected });
        }
        (0..expected).try_for_each(|index| check_material(self.material(index), materials))
    }

    fn material(&self, index: usize) -> u16 {
        self.materials.get(index).copied().unwrap_or(0)
    }

    pub(super) fn act(&self, world: &mut World<D>, inserted: &mut Inserted) -> Stopped {
        for (index, (&position, &radius)) in self.positions.iter().zip(&self.radii).enumerate() {
            let body = Body {
                velocity: self.velocities.get(index).copied().unwrap_or([0.0; D]),
                material: self.material(index),
                motion: self.motions.get(index).copied().unwrap_or(Motion::Free),
                ..Body::new(position, radius)
            };
            add_body(&body, world, inserted);
        }
        Stopped::Complete
    }
}
