//! Draws the screen into a buffer, as a pure function of a [`Model`].
//!
//! ```text
//! ┌──────────────────────────────────────────────────────────────────────────┐
//! │ start: two boxes and a laser          frame 0          pass  swept     │ header
//! │    0    ·    10   ·    20   ·    30   ·   │[1 Log] 2 Methods  3 Why  4 Obj│ ruler │ panel
//! │  0                                        │ B>A    MISS    disjoint       │
//! │         the arena                         │ 5 apart in x                  │
//! │                                           │───────────────────────────────│
//! │ 10            ┌[B]───┐     ┌A─────────┐   │                               │
//! │               └──────┘     └──────────┘   │                               │
//! │ MOVE B box  x 11..19  y 10..18  v 0,0  step 1 cell              :move 1 0 │ status
//! │arrows move  f fine  Tab select  t turn  e end  v speed  : cmd  ?          │ keys
//! └──────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! [`crate::app::Layout`] places the parts. Styles are roles of a [`Theme`] and glyphs come from a
//! [`Glyphs`] table; nothing else here knows about colours or fonts. No state is kept between
//! frames.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `arena` `panel` `picker` | the large parts: objects and rulers; the views beside them; scenes to choose from |
//! | `header` `status` `timeline` `command_line` | single rows |
//! | `menu` `palette` `prefix` | what lies over the lower rows |
//! | `help` `legend` `shown` | what takes the place of the rest: help, its signs, another screen |
//! | `theme` `glyphs` `text` | styles, characters, and text on one row |
//! | `tests` | screens compared with designs and snapshots |
//!
//! This file calls each part, and each part the themes, glyphs and `text`; the menus share `menu`.

mod arena;
mod command_line;
mod glyphs;
mod header;
mod help;
mod legend;
mod menu;
mod palette;
mod panel;
mod picker;
mod prefix;
mod shown;
mod status;

mod text;
mod theme;
mod timeline;

pub use glyphs::Glyphs;
pub use shown::{render_keys, render_part, render_whose};
pub use theme::Theme;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use self::text::{Pen, wrapped};
use super::app::{Action, GlyphSet, Lab};
use crate::app::{HitRegions, Layout, Model, PanelPlace, Prompt, TimelinePlace, Viewport};

/// Draws the screen into a blank buffer in the chosen theme and returns the
/// regions the mouse can hit.
pub fn draw(model: Model<'_>, buf: &mut Buffer) -> HitRegions {
    render(model, &Theme::of(model.screen.appearance), buf.area, buf)
}

/// Draws the screen into `area`, which is blank, and returns the regions the
/// mouse can hit.
pub fn render(model: Model<'_>, theme: &Theme, area: Rect, buf: &mut Buffer) -> HitRegions {
    let mut hit_regions = HitRegions::default();
    let area = area.intersection(*buf.area());
    let Some(layout) = model.screen.layout_of(area.width, area.height) else {
        render_too_small(model, area, buf);
        return hit_regions;
    };
    let glyphs = Glyphs::of(model.screen.appearance.glyphs);
    if let Some(picker) = model.input.picker() {
        let places = picker.places(&layout);
        picker::render(picker, places, theme, glyphs, area, buf, &mut hit_regions);
    } else if let Some(help) = &model.screen.help {
        help::render(model, help, theme, glyphs, area, buf);
    } else {
        render_scene(model, theme, glyphs, layout, area, buf, &mut hit_regions);
        return hit_regions;
    }
    status::refusal(model, theme, area, area.height - 2, buf);
    status::render_keys(model, theme, area, area.height - 1, buf);
    hit_regions
}

