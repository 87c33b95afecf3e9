//! The first page: the truth, and which method makes something else of it.

use super::figures::{self, ROOM, lone_time, plain};
use super::paper::Paper;
use super::steps::{Steps, place, value};
use super::table::{Spacing, Table};
use super::{Subject, relate_steps, truth_lasers, truth_regions};
use crate::methods::{
    Agreement, AnyMethod, Arithmetic, FrameVerdicts, Method, Reason, SideMethod, Verdict,
    frame_verdicts, verdicts,
};
use crate::words::hit_word;
use crate::world::{Name, TestResult};
use hitscan_geom::{Axis, Relation, Shape, Side, Step, Swept, Value};

pub(super) fn write(subject: &Subject<'_>, pages: &[Option<AnyMethod>], paper: &mut Paper) {
    match (&subject.a.shape, &subject.b.shape) {
        (Shape::Box(_), Shape::Box(_)) => boxes(subject, paper),
        (Shape::Segment(a), Shape::Segment(b)) => truth_lasers::write(subject, [a, b], paper),
        (Shape::Segment(laser), region) => {
            let names = [subject.a.name, subject.b.name];
            truth_regions::with_laser(subject, names, (laser, region), paper);
        }
        (region, Shape::Segment(laser)) => {
            let names = [subject.b.name, subject.a.name];
            truth_regions::with_laser(subject, names, (laser, region), paper);
        }
        _ => truth_regions::two(subject, paper),
    }
    paper.blank();
    paper.text(&first_difference(subject, pages));
}

/// The word for two shapes where they stand, whatever happened on the way.
pub(super) const fn standing(relation: Relation) -> TestResult {
    match relation {
        Relation::Disjoint => TestResult::Miss,
        Relation::Touches => TestResult::Touch,
        _ => TestResult::Hit,
    }
}

/// The end of a long name, where names that belong together differ.
pub(super) fn ending(name: &Name) -> &str {
    const LONGEST: usize = 6;
    let name = name.as_str();
    &name[name.len().saturating_sub(LONGEST)..]
}

/// The gap in each axis decides.
fn boxes(subject: &Subject<'_>, paper: &mut Paper) {
    let (meeting, steps) = relate_steps(subject);
    let steps = Steps(&steps);
    let gaps = ["gap in x", "gap in y"].map(|formula| steps.find(formula));
    let mut table = Table::new(Spacing::RANGES);
    let ranges = |ends: [&'static str; 2]| {
        let of = |axis, step: Option<&Step>| {
            step.map_or_else(String::new, |step| {
                figures::range(subject.axes, axis, ends.map(|end| value(step, end)))
            })
        };
        [of(Axis::X, gaps[0]), of(Axis::Y, gaps[1])]
    };
    let names = [subject.a, subject.b].map(|party| [party.name.as_str(), ending(&party.name)]);
    table.row(names[0], ranges(["a from", "a to"]));
    table.row(names[1], ranges(["b from", "b to"]));
    let widths = ["gap in x", "gap in y"].map(|formula| steps.result(formula));
    table.row(["gap"; 2], widths.map(|gap| plain(gap, ROOM)));
    table.write(paper);
    for (axis, gap) in Axis::ALL.into_iter().zip(widths) {
        let meaning = match figures::sign(gap) {
            std::cmp::Ordering::Less => "ranges overlap",
            std::cmp::Ordering::Equal => "edges meet",
            std::cmp::Ordering::Greater => "apart",
        };
        paper.text(&format!("{} gap {}: {meaning}", axis.token(), plain(gap, ROOM)));
    }
    paper.blank();
    paper.deciding(&gap_that_decides(gaps, meeting.relation));
    let (a, b) = (&subject.a.name, &subject.b.name);
    match meeting.relation {
        Relation::Within => paper.text(&format!("{a} lies inside {b}.")),
        Relation::Contains => paper.text(&format!("{b} lies inside {a}.")),
        Relation::Equals => paper.text("They are the same box."),
        _ => {}
    }
    if let Some((side, way)) = meeting.depth.map(hitscan_geom::Depth::least) {
        paper.text(&format!("Shortest way out of {b}: {} {way}.", side.token()));
    }
    on_the_way(subject, meeting.relation, paper);
}

/// `x decides. HIT needs both gaps below 0: …`
fn gap_that_decides(gaps: [Option<&Step>; 2], relation: Relation) -> String {
    let deciding: Vec<(Axis, Value)> = Axis::ALL
        .into_iter()
        .zip(gaps)
        .filter_map(|(axis, step)| step.filter(|step| step.decides).map(|step| (axis, step.value)))
        .collect();
    let both = deciding.len() == 2;
    let (axis, gap) = deciding
        .first()
        .map_or(("x", String::new()), |&(axis, gap)| (axis.token(), plain(gap, ROOM)));
    let who = if both { "x and y decide".to_owned() } else { format!("{axis} decides") };
    let meaning = match (relation, both) {
        (Relation::Disjoint, false) => {
            format!("A gap above 0 means MISS: here {axis} is {gap}, so nothing meets.")
        }
        (Relation::Disjoint, true) => {
            format!("A gap above 0 means MISS: here both are {gap}, so nothing meets.")
        }
        (Relation::Touches, false) => {
            format!(
                "HIT needs both gaps below 0: here {axis} is exactly 0, so only the edges meet."
            )
        }
        (Relation::Touches, true) => {
            "HIT needs both gaps below 0: here both are exactly 0, so only the corners meet."
                .to_owned()
        }
        (_, false) => format!(
            "HIT needs both gaps below 0: the greater, {axis}, is {gap}, so the insides meet."
        ),
        (_, true) => {
            format!("HIT needs both gaps below 0: here both are {gap}, so the insides meet.")
        }
    };
    format!("{who}. {meaning}")
}

