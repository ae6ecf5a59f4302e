//! A batch of contacts as columns: what laws read and write.
//!
//! ```text
//!   contact   0  1  2  3  4  5  6  7 …      one column for each quantity. A law is a loop over
//!   overlap   ·  ·  ·  ·  ·  ·  ·  ·        the lanes without branches; the compiler turns it
//!   normal x  ·  ·  ·  ·  ·  ·  ·  ·        into vectors of two, four or eight contacts
//! ```
//!
//! The normal points from the second body to the first; relative velocities are of the first
//! against the second, at the point of contact; force and torque are those on the first. Laws
//! always work on all lanes: those without a contact hold numbers of an earlier one, or of a pair
//! that is farther apart than laws reach, and what becomes of them is not used. 32 contacts with all
//! columns take 16 KiB: half of a first-level cache.

use crate::laws::Own;
use esker_geom::vector::{add, cross, dot, scale, subtract};
use std::ops::{Deref, DerefMut, Range};

/// Contacts in a batch.
pub const LANES: usize = 32;
/// One quantity of every contact.
pub type Column = [f64; LANES];
/// A column that begins with a line of the cache, wherever it stands.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Lined(Column);

impl Lined {
    pub(crate) const ZERO: Self = Self([0.0; LANES]);
}

impl Deref for Lined {
    type Target = Column;

    #[inline(always)]
    fn deref(&self) -> &Column {
        &self.0
    }
}

impl DerefMut for Lined {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Column {
        &mut self.0
    }
}

/// The most coefficients that the laws of a model have together.
pub const MOST_COEFFICIENTS: usize = 20;
/// The most numbers of history that the laws of a model keep together.
pub const MOST_HISTORY: usize = 12;

/// The columns, each of whole lines of the cache. Units are SI.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Batch {
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
    /// How fast the pair turns about its normal (rad/s): the mean of both spins along it.
    pub twist: Column,
    /// The stiffness of the contact along the normal (N/m), set by the normal law: dF/dδ, for round
    /// bodies 2 E* a with the radius a of the contact. Zero where the bodies do not touch.
    pub stiffness: Column,
    /// √(m* S) (kg/s) with that stiffness: what dashpots are measured by.
    pub impedance: Column,
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
    /// The time since the last step (s).
    pub time_step: f64,
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
    ///
    /// To be bound by a statement of its own: out of a tuple its 16 KiB would be copied.
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
            twist: ZERO,
            stiffness: ONE,
            impedance: ONE,
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

    /// Sets what the laws need to know of the two materials of one lane.
    #[inline(always)]
    pub(crate) fn set_coefficients(&mut self, k: usize, coefficients: &[f64]) {
        for (column, coefficient) in self.coefficients.iter_mut().zip(coefficients) {
            column[k] = *coefficient;
        }
    }

    /// Sets what the laws kept of one lane.
    #[inline(always)]
    pub(crate) fn recall(&mut self, k: usize, kept: impl Iterator<Item = f64>) {
        for (column, kept) in self.history.iter_mut().zip(kept) {
            column[k] = kept;
        }
    }

    /// The load that friction feels in one lane (N): N + 2 F, with the force F that pulls an
    /// adhesive contact apart (Thornton 1991), and never less than nothing.
    #[inline(always)]
    pub fn load(&self, k: usize) -> f64 {
        (self.normal_force[k] + 2.0 * self.adhesion[k]).max(0.0)
    }

    /// Sets the impedance, once the normal law has set the stiffness.
    #[inline(always)]
    pub(crate) fn set_impedance(&mut self) {
        for k in 0..LANES {
            self.impedance[k] = (self.stiffness[k] * self.reduced_mass[k]).sqrt();
        }
    }

    /// Takes contacts from rows, by what their geometry is; the spins only if laws ask for them.
    #[inline(always)]
    pub(crate) fn resolve<const SPINS: bool>(
        &mut self,
        rows: &Rows,
        geometry: impl Fn(&Rows, usize) -> Geometry,
    ) {
        for k in 0..LANES {
            let geometry = geometry(rows, k);
            let motion = Motion::of(rows, k, &geometry);
            self.overlap[k] = geometry.overlap;
            self.reduced_radius[k] = geometry.reduced_radius;
            self.reduced_mass[k] = geometry.reduced_mass;
            self.normal_velocity[k] = motion.along;
            set_lane(&mut self.arm, k, geometry.arm);
            set_lane(&mut self.normal, k, geometry.normal);
            set_lane(&mut self.tangent_velocity, k, motion.across);
            self.twist[k] = motion.twist;
            for side in 0..if SPINS { 2 } else { 0 } {
                let [x, y, z, _] = rows.spin[side][k];
                set_lane(&mut self.spin[side], k, [x, y, z]);
            }
        }
    }

    /// Makes lanes whose bodies are farther apart than laws reach (m) do and remember nothing: of
    /// the history, so many numbers.
    #[inline(always)]
    pub(crate) fn forget_apart(&mut self, reach: f64, remembered: usize) {
        let kept = within(&self.overlap, reach);
        forget(&mut self.normal_force, &kept);
        for column in &mut self.tangent_force {
            forget(column, &kept);
        }
        self.forget_couples_apart(reach, 0..remembered);
    }

    /// The same of torques and of what those laws keep that have them.
    #[inline(always)]
    pub(crate) fn forget_couples_apart(&mut self, reach: f64, remembered: Range<usize>) {
        let kept = within(&self.overlap, reach);
        for column in self.torque.iter_mut().chain(&mut self.history[remembered]) {
            forget(column, &kept);
        }
    }

    /// Sets all sums to nothing.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.adhesion = [0.0; LANES];
        self.normal_force = [0.0; LANES];
        self.tangent_force = [[0.0; LANES]; 3];
        self.torque = [[0.0; LANES]; 3];
    }
}

