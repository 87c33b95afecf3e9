//! A pair with the verdicts of every listed method on it.

use std::collections::BTreeSet;

use super::Pair;
use super::finding::{Finding, JudgedPair};
use crate::methods::{
    Agreement, Arithmetic, BoundaryRule, FrameVerdicts, JudgingRules, ListedWhen, Method,
    OwnQuestion, OwnReply, Reason, Requested, SideVerdict, Verdict, question_line,
};
use crate::scene::{Expect, ExpectedTime, SweptOutcome};
use crate::words::own_judgement;
use crate::world::{Name, ObjectKind, TestResult};
use hitscan_geom::{Direction, Moving, Vector};

/// A pair, its result, and the verdicts of the methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The two and their result; sides are those of the second.
    pub pair: Pair,
    /// The verdicts of the listed overlap tests, in registry order, each exact first and
    /// then in f32.
    pub overlap: Vec<Verdict>,
    /// The verdicts of the listed side methods, for two boxes of which one moves in a
    /// straight line.
    pub frame: Option<FrameVerdicts>,
}

/// A method that differs from the exact answer in some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The method.
    pub method: Method,
    /// The arithmetic, if the method answers differently in the other one.
    pub arithmetic: Option<Arithmetic>,
    /// Its answer: a word, a side, a label.
    pub answer: &'static str,
    /// How it compares with the exact answer.
    pub agreement: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// Whether either box moves. Boxes that move side by side at the same velocity count: one of the
/// methods has no side to name for them.
fn is_moving([a, b]: &[Moving; 2]) -> bool {
    a.motion() != Vector::ZERO || b.motion() != Vector::ZERO
}

impl Examined {
    /// Runs every listed method on a pair; on two regions every method, since tests for convex
    /// shapes and boxes go wrong there.
    pub fn of(pair: Pair, boundary_rule: BoundaryRule) -> Self {
        let requested = if pair.are_regions() { Requested::All } else { Requested::Nothing };
        Self::requested(pair, boundary_rule, &requested)
    }

    /// Runs every listed and requested method on a pair.
    pub fn requested(pair: Pair, boundary_rule: BoundaryRule, requested: &Requested) -> Self {
        let meeting = &pair.pair_result.meeting;
        let overlap = match pair.pair_result.behind {
            // No method is judged on a region that a beam does not reach.
            Some(_) => Vec::new(),
            None => pair.a.verdicts(&pair.b, requested, meeting, boundary_rule),
        };
        let frame = pair.pair_result.frame;
        let frame = frame.filter(is_moving).map(|[a, b]| requested.frame_verdicts(&a, &b));
        Self { pair, overlap, frame }
    }

    /// Whether there is nothing to report: they do not meet, and every method agrees.
    pub fn is_plain_miss(&self) -> bool {
        self.pair.pair_result.outcome == TestResult::Miss
            && self.judged().all(|(_, agreement, reason)| {
                matches!(agreement, Agreement::Agrees | Agreement::NotApplicable)
                    && reason.is_none()
            })
    }

