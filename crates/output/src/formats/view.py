"""Shows run.pvd: with PyVista (python view.py) or ParaView (pvpython view.py, or Tools > Python Shell)."""

import os

HERE = os.path.dirname(os.path.abspath(__file__)) if "__file__" in globals() else os.getcwd()
RUN = os.path.join(HERE, "run.pvd")


def bodies_of(blocks):
    """The bodies among the parts of one time: the one part with radii."""
    for block in blocks:
        if block is not None and "radius" in block.point_data:
            return block


def with_pyvista():
    import pyvista

    reader = pyvista.get_reader(RUN)
    plotter = pyvista.Plotter()
    sphere = pyvista.Sphere(radius=1.0, theta_resolution=16, phi_resolution=16)

    def show(value):
        reader.set_active_time_point(min(int(value), reader.number_time_points - 1))
        bodies = bodies_of(reader.read())
        spheres = bodies.glyph(geom=sphere, scale="radius", orient=False)
        plotter.add_mesh(spheres, name="bodies", scalars="v", smooth_shading=True)

    show(reader.number_time_points - 1)
    if reader.number_time_points > 1:
        last = reader.number_time_points - 1
        plotter.add_slider_widget(show, [0, last], value=last, title="frame", fmt="%.0f")
    plotter.show()


def with_paraview():
    from paraview import simple

    run = simple.PVDReader(FileName=RUN)
    view = simple.GetActiveViewOrCreate("RenderView")
    display = simple.Show(run, view)
    display.SetRepresentationType("Point Gaussian")
    display.ShaderPreset = "Sphere"
    display.ScaleByArray = 1
    display.SetScaleArray = ["POINTS", "radius"]
    display.UseScaleFunction = 0
    display.GaussianRadius = 1.0
    simple.ColorBy(display, ("POINTS", "v", "Magnitude"))
    view.ResetCamera()
    simple.Interact()


if __name__ in ("__main__", "__vtkconsole__"):
    try:
        with_paraview()
    except ImportError:
        with_pyvista()
