//! The door for callers who want pairs and not a trait.

use crate::{Aabb, BadMethod, BroadPhase, Method, Objects, PairList, Threads, find_pairs};
use std::ops::ControlFlow;

/// A method and its protocol: which call comes when is seen to here.
///
/// ```
/// use esker_broad::{Detector, Objects};
/// let mut centers = vec![[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]];
/// let radii = [1.0, 1.0];
/// let mut detector = Detector::<3>::new("auto")?;
/// for _ in 0..10 {
///     centers[1][0] -= 0.2; // bodies move
///     let objects = Objects::new(&centers, &radii)?;
///     detector.update(&objects);
///     for [a, b] in detector.pairs(&objects).iter() {
///         println!("{a} touches {b}");
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Detector<const D: usize> {
    method: Box<dyn BroadPhase<D>>,
    threads: Threads,
    known: Option<usize>,
    list: PairList,
}

impl<const D: usize> Detector<D> {
    /// A detector by a method's name, as `name` or `name:parameter=value,…`, on one thread.
    pub fn new(method: &str) -> Result<Self, BadMethod> {
        Ok(Self::with(&method.parse()?, Threads::one()))
    }

    /// A detector by a chosen method and threads.
    pub fn with(method: &Method, threads: Threads) -> Self {
        let method = method.build(&threads);
        Self { method, threads, known: None, list: PairList::default() }
    }

    /// Takes the objects: as a new set the first time and whenever their number has changed, as the
    /// same set moved otherwise.
    pub fn update(&mut self, objects: &Objects<D>) {
        match self.known == Some(objects.len()) {
            true => self.method.step_init(objects),
            false => self.method.init(objects),
        }
        self.known = Some(objects.len());
    }

    /// All overlapping pairs of the objects last taken.
    pub fn pairs(&mut self, objects: &Objects<D>) -> &PairList {
        self.assert_known(objects);
        find_pairs(self.method.as_ref(), objects, &self.threads, &mut self.list);
        &self.list
    }

    /// Calls the action for every object that overlaps the region, until it breaks off.
    pub fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        self.assert_known(objects);
        self.method.find_objects(objects, region, action);
    }

    /// What the method decided and why.
    pub fn explain(&self) -> Option<String> {
        self.method.explain()
    }

    /// The threads it may use.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// The method itself.
    pub fn method(&self) -> &dyn BroadPhase<D> {
        self.method.as_ref()
    }

    fn assert_known(&self, objects: &Objects<D>) {
        assert_eq!(self.known, Some(objects.len()), "call update with these objects first");
    }
}
