//! What is detected: bodies that move a little between two detections, outside of the clock.

use esker::broad::Refused;
use esker::packing::{Random, Tray};
use esker::prelude::{Objects, Packing};

/// How far a body of a jittered set moves along an axis between two detections, in diameters.
pub(super) const JITTER: f64 = 0.01;

/// Bodies and their motion. A clone starts where its original stands, so that every method sees the
/// same sequence.
pub(super) trait Scene<const D: usize>: Clone {
    /// The objects where they are now.
    fn objects(&self) -> Result<Objects<'_, D>, Refused>;

    /// Moves on to the next detection, which has this number.
    fn advance(&mut self, detection: usize);
}

/// A packing whose free bodies take a small random step between detections.
#[derive(Clone, Debug)]
pub(super) struct Jittered<const D: usize> {
    packing: Packing<D>,
    fixed: Option<Vec<bool>>,
}

impl<const D: usize> Jittered<D> {
    pub(super) fn new(packing: Packing<D>) -> Self {
        Self { packing, fixed: None }
    }

    /// The same with some bodies that stay where they are.
    pub(super) fn with_fixed(self, fixed: Vec<bool>) -> Self {
        Self { fixed: Some(fixed), ..self }
    }
}

impl<const D: usize> Scene<D> for Jittered<D> {
    fn objects(&self) -> Result<Objects<'_, D>, Refused> {
        let objects = Objects::new(&self.packing.centers, &self.packing.radii)?;
        match &self.fixed {
            Some(fixed) => objects.with_fixed(fixed),
            None => Ok(objects),
        }
    }

    fn advance(&mut self, detection: usize) {
        let mut random = Random::new(detection as u64);
        let Packing { centers, radii } = &mut self.packing;
        for (body, (center, &radius)) in centers.iter_mut().zip(radii.iter()).enumerate() {
            if self.fixed.as_ref().is_some_and(|fixed| fixed[body]) {
                continue;
            }
            let reach = JITTER * 2.0 * radius;
            for x in center {
                *x += random.between(-reach, reach);
            }
        }
    }
}

/// The time between two detections of Perkins' tray: free discs move a hundredth of a diameter.
const TRAY_STEP: f64 = 0.01;

impl Scene<2> for Tray {
    fn objects(&self) -> Result<Objects<'_, 2>, Refused> {
        Objects::new(&self.packing.centers, &self.packing.radii)?.with_fixed(&self.fixed)
    }

    fn advance(&mut self, _: usize) {
        Tray::advance(self, TRAY_STEP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_move_by_at_most_the_jitter_and_fixed_ones_not_at_all() {
        let packing = Packing { centers: vec![[0.0; 3]; 50], radii: vec![0.5; 50] };
        let fixed = (0..50).map(|body| body % 5 == 0).collect();
        let mut scene = Jittered::new(packing).with_fixed(fixed);
        scene.advance(1);
        for (body, center) in scene.packing.centers.iter().enumerate() {
            assert_eq!(body % 5 == 0, *center == [0.0; 3]);
            assert!(center.iter().all(|x| x.abs() <= JITTER));
        }
    }
}
