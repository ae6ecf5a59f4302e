//! The exact state: every number that decides how a run goes on, as named columns.
//!
//! What a scene says (materials, laws, gravity, the box, the integrator, the method) is no part of
//! it: a world is set up as before, then takes the state, and from there goes on **bitwise** as the
//! one that was not interrupted. The list below is the only one; saving and restoring both derive
//! from it. Columns of other names are passed over, so that a file may hold more.

use crate::column::{Element, Field, StateColumn};
use crate::world::World;
use std::borrow::Cow;
use std::fmt;

/// The version of the list of columns.
const VERSION: u32 = 5;
/// Counters up to this may be counted on.
pub(crate) const MOST_COUNTED: u64 = 1 << 62;

macro_rules! state {
    ($($name:literal $($field:ident).+;)*) => {
        impl<const D: usize> World<D> {
            /// The columns that make up the state; those of bodies and pairs are borrowed from the
            /// world.
            pub fn columns(&self) -> Vec<StateColumn<'_>> {
                let mut columns = vec![
                    column("version", &VERSION),
                    column("dimension", dimension::<D>()),
                    $(column($name, &self.$($field).+),)*
                ];
                let others = self.neighbors.pairs().map(|(_, [_, other])| other as u32);
                columns.push(collected("neighbors.other", others));
                let remembering = || self.neighbors.remembering();
                let contacts = remembering().map(|(pair, _)| pair as u32);
                columns.push(collected("neighbors.contacts", contacts));
                let history = remembering().flat_map(|(_, history)| history);
                columns.push(collected("neighbors.history", history));
                columns.push(column("contacts.count", &self.contacts()).into_owned());
                columns.push(column("contacts.overlap", &self.largest_overlap()).into_owned());
                columns.extend(self.wall_columns());
                columns.extend(self.population_columns());
                columns
            }

            fn load(&mut self, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
                $(self.$($field).+ = load(columns, $name)?;)*
                // Tiles are cut when it is known that the list is one.
                self.neighbors.pairs = load(columns, "neighbors.other")?;
                self.neighbors.tiles.clear();
                self.load_populations(columns)?;
                self.load_walls(columns)?;
                self.load_contact_sums(columns)
            }
        }
    };
}

state! {
    "time" time;
    "steps" steps;
    "time_step" time_step;
    "lost" lost;
    "forces_known" forces_known;
    "pace.time_step" pace.time_step;
    "pace.changes" pace.changes;
    "pace.chosen" pace.chosen;
    "bodies.id" bodies.id;
    "bodies.position" bodies.position;
    "bodies.velocity" bodies.velocity;
    "bodies.spin" bodies.spin;
    "bodies.force" bodies.force;
    "bodies.torque" bodies.torque;
    "bodies.radius" bodies.radius;
    "bodies.inverse_mass" bodies.inverse_mass;
    "bodies.inverse_inertia" bodies.inverse_inertia;
    "bodies.material" bodies.material;
    "bodies.inverse_margin" bodies.inverse_margin;
    "bodies.rotation" bodies.rotation;
    "bodies.image" bodies.image;
    "bodies.begun" bodies.begun;
    "bodies.foreseen" bodies.foreseen;
    "bodies.foreseen_angular" bodies.foreseen_angular;
    "bodies.follows_rotation" bodies.follows_rotation;
    "bodies.next_id" bodies.next_id;
    "bodies.changes" bodies.changes;
    "neighbors.start" neighbors.start;
    "neighbors.stride" neighbors.stride;
    "neighbors.ids" neighbors.ids;
    "detection.rebuilds" detection.rebuilds;
    "detection.spare" detection.spare;
    "detection.then" detection.then;
    "detection.changes" detection.changes;
    "detection.steps" detection.steps;
    "detection.touching" detection.touching;
    "detection.lasting" detection.plan.lasting;
    "detection.widest" detection.plan.widest;
}

impl<const D: usize> World<D> {
    /// Takes a state, in place of the bodies and the time there are.
    ///
    /// If it is refused, the world is left without bodies.
    pub fn restore(&mut self, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
        let (version, dimension) = (load(columns, "version")?, load::<u32>(columns, "dimension")?);
        if version != VERSION {
            return Err(BadState::Version { found: version });
        }
        if dimension as usize != D {
            return Err(BadState::Dimension { found: dimension, expected: D });
        }
        let restored = self.load(columns).and_then(|()| self.check_state());
        let restored = restored.and_then(|()| self.load_history(columns));
        match restored {
            Ok(()) => self.detection.note_radii(&self.bodies),
            Err(_) => {
                self.bodies = Default::default();
                self.neighbors = Default::default();
            }
        }
        self.time_step_reason = "as it was saved".into();
        restored
    }

    /// Takes what the last step counted, of bodies and walls in one: a time step that is chosen anew
    /// when bodies come depends on the largest overlap.
    fn load_contact_sums(&mut self, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
        let contacts = load(columns, "contacts.count")?;
        let largest_overlap = load(columns, "contacts.overlap")?;
        self.forces.recall(contacts, largest_overlap);
        for wall in &mut self.walls {
            (wall.contacts, wall.largest_overlap) = (0, 0.0);
        }
        Ok(())
    }

