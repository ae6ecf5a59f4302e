//! One experiment: several methods, one quantity that varies, the time of some detections.
//!
//! ```text
//!   for every value          of N, of the spacing, …
//!     the scene              made once, outside of the clock
//!     for every method       all see the same motion and must find the same pairs
//!       repeat               until the time is long enough to be trusted; the median counts
//!         detections         clock: the objects taken, the method told of them, all pairs found
//! ```

use super::curve::Curve;
use super::scenes::Scene;
use crate::error::Failure;
use crate::measure::{Answer, agree, bytes_held};
use crate::progress::Progress;
use esker::broad::{Refused, checksum};
use esker::prelude::{Detector, Method, Threads};
use serde::Serialize;
use std::time::Instant;

/// The most runs of one method on one scene.
const REPEATS: usize = 25;

/// An experiment to be run.
pub(super) struct Sweep<S> {
    /// The name in the data.
    pub(super) name: String,
    /// What varies, with its unit.
    pub(super) variable: &'static str,
    pub(super) values: Vec<f64>,
    pub(super) contenders: Vec<Contender>,
    /// How many detections a time is the sum of.
    pub(super) detections: usize,
    /// How many seconds of repeated runs are enough.
    pub(super) patience: f64,
    pub(super) scene: Box<dyn Fn(f64) -> S>,
}

/// A method that takes part, up to some value: what is quadratic stops early.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) method: &'static str,
    pub(super) up_to: f64,
}

/// Methods that take part everywhere.
pub(super) fn everywhere(methods: &[&'static str]) -> Vec<Contender> {
    methods.iter().map(|&method| Contender { method, up_to: f64::INFINITY }).collect()
}

/// What an experiment gave.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Experiment {
    pub(super) name: String,
    variable: &'static str,
    pub(super) detections: usize,
    pub(super) rows: Vec<Row>,
}

/// One method on one scene.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    pub(super) method: &'static str,
    pub(super) value: f64,
    pub(super) bodies: usize,
    pub(super) repeats: usize,
    /// The most bytes the method held beyond the objects and the list of pairs.
    pub(super) bytes_per_body: f64,
    #[serde(flatten)]
    pub(super) run: Run,
}

/// All detections of one run.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Run {
    /// Seconds of all detections.
    pub(super) seconds: f64,
    /// Of these, what taking the objects took: sorting, hashing, building trees.
    pub(super) update_seconds: f64,
    /// Of the update, the first: a new set, where all later ones are the same set moved.
    pub(super) first_update_seconds: f64,
    /// Reported pairs, overlapping or not, summed over the detections.
    pub(super) candidates: usize,
    /// Overlapping pairs, summed over the detections.
    #[serde(flatten)]
    pub(super) answer: Answer,
}

impl<S> Sweep<S> {
    /// How many passes the progress bar will count.
    pub(super) fn passes(&self) -> usize {
        self.values.iter().map(|&value| self.contenders_at(value).count()).sum()
    }

    fn contenders_at(&self, value: f64) -> impl Iterator<Item = &Contender> {
        self.contenders.iter().filter(move |contender| value <= contender.up_to)
    }

    /// Runs the experiment. Methods that disagree about the pairs are an error.
    pub(super) fn run<const D: usize>(&self, progress: &Progress) -> Result<Experiment, Failure>
    where
        S: Scene<D>,
    {
        let mut rows: Vec<Row> = Vec::new();
        for &value in &self.values {
            let scene = (self.scene)(value);
            let first = rows.len();
            for contender in self.contenders_at(value) {
                let label =
                    format!("{}: {}, {} = {value}", self.name, contender.method, self.variable);
                let row =
                    progress.pass(&label, || self.measure(contender.method, value, &scene))?;
                rows.push(row);
                let (other, answer) = (&rows[first], rows[rows.len() - 1].run.answer);
                agree(&label, answer, other.method, other.run.answer)?;
            }
        }
        Ok(Experiment {
            name: self.name.clone(),
            variable: self.variable,
            detections: self.detections,
            rows,
        })
    }

    fn measure<const D: usize>(
        &self,
        method: &'static str,
        value: f64,
        scene: &S,
    ) -> Result<Row, Failure>
    where
        S: Scene<D>,
    {
        let named: Method = method.parse().map_err(|bad| Failure::Run(format!("{bad}")))?;
        let mut runs: Vec<Run> = Vec::new();
        let mut spent = 0.0;
        while runs.is_empty() || (runs.len() < REPEATS && spent < self.patience) {
            let run = detect(&named, scene.clone(), self.detections).map_err(refused)?;
            spent += run.seconds;
            runs.push(run);
        }
        runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let objects = scene.objects().map_err(refused)?;
        let (_, bytes) = bytes_held(&named, &Threads::one(), &objects, 2);
        Ok(Row {
            method,
            value,
            bodies: objects.len(),
            repeats: runs.len(),
            bytes_per_body: bytes as f64 / objects.len() as f64,
            run: runs.swap_remove(runs.len() / 2),
        })
    }
}

