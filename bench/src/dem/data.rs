//! The scenes as files that peers read.
//!
//! ```text
//!   LAMMPS, LIGGGHTS   Atoms # sphere: id type diameter density x y z;   Velocities: id v ω
//!   YADE               the raw format of scenes.rs
//! ```

use super::scenes::{DENSITY, Sphere, Spheres};
use std::io::{self, BufRead, Write};

/// Spheres in a box from the origin, with its lengths (m).
pub struct Filling {
    pub lengths: [f64; 3],
    pub spheres: Vec<Sphere>,
}

impl Filling {
    /// Reads all spheres of a scene.
    pub fn of(source: Spheres<impl BufRead>) -> Result<Self, String> {
        let mut filling = Self { lengths: source.lengths, spheres: Vec::new() };
        source.for_each(|sphere| {
            filling.spheres.push(*sphere);
            Ok(())
        })?;
        Ok(filling)
    }

    /// Writes the data file of LAMMPS and LIGGGHTS.
    pub fn write_lammps(&self, to: &mut impl Write) -> io::Result<()> {
        writeln!(to, "spheres\n\n{} atoms\n1 atom types\n", self.spheres.len())?;
        for (axis, length) in ["x", "y", "z"].iter().zip(self.lengths) {
            writeln!(to, "0 {length} {axis}lo {axis}hi")?;
        }
        writeln!(to, "\nAtoms # sphere\n")?;
        for (index, Sphere { center: [x, y, z], radius, .. }) in self.spheres.iter().enumerate() {
            writeln!(to, "{} 1 {} {DENSITY} {x} {y} {z}", index + 1, 2.0 * radius)?;
        }
        writeln!(to, "\nVelocities\n")?;
        for (index, Sphere { velocity: [u, v, w], .. }) in self.spheres.iter().enumerate() {
            writeln!(to, "{} {u} {v} {w} 0 0 0", index + 1)?;
        }
        Ok(())
    }

    /// Writes the raw format.
    pub fn write_raw(&self, to: &mut impl Write) -> io::Result<()> {
        let [x, y, z] = self.lengths;
        writeln!(to, "{} {x} {y} {z}", self.spheres.len())?;
        for Sphere { center: [x, y, z], radius, velocity: [u, v, w] } in &self.spheres {
            writeln!(to, "{x} {y} {z} {radius} {u} {v} {w}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filling() -> Filling {
        let sphere =
            |radius| Sphere { center: [1.5, 2.0, 3.0], radius, velocity: [0.0, -0.25, 1e-3] };
        Filling { lengths: [4.0, 5.0, 6.5], spheres: [1.0, 0.51].map(sphere).into() }
    }

    fn lines(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> Vec<String> {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap().lines().map(String::from).collect()
    }

    #[test]
    fn the_data_file_is_as_lammps_reads_it() {
        let written = lines(|to| filling().write_lammps(to));
        let head = ["spheres", "", "2 atoms", "1 atom types", ""];
        let sides = ["0 4 xlo xhi", "0 5 ylo yhi", "0 6.5 zlo zhi", "", "Atoms # sphere", ""];
        assert_eq!(written[..11], [&head[..], &sides[..]].concat());
        assert_eq!(written[11..13], ["1 1 2 2500 1.5 2 3", "2 1 1.02 2500 1.5 2 3"]);
        assert_eq!(written[13..17], ["", "Velocities", "", "1 0 -0.25 0.001 0 0 0"]);
        assert_eq!(written.len(), 18);
    }

    #[test]
    fn the_raw_file_is_as_the_scenes() {
        let written = lines(|to| filling().write_raw(to));
        assert_eq!(written[..2], ["2 4 5 6.5", "1.5 2 3 1 0 -0.25 0.001"]);
    }
}
