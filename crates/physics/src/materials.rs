//! Materials, and what two of them do to each other.

use std::fmt;

/// What a body or a wall is made of. Units are SI.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The name in scenes and messages.
    pub name: String,
    /// The density (kg/m³; kg/m² in the plane).
    pub density: f64,
    /// Young's modulus E (Pa).
    pub young: f64,
    /// Poisson's ratio ν.
    pub poisson: f64,
}

impl Default for Material {
    /// Soft glass: E is 10 MPa, a common choice that keeps steps long.
    fn default() -> Self {
        Self { name: "default".into(), density: 2500.0, young: 1e7, poisson: 0.25 }
    }
}

/// What belongs to two materials in contact. Each law uses the fields that concern it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// The coefficient of restitution e: the speed after a head-on impact over the speed before.
    pub restitution: f64,
    /// The coefficient of sliding friction μ.
    pub friction: f64,
    /// The coefficient of rolling friction μᵣ: the arm of the resistance over the reduced radius.
    pub rolling_friction: f64,
    /// The coefficient of twisting friction: the arm of the resistance over the reduced radius.
    pub twisting_friction: f64,
    /// The normal stiffness of linear springs kₙ (N/m); from the moduli if zero.
    pub stiffness: f64,
    /// The tangential over the normal stiffness of linear springs.
    pub stiffness_ratio: f64,
    /// The greatest force of cohesion (N), Lazarević's Nᶜ.
    pub cohesion: f64,
    /// The work of adhesion w (J/m²): what it takes to part a unit of area; 2 γ for two surfaces of
    /// the energy γ each.
    pub surface_energy: f64,
}

impl Default for Pairing {
    fn default() -> Self {
        Self {
            restitution: 0.5,
            friction: 0.5,
            rolling_friction: 0.0,
            twisting_friction: 0.0,
            stiffness: 0.0,
            stiffness_ratio: 2.0 / 7.0,
            cohesion: 0.0,
            surface_energy: 0.0,
        }
    }
}

/// Everything a law may know about two materials.
#[derive(Clone, Copy, Debug)]
pub struct PairOfMaterials<'a> {
    /// The two materials.
    pub materials: [&'a Material; 2],
    /// What belongs to them together.
    pub pairing: &'a Pairing,
}

impl PairOfMaterials<'_> {
    /// 1/E* = (1-ν₁²)/E₁ + (1-ν₂²)/E₂ (Pa).
    pub fn effective_young(&self) -> f64 {
        1.0 / self.materials.iter().map(|m| (1.0 - m.poisson * m.poisson) / m.young).sum::<f64>()
    }

    /// 1/G* = (2-ν₁)/G₁ + (2-ν₂)/G₂ with G = E / (2 (1+ν)) (Pa).
    pub fn effective_shear(&self) -> f64 {
        let compliance = |m: &Material| (2.0 - m.poisson) * 2.0 * (1.0 + m.poisson) / m.young;
        1.0 / self.materials.iter().map(|m| compliance(m)).sum::<f64>()
    }
}

/// All materials and the table of their pairings.
#[derive(Clone, Debug, PartialEq)]
pub struct Materials {
    list: Vec<Material>,
    /// The lower triangle: the pairing of a and b ≤ a stands at a (a+1) / 2 + b.
    pairings: Vec<Pairing>,
    /// What pairs have that were not set.
    pub default_pairing: Pairing,
}

impl Default for Materials {
    fn default() -> Self {
        let default_pairing = Pairing::default();
        Self { list: Vec::new(), pairings: Vec::new(), default_pairing }
    }
}

impl Materials {
    /// The number of materials.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// One material.
    pub fn get(&self, material: u16) -> Option<&Material> {
        self.list.get(usize::from(material))
    }

