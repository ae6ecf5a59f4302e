//! Walls: shapes, motions, times.

use super::{Builder, corners};
use crate::mesh::read_mesh;
use crate::read::node::Span;
use crate::read::record::Record;
use esker_geom::Vector;
use esker_geom::vector::{length, subtract};
use esker_narrow::{Cone, Cylinder, Disc, InnerBox, Plane, ShapeError, Side, Sphere, Surface};
use esker_physics::{BadWall, Ends, Pose, Table, Wall, WallMotion};
use std::any::Any;
use std::sync::Arc;

/// A shape of a wall, whatever it is.
type Shape<const D: usize> = Arc<dyn Surface<D>>;

impl<const D: usize> Builder<'_, D> {
    pub(super) fn walls(&mut self) {
        for named in self.section("wall") {
            let record = &named.record;
            let Some(shape) = self.shape(record) else { continue };
            let Some(material) = self.material(record, false) else { continue };
            let mut wall = Wall { material, ..Wall::of(&named.name, shape) };
            wall.appears = record.number("appears").unwrap_or(wall.appears);
            wall.vanishes = record.number("vanishes").unwrap_or(wall.vanishes);
            if let Some(translation) = record.vector("offset") {
                wall = wall.placed(Pose { translation, ..Pose::default() });
            }
            if let Some(motion) = record.record("motion") {
                let Some(kind) = self.motion(motion) else { continue };
                wall = wall.moving(kind);
                wall.since = motion.number("begins").unwrap_or(wall.since);
                wall.until = motion.number("ends").unwrap_or(wall.until);
            }
            let added = self.scene.world.add_wall(wall);
            let place = added.as_ref().err().map_or(0..0, |bad| place_in_wall(record, bad));
            self.accept(&place, added);
        }
    }

    fn shape(&mut self, record: &Record) -> Option<Shape<D>> {
        let (point, normal) = (record.vector("point"), record.vector("normal"));
        let (center, radius) = (record.vector("center"), record.number("radius"));
        let side = match record.text("side") {
            Some("outside") => Side::Outside,
            _ => Side::Inside,
        };
        let shape = match record.variant {
            "plane" => shaped(Plane::new(point?, normal?)),
            "box" => shaped(InnerBox::new(corners(record)?)),
            "disc" => shaped(Disc::new(center?, normal?, radius?)),
            "sphere" => shaped(Sphere::new(center?, radius?, side)),
            "cylinder" | "cone" | "mesh" if D != 3 => {
                let message = format!("a {} exists in three dimensions only", record.variant);
                let fault = self.faults.error(&record.span("shape"), message);
                fault.help(
                    "in two dimensions there are plane, box, disc (a segment), sphere (a circle)",
                );
                return None;
            }
            "cylinder" => self.cylinder(record, side)?,
            "cone" => self.tube(record, record.numbers("radii").try_into().ok()?)?,
            _ => return self.mesh(record),
        };
        let place = shape.as_ref().err().map_or(0..0, |bad| place_in_shape(record, bad));
        self.accept(&place, shape)
    }

    /// Without ends by a point and an axis, a tube by two ends.
    fn cylinder(&mut self, record: &Record, side: Side) -> Option<Result<Shape<D>, ShapeError>> {
        let radius = record.number("radius")?;
        let given = ["point", "axis", "ends"].map(|key| record.field(key).is_some());
        let (message, place) = match given {
            [true, true, false] => {
                let (point, axis) = (record.vector("point")?, record.vector("axis")?);
                return Some(in_space(Cylinder::new(point, axis, radius, side)));
            }
            [false, false, true] => return self.tube(record, [radius; 2]),
            [_, _, true] => {
                ("a cylinder has `point` and `axis`, or `ends`, not both", record.span("ends"))
            }
            _ => ("a cylinder needs `point` and `axis`, or `ends`", record.span.clone()),
        };
        let fault = self.faults.error(&place, message);
        fault.help(
            "with `point` and `axis` it has no ends; with `ends` it is a tube from one to the \
             other",
        );
        None
    }

    /// A cone between two ends.
    fn tube(&mut self, record: &Record, radii: [f64; 2]) -> Option<Result<Shape<D>, ShapeError>> {
        let [from, to]: [Vector<3>; 2] = record.vectors("ends").try_into().ok()?;
        let along = subtract(&to, &from);
        if length(&along) == 0.0 {
            self.faults.error(&record.span("ends"), "the two ends are the same point");
            return None;
        }
        Some(in_space(Cone::new(from, along, [0.0, length(&along)], radii)))
    }

    fn mesh(&mut self, record: &Record) -> Option<Shape<D>> {
        let (path, unit) = (self.path(record, "file"), record.number("unit")?);
        let mesh = self.accept(&record.span("file"), read_mesh(&path, unit))?;
        let check = mesh.check();
        if record.flag("closed") && !check.is_closed() {
            let message = format!(
                "this mesh is not closed: of its edges {} have one triangle only, {} more than two, \
                 {} two that wind against each other",
                check.open_sides, check.branching_sides, check.twisted_sides
            );
            let fault = self.faults.error(&record.span("file"), message);
            fault.help(
                "mend it where it was drawn, or leave `closed` out if it is meant to be open",
            );
        }
        if check.is_inside_out() {
            let message = "this mesh is closed, but its triangles face inwards";
            let fault = self.faults.warning(&record.span("file"), message);
            fault.help(
                "bodies touch both sides of a mesh, so it works; turn the triangles for other \
                 programs",
            );
        }
        let shape: Shape<3> = Arc::new(mesh);
        as_shape(shape)
    }

    fn motion(&mut self, record: &Record) -> Option<WallMotion<D>> {
        let number = |key: &str| record.number(key);
        let velocity = record.vector("velocity");
        let direction = record.vector("direction");
        Some(match record.variant {
            "fixed" => WallMotion::Fixed,
            "translate" => WallMotion::Translate { velocity: velocity? },
            "conveyor" => WallMotion::Conveyor { velocity: velocity? },
            "rotate" => WallMotion::Rotate {
                axis: self.axis(record)?,
                point: record.vector("point")?,
                speed: number("speed")?,
            },
            "oscillate" => WallMotion::Oscillate {
                direction: direction?,
                amplitude: number("amplitude")?,
                frequency: number("frequency")?,
                phase: number("phase")?,
            },
            "table" => {
                let ends = if record.flag("repeat") { Ends::Periodic } else { Ends::Held };
                let (times, velocities) = (record.numbers("times"), record.vectors("velocities"));
                WallMotion::Table(
                    self.accept(&record.span("times"), Table::new(times, velocities, ends))?,
                )
            }
            "servo" => WallMotion::Servo {
                direction: direction?,
                force: number("force")?,
                rate: number("rate")?,
                largest_speed: number("largest_speed")?,
            },
            _ => return None,
        })
    }

    /// The axis of a rotation; in the plane there is only one.
    fn axis(&mut self, record: &Record) -> Option<Vector<3>> {
        match record.vector("axis") {
            None if D == 2 => Some([0.0, 0.0, 1.0]),
            None => {
                let fault = self.faults.error(&record.span, "a rotation in space needs `axis`");
                fault.label("add `axis = [0, 0, 1]`, or another direction");
                None
            }
            axis => axis,
        }
    }
}

