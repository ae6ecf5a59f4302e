//! Choosing a method by text: `name` or `name:parameter=value,parameter=value`.

use crate::skin::{Skin, Thickness};
use crate::{BroadPhase, Methods, Threads, nearest};
use std::fmt;

/// Something about a method that can be set.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The value when none is given.
    pub default: &'static str,
    /// The values it accepts.
    pub accepts: Accepts,
    /// What it does, in one sentence.
    pub meaning: &'static str,
}

/// The values a parameter accepts.
#[derive(Debug)]
pub enum Accepts {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A number from the first to the second, both included.
    Number(f64, f64),
    /// The word, or a number from the first to the second, both included.
    WordOrNumber(&'static str, f64, f64),
}

impl Accepts {
    fn accepts(&self, value: &str) -> bool {
        match self {
            Self::OneOf(words) => words.contains(&value),
            Self::WordOrNumber(word, ..) if value == *word => true,
            Self::Number(low, high) | Self::WordOrNumber(_, low, high) => {
                value.parse::<f64>().is_ok_and(|number| (*low..=*high).contains(&number))
            }
        }
    }
}

impl fmt::Display for Accepts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(words) => write!(f, "{}", words.join(" | ")),
            Self::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Self::WordOrNumber(word, low, high) => {
                write!(f, "{word} | a number from {low} to {high}")
            }
        }
    }
}

/// The values of a method's parameters, all of them accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings(Vec<(&'static str, String)>);

impl Settings {
    /// The value of a parameter that is one of several words.
    pub fn word(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(known, _)| *known == name);
        &found.expect("a method asks only for parameters it declares").1
    }

    /// The value of a parameter that is a number.
    pub fn number(&self, name: &str) -> f64 {
        self.word(name).parse().expect("accepted as a number when it was read")
    }
}

/// A method chosen by name, with its settings: what a command line or a scene file says.
///
/// ```
/// use esker_broad::Method;
/// assert!("spatial-sort:way=lists".parse::<Method>().is_ok());
/// let error = "spatial-sorf".parse::<Method>().unwrap_err();
/// assert!(error.to_string().contains("did you mean 'spatial-sort'?"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    name: &'static str,
    settings: Settings,
}

impl Method {
    /// What can be set for every method, besides its own parameters.
    pub const COMMON: &'static [Parameter] = &[Parameter {
        name: "skin",
        default: "0",
        accepts: Accepts::WordOrNumber("auto", 0.0, 1.0),
        meaning: "lists pairs that nearly touch, as far as this share of a radius, and keeps the list \
                  while nothing has moved further",
    }];

    /// The name in the list.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Makes the method, ready for `init`.
    pub fn build<const D: usize>(&self, threads: &Threads) -> Box<dyn BroadPhase<D>> {
        let entry = Methods::<D>::find(self.name).expect("the list is the same for every D");
        let method = (entry.build)(&self.settings, threads);
        let thickness = match self.settings.word("skin") {
            "0" => return method,
            "auto" => Thickness::Chosen,
            _ => Thickness::Fixed(self.settings.number("skin")),
        };
        Box::new(Skin::new(method, thickness, threads))
    }
}

impl std::str::FromStr for Method {
    type Err = BadMethod;

    fn from_str(text: &str) -> Result<Self, BadMethod> {
        let (name, assignments) = text.split_once(':').unwrap_or((text, ""));
        let entry = Methods::<3>::find(name).ok_or_else(|| {
            let known = Methods::<3>::ALL.iter().map(|entry| entry.name);
            BadMethod(unknown("method", name, known))
        })?;
        let parameters: Vec<_> = entry.parameters.iter().chain(Self::COMMON).collect();
        let mut values: Vec<_> =
            parameters.iter().map(|known| (known.name, known.default.to_string())).collect();
        for assignment in assignments.split(',').filter(|assignment| !assignment.is_empty()) {
            let (key, value) = assignment.split_once('=').ok_or_else(|| {
                BadMethod(format!("{name}: '{assignment}' is not parameter=value"))
            })?;
            let index = parameters.iter().position(|known| known.name == key).ok_or_else(|| {
                let known = parameters.iter().map(|known| known.name);
                BadMethod(format!("{name}: {}", unknown("parameter", key, known)))
            })?;
            let accepts = &parameters[index].accepts;
            if !accepts.accepts(value) {
                return Err(BadMethod(format!("{name}: {key} = '{value}'; expected {accepts}")));
            }
            values[index].1 = value.to_string();
        }
        Ok(Self { name: entry.name, settings: Settings(values) })
    }
}

/// Why a text does not name a method, with the nearest name that does.
#[derive(Clone, Debug, PartialEq)]
pub struct BadMethod(String);

impl fmt::Display for BadMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadMethod {}

/// The sentence about a name that a list does not have, with the nearest one that it has.
pub fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> String {
    let known: Vec<_> = known.collect();
    let hint = nearest(name, known.iter().copied())
        .map_or(String::new(), |candidate| format!("; did you mean '{candidate}'?"));
    let list = if known.is_empty() { "none".to_string() } else { known.join(", ") };
    format!("unknown {what} '{name}'{hint} (known: {list})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_accepted_and_every_name_is_plain() {
        for (index, entry) in Methods::<3>::ALL.iter().enumerate() {
            assert!(
                entry
                    .name
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            );
            assert_eq!(
                Methods::<3>::ALL.iter().position(|other| other.name == entry.name),
                Some(index)
            );
            assert_eq!(Methods::<2>::ALL[index].name, entry.name);
            for parameter in entry.parameters {
                assert!(parameter.accepts.accepts(parameter.default), "{}", parameter.name);
            }
            assert!(entry.name.parse::<Method>().is_ok());
        }
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text: &str| text.parse::<Method>().unwrap_err().to_string();
        assert!(message("pairng").starts_with("unknown method 'pairng'; did you mean 'pairing'?"));
        assert_eq!(message("pairing:fast=1"), "pairing: unknown parameter 'fast' (known: skin)");
        assert_eq!(message("pairing:fast"), "pairing: 'fast' is not parameter=value");
    }
}
