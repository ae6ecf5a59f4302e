//! The network of contacts as VTK lines from centre to centre. OVITO opens it as lines beside the
//! bodies (its `particle-particle-contacts`), not as bonds between them.
//!
//! ```text
//!     o────────o        two points of its own for each contact, so that one through a periodic
//!     1        2        face is short and leaves the box
//! ```
//!
//! Cells have `force` (N, on the first body), `overlap` (m) and the ids of both, `id1` and `id2`.

use super::WriteOptions;
use super::refusal::{BadFile, Refusal, read_with};
use super::vtk_reader::Document;
use super::vtk_writer::{Counts, VtkWriter};
use crate::file;
use esker_geom::vector::{in_space, subtract};
use esker_physics::{ContactsUnknown, World, for_each_contact};
use std::io;
use std::path::Path;

/// The contacts between bodies at one instant. Units are SI; columns are of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactNetwork {
    /// The number of the step.
    pub step: u64,
    /// The time (s).
    pub time: f64,
    /// The centres (m) of both bodies; the second where it is nearest, beyond a periodic face if
    /// need be.
    pub ends: Vec<[[f64; 3]; 2]>,
    /// The force on the first body (N).
    pub force: Vec<[f64; 3]>,
    /// How deep they overlap (m).
    pub overlap: Vec<f64>,
    /// The ids of both bodies.
    pub id: Vec<[u32; 2]>,
}

impl ContactNetwork {
    /// The contacts of the last step of a world.
    pub fn of<const D: usize>(world: &World<D>) -> Result<Self, ContactsUnknown> {
        let bodies = &world.bodies;
        let mut network = Self { step: world.steps, time: world.time, ..Self::default() };
        for_each_contact(world, |contact| {
            let first = bodies.position[contact.bodies[0]];
            let second = subtract(&first, &contact.branch);
            network.ends.push([in_space(&first), in_space(&second)]);
            network.force.push(in_space(&contact.force));
            network.overlap.push(contact.overlap);
            network.id.push(contact.bodies.map(|place| bodies.id[place]));
        })?;
        Ok(network)
    }

    /// The number of contacts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// Writes a network of contacts: a `.vtp` that is whole or absent.
pub fn write_contacts(
    path: &Path,
    network: &ContactNetwork,
    options: &WriteOptions,
) -> io::Result<()> {
    let (contacts, columns) = (network.len(), [network.force.len(), network.overlap.len()]);
    if columns != [contacts; 2] || network.id.len() != contacts {
        let what = "the columns of the contacts are not of one length";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    file::write_bytes(path, &encode(network, options))
}

/// Reads a network of contacts.
pub fn read_contacts(path: &Path) -> Result<ContactNetwork, BadFile> {
    read_with(path, parse_contacts)
}

fn encode(network: &ContactNetwork, options: &WriteOptions) -> Vec<u8> {
    let contacts = network.len();
    let mut writer = VtkWriter::new(options.precision, 112 * contacts);
    let counts = Counts { points: 2 * contacts, lines: contacts, ..Counts::default() };
    let points = network.ends.as_flattened().as_flattened().iter().copied();
    writer.piece(counts, points, |writer| {
        writer.element("CellData", |writer| {
            writer.reals("force", 3, network.force.as_flattened().iter().copied());
            writer.reals("overlap", 1, network.overlap.iter().copied());
            for (name, side) in [("id1", 0), ("id2", 1)] {
                writer.array(name, 1, network.id.iter().map(|id| id[side]));
            }
        });
        writer.cells("Lines", 2, (0..2 * contacts).map(|point| point as u32));
    });
    writer.element("FieldData", |writer| {
        writer.array("TimeValue", 1, [network.time].into_iter());
        writer.array("step", 1, [network.step as i64].into_iter());
    });
    writer.finish()
}

/// Takes a file of contacts apart.
pub fn parse_contacts(bytes: &[u8]) -> Result<ContactNetwork, Refusal> {
    let text = String::from_utf8_lossy(bytes);
    let document = Document::parse(&text)?;
    let points = document.points()?;
    let force = document.numbers("CellData", "force", 3)?;
    let overlap = document.numbers("CellData", "overlap", 1)?;
    let first = document.numbers("CellData", "id1", 1)?;
    let second = document.numbers("CellData", "id2", 1)?;
    let contacts = overlap.len();
    let lengths = [points.len() / 6, force.len() / 3, first.len(), second.len()];
    if lengths != [contacts; 4] {
        return Err(Refusal::new("its arrays are not of one length, two points to each contact"));
    }
    Ok(ContactNetwork {
        step: document.single("step")?.unwrap_or(0.0) as u64,
        time: document.single("TimeValue")?.unwrap_or(0.0),
        ends: points.as_chunks::<3>().0.as_chunks::<2>().0.to_vec(),
        force: force.as_chunks::<3>().0.to_vec(),
        overlap,
        id: first.iter().zip(&second).map(|(&a, &b)| [a as u32, b as u32]).collect(),
    })
}
