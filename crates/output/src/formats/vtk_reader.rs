//! Reading VTK's PolyData (`.vtp`): our own files, and those of ParaView and PyVista that are
//! inline base64 or ascii.
//!
//! Arrays are found first and turned into numbers when they are asked for. Nothing is allocated
//! by a number in the file: what it says is compared with what is there.

use super::refusal::{Refusal, shown};
use super::xml::{self, Element, Node, Place};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::borrow::Cow;

/// What to do about a file in another form.
const SAVE_AGAIN: &str = "save it again: in ParaView with Data Mode 'Binary' or 'Ascii' and \
                          Compressor Type 'None', in PyVista with mesh.save(name, binary=False)";

/// An array, not yet numbers.
#[derive(Debug)]
pub(crate) struct Array<'a> {
    /// The element it is in: `Points`, `PointData`, `CellData`, `Lines`, …
    section: String,
    name: String,
    kind: String,
    components: String,
    is_binary: bool,
    /// Whether the count of bytes before binary numbers is one of eight bytes, or of four.
    long_header: bool,
    letters: Cow<'a, str>,
    line: usize,
}

/// The arrays of a file.
#[derive(Debug, Default)]
pub(crate) struct Document<'a> {
    arrays: Vec<Array<'a>>,
    pieces: usize,
    long_header: bool,
    compressed: bool,
}

impl<'a> Document<'a> {
    /// Finds the arrays in the text of a file.
    pub(crate) fn parse(text: &'a str) -> Result<Self, Refusal> {
        let mut document = Self::default();
        xml::walk(text, |node, place| match node {
            Node::Open(element) => document.open(element, place),
            Node::Letters(letters) => {
                document.take(letters, place);
                Ok(())
            }
        })?;
        match document.pieces {
            0 => Err(Refusal::new("no <Piece>; it is no VTK PolyData file")),
            _ => Ok(document),
        }
    }

    fn open(&mut self, element: &Element<'_>, place: &Place<'_>) -> Result<(), String> {
        match element.name() {
            "VTKFile" => {
                let kind = element.attribute("type");
                if kind != "PolyData" {
                    return Err(format!("a VTK file of type {}, not 'PolyData'", shown(&kind)));
                }
                if element.attribute("byte_order") == "BigEndian" {
                    return Err(format!("its byte order is BigEndian; {SAVE_AGAIN}"));
                }
                self.long_header = element.attribute("header_type") == "UInt64";
                self.compressed = !element.attribute("compressor").is_empty();
            }
            "Piece" if self.pieces > 0 => return Err("a second <Piece>; one is read".into()),
            "Piece" => self.pieces += 1,
            "DataArray" | "Array" => self.arrays.push(self.array(element, place)?),
            _ => {}
        }
        Ok(())
    }

    fn array(&self, element: &Element<'_>, place: &Place<'_>) -> Result<Array<'a>, String> {
        let is_binary = match element.attribute("format").as_str() {
            "appended" => return Err(format!("its arrays are appended; {SAVE_AGAIN}")),
            "binary" if self.compressed => {
                return Err(format!("its arrays are compressed; {SAVE_AGAIN}"));
            }
            format => format == "binary",
        };
        Ok(Array {
            section: place.parent.to_string(),
            name: element.attribute("Name"),
            kind: element.attribute("type"),
            components: element.attribute("NumberOfComponents"),
            is_binary,
            long_header: self.long_header,
            letters: "".into(),
            line: place.line,
        })
    }

    /// Letters are those of the array they are directly in: ParaView has elements inside of arrays.
    fn take(&mut self, letters: Cow<'a, str>, place: &Place<'_>) {
        if ["DataArray", "Array"].contains(&place.parent)
            && let Some(array) = self.arrays.last_mut()
            && array.letters.is_empty()
            && !letters.trim_ascii().is_empty()
        {
            array.letters = letters;
        }
    }

    /// An array by the element it is in and one of its names.
    pub(crate) fn find(&self, section: &str, names: &[&str]) -> Option<&Array<'a>> {
        let mut arrays = self.arrays.iter();
        arrays.find(|array| array.section == section && names.contains(&array.name.as_str()))
    }

    /// The numbers of an array that must be there.
    pub(crate) fn numbers(
        &self,
        section: &str,
        name: &str,
        components: usize,
    ) -> Result<Vec<f64>, Refusal> {
        let missing = || Refusal::new(format!("no array '{name}' in <{section}>"));
        self.find(section, &[name]).ok_or_else(missing)?.numbers(components)
    }

    /// The points (m), three numbers for each, whatever they are called.
    pub(crate) fn points(&self) -> Result<Vec<f64>, Refusal> {
        match self.arrays.iter().find(|array| array.section == "Points") {
            Some(points) => points.numbers(3),
            None => Ok(Vec::new()),
        }
    }

    /// The first number of an array of the file as a whole, if it is there.
    pub(crate) fn single(&self, name: &str) -> Result<Option<f64>, Refusal> {
        let numbers = self.find("FieldData", &[name]).map(|array| array.numbers(1)).transpose()?;
        Ok(numbers.and_then(|numbers| numbers.first().copied()))
    }

    /// The names in an array of the file as a whole; none if it is not there.
    pub(crate) fn names(&self, name: &str) -> Result<Vec<String>, Refusal> {
        let Some(array) = self.find("FieldData", &[name]) else { return Ok(Vec::new()) };
        let codes: Vec<u8> = array.numbers(1)?.iter().map(|&code| code as u8).collect();
        let names = codes.split_inclusive(|&code| code == 0);
        let bare = |name: &'_ [u8]| name.strip_suffix(&[0]).unwrap_or(name).to_vec();
        Ok(names.map(|name| String::from_utf8_lossy(&bare(name)).into_owned()).collect())
    }
}

