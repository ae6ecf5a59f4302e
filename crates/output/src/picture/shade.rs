//! The colour of a sample: light, shade, glass, lines.
//!
//! ```text
//!   light = sky · occlusion + key · max(0, n · l) · shadow        l from above the left shoulder
//! ```
//!
//! Colours are reckoned in proportion to light. The eye's (and sRGB's) scale is taken for its
//! square root, which is close, and is the same number on every machine, as a power is not.

use super::Background;
use super::camera::Camera;
use super::depth::{Ball, NOBODY};
use super::layers::{Layers, Sheet, WALLS};
use super::map::Color;
use super::occlusion::{Occlusion, Spot};
use super::shadow::Shadow;
use esker_geom::rotation::{Rotation, inverse, rotate};
use esker_geom::vector::{dot, scale, subtract};

/// Light of three colours, and how much of the background it hides. Colours are times that share.
pub(super) type Light = [f32; 4];

/// To the light, in camera space, of length one.
pub(super) const TO_LIGHT: [f64; 3] = [-0.48, 0.64, -0.6];
/// Between the directions to the light and to the viewer, of length one.
const HALFWAY: [f64; 3] =
    [-0.268_328_157_299_974_8, 0.357_770_876_399_966_4, -0.894_427_190_999_915_9];

/// To a weak light from the other side, which gives form to what the key light does not reach.
const TO_FILL: [f64; 3] = [0.8, 0.0, -0.6];

/// The key light, the weak one, and the sky from below and from above.
const KEY: f32 = 0.74;
const FILL: f32 = 0.10;
const SKY: [f32; 2] = [0.20, 0.44];
const GLOSS: f32 = 0.16;
/// How much of the key light a shadow takes.
const SHADOW: f32 = 0.72;
/// How dark the outline of a body is.
const OUTLINE: f32 = 0.72;

/// The colours of walls.
pub(super) struct Palette {
    /// What is behind everything.
    pub background: Light,
    /// The last wall.
    pub wall: [f32; 3],
    /// The walls before it.
    pub glass: [f32; 3],
    /// The edges.
    pub ink: [f32; 3],
}

impl Palette {
    /// For a background.
    pub(super) fn of(background: Background) -> Self {
        let colors: [Color; 3] = match background {
            Background::Black => [[0x4a, 0x50, 0x58], [0x7c, 0x8c, 0x9c], [0xa8, 0xb2, 0xbc]],
            _ => [[0xee, 0xf0, 0xf3], [0xd4, 0xdf, 0xea], [0x44, 0x4c, 0x56]],
        };
        let [wall, glass, ink] = colors.map(light_of);
        let background = match background {
            Background::White => [1.0; 4],
            Background::Black => [0.0, 0.0, 0.0, 1.0],
            Background::Transparent => [0.0; 4],
        };
        Self { background, wall, glass, ink }
    }
}

/// A colour of sRGB as light.
pub(super) fn light_of(color: Color) -> [f32; 3] {
    color.map(|part| (f32::from(part) / 255.0) * (f32::from(part) / 255.0))
}

/// Everything that decides the colour of a sample.
pub(super) struct Scene<'a> {
    pub camera: Camera,
    pub balls: Vec<Ball>,
    /// The colour of each body, as light.
    pub colors: Vec<[f32; 3]>,
    /// The orientations of the bodies, if known.
    pub rotations: &'a [Rotation],
    pub sheets: Vec<Sheet>,
    pub lines: Vec<[[f64; 3]; 2]>,
    pub palette: Palette,
    /// The direction of z in camera space.
    pub up: [f64; 3],
    pub occlusion: Occlusion,
    /// Nothing in the plane, where bodies are flat.
    pub shadow: Option<Shadow>,
}

