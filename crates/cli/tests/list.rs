//! `esker list` says what the lists say.

mod common;

use common::esker;
use esker::prelude::{Method, Methods, Packings};
use serde_json::Value;

fn names(outcome: &common::Outcome) -> Vec<String> {
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    let rows: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    rows.iter().map(|row| row["name"].as_str().unwrap().to_string()).collect()
}

#[test]
fn json_has_a_row_for_every_entry() {
    let methods: Vec<_> = Methods::<3>::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(names(&esker("list methods --json")), methods);
    let packings: Vec<_> = Packings::<3>::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(names(&esker("list packings --json")), packings);
}

#[test]
fn methods_carry_their_parameters() {
    let outcome = esker("list methods --json");
    let rows: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    for (entry, row) in Methods::<3>::ALL.iter().zip(&rows) {
        assert_eq!(row["origin"], entry.origin);
        assert_eq!(row["summary"], entry.summary);
        let [own, common] =
            ["parameters", "common_parameters"].map(|key| row[key].as_array().unwrap().clone());
        assert_eq!((own.len(), common.len()), (entry.parameters.len(), Method::COMMON.len()));
        let all = entry.parameters.iter().chain(Method::COMMON);
        for (parameter, row) in all.zip(own.iter().chain(&common)) {
            assert_eq!(row["name"], parameter.name);
            assert_eq!(row["default"], parameter.default);
            assert_eq!(row["accepts"], parameter.accepts.to_string());
            assert_eq!(row["meaning"], parameter.meaning);
        }
    }
}

#[test]
fn the_table_has_a_line_for_every_entry_and_parameter() {
    let outcome = esker("list methods");
    let mut lines = outcome.stdout.lines();
    assert!(lines.next().unwrap().starts_with("method "));
    for entry in Methods::<3>::ALL {
        let line = lines.next().unwrap();
        assert!(line.starts_with(entry.name) && line.ends_with(entry.summary), "{line}");
        for parameter in entry.parameters {
            let line = lines.next().unwrap();
            let start = format!("  :{}={}", parameter.name, parameter.default);
            assert!(line.starts_with(&start) && line.ends_with(parameter.meaning), "{line}");
        }
    }
    assert_eq!(lines.next(), Some("every method"));
    assert_eq!(lines.count(), Method::COMMON.len());
    let packings = esker("list packings").stdout;
    assert_eq!(packings.lines().count(), 1 + Packings::<3>::ALL.len());
}

#[test]
fn something_unknown_is_refused() {
    let outcome = esker("list method");
    assert_eq!(outcome.code, Some(2));
    assert_eq!(
        outcome.stderr,
        "error: invalid value 'method' for '<WHAT>'\n  [possible values: methods, packings]\n\n  \
         tip: a similar value exists: 'methods'\n\nFor more information, try '--help'.\n"
    );
}
