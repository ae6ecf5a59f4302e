//! The shapes of walls and regions, the motions and the distributions of sizes.

use super::Kind::{File, Flag, InSpace, List, Quantity, Vector, Word};
use super::Limits::{Any, NotNegative, Positive};
use super::Need::{Default, Optional, Required};
use super::sections::MANY;
use super::{Choice, Key, Kind, Table, Variant};
use crate::quantity::Dimension as Unit;

pub(super) const LOW: Key = key! {
    low: Required, Vector(Unit::LENGTH),
        "The corner with the smallest coordinates."
};
pub(super) const HIGH: Key = key! {
    high: Required, Vector(Unit::LENGTH),
        "The corner with the largest coordinates."
};
pub(super) const POINT: Key = key! {
    point: Required, Vector(Unit::LENGTH),
        "A point of it."
};
const NORMAL: Key = key! {
    normal: Required, Vector(Unit::NONE),
        "The direction towards the bodies, of any length."
};
const CENTER: Key = key! {
    center: Required, Vector(Unit::LENGTH),
        "The centre."
};
const RADIUS: Key = key! {
    radius: Required, Quantity(&[Unit::LENGTH], Positive),
        "The radius."
};
const ENDS: Kind = List(&Vector(Unit::LENGTH), 2, 2);
const SIDE: Key = key! {
    side: Default("\"inside\""), Word(|| vec!["inside", "outside"]),
        "The side the bodies are on."
};

/// The shapes of walls.
pub(super) const WALL_SHAPES: &[Variant] = &[
    Variant {
        name: "plane",
        summary: "A plane (a line in 2D) without end; bodies are on the side of its normal.",
        keys: &[POINT, NORMAL],
    },
    Variant {
        name: "box",
        summary: "A box along the axes with the bodies inside.",
        keys: &[LOW, HIGH],
    },
    Variant {
        name: "cylinder",
        summary: "A cylinder: without ends by `point` and `axis`, a thin tube from end to end by `ends`.",
        keys: keys! {
            [RADIUS, SIDE]
            point: Optional, Vector(Unit::LENGTH),
                "A point of the axis.";
            axis: Optional, Vector(Unit::NONE),
                "The direction of the axis.";
            ends: Optional, ENDS,
                "The centres of its two ends, instead of `point` and `axis`.";
        },
    },
    Variant {
        name: "cone",
        summary: "A truncated cone, a thin sheet without lids: a hopper.",
        keys: keys! {
            ends: Required, ENDS,
                "The centres of its two ends.";
            radii: Required, List(&Quantity(&[Unit::LENGTH], NotNegative), 2, 2),
                "The radii at these ends.";
        },
    },
    Variant {
        name: "disc",
        summary: "A flat round plate with its rim, two-sided (a segment in 2D).",
        keys: &[CENTER, NORMAL, RADIUS],
    },
    Variant {
        name: "sphere",
        summary: "A round vessel or a ball (a circle in 2D).",
        keys: &[CENTER, RADIUS, SIDE],
    },
    Variant {
        name: "mesh",
        summary: "Triangles from a file: STL, OBJ, PLY.",
        keys: keys! {
            file: Required, File,
                "The file.";
            unit: Required, Kind::Unit(Unit::LENGTH),
                "The unit of its lengths, such as `\"mm\"`: these files have none.";
            closed: Default("false"), Flag,
                "Whether it must bound a volume without a hole, as a vessel that is to be tight.";
            offset: Optional, Vector(Unit::LENGTH),
                "How far it is moved from where it is drawn.";
        },
    },
];

