//! The headline of a lesson: an open question, whether its answer was right and what is true, or
//! the end of the lesson.

use ratatui::style::Style;

use super::super::text;
use super::super::theme::Theme;
use super::canvas::{PanelCanvas, TEXT};
use super::headline;
use super::lab::LabLine;
use crate::app::{EndOfLesson, GoalMark, Layout, LessonMoment, Model};
use crate::view::text::{cells_of, shortened};
use hitscan_core::engine::Pair;
use hitscan_core::lab::{AnswerReport, CourseStanding, Learning, Room, StepState};
use hitscan_core::words;
use hitscan_core::world::Participant;
use unicode_width::UnicodeWidthStr as _;

/// The column of the badge.
const BADGE_COL: u16 = 0;

/// Writes the two rows of the headline, starting with this row.
pub(super) fn headline(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    moment: &LessonMoment<'_>,
    row: u16,
) {
    let (word, style) = badge(model, canvas, moment);
    canvas.put(row, BADGE_COL, word, style);
    let room = canvas.cols().saturating_sub(Layout::BEHIND_BADGE);
    let below = usize::from(canvas.cols().saturating_sub(2));
    match moment {
        LessonMoment::Asking(learning) => {
            pair(model, canvas, row, Layout::BEHIND_BADGE);
            canvas.put(row + 1, Layout::BEHIND_BADGE, asked(learning), TEXT);
        }
        LessonMoment::Answered(told) => {
            let parts = answer(model, told, usize::from(room - 1), canvas);
            write(canvas, row, Layout::BEHIND_BADGE, &parts);
            canvas.put(row + 1, 1, &truth(model, told, below, &parts), TEXT);
        }
        LessonMoment::End(_) => {
            let Some(end) = model.end_of_lesson() else { return };
            let parts = title(&end, room.into(), canvas);
            write(canvas, row, Layout::BEHIND_BADGE, &parts);
            let parts = points(&end, canvas);
            let from = write(canvas, row + 1, 1, &parts) + 1;
            let cells = canvas.cols().saturating_sub(1 + from);
            let styles = [canvas.theme.right, canvas.theme.quiet];
            let bar = text::bar_parts(end.points, cells, canvas.glyphs, styles);
            write(canvas, row + 1, from, &bar);
        }
    }
}

/// Like [`headline`], in one row, on a small screen.
pub(super) fn headline_row(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    moment: &LessonMoment<'_>,
) {
    let (word, style) = badge(model, canvas, moment);
    canvas.put(0, 0, word, style);
    let from = Layout::BEHIND_BADGE;
    let room = usize::from(canvas.cols().saturating_sub(from + 1));
    match moment {
        LessonMoment::Asking(learning) => {
            let end = pair(model, canvas, 0, from);
            let col = if end > from { end + 2 } else { from };
            let asked = asked(learning);
            if usize::from(col) + asked.len() < usize::from(canvas.cols()) {
                canvas.put(0, col, asked, TEXT);
            }
        }
        LessonMoment::Answered(told) => {
            let parts = answer(model, told, room, canvas);
            let end = write(canvas, 0, from, &parts);
            let left = usize::from(canvas.cols().saturating_sub(end + 3));
            canvas.put(0, end + 2, &truth(model, told, left, &parts), TEXT);
        }
        LessonMoment::End(_) => {
            let Some(end) = model.end_of_lesson() else { return };
            let parts = points(&end, canvas);
            let col = write(canvas, 0, from, &parts) + 2;
            let left = usize::from(canvas.cols().saturating_sub(col + 1));
            if cells_of(format_args!("{}", end.title)) <= left {
                canvas.put(0, col, &end.title, canvas.theme.title);
            }
        }
    }
}

/// The badge in six columns.
fn badge(
    model: Model<'_>,
    canvas: &PanelCanvas<'_>,
    moment: &LessonMoment<'_>,
) -> (&'static str, Style) {
    match moment {
        LessonMoment::Asking(_) => (headline::COVERED, canvas.theme.covered),
        LessonMoment::Answered(told) if told.answered.is_right => (" RIGHT", canvas.theme.won),
        LessonMoment::Answered(_) => (" WRONG", canvas.theme.lost()),
        LessonMoment::End(_) => match model.end_of_lesson() {
            Some(end) if end.left() > 0 => (" END  ", canvas.theme.badge),
            _ => (" DONE ", canvas.theme.won),
        },
    }
}

