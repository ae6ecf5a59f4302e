//! Which balls each cube holds, for the cubes that hold any: Lazarević's vector b and matrix B.
//!
//! ```text
//!   cell of a cube ──hash──► slots [ . 2 . . 0 1 . ]      entries: (ball, next one of the cube)
//!                                    └──► cubes[2] ──newest──► (9, ─)─► (4, ─)─► (1, none)
//! ```
//!
//! The paper's matrix is dense over all cubes, with "at most 20" balls in each. Here only what is
//! used takes memory, in the linked allocation that section 3.6 mentions, and a cube holds any number
//! of balls. Cubes are numbered as they are first met, so the hash decides about speed and nothing
//! else.

/// No cube, or no further entry.
const NONE: u32 = u32::MAX;

/// The cubes that hold balls.
#[derive(Default)]
pub(crate) struct CubeTable {
    /// Indices of cubes by hash, with linear probing; a power of two, at most half of it used.
    slots: Vec<u32>,
    cubes: Vec<Cube>,
    entries: Vec<Listed>,
}

/// A cube that holds at least one ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cube {
    pub(crate) cell: u64,
    newest: u32,
}

/// A ball as listed in one cube.
struct Listed {
    ball: u32,
    next: u32,
}

impl CubeTable {
    /// Empties all cubes; keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(NONE);
        self.cubes.clear();
        self.entries.clear();
    }

    /// Lists a ball in a cube (algorithm 2).
    pub(crate) fn insert(&mut self, cell: u64, ball: u32) {
        if 2 * self.cubes.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot_of(cell);
        if self.slots[slot] == NONE {
            self.slots[slot] = as_link(self.cubes.len());
            self.cubes.push(Cube { cell, newest: NONE });
        }
        let newest = &mut self.cubes[self.slots[slot] as usize].newest;
        self.entries.push(Listed { ball, next: *newest });
        *newest = as_link(self.entries.len() - 1);
    }

    /// All cubes, in the order in which they were first met.
    pub(crate) fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// The balls of one cell's cube, the newest first; none if no ball is listed there.
    pub(crate) fn balls_in(&self, cell: u64) -> impl Iterator<Item = u32> {
        let cube = match self.cubes.is_empty() {
            true => NONE,
            false => self.slots[self.slot_of(cell)],
        };
        self.balls(if cube == NONE { NONE } else { self.cubes[cube as usize].newest })
    }

    /// The balls of a cube, the newest first.
    pub(crate) fn balls_of(&self, cube: &Cube) -> impl Iterator<Item = u32> {
        self.balls(cube.newest)
    }

    fn balls(&self, newest: u32) -> impl Iterator<Item = u32> {
        let listed = |link: u32| (link != NONE).then(|| &self.entries[link as usize]);
        std::iter::successors(listed(newest), move |entry| listed(entry.next))
            .map(|entry| entry.ball)
    }

    /// The slot that names this cell's cube, or the free one where it would be named.
    #[inline(always)]
    fn slot_of(&self, cell: u64) -> usize {
        let last = self.slots.len() - 1;
        // Four neighbours along x stay together: a ball that cuts two of them stays in a cache line.
        let quad = cell >> 2;
        let hash = (quad ^ quad >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let mut slot = (hash << 2 | cell & 3) as usize & last;
        while self.slots[slot] != NONE && self.cubes[self.slots[slot] as usize].cell != cell {
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(16);
        self.slots.clear();
        self.slots.resize(length, NONE);
        for index in 0..self.cubes.len() {
            let slot = self.slot_of(self.cubes[index].cell);
            self.slots[slot] = as_link(index);
        }
    }
}

fn as_link(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2³² ball and cube cuts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_come_from_their_own_cubes_only() {
        let mut table = CubeTable::default();
        assert_eq!(table.balls_in(3).count(), 0);
        for _ in 0..2 {
            table.clear();
            for ball in 0..5000u32 {
                table.insert(u64::from(ball % 700) << 21, ball);
            }
            assert_eq!(table.cubes().len(), 700);
            for (number, cube) in (0..).zip(table.cubes()) {
                let mut balls: Vec<u32> = table.balls_of(cube).collect();
                assert_eq!(balls, table.balls_in(number << 21).collect::<Vec<_>>());
                balls.reverse();
                assert_eq!(balls, (number as u32..5000).step_by(700).collect::<Vec<_>>());
            }
            assert_eq!(table.balls_in(700 << 21).count(), 0);
        }
    }
}
