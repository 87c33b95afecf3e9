//! The row above the keys: the edit mode, the selected object in exact numbers, and, at the right,
//! the last command. A message or the hint of the `:` line replaces it.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::text::{Pen, cells_of, style_of, wrapped};
use super::theme::Theme;
use crate::app::{
    Action, EditMode, EndOfLesson, Hint, Lab, Layout, LessonMoment, Message, Model, Pane, Stride,
};
use hitscan_core::command::Nudge;
use hitscan_core::lab::Choice;
use hitscan_core::words::written_order;
use hitscan_core::world::{Object, Participant, Settings, TestResult};
use hitscan_geom::{Milli, Shape, Vector};

/// The most rows of a message.
const MESSAGE_ROWS: usize = 4;
/// Blank cells between the object and the last command.
const GAP: u16 = 3;

/// What stays hidden until the user has predicted it.
const COVERED: &str = "sides, marks, shading, log and methods are covered";

/// Draws the status into row `y` of the screen `area`.
pub(super) fn render(model: Model<'_>, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    match &model.screen.message {
        Some(Message::Note(text)) => message(text, Style::new(), area, y, buf),
        Some(Message::Judged(is_right, text)) => {
            judged(theme, *is_right, text, area, y, buf);
        }
        Some(Message::Fault(text)) => message(text, theme.fault, area, y, buf),
        None => object(model, theme, area, y, buf),
    }
}

/// Draws the reason why a key or a paste was refused, if any, over row `y` of the screen `area`.
pub(super) fn refusal(model: Model<'_>, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    if let Some(Message::Fault(text)) = &model.screen.message {
        message(text, theme.fault, area, y, buf);
    }
}

/// Writes a message in as many rows as it needs, the last in row `y`, so that
/// it is readable even on a small screen.
pub(super) fn message(text: &str, style: Style, area: Rect, y: u16, buf: &mut Buffer) {
    let width = usize::from(area.width.saturating_sub(2));
    let lines = wrapped(text, width).take(MESSAGE_ROWS).count();
    let first = y.saturating_sub(u16::try_from(lines.saturating_sub(1)).unwrap_or_default());
    for (line, y) in wrapped(text, width).take(lines).zip(first..) {
        clear_row(area, y, buf);
        let mut pen = Pen::new(buf, area, y);
        pen.skip(1);
        pen.style = style;
        pen.text(line);
    }
}

/// Writes a badge that says whether an answer is right, and after it what is true.
fn judged(theme: &Theme, is_right: bool, text: &str, area: Rect, y: u16, buf: &mut Buffer) {
    let (badge, style) =
        if is_right { (" RIGHT ", theme.right) } else { (" WRONG ", theme.contact) };
    let behind = u16::try_from(badge.len()).unwrap_or_default();
    let rest = Rect { x: area.x + behind, width: area.width.saturating_sub(behind), ..area };
    message(text, Style::new(), rest, y, buf);
    let rows = wrapped(text, usize::from(rest.width.saturating_sub(2))).take(MESSAGE_ROWS).count();
    let first = y.saturating_sub(u16::try_from(rows.saturating_sub(1)).unwrap_or_default());
    (first..=y).for_each(|y| clear_row(Rect { width: behind, ..area }, y, buf));
    Pen::new(buf, area, first).styled(style.add_modifier(Modifier::REVERSED), badge);
}

/// Clears a row.
pub(super) fn clear_row(area: Rect, y: u16, buf: &mut Buffer) {
    let row = Rect { y: area.y + y, height: 1, ..area }.intersection(*buf.area());
    for position in row.positions() {
        if let Some(cell) = buf.cell_mut(position) {
            cell.reset();
        }
    }
}

