//! The side methods that games use: where two boxes are in a frame, and what follows from that.

use super::super::number;
use super::page::{PageSubject, PageWriter, PairPart, Role, role};
use super::sides;
use super::table::{AxisTable, NUMBERS};
use crate::methods::{FrameStep, MethodStep, Named, Number, SideClaim};
use crate::words::lines::padded;
use crate::words::number::{ROOM, both, plain, sign_between, vector, yes_no};
use hitscan_geom::{Axis, Fraction, Milli, Operand, Side, Vector};

pub(super) fn write(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    parts(steps, page);
    sides::relative_velocity(subject, steps, page);
    for step in steps {
        let MethodStep::Frame(step) = step else { continue };
        match step {
            FrameStep::PartEnd { .. } => {}
            FrameStep::WaysOut { depths, claim } => ways_out(subject, *depths, *claim, page),
            FrameStep::CentreAngle { offset, half_sizes, products, .. } => {
                centre_angle(subject, [*offset, *half_sizes, *products], page);
            }
            FrameStep::ApartAtStart { gaps, velocity, .. } => {
                apart_at_start(subject, *gaps, *velocity, page);
            }
            FrameStep::AxisMove { axis, way, gaps, side } => {
                axis_move(subject, *axis, *way, *side, *gaps, page);
            }
        }
    }
    let moves: Vec<Option<Side>> =
        found!(steps, MethodStep::Frame(FrameStep::AxisMove { side, .. }) => side).collect();
    if !moves.is_empty() && moves.iter().all(Option::is_none) {
        page.deciding(&format!("Neither move ends inside {}: no side.", subject.b.name));
    }
}

/// The gaps at the end of each part of the frame.
fn parts(steps: &[MethodStep], page: &mut PageWriter) {
    let mut table = AxisTable::new(NUMBERS);
    let mut found = None;
    for step in steps {
        let MethodStep::Frame(FrameStep::PartEnd { part, gaps, meet, .. }) = step else { continue };
        let t = format!("{part}/{}", FrameStep::PARTS);
        let labels = [format!("gap at t {t}"), format!("t {t}")];
        table.comparison(role(*meet), labels, both(*gaps), "");
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

fn ways_out(
    subject: &PageSubject<'_>,
    depths: [Number; 4],
    claim: SideClaim,
    page: &mut PageWriter,
) {
    page.text(&format!("The ways out of {}:", subject.b.name));
    for (side, depth) in Side::ALL.into_iter().zip(depths) {
        let decides = claim.named.sides().contains(side);
        page.about(PairPart::Side(Operand::B, side));
        page.row(role(decides), &(padded(side.token(), 9) + &plain(depth, ROOM)));
    }
    page.text(match claim.named {
        Named::Sides(_) => "Two neighbours are equal: both are named, a corner.",
        _ => "The shortest is named.",
    });
}

fn centre_angle(
    subject: &PageSubject<'_>,
    [d, half_sizes, products]: [[Number; 2]; 3],
    page: &mut PageWriter,
) {
    let mut table = AxisTable::new(NUMBERS);
    table.row(["d  from center to center", "d"], both(vector(subject.settings, d)));
    table.row(["half the summed sizes W, H", "W, H"], both(half_sizes));
    let sign = sign_between(products);
    let labels = [format!("|d.x|*H {sign} |d.y|*W"), format!("x*H {sign} y*W")];
    table.comparison(Role::Deciding, labels, both(products), sign);
    table.write(page);
    page.text(match sign {
        "<" => "d.y counts for more: top or bottom.",
        ">" => "d.x counts for more: left or right.",
        _ if d[0].sign().is_eq() => "d is (0, 0) and points nowhere.",
        _ => "Both count alike: the corner.",
    });
}

fn apart_at_start(
    subject: &PageSubject<'_>,
    gaps: [Number; 2],
    velocity: Vector,
    page: &mut PageWriter,
) {
    let mut table = AxisTable::new(NUMBERS);
    table.row(["gap at the start", "start gap"], both(gaps));
    table.row(["v"; 2], both(vector(subject.settings, [velocity.x, velocity.y])));
    // A box that touched and does not move along the axis has not come along it.
    let along = [velocity.x, velocity.y].map(|along| along != Milli::ZERO);
    let came = [0, 1].map(|axis| gaps[axis].sign().is_ge() && along[axis]);
    let cells = came.map(|came| yes_no(came).to_owned());
    table.comparison(Role::Deciding, ["from outside", "outside"], cells, "");
    table.write(page);
    page.text(match came {
        [true, true] => "From outside in both: the corner it comes from.",
        [true, false] => "From outside in x only: left or right, by v.x.",
        [false, true] => "From outside in y only: top or bottom, by v.y.",
        [false, false] => "From outside in neither: there is no side to name.",
    });
}

fn axis_move(
    subject: &PageSubject<'_>,
    axis: Axis,
    way: Milli,
    side: Option<Side>,
    [x, y]: [Number; 2],
    page: &mut PageWriter,
) {
    let (a, b, name) = (subject.a.name, subject.b.name, axis.token());
    let way = number::read(subject.settings, axis, Fraction::from(way));
    if way.sign().is_eq() {
        page.text(&format!("{name}: v.{name} is 0, so {a} does not move along it."));
        return;
    }
    let moved = format!("{name}: {a} moves by {}", plain(way, ROOM));
    let gaps = format!("gaps x\u{a0}{}, y\u{a0}{}", plain(x, ROOM), plain(y, ROOM));
    let inside = match side {
        Some(side) => format!("inside {b}, by its {}", side.token()),
        None => format!("not inside {b}"),
    };
    page.about(side.map(|side| PairPart::Side(Operand::B, side)));
    page.say(role(side.is_some()), &format!("{moved}; {gaps}: {inside}."));
}
