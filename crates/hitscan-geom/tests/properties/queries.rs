//! Properties of `locate`, `enter`, `pass` and `closest`.

use hitscan_geom::{
    Aabb, Closest, Crossing, Direction, ExactPoint, Fraction, Location, Milli, Pass, Point,
    Polygon, Relation, Segment, Shape, closest, enter, locate, orient, pass, relate,
};
use proptest::prelude::*;

use crate::drawn::*;

/// A lattice fine enough that the midpoint between two neighbouring places where a small segment
/// meets a small shape is distinct from both.
const FINE: i32 = 5040;

/// Shapes have coordinates up to 4, and segments are up to 8 long: such places lie at quotients
/// whose numerators and denominators are at most 8² + 8².
fn scaled(at: Point, by: i32) -> Point {
    point(at.x.thousandths() * by, at.y.thousandths() * by)
}

fn scaled_shape(shape: &Shape, by: i32) -> Shape {
    match shape {
        Shape::Box(aabb) => Aabb::from_corners(scaled(aabb.min(), by), scaled(aabb.max(), by))
            .expect("a box")
            .into(),
        Shape::Segment(of) => {
            Segment::new(scaled(of.start(), by), scaled(of.end(), by)).expect("in range").into()
        }
        Shape::Polygon(of) => {
            let vertices: Vec<Point> = of.vertices().iter().map(|at| scaled(*at, by)).collect();
            Polygon::new(&vertices).expect("a polygon").into()
        }
    }
}

fn reversed(segment: &Segment) -> Segment {
    Segment::new(segment.end(), segment.start()).expect("in range")
}

/// 1 − t.
fn rest(t: Fraction) -> Fraction {
    Fraction::new(t.denominator() - t.numerator(), t.denominator()).expect("a fraction")
}

/// A value between 0 and 1 in steps of the fine lattice: the whole number of steps, and whether
/// there is a remainder.
fn step(t: Fraction) -> (i32, bool) {
    let scaled = t.numerator() * i128::from(FINE);
    let whole = i32::try_from(scaled / t.denominator()).expect("small");
    (whole, scaled % t.denominator() != 0)
}

/// The location of the points at k / FINE of the segment, by `locate` on scaled shapes.
fn ground(segment: &Segment, shape: &Shape, at: &[i32]) -> Vec<(i32, Location)> {
    let fine = scaled_shape(shape, FINE);
    let (start, end) = (segment.start(), segment.end());
    let along = |from: Milli, to: Milli, k: i32| {
        from.thousandths() * FINE + (to.thousandths() - from.thousandths()) * k
    };
    at.iter()
        .map(|&k| (k, locate(point(along(start.x, end.x, k), along(start.y, end.y, k)), &fine)))
        .collect()
}

/// Each edge on which the exact point at t lies, by cross-multiplication.
fn edges_at(segment: &Segment, t: Fraction, vertices: &[Point]) -> Vec<usize> {
    let (over, under) = (t.numerator(), t.denominator());
    let along = |from: Milli, to: Milli| {
        i128::from(from.thousandths()) * under
            + i128::from(to.thousandths() - from.thousandths()) * over
    };
    let (x, y) =
        (along(segment.start().x, segment.end().x), along(segment.start().y, segment.end().y));
    let wide = |at: Point| {
        (i128::from(at.x.thousandths()) * under, i128::from(at.y.thousandths()) * under)
    };
    (0..vertices.len())
        .filter(|&edge| {
            let (from, to) = (wide(vertices[edge]), wide(vertices[(edge + 1) % vertices.len()]));
            let cross = (to.0 - from.0) * (y - from.1) - (to.1 - from.1) * (x - from.0);
            let between =
                |low: i128, at: i128, high: i128| low.min(high) <= at && at <= low.max(high);
            cross == 0 && between(from.0, x, to.0) && between(from.1, y, to.1)
        })
        .collect()
}

