//! Removal: bodies leave a world where they enter a region, or leave one.

use crate::regions::{BadRegion, Region};
use crate::world::World;

/// A region in which bodies are removed. In `world.removals` it acts at the start of steps.
///
/// What touched a removed body still feels it for the first half of that step.
#[derive(Clone, Debug, PartialEq)]
pub struct Removal<const D: usize> {
    /// The name in scenes and tables; may be empty.
    pub name: String,
    /// Where.
    pub region: Region<D>,
    /// Whether bodies are removed outside the region instead of inside. Centres count.
    pub outside: bool,
    /// It acts in one step of so many; never if zero.
    pub every: u64,
    /// How many bodies it has removed.
    pub count: u64,
    /// Their mass (kg); bodies that no force moves count as nothing.
    pub mass: f64,
}

impl<const D: usize> Removal<D> {
    /// Removes bodies inside a region, in one step of a hundred; without a name.
    pub fn new(region: Region<D>) -> Result<Self, BadRegion> {
        region.check()?;
        let name = String::new();
        Ok(Self { name, region, outside: false, every: 100, count: 0, mass: 0.0 })
    }

    /// The removal with a name.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// Whether it acts at the start of the step after so many.
    pub(crate) fn acts_in(&self, steps: u64) -> bool {
        self.every > 0 && steps.is_multiple_of(self.every)
    }

    fn act(&mut self, world: &mut World<D>) {
        if !self.acts_in(world.steps) {
            return;
        }
        let leaving =
            |place: &usize| self.region.contains(&world.wrapped_position(*place)) != self.outside;
        let leaving: Vec<usize> = (0..world.bodies.len()).filter(leaving).collect();
        if leaving.is_empty() {
            return;
        }
        let bodies = &mut world.bodies;
        let free = leaving.iter().filter(|&&place| bodies.is_free(place));
        self.mass += free.map(|&place| bodies.mass(place)).sum::<f64>();
        self.count += leaving.len() as u64;
        bodies.retain(|_, place| leaving.binary_search(&place).is_err());
    }
}

impl<const D: usize> World<D> {
    /// Lets every removal of the world act.
    pub(crate) fn remove_due(&mut self) {
        let mut removals = std::mem::take(&mut self.removals);
        removals.iter_mut().for_each(|removal| removal.act(self));
        self.removals = removals;
    }
}
