//! The objects: what every method is given, checked once at the door.

use crate::{Aabb, Threads, Vector};
use esker_geom::spheres_touch;
use std::fmt;

/// The largest coordinate or radius: its square still is a finite number.
const LARGEST: f64 = 1e150;
/// The most objects: eight times as many cells, or twice as many ends, still have 32-bit numbers.
pub const MOST_OBJECTS: usize = (1 << 29) - 1;

/// A borrowed set of bounding spheres, every number of it known to be finite.
///
/// An object may have an owner (the spheres of one cluster: pairs inside an owner are left out) and
/// may be fixed (pairs of two fixed objects are left out).
///
/// ```
/// use esker_broad::Objects;
/// let centers = [[0.0, 0.0, f64::NAN]];
/// let refused = Objects::new(&centers, &[1.0]).unwrap_err();
/// assert_eq!(refused.to_string(), "object 0: coordinate z is NaN; every coordinate must be finite");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Objects<'a, const D: usize> {
    centers: &'a [Vector<D>],
    radii: &'a [f64],
    owners: Option<&'a [u32]>,
    fixed: Option<&'a [bool]>,
    bounds: Aabb<D>,
    radius_range: [f64; 2],
}

impl<'a, const D: usize> Objects<'a, D> {
    /// Looks through all numbers once; refuses the first that cannot be used, by its index.
    pub fn new(centers: &'a [Vector<D>], radii: &'a [f64]) -> Result<Self, Refused> {
        Self::new_on(&Threads::one(), centers, radii)
    }

    /// As `new`, the look shared out among threads.
    pub fn new_on(
        threads: &Threads,
        centers: &'a [Vector<D>],
        radii: &'a [f64],
    ) -> Result<Self, Refused> {
        if centers.len() != radii.len() {
            return Err(Refused::Lengths {
                centers: centers.len(),
                other: radii.len(),
                what: "radii",
            });
        }
        if centers.len() > MOST_OBJECTS {
            return Err(Refused::TooMany { count: centers.len() });
        }
        let piece = threads.piece_of(centers.len());
        let mut pieces: Vec<_> = centers.chunks(piece).zip(radii.chunks(piece)).collect();
        let ranges = threads.map_mut(&mut pieces, |_, (centers, radii)| Ranges::of(centers, radii));
        if !ranges.iter().all(Ranges::are_usable) {
            return Err(first_refused(centers, radii));
        }
        let Ranges { bounds, radii: radius_range } =
            ranges.iter().fold(Ranges::NONE, |all, ranges| all.join(ranges));
        Ok(Self { centers, radii, owners: None, fixed: None, bounds, radius_range })
    }

    /// The same objects with an owner each; `u32::MAX` means that an object has none.
    pub fn with_owners(self, owners: &'a [u32]) -> Result<Self, Refused> {
        self.same_length(owners.len(), "owners")?;
        Ok(Self { owners: Some(owners), ..self })
    }

    /// The same objects, some of them fixed.
    pub fn with_fixed(self, fixed: &'a [bool]) -> Result<Self, Refused> {
        self.same_length(fixed.len(), "fixed flags")?;
        Ok(Self { fixed: Some(fixed), ..self })
    }

    /// The same objects with every radius `factor` times as large, as a column.
    pub(crate) fn with_radii(self, radii: &'a [f64], factor: f64) -> Self {
        debug_assert_eq!(radii.len(), self.len());
        Self { radii, radius_range: self.radius_range.map(|radius| radius * factor), ..self }
    }

    /// The same objects at places they had before.
    pub(crate) fn with_centers(self, centers: &'a [Vector<D>]) -> Self {
        debug_assert_eq!(centers.len(), self.len());
        Self { centers, bounds: Ranges::of(centers, &[]).bounds, ..self }
    }

    fn same_length(&self, other: usize, what: &'static str) -> Result<(), Refused> {
        if other == self.len() {
            return Ok(());
        }
        Err(Refused::Lengths { centers: self.len(), other, what })
    }

