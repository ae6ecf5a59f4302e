//! Munjiza's packings A to D (2005, section 6): lattices of spheres of diameter 1.

use crate::{Packing, Recipe};

/// A cubic lattice of at least `count` sites, filled x first. The spacing of an axis is what `fixed`
/// says, or else the recipe's.
pub(crate) fn lattice<const D: usize>(
    recipe: &Recipe,
    fixed: impl Fn(usize) -> Option<f64>,
) -> Packing<D> {
    let spacing: [f64; D] = std::array::from_fn(|axis| fixed(axis).unwrap_or(recipe.spacing));
    let side = side_of::<D>(recipe.count);
    let center = |site: usize| {
        let mut rest = site;
        std::array::from_fn(|axis| {
            let index = rest % side;
            rest /= side;
            (index as f64 + 0.5) * spacing[axis]
        })
    };
    Packing { centers: (0..recipe.count).map(center).collect(), radii: vec![0.5; recipe.count] }
}

/// The smallest number whose D-th power is at least `count`, and at least 1.
pub(crate) fn side_of<const D: usize>(count: usize) -> usize {
    (1..).find(|side: &usize| side.pow(D as u32) >= count).expect("some power is large enough")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn munjizas_largest_packing_is_a_cube() {
        assert_eq!(side_of::<3>(5_000_211), 171);
        assert_eq!(side_of::<3>(8_000), 20);
        assert_eq!(side_of::<2>(10), 4);
        assert_eq!(side_of::<3>(0), 1);
    }
}
