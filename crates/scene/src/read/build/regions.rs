//! Regions, and where bodies are removed.

use super::{Builder, corners};
use crate::read::record::Record;
use esker_physics::{Region, Removal};

impl<const D: usize> Builder<'_, D> {
    /// The region of a table, if it is one.
    pub(super) fn region(&mut self, record: &Record) -> Option<Region<D>> {
        let inner = record.record("region")?;
        let region = region(inner)?;
        self.accept(&inner.span, region.check())?;
        Some(region)
    }

    pub(super) fn removals(&mut self) {
        for named in self.section("remove") {
            let record = &named.record;
            let Some(region) = self.region(record) else { continue };
            let Some(removal) = self.accept(&named.span, Removal::new(region)) else { continue };
            let (outside, every) = (record.flag("outside"), record.count("every").unwrap_or(100));
            let removal = Removal { outside, every, ..removal.named(&named.name) };
            self.scene.world.removals.push(removal);
        }
    }
}

fn region<const D: usize>(record: &Record) -> Option<Region<D>> {
    let radius = record.number("radius");
    Some(match record.variant {
        "everything" => Region::Everything,
        "box" => Region::Box(corners(record)?),
        "sphere" => Region::Sphere { center: record.vector("center")?, radius: radius? },
        "cylinder" => {
            Region::Cylinder { ends: record.vectors("ends").try_into().ok()?, radius: radius? }
        }
        "half-space" => {
            Region::HalfSpace { point: record.vector("point")?, normal: record.vector("normal")? }
        }
        _ => return None,
    })
}
