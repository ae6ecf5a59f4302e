//! The page about units tells what is so: its rows are the table's, and its examples are evaluated.

use esker_scene::{FUNCTIONS, UNITS, evaluate};

const PAGE: &str = include_str!("../../../docs/guide/units.md");

/// The rows of the tables whose head begins with these cells.
fn rows(first: &str, second: &str) -> Vec<[&'static str; 2]> {
    let head = format!("| {first} | {second} |");
    let mut found = Vec::new();
    for table in PAGE.split(&head).skip(1) {
        let lines = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        found.extend(lines.filter_map(|line| {
            line.trim_start_matches("| ")
                .trim_end_matches(" |")
                .split_once(" | ")
                .map(<[_; 2]>::from)
        }));
    }
    found
}

#[test]
fn every_unit_has_its_row_and_every_row_its_unit() {
    let expected: Vec<_> = UNITS
        .iter()
        .map(|unit| [format!("`{}`", unit.symbol), format!("{} | {}", unit.name, unit.meaning())])
        .collect();
    assert_eq!(rows("unit", "name"), expected);
    let functions: Vec<_> = FUNCTIONS.iter().map(|name| format!("`{name}`")).collect();
    assert!(PAGE.contains(&functions.join(", ")), "functions: {}", functions.join(", "));
}

#[test]
fn examples_have_the_value_they_are_said_to_have() {
    let rows = rows("text", "is the same as");
    assert_eq!(rows.len(), 15);
    for row in rows {
        let [one, other] = row.map(|cell| evaluate(cell.trim_matches('`'), &|_| None).unwrap());
        assert_eq!(one.dimension, other.dimension, "{row:?}");
        assert!((one.value / other.value - 1.0).abs() < 1e-15, "{row:?}: {one} and {other}");
    }
}

#[test]
fn refused_examples_are_refused_with_that_message() {
    let rows = rows("text", "why it is refused");
    assert_eq!(rows.len(), 7);
    for [text, message] in rows {
        let error = evaluate(text.trim_matches('`'), &|_| None).unwrap_err();
        assert_eq!(error.message, message, "{text}");
    }
}
