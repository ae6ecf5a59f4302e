//! The spheres every tool is given, in the two forms they want: our columns and the peers' rows.

use esker_geom::{Aabb, spheres_touch};
use esker_packing::{Packing, Random};

/// How much boxes and cutoffs handed to a peer are widened, relative to the numbers they are made
/// of: far above double precision's rounding, far below any gap. The exact test then is ours.
pub const SLACK: f64 = 1e-10;

/// The same for a peer that works in single precision: four units in the last place.
pub const SLACK_SINGLE: f64 = 2.5e-7;

/// How far every sphere moves in one step, in its own radius.
const STEP: f64 = 0.01;

/// One sphere, as half a cache line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sphere {
    pub center: [f64; 3],
    pub radius: f64,
}

impl Sphere {
    /// Whether the closed spheres overlap: the one predicate of all tools.
    #[inline(always)]
    pub fn touches(&self, other: &Self) -> bool {
        spheres_touch(&self.center, self.radius, &other.center, other.radius)
    }

    /// The box around the sphere, widened so that the boxes of touching spheres touch.
    #[inline(always)]
    pub fn widened_box(&self, slack: f64) -> Aabb<3> {
        let reach = |x: f64| self.radius + slack * (x.abs() + self.radius);
        Aabb { low: self.center.map(|x| x - reach(x)), high: self.center.map(|x| x + reach(x)) }
    }
}

/// A set of spheres that can walk.
pub struct Spheres {
    /// As our methods take them.
    pub packing: Packing<3>,
    /// As the peers take them: all of a sphere in one place, which their tests read at random.
    pub rows: Vec<Sphere>,
    random: Random,
}

impl Spheres {
    pub fn new(packing: Packing<3>) -> Self {
        let columns = packing.centers.iter().zip(&packing.radii);
        let rows = columns.map(|(&center, &radius)| Sphere { center, radius }).collect();
        Self { packing, rows, random: Random::new(7) }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Moves every sphere by a hundredth of its radius in a direction of its own.
    pub fn step(&mut self) {
        for (center, row) in self.packing.centers.iter_mut().zip(&mut self.rows) {
            let direction = self.random.direction::<3>();
            for axis in 0..3 {
                center[axis] += STEP * row.radius * direction[axis];
            }
            row.center = *center;
        }
    }
}

/// The largest distance at which two of the spheres can touch, widened.
pub fn cutoff(rows: &[Sphere]) -> f64 {
    let radius_max = rows.iter().fold(0.0f64, |largest, row| largest.max(row.radius));
    2.0 * radius_max * (1.0 + SLACK)
}

/// The box around all centres.
pub fn bounds(rows: &[Sphere]) -> Aabb<3> {
    rows.iter().fold(Aabb::EMPTY, |bounds, row| Aabb {
        low: std::array::from_fn(|axis| bounds.low[axis].min(row.center[axis])),
        high: std::array::from_fn(|axis| bounds.high[axis].max(row.center[axis])),
    })
}
