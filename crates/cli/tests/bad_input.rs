//! Flags that are wrong: each message to the letter, and exit code 2.

mod common;

use common::esker;
use esker::prelude::{Methods, Packings};

const HINT: &str = "\n\nFor more information, try '--help'.\n";

/// The whole message for these arguments of `detect`, after `error: `.
fn refused(arguments: &str) -> String {
    let outcome = esker(&format!("detect {arguments}"));
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{arguments}");
    let message = outcome.stderr.strip_prefix("error: ").expect("an error");
    message.strip_suffix(HINT).unwrap_or(message).to_string()
}

#[test]
fn numbers_out_of_range_are_refused() {
    let packing = "--packing D --method bounding-volume";
    let whole = "expected a whole number such as 1000 or 1e6";
    let many = "at most 536870911 spheres can be numbered";
    let spacing = "the spacing must be a number above 0, at most 1e6";
    let size_ratio = "the size ratio must be a number from 1 to 1e6";
    for (flag, name, value, reason) in [
        ("--n", "N", "-3", whole),
        ("--n", "N", "1.5", whole),
        ("--n", "N", "inf", whole),
        ("--n", "N", "many", whole),
        ("--n", "N", "4294967296", many),
        ("--n", "N", "1e99", many),
        ("--spacing", "S", "0", spacing),
        ("--spacing", "S", "-1", spacing),
        ("--spacing", "S", "nan", spacing),
        ("--spacing", "S", "inf", spacing),
        ("--spacing", "S", "1e7", spacing),
        ("--size-ratio", "R", "0.5", size_ratio),
        ("--size-ratio", "R", "-2", size_ratio),
        ("--size-ratio", "R", "nan", size_ratio),
        ("--seed", "K", "-1", "expected a whole number from 0 to 18446744073709551615"),
        ("--dim", "D", "4", "expected a whole number from 2 to 3"),
        ("--repeat", "K", "0", "expected a whole number from 1 to 1000000"),
        ("--repeat", "K", "-1", "expected a whole number from 1 to 1000000"),
        ("--threads", "N", "-1", "expected a whole number from 0 to 1024"),
        ("--threads", "N", "5000", "expected a whole number from 0 to 1024"),
    ] {
        let count = if flag == "--n" { "" } else { "--n 10" };
        let message = refused(&format!("{packing} {count} {flag} {value}"));
        assert_eq!(message, format!("invalid value '{value}' for '{flag} <{name}>': {reason}"));
    }
}

#[test]
fn names_that_do_not_exist_are_refused_with_the_nearest_one() {
    let known: Vec<_> = Methods::<3>::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(
        refused("--packing D --n 10 --method bounding-volum"),
        format!(
            "invalid value 'bounding-volum' for '--method <NAME>': unknown method \
             'bounding-volum'; did you mean 'bounding-volume'? (known: {})",
            known.join(", ")
        )
    );
    assert_eq!(
        refused("--packing D --n 10 --method pairing:fast=1"),
        "invalid value 'pairing:fast=1' for '--method <NAME>': pairing: unknown parameter 'fast' \
         (known: skin)"
    );
    let packings: Vec<_> = Packings::<3>::ALL.iter().map(|entry| entry.name).collect();
    assert_eq!(
        refused("--packing pol --n 10 --method all"),
        format!(
            "invalid value 'pol' for '--packing <NAME>'\n  [possible values: {}]\n\n  \
             tip: a similar value exists: 'poly'",
            packings.join(", ")
        )
    );
}

#[test]
fn spheres_come_from_one_place() {
    let usage = |text: &str| format!("\n\nUsage: esker detect {text}");
    let source = "<--packing <NAME>|--input <FILE>>";
    assert_eq!(
        refused("--method all"),
        format!("the following required arguments were not provided:\n  {source}")
            + &usage(&format!("--method <NAME> {source}"))
    );
    assert_eq!(
        refused("--packing D --method all"),
        "the following required arguments were not provided:\n  --n <N>".to_string()
            + &usage(&format!("--n <N> --method <NAME> {source}"))
    );
    assert_eq!(
        refused("--packing D --n 10 --input f.csv --method all"),
        "the argument '--packing <NAME>' cannot be used with '--input <FILE>'".to_string()
            + &usage(&format!("--n <N> --method <NAME> {source}"))
    );
    for (flag, name) in
        [("--n", "N"), ("--spacing", "S"), ("--size-ratio", "R"), ("--seed", "K"), ("--dim", "D")]
    {
        assert_eq!(
            refused(&format!("--input f.csv {flag} 2 --method all")),
            format!("the argument '--input <FILE>' cannot be used with '{flag} <{name}>'")
                + &usage(&format!("--method <NAME> {source}"))
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn files_that_cannot_be_read_are_refused() {
    assert_eq!(
        refused("--input missing.csv --method all"),
        "missing.csv: cannot be opened: there is no such file or folder\n"
    );
    assert_eq!(refused("--input / --method all"), "/: cannot be opened: it is a folder\n");
}

#[test]
fn commands_that_do_not_exist_are_refused() {
    let outcome = esker("detekt");
    assert_eq!(outcome.code, Some(2));
    assert_eq!(
        outcome.stderr,
        "error: unrecognized subcommand 'detekt'\n\n  \
         tip: a similar subcommand exists: 'detect'\n\n\
         Usage: esker <COMMAND>"
            .to_string()
            + HINT
    );
    assert_eq!(esker("").code, Some(2));
    let version = esker("--version");
    let expected = concat!("esker ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!((version.code, version.stdout.as_str()), (Some(0), expected));
}
