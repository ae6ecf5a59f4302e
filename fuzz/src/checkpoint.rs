//! Checkpoints with changed numbers, from which a run goes on.
//!
//! A checkpoint has checksums, which bytes changed by chance never fit. So the columns of a sound one
//! are changed instead, as the bytes say, nine for each change:
//!
//! ```text
//!   which column, which number │ the number's new bytes        a last group too short drops a column
//! ```

use esker_narrow::Plane;
use esker_physics::{Body, Insertion, Material, StateColumn, Values, Wall, World};
use std::borrow::Cow;
use std::sync::LazyLock;

/// A world in which there is something of everything.
fn world() -> World<3> {
    let mut world = World::<3>::default();
    world.gravity = [0.0, 0.0, -9.81];
    world.materials.add(Material::default()).expect("the default is sound");
    let floor = Plane::new([0.0; 3], [0.0, 0.0, 1.0]).expect("it has a normal");
    world.add_wall(Wall::new("floor", floor)).expect("it is sound");
    for number in 0..4 {
        let height = 0.009 + 0.019 * f64::from(number);
        world.add(&Body::new([0.0, 0.0, height], 0.01)).expect("it is sound");
    }
    let late = esker_physics::FromColumns {
        positions: vec![[0.1, 0.0, 0.1]],
        radii: vec![0.01],
        materials: vec![0],
        ..Default::default()
    };
    let source = esker_physics::Source::Columns(late);
    world.insertions.push(Insertion { from: 1.0, ..Insertion::new(source) });
    world
}

static COLUMNS: LazyLock<Vec<StateColumn<'static>>> = LazyLock::new(|| {
    let mut world = world();
    world.run(20).expect("it runs");
    world.columns().into_iter().map(StateColumn::into_owned).collect()
});

/// Restores a world from changed columns; if it takes them, it runs on or says why not.
pub(crate) fn run(bytes: &[u8]) {
    let mut columns = COLUMNS.clone();
    for change in bytes.chunks(9) {
        let place = usize::from(change[0]) % columns.len();
        match change.len() {
            9 => set(&mut columns[place].values, change),
            _ => drop(columns.remove(place)),
        }
        if columns.is_empty() {
            return;
        }
    }
    let mut world = world();
    if world.restore(&columns).is_ok() {
        drop(world.run(3));
    }
}

fn set(values: &mut Values<'_>, change: &[u8]) {
    let raw = u64::from_le_bytes(change[1..9].try_into().expect("eight bytes are left"));
    fn put<T: Copy>(numbers: &mut Cow<'_, [T]>, raw: u64, number: T) {
        let numbers = numbers.to_mut();
        match (raw % 251) as usize {
            // A column of another length, now and then.
            250 => numbers.truncate(numbers.len() / 2),
            place if !numbers.is_empty() => {
                let place = place % numbers.len();
                numbers[place] = number;
            }
            _ => {}
        }
    }
    match values {
        Values::F64(numbers) => put(numbers, raw, f64::from_bits(raw)),
        Values::U64(numbers) => put(numbers, raw, raw >> (raw % 64)),
        Values::U32(numbers) => put(numbers, raw, (raw >> (raw % 64)) as u32),
        Values::U16(numbers) => put(numbers, raw, (raw >> (raw % 64)) as u16),
        Values::U8(numbers) => put(numbers, raw, (raw >> (raw % 64)) as u8),
        Values::I32(numbers) => put(numbers, raw, (raw >> (raw % 64)) as i32),
    }
}
