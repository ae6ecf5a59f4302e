//! Quicksort by the middle cell (Munjiza, section 3), in place.
//!
//! ```text
//!    m . . . . . . . μ . . . . . . . M      split at the cell halfway between the least and the
//!    [   cells <= μ  |   cells > μ   ]      greatest, whether or not anything lies there
//! ```
//!
//! Cost: O(n) for each halving of the range of cells; a part whose cells are all equal is done, so a
//! set in few cells is cheap. The range has 63 bits, so nothing nests deeper than 63 whatever the
//! input, and O(63 n) is the worst case.

/// Parts up to this length are sorted by insertion.
const FEW: usize = 16;

/// A body and the number of its cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) cell: u64,
    pub(crate) body: u32,
}

/// Sorts by cell. Items of one cell come in an order that depends on the input alone.
pub(crate) fn quicksort<T: Copy>(mut items: &mut [T], cell: impl Fn(&T) -> u64 + Copy) {
    while items.len() > FEW {
        let (least, greatest) = items
            .iter()
            .map(cell)
            .fold((u64::MAX, 0), |range, cell| (range.0.min(cell), range.1.max(cell)));
        if least == greatest {
            return;
        }
        let middle = least + (greatest - least) / 2; // (12) to (14)
        let boundary = partition(items, |item| cell(item) <= middle);
        let (lower, upper) = items.split_at_mut(boundary);
        quicksort(lower, cell);
        items = upper;
    }
    insertion_sort(items, cell);
}

/// Brings the items that are lower to the front; returns how many there are. Every item is swapped,
/// without a branch that random input would make the processor guess.
fn partition<T>(items: &mut [T], is_lower: impl Fn(&T) -> bool) -> usize {
    let mut boundary = 0;
    for index in 0..items.len() {
        let lower = is_lower(&items[index]);
        items.swap(index, boundary);
        boundary += usize::from(lower);
    }
    boundary
}

fn insertion_sort<T: Copy>(items: &mut [T], cell: impl Fn(&T) -> u64) {
    for end in 1..items.len() {
        let item = items[end];
        let mut place = end;
        while place > 0 && cell(&items[place - 1]) > cell(&item) {
            items[place] = items[place - 1];
            place -= 1;
        }
        items[place] = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    #[test]
    fn sorts_whatever_the_distribution() {
        let mut random = Random::new(1);
        let mut check = |mut cells: Vec<u64>| {
            let mut expected = cells.clone();
            expected.sort_unstable();
            quicksort(&mut cells, |cell| *cell);
            assert_eq!(cells, expected);
            random.shuffle(&mut cells);
            quicksort(&mut cells, |cell| *cell);
            assert_eq!(cells, expected);
        };
        check(vec![]);
        check(vec![7; 1000]);
        check((0..1000).collect());
        check((0..1000).rev().map(|i| i / 3).collect());
        check((0..1000).map(|i| i * i * 7919 % 1009).collect());
        // Halving peels one item off at a time: the deepest nesting there is.
        check((0..63).flat_map(|bit| [1 << bit; 20]).chain([0, (1 << 63) - 1]).collect());
    }
}