    /// The methods that do not plainly agree, in registry order.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        for of_one in self.overlap.chunk_by(|one, other| one.method == other.method) {
            let alike = of_one
                .iter()
                .all(|verdict| (verdict.hit, verdict.reason) == (of_one[0].hit, of_one[0].reason));
            for verdict in &of_one[..if alike { 1 } else { of_one.len() }] {
                remarks.push(Remark {
                    method: verdict.method,
                    arithmetic: (!alike).then_some(verdict.arithmetic),
                    answer: crate::words::hit_word(verdict.hit),
                    agreement: verdict.agreement,
                    reason: verdict.reason,
                });
            }
        }
        remarks.extend(self.sides().map(|verdict| Remark {
            method: verdict.method,
            arithmetic: None,
            answer: verdict.claim.label,
            agreement: verdict.agreement,
            reason: verdict.reason,
        }));
        remarks.retain(|remark| {
            matches!(remark.agreement, Agreement::Convention | Agreement::Wrong)
                || remark.reason.is_some()
        });
        remarks
    }

    /// All facts about the pair, for each key that an expectation about such a pair can have.
    pub fn truth(&self) -> Expect {
        let found = &self.pair.pair_result;
        let are_boxes = found.swept.is_some();
        let met = found.regions.as_deref();
        let of_polygon = found.blocked().filter(|(_, of_box)| !of_box).map(|(blocked, _)| blocked);
        let way = found.swept.map(SweptOutcome::from);
        let all = || self.judged();
        let is_wrong = |&(_, agreement, _): &(_, Agreement, _)| agreement == Agreement::Wrong;
        let wrong: BTreeSet<Method> = all().filter(is_wrong).map(|(method, ..)| method).collect();
        // A method shown on request counts if it is wrong, and is then named.
        let counts =
            |method: Method| method.row().shown == ListedWhen::Always || wrong.contains(&method);
        let reasons: BTreeSet<Reason> = all()
            .filter(|&(method, ..)| counts(method))
            .filter_map(|(.., reason)| reason)
            .collect();
        // A point has no beginning, and so no time.
        let kinds = [self.pair.a.kind(), self.pair.b.kind()];
        let is_point = ObjectKind::are_region_and_point(kinds[0], kinds[1]);
        let span = found.meeting.span.filter(|_| !is_point).and_then(|span| span.t);
        let in_frame = found.time().map(ExpectedTime::Frame);
        Expect {
            relation: Some(found.meeting.relation),
            result: Some(found.outcome),
            responded: found.responded(),
            direction: Some(found.meeting.direction),
            outcome: way.or_else(|| met.map(|met| SweptOutcome::from(&met.swept))),
            sides: (are_boxes || met.is_some_and(|met| met.of_box)).then(|| found.sides()),
            edges: of_polygon.map(|blocked| blocked.edges.clone()),
            corners: of_polygon.map(|blocked| blocked.corners.clone()),
            normals: found.blocked().map(|(blocked, _)| {
                blocked.normals.iter().map(|normal| [normal.x, normal.y]).collect()
            }),
            t: if are_boxes || met.is_some() { in_frame } else { span.map(ExpectedTime::Segment) },
            wrong: Some(wrong.into_iter().collect()),
            reasons: Some(reasons.into_iter().collect()),
            ..Expect::nothing_of([self.pair.a.name, self.pair.b.name])
        }
    }

    /// The facts worth stating: no outcome of a frame for boxes at rest and no empty lists, but
    /// always the methods that are wrong.
    pub(super) fn worth_saying(&self) -> Expect {
        // Boxes without a judged frame arrived on a deflected path.
        let is_frame = self.pair.pair_result.frame.is_none_or(|frame| is_moving(&frame));
        let truth = self.truth();
        Expect {
            direction: truth.direction.filter(|&direction| direction != Direction::None),
            outcome: truth.outcome.filter(|_| is_frame),
            sides: truth.sides.filter(|sides| is_frame && !sides.is_empty()),
            edges: truth.edges.filter(|all| !all.is_empty()),
            corners: truth.corners.filter(|all| !all.is_empty()),
            t: truth.t.filter(|t| is_frame || matches!(t, ExpectedTime::Segment(_))),
            reasons: truth.reasons.filter(|reasons| !reasons.is_empty()),
            ..truth
        }
    }

    /// The answer of a method, in exact arithmetic: `hit`, `miss`, a side, a label.
    pub fn answer_by(&self, method: Method) -> Option<&'static str> {
        let mut overlap = self.overlap.iter();
        let exact = overlap.find(|it| (it.method, it.arithmetic) == (method, Arithmetic::Exact));
        let says = exact.map(|it| if it.hit { "hit" } else { "miss" });
        says.or_else(|| Some(self.frame.as_ref()?.of(method)?.claim.label))
    }

    /// That a method is not wrong, and what it says: `sat says HIT, which is right`. `None` if it is
    /// wrong in either arithmetic.
    pub(super) fn not_wrong(&self, method: Method) -> Option<String> {
        let overlap = self.overlap.iter().filter(|it| it.method == method);
        let overlap = overlap.map(|it| (crate::words::hit_word(it.hit), it.agreement, it.reason));
        let sides = self.sides().filter(|it| it.method == method);
        let sides = sides.map(|it| (it.claim.label, it.agreement, it.reason));
        let said: Vec<_> = overlap.chain(sides).collect();
        let id = method.id();
        let of = |agreement| said.iter().find(move |(_, other, _)| *other == agreement);
        if of(Agreement::Wrong).is_some() {
            return None;
        }
        Some(match (of(Agreement::Convention), of(Agreement::Agrees)) {
            (Some((answer, _, reason)), _) => {
                let why = reason.map_or(String::new(), |reason| format!(": {}", reason.code()));
                format!("{id} says {answer}, which is a convention{why}, and not wrong")
            }
            (None, Some((answer, ..))) => format!("{id} says {answer}, which is right"),
            (None, None) => format!("{id} is not judged on this pair"),
        })
    }

    fn sides(&self) -> impl Iterator<Item = &SideVerdict> {
        self.frame.iter().flat_map(|frame| &frame.sides)
    }

    /// Each method with the agreement of its answers, in either arithmetic.
    fn judged(&self) -> impl Iterator<Item = (Method, Agreement, Option<Reason>)> {
        let overlap = self.overlap.iter().map(|v| (v.method, v.agreement, v.reason));
        overlap.chain(self.sides().map(|v| (v.method, v.agreement, v.reason)))
    }
}

