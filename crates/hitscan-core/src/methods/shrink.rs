//! Simplifies a pair as long as it still shows its point: the least one on which methods, or the
//! user's own program, differ.
//!
//! The search is greedy and deterministic: it takes the first simpler case from the first rule that
//! yields one, until no rule does.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `case` | a pair, and its numbers |
//! | `rules` | what is tried to simplify one |
//!
//! This file searches, and says which of two pairs is simpler; it calls `rules`, which change a
//! `case`.

mod case;
mod rules;

use std::cmp::Reverse;

use case::Numbers;
pub use case::{Case, Complexity, defining_points};

/// The simplest case that the rules reach from `case` and that still `shows` its
/// point. No number exceeds the greatest of `case`, and everything stays on the
/// plane.
pub fn shrunk(case: &Case, shows: impl Fn(&Case) -> bool) -> Case {
    let reach = Complexity::of(case).greatest();
    let mut simplest = case.clone();
    loop {
        let Some(found) = simpler(&simplest, reach).find(&shows) else { return simplest };
        let repeated = further(&simplest, &found, reach).take_while(&shows).last();
        simplest = repeated.unwrap_or(found);
    }
}

/// Every simpler case that a rule yields from `case`, in the order in which they are tried. No
/// number exceeds `reach`, and everything stays on the plane.
pub fn simpler(case: &Case, reach: u32) -> impl Iterator<Item = Case> {
    let measure = Complexity::of(case);
    let all = rules::ALL.iter().flat_map(move |rule| rule(&Numbers::of(case)));
    all.filter(move |candidate| is_simpler(candidate, &measure, reach))
}

/// Repeats a step that worked, twice as far each time, so that large numbers shrink fast.
pub fn further(from: &Case, found: &Case, reach: u32) -> impl Iterator<Item = Case> {
    let mut last = found.clone();
    let mut times = 1;
    std::iter::from_fn(move || {
        let candidate = Numbers::of(from).beyond(&last, times)?;
        if !is_simpler(&candidate, &Complexity::of(&last), reach) {
            return None;
        }
        times *= 2;
        last = candidate.clone();
        Some(candidate)
    })
}

fn is_simpler(candidate: &Case, than: &Complexity, reach: u32) -> bool {
    let measure = Complexity::of(candidate);
    let stays_whole = measure.is_whole() || !than.is_whole();
    stays_whole && measure < *than && measure.greatest() <= reach && candidate.is_on_the_plane()
}

/// The simplest case, and the one with the greatest number: numbers never grow, so a case with
/// small numbers may have no round numbers to reach. For both, a lower rank comes first.
#[derive(Clone, Debug)]
pub struct Starts<R, C> {
    simplest: Option<(R, Complexity, C)>,
    roomiest: Option<(R, Complexity, C)>,
}

impl<R, C> Default for Starts<R, C> {
    fn default() -> Self {
        Self { simplest: None, roomiest: None }
    }
}

impl<R: Ord + Copy, C> Starts<R, C> {
    /// Keeps a case if it is better than a stored one. The case is computed only then, which is
    /// rare.
    pub fn offer(&mut self, rank: R, measure: &Complexity, case: impl Fn() -> C) {
        let start = || Some((rank, measure.clone(), case()));
        let is_simplest = |(least, than, _): &(R, Complexity, C)| (rank, measure) < (*least, than);
        if self.simplest.as_ref().is_none_or(is_simplest) {
            self.simplest = start();
        }
        let room = |measure: &Complexity| Reverse(measure.greatest());
        let is_roomiest = |(least, than, _): &(R, Complexity, C)| {
            (rank, room(measure), measure) < (*least, room(than), than)
        };
        if self.roomiest.as_ref().is_none_or(is_roomiest) {
            self.roomiest = start();
        }
    }

    /// The simplest, then the one with the greatest number, which may be the same.
    pub fn iter(&self) -> impl Iterator<Item = &C> {
        self.starts().map(|(_, _, case)| case)
    }

    /// Keeps cases of `other` that are better.
    pub fn merge(&mut self, other: &Self)
    where
        C: Clone,
    {
        for (rank, measure, case) in other.starts() {
            self.offer(*rank, measure, || case.clone());
        }
    }

