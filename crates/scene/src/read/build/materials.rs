//! Materials, the law of contact, and pairs.

use super::Builder;
use crate::read::faults::{Faults, likeliest};
use crate::read::record::{Field, Record, Value};
use esker_physics::laws::{BadModel, LAWS};
use esker_physics::{Material, Model, Pairing};

/// What stands for the density of a material that no body is made of (kg/m³).
const OF_WALLS: f64 = 1000.0;

impl<const D: usize> Builder<'_, D> {
    pub(super) fn materials(&mut self) {
        // The default is set first: materials take it when they are added.
        if let Some(contact) = self.root.record("contact") {
            self.scene.world.materials.default_pairing = pairing(contact, Pairing::default());
        }
        for named in self.root.named("material") {
            let record = &named.record;
            // Unsound ones get a stand-in, so that who is made of them can be checked.
            let stand_in = Material::default();
            let material = Material {
                name: named.name.clone(),
                density: record.number("density").unwrap_or(OF_WALLS),
                young: record.number("young").unwrap_or(stand_in.young),
                poisson: record.number("poisson").unwrap_or(stand_in.poisson),
            };
            let added = self.scene.world.materials.add(material);
            self.accept(&named.span, added);
        }
    }

    pub(super) fn contact(&mut self) {
        let contact = self.root.record("contact");
        if let Some((contact, text)) = contact.and_then(|c| Some((c, c.text("model")?))) {
            match text.parse::<Model>() {
                Ok(model) => self.scene.world.model = model,
                Err(BadModel::Unknown { name }) if !name.is_empty() => {
                    let place = Faults::within(&contact.span("model"), text, &name);
                    let laws = LAWS.iter().map(|law| law.name);
                    let listed: Vec<String> = laws.clone().map(|law| format!("`{law}`")).collect();
                    let fault = self.faults.error(&place, format!("there is no law `{name}`"));
                    let help = format!("the laws are {}", listed.join(", "));
                    fault.meant(likeliest(&name, laws)).help(help);
                }
                Err(BadModel::Unknown { .. }) => {
                    let fault =
                        self.faults.error(&contact.span("model"), "a part of the model is empty");
                    fault.label("write it as `hertz + tsuji + mindlin`");
                }
                Err(bad) => {
                    self.faults.error(&contact.span("model"), bad.to_string());
                }
            }
        }
        let mut known: Vec<[u16; 2]> = Vec::new();
        for field in self.root.list("pair") {
            let Value::Record(record) = &field.value else { continue };
            let Some(mut pair) = self.between(record).filter(|_| record.sound) else { continue };
            pair.sort_unstable();
            if known.contains(&pair) {
                let message = "these two materials stand in a `pair` already";
                let fault = self.faults.error(&record.span("between"), message);
                fault.label("put both into one");
            }
            known.push(pair);
            let pairing = pairing(record, self.scene.world.materials.default_pairing);
            let paired = self.scene.world.materials.pair(pair[0], pair[1], pairing);
            self.accept(&record.span("between"), paired);
        }
    }

    fn between(&self, record: &Record) -> Option<[u16; 2]> {
        let number = |field: &Field| match &field.value {
            Value::Text(name) => self.scene.material_number(name),
            _ => None,
        };
        match record.list("between") {
            [a, b] => Some([number(a)?, number(b)?]),
            _ => None,
        }
    }

    /// The material that a table names, if it has a density where bodies need one.
    pub(super) fn material(&mut self, record: &Record, for_bodies: bool) -> Option<u16> {
        let name = record.text("material")?;
        let number = self.scene.material_number(name)?;
        let named = self.root.named("material").iter().find(|named| named.name == name)?;
        if for_bodies && named.record.sound && named.record.number("density").is_none() {
            let message = format!("material `{name}` needs `density`: bodies are made of it");
            let fault = self.faults.error(&named.span, message);
            fault.label("add `density = …`");
            return None;
        }
        Some(number)
    }
}

/// The pairing of a table; what it does not say is as in another.
fn pairing(record: &Record, other: Pairing) -> Pairing {
    let number = |key: &str, otherwise: f64| record.number(key).unwrap_or(otherwise);
    Pairing {
        restitution: number("restitution", other.restitution),
        friction: number("friction", other.friction),
        rolling_friction: number("rolling_friction", other.rolling_friction),
        twisting_friction: number("twisting_friction", other.twisting_friction),
        stiffness: number("stiffness", other.stiffness),
        stiffness_ratio: number("stiffness_ratio", other.stiffness_ratio),
        cohesion: number("cohesion", other.cohesion),
        surface_energy: number("surface_energy", other.surface_energy),
    }
}
