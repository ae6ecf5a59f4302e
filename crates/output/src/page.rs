//! A page in one file: title, prose, tables, figures.
//!
//! Every text is escaped on its way in, so that no name or number can become markup. In prose and in
//! cells, `back-quoted` words are set as code; that is all the markup there is.

use crate::plot::{self, Plot};
use crate::text::{escaped, prose};

/// A page that needs no other file.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    pub(crate) body: String,
}

impl Page {
    /// A page with nothing but its title.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_string(), body: String::new() }
    }

    /// Begins a section.
    pub fn section(&mut self, heading: &str) {
        self.body += &format!("<h2>{}</h2>\n", prose(heading));
    }

    /// Adds prose.
    pub fn paragraph(&mut self, text: &str) {
        self.body += &format!("<p>{}</p>\n", prose(text));
    }

    /// Adds a table.
    pub fn table(&mut self, table: &Table) {
        self.body += &table.to_html();
    }

    /// Adds a plot with its caption.
    pub fn figure(&mut self, plot: &Plot, caption: &str) {
        let (svg, caption) = (plot.to_svg(), prose(caption));
        self.body += &format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n");
    }

    /// The whole page.
    pub fn to_html(&self) -> String {
        let (title, body) = (escaped(&self.title), &self.body);
        let style = [include_str!("page.css"), plot::STYLE].concat();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n\
             <h1>{title}</h1>\n{body}</body>\n</html>\n"
        )
    }
}

/// A table: a head and rows of as many cells.
#[derive(Clone, Debug)]
pub struct Table {
    class: &'static str,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of numbers: all columns but the first stand right.
    pub fn numbers<T: ToString>(head: &[T]) -> Self {
        Self { class: "numbers", ..Self::words(head) }
    }

    /// A table of words.
    pub fn words<T: ToString>(head: &[T]) -> Self {
        Self { class: "words", head: head.iter().map(T::to_string).collect(), rows: Vec::new() }
    }

    /// Adds a row, made as long as the head.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut cells: Vec<_> = cells.into_iter().collect();
        cells.resize(self.head.len(), String::new());
        self.rows.push(cells);
    }

    fn to_html(&self) -> String {
        let line = |cells: &[String], tag: &str| {
            let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", prose(cell)));
            format!("<tr>{}</tr>\n", cells.collect::<String>())
        };
        let rows: String = self.rows.iter().map(|row| line(row, "td")).collect();
        // A table of names and values needs no head.
        let head = match self.head.iter().all(String::is_empty) {
            true => String::new(),
            false => format!("<thead>{}</thead>\n", line(&self.head, "th")),
        };
        let class = self.class;
        format!(
            "<div class=\"wide\"><table class=\"{class}\">\n{head}<tbody>\n{rows}</tbody>\n\
             </table></div>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Series};

    fn page() -> Page {
        let mut page = Page::new("T & <T>");
        page.section("First");
        page.paragraph("By `grid` <b>");
        let mut table = Table::numbers(&["method", "N"]);
        table.row(["`mr`".to_string(), "<8>".to_string()]);
        table.row(["short".to_string()]);
        page.table(&table);
        let mut plot = Plot::new("plot", Axis::linear("x"), Axis::linear("y"));
        plot.add(Series::line("line", 0, vec![[0.0, 0.0], [1.0, 1.0]]));
        page.figure(&plot, "caption");
        page
    }

    #[test]
    fn every_text_is_escaped() {
        let html = page().to_html();
        assert!(html.contains("<title>T &amp; &lt;T&gt;</title>"));
        assert!(html.contains("<p>By <code>grid</code> &lt;b&gt;</p>"));
        assert!(html.contains("<td><code>mr</code></td><td>&lt;8&gt;</td>"));
        assert!(html.contains("<td>short</td><td></td>"));
    }

    #[test]
    fn a_page_is_one_file_without_scripts() {
        let html = page().to_html();
        for forbidden in ["<script", "http:", "https:", "<link", "<img", "@import", "url("] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        assert!(html.contains("prefers-color-scheme: dark"));
    }

    #[test]
    fn every_element_is_closed_where_it_should_be() {
        let html = page().to_html();
        let (_, html) = html.split_once("</style>").unwrap();
        let mut open = vec!["html", "head"];
        for piece in html.split('<').skip(1) {
            let (tag, _) = piece.split_once('>').expect("a tag ends");
            let name = tag.split(' ').next().unwrap();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }
}
