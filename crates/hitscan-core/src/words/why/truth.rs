//! The first page: the truth, and the first method that differs from it.

use std::cmp::Ordering;

use super::super::number;
use super::super::number::{ROOM, lone_time};
use super::page::{
    PageSubject, PageWriter, PairPart, Role, ending, ends_rows, legend, place, place_of_page,
    point, ranges, role, side_of_line, standing,
};
use super::table::{AxisTable, RANGES};
use super::truth_regions;
use crate::methods::{
    Agreement, Arithmetic, Method, MethodInput, Number, Reason, Requested, Verdict, frame_verdicts,
};
use crate::words::test_line::{in_the_way, passed_because};
use crate::words::{beam_ends_before, hit_word, mistaken, written_order};
use crate::world::TestResult;
use hitscan_geom::{
    Approach, Axis, Direction, Meeting, Milli, Operand, Point, Relation, Segment, Shape, Step,
    Swept, relate_traced, swept,
};

pub(super) fn write(subject: &PageSubject<'_>, pages: &[Option<Method>], page: &mut PageWriter) {
    let (x, y) = written_order(subject.a, subject.b);
    match (&x.shape, &y.shape) {
        (Shape::Box(_), Shape::Box(_)) => two_boxes(subject, page),
        (Shape::Segment(x), Shape::Segment(y)) => two_lasers(subject, [x, y], page),
        (Shape::Segment(laser), _) => truth_regions::with_laser(subject, laser, [x, y], page),
        _ => truth_regions::two(subject, page),
    }
    regions_on_the_way(subject, page);
    page.blank();
    if let Some(beam) = beam(subject) {
        return page.deciding(&beam);
    }
    if let Some((_, said)) = mistaken(subject.pair_result) {
        page.deciding(&format!("They {said}."));
    }
    if let Some(answered) = answered_by(subject, pages) {
        page.deciding(&answered);
    }
    page.say(Role::Dim, &first_difference(subject, pages));
}

/// What two regions, one a polygon, met on the way, and why something passes what is one-way.
fn regions_on_the_way(subject: &PageSubject<'_>, page: &mut PageWriter) {
    let (x, y) = written_order(subject.a, subject.b);
    let found = subject.pair_result;
    if let (Some((blocked, of_box)), Some(t)) = (found.blocked(), found.time()) {
        let begin = match standing(found.meeting.relation) {
            TestResult::Hit => "They met first",
            TestResult::Touch | TestResult::Miss => "But on the way they met",
        };
        let place = in_the_way(blocked, of_box);
        let t = lone_time(t);
        page.deciding(&format!("{begin} on {}'s {place} at t\u{a0}{t}: HIT.", y.name));
    }
    if let Some(passes) = found.passes.as_deref() {
        let because = passed_because(passes);
        page.text(&format!("{} passes {}, which is one-way: {because}.", x.name, y.name));
    }
}

