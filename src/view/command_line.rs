//! The `:` line in the row above the keys, with the command's syntax or error above it.

use std::ops::Range;
use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::menu::cut;
use super::status;
use super::status::{clear_row, message};
use super::text::{Pen, cells, cells_of};
use super::theme::Theme;
use crate::app::{Audience, Clash, CommandLine, Leaving, Model, PaletteRow};
use hitscan_core::command::{COMMANDS, CommandSpec};
use hitscan_core::lab::ORDERS;
use hitscan_core::scene::printable;
use hitscan_core::words::differences;

/// The width of the colon before the text.
const COLON_COLS: u16 = 1;
/// The minimum room for the description of a command.
const LEAST_DOC: u16 = 12;

/// The row of the `:` line, below its hint and above its keys.
pub(super) const fn line_row(area: Rect) -> u16 {
    area.height - 2
}

/// Draws the `:` line, its hint or error into the row above, and its keys into the row
/// below.
pub(super) fn render(
    model: Model<'_>,
    line: &CommandLine,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let y = line_row(area);
    let above = y - 1;
    clear_row(area, above, buf);
    let keymap = &model.input.keymap;
    let chosen = if model.input.order_in(line).is_some() { None } else { line.chosen_row(keymap) };
    match (line.fault(), line.typing()) {
        (Some(fault), _) => message(&fault.with_tab(), theme.fault, area, above, buf),
        (None, _) if let Some(spec) = model.input.order_in(line) => {
            let mut pen = Pen::new(buf, area, above);
            pen.style = theme.quiet;
            pen.skip(1);
            pen.text(&spec.line());
        }
        (None, _) if let Some(row) = &chosen => {
            about(model, row, theme, glyphs, area, &mut Pen::new(buf, area, above));
        }
        (None, Some((spec, word))) => {
            let mut pen = Pen::new(buf, area, above);
            match line.scene_names() {
                Some(names) => scenes(spec, &names, theme, &mut pen),
                None => syntax(spec, word, theme, area, &mut pen),
            }
        }
        (None, None) if line.text().trim().is_empty() && model.lab.is_some() => {
            let mut pen = Pen::new(buf, area, above);
            pen.style = theme.quiet;
            pen.text(" ");
            for spec in &ORDERS {
                pen.format(format_args!("{}  ", spec.name));
            }
            pen.text("or a command");
        }
        (None, None) => candidates(line.text(), theme, &mut Pen::new(buf, area, above)),
    }
    let at_fault = line.fault().and_then(|fault| fault.span.clone());
    let mut pen = Pen::new(buf, area, y);
    pen.styled(theme.key, ":");
    with_cursor(line.text(), line.cursor(), at_fault.as_ref(), theme, &mut pen);
    if chosen.is_some()
        && let Some(rest) = line.completion(keymap)
    {
        pen.skip(1);
        pen.styled(theme.quiet, rest);
    }
    status::render_keys(model, theme, area, area.height - 1, buf);
}

/// Writes text being edited, scrolled so that the cursor is visible. `cursor`
/// counts the characters before it.
pub(super) fn with_cursor(
    text: &str,
    cursor: usize,
    at_fault: Option<&Range<usize>>,
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    let (from, cursor) = in_sight(text, cursor, usize::from(pen.room()));
    for (at, c) in text[from..].char_indices().map(|(at, c)| (from + at, c)) {
        let is_marked = at == cursor || at_fault.is_some_and(|span| span.contains(&at));
        let style = if is_marked { theme.marked } else { Style::new() };
        pen.styled(style, c.encode_utf8(&mut [0; 4]));
        if pen.room() == 0 {
            return;
        }
    }
    if cursor == text.len() {
        pen.mark(theme.marked);
    }
}

/// The first byte of the visible part of a text in `room` cells, and the byte
/// position of the cursor.
fn in_sight(text: &str, cursor: usize, room: usize) -> (usize, usize) {
    let cursor = text.char_indices().nth(cursor).map_or(text.len(), |(at, _)| at);
    let under = text[cursor..].chars().next().map_or(1, |c| cells(c).max(1));
    let mut width = text[..cursor].chars().map(cells).sum::<usize>() + under;
    let mut from = 0;
    for c in text.chars() {
        if width <= room {
            break;
        }
        width -= cells(c).min(width);
        from += c.len_utf8();
    }
    (from, cursor)
}

