//! Every listed format brings back what it was given, and every reader holds for any bytes.

mod common;

use common::{frame, same_names, walls, world};
use esker_output::*;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

const DOUBLE: WriteOptions = WriteOptions { precision: Precision::Double };

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// What is left when a format keeps no time, step and box.
fn without_time(frame: Frame) -> Frame {
    Frame { step: 0, time: 0.0, periodic: [None; 3], ..frame }
}

#[test]
fn every_format_brings_back_every_bit() {
    let folder = tempfile::tempdir().unwrap();
    for dimension in [2, 3] {
        for format in FORMATS {
            let path = folder.path().join(format!("bodies.{}", format.ending));
            let given = frame(dimension);
            write_frame(&path, format, &given, &DOUBLE).unwrap();
            let read = read_frame(&path).unwrap();
            let (mut expected, kept_names) = match format.name {
                "csv" => (without_time(given), true),
                name => (given, name != "dump"),
            };
            match kept_names {
                // Formats that go by name number materials in the order in which they come.
                true => same_names(&mut expected, &read),
                false => expected.materials.clear(),
            }
            assert_eq!(read, expected, "{} in {dimension} dimensions", format.name);
            fs::remove_file(&path).unwrap();
        }
    }
    assert_eq!(names_in(folder.path()), [""; 0]);
}

#[test]
fn single_precision_is_that_of_positions_and_vectors_alone() {
    let vtp = format_named("vtp").unwrap();
    let given = frame(3);
    let read = (vtp.read)(&(vtp.write)(&given, &WriteOptions::default()).unwrap()).unwrap();
    assert_eq!((&read.id, read.time, read.step), (&given.id, given.time, given.step));
    assert_eq!((&read.material, &read.materials), (&given.material, &given.materials));
    let rounded = |v: &[f64; 3]| v.map(|x| f64::from(x as f32));
    assert_eq!(read.position, given.position.iter().map(rounded).collect::<Vec<_>>());
    assert_eq!(read.velocity, given.velocity.iter().map(rounded).collect::<Vec<_>>());
    assert_eq!(read.mass[1], f64::INFINITY);
    assert_ne!(read.position, given.position);
}

#[test]
fn unknown_columns_stay_unknown_and_no_bodies_are_none() {
    for format in FORMATS {
        for count in [0, 3] {
            let given = Frame {
                dimension: 3,
                id: (0..count).collect(),
                position: vec![[1.0, 2.0, 3.0]; count as usize],
                radius: vec![0.5; count as usize],
                ..Frame::default()
            };
            let bytes = (format.write)(&given, &DOUBLE).unwrap();
            let read = (format.read)(&bytes).unwrap_or_else(|why| panic!("{}: {why}", format.name));
            assert_eq!(read, given, "{} with {count} bodies", format.name);
        }
    }
}

#[test]
fn a_frame_that_contradicts_itself_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let mut given = frame(3);
        given.velocity.pop();
        let path = folder.path().join("bodies");
        let refused = write_frame(&path, format, &given, &DOUBLE).unwrap_err();
        let expected = "Velocity of a frame is not known for all 3 bodies";
        assert_eq!(refused.to_string(), expected, "{}", format.name);
    }
    assert_eq!(names_in(folder.path()), [""; 0]);
}

#[test]
fn checkpoints_are_read_as_frames() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latest.npz");
    let world = world();
    write_columns(&path, &world.columns()).unwrap();
    let expected = Frame { materials: vec![], periodic: [None; 3], ..Frame::of(&world) };
    assert_eq!(read_frame(&path).unwrap(), expected);
}

#[test]
fn walls_and_contacts_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parts.vtp");
    for dimension in [2, 3] {
        let walls = walls(dimension);
        write_walls(&path, 0.5, &walls, &DOUBLE).unwrap();
        assert_eq!(read_walls(&path).unwrap(), walls);
    }
    let refused = read_frame(&path).unwrap_err().to_string();
    assert_eq!(refused, format!("{}: no radii; every body needs a `radius`", path.display()));
    let network = ContactNetwork::of(&world()).unwrap();
    assert_eq!(network.len(), 3);
    write_contacts(&path, &network, &DOUBLE).unwrap();
    assert_eq!(read_contacts(&path).unwrap(), network);
    let [mut bad] = [walls(3).remove(0)];
    bad.triangles[0][1] = 99;
    let refused = write_walls(&path, 0.0, &[bad], &DOUBLE).unwrap_err().to_string();
    assert_eq!(refused, "a facet of wall `floor` has a corner that is not there");
}