impl Finding {
    /// The question for own methods; `None` if the expectation does not say which
    /// methods are wrong.
    pub fn own_question(&self) -> Option<OwnQuestion> {
        self.judged.as_ref().map(|judged| OwnQuestion::from(&judged.pair))
    }

    /// Adds the answers of own methods to the finding's question: each wrong one counts like one
    /// of the catalogue.
    pub fn with_own_answers(
        mut self,
        answers: &[(Name, Vec<OwnReply>)],
        rules: JudgingRules,
    ) -> Self {
        let Some(judged) = &mut self.judged else { return self };
        let (mut wrong, mut said) = (Vec::new(), Vec::new());
        for (name, replies) in answers {
            if let Some(answer) = judged.wrong_answer(*name, replies, rules) {
                wrong.push(*name);
                said.push(answer);
            } else if self.expect.own_wrong.contains(name) {
                said.push(judged.own_not_wrong(*name, replies, rules));
            }
        }
        judged.truth.own_wrong = wrong;
        self.held = judged.result(&self.expect);
        Self { own_said: said, ..self }
    }
}

impl JudgedPair {
    /// `my_hit says miss, wrong: inside-unseen, to box 0 0 4 4 laser 1 1 2 2`: the first wrong
    /// answer, if any.
    fn wrong_answer(
        &self,
        name: Name,
        replies: &[OwnReply],
        rules: JudgingRules,
    ) -> Option<String> {
        let question = OwnQuestion::from(&self.pair);
        question.pairs().zip(replies).find_map(|(pair, reply)| {
            let OwnReply::Answer(answer) = reply else { return None };
            let judgement = pair.judge(answer, rules);
            (judgement.agreement == Agreement::Wrong).then(|| {
                let (judged, line) = (own_judgement(judgement), question_line(pair));
                format!("{name} says {answer}, {judged}, to {line}")
            })
        })
    }

    /// `my_hit says miss, which is right`: what an own method answered first that is not wrong.
    fn own_not_wrong(&self, name: Name, replies: &[OwnReply], rules: JudgingRules) -> String {
        let question = OwnQuestion::from(&self.pair);
        let said = question.pairs().zip(replies).find_map(|(pair, reply)| match reply {
            OwnReply::Answer(answer) => Some((pair, answer)),
            OwnReply::Unknown => None,
        });
        let Some((pair, answer)) = said else { return format!("{name} does not know such pairs") };
        let judgement = pair.judge(answer, rules);
        match judgement.agreement {
            Agreement::Agrees => format!("{name} says {answer}, which is right"),
            Agreement::Convention | Agreement::Wrong | Agreement::NotApplicable => {
                format!("{name} says {answer}, {}", own_judgement(judgement))
            }
        }
    }
}