    /// The number of objects.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.centers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.centers.is_empty()
    }

    /// All centres.
    #[inline(always)]
    pub fn centers(&self) -> &'a [Vector<D>] {
        self.centers
    }

    /// All radii.
    #[inline(always)]
    pub fn radii(&self) -> &'a [f64] {
        self.radii
    }

    /// The smallest box that contains all centres; empty if there are none.
    pub fn bounds(&self) -> &Aabb<D> {
        &self.bounds
    }

    /// The largest radius; zero if there are no objects.
    pub fn radius_max(&self) -> f64 {
        self.radius_range[1].max(0.0)
    }

    /// The smallest radius; zero if there are no objects.
    pub fn radius_min(&self) -> f64 {
        if self.is_empty() { 0.0 } else { self.radius_range[0] }
    }

    /// Whether one object is fixed.
    #[inline(always)]
    pub fn is_fixed(&self, object: u32) -> bool {
        self.fixed.is_some_and(|fixed| fixed[object as usize])
    }

    /// Whether any pair is left out for its owner or for being fixed.
    #[inline(always)]
    pub fn leaves_pairs_out(&self) -> bool {
        self.owners.is_some() || self.fixed.is_some()
    }

    /// Whether a pair is of interest at all: not inside one owner, not both fixed.
    #[inline(always)]
    pub fn may_pair(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        let one_owner =
            self.owners.is_some_and(|owners| owners[a] == owners[b] && owners[a] != u32::MAX);
        let both_fixed = self.fixed.is_some_and(|fixed| fixed[a] && fixed[b]);
        !one_owner && !both_fixed
    }

    /// The sphere of one object.
    #[inline(always)]
    pub fn sphere(&self, object: u32) -> (Vector<D>, f64) {
        (self.centers[object as usize], self.radii[object as usize])
    }

    /// Whether the closed spheres of two objects overlap: the oracle's word.
    #[inline(always)]
    pub fn touch(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        spheres_touch(&self.centers[a], self.radii[a], &self.centers[b], self.radii[b])
    }

    /// Whether the closed sphere of an object overlaps a closed region.
    #[inline(always)]
    pub fn touches_region(&self, object: u32, region: &Aabb<D>) -> bool {
        region.touches_sphere(&self.centers[object as usize], self.radii[object as usize])
    }

    /// The box around one object, rounded outwards.
    ///
    /// The widening is a few units in the last place of the numbers involved, so that two objects
    /// that [`touch`](Self::touch) always have boxes that touch, and an object that touches a region
    /// has a box that does.
    #[inline(always)]
    pub fn box_of(&self, object: u32) -> Aabb<D> {
        let center = &self.centers[object as usize];
        let radius = self.radii[object as usize];
        let reach = |x: f64| radius + ((x.abs() + radius) * 1e-15 + 1e-150);
        Aabb { low: center.map(|x| x - reach(x)), high: center.map(|x| x + reach(x)) }
    }
}

/// The box around all centres, and the smallest and the largest radius.
struct Ranges<const D: usize> {
    bounds: Aabb<D>,
    radii: [f64; 2],
}

impl<const D: usize> Ranges<D> {
    const NONE: Self = Self { bounds: Aabb::EMPTY, radii: [f64::INFINITY, f64::NEG_INFINITY] };

    /// A NaN among the numbers makes the lower end of its range a NaN.
    fn of(centers: &[Vector<D>], radii: &[f64]) -> Self {
        let mut ranges = Self::NONE;
        let mut poison = [0.0; D];
        for center in centers {
            for axis in 0..D {
                ranges.bounds.low[axis] = least(center[axis], ranges.bounds.low[axis]);
                ranges.bounds.high[axis] = most(center[axis], ranges.bounds.high[axis]);
                poison[axis] += center[axis] * 0.0;
            }
        }
        for axis in 0..D {
            ranges.bounds.low[axis] += poison[axis];
        }
        let mut poison = 0.0;
        for &radius in radii {
            ranges.radii = [least(radius, ranges.radii[0]), most(radius, ranges.radii[1])];
            poison += radius * 0.0;
        }
        ranges.radii[0] += poison;
        ranges
    }

    fn are_usable(&self) -> bool {
        (0..D).all(|axis| self.bounds.low[axis] >= -LARGEST && self.bounds.high[axis] <= LARGEST)
            && self.radii[0] >= 0.0
            && self.radii[1] <= LARGEST
    }

    fn join(&self, other: &Self) -> Self {
        let radii = [least(self.radii[0], other.radii[0]), most(self.radii[1], other.radii[1])];
        Self { bounds: self.bounds.join(&other.bounds), radii }
    }
}

/// The smaller number; unlike `f64::min` a single instruction, which passes over a NaN.
#[inline(always)]
fn least(x: f64, so_far: f64) -> f64 {
    if x < so_far { x } else { so_far }
}

#[inline(always)]
fn most(x: f64, so_far: f64) -> f64 {
    if x > so_far { x } else { so_far }
}

