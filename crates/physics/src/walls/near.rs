//! Which bodies are near which walls: a list that holds every contact until something has moved
//! far.
//!
//! ```text
//!     radius + reach of laws + margin of bodies + margin of the wall
//!   ├────────────────────────────────────────────┤
//!   ●                                            ┃ wall
//! ```
//!
//! A body that touches a wall now was that near when the list was made, unless it has moved further
//! than the margin of bodies since, or the wall's surface further than the wall's own. The list is
//! made anew with the list of pairs, which watches the bodies, and when a wall has moved too far,
//! has appeared or has vanished; a wall that is set elsewhere by hand is noticed as one that moves.
//! Making it costs one distance for each body and wall that is there (`listing.rs`). A wall that is
//! not there has nobody near it: no contact, no force, and no history when it appears again.
//!
//! Bodies are taken in chunks, those of the tiles of pairs, each with a list and contacts of its own:
//! results do not depend on threads.

use super::Wall;
use super::contacts::{Kept, WallContact};
use super::forces::WallSums;
use super::listing::{Listing, Then};
use crate::bodies::Bodies;
use crate::neighbors::Tile;
use crate::processor::fetch_all;
use esker_broad::Threads;
use esker_geom::Vector;
use esker_narrow::Touch;
use std::ops::Range;

/// The contacts of bodies with walls, and their history.
pub struct WallContacts<const D: usize> {
    /// How many lists of near bodies were made.
    pub rebuilds: u64,
    /// Whether a body overlapped a wall by more than its radius in the last step.
    pub(crate) too_deep: bool,
    /// One for each tile of bodies.
    pub(crate) chunks: Vec<Chunk<D>>,
    /// How far beyond touching laws act (m).
    pub(crate) reach: f64,
    /// The walls when the list was made.
    then: Vec<Then<D>>,
}

/// The bodies of a tile, the walls near them and their contacts.
pub(crate) struct Chunk<const D: usize> {
    /// In the order of bodies, then of walls.
    pub(super) near: Vec<Near<D>>,
    pub(super) parts: Vec<u32>,
    /// The contacts of the last step.
    pub(super) now: Kept<D>,
    /// Those of the step before, for their room.
    pub(super) before: Kept<D>,
    /// Room to work in.
    pub(super) found: Vec<Touch<D>>,
    /// What each wall got from the chunk's bodies.
    pub(super) sums: Vec<WallSums<D>>,
}

/// A body that is near a wall, or near an image of it.
#[derive(Clone, Debug)]
pub(super) struct Near<const D: usize> {
    /// The place of the body.
    pub(super) body: u32,
    pub(super) wall: u32,
    /// From the body to the image of it that is near the wall itself (m).
    pub(super) shift: Vector<D>,
    /// The parts of the wall's shape that matter, among those of the chunk.
    pub(super) parts: Range<u32>,
}

/// What walls need to know about everything else.
pub(crate) struct Around<'a, const D: usize> {
    pub(crate) bodies: &'a Bodies<D>,
    pub(crate) tiles: &'a [Tile],
    /// Whether the list of pairs was just made.
    pub(crate) fresh: bool,
    /// How far beyond touching laws act on walls (m).
    pub(crate) reach: f64,
    /// How many numbers of history a contact has.
    pub(crate) stride: usize,
    /// The lengths of periodic boxes (m), infinite along other axes.
    pub(crate) period: Vector<D>,
    pub(crate) time_step: f64,
}

impl<const D: usize> Default for WallContacts<D> {
    fn default() -> Self {
        Self { rebuilds: 0, too_deep: false, chunks: Vec::new(), reach: 0.0, then: Vec::new() }
    }
}

impl<const D: usize> Default for Chunk<D> {
    fn default() -> Self {
        Self {
            near: Vec::new(),
            parts: Vec::new(),
            now: Kept::default(),
            before: Kept::default(),
            found: Vec::new(),
            sums: Vec::new(),
        }
    }
}

