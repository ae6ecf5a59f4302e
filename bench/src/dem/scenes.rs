//! The scenes: spheres in a box of six walls, read where they lie.
//!
//! ```text
//!   NAME.raw.gz   N Lx Ly Lz           the box, from the origin
//!                 x y z r vx vy vz     one line for each sphere, in random order on purpose
//! ```
//!
//! Larger beds are the bed of 100 000 side by side, as often along x and y as the scene says, walls at the outer faces,
//! settled once more (`settled.rs`). Copies of one sphere follow each other, so that the order stays random.

use super::settled;
use flate2::read::GzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};

/// The density of every sphere (kg/m³).
pub const DENSITY: f64 = 2500.0;

/// A scene. Units are SI.
#[derive(Debug)]
pub struct Scene {
    pub name: &'static str,
    pub summary: &'static str,
    /// The name of the file, without its ending.
    file: &'static str,
    /// How often the box stands side by side along x and y.
    copies: [usize; 2],
    /// The acceleration along -z (m/s²).
    pub gravity: f64,
    /// The time step (s).
    pub time_step: f64,
    /// How many steps are timed unless told otherwise.
    pub steps: u64,
    /// The skin (m) of the peers' lists: the fastest we found; ours tunes itself.
    pub skin: f64,
    /// Whether radii differ by much: LAMMPS then has bins for each size.
    pub many_sizes: bool,
}

const BED: Scene = Scene {
    name: "sbed100k",
    summary: "a settled bed of 100 000, radii 0.215 to 0.225 m",
    file: "sbed100k",
    copies: [1, 1],
    gravity: 9.81,
    time_step: 5e-4,
    steps: 300,
    skin: 0.02,
    many_sizes: false,
};

/// The list of scenes.
pub const ALL: &[Scene] = &[
    Scene {
        name: "sbed20k",
        summary: "a settled bed of 20 000, radii 0.215 to 0.225 m",
        file: "sbed20k",
        steps: 1000,
        ..BED
    },
    BED,
    Scene {
        name: "sbed500k",
        summary: "the bed of 100 000 five times along x",
        copies: [5, 1],
        steps: 100,
        ..BED
    },
    Scene {
        name: "sbed1m",
        summary: "the bed of 100 000 five times along x, twice along y",
        copies: [5, 2],
        steps: 100,
        ..BED
    },
    Scene {
        name: "gas100k",
        summary: "a gas of solid fraction 0.05, 1 m/s along each axis",
        file: "gas100k",
        gravity: 0.0,
        skin: 0.1,
        ..BED
    },
    Scene {
        name: "spoly100k",
        summary: "a dense packing of radii from 1/32 m to 1 m",
        file: "spoly100k",
        gravity: 0.0,
        time_step: 5e-5,
        skin: 0.05,
        many_sizes: true,
        ..BED
    },
];

/// A sphere. Units are SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    pub center: [f64; 3],
    pub radius: f64,
    pub velocity: [f64; 3],
}

/// The scene of a name.
pub fn find(name: &str) -> Result<&'static Scene, String> {
    let names = || ALL.iter().map(|scene| scene.name).collect::<Vec<_>>().join(", ");
    let found = ALL.iter().find(|scene| scene.name == name);
    found.ok_or_else(|| format!("no scene '{name}'; there are {}", names()))
}

/// Where the scenes and the peers' input files lie: in the folder `shared` beside the repository, or in that of
/// the variable ESKER_SHARED.
pub fn folder() -> Result<PathBuf, String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("ESKER_SHARED").map_or_else(beside, PathBuf::from);
    let folder = shared.join("bench-peers");
    folder.canonicalize().map_err(|error| {
        format!(
            "the scenes are not there: {}: {error}; set ESKER_SHARED to the folder that holds bench-peers",
            folder.display()
        )
    })
}

impl Scene {
    /// Whether it is made of copies of its file.
    pub fn is_copied(&self) -> bool {
        self.copies != [1, 1]
    }

    /// Opens the scene: its file in the folder of [`folder`], or what is kept of its settled copies.
    pub fn open(&self, folder: &Path) -> Result<Spheres<impl BufRead>, String> {
        if !self.is_copied() {
            return self.open_copies(folder);
        }
        let settled = Spheres::open(&settled::kept(self)?, [1, 1]);
        settled.map_err(|error| format!("{error}; `dem --scene {}` settles it", self.name))
    }

