//! The impact of elastic bodies after Hertz, in closed form.
//!
//! ```text
//!   F = 4/3 E* √R* δ^{3/2}     δₘ = (15 m* v² / (16 E* √R*))^{2/5}     t = C δₘ / v
//! ```
//!
//! C = (4/5) √π Γ(2/5) / Γ(9/10). The overlap at which friction acts on the mean, ∫ δ F dt / ∫ F dt, is
//! B(7/5, 1/2) / 2 = 0.8176 times the deepest: by so much friction's arm is shorter than the radius of a ball on
//! a plane.

use esker_physics::Material;

/// (4/5) √π Γ(2/5) / Γ(9/10).
const DURATION: f64 = 2.943_275_184;
/// B(7/5, 1/2) / 2.
const MEAN_OVERLAP: f64 = 0.817_576_44;

/// What decides an impact along the normal. Units are SI.
#[derive(Clone, Copy, Debug)]
pub struct Hertz {
    /// E*, from 1/E* = Σ (1-ν²)/E (Pa).
    pub young: f64,
    /// R*, from 1/R* = Σ 1/R (m).
    pub radius: f64,
    /// m*, from 1/m* = Σ 1/m (kg).
    pub mass: f64,
    /// The speed of approach (m/s).
    pub speed: f64,
}

impl Hertz {
    /// The deepest overlap (m).
    pub fn deepest(&self) -> f64 {
        let energy = 15.0 * self.mass * self.speed * self.speed;
        (energy / (16.0 * self.young * self.radius.sqrt())).powf(0.4)
    }

    /// The force at an overlap (N).
    pub fn force(&self, overlap: f64) -> f64 {
        4.0 / 3.0 * self.young * self.radius.sqrt() * overlap.max(0.0).powf(1.5)
    }

    /// The strongest force (N).
    pub fn strongest(&self) -> f64 {
        self.force(self.deepest())
    }

    /// How long they touch (s).
    pub fn duration(&self) -> f64 {
        DURATION * self.deepest() / self.speed
    }

    /// The overlap at which friction acts on the mean (m).
    pub fn mean_overlap(&self) -> f64 {
        MEAN_OVERLAP * self.deepest()
    }

    /// The overlap at rest under a load (m).
    pub fn overlap(&self, load: f64) -> f64 {
        (0.75 * load / (self.young * self.radius.sqrt())).powf(2.0 / 3.0)
    }
}

/// E* of two materials (Pa).
pub fn effective_young(materials: [&Material; 2]) -> f64 {
    let compliances = materials.map(|m| (1.0 - m.poisson * m.poisson) / m.young);
    1.0 / (compliances[0] + compliances[1])
}

/// The mass of a ball (kg).
pub fn mass_of(density: f64, radius: f64) -> f64 {
    density * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3)
}