impl Scene<'_> {
    /// The light of one sample.
    pub(super) fn sample(&self, layers: &Layers, sample: [usize; 2]) -> Light {
        let place = layers.solid.place(sample[0], sample[1]);
        let solid = match layers.solid.owner[place] {
            NOBODY => self.palette.background,
            wall if wall >= WALLS => {
                self.wall(layers, sample, &self.sheets[(wall - WALLS) as usize])
            }
            ball => opaque(self.body(layers, sample, &self.balls[ball as usize])),
        };
        let through = layers.veil[place];
        let glass = over(solid, self.palette.glass, 1.0 - through);
        over(glass, self.palette.ink, 0.8 * layers.ink[place])
    }

    fn spot(&self, layers: &Layers, sample: [usize; 2]) -> Spot {
        let depth = f64::from(layers.solid.depth[layers.solid.place(sample[0], sample[1])]);
        let [width, growth] = self.camera.sample_width();
        let point = self.camera.point(sample, depth, width + growth * depth);
        Spot { sample, point, normal: [0.0; 3] }
    }

    fn body(&self, layers: &Layers, sample: [usize; 2], ball: &Ball) -> [f32; 3] {
        let mut spot = self.spot(layers, sample);
        spot.normal = scale(&subtract(&spot.point, &ball.center), 1.0 / ball.radius);
        let color = self.colors.get(ball.body).copied().unwrap_or([0.5; 3]);
        let Some(shadow) = &self.shadow else { return self.disc(&spot, ball, color) };
        let lit = 1.0 - SHADOW * shadow.shade(&spot);
        let light = self.daylight(layers, &spot, lit);
        let outline = 1.0 - OUTLINE * self.outline(layers, &spot, ball);
        let gloss = GLOSS * lit * gloss(&spot.normal);
        color.map(|part| (part * light + gloss) * outline)
    }

    /// Sky and key light on a place, given how much of the key light reaches it.
    fn daylight(&self, layers: &Layers, spot: &Spot, lit: f32) -> f32 {
        let sky = SKY[0] + (SKY[1] - SKY[0]) * (0.5 + 0.5 * dot(&spot.normal, &self.up)) as f32;
        let open = self.occlusion.light(&layers.solid, &self.camera, spot);
        let key = dot(&spot.normal, &TO_LIGHT).max(0.0) as f32;
        let fill = FILL * dot(&spot.normal, &TO_FILL).max(0.0) as f32;
        // Crevices are dark in the key light too, though less.
        (sky + fill) * open + KEY * key * lit * (0.5 + 0.5 * open)
    }

    /// How much of an outline a sample is: 1 where what is beside it lies far behind.
    fn outline(&self, layers: &Layers, spot: &Spot, ball: &Ball) -> f32 {
        let solid = &layers.solid;
        let [column, row] = spot.sample;
        let depth = |column: usize, row: usize| {
            let inside = column < solid.width && solid.rows.contains(&row);
            if inside { f64::from(solid.depth[solid.place(column, row)]) } else { spot.point[2] }
        };
        let beside = [
            depth(column + 1, row),
            depth(column.wrapping_sub(1), row),
            depth(column, row + 1),
            depth(column, row.wrapping_sub(1)),
        ];
        let farthest = beside.into_iter().fold(spot.point[2], f64::max);
        let jump = ((farthest - spot.point[2]) / ball.radius - 0.5).clamp(0.0, 1.0);
        // Small bodies would be nothing but outline.
        let samples = ball.radius * self.camera.scale * self.camera.shrink(ball.center[2]);
        (jump * ((samples - 2.0) / 8.0).clamp(0.0, 1.0)) as f32
    }

    /// A flat disc with a rim, and a line from the middle that shows how far it has turned.
    fn disc(&self, spot: &Spot, ball: &Ball, color: [f32; 3]) -> [f32; 3] {
        let [x, y, _] = spot.normal;
        let sample = 1.0 / (ball.radius * self.camera.scale);
        let rim = (0.07f64).max(1.5 * sample).min(0.3);
        let dark = |cover: f64| (1.0 - 0.7 * cover.clamp(0.0, 1.0)) as f32;
        let mut light = dark(((x * x + y * y).sqrt() - 1.0 + rim) / sample + 0.5);
        if let Some(rotation) = self.rotations.get(ball.body) {
            let [along, across, _] = rotate(&inverse(rotation), &[x, y, 0.0]);
            if along > 0.0 {
                light = light.min(dark((0.6 * rim - across.abs()) / sample + 0.5));
            }
        }
        color.map(|part| part * light)
    }

    /// The last wall behind everything, on which shadows fall.
    fn wall(&self, layers: &Layers, sample: [usize; 2], sheet: &Sheet) -> Light {
        let mut spot = self.spot(layers, sample);
        spot.normal = sheet.normal;
        let shade = self.shadow.as_ref().map_or(0.0, |shadow| shadow.shade(&spot));
        let light = 0.54 + 0.48 * self.daylight(layers, &spot, 1.0 - SHADOW * shade);
        let color = self.palette.wall.map(|part| part * light.min(1.06));
        over(self.palette.background, color, 0.9)
    }
}

/// A soft highlight, with a power made of products.
fn gloss(normal: &[f64; 3]) -> f32 {
    let near = dot(normal, &HALFWAY).max(0.0) as f32;
    let fourth = near * near * near * near;
    let sixteenth = fourth * fourth * fourth * fourth;
    sixteenth * sixteenth * sixteenth
}

fn opaque([r, g, b]: [f32; 3]) -> Light {
    [r, g, b, 1.0]
}

/// A colour laid over light, hiding this share of it.
fn over(under: Light, color: [f32; 3], share: f32) -> Light {
    let [r, g, b] = color;
    let upper = [r, g, b, 1.0];
    std::array::from_fn(|part| under[part] * (1.0 - share) + upper[part] * share)
}
