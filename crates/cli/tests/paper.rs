//! `esker paper`: each paper's page, at the quick sizes, as a reader and a program would meet it.

mod common;

use common::{Outcome, command, esker};
use serde_json::Value;
use std::path::Path;

fn esker_in(folder: &Path, arguments: &str) -> Outcome {
    command(arguments).current_dir(folder).output().expect("the program starts").into()
}

/// Runs a paper at its quick sizes and returns its page and its numbers, both checked for what every
/// paper must have.
fn reproduce(name: &str, figures: &[&str]) -> (String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let outcome = esker_in(folder.path(), &format!("paper {name} --quick"));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.is_empty(), "results go to files");
    let read = |extension| {
        let path = folder.path().join(name).with_extension(extension);
        std::fs::read_to_string(path).unwrap()
    };
    let (page, numbers) = (read("html"), read("json"));
    check_page(&page, figures);
    let numbers: Value = serde_json::from_str(&numbers).unwrap();
    check_numbers(&numbers);
    (page, numbers)
}

fn check_page(page: &str, figures: &[&str]) {
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for figure in figures {
        assert!(page.contains(figure), "no figure says {figure:?}");
    }
    assert_eq!(page.matches("<svg").count(), figures.len());
    assert_eq!(page.matches("</svg>").count(), figures.len());
    for outside in ["http:", "https:", "<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "the page needs {outside}");
    }
    // Between tags, attributes and words: a number that is none shows as a word of its own.
    let mut words = page.split(|letter: char| !letter.is_alphanumeric());
    assert!(!words.any(|word| ["NaN", "inf", "Infinity"].contains(&word)));
}

fn check_numbers(numbers: &Value) {
    assert_eq!(numbers["effort"], "quick");
    let experiments = numbers["experiments"].as_array().unwrap();
    assert!(!experiments.is_empty());
    for row in experiments.iter().flat_map(|experiment| experiment["rows"].as_array().unwrap()) {
        assert!(row["seconds"].as_f64().unwrap() > 0.0, "{row}");
        assert!(row["update_seconds"].as_f64() <= row["seconds"].as_f64(), "{row}");
        assert!(row["candidates"].as_u64() >= row["pairs"].as_u64(), "{row}");
    }
    for claim in numbers["claims"].as_array().unwrap() {
        let measured = claim["measured"].as_array().unwrap();
        let verdict = claim["verdict"].as_str().unwrap();
        let complete = measured.iter().all(|measured| measured["value"].is_f64());
        assert_eq!(complete, verdict != "not-measured", "{claim}");
        assert!(["holds", "does-not-hold", "not-measured"].contains(&verdict), "{claim}");
    }
}

#[test]
fn munjiza() {
    let figures = ["figures 20 to 22", "per body", "figure 24", "figure 28", "figure 30"];
    let (page, numbers) =
        reproduce("munjiza", &[&figures[..], &["figures 25 and 26", "figure 32"]].concat());
    assert!(page.contains("5 integers per body"));
    assert_eq!(numbers["claims"].as_array().unwrap().len(), 15);
}

#[test]
fn perkins() {
    let figures = ["figure 10", "figure 11", "figure 12", "figure 13"];
    let (page, numbers) = reproduce("perkins", &figures);
    assert!(page.contains("candidates over optimum"));
    assert_eq!(numbers["claims"].as_array().unwrap().len(), 15);
}

#[test]
fn lazarevic() {
    let parts = ["figure 5(a)", "figure 5(b)", "figure 5(c)", "figure 5(d)"];
    let (page, numbers) =
        reproduce("lazarevic", &[&parts[..], &["four parts in one", "Sorting time"]].concat());
    assert!(page.contains("O(n²), extrapolated") && page.contains("Walls sorted once"));
    assert_eq!(numbers["claims"].as_array().unwrap().len(), 4);
    // Nested loops are always there: what they give does not hang on any other method.
    let quadratic = &numbers["claims"][1]["measured"][1]["value"];
    assert!((1.0..3.0).contains(&quadratic.as_f64().unwrap()), "{quadratic}");
}

#[test]
fn the_page_goes_where_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |arguments| esker_in(folder.path(), arguments);
    let wrong = in_folder("paper lazarevic --quick --out page.json");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("page.json: a page ends in .html"), "{}", wrong.stderr);
    let nowhere = in_folder("paper lazarevic --quick --out no/page.html");
    assert_eq!(nowhere.code, Some(2));
    assert!(nowhere.stderr.contains("no/page.html: there is no such"), "{}", nowhere.stderr);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(in_folder("paper lazarevic --quick --out here.html").code, Some(0));
    assert!(folder.path().join("here.html").is_file() && folder.path().join("here.json").is_file());
}

#[test]
fn unknown_papers_and_contrary_flags_are_refused() {
    assert_eq!(esker("paper perkin --quick").code, Some(2));
    assert_eq!(esker("paper perkins --quick --full").code, Some(2));
}
