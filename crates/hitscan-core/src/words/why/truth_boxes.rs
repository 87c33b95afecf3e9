//! The truth about two boxes: the gap along each axis, and what happened during the frame.

use std::cmp::Ordering;

use super::page::{PageSubject, Role};
use super::page_writer::PageWriter;
use super::part::PairPart;
use super::part_of::ranges;
use super::phrases::{ending, place, place_of_page, standing};
use super::table::{AxisTable, CellContents};
use crate::words::format::{self, lone_time};
use hitscan_geom::{Axis, Milli, Operand, Relation, Step, Swept, relate_traced};

/// The gap along one axis.
#[derive(Clone, Copy)]
struct Gap {
    axis: Axis,
    ranges: [[Milli; 2]; 2],
    width: Milli,
    decides: bool,
}

impl Gap {
    /// The overlap of both ranges; only if they meet.
    fn shared(&self) -> [Milli; 2] {
        let [[a_low, a_high], [b_low, b_high]] = self.ranges;
        [a_low.max(b_low), a_high.min(b_high)]
    }
}

pub(super) fn write(subject: &PageSubject<'_>, page: &mut PageWriter) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    let gaps = found!(steps, Step::Gap { axis, a, b, gap: width, decides } => {
        Gap { axis, ranges: [a, b], width, decides }
    });
    let [x, y] = gaps.collect::<Vec<_>>()[..] else { return };
    let gaps = [x, y];
    let mut table = AxisTable::new(CellContents::Ranges);
    for (index, participant) in [subject.a, subject.b].into_iter().enumerate() {
        let range = |gap: Gap| format::range(subject.axes, gap.axis, gap.ranges[index]);
        let role = Role::Object(if index == 0 { Operand::A } else { Operand::B });
        let labels = [participant.name.as_str(), ending(&participant.name)];
        table.comparison(role, labels, gaps.map(range), "");
    }
    page.ranges = Some(ranges(subject));
    let decides = if gaps[0].decides { gaps[0].axis } else { gaps[1].axis };
    let meets = meeting.relation != Relation::Disjoint;
    if meets {
        let shared = gaps.map(|gap| format::range(subject.axes, gap.axis, gap.shared()));
        table.comparison(Role::Shared(standing(meeting.relation)), ["shared"; 2], shared, "");
        table.about(PairPart::Shared);
    }
    let role = if meets { Role::Text } else { Role::Gaps(decides) };
    table.comparison(role, ["gap"; 2], gaps.map(|found| found.width.to_string()), "");
    table.about(PairPart::Gap(decides));
    table.write(page);
    if !meets {
        page.blank();
    }
    for Gap { axis, width: gap, .. } in gaps {
        let meaning = match gap.cmp(&Milli::ZERO) {
            Ordering::Less => "ranges overlap",
            Ordering::Equal => "edges meet",
            Ordering::Greater => "apart",
        };
        page.about(PairPart::Gap(axis)).text(&format!("{} gap {gap}: {meaning}", axis.token()));
    }
    page.blank();
    page.about(PairPart::Gap(decides)).deciding(&gap_that_decides(gaps, meeting.relation));
    let (a, b) = (&subject.a.name, &subject.b.name);
    match meeting.relation {
        Relation::Within => page.text(&format!("{a} lies inside {b}.")),
        Relation::Contains => page.text(&format!("{b} lies inside {a}.")),
        Relation::Equals => page.text("They are the same box."),
        _ => {}
    }
    if let Some((side, way)) = meeting.depth.map(hitscan_geom::Depth::least) {
        page.about(PairPart::Side(Operand::B, side));
        page.text(&format!("Shortest way out of {b}: {} {way}.", side.token()));
    }
    on_the_way(subject, meeting.relation, page);
}

/// `x decides. HIT needs both gaps below 0: …`
fn gap_that_decides(gaps: [Gap; 2], relation: Relation) -> String {
    let both = gaps.iter().all(|gap| gap.decides);
    let Gap { axis, width: gap, .. } = if gaps[0].decides { gaps[0] } else { gaps[1] };
    let axis = axis.token();
    let who = if both { "x and y decide".to_owned() } else { format!("{axis} decides") };
    let here = if both { "here both are".to_owned() } else { format!("here {axis} is") };
    let meaning = match (relation, both) {
        (Relation::Disjoint, _) => {
            return format!("{who}. A gap above 0 means MISS: {here} {gap}, so nothing meets.");
        }
        (Relation::Touches, false) => format!("{here} exactly 0, so only the edges meet"),
        (Relation::Touches, true) => format!("{here} exactly 0, so only the corners meet"),
        (_, false) => format!("the greater, {axis}, is {gap}, so the insides meet"),
        (_, true) => format!("{here} {gap}, so the insides meet"),
    };
    format!("{who}. HIT needs both gaps below 0: {meaning}.")
}

/// The reason for the frame's result, if it does not follow from the final positions.
fn on_the_way(subject: &PageSubject<'_>, relation: Relation, page: &mut PageWriter) {
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
        Some(Swept::Graze { t: None, .. }) => "touched".to_owned(),
        _ => "met".to_owned(),
    };
    let how = subject.pair_result.frame.map_or_else(String::new, |_| {
        format!(" ({} shows how)", place_of_page(1, subject.next_key))
    });
    let sides = match subject.pair_result.swept {
        Some(Swept::Hit { sides, .. }) => PairPart::sides(Operand::B, sides),
        _ => None,
    };
    page.about(sides).deciding(&format!("But on the way they {met}: {}{how}.", word.word()));
    if subject.pair_result.contact.is_some_and(|contact| contact.gave_up()) {
        page.text("They gave up and returned to where they started.");
    }
    if subject.pair_result.contact.is_some_and(|contact| contact.is_crushed()) {
        page.text("One was crushed and returned to where it started.");
    }
}
