//! CSV files, good ones and bad ones.

mod common;

use common::{Outcome, command, esker};
use esker::prelude::{Packings, Recipe};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// Runs a method on a file `spheres.csv` of this content, in a folder of its own.
fn detect(content: impl AsRef<[u8]>) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("spheres.csv"), content).unwrap();
    let arguments = "detect --input spheres.csv --method all --json";
    command(arguments).current_dir(&folder).output().unwrap().into()
}

/// The number of objects, the dimension, the pairs and the checksum.
fn answer(outcome: &Outcome) -> [Value; 4] {
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let rows: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    ["n", "dim", "pairs", "checksum"].map(|name| rows[0][name].clone())
}

fn refused(content: impl AsRef<[u8]>, message: &str) {
    let outcome = detect(content);
    assert_eq!(outcome.stderr, format!("error: {message}\n"));
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""));
}

const THREE: &str = "x,y,z,r\n0,0,0,0.5\n1,0,0,0.5\n2.5,0,0,0.5\n";

#[test]
fn a_packing_written_and_read_gives_the_same_pairs() {
    fn check<const D: usize>(header: &str) {
        let recipe = Recipe { count: 500, ..Recipe::default() };
        let packing = (Packings::<D>::find("poly").unwrap().build)(&recipe);
        let mut content = format!("{header}\n");
        for (center, radius) in packing.centers.iter().zip(&packing.radii) {
            let fields: Vec<_> = center.iter().chain([radius]).map(f64::to_string).collect();
            content += &(fields.join(",") + "\n");
        }
        let made = format!("detect --packing poly --n 500 --dim {D} --method all --json");
        assert_eq!(answer(&detect(content)), answer(&esker(&made)));
    }
    check::<2>("x,y,r");
    check::<3>("x,y,z,r");
}

#[test]
fn the_same_spheres_in_any_dress() {
    let plain = answer(&detect(THREE));
    assert_eq!(plain[..3], [3, 3, 1].map(Value::from));
    let dresses = [
        format!("\u{feff}{THREE}"),
        THREE.replace('\n', "\r\n"),
        THREE.trim_end().to_string(),
        THREE.replace('\n', "\n\n"),
        THREE.replace(',', " ,\t"),
        THREE.replace("x,y,z,r", "\"x\",\"y\",\"z\",\"r\"").replace("2.5", "\" 2.5e0 \""),
        "r,z,x,y\n0.5,0,0,0\n0.5,0,1,0\n0.5,0,2.5,0\n".to_string(),
    ];
    for dress in dresses {
        assert_eq!(answer(&detect(&dress)), plain, "{dress:?}");
    }
}

#[test]
fn a_header_alone_is_no_spheres() {
    assert_eq!(answer(&detect("x,y,r\n"))[..3], [0, 2, 0].map(Value::from));
}

#[test]
fn a_dash_is_standard_input() {
    let mut child = command("detect --input - --method all --json")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(THREE.as_bytes()).unwrap();
    assert_eq!(answer(&child.wait_with_output().unwrap().into()), answer(&detect(THREE)));
}

#[test]
fn a_wrong_header_is_refused() {
    let expected = "the header must be x,y,z,r or x,y,r";
    let empty =
        "spheres.csv: the file is empty; its first line must be the header x,y,z,r or x,y,r";
    refused("", empty);
    refused("\n \r\n", empty);
    refused(
        "0,0,0,1\n1,1,1,1\n",
        "spheres.csv:1: no header; the first line must be x,y,z,r or x,y,r, not '0,0,0,1'",
    );
    refused("x,y,z,r,id\n", &format!("spheres.csv:1: unknown column 'id'; {expected}"));
    refused("x,y,z,radius\n", &format!("spheres.csv:1: unknown column 'radius'; {expected}"));
    refused("X,Y,Z,R\n", &format!("spheres.csv:1: unknown column 'X'; {expected}"));
    refused("x;y;z;r\n", &format!("spheres.csv:1: unknown column 'x;y;z;r'; {expected}"));
    refused("\nx,y,z\n", &format!("spheres.csv:2: column 'r' is missing; {expected}"));
    refused("x,z,r\n", &format!("spheres.csv:1: column 'y' is missing; {expected}"));
    refused("x,x,y,r\n", &format!("spheres.csv:1: column 'x' appears twice; {expected}"));
    let long = "x".repeat(50);
    let shown = "x".repeat(40);
    refused(&long, &format!("spheres.csv:1: unknown column '{shown}…'; {expected}"));
}

#[test]
fn every_bad_row_is_named_with_its_line() {
    let content = b"x,y,z,r\r\n0,0,0,1\r\n0,0,1\r\n\r\n0,zero,0,one\r\n0,0,nan,1\r\n\
        inf,0,0,1\r\n0,0,0,-1\r\n1e200,0,0,1\r\n0,,0,1\r\n0,0,0,1,5\r\n# comment\r\n0,0,\xff,1\r\n\
        0,0,0,0\r\n";
    let huge = format!("1{}", "0".repeat(200));
    refused(
        content,
        &format!(
            "spheres.csv: 10 rows cannot be used; nothing was run\n  \
             spheres.csv:3: 3 fields; expected 4: x,y,z,r\n  \
             spheres.csv:5: y is 'zero', not a number; r is 'one', not a number\n  \
             spheres.csv:6: coordinate z is NaN; every coordinate must be finite\n  \
             spheres.csv:7: coordinate x is inf; every coordinate must be finite\n  \
             spheres.csv:8: radius -1; a radius must be finite and not negative\n  \
             spheres.csv:9: coordinate x is {huge}; beyond ±1e150 distances overflow: use larger \
             units\n  \
             spheres.csv:10: y is '', not a number\n  \
             spheres.csv:11: 5 fields; expected 4: x,y,z,r\n  \
             spheres.csv:12: 1 field; expected 4: x,y,z,r\n  \
             spheres.csv:13: z is '�', not a number"
        ),
    );
}

#[test]
fn beyond_twenty_bad_rows_are_counted() {
    let mut content = "x,y,r\n".to_string();
    let mut message = "spheres.csv: 25 rows cannot be used; nothing was run".to_string();
    for row in 0..25 {
        content += "0,0\n0,0,1\n";
        if row < 20 {
            let line = 2 + 2 * row;
            message += &format!("\n  spheres.csv:{line}: 2 fields; expected 3: x,y,r");
        }
    }
    refused(content, &(message + "\n  and 5 more"));
    refused(
        "x,y,r\n0,0,-2\n",
        "spheres.csv: 1 row cannot be used; nothing was run\n  \
         spheres.csv:2: radius -2; a radius must be finite and not negative",
    );
}

#[test]
fn what_is_no_text_file_is_refused() {
    refused(
        vec![0u8; 100_000],
        "spheres.csv: cannot be read: the line is too long for a row of numbers",
    );
    refused(
        [b"x,y,r\n".to_vec(), vec![b'1'; 100_000]].concat(),
        "spheres.csv: 1 row cannot be used; nothing was run\n  \
         spheres.csv:2: cannot be read: the line is too long for a row of numbers",
    );
}
