//! Regions of space: where bodies are inserted, removed and measured.
//!
//! ```text
//!      ┌───────┐      .-'''-.     ┌──╥──┐     ////////
//!      │  box  │     (sphere )    │  ║  │     ────┬───     everything
//!      └───────┘      '-...-'     └──╨──┘         ▼ normal
//!                                 cylinder     half-space
//! ```
//!
//! Every region answers one question, how deep a point lies in it; whether it contains a point or a
//! whole sphere follows. Regions are closed: a point on the surface is inside.

use esker_geom::vector::{dot, length, normalized, subtract};
use esker_geom::{Aabb, Vector};
use std::f64::consts::PI;
use std::fmt;

/// A part of space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Region<const D: usize> {
    /// All of space.
    Everything,
    /// A box along the axes (m).
    Box(Aabb<D>),
    /// A sphere; in the plane a disc.
    Sphere {
        /// The centre (m).
        center: Vector<D>,
        /// The radius (m).
        radius: f64,
    },
    /// A cylinder with flat ends; in the plane a rectangle of any direction.
    Cylinder {
        /// The centres of the two ends (m).
        ends: [Vector<D>; 2],
        /// The radius (m): half the width in the plane.
        radius: f64,
    },
    /// The side of a plane to which the normal points; in the plane of a line.
    HalfSpace {
        /// A point of the plane (m).
        point: Vector<D>,
        /// The direction inwards, of any length.
        normal: Vector<D>,
    },
}

/// One line of the list of regions.
pub struct RegionEntry {
    /// The name in scenes and tables.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
}

/// The list of regions, in the order of [`Region`].
pub const REGIONS: &[RegionEntry] = &[
    RegionEntry { name: "everything", summary: "all of space" },
    RegionEntry { name: "box", summary: "a box along the axes: `low` and `high` corner" },
    RegionEntry { name: "sphere", summary: "a sphere (a disc in 2D): `center` and `radius`" },
    RegionEntry {
        name: "cylinder",
        summary: "a cylinder (a rectangle in 2D): the centres of its `ends` and its `radius`",
    },
    RegionEntry {
        name: "half-space",
        summary: "one side of a plane (a line in 2D): a `point` and the `normal` inwards",
    },
];

