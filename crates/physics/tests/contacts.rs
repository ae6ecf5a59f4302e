//! Contacts one by one, and what is measured on them, against closed forms.

mod common;

use common::*;
use esker_geom::Vector;
use esker_geom::vector::{add, cross, dot, in_space, length, scale, subtract};
use esker_packing::Random;
use esker_physics::measures::*;
use esker_physics::*;

/// E* of two bodies of the default material.
fn effective_young() -> f64 {
    let material = Material::default();
    0.5 * material.young / (1.0 - material.poisson * material.poisson)
}

/// The force of two spheres of one radius at an overlap, after Hertz.
fn hertz(radius: f64, overlap: f64) -> f64 {
    4.0 / 3.0 * effective_young() * (0.5 * radius).sqrt() * overlap.powf(1.5)
}

/// Bodies that overlap, slip and turn, in a box that is periodic along x.
fn crowd<const D: usize>() -> World<D> {
    let mut world = world::<D>();
    let soft = Material { young: 1e6, ..Material::default() };
    world.materials.add(soft).unwrap();
    world.periodic[0] = Some([0.0, 1.0]);
    let mut random = Random::new(2);
    while world.bodies.len() < 80 {
        let mut spin = [0.0; 3];
        spin[2] = random.between(-5.0, 5.0);
        let velocity = std::array::from_fn(|_| random.between(-0.5, 0.5));
        let place: Vector<D> = random.place(if D == 2 { 1.5 } else { 1.0 });
        let material = (world.bodies.len() % 2) as u16;
        let clear = |other: &Vector<D>| {
            let mut apart = subtract(&place, other);
            apart[0] -= apart[0].round();
            length(&apart) > 0.1
        };
        if world.bodies.position.iter().all(clear) {
            insert(&mut world, Body { velocity, spin, material, ..Body::new(place, 0.08) });
        }
    }
    world
}

/// With time standing still the contacts seen one by one add up to the forces of the step.
#[test]
fn contacts_one_by_one_are_those_of_the_step() {
    fn check<const D: usize>() {
        let mut world = crowd::<D>();
        world.time_step = 1e-5;
        for _ in 0..20 {
            world.step().unwrap();
        }
        world.time_step = 1e-15;
        world.step().unwrap();
        let pairs = |world: &World<D>| -> Vec<([usize; 2], Vec<f64>)> {
            let pairs = world.neighbors.close_pairs();
            pairs.map(|(pair, history)| (pair, history.collect())).collect()
        };
        let before = pairs(&world);
        let bodies = &world.bodies;
        let mut force = vec![[0.0; D]; bodies.len()];
        let mut torque = vec![[0.0; 3]; bodies.len()];
        let mut count = 0;
        for_each_contact(&world, |contact| {
            let [first, second] = contact.bodies;
            force[first] = add(&force[first], &contact.force);
            force[second] = subtract(&force[second], &contact.force);
            for (place, theirs) in contact.bodies.into_iter().zip(&contact.torques) {
                torque[place] = add(&torque[place], theirs);
            }
            let overlap = bodies.radius[first] + bodies.radius[second] - length(&contact.branch);
            assert!((overlap - contact.overlap).abs() < 1e-12);
            // The torque is that of the force at the point of contact: no law here adds another.
            let arm = in_space(&contact.arms[0]);
            let lever = cross(&arm, &in_space(&contact.force));
            assert!(length(&subtract(&lever, &contact.torques[0])) < 1e-9 * length(&contact.force));
            let point = add(&bodies.position[first], &contact.arms[0]);
            assert!(length(&subtract(&point, &contact.point)) < 1e-15);
            count += 1;
        })
        .unwrap();
        assert_eq!(count, world.contacts());
        assert!(count > 20);
        let largest = bodies.force.iter().map(length).fold(0.0, f64::max);
        for place in 0..bodies.len() {
            assert!(length(&subtract(&force[place], &bodies.force[place])) < 1e-11 * largest);
            assert!(length(&subtract(&torque[place], &bodies.torque[place])) < 1e-11 * largest);
        }
        assert_eq!(before, pairs(&world));
    }
    check::<2>();
    check::<3>();
}

#[test]
fn contacts_are_unknown_before_a_step_and_after_a_change() {
    let mut world = crowd::<2>();
    assert_eq!(coordination(&world), Err(ContactsUnknown));
    world.step().unwrap();
    assert!(coordination(&world).is_ok());
    insert(&mut world, Body::new([0.0, 0.0], 0.1));
    assert_eq!(elastic_energy(&world), Err(ContactsUnknown));
}

