//! A model: parts of laws in the order of their roles, and their coefficients for every pair of
//! materials.

use super::fused::Spring;
use super::{LAWS, Law, Own, Part, Role, Symmetry};
use crate::batch::{Batch, Geometry, LANES, Lined, MOST_COEFFICIENTS, MOST_HISTORY, Pushes, Rows};
use crate::materials::Materials;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A sum of laws.
#[derive(Clone, Debug)]
pub struct Model {
    parts: Vec<(Part, Own)>,
    names: Vec<String>,
    history: Vec<Symmetry>,
}

impl Default for Model {
    /// Hertz with damping and Mindlin's friction: what most people mean by the discrete element
    /// method.
    fn default() -> Self {
        "hertz + tsuji + mindlin".parse().expect("the laws are in the list")
    }
}

impl FromStr for Model {
    type Err = BadModel;

    fn from_str(text: &str) -> Result<Self, BadModel> {
        let parts = text.split('+').map(str::trim).map(|name| {
            let entry = LAWS.iter().find(|entry| entry.name == name);
            let entry = entry.ok_or_else(|| BadModel::Unknown { name: name.into() })?;
            Ok((entry.name.to_string(), entry.part.clone()))
        });
        Self::new(parts.collect::<Result<_, _>>()?)
    }
}

impl Model {
    /// A model of named parts, in any order.
    pub fn new(mut parts: Vec<(String, Part)>) -> Result<Self, BadModel> {
        parts.sort_by_key(|(_, part)| part.law().role());
        for pair in parts.windows(2) {
            let role = pair[0].1.law().role();
            if role == pair[1].1.law().role() && role != Role::Attraction {
                let names = [pair[0].0.clone(), pair[1].0.clone()];
                return Err(BadModel::Twice { role, names });
            }
        }
        if parts.first().is_none_or(|(_, part)| part.law().role() != Role::Normal) {
            return Err(BadModel::NoNormal);
        }
        let mut model = Self { parts: Vec::new(), names: Vec::new(), history: Vec::new() };
        let (materials, mut coefficient) = (one_material(), 0);
        for (name, part) in parts {
            let own = Own { coefficient, history: model.history.len() };
            model.history.extend(part.law().history());
            for pair in materials.pairs() {
                part.law().coefficients(&pair, &mut |_| coefficient += 1);
            }
            model.parts.push((part, own));
            model.names.push(name);
        }
        if coefficient > MOST_COEFFICIENTS || model.history.len() > MOST_HISTORY {
            return Err(BadModel::TooMuch { coefficient, history: model.history.len() });
        }
        Ok(model)
    }

    /// This model and one more law, which need not be of the list.
    pub fn with(self, name: &str, law: impl Law + 'static) -> Result<Self, BadModel> {
        let mut parts: Vec<_> =
            self.names.into_iter().zip(self.parts.into_iter().map(|(part, _)| part)).collect();
        parts.push((name.into(), Part::Own(Arc::new(law))));
        Self::new(parts)
    }

