//! The program `esker`.
fn main() {}