fn object(model: Model<'_>, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    let mut pen = Pen::new(buf, area, y);
    pen.end_at(area.right().saturating_sub(1));
    let selection = model.engine.sandbox().selection().map(|(id, _)| id);
    let selection = selection.and_then(|id| model.engine.world_in_focus().object(id));
    if let Some(lab) = model.lab.filter(|lab| lab.learning.is_asking()) {
        return asked(lab, theme, &mut pen);
    }
    if let (Some(LessonMoment::End(_)), Some(end)) = (model.lesson_moment(), model.end_of_lesson())
    {
        return ended(&end, theme, &mut pen);
    }
    if let Some(pair) = model.engine.covered_in_focus() {
        let (x, y) = written_order(&pair.a, &pair.b);
        pen.styled(theme.covered, " PREDICT ");
        pen.skip(1);
        if let Some(outcome) = model.side_asked() {
            return side_question(model, theme, outcome, y, &mut pen);
        }
        return question(model, theme, [x, y], &mut pen);
    }
    if let Some((map, place)) = model.probed() {
        pen.styled(theme.badge, " PROBE ");
        pen.skip(1);
        pen.text(&model.map_probe(map, place));
        return;
    }
    pen.style = theme.badge;
    match (model.screen.pane, model.input.edit_mode) {
        _ if model.engine.focus().is_looking() => pen.text(" LOOK "),
        (Pane::Panel, _) => pen.text(" PANEL "),
        (Pane::Form, _) => pen.text(" VALUES "),
        (Pane::Arena, EditMode::End(index)) => pen.format(format_args!(" END {} ", index + 1)),
        (Pane::Arena, grip) => pen.format(format_args!(" {} ", grip.word())),
    }
    pen.style = Style::new();
    pen.skip(1);
    match selection {
        Some(object) => {
            pen.styled(Theme::selected(theme.object(object)), object.name.as_str());
            if model.input.edit_mode == EditMode::Speed {
                write_speed(model, theme, object, &mut pen);
            } else {
                write_object(model, theme, object, &mut pen);
            }
        }
        None => pen.text("nothing is selected"),
    }
    pen.style = Style::new();
    if model.engine.focus().is_looking() {
        let last = model.engine.sandbox().history().last_frame();
        let frame = format!("frame {} of {last}", model.engine.world_in_focus().frame());
        write_right(&frame, area, &mut pen);
    } else if model.screen.size.0 >= Layout::LEAST_BESIDE.0 {
        write_last_command(model, area, &mut pen);
    }
}

/// Asks for the side of a hit or touch that is being predicted; on a screen without the panel
/// beside the arena, also names the marked side.
fn side_question(
    model: Model<'_>,
    theme: &Theme,
    outcome: TestResult,
    second: &Participant,
    pen: &mut Pen<'_>,
) {
    let (frame, word) = (model.engine.world().frame(), outcome.word());
    let asked = format!("frame {frame}, you say {word}; on which side of ");
    let is_beside = model.screen.size.0 >= Layout::LEAST_BESIDE.0;
    let marked = model.sides_asked().and_then(|(_, marked)| marked).filter(|_| !is_beside);
    if let Some(marked) = marked {
        pen.format(format_args!("{word} "));
        pen.styled(theme.title, &marked.to_string());
        pen.text("?");
        return;
    }
    pen.style = theme.quiet;
    if pen.room() > 0 && cells_of(format_args!("{asked}{}?", second.name)) <= pen.room().into() {
        pen.text(&asked);
        pen.styled(theme.title, second.name.as_str());
        pen.text("?");
    } else if !pen.whole(format_args!("{word}; which side of {}?", second.name)) {
        pen.text("which side?");
    }
}

/// Asks what a covered pair did in the frame, in as many words as fit: `B>A  did B hit, touch or
/// miss A in frame 2?`. At frame 0 nothing has happened yet, so it says what is covered.
fn question(model: Model<'_>, theme: &Theme, [x, y]: [&Participant; 2], pen: &mut Pen<'_>) {
    pen.styled(style_of(model, theme, x), x.name.as_str());
    pen.text(">");
    pen.styled(style_of(model, theme, y), y.name.as_str());
    pen.skip(2);
    let asked = match model.engine.world().frame() {
        0 => {
            pen.style = theme.quiet;
            COVERED.to_owned()
        }
        frame => {
            pen.style = Style::new();
            format!("did {} hit, touch or miss {} in frame {frame}?", x.name, y.name)
        }
    };
    if !pen.whole(format_args!("{asked}")) && !pen.whole(format_args!("hit, touch or miss?")) {
        pen.text("covered");
    }
}

