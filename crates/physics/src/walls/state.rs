//! The state of walls, as columns: what a resumed run needs to go on to the last bit.
//!
//! Shapes, materials and motions belong to the set-up of a world, as its laws do, and so do the
//! times at which walls appear and vanish: a state is put into a world with the same walls. A
//! motion that was begun during the run is set again (`wall.motion = …`) by whoever did so; from
//! where and from when to when it goes is part of the state.

use super::{Pose, Wall, WallContact};
use crate::column::StateColumn;
use crate::state::{BadState, collected, expect_lengths, load};
use crate::world::World;
use esker_geom::Vector;
use esker_geom::rotation::Rotation;

impl<const D: usize> World<D> {
    /// The columns of walls and of their contacts.
    pub(crate) fn wall_columns(&self) -> Vec<StateColumn<'static>> {
        let walls = || self.walls.iter();
        let contacts = || self.wall_contacts.iter().map(|(contact, _)| contact);
        let history = self.wall_contacts.iter().flat_map(|(_, history)| history);
        vec![
            collected("walls.translation", walls().map(|wall| wall.pose.translation)),
            collected("walls.rotation", walls().map(|wall| wall.pose.rotation)),
            collected("walls.start.translation", walls().map(|wall| wall.start.translation)),
            collected("walls.start.rotation", walls().map(|wall| wall.start.rotation)),
            collected("walls.times", walls().map(|wall| [wall.since, wall.until])),
            collected("walls.force", walls().map(|wall| wall.force)),
            collected("walls.torque", walls().map(|wall| wall.torque)),
            collected("walls.stiffness", walls().map(|wall| wall.stiffness)),
            collected("wall_contacts.of", contacts().map(|one| [one.body, one.wall, one.feature])),
            collected("wall_contacts.normal", contacts().map(|one| one.normal)),
            collected("wall_contacts.distance", contacts().map(|one| one.distance)),
            collected("wall_contacts.force", contacts().map(|one| one.force)),
            collected("wall_contacts.history", history.copied()),
        ]
    }

    /// Takes the columns of walls and of their contacts.
    pub(crate) fn load_walls(&mut self, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
        let pose = load_poses(columns, ["walls.translation", "walls.rotation"])?;
        let start = load_poses(columns, ["walls.start.translation", "walls.start.rotation"])?;
        let times: Vec<[f64; 2]> = load(columns, "walls.times")?;
        let force: Vec<Vector<D>> = load(columns, "walls.force")?;
        let torque: Vec<Vector<3>> = load(columns, "walls.torque")?;
        let stiffness: Vec<f64> = load(columns, "walls.stiffness")?;
        let lengths =
            [pose.len(), start.len(), times.len(), force.len(), torque.len(), stiffness.len()];
        expect_lengths("walls", &lengths, self.walls.len())?;
        for (index, wall) in self.walls.iter_mut().enumerate() {
            *wall = Wall {
                pose: pose[index],
                start: start[index],
                since: times[index][0],
                until: times[index][1],
                force: force[index],
                torque: torque[index],
                stiffness: stiffness[index],
                ..wall.clone()
            };
        }
        self.load_contacts(columns)
    }

    fn load_contacts(&mut self, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
        let of: Vec<[u32; 3]> = load(columns, "wall_contacts.of")?;
        let normal: Vec<Vector<D>> = load(columns, "wall_contacts.normal")?;
        let distance: Vec<f64> = load(columns, "wall_contacts.distance")?;
        let force: Vec<Vector<D>> = load(columns, "wall_contacts.force")?;
        let history: Vec<f64> = load(columns, "wall_contacts.history")?;
        let whole = of.len().checked_mul(self.model.history().len()) == Some(history.len());
        let lengths = [normal.len(), distance.len(), force.len()];
        if lengths.iter().any(|&length| length != of.len()) || !whole {
            let what = "columns of `wall_contacts` are not of one length".into();
            return Err(BadState::Unfit { what });
        }
        let mut places: Vec<(u32, u32)> = self.bodies.id.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let contact = |(index, &[body, wall, feature]): (usize, &[u32; 3])| {
            let found = places.binary_search_by_key(&body, |&(id, _)| id);
            // A body that was removed since the last step has no place.
            let place = found.map_or(u32::MAX, |found| places[found].1);
            let (normal, distance, force) = (normal[index], distance[index], force[index]);
            let known = WallContact { body, wall, feature, place, ..WallContact::default() };
            WallContact { normal, distance, force, ..known }
        };
        self.wall_contacts.restore(of.iter().enumerate().map(contact).collect(), history);
        Ok(())
    }
}

fn load_poses<const D: usize>(
    columns: &[StateColumn<'_>],
    names: [&str; 2],
) -> Result<Vec<Pose<D>>, BadState> {
    let translation: Vec<Vector<D>> = load(columns, names[0])?;
    let rotation: Vec<Rotation> = load(columns, names[1])?;
    let poses = translation.into_iter().zip(rotation);
    Ok(poses.map(|(translation, rotation)| Pose { translation, rotation }).collect())
}
