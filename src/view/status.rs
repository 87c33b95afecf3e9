//! The row above the keys: the edit mode, the selected object in exact numbers,
//! and at the right the last command. A message or the hint of the `:` line
//! replaces it.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::text::{Pen, cells_of, wrapped};
use super::theme::Theme;
use crate::app::{Action, EditMode, Message, Model, Pane, Snap, Stride};
use hitscan_core::command::Nudge;
use hitscan_core::words::written_order;
use hitscan_core::world::{Axes, Object};
use hitscan_geom::{Milli, Shape, Vector};

/// The most rows of a message.
const MESSAGE_ROWS: usize = 4;
/// Blank cells between the object and the last command.
const GAP: u16 = 3;
/// The width of `covered`.
const COVERED_COLS: u16 = 7;

/// Draws the status into row `y` of the screen `area`.
pub(super) fn render(model: Model<'_>, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    match &model.screen.message {
        Some(Message::Note(text)) => message(text, Style::new(), area, y, buf),
        Some(Message::Fault(text)) => message(text, theme.fault, area, y, buf),
        None => object(model, theme, area, y, buf),
    }
}

/// Draws the reason why a key or a paste was refused, if it was, over row `y` of
/// the screen `area`.
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
    let selection = model.engine.sandbox().selection();
    if let Some(pair) = model.engine.covered() {
        let (x, y) = written_order(&pair.a, &pair.b);
        pen.styled(theme.badge, " PREDICT ");
        pen.format(format_args!("{}>{}: ", x.name, y.name));
        for (key, word) in model.answers() {
            pen.whole(format_args!("{key} {word}  "));
        }
        pen.whole(format_args!("{} skip", model.input.keymap.named(Action::SkipPrediction)));
        if pen.room() > COVERED_COLS {
            pen.skip_to(area.right().saturating_sub(1 + COVERED_COLS));
            pen.text("covered");
        }
        return;
    }
    pen.style = theme.badge;
    match (model.screen.pane, model.input.edit_mode) {
        (Pane::Panel, _) => pen.text(" PANEL "),
        (Pane::Form, _) => pen.text(" VALUES "),
        (Pane::Arena, EditMode::End(index)) => pen.format(format_args!(" END {} ", index + 1)),
        (Pane::Arena, grip) => pen.format(format_args!(" {} ", grip.word())),
    }
    pen.style = Style::new();
    match selection {
        Some((_, object)) if model.input.edit_mode == EditMode::Speed => {
            write_speed(model, object, &mut pen);
        }
        Some((_, object)) => write_object(model, object, &mut pen),
        None => pen.text("nothing is selected"),
    }
    write_last_command(model, area, &mut pen);
}

fn write_speed(model: Model<'_>, object: &Object, pen: &mut Pen<'_>) {
    let axes = model.engine.sandbox().world().settings().axes;
    let Vector { x, y } = object.velocity;
    pen.format(format_args!("{}  {x},{} a frame", object.name, axes.read_y(y)));
    if model.input.stride == Stride::Fine {
        let step = model.steps().scaled(Milli::from_units(1), Stride::Fine);
        pen.whole(format_args!("  step {step}"));
    }
    pen.whole(format_args!("   {} back to MOVE", model.input.keymap.named(Action::Escape)));
}

/// Writes name, kind, position, velocity and step, leaving out each that does
/// not fit.
fn write_object(model: Model<'_>, object: &Object, pen: &mut Pen<'_>) {
    let axes = model.engine.sandbox().world().settings().axes;
    pen.format(format_args!("{} {}", object.name, object.shape.kind().token()));
    match &object.shape {
        Shape::Box(_) => write_bounds(&object.shape, axes, pen),
        Shape::Segment(laser) => {
            for (nth, end) in [(1, laser.start()), (2, laser.end())] {
                pen.whole(format_args!("  {nth} ({}, {})", end.x, axes.read_y(end.y)));
            }
        }
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices();
            if let EditMode::End(index) = model.input.edit_mode
                && let Some(at) = vertices.get(index)
            {
                let (nth, count) = (index + 1, vertices.len());
                let y = axes.read_y(at.y);
                pen.whole(format_args!("  vertex {nth} of {count} ({}, {y})", at.x));
            } else {
                pen.whole(format_args!("  {} vertices", vertices.len()));
                write_bounds(&object.shape, axes, pen);
            }
        }
    }
    if object.fixed {
        pen.whole(format_args!("  fixed"));
    } else {
        let Vector { x, y } = object.velocity;
        pen.whole(format_args!("  v {x},{}", axes.read_y(y)));
    }
    write_step(model, pen);
}

fn write_bounds(shape: &Shape, axes: Axes, pen: &mut Pen<'_>) {
    let (min, max) = shape.bounds();
    let (one, other) = (axes.read_y(min.y), axes.read_y(max.y));
    pen.whole(format_args!("  x {}..{}", min.x, max.x));
    pen.whole(format_args!("  y {}..{}", one.min(other), one.max(other)));
}

/// Writes the step of an arrow key if the last command, which matters more,
/// still fits; or its first word, if the whole command would not fit anyway.
fn write_step(model: Model<'_>, pen: &mut Pen<'_>) {
    let steps = model.steps();
    let part = |whole: Milli| steps.scaled(whole, model.input.stride);
    let room = usize::from(pen.room());
    let taken = |command: &str| 1 + cells_of(format_args!("{command}")) + usize::from(GAP);
    let kept = model.screen.last_command.as_deref().map_or(0, |command| {
        if taken(command) <= room { taken(command) } else { taken(word(command)) }
    });
    let mut write = |text: fmt::Arguments<'_>| {
        if cells_of(text) + kept <= usize::from(pen.room()) {
            pen.format(text);
        }
    };
    match (model.input.edit_mode, steps.nudge) {
        (EditMode::Turn, _) => {
            let degrees = part(Milli::from_units(EditMode::TURN_DEGREES));
            write(format_args!("  step {degrees} degrees"));
        }
        (EditMode::Move | EditMode::End(_), Nudge::Cell) if model.input.snap == Snap::On => {
            write(format_args!("  snap {} cell", part(Milli::from_units(1))));
        }
        (EditMode::Move | EditMode::End(_), Nudge::Units(units))
            if model.input.snap == Snap::On =>
        {
            write(format_args!("  snap {}", part(units)));
        }
        (_, Nudge::Cell) => write(format_args!("  step {} cell", part(Milli::from_units(1)))),
        (_, Nudge::Units(units)) => write(format_args!("  step {}", part(units))),
    }
}

/// Writes `:command`, or only its first word if the rest does not fit.
fn write_last_command(model: Model<'_>, area: Rect, pen: &mut Pen<'_>) {
    let Some(command) = &model.screen.last_command else { return };
    let room = usize::from(pen.room().saturating_sub(GAP));
    let fits = |text: &&str| cells_of(format_args!("{text}")) < room;
    let Some(text) = [command, word(command)].into_iter().find(fits) else { return };
    let cells = u16::try_from(1 + cells_of(format_args!("{text}"))).unwrap_or_default();
    pen.skip_to(area.right().saturating_sub(1 + cells));
    pen.text(":");
    pen.text(text);
}

fn word(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}
