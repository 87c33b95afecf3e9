//! How a method's answer compares with the exact one: the last lines of its page.

use super::super::{
    likeness_meaning, likeness_sentence, named_mistakes, own_cause_of, own_fact_of, own_judgement,
    truth_as_said,
};
use super::page::{Medium, PageSubject, PageWriter, Role, WhyPage, standing};
use crate::diagnosis::Findings;
use crate::methods::{
    Agreement, Arithmetic, Doubles, JudgingRules, KnownAnswer, Likeness, Method, MethodInput,
    MethodStep, Named, OwnPair, OwnReply, OwnState, Reason, Verdict, WhyLayout, question_line,
};
use crate::words::lines::padded;
use crate::words::listed;
use crate::words::method_reason::{
    agreement, capitalised, hit_word, outside_its_domain, overlap_reason, sentence_of_reason,
    side_reason,
};
use crate::words::number::lone_time;
use crate::words::verdict::{entries, entry_text, on_axis};
use crate::world::TestResult;
use hitscan_geom::{Axis, Fraction, Moving, Side, Sides, Swept, swept};

/// The columns before the truth.
const WORD_COLUMNS: usize = 8;

/// `-> MISS    (the truth: TOUCH)`, whether that agrees, and the other arithmetics.
pub(super) fn of_overlap(
    subject: &PageSubject<'_>,
    method: Method,
    steps: &[MethodStep],
    page: &mut PageWriter,
) {
    let (a, b, rule) = (&subject.a.shape, &subject.b.shape, subject.settings.boundary_rule);
    let given = MethodInput { doubles: Doubles::All, ..rule.into() };
    let verdicts = method.verdicts(a, b, &subject.pair_result.meeting, given);
    let (shown, others): (Vec<_>, Vec<_>) =
        verdicts.partition(|verdict| verdict.arithmetic == subject.arithmetic);
    let (Some(&shown), other) = (shown.first(), others.first().copied()) else { return };
    let standing = standing(subject.pair_result.meeting.relation);
    let moved_on = subject.pair_result.outcome != standing;
    let truth = if moved_on { "at the end" } else { "the truth" };
    page.row(
        Role::Answer(shown.agreement),
        &format!("-> {}({truth}: {})", padded(hit_word(shown.hit), WORD_COLUMNS), standing.word()),
    );
    page.blank();
    let sentence = shown.reason.and_then(|reason| match (reason, other) {
        (Reason::Touching, _) if shown.method.point_test().is_none() => {
            Some(touching(shown.method, steps))
        }
        (Reason::Rounding, Some(exact)) => Some(rounding(shown, exact)),
        _ => overlap_reason(subject.a, subject.b, &shown),
    });
    if shown.hit && shown.reason.is_none() && standing == TestResult::Touch {
        page.text("agrees: it counts touching as meeting");
    } else {
        judged(shown.method, shown.agreement, shown.reason, sentence.as_deref(), page);
        if shown.reason == Some(Reason::InsideUnseen) && shown.method == Method::EDGES {
            page.text("The article asks edges only, and says nothing of what lies inside.");
        }
    }
    // If the author may choose between < and <=, rounding is a separate issue, mentioned only if
    // it changes something. In f64 it is mentioned nowhere else.
    for other in others {
        let is_expected =
            other.arithmetic != Arithmetic::F64 && shown.agreement != Agreement::Convention;
        if differ(shown, other) || is_expected {
            page.text(&other_arithmetic(shown, other));
        }
    }
}

fn differ(one: Verdict, other: Verdict) -> bool {
    (one.hit, one.edges) != (other.hit, other.edges)
}

/// `f32: same`, `f32: HIT, rounding`.
fn other_arithmetic(shown: Verdict, other: Verdict) -> String {
    let name = other.arithmetic.token();
    if !differ(shown, other) {
        return format!("{name}: same");
    }
    let edges = other.edges.filter(|edges| !edges.is_empty());
    let edges = edges.map_or_else(String::new, |edges| format!(" ({})", in_test_order(edges)));
    let says = format!("{name}: {}{edges}", hit_word(other.hit));
    match other.arithmetic {
        Arithmetic::F32 | Arithmetic::F64 => says + ", rounding",
        Arithmetic::Exact => says,
    }
}

