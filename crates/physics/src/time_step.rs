//! The longest time step, what sets it, and the choice of a good one.
//!
//! | criterion | value | taken |
//! |---|---|---|
//! | Rayleigh time of a body | π r √(ρ/G) / (0.1631 ν + 0.8766), Huang (31) | 20 % |
//! | contact time of an impact at speed v | 2.87 (m*² / (R* E*² v))^{1/5} | 5 % |
//! | stiffness of a contact | 2 √(m*/k): an oscillation grows beyond | 10 % |
//! | the same with its dashpot | 2 √(m*/k) (√(1+β²) - β) | 10 % |
//!
//! A step longer than any of them is refused; a step that is not set becomes the smallest of the
//! shares in the last column. The first two are those of elastic spheres and stand for laws whose
//! stiffness grows with the overlap; linear springs have the last two alone. v is twice the largest
//! speed, or that of a fall through the world; k is the law's own dF/dδ at the deepest overlap
//! there is, or at R*/100. Integrators that are stable up to another ω Δt than 2 say so. The
//! strictest pairs are those of the smallest free body of each material; a material that no free
//! body has may be that of a wall, and is met as a plane. Bodies that are added or removed are
//! looked at again: a chosen step is shortened, a given one refused. Bodies that insertions have yet
//! to bring count as if they were there. Cost: one pass over the bodies.

use crate::batch::Batch;
use crate::bodies::volume;
use crate::insertion::Insertion;
use crate::laws::damping_ratio;
use crate::laws::{Own, Role};
use crate::materials::{Material, PairOfMaterials};
use crate::step_error::Cause;
use crate::world::World;
use esker_geom::vector::length;
use std::fmt;

/// The overlap at which stiffness is taken while nothing overlaps more, in reduced radii.
const USUAL_OVERLAP: f64 = 0.01;
/// A chosen step is kept until a good one would be shorter than this share of it.
const STILL_GOOD: f64 = 0.9;
/// A given step may exceed the limit by rounding.
const ROUNDING: f64 = 1.0 + 1e-9;

/// What limits a time step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The time a surface wave takes around a body.
    Rayleigh,
    /// The time an impact lasts.
    ContactTime,
    /// The oscillation of a contact.
    Stiffness,
    /// The oscillation of a contact with its dashpot.
    Damping,
}

/// The longest time step by one criterion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The criterion.
    pub criterion: Criterion,
    /// The longest time step (s).
    pub value: f64,
    /// The body that sets it.
    pub body: Subject,
    /// The body it meets; none for a wall, or for what concerns one body alone.
    pub other: Option<Subject>,
}

/// Who sets a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The body with an id.
    Body(u32),
    /// A body that an insertion has yet to bring.
    Coming,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body(id) => write!(f, "body {id}"),
            Self::Coming => write!(f, "a body to come"),
        }
    }
}

/// The longest time step by every criterion that applies.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeStepLimit {
    /// The longest time step (s); infinite if nothing limits it.
    pub value: f64,
    /// The limits, at most one for each criterion.
    pub limits: Vec<Limit>,
}

/// What is known about the present time step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pace {
    /// The time step that was looked at (s), and the count of changes to the bodies then.
    pub(crate) time_step: f64,
    pub(crate) changes: u64,
    /// One if the world chose it.
    pub(crate) chosen: u8,
}

impl Criterion {
    /// The share of the limit that is taken when the world chooses.
    pub fn share(self) -> f64 {
        match self {
            Self::Rayleigh => 0.2,
            Self::ContactTime => 0.05,
            Self::Stiffness | Self::Damping => 0.1,
        }
    }
}

impl Limit {
    /// The time step (s) the world would choose by this criterion alone.
    pub fn advised(&self) -> f64 {
        self.criterion.share() * self.value
    }
}

impl TimeStepLimit {
    fn new(limits: Vec<Limit>) -> Self {
        let value = limits.iter().map(|limit| limit.value).fold(f64::INFINITY, f64::min);
        Self { value, limits }
    }

    /// The limit that is exceeded first; nothing if there is none.
    pub fn strictest(&self) -> Option<&Limit> {
        self.limits.iter().min_by(|a, b| a.value.total_cmp(&b.value))
    }

    /// The limit by which the world chooses; nothing if there is none.
    pub fn choice(&self) -> Option<&Limit> {
        self.limits.iter().min_by(|a, b| a.advised().total_cmp(&b.advised()))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.criterion {
            Criterion::Rayleigh => "Rayleigh time",
            Criterion::ContactTime => "contact time",
            Criterion::Stiffness => "limit of stability by the stiffness",
            Criterion::Damping => "limit of stability by the damping",
        };
        write!(f, "the {what} of {}", self.body)?;
        match self.other {
            Some(other) if other == self.body => write!(f, " and one like it")?,
            Some(other) => write!(f, " and {other}")?,
            None => {}
        }
        write!(f, ", {:.4e} s", self.value)
    }
}

