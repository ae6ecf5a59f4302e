//! What esker writes: self-contained pages with plots, checkpoints, and files that are whole or absent.
//!
//! A page needs nothing beside it: no script, no font, no picture of another file. It follows the
//! reader's light or dark setting. The crate knows text, numbers and files; of physics it
//! knows no more than that a state consists of named columns.
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
mod picture;
mod plot;
mod report;
mod text;
mod values;

pub use axis::Axis;
pub use checkpoint::{BadCheckpoint, Checkpoint, Checkpoints, read_columns, write_columns};
pub use file::write;
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
