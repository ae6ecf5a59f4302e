"""Dosta's penetration in LAMMPS: the height of the ball, for comparison with ours.

    python3 penetration.py LAMMPS SHARED > dosta-penetration-lammps.csv

LAMMPS is the program, SHARED the folder that has data/dosta2024. Takes half an hour on a core.
The walls of the benchmark are a box; they are planes here. Both materials have one Poisson
ratio, so that a pair of them is that of two bodies with the harmonic mean of the moduli.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

DECK = """
units si
atom_style sphere
comm_modify vel yes
newton off
boundary f f f
read_data bed.data
pair_style granular
pair_coeff 1 1 hertz/material 1e9 0.5 0.2 tangential mindlin NULL 1.0 0.3 damping tsuji
pair_coeff 1 2 hertz/material {mixed} 0.4 0.2 tangential mindlin NULL 1.0 0.2 damping tsuji
pair_coeff 2 2 hertz/material 210e9 0.6 0.2 tangential mindlin NULL 1.0 0.5 damping tsuji
variable wall string "granular hertz/material {mixed} 0.4 0.2 tangential mindlin NULL 1.0 0.2 damping tsuji"
fix x all wall/gran ${{wall}} xplane -0.049 0.049
fix y all wall/gran ${{wall}} yplane -0.03 0.03
fix z all wall/gran ${{wall}} zplane -0.0902431 NULL
neighbor 2e-4 multi
comm_modify mode multi vel yes
fix g all gravity 9.81 vector 0 0 -1
fix i all nve/sphere
timestep 5e-7
group ball type 2
velocity ball set 0 0 -5
compute height ball reduce max z
thermo 1000
thermo_style custom step c_height
thermo_modify format 2 %.8f lost error
run 200000
"""


def main():
    lammps, shared = sys.argv[1:]
    rows = (pathlib.Path(shared) / "data/dosta2024/penetration_25k_particles.txt").read_text()
    bodies = [row.split() for row in rows.splitlines()[1:25001]]
    atoms = [f"{n} 1 {2 * float(r)} 2500 {x} {y} {z}" for n, (r, x, y, z) in enumerate(bodies, 1)]
    atoms.append("25001 2 0.02 7200 0 0 0.06")
    mixed = 2 / (1 / 1e9 + 1 / 210e9)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        box = "-0.06 0.06 xlo xhi\n-0.04 0.04 ylo yhi\n-0.1 0.2 zlo zhi"
        head = f"bed\n\n{len(atoms)} atoms\n2 atom types\n{box}\n\nAtoms\n\n"
        (folder / "bed.data").write_text(head + "\n".join(atoms) + "\n")
        (folder / "deck").write_text(DECK.format(mixed=mixed))
        subprocess.run([lammps, "-in", "deck"], cwd=folder, check=True, stdout=sys.stderr)
        log = (folder / "log.lammps").read_text()
    print("time_s,height_m")
    for step, height in re.findall(r"^ *(\d+) +(-?0\.\d{8})", log, re.MULTILINE):
        print(f"{int(step) * 5e-7:.6f},{height}")


main()
