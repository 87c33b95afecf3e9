//! The first page: the truth, and which method makes something else of it.

use std::cmp::Ordering;

use super::page::{Role, Subject};
use super::page_writer::PageWriter;
use super::part::Part;
use super::part_of::ranges;
use super::phrases::{ending, place, standing};
use super::table::{Contents, Table};
use super::{truth_lasers, truth_regions};
use crate::methods::{Agreement, Arithmetic, Method, Reason, Verdict, frame_verdicts, verdicts};
use crate::words::format::{self, lone_time};
use crate::words::{beam_ends_before, hit_word, written_order};
use crate::world::TestResult;
use hitscan_geom::{Axis, Milli, Operand, Relation, Shape, Step, Swept, relate_traced, swept};

pub(super) fn write(subject: &Subject<'_>, pages: &[Option<Method>], page: &mut PageWriter) {
    let (x, y) = written_order(subject.a, subject.b);
    match (&x.shape, &y.shape) {
        (Shape::Box(_), Shape::Box(_)) => boxes(subject, page),
        (Shape::Segment(x), Shape::Segment(y)) => truth_lasers::write(subject, [x, y], page),
        (Shape::Segment(laser), _) => truth_regions::with_laser(subject, laser, [x, y], page),
        _ => truth_regions::two(subject, page),
    }
    page.blank();
    if let Some(beam) = beam(subject) {
        return page.deciding(&beam);
    }
    if let Some(answered) = answered_by(subject, pages) {
        page.deciding(&answered);
    }
    page.say(Role::Dim, &first_difference(subject, pages));
}

/// What a beam makes of the pair, if it ends before it gets as far as the whole laser.
fn beam(subject: &Subject<'_>) -> Option<String> {
    let (x, y) = written_order(subject.a, subject.b);
    let (found, of_whole) = (subject.pair_result, standing(subject.pair_result.meeting.relation));
    if let Some(first) = found.behind {
        return Some(format!("{} MISS behind {first}.", beam_ends_before(first)));
    }
    let is_shortened = matches!(x.shape, Shape::Segment(_)) && found.outcome < of_whole;
    is_shortened.then(|| {
        let (x, y) = (x.name, y.name);
        format!("But {x} is a beam and ends where it only touches {y}: TOUCH.")
    })
}

/// What the side method that boxes answer by named in this frame, where that is not
/// the truth: it decided where they went.
fn answered_by(subject: &Subject<'_>, pages: &[Option<Method>]) -> Option<String> {
    let method = subject.answers_by?;
    let [a, b] = subject.pair_result.frame?;
    let verdict = method.side_verdict(&a, &b, &swept(&a, &b))?;
    let difference = brief(verdict.agreement, verdict.reason, "touching")?;
    let place = pages
        .iter()
        .position(|&page| page == Some(method))
        .map_or_else(String::new, |at| format!(" ({})", place_of_page(at, subject.next_key)));
    let (id, label) = (method.id(), verdict.claim.label);
    Some(format!("They answer by {id}{place}, which names {label}\u{a0}({difference})."))
}

/// The gap along one axis.
#[derive(Clone, Copy)]
struct Gap {
    axis: Axis,
    ranges: [[Milli; 2]; 2],
    width: Milli,
    decides: bool,
}

impl Gap {
    /// What both ranges share; only where they meet.
    fn shared(&self) -> [Milli; 2] {
        let [[a_low, a_high], [b_low, b_high]] = self.ranges;
        [a_low.max(b_low), a_high.min(b_high)]
    }
}

