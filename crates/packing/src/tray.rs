//! Perkins' test sample (1999, 6.1 and 6.2): a square of discs, fixed around the exterior, with
//! alternating velocities.

use crate::{Packing, Random};
use esker_geom::Vector;

/// A square of discs that can be stepped: discs fly straight and bounce off each other's places.
#[derive(Clone, Debug)]
pub struct Tray {
    /// The discs.
    pub packing: Packing<2>,
    /// Which discs belong to the rim and never move.
    pub fixed: Vec<bool>,
    /// The velocities, zero on the rim.
    pub velocities: Vec<Vector<2>>,
    side: f64,
}

/// A tray of at least the count's square side: diameters from 1 down to 1 over the size ratio,
/// spaced a tenth of a diameter apart, the velocities ±1 along alternating diagonals.
pub fn disc_tray(count: usize, size_ratio: f64, seed: u64) -> Tray {
    let side = crate::lattice::side_of::<2>(count);
    let mut random = Random::new(seed);
    let mut tray = Tray {
        packing: Packing::default(),
        fixed: Vec::with_capacity(count),
        velocities: Vec::with_capacity(count),
        side: side as f64 * 1.1,
    };
    for site in 0..count {
        let (column, row) = (site % side, site / side);
        let on_rim = column == 0 || row == 0 || column == side - 1 || row == side - 1;
        let radius = if on_rim { 0.5 } else { random.between(0.5 / size_ratio, 0.5) };
        let sign = |index: usize| if index.is_multiple_of(2) { 1.0 } else { -1.0 };
        tray.packing.centers.push([(column as f64 + 0.5) * 1.1, (row as f64 + 0.5) * 1.1]);
        tray.packing.radii.push(radius);
        tray.fixed.push(on_rim);
        tray.velocities.push(if on_rim { [0.0; 2] } else { [sign(row), sign(column)] });
    }
    tray
}

impl Tray {
    /// Moves every free disc for a time; one that meets the rim turns back.
    pub fn advance(&mut self, time: f64) {
        let (low, high) = (1.1, self.side - 1.1);
        for (center, velocity) in self.packing.centers.iter_mut().zip(&mut self.velocities) {
            for axis in 0..2 {
                center[axis] += velocity[axis] * time;
                let outwards =
                    if center[axis] < low { -1.0 } else { f64::from(center[axis] > high) };
                if velocity[axis] * outwards > 0.0 {
                    velocity[axis] = -velocity[axis];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rim_stays_and_the_rest_stays_inside() {
        let mut tray = disc_tray(400, 4.0, 1);
        let start = tray.packing.clone();
        for _ in 0..500 {
            tray.advance(0.05);
        }
        let size = 20.0 * 1.1;
        for disc in 0..400 {
            let center = tray.packing.centers[disc];
            assert_eq!(
                tray.fixed[disc],
                center == start.centers[disc] && tray.velocities[disc] == [0.0; 2]
            );
            assert!(center.iter().all(|&x| x > 0.0 && x < size));
        }
    }
}
