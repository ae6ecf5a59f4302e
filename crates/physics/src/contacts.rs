//! Contacts one by one, for measures and pictures.
//!
//! For those between bodies the laws are evaluated once more at the end of a step, with time
//! standing still and on a copy of the history: nothing of the world changes. Forces are those of
//! the step but for dashpots, which see the velocities at the end of it and not half a step before.
//! Cost: about that of a step's forces, on one thread. Those with walls are kept from the step.
//! Bodies within the reach of laws that act at a distance are in contact if they touch or carry a
//! force.

use crate::batch::{Batch, Geometry, LANES, Pushes, Rows};
use crate::forces::Setting;
use crate::periodic::nearest_image;
use crate::records::{Sphere, record_of};
use crate::runs::Snapshot;
use crate::tile::minus_and_plus;
use crate::walls::WallContact;
use crate::world::World;
use esker_geom::Vector;
use esker_geom::vector::{add, from_space, scale};
use std::fmt;

/// Two bodies that act on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactView<const D: usize> {
    /// The places of both bodies.
    pub bodies: [usize; 2],
    /// The point of contact (m), seen from the first body: it may lie beyond a periodic face.
    pub point: Vector<D>,
    /// The direction from the second body to the first, of length one.
    pub normal: Vector<D>,
    /// From the centre of the second body to that of the first (m), through a periodic face if that
    /// is nearer.
    pub branch: Vector<D>,
    /// From the centre of each body to the point of contact (m).
    pub arms: [Vector<D>; 2],
    /// How deep they overlap (m).
    pub overlap: f64,
    /// The force on the first body (N); the opposite acts on the second.
    pub force: Vector<D>,
    /// The torque on each body about its centre (N m).
    pub torques: [Vector<3>; 2],
    /// The energy that springs store (J).
    pub energy: f64,
}

/// The contacts of a world are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactsUnknown;

impl fmt::Display for ContactsUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "contacts are known after a step; bodies or laws have been changed since, or there was \
             none: make a step first"
        )
    }
}

impl std::error::Error for ContactsUnknown {}

/// Calls the action for every contact of the last step, in the order of the list of near pairs.
pub fn for_each_contact<const D: usize>(
    world: &World<D>,
    mut action: impl FnMut(&ContactView<D>),
) -> Result<(), ContactsUnknown> {
    let list = &world.neighbors;
    if !world.detection.is_of(&world.bodies) || list.stride != world.model.history().len() {
        return Err(ContactsUnknown);
    }
    let mut coefficients = Vec::new();
    let laws = (&world.model, &world.materials);
    let setting = Setting::new(laws, &world.periodic, world.reach(1.0), &mut coefficients, 0.0);
    let mut batch = Batch::new(setting.time_step);
    let mut rows = Rows::new();
    let mut pushes = Pushes::new(world.model.has_couples());
    let (mut close, mut pairs) = (list.close_pairs().peekable(), Vec::with_capacity(LANES));
    while close.peek().is_some() {
        pairs.clear();
        for (k, (bodies, history)) in close.by_ref().take(LANES).enumerate() {
            gather(world, &setting, bodies, k, (&mut batch, &mut rows));
            batch.recall(k, history);
            pairs.push(bodies);
        }
        batch.resolve::<true>(&rows, Geometry::of_spheres);
        world.model.apply(&mut batch);
        batch.forget_apart(setting.reach, list.stride);
        world.model.store_energy(&mut batch);
        pushes.take(&batch);
        let views = pairs.iter().enumerate();
        let views = views.map(|(k, bodies)| view(world, (&batch, &pushes), *bodies, k));
        views.filter(|view| acts(view.overlap, &view.force)).for_each(|view| action(&view));
    }
    Ok(())
}

/// A body and a wall that act on each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallContactView<const D: usize> {
    /// The place of the body.
    pub body: usize,
    /// The place of the wall in the list of walls.
    pub wall: usize,
    /// The point of contact on the wall (m), seen from the body: it may lie beyond a periodic face.
    pub point: Vector<D>,
    /// The direction from the wall to the centre of the body, of length one.
    pub normal: Vector<D>,
    /// From the centre of the body to the point of contact (m).
    pub arm: Vector<D>,
    /// How deep they overlap (m).
    pub overlap: f64,
    /// The force on the body (N), that of the step; the opposite acts on the wall.
    pub force: Vector<D>,
}

/// Calls the action for every contact of a body with a wall in the last step, in the order of the
/// places of bodies. Nothing is computed anew.
pub fn for_each_wall_contact<const D: usize>(
    world: &World<D>,
    mut action: impl FnMut(&WallContactView<D>),
) -> Result<(), ContactsUnknown> {
    let bodies = &world.bodies;
    if !world.detection.is_of(bodies) {
        return Err(ContactsUnknown);
    }
    let contacts = world.wall_contacts.iter().map(|(contact, _)| contact);
    // A state from elsewhere may name bodies that are not there.
    let known =
        |contact: &&WallContact<D>| bodies.id.get(contact.place as usize) == Some(&contact.body);
    for contact in contacts.filter(known) {
        let (body, wall) = (contact.place as usize, contact.wall as usize);
        let overlap = bodies.radius[body] - contact.distance;
        if acts(overlap, &contact.force) {
            let arm = scale(&contact.normal, -contact.distance);
            let (normal, force) = (contact.normal, contact.force);
            let point = add(&bodies.position[body], &arm);
            action(&WallContactView { body, wall, point, normal, arm, overlap, force });
        }
    }
    Ok(())
}

/// Whether a contact is one: touching counts, and at a distance what carries a force.
#[inline(always)]
pub(crate) fn acts<const D: usize>(overlap: f64, force: &Vector<D>) -> bool {
    overlap >= 0.0 || *force != [0.0; D]
}

/// Fills one lane from the bodies and materials of a pair.
fn gather<const D: usize>(
    world: &World<D>,
    setting: &Setting<'_, D>,
    pair: [usize; 2],
    k: usize,
    (batch, rows): (&mut Batch, &mut Rows),
) {
    let bodies = &world.bodies;
    let [(Sphere(here), first), (Sphere(there), second)] =
        pair.map(|place| record_of(&Snapshot::of(bodies, place)));
    rows.apart[k] = minus_and_plus(&here, &there);
    nearest_image(&mut rows.apart[k], &setting.period);
    rows.velocity[k] = minus_and_plus(&first.velocity, &second.velocity);
    (rows.spin[0][k], rows.spin[1][k]) = (first.spin, second.spin);
    let materials = setting.pair_of(pair.map(|place| bodies.material[place]));
    batch.set_coefficients(k, setting.coefficients_of(materials));
}

fn view<const D: usize>(
    world: &World<D>,
    (batch, pushes): (&Batch, &Pushes),
    bodies: [usize; 2],
    k: usize,
) -> ContactView<D> {
    let normal: Vector<D> = std::array::from_fn(|axis| batch.normal[axis][k]);
    let [force, on_first, on_second] = pushes.of(k);
    let [first_arm, second_arm] = [batch.arm[0][k], batch.arm[1][k]];
    let position = &world.bodies.position[bodies[0]];
    ContactView {
        bodies,
        point: std::array::from_fn(|axis| position[axis] - first_arm * normal[axis]),
        normal,
        branch: normal.map(|n| (first_arm + second_arm) * n),
        arms: [normal.map(|n| -first_arm * n), normal.map(|n| second_arm * n)],
        overlap: batch.overlap[k],
        force: from_space(&force),
        torques: [on_first, on_second.map(|torque| -torque)],
        energy: batch.energy[k],
    }
}
