//! The yardstick: what one writes in an afternoon, and what any method has to beat.
//!
//! ```text
//!   · · · · · ·      one empty layer of cells around the box, so that no neighbour needs a test
//!   · a b b · ·      spheres copied into the order of their cells (counting sort)
//!   · · c x y ·      half a stencil: x meets its own cell, the next one, and three rows of
//!   · z z z · ·      three cells, each row one run of consecutive spheres
//! ```
//!
//! No vector instructions, no skin, no threads. Cells are widened until there is at most one to a
//! sphere, so memory does not grow with empty space.

use super::{Tool, timed};
use crate::spheres::{Sphere, Spheres, bounds, cutoff};
use esker_broad::Pair;
use std::ops::Range;

/// The plain grid with its pairs.
#[derive(Default)]
pub struct SimpleGrid {
    cells: Cells,
    pairs: Vec<Pair>,
}

impl Tool for SimpleGrid {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        timed(|| {
            self.cells.build(&spheres.rows);
            self.cells.find(&mut self.pairs);
        })
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        vec![&self.pairs]
    }
}

/// Spheres in the order of their cells; keeps its memory.
#[derive(Default)]
pub struct Cells {
    /// Where the spheres of each cell start, and one past the last.
    starts: Vec<u32>,
    cell_of: Vec<u32>,
    sorted: Vec<Sphere>,
    names: Vec<u32>,
    dimensions: [usize; 3],
}

impl Cells {
    /// Sorts the spheres into cells.
    pub fn build(&mut self, rows: &[Sphere]) {
        let bounds = bounds(rows);
        let extent = bounds.extent();
        let smallest = cutoff(rows);
        let volume: f64 = extent.iter().map(|side| side + smallest).product();
        let inverse = 1.0 / smallest.max((volume / rows.len() as f64).cbrt());
        self.dimensions = extent.map(|side| (side * inverse) as usize + 3);
        let [width, height, depth] = self.dimensions;
        self.starts.clear();
        self.starts.resize(width * height * depth + 2, 0);
        self.cell_of.clear();
        self.cell_of.extend(rows.iter().map(|row| {
            let [x, y, z]: [usize; 3] = std::array::from_fn(|axis| {
                ((row.center[axis] - bounds.low[axis]) * inverse) as usize + 1
            });
            (x + width * (y + height * z)) as u32
        }));
        self.sort(rows);
    }

    /// Counting sort: sizes two places on, then sums; filling a cell moves its start into place.
    fn sort(&mut self, rows: &[Sphere]) {
        for &cell in &self.cell_of {
            self.starts[cell as usize + 2] += 1;
        }
        for cell in 2..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        self.sorted.resize(rows.len(), Sphere::default());
        self.names.resize(rows.len(), 0);
        for (name, (row, &cell)) in rows.iter().zip(&self.cell_of).enumerate() {
            let place = &mut self.starts[cell as usize + 1];
            self.sorted[*place as usize] = *row;
            self.names[*place as usize] = name as u32;
            *place += 1;
        }
    }

    /// Lists the pairs of the spheres last sorted.
    pub fn find(&self, pairs: &mut Vec<Pair>) {
        pairs.clear();
        let [width, height, depth] = self.dimensions;
        let layer = width * height;
        for z in 1..depth - 1 {
            for y in 1..height - 1 {
                let row = z * layer + y * width;
                for cell in row + 1..row + width - 1 {
                    self.find_in_cell(cell, pairs);
                }
            }
        }
    }

    #[inline(always)]
    fn find_in_cell(&self, cell: usize, pairs: &mut Vec<Pair>) {
        let start = |cell: usize| self.starts[cell] as usize;
        let (first, last) = (start(cell), start(cell + 1));
        if first == last {
            return;
        }
        let [width, height, _] = self.dimensions;
        let layer = width * height;
        let run = |middle: usize| start(middle - 1)..start(middle + 2);
        let runs = [
            run(cell + width),
            run(cell + layer - width),
            run(cell + layer),
            run(cell + layer + width),
        ];
        for place in first..last {
            self.find_in_run(place, place + 1..start(cell + 2), pairs);
            for run in &runs {
                self.find_in_run(place, run.clone(), pairs);
            }
        }
    }

    #[inline(always)]
    fn find_in_run(&self, place: usize, run: Range<usize>, pairs: &mut Vec<Pair>) {
        let (sphere, name) = (self.sorted[place], self.names[place]);
        for (other, &other_name) in self.sorted[run.clone()].iter().zip(&self.names[run]) {
            if sphere.touches(other) {
                pairs.push([name, other_name]);
            }
        }
    }
}
