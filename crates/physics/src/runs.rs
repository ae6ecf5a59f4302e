//! Bodies in runs, for threads that work side by side.
//!
//! ```text
//!   bodies   |  run 0  |  run 1  |  run 2  |  run 3  |
//!               moved     pushed    looked at           at one time: whoever moves a run has it
//!               by one    by one    by many             alone, and nobody looks at it meanwhile
//! ```
//!
//! Columns of one allocation are written in one place and read in another at the same time, which
//! the compiler cannot follow. Whoever takes a run out says why nobody else has it: see `pass.rs`.

use crate::bodies::Bodies;
use crate::flags::places_of;
use crate::integrators::Interval;
use crate::processor::fetch;
use esker_geom::Vector;
use esker_geom::rotation::{Rotation, advance};
use std::marker::PhantomData;
use std::ops::Range;

/// Bodies that a thread takes at a time: enough to outweigh handing them out.
pub(crate) const MANY: usize = 4096;

/// Declares a run of bodies and all of them, to be taken out in runs, from the one list of columns.
macro_rules! runs {
    (
        moved { $($(#[$about_moved:meta])* $moved:ident: $of_moved:ty,)* }
        kept { $($(#[$about_kept:meta])* $kept:ident: $of_kept:ty,)* }
    ) => {
        /// The columns of a run of bodies, for whoever moves them; columns not in use are empty.
        ///
        /// Units are those of [`Bodies`], whose columns these are.
        pub struct Run<'a, const D: usize> {
            /// The place of the first body.
            pub first: usize,
            $($(#[$about_moved])* pub $moved: &'a mut [$of_moved],)*
            $($(#[$about_kept])* pub $kept: &'a [$of_kept],)*
            /// Whether a force or a torque may act on each body; empty if it may on all.
            pub acted_on: &'a [bool],
        }

        /// All bodies, to be taken out in runs.
        pub(crate) struct Runs<'a, const D: usize> {
            $($moved: Cells<'a, $of_moved>,)*
            $(pub(crate) $kept: &'a [$of_kept],)*
        }

        impl<'a, const D: usize> Run<'a, D> {
            /// All bodies in one run.
            pub fn of_all(bodies: &'a mut Bodies<D>) -> Self {
                Self {
                    first: 0,
                    $($moved: &mut bodies.$moved,)*
                    $($kept: &bodies.$kept,)*
                    acted_on: &[],
                }
            }

            /// Some of the bodies, by their numbers in the run.
            pub fn part(&mut self, places: &Range<usize>) -> Run<'_, D> {
                fn some<'a, T>(column: &'a mut [T], places: &Range<usize>) -> &'a mut [T] {
                    if column.is_empty() { column } else { &mut column[places.clone()] }
                }
                Run {
                    first: self.first + places.start,
                    $($moved: some(self.$moved, places),)*
                    $($kept: &self.$kept[places.clone()],)*
                    acted_on: self.acted_on.get(places.clone()).unwrap_or(&[]),
                }
            }
        }

        impl<'a, const D: usize> Runs<'a, D> {
            pub(crate) fn new(bodies: &'a mut Bodies<D>) -> Self {
                let all = Run::of_all(bodies);
                Self { $($moved: Cells::new(all.$moved),)* $($kept: all.$kept,)* }
            }

            /// The columns of these bodies.
            ///
            /// # Safety
            ///
            /// Nobody else may use bodies at these places as long as the run is used.
            pub(crate) unsafe fn run(&self, places: Range<usize>) -> Run<'a, D> {
                Run {
                    first: places.start,
                    // SAFETY: the caller's promise, for each column.
                    $($moved: unsafe { self.$moved.slice(&places) },)*
                    $($kept: &self.$kept[places.clone()],)*
                    acted_on: &[],
                }
            }
        }
    };
}

runs! {
    moved {
        /// The centres (m).
        position: Vector<D>,
        /// The velocities (m/s).
        velocity: Vector<D>,
        /// The angular velocities (rad/s).
        spin: Vector<3>,
        /// The forces (N), gravity not among them.
        force: Vector<D>,
        /// The torques (N m).
        torque: Vector<3>,
        /// The orientations, if they are followed.
        rotation: Rotation,
        /// One where an integrator has begun with a body.
        begun: u8,
        /// What a predictor keeps (m/s²).
        foreseen: [Vector<D>; 2],
        /// What a predictor keeps (rad/s²).
        foreseen_angular: [Vector<3>; 2],
    }
    kept {
        /// What users call them.
        id: u32,
        /// The radii (m).
        radius: f64,
        /// One over the mass (1/kg).
        inverse_mass: f64,
        /// One over the moment of inertia (1/(kg m²)).
        inverse_inertia: f64,
        /// The numbers of the materials.
        material: u16,
        /// One over the margins (1/m) in the list of near pairs.
        inverse_margin: f32,
    }
}

/// How far bodies move in a step, at most; no finite numbers if any velocity or spin is none.
///
/// Both numbers are kept by their bits, which are ordered as numbers are that are not negative; a NaN
/// comes after all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Farthest {
    pub(crate) square: u64,
    pub(crate) share: u64,
}

impl Farthest {
    /// Anywhere.
    pub(crate) const INFINITE: Self =
        Self { square: f64::INFINITY.to_bits(), share: f64::INFINITY.to_bits() };

    /// Takes account of a way, by its square (m²), of a body with a margin.
    #[inline(always)]
    pub fn include(&mut self, square: f64, inverse_margin: f32) {
        let inverse_margin = f64::from(inverse_margin);
        self.square = bits(square).max(self.square);
        self.share = bits(square * (inverse_margin * inverse_margin)).max(self.share);
    }

    /// The farther of both.
    pub(crate) fn join(self, other: Self) -> Self {
        let (square, share) = (self.square.max(other.square), self.share.max(other.share));
        Self { square, share }
    }

    /// The square of the longest way (m²).
    #[inline(always)]
    pub fn square(&self) -> f64 {
        f64::from_bits(self.square)
    }

    /// The square of the largest share of its margin that a body uses up.
    #[inline(always)]
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share)
    }
}

#[inline(always)]
fn bits(number: f64) -> u64 {
    number.abs().to_bits()
}

/// Where a body is and how it moves.
pub(crate) struct Snapshot<const D: usize> {
    pub(crate) position: Vector<D>,
    pub(crate) velocity: Vector<D>,
    pub(crate) spin: Vector<3>,
    pub(crate) radius: f64,
    pub(crate) inverse_mass: f64,
}

impl<const D: usize> Snapshot<D> {
    /// Of a body that nobody moves.
    pub(crate) fn of(bodies: &Bodies<D>, place: usize) -> Self {
        Self {
            position: bodies.position[place],
            velocity: bodies.velocity[place],
            spin: bodies.spin[place],
            radius: bodies.radius[place],
            inverse_mass: bodies.inverse_mass[place],
        }
    }
}

impl<const D: usize> Runs<'_, D> {
    /// Every body once, in runs that end at these places, which ascend to the number of bodies.
    pub(crate) fn each(&mut self, ends: &[usize]) -> impl Iterator<Item = Run<'_, D>> + Send {
        let mut first = 0;
        ends.iter().map(move |&end| {
            let places = first..end;
            first = end;
            // SAFETY: runs that ascend do not overlap, and nothing else is taken out as long as they are used.
            unsafe { self.run(places) }
        })
    }

    /// Says that it will soon be asked where a body is and how it moves.
    #[inline(always)]
    pub(crate) fn fetch(&self, place: usize) {
        fetch(self.position.first, place);
        fetch(self.velocity.first, place);
        fetch(self.spin.first, place);
        fetch(self.radius.as_ptr(), place);
        fetch(self.inverse_mass.as_ptr(), place);
    }

    /// Where these bodies are and how they move.
    ///
    /// # Safety
    ///
    /// Nobody may move them as long as the iterator is used.
    pub(crate) unsafe fn snapshots(
        &self,
        places: &Range<usize>,
    ) -> impl ExactSizeIterator<Item = Snapshot<D>> {
        // SAFETY: the caller's promise.
        let (position, velocity, spin) = unsafe {
            (self.position.read(places), self.velocity.read(places), self.spin.read(places))
        };
        let fixed = self.radius[places.clone()].iter().zip(&self.inverse_mass[places.clone()]);
        let moving = position.iter().zip(velocity).zip(spin);
        moving.zip(fixed).map(|(((position, velocity), spin), (radius, inverse_mass))| Snapshot {
            position: *position,
            velocity: *velocity,
            spin: *spin,
            radius: *radius,
            inverse_mass: *inverse_mass,
        })
    }

    /// The centre and the radius of a body.
    ///
    /// # Safety
    ///
    /// Nobody may move the body meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn sphere(&self, place: usize) -> (Vector<D>, f64) {
        // SAFETY: the caller's promise.
        (unsafe { self.position.get(place) }, self.radius[place])
    }

    /// Where a body is and how it moves.
    ///
    /// # Safety
    ///
    /// Nobody may move the body meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn snapshot(&self, place: usize) -> Snapshot<D> {
        // SAFETY: the caller's promise.
        unsafe {
            Snapshot {
                position: self.position.get(place),
                velocity: self.velocity.get(place),
                spin: self.spin.get(place),
                radius: self.radius[place],
                inverse_mass: self.inverse_mass[place],
            }
        }
    }
}

