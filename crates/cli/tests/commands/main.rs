//! The commands about scenes, runs and results, each with a file of its own.

#[path = "../common/mod.rs"]
mod common;
mod completions;
mod convert;
mod demo;
#[cfg(unix)]
mod failures;
mod help;
mod new;
mod place;
mod render;
mod report;
mod sweep;