impl<const D: usize> Region<D> {
    /// The name in the list.
    pub fn name(&self) -> &'static str {
        let index = match self {
            Self::Everything => 0,
            Self::Box(_) => 1,
            Self::Sphere { .. } => 2,
            Self::Cylinder { .. } => 3,
            Self::HalfSpace { .. } => 4,
        };
        REGIONS[index].name
    }

    /// How far (m) a point inside is from each smooth part of the surface; negative beyond it.
    fn each_depth(&self, point: &Vector<D>, mut hand_on: impl FnMut(f64)) {
        match self {
            Self::Everything => {}
            Self::Box(Aabb { low, high }) => {
                for axis in 0..D {
                    hand_on(point[axis] - low[axis]);
                    hand_on(high[axis] - point[axis]);
                }
            }
            Self::Sphere { center, radius } => hand_on(radius - length(&subtract(point, center))),
            Self::Cylinder { ends: [from, to], radius } => {
                let (axis, tall) = direction(&subtract(to, from));
                let arm = subtract(point, from);
                let along = dot(&arm, &axis);
                let across: Vector<D> = std::array::from_fn(|k| arm[k] - along * axis[k]);
                [radius - length(&across), along, tall - along].into_iter().for_each(hand_on);
            }
            Self::HalfSpace { point: foot, normal } => {
                hand_on(dot(&subtract(point, foot), &direction(normal).0));
            }
        }
    }

    /// How far (m) a point inside is from the surface; negative outside.
    pub fn depth(&self, point: &Vector<D>) -> f64 {
        let mut depth = f64::INFINITY;
        self.each_depth(point, |next| depth = depth.min(next));
        depth
    }

    /// The share of a sphere's volume that is inside: exact where flat faces cut it, at right
    /// angles in the middle of edges too; a curved surface is taken as flat.
    pub fn share_of_sphere(&self, center: &Vector<D>, radius: f64) -> f64 {
        let mut share = 1.0;
        self.each_depth(center, |depth| share *= cut_share::<D>(depth / radius));
        share
    }

    /// Whether a point is inside.
    pub fn contains(&self, point: &Vector<D>) -> bool {
        self.depth(point) >= 0.0
    }

    /// Whether a whole sphere is inside, but for rounding.
    pub fn contains_sphere(&self, center: &Vector<D>, radius: f64) -> bool {
        self.depth(center) >= radius * (1.0 - 1e-9)
    }

    /// The smallest box around it (m), infinite where it is.
    pub fn bounds(&self) -> Aabb<D> {
        let all = Aabb { low: [f64::NEG_INFINITY; D], high: [f64::INFINITY; D] };
        match self {
            Self::Everything => all,
            Self::Box(bounds) => *bounds,
            Self::Sphere { center, radius } => {
                Aabb { low: *center, high: *center }.widened(*radius)
            }
            Self::Cylinder { ends: [from, to], radius } => {
                // A disc of normal n reaches r √(1 - nₖ²) along axis k.
                let (axis, _) = direction(&subtract(to, from));
                let wide = axis.map(|n| radius * (1.0 - n * n).max(0.0).sqrt());
                Aabb {
                    low: std::array::from_fn(|k| from[k].min(to[k]) - wide[k]),
                    high: std::array::from_fn(|k| from[k].max(to[k]) + wide[k]),
                }
            }
            Self::HalfSpace { point, normal } => {
                let mut bounds = all;
                let along: Vec<usize> = (0..D).filter(|&axis| normal[axis] != 0.0).collect();
                if let [axis] = along[..] {
                    let side = if normal[axis] > 0.0 { &mut bounds.low } else { &mut bounds.high };
                    side[axis] = point[axis];
                }
                bounds
            }
        }
    }

    /// The volume (m³), in the plane the area (m²); infinite for regions without an end.
    pub fn volume(&self) -> f64 {
        match self {
            Self::Everything | Self::HalfSpace { .. } => f64::INFINITY,
            Self::Box(bounds) => bounds.extent().iter().product(),
            Self::Sphere { radius, .. } => crate::bodies::volume::<D>(*radius),
            Self::Cylinder { ends: [from, to], radius } => {
                let across = if D == 2 { 2.0 * radius } else { PI * radius * radius };
                across * length(&subtract(to, from))
            }
        }
    }

    /// Whether the numbers describe such a region.
    pub fn check(&self) -> Result<(), BadRegion> {
        let refuse = |what| Err(BadRegion { name: self.name(), what });
        let finite = |points: &[Vector<D>]| points.iter().flatten().all(|x| x.is_finite());
        let positive = |x: f64| x > 0.0 && x.is_finite();
        match self {
            Self::Everything => Ok(()),
            Self::Box(Aabb { low, high }) => {
                let ordered = (0..D).all(|axis| low[axis] < high[axis]);
                if finite(&[*low, *high]) && ordered {
                    return Ok(());
                }
                refuse("finite corners, `low` below `high` on every axis")
            }
            Self::Sphere { center, radius } if finite(&[*center]) && positive(*radius) => Ok(()),
            Self::Sphere { .. } => refuse("a finite centre and a radius above 0 m"),
            Self::Cylinder { ends, radius } => {
                if finite(ends) && ends[0] != ends[1] && positive(*radius) {
                    return Ok(());
                }
                refuse("two finite, different ends and a radius above 0 m")
            }
            Self::HalfSpace { point, normal } => {
                if finite(&[*point, *normal]) && normalized(normal).is_some() {
                    return Ok(());
                }
                refuse("a finite point and a finite normal that is not zero")
            }
        }
    }
}

/// The direction of a vector and its length; the first axis for a vector without a direction.
fn direction<const D: usize>(vector: &Vector<D>) -> (Vector<D>, f64) {
    let first = std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
    (normalized(vector).unwrap_or(first), length(vector))
}

/// The share of a ball on one side of a plane that lies so many radii beyond its centre.
fn cut_share<const D: usize>(depth: f64) -> f64 {
    let t = depth.clamp(-1.0, 1.0);
    match D {
        2 => ((-t).acos() + t * (1.0 - t * t).sqrt()) / PI,
        _ => 0.25 * (1.0 + t) * (1.0 + t) * (2.0 - t),
    }
}

