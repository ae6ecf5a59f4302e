//! Runs: whole, stopped, killed, and what they leave.

mod common;
mod folder;
mod resume;
mod stops;
