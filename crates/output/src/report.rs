//! What a report of a run needs beyond prose and plots: pictures, the scene as it was written,
//! warnings.
//!
//! A picture is part of the page, as a `data:` address: a report stays one file.

use crate::page::Page;
use crate::text::{escaped, prose};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// What the bytes of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// A still picture.
    Png,
    /// A movie.
    Gif,
}

impl PictureFormat {
    fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Gif => "image/gif",
        }
    }
}

impl Page {
    /// Adds a picture, given as the bytes of its file, with a text for those who do not see it and
    /// a caption.
    pub fn picture(
        &mut self,
        format: PictureFormat,
        bytes: &[u8],
        alternative: &str,
        caption: &str,
    ) {
        let (kind, data) = (format.media_type(), STANDARD.encode(bytes));
        let (alternative, caption) = (escaped(alternative), prose(caption));
        self.body += &format!(
            "<figure>\n<img src=\"data:{kind};base64,{data}\" alt=\"{alternative}\"/>\n\
             <figcaption>{caption}</figcaption>\n</figure>\n"
        );
    }

    /// Adds what stands in one row, side by side where the page is wide enough.
    pub fn row(&mut self, add: impl FnOnce(&mut Self)) {
        self.body += "<div class=\"row\">\n";
        add(self);
        self.body += "</div>\n";
    }

    /// Adds text as it is, line by line: a scene, the output of a program.
    pub fn preformatted(&mut self, text: &str) {
        // The first line break after the tag is not shown, so one is spent on it.
        self.body += &format!("<pre>\n{}</pre>\n", escaped(text));
    }

    /// Adds a list of warnings; nothing if there are none.
    pub fn warnings<T: AsRef<str>>(&mut self, warnings: &[T]) {
        if warnings.is_empty() {
            return;
        }
        let items = warnings.iter().map(|text| format!("<li>{}</li>\n", prose(text.as_ref())));
        self.body += &format!("<ul class=\"warnings\">\n{}</ul>\n", items.collect::<String>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let mut page = Page::new("report");
        page.picture(PictureFormat::Png, b"\x89PNG<>", "a \"heap\" <b>", "by `speed` & <i>");
        page.picture(PictureFormat::Gif, b"GIF89a", "a movie", "moves");
        page.preformatted("[body]\nradius = \"1 mm\" # <script>alert(1)</script>\n");
        page.warnings(&["overlap of `3 %` <u>", "steps & more"]);
        page.warnings::<&str>(&[]);
        page
    }

    #[test]
    fn pictures_are_inside_and_every_text_is_escaped() {
        let html = page().to_html();
        let data = STANDARD.encode(b"\x89PNG<>");
        assert!(
            html.contains(&format!("<img src=\"data:image/png;base64,{data}\" alt=\"a &quot;heap"))
        );
        assert!(html.contains("data:image/gif;base64,R0lGODlh\" alt=\"a movie\"/>"));
        assert!(html.contains("<pre>\n[body]\nradius = &quot;1 mm&quot; # &lt;script&gt;"));
        assert!(html.contains("<li>overlap of <code>3 %</code> &lt;u&gt;</li>"));
        assert_eq!(html.matches("<ul").count(), 1, "no list without warnings");
        for forbidden in ["<script", "<b>", "<i>", "<u>", "http:", "https:"] {
            assert!(!html.contains(forbidden), "{forbidden}");
        }
        assert!(
            html.match_indices("src=").all(|(at, _)| html[at..].starts_with("src=\"data:image/"))
        );
    }
}