    /// Adds a material and returns its number; its pairings are the default until they are set.
    pub fn add(&mut self, material: Material) -> Result<u16, BadMaterial> {
        check(&material)?;
        let number = u16::try_from(self.list.len()).map_err(|_| BadMaterial {
            what: "the number of materials".into(),
            found: self.list.len() as f64,
            expected: "at most 65535",
        })?;
        self.list.push(material);
        self.pairings.resize(self.list.len() * (self.list.len() + 1) / 2, self.default_pairing);
        Ok(number)
    }

    /// Sets what belongs to two materials together.
    pub fn pair(&mut self, a: u16, b: u16, pairing: Pairing) -> Result<(), BadMaterial> {
        check_pairing(&pairing)?;
        let index = pair_index(usize::from(a), usize::from(b));
        if usize::from(a.max(b)) >= self.list.len() {
            return Err(BadMaterial {
                what: format!("material {}", a.max(b)),
                found: self.list.len() as f64,
                expected: "a number below the number of materials",
            });
        }
        self.pairings[index] = pairing;
        Ok(())
    }

    /// Every material with itself and with those before it.
    pub fn pairs(&self) -> impl Iterator<Item = PairOfMaterials<'_>> {
        (0..self.list.len()).flat_map(move |a| (0..=a).map(move |b| self.pair_of(a, b)))
    }

    /// Every material with every material: a whole table, row by row.
    pub fn table(&self) -> impl Iterator<Item = PairOfMaterials<'_>> {
        let count = self.list.len();
        (0..count).flat_map(move |a| (0..count).map(move |b| self.pair_of(a, b)))
    }

    fn pair_of(&self, a: usize, b: usize) -> PairOfMaterials<'_> {
        PairOfMaterials {
            materials: [&self.list[a], &self.list[b]],
            pairing: &self.pairings[pair_index(a, b)],
        }
    }
}

/// Where the pairing of two materials stands in the triangle.
fn pair_index(a: usize, b: usize) -> usize {
    let (high, low) = (a.max(b), a.min(b));
    high * (high + 1) / 2 + low
}

fn check(material: &Material) -> Result<(), BadMaterial> {
    let name = &material.name;
    let refuse = |what: &str, found: f64, expected: &'static str| {
        Err(BadMaterial { what: format!("{what} of material `{name}`"), found, expected })
    };
    if !(material.density > 0.0 && material.density.is_finite()) {
        return refuse("the density", material.density, "a number above 0 kg/m³");
    }
    if !(material.young > 0.0 && material.young.is_finite()) {
        return refuse("Young's modulus", material.young, "a number above 0 Pa");
    }
    if !(material.poisson > -1.0 && material.poisson <= 0.5) {
        return refuse("Poisson's ratio", material.poisson, "a number from -1 to 0.5");
    }
    Ok(())
}

fn check_pairing(pairing: &Pairing) -> Result<(), BadMaterial> {
    let refuse = |what: &str, found: f64, expected: &'static str| {
        Err(BadMaterial { what: what.into(), found, expected })
    };
    if !(pairing.restitution > 0.0 && pairing.restitution <= 1.0) {
        return refuse(
            "the restitution of a pair",
            pairing.restitution,
            "a number above 0 and up to 1: no finite damping stops a body dead",
        );
    }
    let not_negative = [
        ("the friction of a pair", pairing.friction),
        ("the rolling friction of a pair", pairing.rolling_friction),
        ("the twisting friction of a pair", pairing.twisting_friction),
        ("the stiffness of a pair", pairing.stiffness),
        ("the stiffness ratio of a pair", pairing.stiffness_ratio),
        ("the cohesion of a pair", pairing.cohesion),
        ("the surface energy of a pair", pairing.surface_energy),
    ];
    for (what, found) in not_negative {
        if !(found >= 0.0 && found.is_finite()) {
            return refuse(what, found, "a number of at least 0");
        }
    }
    Ok(())
}

/// Why a material or a pairing cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct BadMaterial {
    what: String,
    found: f64,
    expected: &'static str,
}

impl fmt::Display for BadMaterial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}; expected {}", self.what, self.found, self.expected)
    }
}

impl std::error::Error for BadMaterial {}
