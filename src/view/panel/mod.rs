//! The panel: tabs, the pair and its verdict, and the view chosen by the tab.
//!
//! ```text
//! [1 Log] 2 Methods  3 Why  4 Obj
//!  B>A    TOUCH   touches           the pair
//!  on A's left, as the move ended   its verdict
//! --------------------------------
//!  ...                              the view: log, methods, why, object
//! --------------------------------
//!  ...                              the log too, where there is room
//! ```

mod canvas;
mod log;
mod methods;
mod object;
mod pair;
mod why;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::canvas::Canvas;
use super::glyphs::Glyphs;
use super::theme::Theme;
use crate::app::{App, Layout, Tab};

/// Rows of the panel above its view.
const HEAD_ROWS: u16 = 4;
/// The row of the panel that says what was found.
pub(super) const VERDICT_ROW: u16 = 2;

/// Draws the panel into `area`, from the ruler's row to the last of the arena.
pub(super) fn render(app: &App, theme: &Theme, glyphs: &Glyphs, area: Rect, buf: &mut Buffer) {
    let mut canvas = Canvas::new(theme, glyphs, area, buf);
    tabs(app, &mut canvas);
    pair::render(app, &mut canvas);
    canvas.rule(HEAD_ROWS - 1);
    let body = canvas.rows().saturating_sub(HEAD_ROWS);
    let upper = Layout::of(app.size().0, app.size().1).map_or(body, |layout| layout.view_rows());
    if app.tab() == Tab::Log || upper >= body {
        view(app, &mut canvas.below(HEAD_ROWS));
        return;
    }
    view(app, &mut canvas.part(HEAD_ROWS, upper));
    canvas.rule(HEAD_ROWS + upper);
    log::render(app, &mut canvas.below(HEAD_ROWS + upper + 1));
}

fn view(app: &App, canvas: &mut Canvas<'_>) {
    match app.tab() {
        Tab::Log => log::render(app, canvas),
        Tab::Methods => methods::render(app, canvas),
        Tab::Why => why::render(app, canvas),
        Tab::Object => object::render(app, canvas),
    }
}

/// Every view with its key, the one shown in brackets.
fn tabs(app: &App, canvas: &mut Canvas<'_>) {
    let wide = canvas.is_wide();
    let names = [
        (Tab::Log, "1 Log"),
        (Tab::Methods, "2 Methods"),
        (Tab::Why, "3 Why"),
        (Tab::Object, if wide { "4 Object" } else { "4 Obj" }),
    ];
    let mut col = 0;
    for (tab, name) in names {
        let chosen = tab == app.tab();
        let (open, close) = if chosen { ("[", "]") } else { (" ", " ") };
        let style = if chosen { canvas.theme.accent } else { canvas.theme.quiet };
        for text in [open, name, close] {
            col = canvas.put(0, col, text, style);
        }
        col += u16::from(wide);
    }
}
