//! Contacts one by one, and what is measured on them, against closed forms.

mod common;

use common::*;
use esker_geom::Vector;
use esker_geom::vector::{add, cross, in_space, length, scale, subtract};
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
    for index in 0..80 {
        let mut spin = [0.0; 3];
        spin[2] = random.between(-5.0, 5.0);
        let velocity = std::array::from_fn(|_| random.between(-0.5, 0.5));
        let place = random.place(1.0);
        let material = index % 2;
        insert(&mut world, Body { velocity, spin, material, ..Body::new(place, 0.08) });
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
        world.time_step = 0.0;
        world.step().unwrap();
        let history = world.neighbors.history.clone();
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
        assert_eq!(history, world.neighbors.history);
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
    assert_eq!(found.motion, [[0.0; 3]; 3]);
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
        world.time_step = 0.0;
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
