//! Drawing the board.

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::{Color, Modifier, Style};

use super::columns::{Cell, Column, cell, columns};
use super::prompt::Prompt;
use super::row::{StudentRow, about};
use super::text::due_in;
use super::{Board, Focus, Moment, keys};
use crate::class::ClassState;
use crate::paint::{cells_of, fitted, put, put_right};

/// The rows above the students: title, headings, a rule.
const ABOVE: u16 = 3;
/// The rows below the students: questions missed, the selected student, the keys.
const BELOW: u16 = 3;
/// Between two items of a row.
const GAP: &str = "  ";

const PLAIN: Style = Style::new();
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const MARK: Style = BOLD.fg(Color::Yellow);

/// The keys of the last row. On a narrow screen, the keys before the last are dropped, rightmost
/// first.
const KEYS: [[&str; 2]; 9] = [
    ["Enter", "watch"],
    ["s", "say"],
    ["p", "pause"],
    ["f", "follow"],
    ["g", "lessons"],
    ["o", "sort"],
    ["/", "find"],
    [":", "cmd"],
    ["?", "help"],
];

/// Draws the board.
pub fn draw(board: &Board, buffer: &mut Buffer) {
    let [width, height] = [buffer.area.width, buffer.area.height];
    if width == 0 || height == 0 {
        return;
    }
    title(&board.moment, buffer);
    if let Focus::Help(first) = board.focus {
        keys::draw_help(first, buffer);
    } else {
        students(board, buffer);
    }
    last_row(board, buffer);
}

/// ` 3b  Collisions, Monday          24 of 28 here  3 stuck  due in 41 min`
fn title(moment: &Moment, buffer: &mut Buffer) {
    let (class, width) = (&moment.class, buffer.area.width);
    let state = match class.state {
        ClassState::Open => None,
        ClassState::Paused | ClassState::Closed => Some(class.state.token().to_owned()),
    };
    let stuck = Some(moment.stuck()).filter(|&stuck| stuck > 0);
    let here = format!("{} of {} here", moment.here(), moment.rows.len());
    let facts = [
        state,
        Some(here),
        moment.unheard.clone(),
        stuck.map(|stuck| format!("{stuck} stuck")),
        class.due.map(|due| due_in(due, moment.now)),
    ];
    let mut facts: Vec<_> = facts.into_iter().flatten().collect();
    // The id of the class always fits.
    let least = cells_of(class.id.as_str()) + 4;
    while facts.len() > 1 && cells_of(&facts.join(GAP)) + least > width {
        facts.pop();
    }
    let facts = facts.join(GAP);
    let end = width.saturating_sub(1);
    put_right(buffer, [end, 0], &facts, PLAIN);
    let room = end.saturating_sub(cells_of(&facts) + 2);
    let title = format!("{GAP}{}", class.title);
    let id = class.id.as_str();
    put(buffer, [1, 0], id, room, BOLD);
    let after = 1 + cells_of(id);
    put(buffer, [after, 0], &title, room.saturating_sub(after), PLAIN);
}

fn students(board: &Board, buffer: &mut Buffer) {
    let [width, height] = [buffer.area.width, buffer.area.height];
    let columns = columns(width);
    for column in &columns {
        put(buffer, [column.head_at, 1], column.head, width, DIM);
    }
    for x in 0..width {
        put(buffer, [x, 2], "\u{2500}", 1, DIM);
    }
    let rows = board.shown();
    let room = height.saturating_sub(ABOVE + BELOW);
    // Show the page that has the selected student.
    let page = usize::from(room.max(1));
    let first = board.chosen_at().unwrap_or_default() / page * page;
    let shown = rows.iter().skip(first).take(room.into());
    for (row, y) in shown.zip(ABOVE..) {
        let is_chosen = board.cursor.as_ref() == Some(&row.student);
        student(row, &columns, y, is_chosen, buffer);
    }
    if height < ABOVE + BELOW {
        return;
    }
    let last = rows.len().min(first + usize::from(room));
    let found = &board.found;
    let of = if found.is_empty() { String::new() } else { format!(" with {found}") };
    let range = match rows.len() {
        0 => format!("0 of {}{of}", board.moment.rows.len()),
        all => format!("{}-{last} of {all}{of}", first + 1),
    };
    missed(&board.moment, &range, buffer);
    if let Some(row) = board.chosen() {
        let sentence = about(row, &board.moment);
        put(buffer, [1, height - 2], &sentence, width.saturating_sub(1), PLAIN);
    }
}