impl<const D: usize> Run<'_, D> {
    /// How many bodies.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// The acceleration (m/s²) of a body by the forces of the last step and gravity.
    #[inline(always)]
    pub fn acceleration(&self, body: usize, gravity: &Vector<D>) -> Vector<D> {
        let (inverse_mass, force) = (self.inverse_mass[body], &self.force[body]);
        std::array::from_fn(|axis| linear(inverse_mass, force, gravity, axis))
    }

    /// The angular acceleration (rad/s²) of a body by the torques of the last step.
    #[inline(always)]
    pub fn angular_acceleration(&self, body: usize) -> Vector<3> {
        self.torque[body].map(|torque| self.inverse_inertia[body] * torque)
    }

    /// Velocities and spins after accelerations have acted so many times, each time for `time` of
    /// the body (s). Where it is known whom something acts on, the others are neither read nor
    /// written, but for velocities under gravity.
    #[inline(always)]
    pub fn kick<const TIMES: usize>(&mut self, gravity: &Vector<D>, time: impl Fn(usize) -> f64) {
        let (all, weightless) = (self.acted_on.is_empty(), gravity.iter().all(|&g| g == 0.0));
        if all || !weightless {
            let (force, mass) = (&*self.force, self.inverse_mass);
            kick::<D, TIMES>(self.velocity, &time, |body, axis| {
                linear(mass[body], &force[body], gravity, axis)
            });
        }
        if all {
            let (torque, inertia) = (&*self.torque, self.inverse_inertia);
            kick::<3, TIMES>(self.spin, &time, |body, axis| inertia[body] * torque[body][axis]);
        }
        for body in places_of(self.acted_on) {
            let acceleration = self.angular_acceleration(body);
            add::<3, TIMES>(&mut self.spin[body], time(body), &acceleration);
            if weightless {
                let acceleration = self.acceleration(body, gravity);
                add::<D, TIMES>(&mut self.velocity[body], time(body), &acceleration);
            }
        }
    }

    /// Positions and orientations after velocities and spins have lasted for a step.
    #[inline(always)]
    pub fn drift(&mut self, interval: &Interval<D>) {
        let (step, velocity) = (interval.time_step, &*self.velocity);
        kick::<D, 1>(self.position, &|_| step, |body, axis| velocity[body][axis]);
        for (rotation, spin) in self.rotation.iter_mut().zip(&*self.spin) {
            *rotation = advance(rotation, spin, step);
        }
    }

    /// How far bodies move in a step with their velocities; no finite numbers if any velocity is none,
    /// or any spin that something may act on.
    #[inline(always)]
    pub fn farthest(&self, interval: &Interval<D>) -> Farthest {
        let (mut farthest, mut spins) = (Farthest::default(), 0);
        for (velocity, &inverse_margin) in self.velocity.iter().zip(self.inverse_margin) {
            farthest.include(velocity.iter().map(|v| v * v).sum(), inverse_margin);
        }
        if self.acted_on.is_empty() {
            for &spin in self.spin.as_flattened() {
                spins = bits(spin).max(spins);
            }
        }
        for body in places_of(self.acted_on) {
            for spin in self.spin[body] {
                spins = bits(spin).max(spins);
            }
        }
        let (step, poison) = (interval.time_step, 0.0 * f64::from_bits(spins));
        let of_a_step = |square: f64| bits(square * step * step + poison);
        Farthest { square: of_a_step(farthest.square()), share: of_a_step(farthest.share()) }
    }
}

