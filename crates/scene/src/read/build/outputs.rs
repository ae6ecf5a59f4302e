//! What is written and how the scene is drawn.

use super::Builder;
use super::measures::interval;
use crate::read::record::{Record, Value};
use crate::scene::{Every, Output, PictureSettings};
use std::time::Duration;

/// So many frames are written if nothing else is said.
const FRAMES: f64 = 100.0;

impl<const D: usize> Builder<'_, D> {
    pub(super) fn outputs(&mut self) {
        let every = Every::Seconds(self.scene.run.time / FRAMES);
        let plain = Output { frames: Some(every), ..Output::default() };
        self.scene.output = match self.root.record("output").filter(|output| output.sound) {
            None => plain,
            Some(record) => Output {
                frames: interval(record, "frames").or(plain.frames),
                log: interval(record, "log"),
                checkpoint: record.number("checkpoint").map_or(plain.checkpoint, wall_clock),
                formats: texts(record, "formats"),
                contacts: record.flag("contacts"),
                double: record.text("precision") == Some("double"),
            },
        };
        if self.scene.output.formats.is_empty() {
            self.scene.output.frames = None;
        }
    }

    pub(super) fn picture(&mut self) {
        self.scene.picture = picture(self.root);
        if let Some(record) = self.root.record("picture").filter(|picture| picture.sound) {
            self.check_picture(record);
        }
    }

    fn check_picture(&mut self, record: &Record) {
        if let Some(cut) = record.record("cut")
            && cut.vector("normal") == Some([0.0; 3])
        {
            let fault = self.faults.error(&cut.span("normal"), "`normal` has length zero");
            fault.label("give it a direction");
        }
        if let [low, high] = record.numbers("range")[..]
            && low >= high
        {
            let fault = self.faults.error(&record.span("range"), "this range is empty");
            fault.label("the second number must be above the first");
        }
    }
}

/// How a checked scene is drawn; as usual if it does not say, or not soundly.
pub(in crate::read) fn picture(root: &Record) -> PictureSettings {
    let plain = PictureSettings::default();
    let Some(record) = root.record("picture").filter(|picture| picture.sound) else {
        return plain;
    };
    let cut =
        record.record("cut").and_then(|cut| Some([cut.vector("point")?, cut.vector("normal")?]));
    PictureSettings {
        view: record.text("view").map_or(plain.view, String::from),
        color: record.text("color").map_or(plain.color, String::from),
        range: record.numbers("range").try_into().ok(),
        cut,
        walls: record.flag("walls"),
        size: ["width", "height"].map(|key| record.count(key).unwrap_or(0) as u32),
    }
}

/// A time on the wall's clock; beyond all patience it is a thousand years.
fn wall_clock(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.min(3e10)).unwrap_or_default()
}

fn texts(record: &Record, key: &str) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    record.list(key).iter().filter_map(|field| text(&field.value)).collect()
}
