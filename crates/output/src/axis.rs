//! Axes: from a value to a place on paper, and which values get a tick.
//!
//! ```text
//!   linear   0    20   40   60   80        steps of 1, 2 or 5 times a power of ten, zero included
//!   log      5k 10k     50k 100k           1, 2, 5 in each decade, or decades alone if many
//! ```
//!
//! A linear axis always shows zero: the plots compare sizes, and a cut axis makes noise look large.

/// What an axis shows.
#[derive(Clone, Debug)]
pub struct Axis {
    pub(crate) label: String,
    scale: Scale,
    limit: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    Linear,
    Log,
}

/// Beyond these, rounding a range outwards could overflow.
const DRAWABLE: std::ops::RangeInclusive<f64> = 1e-290..=1e290;

impl Axis {
    /// Equal steps are equal differences; zero is shown.
    pub fn linear(label: &str) -> Self {
        Self { label: label.to_string(), scale: Scale::Linear, limit: None }
    }

    /// Equal steps are equal ratios; values that are not positive are left out.
    pub fn log(label: &str) -> Self {
        Self { scale: Scale::Log, ..Self::linear(label) }
    }

    /// The axis ends near this value, whatever the series say: what lies beyond is cut off.
    pub fn up_to(self, limit: f64) -> Self {
        Self { limit: Some(limit), ..self }
    }

    /// Whether a value has a place on this axis.
    pub(crate) fn shows(&self, value: f64) -> bool {
        match self.scale {
            Scale::Linear => value == 0.0 || DRAWABLE.contains(&value.abs()),
            Scale::Log => DRAWABLE.contains(&value),
        }
    }

    /// The range for these values, rounded outwards to ticks.
    pub(crate) fn over(&self, values: impl Iterator<Item = f64>) -> Ruler {
        let limit = self.limit.filter(|&limit| self.shows(limit)).unwrap_or(f64::INFINITY);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|&value| self.shows(value)) {
            low = low.min(value.min(limit));
            high = high.max(value.min(limit));
        }
        match self.scale {
            Scale::Linear => linear_range(low.min(0.0), high.max(0.0)),
            Scale::Log => log_range(low, high),
        }
    }
}

/// An axis with its range known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ruler {
    scale: Scale,
    low: f64,
    high: f64,
    pub(crate) ticks: Vec<f64>,
}

impl Ruler {
    /// Where a shown value lies: 0 at the low end, 1 at the high end, beyond 1 what is cut off.
    pub(crate) fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            // Differences of logarithms: the ratio itself may overflow.
            Scale::Log => (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln()),
        }
    }
}

fn linear_range(low: f64, high: f64) -> Ruler {
    let high = if high > low { high } else { low + 1.0 };
    let step = nice_step((high - low) / 5.0);
    let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
    let ticks = (0..=(last - first) as i64).map(|index| (first + index as f64) * step).collect();
    Ruler { scale: Scale::Linear, low: first * step, high: last * step, ticks }
}

/// The ticks of a linear scale that begins and ends where it is told, zero or not.
pub(crate) fn ticks_within([low, high]: [f64; 2]) -> Vec<f64> {
    let extent = high - low;
    if !DRAWABLE.contains(&extent) || extent < 1e-12 * low.abs().max(high.abs()) {
        return vec![low, high];
    }
    let step = nice_step(extent / 5.0);
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    (0..=(last - first) as i64).map(|index| (first + index as f64) * step).collect()
}

/// The smallest of 1, 2, 5 times a power of ten that is at least this.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= least * 0.999_999);
    step.unwrap_or(10.0) * power
}

fn log_range(low: f64, high: f64) -> Ruler {
    let (low, high) = if low <= high { (low, high) } else { (1.0, 10.0) };
    let low = outwards(low, |tick| tick <= low * 1.000_001, true);
    let high = outwards(high, |tick| tick >= high * 0.999_999, false);
    let (low, high) = if high > low { (low, high) } else { (low / 2.0, high * 2.0) };
    let decades = high.log10() - low.log10();
    let mantissas: &[f64] = if decades <= 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let stride = (decades / 8.0).ceil().max(1.0) as i32;
    let inside = |tick: &f64| (low * 0.999_999..=high * 1.000_001).contains(tick);
    let ticks = (low.log10().floor() as i32..=high.log10().ceil() as i32)
        .filter(|exponent| exponent % stride == 0)
        .flat_map(|exponent| mantissas.iter().map(move |mantissa| mantissa * 10f64.powi(exponent)))
        .filter(inside)
        .collect();
    Ruler { scale: Scale::Log, low, high, ticks }
}