fn refused(refused: Refused) -> Failure {
    Failure::Run(format!("a scene of our own making is refused: {refused}"))
}

/// One run on one thread: the clock covers what a caller waits for, and not the motion.
fn detect<const D: usize>(
    method: &Method,
    mut scene: impl Scene<D>,
    detections: usize,
) -> Result<Run, Refused> {
    let mut detector = Detector::<D>::with(method, Threads::one());
    let mut run = Run {
        seconds: 0.0,
        update_seconds: 0.0,
        first_update_seconds: 0.0,
        candidates: 0,
        answer: Answer { pairs: 0, checksum: 0 },
    };
    for detection in 0..detections {
        if detection > 0 {
            scene.advance(detection);
        }
        let start = Instant::now();
        let objects = scene.objects()?;
        detector.update(&objects);
        let updated = start.elapsed().as_secs_f64();
        let list = detector.pairs(&objects);
        run.seconds += start.elapsed().as_secs_f64();
        run.update_seconds += updated;
        if detection == 0 {
            run.first_update_seconds = updated;
        }
        run.candidates += list.candidates();
        run.answer.pairs += list.len();
        // The rotation keeps the order of the detections in the sum.
        let Answer { checksum: sum, .. } = &mut run.answer;
        *sum = sum.rotate_left(1).wrapping_add(checksum(list.iter()));
    }
    Ok(run)
}

impl Experiment {
    /// One method's curve of some number.
    pub(super) fn curve(&self, method: &str, number: impl Fn(&Row) -> f64) -> Curve {
        let rows = self.rows.iter().filter(|row| row.method == method);
        let points = rows.map(|row| [row.value, number(row)]).collect();
        Curve { name: method.to_string(), points }
    }

    /// One method's time of all detections.
    pub(super) fn seconds(&self, method: &str) -> Curve {
        self.curve(method, |row| row.run.seconds)
    }

    /// Every method's curve of some number, in the order of the contenders.
    pub(super) fn curves(&self, number: impl Fn(&Row) -> f64) -> Vec<Curve> {
        let mut methods: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !methods.contains(&row.method) {
                methods.push(row.method);
            }
        }
        methods.into_iter().map(|method| self.curve(method, &number)).collect()
    }
}

impl Row {
    /// Candidates over the optimum, which is the overlapping pairs: Perkins' accuracy.
    pub(super) fn candidates_over_optimum(&self) -> f64 {
        self.run.candidates as f64 / self.run.answer.pairs as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::scenes::Jittered;
    use super::*;
    use esker::prelude::{Packings, Recipe};

    fn sweep() -> Sweep<Jittered<3>> {
        let lattice = Packings::<3>::find("A").unwrap().build;
        let recipe = |value| Recipe { count: value as usize, ..Recipe::default() };
        Sweep {
            name: "test".to_string(),
            variable: "N",
            values: vec![8.0, 27.0, 64.0],
            contenders: vec![
                Contender { method: "bounding-volume", up_to: f64::INFINITY },
                Contender { method: "pairing", up_to: 27.0 },
            ],
            detections: 3,
            patience: 0.0,
            scene: Box::new(move |value| Jittered::new(lattice(&recipe(value)))),
        }
    }

    #[test]
    fn every_contender_is_run_up_to_its_end() {
        let sweep = sweep();
        assert_eq!(sweep.passes(), 5);
        let experiment = sweep.run(&Progress::new(5)).unwrap();
        let curves = experiment.curves(|row| row.candidates_over_optimum());
        assert_eq!(curves[0].points, [[8.0, 1.0], [27.0, 1.0], [64.0, 1.0]]);
        let bodies: Vec<_> = curves[1].points.iter().map(|point| point[0]).collect();
        assert_eq!(bodies, [8.0, 27.0]);
        assert!(curves[1].points.iter().all(|point| point[1] > 1.0));
        assert!(experiment.rows.iter().all(|row| row.run.seconds > 0.0 && row.repeats == 1));
    }

    #[test]
    fn patience_repeats_short_runs() {
        let sweep = Sweep { patience: f64::INFINITY, ..sweep() };
        let experiment = sweep.run(&Progress::new(5)).unwrap();
        assert!(experiment.rows.iter().all(|row| row.repeats == REPEATS));
    }
}
