//! The log as plots: columns of one measure and one unit share a plot.
//!
//! ```text
//!   outflow.forward, outflow.backward       (no unit)  ┐
//!   outflow.forward_mass, outflow.backward_mass (kg)   ├ three plots, named `outflow`
//!   outflow.rate                              (1/s)    ┘
//! ```
//!
//! Columns that never change are named in a sentence. An axis is logarithmic where a good part of the
//! values is a thousand times smaller than the largest.

use esker_output::{Axis, Log, Page, Plot, Series, number};

/// Series in one plot, at most; the rest is in the log.
const MOST: usize = 12;
/// Points of one series, at most: more than there are pixels.
const POINTS: usize = 600;
/// What every log has, by plots: a title and its columns.
const USUAL: [(&str, &[&str]); 4] = [
    ("Energy of motion", &["kinetic_energy", "rotational_energy"]),
    ("Bodies and contacts", &["bodies", "contacts", "lost"]),
    ("Largest overlap, as a share of the smallest radius", &["largest_overlap_share"]),
    ("Largest speed", &["largest_speed"]),
];
/// Columns that are no result, or are one in another form.
const PASSED_OVER: [&str; 3] = ["step", "time", "largest_overlap"];

/// Columns that share a plot.
struct Group {
    title: String,
    unit: String,
    columns: Vec<usize>,
}

/// Adds a plot for each group of columns.
pub(super) fn add(page: &mut Page, log: &Log) {
    let time = log.column("time");
    let Some(time) = time.filter(|_| log.rows.len() >= 2) else {
        return page.paragraph("It has too few rows for a plot.");
    };
    let changes = |column: usize| {
        let mut known = log.rows.iter().map(|row| row[column]).filter(|value| value.is_finite());
        let first = known.next();
        known.any(|value| Some(value) != first)
    };
    let mut constant = Vec::new();
    for group in groups(log) {
        let (moving, still): (Vec<_>, Vec<_>) = group.columns.iter().partition(|c| changes(**c));
        constant.extend(still);
        if !moving.is_empty() {
            let caption = caption(&moving, log);
            page.figure(&plot(&Group { columns: moving, ..group }, log, time), &caption);
        }
    }
    if !constant.is_empty() {
        let values = constant.iter().map(|&c| {
            let first = log.rows.iter().map(|row| row[c]).find(|value| value.is_finite());
            first.map_or(format!("`{}` is not known", log.names[c]), |value| {
                format!("`{}` is {} {}", log.names[c], number(value), log.units[c])
            })
        });
        let values = values.map(|text| text.trim_end().to_string()).collect::<Vec<_>>();
        page.paragraph(&format!("What did not change: {}.", values.join(", ")));
    }
}

/// All columns in groups: those of every log, then by what stands before the first dot and by unit.
fn groups(log: &Log) -> Vec<Group> {
    let mut groups: Vec<Group> = USUAL
        .iter()
        .map(|(title, names)| {
            let columns: Vec<_> = names.iter().filter_map(|name| log.column(name)).collect();
            let unit = columns.first().map_or(String::new(), |&column| log.units[column].clone());
            Group { title: title.to_string(), unit, columns }
        })
        .collect();
    let usual = |name: &str| USUAL.iter().any(|(_, names)| names.contains(&name));
    for (column, name) in log.names.iter().enumerate() {
        if usual(name) || PASSED_OVER.contains(&&name[..]) {
            continue;
        }
        let (title, unit) = (name.split('.').next().unwrap_or(name), &log.units[column]);
        let same = |group: &&mut Group| group.title == title && group.unit == *unit;
        match groups.iter_mut().find(same) {
            Some(group) => group.columns.push(column),
            None => groups.push(Group {
                title: title.to_string(),
                unit: unit.clone(),
                columns: vec![column],
            }),
        }
    }
    groups
}

fn caption(columns: &[usize], log: &Log) -> String {
    let names = columns.iter().take(MOST).map(|&column| format!("`{}`", log.names[column]));
    let names = names.collect::<Vec<_>>().join(", ");
    match columns.len().saturating_sub(MOST) {
        0 => format!("{names} of log.csv."),
        more => format!("{names} of log.csv; {more} more columns are there."),
    }
}

fn plot(group: &Group, log: &Log, time: usize) -> Plot {
    let label = if group.unit == "1" { "" } else { &group.unit };
    let columns = &group.columns[..group.columns.len().min(MOST)];
    let axis = if spans_decades(columns, log) { Axis::log } else { Axis::linear };
    let name = |column: usize| {
        let name = log.names[column].strip_prefix(&format!("{}.", group.title));
        name.unwrap_or(&log.names[column]).replace('_', " ")
    };
    let title = match columns {
        // Several plots of one measure are told apart.
        [only] if log.names[*only].contains('.') => format!("{}: {}", group.title, name(*only)),
        _ => group.title.clone(),
    };
    let mut plot = Plot::new(&title, Axis::linear("time (s)"), axis(label));
    for (style, &column) in columns.iter().enumerate() {
        plot.add(Series::curve(&name(column), style, points(log, time, column)));
    }
    plot
}

/// The points of a column; of many rows the least and the greatest value in each part are kept, so that
/// no peak is lost.
fn points(log: &Log, time: usize, column: usize) -> Vec<[f64; 2]> {
    let part = (2 * log.rows.len()).div_ceil(POINTS).max(2);
    let point = |row: &Vec<f64>| [row[time], row[column]];
    if log.rows.len() <= POINTS {
        return log.rows.iter().map(point).collect();
    }
    let mut points = Vec::new();
    for rows in log.rows.chunks(part) {
        let finite = || rows.iter().filter(|row| row[column].is_finite());
        let by_value = |a: &&Vec<f64>, b: &&Vec<f64>| a[column].total_cmp(&b[column]);
        let (low, high) = (finite().min_by(by_value), finite().max_by(by_value));
        let mut pair: Vec<_> = low.into_iter().chain(high).map(point).collect();
        pair.sort_by(|a, b| a[0].total_cmp(&b[0]));
        points.extend(pair);
    }
    points
}

/// Whether a tenth of the values or more is a thousand times smaller than the largest, and none is
/// below zero.
fn spans_decades(columns: &[usize], log: &Log) -> bool {
    let values = || log.rows.iter().flat_map(|row| columns.iter().map(|&column| row[column]));
    let mut positive: Vec<f64> = values().filter(|value| *value > 0.0).collect();
    positive.sort_by(f64::total_cmp);
    let tenth = positive.get(positive.len() / 10);
    let largest = positive.last().copied().unwrap_or(0.0);
    !values().any(|value| value < 0.0) && tenth.is_some_and(|&small| small * 1e3 < largest)
}
