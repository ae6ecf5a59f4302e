"""Opens the files of `sample_files` with VTK, PyVista, OVITO and ASE, and compares what they find.

What is expected comes from the `.npz` files, which NumPy reads and which keep every bit.
"""

import os
import sys

import ase.io
import numpy as np
import ovito
import pyvista
import vtk
from ovito.io import import_file

FOLDER, READ_BACK = sys.argv[1:3]
FRAMES = 3


def path(name):
    return os.path.join(FOLDER, name)


def close(found, expected, precision):
    np.testing.assert_allclose(np.asarray(found, float), expected, rtol=precision, atol=precision)


SINGLE, DOUBLE = 1e-6, 1e-14


def columns(frame):
    """What is expected: one array for each quantity."""
    state = np.load(path(f"bodies_{frame}.npz"))
    expected = {name.split(".")[-1]: state[name] for name in state.files}
    expected["mass"] = np.where(np.isinf(expected["mass"]), 0.0, expected["mass"])
    expected["materials"] = bytes(expected["materials"]).decode().split("\n")[:-1]
    return expected


def check_points(points, data, frame, precision=SINGLE):
    """Bodies as arrays of points."""
    expected = columns(frame)
    close(points, expected["position"], precision)
    names = {"v": "velocity", "omega": "spin", "f": "force", "tq": "torque"}
    for name in ("radius", "mass", *names):
        close(data[name], expected[names.get(name, name)], precision)
    assert list(data["id"]) == list(expected["id"])
    assert list(data["type"]) == list(expected["material"] + 1)


def check_vtk():
    from vtk.util.numpy_support import vtk_to_numpy

    for frame in range(FRAMES):
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(path(f"bodies_{frame}.vtp"))
        reader.Update()
        assert reader.GetErrorCode() == 0
        output = reader.GetOutput()
        assert output.GetNumberOfVerts() == output.GetNumberOfPoints() == 32
        arrays = output.GetPointData()
        names = [arrays.GetArrayName(i) for i in range(arrays.GetNumberOfArrays())]
        data = {name: vtk_to_numpy(arrays.GetArray(name)) for name in names}
        check_points(vtk_to_numpy(output.GetPoints().GetData()), data, frame)
        fields, expected = output.GetFieldData(), columns(frame)
        assert fields.GetArray("TimeValue").GetValue(0) == expected["time"]
        assert fields.GetArray("step").GetValue(0) == expected["steps"]
        materials = fields.GetAbstractArray("materials")
        assert expected["materials"] == ["glass", "blue steel"]
        assert [materials.GetValue(i) for i in range(2)] == expected["materials"]


def check_pyvista():
    for frame in range(FRAMES):
        bodies = pyvista.read(path(f"bodies_{frame}.vtp"))
        check_points(bodies.points, bodies.point_data, frame)
        assert list(bodies.field_data["materials"]) == columns(frame)["materials"]
        check_contacts(pyvista.read(path(f"contacts_{frame}.vtp")), frame)
        check_walls(pyvista.read(path(f"walls_{frame}.vtp")))
    times = [columns(frame)["time"] for frame in range(FRAMES)]
    for name, part_of_bodies in [("run.pvd", 0), ("parts.pvd", 0)]:
        reader = pyvista.get_reader(path(name))
        assert reader.time_values == times
        reader.set_active_time_point(1)
        blocks = reader.read()
        assert len(blocks) == (1 if name == "run.pvd" else 3)
        check_points(blocks[part_of_bodies].points, blocks[part_of_bodies].point_data, 1)
    check_walls(blocks[1])
    check_contacts(blocks[2], 1)
    assert pyvista.get_reader(path("walls.pvd")).number_time_points == FRAMES


def check_contacts(contacts, frame):
    expected = columns(frame)
    lines = contacts.lines.reshape(-1, 3)
    assert len(lines) == 16 and contacts.n_points == 32
    first, second = (expected["position"][contacts.cell_data[name]] for name in ("id1", "id2"))
    close(contacts.points[lines[:, 1]], first, SINGLE)
    close(contacts.points[lines[:, 2]], second, SINGLE)
    distance = np.linalg.norm(first - second, axis=1)
    close(contacts.cell_data["overlap"], 0.19 - distance, SINGLE)
    # Each ball above has one contact: the force on it is that of the contact.
    force = np.zeros_like(expected["force"])
    force[contacts.cell_data["id1"]] += contacts.cell_data["force"]
    force[contacts.cell_data["id2"]] -= contacts.cell_data["force"]
    scale = np.abs(expected["force"]).max()
    assert scale > 0 and np.abs(force - expected["force"]).max() < 0.2 * scale


def check_walls(walls):
    assert walls.n_cells == 4 and walls.is_all_triangles
    assert list(walls.cell_data["wall"]) == [0, 0, 1, 1]
    assert list(walls.field_data["walls"]) == ["floor", "side & back"]
    assert walls.bounds == (0.0, np.float32(0.8), 0.0, np.float32(0.8), 0.0, np.float32(0.8))