    /// The names of the parts in the order they are applied.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The parts in the order they are applied.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().map(|(part, _)| part)
    }

    /// What is kept for each contact from step to step.
    pub fn history(&self) -> &[Symmetry] {
        &self.history
    }

    /// How far beyond touching the laws act (m).
    pub fn reach(&self, materials: &Materials, largest_radius: f64) -> f64 {
        let reaches = self.parts.iter().flat_map(|(part, _)| {
            materials.pairs().map(move |pair| part.law().reach(&pair, largest_radius))
        });
        reaches.fold(0.0, f64::max)
    }

    /// Writes the coefficients of every material with every material, and returns how many a pair
    /// has.
    pub fn coefficients(&self, materials: &Materials, into: &mut Vec<f64>) -> usize {
        into.clear();
        for pair in materials.table() {
            for (part, _) in &self.parts {
                part.law().coefficients(&pair, &mut |coefficient| into.push(coefficient));
            }
        }
        into.len() / (materials.len() * materials.len()).max(1)
    }

    /// Whether any law turns bodies by more than its force: against rolling or twisting, or one from
    /// outside, which may.
    pub(crate) fn has_couples(&self) -> bool {
        self.parts().any(|part| matches!(part, Part::Own(_)) || part.law().role() >= Role::Rolling)
    }

    /// Adds up the laws over the contacts of these rows, by what their geometry is, from the history
    /// they have, which is brought up to date. Returns what they do to the bodies: nothing to those
    /// farther apart than laws reach (m).
    #[inline(always)]
    pub(crate) fn push(
        &self,
        contacts: &mut Batch,
        (rows, geometry): (&Rows, impl Fn(&Rows, usize) -> Geometry),
        reach: f64,
        history: &mut [Lined],
        pushes: &mut Pushes,
    ) {
        if let Some((spring, couples)) = Spring::of(&self.parts)
            && let Some((slider, others)) = history.split_first_chunk_mut()
        {
            if couples.is_empty() {
                contacts.resolve::<false>(rows, geometry);
                spring.push(contacts, slider, pushes);
            } else {
                contacts.resolve::<true>(rows, geometry);
                spring.push(contacts, slider, pushes);
                couple(couples, contacts, (reach, slider.len()), others, pushes);
            }
            return;
        }
        contacts.history.iter_mut().zip(&*history).for_each(|(column, kept)| *column = **kept);
        contacts.resolve::<true>(rows, geometry);
        self.apply(contacts);
        contacts.forget_apart(reach, history.len());
        pushes.take(contacts);
        history.iter_mut().zip(&contacts.history).for_each(|(kept, column)| **kept = *column);
    }

    /// Adds up the laws over a batch.
    #[inline(always)]
    pub(crate) fn apply(&self, contacts: &mut Batch) {
        contacts.clear();
        for (part, own) in &self.parts {
            part.apply(contacts, *own);
            if own.coefficient == 0 {
                contacts.set_impedance();
            }
        }
    }

    /// Sets the energy (J) to the sum of what the laws store in each contact, after `apply`.
    pub fn store_energy(&self, contacts: &mut Batch) {
        contacts.energy = [0.0; LANES];
        for (part, own) in &self.parts {
            part.law().store_energy(contacts, *own);
        }
    }
}

/// Adds up the laws against rolling and twisting, when force and stiffness are known: as `push`. What
/// they keep follows so many numbers of the laws before them.
#[inline(always)]
fn couple(
    laws: &[(Part, Own)],
    contacts: &mut Batch,
    (reach, first): (f64, usize),
    history: &mut [Lined],
    pushes: &mut Pushes,
) {
    contacts.torque = [[0.0; LANES]; 3];
    let columns = first..first + history.len();
    let own = contacts.history[columns.clone()].iter_mut().zip(&*history);
    own.for_each(|(column, kept)| *column = **kept);
    // A loop, no closure: it would not be compiled for wide vectors.
    for (part, own) in laws {
        part.apply(contacts, *own);
    }
    contacts.forget_couples_apart(reach, columns.clone());
    pushes.take_couples(contacts);
    history.iter_mut().zip(&contacts.history[columns]).for_each(|(kept, column)| **kept = *column);
}

fn one_material() -> Materials {
    let mut materials = Materials::default();
    materials.add(Default::default()).expect("the default material is a good one");
    materials
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(" + "))
    }
}

/// Why laws do not make a model.
#[derive(Clone, Debug, PartialEq)]
pub enum BadModel {
    /// No law has this name.
    Unknown {
        /// What was written.
        name: String,
    },
    /// Two parts of one role.
    Twice {
        /// The role.
        role: Role,
        /// The two parts.
        names: [String; 2],
    },
    /// No part for the elastic force.
    NoNormal,
    /// More coefficients or history than a batch has columns for.
    TooMuch {
        /// The number of coefficients.
        coefficient: usize,
        /// The number of numbers kept.
        history: usize,
    },
}

impl fmt::Display for BadModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => {
                let known: Vec<_> = LAWS.iter().map(|entry| entry.name).collect();
                write!(f, "there is no law `{name}`; the laws are {}", known.join(", "))
            }
            Self::Twice { role, names: [a, b] } => {
                let role = format!("{role:?}").to_lowercase();
                write!(f, "`{a}` and `{b}` are both {role} laws; keep one of them")
            }
            Self::NoNormal => {
                write!(f, "a model needs a normal law: `hertz`, `linear` or `jkr`")
            }
            Self::TooMuch { coefficient, history } => write!(
                f,
                "the laws have {coefficient} coefficients and keep {history} numbers; at most \
                 {MOST_COEFFICIENTS} and {MOST_HISTORY} are possible"
            ),
        }
    }
}

impl std::error::Error for BadModel {}