/// Why numbers do not describe a region.
#[derive(Clone, Debug, PartialEq)]
pub struct BadRegion {
    name: &'static str,
    what: &'static str,
}

impl fmt::Display for BadRegion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a region `{}` needs {}", self.name, self.what)
    }
}

impl std::error::Error for BadRegion {}

#[cfg(test)]
mod tests {
    use super::*;
    use esker_packing::Random;

    fn bounded<const D: usize>() -> Vec<Region<D>> {
        let mut end = [0.3; D];
        end[0] = 1.1;
        vec![
            Region::Box(Aabb { low: [-0.2; D], high: end }),
            Region::Sphere { center: [0.1; D], radius: 0.7 },
            Region::Cylinder { ends: [[-0.1; D], end], radius: 0.4 },
        ]
    }

    /// The share of random points inside is the volume, and none lies outside the bounds.
    #[test]
    fn volume_and_bounds_agree_with_contains() {
        fn check<const D: usize>() {
            for region in bounded::<D>() {
                region.check().unwrap();
                let bounds = region.bounds();
                let wider = bounds.widened(0.2);
                let all: f64 = wider.extent().iter().product();
                let mut random = Random::new(3);
                let (mut inside, tries) = (0, 200_000);
                for _ in 0..tries {
                    let point: Vector<D> =
                        std::array::from_fn(|k| random.between(wider.low[k], wider.high[k]));
                    if region.contains(&point) {
                        inside += 1;
                        assert!(bounds.touches_sphere(&point, 1e-12), "{region:?}");
                    }
                }
                let measured = all * f64::from(inside) / f64::from(tries);
                let error = (measured / region.volume() - 1.0).abs();
                assert!(error < 0.02, "{region:?}: {measured} instead of {}", region.volume());
            }
        }
        check::<2>();
        check::<3>();
    }

    #[test]
    fn a_sphere_is_cut_by_faces() {
        fn check<const D: usize>() {
            let region = Region::Box(Aabb { low: [0.0; D], high: [1.0; D] });
            let mut center = [0.5; D];
            for cut in 0..=D {
                let share = region.share_of_sphere(&center, 0.1);
                assert!((share - 0.5f64.powi(cut as i32)).abs() < 1e-15, "{share}");
                center[cut.min(D - 1)] = 1.0;
            }
            // Two sides of one plane make the whole.
            let mut normal = [0.0; D];
            for along in [1.0, -1.0] {
                normal[0] = along;
                let half = Region::HalfSpace { point: [0.0; D], normal };
                let share = half.share_of_sphere(&[0.03; D], 0.1);
                let other = half.share_of_sphere(&[-0.03; D], 0.1);
                assert!((share + other - 1.0).abs() < 1e-15);
                assert_eq!(share > 0.5, along > 0.0);
            }
            assert_eq!(region.share_of_sphere(&[2.0; D], 0.1), 0.0);
        }
        check::<2>();
        check::<3>();
    }

    #[test]
    fn a_half_space_has_one_bound_and_a_depth() {
        let region = Region::HalfSpace { point: [0.0, 2.0, 0.0], normal: [0.0, -3.0, 0.0] };
        assert_eq!(region.bounds().high, [f64::INFINITY, 2.0, f64::INFINITY]);
        assert_eq!(region.depth(&[9.0, 1.5, 0.0]), 0.5);
        assert!(region.contains_sphere(&[0.0, 1.0, 0.0], 1.0));
        assert!(!region.contains_sphere(&[0.0, 1.0, 0.0], 1.1));
        assert_eq!((region.volume(), region.name()), (f64::INFINITY, "half-space"));
    }

    #[test]
    fn bad_numbers_are_refused_with_what_is_needed() {
        let bad = [
            Region::Box(Aabb { low: [0.0, 1.0], high: [1.0, 1.0] }),
            Region::Sphere { center: [f64::NAN, 0.0], radius: 1.0 },
            Region::Cylinder { ends: [[1.0, 1.0]; 2], radius: 1.0 },
            Region::HalfSpace { point: [0.0; 2], normal: [0.0; 2] },
        ];
        for region in bad {
            let text = region.check().unwrap_err().to_string();
            assert!(text.starts_with(&format!("a region `{}` needs", region.name())), "{text}");
        }
        assert_eq!(Region::<2>::Everything.check(), Ok(()));
    }
}
