//! The panel: tabs, the pair and its verdict, and the view chosen by the tab.
//!
//! ```text
//! [1 Log] 2 Methods  3 Why  4 Obj
//!  B>A    TOUCH   touches           the pair
//!  on A's left, as the move ended   its verdict
//! --------------------------------
//!  ...                              the view: log, methods, why, object
//! --------------------------------
//!  ...                              the log too, if there is room
//! ```

mod answer;
mod canvas;
mod log;
mod methods;
mod object;
mod pair;
mod signs;
mod why;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::canvas::Canvas;
use super::glyphs::Glyphs;
use super::text::cells_of;
use super::theme::Theme;
use crate::app::{Action, HitRegion, HitRegions, Layout, Model, Tab};

/// Rows of the panel above its view.
const HEAD_ROWS: u16 = 4;
/// The panel row that shows the verdict.
pub(super) const VERDICT_ROW: u16 = 2;

/// Draws the panel into `area`, from the ruler's row to the arena's last row,
/// and registers its hit regions.
pub(super) fn render(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    paper: (&mut Buffer, &mut HitRegions),
) {
    let mut canvas = Canvas::new(theme, glyphs, area, paper);
    tabs(model, &mut canvas);
    pair::render(model, &mut canvas);
    canvas.rule(HEAD_ROWS - 1);
    if model.screen.panel.tab == Tab::Signs && model.screen.panel.answer.is_none() {
        let end = canvas.cols().saturating_sub(1);
        canvas.put_right(HEAD_ROWS - 1, end, " signs ", canvas.theme.accent);
    }
    let body = canvas.rows().saturating_sub(HEAD_ROWS);
    let upper = model.screen.layout().map_or(body, |layout| layout.view_rows());
    let is_log = model.screen.panel.tab == Tab::Log && model.screen.panel.answer.is_none();
    if is_log || upper >= body {
        view(model, &mut canvas.below(HEAD_ROWS));
        return;
    }
    view(model, &mut canvas.part(HEAD_ROWS, upper));
    canvas.rule(HEAD_ROWS + upper);
    log::render(model, &mut canvas.below(HEAD_ROWS + upper + 1));
}

/// The column and row of the text cursor in the form, within a panel of this
/// layout.
pub(super) fn typing_cursor(model: Model<'_>, layout: Layout) -> Option<(u16, u16)> {
    let (col, row) = object::cursor(model, (layout.panel_cols, layout.view_rows()))?;
    Some((col, HEAD_ROWS + row))
}

fn view(model: Model<'_>, canvas: &mut Canvas<'_>) {
    if let Some(answer) = &model.screen.panel.answer {
        return answer::render(model, answer, canvas);
    }
    match model.screen.panel.tab {
        Tab::Log => log::render(model, canvas),
        Tab::Methods => methods::render(model, canvas),
        Tab::Why => why::render(model, canvas),
        Tab::Object => object::render(model, canvas),
        Tab::Signs => signs::render(model, canvas),
    }
}

/// The key that scrolls a text on, or back from its end.
fn how_to_scroll(model: Model<'_>, has_more: bool) -> String {
    if has_more {
        format!("{} more", model.input.keymap.named(Action::PageDown))
    } else {
        format!("{} back", model.input.keymap.named(Action::PageUp))
    }
}

/// Writes every view with its key, the current one in brackets; without keys if
/// they do not fit in one row.
fn tabs(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let wide = canvas.is_wide();
    let names = [
        (Tab::Log, Action::ShowLog, "Log"),
        (Tab::Methods, Action::ShowMethods, "Methods"),
        (Tab::Why, Action::ShowWhy, "Why"),
        (Tab::Object, Action::ShowObject, if wide { "Object" } else { "Obj" }),
    ];
    let with_keys = names.map(|(tab, action, name)| match model.input.keymap.shortest_of(action) {
        Some(key) => (tab, format!("{key} {name}")),
        None => (tab, name.to_owned()),
    });
    let cols: usize = with_keys.iter().map(|(_, name)| 2 + cells_of(format_args!("{name}"))).sum();
    let names = if cols <= usize::from(canvas.cols()) {
        with_keys
    } else {
        names.map(|(tab, _, name)| (tab, name.to_owned()))
    };
    let mut col = 0;
    for (tab, name) in names {
        let chosen = tab == model.screen.panel.tab;
        let (open, close) = if chosen { ("[", "]") } else { (" ", " ") };
        let style = if chosen { canvas.theme.accent } else { canvas.theme.quiet };
        let from = col;
        for text in [open, &name, close] {
            col = canvas.put(0, col, text, style);
        }
        canvas.spot(0, from, col, HitRegion::Tab(tab));
        col += u16::from(wide);
    }
}
