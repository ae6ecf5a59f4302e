//! Messages about a text, with the place underlined, as compilers write them.
//!
//! ```text
//! error: `young` needs a pressure, but `5 mpa` has no known unit
//!   --> hopper.toml:16:10
//!    |
//! 16 | young = "5 mpa"
//!    |          ^^^^^ did you mean `MPa`? (`mPa` is 10⁻³ Pa)
//! ```
//!
//! The drawing is that of `annotate-snippets`, in plain ASCII so that logs stay readable. It is
//! given only the lines of each place, not the whole text: the cost then follows the lines shown.
//! Messages quote the text, so codes that would steer a terminal are taken out of them as out of
//! the lines.

use annotate_snippets::normalize_untrusted_str as without_codes;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

/// No one reads more messages than this at once, and a broken text may have thousands.
const MOST_SHOWN: usize = 100;

/// Whether a text can be used in spite of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It cannot.
    Error,
    /// It can, but may not do what was meant.
    Warning,
}

/// One message about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the text can be used in spite of it.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// The bytes of the text it is about; none if it is about the whole.
    pub span: Option<Range<usize>>,
    /// What stands behind the underline; may be empty.
    pub label: String,
    /// What to do, below the picture.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Where the place it is about begins and ends in the text: line and column, both counted from
    /// one, columns in characters.
    ///
    /// ```
    /// # use esker_scene::{Diagnostic, Severity};
    /// # let (message, label) = (String::new(), String::new());
    /// # let (severity, help) = (Severity::Error, None);
    /// let diagnostic = Diagnostic { span: Some(11..14), severity, message, label, help };
    /// assert_eq!(diagnostic.place("a = 1\nµ = 2.5"), Some([[2, 5], [2, 8]]));
    /// ```
    pub fn place(&self, text: &str) -> Option<[[usize; 2]; 2]> {
        let span = inside(text, self.span.as_ref()?);
        Some([span.start, span.end].map(|byte| {
            let before = &text[..byte];
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            [1 + before.matches('\n').count(), 1 + before[line..].chars().count()]
        }))
    }
}

/// The messages in the order of their places, those about the whole text last.
///
/// `name` is that of the text's file; `color` adds the escape codes of terminals.
///
/// ```
/// use esker_scene::{Diagnostic, Severity, render};
/// let diagnostic = Diagnostic {
///     severity: Severity::Error,
///     message: "unknown key `raduis`".to_string(),
///     span: Some(0..6),
///     label: "did you mean `radius`?".to_string(),
///     help: None,
/// };
/// let shown = render(&[diagnostic], "heap.toml", "raduis = 1", false);
/// assert!(shown.contains("--> heap.toml:1:1"));
/// assert!(shown.contains("^^^^^^ did you mean `radius`?"));
/// ```
pub fn render(diagnostics: &[Diagnostic], name: &str, text: &str, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut ordered: Vec<_> = diagnostics.iter().collect();
    ordered.sort_by_key(|one| one.span.as_ref().map_or(usize::MAX, |span| span.start));
    let mut shown: Vec<_> = ordered
        .iter()
        .take(MOST_SHOWN)
        .map(|one| renderer.render(&[report(one, name, text)]) + "\n")
        .collect();
    if ordered.len() > MOST_SHOWN {
        shown.push(format!("... and {} more\n", ordered.len() - MOST_SHOWN));
    }
    shown.join("\n")
}

fn report<'a>(diagnostic: &'a Diagnostic, name: &str, text: &'a str) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let group = Group::with_title(level.primary_title(&diagnostic.message));
    let name = without_codes(name);
    let group = match &diagnostic.span {
        None => group.element(Origin::path(name)),
        Some(span) => {
            let span = inside(text, span);
            let lines = lines_of(text, &span);
            let line = 1 + text[..lines.start].matches('\n').count();
            let place = span.start - lines.start..span.end - lines.start;
            let label = Some(without_codes(&diagnostic.label)).filter(|label| !label.is_empty());
            let mark = AnnotationKind::Primary.span(place).label(label);
            let shown = Snippet::source(&text[lines]).line_start(line).path(name);
            group.element(shown.annotation(mark))
        }
    };
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(without_codes(help))),
        None => group,
    }
}

/// The span cut to the text, grown to whole characters.
fn inside(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    start..text.ceil_char_boundary(span.end).max(start)
}

/// The whole lines a span lies in, without the last line's end.
fn lines_of(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let rest = text[span.end..].split('\n').next().unwrap_or_default();
    start..span.end + rest.strip_suffix('\r').unwrap_or(rest).len()
}

/// One line that counts them, "error: 3 errors, 1 warning in hopper.toml"; nothing if there are
/// none.
///
/// ```
/// assert_eq!(esker_scene::summary(&[], "heap.toml"), "");
/// ```
pub fn summary(diagnostics: &[Diagnostic], name: &str) -> String {
    let count = |severity: Severity, word: &str| {
        let number = diagnostics.iter().filter(|one| one.severity == severity).count();
        let plural = if number == 1 { "" } else { "s" };
        (number > 0).then(|| format!("{number} {word}{plural}"))
    };
    let errors = count(Severity::Error, "error");
    let level = if errors.is_some() { "error" } else { "warning" };
    let counts: Vec<_> = errors.into_iter().chain(count(Severity::Warning, "warning")).collect();
    match counts.as_slice() {
        [] => String::new(),
        counts => format!("{level}: {} in {name}", counts.join(", ")),
    }
}
