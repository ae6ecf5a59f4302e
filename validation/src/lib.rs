//! Validation: closed-form and cross-code cases, each with its tolerance and the reason for it.
//!
//! ```text
//!   CASES ──▶ tests/cases.rs     every case that is not long, with little effort: seconds
//!         └─▶ esker-validation   all of it ──▶ RESULTS.md, results/*.json, results/curves.html, results/*.csv
//! ```
//!
//! A case is a function and one line of [`CASES`]; the program, the tests and the table of results derive from
//! the list.

pub mod case;
mod chung_ooi;
mod column;
pub mod data;
mod dosta;
mod drum;
mod gas;
mod hertz;
mod impact;
mod long_run;
mod peers;
pub mod report;
mod undamped;

use case::Case;

/// The list of cases.
pub const CASES: &[Case] = &[
    Case {
        name: "chung-ooi-1",
        shows: "two elastic spheres meet head-on: force, overlap and duration of Hertz",
        source: "Hertz; Chung and Ooi 2011, test 1",
        tolerance: "0.1 %, the aim for closed forms (a step of 1/2000 contact gives 1e-6); curves: scatter of the \
                    digitised points about Hertz, 2 % for the second reading",
        long: false,
        run: chung_ooi::test_1,
    },
    Case {
        name: "chung-ooi-2",
        shows: "an elastic sphere meets a rigid plane: force, overlap and duration of Hertz",
        source: "Hertz; Chung and Ooi 2011, test 2",
        tolerance: "as chung-ooi-1",
        long: false,
        run: chung_ooi::test_2,
    },
    Case {
        name: "chung-ooi-3",
        shows: "the restitution asked for comes out, also where others' dashpots fail",
        source: "e out = e in; Chung and Ooi 2011, test 3",
        tolerance: "1e-3, the step's share in a strongly damped impact; Kratos asks for the same",
        long: false,
        run: chung_ooi::test_3,
    },
    Case {
        name: "chung-ooi-4",
        shows: "oblique impacts at constant speed: tangential restitution, spin, angle of rebound",
        source: "sliding in closed form; Chung and Ooi 2011, test 4, computed and measured",
        tolerance: "0.1 % where it slides; curves: rms scatter about the same law, 0.005, 3.5 rad/s and 0.5°; 2 % of \
                    full scale for the second reading",
        long: false,
        run: chung_ooi::test_4,
    },
    Case {
        name: "chung-ooi-5",
        shows: "oblique impacts at constant normal speed: recoil and spin",
        source: "sliding in closed form; Chung and Ooi 2011, test 5, with finite elements",
        tolerance: "0.1 % where it slides; curves: 0.08, their scatter, and by how much a ball that flattens has less spin",
        long: false,
        run: chung_ooi::test_5,
    },
    Case {
        name: "chung-ooi-6",
        shows: "a spinning sphere meets a rigid plane",
        source: "sliding in closed form; Chung and Ooi 2011, test 6",
        tolerance: "0.1 %; 0.2 % where the overlap, 0.05 to 0.12 % of the radius, shortens friction's arm",
        long: false,
        run: chung_ooi::test_6,
    },
    Case {
        name: "chung-ooi-7",
        shows: "two spheres with opposite spins roll on each other: friction has nothing to do",
        source: "exact; Chung and Ooi 2011, test 7",
        tolerance: "rounding; 0.1 % for the restitution",
        long: false,
        run: chung_ooi::test_7,
    },
    Case {
        name: "chung-ooi-8",
        shows: "a spinning sphere meets a large one as it would a plane",
        source: "sliding in closed form; Chung and Ooi 2011, test 8",
        tolerance: "as chung-ooi-6",
        long: false,
        run: chung_ooi::test_8,
    },
    Case {
        name: "peers-head-on",
        shows: "head-on impacts as LAMMPS, LIGGGHTS and YADE compute them, with and without the dashpot's pull",
        source: "runs of these codes with a step of 1e-7 s",
        tolerance: "0.1 % where the law is the same: their step alone changes them by 1e-4; other dashpots are told",
        long: false,
        run: peers::head_on,
    },
    Case {
        name: "peers-oblique",
        shows: "oblique impacts of `mindlin` and `mindlin-rescale`, against their equations integrated directly",
        source: "an integration as ordinary differential equations; runs of LAMMPS and LIGGGHTS",
        tolerance: "0.5 % of the incident speed; told: friction that also acts while the dashpot pulls (e = 0.5), codes with other arms",
        long: false,
        run: peers::oblique,
    },
    Case {
        name: "peers-slide-roll",
        shows: "a sphere set sliding ends rolling at five sevenths of its speed",
        source: "closed form; a run of LAMMPS",
        tolerance: "0.1 %: the overlap, 1e-4 of the radius, shortens friction's arm; near the change springs swing",
        long: false,
        run: peers::slide_roll,
    },
    Case {
        name: "column",
        shows: "columns at rest: overlaps, forces, stress and stored energy under their own weight",
        source: "closed form from Hertz and the weights above",
        tolerance: "0.1 %, what is left of the settling; shear to 1e-9: nothing drives it",
        long: false,
        run: column::column,
    },
    Case {
        name: "gas",
        shows: "an elastic gas of 1000 spheres in a periodic box keeps its energy and momentum",
        source: "conservation",
        tolerance: "energy 1e-4: what velocity Verlet swings by at 1/100 of a contact; momentum: rounding",
        long: false,
        run: gas::gas,
    },
    Case {
        name: "drum",
        shows: "in a turning drum with lists that tune themselves no contact is missed",
        source: "`grid` made anew at every step, the oracle `bounding-volume` at some, every wall for every sphere",
        tolerance: "none may be missed",
        long: false,
        run: drum::drum,
    },
    Case {
        name: "dosta-penetration",
        shows: "a steel ball falls into 25 000 spheres: its height against time",
        source: "Dosta and others 2024, start state; the same in LAMMPS (`peers/penetration.py`)",
        tolerance: "nobody lost, nobody outside the walls; the height on the way down to a radius of the bed's spheres: \
                    which of them the ball meets last is chance, and the rebound from them is told only",
        long: true,
        run: dosta::penetration,
    },
    Case {
        name: "dosta-soft-drum",
        shows: "38 000 soft spheres of two sizes in a turning drum: who is where",
        source: "Dosta and others 2024, start state",
        tolerance: "nobody lost, nobody outside the walls; the paper's curves are not at hand, ours is written as CSV",
        long: true,
        run: dosta::soft_drum,
    },
];
