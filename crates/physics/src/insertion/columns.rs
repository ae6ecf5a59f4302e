//! Bodies whose numbers are given, as columns: from a file, another program, a calculation.

use super::{BadInsertion, Grains, Inserted, Sizes, Stopped, add_body, check_body};
use crate::bodies::{Body, Motion};
use crate::materials::Materials;
use crate::world::World;
use esker_geom::vector::length;
use esker_geom::{Aabb, Vector};

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
    /// The free bodies as grains between their radii, with the velocity of the fastest.
    pub(super) fn grains(&self) -> Grains<D> {
        let free = |place: &usize| self.motions.get(*place).is_none_or(|m| *m == Motion::Free);
        let radii = (0..self.radii.len()).filter(free).map(|place| self.radii[place]);
        let (low, high) = radii.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), radius| {
            (low.min(radius), high.max(radius))
        });
        let fastest = self.velocities.iter().max_by(|a, b| length(a).total_cmp(&length(b)));
        Grains {
            sizes: Sizes::Uniform { low, high },
            material: self.materials.first().copied().unwrap_or(0),
            velocity: fastest.copied().unwrap_or([0.0; D]),
            seed: 0,
        }
    }

    /// The box around all centres (m).
    pub(super) fn bounds(&self) -> Aabb<D> {
        let extreme = |start: f64, choose: fn(f64, f64) -> f64| {
            self.positions.iter().fold([start; D], |far, place| {
                std::array::from_fn(|axis| choose(far[axis], place[axis]))
            })
        };
        let (low, high) = (extreme(f64::INFINITY, f64::min), extreme(f64::NEG_INFINITY, f64::max));
        Aabb { low, high }
    }

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
