//! Insertion: bodies that come into a world, at once or while it runs.
//!
//! A source of bodies is one file and one line in [`INSERTIONS`]. [`World::insert`] uses one at
//! once; in `world.insertions` it acts at the start of steps: rain in many, every other source in
//! the first one that begins at its time or later. A region holds inserted bodies wholly. All state
//! is plain data and among the columns of the world, so that a resumed run goes on as if it had not
//! stopped.
//!
//! ```
//! use esker_geom::Aabb;
//! use esker_physics::{Grains, Material, RandomFill, Region, Source, World};
//! let mut world = World::<3>::default();
//! world.materials.add(Material::default())?;
//! let region = Region::Box(Aabb { low: [0.0; 3], high: [1.0; 3] });
//! let grains = Grains::of_radius(0.05);
//! let fill = RandomFill { region, solid_fraction: 0.2, ..RandomFill::new(grains) };
//! let inserted = world.insert(Source::Random(fill))?;
//! assert_eq!(inserted.count, 382); // 0.2 over the volume of one
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bad_insertion;
mod columns;
mod dense;
mod lattice;
mod places;
mod rain;
mod random;
mod sizes;
mod state;

pub use bad_insertion::BadInsertion;
pub use columns::FromColumns;
pub use dense::Dense;
pub use lattice::Lattice;
pub use rain::{Rain, Rate};
pub use random::RandomFill;
pub use sizes::{BadSizes, SIZES, Sizes, SizesEntry};

use crate::bad_body::density_of;
use crate::bodies::{Bodies, Body, volume};
use crate::materials::Materials;
use crate::regions::Region;
use crate::world::World;
use esker_broad::MOST_OBJECTS;
use esker_geom::Vector;
use places::Sphere;

/// What is inserted.
#[derive(Clone, Debug, PartialEq)]
pub struct Grains<const D: usize> {
    /// How large they are.
    pub sizes: Sizes,
    /// The number of their material.
    pub material: u16,
    /// The velocity they come with (m/s).
    pub velocity: Vector<D>,
    /// What chance starts from.
    pub seed: u64,
}

/// Where inserted bodies come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source<const D: usize> {
    /// A lattice.
    Lattice(Lattice<D>),
    /// Random places without overlap.
    Random(RandomFill<D>),
    /// A dense packing.
    Dense(Dense<D>),
    /// Columns of numbers.
    Columns(FromColumns<D>),
    /// A stream through a region.
    Rain(Rain<D>),
}

/// One line of the list of sources.
pub struct InsertionEntry {
    /// The name in scenes and tables.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
}

/// The list of sources, in the order of [`Source`].
pub const INSERTIONS: &[InsertionEntry] = &[
    InsertionEntry { name: "lattice", summary: "fills a region with a square or cubic lattice" },
    InsertionEntry {
        name: "random",
        summary: "random places without overlap, up to a number of bodies or a solid fraction",
    },
    InsertionEntry {
        name: "dense",
        summary: "fills a box up to a high solid fraction, with small overlaps that it reports",
    },
    InsertionEntry {
        name: "columns",
        summary: "bodies whose places, radii, velocities, spins and materials are given",
    },
    InsertionEntry {
        name: "rain",
        summary: "so many bodies or kilograms per second through a region, without overlap",
    },
];

/// What came of an insertion so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inserted {
    /// How many bodies it has added.
    pub count: u64,
    /// Their mass (kg).
    pub mass: f64,
    /// The deepest overlap among them, in smaller radii; known for `dense` only.
    pub overlap: f64,
    /// Why it does not go on; nothing while it does.
    pub stopped: Option<Stopped>,
}

/// Why an insertion does not go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Stopped {
    /// Everything asked for is there.
    Complete,
    /// No place was found for so many bodies.
    NoRoom {
        /// The bodies without a place.
        missing: usize,
    },
    /// It asks for something impossible.
    Refused(BadInsertion),
}

/// A source at work.
#[derive(Clone, Debug, PartialEq)]
pub struct Insertion<const D: usize> {
    /// The name in scenes and messages; may be empty.
    pub name: String,
    /// The time (s) it acts at, in the first step that begins then or later. Rain has times of its
    /// own and does not look at this one.
    pub from: f64,
    /// Where bodies come from.
    pub source: Source<D>,
    /// What came of it so far.
    pub inserted: Inserted,
}

