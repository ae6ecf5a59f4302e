//! Reads the `.vtp` files in a folder that other programs have saved: those whose names begin with
//! `taken` must be as `original.vtp`, those with `refused` must be refused, and say why.
//!
//! `cargo run -p esker-output --example read_back -- FOLDER`

use esker_output::read_frame;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: read_back FOLDER")?;
    let original = read_frame(&Path::new(&folder).join("original.vtp"))?;
    for entry in std::fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        match (read_frame(&entry.path()), name.starts_with("refused")) {
            (Ok(frame), false) if frame == original => println!("{name}: as it was"),
            (Err(refusal), true) => println!("{name}: refused, as it must be: {refusal}"),
            (found, _) => return Err(format!("{name}: {found:?}").into()),
        }
    }
    Ok(())
}
