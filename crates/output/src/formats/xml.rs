//! XML one element after another, with the line of each.

use super::refusal::Refusal;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;

/// A piece of a file.
pub(crate) enum Node<'a, 'tag> {
    /// An element begins.
    Open(&'tag Element<'tag>),
    /// Letters that are directly in the innermost open element.
    Letters(Cow<'a, str>),
}

/// Where a piece is.
pub(crate) struct Place<'open> {
    /// The innermost element that is open there; empty at the root.
    pub(crate) parent: &'open str,
    /// The line, from 1.
    pub(crate) line: usize,
}

/// The beginning of an element.
pub(crate) struct Element<'tag>(BytesStart<'tag>);

impl Element<'_> {
    pub(crate) fn name(&self) -> &str {
        self.0.name().0
    }

    /// The value of an attribute; empty if it is not there or no text.
    pub(crate) fn attribute(&self, name: &str) -> String {
        let mut attributes = self.0.attributes();
        // Looking for repeated names costs the square of their number.
        let mut attributes = attributes.with_checks(false).flatten();
        let found = attributes.find(|attribute| attribute.key.0 == name);
        let value = found.and_then(|found| found.normalized_value(XmlVersion::Explicit1_0).ok());
        value.map_or(String::new(), Cow::into_owned)
    }
}

/// Visits the pieces of a text in their order. What the visitor says is wrong, is so at that line.
pub(crate) fn walk<'a>(
    text: &'a str,
    mut visit: impl FnMut(Node<'a, '_>, &Place<'_>) -> Result<(), String>,
) -> Result<(), Refusal> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<String> = Vec::new();
    let (mut line, mut counted) = (1, 0);
    loop {
        let position = reader.buffer_position() as usize;
        line += newlines(&text.as_bytes()[counted..position]);
        counted = position;
        let place = Place { parent: open.last().map_or("", String::as_str), line };
        let refused = |what| Refusal::at(line, what);
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                let element = Element(tag);
                visit(Node::Open(&element), &place).map_err(refused)?;
                open.push(element.name().to_string());
            }
            Ok(Event::Empty(tag)) => visit(Node::Open(&Element(tag)), &place).map_err(refused)?,
            Ok(Event::Text(letters)) => {
                visit(Node::Letters(letters.into_inner()), &place).map_err(refused)?;
            }
            Ok(Event::End(_)) => {
                open.pop();
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => return Err(refused(format!("the XML is damaged: {error}"))),
        }
    }
    match open.last() {
        None => Ok(()),
        Some(open) => Err(Refusal::at(line, format!("it is cut off: <{open}> is never closed"))),
    }
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}