    /// Whether the columns fit together, so that nothing that uses them can fail.
    fn check_state(&self) -> Result<(), BadState> {
        let (bodies, detection) = (&self.bodies, &self.detection);
        if let Some((column, found)) = bodies.wrong_length() {
            let expected = bodies.len();
            return unfit(format!("`bodies.{column}` has {found} entries for {expected} bodies"));
        }
        let mut ids = bodies.id.clone();
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair[0] == pair[1]) {
            return unfit("an id stands twice in `bodies.id`".into());
        }
        let known = |ids: &[u32]| ids.iter().all(|&id| id < bodies.next_id());
        if !known(&bodies.id) || !known(&self.neighbors.ids) {
            return unfit("an id is not below `bodies.next_id`".into());
        }
        let counters = [self.steps, self.lost, bodies.changes, detection.rebuilds, detection.steps];
        if counters.iter().any(|&counter| counter > MOST_COUNTED) {
            return unfit("a counter is beyond all counting".into());
        }
        let current = detection.changes == bodies.changes;
        if current && (self.neighbors.ids != bodies.id || detection.then.len() != bodies.len()) {
            return unfit("the list of near pairs is not of these bodies".into());
        }
        self.check_rows()
    }

    /// Whether the list of near pairs is one.
    fn check_rows(&self) -> Result<(), BadState> {
        let list = &self.neighbors;
        let (expected, found) = (self.model.history().len(), list.stride);
        if found != expected && !list.is_empty() {
            return Err(BadState::History { found, expected });
        }
        let whole = list.start.len() == list.ids.len() + 1
            && list.start.first() == Some(&0)
            && list.start.is_sorted()
            && list.start.last().map(|&end| end as usize) == Some(list.pairs.len());
        let nothing = list.start.is_empty() && list.ids.is_empty() && list.pairs.is_empty();
        if !(whole || nothing) {
            return unfit("`neighbors.start` does not cut `neighbors.other` into rows".into());
        }
        let ordered = |body: usize| {
            let row = &list.pairs[list.row(body)];
            let behind = row.first().is_none_or(|&first| first as usize > body);
            let last = row.last().is_none_or(|&last| (last as usize) < list.ids.len());
            behind && last && row.is_sorted()
        };
        if !(0..list.ids.len()).all(ordered) {
            return unfit("a row of `neighbors.other` is not in order".into());
        }
        Ok(())
    }

    /// Takes what contacts remember, once it is known that the list is one.
    fn load_history(&mut self, columns: &[StateColumn<'_>]) -> Result<(), BadState> {
        let contacts: Vec<u32> = load(columns, "neighbors.contacts")?;
        let history: Vec<f64> = load(columns, "neighbors.history")?;
        let list = &mut self.neighbors;
        let ordered = contacts.windows(2).all(|pair| pair[0] < pair[1]);
        if !ordered || contacts.last().is_some_and(|&last| last as usize >= list.len()) {
            return unfit("`neighbors.contacts` does not name pairs in their order".into());
        }
        if Some(history.len()) != contacts.len().checked_mul(list.stride) {
            return unfit("`neighbors.history` is not of the length of its contacts".into());
        }
        list.cut_tiles(list.ids.len(), &self.threads);
        list.recall(&contacts, &history);
        Ok(())
    }
}

fn dimension<const D: usize>() -> &'static u32 {
    if D == 2 { &2 } else { &3 }
}

/// A column of its own, made of entries one by one.
pub(crate) fn collected<T: Element>(
    name: impl Into<Cow<'static, str>>,
    entries: impl Iterator<Item = T>,
) -> StateColumn<'static> {
    let name: Cow<'static, str> = name.into();
    column(name, &entries.collect::<Vec<T>>()).into_owned()
}

/// Refuses columns of another number of things than the world has.
pub(crate) fn expect_lengths(
    what: &str,
    lengths: &[usize],
    expected: usize,
) -> Result<(), BadState> {
    match lengths.iter().find(|&&length| length != expected) {
        None => Ok(()),
        Some(found) => {
            let what = format!("it has {found} {what}, but the world {expected}");
            Err(BadState::Unfit { what })
        }
    }
}

pub(crate) fn column<'a>(name: impl Into<Cow<'a, str>>, field: &'a impl Field) -> StateColumn<'a> {
    let (shape, values) = field.save();
    StateColumn { name: name.into(), shape, values }
}

pub(crate) fn load<T: Field>(columns: &[StateColumn<'_>], name: &str) -> Result<T, BadState> {
    let column = columns.iter().find(|column| column.name == name);
    let column = column.ok_or_else(|| BadState::Missing { name: name.into() })?;
    T::load(column).ok_or_else(|| BadState::Form { name: name.into() })
}

fn unfit(what: String) -> Result<(), BadState> {
    Err(BadState::Unfit { what })
}

/// Why a state cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadState {
    /// It was written by a program that keeps other columns.
    Version {
        /// Its version.
        found: u32,
    },
    /// It is of another dimension.
    Dimension {
        /// Its dimension.
        found: u32,
        /// The world's.
        expected: usize,
    },
    /// A column is not there.
    Missing {
        /// Its name.
        name: String,
    },
    /// A column has another type of number or another shape.
    Form {
        /// Its name.
        name: String,
    },
    /// The laws keep another count of numbers for each contact.
    History {
        /// How many the state has.
        found: usize,
        /// How many the laws of the world keep.
        expected: usize,
    },
    /// Columns contradict each other.
    Unfit {
        /// How.
        what: String,
    },
}

impl fmt::Display for BadState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { found } => write!(
                f,
                "the state is of version {found}; this program reads version {VERSION}: go on with \
                 the program that wrote it"
            ),
            Self::Dimension { found, expected } => {
                write!(f, "the state is of dimension {found}, but the world has {expected}")
            }
            Self::Missing { name } => write!(f, "the state has no column `{name}`"),
            Self::Form { name } => {
                write!(f, "column `{name}` of the state is not of the expected type and shape")
            }
            Self::History { found, expected } => write!(
                f,
                "the state keeps {found} numbers for each contact, but the laws of the world \
                 {expected}: it was saved with other laws"
            ),
            Self::Unfit { what } => write!(f, "the state contradicts itself: {what}"),
        }
    }
}

impl std::error::Error for BadState {}
