//! Coordination: contacts per body.
//!
//! Z = 2 C / N counts every contact from both sides. Bodies with no contact or one carry no load;
//! without these rattlers Thornton (2000) has Zₘ = (2 C - N₁) / (N - N₀ - N₁). Free bodies are
//! counted, their contacts with bodies that no force moves too. At a distance, contacts that carry
//! a force count.

use super::free_bodies;
use crate::contacts::{ContactsUnknown, for_each_contact};
use crate::world::World;

/// How many contacts bodies have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coordination {
    /// The mean number of contacts of a free body; zero without bodies.
    pub mean: f64,
    /// The mean number of contacts of free bodies that have two or more, rattlers left out.
    pub without_rattlers: f64,
    /// How many free bodies have no contact or one.
    pub rattlers: usize,
}

/// Counts the contacts of free bodies.
pub fn coordination<const D: usize>(world: &World<D>) -> Result<Coordination, ContactsUnknown> {
    let mut count = vec![0u32; world.bodies.len()];
    for_each_contact(world, |contact| contact.bodies.iter().for_each(|&place| count[place] += 1))?;
    let mean = |fewest: u32| {
        let counted = || free_bodies(world).map(|(place, _)| count[place]).filter(|&c| c >= fewest);
        let bodies = counted().count();
        (bodies, counted().map(f64::from).sum::<f64>() / bodies.max(1) as f64)
    };
    let ((bodies, mean), (loaded, without_rattlers)) = (mean(0), mean(2));
    Ok(Coordination { mean, without_rattlers, rattlers: bodies - loaded })
}
