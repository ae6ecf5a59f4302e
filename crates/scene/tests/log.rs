//! The log of a scene: a column for every number, the same ones in every row.

use esker_geom::Aabb;
use esker_narrow::Plane;
use esker_physics::measures::{Cells, FlowMeter, MEASURES, Slabs};
use esker_physics::{Body, Material, Region};
use esker_scene::{Every, LogValue, Measure, MeasureKind, Scene};

/// One measure of each kind.
fn every_kind<const D: usize>() -> Vec<Measure<D>> {
    let bounds = Aabb { low: [-0.5; D], high: [0.5; D] };
    let region = Region::Box(bounds);
    let up = std::array::from_fn(|axis| if axis + 1 == D { 1.0 } else { 0.0 });
    let meter = FlowMeter::new([0.0; D], up, f64::INFINITY).unwrap();
    let kinds = [
        MeasureKind::KineticEnergy,
        MeasureKind::PotentialEnergy { origin: [0.0; D] },
        MeasureKind::ElasticEnergy,
        MeasureKind::Momentum,
        MeasureKind::AngularMomentum { about: [0.0; D] },
        MeasureKind::CenterOfMass,
        MeasureKind::Stress { region },
        MeasureKind::Coordination,
        MeasureKind::SolidFraction { region },
        MeasureKind::Flow { meter, every: Every::Steps(1) },
        MeasureKind::Profile { slabs: Slabs { bounds, axis: D - 1, count: 2 } },
        MeasureKind::AngleOfRepose { foot: [0.0; D], width: 0.1 },
        MeasureKind::Mixing { cells: Cells { bounds, counts: [2; D] }, material: 0 },
        MeasureKind::Shares { region },
        MeasureKind::Wall { wall: 0 },
    ];
    kinds.map(|kind| Measure { name: kind.name().replace('-', "_"), kind }).into()
}

/// Two balls of one kilogram, one on the other on a floor.
fn scene<const D: usize>() -> Scene<D> {
    let up: [f64; D] = std::array::from_fn(|axis| if axis + 1 == D { 1.0 } else { 0.0 });
    let mut scene = Scene::<D>::new("two balls")
        .material(Material { name: "steel".into(), young: 1e7, ..Material::default() })
        .unwrap()
        .wall("floor", "steel", Plane::new([0.0; D], up).unwrap())
        .unwrap();
    scene.measures = every_kind();
    scene.world.gravity = up.map(|up| -9.81 * up);
    for height in [0.0999, 0.2998] {
        scene.world.add(&Body::new(up.map(|up| height * up), 0.1)).unwrap();
    }
    scene.world.bodies.inverse_mass.fill(1.0);
    scene
}

fn value(row: &[LogValue], name: &str) -> f64 {
    let found = row.iter().find(|value| value.name == name);
    found.unwrap_or_else(|| panic!("no column {name}")).value
}

fn names_and_units(row: Vec<LogValue>) -> Vec<(String, &'static str)> {
    row.into_iter().map(|value| (value.name, value.unit)).collect()
}

#[test]
fn kinds_are_the_list_of_measures() {
    let kinds: Vec<_> = every_kind::<3>().iter().map(|measure| measure.kind.name()).collect();
    let list: Vec<_> = MEASURES.iter().map(|entry| entry.name).collect();
    assert_eq!(kinds, list);
}

#[test]
fn every_row_has_the_same_columns_each_once() {
    fn check<const D: usize>(columns: usize) {
        let mut scene = scene::<D>();
        let before = names_and_units(scene.log_row());
        scene.world.run(10).unwrap();
        let after = names_and_units(scene.log_row());
        assert_eq!(before, after);
        assert_eq!(after.len(), columns, "{after:?}");
        let mut names: Vec<_> = after.into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), columns);
    }
    check::<2>(62);
    check::<3>(82);
}

#[test]
fn what_is_not_known_before_the_first_step_is_no_number() {
    let mut scene = scene::<3>();
    let row = scene.log_row();
    for name in
        ["elastic_energy.energy", "stress.pressure", "stress.motion_zz", "coordination.mean"]
    {
        assert!(value(&row, name).is_nan(), "{name}");
    }
    assert_eq!((value(&row, "contacts"), value(&row, "lost")), (0.0, 0.0));
    scene.world.run(10).unwrap();
    let row = scene.log_row();
    let unknown = row.iter().filter(|value| value.value.is_nan());
    let unknown: Vec<_> = unknown.map(|value| value.name.as_str()).collect();
    let repose_and_mixing = ["angle_of_repose.angle", "angle_of_repose.height"];
    let mixing = ["mixing.index", "mixing.share", "mixing.cells"];
    assert_eq!(unknown, [&repose_and_mixing[..], &mixing].concat());
}

#[test]
fn numbers_are_those_of_the_world() {
    let mut scene = scene::<3>();
    scene.world.run(10).unwrap();
    let (row, world) = (scene.log_row(), &scene.world);
    assert_eq!((value(&row, "step"), value(&row, "time")), (10.0, world.time));
    assert_eq!((value(&row, "bodies"), value(&row, "contacts")), (2.0, 2.0));
    assert_eq!(value(&row, "largest_overlap"), world.largest_overlap());
    assert_eq!(value(&row, "largest_overlap_share"), world.largest_overlap() / 0.1);
    assert_eq!(value(&row, "wall.force_z"), world.walls[0].force[2]);
    assert!(value(&row, "wall.force_z") < 0.0);
    assert_eq!(value(&row, "kinetic_energy.linear"), value(&row, "kinetic_energy"));
    assert_eq!(value(&row, "shares.steel.mass"), 2.0);
    assert_eq!(value(&row, "profile.0.middle"), -0.25);
    assert_eq!(value(&row, "profile.1.count"), 2.0);
}