/// The effect of a beam on the pair, if it ends before the whole laser would get that far.
fn beam(subject: &PageSubject<'_>) -> Option<String> {
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

/// What the active side method named in this frame, if that is not the truth: it determined where
/// the boxes went.
fn answered_by(subject: &PageSubject<'_>, pages: &[Option<Method>]) -> Option<String> {
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

/// The first method that differs from the truth.
fn first_difference(subject: &PageSubject<'_>, pages: &[Option<Method>]) -> String {
    let given = MethodInput::with_doubles(subject.settings.boundary_rule);
    let (meeting, listed) = (&subject.pair_result.meeting, Requested::Nothing);
    let overlap = subject.a.verdicts(subject.b, &listed, meeting, given);
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
            let floats = [Arithmetic::F32, Arithmetic::F64].into_iter();
            let mut verdicts = floats.filter_map(|arithmetic| verdict_of(method, arithmetic));
            let verdict = verdicts.find(|verdict| verdict.reason == Some(Reason::Rounding))?;
            let (id, precision) = (method.id(), verdict.arithmetic.token());
            let word = hit_word(verdict.hit);
            Some(format!("{id} ({place}) in {precision} says {word}\u{a0}(rounding)."))
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

/// `convention, strict <`; `None` if there is no difference worth mentioning.
fn brief(agreement: Agreement, reason: Option<Reason>, touching: &str) -> Option<String> {
    let reason = match reason? {
        Reason::Touching => touching.replace(' ', "\u{a0}"),
        reason => reason.code().to_owned(),
    };
    matches!(agreement, Agreement::Convention | Agreement::Wrong)
        .then(|| format!("{}, {reason}", agreement.token()))
}

pub(super) fn two_boxes(subject: &PageSubject<'_>, page: &mut PageWriter) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    let found = found!(steps, Step::Gap { gap, decides, .. } => (gap, decides));
    let [(x, x_decides), (y, y_decides)] = found.collect::<Vec<_>>()[..] else { return };
    let (gaps, ranges) = ([x, y], ranges(subject));
    let as_read = |[x, y]: [[Milli; 2]; 2]| {
        [number::range(subject.settings, Axis::X, x), number::range(subject.settings, Axis::Y, y)]
    };
    let mut table = AxisTable::new(RANGES);
    for (index, participant) in [subject.a, subject.b].into_iter().enumerate() {
        let role = Role::Object(if index == 0 { Operand::A } else { Operand::B });
        let labels = [participant.name.as_str(), ending(&participant.name)];
        table.comparison(role, labels, as_read(ranges.map(|of_axis| of_axis[index])), "");
    }
    page.ranges = Some(ranges);
    let decides = if x_decides { Axis::X } else { Axis::Y };
    let meets = meeting.relation != Relation::Disjoint;
    if meets {
        let shared = as_read(ranges.map(|[a, b]| [a[0].max(b[0]), a[1].min(b[1])]));
        table.comparison(Role::Shared(standing(meeting.relation)), ["shared"; 2], shared, "");
        table.about(PairPart::Shared);
    }
    let role = if meets { Role::Text } else { Role::Gaps(decides) };
    table.comparison(role, ["gap"; 2], gaps.map(|gap| gap.to_string()), "");
    table.about(PairPart::Gap(decides));
    table.write(page);
    if !meets {
        page.blank();
    }
    for (axis, gap) in Axis::ALL.into_iter().zip(gaps) {
        let meaning = match gap.cmp(&Milli::ZERO) {
            Ordering::Less => "ranges overlap",
            Ordering::Equal => "edges meet",
            Ordering::Greater => "apart",
        };
        page.about(PairPart::Gap(axis)).text(&format!("{} gap {gap}: {meaning}", axis.token()));
    }
    page.blank();
    page.about(PairPart::Gap(decides)).deciding(&gap_that_decides(
        gaps,
        [x_decides, y_decides],
        meeting.relation,
    ));
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
fn gap_that_decides(gaps: [Milli; 2], decide: [bool; 2], relation: Relation) -> String {
    let both = decide == [true; 2];
    let (axis, gap) = if decide[0] { ("x", gaps[0]) } else { ("y", gaps[1]) };
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

pub(super) fn two_lasers(subject: &PageSubject<'_>, lasers: [&Segment; 2], page: &mut PageWriter) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    for step in &steps {
        half(subject, step, page);
    }
    page.blank();
    match found!(steps, Step::InLine { low, high, .. } => [low, high]).next() {
        Some(ends) => in_one_line(subject, ends, &meeting, page),
        None => across(subject, &steps, &meeting, page),
    }
    if lasers.iter().any(|laser| laser.is_point()) {
        page.text("A laser of length 0 is a point.");
    }
    page.say(Role::Dim, legend(subject.settings));
}

/// On which sides of one's line the ends of the other lie.
fn half(subject: &PageSubject<'_>, step: &Step, page: &mut PageWriter) {
    let Step::Ends { of, orientations, one_side, decides } = *step else { return };
    let orientations = orientations.map(Number::area);
    let ends = subject.participants(of)[0].shape.vertices();
    let drawn = orientations.map(|it| number::read_area(subject.settings, it).sign());
    let signs_of_ends = match ends[..] {
        [start, end] => Some(PairPart::Signs([(start, drawn[0]), (end, drawn[1])])),
        _ => None,
    };
    let [name, along] = subject.names(of);
    page.say(Role::Dim, &format!("Looking along {along}:"));
    ends_rows(subject, of, orientations, page);
    let signs = orientations.map(Number::sign);
    let on_line = signs.iter().filter(|sign| sign.is_eq()).count();
    let meaning = match (one_side, on_line) {
        (true, _) => {
            format!(
                "both {}: {name} does not reach {along}'s line, so MISS",
                side_of_line(signs[0])
            )
        }
        (false, 0) => format!("on both sides: {name} crosses {along}'s line"),
        (false, 1) => format!("one end on it: {name} just reaches {along}'s line"),
        (false, _) => format!("both on it: {name} lies in {along}'s line"),
    };
    page.about(signs_of_ends).say(role(decides), &meaning);
}

/// Their lines cross, or run parallel.
fn across(subject: &PageSubject<'_>, steps: &[Step], meeting: &Meeting, page: &mut PageWriter) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let word = standing(meeting.relation).word();
    match meeting.relation {
        Relation::Crosses => page.text(&format!("Each crosses the other's line: {word}.")),
        Relation::Touches => page
            .text(&format!("Each reaches the other's line, one with no more than an end: {word}.")),
        _ => {
            page.text(&format!("One that does not reach the other's line is enough: {word}."));
            return;
        }
    }
    let crossing = meeting.span.as_ref().map(|span| PairPart::Point(span.points[0]));
    if let Some(span) = &meeting.span {
        page.about(crossing)
            .row(Role::Text, &format!("at     {}", point(subject.settings, &span.points[0])));
    }
    for t in found!(steps, Step::Crossing { t, .. } => t) {
        page.about(crossing).text(&format!("t {} along {a}", lone_time(t)));
    }
    page.text(&match meeting.direction {
        Direction::Approach(Approach::FromLeft) => format!("{a} comes from {b}'s left."),
        Direction::Approach(Approach::FromRight) => format!("{a} comes from {b}'s right."),
        _ => format!("{a} starts on {b}'s line."),
    });
}

/// All four orientations are 0: what matters is where they start and end.
fn in_one_line(
    subject: &PageSubject<'_>,
    ends: [Point; 2],
    meeting: &Meeting,
    page: &mut PageWriter,
) {
    let at = |p: Point| number::point(subject.settings, [p.x, p.y], ROOM);
    // With y upwards, the ends of a vertical line are sorted the other way.
    let ([low, high], way) = match (subject.settings.y_grows_up(), ends) {
        (false, ends) => (ends, "down"),
        (true, [low, high]) if low.x == high.x => ([high, low], "up"),
        (true, ends) => (ends, "up"),
    };
    page.text(&format!("All four are 0: one line. Sorted along it, by x and then {way}:"));
    page.row(Role::Text, &format!("the later start  {}", at(low)));
    page.row(Role::Text, &format!("the earlier end  {}", at(high)));
    let word = standing(meeting.relation).word();
    page.deciding(&match meeting.relation {
        Relation::Overlaps => {
            format!("The start comes before the end: they share a piece, {word}.")
        }
        Relation::Touches => format!("Start and end are one point, all they share: {word}."),
        _ => format!("The start comes after the end: they share nothing, {word}."),
    });
}