/// What the word of the frame comes from, if not from where they stand.
fn on_the_way(subject: &Subject<'_>, relation: Relation, paper: &mut Paper) {
    let word = subject.pair_result.outcome;
    if word == standing(relation) {
        return;
    }
    let b = &subject.b.name;
    let met = match subject.pair_result.swept {
        Some(Swept::Hit { t, sides }) => {
            format!("met, on {b}'s {} at t\u{a0}{}", place(sides), lone_time(t))
        }
        Some(Swept::Graze { t: Some(t), .. }) => format!("touched at t\u{a0}{}", lone_time(t)),
        _ => "met".to_owned(),
    };
    let how = match subject.pair_result.frame {
        Some(_) => format!(" ({} shows how)", place_of_page(1, subject.next_key)),
        None => String::new(),
    };
    paper.deciding(&format!("But on the way they {met}: {}{how}.", word.word()));
    if subject.pair_result.contact.is_some_and(|contact| contact.gave_up()) {
        paper.text("They gave up and returned to where they started.");
    }
}

/// Where the page is that comes so many after the first: `n n`, `n x5`, or its
/// number.
fn place_of_page(after_first: usize, next_key: Option<char>) -> String {
    match (next_key, after_first) {
        (Some(key), 1..=3) => [key.to_string().as_str()].repeat(after_first).join(" "),
        (Some(key), _) => format!("{key} x{after_first}"),
        (None, _) => format!("page\u{a0}{}", after_first + 1),
    }
}

/// The first method that says something else than the truth.
fn first_difference(subject: &Subject<'_>, pages: &[Option<AnyMethod>]) -> String {
    let said =
        verdicts(&subject.a.shape, &subject.b.shape, &subject.pair_result.meeting, subject.contact);
    let frame = subject.pair_result.frame.map(|[a, b]| frame_verdicts(&a, &b));
    let methods = || {
        let place = |(index, page): (usize, &Option<AnyMethod>)| {
            page.map(|page| (place_of_page(index, subject.next_key), page))
        };
        pages.iter().enumerate().filter_map(place)
    };
    let exactly = methods().find_map(|(place, method)| {
        let (verb, said, worth) = match method {
            AnyMethod::OverlapTest(method) => {
                let verdict = verdict_of(&said, method, Arithmetic::Exact)?;
                ("says", hit_word(verdict.hit), brief(verdict.against, verdict.reason, "strict <")?)
            }
            AnyMethod::SideTest(method) => {
                let (named, against, reason) = side_verdict(frame.as_ref()?, method)?;
                ("names", named, brief(against, reason, "touching")?)
            }
        };
        Some(format!("{} ({place}) {verb} {said}\u{a0}({worth}).", method.id()))
    });
    let rounded = || {
        methods().find_map(|(place, method)| {
            let AnyMethod::OverlapTest(method) = method else { return None };
            let verdict = verdict_of(&said, method, Arithmetic::F32)?;
            let rounded = verdict.reason == Some(Reason::Rounding);
            let word = hit_word(verdict.hit);
            rounded
                .then(|| format!("{} ({place}) in f32 says {word}\u{a0}(rounding).", method.id()))
        })
    };
    exactly.or_else(rounded).unwrap_or_else(|| "No method says anything else here.".to_owned())
}

fn verdict_of(said: &[Verdict], method: Method, arithmetic: Arithmetic) -> Option<&Verdict> {
    said.iter().find(|verdict| verdict.method == method && verdict.arithmetic == arithmetic)
}

/// What a side method names, and what that is worth.
fn side_verdict(
    frame: &FrameVerdicts,
    method: SideMethod,
) -> Option<(&'static str, Agreement, Option<Reason>)> {
    match method {
        SideMethod::Swept => None,
        SideMethod::RelativeVelocity => {
            let said = &frame.relative_velocity;
            Some((said.named.token(), said.against, said.reason))
        }
        SideMethod::PredictCorner => {
            let said = &frame.predict_corner;
            Some((said.named.token(), said.against, said.reason))
        }
    }
}

/// `convention, strict <`; none if there is no difference to speak of.
fn brief(against: Agreement, reason: Option<Reason>, touching: &str) -> Option<String> {
    let reason = match reason? {
        Reason::Touching => touching.replace(' ', "\u{a0}"),
        reason => reason.code().to_owned(),
    };
    matches!(against, Agreement::Convention | Agreement::Wrong)
        .then(|| format!("{}, {reason}", against.token()))
}

/// `left`, or `left+top` at a corner.
pub(super) fn side_list(sides: impl IntoIterator<Item = Side>) -> String {
    sides.into_iter().map(Side::token).collect::<Vec<_>>().join("+")
}
