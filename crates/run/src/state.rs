//! What a run knows beside its world, as columns of the same checkpoint.
//!
//! ```text
//!   run.log           the number of the next row, and one more than the step of the last
//!   run.row           the last row of the log
//!   run.frames        the number of the next frame by the schedule, and one more than the step of the last
//!   run.frame_times   the times (s) of the frames that were written
//!   run.extent        the box (m) at which walls are cut off in frames; empty before the first
//!   run.looks         the number of the next look of each flow meter
//!   run.flow.0.…      what the flow meter of the first measure has counted and remembers
//! ```
//!
//! With these, which steps have frames, rows and looks is the same for a run that was interrupted.

use crate::schedule::{Instant, Schedule};
use esker_geom::Aabb;
use esker_physics::{BadState, StateColumn, Values};
use esker_scene::{Every, MeasureKind, Scene};
use std::borrow::Cow;

/// So many rows are written if the scene does not say how often.
const USUAL_ROWS: f64 = 200.0;

/// Something that is written at intervals, and once more at the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    schedule: Schedule,
    /// The step of the last one.
    last: Option<u64>,
}

impl Written {
    fn new(every: Every) -> Self {
        Self { schedule: Schedule::new(every), last: None }
    }

    pub(crate) fn is_due(&self, now: &Instant) -> bool {
        self.schedule.is_due(now)
    }

    /// Whether one is to be written: it is due, or the last one and not there yet.
    pub(crate) fn take(&mut self, now: &Instant, at_end: bool) -> bool {
        let due = self.schedule.take(now) || (at_end && self.last != Some(now.step));
        if due {
            self.last = Some(now.step);
        }
        due
    }

    pub(crate) fn is_written_at(&self, step: u64) -> bool {
        self.last == Some(step)
    }

    fn numbers(&self) -> Vec<u64> {
        vec![self.schedule.next, self.last.map_or(0, |step| step.saturating_add(1))]
    }

    fn restore(&mut self, numbers: &[u64]) -> Option<()> {
        let &[next, last] = numbers else { return None };
        (self.schedule.next, self.last) = (next, last.checked_sub(1));
        Some(())
    }
}

/// What a run knows beside its world.
#[derive(Debug)]
pub(crate) struct RunState<const D: usize> {
    pub(crate) log: Written,
    /// The last row of the log.
    pub(crate) row: Vec<f64>,
    /// Nothing if no frames are wanted.
    pub(crate) frames: Option<Written>,
    pub(crate) frame_times: Vec<f64>,
    /// The box (m) at which walls are cut off in frames.
    pub(crate) extent: Option<Aabb<D>>,
    /// For each measure, when it looks; nothing for those that do not.
    pub(crate) looks: Vec<Option<Schedule>>,
}

impl<const D: usize> RunState<D> {
    /// That of a scene before its first step.
    pub(crate) fn new(scene: &Scene<D>) -> Self {
        let usual = Every::Seconds(scene.run.time / USUAL_ROWS);
        let looks = scene.measures.iter().map(|measure| match &measure.kind {
            MeasureKind::Flow { every, .. } => Some(Schedule::new(*every)),
            _ => None,
        });
        Self {
            log: Written::new(scene.output.log.unwrap_or(usual)),
            row: Vec::new(),
            frames: scene.output.frames.map(Written::new),
            frame_times: Vec::new(),
            extent: None,
            looks: looks.collect(),
        }
    }

    /// Whether something happens at an instant.
    pub(crate) fn is_due(&self, now: &Instant) -> bool {
        self.log.is_due(now)
            || self.frames.is_some_and(|frames| frames.is_due(now))
            || self.looks.iter().flatten().any(|look| look.is_due(now))
    }

    /// The columns of a checkpoint, with those of the flow meters of a scene.
    pub(crate) fn columns<'a>(&'a self, scene: &'a Scene<D>) -> Vec<StateColumn<'a>> {
        let looks: Vec<u64> = self.looks.iter().flatten().map(|look| look.next).collect();
        let frames = self.frames.map_or_else(Vec::new, |frames| frames.numbers());
        let extent = self.extent.map_or_else(Vec::new, |one| [one.low, one.high].concat());
        let mut columns = vec![
            counters("run.log", self.log.numbers()),
            counters("run.frames", frames),
            counters("run.looks", looks),
            numbers("run.row", Cow::Borrowed(&self.row)),
            numbers("run.frame_times", Cow::Borrowed(&self.frame_times)),
            numbers("run.extent", extent.into()),
        ];
        for (number, measure) in scene.measures.iter().enumerate() {
            if let MeasureKind::Flow { meter, .. } = &measure.kind {
                columns.extend(meter.columns(&format!("run.flow.{number}")));
            }
        }
        columns
    }

    /// Takes what a checkpoint holds, for itself and for the flow meters of a scene.
    pub(crate) fn restore(
        &mut self,
        scene: &mut Scene<D>,
        columns: &[StateColumn<'_>],
    ) -> Result<(), BadState> {
        let log = find_counters(columns, "run.log")?;
        self.log.restore(log).ok_or_else(|| BadState::Form { name: "run.log".into() })?;
        if let Some(frames) = &mut self.frames {
            // Frames may be wanted from now on, of a run that had none.
            frames.restore(find_counters(columns, "run.frames")?).unwrap_or_default();
        }
        let looks = find_counters(columns, "run.looks")?;
        let meters = self.looks.iter().flatten().count();
        if meters != looks.len() {
            let what = format!("it has {} flow meters, but the scene {meters}", looks.len());
            return Err(BadState::Unfit { what });
        }
        for (look, next) in self.looks.iter_mut().flatten().zip(looks) {
            look.next = *next;
        }
        self.row = find_numbers(columns, "run.row")?.to_vec();
        self.frame_times = find_numbers(columns, "run.frame_times")?.to_vec();
        self.extent = match find_numbers(columns, "run.extent")?.as_chunks::<D>().0 {
            &[low, high] => Some(Aabb { low, high }),
            _ => None,
        };
        for (number, measure) in scene.measures.iter_mut().enumerate() {
            if let MeasureKind::Flow { meter, .. } = &mut measure.kind {
                meter.restore(&format!("run.flow.{number}"), columns)?;
            }
        }
        Ok(())
    }
}

fn counters(name: &'static str, values: Vec<u64>) -> StateColumn<'static> {
    StateColumn { name: name.into(), shape: vec![values.len()], values: Values::U64(values.into()) }
}

fn numbers<'a>(name: &'static str, values: Cow<'a, [f64]>) -> StateColumn<'a> {
    StateColumn { name: name.into(), shape: vec![values.len()], values: Values::F64(values) }
}

fn find<'a>(
    columns: &'a [StateColumn<'_>],
    name: &'static str,
) -> Result<&'a Values<'a>, BadState> {
    let column = columns.iter().find(|column| column.name == name);
    column.map(|column| &column.values).ok_or_else(|| BadState::Missing { name: name.into() })
}

fn find_counters<'a>(
    columns: &'a [StateColumn<'_>],
    name: &'static str,
) -> Result<&'a [u64], BadState> {
    match find(columns, name)? {
        Values::U64(values) => Ok(values),
        _ => Err(BadState::Form { name: name.into() }),
    }
}

fn find_numbers<'a>(
    columns: &'a [StateColumn<'_>],
    name: &'static str,
) -> Result<&'a [f64], BadState> {
    match find(columns, name)? {
        Values::F64(values) => Ok(values),
        _ => Err(BadState::Form { name: name.into() }),
    }
}
