//! What contacts remember while their list is made anew.
//!
//! ```text
//!   old rows   i: j₀ ξ₀, j₂ ξ₂        only pairs that touch have anything to remember
//!      │
//!   bodies are sorted, added, removed; pairs are found anew
//!      ▼
//!   new rows   i': …                  in the same order as before: two sorted rows side by side;
//!                                     otherwise by id, changing sign where the pair is swapped
//! ```

use crate::bodies::Bodies;
use crate::laws::Symmetry;
use crate::neighbors::Neighbors;
use std::ops::Range;

/// Contacts that touched, as rows by the places of the old list, and their history.
pub(crate) struct Remembered {
    /// The bodies of the old list, by their places.
    ids: Vec<u32>,
    start: Vec<u32>,
    other: Vec<u32>,
    history: Vec<f64>,
}

impl Remembered {
    /// Takes a list apart; nothing of it is left.
    pub(crate) fn of(list: Neighbors) -> Self {
        let touched = list.touching.iter().filter(|&&touching| touching != 0).count();
        let mut start = Vec::with_capacity(list.start.len());
        let mut other = Vec::with_capacity(touched);
        let mut history = Vec::with_capacity(touched * list.stride);
        start.push(0);
        for body in 0..list.ids.len() {
            for pair in list.row(body).filter(|&pair| list.touching[pair] != 0) {
                other.push(list.other[pair]);
                history.extend_from_slice(&list.history[pair * list.stride..][..list.stride]);
            }
            start.push(other.len() as u32);
        }
        Self { ids: list.ids, start, other, history }
    }

    /// Gives contacts of a new list their history back; nothing if laws now keep something else.
    pub(crate) fn give_back<const D: usize>(
        &self,
        list: &mut Neighbors,
        bodies: &Bodies<D>,
        symmetry: &[Symmetry],
    ) {
        match self.history.len() == self.other.len() * list.stride {
            true if self.ids == bodies.id => self.give_back_in_order(list),
            true => self.give_back_by_id(list, bodies, symmetry),
            false => (),
        }
    }

    /// When no body has changed its place old and new rows are sorted alike.
    fn give_back_in_order(&self, list: &mut Neighbors) {
        for body in 0..self.ids.len() {
            let mut old = self.row(body);
            for pair in list.row(body) {
                while old.start < old.end && self.other[old.start] < list.other[pair] {
                    old.start += 1;
                }
                if old.start < old.end && self.other[old.start] == list.other[pair] {
                    list.touching[pair] = 1;
                    let then = &self.history[old.start * list.stride..][..list.stride];
                    list.history[pair * list.stride..][..list.stride].copy_from_slice(then);
                }
            }
        }
    }

    fn give_back_by_id<const D: usize>(
        &self,
        list: &mut Neighbors,
        bodies: &Bodies<D>,
        symmetry: &[Symmetry],
    ) {
        let mut place = vec![u32::MAX; bodies.next_id() as usize];
        for (body, &id) in self.ids.iter().enumerate() {
            place[id as usize] = body as u32;
        }
        for body in 0..bodies.len() {
            let first = place[bodies.id[body] as usize];
            for pair in list.row(body) {
                let second = place[bodies.id[list.other[pair] as usize] as usize];
                let Some(old) = self.find(first, second) else { continue };
                list.touching[pair] = 1;
                let now = &mut list.history[pair * list.stride..][..list.stride];
                let then = &self.history[old * list.stride..][..list.stride];
                for ((now, then), symmetry) in now.iter_mut().zip(then).zip(symmetry) {
                    let swapped = first > second && *symmetry == Symmetry::Odd;
                    *now = if swapped { -then } else { *then };
                }
            }
        }
    }

    fn row(&self, body: usize) -> Range<usize> {
        self.start[body] as usize..self.start[body + 1] as usize
    }

    /// The contact of two bodies by their places in the old list.
    fn find(&self, first: u32, second: u32) -> Option<usize> {
        if first == u32::MAX || second == u32::MAX {
            return None;
        }
        let row = self.row(first.min(second) as usize);
        let other = first.max(second);
        Some(row.start + self.other[row].iter().position(|&found| found == other)?)
    }
}