/// One component of the acceleration (m/s²) by a force and gravity.
#[inline(always)]
fn linear<const D: usize>(
    inverse_mass: f64,
    force: &Vector<D>,
    gravity: &Vector<D>,
    axis: usize,
) -> f64 {
    let free = if inverse_mass > 0.0 { 1.0 } else { 0.0 };
    inverse_mass * force[axis] + free * gravity[axis]
}

/// Adds a rate times a time to every component, so many times: one loop that the compiler can turn
/// into vectors.
#[inline(always)]
fn kick<const N: usize, const TIMES: usize>(
    column: &mut [Vector<N>],
    time: &impl Fn(usize) -> f64,
    rate: impl Fn(usize, usize) -> f64,
) {
    for (body, entry) in column.iter_mut().enumerate() {
        let rate = std::array::from_fn(|axis| rate(body, axis));
        add::<N, TIMES>(entry, time(body), &rate);
    }
}

/// Adds a rate times a time to a vector, so many times.
#[inline(always)]
fn add<const N: usize, const TIMES: usize>(entry: &mut Vector<N>, time: f64, rate: &Vector<N>) {
    for (component, rate) in entry.iter_mut().zip(rate) {
        let change = time * rate;
        for _ in 0..TIMES {
            *component += change;
        }
    }
}

