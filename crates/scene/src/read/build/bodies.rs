//! Populations of bodies, and how they come into the world.

use super::{Builder, corners};
use crate::quantity::Dimension;
use crate::read::node::Span;
use crate::read::record::{Named, Record};
use esker_output::{Frame, read_frame};
use esker_physics::{
    BadInsertion, Dense, FromColumns, Grains, Insertion, Lattice, Motion, Rain, RandomFill, Rate,
    Source,
};

impl<const D: usize> Builder<'_, D> {
    pub(super) fn bodies(&mut self) {
        for named in self.section("bodies") {
            let Some(source) = self.source(named) else { continue };
            let checked = source.check(&self.scene.world.materials);
            let place = checked.as_ref().err().map_or(0..0, |bad| place_of(&named.record, bad));
            if self.accept(&place, checked).is_none() {
                continue;
            }
            let mut insertion = Insertion::new(source).named(&named.name);
            insertion.from = named.record.number("from").unwrap_or(0.0);
            self.scene.world.insertions.push(insertion);
        }
    }

    fn source(&mut self, named: &Named) -> Option<Source<D>> {
        let record = &named.record;
        let material = self.material(record, true)?;
        match record.variant {
            "columns" => return self.columns(record, material),
            "file" => return self.file(record, material),
            _ => {}
        }
        let grains = Grains {
            sizes: self.sizes(record)?,
            material,
            velocity: record.vector("velocity").unwrap_or([0.0; D]),
            seed: record.count("seed")?,
        };
        Some(match record.variant {
            "lattice" => {
                let widest = 2.0 * grains.sizes.range()[1];
                let spacing = record.number("spacing").unwrap_or(widest);
                Source::Lattice(Lattice { region: self.region(record)?, spacing, grains })
            }
            "random" => {
                let plain = RandomFill::new(grains);
                Source::Random(RandomFill {
                    region: self.region(record)?,
                    count: record.count("count").map_or(plain.count, |count| count as usize),
                    solid_fraction: record.number("solid_fraction").unwrap_or(1.0),
                    ..plain
                })
            }
            "dense" => Source::Dense(Dense {
                bounds: corners(record)?,
                solid_fraction: record.number("solid_fraction")?,
                overlap: record.number("overlap")?,
                grains,
            }),
            _ => Source::Rain(self.rain(record, grains)?),
        })
    }

    fn rain(&mut self, record: &Record, grains: Grains<D>) -> Option<Rain<D>> {
        let rate = record.quantity("rate")?;
        let total = record.quantity("total");
        let by_mass = rate.dimension == Dimension::MASS_RATE;
        if total.is_some_and(|total| (total.dimension == Dimension::MASS) != by_mass) {
            let (rate, total) = match by_mass {
                true => ("a mass per time", "a mass"),
                false => ("bodies per time", "a number of bodies"),
            };
            let message = format!("`rate` is {rate}, so `total` must be {total}");
            self.faults.error(&record.span("total"), message);
            return None;
        }
        let rate = if by_mass { Rate::Mass(rate.value) } else { Rate::Bodies(rate.value) };
        let plain = Rain::new(self.region(record)?, grains, rate);
        Some(Rain {
            from: record.number("from").unwrap_or(plain.from),
            until: record.number("until").unwrap_or(plain.until),
            total: total.map_or(plain.total, |total| total.value),
            every: record.count("every").unwrap_or(plain.every),
            ..plain
        })
    }

    fn columns(&mut self, record: &Record, material: u16) -> Option<Source<D>> {
        let positions: Vec<[f64; D]> = record.vectors("positions");
        let count = positions.len();
        let radii = match record.field("radii") {
            Some(_) => record.numbers("radii"),
            None => {
                let (field, scale) = self.size_field(record)?;
                vec![scale * field.number()?; count]
            }
        };
        let velocities = match (record.vector("velocity"), record.field("velocities")) {
            (Some(velocity), None) => vec![velocity; count],
            (None, Some(_)) => record.vectors("velocities"),
            (None, None) => Vec::new(),
            (Some(_), Some(_)) => {
                let message = "bodies have both `velocity` and `velocities`";
                let fault = self.faults.error(&record.span("velocities"), message);
                fault.label("leave one of them out");
                return None;
            }
        };
        let motion = motion(record).unwrap_or(Motion::Free);
        let spins = record.vector("spin").map_or(Vec::new(), |spin| vec![spin; count]);
        let (materials, motions) = (vec![material; count], vec![motion; count]);
        Some(Source::Columns(FromColumns {
            positions,
            radii,
            velocities,
            spins,
            materials,
            motions,
        }))
    }

    /// Bodies of a file; those of materials that the scene knows by name keep theirs.
    fn file(&mut self, record: &Record, material: u16) -> Option<Source<D>> {
        let path = self.path(record, "file");
        let frame = self.accept(&record.span("file"), read_frame(&path))?;
        if frame.dimension != D {
            let message =
                format!("this file is of {} dimensions, the scene of {D}", frame.dimension);
            self.faults.error(&record.span("file"), message);
            return None;
        }
        let mut columns = from_frame(&frame, record.flag("velocities"), |name| {
            name.and_then(|name| self.scene.material_number(name)).unwrap_or(material)
        });
        if let Some(motion) = motion(record) {
            columns.motions = vec![motion; frame.len()];
        }
        Some(Source::Columns(columns))
    }
}

/// How the bodies of a table move, if it says so.
fn motion(record: &Record) -> Option<Motion> {
    Some(match record.text("motion")? {
        "fixed" => Motion::Fixed,
        "driven" => Motion::Driven,
        _ => Motion::Free,
    })
}

/// Where in a table the reason lies that its bodies are refused.
fn place_of(record: &Record, bad: &BadInsertion) -> Span {
    record.span_of_any(match bad {
        BadInsertion::Endless { .. } => &["region"],
        BadInsertion::Region(_) => &["region", "high"],
        BadInsertion::Lengths { what: "velocities", .. } => &["velocities"],
        BadInsertion::Lengths { .. } => &["radii"],
        BadInsertion::Number { what: "the end of rain", .. } => &["until"],
        BadInsertion::Number { what: "the sites of a lattice", .. } => &["spacing", "region"],
        BadInsertion::Number { .. } => &["radius", "diameter"],
        BadInsertion::Sizes(_) | BadInsertion::Body { .. } => &[],
    })
}

fn from_frame<const D: usize>(
    frame: &Frame,
    moving: bool,
    material: impl Fn(Option<&str>) -> u16,
) -> FromColumns<D> {
    let flat = |column: &[[f64; 3]]| -> Vec<[f64; D]> {
        column.iter().map(|x| std::array::from_fn(|axis| x[axis])).collect()
    };
    let name = |number: &u16| frame.materials.get(usize::from(*number)).map(String::as_str);
    let materials = match frame.material.is_empty() {
        true => vec![material(None); frame.len()],
        false => frame.material.iter().map(|number| material(name(number))).collect(),
    };
    let motion = |mass: &f64| if mass.is_finite() { Motion::Free } else { Motion::Fixed };
    FromColumns {
        positions: flat(&frame.position),
        radii: frame.radius.clone(),
        velocities: if moving { flat(&frame.velocity) } else { Vec::new() },
        spins: if moving { frame.spin.clone() } else { Vec::new() },
        materials,
        motions: frame.mass.iter().map(motion).collect(),
    }
}
