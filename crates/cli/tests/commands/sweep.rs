//! `esker sweep`: every combination, once, and on from where it stopped.

use crate::place::Place;
use serde_json::Value;

const SWEEP: &str = "sweep few.toml --set vars.d=8mm,1cm --set contact.friction=0:0.4:3 \
                     --set run.time=0.01 --out all --no-report";

fn manifest(place: &Place, run: &str) -> Value {
    serde_json::from_str(&place.text(&format!("all/{run}/manifest.json"))).unwrap()
}

#[test]
fn every_combination_has_a_folder_and_a_row() {
    let place = Place::new();
    let told = place.done(&format!("{SWEEP} --jobs 2"));
    assert!(told.contains("6 runs into all, 2 at a time"), "{told}");
    let table = place.text("all/sweep.csv");
    let lines: Vec<_> = table.lines().collect();
    assert!(lines[0].starts_with("run,vars.d,contact.friction,run.time,exit,reason,step,time,"));
    assert!(lines[1].starts_with(",,,,,,,s,"), "{}", lines[1]);
    assert_eq!(lines.len(), 8);
    let last = r#""vars.d=1cm,contact.friction=0.4",1cm,0.4,0.01,done,the end at 0.01 s,"#;
    assert!(lines[7].starts_with(last), "{}", lines[7]);
    assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());
    assert!(place.exists("all/vars.d=8mm,contact.friction=0.2/log.csv"));
    assert!(!place.exists("all/vars.d=8mm,contact.friction=0.2/report.html"));
}

#[test]
fn what_is_finished_is_passed_over_and_what_was_begun_goes_on() {
    let place = Place::new();
    let begun = "vars.d=8mm,contact.friction=0.2";
    // The exact run of the sweep, stopped at its first step.
    place.done(&format!(
        "run few.toml --set vars.d=8mm --set contact.friction=0.2 --set run.time=0.01 \
         --out all/{begun} --time-limit 0s --quiet --no-report"
    ));
    assert_eq!(manifest(&place, begun)["exit"], "time-limit");
    let rows = place.json(&format!("{SWEEP} --json"));
    assert_eq!(rows.as_array().unwrap().len(), 6);
    assert_eq!(rows[1]["run"], begun);
    assert_eq!((&rows[1]["exit"], &rows[1]["set"]["vars.d"]), (&"done".into(), &"8mm".into()));
    assert_eq!(rows[1]["last"]["bodies"], 8.0);
    let before = manifest(&place, begun);
    assert_eq!(before["resumed"], 1);
    assert_eq!(place.json(&format!("{SWEEP} --json")), rows);
    assert_eq!(manifest(&place, begun), before);
}

#[test]
fn a_run_that_fails_does_not_stop_the_others() {
    let place = Place::new();
    let arguments = "sweep few.toml --set domain.leaving=stop,remove --out all --no-report \
                     --set bodies.grains.velocity=[0,0,10]";
    let told = place.refused(arguments, 1);
    assert!(told.contains("error: 1 of 2 runs failed: see the column `reason` of all/sweep.csv"));
    let table = place.text("all/sweep.csv");
    let rows: Vec<_> = table.lines().skip(2).collect();
    assert!(rows[0].starts_with("domain.leaving=stop,stop,\"[0,0,10]\",failed,"), "{table}");
    assert!(rows[1].starts_with("domain.leaving=remove,remove,\"[0,0,10]\",done,"), "{table}");
}

#[test]
fn what_is_wrong_is_told_before_any_run() {
    let place = Place::new();
    let told = |arguments: &str| {
        let told = place.refused(&format!("sweep few.toml --out all {arguments}"), 2);
        assert!(!place.exists("all"), "{arguments}");
        told
    };
    assert!(told("--set vars.d").contains("there is no `=` in it"));
    assert!(told("--set vars.d=1cm,,2cm").contains("a value is missing"));
    assert!(told("--set vars.d=1cm,1parsec").contains("unknown unit `parsec`"));
    assert!(told("").contains("--set <KEY=VALUES>"));
    let outcome = place.esker(&format!("{SWEEP} --dry-run"));
    assert_eq!(outcome.stdout.lines().count(), 6);
    assert!(outcome.stdout.starts_with("all/vars.d=8mm,contact.friction=0\n"));
    assert!(!place.exists("all"));
}

#[test]
fn a_folder_of_another_scene_is_left_alone() {
    let place = Place::new();
    place.done("run few.toml --out all/vars.d=8mm --quiet --no-report");
    let before = place.bytes("all/vars.d=8mm/manifest.json");
    place.refused("sweep few.toml --set vars.d=8mm,9mm --out all --no-report", 1);
    assert!(place.text("all/sweep.csv").contains("the folder holds a run of another scene"));
    assert_eq!(place.bytes("all/vars.d=8mm/manifest.json"), before);
}