/// Draws everything about the scene: its title, the arena and the panel, the timeline and what is
/// being typed.
fn render_scene(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    layout: Layout,
    area: Rect,
    buf: &mut Buffer,
    hit_regions: &mut HitRegions,
) {
    header::render(model, theme, glyphs, area, buf);
    let middle = Rect { y: area.y + 1, height: area.height - 3, ..area };
    render_middle(model, theme, glyphs, layout, middle, buf, hit_regions);
    let (status_row, key_row) = (area.height - 2, area.height - 1);
    let timeline = TimelinePlace::of(model, layout);
    // On a small screen the timeline is in the status row.
    let is_over_status = timeline.is_some_and(|place| place.row == status_row);
    if let Some(place) = timeline.filter(|_| !is_over_status) {
        timeline::render(model, &place, theme, glyphs, area, buf);
    }
    palette::render(model, theme, glyphs, area, buf, hit_regions);
    match &model.input.prompt {
        Some(Prompt::Command(line)) => command_line::render(model, line, theme, glyphs, area, buf),
        Some(Prompt::Leave(leaving)) => {
            command_line::leave(model, leaving, theme, area, key_row, buf);
        }
        Some(Prompt::SaveOver(path, clash)) => {
            command_line::save_over(path, *clash, theme, area, key_row, buf);
        }
        Some(Prompt::Scenes(_)) | None
            if prefix::render(model, theme, glyphs, area, buf, hit_regions) => {}
        Some(Prompt::Scenes(_)) | None => {
            match timeline.filter(|_| is_over_status) {
                Some(place) => timeline::render(model, &place, theme, glyphs, area, buf),
                None => status::render(model, theme, area, status_row, buf),
            }
            status::render_keys(model, theme, area, key_row, buf);
        }
    }
}

/// Draws the arena and the panel.
fn render_middle(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    layout: Layout,
    area: Rect,
    buf: &mut Buffer,
    hit_regions: &mut HitRegions,
) {
    let upper = Rect { height: layout.arena_rows() + 1, ..area };
    let panel_at = area.x + layout.panel_at();
    let mut why_page = None;
    if model.screen.shows_arena() {
        let width = layout.arena_cols() + Layout::RULER_COLS;
        // The timeline has a row of the arena for itself.
        let is_in_arena = |place: &TimelinePlace| place.row < upper.bottom();
        let timeline = TimelinePlace::of(model, layout).filter(is_in_arena);
        let height = upper.height - u16::from(timeline.is_some());
        let arena = Rect { width, height, ..upper };
        let arena_model = model.arena();
        arena::render(&arena_model, theme, glyphs, arena, buf);
        if let Some(over) = model.end_in_box() {
            let cells = Rect {
                x: upper.x + Layout::RULER_COLS,
                y: upper.y + 1,
                width: layout.arena_cols(),
                height: layout.arena_rows(),
            };
            arena::render_end(model, over, theme, glyphs, cells, buf);
        }
        why_page = arena_model.explained.map(|explained| explained.page);
    }
    if layout.panel == PanelPlace::Beside {
        separator(theme, glyphs, Rect { x: panel_at - 1, width: 1, ..area }, buf);
    } else {
        let row = Rect { y: upper.bottom(), height: 1, ..upper };
        panel::render_headline(model, theme, glyphs, row, buf, hit_regions);
    }
    if model.screen.shows_panel() {
        let panel = Rect { x: panel_at, width: layout.panel_cols, ..upper };
        let canvas = panel::PanelCanvas::new(theme, glyphs, panel, buf, hit_regions);
        panel::render(model, canvas, layout, why_page);
    }
    if layout.second_cols > 0 && model.screen.shows_panel() {
        let at = panel_at + layout.panel_cols;
        separator(theme, glyphs, Rect { x: at, width: 1, ..area }, buf);
        let second = Rect { x: at + 1, width: layout.second_cols, ..upper };
        let arena = Rect { width: layout.arena_cols() + Layout::RULER_COLS, ..upper };
        let canvas = panel::PanelCanvas::new(theme, glyphs, second, buf, hit_regions);
        panel::render_second(model, canvas, arena);
    }
}

/// What a picture of only the arena shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArenaParts {
    /// The objects, over the map if it is on.
    Objects,
    /// Only the map.
    Map,
}

/// Draws the arena without its rulers into `area`, which is blank.
pub fn render_arena(
    model: Model<'_>,
    theme: &Theme,
    parts: ArenaParts,
    area: Rect,
    buf: &mut Buffer,
) {
    let glyphs = Glyphs::of(model.screen.appearance.glyphs);
    match parts {
        ArenaParts::Objects => arena::render_bare(&model.arena(), theme, glyphs, area, buf),
        ArenaParts::Map => arena::render_map(&model.arena(), theme, glyphs, area, buf),
    }
}