/// The direction by definition: the sides or edges through the point, or inside.
fn direction_at(segment: &Segment, t: Fraction, shape: &Shape) -> Direction {
    let found = edges_at(segment, t, &shape.vertices());
    if let Shape::Box(_) = shape {
        // The vertices run along the top, right, bottom and left sides.
        use hitscan_geom::Side::{Bottom, Left, Right, Top};
        let sides = found.iter().map(|&edge| [Top, Right, Bottom, Left][edge]).collect();
        return if found.is_empty() { Direction::Inside } else { Direction::Sides(sides) };
    }
    match found[..] {
        [] => Direction::Inside,
        [one] => Direction::Edges(one, None),
        [one, other] => Direction::Edges(one, Some(other)),
        _ => panic!("a simple polygon has two edges at a vertex"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn a_point_is_located_as_a_segment_of_zero_length_relates(
        at in any_point(), shape in any_shape()
    ) {
        let dot = Segment::new(at, at).expect("in range");
        let expected = match (relate(&dot, &shape).relation, &shape) {
            (Relation::Disjoint, _) => Location::Outside,
            (Relation::Within, _) => Location::Inside,
            (_, Shape::Segment(of)) if at != of.start() && at != of.end() => Location::Inside,
            _ => Location::Boundary,
        };
        prop_assert_eq!(locate(at, &shape), expected);
    }

    #[test]
    fn a_region_is_entered_where_its_interior_is_met(
        segment in any_segment(), shape in any_shape()
    ) {
        let relation = relate(&segment, &shape).relation;
        let is_region = !matches!(shape, Shape::Segment(_));
        let met = is_region && matches!(relation, Relation::Crosses | Relation::Within);
        prop_assert_eq!(enter(&segment, &shape).is_some(), met);
        prop_assert_eq!(pass(&segment, &shape).map(|pass| pass.entry), enter(&segment, &shape));
    }

    /// By definition, the entry is the least t that the interior follows, and the exit is the least
    /// t after it that the exterior follows, ignoring a stretch of boundary in between.
    #[test]
    fn a_pass_runs_from_the_first_interior_point_to_the_first_exterior_point(
        segment in near_segment(), shape in near_region()
    ) {
        let Some(Pass { entry, exit }) = pass(&segment, &shape) else {
            // No point of the segment is in the interior.
            let each: Vec<i32> = (0..=FINE).step_by(60).collect();
            prop_assert!(ground(&segment, &shape, &each).iter().all(|at| at.1 != Location::Inside));
            return Ok(());
        };
        prop_assert_eq!(entry.through, direction_at(&segment, entry.t, &shape));
        prop_assert_eq!(exit.through, direction_at(&segment, exit.t, &shape));
        if segment.is_point() {
            prop_assert_eq!([entry.t, exit.t], [Fraction::ZERO; 2]);
            return Ok(());
        }
        let ((first, first_more), (last, last_more)) = (step(entry.t), step(exit.t));
        let all = ground(&segment, &shape, &(0..=FINE).collect::<Vec<_>>());
        let place = |k: i32| usize::try_from(k).expect("not below 0");
        let before = &all[..=place(first)];
        let before = if first_more { before } else { &before[..before.len() - 1] };
        prop_assert!(before.iter().all(|at| at.1 != Location::Inside), "{entry:?}");
        let from = place(first) + 1;
        let to = place(last) + usize::from(last_more);
        prop_assert!(all[from..to].iter().all(|at| at.1 != Location::Outside), "{entry:?} {exit:?}");
        prop_assert_eq!(all[from].1, Location::Inside);
        prop_assert_eq!(all[to - 1].1, Location::Inside);
        // After the exit comes the end, or boundary until the exterior.
        let behind = all[to + usize::from(!last_more)..].iter();
        let next = behind.map(|at| at.1).find(|at| *at != Location::Boundary);
        prop_assert!(next != Some(Location::Inside), "{exit:?}");
    }

    #[test]
    fn a_reversed_segment_passes_a_box_in_reverse(segment in any_segment(), region in any_box()) {
        let forth = pass(&segment, &region);
        let back = pass(&reversed(&segment), &region);
        let turned = |of: Crossing| Crossing { t: rest(of.t), ..of };
        let expected = back.map(|of| Pass { entry: turned(of.exit), exit: turned(of.entry) });
        if !segment.is_point() {
            prop_assert_eq!(forth, expected);
        }
        let as_polygon = Polygon::new(&region.vertices()).expect("a polygon");
        let times = |of: Option<Pass>| of.map(|of| [of.entry.t, of.exit.t]);
        prop_assert_eq!(times(forth), times(pass(&segment, &as_polygon)));
    }
}

/// Exact numbers for points near the origin; sums are brought to a common denominator.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Exact(i128, i128);

impl Exact {
    fn of(fraction: Fraction) -> Self {
        Self(fraction.numerator(), fraction.denominator())
    }
    fn minus(self, other: Self) -> Self {
        Self(self.0 * other.1 - other.0 * self.1, self.1 * other.1).reduced()
    }
    fn square(self) -> Self {
        Self(self.0 * self.0, self.1 * self.1)
    }
    fn plus(self, other: Self) -> Self {
        Self(self.0 * other.1 + other.0 * self.1, self.1 * other.1).reduced()
    }
    fn reduced(self) -> Self {
        let of = Fraction::new(self.0, self.1).expect("a fraction");
        Self::of(of)
    }
    fn fraction(self) -> Fraction {
        Fraction::new(self.0, self.1).expect("a fraction")
    }
}

fn between(one: ExactPoint, other: ExactPoint) -> Fraction {
    let gap = |one, other| Exact::of(one).minus(Exact::of(other)).square();
    gap(one.x, other.x).plus(gap(one.y, other.y)).fraction()
}

fn outline(shape: &Shape) -> Vec<Segment> {
    let vertices = shape.vertices();
    if let Shape::Segment(segment) = shape {
        return vec![*segment];
    }
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(|(&a, &b)| Segment::new(a, b).expect("in range")).collect()
}

/// The closest points exist exactly if the shapes are apart, both ways round.
fn closest_as_related(a: &Shape, b: &Shape) -> Result<Option<Closest>, TestCaseError> {
    let relation = relate(a, b).relation;
    let apart = matches!(relation, Relation::Disjoint | Relation::Touches);
    let found = closest(a, b);
    prop_assert_eq!(found.is_some(), apart);
    let squared = found.as_ref().map(|found| found.squared);
    prop_assert_eq!(squared == Some(Fraction::ZERO), relation == Relation::Touches);
    prop_assert_eq!(closest(b, a).map(|back| back.squared), squared);
    Ok(found)
}

/// Points along an outline, with their positions on it.
fn samples(shape: &Shape) -> Vec<((usize, Fraction), ExactPoint)> {
    let each = outline(shape).into_iter().enumerate();
    each.flat_map(|(edge, segment)| {
        (0..=12).map(move |k| {
            let t = Fraction::new(k, 12).expect("a fraction");
            ((edge, t), segment.at(t).expect("small"))
        })
    })
    .collect()
}

/// The first position of a point on an outline, if it lies there.
fn place_of(at: ExactPoint, shape: &Shape) -> Option<(usize, Fraction)> {
    outline(shape).into_iter().enumerate().find_map(|(edge, segment)| {
        let (start, end) = (ExactPoint::from(segment.start()), ExactPoint::from(segment.end()));
        let part = |from: Fraction, at: Fraction, to: Fraction| {
            let way = Exact::of(to).minus(Exact::of(from));
            let gone = Exact::of(at).minus(Exact::of(from));
            Fraction::new(gone.0 * way.1, gone.1 * way.0)
        };
        let t = part(start.x, at.x, end.x).or(part(start.y, at.y, end.y)).unwrap_or(Fraction::ZERO);
        let in_range = (Fraction::ZERO..=Fraction::ONE).contains(&t);
        (in_range && segment.at(t).expect("small") == at).then_some((edge, t))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn closest_points_lie_on_the_shapes_and_no_pair_is_nearer(a in near_shape(), b in near_shape()) {
        let Some(found) = closest_as_related(&a, &b)? else { return Ok(()) };
        prop_assert_eq!(between(found.on_a, found.on_b), found.squared);
        let places = [place_of(found.on_a, &a), place_of(found.on_b, &b)];
        let [Some(on_a), Some(on_b)] = places else { panic!("{places:?}") };
        let others = samples(&b);
        for (at_a, point_a) in samples(&a) {
            for &(at_b, point_b) in &others {
                let squared = between(point_a, point_b);
                prop_assert!(squared >= found.squared, "{point_a:?} {point_b:?} {found:?}");
                if squared == found.squared {
                    prop_assert!((on_a, on_b) <= (at_a, at_b), "{point_a:?} {point_b:?} {found:?}");
                }
            }
        }
    }

    #[test]
    fn closest_is_found_over_the_whole_range(a in any_shape(), b in any_shape()) {
        let Some(found) = closest_as_related(&a, &b)? else { return Ok(()) };
        prop_assert_eq!(found.on_a == found.on_b, found.squared == Fraction::ZERO);
        // No nearer than the bounds, no farther than the nearest two vertices.
        let gap = a.gap_to(&b);
        let [x, y] = [gap.x, gap.y].map(|gap| i128::from(gap.wide().max(0)));
        let least = Fraction::new(x * x + y * y, 1_000_000).expect("a fraction");
        prop_assert!(found.squared >= least);
        for from in a.vertices() {
            for to in b.vertices() {
                let [x, y] = [(from.x, to.x), (from.y, to.y)].map(|(a, b)| i128::from(a.wide() - b.wide()));
                let squared = Fraction::new(x * x + y * y, 1_000_000).expect("a fraction");
                prop_assert!(found.squared <= squared);
            }
        }
    }
}

#[test]
fn the_orientation_of_far_points_is_exact() {
    let far = Milli::REACH.thousandths();
    assert_eq!(orient(point(-far, -far), point(far, far - 1), point(far, far)), i64::from(far) * 2);
}
