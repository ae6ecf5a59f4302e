//! `esker list` says what the lists say.

mod common;

use common::esker;
use esker::narrow::Shapes;
use esker::output::FORMATS;
use esker::physics::laws::LAWS;
use esker::physics::measures::MEASURES;
use esker::physics::{INSERTIONS, Integrators, REGIONS, SIZES, WALL_MOTIONS};
use esker::prelude::{Method, Methods, Packings};
use serde_json::Value;

/// What can be listed, with the names and summaries of the list.
fn lists() -> Vec<(&'static str, Vec<[&'static str; 2]>)> {
    macro_rules! entries {
        ($list:expr) => {
            $list.iter().map(|entry| [entry.name, entry.summary]).collect()
        };
    }
    vec![
        ("methods", entries!(Methods::<3>::ALL)),
        ("packings", entries!(Packings::<3>::ALL)),
        ("laws", entries!(LAWS)),
        ("walls", entries!(Shapes::ALL)),
        ("motions", entries!(WALL_MOTIONS)),
        ("integrators", entries!(Integrators::<3>::ALL)),
        ("insertions", entries!(INSERTIONS)),
        ("sizes", entries!(SIZES)),
        ("regions", entries!(REGIONS)),
        ("measures", entries!(MEASURES)),
        ("outputs", entries!(FORMATS)),
    ]
}

fn rows(what: &str) -> Vec<Value> {
    let outcome = esker(&format!("list {what} --json"));
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
    serde_json::from_str(&outcome.stdout).unwrap()
}

#[test]
fn json_has_a_row_for_every_entry() {
    for (what, entries) in lists() {
        let rows = rows(what);
        assert_eq!(rows.len(), entries.len(), "{what}");
        for (row, [name, summary]) in rows.iter().zip(entries) {
            assert_eq!((&row["name"], &row["summary"]), (&name.into(), &summary.into()));
        }
    }
}

#[test]
fn laws_carry_their_role_and_walls_their_dimensions() {
    for (entry, row) in LAWS.iter().zip(rows("laws")) {
        let role = format!("{:?}", entry.part.law().role());
        assert!(row["role"].as_str().unwrap().eq_ignore_ascii_case(&role), "{row}");
    }
    for (entry, row) in Shapes::ALL.iter().zip(rows("walls")) {
        assert_eq!(row["dimensions"], Value::from(entry.dimensions), "{row}");
    }
    assert!(rows("regions")[0].get("role").is_none());
}

#[test]
fn methods_carry_their_parameters() {
    for (entry, row) in Methods::<3>::ALL.iter().zip(rows("methods")) {
        assert_eq!(row["origin"], entry.origin);
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
}

#[test]
fn the_other_tables_have_a_line_for_every_entry() {
    for (what, entries) in lists().into_iter().filter(|(what, _)| *what != "methods") {
        let outcome = esker(&format!("list {what}"));
        let mut lines = outcome.stdout.lines();
        let heading = lines.next().unwrap();
        assert!(heading.starts_with(what.trim_end_matches('s')), "{heading}");
        assert!(heading.ends_with("summary"), "{heading}");
        for [name, summary] in entries {
            let line = lines.next().unwrap();
            assert!(line.starts_with(name) && line.ends_with(summary), "{line}");
        }
        assert_eq!(lines.next(), None);
    }
    assert!(esker("list laws").stdout.contains("\nhertz              normal      Hertz: "));
    assert!(esker("list walls").stdout.contains("\ncylinder  3D      "));
}

#[test]
fn something_unknown_is_refused() {
    let outcome = esker("list method");
    assert_eq!(outcome.code, Some(2));
    assert_eq!(
        outcome.stderr,
        "error: invalid value 'method' for '<WHAT>'\n  [possible values: methods, packings, \
         laws, walls, motions, integrators, insertions, sizes, regions, measures, outputs]\n\n  \
         tip: a similar value exists: 'methods'\n\nFor more information, try '--help'.\n"
    );
}