/// Until when the question can be answered, or what counts if it is asked again.
fn asked(learning: &Learning) -> &'static str {
    match learning.state() {
        StepState::Asked { points: Some(0) } => "you passed it: it counts",
        StepState::Asked { points: Some(_) } => "your first answer counts",
        _ => "your answer comes first",
    }
}

/// Writes parts and returns the column after them.
fn write(canvas: &mut PanelCanvas<'_>, row: u16, col: u16, parts: &[(String, Style)]) -> u16 {
    parts.iter().fold(col, |col, (text, style)| canvas.put(row, col, text, *style))
}

fn cells(parts: &[(String, Style)]) -> usize {
    parts.iter().map(|(text, _)| cells_of(format_args!("{text}"))).sum()
}

/// The pair in question, and its two objects in the order of the question.
fn pair_asked(model: Model<'_>) -> Option<(Pair, [Participant; 2])> {
    let sandbox = model.engine.sandbox();
    let names = model.names_asked()?;
    let [a, b] = names.map(|name| sandbox.world().find(&name));
    let pair = sandbox.pair(a?, b?)?;
    let both = [pair.a.clone(), pair.b.clone()];
    let in_order = if pair.a.name == names[0] { both } else { [both[1].clone(), both[0].clone()] };
    Some((pair, in_order))
}

/// Writes `B and A are covered`, the pair in question; nothing if a question is not about a pair.
/// Returns the column after it.
fn pair(model: Model<'_>, canvas: &mut PanelCanvas<'_>, row: u16, col: u16) -> u16 {
    let Some((pair, _)) = pair_asked(model) else { return col };
    headline::names_and(model, canvas, &pair, [row, col], " are covered")
}

/// `miss  2 of 2 points`, or for a wrong answer `it says miss  1 of 2`, in as many words as fit. A
/// reason is given as its sentence, if that fits.
fn answer(
    model: Model<'_>,
    told: &AnswerReport,
    room: usize,
    canvas: &PanelCanvas<'_>,
) -> Vec<(String, Style)> {
    let answered = &told.answered;
    let right = answered.right.to_string();
    let meaning = model.meaning_of(answered).unwrap_or(&right);
    let verb = if model.asks_a_method() { "it says " } else { "it is " };
    let verb = if answered.is_right { "" } else { verb };
    let of = model.lab.map_or(0, |lab| lab.learning.most_points());
    let worth = format!("  {} of {of}", told.points);
    let points = format!("{worth} points");
    let wordings = |right: &str| -> [Vec<(String, Style)>; 4] {
        [[verb, &points], [verb, &worth], ["", &worth], ["", ""]].map(|[verb, worth]| {
            let parts = [(verb, TEXT), (right, canvas.theme.title), (worth, canvas.theme.quiet)];
            parts.map(|(text, style)| (text.to_owned(), style)).into()
        })
    };
    // The points are also in the goal: a sentence matters more than they do.
    let all = wordings(meaning).into_iter().chain(wordings(&right));
    let mut fitting = all.filter(|parts| cells(parts) <= room);
    fitting.next().unwrap_or_else(|| vec![(right.clone(), canvas.theme.title)])
}