/// The motions of walls.
pub(super) static MOTION: Table = Table {
    name: "a motion",
    summary: "How a wall moves.",
    keys: keys! {
        begins: Optional, Quantity(&[Unit::TIME], Any),
            "When it begins; at time 0 if left out.";
        ends: Optional, Quantity(&[Unit::TIME], Any),
            "When it ends, and the wall rests where it is; never if left out.";
    },
    choice: Some(Choice {
        tag: "kind",
        variants: &[
            Variant { name: "fixed", summary: "Stays where it is.", keys: &[] },
            Variant { name: "translate", summary: "A constant velocity.", keys: &[VELOCITY] },
            Variant {
                name: "rotate",
                summary: "A constant angular velocity about an axis.",
                keys: keys! {
                    axis: Optional, InSpace(Unit::NONE),
                        "The direction of the axis, right-handed; out of the plane in 2D.";
                    point: Required, Vector(Unit::LENGTH),
                        "A point of the axis.";
                    speed: Required, Quantity(&[Unit::ANGULAR_VELOCITY], Any),
                        "The angular velocity.";
                },
            },
            Variant {
                name: "oscillate",
                summary: "To and fro as a sine along a direction.",
                keys: keys! {
                    [DIRECTION]
                    amplitude: Required, Quantity(&[Unit::LENGTH], Any),
                        "How far it goes to each side.";
                    frequency: Required, Quantity(&[Unit::FREQUENCY], Any),
                        "How often it comes back per second.";
                    phase: Default("0"), Quantity(&[Unit::ANGLE], Any),
                        "The phase at the beginning.";
                },
            },
            Variant {
                name: "table",
                summary: "Velocities given at times, straight lines between them.",
                keys: keys! {
                    times: Required, List(&Quantity(&[Unit::TIME], Any), 1, MANY),
                        "The times, since the motion began.";
                    velocities: Required, List(&Vector(Unit::VELOCITY), 1, MANY),
                        "The velocities at these times.";
                    repeat: Default("false"), Flag,
                        "Whether the table begins again at its end.";
                },
            },
            Variant {
                name: "servo",
                summary: "Moves until it pushes with a given force.",
                keys: keys! {
                    [DIRECTION]
                    force: Required, Quantity(&[Unit::FORCE], Any),
                        "The force wanted, along the direction.";
                    rate: Required, Quantity(&[Unit::FREQUENCY], Positive),
                        "How fast an error of the force decays on a stiff bed.";
                    largest_speed: Required, Quantity(&[Unit::VELOCITY], Positive),
                        "Its largest speed.";
                },
            },
            Variant {
                name: "conveyor",
                summary: "Stays, but its surface has a velocity: a belt.",
                keys: &[VELOCITY],
            },
        ],
    }),
};

const VELOCITY: Key = key! {
    velocity: Required, Vector(Unit::VELOCITY),
        "The velocity."
};
const DIRECTION: Key = key! {
    direction: Required, Vector(Unit::NONE),
        "The direction, of any length."
};

/// The regions.
pub(super) static REGION: Table = Table {
    name: "a region",
    summary: "A part of space.",
    keys: &[],
    choice: Some(Choice {
        tag: "shape",
        variants: &[
            Variant { name: "everything", summary: "All of space.", keys: &[] },
            Variant { name: "box", summary: "A box along the axes.", keys: &[LOW, HIGH] },
            Variant {
                name: "sphere",
                summary: "A sphere (a disc in 2D).",
                keys: &[CENTER, RADIUS],
            },
            Variant {
                name: "cylinder",
                summary: "A cylinder with flat ends (a rectangle in 2D).",
                keys: keys! {
                    [RADIUS]
                    ends: Required, ENDS,
                        "The centres of its two ends.";
                },
            },
            Variant {
                name: "half-space",
                summary: "One side of a plane (of a line in 2D).",
                keys: keys! {
                    [POINT]
                    normal: Required, Vector(Unit::NONE),
                        "The direction inwards, of any length.";
                },
            },
        ],
    }),
};

/// The distributions of sizes. They are of radii under `radius` and of diameters under `diameter`.
pub(super) static SIZES: Table = Table {
    name: "sizes",
    summary: "How radii are distributed (or diameters, where they stand under `diameter`).",
    keys: &[],
    choice: Some(Choice {
        tag: "distribution",
        variants: &[
            Variant {
                name: "constant",
                summary: "All alike.",
                keys: keys! {
                    value: Required, LENGTH,
                        "The size.";
                },
            },
            Variant {
                name: "uniform",
                summary: "Every size in a range as often.",
                keys: &[SMALLEST, LARGEST],
            },
            Variant {
                name: "log-uniform",
                summary: "Every logarithm in a range as often.",
                keys: &[SMALLEST, LARGEST],
            },
            Variant {
                name: "normal",
                summary: "Gauss' curve, cut off on both sides.",
                keys: keys! {
                    [SMALLEST, LARGEST]
                    mean: Required, LENGTH,
                        "The mean before the cut.";
                    deviation: Required, LENGTH,
                        "The standard deviation before the cut.";
                },
            },
            Variant {
                name: "sieve",
                summary: "By mass: which share of it passes each sieve.",
                keys: keys! {
                    sizes: Required, List(&LENGTH, 1, MANY),
                        "The sizes of the sieves, not decreasing.";
                    passing: Required, List(&Quantity(&[Unit::NONE], NotNegative), 1, MANY),
                        "The share of the mass that passes each: the first is 0, the last 1.";
                },
            },
        ],
    }),
};

const LENGTH: Kind = Quantity(&[Unit::LENGTH], Positive);
const SMALLEST: Key = key! {
    low: Required, LENGTH,
        "The smallest size."
};
const LARGEST: Key = key! {
    high: Required, LENGTH,
        "The largest size."
};