/// A column whose entries are lent one by one and in runs; one not in use is empty.
pub(crate) struct Cells<'a, T> {
    first: *mut T,
    length: usize,
    column: PhantomData<&'a mut [T]>,
}

// SAFETY: entries are read and written by threads as those of a slice are.
unsafe impl<T: Send + Sync> Sync for Cells<'_, T> {}
// SAFETY: a slice could be sent too.
unsafe impl<T: Send> Send for Cells<'_, T> {}

impl<'a, T> Cells<'a, T> {
    pub(crate) fn new(column: &'a mut [T]) -> Self {
        Self { first: column.as_mut_ptr(), length: column.len(), column: PhantomData }
    }

    /// A run of entries; none of a column that is not in use.
    ///
    /// # Safety
    ///
    /// Nobody else may use these entries as long as the slice is used.
    pub(crate) unsafe fn slice(&self, places: &Range<usize>) -> &'a mut [T] {
        if self.length == 0 {
            return &mut [];
        }
        assert!(places.start <= places.end && places.end <= self.length);
        // SAFETY: the run lies inside the column; that nobody else uses it is the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(places.start), places.len()) }
    }

    /// A run of entries, to be read.
    ///
    /// # Safety
    ///
    /// Nobody may write these entries as long as the slice is used.
    unsafe fn read(&self, places: &Range<usize>) -> &'a [T] {
        assert!(places.start <= places.end && places.end <= self.length);
        // SAFETY: the run lies inside the column; that nobody writes it is the caller's promise.
        unsafe { std::slice::from_raw_parts(self.first.add(places.start), places.len()) }
    }

    /// One entry.
    ///
    /// # Safety
    ///
    /// Nobody may write the entry meanwhile.
    #[inline(always)]
    unsafe fn get(&self, place: usize) -> T
    where
        T: Copy,
    {
        assert!(place < self.length);
        // SAFETY: the entry lies inside the column; that nobody writes it is the caller's promise.
        unsafe { *self.first.add(place) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::Body;
    use esker_packing::Random;

    /// Whether it is known on which bodies nothing acts makes no difference.
    #[test]
    fn what_nothing_acts_on_is_passed_over() {
        let mut random = Random::new(4);
        let mut three = || [0, 1, 2].map(|_| random.between(-1.0, 1.0));
        let mut bodies = Bodies::<3>::default();
        for _ in 0..200 {
            let [position, velocity, spin] = [three(), three(), three()];
            bodies.add(&Body { velocity, spin, ..Body::new(position, 0.1) }, 1.0);
        }
        bodies.inverse_margin.fill(7.0);
        let acted_on: Vec<bool> = (0..200).map(|body| body % 7 == 3 || body > 180).collect();
        for body in places_of(&acted_on) {
            (bodies.force[body], bodies.torque[body]) = (three(), three());
        }
        for gravity in [[0.0; 3], [0.0, 0.0, -9.81]] {
            let interval = Interval { time_step: 1e-2, gravity };
            let moved = |acted_on: &[bool], spoilt: usize| {
                let mut bodies = bodies.clone();
                let mut run = Run { acted_on, ..Run::of_all(&mut bodies) };
                run.kick::<2>(&gravity, |_| 5e-3);
                run.drift(&interval);
                run.spin[spoilt][1] *= if spoilt > 0 { f64::INFINITY } else { 1.0 };
                let farthest = run.farthest(&interval);
                (farthest, bodies.position, bodies.velocity, bodies.spin)
            };
            assert!(moved(&acted_on, 0) == moved(&[], 0));
            for acted_on in [&acted_on[..], &[]] {
                let farthest = moved(acted_on, 190).0;
                assert!(farthest.square().is_nan() && farthest.share().is_nan());
            }
        }
    }
}