/// The smallest body of a material.
#[derive(Clone, Copy)]
struct Smallest {
    who: Subject,
    radius: f64,
    mass: f64,
}

/// Two bodies of which no others of their materials are stricter.
struct Meeting<'a> {
    pair: PairOfMaterials<'a>,
    body: Subject,
    other: Option<Subject>,
    reduced_mass: f64,
    reduced_radius: f64,
}

impl<const D: usize> World<D> {
    /// The longest time step with the bodies as they are and as insertions will bring them, and what
    /// sets it.
    pub fn longest_time_step(&self) -> TimeStepLimit {
        let smallest = self.smallest_of_materials();
        let speed = self.largest_impact();
        let pairs = (0..smallest.len()).flat_map(|a| (0..=a).map(move |b| [a, b]));
        let mut limits: Vec<Limit> = Vec::new();
        for (pair, [a, b]) in self.materials.pairs().zip(pairs) {
            let Some(meeting) = self.meeting(pair, [smallest[a], smallest[b]]) else { continue };
            for limit in self.limits_of(&meeting, speed) {
                keep_stricter(&mut limits, limit);
            }
        }
        TimeStepLimit::new(limits)
    }

    /// Refuses a time step that is too long and chooses one that is not set; only if something
    /// changed.
    pub(crate) fn check_time_step(&mut self) -> Result<(), Cause> {
        let changes = self.bodies.changes;
        let same = self.time_step == self.pace.time_step && self.time_step > 0.0;
        if same && changes == self.pace.changes {
            return Ok(());
        }
        let limit = self.longest_time_step();
        let chosen = self.time_step == 0.0 || (same && self.pace.chosen != 0);
        match (limit.choice(), limit.strictest()) {
            (Some(choice), _) if chosen => {
                if self.time_step == 0.0 || choice.advised() < STILL_GOOD * self.time_step {
                    let share = 100.0 * choice.criterion.share();
                    self.time_step = choice.advised();
                    self.time_step_reason =
                        format!("{:.4e} s, chosen: {share} % of {choice}", self.time_step);
                }
            }
            (_, None) if self.time_step == 0.0 => return Err(Cause::NoTimeStep),
            (Some(choice), Some(strictest)) => {
                let (value, advised) = (self.time_step, choice.advised());
                if value > strictest.value * ROUNDING {
                    let limit = strictest.to_string();
                    return Err(Cause::TimeStepTooLong { value, limit, advised });
                }
                let share = 100.0 * value / strictest.value;
                self.time_step_reason =
                    format!("{value:.4e} s, given: {share:.1} % of {strictest}");
            }
            _ => self.time_step_reason = format!("{:.4e} s, given", self.time_step),
        }
        self.pace = Pace { time_step: self.time_step, changes, chosen: u8::from(chosen) };
        Ok(())
    }

    /// The smallest free body of each material, there or to come.
    fn smallest_of_materials(&self) -> Vec<Option<Smallest>> {
        let bodies = &self.bodies;
        let mut smallest: Vec<Option<Smallest>> = vec![None; self.materials.len()];
        let mut look = |material: u16, found: Smallest| {
            let Some(known) = smallest.get_mut(usize::from(material)) else { return };
            if known.is_none_or(|known| found.radius < known.radius) {
                *known = Some(found);
            }
        };
        for place in (0..bodies.len()).filter(|&place| bodies.is_free(place)) {
            let (radius, mass) = (bodies.radius[place], bodies.mass(place));
            let who = Subject::Body(bodies.id[place]);
            look(bodies.material[place], Smallest { who, radius, mass });
        }
        for grains in self.coming().map(|insertion| insertion.source.grains()) {
            let Some(material) = self.materials.get(grains.material) else { continue };
            let radius = grains.sizes.range()[0];
            let mass = material.density * volume::<D>(radius);
            // Without a free body among them the smallest radius is infinite.
            if radius.is_finite() {
                look(grains.material, Smallest { who: Subject::Coming, radius, mass });
            }
        }
        smallest
    }

    /// The insertions that have yet to bring bodies.
    fn coming(&self) -> impl Iterator<Item = &Insertion<D>> {
        let open = |insertion: &&Insertion<D>| insertion.inserted.stopped.is_none();
        self.insertions.iter().filter(open).filter(|i| i.check(&self.materials).is_ok())
    }

