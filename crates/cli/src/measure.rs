//! One method on one set of spheres: its answer, its time and its memory.
//!
//! Time is what a caller waits for: the objects taken and looked through, the method told of them,
//! every pair found and tested. The first repeat is `init`, all later ones are `step_init`, as in
//! Munjiza's "contact detection is solved 10 times". Memory is measured in a pass of its own, in
//! which pairs are counted and not kept; it comes first and warms the caches up.

use crate::error::Failure;
use crate::progress::Progress;
use crate::{allocator, memory};
use esker::broad::{Refused, checksum};
use esker::prelude::{Detector, Method, Objects, Packing, Pair, Threads};
use serde::{Serialize, Serializer};
use std::time::Instant;

/// A method and the text that named it.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) text: String,
    pub(crate) method: Method,
}

/// How to measure.
pub(crate) struct Plan {
    pub(crate) input: String,
    pub(crate) repeat: usize,
    pub(crate) threads: Threads,
}

/// What every method must find alike on the same spheres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Answer {
    pub(crate) pairs: usize,
    #[serde(serialize_with = "hexadecimal")]
    pub(crate) checksum: u64,
}

/// A JSON number does not hold 64 bits.
fn hexadecimal<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{number:016x}"))
}

/// The result for one method: a row of the JSON document.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) method: String,
    pub(crate) input: String,
    pub(crate) dim: usize,
    pub(crate) n: usize,
    #[serde(flatten)]
    pub(crate) answer: Answer,
    /// The pairs the method reported in the last repeat, overlapping or not.
    pub(crate) candidates: usize,
    pub(crate) seconds_total: f64,
    pub(crate) ns_per_body: f64,
    pub(crate) bytes_per_body: f64,
    pub(crate) repeat: usize,
    pub(crate) threads: usize,
    pub(crate) seconds: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explain: Option<String>,
}

/// Measures a method.
pub(crate) fn measure<const D: usize>(
    named: &Named,
    packing: &Packing<D>,
    plan: &Plan,
    progress: &Progress,
) -> Result<Row, Failure> {
    let bytes = progress.pass(&named.text, || weigh(named, packing, plan))?;
    let mut detector = Detector::with(&named.method, plan.threads.clone());
    let mut seconds = Vec::with_capacity(plan.repeat);
    let mut pass = || progress.pass(&named.text, || find(&mut detector, packing, &mut seconds));
    let (answer, mut candidates) = pass()?;
    for repeat in 2..=plan.repeat {
        let later = pass()?;
        agree(&named.text, answer, &format!("its repeat {repeat}"), later.0)?;
        candidates = later.1;
    }
    let n = packing.radii.len();
    let per_body = |amount: f64| if n == 0 { 0.0 } else { amount / n as f64 };
    let seconds_total: f64 = seconds.iter().sum();
    Ok(Row {
        method: named.text.clone(),
        input: plan.input.clone(),
        dim: D,
        n,
        answer,
        candidates,
        seconds_total,
        ns_per_body: per_body(seconds_total / plan.repeat as f64 * 1e9),
        bytes_per_body: per_body(bytes as f64),
        repeat: plan.repeat,
        threads: plan.threads.count(),
        seconds,
        explain: detector.explain(),
    })
}

/// What a method holds on these spheres. Refuses what cannot be kept.
fn weigh<const D: usize>(
    named: &Named,
    packing: &Packing<D>,
    plan: &Plan,
) -> Result<usize, Failure> {
    let objects = Objects::new(&packing.centers, &packing.radii).map_err(refused)?;
    let (pairs, bytes) = bytes_held(&named.method, &plan.threads, &objects, plan.repeat.min(2));
    // Twice: a list that grows by doubling may hold as much again.
    memory::check(2 * size_of::<Pair>() as u64 * pairs).map_err(|reason| {
        Failure::Run(format!("{pairs} pairs overlap: {reason}; use fewer or smaller spheres"))
    })?;
    Ok(bytes)
}

/// The number of overlapping pairs, and the most bytes a method holds beyond the objects while they
/// are counted and not kept.
pub(crate) fn bytes_held<const D: usize>(
    method: &Method,
    threads: &Threads,
    objects: &Objects<D>,
    updates: usize,
) -> (u64, usize) {
    allocator::peak_during(|| {
        let mut detector = Detector::with(method, threads.clone());
        let mut pairs = 0;
        for _ in 0..updates {
            detector.update(objects);
            pairs = 0;
            detector.method().find_neighbors(objects, &mut |slice| {
                let touching = slice.iter().filter(|pair| objects.touch(pair[0], pair[1]));
                pairs += touching.count() as u64;
            });
        }
        pairs
    })
}

/// One timed detection: the answer and the number of candidates.
fn find<const D: usize>(
    detector: &mut Detector<D>,
    packing: &Packing<D>,
    seconds: &mut Vec<f64>,
) -> Result<(Answer, usize), Failure> {
    let start = Instant::now();
    let objects = Objects::new_on(detector.threads(), &packing.centers, &packing.radii);
    let objects = objects.map_err(refused)?;
    detector.update(&objects);
    let list = detector.pairs(&objects);
    seconds.push(start.elapsed().as_secs_f64());
    Ok((Answer { pairs: list.len(), checksum: checksum(list.iter()) }, list.candidates()))
}

fn refused(refused: Refused) -> Failure {
    Failure::Input(refused.to_string())
}

/// Whether two answers are one. If not, a method is wrong, and no number of this run can be used.
pub(crate) fn agree(
    name: &str,
    answer: Answer,
    other_name: &str,
    other: Answer,
) -> Result<(), Failure> {
    if answer == other {
        return Ok(());
    }
    Err(Failure::Run(format!(
        "{name} found {} pairs (checksum {:016x}), but {other_name} found {} (checksum {:016x}); \
         one of them is wrong: please report this with the command",
        answer.pairs, answer.checksum, other.pairs, other.checksum
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disagreement_names_both_methods() {
        let answer = Answer { pairs: 3, checksum: 0xabc };
        assert!(agree("mr", answer, "grid", answer).is_ok());
        for other in [Answer { pairs: 2, ..answer }, Answer { checksum: 0xabd, ..answer }] {
            let Err(Failure::Run(text)) = agree("mr", answer, "grid", other) else {
                panic!("{other:?} passed as {answer:?}");
            };
            assert!(
                text.starts_with("mr found 3 pairs (checksum 0000000000000abc), but grid found ")
            );
        }
    }
}
