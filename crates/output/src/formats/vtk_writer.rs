//! Writing VTK's PolyData (`.vtp`), as OVITO, ParaView and PyVista all read it.
//!
//! ```text
//!   <VTKFile type="PolyData" byte_order="LittleEndian" header_type="UInt64">
//!     <PolyData>
//!       <Piece NumberOfPoints="2" …>
//!         <Points> <DataArray type="Float32" format="binary"> base64 </DataArray> </Points> …
//!       </Piece>
//!       <FieldData> time, step, names </FieldData>
//! ```
//!
//! Numbers are inline base64, not compressed, not appended: the only form all three take. What is
//! of the file as a whole comes last, since OVITO expects the piece first. Numbers are turned
//! into bytes and then letters a few kilobytes at a time, straight into one buffer.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Bytes that are turned into letters at a time; a multiple of three, so that pieces join.
const AT_A_TIME: usize = 3 << 12;

/// How numbers of positions, velocities and the like are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits: seven digits, half the size; for pictures.
    #[default]
    Single,
    /// 64 bits: every bit of the run; for starting another one.
    Double,
}

/// A type of number in a file.
pub(crate) trait Number: Copy {
    const NAME: &'static str;
    fn push(self, bytes: &mut Vec<u8>);
}

macro_rules! numbers {
    ($($number:ty, $name:literal;)*) => {
        $(impl Number for $number {
            const NAME: &'static str = $name;

            fn push(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        })*
    };
}

numbers! {
    f32, "Float32";
    f64, "Float64";
    u32, "UInt32";
    i32, "Int32";
    i64, "Int64";
}

/// How many of each a file holds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) points: usize,
    pub(crate) verts: usize,
    pub(crate) lines: usize,
    pub(crate) polys: usize,
}

/// A file as it grows.
#[derive(Debug)]
pub(crate) struct VtkWriter {
    out: Vec<u8>,
    precision: Precision,
}

impl VtkWriter {
    /// The head of a file, whose numbers will be about so many bytes.
    pub(crate) fn new(precision: Precision, bytes: usize) -> Self {
        let out = Vec::with_capacity(4096 + bytes / 3 * 4);
        let mut writer = Self { out, precision };
        writer.text(
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" \
             byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n",
        );
        writer
    }

    /// An element and what is inside.
    pub(crate) fn element(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.text(&format!("<{name}>\n"));
        inside(self);
        self.text(&format!("</{name}>\n"));
    }

    /// The one piece: its points, and what `inside` adds.
    pub(crate) fn piece(
        &mut self,
        counts: Counts,
        points: impl ExactSizeIterator<Item = f64>,
        inside: impl FnOnce(&mut Self),
    ) {
        let Counts { points: number, verts, lines, polys } = counts;
        self.text(&format!(
            "<Piece NumberOfPoints=\"{number}\" NumberOfVerts=\"{verts}\" \
             NumberOfLines=\"{lines}\" NumberOfStrips=\"0\" NumberOfPolys=\"{polys}\">\n"
        ));
        self.element("Points", |writer| writer.reals("Points", 3, points));
        inside(self);
        self.text("</Piece>\n");
    }

    /// Cells of so many corners each.
    pub(crate) fn cells(
        &mut self,
        name: &str,
        corners: usize,
        connectivity: impl ExactSizeIterator<Item = u32>,
    ) {
        let cells = connectivity.len() / corners;
        self.element(name, |writer| {
            let connectivity = connectivity.map(i64::from);
            writer.array("connectivity", 1, connectivity);
            writer.array("offsets", 1, (0..cells).map(|cell| ((cell + 1) * corners) as i64));
        });
    }

    /// Numbers in the precision that was asked for.
    pub(crate) fn reals(
        &mut self,
        name: &str,
        components: usize,
        numbers: impl ExactSizeIterator<Item = f64>,
    ) {
        match self.precision {
            Precision::Single => self.array(name, components, numbers.map(single)),
            Precision::Double => self.array(name, components, numbers),
        }
    }

    /// An array of numbers, `components` for each point or cell.
    pub(crate) fn array<T: Number>(
        &mut self,
        name: &str,
        components: usize,
        numbers: impl ExactSizeIterator<Item = T>,
    ) {
        let (kind, tuples) = (T::NAME, numbers.len() / components);
        self.text(&format!(
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" \
             NumberOfTuples=\"{tuples}\" format=\"binary\">\n"
        ));
        let mut bytes = Vec::with_capacity(AT_A_TIME + 16);
        bytes.extend_from_slice(&((numbers.len() * size_of::<T>()) as u64).to_le_bytes());
        for number in numbers {
            number.push(&mut bytes);
            if bytes.len() >= AT_A_TIME {
                self.encode(&bytes[..AT_A_TIME]);
                bytes.drain(..AT_A_TIME);
            }
        }
        self.encode(&bytes);
        self.text("\n</DataArray>\n");
    }

    /// Names, as VTK keeps them: the codes of their letters, each name with a zero behind it.
    pub(crate) fn names(&mut self, name: &str, names: &[String]) {
        self.text(&format!(
            "<Array type=\"String\" Name=\"{name}\" NumberOfTuples=\"{}\" format=\"ascii\">\n",
            names.len()
        ));
        for name in names {
            let codes = name.bytes().filter(|&code| code != 0).chain([0]);
            codes.for_each(|code| self.text(&format!("{code} ")));
        }
        self.text("\n</Array>\n");
    }

    /// The whole file.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.text("</PolyData>\n</VTKFile>\n");
        self.out
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn encode(&mut self, bytes: &[u8]) {
        let start = self.out.len();
        self.out.resize(start + bytes.len().div_ceil(3) * 4, b'=');
        STANDARD
            .encode_slice(bytes, &mut self.out[start..])
            .expect("base64 needs four letters for three bytes");
    }
}

/// The nearest number of single precision that is finite, and not zero, if the number is: what was
/// written can be read.
fn single(number: f64) -> f32 {
    let single = number as f32;
    if single.is_infinite() && number.is_finite() {
        return f32::MAX.copysign(single);
    }
    if single == 0.0 && number != 0.0 { f32::from_bits(1).copysign(single) } else { single }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_single_precision_stay_numbers() {
        let found = [1e300, -1e300, 1e-300, -1e-300, 0.0, 0.5].map(single);
        let least = f32::from_bits(1);
        assert_eq!(found, [f32::MAX, f32::MIN, least, -least, 0.0, 0.5]);
        assert!(single(f64::INFINITY).is_infinite() && single(f64::NAN).is_nan());
    }
}