    fn starts(&self) -> impl Iterator<Item = &(R, Complexity, C)> {
        [&self.simplest, &self.roomiest].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::{
        Aabb, Milli, Moving, Point, Polygon, Relation, Segment, Shape, Swept, Vector, relate, swept,
    };

    fn point(x: i32, y: i32) -> Point {
        Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
    }

    fn laser(from: (i32, i32), to: (i32, i32)) -> Shape {
        Shape::Segment(Segment::new(point(from.0, from.1), point(to.0, to.1)).expect("in range"))
    }

    fn aabb(from: (i32, i32), to: (i32, i32)) -> Aabb {
        Aabb::from_corners(point(from.0, from.1), point(to.0, to.1)).expect("a box")
    }

    fn relation(case: &Case) -> Relation {
        let [a, b] = case.shapes();
        relate(&a, &b).relation
    }

    #[test]
    fn lasers_that_cross_become_the_diagonals_of_a_unit_square() {
        let case =
            Case::Still([laser((-7123, 4400), (9871, 5310)), laser((311, -77), (1023, 9999))]);
        let simplest = shrunk(&case, |case| relation(case) == Relation::Crosses);
        assert_eq!(
            simplest.query("x"),
            r#"{"id":"x","a":{"laser":[0,0,1,1]},"b":{"laser":[0,1,1,0]}}"#
        );
    }

    #[test]
    fn polygons_lose_vertices_until_they_are_triangles() {
        let vertices = [(0, 0), (5100, 0), (7300, 4000), (5000, 9900), (0, 8000)];
        let polygon = Polygon::new(&vertices.map(|(x, y)| point(x, y))).expect("simple");
        let case = Case::Still([Shape::Polygon(polygon), laser((2000, 3000), (2500, 3500))]);
        let simplest = shrunk(&case, |case| relation(case) == Relation::Within);
        let Case::Still([Shape::Polygon(polygon), _]) = &simplest else { panic!("{simplest:?}") };
        assert_eq!(polygon.vertices().len(), 3);
    }

    #[test]
    fn a_point_stays_a_point() {
        let vertices = [(0, 0), (5100, 0), (7300, 4000), (5000, 9900), (0, 8000)];
        let polygon = Polygon::new(&vertices.map(|(x, y)| point(x, y))).expect("simple");
        let case = Case::point(polygon.into(), point(2300, 3100)).expect("a region and a point");
        let simplest = shrunk(&case, |case| relation(case) == Relation::Within);
        assert_eq!(
            simplest.query("x"),
            r#"{"id":"x","a":{"polygon":[[0,0],[0,2],[3,0]]},"b":{"point":[1,1]}}"#
        );
        assert_eq!(Case::point(laser((0, 0), (1, 1)), point(0, 0)), None);
    }

    #[test]
    fn a_frame_keeps_one_moving_box() {
        let moving = |start, x, y| {
            Moving::new(
                start,
                Vector::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range")),
            )
            .expect("in range")
        };
        let a = moving(aabb((7000, 3000), (9500, 4800)), -6200, 2400);
        let b = moving(aabb((1000, 4000), (3000, 5000)), 600, 1200);
        let case = Case::frame(a, b).expect("they move");
        let is_hit = |case: &Case| match case {
            Case::Frame([a, b]) => matches!(swept(a, b), Swept::Hit { .. }),
            Case::Still(_) | Case::Point(_) => false,
        };
        assert!(is_hit(&case));
        let simplest = shrunk(&case, is_hit);
        assert_eq!(
            simplest.query("x"),
            r#"{"id":"x","a":{"box":[0,0,1,1],"velocity":[0,1]},"b":{"box":[0,1,1,2]}}"#
        );
    }

    #[test]
    fn no_number_grows() {
        let case = Case::Still([laser((100, 0), (100, 300)), laser((0, 100), (300, 200))]);
        let simplest = shrunk(&case, |case| relation(case) == Relation::Crosses);
        assert!(simplest.numbers().iter().all(|n| n.abs() <= 300), "{simplest:?}");
        assert!(Complexity::of(&simplest) < Complexity::of(&case));
    }
}
