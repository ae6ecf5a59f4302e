//! A column as an `.npy` array: a line of text that says type and shape, then the numbers.
//!
//! ```text
//!   \x93NUMPY 1 0 | length of the line | {'descr': '<f8', 'fortran_order': False, 'shape': (7, 3), } | 7 × 3 numbers
//! ```
//!
//! Version 1.0 of NumPy's format, little-endian, with the numbers beginning at a multiple of 64 bytes. What is
//! read must be written as NumPy writes it; its own arrays of the same types can be read too.

use esker_physics::{StateColumn, Values};
use std::io::{self, Write};

const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
/// Numbers that are turned into bytes at a time.
const AT_A_TIME: usize = 4096;

/// Writes a column without its name.
pub(crate) fn write(column: &StateColumn<'_>, to: &mut impl Write) -> io::Result<()> {
    let lengths: String = column.shape.iter().map(|length| format!("{length}, ")).collect();
    // A tuple of one has a comma at its end, others have none.
    let shape = match column.shape.len() {
        1 => lengths.trim_end(),
        _ => lengths.trim_end_matches(", "),
    };
    let descr = description(&column.values);
    let mut line = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    let before = MAGIC.len() + 2;
    let padding = (before + line.len() + 1).next_multiple_of(64) - (before + line.len() + 1);
    line.extend(std::iter::repeat_n(' ', padding));
    line.push('\n');
    to.write_all(MAGIC)?;
    to.write_all(&(line.len() as u16).to_le_bytes())?;
    to.write_all(line.as_bytes())?;
    write_values(&column.values, to)
}

/// The shape and the numbers of an array; what is wrong with it otherwise.
pub(crate) fn read(bytes: &[u8]) -> Result<(Vec<usize>, Values<'static>), &'static str> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("it is no array of NumPy's format 1.0")?;
    let (length, rest) = rest.split_first_chunk().ok_or("its head is cut off")?;
    let length = usize::from(u16::from_le_bytes(*length));
    let (line, numbers) = rest.split_at_checked(length).ok_or("its head is cut off")?;
    let line = std::str::from_utf8(line).map_err(|_| "its head is no text")?;
    let (descr, shape) = parse(line).ok_or("its head is not as NumPy writes it")?;
    let count = shape.iter().try_fold(1, |all: usize, &length| all.checked_mul(length));
    let values = read_values(descr, numbers).ok_or("its numbers are of a type that is not used")?;
    match count == Some(values.len()) {
        true => Ok((shape, values)),
        false => Err("it has another count of numbers than its shape says"),
    }
}

/// The type and the shape in the line of text.
fn parse(line: &str) -> Option<(&str, Vec<usize>)> {
    let rest = line.strip_prefix("{'descr': '")?;
    let (descr, rest) = rest.split_once("', 'fortran_order': False, 'shape': (")?;
    let (shape, end) = rest.split_once(')')?;
    let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
    let shape = lengths.map(|length| length.parse().ok()).collect::<Option<_>>()?;
    (end.trim_end() == ", }").then_some((descr, shape))
}

macro_rules! numbers {
    ($($variant:ident $number:ty, $descr:literal;)*) => {
        /// NumPy's word for a type of number.
        fn description(values: &Values<'_>) -> &'static str {
            match values { $(Values::$variant(_) => $descr,)* }
        }

        fn write_values(values: &Values<'_>, to: &mut impl Write) -> io::Result<()> {
            match values {
                $(Values::$variant(values) => values.chunks(AT_A_TIME).try_for_each(|chunk| {
                    let bytes: Vec<u8> = chunk.iter().flat_map(|value| value.to_le_bytes()).collect();
                    to.write_all(&bytes)
                }),)*
            }
        }

        /// Nothing if the type is unknown or the last number is cut off.
        fn read_values(descr: &str, bytes: &[u8]) -> Option<Values<'static>> {
            match descr {
                $($descr => {
                    let (chunks, rest) = bytes.as_chunks();
                    let numbers = chunks.iter().map(|&chunk| <$number>::from_le_bytes(chunk));
                    rest.is_empty().then(|| Values::$variant(numbers.collect()))
                })*
                _ => None,
            }
        }
    };
}

numbers! {
    F64 f64, "<f8";
    F32 f32, "<f4";
    U64 u64, "<u8";
    U32 u32, "<u4";
    U16 u16, "<u2";
    U8 u8, "|u1";
    I32 i32, "<i4";
}
