//! What is wrong with a scene, as it is found.

use super::node::Span;
use crate::diagnostic::{Diagnostic, Severity};
use crate::expression::ExpressionError;
use esker_broad::nearest;

/// Everything found so far.
#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) list: Vec<Diagnostic>,
    errors: usize,
}

/// One fault, to be said more of.
pub(crate) struct Fault<'a>(&'a mut Diagnostic);

impl Faults {
    /// How many errors there are; what follows from an error told already counts too.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Notes that something cannot be used because of an error that was told already.
    pub(crate) fn follows(&mut self) {
        self.errors += 1;
    }

    /// A new error at a place.
    pub(crate) fn error(&mut self, span: &Span, message: impl Into<String>) -> Fault<'_> {
        self.errors += 1;
        self.add(Severity::Error, span, message.into())
    }

    /// A new warning at a place.
    pub(crate) fn warning(&mut self, span: &Span, message: impl Into<String>) -> Fault<'_> {
        self.add(Severity::Warning, span, message.into())
    }

    fn add(&mut self, severity: Severity, span: &Span, message: String) -> Fault<'_> {
        // What stands nowhere is about the whole.
        let span = Some(span.clone()).filter(|span| *span != (0..0));
        let label = String::new();
        self.list.push(Diagnostic { severity, message, span, label, help: None });
        Fault(self.list.last_mut().expect("it was just added"))
    }

    /// The place of a word in the text that stands at a place.
    pub(crate) fn within(span: &Span, text: &str, word: &str) -> Span {
        match text.find(word) {
            Some(start) => inside(span, text, &(start..start + word.len())),
            None => span.clone(),
        }
    }

    /// An error in the expression that stands as a text at a place.
    pub(crate) fn expression(
        &mut self,
        span: &Span,
        key: &str,
        text: &str,
        error: &ExpressionError,
    ) {
        let inner = inside(span, text, &error.range);
        let fault = self.error(&inner, format!("`{key}`: {}", error.message));
        if let Some(help) = &error.help {
            fault.label(help.clone());
        }
    }
}

impl Fault<'_> {
    /// What stands under the underlined text.
    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        self.0.label = label.into();
        self
    }

    /// What to do, or what is known.
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// The known name that was perhaps meant, if there is one.
    pub(crate) fn meant(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => self.label(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

/// The place of a part of the text that stands at a place.
fn inside(span: &Span, text: &str, part: &Span) -> Span {
    // Without escapes the text stands between two quotes as it is.
    match span.len() == text.len() + 2 {
        true => span.start + 1 + part.start..span.start + 1 + part.end,
        false => span.clone(),
    }
}

/// The known name that was perhaps meant by a word, if there is one.
pub(crate) fn likeliest<'k>(
    word: &str,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Option<&'k str> {
    // `youngs_modulus` is far from `young` in letters, but not for a reader.
    let part = |name: &&str| word.starts_with(*name) || name.contains(word);
    nearest(word, known.clone())
        .or_else(|| (word.len() > 2).then(|| known.clone().find(part)).flatten())
}