fn first_refused<const D: usize>(centers: &[Vector<D>], radii: &[f64]) -> Refused {
    for (object, (center, &radius)) in centers.iter().zip(radii).enumerate() {
        for axis in 0..D {
            if !(-LARGEST..=LARGEST).contains(&center[axis]) {
                return Refused::Coordinate { object, axis, value: center[axis] };
            }
        }
        if !(0.0..=LARGEST).contains(&radius) {
            return Refused::Radius { object, value: radius };
        }
    }
    unreachable!("called only when a number is out of range")
}

/// Why a set of objects cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// Two columns disagree about the number of objects.
    Lengths {
        /// The number of centres.
        centers: usize,
        /// The length of the other column.
        other: usize,
        /// The name of the other column.
        what: &'static str,
    },
    /// More objects than 32-bit numbers suffice for.
    TooMany {
        /// The number of objects.
        count: usize,
    },
    /// A coordinate that is not finite, or too large to be squared.
    Coordinate {
        /// The index of the object.
        object: usize,
        /// The axis, from 0.
        axis: usize,
        /// What was found.
        value: f64,
    },
    /// A radius that is negative, not finite, or too large to be squared.
    Radius {
        /// The index of the object.
        object: usize,
        /// What was found.
        value: f64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths { centers, other, what } => {
                write!(f, "{centers} centres but {other} {what}; the columns must be of one length")
            }
            Self::TooMany { count } => {
                write!(f, "{count} objects; at most {MOST_OBJECTS} can be numbered")
            }
            Self::Coordinate { object, axis, value } => {
                let name = ["x", "y", "z"].get(*axis).unwrap_or(&"?");
                write!(f, "object {object}: coordinate {name} is {value}; ")?;
                match value.is_finite() {
                    false => write!(f, "every coordinate must be finite"),
                    true => write!(f, "beyond ±{LARGEST:e} distances overflow: use larger units"),
                }
            }
            Self::Radius { object, value } if value.is_finite() && *value > 0.0 => {
                write!(
                    f,
                    "object {object}: radius {value}; beyond {LARGEST:e} distances overflow: use larger units"
                )
            }
            Self::Radius { object, value } => {
                write!(
                    f,
                    "object {object}: radius {value}; a radius must be finite and not negative"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_number_is_named() {
        let good = [[0.0, 0.0], [1.0, 1.0]];
        let radii = [1.0, 1.0];
        assert!(Objects::new(&good, &radii).is_ok());
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e200] {
            let centers = [[0.0, 0.0], [1.0, bad]];
            let refused = Objects::new(&centers, &radii).unwrap_err();
            assert!(matches!(refused, Refused::Coordinate { object: 1, axis: 1, .. }), "{refused}");
            let refused = Objects::new(&good, &[1.0, bad]).unwrap_err();
            assert!(matches!(refused, Refused::Radius { object: 1, .. }), "{refused}");
        }
        let refused = Objects::new(&good, &[1.0, -0.5]).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "object 1: radius -0.5; a radius must be finite and not negative"
        );
        assert!(matches!(Objects::new(&good, &[1.0]), Err(Refused::Lengths { .. })));
        assert!(Objects::<2>::new(&[], &[]).is_ok());
    }

    #[test]
    fn boxes_of_touching_objects_touch_however_large_the_coordinates() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut touching = 0;
        for scale in [1e-160, 1e-3, 1.0, 1e9, 1e100] {
            for _ in 0..20_000 {
                let (a, r, s) = (random() * scale, random() * scale, random() * scale);
                let centers = [[a, 0.0], [a + (r + s), 0.0]];
                let radii = [r, s];
                let objects = Objects::new(&centers, &radii).unwrap();
                if objects.touch(0, 1) {
                    touching += 1;
                    assert!(objects.box_of(0).touches(&objects.box_of(1)));
                }
            }
        }
        assert!(touching > 1000);
    }

    #[test]
    fn owners_and_fixed_objects_leave_pairs_out() {
        let centers = [[0.0, 0.0]; 4];
        let radii = [1.0; 4];
        let objects = Objects::new(&centers, &radii).unwrap();
        let owners = [7, 7, u32::MAX, u32::MAX];
        let fixed = [false, true, true, false];
        let objects = objects.with_owners(&owners).unwrap().with_fixed(&fixed).unwrap();
        assert!(!objects.may_pair(0, 1)); // one owner
        assert!(!objects.may_pair(1, 2)); // both fixed
        assert!(objects.may_pair(2, 3)); // no owner is not an owner
        assert!(objects.with_owners(&[1]).is_err());
    }
}
