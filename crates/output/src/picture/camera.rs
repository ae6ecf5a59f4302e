//! From where a picture is taken.
//!
//! ```text
//!            up                     camera space: x to the right, y up, z away from the viewer,
//!             │   ╱ forward         origin at the target; depth is z
//!   eye ●─────┼──●─────>            parallel: x, y go to the paper as they are
//!       └ distance ┘ target         perspective: times distance / (distance + z)
//! ```
//!
//! A camera is fitted once to a box and a size of picture; a movie uses one for all its frames.

use super::view::{Projection, View};
use super::{BadPicture, Picture, legend};
use crate::{Frame, WallFacets};
use esker_geom::Aabb;
use esker_geom::vector::{cross, dot, length, normalized, scale, subtract};

/// A place to look from, with everything that puts a point of space on the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Camera {
    target: [f64; 3],
    /// Right, up and forward, each of length one.
    axes: [[f64; 3]; 3],
    /// From the eye to the target (m); infinite in parallel projection.
    distance: f64,
    /// Pixels per metre at the target.
    pub(super) scale: f64,
    /// The pixel of the target.
    center: [f64; 2],
}

/// The distance of the eye in half diagonals of the box: near enough for depth, far enough for
/// calm.
const DISTANCE: f64 = 5.0;
/// Beyond this (m) a coordinate is taken for lost.
const FARTHEST: f64 = 1e30;

/// Whether a point can be drawn at all.
pub(super) fn drawable(point: &[f64; 3]) -> bool {
    point.iter().all(|x| x.abs() <= FARTHEST)
}

impl Camera {
    /// The box around all bodies and walls (m). Join those of several frames to fit the camera of a
    /// movie.
    pub fn bounds(frame: &Frame, walls: &[WallFacets]) -> Aabb<3> {
        let bodies = frame.position.iter().zip(&frame.radius);
        let bodies =
            bodies.filter(|(at, radius)| drawable(at) && (0.0..=FARTHEST).contains(*radius));
        let bodies = bodies.map(|(&at, &radius)| Aabb { low: at, high: at }.widened(radius));
        let corners = walls.iter().flat_map(|wall| &wall.vertices).filter(|at| drawable(at));
        let corners = corners.map(|&at| Aabb { low: at, high: at });
        bodies.chain(corners).fold(Aabb::EMPTY, |all, one| all.join(&one))
    }

    /// The camera that shows this box (m) of 2 or 3 dimensions whole, beside the picture's legend.
    pub fn fit(bounds: &Aabb<3>, dimension: usize, picture: &Picture) -> Result<Self, BadPicture> {
        let view = if dimension == 2 { View::Top } else { picture.view };
        let bounds = match bounds.low[0] <= bounds.high[0] {
            true => *bounds,
            false => Aabb { low: [-1.0; 3], high: [1.0; 3] },
        };
        let half = 0.5 * length(&bounds.extent());
        let mut camera = Self::aimed(&view, &bounds.middle(), DISTANCE * half)?;
        if dimension == 2 || picture.projection == Projection::Parallel {
            camera.distance = f64::INFINITY;
        }
        let centered = matches!(view, View::Points { .. });
        camera.zoom(&bounds, legend::paper(picture), centered);
        Ok(camera)
    }

    fn aimed(view: &View, middle: &[f64; 3], distance: f64) -> Result<Self, BadPicture> {
        let direction = view.direction();
        let forward = normalized(&direction).filter(drawable).ok_or_else(|| {
            BadPicture("from and to must be two points: the view has no direction".to_string())
        })?;
        let (target, distance) = match view {
            View::Points { to, .. } => (*to, length(&direction)),
            _ => (*middle, distance),
        };
        let upright = cross(&forward, &[0.0, 0.0, 1.0]);
        // Straight down or up there is no "up" in the picture but y.
        let right = match length(&upright) > 1e-9 {
            true => normalized(&upright),
            false => normalized(&cross(&forward, &[0.0, 1.0, 0.0])),
        };
        let right = right.unwrap_or([1.0, 0.0, 0.0]);
        let axes = [right, cross(&right, &forward), forward];
        Ok(Self { target, axes, distance: distance.max(1e-30), scale: 1.0, center: [0.0; 2] })
    }

    /// Chooses scale and centre so that the box fills the paper (left, top, right, bottom).
    fn zoom(&mut self, bounds: &Aabb<3>, paper: [f64; 4], centered: bool) {
        let (mut low, mut high, behind) = self.extent(bounds);
        if centered {
            let reach: [f64; 2] = std::array::from_fn(|axis| high[axis].max(-low[axis]));
            (low, high) = (reach.map(|x| -x), reach);
        }
        let size = [paper[2] - paper[0], paper[3] - paper[1]];
        let zoom = |axis: usize| match high[axis] - low[axis] {
            // An eye among the bodies sees an angle of about 60 degrees.
            _ if behind => size[axis] / (1.15 * self.distance),
            extent if extent > 0.0 => size[axis] / extent,
            _ => f64::INFINITY,
        };
        let scale = zoom(0).min(zoom(1));
        self.scale = if scale.is_finite() { scale } else { size[0].min(size[1]) };
        for axis in 0..2 {
            let middle = if behind { 0.0 } else { 0.5 * (low[axis] + high[axis]) };
            self.center[axis] = 0.5 * (paper[axis] + paper[axis + 2]) - self.scale * middle;
        }
    }