/// Draws the rulers of a view of the app's world above and left of `cells`.
pub fn render_rulers(
    model: Model<'_>,
    view: &Viewport,
    theme: &Theme,
    cells: Rect,
    buf: &mut Buffer,
) {
    let glyphs = Glyphs::of(model.screen.appearance.glyphs);
    arena::render_rulers(view, model.engine.world().settings(), theme, glyphs, cells, buf);
}

/// How many rows [`render_map_legend`] takes.
pub fn map_legend_rows(model: Model<'_>) -> u16 {
    panel::legend_rows(model)
}

/// Draws the legend of the map into `area`, which is blank.
pub fn render_map_legend(model: Model<'_>, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let glyphs = Glyphs::of(model.screen.appearance.glyphs);
    panel::map_legend(model, theme, glyphs, area, buf);
}

/// Draws the progress of a long command over the last picture of the screen.
pub fn render_progress(text: &str, buf: &mut Buffer) {
    let area = *buf.area();
    if let Some(status_row) = area.height.checked_sub(2) {
        status::message(text, Style::new(), area, status_row, buf);
    }
}

fn separator(theme: &Theme, glyphs: &Glyphs, area: Rect, buf: &mut Buffer) {
    for position in area.positions() {
        if let Some(cell) = buf.cell_mut(position) {
            cell.set_char(glyphs.vertical).set_style(theme.quiet);
        }
    }
}

// Where the hidden terminal cursor rests. Screen readers and braille displays follow it, so it is
// at the verdict or at the text being typed.

/// Where the cursor must be after a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorRest {
    /// In this row, at this column or anywhere to its right.
    InRow(Position),
    /// Exactly here.
    At(Position),
}

/// The rest position of the cursor in the picture of an app that fills `area`.
pub fn cursor_rest(model: Model<'_>, area: Rect) -> CursorRest {
    let Some(layout) = model.screen.layout_of(area.width, area.height) else {
        return CursorRest::InRow(area.as_position());
    };
    let status_row = area.bottom() - 2;
    match &model.input.prompt {
        Some(Prompt::Command(line)) => {
            let column = command_line::cursor_column(line, area);
            CursorRest::At(Position::new(column, area.y + command_line::line_row(area)))
        }
        Some(Prompt::Leave(_) | Prompt::SaveOver(..) | Prompt::Scenes(_)) => {
            CursorRest::InRow(Position::new(area.x, status_row))
        }
        None if model.screen.help.is_some() => CursorRest::InRow(Position::new(area.x, area.y + 1)),
        None => {
            let panel = area.x + layout.panel_at();
            if let Some((col, row)) = panel::typing_cursor(model, layout) {
                return CursorRest::At(Position::new(panel + col, area.y + 1 + row));
            }
            let goal = layout.goal_rows > 0 && model.screen.shows_panel();
            if goal && model.lab.is_some_and(Lab::has_changed) {
                // The last row above the status.
                let left = if layout.panel == PanelPlace::Over { area.x } else { panel + 1 };
                return CursorRest::InRow(Position::new(left, status_row - 1));
            }
            if layout.panel == PanelPlace::Over {
                return CursorRest::InRow(Position::new(area.x, status_row - 1));
            }
            CursorRest::InRow(Position::new(panel + 1, area.y + 1 + panel::VERDICT_ROW))
        }
    }
}

/// Writes the needed size, as far as there is room.
fn render_too_small(model: Model<'_>, area: Rect, buf: &mut Buffer) {
    let (cols, rows) = Layout::LEAST;
    let by = if model.screen.appearance.glyphs == GlyphSet::Ascii { 'x' } else { '×' };
    let text = format!(
        "Terminal is {}{by}{}; hitscan needs {cols}{by}{rows}. {} quits.",
        area.width,
        area.height,
        model.input.keymap.named(Action::Quit)
    );
    for (line, y) in wrapped(&text, usize::from(area.width)).zip(0..area.height) {
        Pen::new(buf, area, y).text(line);
    }
}

#[cfg(test)]
mod tests;
