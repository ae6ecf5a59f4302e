//! Our own methods, as a caller uses them: check the objects, hand them over, list the pairs.

use super::{Tool, timed};
use crate::spheres::Spheres;
use esker_broad::{BroadPhase, Method, Objects, Pair, PairList, Threads, find_pairs};

/// A method of the list, with the threads it may use.
pub struct Ours {
    method: Box<dyn BroadPhase<3>>,
    threads: Threads,
    list: PairList,
}

impl Ours {
    /// A method by its text, on this many threads.
    pub fn new(text: &str, threads: usize) -> Result<Self, String> {
        let method: Method = text.parse().map_err(|error| format!("{error}"))?;
        let threads = Threads::new(threads).map_err(|error| error.to_string())?;
        Ok(Self { method: method.build(&threads), threads, list: PairList::default() })
    }

    fn detect(&mut self, spheres: &Spheres, take: fn(&mut dyn BroadPhase<3>, &Objects<3>)) -> f64 {
        timed(|| {
            let objects =
                Objects::new_on(&self.threads, &spheres.packing.centers, &spheres.packing.radii)
                    .expect("packings are finite");
            take(self.method.as_mut(), &objects);
            find_pairs(self.method.as_ref(), &objects, &self.threads, &mut self.list);
        })
    }
}

impl Tool for Ours {
    fn rebuild(&mut self, spheres: &Spheres) -> f64 {
        self.detect(spheres, |method, objects| method.init(objects))
    }

    fn update(&mut self, spheres: &Spheres) -> f64 {
        self.detect(spheres, |method, objects| method.step_init(objects))
    }

    fn pairs(&self) -> Vec<&[Pair]> {
        self.list.tiles().collect()
    }
}