/// The edges that hit, in test order: `top, left`.
fn in_test_order(edges: Sides) -> String {
    let order = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    listed(order.into_iter().filter(|&side| edges.contains(side)).map(Side::token))
}

/// The agreement: on its own line if a method is wrong, otherwise at the start of the sentence.
fn judged(
    method: Method,
    found: Agreement,
    reason: Option<Reason>,
    sentence: Option<&str>,
    page: &mut PageWriter,
) {
    match (found, reason, sentence) {
        (Agreement::Wrong, reason, sentence) => {
            page.say(Role::Wrong, &agreement(found, reason));
            let sentence = sentence.unwrap_or_default();
            let sentence = sentence.to_owned();
            page.text(&match reason {
                Some(reason) => sentence_of_reason(sentence, method, reason),
                None => capitalised(sentence),
            });
        }
        (Agreement::Convention, Some(reason), Some(sentence)) => {
            let text = format!("{}, {}: {sentence}", found.token(), reason.code());
            page.say(Role::Convention, &text);
        }
        (Agreement::Agrees, Some(_), Some(sentence)) => {
            page.text(&format!("agrees, but: {sentence}"));
        }
        (Agreement::Agrees | Agreement::Convention, _, _) => page.text(found.token()),
        (Agreement::NotApplicable, _, _) => page.text(
            "not applicable: they were inside each other as the frame began, so there is no side \
             to name.",
        ),
    }
}

fn touching(method: Method, steps: &[MethodStep]) -> String {
    let parallel =
        |step: &MethodStep| matches!(step, MethodStep::Directions { parallel: true, .. });
    if method.row().layout == WhyLayout::ProperHalves && steps.iter().any(parallel) {
        return "they only touch, in one line: every product is 0, and it wants less than 0."
            .to_owned();
    }
    "this method is strict (<); an author may choose; <= would agree.".to_owned()
}

/// How a precision changed the exact answer; for `edges` the word may be the same
/// with different edges.
fn rounding(rounded: Verdict, exact: Verdict) -> String {
    let precision = rounded.arithmetic.token();
    if rounded.hit != exact.hit {
        let [from, to] = [exact, rounded].map(|verdict| hit_word(verdict.hit));
        return format!("{precision} made {from} into {to}.");
    }
    let edges = |verdict: Verdict| verdict.edges.map_or_else(String::new, in_test_order);
    format!("{precision} made the edges {} into {}.", edges(exact), edges(rounded))
}

/// `-> left`, and whether that agrees with `swept`.
pub(super) fn of_side(
    subject: &PageSubject<'_>,
    frame: &[Moving; 2],
    method: Method,
    page: &mut PageWriter,
) {
    let swept = swept(&frame[0], &frame[1]);
    let verdict = method.side_verdict(&frame[0], &frame[1], &swept);
    let Some(verdict) = verdict.filter(|_| method != Method::SWEPT) else { return };
    let code = verdict.claim.code.map_or_else(String::new, |code| format!(" (code {code})"));
    page.row(Role::Answer(verdict.agreement), &format!("-> {}{code}", verdict.claim.label));
    let named = match verdict.claim.named {
        Named::Axis(axis) => Some(axis),
        _ => None,
    };
    page.blank();
    let sentence = verdict.reason.map(|reason| match (reason, swept, named) {
        (Reason::LabelsSwapped | Reason::AxisGuess, Swept::Hit { sides, .. }, Some(named)) => {
            let entries = entries(frame);
            let (axis, t) = (named.token(), entry_text(entries, named));
            let last = entered_last(subject, entries, sides);
            let guess = "It goes by the lesser depth, x if they are equal, and takes";
            match on_axis(entries, named) {
                _ if reason == Reason::LabelsSwapped => format!(
                    "It names {axis}, the axis with the greater depth: the one entered first \
                     ({t}). {last}"
                ),
                Some(entry) if entry > Fraction::ZERO => {
                    format!("{guess} {axis}, entered first ({t}). {last}")
                }
                _ => format!("{guess} {axis}, which they shared at the start. {last}"),
            }
        }
        (Reason::CornerTie, Swept::Hit { t, .. }, _) => {
            format!("both sides at once, at t\u{a0}{}; it names one.", lone_time(t))
        }
        (Reason::Touching, _, _) => {
            "they only touch; whether that has a side is a choice.".to_owned()
        }
        (reason, _, _) => side_reason(subject.a, subject.b, frame, method, reason),
    });
    judged(method, verdict.agreement, verdict.reason, sentence.as_deref(), page);
    if let Some(sentence) = outside_its_domain(method, frame) {
        page.text(sentence);
    }
}

