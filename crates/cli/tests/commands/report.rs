//! `esker report`, and the report at the end of a run.

use crate::place::{Place, SCENE};
use serde_json::json;
use std::fs;

#[test]
fn a_report_has_all_its_parts_and_needs_no_other_file() {
    let place = Place::with_run();
    assert_eq!(place.json("report out/few --json"), json!({ "file": "out/few/report.html" }));
    let page = place.text("out/few/report.html");
    assert!(page.contains("<h1>A few &amp; some &lt;grains&gt;</h1>"));
    assert!(page.contains("The run is done: the end at 0.05 s."));
    for heading in ["What it is", "Pictures", "The log", "Speed", "Scene"] {
        assert!(page.contains(&format!("<h2>{heading}</h2>")), "{heading}");
    }
    assert!(page.contains("<td>walls</td><td>floor</td>"));
    assert!(page.contains(", chosen: "), "why the time step is what it is");
    assert_eq!(page.matches("src=\"data:image/png;base64,").count(), 3);
    assert_eq!(page.matches("src=\"data:image/gif;base64,").count(), 1);
    for plot in ["Energy of motion", "Bodies and contacts", "Largest speed", "weight"] {
        assert!(page.contains(&format!("aria-label=\"{plot}\"")), "{plot}");
    }
    assert!(page.contains("<code>weight.force_z</code>"));
    let (_, unchanged) = page.split_once("What did not change: ").unwrap();
    assert!(unchanged.lines().next().unwrap().contains("<code>lost</code> is 0"));
    assert!(page.contains("spacing = &quot;1.2 * $d&quot;"), "the exact scene");
    for forbidden in ["<script", "http:", "https:", "<link", "@import", "NaN"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn a_run_ends_with_its_report_unless_told_otherwise() {
    let place = Place::new();
    let told = place.done("run few.toml");
    assert!(told.contains("next: open out/few/report.html in a browser"), "{told}");
    assert!(place.text("out/few/report.html").contains("<svg"));
    place.done("run few.toml --no-report --out out/without --quiet");
    assert!(!place.exists("out/without/report.html"));
}

#[test]
fn runs_without_frames_and_runs_that_failed_have_reports_too() {
    let place = Place::new();
    fs::write(place.path("none.toml"), SCENE.replace("frames =", "formats = []\nframes ="))
        .unwrap();
    place.done("run none.toml --quiet");
    let page = place.text("out/none/report.html");
    assert!(!page.contains("<img") && page.contains("<svg"));
    place.refused(
        "run few.toml --quiet --set domain.leaving=stop --set bodies.grains.velocity=[0,0,10]",
        1,
    );
    let page = place.text("out/few/report.html");
    assert!(page.contains("The run failed: step "), "{page}");
    assert!(page.contains("<svg"), "what it did before is shown");
}

#[test]
fn what_is_no_run_is_refused() {
    let place = Place::new();
    let told = place.refused("report nowhere", 2);
    assert!(told.starts_with("error: there is no run in nowhere: it has no scene.toml"), "{told}");
    fs::create_dir_all(place.path("out/half")).unwrap();
    fs::write(place.path("out/half/scene.toml"), SCENE).unwrap();
    let told = place.refused("report out/half", 1);
    assert!(told.starts_with("error: cannot read out/half/manifest.json: "), "{told}");
}
