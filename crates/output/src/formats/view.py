"""Shows run.pvd with PyVista (python view.py) or ParaView (pvpython view.py)."""

import os

HERE = os.path.dirname(os.path.abspath(__file__)) if "__file__" in globals() else os.getcwd()
RUN, WALLS = (os.path.join(HERE, name) for name in ("run.pvd", "walls.pvd"))


def with_pyvista():
    import pyvista

    reader = pyvista.get_reader(RUN)
    plotter = pyvista.Plotter()
    sphere = pyvista.Sphere(radius=1.0, theta_resolution=16, phi_resolution=16)

    def show(value):
        reader.set_active_time_point(int(value))
        spheres = reader.read()[0].glyph(geom=sphere, scale="radius", orient=False)
        plotter.add_mesh(spheres, name="bodies", scalars="v", smooth_shading=True)
        if os.path.exists(WALLS):
            walls = pyvista.get_reader(WALLS)
            now = reader.active_time_value
            walls.set_active_time_value(min(walls.time_values, key=lambda t: abs(t - now)))
            plotter.add_mesh(walls.read()[0], name="walls", color="grey", opacity=0.3)

    last = reader.number_time_points - 1
    show(last)
    if last > 0:
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
    if os.path.exists(WALLS):
        simple.Show(simple.PVDReader(FileName=WALLS), view).Opacity = 0.3
    view.ResetCamera()
    simple.Interact()


if __name__ in ("__main__", "__vtkconsole__"):
    try:
        with_paraview()
    except ImportError:
        with_pyvista()
