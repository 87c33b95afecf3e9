//! The methods that say from which side: `swept`, `relative-velocity` and
//! `predict-corner`.

use super::figures::{self, ROOM, compare, operator, plain, yes_no};
use super::paper::Paper;
use super::steps::{Steps, holds, value};
use super::table::{Spacing, Table};
use super::truth::ending;
use super::{Role, Subject, sweep, worth};
use crate::methods::{SideMethod, explained_frame_verdicts};
use crate::world::Axes;
use hitscan_geom::{Axis, Moving, Step, Value, Vector};

pub(super) fn write(subject: &Subject<'_>, method: SideMethod, paper: &mut Paper) {
    let Some(frame) = &subject.pair_result.frame else { return };
    let (verdicts, steps) = explained_frame_verdicts(&frame[0], &frame[1]);
    let of = SideMethod::ALL.iter().zip(&steps).find(|(of, _)| **of == method);
    let Some((_, steps)) = of else { return };
    let steps = Steps(steps);
    match method {
        SideMethod::Swept => sweep::write(subject, verdicts.swept, steps, paper),
        SideMethod::RelativeVelocity => {
            let said = verdicts.relative_velocity;
            relative_velocity(subject, frame, steps, paper);
            paper.row(Role::Text, &format!("-> {}", said.named.token()));
            worth::of_side(subject, (frame, &verdicts), (said.against, said.reason), None, paper);
        }
        SideMethod::PredictCorner => {
            let said = verdicts.predict_corner;
            predict_corner(subject, frame, steps, paper);
            paper.row(Role::Text, &format!("-> {}", said.named.token()));
            let named = said.named.axis();
            worth::of_side(subject, (frame, &verdicts), (said.against, said.reason), named, paper);
        }
    }
}

/// Quantities named for both axes, as they are read.
fn both(subject: &Subject<'_>, step: &Step, names: [&'static str; 2]) -> [Value; 2] {
    let [x, y] = names.map(|name| value(step, name));
    [x, figures::read(subject.axes, Axis::Y, y)]
}

fn texts(numbers: [Value; 2]) -> [String; 2] {
    numbers.map(|number| plain(number, ROOM))
}

fn relative_velocity(
    subject: &Subject<'_>,
    frame: &[Moving; 2],
    steps: Steps<'_>,
    paper: &mut Paper,
) {
    let (a, b) = (subject.a.name, subject.b.name);
    let Some(relations) = steps.find("the four edge relations") else { return };
    let mut table = Table::new(Spacing::RANGES);
    for (name, ends) in [
        (&a, [["a.left", "a.right"], ["a.top", "a.bottom"]]),
        (&b, [["b.left", "b.right"], ["b.top", "b.bottom"]]),
    ] {
        let [x, y] = ends.map(|ends| ends.map(|end| value(relations, end)));
        let range = |axis, ends| figures::range(subject.axes, axis, ends);
        table.row([name.as_str(), ending(name)], [range(Axis::X, x), range(Axis::Y, y)]);
    }
    let led = [subject.a, subject.b].map(|party| party.shape.as_box().copied())
        == [Some(frame[0].end()), Some(frame[1].end())];
    paper.text(if led {
        "Where they stand at the end of the frame:"
    } else {
        "Where their motion led, to the end of the frame:"
    });
    table.write(paper);
    if !holds(relations.value) {
        paper.deciding("They do not meet there, so no side is named.");
        return;
    }
    paper.text("They meet there.");
    if let Some(step) = steps.find("v.x = 0 or") {
        one_axis(subject, step, paper);
    } else if let (Some(cross), Some(sign)) =
        (steps.find("z = "), steps.find("z <").or(steps.find("z >")))
    {
        cross_product(subject, cross, sign, paper);
    }
}

/// The motion, if any, is along one axis.
fn one_axis(subject: &Subject<'_>, step: &Step, paper: &mut Paper) {
    let [x, y] = both(subject, step, ["v.x", "v.y"]);
    let (named, b) = (plain(step.value, ROOM), subject.b.name);
    let v = format!("v = ({}, {})", plain(x, ROOM), plain(y, ROOM));
    let meaning = match (figures::sign(x).is_eq(), figures::sign(y).is_eq()) {
        (true, true) => "nothing moves, so there is no side to name".to_owned(),
        (true, false) => format!("v.x is 0, so it came along y, onto {b}'s {named}"),
        _ => format!("v.y is 0, so it came along x, onto {b}'s {named}"),
    };
    paper.deciding(&format!("{v}: {meaning}."));
}

