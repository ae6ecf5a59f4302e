//! Shadows: the spheres as the light sees them.
//!
//! A second buffer of depths is drawn from the direction of the light. A place is in shadow if the
//! light sees something well before it; the mean over a few samples of that buffer makes edges
//! soft.

use super::camera::Camera;
use super::depth::{Ball, Depths};
use super::occlusion::Spot;
use esker_geom::Aabb;
use esker_geom::vector::{add, cross, normalized, scale};

/// What the light sees.
pub(super) struct Shadow {
    light: Camera,
    depths: Depths,
    /// The width of a sample (m): nothing is known more exactly.
    sample: f64,
}

/// The side of the light's picture, in samples.
const SIDE: usize = 1024;
/// Where the light is asked about a place, in samples: a small ring about the middle.
const LOOKS: [[f64; 2]; 6] =
    [[0.0, 0.0], [2.0, 0.5], [0.3, 2.0], [-1.9, 0.8], [-1.2, -1.6], [1.3, -1.5]];

impl Shadow {
    /// The shadows that bodies throw in light from a direction of camera space.
    pub(super) fn new(balls: &[Ball], to_light: &[f64; 3]) -> Self {
        let forward = scale(to_light, -1.0);
        let right = normalized(&cross(&forward, &[0.0, 1.0, 0.0])).unwrap_or([1.0, 0.0, 0.0]);
        let boxes = balls.iter().map(|ball| Aabb { low: ball.center, high: ball.center });
        let boxes = boxes.zip(balls).map(|(at, ball)| at.widened(ball.radius));
        let bounds = boxes.fold(Aabb::EMPTY, |all, one| all.join(&one));
        let light = Camera::from_light([right, cross(&right, &forward), forward], &bounds, SIDE);
        let mut depths = Depths::new(SIDE, 0..SIDE);
        for ball in balls {
            depths.draw(&light, &Ball { center: light.space(&ball.center), ..*ball }, 0);
        }
        let sample = 1.0 / light.scale;
        Self { light, depths, sample }
    }

    /// How much of the light does not reach a place, from 0 to 1.
    pub(super) fn shade(&self, spot: &Spot) -> f32 {
        // A little above the surface, so that it does not shade itself.
        let point = add(&spot.point, &scale(&spot.normal, 3.0 * self.sample));
        let point = self.light.space(&point);
        let [column, row] = self.light.project(&point);
        let depth = (point[2] - self.sample) as f32;
        let mut hidden = 0;
        for [right, down] in LOOKS {
            let (x, y) = ((column + right) as usize, (row + down) as usize);
            hidden += u8::from(x < SIDE && y < SIDE && self.depths.depth[y * SIDE + x] < depth);
        }
        f32::from(hidden) / LOOKS.len() as f32
    }
}
