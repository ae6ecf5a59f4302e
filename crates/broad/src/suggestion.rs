//! "Did you mean …?": the known name that is nearest to a mistyped one.
//!
//! ```text
//!   pairng ──> pairing     one letter to insert: 1 edit
//!   gird   ──> grid        two letters to change: 2 edits
//!   zebra  ──> nothing     every known name is more than half of its letters away
//! ```
//!
//! A name is suggested only if at most half of the word's letters have to change (one of a word of
//! up to three, three of any) and something of it is left: a wrong hint costs the reader more than
//! none.

/// The first of the known names with the fewest edits from `word`, if there is one near enough.
///
/// ```
/// use esker_broad::nearest;
/// assert_eq!(nearest("raduis", ["radius", "density"]), Some("radius"));
/// assert_eq!(nearest("colour", ["radius", "density"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    let most = (letters.max(3) / 2).min(3);
    let near = |name: &'a str| {
        let length = name.chars().count();
        let edits = if length.abs_diff(letters) <= most { edits(name, word) } else { usize::MAX };
        (edits <= most && edits < length.max(letters)).then_some((edits, name))
    };
    known.into_iter().filter_map(near).min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// The number of letters to insert, remove or change to get from one word to the other.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_count_letters() {
        assert_eq!(edits("grid", "grid"), 0);
        assert_eq!(edits("grid", "gird"), 2);
        assert_eq!(edits("", "mr"), 2);
    }

    #[test]
    fn the_first_of_equals_is_suggested_and_nothing_far() {
        assert_eq!(nearest("mx", ["my", "mz"]), Some("my"));
        assert_eq!(nearest("mz", ["my", "mz"]), Some("mz"));
        assert_eq!(nearest("zebra", ["my", "grid"]), None);
        assert_eq!(nearest("x", ["m", "xy"]), Some("xy"));
        assert_eq!(nearest("", ["m", "grid"]), None);
        assert_eq!(nearest("grid", []), None);
    }
}
