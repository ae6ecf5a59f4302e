//! A batch of contacts as columns: what laws read and write.
//!
//! ```text
//!   contact   0  1  2  3  4  5  6  7 …        one column for each quantity. A law is a loop over the
//!   overlap   ·  ·  ·  ·  ·  ·  ·  ·          lanes without branches; the compiler turns it into
//!   normal x  ·  ·  ·  ·  ·  ·  ·  ·          vectors of two, four or eight contacts
//! ```
//!
//! The normal points from the second body to the first; relative velocities are of the first against
//! the second, at the point of contact; force and torque are those on the first. Laws always work on
//! all lanes: those without a contact hold numbers of an earlier one, and what becomes of them is never read.
//! 32 contacts with all columns take 16 KiB: half of a first-level cache.

use crate::laws::Own;

/// Contacts in a batch.
pub const LANES: usize = 32;
/// One quantity of every contact.
pub type Column = [f64; LANES];
/// The most coefficients that the laws of a model have together.
pub const MOST_COEFFICIENTS: usize = 20;
/// The most numbers of history that the laws of a model keep together.
pub const MOST_HISTORY: usize = 12;

/// The columns. Units are SI.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The time since the last step (s).
    pub time_step: f64,
    /// From the second body to the first, length one.
    pub normal: [Column; 3],
    /// How deep the bodies overlap (m); negative within the reach of laws that act at a distance.
    pub overlap: Column,
    /// 1/R* = 1/r₁ + 1/r₂ (m).
    pub reduced_radius: Column,
    /// 1/m* = 1/m₁ + 1/m₂ (kg).
    pub reduced_mass: Column,
    /// From each centre to the point of contact (m).
    pub arm: [Column; 2],
    /// The relative velocity along the normal (m/s); negative when they approach.
    pub normal_velocity: Column,
    /// The relative velocity across the normal (m/s).
    pub tangent_velocity: [Column; 3],
    /// The angular velocities of both bodies (rad/s).
    pub spin: [[Column; 3]; 2],
    /// The stiffness of the contact along the normal (N/m), set by the normal law: dF/dδ, for round
    /// bodies 2 E* a with the radius a of the contact. Zero where the bodies do not touch.
    pub stiffness: Column,
    /// The force that it takes to pull the contact apart (N), set by adhesive normal laws.
    pub adhesion: Column,
    /// The force along the normal (N), pushing positive: a sum over laws.
    pub normal_force: Column,
    /// The force across the normal (N): a sum over laws.
    pub tangent_force: [Column; 3],
    /// The torque of rolling and twisting (N m): a sum over laws.
    pub torque: [Column; 3],
    /// The energy stored in the contact (J): a sum over laws, when it is asked for.
    pub energy: Column,
    /// What laws need to know of the two materials.
    pub coefficients: [Column; MOST_COEFFICIENTS],
    /// What laws keep from step to step; zero when a contact begins.
    pub history: [Column; MOST_HISTORY],
}

/// The numbers of one lane.
#[inline(always)]
pub fn lane<const N: usize>(columns: &[Column; N], k: usize) -> [f64; N] {
    std::array::from_fn(|index| columns[index][k])
}

/// Writes the numbers of one lane.
#[inline(always)]
pub fn set_lane<const N: usize>(columns: &mut [Column; N], k: usize, numbers: [f64; N]) {
    (0..N).for_each(|index| columns[index][k] = numbers[index]);
}

/// Adds to the numbers of one lane.
#[inline(always)]
pub fn add_lane<const N: usize>(columns: &mut [Column; N], k: usize, numbers: [f64; N]) {
    (0..N).for_each(|index| columns[index][k] += numbers[index]);
}

