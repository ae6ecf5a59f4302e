//! Fixed cubes (Lazarević 2002, sections 3 and 4): every ball listed in every cube it cuts.
//!
//! ```text
//!    +-------+-------+      the centre lies in an octant of its central cube, so that only the cubes
//!    |   k3  |   k4  |      on that side can be cut: 7 others in 3D, 3 in 2D;
//!    |     .-+-.     |      Δx → Δy → Δxy → Δz → Δxz → Δyz → Δxyz, (16): an edge is looked at only
//!    +----(--+--)----+      if both its faces are cut, the corner only if all three edges are
//!    |   k1 '+-' k2  |
//!    +-------+-------+      balls listed in one cube are candidates
//! ```
//!
//! A pair may share several cubes; it is reported in the one that holds the point that divides the
//! line of centres as the radii do, which both balls contain if they touch. For equal radii that is
//! the paper's midpoint, (23). Fixed balls (walls) are sorted once and kept, section 4.
//!
//! Cost: O(n + candidates). Memory: 8 bytes for each cube a ball cuts (at most 2ᴰ, about 7 for balls
//! as large as the cubes) and about 24 for each cube that is cut at all.

use crate::methods::pairing::search_all;
use crate::pairs::Report;
use crate::parts::cell_order::{CellOrder, index_of, step};
use crate::parts::cube_table::CubeTable;
use crate::{Aabb, BroadPhase, Entry, Objects, Pair, Vector};
use std::ops::ControlFlow;

/// How much closer a face is taken to be than it is, in edges: what rounding could lose.
///
/// Why no pair is lost: balls that touch both contain a point P of their line of centres, but for the
/// rounding of `touch`, 1e-15 of the radii. P and the centres are computed to 2⁻³⁰ edges, for indices
/// stay below 2²⁰. The cube that P is found in is hence reached by both balls within 1e-8 edges on
/// each axis, and a distance that is shorter by 1e-7 edges passes the test, whatever its square and
/// their sum round to. It lies on the side of the octant, for a ball cannot reach past the middle: an
/// edge exceeds a diameter by a millionth.
const SLACK: f64 = 1e-7;

#[derive(Default)]
struct FixedCubes<const D: usize> {
    /// The cubes, once there are objects.
    order: Option<CellOrder<D>>,
    movable: CubeTable,
    walls: CubeTable,
    /// The fixed balls as they were sorted.
    wall_balls: Vec<(u32, Vector<D>, f64)>,
}

pub(crate) const fn entry<const D: usize>() -> Entry<D> {
    Entry {
        name: "fixed-cubes",
        origin: "Lazarević 2002, sections 3 and 4",
        summary: "lists every ball in every cube it cuts; sorts fixed balls once",
        parameters: &[],
        build: |_, _| Box::new(FixedCubes::<D>::default()),
    }
}

impl<const D: usize> BroadPhase<D> for FixedCubes<D> {
    fn init(&mut self, objects: &Objects<D>) {
        let order = *self.order.insert(CellOrder::of(objects));
        self.wall_balls.clear();
        self.wall_balls.extend(wall_balls(objects));
        sort(&mut self.walls, objects, &order, true);
        sort(&mut self.movable, objects, &order, false);
    }

    fn step_init(&mut self, objects: &Objects<D>) {
        let walls_stand = || wall_balls(objects).eq(self.wall_balls.iter().copied());
        match self.order {
            Some(order) if order.still_suits(objects) && walls_stand() => {
                sort(&mut self.movable, objects, &order, false);
            }
            _ => self.init(objects),
        }
    }

    fn find_neighbors(&self, objects: &Objects<D>, action: &mut dyn FnMut(&[Pair])) {
        let Some(order) = &self.order else { return };
        let mut report = Report::new(objects, action);
        let mut inside = Vec::new();
        for cube in self.movable.cubes() {
            let locate = |ball| Located::of(ball, objects, order);
            inside.clear();
            inside.extend(self.movable.balls_of(cube).map(locate));
            let movable = inside.len();
            inside.extend(self.walls.balls_in(cube.cell).map(locate));
            let corner = std::array::from_fn(|axis| f64::from(index_of(cube.cell, axis)));
            for (index, ball) in inside[..movable].iter().enumerate() {
                for other in &inside[index + 1..] {
                    if ball.meets_in(&corner, other) {
                        report.pair(ball.ball, other.ball);
                    }
                }
            }
        }
    }

