//! Pictures: geometry to the pixel, robustness, files, and golden images.

mod common;
mod files;
mod geometry;
mod golden;
mod legend;
mod wild;