    /// Opens the copies of the scene's file in the folder of [`folder`], as they stand side by side.
    pub fn open_copies(&self, folder: &Path) -> Result<Spheres<Source>, String> {
        Spheres::open(&folder.join("scenes").join(format!("{}.raw.gz", self.file)), self.copies)
    }
}

/// The spheres of a scene, one after the other as its file is read.
pub struct Spheres<R> {
    /// How many there are, copies included.
    pub count: usize,
    /// The lengths of the box (m), copies included.
    pub lengths: [f64; 3],
    copies: [usize; 2],
    /// Of one copy (m).
    period: [f64; 3],
    name: String,
    lines: Lines<R>,
    line: usize,
}

/// A file of spheres.
pub type Source = BufReader<GzDecoder<BufReader<File>>>;

impl Spheres<Source> {
    fn open(path: &Path, copies: [usize; 2]) -> Result<Self, String> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
        Self::read(copies, name, BufReader::new(GzDecoder::new(BufReader::new(file))))
    }
}

impl<R: BufRead> Spheres<R> {
    fn read(copies: [usize; 2], name: String, source: R) -> Result<Self, String> {
        let [copies_x, copies_y] = copies;
        let mut spheres = Self {
            count: 0,
            lengths: [0.0; 3],
            copies,
            period: [0.0; 3],
            name,
            lines: source.lines(),
            line: 0,
        };
        let [count, x, y, z] = spheres.numbers()?;
        spheres.count = count as usize * copies_x * copies_y;
        spheres.period = [x, y, z];
        spheres.lengths = [x * copies_x as f64, y * copies_y as f64, z];
        Ok(spheres)
    }

    /// Calls the action for every sphere.
    pub fn for_each(
        mut self,
        mut action: impl FnMut(&Sphere) -> Result<(), String>,
    ) -> Result<(), String> {
        let [copies_x, copies_y] = self.copies;
        for _ in 0..self.count / (copies_x * copies_y) {
            let [x, y, z, radius, u, v, w] = self.numbers()?;
            for copy in 0..copies_x * copies_y {
                let [i, j] = [copy % copies_x, copy / copies_x].map(|number| number as f64);
                let center = [x + i * self.period[0], y + j * self.period[1], z];
                action(&Sphere { center, radius, velocity: [u, v, w] })?;
            }
        }
        Ok(())
    }

    /// The numbers of the next line.
    fn numbers<const N: usize>(&mut self) -> Result<[f64; N], String> {
        self.line += 1;
        let line = self.lines.next().unwrap_or_else(|| Ok(String::new()));
        let line = line.map_err(|error| format!("{}: {error}", self.name))?;
        let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
        numbers.ok().and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| {
            format!("{}, line {}: expected {N} numbers, found '{line}'", self.name, self.line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dem::data::Filling;

    const RAW: &str = "2 10 20 30\n1 2 3 0.5 4 5 6\n7 8 9 0.25 0 0 -1e-3\n";

    fn open(scene: &str, text: &'static str) -> Result<Spheres<&'static [u8]>, String> {
        Spheres::read(find(scene)?.copies, "RAW".into(), text.as_bytes())
    }

    fn read(scene: &str, text: &'static str) -> Result<Vec<Sphere>, String> {
        Filling::of(open(scene, text)?).map(|filling| filling.spheres)
    }

    #[test]
    fn copies_stand_side_by_side() {
        let plain = read("sbed100k", RAW).unwrap();
        assert_eq!(plain.len(), 2);
        assert_eq!(
            plain[1],
            Sphere { center: [7.0, 8.0, 9.0], radius: 0.25, velocity: [0.0, 0.0, -1e-3] }
        );
        let tiled = open("sbed1m", RAW).unwrap();
        assert_eq!((tiled.count, tiled.lengths), (20, [50.0, 40.0, 30.0]));
        let tiled = read("sbed1m", RAW).unwrap();
        assert_eq!(tiled.len(), 20);
        assert_eq!(tiled[9].center, [41.0, 22.0, 3.0]);
        assert_eq!(tiled[10], plain[1]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let cut = read("sbed100k", "2 10 20 30\n1 2 3 0.5 4 5 6\n").unwrap_err();
        assert_eq!(cut, "RAW, line 3: expected 7 numbers, found ''");
        let torn = read("sbed100k", "1 10 20 30\n1 2 3 0.5 4 five 6\n").unwrap_err();
        assert!(torn.starts_with("RAW, line 2: expected 7 numbers, found '1 2"), "{torn}");
    }
}
