//! Logs: every number comes back bit for bit, a row that was cut off does not, and a run can go on.

use esker_output::{LogFile, parse_log, read_log};
use std::fs;

const COLUMNS: &[(&str, &str)] = &[("step", ""), ("time", "s"), ("kinetic_energy", "J")];

fn rows(count: u32) -> Vec<Vec<f64>> {
    (0..count).map(|i| vec![f64::from(100 * i), 0.1 * f64::from(i), f64::from(i) / 3e9]).collect()
}

#[test]
fn numbers_come_back_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    let mut log = LogFile::create(&path, COLUMNS).unwrap();
    let extremes = [[0.1 + 0.2, -0.0, 5e-324], [f64::MAX, f64::NEG_INFINITY, 1e16]];
    extremes.iter().for_each(|row| log.append(row).unwrap());
    let read = read_log(&path).unwrap();
    assert_eq!(read.names, ["step", "time", "kinetic_energy"]);
    assert_eq!(read.units, ["", "s", "J"]);
    let bits = |row: &[f64]| row.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(
        read.rows.iter().map(|row| bits(row)).collect::<Vec<_>>(),
        extremes.iter().map(|row| bits(row)).collect::<Vec<_>>()
    );
    log.append(&[1000.0, f64::NAN, 2.5]).unwrap();
    assert!(read_log(&path).unwrap().rows[2][1].is_nan());
    assert!(fs::read_to_string(&path).unwrap().ends_with("\n1000,NaN,2.5\n"));
    let refused = log.append(&[1.0]).unwrap_err().to_string();
    assert_eq!(refused, "1 numbers for 3 columns of a log");
}

#[test]
fn a_row_that_was_cut_off_is_passed_over_and_gone_when_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    let mut log = LogFile::create(&path, COLUMNS).unwrap();
    rows(5).iter().for_each(|row| log.append(row).unwrap());
    let whole = fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for end in last..whole.len() {
        assert_eq!(parse_log(&whole[..end]).unwrap().rows, rows(4), "cut off at {end}");
    }
    fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    let mut kept = read_log(&path).unwrap();
    kept.truncate_after(250);
    assert_eq!(kept.rows, rows(3));
    let mut log = LogFile::go_on(&path, &kept).unwrap();
    rows(5)[3..].iter().for_each(|row| log.append(row).unwrap());
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    let refused = |text: &str| parse_log(text.as_bytes()).unwrap_err().to_string();
    let no_head = "line 1: a log begins with a line of names and a line of as many units";
    assert_eq!(refused(""), no_head);
    assert_eq!(refused("step,time\n"), no_head);
    assert_eq!(
        refused("step,time\n,s\n1,2\n1\n1,a\n"),
        "2 rows cannot be used\n  line 4: 1 fields; expected 2\n  line 5: 'a' is not a number"
    );
    fs::write(&path, "time\ns\n7\n").unwrap();
    let mut without_steps = read_log(&path).unwrap();
    without_steps.truncate_after(0);
    assert_eq!(without_steps.rows, [[7.0]]);
}
