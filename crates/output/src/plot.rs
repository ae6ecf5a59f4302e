//! Plots as SVG: lines with markers, dashed references, a legend.
//!
//! ```text
//!   title
//!   y ┤      ╭─o  ── o  grid          colours are classes c0 … c11 of the page's style sheet, so
//!     ┤  ╭─o─╯    ─ ─   reference     that one drawing serves light and dark; markers differ too,
//!     └──┴───┴─ x                     so that it serves print and every eye
//! ```

use crate::axis::{Axis, Ruler};
use crate::text::{escaped, number};
use std::fmt::{self, Write};

/// The colours, for the page's style sheet.
pub(crate) const STYLE: &str = include_str!("plot.css");

const COLOURS: usize = 12;
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
/// The frame of the curves: left, top, right, bottom. The legend stands to its right.
const FRAME: [f64; 4] = [84.0, 34.0, 570.0, 364.0];

/// A plot of several series.
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

/// One line of a plot.
#[derive(Clone, Debug)]
pub struct Series {
    name: String,
    style: Style,
    points: Vec<[f64; 2]>,
}

/// How a series is drawn; the numbers pick colour and marker.
#[derive(Clone, Copy, Debug)]
enum Style {
    Line(usize),
    Curve(usize),
    Dashed(usize),
    Reference,
}

impl Series {
    /// Points with markers, joined by a line. The style picks colour and marker; points that an axis
    /// cannot show are left out.
    pub fn line(name: &str, style: usize, points: Vec<[f64; 2]>) -> Self {
        Self { name: name.to_string(), style: Style::Line(style), points }
    }

    /// A line without markers, for many points.
    pub fn curve(name: &str, style: usize, points: Vec<[f64; 2]>) -> Self {
        Self { style: Style::Curve(style), ..Self::line(name, style, points) }
    }

    /// A dashed line without markers, in the colour of a line: what was not measured.
    pub fn dashed(name: &str, style: usize, points: Vec<[f64; 2]>) -> Self {
        Self { style: Style::Dashed(style), ..Self::line(name, style, points) }
    }

    /// A dashed line in grey: something to compare with.
    pub fn reference(name: &str, points: Vec<[f64; 2]>) -> Self {
        Self { style: Style::Reference, ..Self::line(name, 0, points) }
    }

    fn class(&self) -> String {
        match self.style {
            Style::Line(style) | Style::Curve(style) => format!("c{}", style % COLOURS),
            Style::Dashed(style) => format!("dashed c{}", style % COLOURS),
            Style::Reference => "dashed reference".to_string(),
        }
    }
}

impl Plot {
    /// A plot without series.
    pub fn new(title: &str, x: Axis, y: Axis) -> Self {
        Self { title: title.to_string(), x, y, series: Vec::new() }
    }

    /// Adds a series; the legend keeps the order.
    pub fn add(&mut self, series: Series) {
        self.series.push(series);
    }