/// Where in the table of a wall the reason lies that its shape is none.
fn place_in_shape(record: &Record, bad: &ShapeError) -> Span {
    record.span_of_any(match bad {
        ShapeError::NoDirection { .. } => &["normal", "axis"],
        ShapeError::Empty { .. } => &["high"],
        ShapeError::TooSmall { .. } => &["radii", "radius"],
        ShapeError::NotFinite { .. } => &[],
    })
}

/// Where in the table of a wall the reason lies that it is refused.
fn place_in_wall(record: &Record, bad: &BadWall) -> Span {
    match (bad, record.record("motion")) {
        (BadWall::Times { what: "the presence", .. }, _) | (_, None) => record.span("vanishes"),
        (_, Some(motion)) => motion.span_of_any(match bad {
            BadWall::NoDirection { .. } => &["direction", "axis"],
            BadWall::Times { .. } => &["ends"],
            _ => &[],
        }),
    }
}

fn shaped<const D: usize>(
    shape: Result<impl Surface<D> + 'static, ShapeError>,
) -> Result<Shape<D>, ShapeError> {
    shape.map(|shape| Arc::new(shape) as Shape<D>)
}

/// A shape of space, where D is known to be 3.
fn in_space<const D: usize>(
    shape: Result<impl Surface<3> + 'static, ShapeError>,
) -> Result<Shape<D>, ShapeError> {
    let none = ShapeError::NotFinite { what: "the dimension of the shape" };
    shape.and_then(|shape| as_shape(Arc::new(shape)).ok_or(none))
}

/// The same shape in D dimensions; nothing unless D is 3.
fn as_shape<const D: usize>(shape: Shape<3>) -> Option<Shape<D>> {
    let shape: Box<dyn Any> = Box::new(shape);
    shape.downcast::<Shape<D>>().ok().map(|shape| *shape)
}