/// The relation of the pair, after what the student said if that was wrong. In a question about
/// sides the row above has the right answer, and the outcome would sound as if it were the side.
/// The sentence of a reason goes here if the row above only had room for its word.
fn truth(model: Model<'_>, told: &AnswerReport, room: usize, answer: &[(String, Style)]) -> String {
    let answered = &told.answered;
    let meaning = model.meaning_of(answered).filter(|meaning| {
        answered.is_right && meaning.len() <= room && answer.iter().all(|(text, _)| text != meaning)
    });
    if let Some(meaning) = meaning {
        return meaning.to_owned();
    }
    let said =
        if answered.is_right { String::new() } else { format!("you said {}; ", answered.said) };
    let fits = |text: &String| cells_of(format_args!("{text}")) <= room;
    let tells_pair = answered.is_right || !model.asks_of_sides();
    let Some((pair, _)) = pair_asked(model).filter(|_| tells_pair) else {
        let said = said.trim_end_matches("; ").to_owned();
        return Some(said).filter(fits).unwrap_or_default();
    };
    let frame = model.engine.world().frame();
    let verdict = words::verdict(&pair.a, &pair.b, &pair.pair_result, frame, room);
    let outcome = format!("{said}truth: {}", pair.pair_result.outcome.word());
    let said_alone = said.trim_end_matches("; ").to_owned();
    let wordings = [format!("{said}{verdict}"), outcome, said_alone];
    wordings.into_iter().find(fits).unwrap_or_default()
}

/// `Not apart  lesson 1`.
fn title(end: &EndOfLesson, room: usize, canvas: &PanelCanvas<'_>) -> Vec<(String, Style)> {
    let title = shortened(&end.title, room, canvas.glyphs.cut).into_owned();
    let number = format!("  lesson {}", end.number);
    let parts = vec![(title, canvas.theme.title), (number, canvas.theme.quiet)];
    if cells(&parts) < room { parts } else { parts[..1].to_vec() }
}

/// `11 of 12 points`.
fn points(end: &EndOfLesson, canvas: &PanelCanvas<'_>) -> Vec<(String, Style)> {
    let theme = canvas.theme;
    let [points, of] = end.points;
    let parts = [
        (points.to_string(), theme.title),
        (" of ".to_owned(), theme.quiet),
        (of.to_string(), TEXT),
        (" points".to_owned(), theme.quiet),
    ];
    parts.into()
}

// The rows under a view. In a lesson: its goal in two rows, and the student's progress in a third;
// at its end, the next lesson. In a scene: its note, until the first command.

/// Precedes the goal.
const WORD: &str = "GOAL ";

/// Draws a rule and the three rows below it.
pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(goal) = model.goal_row() else { return };
    canvas.rule(0, canvas.glyphs.border[1], ["", ""]);
    if let Some(end) = model.end_of_lesson() {
        for (line, row) in end_lines(&end, canvas).iter().zip(1..) {
            line.write(row, canvas);
        }
        return;
    }
    let room = usize::from(canvas.cols().saturating_sub(2));
    let rooms = Room { first: room.saturating_sub(WORD.len()), others: room, rows: 2 };
    let col = canvas.put(1, 1, WORD, canvas.theme.title);
    let mut rows = rooms.broken(&goal.goal).into_iter();
    canvas.put(1, col, &rows.next().unwrap_or_default(), TEXT);
    let second = rows.next().or(goal.worth).unwrap_or_default();
    canvas.put(2, 1, &second, TEXT);
    let is_narrow = goal.state.width() > room;
    let state = goal.brief.filter(|_| is_narrow).unwrap_or(goal.state);
    canvas.put(3, 1, &state, state_style(goal.mark, canvas.theme));
}

/// The next lesson, and the progress in all lessons.
pub(super) fn end_lines(end: &EndOfLesson, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let theme = canvas.theme;
    let written = |text: &str, style| (text.to_owned(), style);
    let next = match &end.next {
        Some(title) => vec![written("next  ", theme.quiet), written(title, theme.title)],
        None => vec![written("it was the last lesson", TEXT)],
    };
    let CourseStanding { lessons: [done, lessons], points: [points, of] } = end.all;
    let all = format!("{done} of {lessons} done, {points} of {of}");
    let cells = canvas.cols().saturating_sub(3);
    let bar = text::bar_parts([points, of], cells, canvas.glyphs, [theme.right, theme.quiet]);
    vec![LabLine::parts(next), LabLine::of(&all, theme.quiet), LabLine::parts(bar.into())]
}

/// The style of the state of a step.
pub(super) const fn state_style(mark: GoalMark, theme: &Theme) -> Style {
    match mark {
        GoalMark::Open => theme.accent,
        GoalMark::Right => theme.right,
        GoalMark::Wrong => theme.wrong,
    }
}