    /// The drawing, to stand inside a page.
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        self.draw(&mut svg).expect("writing to a string does not fail");
        svg
    }

    fn draw(&self, svg: &mut String) -> fmt::Result {
        let values = |axis: usize| self.shown().map(move |point| point[axis]);
        let (x, y) = (self.x.over(values(0)), self.y.over(values(1)));
        let title = escaped(&self.title);
        writeln!(
            svg,
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">"
        )?;
        let [left, top, right, bottom] = FRAME;
        let middle = (left + right) / 2.0;
        writeln!(
            svg,
            "<text class=\"title\" x=\"{middle}\" y=\"20\" text-anchor=\"middle\">{title}</text>"
        )?;
        self.draw_axes(svg, &x, &y)?;
        writeln!(
            svg,
            "<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>",
            right - left,
            bottom - top
        )?;
        for (row, series) in self.series.iter().enumerate() {
            self.draw_series(svg, series, &x, &y)?;
            draw_legend(svg, series, top + 12.0 + 22.0 * row as f64)?;
        }
        writeln!(svg, "</svg>")
    }

    /// All points that both axes can show.
    fn shown(&self) -> impl Iterator<Item = [f64; 2]> {
        self.series.iter().flat_map(|series| self.shown_of(series))
    }

    fn shown_of<'a>(&'a self, series: &'a Series) -> impl Iterator<Item = [f64; 2]> + 'a {
        let shown = |point: &[f64; 2]| self.x.shows(point[0]) && self.y.shows(point[1]);
        series.points.iter().copied().filter(shown)
    }

    fn draw_axes(&self, svg: &mut String, x: &Ruler, y: &Ruler) -> fmt::Result {
        let [left, top, right, bottom] = FRAME;
        for &tick in &x.ticks {
            let ([at, _], below) = (on_paper([x.place(tick), 0.0]), bottom + 18.0);
            writeln!(svg, "<path class=\"grid\" d=\"M{at:.1} {top}V{bottom}\"/>")?;
            let label = number(tick);
            writeln!(
                svg,
                "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{label}</text>"
            )?;
        }
        for &tick in &y.ticks {
            let ([_, at], label) = (on_paper([0.0, y.place(tick)]), number(tick));
            writeln!(svg, "<path class=\"grid\" d=\"M{left} {at:.1}H{right}\"/>")?;
            let (before, base) = (left - 8.0, at + 4.0);
            writeln!(
                svg,
                "<text x=\"{before}\" y=\"{base:.1}\" text-anchor=\"end\">{label}</text>"
            )?;
        }
        let (center, middle) = ((left + right) / 2.0, (top + bottom) / 2.0);
        let (x_label, y_label) = (escaped(&self.x.label), escaped(&self.y.label));
        let under = HEIGHT - 12.0;
        writeln!(
            svg,
            "<text x=\"{center}\" y=\"{under}\" text-anchor=\"middle\">{x_label}</text>"
        )?;
        writeln!(
            svg,
            "<text transform=\"translate(16 {middle}) rotate(-90)\" text-anchor=\"middle\">{y_label}</text>"
        )
    }

    fn draw_series(&self, svg: &mut String, series: &Series, x: &Ruler, y: &Ruler) -> fmt::Result {
        let places: Vec<_> =
            self.shown_of(series).map(|point| [x.place(point[0]), y.place(point[1])]).collect();
        let class = series.class();
        let path = path(&places);
        if !path.is_empty() {
            writeln!(svg, "<path class=\"curve {class}\" d=\"{path}\"/>")?;
        }
        for &place in places.iter().filter(|place| inside(place)) {
            draw_marker(svg, series, on_paper(place))?;
        }
        Ok(())
    }
}

fn draw_legend(svg: &mut String, series: &Series, y: f64) -> fmt::Result {
    let left = FRAME[2] + 14.0;
    let (class, middle, end) = (series.class(), left + 13.0, left + 26.0);
    writeln!(svg, "<path class=\"curve {class}\" d=\"M{left} {y}H{end}\"/>")?;
    draw_marker(svg, series, [middle, y])?;
    let (name, text, base) = (escaped(&series.name), end + 7.0, y + 4.0);
    writeln!(svg, "<text x=\"{text}\" y=\"{base}\">{name}</text>")
}

/// One of six shapes of about the same weight; none but on lines with markers.
fn draw_marker(svg: &mut String, series: &Series, at: [f64; 2]) -> fmt::Result {
    const SHAPES: [&str; 6] = [
        "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z",
        "M-3.6 -3.6H3.6V3.6H-3.6Z",
        "M0 -4.8L4.6 3.4H-4.6Z",
        "M0 -5.2L5.2 0L0 5.2L-5.2 0Z",
        "M0 4.8L4.6 -3.4H-4.6Z",
        "M-1.6 -4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z",
    ];
    let Style::Line(style) = series.style else { return Ok(()) };
    let (shape, class) = (SHAPES[style % SHAPES.len()], series.class());
    let [x, y] = at;
    writeln!(
        svg,
        "<path class=\"marker {class}\" transform=\"translate({x:.1} {y:.1})\" d=\"{shape}\"/>"
    )
}

/// From a place between 0 and 1 to the drawing's coordinates, whose y points down.
fn on_paper(place: [f64; 2]) -> [f64; 2] {
    let [left, top, right, bottom] = FRAME;
    [left + place[0] * (right - left), bottom - place[1] * (bottom - top)]
}

/// Whether a place lies inside the frame, up to rounding.
fn inside(place: &[f64; 2]) -> bool {
    place.iter().all(|along| *along <= 1.0 + 1e-6)
}