    /// From where to where a box is on the paper, and whether part of it is beside or behind the
    /// eye.
    fn extent(&self, bounds: &Aabb<3>) -> ([f64; 2], [f64; 2], bool) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut behind = false;
        for number in 0..8 {
            let pick = |axis: usize| [bounds.low, bounds.high][number >> axis & 1][axis];
            let corner = self.space(&[pick(0), pick(1), pick(2)]);
            behind |= corner[2] < -0.9 * self.distance;
            let at = self.project(&corner);
            for axis in 0..2 {
                low[axis] = low[axis].min(at[axis]);
                high[axis] = high[axis].max(at[axis]);
            }
        }
        (low, high, behind)
    }

    /// The camera of a picture whose pixels are split into so many by so many samples.
    pub(super) fn split(&self, samples: usize) -> Self {
        let factor = samples as f64;
        Self { scale: self.scale * factor, center: self.center.map(|x| x * factor), ..self.clone() }
    }

    /// A parallel camera with the axes of camera space turned, and a square of samples for paper.
    pub(super) fn from_light(axes: [[f64; 3]; 3], bounds: &Aabb<3>, size: usize) -> Self {
        let center = [0.0; 2];
        let mut light =
            Self { target: bounds.middle(), axes, distance: f64::INFINITY, scale: 1.0, center };
        light.zoom(bounds, [2.0, 2.0, size as f64 - 2.0, size as f64 - 2.0], false);
        light
    }

    /// A point of the world in camera space.
    pub(super) fn space(&self, point: &[f64; 3]) -> [f64; 3] {
        let from_target = subtract(point, &self.target);
        self.axes.map(|axis| dot(&from_target, &axis))
    }

    /// A direction of the world in camera space.
    pub(super) fn turned(&self, direction: &[f64; 3]) -> [f64; 3] {
        self.axes.map(|axis| dot(direction, &axis))
    }

    /// What lies at this depth or nearer is at or behind the eye.
    pub(super) fn nearest(&self) -> f64 {
        -0.999 * self.distance
    }

    /// How much smaller things at a depth look than at the target.
    pub(super) fn shrink(&self, depth: f64) -> f64 {
        match self.distance.is_finite() {
            true => self.distance / (self.distance + depth),
            false => 1.0,
        }
    }

    /// Where on the paper (column, row) a point of camera space is.
    pub(super) fn project(&self, point: &[f64; 3]) -> [f64; 2] {
        let scale = self.scale * self.shrink(point[2]);
        [self.center[0] + scale * point[0], self.center[1] - scale * point[1]]
    }

    /// The width of a sample (m) at the target, and how much it grows with each metre of depth.
    pub(super) fn sample_width(&self) -> [f64; 2] {
        [1.0 / self.scale, 1.0 / (self.scale * self.distance)]
    }

    /// The point of camera space at a depth behind the middle of a sample of this width there.
    #[inline(always)]
    pub(super) fn point(&self, [column, row]: [usize; 2], depth: f64, width: f64) -> [f64; 3] {
        let x = column as f64 + 0.5 - self.center[0];
        let y = self.center[1] - row as f64 - 0.5;
        [width * x, width * y, depth]
    }

    /// The line of sight through a place of the paper.
    pub(super) fn ray(&self, column: f64, row: f64) -> Ray {
        let x = (column - self.center[0]) / self.scale;
        let y = (self.center[1] - row) / self.scale;
        match self.distance.is_finite() {
            true => Ray { origin: [0.0, 0.0, -self.distance], direction: [x, y, self.distance] },
            false => Ray { origin: [x, y, 0.0], direction: [0.0, 0.0, 1.0] },
        }
    }

    /// The rectangle of the paper (left, top, right, bottom) that a sphere of camera space covers.
    pub(super) fn reach(&self, center: &[f64; 3], radius: f64) -> [f64; 4] {
        let along = |at: f64| match self.distance.is_finite() {
            true => tangents(at, center[2] + self.distance, radius).map(|t| t * self.distance),
            false => [at - radius, at + radius],
        };
        let (x, y) = (along(center[0]), along(center[1]));
        let [left, right] = x.map(|x| self.center[0] + self.scale * x);
        let [bottom, top] = y.map(|y| self.center[1] - self.scale * y);
        [left, top, right, bottom]
    }
}

/// The slopes of the two lines through the eye that touch a circle at `[across, ahead]`.
fn tangents(across: f64, ahead: f64, radius: f64) -> [f64; 2] {
    let outside = ahead * ahead - radius * radius;
    let root = radius * (across * across + outside).max(0.0).sqrt();
    [(across * ahead - root) / outside, (across * ahead + root) / outside]
}

/// A line of sight in camera space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    origin: [f64; 3],
    direction: [f64; 3],
}

impl Ray {
    /// The depth where the line enters a sphere.
    #[inline(always)]
    pub(super) fn enters(&self, center: &[f64; 3], radius: f64) -> Option<f64> {
        let apart = subtract(center, &self.origin);
        let square = dot(&self.direction, &self.direction);
        let middle = dot(&apart, &self.direction) / square;
        let beside = subtract(&apart, &scale(&self.direction, middle));
        let half = radius * radius - dot(&beside, &beside);
        let enters = || self.origin[2] + self.direction[2] * (middle - (half / square).sqrt());
        (half >= 0.0).then(enters)
    }

    /// The depth where the line meets a plane.
    pub(super) fn meets(&self, point: &[f64; 3], normal: &[f64; 3]) -> f64 {
        let share = dot(&subtract(point, &self.origin), normal) / dot(&self.direction, normal);
        self.origin[2] + share * self.direction[2]
    }

    /// A direction, or its opposite if that points more towards the viewer.
    pub(super) fn towards(&self, direction: [f64; 3]) -> [f64; 3] {
        if dot(&self.direction, &direction) > 0.0 { scale(&direction, -1.0) } else { direction }
    }

    /// How squarely the line meets a plane: 0 along it, 1 straight on.
    pub(super) fn facing(&self, normal: &[f64; 3]) -> f64 {
        dot(&self.direction, normal).abs() / length(&self.direction)
    }
}