/// Writes what a question of a course asks for: ` ASK  question 1 of 3: 1 hit  2 miss`.
fn asked(lab: &Lab, theme: &Theme, pen: &mut Pen<'_>) {
    pen.styled(theme.badge, " ASK ");
    pen.skip(1);
    let (name, choices) = (lab.learning.step_name(), lab.learning.choices());
    let cells =
        |(number, choice): (usize, &Choice)| cells_of(format_args!("  {number} {}", choice.label));
    let all: usize = (1..).zip(&choices).map(cells).sum();
    let counted = name.counted();
    // If not everything fits, the words matter more than the number of questions.
    let fits = counted.len() + all <= usize::from(pen.room());
    pen.styled(theme.title, &if fits { counted } else { name.to_string() });
    pen.text(":");
    if choices.is_empty() {
        pen.text(" a number");
    }
    for (number, choice) in (1..).zip(choices) {
        if cells_of(format_args!(" {number} {} ", choice.label)) > usize::from(pen.room()) {
            return;
        }
        pen.text(if number == 1 { " " } else { "  " });
        pen.style = theme.quiet;
        pen.format(format_args!("{number}"));
        pen.style = Style::new();
        pen.format(format_args!(" {}", choice.label));
    }
}

/// Writes the result of a lesson: ` DONE  lesson 1 is finished`.
fn ended(end: &EndOfLesson, theme: &Theme, pen: &mut Pen<'_>) {
    let number = end.number;
    let (badge, style, said) = match end.left() {
        0 => (" DONE ", theme.won, format!("lesson {number} is finished")),
        1 => (" END ", theme.badge, format!("lesson {number}: 1 step is not done")),
        left => (" END ", theme.badge, format!("lesson {number}: {left} steps are not done")),
    };
    pen.styled(style, badge);
    pen.skip(1);
    pen.style = theme.quiet;
    if !pen.whole(format_args!("{said}; every step can be opened again")) {
        pen.text(&said);
    }
}

/// Fields with quiet labels and plain values, each written whole or not at all.
struct StatusFields<'p, 'b> {
    pen: &'p mut Pen<'b>,
    quiet: Style,
    /// Cells to leave free at the end.
    kept: usize,
}

impl StatusFields<'_, '_> {
    fn put(&mut self, label: &str, value: fmt::Arguments<'_>) {
        if cells_of(format_args!("  {label} {value}")) + self.kept > usize::from(self.pen.room()) {
            return;
        }
        self.pen.skip(2);
        self.pen.styled(self.quiet, label);
        self.pen.skip(1);
        self.pen.style = Style::new();
        self.pen.format(value);
    }

    /// Writes a word without a value.
    fn word(&mut self, word: &str) {
        if 2 + word.len() + self.kept <= usize::from(self.pen.room()) {
            self.pen.skip(2);
            self.pen.styled(self.quiet, word);
        }
    }
}

fn write_speed(model: Model<'_>, theme: &Theme, object: &Object, pen: &mut Pen<'_>) {
    let Vector { x, y } = model.engine.sandbox().world().settings().read_vector(object.velocity);
    let mut fields = StatusFields { pen, quiet: theme.quiet, kept: 0 };
    fields.put("v", format_args!("{x},{y} a frame"));
    if model.input.stride == Stride::Fine {
        let step = model.steps().scaled(Milli::from_units(1), Stride::Fine);
        fields.put("step", format_args!("{step}"));
    }
    // From the panel, or from another frame, it leads elsewhere.
    if model.screen.pane == Pane::Arena && !model.engine.focus().is_looking() {
        let escape = model.input.keymap.named(Action::Escape);
        fields.put(&escape, format_args!("back to MOVE"));
    }
}