impl Batch {
    /// A batch without contacts: every lane holds a harmless one.
    pub fn new(time_step: f64) -> Self {
        const ZERO: Column = [0.0; LANES];
        const ONE: Column = [1.0; LANES];
        Self {
            time_step,
            normal: [ONE, ZERO, ZERO],
            overlap: ZERO,
            reduced_radius: ONE,
            reduced_mass: ONE,
            arm: [ONE; 2],
            normal_velocity: ZERO,
            tangent_velocity: [ZERO; 3],
            spin: [[ZERO; 3]; 2],
            stiffness: ONE,
            adhesion: ZERO,
            normal_force: ZERO,
            tangent_force: [ZERO; 3],
            torque: [ZERO; 3],
            energy: ZERO,
            coefficients: [ONE; MOST_COEFFICIENTS],
            history: [ZERO; MOST_HISTORY],
        }
    }

    /// The coefficients of a law.
    #[inline(always)]
    pub fn coefficients<const N: usize>(&self, own: Own) -> [Column; N] {
        std::array::from_fn(|index| self.coefficients[own.coefficient + index])
    }

    /// The history of a law.
    #[inline(always)]
    pub fn history<const N: usize>(&self, own: Own) -> [Column; N] {
        std::array::from_fn(|index| self.history[own.history + index])
    }

    /// Writes the history of a law.
    #[inline(always)]
    pub fn keep<const N: usize>(&mut self, own: Own, history: &[Column; N]) {
        self.history[own.history..own.history + N].copy_from_slice(history);
    }

    /// The load that friction feels in one lane (N): N + 2 F, with the force F that pulls an adhesive
    /// contact apart (Thornton 1991), and never less than nothing.
    #[inline(always)]
    pub fn load(&self, k: usize) -> f64 {
        (self.normal_force[k] + 2.0 * self.adhesion[k]).max(0.0)
    }

    /// Takes two spheres of which `normal` is the difference of centres, `overlap` the square of their
    /// distance, `arm` the radii, `reduced_mass` the sum of inverse masses and `tangent_velocity` the
    /// difference of the centres' velocities, and makes them a contact.
    #[inline(always)]
    pub(crate) fn resolve_spheres(&mut self) {
        for k in 0..LANES {
            let distance = self.overlap[k].sqrt();
            // Two centres in one place have no direction; any one will do to push them apart.
            let inverse = if distance > 0.0 { 1.0 / distance } else { 0.0 };
            let (first, second) = (self.arm[0][k], self.arm[1][k]);
            let sum = first + second;
            let overlap = sum - distance;
            for axis in 0..3 {
                self.normal[axis][k] *= inverse;
            }
            self.normal[0][k] += if distance > 0.0 { 0.0 } else { 1.0 };
            self.overlap[k] = overlap;
            self.reduced_radius[k] = first * second / sum;
            self.arm[0][k] = first - 0.5 * overlap;
            self.arm[1][k] = second - 0.5 * overlap;
        }
    }

    /// Splits the velocities at the point of contact along and across the normal, and sets forces to
    /// nothing.
    #[inline(always)]
    pub(crate) fn resolve_motion(&mut self) {
        let [nx, ny, nz] = &self.normal;
        let [vx, vy, vz] = &mut self.tangent_velocity;
        let [first, second] = &self.spin;
        for k in 0..LANES {
            let n = [nx[k], ny[k], nz[k]];
            let w: [f64; 3] = std::array::from_fn(|axis| {
                self.arm[0][k] * first[axis][k] + self.arm[1][k] * second[axis][k]
            });
            // v₁ - v₂ - (a₁ ω₁ + a₂ ω₂) × n
            let v = [
                vx[k] - (w[1] * n[2] - w[2] * n[1]),
                vy[k] - (w[2] * n[0] - w[0] * n[2]),
                vz[k] - (w[0] * n[1] - w[1] * n[0]),
            ];
            let along = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
            self.normal_velocity[k] = along;
            vx[k] = v[0] - along * n[0];
            vy[k] = v[1] - along * n[1];
            vz[k] = v[2] - along * n[2];
            self.reduced_mass[k] = 1.0 / self.reduced_mass[k];
        }
        self.adhesion = [0.0; LANES];
        self.normal_force = [0.0; LANES];
        self.tangent_force = [[0.0; LANES]; 3];
        self.torque = [[0.0; LANES]; 3];
    }
}
