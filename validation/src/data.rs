//! The files of others, read where they lie and never copied.
//!
//! They are looked for in `$ESKER_SHARED/data` and in `shared/data` beside the checkout. Without them the closed
//! forms are still compared; what needs a file says that it was left out.

use std::error::Error;
use std::path::{Path, PathBuf};

/// Where the files of others are, if they are.
#[derive(Clone, Debug)]
pub struct Data {
    folder: Option<PathBuf>,
}

/// A table with a header.
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Data {
    /// In the folder the environment names, or beside the checkout.
    pub fn find() -> Self {
        let named = std::env::var_os("ESKER_SHARED").map(PathBuf::from);
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
        let folders = named.into_iter().chain([beside]).map(|folder| folder.join("data"));
        Self { folder: folders.into_iter().find(|folder| folder.is_dir()) }
    }

    /// The path of a file; in words why there is none.
    pub fn path(&self, file: &str) -> Result<PathBuf, String> {
        let folder = self.folder.as_ref().ok_or_else(|| {
            format!("{file}: no `shared/data` beside the checkout, nor in $ESKER_SHARED")
        })?;
        let path = folder.join(file);
        match path.is_file() {
            true => Ok(path),
            false => Err(format!("{file}: not in {}", folder.display())),
        }
    }

    /// A table of comma-separated values; in words why there is none.
    pub fn table(&self, file: &str) -> Result<Table, String> {
        let path = self.path(file)?;
        Table::read(&path).map_err(|error| format!("{file}: {error}"))
    }

    /// The first two columns of a table, as the points of a curve.
    pub fn curve(&self, file: &str) -> Result<Vec<[f64; 2]>, String> {
        let table = self.table(file)?;
        let columns = [0, 1].map(|column| table.numbers(column));
        let [Some(x), Some(y)] = columns else { return Err(format!("{file}: no two columns")) };
        Ok(x.into_iter().zip(y).map(|(x, y)| [x, y]).collect())
    }

    /// Rows of numbers between blanks, so many each; other rows, such as a header, are passed over.
    pub fn number_rows<const N: usize>(&self, file: &str) -> Result<Vec<[f64; N]>, String> {
        let path = self.path(file)?;
        let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
        let row = |line: &str| {
            let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
            <[f64; N]>::try_from(numbers.ok()?).ok()
        };
        Ok(text.lines().filter_map(row).collect())
    }
}

impl Table {
    fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut reader = csv::Reader::from_path(path)?;
        let header = reader.headers()?.iter().map(str::to_string).collect();
        let rows = reader.records().map(|row| Ok(row?.iter().map(str::to_string).collect()));
        Ok(Self { header, rows: rows.collect::<Result<_, csv::Error>>()? })
    }

    /// The rows in which columns have these texts.
    pub fn rows_with<'a>(
        &'a self,
        wanted: &'a [(&str, &str)],
    ) -> impl Iterator<Item = impl Fn(&str) -> f64> + 'a {
        let matches = |row: &&Vec<String>| {
            wanted.iter().all(|(name, text)| self.place(name).is_some_and(|at| row[at] == *text))
        };
        // A column that is not there, or no number, is a NaN: it is near nothing.
        self.rows.iter().filter(matches).map(|row| {
            |name: &str| self.place(name).and_then(|at| row[at].parse().ok()).unwrap_or(f64::NAN)
        })
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    fn numbers(&self, column: usize) -> Option<Vec<f64>> {
        self.rows.iter().map(|row| row.get(column)?.parse().ok()).collect()
    }
}
