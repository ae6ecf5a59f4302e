//! A scene: a world that is ready to run, and what is wanted of the run.
//!
//! A scene file and a few lines of Rust lead to the same thing, by the same names:
//!
//! ```
//! use esker_narrow::Plane;
//! use esker_physics::{Body, Material};
//! use esker_scene::{Every, Scene, Stop};
//! let mut scene = Scene::<3>::new("A marble on a floor")
//!     .material(Material { name: "glass".into(), ..Material::default() })?
//!     .wall("floor", "glass", Plane::new([0.0; 3], [0.0, 0.0, 1.0])?)?;
//! scene.world.gravity = [0.0, 0.0, -9.81];
//! scene.world.add(&Body::new([0.0, 0.0, 0.1], 0.01))?;
//! scene.run.time = 0.5;
//! scene.output.log = Some(Every::Seconds(0.01));
//! scene.stops.push(Stop { below: Some(1e-9), after: 0.1, ..Stop::on("kinetic_energy") });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::measure::Measure;
use esker_narrow::Surface;
use esker_physics::{BadMaterial, BadWall, Material, Pairing, Wall, World};
use std::fmt;
use std::time::Duration;

/// A world with what is measured, when it stops and what is written.
#[derive(Default)]
pub struct Scene<const D: usize> {
    /// What it is, in a few words.
    pub title: String,
    /// The world before its first step.
    pub world: World<D>,
    /// What is measured beside what every log holds.
    pub measures: Vec<Measure<D>>,
    /// What ends the run before its time.
    pub stops: Vec<Stop>,
    /// How long it runs.
    pub run: Run,
    /// What is written, and how often.
    pub output: Output,
    /// How it is drawn.
    pub picture: PictureSettings,
}

/// How long a scene runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// The time (s) at which it ends.
    pub time: f64,
}

impl Default for Run {
    fn default() -> Self {
        Self { time: 1.0 }
    }
}

/// An interval of simulated time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Every {
    /// So many seconds (s).
    Seconds(f64),
    /// So many steps.
    Steps(u64),
}

/// Ends the run when a column of the log passes a bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stop {
    /// The name in scenes and messages.
    pub name: String,
    /// The column of the log.
    pub column: String,
    /// It ends when the value is below this.
    pub below: Option<f64>,
    /// It ends when the value is above this.
    pub above: Option<f64>,
    /// It does not end before this time (s).
    pub after: f64,
}

impl Stop {
    /// A condition on a column that never holds: set its bounds.
    pub fn on(column: &str) -> Self {
        Self { name: column.into(), column: column.into(), ..Self::default() }
    }

    /// Whether the run ends with this value of the column at a time (s).
    pub fn holds(&self, value: f64, time: f64) -> bool {
        let passes = self.below.is_some_and(|bound| value < bound)
            || self.above.is_some_and(|bound| value > bound);
        passes && time >= self.after
    }
}

/// What a run writes, and how often.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// How often bodies are written; never if nothing is given.
    pub frames: Option<Every>,
    /// How often a row of the log is written; a two-hundredth of the run if nothing is given.
    pub log: Option<Every>,
    /// How often a checkpoint is written, by the clock on the wall.
    pub checkpoint: Duration,
    /// The formats of frames, by their names.
    pub formats: Vec<String>,
    /// Whether the network of contacts is written with every frame.
    pub contacts: bool,
    /// Whether numbers of frames are written in double precision.
    pub double: bool,
}

impl Default for Output {
    fn default() -> Self {
        Self {
            frames: None,
            log: None,
            checkpoint: Duration::from_secs(600),
            formats: vec!["vtp".into()],
            contacts: false,
            double: false,
        }
    }
}

/// How a scene is drawn, in words and numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureSettings {
    /// The side it is seen from.
    pub view: String,
    /// The column that gives bodies their colour.
    pub color: String,
    /// The values at the two ends of the colours; those of the bodies if nothing is given.
    pub range: Option<[f64; 2]>,
    /// A point (m) and a normal: what lies on the normal's side is cut away.
    pub cut: Option<[[f64; 3]; 2]>,
    /// Whether walls are drawn.
    pub walls: bool,
    /// The width and the height in pixels.
    pub size: [u32; 2],
}

impl Default for PictureSettings {
    fn default() -> Self {
        let (view, color) = ("corner".into(), "speed".into());
        Self { view, color, range: None, cut: None, walls: true, size: [960, 720] }
    }
}

impl<const D: usize> Scene<D> {
    /// An empty world without gravity.
    pub fn new(title: &str) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// The number of a material, by its name.
    pub fn material_number(&self, name: &str) -> Option<u16> {
        let materials = &self.world.materials;
        (0..materials.len() as u16).find(|&m| materials.get(m).is_some_and(|m| m.name == name))
    }

    /// The scene with one more material.
    pub fn material(mut self, material: Material) -> Result<Self, BadScene> {
        if self.material_number(&material.name).is_some() {
            return Err(BadScene::Twice { what: "material", name: material.name });
        }
        self.world.materials.add(material)?;
        Ok(self)
    }

    /// The scene with what belongs to two of its materials.
    pub fn pair(mut self, names: [&str; 2], pairing: Pairing) -> Result<Self, BadScene> {
        let [a, b] = [self.named_material(names[0])?, self.named_material(names[1])?];
        self.world.materials.pair(a, b, pairing)?;
        Ok(self)
    }

    /// The scene with one more wall, of a material it has.
    pub fn wall(
        mut self,
        name: &str,
        material: &str,
        shape: impl Surface<D> + 'static,
    ) -> Result<Self, BadScene> {
        if self.world.walls.iter().any(|wall| wall.name == name) {
            return Err(BadScene::Twice { what: "wall", name: name.into() });
        }
        let material = self.named_material(material)?;
        self.world.add_wall(Wall { material, ..Wall::new(name, shape) })?;
        Ok(self)
    }

    fn named_material(&self, name: &str) -> Result<u16, BadScene> {
        self.material_number(name).ok_or_else(|| BadScene::NoMaterial { name: name.into() })
    }
}

/// A scene in the plane or in space.
pub enum AnyScene {
    /// In the plane.
    Two(Scene<2>),
    /// In space.
    Three(Scene<3>),
}

/// Why a scene cannot be put together.
#[derive(Clone, Debug, PartialEq)]
pub enum BadScene {
    /// A name that is there already.
    Twice {
        /// Of what.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A material that is not there.
    NoMaterial {
        /// Its name.
        name: String,
    },
    /// A material or a pairing that cannot be used.
    Material(BadMaterial),
    /// A wall that cannot be used.
    Wall(BadWall),
}

impl From<BadMaterial> for BadScene {
    fn from(bad: BadMaterial) -> Self {
        Self::Material(bad)
    }
}

impl From<BadWall> for BadScene {
    fn from(bad: BadWall) -> Self {
        Self::Wall(bad)
    }
}

impl fmt::Display for BadScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice { what, name } => write!(f, "there is a {what} `{name}` already"),
            Self::NoMaterial { name } => {
                write!(f, "there is no material `{name}`; add it before what is made of it")
            }
            Self::Material(bad) => bad.fmt(f),
            Self::Wall(bad) => bad.fmt(f),
        }
    }
}

impl std::error::Error for BadScene {}