/// σ = f l / V for one pair, half of it where the region holds one body only.
#[test]
fn two_spheres_have_the_stress_of_one_force_over_the_volume() {
    let (mut world, radius, overlap) = (world::<3>(), 0.1, 0.002);
    let along: Vector<3> = [0.6, 0.0, 0.8];
    let distance = 2.0 * radius - overlap;
    insert(&mut world, Body::new([0.0; 3], radius));
    insert(&mut world, Body::new(scale(&along, distance), radius));
    world.step().unwrap();
    let region = box_of([-1.0; 3], [1.0, 2.0, 3.0]);
    let found = stress(&world, &region).unwrap();
    let whole = hertz(radius, overlap) * distance / 24.0;
    for i in 0..3 {
        for j in 0..3 {
            let expected = whole * along[i] * along[j];
            assert!((found.contacts[i][j] - expected).abs() < 1e-12 * whole, "{found:?}");
        }
    }
    assert!(found.motion.iter().flatten().all(|x| x.abs() < 1e-20 * whole), "{found:?}");
    assert_close(found.pressure(), whole / 3.0, 1e-12);
    let one = stress(&world, &box_of([-1.0, -1.0, -1.0], [1.0, 2.0, 0.05])).unwrap();
    assert_close(one.contacts[2][2] * 6.3, 0.5 * whole * 0.64 * 24.0, 1e-12);
}

/// The stress of a gas of ±v is its density times the mean square of v.
#[test]
fn motion_carries_stress() {
    let mut world = world::<2>();
    for (index, side) in [-1.0, 1.0, -1.0, 1.0].into_iter().enumerate() {
        let velocity = [7.0 + side * 2.0, 1.0 + side * 3.0];
        insert(&mut world, Body { velocity, ..Body::new([index as f64, 0.0], 0.1) });
    }
    world.step().unwrap();
    let density = total_mass(&world) / 10.0;
    let found = stress(&world, &box_of([-1.0, -1.0], [4.0, 1.0])).unwrap().motion;
    let expected = [[4.0, 6.0], [6.0, 9.0]];
    for i in 0..2 {
        for j in 0..2 {
            assert_close(found[i][j], density * expected[i][j], 1e-12);
        }
    }
}

/// A column at rest: every contact carries the weight above, and so does the stress.
#[test]
fn the_stress_in_a_column_is_the_weight_above() {
    let (mut world, radius, count) = (world::<3>(), 0.05, 20usize);
    world.gravity = [0.0, 0.0, -9.81];
    let weight = DENSITY * volume::<3>(radius) * 9.81;
    let mut heights = vec![0.0];
    for body in 1..=count {
        let load = (count - body + 1) as f64 * weight;
        let spring = 4.0 / 3.0 * effective_young() * (0.5 * radius).sqrt();
        heights.push(heights[body - 1] + 2.0 * radius - (load / spring).powf(2.0 / 3.0));
    }
    for (body, &height) in heights.iter().enumerate() {
        let motion = if body == 0 { Motion::Fixed } else { Motion::Free };
        insert(&mut world, Body { motion, ..Body::new([0.0, 0.0, height], radius) });
    }
    world.step().unwrap();
    // A region from contact to contact: bodies 6 to 10, with the middle of body 8 in its middle.
    let ends = [5, 10].map(|body| 0.5 * (heights[body] + heights[body + 1]));
    let region = box_of([-0.1, -0.1, ends[0]], [0.1, 0.1, ends[1]]);
    let found = stress(&world, &region).unwrap().contacts;
    let above = (count - 8) as f64 + 0.5;
    assert_close(found[2][2], above * weight / 0.04, 1e-3); // overlaps differ along the column
    assert!(found[0][0].abs() + found[0][2].abs() < 1e-9 * found[2][2]);
    for (place, force) in world.bodies.force.iter().enumerate() {
        if world.bodies.is_free(place) {
            assert_close(force[2], weight, 1e-9);
        }
    }
    let energy = potential_energy(&world, &[0.0; 3]);
    assert_close(energy, weight * heights[1..].iter().sum::<f64>(), 1e-12);
}