/// The line through the places, cut where it leaves the frame.
fn path(places: &[[f64; 2]]) -> String {
    let mut path = String::new();
    let mut pen: Option<[f64; 2]> = None;
    for ends in places.windows(2) {
        let Some([from, to]) = cut(ends[0], ends[1]) else { continue };
        let ([x, y], [to_x, to_y]) = (on_paper(from), on_paper(to));
        if pen != Some(from) {
            path += &format!("M{x:.1} {y:.1}");
        }
        path += &format!("L{to_x:.1} {to_y:.1}");
        pen = Some(to);
    }
    path
}

/// The part of a segment inside the frame. Only limits cut, so only the far ends can lie outside.
fn cut(from: [f64; 2], to: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    match (inside(&from), inside(&to)) {
        (true, true) => Some([from, to]),
        (false, false) => None,
        (true, false) => Some([from, edge(from, to)]),
        (false, true) => Some([edge(to, from), to]),
    }
}

/// Where the way from a place inside to one outside crosses the frame.
fn edge(within: [f64; 2], outside: [f64; 2]) -> [f64; 2] {
    let share = (0..2)
        .filter(|&axis| outside[axis] > 1.0)
        .map(|axis| (1.0 - within[axis]) / (outside[axis] - within[axis]))
        .fold(1.0, f64::min);
    std::array::from_fn(|axis| within[axis] + share * (outside[axis] - within[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(x: Axis, y: Axis, points: Vec<[f64; 2]>) -> String {
        let mut plot = Plot::new("a < b", x, y);
        plot.add(Series::line("one & two", 0, points.clone()));
        plot.add(Series::dashed("not measured", 13, points.clone()));
        plot.add(Series::reference("reference", points));
        plot.to_svg()
    }

    #[test]
    fn a_plot_has_its_parts_and_escapes_its_texts() {
        let svg = plot(Axis::linear("x"), Axis::log("y"), vec![[1.0, 1.0], [2.0, 10.0]]);
        assert!(svg.contains("a &lt; b") && svg.contains("one &amp; two"));
        assert_eq!(svg.matches("class=\"curve c0\"").count(), 2, "curve and legend");
        assert_eq!(svg.matches("class=\"curve dashed c1\"").count(), 2, "colours start over");
        assert_eq!(svg.matches("class=\"curve dashed reference\"").count(), 2);
        assert_eq!(svg.matches("class=\"marker c0\"").count(), 3, "two points and the legend");
        assert_eq!(svg.matches("class=\"marker").count(), 3, "dashed lines have no markers");
    }

    #[test]
    fn no_input_puts_a_number_into_the_drawing_that_is_none() {
        let wild = [0.0, -1.0, 1.0, 1e250, -1e250, 1e-250, f64::NAN, f64::INFINITY, f64::MIN];
        for axes in [Axis::linear as fn(&str) -> Axis, Axis::log] {
            for axis in [axes("x"), axes("x").up_to(5.0), axes("x").up_to(f64::NAN)] {
                let points = wild.iter().flat_map(|&x| wild.map(|y| [x, y])).collect();
                for points in [points, vec![], vec![[3.0, 3.0]], vec![[0.0, 0.0]; 3]] {
                    let svg = plot(axis.clone(), axis.clone(), points);
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                }
            }
        }
    }

    #[test]
    fn lines_are_cut_at_the_limit() {
        assert_eq!(cut([0.0, 0.5], [1.0, 1.5]), Some([[0.0, 0.5], [0.5, 1.0]]));
        assert_eq!(cut([0.0, 1.5], [1.0, 0.5]), Some([[0.5, 1.0], [1.0, 0.5]]));
        assert_eq!(cut([0.0, 1.5], [1.0, 2.5]), None);
        let limited = Axis::linear("y").up_to(10.0);
        let svg = plot(Axis::linear("x"), limited, vec![[0.0, 0.0], [1.0, 5.0], [2.0, 1000.0]]);
        assert_eq!(svg.matches("class=\"marker c0\"").count(), 3, "the point beyond has none");
    }

    #[test]
    fn a_line_is_one_stroke_while_it_stays_inside() {
        assert_eq!(path(&[[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]]).matches('M').count(), 1);
        assert_eq!(path(&[[0.0, 0.0], [0.5, 2.0], [1.0, 0.0]]).matches('M').count(), 2);
        assert_eq!(path(&[[0.5, 0.5]]), "");
    }
}
