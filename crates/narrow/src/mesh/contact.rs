//! Which of the facets' nearest points are places of contact.
//!
//! ```text
//!       c               Every facet within reach has one nearest point. It is a place of contact if
//!      /|\                * it is a local minimum of the distance: every facet that holds the point must have
//!     / | \                 it as its own nearest one. On a flat floor the neighbours' points p1, p2 lie on
//!   p1  p  p2               their borders; the facet below c holds them but is nearest at p: away they go;
//!  --+-----+--            * the centre sees it: no other facet stands between (the back of a plate).
//! ```
//!
//! The test is geometric and needs no adjacency, so that neither rounding between neighbours nor a T-junction
//! from a careless export doubles a contact. The nearest place of all is a contact whatever the
//! tests say, so that none is lost either. Places that are one to rounding are merged: faces go before
//! edges, edges before vertices. A concave edge gives two contacts; a flat or a convex one gives one.

use super::Mesh;
use crate::Touch;
use esker_geom::{Vector, distance_squared};

/// Points this near are the same to rounding, as a share of the reach.
const ROUNDING: f64 = 1e-9;
/// Places this near are one contact, as a share of the reach: neighbours at an angle below this, such as
/// those of a floor stored in single precision, do not act twice.
const SAME_PLACE: f64 = 1e-4;
/// So many facets within reach of a sphere are few.
const FEW: usize = 64;
/// Marks places that are no contacts.
const NOTHING: u32 = u32::MAX;

/// Lengths below this (m) are rounding, for a mesh of a tolerance and a sphere of a reach.
pub(super) fn rounding(tolerance: f64, reach: f64) -> f64 {
    (ROUNDING * reach).max(4.0 * tolerance)
}

/// Facets farther than this (m) from a sphere of a reach are no contacts, and hide or hold none.
pub(super) fn farthest(reach: f64, rounding: f64) -> f64 {
    reach + 2.0 * rounding
}

/// The nearer first; equally near ones by number.
fn nearer<const D: usize>(a: &Touch<D>, b: &Touch<D>) -> std::cmp::Ordering {
    a.distance.total_cmp(&b.distance).then(a.feature.cmp(&b.feature))
}

/// A sphere at a mesh.
pub(super) struct Probe<'a, const D: usize> {
    pub mesh: &'a Mesh<D>,
    pub center: &'a Vector<D>,
    pub reach: f64,
    pub parts: &'a [u32],
}

impl<const D: usize> Probe<'_, D> {
    /// Appends the contacts. The tail of `found` is the room to work in, so that nothing is allocated.
    pub fn find(&self, found: &mut Vec<Touch<D>>) {
        let rounding = rounding(self.mesh.tolerance, self.reach);
        // Mostly few facets are within reach, if any.
        let (farthest, start) = (farthest(self.reach, rounding), found.len());
        let (mut near, mut count) = ([0; FEW], 0);
        for &part in self.parts {
            let facet = &self.mesh.facets[part as usize];
            if let Some(touch) = facet.nearest_within(self.center, farthest, rounding) {
                found.push(touch);
                if let Some(near) = near.get_mut(count) {
                    *near = part;
                }
                count += 1;
            }
        }
        if let Some(parts) = near.get(..count) {
            return Probe { parts, ..*self }.choose(found, start, rounding);
        }
        found.truncate(start);
        let facets = self.parts.iter().map(|&part| &self.mesh.facets[part as usize]);
        found.extend(facets.map(|facet| facet.nearest(self.center, rounding)));
        self.choose(found, start, rounding);
    }

    /// Leaves the contacts of what was found from `start` on: the nearest point of each facet.
    fn choose(&self, found: &mut Vec<Touch<D>>, start: usize, rounding: f64) {
        let places = &mut found[start..];
        let nearest = (0..places.len()).min_by(|&a, &b| nearer(&places[a], &places[b]));
        for place in 0..places.len() {
            let within = places[place].distance <= self.reach;
            let real =
                within && (Some(place) == nearest || self.is_contact(place, places, rounding));
            if !real {
                places[place].feature = NOTHING;
            }
        }
        let kept = self.merge(places, (SAME_PLACE * self.reach).max(4.0 * rounding));
        found.truncate(start + kept);
    }

    /// Whether one of the nearest points is a local minimum of the distance, in sight of the centre.
    fn is_contact(&self, place: usize, places: &[Touch<D>], rounding: f64) -> bool {
        let Touch { point, distance, feature, .. } = &places[place];
        let on_border = *feature >= self.mesh.ranks[0];
        // One length for both tests: a point that agrees with a neighbour is then held by whatever
        // holds the neighbour's point, and a chain of slivers cannot smuggle it through.
        let near = 2.0 * rounding;
        // A facet that holds the point or hides it is no farther than the point.
        let is_rival =
            |&other: &usize| other != place && places[other].distance <= distance + rounding;
        (0..places.len()).filter(is_rival).all(|other| {
            let facet = &self.mesh.facets[self.parts[other] as usize];
            let elsewhere = distance_squared(&places[other].point, point) > near * near;
            let passed = on_border && elsewhere && facet.holds(point, near);
            !passed && !facet.separates(self.center, point, rounding)
        })
    }

    /// Moves the contacts to the front, those at one place made one, and counts them.
    fn merge(&self, places: &mut [Touch<D>], same: f64) -> usize {
        let mut real = 0;
        for place in 0..places.len() {
            if places[place].feature != NOTHING {
                places.swap(real, place);
                real += 1;
            }
        }
        places[..real]
            .sort_unstable_by(|a, b| self.rank(a).cmp(&self.rank(b)).then_with(|| nearer(a, b)));
        let mut kept = 0;
        for place in 0..real {
            let touch = places[place];
            let apart =
                |other: &Touch<D>| distance_squared(&other.point, &touch.point) > same * same;
            if places[..kept].iter().all(apart) {
                places[kept] = touch;
                kept += 1;
            }
        }
        kept
    }

    /// Faces before sides before corners.
    fn rank(&self, touch: &Touch<D>) -> usize {
        self.mesh.ranks.partition_point(|&first| first <= touch.feature)
    }
}
