//! A frame, walls and a world that have something of everything.

use esker_output::{Frame, WallFacets};
use esker_physics::{Body, Material, Motion, World};

/// Three bodies with numbers that no short text gives.
pub fn frame(dimension: usize) -> Frame {
    let third = |value: f64| if dimension == 2 { 0.0 } else { value };
    let vectors =
        |scale: f64| (1..4).map(|i| [0.1 * scale, f64::from(i) / 3.0, third(-scale)]).collect();
    let spins =
        |scale: f64| (1..4).map(|i| [third(scale), third(0.7), f64::from(i) / 7.0]).collect();
    Frame {
        dimension,
        step: 123_456,
        time: 0.1 + 0.2,
        periodic: [Some([-0.1, 0.7]), None, None],
        materials: vec!["glass".into(), "unused".into(), "steel,_<rough>".into()],
        id: vec![2, 5, 4_000_000_000],
        position: vectors(1.0),
        radius: vec![0.1, 1e-7, 2.0 / 3.0],
        mass: vec![1.0 / 3.0, f64::INFINITY, 1e-300],
        velocity: vectors(1e-9),
        spin: spins(3.0),
        force: vectors(1e9),
        torque: spins(1e-20),
        material: vec![2, 0, 2],
        // No format carries orientations.
        rotation: Vec::new(),
    }
}

/// Numbers the materials of a frame as another one does that knows them by the same names.
pub fn same_names(frame: &mut Frame, other: &Frame) {
    let number_of = |name: &String| other.materials.iter().position(|known| known == name);
    for number in &mut frame.material {
        *number =
            number_of(&frame.materials[usize::from(*number)]).expect("the name is there") as u16;
    }
    frame.materials = other.materials.clone();
}

/// Two walls; in the plane, of lines.
pub fn walls(dimension: usize) -> Vec<WallFacets> {
    let facet = |corners: [u32; 3]| match dimension {
        2 => [corners[0], corners[1], corners[1]],
        _ => corners,
    };
    let third = if dimension == 2 { 0.0 } else { 0.1 };
    let wall = |name: &str, triangles: Vec<[u32; 3]>| WallFacets {
        name: name.into(),
        vertices: vec![[0.0; 3], [1.0, 0.0, third], [1.0, 1.0, 0.0], [0.0, 1.0, third]],
        triangles: triangles.into_iter().map(facet).collect(),
    };
    vec![
        wall("floor", vec![[0, 1, 2], [0, 2, 3]]),
        wall("none", vec![]),
        wall("lid", vec![[3, 1, 0]]),
    ]
}

/// Four balls in a row along a periodic axis, each touching the next; one is fixed.
pub fn world() -> World<3> {
    let mut world = World::default();
    world.materials.add(Material::default()).expect("a good material");
    world.periodic[0] = Some([0.0, 1.0]);
    for x in [0.05, 0.24, 0.43, 0.86] {
        let motion = if x == 0.24 { Motion::Fixed } else { Motion::Free };
        let ball = Body { motion, ..Body::new([x, 0.5, 0.5], 0.1) };
        world.add(&ball).expect("a good body");
    }
    world.run(2).expect("a good step");
    world
}