impl<const D: usize> Grains<D> {
    /// Bodies of one radius (m) and of material 0, at rest.
    pub fn of_radius(radius: f64) -> Self {
        Self { sizes: Sizes::Constant { radius }, material: 0, velocity: [0.0; D], seed: 1 }
    }

    /// Whether they can be inserted into a region.
    fn check(&self, region: &Region<D>, materials: &Materials) -> Result<(), BadInsertion> {
        region.check().map_err(BadInsertion::Region)?;
        if region.volume().is_infinite() {
            return Err(BadInsertion::Endless { region: region.name() });
        }
        self.sizes.check().map_err(BadInsertion::Sizes)?;
        let [_, found] = self.sizes.range();
        if region.bounds().extent().iter().any(|&length| length < 2.0 * found * (1.0 - 1e-9)) {
            let (what, expected) = ("the largest radius", "one that fits into the region");
            return Err(BadInsertion::Number { what, found, expected });
        }
        for radius in self.sizes.range() {
            check_body(&self.body([0.0; D], radius), None, materials)?;
        }
        Ok(())
    }

    fn body(&self, position: Vector<D>, radius: f64) -> Body<D> {
        let (material, velocity) = (self.material, self.velocity);
        Body { material, velocity, ..Body::new(position, radius) }
    }

    /// Whether bodies of this volume (m³, in the plane m²), but no more than this, can be numbered.
    fn check_number(&self, total: f64, most: usize) -> Result<(), BadInsertion> {
        let [_, largest] = self.sizes.range();
        let found = (total / volume::<D>(largest)).floor();
        if found.min(most as f64) < MOST_OBJECTS as f64 {
            return Ok(());
        }
        let (what, expected) = ("the number of bodies", "fewer: a smaller region or larger radii");
        Err(BadInsertion::Number { what, found, expected })
    }

    /// Adds bodies of these centres and radii, and counts them.
    fn add(
        &self,
        spheres: Vec<Sphere<D>>,
        world: &mut World<D>,
        inserted: &mut Inserted,
    ) -> Result<(), BadInsertion> {
        let mut bodies = spheres.into_iter().map(|(place, radius)| self.body(place, radius));
        bodies.try_for_each(|body| add_body(&body, world, inserted))
    }

    /// The mass (kg) of a body of one radius (m).
    fn mass(&self, radius: f64, materials: &Materials) -> f64 {
        materials.get(self.material).map_or(0.0, |m| m.density) * volume::<D>(radius)
    }
}

/// Adds one body, and counts it.
fn add_body<const D: usize>(
    body: &Body<D>,
    world: &mut World<D>,
    inserted: &mut Inserted,
) -> Result<(), BadInsertion> {
    world.add(body).map_err(|bad| BadInsertion::Body { row: None, bad })?;
    let density = world.materials.get(body.material).map_or(0.0, |m| m.density);
    inserted.count += 1;
    inserted.mass += density * volume::<D>(body.radius);
    Ok(())
}

/// Whether a body, of a row of columns perhaps, could be added to a world of these materials.
fn check_body<const D: usize>(
    body: &Body<D>,
    row: Option<usize>,
    materials: &Materials,
) -> Result<(), BadInsertion> {
    let density = density_of(body, materials, &Bodies::default());
    density.map(|_| ()).map_err(|bad| BadInsertion::Body { row, bad })
}