/// All bits of those lanes whose bodies are within the reach of laws (m).
#[inline(always)]
fn within(overlap: &Column, reach: f64) -> [u64; LANES] {
    overlap.map(|overlap| if overlap >= -reach { u64::MAX } else { 0 })
}

/// Leaves these bits of a column: with a choice in their place compilers branch in every lane.
#[inline(always)]
fn forget(column: &mut Column, kept: &[u64; LANES]) {
    for k in 0..LANES {
        column[k] = f64::from_bits(column[k].to_bits() & kept[k]);
    }
}

/// Where and how deep two bodies touch: one lane of the columns of the same names.
pub(crate) struct Geometry {
    normal: [f64; 3],
    overlap: f64,
    arm: [f64; 2],
    reduced_radius: f64,
    reduced_mass: f64,
}

impl Geometry {
    /// Two spheres.
    #[inline(always)]
    pub(crate) fn of_spheres(rows: &Rows, k: usize) -> Self {
        let [dx, dy, dz, sum] = rows.apart[k];
        let inverse_mass = rows.velocity[k][3];
        let radius = [0, 1].map(|side| rows.spin[side][k][3]);
        let distance = (dx * dx + dy * dy + dz * dz).sqrt();
        // Two centres in one place have no direction; any one will do to push them apart.
        let (length, aside) = if distance > 0.0 { (distance, 0.0) } else { (1.0, 1.0) };
        // One division for three: they are what costs most here.
        let share = 1.0 / (length * sum * inverse_mass);
        let inverse = share * sum * inverse_mass;
        let overlap = sum - distance;
        Self {
            normal: [dx * inverse + aside, dy * inverse, dz * inverse],
            overlap,
            arm: radius.map(|radius| radius - 0.5 * overlap),
            reduced_radius: radius[0] * radius[1] * (share * length * inverse_mass),
            reduced_mass: share * length * sum,
        }
    }

    /// A sphere at a wall, which has no curvature and no end of mass, and whose centre is where they
    /// touch: rows have the normal and the distance of the centre in place of centres and radii.
    #[inline(always)]
    pub(crate) fn at_wall(rows: &Rows, k: usize) -> Self {
        let [x, y, z, distance] = rows.apart[k];
        let radius = rows.spin[0][k][3];
        Self {
            normal: [x, y, z],
            overlap: radius - distance,
            arm: [distance, 0.0],
            reduced_radius: radius,
            reduced_mass: 1.0 / rows.velocity[k][3],
        }
    }
}

/// How two bodies move against each other where they touch.
struct Motion {
    along: f64,
    across: [f64; 3],
    twist: f64,
}

