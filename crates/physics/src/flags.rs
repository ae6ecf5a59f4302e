//! Flags of which few are true: looked through eight at a time.

/// The places of those that are true, of which there are few.
#[inline(always)]
pub(crate) fn places_of(flags: &[bool]) -> Places<'_> {
    Places { flags, group: 0, left: 0 }
}

/// Goes through flags in groups of eight.
pub(crate) struct Places<'a> {
    flags: &'a [bool],
    /// Where the next group begins.
    group: usize,
    /// What is left of the last one, in the lowest bits of its bytes.
    left: u64,
}

impl Iterator for Places<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.left == 0 {
            let rest = self.flags.get(self.group..).filter(|rest| !rest.is_empty())?;
            let mut group = [false; 8];
            match rest.first_chunk() {
                Some(whole) => group = *whole,
                None => group[..rest.len()].copy_from_slice(rest),
            }
            self.left = u64::from_le_bytes(group.map(u8::from));
            self.group += 8;
        }
        let place = self.left.trailing_zeros() / 8;
        self.left &= self.left - 1;
        Some(self.group - 8 + place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    #[test]
    fn places_are_those_that_are_true() {
        let mut random = Random::new(3);
        for length in 0..50 {
            let share = random.between(-0.1, 1.1);
            let flags: Vec<bool> = (0..length).map(|_| random.between(0.0, 1.0) < share).collect();
            let expected = (0..length).filter(|&place| flags[place]);
            assert!(places_of(&flags).eq(expected), "{flags:?}");
        }
    }
}
