//! Populations of bodies: the sources and their keys.

use super::Kind::{Count, Either, File, Flag, List, Name, Quantity, Vector, Word};
use super::Limits::{NotNegative, Positive, Share};
use super::Need::{Default, Optional, Required};
use super::sections::{MANY, MANY_STEPS};
use super::shapes::{REGION, SIZES};
use super::{Choice, Key, Kind, Table, Variant};
use crate::quantity::Dimension as Unit;

/// Where and how large bodies are, for sources that fill a region.
const RADIUS: Key = key! {
    radius: Optional, SIZE,
        "How large they are; or give `diameter`."
};
const DIAMETER: Key = key! {
    diameter: Optional, SIZE,
        "How large they are; or give `radius`."
};
const SIZE: Kind = Either(&[Quantity(&[Unit::LENGTH], Positive), Kind::Table(&SIZES)]);
const VELOCITY: Key = key! {
    velocity: Optional, Vector(Unit::VELOCITY),
        "The velocity they come with; at rest if left out."
};
const SEED: Key = key! {
    seed: Default("1"), Count(0, u64::MAX >> 1),
        "What chance starts from: another number gives another arrangement."
};
const FROM: Key = key! {
    from: Default("0"), Quantity(&[Unit::TIME], NotNegative),
        "When they come."
};
const IN_REGION: Key = key! {
    region: Required, Kind::Table(&REGION),
        "Where they come; bodies are wholly inside."
};

pub(super) static BODIES: Table = Table {
    name: "bodies",
    summary: "A population of spheres (discs in the plane) of one material.",
    keys: keys! {
        material: Required, Name("material"),
            "What they are made of.";
    },
    choice: Some(Choice {
        tag: "insert",
        variants: &[
            Variant {
                name: "lattice",
                summary: "Fills a region with a square or cubic lattice.",
                keys: keys! {
                    [IN_REGION, RADIUS, DIAMETER, VELOCITY, SEED, FROM]
                    spacing: Optional, Quantity(&[Unit::LENGTH], Positive),
                        "From centre to centre; the largest diameter if left out.";
                },
            },
            Variant {
                name: "random",
                summary: "Random places without overlap, up to a count or a solid fraction.",
                keys: keys! {
                    [IN_REGION, RADIUS, DIAMETER, VELOCITY, SEED, FROM]
                    count: Optional, Count(1, MOST_BODIES),
                        "How many; as many as have room if left out.";
                    solid_fraction: Optional, Quantity(&[Unit::NONE], Share),
                        "The share of the region that they fill at most.";
                },
            },
            Variant {
                name: "dense",
                summary: "Fills a box up to a high solid fraction, with small overlaps.",
                keys: keys! {
                    [RADIUS, DIAMETER, VELOCITY, SEED, FROM]
                    low: Required, Vector(Unit::LENGTH),
                        "The corner of the box with the smallest coordinates.";
                    high: Required, Vector(Unit::LENGTH),
                        "The corner of the box with the largest coordinates.";
                    solid_fraction: Default("0.6"), Quantity(&[Unit::NONE], Share),
                        "The share of the box that they fill.";
                    overlap: Default("0.01"), Quantity(&[Unit::NONE], NotNegative),
                        "The deepest overlap to stop at, in smaller radii.";
                },
            },
            Variant {
                name: "rain",
                summary: "A stream through a region, without overlap.",
                keys: keys! {
                    [IN_REGION, RADIUS, DIAMETER, VELOCITY, SEED, FROM]
                    rate: Required, Quantity(&[Unit::FREQUENCY, Unit::MASS_RATE], Positive),
                        "How much comes: bodies or mass per second.";
                    total: Optional, Quantity(&[Unit::NONE, Unit::MASS], Positive),
                        "The number of bodies or the mass (as `rate` counts) after which it ends.";
                    until: Optional, Quantity(&[Unit::TIME], Positive),
                        "When it ends.";
                    every: Default("100"), Count(1, MANY_STEPS),
                        "It acts in one step of so many.";
                },
            },
            Variant {
                name: "columns",
                summary: "Bodies whose places are given.",
                keys: keys! {
                    [VELOCITY, FROM]
                    positions: Required, List(&Vector(Unit::LENGTH), 1, MANY),
                        "The centres.";
                    radius: Optional, Quantity(&[Unit::LENGTH], Positive),
                        "The radius of all; or give `diameter` or `radii`.";
                    diameter: Optional, Quantity(&[Unit::LENGTH], Positive),
                        "The diameter of all; or give `radius` or `radii`.";
                    radii: Optional, List(&Quantity(&[Unit::LENGTH], Positive), 1, MANY),
                        "The radius of each.";
                    velocities: Optional, List(&Vector(Unit::VELOCITY), 1, MANY),
                        "The velocity of each; or give `velocity`.";
                    spin: Optional, Kind::InSpace(Unit::ANGULAR_VELOCITY),
                        "The angular velocity of all; none if left out.";
                    motion: Default("\"free\""), Word(|| vec!["free", "driven", "fixed"]),
                        "`free`: by forces; `driven`: as given, whatever the forces; `fixed`: not at all.";
                },
            },
            Variant {
                name: "file",
                summary: "Bodies from a file: a frame or a checkpoint of a run, a table, a dump.",
                keys: keys! {
                    [FROM]
                    file: Required, File,
                        "The file: .vtp, .pvd, .npz, .dump, .extxyz, .csv.";
                    motion: Optional, Word(|| vec!["free", "driven", "fixed"]),
                        "How they move; as the file says if left out.";
                    velocities: Default("true"), Flag,
                        "Whether velocities of the file are kept; at rest if not.";
                },
            },
        ],
    }),
};

/// More bodies than this have no numbers.
const MOST_BODIES: u64 = (1 << 29) - 1;
