//! The measures and their keys.

use super::Kind::{List, Name, Quantity, Vector, Word};
use super::Limits::Positive;
use super::Need::{Default, Optional, Required};
use super::sections::INTERVAL;
use super::shapes::{HIGH, LOW, POINT, REGION};
use super::{Choice, Key, Kind, Table, Variant};
use crate::quantity::Dimension as Unit;

const IN_REGION: Key = key! {
    region: Required, Kind::Table(&REGION),
        "Where it is measured."
};
const CELLS: Kind = Kind::Count(1, 1000);

/// The measures.
pub(super) static MEASURE: Table = Table {
    name: "a measure",
    summary: "Numbers of the world that become columns of the log, as `NAME.quantity`.",
    keys: &[],
    choice: Some(Choice {
        tag: "kind",
        variants: &[
            Variant {
                name: "kinetic-energy",
                summary: "The energy of motion and of spin.",
                keys: &[],
            },
            Variant {
                name: "potential-energy",
                summary: "The energy of free bodies in gravity.",
                keys: keys! {
                    origin: Optional, Vector(Unit::LENGTH),
                        "Where it is zero; at the origin if left out.";
                },
            },
            Variant {
                name: "elastic-energy",
                summary: "What springs of contacts store.",
                keys: &[],
            },
            Variant { name: "momentum", summary: "The momentum of free bodies.", keys: &[] },
            Variant {
                name: "angular-momentum",
                summary: "The angular momentum of free bodies.",
                keys: keys! {
                    about: Optional, Vector(Unit::LENGTH),
                        "About which point; the origin if left out.";
                },
            },
            Variant {
                name: "center-of-mass",
                summary: "The mean place of free bodies by mass.",
                keys: &[],
            },
            Variant {
                name: "stress",
                summary: "The stress of contacts and of motion in a region.",
                keys: &[IN_REGION],
            },
            Variant {
                name: "coordination",
                summary: "Contacts per body, with rattlers and without.",
                keys: &[],
            },
            Variant {
                name: "solid-fraction",
                summary: "The share of a region that bodies fill.",
                keys: &[IN_REGION],
            },
            Variant {
                name: "flow",
                summary: "Bodies and mass through a plane or a disc.",
                keys: keys! {
                    [POINT]
                    normal: Required, Vector(Unit::NONE),
                        "The direction that counts as forward.";
                    radius: Optional, Quantity(&[Unit::LENGTH], Positive),
                        "The radius of the disc about the point; the whole plane if left out.";
                    every: Default("{ steps = 100 }"), INTERVAL,
                        "How often it looks where bodies are.";
                },
            },
            Variant {
                name: "profile",
                summary: "Density, velocity and granular temperature in slabs along an axis.",
                keys: keys! {
                    [LOW, HIGH]
                    axis: Required, Word(|| vec!["x", "y", "z"]),
                        "The axis the slabs lie across.";
                    slabs: Default("10"), CELLS,
                        "How many slabs.";
                },
            },
            Variant {
                name: "angle-of-repose",
                summary: "The slope of a heap.",
                keys: keys! {
                    foot: Optional, Vector(Unit::LENGTH),
                        "Where its upright axis meets the floor; the origin if left out.";
                    width: Required, Quantity(&[Unit::LENGTH], Positive),
                        "The width of rings, best two diameters.";
                },
            },
            Variant {
                name: "mixing",
                summary: "Lacey's index over cells: 0 apart, 1 as mixed as by chance.",
                keys: keys! {
                    [LOW, HIGH]
                    cells: Required, List(&CELLS, 2, 3),
                        "How many cells along each axis.";
                    material: Required, Name("material"),
                        "The material whose mixing with the others is measured.";
                },
            },
            Variant {
                name: "shares",
                summary: "Bodies and mass of each material in a region.",
                keys: &[IN_REGION],
            },
            Variant {
                name: "wall",
                summary: "The force and torque of bodies on a wall, and where it is.",
                keys: keys! {
                    wall: Required, Name("wall"),
                        "The wall.";
                },
            },
        ],
    }),
};
