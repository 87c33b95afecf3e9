//! Compares `swept` with the oracle, and the side methods with `swept` by the rules of the
//! catalogue, which are computed here from times of entry.

use std::cmp::Ordering;

use hitscan_core::methods::{
    Agreement, FrameVerdicts, Method, Reason, SideClaim, SideVerdict, frame_verdicts,
};
use hitscan_geom::{
    Axis, Milli, Moving, Relation, Shape, Side, Sides, Swept, Vector, relate, swept,
};
use num_rational::BigRational;
use proptest::prelude::*;

use crate::properties::generators::{far_frame, near_frame};
use crate::properties::oracle::{self, Ground, P, R, rational, units, whole};

/// The frame as a point that moves into a box: a shrunk to its top-left corner, b grown by a's
/// size.
struct Minkowski {
    start: P,
    way: P,
    ring: Vec<P>,
}

impl Minkowski {
    fn new(a: &Moving, b: &Moving) -> Self {
        let (left, right) =
            (units(b.start().left()) - units(a.start().width()), units(b.start().right()));
        let top = units(b.start().top()) - units(a.start().height());
        let bottom = units(b.start().bottom());
        let corner = |x: &R, y: &R| P { x: x.clone(), y: y.clone() };
        let motion = |axis: fn(&Moving) -> R| axis(a) - axis(b);
        Self {
            start: oracle::point(a.start().min()),
            way: P {
                x: motion(|moving| units(moving.motion().x)),
                y: motion(|moving| units(moving.motion().y)),
            },
            ring: vec![
                corner(&left, &top),
                corner(&right, &top),
                corner(&right, &bottom),
                corner(&left, &bottom),
            ],
        }
    }

    fn after(&self, t: &R) -> P {
        P { x: &self.start.x + &self.way.x * t, y: &self.start.y + &self.way.y * t }
    }

    /// The path from one time to another.
    fn between(&self, from: &R, to: &R) -> [P; 2] {
        [self.after(from), self.after(to)]
    }

    fn rests(&self) -> bool {
        self.way.x == whole(0) && self.way.y == whole(0)
    }

    /// The sides on which a point is.
    fn sides(&self, p: &P) -> Sides {
        let edges = [
            (Side::Left, &p.x, &self.ring[0].x),
            (Side::Top, &p.y, &self.ring[0].y),
            (Side::Right, &p.x, &self.ring[2].x),
            (Side::Bottom, &p.y, &self.ring[2].y),
        ];
        edges.into_iter().filter(|(_, at, edge)| at == edge).map(|(side, ..)| side).collect()
    }