/// Writes kind, position, velocity and step, leaving out what does not fit; on a narrow screen only
/// the position.
fn write_object(model: Model<'_>, theme: &Theme, object: &Object, pen: &mut Pen<'_>) {
    let settings = model.engine.sandbox().world().settings();
    let is_narrow = model.screen.size.0 < Layout::LEAST_BESIDE.0;
    if !is_narrow {
        pen.skip(1);
        pen.styled(theme.quiet, object.kind().token());
    }
    let quiet = if is_narrow { Style::new() } else { theme.quiet };
    let mut fields = StatusFields { pen, quiet, kept: 0 };
    match &object.shape {
        Shape::Box(_) => write_bounds(&object.shape, settings, &mut fields),
        Shape::Segment(point) if object.is_point => {
            let at = point.start();
            fields.put("", format_args!("({}, {})", at.x, settings.read_y(at.y)));
        }
        Shape::Segment(laser) => {
            for (nth, end) in [("1", laser.start()), ("2", laser.end())] {
                fields.put(nth, format_args!("({}, {})", end.x, settings.read_y(end.y)));
            }
        }
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices();
            if let EditMode::End(index) = model.input.edit_mode
                && let Some(at) = vertices.get(index)
            {
                let (nth, count) = (index + 1, vertices.len());
                let y = settings.read_y(at.y);
                fields.put("vertex", format_args!("{nth} of {count} ({}, {y})", at.x));
            } else {
                fields.put("", format_args!("{} vertices", vertices.len()));
                write_bounds(&object.shape, settings, &mut fields);
            }
        }
    }
    if is_narrow {
        return;
    }
    if object.is_static() {
        fields.word("static");
    } else if !object.is_point {
        let Vector { x, y } = settings.read_vector(object.velocity);
        fields.put("v", format_args!("{x},{y}"));
    }
    // Nothing moves while the user looks at a past frame.
    if !model.engine.focus().is_looking() {
        write_step(model, object, fields);
    }
}

fn write_bounds(shape: &Shape, settings: &Settings, fields: &mut StatusFields<'_, '_>) {
    let (min, max) = shape.bounds();
    let (one, other) = (settings.read_y(min.y), settings.read_y(max.y));
    fields.put("x", format_args!("{}..{}", min.x, max.x));
    fields.put("y", format_args!("{}..{}", one.min(other), one.max(other)));
}

/// Writes the step or the speeds of the arrow keys, if the last command, which matters more, still
/// fits, or at least its first word if the whole command would not fit anyway.
fn write_step(model: Model<'_>, object: &Object, mut fields: StatusFields<'_, '_>) {
    let steps = model.steps();
    let part = |whole: Milli| steps.scaled(whole, model.input.stride);
    let room = usize::from(fields.pen.room());
    let taken = |command: &str| 1 + cells_of(format_args!("{command}")) + usize::from(GAP);
    fields.kept = model.screen.last_command.as_deref().map_or(0, |command| {
        if taken(command) <= room { taken(command) } else { taken(word(command)) }
    });
    let snaps = model.input.snaps;
    match (model.input.edit_mode, steps.nudge) {
        (EditMode::Turn, _) => {
            let degrees = part(Milli::from_units(EditMode::TURN_DEGREES));
            fields.put("step", format_args!("{degrees} degrees"));
        }
        (EditMode::Steer, _) => {
            if let Some(Vector { x, y }) = object.behavior.steer {
                fields.put("speed", format_args!("{x},{y}"));
            }
        }
        (EditMode::Move | EditMode::End(_), Nudge::Cell) if snaps => {
            fields.put("snap", format_args!("{} cell", part(Milli::from_units(1))));
        }
        (EditMode::Move | EditMode::End(_), Nudge::Units(units)) if snaps => {
            fields.put("snap", format_args!("{}", part(units)));
        }
        (_, Nudge::Cell) => {
            fields.put("step", format_args!("{} cell", part(Milli::from_units(1))));
        }
        (_, Nudge::Units(units)) => fields.put("step", format_args!("{}", part(units))),
    }
}

