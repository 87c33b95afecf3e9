//! The first page: the truth, and the first method that differs from it.

use super::page::{PageSubject, Role};
use super::page_writer::PageWriter;
use super::phrases::{place_of_page, standing};
use super::{truth_boxes, truth_lasers, truth_regions};
use crate::methods::{Agreement, Arithmetic, Method, Reason, Verdict, frame_verdicts, verdicts};
use crate::words::{beam_ends_before, hit_word, mistaken, written_order};
use crate::world::TestResult;
use hitscan_geom::{Shape, swept};

pub(super) fn write(subject: &PageSubject<'_>, pages: &[Option<Method>], page: &mut PageWriter) {
    let (x, y) = written_order(subject.a, subject.b);
    match (&x.shape, &y.shape) {
        (Shape::Box(_), Shape::Box(_)) => truth_boxes::write(subject, page),
        (Shape::Segment(x), Shape::Segment(y)) => truth_lasers::write(subject, [x, y], page),
        (Shape::Segment(laser), _) => truth_regions::with_laser(subject, laser, [x, y], page),
        _ => truth_regions::two(subject, page),
    }
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

/// `convention, strict <`; `None` if there is no difference worth mentioning.
fn brief(agreement: Agreement, reason: Option<Reason>, touching: &str) -> Option<String> {
    let reason = match reason? {
        Reason::Touching => touching.replace(' ', "\u{a0}"),
        reason => reason.code().to_owned(),
    };
    matches!(agreement, Agreement::Convention | Agreement::Wrong)
        .then(|| format!("{}, {reason}", agreement.token()))
}