/// The screen column of the line's cursor.
pub(super) fn cursor_column(line: &CommandLine, area: Rect) -> u16 {
    let room = usize::from(area.width.saturating_sub(COLON_COLS));
    let (from, cursor) = in_sight(line.text(), line.cursor(), room);
    let before: usize = line.text()[from..cursor].chars().map(cells).sum();
    let column = u16::try_from(before).unwrap_or(u16::MAX).saturating_add(COLON_COLS);
    area.x.saturating_add(column).min(area.right().saturating_sub(1))
}

/// Writes the syntax of the command being typed, with the current word marked; while its name is
/// being typed, also its description.
fn syntax(spec: &CommandSpec, word: Option<&str>, theme: &Theme, area: Rect, pen: &mut Pen<'_>) {
    pen.end_at(area.right().saturating_sub(1));
    pen.skip(1);
    pen.text(spec.name);
    let parts: Vec<&str> = spec.syntax.split(' ').filter(|part| !part.is_empty()).collect();
    let is_word =
        |part: &str| word.is_some_and(|word| word == part || word == part.trim_matches(['[', ']']));
    let marked = parts.iter().position(|part| is_word(part)).unwrap_or_default();
    let to_marked = parts.get(..=marked).unwrap_or_default();
    let left_out = first_in_sight(to_marked, usize::from(pen.room()));
    if left_out > 0 {
        pen.styled(theme.quiet, LEFT_OUT);
    }
    for part in &parts[left_out..] {
        pen.text(" ");
        pen.styled(if is_word(part) { theme.marked } else { theme.quiet }, part);
    }
    let Some(word) = word else {
        pen.style = theme.quiet;
        pen.whole(format_args!("   {}", spec.doc));
        return;
    };
    let next = cells_of(format_args!("next: {word}"));
    if next + 3 <= usize::from(pen.room()) {
        let next = u16::try_from(next + 1).unwrap_or_default();
        pen.skip_to(area.right().saturating_sub(next));
        pen.styled(theme.quiet, "next: ");
        pen.styled(theme.accent, word);
    }
}

/// What stands for the words of a syntax that are left out.
const LEFT_OUT: &str = " ...";

/// The first of these words that is shown in `room` cells, if the last one must be.
fn first_in_sight(words: &[&str], room: usize) -> usize {
    let width = |words: &[&str]| words.iter().map(|word| 1 + word.len()).sum::<usize>();
    if width(words) <= room {
        return 0;
    }
    (1..words.len()).find(|&from| LEFT_OUT.len() + width(&words[from..]) <= room).unwrap_or(0)
}

/// Writes the syntax of the chosen palette row, with the next word and its meaning, or else the
/// description of the row, which the list may have cut off.
fn about(
    model: Model<'_>,
    row: &PaletteRow,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    pen: &mut Pen<'_>,
) {
    pen.end_at(area.right().saturating_sub(1));
    pen.skip(1);
    if !row.args.is_empty() {
        pen.in_glyphs(&cut(&row.line(), usize::from(pen.room()), glyphs.cut), glyphs);
        pen.style = theme.quiet;
        pen.text("   ");
        pen.in_glyphs(&cut(row.doc, usize::from(pen.room()), glyphs.cut), glyphs);
        return;
    }
    pen.styled(theme.quiet, row.name);
    let mut style = theme.title;
    for part in row.syntax().split(' ').filter(|part| !part.is_empty()) {
        pen.text(" ");
        pen.style = style;
        let part = cut(part, usize::from(pen.room()), glyphs.cut);
        pen.in_glyphs(&part, glyphs);
        style = theme.quiet;
        pen.style = style;
    }
    pen.style = theme.quiet;
    pen.text("   ");
    match model.engine.sandbox().selection() {
        Some((_, object)) if row.syntax().starts_with("[NAME]") => {
            let words = "a name, or nothing for the selected ";
            if pen.whole(format_args!("{words}")) {
                pen.style = Theme::selected(theme.object(object));
                pen.any_script(&cut(object.name.as_str(), usize::from(pen.room()), glyphs.cut));
            }
        }
        _ if pen.room() >= LEAST_DOC => {
            let doc = cut(row.doc, usize::from(pen.room()), glyphs.cut);
            pen.in_glyphs(&doc, glyphs);
        }
        _ => {}
    }
}