/// Writes `:command`, or only its first word if the rest does not fit.
fn write_last_command(model: Model<'_>, area: Rect, pen: &mut Pen<'_>) {
    let Some(command) = &model.screen.last_command else { return };
    let room = usize::from(pen.room().saturating_sub(GAP));
    let fits = |text: &&str| cells_of(format_args!("{text}")) < room;
    let Some(text) = [command, word(command)].into_iter().find(fits) else { return };
    write_right(&format!(":{text}"), area, pen);
}

/// Writes at the right end of the row, if there is room.
fn write_right(text: &str, area: Rect, pen: &mut Pen<'_>) {
    let cells = u16::try_from(cells_of(format_args!("{text}"))).unwrap_or(u16::MAX);
    if cells < pen.room() {
        pen.skip_to(area.right().saturating_sub(1 + cells));
        pen.text(text);
    }
}

fn word(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

/// Blank cells between two keys.
const KEY_GAP: u16 = 2;
/// Blank cells between these keys and the keys at the right.
const RIGHT_GAP: u16 = 3;

/// Draws the keys into row `y` of `area`.
pub(super) fn render_keys(model: Model<'_>, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    let ways_on = model.ways_on();
    let ways_on_cols = u16::try_from(width_of_hints(&ways_on)).unwrap_or(u16::MAX);
    // The keys that are always useful are at the right, where they do not move. The first and the
    // last column stay blank.
    let ways_on_at = area.width.saturating_sub(1).saturating_sub(ways_on_cols);
    let gap = if ways_on.is_empty() { 0 } else { RIGHT_GAP };
    let room = usize::from(ways_on_at.saturating_sub(1 + gap));
    let mut pen = Pen::new(buf, area, y);
    pen.skip(1);
    for hint in fitted(model.hints(), room) {
        write_key(&mut pen, theme, format_args!("{}", hint.keys), &hint.label);
    }
    pen.skip_to(area.x + ways_on_at);
    for hint in ways_on {
        write_key(&mut pen, theme, format_args!("{}", hint.keys), &hint.label);
    }
}

/// Writes a key and its label, if there is room for both.
pub(super) fn write_key(pen: &mut Pen<'_>, theme: &Theme, keys: fmt::Arguments<'_>, label: &str) {
    let between = if label.is_empty() { "" } else { " " };
    if cells_of(format_args!("{keys}{between}{label}")) > usize::from(pen.room()) {
        return;
    }
    pen.style = theme.key;
    pen.format(keys);
    pen.style = theme.quiet;
    pen.text(between);
    pen.text(label);
    pen.style = Style::new();
    pen.skip(KEY_GAP);
}

/// The hints that fit into the row. Drops the least important ones first, starting from the last.
fn fitted(mut hints: Vec<Hint>, room: usize) -> Vec<Hint> {
    while width_of_hints(&hints) > room {
        let least = hints.iter().map(|hint| hint.rank).max();
        let Some(at) = hints.iter().rposition(|hint| Some(hint.rank) == least) else { break };
        hints.remove(at);
    }
    hints
}

fn width_of_hints(hints: &[Hint]) -> usize {
    let each = |hint: &Hint| {
        let label = if hint.label.is_empty() { 0 } else { 1 + hint.label.len() };
        hint.keys.len() + label + usize::from(KEY_GAP)
    };
    hints.iter().map(each).sum::<usize>().saturating_sub(usize::from(KEY_GAP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_important_hints_are_dropped_first_and_the_order_stays() {
        let hint =
            |keys: &'static str, rank| Hint { keys: keys.into(), label: "word".into(), rank };
        let hints = vec![hint("a", 1), hint("b", 3), hint("c", 0), hint("d", 3)];
        let kept = |room| -> String {
            fitted(hints.clone(), room).iter().map(|hint| &*hint.keys).collect()
        };
        assert_eq!(
            [kept(30), kept(29), kept(21), kept(8), kept(3)],
            ["abcd", "abc", "ac", "c", ""]
        );
    }
}