    /// The expected result, by the definitions.
    fn swept(&self) -> Expected {
        // Far enough to be beyond everything from anywhere.
        let far = whole(1 << 40);
        let ground = oracle::ground(&self.start, &self.ring);
        if self.rests() {
            return match ground {
                Ground::In => Expected::Overlap(Sides::NONE),
                Ground::On => Expected::Graze { t: None, flush: None },
                Ground::Out => Expected::Miss,
            };
        }
        if ground == Ground::In {
            let from_far = self.between(&-far.clone(), &whole(0));
            let [t, _] = oracle::laser_in_region(&from_far, &self.ring).t.expect("it ends inside");
            return Expected::Overlap(self.sides(&oracle::at(&from_far, &t)));
        }
        let in_frame = oracle::laser_in_region(&self.between(&whole(0), &whole(1)), &self.ring);
        let Some([t, _]) = in_frame.t else { return Expected::Miss };
        let going_on = oracle::laser_in_region(&self.between(&t, &(&t + far)), &self.ring);
        if going_on.behind_first == Ground::In {
            return Expected::Hit { sides: self.sides(&self.after(&t)), t };
        }
        let along = |way: &R| *way == whole(0);
        let flush = match (along(&self.way.x), along(&self.way.y)) {
            (true, _) => Some(Axis::X),
            (_, true) => Some(Axis::Y),
            _ => None,
        };
        // Moving straight towards a wall is not sliding along the other axis: only a box exactly on
        // the wall is flush.
        let on_wall = |axis: &Axis| {
            self.sides(&self.start)
                .iter()
                .chain(self.sides(&self.after(&t)).iter())
                .any(|side| side.axis() == *axis)
        };
        Expected::Graze { t: Some(t.clone()), flush: flush.filter(on_wall) }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Expected {
    Miss,
    Graze { t: Option<R>, flush: Option<Axis> },
    Overlap(Sides),
    Hit { t: R, sides: Sides },
}

impl From<Swept> for Expected {
    fn from(swept: Swept) -> Self {
        match swept {
            Swept::Miss => Self::Miss,
            Swept::Graze { t, flush } => Self::Graze { t: t.map(rational), flush },
            Swept::Overlap { sides } => Self::Overlap(sides),
            Swept::Hit { t, sides } => Self::Hit { t: rational(t), sides },
        }
    }
}

fn sign(number: &R) -> Ordering {
    number.cmp(&whole(0))
}

/// What `relative-velocity` must name: the side entered last, by the time since each axis was
/// entered, with the source's ties.
fn expected_side(a: &Moving, b: &Moving) -> Label {
    if relate(&Shape::Box(a.end()), &Shape::Box(b.end())).relation == Relation::Disjoint {
        return ("none", Some(0));
    }
    let v = [units(a.motion().x) - units(b.motion().x), units(a.motion().y) - units(b.motion().y)];
    let x_side = if sign(&v[0]) == Ordering::Greater { Side::Left } else { Side::Right };
    let y_side = if sign(&v[1]) == Ordering::Greater { Side::Top } else { Side::Bottom };
    if v.iter().all(|v| sign(v) == Ordering::Equal) {
        return ("impossible", Some(5));
    }
    if sign(&v[0]) == Ordering::Equal {
        return side_label(y_side);
    }
    if sign(&v[1]) == Ordering::Equal {
        return side_label(x_side);
    }
    let since =
        |side: Side, v: &R| (units(a.end().edge(side.opposite())) - units(b.end().edge(side))) / v;
    side_label(match since(x_side, &v[0]).cmp(&since(y_side, &v[1])) {
        Ordering::Less => x_side,
        Ordering::Greater => y_side,
        Ordering::Equal => match (x_side, y_side) {
            (Side::Left, Side::Bottom) => Side::Left,
            (Side::Left, _) => Side::Top,
            (_, Side::Bottom) => Side::Bottom,
            _ => Side::Right,
        },
    })
}

fn side_label(side: Side) -> Label {
    match side {
        Side::Left => ("left", Some(1)),
        Side::Top => ("top", Some(2)),
        Side::Right => ("right", Some(3)),
        Side::Bottom => ("bottom", Some(4)),
    }
}

/// What `predict-corner` must name.
fn expected_label(a: &Moving, b: &Moving) -> Label {
    let two = whole(2);
    let distance = |moved: bool, axis: Axis| -> R {
        let [low, high] = axis.sides();
        let centre = |m: &Moving| (units(m.start().edge(low)) + units(m.start().edge(high))) / &two;
        let way = units(a.motion().along(axis)) - units(b.motion().along(axis));
        let apart = centre(a) - centre(b) + if moved { way } else { whole(0) };
        if sign(&apart) == Ordering::Less { -apart } else { apart }
    };
    let sum = |axis: Axis| {
        let [low, high] = axis.sides();
        let size = |m: &Moving| units(m.start().edge(high)) - units(m.start().edge(low));
        (size(a) + size(b)) / &two
    };
    let depth = Axis::ALL.map(|axis| sum(axis) - distance(true, axis));
    if depth.iter().any(|depth| sign(depth) == Ordering::Less) {
        return ("none", None);
    }
    let corner = Axis::ALL.iter().all(|&axis| distance(false, axis) > sum(axis));
    let label = match (corner, depth[0].cmp(&depth[1])) {
        (true, Ordering::Equal) => "corner",
        (true, Ordering::Greater) => "corner-left-right",
        (true, Ordering::Less) => "corner-top-bottom",
        (false, Ordering::Greater) => "top-bottom",
        (false, _) => "left-right",
    };
    (label, None)
}

/// What a method must name: its label, and its number if it has one.
type Label = (&'static str, Option<u8>);

fn label(claim: SideClaim) -> Label {
    (claim.label, claim.code)
}

fn of(found: &FrameVerdicts, method: Method) -> SideVerdict {
    *found.of(method).expect("a listed method")
}

/// What a method named, as far as the rules are concerned.
enum Named {
    Nothing,
    NoMotion,
    Corner,
    OneOf(Vec<Side>, Reason),
}

/// The rules of the catalogue; the first one that fits applies.
fn rule(named: &Named, swept: &Expected) -> (Agreement, Option<Reason>) {
    let reason = |agreement, reason| (agreement, Some(reason));
    if let Expected::Overlap(_) = swept {
        return (Agreement::NotApplicable, None);
    }
    match (named, swept) {
        (Named::NoMotion, _) => reason(Agreement::Convention, Reason::NoMotion),
        (Named::Nothing, Expected::Hit { t, .. }) if *t == whole(1) => {
            reason(Agreement::Convention, Reason::Touching)
        }
        (Named::Nothing, Expected::Hit { .. }) => reason(Agreement::Wrong, Reason::Tunnelled),
        (Named::Nothing, _) => (Agreement::Agrees, None),
        (Named::OneOf(named, _), Expected::Graze { flush: Some(axis), .. })
            if named.iter().all(|side| side.axis() == *axis) =>
        {
            reason(Agreement::Convention, Reason::Touching)
        }
        (_, Expected::Graze { flush: Some(_), .. }) => reason(Agreement::Wrong, Reason::Flush),
        (_, Expected::Graze { .. }) => reason(Agreement::Convention, Reason::Touching),
        (_, Expected::Hit { sides, .. }) if sides.len() == 2 => match named {
            Named::Corner => (Agreement::Agrees, None),
            _ => reason(Agreement::Convention, Reason::CornerTie),
        },
        (Named::Corner, Expected::Hit { .. }) => reason(Agreement::Wrong, Reason::SquareOverlap),
        (Named::OneOf(named, why), Expected::Hit { sides, .. }) => {
            if named.iter().any(|side| sides.contains(*side)) {
                (Agreement::Agrees, None)
            } else {
                reason(Agreement::Wrong, *why)
            }
        }
        (_, Expected::Miss | Expected::Overlap(_)) => panic!("named on a miss"),
    }
}

fn named(label: &str) -> Named {
    let (across_x, across_y) = (Axis::X.sides().to_vec(), Axis::Y.sides().to_vec());
    let side = Side::ALL.into_iter().find(|side| side.token() == label);
    match label {
        _ if side.is_some() => Named::OneOf(side.into_iter().collect(), Reason::AxisGuess),
        "none" => Named::Nothing,
        "impossible" => Named::NoMotion,
        "corner" => Named::Corner,
        "left-right" => Named::OneOf(across_x, Reason::AxisGuess),
        "top-bottom" => Named::OneOf(across_y, Reason::AxisGuess),
        "corner-left-right" => Named::OneOf(across_x, Reason::LabelsSwapped),
        "corner-top-bottom" => Named::OneOf(across_y, Reason::LabelsSwapped),
        other => panic!("no label: {other}"),
    }
}

fn check(a: &Moving, b: &Moving) {
    let expected = Minkowski::new(a, b).swept();
    assert_eq!(Expected::from(swept(a, b)), expected);
    let found = frame_verdicts(a, b);
    assert_eq!(found.swept, swept(a, b));
    let labels = [
        (Method::RELATIVE_VELOCITY, expected_side(a, b)),
        (Method::PREDICT_CORNER, expected_label(a, b)),
    ];
    for (method, expected_label) in labels {
        let verdict = of(&found, method);
        assert_eq!(label(verdict.claim), expected_label);
        assert!(SideClaim::LABELS.contains(&verdict.claim.label), "{:?}", verdict.claim);
        let judged = (verdict.agreement, verdict.reason);
        assert_eq!(judged, rule(&named(verdict.claim.label), &expected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn frames_on_a_small_grid_are_judged_by_the_rules((a, b) in near_frame()) {
        check(&a, &b);
    }

    #[test]
    fn frames_over_the_whole_plane_are_judged_by_the_rules((a, b) in far_frame()) {
        check(&a, &b);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// It never names a wrong side: it only misses, breaks ties, and names sides for boxes that
    /// slide past.
    #[test]
    fn relative_velocity_is_right_whenever_the_boxes_still_meet((a, b) in near_frame()) {
        let found = frame_verdicts(&a, &b);
        let verdict = of(&found, Method::RELATIVE_VELOCITY);
        let reason = verdict.reason;
        if verdict.agreement == Agreement::Wrong {
            prop_assert!(matches!(reason, Some(Reason::Tunnelled | Reason::Flush)));
        }
        if let (Swept::Hit { sides, .. }, hitscan_core::methods::Named::Side(side)) =
            (found.swept, verdict.claim.named)
        {
            prop_assert!(sides.contains(side));
        }
    }

    #[test]
    fn motion_together_changes_nothing(
        (a, b) in near_frame(), (_, c) in near_frame()
    ) {
        let with = |moving: &Moving| {
            let start = moving.start().translated(c.motion()).expect("in range");
            let motion = moving.motion().checked_add(c.motion()).expect("in range");
            Moving::new(start, motion).expect("in range")
        };
        prop_assert_eq!(swept(&a, &b), swept(&with(&a), &with(&b)));
    }
}

/// From the corner region at 45°, the corner labels are wrong for every one-sided hit in which the
/// moving centre does not pass b's centre.
#[test]
fn the_corner_labels_are_swapped_on_every_one_sided_hit_from_a_corner() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = near_frame();
    let mut seen = 0;
    for _ in 0..20_000 {
        let (mut a, mut b) = strategy.new_tree(&mut runner).expect("a frame").current();
        let Vector { x, y } = a.motion();
        let motion = Vector::new(x, if y < Milli::ZERO { -x } else { x });
        a = Moving::new(a.start(), motion).expect("in range");
        b = Moving::at_rest(b.start());
        let found = frame_verdicts(&a, &b);
        let verdict = of(&found, Method::PREDICT_CORNER);
        let from_corner = ["corner-left-right", "corner-top-bottom"].contains(&verdict.claim.label);
        let one_sided = matches!(found.swept, Swept::Hit { sides, .. } if sides.len() == 1);
        let passes = |axis: Axis| {
            let [low, high] = axis.sides();
            let apart = |m: &Moving, end: bool| -> BigRational {
                let aabb = if end { m.end() } else { m.start() };
                units(aabb.edge(low)) + units(aabb.edge(high))
            };
            sign(&(apart(&a, false) - apart(&b, false)))
                != sign(&(apart(&a, true) - apart(&b, true)))
        };
        if from_corner && one_sided && !Axis::ALL.iter().any(|&axis| passes(axis)) {
            seen += 1;
            assert_eq!(verdict.reason, Some(Reason::LabelsSwapped));
        }
    }
    assert!(seen > 20, "only {seen} such frames");
}
