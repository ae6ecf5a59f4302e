//! Bodies whose numbers are given, as columns: from a file, another program, a calculation.

use super::{BadInsertion, Inserted, Stopped, add_body, check_body};
use crate::bodies::{Body, Motion};
use crate::materials::Materials;
use crate::world::World;
use esker_geom::Vector;

/// Columns of one length; all but the first two may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FromColumns<const D: usize> {
    /// The centres (m).
    pub positions: Vec<Vector<D>>,
    /// The radii (m).
    pub radii: Vec<f64>,
    /// The velocities (m/s); at rest if empty.
    pub velocities: Vec<Vector<D>>,
    /// The angular velocities (rad/s); none if empty.
    pub spins: Vec<Vector<3>>,
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
            (self.spins.len(), "spins"),
            (self.materials.len(), "materials"),
            (self.motions.len(), "motions"),
        ];
        let radii = (self.radii.len(), "radii");
        let mut given = lengths.into_iter().filter(|(length, _)| *length > 0).chain([radii]);
        if let Some((found, what)) = given.find(|(length, _)| *length != expected) {
            return Err(BadInsertion::Lengths { what, found, expected });
        }
        (0..expected).try_for_each(|row| check_body(&self.body(row), Some(row), materials))
    }

    /// The body of a row; columns were found to be long enough.
    fn body(&self, row: usize) -> Body<D> {
        Body {
            velocity: self.velocities.get(row).copied().unwrap_or([0.0; D]),
            spin: self.spins.get(row).copied().unwrap_or([0.0; 3]),
            material: self.materials.get(row).copied().unwrap_or(0),
            motion: self.motions.get(row).copied().unwrap_or(Motion::Free),
            ..Body::new(self.positions[row], self.radii[row])
        }
    }

    pub(super) fn act(
        &self,
        world: &mut World<D>,
        inserted: &mut Inserted,
    ) -> Result<Stopped, BadInsertion> {
        (0..self.positions.len()).try_for_each(|row| add_body(&self.body(row), world, inserted))?;
        Ok(Stopped::Complete)
    }
}
