//! `esker detect` on input that is right.

mod common;

use common::{Outcome, command, esker};
use esker::broad::checksum;
use esker::prelude::{Detector, Methods, Objects, Packings, Recipe};
use serde_json::Value;
use std::process::Stdio;

fn rows(outcome: &Outcome) -> Vec<Value> {
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    serde_json::from_str(&outcome.stdout).expect("one JSON document on standard output")
}

fn detect(arguments: &str) -> Vec<Value> {
    rows(&esker(&format!("detect --json {arguments}")))
}

fn method_names(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["method"].as_str().unwrap()).collect()
}

/// The pairs and the checksum that the library's oracle finds.
fn oracle<const D: usize>(packing: &str, recipe: &Recipe) -> (usize, String) {
    let packing = (Packings::<D>::find(packing).unwrap().build)(recipe);
    let objects = Objects::new(&packing.centers, &packing.radii).unwrap();
    let mut detector = Detector::<D>::new("bounding-volume").unwrap();
    detector.update(&objects);
    let pairs = detector.pairs(&objects);
    (pairs.len(), format!("{:016x}", checksum(pairs.iter())))
}

#[test]
fn all_methods_find_what_the_oracle_finds_in_every_packing() {
    for entry in Packings::<3>::ALL {
        let recipe = Recipe { count: 300, spacing: 0.9, size_ratio: 5.0, seed: 7 };
        let expected = [oracle::<2>(entry.name, &recipe), oracle::<3>(entry.name, &recipe)];
        for (dim, (pairs, checksum)) in [2, 3].into_iter().zip(expected) {
            let rows = detect(&format!(
                "--packing {} --n 300 --spacing 0.9 --size-ratio 5 --seed 7 --dim {dim} \
                 --method all --repeat 2",
                entry.name
            ));
            let list: Vec<_> = Methods::<3>::ALL.iter().map(|entry| entry.name).collect();
            assert_eq!(method_names(&rows), list);
            for row in &rows {
                assert_eq!(row["dim"], dim);
                assert_eq!(row["n"], 300);
                assert_eq!(row["pairs"], pairs, "{row}");
                assert_eq!(row["checksum"], checksum, "{row}");
                assert!(row["candidates"].as_u64().unwrap() >= pairs as u64, "{row}");
            }
        }
    }
}

#[test]
fn a_row_adds_up() {
    for row in detect("--packing D --n 1000 --method all --repeat 3 --threads 2") {
        let number = |name: &str| row[name].as_f64().unwrap();
        let seconds: Vec<f64> = serde_json::from_value(row["seconds"].clone()).unwrap();
        assert_eq!((row["repeat"].as_u64(), seconds.len()), (Some(3), 3));
        assert!(seconds.iter().all(|&time| time > 0.0));
        // Reading a number back may change its last bit.
        let same = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
        assert!(same(number("seconds_total"), seconds.iter().sum()));
        assert!(same(number("ns_per_body"), number("seconds_total") / 3.0 / 1000.0 * 1e9));
        assert!(number("bytes_per_body") > 0.0);
        assert_eq!(row["threads"], 2);
        assert_eq!(row["input"], "packing D (spacing 1.0, size ratio 32.0, seed 1)");
    }
}

#[test]
fn none_and_one_are_sets_too() {
    for n in [0, 1] {
        for row in detect(&format!("--packing poly --n {n} --method all --repeat 2")) {
            assert_eq!((row["pairs"].as_u64(), row["n"].as_u64()), (Some(0), Some(n)));
            assert!(row["ns_per_body"].is_f64() && row["bytes_per_body"].is_f64(), "{row}");
            assert_eq!(row["checksum"], "0000000000000000");
        }
        assert_eq!(esker(&format!("detect --packing poly --n {n} --method all")).code, Some(0));
    }
}

#[test]
fn memory_is_the_methods_own_without_the_pairs() {
    // 500 spheres in one place: a list of their 124,750 pairs would take 998 kB.
    let rows = detect("--packing D --n 500 --spacing 1e-9 --method bounding-volume --repeat 2");
    assert_eq!(rows[0]["pairs"], 124_750);
    let bytes = rows[0]["bytes_per_body"].as_f64().unwrap() * 500.0;
    assert!((8192.0..16_384.0).contains(&bytes), "{bytes}"); // the slice that pairs pass through
}

#[test]
fn threads_do_not_change_the_answer() {
    let answers = ["1", "2", "0"].map(|threads| {
        let rows = detect(&format!("--packing dense --n 800 --method all --threads {threads}"));
        let answer = |row: &Value| (row["checksum"].clone(), row["candidates"].clone());
        rows.iter().map(answer).collect::<Vec<_>>()
    });
    assert!(answers[0] == answers[1] && answers[0] == answers[2]);
}

#[test]
fn methods_can_be_compared_by_name() {
    let chosen = "--method pairing --method bounding-volume --method pairing";
    let rows = detect(&format!("--packing A --n 1e2 {chosen}"));
    assert_eq!(method_names(&rows), ["pairing", "bounding-volume"]);
    assert_eq!(rows[0]["candidates"], 100 * 99 / 2);
    assert!(esker("detect --help").stdout.contains("[default: auto]"));
}

#[test]
fn quadratic_methods_need_to_be_asked_for() {
    let outcome = esker("detect --packing A --n 20001 --method all --json");
    for name in ["pairing", "bounding-volume"] {
        let note = format!("note: {name} is left out above 20000 spheres unless asked for by name");
        assert!(outcome.stderr.lines().any(|line| line == note), "{}", outcome.stderr);
        assert!(!method_names(&rows(&outcome)).contains(&name));
    }
    let outcome =
        esker("detect --packing A --n 20001 --method all --method bounding-volume --json");
    assert!(method_names(&rows(&outcome)).contains(&"bounding-volume"));
    assert!(!outcome.stderr.contains("bounding-volume"), "{}", outcome.stderr);
    let outcome = esker("detect --packing A --n 50001 --method bounding-volume --json");
    let warning = "warning: bounding-volume looks at every pair of 50001 spheres";
    assert!(outcome.stderr.lines().any(|line| line == warning), "{}", outcome.stderr);
}

#[test]
fn the_table_is_the_result_and_the_rest_is_not() {
    let outcome = esker("detect --packing A --n 27 --method pairing --method bounding-volume");
    assert_eq!(outcome.code, Some(0));
    assert_eq!(
        outcome.stderr,
        "packing A (spacing 1.0, size ratio 32.0, seed 1): 27 spheres in 3D\n\
         1 repeat on 1 thread\n"
    );
    let lines: Vec<Vec<_>> =
        outcome.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0].join(" "), "method pairs candidates per pair ms ns/body bytes/body ratio");
    assert_eq!(lines[1][..4], ["pairing", "54", "351", "6.50"]);
    assert_eq!(lines[2][..4], ["bounding-volume", "54", "54", "1.00"]);
    assert!(lines[1..].iter().any(|line| line[7] == "1.00"), "one of them is the fastest");
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for arguments in ["detect --packing A --n 100 --method all", "list methods --json", "--help"] {
        let mut child =
            command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let outcome: Outcome = child.wait_with_output().unwrap().into();
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
    }
    let mut child = command("detect --packing A --n 100 --method all")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let outcome: Outcome = command("list methods").stdout(full).output().unwrap().into();
    assert_eq!(outcome.code, Some(1));
    assert_eq!(outcome.stderr, "error: cannot write to standard output: no space left on device\n");
}
