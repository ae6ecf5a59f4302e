//! Flow through a plane or a disc.
//!
//! ```text
//!      before ●──────┼─────▶● now          A body has crossed when its centre has changed
//!                    │ plane               sides since the last look, where the way between
//!                    │                     cuts the plane
//! ```
//!
//! The meter remembers where each body was: it may look every step or every few, as long as no body
//! goes to and fro in between. Bodies that came since the last look, and those that left, have not
//! crossed. What it counted and remembers leaves and comes back as columns, beside those of the
//! world, so that a resumed run counts on. Along a periodic axis the plane must lie inside the box
//! or on its lower face; a body crosses it each time round.

use crate::column::StateColumn;
use crate::periodic::wrapped;
use crate::remembered::Places;
use crate::state::{BadState, MOST_COUNTED, collected, column, load};
use crate::world::World;
use esker_geom::Vector;
use esker_geom::vector::{dot, length, normalized, subtract};
use std::mem::replace;

/// What has crossed in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crossings {
    /// How many bodies.
    pub count: u64,
    /// Their mass (kg); bodies that no force moves count as nothing.
    pub mass: f64,
}

/// Counts what crosses a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowMeter<const D: usize> {
    point: Vector<D>,
    normal: Vector<D>,
    radius: f64,
    /// What went to the side of the normal.
    pub forward: Crossings,
    /// What came back.
    pub backward: Crossings,
    /// The times (s) of the first and the last look.
    pub looked: Option<[f64; 2]>,
    /// The bodies of the last look, by their ids, in the order they had in the world.
    ids: Vec<u32>,
    /// Where they were (m), periodic faces taken away.
    places: Vec<Vector<D>>,
}

impl<const D: usize> FlowMeter<D> {
    /// A meter on a disc of a radius (m; infinite for a whole plane) about a point (m); nothing if
    /// the normal has no direction.
    pub fn new(point: Vector<D>, normal: Vector<D>, radius: f64) -> Option<Self> {
        Some(Self {
            point,
            normal: normalized(&normal)?,
            radius,
            forward: Crossings::default(),
            backward: Crossings::default(),
            looked: None,
            ids: Vec::new(),
            places: Vec::new(),
        })
    }

    /// Looks where bodies are now.
    pub fn look(&mut self, world: &World<D>) {
        let bodies = &world.bodies;
        let now = (0..bodies.len()).map(|place| world.unwrapped_position(place)).collect();
        let (ids, before) =
            (replace(&mut self.ids, bodies.id.clone()), replace(&mut self.places, now));
        let known = Places::new(&ids);
        for (place, &id) in bodies.id.iter().enumerate() {
            let Some(before) = before.get(known.of(id) as usize) else { continue };
            let crossed = self.crosses(world, before, &self.places[place]);
            let Some(forward) = crossed else { continue };
            let crossings = if forward { &mut self.forward } else { &mut self.backward };
            crossings.count += 1;
            crossings.mass += if bodies.is_free(place) { bodies.mass(place) } else { 0.0 };
        }
        self.looked = Some([self.looked.map_or(world.time, |[first, _]| first), world.time]);
    }

    /// The bodies and the mass per second (1/s, kg/s) that went forward, less what came back, from
    /// the first look to the last; zero before two looks.
    pub fn rate(&self) -> [f64; 2] {
        let time = self.looked.map_or(0.0, |[first, last]| last - first);
        let net = [
            self.forward.count as f64 - self.backward.count as f64,
            self.forward.mass - self.backward.mass,
        ];
        net.map(|net| if time > 0.0 { net / time } else { 0.0 })
    }

    /// What it has counted and where bodies were, as columns named `prefix.…`.
    pub fn columns(&self, prefix: &str) -> Vec<StateColumn<'_>> {
        let name = |what: &str| format!("{prefix}.{what}");
        vec![
            column(name("forward.count"), &self.forward.count),
            column(name("forward.mass"), &self.forward.mass),
            column(name("backward.count"), &self.backward.count),
            column(name("backward.mass"), &self.backward.mass),
            collected(name("looked"), self.looked.into_iter()),
            column(name("ids"), &self.ids),
            column(name("places"), &self.places),
        ]
    }

    /// Takes what a meter of the same place had counted, from columns of that prefix among others;
    /// if that is refused, it stays as it is.
    pub fn restore(&mut self, prefix: &str, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
        let name = |what: &str| format!("{prefix}.{what}");
        let crossings = |way: &str| {
            let count = load(columns, &name(&format!("{way}.count")))?;
            let mass = load(columns, &name(&format!("{way}.mass")))?;
            if count > MOST_COUNTED {
                let what = format!("`{prefix}` counts beyond all counting");
                return Err(BadState::Unfit { what });
            }
            Ok(Crossings { count, mass })
        };
        let (forward, backward) = (crossings("forward")?, crossings("backward")?);
        let looked: Vec<[f64; 2]> = load(columns, &name("looked"))?;
        if looked.len() > 1 {
            return Err(BadState::Form { name: name("looked") });
        }
        (self.ids, self.places) = seen(prefix, columns)?;
        (self.forward, self.backward, self.looked) = (forward, backward, looked.first().copied());
        Ok(())
    }

    /// Whether the way of a body cuts the disc, and then whether it goes forward.
    fn crosses(&self, world: &World<D>, before: &Vector<D>, now: &Vector<D>) -> Option<bool> {
        let here = wrapped(now, &world.periodic);
        let way = subtract(now, before);
        let after = dot(&subtract(&here, &self.point), &self.normal);
        let earlier = after - dot(&way, &self.normal);
        let (forward, backward) = (earlier < 0.0 && after >= 0.0, earlier >= 0.0 && after < 0.0);
        if !forward && !backward {
            return None;
        }
        let share = after / (after - earlier);
        let cut: Vector<D> =
            std::array::from_fn(|axis| here[axis] - share * way[axis] - self.point[axis]);
        (length(&cut) <= self.radius).then_some(forward)
    }
}

/// The bodies of the last look and where they were (m).
fn seen<const D: usize>(
    prefix: &str,
    columns: &[StateColumn<'_>],
) -> Result<(Vec<u32>, Vec<Vector<D>>), BadState> {
    let name = |what: &str| format!("{prefix}.{what}");
    let ids: Vec<u32> = match load(columns, &name("ids")) {
        // Checkpoints had a place for every id that there ever was, without numbers for the unseen.
        Err(BadState::Missing { .. }) => {
            let places: Vec<Vector<D>> = load(columns, &name("before"))?;
            return Ok(((0..places.len() as u32).collect(), places));
        }
        ids => ids?,
    };
    let places: Vec<Vector<D>> = load(columns, &name("places"))?;
    match ids.len() == places.len() {
        true => Ok((ids, places)),
        false => Err(BadState::Form { name: name("places") }),
    }
}