fn student(row: &StudentRow, columns: &[Column], y: u16, is_chosen: bool, buffer: &mut Buffer) {
    let style = match (is_chosen, row.is_here()) {
        (true, _) => BOLD,
        (false, true) => PLAIN,
        (false, false) => DIM,
    };
    if is_chosen {
        put(buffer, [0, y], "\u{25ba}", 1, style);
    }
    if row.is_stuck {
        put(buffer, [1, y], "!", 1, MARK);
    }
    for column in columns {
        let [begin, end] = column.cells;
        match cell(column.field, row) {
            Cell::Word(word) => put(buffer, [begin, y], &word, end - begin, style),
            Cell::Number(number) => {
                put_right(buffer, [end, y], &fitted(&number, end - begin), style);
            }
            Cell::WordAt(word, before) => {
                put(buffer, [end.saturating_sub(before), y], &word, before, style);
            }
        }
    }
}

/// ` missed most: inside/edges 9 of 14 said hit; zeros/why 6 of 20      1-18 of 28`
fn missed(moment: &Moment, range: &str, buffer: &mut Buffer) {
    let [width, y] = [buffer.area.width, buffer.area.height - BELOW];
    put_right(buffer, [width, y], range, DIM);
    let room = width.saturating_sub(cells_of(range) + 2);
    let mut line = String::new();
    for missed in &moment.missed {
        let lead = if line.is_empty() { " missed most: " } else { "; " };
        let longer = format!("{line}{lead}{}", missed.sentence());
        if cells_of(&longer) > room && !line.is_empty() {
            break;
        }
        line = longer;
    }
    put(buffer, [0, y], &line, room, PLAIN);
}

/// The keys, or a message, or the line being typed.
fn last_row(board: &Board, buffer: &mut Buffer) {
    let [width, y] = [buffer.area.width, buffer.area.height - 1];
    match (&board.focus, &board.told) {
        (Focus::Typing(prompt), _) => typing(prompt, buffer),
        (_, Some(told)) => put(buffer, [1, y], told, width.saturating_sub(1), BOLD),
        (Focus::Help(_), None) => {
            put(buffer, [1, y], keys::keys([width, buffer.area.height]), width, DIM);
        }
        (Focus::Rows, None) => {
            let is_paused = board.moment.class.state == ClassState::Paused;
            let mut keys = KEYS
                .map(|[key, does]| [key, if is_paused && key == "p" { "go" } else { does }])
                .to_vec();
            let line = |keys: &[[&str; 2]]| {
                keys.iter().map(|it| it.join(" ")).collect::<Vec<_>>().join(GAP)
            };
            while keys.len() > 1 && cells_of(&line(&keys)) + 1 > width {
                keys.remove(keys.len() - 2);
            }
            let mut x = 1;
            for [key, does] in keys {
                put(buffer, [x, y], key, width, BOLD);
                x += cells_of(key) + 1;
                put(buffer, [x, y], does, width, PLAIN);
                x += cells_of(does) + cells_of(GAP);
            }
        }
    }
}

/// The line being typed; only its end if it is long.
fn typing(prompt: &Prompt, buffer: &mut Buffer) {
    let [width, y] = [buffer.area.width, buffer.area.height - 1];
    let lead = prompt.about.lead();
    put(buffer, [1, y], lead, width, BOLD);
    let x = 1 + cells_of(lead);
    let room = width.saturating_sub(x + 1);
    let mut shown = prompt.typed.as_str();
    while cells_of(shown) > room {
        let mut rest = shown.chars();
        rest.next();
        shown = rest.as_str();
    }
    put(buffer, [x, y], shown, room, PLAIN);
    let cursor = x + cells_of(shown);
    put(buffer, [cursor, y], " ", 1, PLAIN.add_modifier(Modifier::REVERSED));
}

#[cfg(test)]
mod tests;