impl<const D: usize> Chunk<D> {
    /// Says that its contacts will be needed soon.
    pub(crate) fn fetch(&self) {
        fetch_all(&self.near);
        fetch_all(&self.now.contacts);
        fetch_all(&self.now.history);
    }
}

impl<const D: usize> Near<D> {
    pub(super) fn same_owner(&self, other: &Self) -> bool {
        (self.body, self.wall) == (other.body, other.wall)
    }
}

impl<const D: usize> WallContacts<D> {
    /// The contacts of the last step, in the order of the places of bodies, each with its history.
    pub fn iter(&self) -> impl Iterator<Item = (&WallContact<D>, &[f64])> {
        let kept = self.chunks.iter().map(|chunk| &chunk.now);
        kept.flat_map(|kept| {
            let contacts = kept.contacts.iter().enumerate();
            contacts.map(|(index, contact)| (contact, kept.history_of(index)))
        })
    }

    /// Takes contacts from elsewhere, such as a file, with as many numbers of history for each.
    ///
    /// History that is not so is left out.
    pub fn restore(&mut self, contacts: Vec<WallContact<D>>, mut history: Vec<f64>) {
        let stride = history.len() / contacts.len().max(1);
        history.resize(contacts.len() * stride, 0.0);
        self.then.clear();
        self.chunks.clear();
        self.chunks.push(Chunk { now: Kept { contacts, history, stride }, ..Chunk::default() });
    }

    /// Makes the list anew if a contact might be missing from it.
    pub(crate) fn update(&mut self, walls: &[Wall<D>], around: &Around<'_, D>, threads: &Threads) {
        if walls.is_empty() {
            self.then.clear();
            self.chunks.clear();
        } else if around.fresh || around.reach > self.reach || !self.holds(walls) {
            self.make_list(walls, around, threads);
        }
    }

    /// Whether every wall is one of the list and has not moved too far since.
    fn holds(&self, walls: &[Wall<D>]) -> bool {
        let holds = |(then, wall): (&Then<D>, &Wall<D>)| then.holds(wall);
        walls.len() == self.then.len() && self.then.iter().zip(walls).all(holds)
    }

    fn make_list(&mut self, walls: &[Wall<D>], around: &Around<'_, D>, threads: &Threads) {
        let remembered = self.remember(walls, around.stride);
        self.then = Then::all(walls, around, threads);
        self.reach = around.reach;
        self.chunks.resize_with(around.tiles.len(), Chunk::default);
        let (walls, remembered) = (&self.then[..], &remembered);
        threads.for_each(self.chunks.iter_mut().zip(around.tiles), |(chunk, tile)| {
            chunk.list(&Listing { walls, around, tile, remembered });
        });
        self.rebuilds += 1;
    }

    /// All contacts with walls that are still there, sorted by body and wall; none if laws now keep
    /// something else.
    fn remember(&self, walls: &[Wall<D>], stride: usize) -> Kept<D> {
        let mut remembered = Kept { stride, ..Kept::default() };
        let present = self.present_numbers(walls);
        let mut contacts: Vec<_> = self.iter().collect();
        contacts.retain(|(_, history)| history.len() == stride);
        contacts.sort_by_key(|(contact, _)| contact.owner());
        for (contact, history) in contacts {
            // Contacts from elsewhere know walls by the numbers they have now.
            let wall = present.get(contact.wall as usize).copied();
            if let Some(wall) = wall.unwrap_or(Some(contact.wall)) {
                remembered.push(WallContact { wall, ..*contact }, history);
            }
        }
        remembered
    }

    /// The number that each wall of the list has now; none if it was removed.
    fn present_numbers(&self, walls: &[Wall<D>]) -> Vec<Option<u32>> {
        let mut next = 0;
        let numbers = self.then.iter().map(|then| {
            let ahead = walls[next..].iter().position(|wall| then.is_same(wall))?;
            next += ahead + 1;
            Some(next as u32 - 1)
        });
        numbers.collect()
    }
}
