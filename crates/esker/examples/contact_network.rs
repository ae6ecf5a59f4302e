//! Draws discs of many sizes and the network of their contacts, as the picture of the README:
//! `cargo run --release --example contact_network > docs/img/contacts.svg`

use esker::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let recipe = Recipe { count: 420, size_ratio: 6.0, seed: 12, ..Recipe::default() };
    let mix = Packings::<2>::find("munjiza-mix").ok_or("no such packing")?;
    let Packing { centers, radii } = (mix.build)(&recipe);
    let objects = Objects::new(&centers, &radii)?;
    let mut detector = Detector::<2>::new("hierarchical-grid")?;
    detector.update(&objects);

    let [width, height] = objects.bounds().widened(0.5).extent().map(|side| 60.0 * side);
    let strip = 0.45 * height; // the page of a README is wide
    println!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {strip:.0}">"#);
    println!(r##"<rect width="100%" height="100%" fill="#fdfbf6"/>"##);
    let origin = objects.bounds().low;
    let place = |body: usize| [0, 1].map(|axis| 60.0 * (centers[body][axis] - origin[axis] + 0.5));
    for (body, radius) in radii.iter().enumerate() {
        let ([x, y], r) = (place(body), 60.0 * radius);
        let light = 88.0 - 50.0 * radius; // large grains are darker
        println!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r:.1}" fill="hsl(36,45%,{light:.0}%)"/>"#);
    }
    println!(r##"<g stroke="#8a1c1c" stroke-width="1.6" stroke-linecap="round">"##);
    for &[a, b] in detector.pairs(&objects).iter() {
        let ([x, y], [u, v]) = (place(a as usize), place(b as usize));
        println!(r#"<path d="M{x:.1} {y:.1}L{u:.1} {v:.1}"/>"#);
    }
    println!("</g></svg>");
    Ok(())
}
