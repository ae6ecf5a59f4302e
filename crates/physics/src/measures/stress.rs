//! Stress in a region, after Love and Weber.
//!
//! ```text
//!      ╭───╮╭───╮         σ = 1/V Σ f ⊗ l   over contacts: f the force on a body, l the vector to
//!      │ ←─┼┼─→ │                          its centre from the other's
//!      ╰───╯╰───╯
//! ```
//!
//! The branch l is the sum of two arms, one in each body; a body with its centre in the region
//! brings its own, those to points on walls too. Pushing counts positive, as pressure does. What
//! moves at random carries stress too, 1/V Σ m v' ⊗ v' with v' the velocity against the mean of the
//! region, given apart. In the plane the unit is N/m.

use super::free_bodies;
use crate::contacts::{ContactsUnknown, for_each_contact, for_each_wall_contact};
use crate::regions::Region;
use crate::world::World;
use esker_geom::vector::{add, scale, subtract};

/// D × D numbers, by rows.
pub type Tensor<const D: usize> = [[f64; D]; D];

/// The stress in a region (Pa), positive where things push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stress<const D: usize> {
    /// What contacts carry.
    pub contacts: Tensor<D>,
    /// What motion against the mean velocity carries.
    pub motion: Tensor<D>,
}

impl<const D: usize> Stress<D> {
    /// The mean of the diagonal of both parts (Pa).
    pub fn pressure(&self) -> f64 {
        let trace: f64 = (0..D).map(|k| self.contacts[k][k] + self.motion[k][k]).sum();
        trace / D as f64
    }
}

/// The stress of the bodies whose centres are in a region. A region without an end has none: all
/// zeros.
pub fn stress<const D: usize>(
    world: &World<D>,
    region: &Region<D>,
) -> Result<Stress<D>, ContactsUnknown> {
    let inside: Vec<bool> = (0..world.bodies.len())
        .map(|place| region.contains(&world.wrapped_position(place)))
        .collect();
    let share = 1.0 / region.volume();
    let mut contacts = [[0.0; D]; D];
    for_each_contact(world, |contact| {
        let [first, second] = contact.bodies.map(|place| inside[place]);
        // The force on the second body and the way to its centre are both turned round.
        if first {
            add_product(&mut contacts, share, &contact.force, &scale(&contact.arms[0], -1.0));
        }
        if second {
            add_product(&mut contacts, share, &contact.force, &contact.arms[1]);
        }
    })?;
    for_each_wall_contact(world, |contact| {
        if inside[contact.body] {
            add_product(&mut contacts, share, &contact.force, &scale(&contact.arm, -1.0));
        }
    })?;
    Ok(Stress { contacts, motion: motion(world, &inside, share) })
}

fn motion<const D: usize>(world: &World<D>, inside: &[bool], share: f64) -> Tensor<D> {
    let within = || free_bodies(world).filter(|&(place, _)| inside[place]);
    let mass: f64 = within().map(|(_, mass)| mass).sum();
    let velocity = |place: usize| &world.bodies.velocity[place];
    let momentum =
        within().fold([0.0; D], |sum, (place, mass)| add(&sum, &scale(velocity(place), mass)));
    let mut motion = [[0.0; D]; D];
    for (place, body) in within() {
        let against = subtract(velocity(place), &scale(&momentum, 1.0 / mass));
        add_product(&mut motion, share * body, &against, &against);
    }
    motion
}

fn add_product<const D: usize>(sum: &mut Tensor<D>, factor: f64, a: &[f64; D], b: &[f64; D]) {
    for i in 0..D {
        for j in 0..D {
            sum[i][j] += factor * a[i] * b[j];
        }
    }
}
