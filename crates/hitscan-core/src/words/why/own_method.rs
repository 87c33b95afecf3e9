//! The page of an own method: its question, its answer, and the judgement.

use super::page::{Medium, Role, WhyPage};
use super::page_writer::PageWriter;
use crate::methods::{JudgingRules, Likeness, OwnPair, OwnReply, OwnState, question_line};
use crate::words::{likeness_sentence, own_cause_of, own_judgement, truth_as_said};

/// The subject of an own method's page.
#[derive(Clone, Copy, Debug)]
pub struct OwnSubject<'a> {
    /// The name of the method.
    pub name: &'a str,
    /// The state of the program.
    pub state: &'a OwnState,
    /// What it was asked.
    pub asked: &'a [OwnAsked<'a>],
    /// How its answers are judged.
    pub rules: JudgingRules,
    /// What it answers like, once it has answered enough pairs.
    pub likeness: Option<Likeness>,
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

/// The page of an own method.
#[must_use]
pub fn own_page(subject: &OwnSubject<'_>, medium: Medium) -> WhyPage {
    let mut page = PageWriter::new(medium);
    page.row(Role::Title, &format!("{}  your program", subject.name));
    for asked in subject.asked {
        page.blank();
        page.say(Role::Dim, "asked");
        page.text(&question_line(asked.pair));
        if let Some(reply) = asked.reply {
            write_reply(asked, (reply, subject.rules), &mut page);
        }
    }
    page.blank();
    match subject.state {
        OwnState::Unasked => page.text("It is asked about a pair once there is one."),
        OwnState::Thinking => page.text("It has not answered yet."),
        OwnState::Slow => page.text("It is slow: no answer for a second."),
        OwnState::Dead(why) => page.say(Role::Wrong, why),
        OwnState::Answered(_) => {}
    }
    if let Some(likeness) = &subject.likeness {
        page.text(&likeness_sentence(likeness));
    }
    page.into_page()
}

fn write_reply(
    asked: &OwnAsked<'_>,
    (reply, rules): (OwnReply, JudgingRules),
    page: &mut PageWriter,
) {
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
        page.deciding(&own_cause_of(pair, names, Some(&answer), cause));
    }
}