#[test]
fn a_contact_through_a_periodic_face_is_short() {
    let network = ContactNetwork::of(&world()).unwrap();
    let through: Vec<_> =
        network.id.iter().zip(&network.ends).filter(|(id, _)| id.contains(&3)).collect();
    let [(_, [first, second])] = through[..] else { panic!("one contact of body 3") };
    assert!((first[0] - second[0]).abs() < 0.2, "{first:?} {second:?}");
    let outside = |end: &[f64; 3]| !(0.0..1.0).contains(&end[0]);
    assert!(outside(first) != outside(second), "{first:?} {second:?}");
}

#[test]
fn a_list_of_files_is_read_as_its_last_bodies() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("frames")).unwrap();
    let (vtp, given) = (format_named("vtp").unwrap(), frame(3));
    write_frame(&folder.path().join("frames/b.vtp"), vtp, &given, &DOUBLE).unwrap();
    let data_set = |time, part, name: &str, file: &str| DataSet {
        time,
        part,
        name: name.into(),
        file: file.into(),
    };
    let path = folder.path().join("run.PVD");
    let list =
        [data_set(0.0, 0, "bodies", "frames/a.vtp"), data_set(1.0, 0, "bodies", "frames/b.vtp")];
    write_pvd(&path, &list).unwrap();
    assert_eq!(read_frame(&path).unwrap(), given);
    write_pvd(&path, &[data_set(0.0, 0, "bodies", "run.PVD")]).unwrap();
    let refused = read_frame(&path).unwrap_err().to_string();
    assert!(
        refused.contains("its format is not known; names of files that can be read end in .vtp, ")
    );
    assert!(
        read_frame(&folder.path().join("no.vtp"))
            .unwrap_err()
            .to_string()
            .starts_with("cannot read")
    );
}

/// Shows bytes to every reader there is; that none panics or hangs is what is asked.
fn read_as_all(bytes: &[u8]) {
    for format in FORMATS {
        if let Err(refusal) = (format.read)(bytes) {
            assert!(!refusal.to_string().is_empty());
        }
    }
    let _ = (parse_pvd(bytes), parse_walls(bytes), parse_contacts(bytes), parse_log(bytes));
}

/// A valid file of each kind.
fn valid_files() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let written = |result: std::io::Result<()>| result.map(|()| fs::read(&path).unwrap()).unwrap();
    let data_set = DataSet { time: 1.0, part: 0, name: "bodies".into(), file: "a.vtp".into() };
    let log = b"step,time\n,s\n0,0\n1000,0.5\n".to_vec();
    let mut files: Vec<_> =
        FORMATS.iter().map(|format| (format.write)(&frame(3), &DOUBLE).unwrap()).collect();
    files.push(written(write_walls(&path, 0.0, &walls(3), &DOUBLE)));
    files.push(written(write_contacts(&path, &ContactNetwork::of(&world()).unwrap(), &DOUBLE)));
    files.push(written(write_pvd(&path, &[data_set])));
    files.push(log);
    files
}

#[test]
fn a_frame_that_is_cut_off_is_refused_wherever_it_is_cut() {
    // A table does not say how many columns and rows it has.
    for format in FORMATS.iter().filter(|format| format.name != "csv") {
        let whole = (format.write)(&frame(3), &DOUBLE).unwrap();
        let end = match format.name {
            // Nor does a number how many digits.
            "dump" | "extxyz" => whole.iter().rposition(|&byte| byte == b' ').unwrap(),
            _ => whole.len() - 1,
        };
        for end in 0..end {
            let read = (format.read)(&whole[..end]);
            assert!(read.is_err(), "{} cut off at {end} of {}", format.name, whole.len());
        }
    }
}

proptest! {
    #[test]
    fn no_reader_minds_random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        read_as_all(&bytes);
    }

    #[test]
    fn no_reader_minds_random_text(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "ITEM: ", "TIMESTEP", "ATOMS x y radius", "NUMBER OF ATOMS", "BOX BOUNDS pp pp pp",
                "\n", " ", ",", "-1", "0", "1e999", "nan", "99999999999", "x,y,r", "Properties=",
                "pos:R:3:radius:R:1", "Lattice=\"", "\"", "<VTKFile type=\"PolyData\">", "<Piece>",
                "<DataArray format=\"binary\" type=\"String\">", "AAAA", "</", ">", "<Collection>",
                "<DataSet file=\"", "\u{feff}", "é",
            ]),
            0..60,
        ),
    ) {
        read_as_all(words.concat().as_bytes());
    }

    #[test]
    fn no_reader_minds_damage(
        file in 0_usize..FORMATS.len() + 4,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        end in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = valid_files().swap_remove(file);
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(if cut { end.index(bytes.len()) } else { bytes.len() });
        read_as_all(&bytes);
    }
}
