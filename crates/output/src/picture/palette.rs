//! A few colours for many: which 255 stand best for all colours of an image.
//!
//! ```text
//!   ┌──────────┐      Colours that share their upper six bits are one entry. All entries are one
//!   │ · ·:│ ·  │      box, and the box whose colours differ most, each counted as often as it
//!   │ ··· │:·· │      occurs, is cut at their mean across its widest axis, until there are enough.
//!   └──────────┘
//! ```

use super::map::Color;

/// The greatest number of colours; GIF has room for one more, which is "as before".
pub(super) const MOST: usize = 255;

/// Colours, and which of them stands for which.
pub(super) struct Palette {
    /// The colours.
    pub colors: Vec<Color>,
    /// The colour's number for each entry.
    numbers: Vec<u8>,
}

impl Palette {
    /// The palette of these colours.
    pub(super) fn of(colors: impl Iterator<Item = Color>) -> Self {
        let mut entries = vec![Entry::default(); 1 << 18];
        for color in colors {
            let entry = &mut entries[cell(color)];
            entry.count += 1.0;
            entry.sum = std::array::from_fn(|part| entry.sum[part] + f64::from(color[part]));
        }
        for (cell, entry) in entries.iter_mut().enumerate() {
            entry.cell = cell;
        }
        entries.retain(|entry| entry.count > 0.0);
        let boxes = divided(entries);
        let mut numbers = vec![0; 1 << 18];
        for (number, group) in boxes.iter().enumerate() {
            for entry in &group.entries {
                numbers[entry.cell] = number as u8;
            }
        }
        Self {
            colors: boxes.iter().map(|group| group.mean.map(|x| (x + 0.5) as u8)).collect(),
            numbers,
        }
    }

    /// The number of the colour that stands for one of those the palette was made of.
    pub(super) fn number(&self, color: Color) -> u8 {
        self.numbers[cell(color)]
    }
}

fn cell(color: Color) -> usize {
    let [r, g, b] = color.map(|part| usize::from(part >> 2));
    r << 12 | g << 6 | b
}

/// Colours that differ little.
#[derive(Clone, Copy, Default)]
struct Entry {
    cell: usize,
    count: f64,
    sum: [f64; 3],
}

impl Entry {
    fn mean(&self) -> [f64; 3] {
        self.sum.map(|sum| sum / self.count)
    }
}

/// Entries that get one colour.
struct Group {
    entries: Vec<Entry>,
    mean: [f64; 3],
    /// The axis along which they differ most.
    axis: usize,
    /// How much: the sum of squares about the mean.
    spread: f64,
}

impl Group {
    fn new(entries: Vec<Entry>) -> Self {
        let count: f64 = entries.iter().map(|entry| entry.count).sum();
        let mean: [f64; 3] = std::array::from_fn(|axis| {
            entries.iter().map(|entry| entry.sum[axis]).sum::<f64>() / count.max(1.0)
        });
        let spreads: [f64; 3] = std::array::from_fn(|axis| {
            let squares = entries.iter().map(|entry| {
                let apart = entry.mean()[axis] - mean[axis];
                entry.count * apart * apart
            });
            squares.sum()
        });
        let axis =
            (0..3).fold(0, |best, axis| if spreads[axis] > spreads[best] { axis } else { best });
        Self { entries, mean, axis, spread: spreads[axis] }
    }
}

fn divided(entries: Vec<Entry>) -> Vec<Group> {
    let mut groups = vec![Group::new(entries)];
    while groups.len() < MOST {
        let widest =
            (0..groups.len()).max_by(|&a, &b| groups[a].spread.total_cmp(&groups[b].spread));
        let Some(widest) = widest.filter(|&widest| groups[widest].spread > 0.0) else { break };
        let Group { entries, mean, axis, .. } = groups.swap_remove(widest);
        let (low, high): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|entry| entry.mean()[axis] <= mean[axis]);
        groups.push(Group::new(low));
        groups.push(Group::new(high));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_and_many_are_near() {
        let few = [[0, 0, 0], [255, 255, 255], [200, 10, 90]];
        let palette = Palette::of(few.into_iter());
        for color in few {
            assert_eq!(palette.colors[usize::from(palette.number(color))], color);
        }
        let many = || (0..=255u8).flat_map(|a| [a, 255 - a].map(|b| [a, b, a / 2]));
        let palette = Palette::of(many());
        assert!(palette.colors.len() > 100);
        for color in many() {
            let stand_in = palette.colors[usize::from(palette.number(color))];
            let apart = (0..3).map(|part| color[part].abs_diff(stand_in[part])).max().unwrap();
            assert!(apart <= 4, "{color:?} became {stand_in:?}");
        }
        assert!(Palette::of(std::iter::empty()).colors.len() <= 1);
    }
}
