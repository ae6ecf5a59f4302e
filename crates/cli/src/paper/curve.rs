//! Curves: what was measured, as points, and the few numbers a claim is judged by.

/// A quantity against another, in ascending order of the first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) points: Vec<[f64; 2]>,
}

impl Curve {
    /// The value at a point that was measured.
    pub(super) fn at(&self, x: f64) -> Option<f64> {
        self.points.iter().find(|point| point[0] == x).map(|point| point[1])
    }

    /// The last point.
    pub(super) fn last(&self) -> Option<[f64; 2]> {
        self.points.last().copied()
    }

    /// The points from here on.
    pub(super) fn from(&self, x: f64) -> Self {
        self.only(|point| point[0] >= x)
    }

    /// The points up to here.
    pub(super) fn up_to(&self, x: f64) -> Self {
        self.only(|point| point[0] <= x)
    }

    /// The points that pass a test.
    pub(super) fn only(&self, keep: impl Fn(&[f64; 2]) -> bool) -> Self {
        let points = self.points.iter().copied().filter(keep).collect();
        Self { name: self.name.clone(), points }
    }

    /// The same points with other values.
    pub(super) fn map(&self, value: impl Fn([f64; 2]) -> f64) -> Self {
        let points = self.points.iter().map(|&point| [point[0], value(point)]).collect();
        Self { name: self.name.clone(), points }
    }

    /// This over another, where both were measured.
    pub(super) fn over(&self, other: &Self) -> Self {
        let both = self.only(|point| other.at(point[0]).is_some());
        both.map(|[x, y]| y / other.at(x).unwrap_or(f64::NAN))
    }

    /// The exponent p of the law y ∝ xᵖ that fits best: least squares on the logarithms.
    pub(super) fn exponent(&self) -> Option<f64> {
        let logarithms = || self.points.iter().map(|point| point.map(f64::ln));
        let count = self.points.len() as f64;
        let mean = |axis: usize| logarithms().map(|point| point[axis]).sum::<f64>() / count;
        let (mean_x, mean_y) = (mean(0), mean(1));
        let (mut together, mut alone) = (0.0, 0.0);
        for [x, y] in logarithms() {
            together += (x - mean_x) * (y - mean_y);
            alone += (x - mean_x) * (x - mean_x);
        }
        Some(together / alone).filter(|exponent| exponent.is_finite())
    }

    /// The exponent over the three largest x: where a curve is heading.
    pub(super) fn final_exponent(&self) -> Option<f64> {
        let first = self.points.len().checked_sub(3)?;
        self.from(self.points[first][0]).exponent()
    }

    /// The exponent between each two neighbouring points, at their geometric middle.
    pub(super) fn local_exponents(&self) -> Self {
        let between = |ends: &[[f64; 2]]| {
            let middle = (ends[0][0] * ends[1][0]).sqrt();
            [middle, (ends[1][1] / ends[0][1]).ln() / (ends[1][0] / ends[0][0]).ln()]
        };
        Self { name: self.name.clone(), points: self.points.windows(2).map(between).collect() }
    }

    /// The largest value over the smallest.
    pub(super) fn spread(&self) -> Option<f64> {
        let largest = self.largest()?;
        Some(largest / self.values().reduce(f64::min)?)
    }

    /// The largest value.
    pub(super) fn largest(&self) -> Option<f64> {
        self.values().reduce(f64::max)
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        self.points.iter().map(|point| point[1])
    }

    /// The value between two measured points, on the straight line that joins them.
    pub(super) fn interpolated(&self, x: f64) -> Option<f64> {
        let ends = self.points.windows(2).find(|ends| ends[0][0] <= x && x <= ends[1][0])?;
        let share = (x - ends[0][0]) / (ends[1][0] - ends[0][0]);
        Some(ends[0][1] + share * (ends[1][1] - ends[0][1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: &[[f64; 2]]) -> Curve {
        Curve { name: "curve".to_string(), points: points.to_vec() }
    }

    #[test]
    fn exponents_are_those_of_the_law() {
        let law = |x: f64| [x, 3.0 * x.powf(1.5)];
        let points: Vec<_> = [10.0, 20.0, 70.0, 100.0].map(law).to_vec();
        let curve = curve(&points);
        assert!((curve.exponent().unwrap() - 1.5).abs() < 1e-12);
        assert!((curve.final_exponent().unwrap() - 1.5).abs() < 1e-12);
        let local = curve.local_exponents();
        assert_eq!(local.points.len(), 3);
        assert!(local.points.iter().all(|point| (point[1] - 1.5).abs() < 1e-12));
        assert!((local.points[0][0] - 200f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn too_few_points_give_no_number() {
        for points in [&[][..], &[[1.0, 1.0]]] {
            let curve = curve(points);
            assert_eq!(curve.exponent(), None);
            assert_eq!(curve.final_exponent(), None);
            assert!(curve.local_exponents().points.is_empty());
            assert_eq!(curve.interpolated(2.0), None);
        }
        assert_eq!(curve(&[]).spread(), None);
    }

    #[test]
    fn curves_are_compared_where_both_were_measured() {
        let (a, b) =
            (curve(&[[1.0, 6.0], [2.0, 9.0], [3.0, 9.0]]), curve(&[[1.0, 2.0], [3.0, 1.0]]));
        assert_eq!(a.over(&b).points, [[1.0, 3.0], [3.0, 9.0]]);
        assert_eq!(a.spread(), Some(1.5));
        assert_eq!(a.interpolated(1.5), Some(7.5));
        assert_eq!(a.from(2.0).up_to(2.0).points, [[2.0, 9.0]]);
    }
}
