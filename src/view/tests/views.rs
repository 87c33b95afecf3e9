//! Every view at every size of the design, with its styles: one snapshot per screen.
//!
//! A row is written as text, followed by the styles of its columns. A rule in `glyph_sets` checks
//! what `ascii` changes.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rstest::rstest;
use unicode_width::UnicodeWidthStr;

use super::cases::Cases;
use super::screens::runs;
use super::zoo::{SIZES, cases};
use super::{rows, screen, without_gaps};
use crate::app::App;

/// The part of a screen that a snapshot is about.
type Part = fn(&App) -> Rect;

fn panel(app: &App) -> Rect {
    let layout = app.screen.layout().expect("fits");
    Rect { x: layout.panel_at(), y: 1, width: layout.panel_cols, height: layout.rows - 3 }
}

fn foot(app: &App) -> Rect {
    let (width, rows) = app.screen.size;
    Rect { x: 0, y: rows - 3, width, height: 3 }
}

fn whole(app: &App) -> Rect {
    let (width, height) = app.screen.size;
    Rect { x: 0, y: 0, width, height }
}

/// The cells of a part, as a buffer of their own.
fn cut(buf: &Buffer, part: Rect) -> Buffer {
    let mut own = Buffer::empty(Rect::new(0, 0, part.width, part.height));
    for position in own.area().positions() {
        let there = (part.x + position.x, part.y + position.y);
        own[position] = buf.cell(there).expect("within the screen").clone();
    }
    own
}

/// Rows with their styles; consecutive blank rows are one line.
fn dump(buf: &Buffer) -> String {
    let mut text = String::new();
    let mut blank = 0;
    let width = usize::from(buf.area().width);
    for (y, row) in (0..).zip(rows(buf)) {
        let (row, runs) = (without_gaps(&row), runs(buf, y));
        if row.is_empty() && runs.is_empty() {
            blank += 1;
            continue;
        }
        flush(&mut text, &mut blank);
        let pad = width.saturating_sub(row.width());
        let styles = if runs.is_empty() { String::new() } else { format!("{:pad$} ¦{runs}", "") };
        writeln!(text, "{row}{styles}").expect("takes all");
    }
    flush(&mut text, &mut blank);
    text
}

fn flush(text: &mut String, blank: &mut usize) {
    match std::mem::take(blank) {
        0 => {}
        count @ 1..=2 => text.push_str(&"\n".repeat(count)),
        count => writeln!(text, "({count} blank rows)").expect("takes all"),
    }
}

/// Compares all cases of a view with snapshots at 60 and 80 columns, where room is short; at the
/// other sizes only the first few.
fn hold(name: &str, part: Part, few: usize) {
    let mut snapshots = Cases::in_folder(format!("view/{name}"));
    for size in SIZES {
        let (cols, rows) = size;
        let count = if cols <= 80 { usize::MAX } else { few };
        for (what, app) in cases(name, size).take(count) {
            let picture = dump(&cut(&screen(&app), part(&app)));
            snapshots.check(&format!("{what} {cols}x{rows} lines"), &picture);
        }
    }
}

#[rstest]
#[case::the_log("log", panel, 3)]
#[case::the_methods("methods", panel, 3)]
#[case::why("why", panel, 3)]
#[case::the_object("object", panel, 3)]
#[case::the_signs("signs", panel, 1)]
#[case::the_map("map", whole, 1)]
#[case::answers("answers", panel, 2)]
#[case::predict_mode("predict", whole, 1)]
#[case::prompts_and_messages("prompts", foot, 8)]
#[case::help("help", whole, 2)]
#[case::lists("lists", whole, 1)]
fn a_view_looks_the_same_at_every_size(#[case] name: &str, #[case] part: Part, #[case] few: usize) {
    hold(name, part, few);
}