/// `The face that is hit is on the axis entered last, x (23/30 ≈ .767): tile's left.`
fn entered_last(subject: &PageSubject<'_>, entries: [Option<Fraction>; 2], sides: Sides) -> String {
    let side = sides.iter().next();
    let axis = side.map_or(Axis::X, Side::axis);
    format!(
        "The face that is hit is on the axis entered last, {}\u{a0}({}): {}'s {}.",
        axis.token(),
        entry_text(entries, axis),
        subject.b.name,
        side.map_or("side", Side::token)
    )
}

/// A pair that an own method was asked about.
#[derive(Clone, Copy, Debug)]
pub struct OwnAsked<'a> {
    /// The pair.
    pub pair: OwnPair<'a>,
    /// The names of the two objects.
    pub names: [&'a str; 2],
    /// The reply, once there is one.
    pub reply: Option<OwnReply>,
}

/// The page of an own method: in which state its program is, what it was asked, by which rules its
/// answers are judged, and what it answers like, once it has answered enough pairs. What a trial
/// names says more than that.
pub fn own_page(
    name: &str,
    state: &OwnState,
    asked: &[OwnAsked<'_>],
    rules: JudgingRules,
    likeness: Option<Likeness>,
    tried: Option<&Findings>,
    medium: Medium,
) -> WhyPage {
    let mut page = PageWriter::new(medium);
    page.row(Role::Title, &format!("{name}  your program"));
    for asked in asked {
        page.blank();
        page.say(Role::Dim, "asked");
        page.text(&question_line(asked.pair));
        if let Some(reply) = asked.reply {
            write_reply(asked, reply, rules, &mut page);
        }
    }
    page.blank();
    match state {
        OwnState::Unasked => page.text("It is asked about a pair once there is one."),
        OwnState::Thinking => page.text("It has not answered yet."),
        OwnState::Slow => page.text("It is slow: no answer for a second."),
        OwnState::Dead(why) => page.say(Role::Wrong, why),
        OwnState::Answered(_) => {}
    }
    let mistakes = tried.map(named_mistakes).unwrap_or_default();
    // A test that it is like on most pairs explains nothing.
    let is_told = |it: &Likeness| it.known == KnownAnswer::Truth || it.alike == it.pairs;
    if let Some(tried) = tried.filter(|_| !mistakes.is_empty()) {
        let [wrong, right] = tried.counts;
        page.text(&format!("Of {} random pairs, it answers {wrong} wrong:", wrong + right));
        for mistake in &mistakes {
            page.say(Role::Wrong, mistake);
        }
    } else if let Some(likeness) = likeness.filter(is_told) {
        page.text(&likeness_sentence(&likeness));
        if let Some(meaning) = likeness_meaning(&likeness) {
            page.text(&meaning);
        }
    }
    page.into_page()
}

fn write_reply(asked: &OwnAsked<'_>, reply: OwnReply, rules: JudgingRules, page: &mut PageWriter) {
    let &OwnAsked { pair, names, .. } = asked;
    let OwnReply::Answer(answer) = reply else {
        page.text(&format!("-> ?    it does not know {} pairs", pair.kinds()));
        return;
    };
    let truth = pair.truth();
    let judgement = pair.judge_by(&truth, &answer, rules);
    let exact = truth_as_said(&truth, &answer).to_uppercase();
    let says = answer.to_string().to_uppercase();
    page.row(Role::Answer(judgement.agreement), &format!("-> {says}    (the truth: {exact})"));
    page.say(Role::of(judgement.agreement), &own_judgement(judgement));
    if let Some(cause) = judgement.cause {
        page.deciding(&own_cause_of(pair, names, cause));
    } else if judgement.agreement == Agreement::Wrong
        && let Some(fact) = own_fact_of(pair, names, &answer)
    {
        page.deciding(&fact);
    }
}
