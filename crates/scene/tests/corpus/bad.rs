//! Every bad scene is told about exactly as it says itself.

use super::{BAD, MARK, Sample, is_update, samples};
use esker_scene::{read_scene, render};
use std::fs;

#[test]
fn every_bad_scene_gives_its_message() {
    let samples = samples(BAD);
    assert!(samples.len() > 100);
    let wrong: Vec<String> = samples.iter().filter_map(difference).collect();
    assert!(wrong.is_empty(), "{}\n{} messages differ", wrong.join("\n"), wrong.len());
}

/// What is told about a scene.
fn told(sample: &Sample) -> String {
    let found = match read_scene(&sample.text, sample.folder()) {
        Ok(read) => read.warnings,
        Err(wrong) => wrong,
    };
    render(&found, &sample.name(), &sample.text, false)
}

fn difference(sample: &Sample) -> Option<String> {
    let told = told(sample);
    if told.is_empty() {
        return Some(format!("{} is read without a word", sample.name()));
    }
    if told == sample.expected {
        return None;
    }
    if is_update() {
        let marked = |line: &str| format!("{MARK} {line}").trim_end().to_string() + "\n";
        let lines: String = told.lines().map(marked).collect();
        fs::write(&sample.path, format!("{}{lines}", sample.text)).expect("it can be written");
        return None;
    }
    Some(format!("{}: expected\n{}\nbut found\n{told}", sample.name(), sample.expected))
}