/// Springs alone keep energy, momentum and, without faces, angular momentum.
#[test]
fn an_undamped_gas_keeps_its_energy() {
    fn check<const D: usize>(along: Option<[f64; 2]>) {
        let mut world = world::<D>();
        world.model = "hertz".parse().unwrap();
        world.periodic = [along; D];
        let grains = Grains::of_radius(0.06);
        let fill = RandomFill { solid_fraction: 0.25, ..RandomFill::new(grains) };
        world.insert(Source::Random(fill)).unwrap();
        let mut random = Random::new(6);
        for velocity in &mut world.bodies.velocity {
            *velocity = scale(&random.direction(), 2.0);
        }
        let total =
            |world: &World<D>| kinetic_energy(world).linear + elastic_energy(world).unwrap();
        world.step().unwrap();
        let (energy, push) = (total(&world), momentum(&world));
        let turn = angular_momentum(&world, &[0.3; D]);
        world.time_step = 2e-6;
        let mut stored = 0.0f64;
        for step in 0..10_000 {
            world.step().unwrap();
            if step % 100 == 0 {
                stored = stored.max(elastic_energy(&world).unwrap());
                assert_close(total(&world), energy, 1e-6);
            }
        }
        assert!(stored > 0.01 * energy, "too few contacts: {stored} of {energy}");
        let scale = total_mass(&world) * 2.0;
        assert!(length(&subtract(&momentum(&world), &push)) < 1e-12 * scale);
        if along.is_none() {
            let now = angular_momentum(&world, &[0.3; D]);
            assert!(length(&subtract(&now, &turn)) < 1e-12 * scale);
        }
    }
    check::<2>(Some([0.0, 1.0]));
    check::<3>(Some([0.0, 1.0]));
    check::<3>(None);
}

#[test]
fn a_simple_cubic_lattice_has_six_contacts() {
    let mut world = world::<3>();
    world.periodic = [Some([0.0, 1.0]); 3];
    let region = box_of([0.05; 3], [1.05; 3]);
    let grains = Grains::of_radius(0.05);
    world.insert(Source::Lattice(Lattice { region, spacing: 0.1, grains })).unwrap();
    // Faces between bodies along x and y; along z they halve the bodies of two layers.
    let slab = box_of([0.05, 0.05, 0.1], [0.95, 0.95, 0.5]);
    assert_close(solid_fraction(&world, &slab), volume::<3>(0.05) * 1000.0, 1e-9);
    // Bodies on faces, edges and corners of the periodic box fill it from both sides.
    let whole = box_of([0.0; 3], [1.0; 3]);
    assert_close(solid_fraction(&world, &whole), volume::<3>(0.05) * 1000.0, 1e-9);
    world.bodies.radius.fill(0.0501);
    world.step().unwrap();
    let expected = Coordination { mean: 6.0, without_rattlers: 6.0, rattlers: 0 };
    assert_eq!(coordination(&world).unwrap(), expected);
}

#[test]
fn rattlers_do_not_count() {
    // A triangle of three, a pair, and one alone.
    let mut world = world::<2>();
    let height = 0.19 * 0.75f64.sqrt();
    for place in [[0.0, 0.0], [0.19, 0.0], [0.095, height], [2.0, 0.0], [2.19, 0.0], [5.0, 0.0]] {
        insert(&mut world, Body::new(place, 0.1));
    }
    world.step().unwrap();
    let expected = Coordination { mean: 8.0 / 6.0, without_rattlers: 2.0, rattlers: 3 };
    assert_eq!(coordination(&world).unwrap(), expected);
}

/// Within the reach of a law, and not touching: a contact is what carries a force.
#[test]
fn at_a_distance_only_what_carries_a_force_is_a_contact() {
    let mut world = World::<3>::default();
    world.materials.default_pairing.surface_energy = 50.0;
    world.materials.add(Material::default()).unwrap();
    world.model = "jkr".parse().unwrap();
    let floor = shapes::Plane::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    world.add_wall(Wall::new("floor", floor)).unwrap();
    let (radius, reach) = (0.1, world.model.reach(&world.materials, 0.1));
    assert!(reach > 1e-6);
    let places = |gap: f64| {
        let height = radius + gap;
        vec![[0.0, 0.0, height], [2.0 * radius + gap, 0.0, height]]
    };
    for place in places(0.5 * reach) {
        insert(&mut world, Body::new(place, radius));
    }
    world.time_step = 1e-9;
    world.step().unwrap();
    let none = Coordination { mean: 0.0, without_rattlers: 0.0, rattlers: 2 };
    assert_eq!((world.contacts(), world.walls[0].contacts), (0, 0));
    assert_eq!((coordination(&world).unwrap(), world.largest_overlap()), (none, 0.0));
    // Once they have touched, they hold each other at the same distance.
    for gap in [-0.1 * reach, 0.5 * reach] {
        world.bodies.position = places(gap);
        world.bodies.rearranged();
        world.step().unwrap();
        assert_eq!((world.contacts(), world.walls[0].contacts), (3, 2), "{gap}");
    }
    assert!(world.walls[0].force[2] > 0.0 && world.largest_overlap() == 0.0);
}

