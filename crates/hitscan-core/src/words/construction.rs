//! What the arena draws of a method's computation: one sentence, shown when the drawing
//! is requested.

use super::number::short_fraction;
use super::verdict::written_order;
use super::why;
use crate::methods::{Arithmetic, Construction, Doubles, Method, MethodInput, Named};
use crate::world::{PairResult, Participant, Settings};
use hitscan_geom::{Moving, Shape, Swept, Vector, cross};

/// Fractions longer than this are shown as decimals.
const FRACTION_WIDTH: usize = 7;

/// What is drawn of a method's computation in some arithmetic, for `a` running into `b`. Without a
/// method, or if the method does not apply to such a pair, it is the drawing of the truth.
pub fn construction(
    a: &Participant,
    b: &Participant,
    pair_result: &PairResult,
    settings: &Settings,
    method: Option<Method>,
    arithmetic: Arithmetic,
) -> String {
    let has_page = |&method: &Method| why::has_page(a, b, pair_result, method);
    let Some(method) = method.map(Method::as_coded).filter(has_page) else {
        return format!("truth: {}", truth(settings, a, b));
    };
    let drawn = match pair_result.frame {
        _ if method.side_test().is_none() => {
            overlap(a, b, pair_result, settings, method, arithmetic)
        }
        Some(frame) if frame[0].motion() != frame[1].motion() => side(a, b, frame, method),
        _ => "neither moves against the other, so nothing is drawn".to_owned(),
    };
    format!("{}: {drawn}", method.id())
}

fn truth(settings: &Settings, a: &Participant, b: &Participant) -> String {
    let (x, y) = written_order(a, b);
    match (&x.shape, &y.shape) {
        (Shape::Box(_), Shape::Box(_)) => ranges(a, b),
        (Shape::Segment(_), Shape::Segment(_)) => lasers(settings),
        (Shape::Segment(_), Shape::Box(_)) => {
            let (x, y) = (&x.name, &y.name);
            format!("the lines of {x} and of {y}'s sides; t where they first and last meet")
        }
        (Shape::Segment(_), _) => {
            format!("{}'s line, and t where they first and last meet", x.name)
        }
        _ => "two regions have no single picture; edges has one".to_owned(),
    }
}

fn overlap(
    a: &Participant,
    b: &Participant,
    pair_result: &PairResult,
    settings: &Settings,
    method: Method,
    arithmetic: Arithmetic,
) -> String {
    let [of_right, of_left] = signs(settings);
    let (first, second) = written_order(a, b);
    let ([x, y], [of_a, of_b]) = ([&first.name, &second.name], [&a.name, &b.name]);
    let both = (&first.shape, &second.shape);
    match method.row().construction {
        Construction::SegmentLinesUnlessParallel if are_parallel(a, b) => {
            "both lines; they are parallel, so nothing more is tested".to_owned()
        }
        Construction::SegmentLines | Construction::SegmentLinesUnlessParallel => lasers(settings),
        Construction::Centres => {
            format!("both centers; {of_a}'s within the frame about {of_b}'s is a hit")
        }
        Construction::Ranges => ranges(a, b),
        Construction::Bounds => {
            format!("what the boxes around {of_a} and {of_b} cover of x (top) and y (left)")
        }
        Construction::Clipping => truth(settings, a, b),
        Construction::Nothing if method.point_test().is_some() => {
            "it counts the edges right of the point; nothing is drawn".to_owned()
        }
        Construction::Nothing => "it looks along slanted lines; nothing is drawn".to_owned(),
        _ if matches!(both, (Shape::Segment(_), Shape::Box(_))) => format!(
            "all lines; {y}'s corners right ({of_right}) or left ({of_left}) of {x}, or on it (0)"
        ),
        _ if matches!(both, (Shape::Segment(_), _)) => format!(
            "{y}'s corners right ({of_right}) or left ({of_left}) of {x}'s line, or on it (0)"
        ),
        _ => {
            let (meeting, doubles) = (&pair_result.meeting, Doubles::All);
            let given = MethodInput { doubles, ..MethodInput::default() };
            let mut verdicts = method.verdicts(&a.shape, &b.shape, meeting, given);
            if verdicts.any(|verdict| verdict.arithmetic == arithmetic && verdict.hit) {
                format!(
                    "the first edges of {of_a} and {of_b} that meet; {of_right} right, {of_left} \
                     left of the other"
                )
            } else {
                format!("no edge of {of_a} meets one of {of_b}, so none is drawn")
            }
        }
    }
}

fn lasers(settings: &Settings) -> String {
    let [of_right, of_left] = signs(settings);
    format!("both lines; an end right ({of_right}) or left ({of_left}) of the other, or on it (0)")
}

/// The signs for points to the right and left of a line, as displayed.
fn signs(settings: &Settings) -> [char; 2] {
    if settings.y_grows_up() { ['-', '+'] } else { ['+', '-'] }
}

fn are_parallel(a: &Participant, b: &Participant) -> bool {
    match (&a.shape, &b.shape) {
        (Shape::Segment(a), Shape::Segment(b)) => cross(a.direction(), b.direction()) == 0,
        _ => false,
    }
}

fn ranges(a: &Participant, b: &Participant) -> String {
    format!("what {} and {} cover of x (top) and y (left); dots where apart", a.name, b.name)
}

fn side(a: &Participant, b: &Participant, [of_a, of_b]: [Moving; 2], method: Method) -> String {
    let v = of_a.motion_relative_to(&of_b);
    let (a, b) = (a.name, b.name);
    match method.row().construction {
        Construction::CornerPassed => match method.claim(&of_a, &of_b).map(|claim| claim.named) {
            Some(Named::Nothing) => {
                format!("v; {a} and {b} do not meet at the end, so there is no r")
            }
            _ if v.x == Vector::ZERO.x || v.y == Vector::ZERO.y => {
                "v; it runs along one axis, so no r is needed".to_owned()
            }
            _ => format!("v, and r: how far {a}'s leading corner has got past {b}'s"),
        },
        Construction::CentrePath => {
            format!("{a}'s center before and after; a hit within the frame about {b}'s")
        }
        _ => match hitscan_geom::swept(&of_a, &of_b) {
            Swept::Hit { t, .. } | Swept::Graze { t: Some(t), .. } => {
                let t = short_fraction(t, FRACTION_WIDTH);
                format!("the way of {a}'s center, and {a} where it meets {b}, at t {t}")
            }
            Swept::Overlap { .. } => format!("the way of {a}'s center; it starts inside {b}"),
            Swept::Miss | Swept::Graze { t: None, .. } => {
                format!("the way of {a}'s center; it never meets {b}")
            }
        },
    }
}
