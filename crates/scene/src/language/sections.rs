//! The sections of a scene.

use super::Kind::{
    Count, Density, Either, Flag, List, Name, Named, Parameters, Quantity, Text, Vector, Word,
};
use super::Limits::{Any, NotNegative, Poisson, Positive, Share};
use super::Need::{Default, Optional, Required};
use super::bodies::BODIES;
use super::measures::MEASURE;
use super::shapes::{MOTION, REGION, WALL_SHAPES};
use super::{Choice, Key, Kind, Table, if_given};
use crate::quantity::Dimension as Unit;
use esker_output::{COLUMNS, FORMATS};
use esker_physics::Integrators;

/// The whole file.
pub(crate) static ROOT: Table = Table {
    name: "a scene",
    summary: "Everything a simulation is made of. Sections may stand in any order.",
    keys: keys! {
        title: Default("\"\""), Text,
            "What the scene is, in a few words.";
        dimension: Default("3"), Count(2, 3),
            "3 for spheres in space, 2 for discs in the plane.";
        gravity: Optional, Vector(Unit::ACCELERATION),
            "The acceleration of all free bodies; none if left out.";
        vars: Optional, Parameters,
            "Parameters by name: used as `$name`, changed by `--set vars.name=value`.";
        domain: Optional, Kind::Table(&DOMAIN),
            "Where the world ends or repeats itself.";
        material: Optional, Named(&MATERIAL),
            "Materials by name.";
        contact: Optional, Kind::Table(&CONTACT),
            "What happens where two things touch.";
        pair: Optional, List(&Kind::Table(&PAIR), 0, MANY),
            "What is different between two materials.";
        wall: Optional, Named(&WALL),
            "Walls by name.";
        bodies: Optional, Named(&BODIES),
            "Populations of bodies by name, and how they come into the world.";
        remove: Optional, Named(&REMOVE),
            "Where bodies leave the world, by name.";
        measure: Optional, Named(&MEASURE),
            "What is measured, by name: columns of the log.";
        stop: Optional, Named(&STOP),
            "What ends the run before its time, by name.";
        run: Required, Kind::Table(&RUN),
            "How long the scene runs, and how.";
        output: Optional, Kind::Table(&OUTPUT),
            "What is written, and how often.";
        picture: Optional, Kind::Table(&PICTURE),
            "How the scene is drawn.";
    },
    choice: None,
};

/// No limit to the length of a list.
pub(super) const MANY: usize = usize::MAX;

static DOMAIN: Table = Table {
    name: "the domain",
    summary: "A box in which the world lies.",
    keys: keys! {
        low: Required, Vector(Unit::LENGTH),
            "The corner with the smallest coordinates.";
        high: Required, Vector(Unit::LENGTH),
            "The corner with the largest coordinates.";
        periodic: Default("[]"), List(&Word(|| vec!["x", "y", "z"]), 0, 3),
            "The axes along which space repeats itself.";
        leaving: Default("\"remove\""), Word(|| vec!["remove", "stop"]),
            "Bodies that leave: `remove` counts them as lost, `stop` ends the run with an error.";
    },
    choice: None,
};

static MATERIAL: Table = Table {
    name: "a material",
    summary: "What bodies and walls are made of.",
    keys: keys! {
        density: Optional, Density,
            "The density; needed for what bodies are made of.";
        young: Required, Quantity(&[Unit::PRESSURE], Positive),
            "Young's modulus.";
        poisson: Default("0.25"), Quantity(&[Unit::NONE], Poisson),
            "Poisson's ratio.";
    },
    choice: None,
};

const RESTITUTION: Key = key! {
    restitution: Default("0.5"), Quantity(&[Unit::NONE], Share),
        "The speed after a head-on impact over the speed before."
};
const FRICTION: Key = key! {
    friction: Default("0.5"), Quantity(&[Unit::NONE], NotNegative),
        "The coefficient of sliding friction."
};
const ROLLING_FRICTION: Key = key! {
    rolling_friction: Default("0"), Quantity(&[Unit::NONE], NotNegative),
        "The coefficient of rolling friction, for models with a rolling part."
};
const TWISTING_FRICTION: Key = key! {
    twisting_friction: Default("0"), Quantity(&[Unit::NONE], NotNegative),
        "The coefficient of twisting friction, for models with a twisting part."
};
const STIFFNESS: Key = key! {
    stiffness: Default("0"), Quantity(&[Unit::STIFFNESS], NotNegative),
        "The stiffness of linear springs; from the moduli if 0."
};
const STIFFNESS_RATIO: Key = key! {
    stiffness_ratio: Default("\"2 / 7\""), Quantity(&[Unit::NONE], NotNegative),
        "The tangential over the normal stiffness of linear springs."
};
const COHESION: Key = key! {
    cohesion: Default("0"), Quantity(&[Unit::FORCE], NotNegative),
        "The greatest force of cohesion, for models with `cohesion`."
};
const SURFACE_ENERGY: Key = key! {
    surface_energy: Default("0"), Quantity(&[Unit::SURFACE_ENERGY], NotNegative),
        "The work of adhesion, for models with `jkr`."
};

static CONTACT: Table = Table {
    name: "the contact",
    summary: "The law of contact, and its numbers where `pair` says nothing else.",
    keys: keys! {
        [
            RESTITUTION, FRICTION, ROLLING_FRICTION, TWISTING_FRICTION, STIFFNESS,
            STIFFNESS_RATIO, COHESION, SURFACE_ENERGY
        ]
        model: Default("\"hertz + tsuji + mindlin\""), Text,
            "The law, as a sum of parts: see `esker list laws`.";
    },
    choice: None,
};

