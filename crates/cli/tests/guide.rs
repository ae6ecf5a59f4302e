//! The guide shows what the program does: every command in it is run, every line it shows must come.
//!
//! Numbers that are not whole (times, ratios, bytes) differ from run to run and are passed over, as are
//! lines the guide does not show, so that a new method does not make it wrong. To write the outputs
//! anew, with the numbers of this machine:
//!
//! ```text
//! ESKER_GUIDE=write cargo test --release -p esker-cli --test guide
//! ```

mod common;

use common::{Outcome, command, esker};
use std::fs;
use std::path::Path;

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/detect.md");

/// The guide as it would be if written now, and all lines it shows that did not come.
fn replay(guide: &str, folder: &Path) -> (String, Vec<String>) {
    let (mut written, mut missing) = (String::new(), Vec::new());
    let mut lines = guide.lines().peekable();
    while let Some(line) = lines.next() {
        written += &format!("{line}\n");
        let Some(typed) = line.strip_prefix("$ ") else { continue };
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            shown.push(line);
        }
        let output = output(typed, &shown, folder);
        let came: Vec<_> = output.lines().map(masked).collect();
        let absent = shown.iter().filter(|line| !came.contains(&masked(line)));
        missing.extend(absent.map(|line| format!("{typed}: {line}")));
        if shown.is_empty() {
            missing.push(format!("{typed}: the guide shows nothing"));
        }
        written += &output;
    }
    (written, missing)
}

/// What a command leaves on a terminal. `cat` makes the file that it shows.
fn output(typed: &str, shown: &[&str], folder: &Path) -> String {
    if let Some(file) = typed.strip_prefix("cat ") {
        let content = shown.join("\n") + "\n";
        fs::write(folder.join(file), &content).unwrap();
        return content;
    }
    let arguments = typed.strip_prefix("esker ").expect("the guide runs esker alone");
    let outcome: Outcome = command(arguments).current_dir(folder).output().unwrap().into();
    let wrong_input = outcome.stderr.starts_with("error: ");
    assert_eq!(outcome.code, Some(if wrong_input { 2 } else { 0 }), "{typed}");
    outcome.stderr + &outcome.stdout
}

/// A line's words, with every number that is not whole made alike.
fn masked(line: &str) -> String {
    let mask = |word: &str| {
        let is_number = word.trim_end_matches(',').parse::<f64>().is_ok();
        if is_number && word.contains(['.', 'e']) { "#".to_string() } else { word.to_string() }
    };
    line.split_whitespace().map(mask).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_line_of_the_guide_comes() {
    let folder = tempfile::tempdir().unwrap();
    let guide = fs::read_to_string(GUIDE).unwrap();
    let (written, missing) = replay(&guide, folder.path());
    if std::env::var("ESKER_GUIDE").is_ok_and(|value| value == "write") {
        return fs::write(GUIDE, written).unwrap();
    }
    assert!(missing.is_empty(), "docs/guide/detect.md: {missing:#?}");
}

#[test]
fn a_line_that_does_not_come_is_noticed() {
    let shown = esker("list packings").stdout;
    let folder = tempfile::tempdir().unwrap();
    let guide = format!("```console\n$ esker list packings\n{shown}```\n");
    assert_eq!(replay(&guide, folder.path()), (guide.clone(), vec![]));
    let wrong = guide.replace("touching spheres", "teaching spheres");
    assert_eq!(replay(&wrong, folder.path()).1.len(), 1);
    assert_eq!(masked("dense  5056  1.00  5e-7,"), "dense 5056 # #");
}
