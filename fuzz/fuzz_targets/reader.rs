//! The fuzzer of one reader, named by the environment variable ESKER_READER.

#![no_main]

use esker_fuzz::{Target, target};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static READER: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("ESKER_READER").unwrap_or_default();
    target(&name).unwrap_or_else(|| panic!("ESKER_READER is {name:?}, which is no reader"))
});

fuzz_target!(|bytes: &[u8]| (READER.run)(bytes));