/// Balls that lie on a plate beyond a periodic face and against a wall, seen one by one.
#[test]
fn contacts_with_walls_one_by_one_add_up_to_what_walls_bear() {
    let set_up = || {
        let mut world = world::<3>();
        world.periodic[0] = Some([0.0, 1.0]);
        let plate = shapes::Disc::new([1.1, 0.0, 0.0], [0.0, 0.0, 1.0], 0.5).unwrap();
        let side = shapes::Plane::new([0.0, 0.5, 0.0], [0.0, -1.0, 0.0]).unwrap();
        world.add_wall(Wall::new("plate", plate)).unwrap();
        world.add_wall(Wall::new("side", side)).unwrap();
        world
    };
    let mut world = set_up();
    let spin = [1.0, 2.0, 0.0];
    for (x, y) in [(0.1, 0.0), (0.4, 0.3), (0.9, 0.401)] {
        insert(&mut world, Body { spin, ..Body::new([x, y, 0.099], 0.1) });
    }
    world.time_step = 1e-6;
    world.run(5).unwrap();
    let seen = |world: &World<3>| {
        let mut seen = Vec::new();
        for_each_wall_contact(world, |contact| seen.push(*contact)).unwrap();
        seen
    };
    let contacts = seen(&world);
    assert_eq!(contacts.iter().map(|contact| contact.wall).collect::<Vec<_>>(), [0, 0, 0, 1]);
    assert_eq!(contacts.len(), world.contacts());
    for (number, wall) in world.walls.iter().enumerate() {
        let on_wall = contacts.iter().filter(|contact| contact.wall == number);
        let force = on_wall.fold([0.0; 3], |sum, contact| subtract(&sum, &contact.force));
        assert!(length(&subtract(&force, &wall.force)) < 1e-12 * length(&force));
    }
    for contact in &contacts {
        let position = &world.bodies.position[contact.body];
        assert_eq!(add(position, &contact.arm), contact.point);
        assert_close(length(&contact.arm), 0.1 - contact.overlap, 1e-12);
        assert!(contact.overlap > 9e-4 && dot(&contact.force, &contact.normal) > 0.0);
        let on_wall = if contact.wall == 0 { contact.point[2] } else { contact.point[1] - 0.5 };
        assert!(on_wall.abs() < 1e-12, "{contact:?}");
    }
    let mut again = set_up();
    again.restore(&world.columns()).unwrap();
    assert_eq!(seen(&again), contacts);
    // A state may hold contacts of a body that was removed since the last step.
    world.bodies.retain(|bodies, place| bodies.id[place] != 1);
    assert_eq!(for_each_wall_contact(&world, |_| ()), Err(ContactsUnknown));
    again.restore(&world.columns()).unwrap();
    world.step().unwrap();
    again.step().unwrap();
    assert_eq!((seen(&again), seen(&world).len()), (seen(&world), 3));
}

/// A ball between two plates bears the same force on both: σ = F l / V with its own height.
#[test]
fn walls_bring_their_part_of_the_stress() {
    let mut world = world::<3>();
    for (height, normal) in [(0.0, 1.0), (0.198, -1.0)] {
        let plate = shapes::Plane::new([0.0, 0.0, height], [0.0, 0.0, normal]).unwrap();
        world.add_wall(Wall::new("plate", plate)).unwrap();
    }
    insert(&mut world, Body::new([0.0, 0.0, 0.099], 0.1));
    world.step().unwrap();
    let found = stress(&world, &box_of([-0.1, -0.1, 0.0], [0.1, 0.1, 0.198])).unwrap().contacts;
    // Over the cross-section of the region.
    assert_close(found[2][2], world.walls[1].force[2] / 0.04, 1e-12);
    assert!(found[0][0] == 0.0 && found[0][2].abs() < 1e-12 * found[2][2]);
}
