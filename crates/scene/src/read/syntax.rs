//! What is wrong with a text as TOML, and how to write it.

use super::faults::Faults;
use toml_edit::TomlError;

/// What the parser's message begins with, and what to do; the first that fits.
const HINTS: &[(&str, &str)] = &[
    ("string values must be quoted", "texts and numbers with units stand in quotes, as `\"5 mm\"`"),
    ("duplicate key", "a key and a section stand once: put both into one, or rename one"),
    ("key with no value", "a line is `key = value` or `[section]`"),
    ("unexpected key or value", "one key stands on a line; decimals are written with a point"),
    (
        "missing comma between array elements",
        "a list ends with `]`; its entries stand between commas",
    ),
    ("unclosed array", "a list ends with `]`"),
    ("unclosed inline table", "a table in one line ends with `}`"),
    ("unclosed table", "the name of a section ends with `]`"),
    ("invalid basic string", "a text ends with a quote, on the same line"),
    (
        "missing escaped value",
        "a `\\` in quotes is written `\\\\`, or the text stands in single quotes",
    ),
    ("integer number overflowed", "so large a number has a point or an exponent, as `1e20`"),
];

/// Tells why a text is no TOML.
pub(super) fn tell(text: &str, error: &TomlError, faults: &mut Faults) {
    let message = error.message().trim();
    let first = message.lines().next().unwrap_or_default();
    let at = error.span().unwrap_or(text.len()..text.len());
    let is_missing = first.starts_with("string values must be quoted") && at.is_empty();
    let told = if is_missing { "a value is missing after `=`" } else { first };
    let fault = faults.error(&at, format!("this is not TOML: {told}"));
    match HINTS.iter().find(|(begin, _)| message.starts_with(begin)) {
        Some((_, hint)) if !is_missing => fault.help(*hint),
        _ => fault,
    };
}
