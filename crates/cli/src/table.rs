//! Tables: columns that line up, two spaces apart.

/// Where the text of a column stands.
#[derive(Clone, Copy)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A table that grows row by row.
pub(crate) struct Table {
    columns: Vec<(Align, usize)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    pub(crate) fn new(columns: &[(&str, Align)]) -> Self {
        let mut table =
            Self { columns: columns.iter().map(|&(_, align)| (align, 0)).collect(), rows: vec![] };
        table.row(columns.iter().map(|(name, _)| name.to_string()).collect());
        table
    }

    /// One more row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        for ((_, width), cell) in self.columns.iter_mut().zip(&cells) {
            *width = (*width).max(cell.chars().count());
        }
        self.rows.push(cells);
    }

    /// The table as text, without blanks at the ends of its lines.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&self.columns).map(|(cell, &(align, width))| match align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            });
            text += cells.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table =
            Table::new(&[("name", Align::Left), ("n", Align::Right), ("note", Align::Left)]);
        table.row(vec!["größe".into(), "100".into(), String::new()]);
        assert_eq!(table.text(), "name     n  note\ngröße  100\n");
    }
}
