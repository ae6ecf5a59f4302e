//! Small scenes that the tests share.

use esker_output::{Frame, Image, Picture, Projection, View, WallFacets};

/// Spheres at places with radii, in space.
pub fn spheres(bodies: &[([f64; 3], f64)]) -> Frame {
    Frame {
        dimension: 3,
        id: (0..bodies.len() as u32).collect(),
        position: bodies.iter().map(|body| body.0).collect(),
        radius: bodies.iter().map(|body| body.1).collect(),
        ..Frame::default()
    }
}

/// A small picture from the front, so that x goes right, z up, and lengths can be measured.
pub fn front(width: usize, height: usize) -> Picture {
    let (view, projection) = (View::Front, Projection::Parallel);
    Picture { width, height, view, projection, labels: false, ..Picture::default() }
}

/// A box of walls without a lid.
pub fn open_box(low: [f64; 3], high: [f64; 3]) -> WallFacets {
    let corner = |number: usize| {
        std::array::from_fn(|axis| if number >> axis & 1 == 0 { low[axis] } else { high[axis] })
    };
    let sides: [[u32; 4]; 5] =
        [[0, 1, 3, 2], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    WallFacets {
        name: "box".to_string(),
        vertices: (0..8).map(corner).collect(),
        triangles: sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}

/// Whether a pixel shows anything but a white background.
pub fn is_drawn(pixel: &[u8; 4]) -> bool {
    *pixel != [255; 4]
}

/// The columns and rows of the first and the last pixel that is drawn: left, top, right, bottom.
pub fn extent(image: &Image) -> Option<[usize; 4]> {
    let drawn = (0..image.pixels.len()).filter(|&at| is_drawn(&image.pixels[at]));
    drawn.map(|at| [at % image.width, at / image.width]).fold(None, |extent, [x, y]| {
        let [left, top, right, bottom] = extent.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    })
}
