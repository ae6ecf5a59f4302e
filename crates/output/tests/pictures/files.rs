//! PNG and GIF read back by their own readers.

use crate::common::{front, spheres};
use esker_output::{Background, Gif, Image, Picture, png_bytes, render, write_gif, write_png};
use std::io::Cursor;

fn scene(x: f64, background: Background) -> Image {
    let frame = spheres(&[([0.0; 3], 1.0), ([x, 0.0, 1.0], 0.5)]);
    render(&frame, &[], &Picture { background, ..front(64, 48) }).unwrap()
}

#[test]
fn a_png_comes_back_as_it_was() {
    for (background, channels) in [(Background::White, 3), (Background::Transparent, 4)] {
        let image = scene(2.0, background);
        let bytes = png_bytes(&image).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (64, 48));
        let expected: Vec<u8> =
            image.pixels.iter().flat_map(|pixel| pixel[..channels].to_vec()).collect();
        assert_eq!(pixels, expected);
    }
}

#[test]
fn a_gif_comes_back_with_its_size_its_frames_and_nearly_its_colours() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("movie.gif");
    let images: Vec<_> = (0..4).map(|step| scene(f64::from(step), Background::White)).collect();
    write_gif(&path, [64, 48], 10.0, |movie| images.iter().try_for_each(|one| movie.push(one)))
        .unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(std::fs::File::open(&path).unwrap()).unwrap();
    assert_eq!((reader.width(), reader.height()), (64, 48));
    let mut shown = vec![[0u8; 4]; 64 * 48];
    let mut frames = 0;
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 10);
        for (pixel, new) in shown.iter_mut().zip(frame.buffer.chunks_exact(4)) {
            if new[3] > 0 {
                pixel.copy_from_slice(new);
            }
        }
        for (pixel, source) in shown.iter().zip(&images[frames].pixels) {
            let apart = (0..4).map(|part| pixel[part].abs_diff(source[part])).max().unwrap();
            assert!(apart <= 24, "frame {frames}: {source:?} became {pixel:?}");
        }
        frames += 1;
    }
    assert_eq!(frames, 4);
}

#[test]
fn a_movie_refuses_images_of_another_size_and_leaves_no_half_file() {
    let mut movie = Gif::new(Vec::new(), [64, 48], 10.0).unwrap();
    let message = movie.push(&Image::filled(10, 10, [0; 4])).unwrap_err().to_string();
    assert_eq!(message, "an image of 10 x 10 in a movie of 64 x 48");
    assert!(Gif::new(Vec::new(), [70_000, 1], 10.0).is_err());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("movie.gif");
    let stopped = write_gif(&path, [64, 48], 10.0, |_| Err(std::io::Error::other("stopped")));
    assert_eq!(stopped.unwrap_err().to_string(), "stopped");
    assert!(write_png(&folder.path().join("no/such.png"), &scene(1.0, Background::White)).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn speeds_that_are_none_still_make_a_movie() {
    for per_second in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
        let mut movie = Gif::new(Vec::new(), [64, 48], per_second).unwrap();
        movie.push(&scene(1.0, Background::Transparent)).unwrap();
        assert!(movie.finish().unwrap().starts_with(b"GIF89a"));
    }
}