impl Motion {
    #[inline(always)]
    fn of(rows: &Rows, k: usize, Geometry { normal, arm, .. }: &Geometry) -> Self {
        let vector = |[x, y, z, _]: Row| [x, y, z];
        let spin = [0, 1].map(|side| vector(rows.spin[side][k]));
        // v₁ - v₂ - (a₁ ω₁ + a₂ ω₂) × n
        let turning = cross(&add(&scale(&spin[0], arm[0]), &scale(&spin[1], arm[1])), normal);
        let v = subtract(&vector(rows.velocity[k]), &turning);
        let along = dot(&v, normal);
        let across = subtract(&v, &scale(normal, along));
        Self { along, across, twist: 0.5 * dot(&add(&spin[0], &spin[1]), normal) }
    }
}

/// What contacts do to their bodies, as rows. Signs are such that both rows of a contact are added
/// to its first body, each times its number, and both taken from its second: see `tile.rs`.
#[repr(C, align(64))]
pub(crate) struct Pushes {
    /// The force F on the first body (N), and its arm a₁ (m).
    pub(crate) force: [Row; LANES],
    /// F × n (N), and the arm of the second body, changed in sign: -a₂ (m).
    pub(crate) turn: [Row; LANES],
    /// The torque of rolling and twisting on the first body (N m).
    pub(crate) couple: [Row; LANES],
    /// Whether the laws have such torques.
    pub(crate) has_couples: bool,
}

impl Pushes {
    pub(crate) fn new(has_couples: bool) -> Self {
        const ZERO: [Row; LANES] = [[0.0; 4]; LANES];
        Self { force: ZERO, turn: ZERO, couple: ZERO, has_couples }
    }

    /// Takes the sums of a batch; the torques only if laws have some.
    #[inline(always)]
    pub(crate) fn take(&mut self, contacts: &Batch) {
        for k in 0..LANES {
            self.set(k, contacts, contacts.normal_force[k], &lane(&contacts.tangent_force, k));
        }
        self.take_couples(contacts);
    }

    /// Takes the torques of rolling and twisting.
    #[inline(always)]
    pub(crate) fn take_couples(&mut self, contacts: &Batch) {
        for k in 0..if self.has_couples { LANES } else { 0 } {
            let [x, y, z] = lane(&contacts.torque, k);
            self.couple[k] = [x, y, z, 0.0];
        }
    }

    /// Sets force and turn of a lane from the forces along and across the normal.
    #[inline(always)]
    pub(crate) fn set(&mut self, k: usize, contacts: &Batch, along: f64, across: &[f64; 3]) {
        let normal = lane(&contacts.normal, k);
        let [x, y, z] = add(&scale(&normal, along), across);
        self.force[k] = [x, y, z, contacts.arm[0][k]];
        let [x, y, z] = cross(across, &normal);
        self.turn[k] = [x, y, z, -contacts.arm[1][k]];
    }

    /// The force on the first body, and the torques on the first and, changed in sign, the second:
    /// that of a force at -a₁ n is a₁ F × n, and on the other side a₂ F × n.
    #[inline(always)]
    pub(crate) fn of(&self, k: usize) -> [[f64; 3]; 3] {
        let [force, turn, couple] = [&self.force, &self.turn, &self.couple]
            .map(|rows| [rows[k][0], rows[k][1], rows[k][2]]);
        let (first, second) = (self.force[k][3], self.turn[k][3]);
        [force, add(&couple, &scale(&turn, first)), add(&couple, &scale(&turn, second))]
    }
}

/// Four numbers of one contact, side by side.
pub(crate) type Row = [f64; 4];

/// Contacts as they are gathered from bodies, a row for each.
#[repr(C, align(64))]
pub(crate) struct Rows {
    /// The difference of the centres, first minus second (m), and the sum of the radii (m).
    pub(crate) apart: [Row; LANES],
    /// The difference of the velocities (m/s), and the sum of the inverse masses (1/kg).
    pub(crate) velocity: [Row; LANES],
    /// The angular velocity (rad/s) and the radius (m) of each body.
    pub(crate) spin: [[Row; LANES]; 2],
}

impl Rows {
    /// Rows of harmless contacts.
    pub(crate) fn new() -> Self {
        const ONE: [Row; LANES] = [[1.0; 4]; LANES];
        Self { apart: ONE, velocity: ONE, spin: [ONE; 2] }
    }
}
