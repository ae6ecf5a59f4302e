//! Six hundred grains rain into the corner of a box and stay as a heap.
//!
//! Run it with `cargo run --release --example heap`; `docs/guide/simulate.md` goes through it.

use esker::prelude::*;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let world = settled(&mut print_line)?;
    match heap(&world) {
        Some(heap) => {
            let (height, angle) = (1e3 * heap.height, heap.angle.to_degrees());
            println!("a heap {height:.0} mm high, its flank at {angle:.0} degrees");
        }
        None => println!("no heap"),
    }
    print_where_the_time_went(&world);
    Ok(())
}

/// Rain until all grains lie; `look` sees the world every tenth of a second.
fn settled(look: &mut dyn FnMut(&World<3>)) -> Result<World<3>, Box<dyn Error>> {
    let mut world = rain_into_a_box()?;
    for tenth in 1..=12 {
        world.run_until(0.1 * f64::from(tenth))?;
        look(&world);
    }
    Ok(world)
}

fn rain_into_a_box() -> Result<World<3>, Box<dyn Error>> {
    let mut world = World::<3>::default();
    world.gravity = [0.0, 0.0, -9.81];
    world.time_step = 3e-5;
    world.model = "hertz + tsuji + mindlin + rolling-spring + twisting".parse()?;

    let glass = world.materials.add(Material { density: 2500.0, ..Material::default() })?;
    let rough = Pairing {
        friction: 0.6,
        rolling_friction: 0.2,
        twisting_friction: 0.2,
        ..Pairing::default()
    };
    world.materials.pair(glass, glass, rough)?;

    let inside = Aabb { low: [0.0; 3], high: [0.2, 0.2, 0.3] };
    world.add_wall(Wall { material: glass, ..Wall::new("box", InnerBox::new(inside)?) })?;

    let cloud = Region::Box(Aabb { low: [0.0, 0.0, 0.1], high: [0.04, 0.04, 0.15] });
    let sizes = Sizes::Uniform { low: 0.003, high: 0.004 };
    let grains = Grains { sizes, material: glass, velocity: [0.0, 0.0, -0.5], seed: 1 };
    let rain = Rain { total: 600.0, ..Rain::new(cloud, grains, Rate::Bodies(1000.0)) };
    world.insertions.push(Insertion::new(Source::Rain(rain)));
    Ok(world)
}

fn print_line(world: &World<3>) {
    let energy = measures::kinetic_energy(world);
    println!(
        "{:4.1} s  {:3} bodies  {:4} contacts  {:8.1e} J of motion  deepest overlap {:5.3} mm",
        world.time,
        world.bodies.len(),
        world.contacts(),
        energy.linear + energy.angular,
        1e3 * world.largest_overlap(),
    );
}

/// The slope about the corner, in rings two grains wide.
fn heap(world: &World<3>) -> Option<measures::Repose> {
    measures::angle_of_repose(world, &[0.0; 3], 0.014)
}

fn print_where_the_time_went(world: &World<3>) {
    println!("{} steps of {}", world.steps, world.time_step_reason);
    println!("{} lists of near pairs", world.detection.rebuilds);
    for (phase, name) in Phase::ALL {
        println!("{name:>10} {:6.2} s", world.phases.of(phase).as_secs_f64());
    }
}

#[test]
fn all_grains_come_and_stay_as_a_heap() {
    let world = settled(&mut |_| ()).unwrap();
    assert_eq!(world.bodies.len(), 600);
    let energy = measures::kinetic_energy(&world);
    assert!(energy.linear + energy.angular < 1e-6, "{energy:?}");
    let heap = heap(&world).unwrap();
    assert!((15.0..35.0).contains(&heap.angle.to_degrees()), "{heap:?}");
}
