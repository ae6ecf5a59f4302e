//! What esker writes, and reads back: frames of a run in the formats of others, logs, checkpoints,
//! self-contained pages with plots. Files are whole or absent.
//!
//! A [`Frame`] is one instant as plain columns; [`FORMATS`] is the list of what it can be written
//! as and read from.
//!
//! ```
//! use esker_output::{Frame, WriteOptions, format_named, read_frame, write_frame};
//! use esker_physics::{Body, Material, World};
//! # let folder = std::env::temp_dir().join(format!("esker-frame-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let mut world = World::<3>::default();
//! world.materials.add(Material::default())?;
//! world.add(&Body::new([0.0, 0.0, 1.0], 0.1))?;
//! let path = folder.join("bodies_000000.vtp");
//! let vtp = format_named("vtp").ok_or("no such format")?;
//! write_frame(&path, vtp, &Frame::of(&world), &WriteOptions::default())?;
//! assert_eq!(read_frame(&path)?.position, [[0.0, 0.0, 1.0]]);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A page needs nothing beside it: no script, no font, no picture of another file. It follows the
//! reader's light or dark setting.
//!
//! ```
//! use esker_output::{Axis, Page, Plot, Series};
//! let mut plot = Plot::new("Time of a detection", Axis::log("bodies"), Axis::log("seconds"));
//! plot.add(Series::line("grid", 0, vec![[1e3, 1e-4], [1e4, 1e-3], [1e5, 1.1e-2]]));
//! plot.add(Series::reference("proportional to N", vec![[1e3, 1e-4], [1e5, 1e-2]]));
//! let mut page = Page::new("An experiment");
//! page.paragraph("Ten detections by `grid`, on one thread.");
//! page.figure(&plot, "Time against the number of bodies.");
//! assert!(page.to_html().contains("<svg"));
//! ```

mod axis;
mod checkpoint;
mod file;
mod formats;
mod frame;
mod log;
mod npy;
mod page;
mod patient;
mod picture;
mod plot;
mod report;
mod text;
mod values;

pub use axis::Axis;
pub use checkpoint::{BadCheckpoint, Checkpoint, Checkpoints, read_columns, write_columns};
pub use file::{read, words, write};
pub use formats::{
    BadFile, ContactNetwork, DataSet, FORMATS, FormatEntry, Precision, Refusal, WriteOptions,
    format_named, parse_contacts, parse_pvd, parse_walls, read_contacts, read_frame, read_pvd,
    read_walls, view_script, write_contacts, write_frame, write_pvd, write_walls,
};
pub use frame::{Frame, WallFacets};
pub use log::{Log, LogFile, parse_log, read_log};
pub use page::{Page, Table};
pub use picture::{
    Background, BadPicture, Camera, Color, Cut, Gif, Image, Map, Picture, Projection,
    TerminalColors, View, png_bytes, render, terminal_text, write_gif, write_png,
};
pub use plot::{Plot, Series};
pub use report::PictureFormat;
pub use text::{decimal, number};
pub use values::{COLUMNS, Column};