impl<const D: usize> Source<D> {
    /// The name in the list.
    pub fn name(&self) -> &'static str {
        let index = match self {
            Self::Lattice(_) => 0,
            Self::Random(_) => 1,
            Self::Dense(_) => 2,
            Self::Columns(_) => 3,
            Self::Rain(_) => 4,
        };
        INSERTIONS[index].name
    }

    /// Whether it can be used with these materials.
    pub fn check(&self, materials: &Materials) -> Result<(), BadInsertion> {
        match self {
            Self::Lattice(source) => source.check(materials),
            Self::Random(source) => source.check(materials),
            Self::Dense(source) => source.check(materials),
            Self::Columns(source) => source.check(materials),
            Self::Rain(source) => source.check(materials),
        }
    }

    /// What it brings; bodies whose numbers are given as grains between their radii, the fastest
    /// one's velocity among them.
    pub fn grains(&self) -> Grains<D> {
        match self {
            Self::Lattice(Lattice { grains, .. })
            | Self::Random(RandomFill { grains, .. })
            | Self::Dense(Dense { grains, .. })
            | Self::Rain(Rain { grains, .. }) => grains.clone(),
            Self::Columns(columns) => columns.grains(),
        }
    }

    /// Where it brings them.
    pub fn region(&self) -> Region<D> {
        match self {
            Self::Lattice(Lattice { region, .. })
            | Self::Random(RandomFill { region, .. })
            | Self::Rain(Rain { region, .. }) => *region,
            Self::Dense(dense) => Region::Box(dense.bounds),
            Self::Columns(columns) => Region::Box(columns.bounds()),
        }
    }
}

impl<const D: usize> Insertion<D> {
    /// A source that has not acted yet, without a name and from time zero on.
    pub fn new(source: Source<D>) -> Self {
        Self { name: String::new(), from: 0.0, source, inserted: Inserted::default() }
    }

    /// The insertion with a name.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// Whether it can be used with these materials.
    pub fn check(&self, materials: &Materials) -> Result<(), BadInsertion> {
        if self.from.is_nan() {
            let (what, found, expected) = ("the time of an insertion", self.from, "a number of s");
            return Err(BadInsertion::Number { what, found, expected });
        }
        self.source.check(materials)
    }

    /// What went wrong, in words: bodies without a place, or why it was refused; nothing if all is
    /// well so far.
    pub fn problem(&self) -> Option<String> {
        let why = match self.inserted.stopped.as_ref()? {
            Stopped::Complete => return None,
            Stopped::NoRoom { missing } => {
                let asked = self.inserted.count.saturating_add(*missing as u64);
                format!(
                    "{missing} of {asked} bodies found no place; make the region larger, or ask \
                     for fewer or smaller ones"
                )
            }
            Stopped::Refused(bad) => bad.to_string(),
        };
        let name = if self.name.is_empty() { self.source.name() } else { &self.name };
        Some(format!("insertion `{name}`: {why}"))
    }

    /// Whether bodies may come at the start of the step after so many, at a time (s).
    pub(crate) fn acts_in(&self, steps: u64, time: f64) -> bool {
        let waits = match &self.source {
            Source::Rain(rain) => !rain.acts_in(steps, time),
            _ => time < self.from,
        };
        !waits && self.inserted.stopped.is_none()
    }

    /// Adds what is due at the time of the world.
    fn act(&mut self, world: &mut World<D>) {
        let waits = world.time < self.from && !matches!(self.source, Source::Rain(_));
        if waits || self.inserted.stopped.is_some() {
            return;
        }
        if self.inserted.count == 0
            && let Err(bad) = self.check(&world.materials)
        {
            self.inserted.stopped = Some(Stopped::Refused(bad));
            return;
        }
        let inserted = &mut self.inserted;
        let stopped = match &mut self.source {
            Source::Lattice(source) => source.act(world, inserted).map(Some),
            Source::Random(source) => source.act(world, inserted).map(Some),
            Source::Dense(source) => source.act(world, inserted).map(Some),
            Source::Columns(source) => source.act(world, inserted).map(Some),
            Source::Rain(source) => source.act(world, inserted),
        };
        inserted.stopped = stopped.unwrap_or_else(|bad| Some(Stopped::Refused(bad)));
    }
}

impl<const D: usize> World<D> {
    /// Inserts bodies now, what is due of them in the case of rain.
    pub fn insert(&mut self, source: Source<D>) -> Result<Inserted, BadInsertion> {
        let mut insertion = Insertion { from: self.time, ..Insertion::new(source) };
        insertion.act(self);
        match insertion.inserted.stopped {
            Some(Stopped::Refused(bad)) => Err(bad),
            _ => Ok(insertion.inserted),
        }
    }

    /// Lets every insertion of the world act, as the next step would do.
    pub fn insert_due(&mut self) {
        let mut insertions = std::mem::take(&mut self.insertions);
        insertions.iter_mut().for_each(|insertion| insertion.act(self));
        self.insertions = insertions;
    }
}