    fn find_objects(
        &self,
        objects: &Objects<D>,
        region: &Aabb<D>,
        action: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let rows = self.order.and_then(|order| order.rows_around(objects, region).zip(Some(order)));
        let Some((rows, order)) = rows else {
            return search_all(objects, region, action);
        };
        for cell in rows.iter().flatten() {
            for ball in self.movable.balls_in(cell).chain(self.walls.balls_in(cell)) {
                // Of all its cubes, only the central one answers for a ball.
                if order.cell(&objects.centers()[ball as usize]) == cell
                    && objects.touches_region(ball, region)
                    && action(ball).is_break()
                {
                    return;
                }
            }
        }
    }
}

fn wall_balls<'a, const D: usize>(
    objects: &'a Objects<D>,
) -> impl Iterator<Item = (u32, Vector<D>, f64)> + 'a {
    (0..objects.len() as u32)
        .filter(|&ball| objects.is_fixed(ball))
        .map(|ball| (ball, objects.centers()[ball as usize], objects.radii()[ball as usize]))
}

/// Sorts the balls that are fixed, or those that are not, into cubes (algorithm 4).
fn sort<const D: usize>(
    table: &mut CubeTable,
    objects: &Objects<D>,
    order: &CellOrder<D>,
    fixed: bool,
) {
    table.clear();
    for ball in (0..objects.len() as u32).filter(|&ball| objects.is_fixed(ball) == fixed) {
        let (center, radius) = (&objects.centers()[ball as usize], objects.radii()[ball as usize]);
        cut_cubes(order, center, radius, |cell| table.insert(cell, ball));
    }
}

/// Visits the central cube of a ball and the others it cuts: the search tree of algorithm 3, for
/// whichever octant the centre lies in.
///
/// A set of axes, as bits, stands for what the ball must reach to cut a cube: a face for one axis, an
/// edge for two, a corner for three. Counting from 1 gives the order (16): x, y, xy, z, xz, yz, xyz.
fn cut_cubes<const D: usize>(
    order: &CellOrder<D>,
    center: &Vector<D>,
    radius: f64,
    mut visit: impl FnMut(u64),
) {
    let central = order.cell(center);
    let mut square = [0.0; D]; // of the distances to the octant's faces, (11)
    let mut toward = [0; D]; // the step to the cube beyond each face
    for axis in 0..D {
        let inside =
            order.lattice.position(axis, center[axis]) - f64::from(index_of(central, axis));
        // (9): a centre in the middle belongs to the upper side, (19).
        let (distance, side) = if inside >= 0.5 { (1.0 - inside, 1) } else { (inside, -1) };
        let distance = (distance - SLACK).max(0.0) * order.lattice.edge[axis];
        (square[axis], toward[axis]) = (distance * distance, side * step(axis));
    }
    visit(central);
    let mut cut: u32 = 1; // which sets of axes are reached; the empty one always is
    for axes in 1..1u32 << D {
        let is_in = |axis: &usize| axes >> axis & 1 == 1;
        // What bounds an edge or a corner is one axis less.
        if !(0..D).filter(is_in).all(|axis| cut >> (axes ^ 1 << axis) & 1 == 1) {
            continue;
        }
        // (12) to (14); equality counts.
        if (0..D).filter(is_in).map(|axis| square[axis]).sum::<f64>() <= radius * radius {
            cut |= 1 << axes;
            visit(central.wrapping_add_signed((0..D).filter(is_in).map(|axis| toward[axis]).sum()));
        }
    }
}

/// A ball in units of edges.
struct Located<const D: usize> {
    ball: u32,
    position: Vector<D>,
    radius: f64,
}

impl<const D: usize> Located<D> {
    fn of(ball: u32, objects: &Objects<D>, order: &CellOrder<D>) -> Self {
        let center = &objects.centers()[ball as usize];
        let position = std::array::from_fn(|axis| order.lattice.position(axis, center[axis]));
        // Two points divide their line in the middle, as two balls of any equal radius do.
        let radius = objects.radii()[ball as usize].max(f64::MIN_POSITIVE);
        Self { ball, position, radius }
    }

