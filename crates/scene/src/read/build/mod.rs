//! From checked tables to a scene: one file for each section.
//!
//! What the language could not see is found here: shapes without extent, sizes that do not fit,
//! files that are not there. A table that is unsound was told about already and is passed over.

mod advice;
mod bodies;
mod materials;
mod measures;
mod outputs;
mod regions;
mod sizes;
mod walls;

pub(super) use outputs::picture;

use super::faults::Faults;
use super::node::Span;
use super::record::{Named, Record};
use crate::scene::{Run, Scene};
use esker_geom::Aabb;
use esker_physics::{Bounds, Leaving};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A scene as it is put together.
pub(super) struct Builder<'a, const D: usize> {
    root: &'a Record,
    folder: &'a Path,
    faults: &'a mut Faults,
    scene: Scene<D>,
}

/// The scene of a checked file. What is wrong is among the faults.
pub(super) fn scene<const D: usize>(
    root: &Record,
    folder: &Path,
    faults: &mut Faults,
) -> Option<Scene<D>> {
    let scene = Scene::new(root.text("title").unwrap_or_default());
    let mut builder = Builder { root, folder, faults, scene };
    builder.scene.world.gravity = root.vector("gravity").unwrap_or([0.0; D]);
    builder.domain();
    builder.materials();
    builder.contact();
    builder.walls();
    builder.bodies();
    builder.removals();
    builder.run()?;
    builder.measures();
    builder.stops();
    builder.outputs();
    builder.picture();
    builder.advice();
    Some(builder.scene)
}

impl<'a, const D: usize> Builder<'a, D> {
    /// The sound tables of a section.
    fn section(&self, key: &str) -> impl Iterator<Item = &'a Named> + use<'a, D> {
        self.root.named(key).iter().filter(|named| named.record.sound)
    }

    /// What a step returned; otherwise tells why it refused, at a place of the text.
    fn accept<T, E: Display>(&mut self, span: &Span, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.faults.error(span, error.to_string())).ok()
    }

    /// The path of a file that the scene names.
    fn path(&self, record: &Record, key: &str) -> PathBuf {
        self.folder.join(record.text(key).unwrap_or_default())
    }

    fn domain(&mut self) {
        let Some(domain) = self.root.record("domain").filter(|domain| domain.sound) else { return };
        let Some(region) = corners::<D>(domain) else { return };
        if let Some(axis) = (0..D).find(|&axis| region.low[axis] >= region.high[axis]) {
            let message = format!("the domain has no extent along {}", ["x", "y", "z"][axis]);
            self.faults.error(&domain.span("high"), message).label("must be above `low`");
            return;
        }
        for field in domain.list("periodic") {
            let super::record::Value::Text(letter) = &field.value else { continue };
            let axis = ["x", "y", "z"].iter().position(|name| name == letter).unwrap_or(0);
            match axis < D {
                true => {
                    self.scene.world.periodic[axis] = Some([region.low[axis], region.high[axis]]);
                }
                false => {
                    let message = "a scene of two dimensions has no axis `z`";
                    self.faults.error(&field.span, message);
                }
            }
        }
        let stop = domain.text("leaving") == Some("stop");
        let policy = if stop { Leaving::Stop } else { Leaving::Remove };
        if self.scene.world.periodic.contains(&None) {
            self.scene.world.bounds = Some(Bounds { region, policy });
        }
    }

    fn run(&mut self) -> Option<()> {
        let run = self.root.record("run")?;
        self.scene.run = Run { time: run.number("time")? };
        self.scene.world.time_step = run.number("time_step").unwrap_or(0.0);
        self.scene.world.detection.margin = run.number("margin");
        if let Some(name) = run.text("integrator") {
            let set = self.scene.world.set_integrator(name);
            self.accept(&run.span("integrator"), set);
        }
        if let Some(method) = run.text("method").map(str::parse)
            && let Some(method) = self.accept(&run.span("method"), method)
        {
            self.scene.world.detection.method = method;
        }
        Some(())
    }
}

/// The box between the corners `low` and `high`.
fn corners<const D: usize>(record: &Record) -> Option<Aabb<D>> {
    Some(Aabb { low: record.vector("low")?, high: record.vector("high")? })
}
