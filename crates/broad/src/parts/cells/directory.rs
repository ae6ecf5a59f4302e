//! Where a cell's bodies are: by a table over all keys, or by bisection in the sorted keys.

/// Finds bodies by their keys. `slot` counts bodies in sorted order.
pub(crate) trait Directory: Send + Sync {
    /// The key of the body in this slot.
    fn key(&self, slot: usize) -> u64;

    /// The slots of all bodies with keys from the first to the last, both included.
    fn run(&self, first: u64, last: u64) -> (usize, usize);
}

/// A table with an entry for every key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense {
    pub(crate) start: Vec<u32>,
    pub(crate) keys: Vec<u32>,
}

impl Directory for Dense {
    #[inline(always)]
    fn key(&self, slot: usize) -> u64 {
        u64::from(self.keys[slot])
    }

    #[inline(always)]
    fn run(&self, first: u64, last: u64) -> (usize, usize) {
        let starts = &self.start[first as usize..last as usize + 2];
        (starts[0] as usize, starts[starts.len() - 1] as usize)
    }
}

/// The sorted keys themselves, for bodies too scattered for a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sparse {
    pub(crate) keys: Vec<u64>,
}

impl Directory for Sparse {
    #[inline(always)]
    fn key(&self, slot: usize) -> u64 {
        self.keys[slot]
    }

    fn run(&self, first: u64, last: u64) -> (usize, usize) {
        let begin = self.keys.partition_point(|&key| key < first);
        let length = self.keys[begin..].partition_point(|&key| key <= last);
        (begin, begin + length)
    }
}
