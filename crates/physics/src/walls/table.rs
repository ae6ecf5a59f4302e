//! A velocity given at some times, straight lines between them.
//!
//! ```text
//!   v │    ●───●                  the displacement is the exact integral of these lines, a sum of
//!     │   ╱     ╲                 trapezia and a part of one: a function of time alone, so that
//!     └──●───────●──▶ t           steps add no error and a resumed run goes on to the last bit
//! ```

use super::bad_wall::BadWall;
use esker_geom::Vector;
use esker_geom::vector::{add, scale, subtract};

/// What becomes of a table before its first and after its last time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The first and the last velocity hold.
    Held,
    /// The table begins again.
    Periodic,
}

/// Times and velocities.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<const D: usize> {
    times: Vec<f64>,
    velocities: Vec<Vector<D>>,
    /// From the first time to each (m).
    displacements: Vec<Vector<D>>,
    ends: Ends,
}

impl<const D: usize> Table<D> {
    /// A table of as many velocities (m/s) as times (s), which must increase.
    pub fn new(times: Vec<f64>, velocities: Vec<Vector<D>>, ends: Ends) -> Result<Self, BadWall> {
        let fewest = if ends == Ends::Periodic { 2 } else { 1 };
        if times.len() != velocities.len() || times.len() < fewest {
            return Err(BadWall::Lengths {
                times: times.len(),
                velocities: velocities.len(),
                fewest,
            });
        }
        if !times.iter().chain(velocities.iter().flatten()).all(|number| number.is_finite()) {
            return Err(BadWall::NotFinite { what: "a number in the table" });
        }
        if let Some(row) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(BadWall::Order { row: row + 1, times: [times[row], times[row + 1]] });
        }
        let mut displacements = vec![[0.0; D]];
        for row in 1..times.len() {
            let mean = scale(&add(&velocities[row - 1], &velocities[row]), 0.5);
            let way = scale(&mean, times[row] - times[row - 1]);
            displacements.push(add(&displacements[row - 1], &way));
        }
        Ok(Self { times, velocities, displacements, ends })
    }

    /// The velocity (m/s) at a time (s).
    pub fn velocity(&self, time: f64) -> Vector<D> {
        let (_, time) = self.fold(time);
        let (row, after) = self.row(time);
        add(&self.velocities[row], &scale(&self.slope(row, time), after))
    }

    /// The displacement (m) from time zero to a time (s).
    pub fn displacement(&self, time: f64) -> Vector<D> {
        subtract(&self.since_first(time), &self.since_first(0.0))
    }

    fn since_first(&self, time: f64) -> Vector<D> {
        let (rounds, time) = self.fold(time);
        let (row, after) = self.row(time);
        let bend = scale(&self.slope(row, time), 0.5 * after * after);
        let way = add(&scale(&self.velocities[row], after), &bend);
        let whole = scale(&self.displacements[self.times.len() - 1], rounds);
        add(&whole, &add(&self.displacements[row], &way))
    }

    /// How often a periodic table has ended before a time, and the time since, on its own clock.
    fn fold(&self, time: f64) -> (f64, f64) {
        let (first, last) = (self.times[0], self.times[self.times.len() - 1]);
        match self.ends {
            Ends::Held => (0.0, time),
            Ends::Periodic => {
                let rounds = ((time - first) / (last - first)).floor();
                (rounds, time - rounds * (last - first))
            }
        }
    }

    /// The last row not after a time (the first for earlier ones), and the time since that row (s).
    fn row(&self, time: f64) -> (usize, f64) {
        let row = self.times.partition_point(|&other| other <= time).saturating_sub(1);
        (row, time - self.times[row])
    }

    /// The acceleration (m/s²) after a row; none beyond the ends.
    fn slope(&self, row: usize, time: f64) -> Vector<D> {
        if time < self.times[0] || row + 1 == self.times.len() {
            return [0.0; D];
        }
        let rise = subtract(&self.velocities[row + 1], &self.velocities[row]);
        scale(&rise, 1.0 / (self.times[row + 1] - self.times[row]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_displacement_is_the_area_under_the_velocity() {
        let up_and_down = || (vec![1.0, 2.0, 4.0], vec![[0.0], [2.0], [0.0]]);
        let (times, velocities) = up_and_down();
        let once = Table::new(times, velocities, Ends::Held).unwrap();
        for (time, velocity, displacement) in
            [(0.5, 0.0, 0.0), (1.5, 1.0, 0.25), (2.0, 2.0, 1.0), (3.0, 1.0, 2.5), (9.0, 0.0, 3.0)]
        {
            assert_eq!(once.velocity(time), [velocity]);
            assert_eq!(once.displacement(time), [displacement]);
        }
        let (times, velocities) = up_and_down();
        let ever = Table::new(times, velocities, Ends::Periodic).unwrap();
        assert_eq!(ever.velocity(31.5), [1.0]);
        // Ten rounds from 1 s on, and what goes before 1 s is the end of a round.
        assert_eq!(ever.displacement(31.0), [30.0 + 0.5]);
    }

    #[test]
    fn a_bad_table_says_what_is_wrong() {
        let error = Table::new(vec![0.0, 2.0, 1.0], vec![[0.0]; 3], Ends::Held).unwrap_err();
        assert_eq!(
            error.to_string(),
            "row 2 of the table is at 2 s and the next at 1 s: times must increase"
        );
        assert!(Table::new(vec![0.0], vec![[0.0]], Ends::Periodic).is_err());
        assert!(Table::new(vec![0.0], vec![[f64::NAN]], Ends::Held).is_err());
    }
}