fn cross_product(subject: &Subject<'_>, cross: &Step, sign: &Step, paper: &mut Paper) {
    let mut table = Table::new(Spacing::NUMBERS);
    table.row(["r  how far past it is", "r"], texts(both(subject, cross, ["r.x", "r.y"])));
    table.row(["v", "v"], texts(both(subject, cross, ["v.x", "v.y"])));
    table.write(paper);
    // Both vectors are read with their y turned round, and so is their product.
    let z = figures::read(subject.axes, Axis::Y, cross.value);
    paper.text(&format!("z = r.x * v.y - r.y * v.x {}", figures::equals(z)));
    let condition = match (subject.axes, sign.formula) {
        (Axes::YUp, "z < 0") => "z > 0",
        (Axes::YUp, _) => "z <= 0",
        (Axes::YDown, formula) => formula,
    };
    let signs = both(subject, cross, ["v.x", "v.y"]).map(figures::sign);
    let alike = if signs[0] == signs[1] { "are of one sign" } else { "are of two signs" };
    let last = if holds(sign.value) { "x" } else { "y" };
    let side = plain(value(sign, "side"), ROOM);
    paper.text(&format!("v.x and v.y {alike}: x was entered last if {condition}."));
    let tie = if figures::sign(z).is_eq() {
        " z = 0 is a tie: both at once, and the source's else takes one."
    } else {
        ""
    };
    let answer = yes_no(holds(sign.value));
    let b = subject.b.name;
    paper.deciding(&format!(
        "{condition}: {answer}, {last} was entered last, at {b}'s {side}.{tie}"
    ));
}

fn predict_corner(subject: &Subject<'_>, frame: &[Moving; 2], steps: Steps<'_>, paper: &mut Paper) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    if frame[1].motion == Vector::ZERO {
        paper.text(&format!("{a} moves by v, {b} stands still"));
    } else {
        paper.text(&format!("{a} moves by v, its own less {b}'s; {b} stands still"));
    }
    let start = steps.values(["start.x", "start.y"]);
    let half = steps.values(["s.x", "s.y"]);
    let now = steps.values(["n.x", "n.y"]);
    let [vx, vy] = steps.values(["v.x", "v.y"]);
    let corner = holds(steps.result("start.x > s.x"));
    let hit = steps.find("n.x <= s.x").is_some_and(|step| holds(step.value));
    let answers = |one: [Value; 2], other: [Value; 2], yes: fn(std::cmp::Ordering) -> bool| {
        [(one[0], other[0]), (one[1], other[1])]
            .map(|(one, other)| yes_no(yes(compare(one, other))).to_owned())
    };
    let mut table = Table::new(Spacing::NUMBERS);
    table.row(["v"; 2], texts([vx, figures::read(subject.axes, Axis::Y, vy)]));
    table.row(["centres apart, at start", "start apart"], texts(start));
    table.row(["half the summed sizes  s", "half sizes s"], texts(half));
    table.row(["start > s"; 2], answers(start, half, std::cmp::Ordering::is_gt));
    table.across(if corner { "both: the corner branch" } else { "not both: the edge branch" });
    table.row(["centres apart, at end  n", "end apart  n"], texts(now));
    let decides = if hit { Role::Text } else { Role::Deciding };
    let meets = answers(now, half, std::cmp::Ordering::is_le);
    table.comparison(decides, ["n <= s"; 2], meets, "");
    if let Some(step) = steps.find("p = s - n") {
        let depth = ["p.x", "p.y"].map(|name| value(step, name));
        table.row(["depth  p = s - n", "p = s - n"], texts(depth));
        let sign = operator(compare(depth[0], depth[1]));
        let label = format!("p.x {sign} p.y");
        table.comparison(Role::Deciding, [label.clone(), label], texts(depth), sign);
    }
    table.write(paper);
}
