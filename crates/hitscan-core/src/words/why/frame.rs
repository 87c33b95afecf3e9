//! The side methods that games use: where two boxes are in a frame, and what
//! follows from it.

use std::cmp::Ordering;

use super::page::{Role, Subject};
use super::page_writer::PageWriter;
use super::phrases::role;
use super::sides;
use super::table::{Contents, Table};
use crate::methods::{Claim, FrameStep, Named, Number, Step};
use crate::words::format::{self, ROOM, plain, yes_no};
use crate::words::lines::padded;
use hitscan_geom::{Axis, Fraction, Milli, Side, Vector};

pub(super) fn write(subject: &Subject<'_>, steps: &[Step], page: &mut PageWriter) {
    parts(steps, page);
    sides::relative_velocity(subject, steps, page);
    for step in steps {
        let Step::Frame(step) = step else { continue };
        match step {
            FrameStep::PartEnd { .. } => {}
            FrameStep::WaysOut { depths, claim } => ways_out(subject, *depths, *claim, page),
            FrameStep::CentreAngle { offset, half_sizes, products, .. } => {
                centre_angle(subject, [*offset, *half_sizes, *products], page);
            }
            FrameStep::ApartAtStart { gaps, velocity, claim } => {
                apart_at_start(subject, *gaps, (*velocity, *claim), page);
            }
            FrameStep::AxisMove { axis, way, gaps, side } => {
                axis_move(subject, (*axis, *way, *side), *gaps, page);
            }
        }
    }
    let moves = || {
        steps.iter().filter_map(|step| match step {
            Step::Frame(FrameStep::AxisMove { side, .. }) => Some(side),
            _ => None,
        })
    };
    if moves().next().is_some() && moves().all(Option::is_none) {
        page.deciding(&format!("Neither move ends inside {}: no side.", subject.b.name));
    }
}

fn texts(numbers: [Number; 2]) -> [String; 2] {
    numbers.map(|number| plain(number, ROOM))
}

/// Whether a gap is above 0.
fn is_apart(gap: Number) -> bool {
    gap.sign() == Ordering::Greater
}

/// The gaps at the end of each part of the frame.
fn parts(steps: &[Step], page: &mut PageWriter) {
    let mut table = Table::new(Contents::Numbers);
    let mut found = None;
    for step in steps {
        let Step::Frame(FrameStep::PartEnd { part, gaps, meet, .. }) = step else { continue };
        let t = format!("{part}/{}", FrameStep::PARTS);
        table.comparison(
            role(*meet),
            [format!("gap at t {t}"), format!("t {t}")],
            texts(*gaps),
            "",
        );
        found = Some((t, *meet));
    }
    let Some((t, meet)) = found else { return };
    page.text(&format!("Looks {} times in the frame:", FrameStep::PARTS));
    table.write(page);
    if meet {
        page.deciding(&format!("At t\u{a0}{t} no gap is above 0: they meet."));
    } else {
        page.deciding("Each time a gap is above 0: they never meet there.");
    }
}

fn ways_out(subject: &Subject<'_>, depths: [Number; 4], claim: Claim, page: &mut PageWriter) {
    page.text(&format!("The ways out of {}:", subject.b.name));
    for (side, depth) in Side::ALL.into_iter().zip(depths) {
        let decides = claim.named.sides().contains(side);
        page.row(role(decides), &(padded(side.token(), 9) + &plain(depth, ROOM)));
    }
    let shortest = match claim.named {
        Named::Sides(_) => "Two neighbours are equal: both are named, a corner.",
        _ => "The shortest is named.",
    };
    page.text(shortest);
}

fn centre_angle(
    subject: &Subject<'_>,
    [[dx, dy], half_sizes, products]: [[Number; 2]; 3],
    page: &mut PageWriter,
) {
    let mut table = Table::new(Contents::Numbers);
    let d = [dx, format::read(subject.axes, Axis::Y, dy)];
    table.row(["d  from centre to centre", "d"], texts(d));
    table.row(["half the summed sizes W, H", "W, H"], texts(half_sizes));
    let sign = match products[0].partial_cmp(&products[1]) {
        Some(Ordering::Less) => "<",
        Some(Ordering::Greater) => ">",
        Some(Ordering::Equal) | None => "=",
    };
    let labels = [format!("|d.x|*H {sign} |d.y|*W"), format!("x*H {sign} y*W")];
    table.comparison(Role::Deciding, labels, texts(products), sign);
    table.write(page);
    page.text(match sign {
        "<" => "d.y counts for more: top or bottom.",
        ">" => "d.x counts for more: left or right.",
        _ if dx.sign().is_eq() => "d is (0, 0) and points nowhere.",
        _ => "Both count alike: the corner.",
    });
}

fn apart_at_start(
    subject: &Subject<'_>,
    gaps: [Number; 2],
    (velocity, claim): (Vector, Claim),
    page: &mut PageWriter,
) {
    let mut table = Table::new(Contents::Numbers);
    table.row(["gap at the start", "start gap"], texts(gaps));
    let apart = gaps.map(is_apart);
    table.comparison(Role::Deciding, ["apart"; 2], apart.map(|apart| yes_no(apart).to_owned()), "");
    let v = Axis::ALL.map(|axis| format::read(subject.axes, axis, velocity.along(axis)));
    table.row(["v"; 2], texts(v));
    table.write(page);
    page.text(match (apart, claim.named) {
        ([true, true], _) => "Apart in both: the corner it comes from.",
        ([true, false], _) => "Apart in x only: left or right, by v.x.",
        ([false, true], _) => "Apart in y only: top or bottom, by v.y.",
        ([false, false], _) => "Apart in neither: there is no side to name.",
    });
}

fn axis_move(
    subject: &Subject<'_>,
    (axis, way, side): (Axis, Milli, Option<Side>),
    [x, y]: [Number; 2],
    page: &mut PageWriter,
) {
    let (a, b, name) = (subject.a.name, subject.b.name, axis.token());
    let way = format::read(subject.axes, axis, Fraction::from(way));
    if way.sign().is_eq() {
        page.text(&format!("{name}: v.{name} is 0, so {a} does not move along it."));
        return;
    }
    let moved = format!("{name}: {a} moves by {}", plain(way, ROOM));
    let gaps = format!("gaps x\u{a0}{}, y\u{a0}{}", plain(x, ROOM), plain(y, ROOM));
    match side {
        Some(side) => {
            page.deciding(&format!("{moved}; {gaps}: inside {b}, by its {}.", side.token()));
        }
        None => page.text(&format!("{moved}; {gaps}: not inside {b}.")),
    }
}
