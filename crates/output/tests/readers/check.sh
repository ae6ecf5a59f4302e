#!/bin/sh
# Opens files of every format with the programs they are for: VTK, PyVista, OVITO and ASE, from PyPI.
# Needs the network once, and about 1.5 GB under target/readers. Not part of the default tests.
set -eu
cd "$(dirname "$0")/../../../.."
python="${PYTHON:-python3}"
venv=target/readers/venv
files=target/readers/files
if [ ! -x "$venv/bin/python" ]; then
    "$python" -m venv "$venv"
fi
"$venv/bin/pip" install --quiet vtk pyvista ovito ase numpy
rm -rf "$files"
cargo run --quiet -p esker-output --example sample_files -- "$files"
"$venv/bin/python" crates/output/tests/readers/check.py "$files" "$files/read_back"
# What VTK has saved must be read by us.
cargo run --quiet -p esker-output --example read_back -- "$files/read_back"
