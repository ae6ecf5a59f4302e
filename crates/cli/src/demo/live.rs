//! A world as it moves: a picture ten times a second on a terminal, a line each second elsewhere.
//!
//! The terminal's second page is drawn on, so that what was there before comes back at the end, with
//! the last picture below it.

use crate::error::Failure;
use crate::screen;
use crate::terminal::{note, print};
use esker::geom::Aabb;
use esker::geom::vector::{in_space, length};
use esker::output::{
    Background, Camera, Frame, Image, Map, Picture, WallFacets, render, terminal_text,
};
use esker::run::{drawn, extent_of, picture_of};
use esker::scene::{Scene, Stop};
use std::time::{Duration, Instant};

/// Pictures are so far apart, and lines of text so far.
const PICTURES: Duration = Duration::from_millis(100);
const LINES: Duration = Duration::from_secs(1);
/// The share of the time that goes into steps.
const STEPS: f64 = 0.8;

/// How a world is shown.
pub(super) struct Live<const D: usize> {
    picture: Picture,
    /// The box (m) at which walls are cut off.
    extent: Aabb<D>,
    /// When the last picture or line was due.
    shown: Option<Instant>,
    /// So many steps are made before the clock is looked at.
    at_once: u64,
}

impl<const D: usize> Live<D> {
    pub(super) fn new(scene: &Scene<D>) -> Result<Self, Failure> {
        let picture = picture_of(&scene.picture).map_err(bad_picture)?;
        Ok(Self { picture, extent: extent_of(&scene.world), shown: None, at_once: 1 })
    }

    /// Makes steps until a picture is due or the scene is over.
    pub(super) fn advance(&mut self, scene: &mut Scene<D>) -> Result<(), Failure> {
        let began = Instant::now();
        while began.elapsed() < PICTURES.mul_f64(STEPS) && !is_over(scene) {
            let before = Instant::now();
            let made = scene.world.run(self.at_once);
            made.map_err(|error| Failure::Run(error.to_string()))?;
            // About a tenth of what there is time for.
            let share = before.elapsed().as_secs_f64() / (0.1 * PICTURES.as_secs_f64());
            self.at_once = ((self.at_once as f64 / share.max(1e-3)) as u64).clamp(1, 10_000);
        }
        Ok(())
    }

    /// The picture as a file shows it.
    pub(super) fn picture(&self, scene: &Scene<D>) -> Result<Image, Failure> {
        self.render(scene, &self.picture)
    }

    fn render(&self, scene: &Scene<D>, picture: &Picture) -> Result<Image, Failure> {
        let walls: Vec<WallFacets> = drawn(&scene.world, &self.extent);
        let bounds = Aabb { low: in_space(&self.extent.low), high: in_space(&self.extent.high) };
        let camera = Camera::fit(&bounds, D, picture).map_err(bad_picture)?;
        let picture = Picture { camera: Some(camera), ..picture.clone() };
        render(&Frame::of(&scene.world), &walls, &picture).map_err(bad_picture)
    }

    /// Turns to the terminal's second page.
    pub(super) fn open(&self) -> Result<(), Failure> {
        Ok(print("\x1b[?1049h\x1b[?25l\x1b[2J")?)
    }

    /// Draws over the last picture.
    pub(super) fn draw(&mut self, scene: &Scene<D>) -> Result<(), Failure> {
        Ok(print(&format!("\x1b[H{}\x1b[J", self.text(scene)?.replace('\n', "\x1b[K\n")))?)
    }

    /// Turns back, and leaves the last picture.
    pub(super) fn close(&self, scene: &Scene<D>) -> Result<(), Failure> {
        Ok(print(&format!("\x1b[?25h\x1b[?1049l{}\n", self.text(scene)?))?)
    }

    /// The picture in letters, and a line below it.
    fn text(&self, scene: &Scene<D>) -> Result<String, Failure> {
        let [columns, rows] = screen::size();
        let rows = rows.saturating_sub(2).max(1);
        let (width, height) = ((2 * columns).clamp(2, 800), (4 * rows).clamp(4, 800));
        let small = Picture {
            width,
            height,
            labels: false,
            background: Background::Transparent,
            // Light enough to be seen on a dark screen and on a light one.
            map: Some(Map::Diverging).filter(|_| self.picture.color.as_deref() != Some("material")),
            ..self.picture.clone()
        };
        let image = self.render(scene, &small)?;
        let letters = terminal_text(&image, columns, rows, screen::colors());
        let line: String = format!("{}   Ctrl-C ends", line(scene)).chars().take(columns).collect();
        Ok(letters + &line)
    }

    /// Tells a line, if it is time to.
    pub(super) fn tell(&mut self, scene: &Scene<D>) -> Result<(), Failure> {
        if self.shown.is_none_or(|shown| shown.elapsed() >= LINES) {
            note(&line(scene));
            self.shown = Some(Instant::now());
        }
        Ok(())
    }
}

/// Whether the time of a scene has come, or one of its stop conditions holds.
pub(super) fn is_over<const D: usize>(scene: &Scene<D>) -> bool {
    let (time, stops) = (scene.world.time, &scene.stops);
    // A row of the log has its cost: only if something depends on it.
    let row = if stops.is_empty() { Vec::new() } else { scene.log_row() };
    let holds = |stop: &Stop| {
        row.iter().any(|number| number.name == stop.column && stop.holds(number.value, time))
    };
    time >= scene.run.time || stops.iter().any(holds)
}

/// What is seen, in numbers.
fn line<const D: usize>(scene: &Scene<D>) -> String {
    let world = &scene.world;
    let speed = world.bodies.velocity.iter().map(length).fold(0.0, f64::max);
    format!(
        "{}: {:.3} s, {} grains, {} contacts, up to {speed:.2} m/s",
        scene.title,
        world.time,
        world.bodies.len(),
        world.contacts(),
    )
}

fn bad_picture(bad: esker::output::BadPicture) -> Failure {
    Failure::Run(bad.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use esker::prelude::{Body, Material};

    #[test]
    fn a_demo_ends_when_its_scene_does() {
        let mut scene = Scene::<3>::new("a grain").material(Material::default()).unwrap();
        scene.world.add(&Body::new([0.0; 3], 0.01)).unwrap();
        scene.world.time_step = 1e-4;
        scene.stops.push(Stop { below: Some(2.0), after: 0.00045, ..Stop::on("bodies") });
        scene.world.run(4).unwrap();
        assert!(!is_over(&scene));
        scene.world.run(1).unwrap();
        assert!(is_over(&scene));
        // No step is made after the end.
        Live::new(&scene).unwrap().advance(&mut scene).unwrap();
        assert_eq!(scene.world.steps, 5);
        scene.stops.clear();
        assert!(!is_over(&scene));
        scene.run.time = scene.world.time;
        assert!(is_over(&scene));
    }
}
