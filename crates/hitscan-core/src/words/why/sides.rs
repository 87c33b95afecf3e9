//! The two classical side methods: `relative-velocity` and `predict-corner`.

use super::super::number;
use super::page::{PageSubject, PageWriter, PairPart, Role, ending};
use super::table::{AxisTable, NUMBERS, RANGES};
use crate::methods::{MethodStep, Number, Operator, SideClaim};
use crate::words::number::{ROOM, both, equals, sign_between, vector, yes_no};
use crate::world::Settings;
use hitscan_geom::{Axis, Milli, Moving, Operand, Side, Swept, Vector, swept};
use std::cmp::Ordering;

pub(super) fn relative_velocity(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    let Some(frame) = &subject.pair_result.frame else { return };
    for step in steps {
        match *step {
            MethodStep::FrameEnd { .. } => frame_end(subject, frame, step, page),
            MethodStep::OneAxis { velocity, claim } => {
                let sides = PairPart::named(claim.named);
                page.about(sides).deciding(&one_axis(subject, velocity, claim));
            }
            _ => {}
        }
    }
    if let [.., MethodStep::Overshoot { overshoot, velocity, cross }, last] = steps {
        r_and_v(subject.settings, *overshoot, *velocity, page);
        // With y upwards, both vectors are displayed with their y reversed, and so is
        // their product.
        let z = number::read_area(subject.settings, *cross);
        page.text(&format!("z = r.x * v.y - r.y * v.x {}", equals(z)));
        last_entered(subject, *velocity, z, last, page);
    }
}

pub(super) fn r_and_v(
    settings: &Settings,
    r: [Number; 2],
    velocity: Vector,
    page: &mut PageWriter,
) {
    let mut table = AxisTable::new(NUMBERS);
    table.row(["r  how far past it is", "r"], both(vector(settings, r)));
    table.row(["v"; 2], both(vector(settings, [velocity.x, velocity.y])));
    table.write(page);
}

/// Where the boxes are at the end of the frame, and whether they meet there.
fn frame_end(
    subject: &PageSubject<'_>,
    frame: &[Moving; 2],
    step: &MethodStep,
    page: &mut PageWriter,
) {
    let MethodStep::FrameEnd { a, b, meet } = *step else { return };
    let participants = [subject.a, subject.b];
    let went_straight = participants.map(|participant| participant.shape.as_box().copied())
        == frame.map(|moving| Some(moving.end()));
    let heading = if went_straight {
        "Where they stand at the end of the frame:"
    } else {
        "Where their motion led, to the end of the frame:"
    };
    page.say(Role::Dim, heading);
    let mut table = AxisTable::new(RANGES);
    for (participant, end) in participants.into_iter().zip([a, b]) {
        let ranges = Axis::ALL.map(|axis| {
            number::range(subject.settings, axis, axis.sides().map(|side| end.edge(side)))
        });
        table.row([participant.name.as_str(), ending(&participant.name)], ranges);
    }
    table.write(page);
    if meet {
        page.text("They meet there.");
    } else {
        page.deciding("They do not meet there, so no side is named.");
    }
}

/// A motion along one axis, or none.
fn one_axis(subject: &PageSubject<'_>, velocity: Vector, claim: SideClaim) -> String {
    let (named, b) = (claim.label, subject.b.name);
    let meaning = match (velocity.x == Milli::ZERO, velocity.y == Milli::ZERO) {
        (true, true) => "nothing moves, so there is no side to name".to_owned(),
        (true, false) => format!("v.x is 0, so it came along y, onto {b}'s {named}"),
        _ => format!("v.y is 0, so it came along x, onto {b}'s {named}"),
    };
    let v = number::point(subject.settings, [velocity.x, velocity.y], ROOM);
    format!("v = {v}: {meaning}.")
}

