//! The two sorts of Perkins' sorting methods (4.1.1.2 and 5.1.1.2), generic over the keys.
//!
//! ```text
//!   heap sort          N log N on every list
//!   insertion sort     linear on a list that is nearly in order: it pays for each place
//!                      that a key has to move, and bodies move little in a step
//!
//!      sorted so far | rest         a budget of moves guards it: fast bodies would cost N²,
//!        1  3  4  7  | 2  9         so when the budget is spent the heap sort takes over
//!           ^--------'
//! ```
//!
//! Both sort in place. Keys are never equal here, so the order depends on the keys alone.

/// How many places all keys together may move in one insertion sort: as many as the heap sort would
/// make comparisons, 2 N log₂ N, each of which costs more than a move to the next place.
fn most_moves(length: usize) -> usize {
    2 * length * length.checked_ilog2().unwrap_or(0) as usize
}

/// Which sort puts a list back into order each step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sort {
    Heap,
    Insertion,
}

impl Sort {
    /// Sorts a list that may be in any order: the presort of Perkins 5.1.1.1.
    pub(crate) fn presort<T: Copy + Ord>(list: &mut [T]) {
        heap_sort(list);
    }

    /// Sorts a list that was sorted before its keys changed.
    pub(crate) fn resort<T: Copy + Ord>(self, list: &mut [T]) {
        let done = self == Self::Insertion && insertion_sort(list, most_moves(list.len()));
        if !done {
            heap_sort(list);
        }
    }
}

/// Sorts by a heap with the largest key on top, which is taken off again and again.
fn heap_sort<T: Copy + Ord>(list: &mut [T]) {
    for root in (0..list.len() / 2).rev() {
        sift_down(list, root);
    }
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sift_down(&mut list[..end], 0);
    }
}

/// Lets the key at `root` sink below all larger keys of its branch.
fn sift_down<T: Copy + Ord>(heap: &mut [T], root: usize) {
    let key = heap[root];
    let mut hole = root;
    loop {
        let mut child = 2 * hole + 1;
        if child >= heap.len() {
            break;
        }
        if child + 1 < heap.len() && heap[child + 1] > heap[child] {
            child += 1;
        }
        if heap[child] <= key {
            break;
        }
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = key;
}

/// Sorts by letting each key slide down to its place. Gives up when the keys would move more than
/// `most_moves` places together, and says whether it came to the end.
fn insertion_sort<T: Copy + Ord>(list: &mut [T], most_moves: usize) -> bool {
    let mut moves_left = most_moves;
    for next in 1..list.len() {
        let key = list[next];
        let mut hole = next;
        while hole > 0 && list[hole - 1] > key && moves_left > 0 {
            list[hole] = list[hole - 1];
            hole -= 1;
            moves_left -= 1;
        }
        list[hole] = key;
        if moves_left == 0 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    /// Lists of every kind and many lengths: random, sorted, reversed, equal, few different keys.
    fn lists() -> Vec<Vec<u64>> {
        let mut random = Random::new(1);
        let mut lists = Vec::new();
        for length in (0..20).chain([63, 64, 65, 1000]) {
            lists.push((0..length).map(|_| random.between(0.0, 1e9) as u64).collect());
            lists.push((0..length).collect());
            lists.push((0..length).rev().collect());
            lists.push(vec![7; length as usize]);
            lists.push((0..length).map(|_| random.between(0.0, 4.0) as u64).collect());
        }
        lists
    }

    fn assert_sorts(name: &str, sort: impl Fn(&mut [u64])) {
        for list in lists() {
            let mut expected = list.clone();
            expected.sort();
            let mut sorted = list.clone();
            sort(&mut sorted);
            assert_eq!(sorted, expected, "{name} of {list:?}");
        }
    }

    #[test]
    fn every_sort_sorts_every_list() {
        assert_sorts("heap sort", heap_sort);
        assert_sorts("insertion sort", |list| assert!(insertion_sort(list, usize::MAX)));
        assert_sorts("heap", |list| Sort::Heap.resort(list));
        assert_sorts("insertion with its guard", |list| Sort::Insertion.resort(list));
    }

    #[test]
    fn the_guard_stops_after_its_budget_and_loses_nothing() {
        let reversed: Vec<u32> = (0..100).rev().collect();
        let moves_needed = 100 * 99 / 2;
        assert!(insertion_sort(&mut reversed.clone(), moves_needed + 1));
        for budget in [0, 1, 50, moves_needed - 1] {
            let mut list = reversed.clone();
            assert!(!insertion_sort(&mut list, budget));
            list.sort();
            assert_eq!(list, (0..100).collect::<Vec<_>>(), "a key was lost at budget {budget}");
        }
    }

    #[test]
    fn a_nearly_sorted_list_stays_within_the_budget_and_a_shuffled_one_does_not() {
        let mut swapped: Vec<u32> = (0..1000).collect();
        swapped.chunks_mut(2).for_each(|two| two.reverse());
        assert!(insertion_sort(&mut swapped, most_moves(1000)));
        let mut shuffled: Vec<u32> = (0..1000).map(|i| i * 389 % 1000).collect();
        assert!(!insertion_sort(&mut shuffled, most_moves(1000)));
    }
}
