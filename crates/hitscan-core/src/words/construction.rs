//! What is drawn in the arena of what a method computes with: one sentence, said
//! when the drawing is asked for.

use super::number::short_fraction;
use super::verdict::written_order;
use super::why;
use crate::methods::{
    AnyMethod, Arithmetic, Contact, Method, SideCode, SideMethod, relative_velocity, verdicts,
};
use crate::world::{Judgement, Party};
use hitscan_geom::{Moving, Shape, Swept, Vector, cross};

/// Fractions longer than this are shown as decimals.
const FRACTION_WIDTH: usize = 7;

/// What is drawn of what a method computes with in some arithmetic, for `a`
/// running into `b`: of the truth without a method, and where it has nothing to
/// say of such a pair.
#[must_use]
pub fn construction(
    a: &Party,
    b: &Party,
    judgement: &Judgement,
    (method, arithmetic): (Option<AnyMethod>, Arithmetic),
) -> String {
    let method = method.filter(|&method| why::pages(a, b, judgement).contains(&Some(method)));
    match method {
        None => format!("truth: {}", truth(a, b)),
        Some(AnyMethod::Whether(method)) => {
            format!("{}: {}", method.id(), whether(a, b, judgement, (method, arithmetic)))
        }
        Some(AnyMethod::FromWhichSide(method)) => {
            let drawn = match judgement.frame {
                Some(frame) if frame[0].motion != frame[1].motion => side(a, b, frame, method),
                _ => "neither moves against the other, so nothing is drawn".to_owned(),
            };
            format!("{}: {drawn}", method.id())
        }
    }
}

fn truth(a: &Party, b: &Party) -> String {
    let (x, y) = written_order(a, b);
    match (&x.shape, &y.shape) {
        (Shape::Box(_), Shape::Box(_)) => ranges(a, b),
        (Shape::Laser(_), Shape::Laser(_)) => lasers(),
        (Shape::Laser(_), Shape::Box(_)) => {
            format!(
                "the lines of {} and of {}'s sides; t where they first and last meet",
                x.name, y.name
            )
        }
        (Shape::Laser(_), _) => format!("{}'s line, and t where they first and last meet", x.name),
        _ => "two regions have no one picture; edges has one".to_owned(),
    }
}

fn whether(
    a: &Party,
    b: &Party,
    judgement: &Judgement,
    (method, arithmetic): (Method, Arithmetic),
) -> String {
    let (x, y) = written_order(a, b);
    match method {
        Method::Proper if are_parallel(a, b) => {
            "both lines; they are parallel, and nothing more is asked".to_owned()
        }
        Method::Straddle | Method::Proper => lasers(),
        Method::CenterDistance => {
            format!("both centres; {}'s within the frame about {}'s is a hit", a.name, b.name)
        }
        Method::EdgeRelations => ranges(a, b),
        Method::Edges => match (&x.shape, &y.shape) {
            (Shape::Laser(_), Shape::Box(_)) => format!(
                "all lines; {}'s corners right (+) or left (-) of {}, or on it (0)",
                y.name, x.name
            ),
            (Shape::Laser(_), _) => format!(
                "{}'s corners right (+) or left (-) of {}'s line, or on it (0)",
                y.name, x.name
            ),
            _ => {
                let said = verdicts(&a.shape, &b.shape, &judgement.meeting, Contact::Source);
                let edges_meet = said.iter().any(|verdict| {
                    (verdict.method, verdict.arithmetic, verdict.hit) == (method, arithmetic, true)
                });
                if edges_meet {
                    format!(
                        "the first edges of {} and {} that meet; + right, - left of the other",
                        a.name, b.name
                    )
                } else {
                    format!("no edge of {} meets one of {}, so none is drawn", a.name, b.name)
                }
            }
        },
    }
}

fn lasers() -> String {
    "both lines; an end right (+) or left (-) of the other, or on it (0)".to_owned()
}

fn are_parallel(a: &Party, b: &Party) -> bool {
    match (&a.shape, &b.shape) {
        (Shape::Laser(a), Shape::Laser(b)) => cross(a.direction(), b.direction()) == 0,
        _ => false,
    }
}

fn ranges(a: &Party, b: &Party) -> String {
    format!("what {} and {} cover of x (top) and y (left); dots where apart", a.name, b.name)
}

fn side(a: &Party, b: &Party, [of_a, of_b]: [Moving; 2], method: SideMethod) -> String {
    let v = of_a.motion - of_b.motion;
    let (a, b) = (a.name, b.name);
    match method {
        SideMethod::Swept => match hitscan_geom::swept(&of_a, &of_b) {
            Swept::Hit { t, .. } | Swept::Graze { t: Some(t), .. } => {
                let t = short_fraction(t, FRACTION_WIDTH);
                format!("the way of {a}'s centre, and {a} where it meets {b}, at t {t}")
            }
            Swept::Overlap { .. } => format!("the way of {a}'s centre; it starts inside {b}"),
            Swept::Miss | Swept::Graze { t: None, .. } => {
                format!("the way of {a}'s centre; it never meets {b}")
            }
        },
        SideMethod::RelativeVelocity => match relative_velocity(&of_a, &of_b) {
            SideCode::None => format!("v; {a} and {b} do not meet at the end, so there is no r"),
            _ if v.x == Vector::ZERO.x || v.y == Vector::ZERO.y => {
                "v; it runs along one axis, so no r is needed".to_owned()
            }
            _ => format!("v, and r: how far {a}'s leading corner has got past {b}'s"),
        },
        SideMethod::PredictCorner => {
            format!("{a}'s centre before and after; a hit within the frame about {b}'s")
        }
    }
}
