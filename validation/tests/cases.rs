//! Every case that is not long, with the effort that fits among tests.

use esker_validation::CASES;
use esker_validation::case::{Effort, Setting};
use esker_validation::data::Data;

fn check(name: &str) {
    let case = CASES.iter().find(|case| case.name == name).expect("a name of the list");
    let setting = Setting {
        effort: Effort::Quick,
        data: Data::find(),
        until: None,
        folder: std::env::temp_dir(),
        say: &|_| {},
    };
    let outcome = (case.run)(&setting).unwrap_or_else(|error| panic!("{name}: {error}"));
    outcome.skipped.iter().for_each(|what| println!("left out: {what}"));
    let failed: Vec<_> = outcome.rows.iter().filter(|row| row.passed() == Some(false)).collect();
    assert!(failed.is_empty(), "{name}: {failed:#?}");
    assert!(!outcome.skipped.is_empty() || outcome.rows.iter().any(|row| row.passed().is_some()));
}

macro_rules! tests {
    ($($test:ident $name:literal;)*) => {
        $(#[test] fn $test() { check($name); })*

        #[test]
        fn every_case_that_is_not_long_has_a_test() {
            let names: Vec<_> = CASES.iter().filter(|case| !case.long).map(|case| case.name).collect();
            assert_eq!(names, [$($name),*]);
        }
    };
}

tests! {
    chung_ooi_1 "chung-ooi-1";
    chung_ooi_2 "chung-ooi-2";
    chung_ooi_3 "chung-ooi-3";
    chung_ooi_4 "chung-ooi-4";
    chung_ooi_5 "chung-ooi-5";
    chung_ooi_6 "chung-ooi-6";
    chung_ooi_7 "chung-ooi-7";
    chung_ooi_8 "chung-ooi-8";
    peers_head_on "peers-head-on";
    peers_oblique "peers-oblique";
    peers_slide_roll "peers-slide-roll";
    column "column";
    gas "gas";
    drum "drum";
}