    /// The largest relative speed (m/s) that is there, or may come from a fall through the world.
    fn largest_impact(&self) -> f64 {
        let coming = self.coming().map(|insertion| length(&insertion.source.grains().velocity));
        let present = self.bodies.velocity.iter().map(length).chain(coming).fold(0.0, f64::max);
        let region = self.bounds.map_or_else(|| self.bodies.bounds(), |bounds| bounds.region);
        let fall: f64 = self.gravity.iter().zip(region.extent()).map(|(g, l)| g.abs() * l).sum();
        (2.0 * present).max((2.0 * fall).sqrt())
    }

    /// The smallest bodies of two materials; a material without any is met as a plane.
    fn meeting<'a>(
        &self,
        pair: PairOfMaterials<'a>,
        smallest: [Option<Smallest>; 2],
    ) -> Option<Meeting<'a>> {
        let (first, second) = match smallest {
            [Some(first), second] => (first, second),
            [None, second] => (second?, None),
        };
        let inverse = |number: fn(Smallest) -> f64| {
            1.0 / (1.0 / number(first) + second.map_or(0.0, |second| 1.0 / number(second)))
        };
        Some(Meeting {
            pair,
            body: first.who,
            other: second.map(|second| second.who),
            reduced_mass: inverse(|body| body.mass),
            reduced_radius: inverse(|body| body.radius),
        })
    }

    /// Every limit of one meeting, at a speed (m/s).
    fn limits_of(&self, meeting: &Meeting<'_>, speed: f64) -> Vec<Limit> {
        let (mass, radius) = (meeting.reduced_mass, meeting.reduced_radius);
        let overlap = self.largest_overlap().max(USUAL_OVERLAP * radius);
        let [stiffness, at_quarter] =
            [overlap, 0.25 * overlap].map(|overlap| self.stiffness(meeting, overlap));
        let limit =
            |criterion, value| Limit { criterion, value, body: meeting.body, other: meeting.other };
        let stable = self.integrator.stability() * (mass / stiffness).sqrt();
        let mut limits = vec![limit(Criterion::Stiffness, stable)];
        if self.model.parts().any(|part| part.law().role() == Role::Damping) {
            let ratio = damping_ratio(&meeting.pair);
            let damped = stable * ((1.0 + ratio * ratio).sqrt() - ratio);
            limits.push(limit(Criterion::Damping, damped));
        }
        if stiffness > at_quarter * ROUNDING {
            let young = meeting.pair.effective_young();
            let time = 2.87 * (mass * mass / (radius * young * young * speed)).powf(0.2);
            limits.push(limit(Criterion::ContactTime, time));
            limits.extend(self.rayleigh(meeting));
        }
        limits.retain(|limit| limit.value.is_finite());
        limits
    }

    /// Huang's equation (31), for the smallest free body of one material.
    fn rayleigh(&self, meeting: &Meeting<'_>) -> Option<Limit> {
        let (body, [a, b]) = (meeting.body, meeting.pair.materials);
        if meeting.other != Some(body) || !std::ptr::eq(a, b) {
            return None;
        }
        // It meets one like it: R* is half its radius.
        let value = 2.0 * meeting.reduced_radius * rayleigh_time_per_radius(a);
        Some(Limit { criterion: Criterion::Rayleigh, value, body, other: None })
    }

    /// dF/dδ (N/m) of the normal law.
    fn stiffness(&self, meeting: &Meeting<'_>, overlap: f64) -> f64 {
        let Some(normal) = self.model.parts().next() else { return 0.0 };
        let mut batch = Batch::new(0.0);
        let mut coefficients = batch.coefficients.iter_mut();
        normal.law().coefficients(&meeting.pair, &mut |value| {
            if let Some(column) = coefficients.next() {
                column[0] = value;
            }
        });
        batch.overlap[0] = overlap;
        batch.reduced_radius[0] = meeting.reduced_radius;
        batch.reduced_mass[0] = meeting.reduced_mass;
        batch.arm = [[meeting.reduced_radius; crate::LANES]; 2];
        normal.law().apply(&mut batch, Own { coefficient: 0, history: 0 });
        batch.stiffness[0]
    }
}

/// π √(ρ/G) / (0.1631 ν + 0.8766) (s/m), with G = E / (2 (1+ν)).
fn rayleigh_time_per_radius(material: &Material) -> f64 {
    let shear = material.young / (2.0 * (1.0 + material.poisson));
    std::f64::consts::PI * (material.density / shear).sqrt() / (0.1631 * material.poisson + 0.8766)
}

/// Keeps one limit for each criterion: the smallest.
fn keep_stricter(limits: &mut Vec<Limit>, new: Limit) {
    match limits.iter_mut().find(|limit| limit.criterion == new.criterion) {
        Some(known) if known.value <= new.value => {}
        Some(known) => *known = new,
        None => limits.push(new),
    }
}