/// Writes a command's syntax and the scene names that complete its argument.
fn scenes(spec: &CommandSpec, names: &[&str], theme: &Theme, pen: &mut Pen<'_>) {
    pen.format(format_args!(" {} ", spec.name));
    pen.styled(theme.marked, spec.syntax);
    pen.style = theme.quiet;
    for name in names {
        if !pen.whole(format_args!("  {name}")) {
            break;
        }
    }
}

/// Writes the commands that complete the typed text.
fn candidates(text: &str, theme: &Theme, pen: &mut Pen<'_>) {
    let text = text.trim_start();
    pen.style = theme.quiet;
    let matching = COMMANDS.iter().filter(|spec| spec.name.starts_with(text));
    for (name, gap) in
        matching.map(|spec| spec.name).zip(std::iter::once(" ").chain(std::iter::repeat("  ")))
    {
        if !pen.whole(format_args!("{gap}{name}")) {
            break;
        }
    }
}

/// Asks before discarding unsaved changes, in the row above row `y`; the
/// answers are in row `y`.
pub(super) fn leave(
    model: Model<'_>,
    leaving: &Leaving,
    theme: &Theme,
    area: Rect,
    y: u16,
    buf: &mut Buffer,
) {
    if model.screen.audience == Audience::All && *leaving == Leaving::Quit {
        let lost = differences(&model.engine.unsaved());
        let text = format!("This sandbox is not saved anywhere: {lost}. Stop showing it?");
        return question(&text, &[("y", "stop"), ("n", "go on")], theme, area, y, buf);
    }
    let (asked, yes, save) = match leaving {
        Leaving::Quit => ("Quit without saving?".to_owned(), "quit", "save, then quit"),
        Leaving::New => {
            ("Start a new scene without saving?".to_owned(), "new scene", "save, then new scene")
        }
        Leaving::Learn(_) => {
            ("Begin the lessons without saving?".to_owned(), "learn", "save, then learn")
        }
        Leaving::Open(target) => {
            let target = printable(target);
            (format!("Open {target} without saving?"), "open", "save, then open")
        }
    };
    let text = format!("Not saved: {}. {asked}", differences(&model.engine.unsaved()));
    question(&text, &[("y", yes), ("n", "stay"), ("w", save)], theme, area, y, buf);
}

/// Asks before overwriting a file.
pub(super) fn save_over(
    path: &Path,
    clash: Clash,
    theme: &Theme,
    area: Rect,
    y: u16,
    buf: &mut Buffer,
) {
    let path = printable(&path.to_string_lossy());
    let (text, answers): (_, &[_]) = match clash {
        Clash::Changed => (
            format!("{path} was changed by another program. Overwrite it?"),
            &[("y", "overwrite"), ("r", "reload, discard yours"), ("n", "cancel")],
        ),
        Clash::Gone => (
            format!("{path} no longer exists. Create it again?"),
            &[("y", "create"), ("n", "cancel")],
        ),
        Clash::Another => (
            format!("{path} is another scene. Overwrite it?"),
            &[("y", "overwrite"), ("n", "cancel")],
        ),
    };
    question(&text, answers, theme, area, y, buf);
}

/// Writes a question in the rows above row `y`, and its answers in row `y`.
fn question(
    text: &str,
    answers: &[(&str, &str)],
    theme: &Theme,
    area: Rect,
    y: u16,
    buf: &mut Buffer,
) {
    message(text, theme.accent, area, y.saturating_sub(1), buf);
    let mut pen = Pen::new(buf, area, y);
    for (key, label) in answers {
        status::write_key(&mut pen, theme, format_args!("{key}"), label);
    }
}