impl Array<'_> {
    /// The numbers, `components` for each point or cell.
    pub(crate) fn numbers(&self, components: usize) -> Result<Vec<f64>, Refusal> {
        let numbers = if self.is_binary { self.binary() } else { self.ascii() };
        let numbers = numbers.map_err(|what| self.refused(&what))?;
        // Without a word about it, an array has one component.
        let found = self.components.parse().unwrap_or(1);
        if found != components || numbers.len() % components != 0 {
            let count = numbers.len();
            let what = format!("{count} numbers, {found} to a point; it must be {components}");
            return Err(self.refused(&what));
        }
        Ok(numbers)
    }

    /// A refusal that names the array.
    pub(crate) fn refused(&self, what: &str) -> Refusal {
        Refusal::at(self.line, format!("array {}: {what}", shown(&self.name)))
    }

    fn ascii(&self) -> Result<Vec<f64>, String> {
        let number = |word: &str| match self.kind.as_str() {
            "Float32" => word.parse::<f32>().map(f64::from),
            _ => word.parse(),
        };
        let words = self.letters.split_ascii_whitespace();
        words
            .map(|word| number(word).map_err(|_| format!("{} is not a number", shown(word))))
            .collect()
    }

    fn binary(&self) -> Result<Vec<f64>, String> {
        let letters: Vec<u8> =
            self.letters.bytes().filter(|letter| !letter.is_ascii_whitespace()).collect();
        if letters.is_empty() {
            return Ok(Vec::new());
        }
        let bytes = STANDARD.decode(letters).map_err(|error| format!("no base64: {error}"))?;
        let short = "it is cut off before its first number";
        let (announced, bytes) = match self.long_header {
            true => bytes.split_first_chunk().map(|(&head, rest)| (u64::from_le_bytes(head), rest)),
            false => bytes
                .split_first_chunk()
                .map(|(&head, rest)| (u64::from(u32::from_le_bytes(head)), rest)),
        }
        .ok_or(short)?;
        if announced != bytes.len() as u64 {
            let found = bytes.len();
            return Err(format!(
                "{announced} bytes are announced and {found} there; it is damaged"
            ));
        }
        decoded(&self.kind, bytes)
            .ok_or_else(|| format!("its numbers are not whole ones of type {}", shown(&self.kind)))
    }
}

macro_rules! decode {
    ($($name:literal $number:ty;)*) => {
        /// Bytes as numbers; nothing if the type is unknown or the last number is cut off.
        fn decoded(kind: &str, bytes: &[u8]) -> Option<Vec<f64>> {
            match kind {
                $($name => {
                    let (chunks, rest) = bytes.as_chunks();
                    let numbers = chunks.iter().map(|&bytes| <$number>::from_le_bytes(bytes));
                    rest.is_empty().then(|| numbers.map(|number| number as f64).collect())
                })*
                _ => None,
            }
        }
    };
}

decode! {
    "Float32" f32;
    "Float64" f64;
    "Int8" i8;
    "UInt8" u8;
    "Int16" i16;
    "UInt16" u16;
    "Int32" i32;
    "UInt32" u32;
    "Int64" i64;
    "UInt64" u64;
    "String" u8;
}