/// The nearest 1, 2 or 5 times a power of ten that satisfies a bound, seen from inside the range.
fn outwards(value: f64, bound: impl Fn(f64) -> bool, downwards: bool) -> f64 {
    let exponent = value.log10().floor() as i32;
    let candidates = (exponent - 1..=exponent + 1)
        .flat_map(|exponent| [1.0, 2.0, 5.0].map(|mantissa| mantissa * 10f64.powi(exponent)))
        .filter(|&tick| bound(tick));
    let best = match downwards {
        true => candidates.reduce(f64::max),
        false => candidates.reduce(f64::min),
    };
    best.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(axis: Axis, values: &[f64]) -> Ruler {
        axis.over(values.iter().copied())
    }

    #[test]
    fn linear_ticks_are_round_and_include_zero() {
        assert_eq!(
            over(Axis::linear(""), &[3.0, 87.0]).ticks,
            [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
        );
        assert_eq!(over(Axis::linear(""), &[-1.0, 1.0]).ticks, [-1.0, -0.5, 0.0, 0.5, 1.0]);
        let ruler = over(Axis::linear(""), &[0.0, 0.3]);
        assert_eq!(ruler.ticks.len(), 4);
        assert_eq!(ruler.place(0.0), 0.0);
        assert!((ruler.place(0.3) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn ticks_within_a_range_are_round_and_inside() {
        assert_eq!(ticks_within([3.0, 87.0]), [20.0, 40.0, 60.0, 80.0]);
        assert_eq!(ticks_within([-1.0, 1.0]), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(ticks_within([1000.2, 1002.6]), [1000.5, 1001.0, 1001.5, 1002.0, 1002.5]);
        for [low, high] in [[1.0, 1.0 + 1e-15], [-f64::MAX, f64::MAX], [0.0, 1e-300]] {
            assert_eq!(ticks_within([low, high]), [low, high]);
        }
    }

    #[test]
    fn log_ticks_are_decades_or_one_two_five() {
        assert_eq!(over(Axis::log(""), &[8e3, 5e6]).ticks, [1e4, 1e5, 1e6]);
        assert_eq!(over(Axis::log(""), &[10.0, 100.0]).ticks, [10.0, 20.0, 50.0, 100.0]);
        let ruler = over(Axis::log(""), &[10.0, 1000.0]);
        assert!((ruler.place(100.0) - 0.5).abs() < 1e-12);
        let wide = over(Axis::log(""), &[1e-250, 1e250]).ticks.len();
        assert!((4..=10).contains(&wide), "{wide}");
    }

    #[test]
    fn degenerate_ranges_still_have_an_extent() {
        for axis in [Axis::linear(""), Axis::log("")] {
            for values in
                [&[][..], &[7.0], &[0.0], &[-3.0], &[f64::NAN, f64::INFINITY], &[1e-290, 1e290]]
            {
                let ruler = over(axis.clone(), values);
                assert!(ruler.low < ruler.high, "{values:?}: {ruler:?}");
                assert!(ruler.high.is_finite() && !ruler.ticks.is_empty(), "{ruler:?}");
                for &value in values.iter().filter(|&&value| axis.shows(value)) {
                    let place = ruler.place(value);
                    assert!((-1e-5..=1.0 + 1e-5).contains(&place), "{value} at {place}: {ruler:?}");
                }
            }
        }
    }

    #[test]
    fn a_limit_cuts_the_range() {
        let ruler = over(Axis::linear("").up_to(10.0), &[1.0, 1000.0]);
        assert_eq!(ruler.high, 10.0);
        assert!(ruler.place(1000.0) > 1.0);
        assert_eq!(over(Axis::linear("").up_to(f64::NAN), &[1.0, 1000.0]).high, 1000.0);
    }
}
