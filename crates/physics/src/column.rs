//! Named columns: the plain form in which a state leaves the world and comes back.
//!
//! ```text
//!   Vec<[f64; 3]>   ──save──▶   name "bodies.position", shape [n, 3], 3 n numbers, borrowed
//!                   ◀──load──   the same, from wherever it was kept
//! ```
//!
//! A single number has the shape []. Nothing is copied on the way out.

use std::borrow::Cow;

/// One column of a state: what a file or another program needs to keep it.
#[derive(Clone, Debug, PartialEq)]
pub struct StateColumn<'a> {
    /// Its name, unique in a state.
    pub name: Cow<'a, str>,
    /// Its lengths, the slowest first; empty for a single number.
    pub shape: Vec<usize>,
    /// Its numbers: as many as the product of the lengths.
    pub values: Values<'a>,
}

impl StateColumn<'_> {
    /// The same column with numbers of its own.
    pub fn into_owned(self) -> StateColumn<'static> {
        let Self { name, shape, values } = self;
        StateColumn { name: name.into_owned().into(), shape, values: values.into_owned() }
    }
}

/// A type of number that columns are made of.
pub(crate) trait Number: Copy {
    fn values(numbers: Cow<'_, [Self]>) -> Values<'_>;
    fn of<'a>(values: &'a Values<'_>) -> Option<&'a [Self]>;
}

macro_rules! values {
    ($($variant:ident $number:ty;)*) => {
        /// The numbers of a column.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Values<'a> {
            $(#[doc = concat!("Numbers of type `", stringify!($number), "`.")]
            $variant(Cow<'a, [$number]>),)*
        }

        impl Values<'_> {
            /// How many numbers there are.
            pub fn len(&self) -> usize {
                match self { $(Self::$variant(values) => values.len(),)* }
            }

            /// Whether there are none.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            fn into_owned(self) -> Values<'static> {
                match self {
                    $(Self::$variant(values) => Values::$variant(Cow::Owned(values.into_owned())),)*
                }
            }
        }

        $(impl Number for $number {
            fn values(numbers: Cow<'_, [Self]>) -> Values<'_> {
                Values::$variant(numbers)
            }

            fn of<'a>(values: &'a Values<'_>) -> Option<&'a [Self]> {
                match values {
                    Values::$variant(values) => Some(values),
                    _ => None,
                }
            }
        }

        impl Element for $number {
            type Number = $number;

            fn shape(_shape: &mut Vec<usize>) {}

            fn flatten(column: &[Self]) -> &[$number] {
                column
            }

            fn gather(numbers: &[$number]) -> Vec<Self> {
                numbers.to_vec()
            }
        }

        impl Field for $number {
            fn save(&self) -> (Vec<usize>, Values<'_>) {
                (Vec::new(), Number::values(std::slice::from_ref(self).into()))
            }

            fn load(column: &StateColumn<'_>) -> Option<Self> {
                match Number::of(&column.values)? {
                    &[number] if column.shape.is_empty() => Some(number),
                    _ => None,
                }
            }
        })*
    };
}

values! {
    F64 f64;
    F32 f32;
    U64 u64;
    U32 u32;
    U16 u16;
    U8 u8;
    I32 i32;
}

/// An entry of a column: a number, or an array of entries.
pub(crate) trait Element: Copy {
    type Number: Number;
    /// Appends the lengths inside one entry.
    fn shape(shape: &mut Vec<usize>);
    fn flatten(column: &[Self]) -> &[Self::Number];
    fn gather(numbers: &[Self::Number]) -> Vec<Self>;
}

impl<T: Element, const N: usize> Element for [T; N] {
    type Number = T::Number;

    fn shape(shape: &mut Vec<usize>) {
        shape.push(N);
        T::shape(shape);
    }

    fn flatten(column: &[Self]) -> &[T::Number] {
        T::flatten(column.as_flattened())
    }

    fn gather(numbers: &[T::Number]) -> Vec<Self> {
        T::gather(numbers).as_chunks().0.to_vec()
    }
}

/// A field of the world that is part of its state.
pub(crate) trait Field: Sized {
    fn save(&self) -> (Vec<usize>, Values<'_>);
    /// Nothing if the column is of another type or shape.
    fn load(column: &StateColumn<'_>) -> Option<Self>;
}

impl<T: Element> Field for Vec<T> {
    fn save(&self) -> (Vec<usize>, Values<'_>) {
        let mut shape = vec![self.len()];
        T::shape(&mut shape);
        (shape, Number::values(T::flatten(self).into()))
    }

    fn load(column: &StateColumn<'_>) -> Option<Self> {
        let mut inner = Vec::new();
        T::shape(&mut inner);
        let (&length, found) = column.shape.split_first()?;
        let numbers = <T::Number as Number>::of(&column.values)?;
        let expected = inner.iter().try_fold(length, |all, &part| all.checked_mul(part))?;
        (found == inner && numbers.len() == expected).then(|| T::gather(numbers))
    }
}

impl Field for bool {
    fn save(&self) -> (Vec<usize>, Values<'_>) {
        (Vec::new(), Values::U8(vec![u8::from(*self)].into()))
    }

    fn load(column: &StateColumn<'_>) -> Option<Self> {
        u8::load(column).map(|value| value != 0)
    }
}

impl Field for usize {
    fn save(&self) -> (Vec<usize>, Values<'_>) {
        (Vec::new(), Values::U64(vec![*self as u64].into()))
    }

    fn load(column: &StateColumn<'_>) -> Option<Self> {
        u64::load(column).and_then(|value| value.try_into().ok())
    }
}
