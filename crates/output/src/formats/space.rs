//! The box around the bodies, and along which axes it repeats itself.

use crate::Frame;

/// From where to where (m) the box goes along each axis: a period, or the bounds of the spheres.
pub(crate) fn around(frame: &Frame) -> [[f64; 2]; 3] {
    std::array::from_fn(|axis| {
        let spheres = frame.position.iter().zip(&frame.radius);
        let bounds = spheres
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], (x, radius)| {
                [low.min(x[axis] - radius), high.max(x[axis] + radius)]
            });
        let bounds = if bounds[0] < bounds[1] { bounds } else { [0.0, 1.0] };
        frame.periodic[axis].unwrap_or(bounds)
    })
}

/// The periods as plain numbers (m), low and high for each axis; both zero for none.
pub(crate) fn flat_periods(frame: &Frame) -> [f64; 6] {
    let sides = frame.periodic.map(|period| period.unwrap_or([0.0; 2]));
    std::array::from_fn(|index| sides[index / 2][index % 2])
}

/// The periods that were plain numbers; those that are no intervals are none.
pub(crate) fn periods(numbers: Vec<f64>) -> [Option<[f64; 2]>; 3] {
    let mut sides = numbers.as_chunks::<2>().0.iter();
    [(); 3].map(|()| sides.next().copied().filter(|side| is_interval(*side)))
}

/// Whether two numbers are the ends of something that can repeat itself.
pub(crate) fn is_interval([low, high]: [f64; 2]) -> bool {
    low < high && (high - low).is_finite()
}