    /// Whether the point that divides the line of centres as the radii do lies in this cube. Cubes
    /// are half open here, and a pair comes in one order everywhere, so one cube answers for it.
    #[inline(always)]
    fn meets_in(&self, corner: &Vector<D>, other: &Self) -> bool {
        let share = self.radius / (self.radius + other.radius);
        (0..D).all(|axis| {
            let way = other.position[axis] - self.position[axis];
            let point = self.position[axis] + share * way;
            corner[axis] <= point && point < corner[axis] + 1.0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cubes cut by a ball of this radius in a lattice of unit edges, as steps from (5, 5, 5).
    fn cut(center: [f64; 3], radius: f64) -> Vec<[i32; 3]> {
        let corners = [[0.0; 3], [10.0; 3]];
        let objects = Objects::new(&corners, &[0.5 / (1.0 + 1e-6); 2]).unwrap();
        let order = CellOrder::of(&objects);
        let mut cubes = Vec::new();
        cut_cubes(&order, &center, radius, |cell| {
            cubes.push(std::array::from_fn(|axis| index_of(cell, axis) - 5));
        });
        cubes
    }

    #[test]
    fn the_tree_visits_cubes_in_the_papers_order() {
        // The eighth cell of figure 2b: x up, y and z down; the corner is within reach.
        let all = [[1, 0, 0], [0, -1, 0], [1, -1, 0], [0, 0, -1], [1, 0, -1], [0, -1, -1]];
        let mut expected = vec![[0, 0, 0]];
        expected.extend(all);
        expected.push([1, -1, -1]);
        assert_eq!(cut([5.8, 5.2, 5.2], 0.4), expected);
        assert_eq!(cut([5.8, 5.2, 5.2], 0.3), expected[..7]); // 0.283 to the edges, 0.346 to the corner
        assert_eq!(cut([5.8, 5.2, 5.2], 0.1), expected[..1]);
        assert_eq!(cut([5.8, 5.4, 5.2], 0.25), [[0, 0, 0], [1, 0, 0], [0, 0, -1]]);
        assert_eq!(cut([5.5, 5.5, 5.5], 0.49), [[0, 0, 0]]);
    }

    #[test]
    fn a_ball_is_listed_in_every_cube_it_touches() {
        let mut random = esker_packing::Random::new(8);
        for _ in 0..20_000 {
            let center: [f64; 3] = random.place(1.0).map(|x: f64| x + 5.0);
            let radius = random.between(0.0, 0.4999);
            let mut cubes = cut(center, radius);
            let mut expected = Vec::new();
            for index in 0..27 {
                let cube: [i32; 3] =
                    std::array::from_fn(|axis| index / 3i32.pow(axis as u32) % 3 - 1);
                let low = cube.map(|step| f64::from(step + 5));
                let region = Aabb { low, high: low.map(|x| x + 1.0) };
                if region.touches_sphere(&center, radius) {
                    expected.push(cube);
                }
            }
            cubes.sort_unstable();
            expected.sort_unstable();
            assert_eq!(cubes, expected);
        }
    }

    #[test]
    fn unequal_balls_that_touch_share_the_cube_that_answers() {
        // Their midpoint lies in a cube that the small ball does not cut.
        let centers = [[0.0, 0.0], [1.1, 0.0], [2.13, 0.0]];
        let objects = Objects::new(&centers, &[1.0, 1.0, 0.05]).unwrap();
        let mut method = FixedCubes::default();
        method.init(&objects);
        let mut pairs = Vec::new();
        method.find_neighbors(&objects, &mut |slice| pairs.extend_from_slice(slice));
        pairs.sort_unstable();
        assert_eq!(pairs, [[0, 1], [1, 2]]);
    }

    #[test]
    fn walls_are_sorted_once_and_again_if_they_move() {
        let mut centers = [[0.0, 0.0], [4.0, 0.0], [9.0, 0.0]];
        let fixed = [true, false, false];
        let mut method = FixedCubes::default();
        let mut sorted_again = |centers: &[[f64; 2]], fixed: &[bool]| {
            method.walls.insert(u64::MAX, 7); // gone if the walls are sorted
            let objects = Objects::new(centers, &[1.0; 3]).unwrap().with_fixed(fixed).unwrap();
            method.step_init(&objects);
            method.walls.balls_in(u64::MAX).count() == 0
        };
        assert!(sorted_again(&centers, &fixed));
        centers[1][0] = -3.0;
        assert!(!sorted_again(&centers, &fixed));
        centers[0][0] = 0.5;
        assert!(sorted_again(&centers, &fixed));
        assert!(!sorted_again(&centers, &fixed));
        assert!(sorted_again(&centers, &[true, true, false]));
    }
}