static PAIR: Table = Table {
    name: "a pair",
    summary: "What belongs to two materials in contact; the rest is as `contact` says.",
    keys: keys! {
        [
            if_given(RESTITUTION), if_given(FRICTION), if_given(ROLLING_FRICTION),
            if_given(TWISTING_FRICTION), if_given(STIFFNESS), if_given(STIFFNESS_RATIO),
            if_given(COHESION), if_given(SURFACE_ENERGY)
        ]
        between: Required, List(&Name("material"), 2, 2),
            "The two materials; the same one twice for a material with itself.";
    },
    choice: None,
};

static WALL: Table = Table {
    name: "a wall",
    summary: "A surface that bodies touch.",
    keys: keys! {
        material: Required, Name("material"),
            "What it is made of.";
        motion: Optional, Kind::Table(&MOTION),
            "How it moves; it stays if left out.";
        appears: Optional, Quantity(&[Unit::TIME], Any),
            "When it comes into the world; from the start if left out.";
        vanishes: Optional, Quantity(&[Unit::TIME], Any),
            "When it leaves the world, as a gate that opens; never if left out.";
    },
    choice: Some(Choice { tag: "shape", variants: WALL_SHAPES }),
};

/// More steps than anybody makes.
pub(super) const MANY_STEPS: u64 = 1 << 62;

static REMOVE: Table = Table {
    name: "a removal",
    summary: "Bodies whose centres are in a region are removed, and counted.",
    keys: keys! {
        region: Required, Kind::Table(&REGION),
            "Where bodies leave.";
        outside: Default("false"), Flag,
            "Whether bodies are removed outside the region instead.";
        every: Default("100"), Count(1, MANY_STEPS),
            "It acts in one step of so many.";
    },
    choice: None,
};

static STOP: Table = Table {
    name: "a stop",
    summary: "Ends the run when a column of the log passes a bound.",
    keys: keys! {
        column: Required, Text,
            "The column of the log, such as `kinetic_energy` or `outflow.forward`.";
        below: Optional, Quantity(&[], Any),
            "It ends when the value is below this.";
        above: Optional, Quantity(&[], Any),
            "It ends when the value is above this.";
        after: Default("0"), Quantity(&[Unit::TIME], NotNegative),
            "It does not end before this time.";
    },
    choice: None,
};

static RUN: Table = Table {
    name: "the run",
    summary: "How long the scene runs, and how.",
    keys: keys! {
        time: Required, Quantity(&[Unit::TIME], Positive),
            "The time at which it ends.";
        time_step: Default("\"auto\""),
            Either(&[Word(|| vec!["auto"]), Quantity(&[Unit::TIME], Positive)]),
            "The time step; `auto` chooses one by Rayleigh, contact time and stiffness.";
        integrator: Default("\"velocity-verlet\""),
            Word(|| Integrators::<3>::ALL.iter().map(|entry| entry.name).collect()),
            "How positions and velocities go through a step.";
        method: Default("\"auto\""), Text,
            "How contacts are detected: see `esker list methods`.";
        margin: Optional, Quantity(&[Unit::LENGTH], NotNegative),
            "How far beyond touching pairs are listed; tuned while it runs if left out.";
    },
    choice: None,
};

/// An interval of time, or a number of steps.
pub(super) const INTERVAL: Kind = Either(&[Quantity(&[Unit::TIME], Positive), Kind::Table(&STEPS)]);

static STEPS: Table = Table {
    name: "an interval",
    summary: "A number of steps.",
    keys: keys! {
        steps: Required, Count(1, MANY_STEPS),
            "So many steps.";
    },
    choice: None,
};

static OUTPUT: Table = Table {
    name: "the output",
    summary: "What is written into the folder of the run, and how often.",
    keys: keys! {
        frames: Optional, INTERVAL,
            "How often bodies are written; a hundredth of the run if left out.";
        log: Optional, INTERVAL,
            "How often a row of the log is written; a two-hundredth of the run if left out.";
        checkpoint: Default("\"10 min\""), Quantity(&[Unit::TIME], Positive),
            "How often a checkpoint is written, by the clock on the wall.";
        formats: Default("[\"vtp\"]"),
            List(&Word(|| FORMATS.iter().map(|format| format.name).collect()), 0, MANY),
            "The formats of frames; none for no frames.";
        contacts: Default("false"), Flag,
            "Whether the network of contacts is written with every frame.";
        precision: Default("\"single\""), Word(|| vec!["single", "double"]),
            "The precision of the numbers in frames.";
    },
    choice: None,
};

static PICTURE: Table = Table {
    name: "the picture",
    summary: "How `render` and `report` draw the scene.",
    keys: keys! {
        view: Default("\"corner\""), Word(|| vec!["corner", "front", "back", "left", "right", "top", "bottom"]),
            "The side it is seen from.";
        color: Default("\"speed\""), Word(|| COLUMNS.iter().map(|column| column.name).collect()),
            "The column that gives bodies their colour.";
        range: Optional, List(&Quantity(&[], Any), 2, 2),
            "The values at the two ends of the colours; those of the bodies if left out.";
        cut: Optional, Kind::Table(&CUT),
            "A plane; what lies on the side of its normal is cut away.";
        walls: Default("true"), Flag,
            "Whether walls are drawn.";
        width: Default("960"), Count(16, 8192),
            "The width in pixels.";
        height: Default("720"), Count(16, 8192),
            "The height in pixels.";
    },
    choice: None,
};

static CUT: Table = Table {
    name: "a cut",
    summary: "A plane through a point.",
    keys: keys! {
        point: Required, Kind::InSpace(Unit::LENGTH),
            "A point of the plane.";
        normal: Required, Kind::InSpace(Unit::NONE),
            "The direction of what is cut away.";
    },
    choice: None,
};
