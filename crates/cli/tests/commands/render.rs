//! `esker render`: pictures, movies and the terminal.

use crate::place::{Place, SCENE};
use serde_json::json;
use std::fs;

/// The width and the height in the head of a PNG file.
fn size(png: &[u8]) -> [u32; 2] {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
}

#[test]
fn the_last_frame_is_drawn_as_the_scene_says() {
    let place = Place::with_run();
    assert_eq!(place.done("render out/few"), "wrote out/few/picture.png\n");
    let last = place.bytes("out/few/picture.png");
    assert_eq!(size(&last), [160, 120]);
    place.done("render out/few/run.pvd --frame 5 --out same.png");
    assert_eq!(place.bytes("same.png"), last);
    for (number, other) in
        ["--frame first", "--view front", "--color id", "--range 0,9", "--no-walls"]
            .iter()
            .enumerate()
    {
        place.done(&format!("render out/few {other} --out {number}.png"));
        assert_ne!(place.bytes(&format!("{number}.png")), last, "{other}");
    }
    place.done("render out/few --cut 0,0,0,-1,0,0 --width 80 --out cut.png");
    assert_eq!(size(&place.bytes("cut.png")), [80, 60]);
}

#[test]
fn all_frames_make_a_movie_or_a_folder() {
    let place = Place::with_run();
    assert_eq!(place.done("render out/few --gif"), "wrote out/few/movie.gif, 6 frames\n");
    let gif = place.bytes("out/few/movie.gif");
    assert!(gif.starts_with(b"GIF89a\xa0\x00\x78\x00"));
    let thin = place.json("render out/few --gif --every 2 --fps 10 --out thin.gif --json");
    assert_eq!(thin, json!({ "files": ["thin.gif"], "frames": 3 }));
    assert!(place.bytes("thin.gif").len() < gif.len());
    place.done("render out/few --frame all");
    for number in 0..6 {
        let name = format!("out/few/pictures/picture_{number:06}.png");
        assert_eq!(size(&place.bytes(&name)), [160, 120]);
    }
    assert!(!place.exists("out/few/pictures/picture_000006.png"));
}

#[test]
fn a_file_of_bodies_is_drawn_beside_itself() {
    let place = Place::new();
    fs::write(place.path("start.csv"), "x,y,z,r\n0,0,0,1\n2,0,0,0.5\n").unwrap();
    assert_eq!(place.done("render start.csv"), "wrote start.png\n");
    assert_eq!(size(&place.bytes("start.png")), [960, 720]);
    let told = place.refused("render start.csv --color speed", 2);
    assert_eq!(told, "error: the frame has no 'speed': colour by another column\n");
}

#[test]
fn the_terminal_gets_letters() {
    let place = Place::with_run();
    let outcome = place.esker("render out/few --terminal");
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert!((5..24).contains(&lines.len()), "{}", outcome.stdout);
    assert!(lines.iter().all(|line| line.len() <= 80 && line.is_ascii()));
    assert!(outcome.stdout.chars().any(|letter| letter != ' ' && letter != '\n'));
}

#[test]
fn what_is_wrong_is_told_with_what_to_do() {
    let place = Place::with_run();
    let told = |arguments: &str| place.refused(arguments, 2);
    assert_eq!(told("render nowhere"), "error: there is no file or folder nowhere\n");
    let not_a_run = told("render out");
    assert!(not_a_run.starts_with("error: there is no run in out:"), "{not_a_run}");
    assert_eq!(told("render out/few --frame 6"), "error: there is no frame 6: the last one is 5\n");
    let column = told("render out/few --color sped");
    assert!(column.contains("unknown column 'sped'; did you mean 'speed'?"), "{column}");
    let view = told("render out/few --view fron");
    assert!(view.contains("unknown view 'fron'; did you mean 'front'?"), "{view}");
    assert!(told("render out/few --cut 1,2").contains("expected 6 numbers with commas between"));
    assert!(told("render out/few --range 2,1").contains("colours from 2 to 1"));
    assert!(told("render few.toml").contains("its format is not known"));
    fs::write(place.path("none.toml"), SCENE.replace("frames =", "formats = []\nframes ="))
        .unwrap();
    place.done("run none.toml --quiet --no-report");
    assert!(
        told("render out/none").starts_with("error: out/none has no frames: the scene writes none")
    );
    let told = place.refused("render out/few --out no/such/folder.png", 1);
    assert!(told.starts_with("error: cannot write no/such/folder.png: "), "{told}");
}

#[cfg(unix)]
#[test]
fn mp4_is_made_by_ffmpeg_or_refused() {
    use crate::common::command;
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_run();
    let programs = place.path("programs");
    fs::create_dir(&programs).unwrap();
    let render = || {
        let mut command = command("render out/few --mp4");
        command.current_dir(place.path("")).env("PATH", &programs).output().unwrap()
    };
    let without = render();
    assert_eq!(without.status.code(), Some(1));
    let told = String::from_utf8(without.stderr).unwrap();
    assert!(told.contains("ffmpeg, which is not installed here"), "{told}");

    // Keeps what it is given, in the file that stands last.
    let ffmpeg = programs.join("ffmpeg");
    fs::write(&ffmpeg, "#!/bin/sh\nfor out; do :; done\nexec /bin/cat > \"$out\"\n").unwrap();
    fs::set_permissions(&ffmpeg, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(render().status.code(), Some(0));
    assert_eq!(place.bytes("out/few/movie.mp4").len(), 6 * 160 * 120 * 4);
    fs::write(&ffmpeg, "#!/bin/sh\necho no such codec >&2\nexit 3\n").unwrap();
    let failed = render();
    assert_eq!(failed.status.code(), Some(1));
    let told = String::from_utf8(failed.stderr).unwrap();
    assert!(told.contains("ffmpeg could not make the movie: no such codec"), "{told}");
    assert!(!place.exists("out/few/movie.part.mp4"));
}