/// The gap along each axis decides.
fn boxes(subject: &Subject<'_>, page: &mut PageWriter) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    let gaps = found!(steps, Step::Gap { axis, a, b, gap: width, decides } => {
        Gap { axis, ranges: [a, b], width, decides }
    });
    let [x, y] = gaps.collect::<Vec<_>>()[..] else { return };
    let gaps = [x, y];
    let mut table = Table::new(Contents::Ranges);
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
        table.about(Part::Shared);
    }
    let role = if meets { Role::Text } else { Role::Gaps(decides) };
    table.comparison(role, ["gap"; 2], gaps.map(|found| found.width.to_string()), "");
    table.about(Part::Gap(decides));
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
        page.about(Part::Gap(axis)).text(&format!("{} gap {gap}: {meaning}", axis.token()));
    }
    page.blank();
    page.about(Part::Gap(decides)).deciding(&gap_that_decides(gaps, meeting.relation));
    let (a, b) = (&subject.a.name, &subject.b.name);
    match meeting.relation {
        Relation::Within => page.text(&format!("{a} lies inside {b}.")),
        Relation::Contains => page.text(&format!("{b} lies inside {a}.")),
        Relation::Equals => page.text("They are the same box."),
        _ => {}
    }
    if let Some((side, way)) = meeting.depth.map(hitscan_geom::Depth::least) {
        page.about(Part::Side(Operand::B, side));
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

/// What the word of the frame comes from, if not from where they stand.
fn on_the_way(subject: &Subject<'_>, relation: Relation, page: &mut PageWriter) {
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
    let how = subject.pair_result.frame.map_or_else(String::new, |_| {
        format!(" ({} shows how)", place_of_page(1, subject.next_key))
    });
    let sides = match subject.pair_result.swept {
        Some(Swept::Hit { sides, .. }) => Part::sides(Operand::B, sides),
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

/// How to get to a page from the first one: `n n`, `n x5`, or its number.
fn place_of_page(after_first: usize, next_key: Option<char>) -> String {
    match (next_key, after_first) {
        (Some(key), 1..=3) => [key.to_string().as_str()].repeat(after_first).join(" "),
        (Some(key), _) => format!("{key} x{after_first}"),
        (None, _) => format!("page\u{a0}{}", after_first + 1),
    }
}

/// The first method that differs from the truth.
fn first_difference(subject: &Subject<'_>, pages: &[Option<Method>]) -> String {
    let (a, b) = (&subject.a.shape, &subject.b.shape);
    let overlap = verdicts(a, b, &subject.pair_result.meeting, subject.boundary_rule);
    let frame = subject.pair_result.frame.map(|[a, b]| frame_verdicts(&a, &b));
    let methods = || {
        let place = |(index, page): (usize, &Option<Method>)| {
            page.map(|page| (place_of_page(index, subject.next_key), page))
        };
        let is_told = |page: &Option<Method>| page.is_some() && *page == subject.answers_by;
        pages.iter().enumerate().filter(move |(_, page)| !is_told(page)).filter_map(place)
    };
    let verdict_of = |method: Method, arithmetic: Arithmetic| {
        let is_it = |v: &&Verdict| v.method == method && v.arithmetic == arithmetic;
        overlap.iter().find(is_it)
    };
    let exactly = methods().find_map(|(place, method)| {
        let (verb, answer, difference) =
            if let Some(verdict) = verdict_of(method, Arithmetic::Exact) {
                let difference = brief(verdict.agreement, verdict.reason, "strict <")?;
                ("says", hit_word(verdict.hit), difference)
            } else {
                let verdict = frame.as_ref()?.of(method)?;
                let difference = brief(verdict.agreement, verdict.reason, "touching")?;
                ("names", verdict.claim.label, difference)
            };
        Some(format!("{} ({place}) {verb} {answer}\u{a0}({difference}).", method.id()))
    });
    let rounded = || {
        methods().find_map(|(place, method)| {
            let verdict = verdict_of(method, Arithmetic::F32)?;
            let rounded = verdict.reason == Some(Reason::Rounding);
            let word = hit_word(verdict.hit);
            rounded
                .then(|| format!("{} ({place}) in f32 says {word}\u{a0}(rounding).", method.id()))
        })
    };
    let standing = standing(subject.pair_result.meeting.relation);
    let counts_touching = || {
        let counting = |(place, method)| {
            let verdict = verdict_of(method, Arithmetic::Exact)?;
            verdict.hit.then(|| format!("{} ({place}) counts touching as a HIT.", method.id()))
        };
        methods().find_map(counting).filter(|_| standing == TestResult::Touch)
    };
    let said = exactly.or_else(rounded).or_else(counts_touching);
    said.unwrap_or_else(|| {
        let nothing = if subject.pair_result.outcome == standing {
            "No method says anything else."
        } else {
            "No method says anything else of where they stand, or of the side."
        };
        nothing.to_owned()
    })
}

/// `convention, strict <`; none if there is no difference to speak of.
fn brief(agreement: Agreement, reason: Option<Reason>, touching: &str) -> Option<String> {
    let reason = match reason? {
        Reason::Touching => touching.replace(' ', "\u{a0}"),
        reason => reason.code().to_owned(),
    };
    matches!(agreement, Agreement::Convention | Agreement::Wrong)
        .then(|| format!("{}, {reason}", agreement.token()))
}
