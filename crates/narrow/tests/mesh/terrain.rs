//! A rough terrain with peaks, pits and saddles, against the definition taken literally: a nearest point of a
//! triangle is a contact if all triangles at the same edge or vertex agree, and if it can be seen.

use crate::bodies::*;
use esker_geom::Vector;
use esker_geom::vector::{add, cross, dot, length, scale, subtract};
use esker_narrow::Mesh;
use rand::RngExt;

/// The nearest point of a triangle by Ericson's regions, with the corners it lies between.
fn nearest(corners: &[Vector<3>; 3], center: &Vector<3>) -> (Vector<3>, Vec<usize>) {
    let [a, b, c] = corners;
    let (ab, ac, bc) = (subtract(b, a), subtract(c, a), subtract(c, b));
    let (ap, bp, cp) = (subtract(center, a), subtract(center, b), subtract(center, c));
    let on = |from: &Vector<3>, side: &Vector<3>, p: &Vector<3>| {
        add(from, &scale(side, dot(side, p) / dot(side, side)))
    };
    let (d1, d2, d3, d4) = (dot(&ab, &ap), dot(&ac, &ap), dot(&ab, &bp), dot(&ac, &bp));
    let (d5, d6) = (dot(&ab, &cp), dot(&ac, &cp));
    if d1 <= 0.0 && d2 <= 0.0 {
        (*a, vec![0])
    } else if d3 >= 0.0 && d4 <= d3 {
        (*b, vec![1])
    } else if d6 >= 0.0 && d5 <= d6 {
        (*c, vec![2])
    } else if d1 * d4 - d3 * d2 <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        (on(a, &ab, &ap), vec![0, 1])
    } else if d5 * d2 - d1 * d6 <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        (on(a, &ac, &ap), vec![0, 2])
    } else if d3 * d6 - d5 * d4 <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        (on(b, &bc, &bp), vec![1, 2])
    } else {
        let normal = cross(&ab, &ac);
        let height = dot(&normal, &ap) / dot(&normal, &normal);
        (subtract(center, &scale(&normal, height)), vec![0, 1, 2])
    }
}

/// Whether any triangle is crossed on the way, taken from the solution of the three linear equations.
fn is_seen(soup: &Soup, center: &Vector<3>, point: &Vector<3>) -> bool {
    let way = subtract(point, center);
    !soup.1.iter().any(|triangle| {
        let [a, b, c] = triangle.map(|vertex| soup.0[vertex as usize]);
        let (ab, ac, from_a) = (subtract(&b, &a), subtract(&c, &a), subtract(center, &a));
        let volume = dot(&ab, &cross(&way, &ac));
        let u = dot(&from_a, &cross(&way, &ac)) / volume;
        let v = dot(&way, &cross(&from_a, &ab)) / volume;
        let share = dot(&ac, &cross(&from_a, &ab)) / volume;
        u > 0.0 && v > 0.0 && u + v < 1.0 && share > 0.0 && share < 1.0 - 1e-6
    })
}

fn expected(soup: &Soup, center: &Vector<3>, reach: f64) -> Vec<Vector<3>> {
    let corners = |triangle: &[u32; 3]| triangle.map(|vertex| soup.0[vertex as usize]);
    let mut found: Vec<Vector<3>> = Vec::new();
    for triangle in &soup.1 {
        let (point, part) = nearest(&corners(triangle), center);
        let shares_part = |other: &&[u32; 3]| part.iter().all(|&i| other.contains(&triangle[i]));
        let agrees = |other: &[u32; 3]| {
            length(&subtract(&nearest(&corners(other), center).0, &point)) < 1e-9
        };
        let fresh = found.iter().all(|one| length(&subtract(one, &point)) > 1e-9);
        let minimum = soup.1.iter().filter(shares_part).all(agrees);
        if length(&subtract(center, &point)) <= reach
            && fresh
            && minimum
            && is_seen(soup, center, &point)
        {
            found.push(point);
        }
    }
    found.sort_by(|a, b| a.partial_cmp(b).unwrap());
    found
}

#[test]
fn a_rough_terrain_is_touched_as_the_definition_says() {
    let random = &mut generator(21);
    let even: Vec<f64> = (0..=8).map(|i| f64::from(i) / 4.0 - 1.0).collect();
    let mut counts = [0; 8];
    for roughness in [0.03, 0.1, 0.3] {
        for _ in 0..20 {
            let soup = grid(&even, &even, random, |i, j, random| {
                let beside = 0.08 * symmetric(random);
                [even[i] + beside, even[j] - beside, roughness * symmetric(random)]
            });
            let mesh = Mesh::new(&soup.0, &soup.1).unwrap();
            for _ in 0..50 {
                let center = scale(&random_vector::<3>(random), 0.7);
                let reach = 0.05 + 0.6 * random.random::<f64>();
                let mut found: Vec<_> =
                    touches(&mesh, &center, reach).iter().map(|touch| touch.point).collect();
                found.sort_by(|a, b| a.partial_cmp(b).unwrap());
                let expected = expected(&soup, &center, reach);
                assert_eq!(found.len(), expected.len(), "at {center:?}, reach {reach}");
                for (a, b) in found.iter().zip(&expected) {
                    assert!(length(&subtract(a, b)) < 1e-12);
                }
                counts[found.len().min(7)] += 1;
            }
        }
    }
    assert!(counts[..4].iter().all(|&count| count > 20), "too few of a kind: {counts:?}");
}