def check_ovito():
    names = {
        "Position": "position",
        "Radius": "radius",
        "Mass": "mass",
        "Velocity": "velocity",
        "Angular Velocity": "spin",
        "Force": "force",
        "Torque": "torque",
        "Particle Identifier": "id",
    }

    def check_particles(data, frame, precision):
        expected = columns(frame)
        for name, column in names.items():
            # OVITO keeps radii and some others in single precision, whatever the file.
            close(data.particles[name], expected[column], precision)

    for frame in range(FRAMES):
        expected = columns(frame)
        for ending in ("vtp", "dump", "extxyz"):
            data = import_file(path(f"bodies_{frame}.{ending}")).compute()
            assert data.particles.count == 32
            check_particles(data, frame, SINGLE)
            if ending != "vtp":
                close(data.particles["Position"], expected["position"], DOUBLE)
                assert data.attributes["Time"] == expected["time"]
                assert data.attributes["Timestep"] == expected["steps"]
                assert tuple(data.cell.pbc) == (True, False, False)
                close(data.cell[:3, 0], [0.8, 0, 0], DOUBLE)
            else:
                assert list(data.particles["Material Type"]) == list(expected["material"] + 1)
        types = data.particles.particle_types
        species = [types.type_by_id(t).name for t in types]
        assert species == [expected["materials"][m].replace(" ", "_") for m in expected["material"]]
        data = import_file(path(f"contacts_{frame}.vtp")).compute()
        assert data.lines["particle-particle-contacts"].count == 32
        (surface,) = import_file(path(f"walls_{frame}.vtp")).compute().surfaces.values()
        assert surface.faces.count == 4 and surface.vertices.count == 8
    run = import_file(path("run.pvd"))
    assert run.num_frames == FRAMES
    for frame in range(FRAMES):
        data = run.compute(frame)
        check_particles(data, frame, SINGLE)
        assert data.attributes["Time"] == columns(frame)["time"]


def check_ase():
    for frame in range(FRAMES):
        expected = columns(frame)
        atoms = ase.io.read(path(f"bodies_{frame}.extxyz"))
        close(atoms.positions, expected["position"], 0)
        close(atoms.arrays["radius"], expected["radius"], 0)
        close(atoms.arrays["velo"], expected["velocity"], 0)
        assert list(atoms.arrays["id"]) == list(expected["id"])
        assert atoms.info["Time"] == expected["time"]
        assert atoms.info["Timestep"] == expected["steps"]
        assert list(atoms.pbc) == [True, False, False]
        atoms = ase.io.read(path(f"bodies_{frame}.dump"), format="lammps-dump-text", units="si")
        assert len(atoms) == 32
        # ASE converts metres to ångström.
        close(atoms.positions * 1e-10, expected["position"], DOUBLE)


def check_csv():
    for frame in range(FRAMES):
        expected = columns(frame)
        options = {"delimiter": ",", "names": True, "dtype": None, "encoding": "utf8"}
        table = np.genfromtxt(path(f"bodies_{frame}.csv"), **options)
        close(np.stack([table["x"], table["y"], table["z"]], axis=1), expected["position"], 0)
        close(table["r"], expected["radius"], 0)
        assert list(table["material"]) == [expected["materials"][m] for m in expected["material"]]


def save_with_others():
    """Files as VTK saves them, for our reader: those it must take, and those it must refuse."""
    os.makedirs(READ_BACK)
    bodies = pyvista.read(path("bodies_2.vtp"))
    bodies.save(os.path.join(READ_BACK, "taken_ascii.vtp"), binary=False)
    bodies.save(os.path.join(READ_BACK, "refused_appended.vtp"))
    for name, mode, compressor, header in [
        ("taken_binary", "Binary", "None", "32"),
        ("taken_binary_long", "Binary", "None", "64"),
        ("refused_compressed", "Binary", "ZLib", "32"),
    ]:
        writer = vtk.vtkXMLPolyDataWriter()
        writer.SetInputData(bodies)
        writer.SetFileName(os.path.join(READ_BACK, name + ".vtp"))
        getattr(writer, f"SetDataModeTo{mode}")()
        getattr(writer, f"SetCompressorTypeTo{compressor}")()
        getattr(writer, f"SetHeaderTypeToUInt{header}")()
        assert writer.Write() == 1
    with open(path("bodies_2.vtp")) as original:
        with open(os.path.join(READ_BACK, "original.vtp"), "w") as copy:
            copy.write(original.read())


for check in (check_vtk, check_pyvista, check_ovito, check_ase, check_csv, save_with_others):
    check()
    print(f"{check.__name__}: good")
versions = vtk.vtkVersion().GetVTKVersion(), pyvista.__version__, ovito.version_string
print("VTK {}, PyVista {}, OVITO {}, ASE {}".format(*versions, ase.__version__))