/// The sign of z tells to which side of r the motion turns. Together with the corner that it came
/// from, this determines which side was entered last. Left and right are as drawn, for either
/// direction of y.
fn last_entered(
    subject: &PageSubject<'_>,
    velocity: Vector,
    z: Number,
    step: &MethodStep,
    page: &mut PageWriter,
) {
    let MethodStep::LastEntered { side, .. } = *step else { return };
    let part = PairPart::Side(Operand::B, side);
    let (b, side) = (subject.b.name, side.token());
    // As on the screen, where y grows downwards.
    let drawn = number::read_area(subject.settings, z);
    let turned = match drawn.sign() {
        Ordering::Equal => {
            return page.about(part).deciding(&format!(
                "z = 0: v has the direction of r: exactly the corner (ちょうど角). The code has no \
                 number for it; its else says {side}."
            ));
        }
        Ordering::Less => "left",
        Ordering::Greater => "right",
    };
    let from = [
        if velocity.y > Milli::ZERO { "upper" } else { "lower" },
        if velocity.x > Milli::ZERO { "left" } else { "right" },
    ];
    page.about(part).deciding(&format!(
        "z {}: v is turned {turned} of r; from the {} that is {b}'s {side}.",
        equals(z),
        from.join(" ")
    ));
}

/// What the article is about, where a hit is over at the end of the frame.
pub(super) fn beyond_the_wall([a, b]: &[Moving; 2], steps: &[MethodStep], page: &mut PageWriter) {
    let mut meetings = found!(steps, MethodStep::FrameEnd { meet, .. } => meet);
    if meetings.any(|meet| !meet) && matches!(swept(a, b), Swept::Hit { .. }) {
        page.say(
            Role::Dim,
            "Its article is about boxes that go a little into a wall in one step (少し壁に入ってしまう).",
        );
    }
}

/// The choices of the source's `else` if both axes were entered at once: by the direction of motion
/// on the screen.
const TIES: [([Side; 2], &str, &str); 4] = [
    ([Side::Left, Side::Bottom], "right and up", "left"),
    ([Side::Left, Side::Top], "right and down", "top"),
    ([Side::Right, Side::Bottom], "left and up", "bottom"),
    ([Side::Right, Side::Top], "left and down", "right"),
];

/// The four rules for ties; the one that applies decides.
pub(super) fn ties(steps: &[MethodStep], page: &mut PageWriter) {
    let mut overshoots =
        found!(steps, MethodStep::Overshoot { velocity, cross, .. } => (velocity, cross));
    let Some((velocity, z)) = overshoots.next() else { return };
    let met = Axis::ALL.map(|axis| {
        let [low, high] = axis.sides();
        if velocity.along(axis) > Milli::ZERO { low } else { high }
    });
    page.say(Role::Dim, "At z = 0, a tie, its else takes:");
    for (sides, way, named) in TIES {
        let is_used = z.sign().is_eq() && met == sides;
        let role = if is_used { Role::Deciding } else { Role::Dim };
        page.row(role, &format!("{way:16}{named}"));
    }
}

pub(super) fn predict_corner(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    let Some(frame) = &subject.pair_result.frame else { return };
    let (a, b) = (&subject.a.name, &subject.b.name);
    let moves = if frame[1].motion() == Vector::ZERO {
        format!("{a} moves by v, {b} stands still")
    } else {
        format!("Its author moves one box only; here {a} moves by its speed less {b}'s.")
    };
    page.say(Role::Dim, &moves);
    let [
        MethodStep::CornerRegion { distance: start, half_sizes: half, inside },
        MethodStep::AfterMove { velocity, distance: now, meet, .. },
        rest @ ..,
    ] = steps
    else {
        return;
    };
    let answers = |distance: &[Number; 2], operator: Operator| {
        [0, 1].map(|axis| yes_no(operator.holds(distance[axis], half[axis])).to_owned())
    };
    let mut table = AxisTable::new(NUMBERS);
    table.row(["v"; 2], both(vector(subject.settings, *velocity)));
    table.row(["centers apart, at start", "start apart"], both(*start));
    table.row(["half the summed sizes  s", "half sizes s"], both(*half));
    table.row(["start > s"; 2], answers(start, Operator::Greater));
    table.across(if *inside { "both: the corner branch" } else { "not both: the edge branch" });
    table.row(["centers apart, at end  n", "end apart n"], both(*now));
    let decides = if *meet { Role::Text } else { Role::Deciding };
    table.comparison(decides, ["n <= s"; 2], answers(now, Operator::LessOrEqual), "");
    if let [MethodStep::Depths { depth, claim }] = rest {
        table.row(["depth  p = s - n", "p = s - n"], both(*depth));
        let sign = sign_between(*depth);
        table.comparison(
            Role::Deciding,
            [(); 2].map(|()| format!("p.x {sign} p.y")),
            both(*depth),
            sign,
        );
        table.about(PairPart::named(claim.named));
    }
    table.write(page);
}
