//! Good scenes that somebody went over carelessly: still a scene or a message, never a panic.

use super::{GOOD, SCENES, Sample, samples};
use esker_scene::{read_scene, render};
use proptest::prelude::*;
use std::sync::LazyLock;

static SAMPLES: LazyLock<Vec<Sample>> =
    LazyLock::new(|| samples(GOOD).into_iter().chain(samples(SCENES)).collect());

/// What is put in place of a value.
const VALUES: &[&str] = &[
    "-1",
    "0",
    "1e308",
    "-0.0",
    "nan",
    "inf",
    "9223372036854775807",
    "true",
    "\"\"",
    "\"x\"",
    "[]",
    "[0]",
    "[0, 0]",
    "[0, 0, 0]",
    "[1, 1, 1, 1]",
    "[[0, 0, 0]]",
    "{}",
    "{ kind = \"fixed\" }",
    "\"1 mm\"",
    "\"1e300 m\"",
    "\"$d\"",
    "\"1 / 0\"",
    "\"é\"",
    "2026-11-15",
    "{ steps = 1 }",
];

/// One careless change.
#[derive(Clone, Debug)]
enum Edit {
    Delete(usize),
    Repeat(usize),
    Swap(usize, usize),
    Value(usize, usize),
    Letter(usize, char),
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = any::<usize>;
    prop_oneof![
        place().prop_map(Edit::Delete),
        place().prop_map(Edit::Repeat),
        (place(), place()).prop_map(|(a, b)| Edit::Swap(a, b)),
        (place(), place()).prop_map(|(line, value)| Edit::Value(line, value)),
        (
            place(),
            prop_oneof![
                any::<char>(),
                "[\\[\\]\"={}$ 0-9a-z.-]".prop_map(|s| s.chars().next().unwrap_or(' '))
            ]
        )
            .prop_map(|(place, letter)| Edit::Letter(place, letter)),
    ]
}

fn edited(text: &str, edit: &Edit) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let count = lines.len().max(1);
    if lines.is_empty() {
        return String::new();
    }
    match *edit {
        Edit::Delete(line) => drop(lines.remove(line % count)),
        Edit::Repeat(line) => lines.insert(line % count, lines[line % count].clone()),
        Edit::Swap(a, b) => lines.swap(a % count, b % count),
        Edit::Value(line, value) => {
            let line = &mut lines[line % count];
            if let Some((key, _)) = line.split_once('=') {
                *line = format!("{key}= {}", VALUES[value % VALUES.len()]);
            }
        }
        Edit::Letter(place, letter) => {
            let mut letters: Vec<char> = text.chars().collect();
            let place = place % letters.len();
            letters[place] = letter;
            return letters.into_iter().collect();
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn a_careless_edit_gives_a_scene_or_a_message(
        sample in 0usize..SAMPLES.len(),
        edits in prop::collection::vec(edit(), 1..4),
    ) {
        let sample = &SAMPLES[sample];
        let text = edits.iter().fold(sample.text.clone(), |text, edit| edited(&text, edit));
        let found = match read_scene(&text, sample.folder()) {
            Ok(read) => read.warnings,
            Err(wrong) => {
                prop_assert!(!wrong.is_empty(), "refused without a word");
                wrong
            }
        };
        for span in found.iter().filter_map(|one| one.span.as_ref()) {
            prop_assert!(span.start <= span.end && span.end <= text.len(), "{:?}", found);
        }
        render(&found, "scene.toml", &text, false);
    }
}
