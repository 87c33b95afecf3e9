//! Pictures of the screen: as plain text, as text in colour, as SVG.
//!
//! The view renders the screen ([`crate::view::render`]); a picture is made from the same cells
//! that a terminal would show. When to make a picture, and of what, is not decided here.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `cells` | the characters of a row, each with its position and style |
//! | `svg` | a drawing |
//! | `tests` | pictures compared with the cells that they are made from |
//!
//! This file has text, plain and in colour, and calls `svg`; both read `cells`.

mod cells;
mod svg;
#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::path::Path;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

use crate::app::{App, Layout, ThemeName};
use crate::host::files::{reason_not_written, write_new};
use crate::view::{self, ArenaParts, Theme};
use hitscan_core::scene::printable;

/// The minimum and maximum width of the legend of a map, in columns.
const LEGEND_COLS: (u16, u16) = (32, 43);

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Plain text.
    Text,
    /// Text in the terminal's colours, for `cat`.
    Ansi,
    /// A drawing that needs no particular font.
    Svg,
}

/// The background of an SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum SvgGround {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
}

impl SvgGround {
    /// The background that a theme is made for.
    pub const fn of(theme: ThemeName) -> Self {
        match theme {
            ThemeName::Light => Self::Light,
            ThemeName::Terminal
            | ThemeName::Dark
            | ThemeName::HighContrast
            | ThemeName::ColorBlind => Self::Dark,
        }
    }
}

/// Whether a picture has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Coloring {
    /// Those of the theme.
    #[default]
    Colored,
    /// None: only weight, underlines and reverse video; an SVG is black and white.
    Uncolored,
}

impl Format {
    /// The format for a file name: by `.txt`, `.ansi` or `.svg`.
    pub fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "txt" => Some(Self::Text),
            "ansi" => Some(Self::Ansi),
            "svg" => Some(Self::Svg),
            _ => None,
        }
    }

    /// The token of `--format`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Ansi => "ansi",
            Self::Svg => "svg",
        }
    }

    /// What it is, in words.
    const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Ansi => "text in colour",
            Self::Svg => "SVG",
        }
    }
}

/// The screen of the app in its theme, in this format. The same app yields the same bytes on every
/// machine.
pub fn picture(app: &App, format: Format, ground: SvgGround, coloring: Coloring) -> String {
    let screen = screen_of(app, coloring);
    written(&screen, app.engine.sandbox().world().title(), format, ground, coloring)
}

/// The arena of the app with its map, with or without the objects, in this format, above the legend
/// of the map.
pub fn arena_picture(
    app: &App,
    parts: ArenaParts,
    format: Format,
    ground: SvgGround,
    coloring: Coloring,
) -> String {
    let mut screen = arena_above_legend(app, parts).0;
    if coloring == Coloring::Uncolored {
        take_colors_from(&mut screen);
    }
    written(&screen, app.engine.sandbox().world().title(), format, ground, coloring)
}

/// The cells of the arena with its map, above the legend; and the place of the arena.
fn arena_above_legend(app: &App, parts: ArenaParts) -> (Buffer, Rect) {
    let viewport = &app.screen.viewport;
    let area = Rect::new(0, 0, viewport.cols(), viewport.rows());
    let legend = Rect {
        y: area.height + 1,
        width: area.width.clamp(LEGEND_COLS.0, LEGEND_COLS.1),
        height: view::map_legend_rows(app.model()),
        ..area
    };
    let mut screen = Buffer::empty(area.union(legend));
    let theme = Theme::of(app.screen.appearance);
    view::render_arena(app.model(), &theme, parts, area, &mut screen);
    view::render_map_legend(app.model(), &theme, legend, &mut screen);
    (screen, area)
}

/// The same for a terminal: with rulers, and without the empty rows and columns at the rim.
pub fn map_at_terminal(app: &App, parts: ArenaParts, coloring: Coloring) -> String {
    let (whole, area) = arena_above_legend(app, parts);
    let used = used_part(&whole, area);
    let cells = Rect::new(Layout::RULER_COLS, 1, used.width, used.height);
    let legend = Rect { y: area.height, height: whole.area.height - area.height, ..whole.area };
    let height = cells.bottom() + legend.height;
    let mut shown = Buffer::empty(Rect::new(0, 0, cells.right().max(legend.width), height));
    let mut copy = |from: Rect, to: Rect| {
        for (from, to) in from.positions().zip(to.positions()) {
            shown[to] = whole[from].clone();
        }
    };
    copy(used, cells);
    copy(legend, Rect { y: cells.bottom(), ..legend });
    let mut view = app.screen.viewport;
    view.pan(used.x.into(), used.y.into());
    view.resize(used.width, used.height);
    let theme = Theme::of(app.screen.appearance);
    view::render_rulers(app.model(), &view, &theme, cells, &mut shown);
    if coloring == Coloring::Uncolored {
        take_colors_from(&mut shown);
        return cells::as_text(&shown);
    }
    cells::as_ansi(&shown)
}

/// The smallest part of `area` with all cells that are not blank; all of it if all are.
fn used_part(screen: &Buffer, area: Rect) -> Rect {
    let is_used = |at: &Position| screen[*at].symbol() != " " || screen[*at].bg != Color::Reset;
    let used = area.positions().filter(is_used);
    let one = |at: Position| Rect::new(at.x, at.y, 1, 1);
    used.map(one).reduce(Rect::union).unwrap_or(area)
}

fn written(
    screen: &Buffer,
    title: &str,
    format: Format,
    ground: SvgGround,
    coloring: Coloring,
) -> String {
    match format {
        Format::Text => cells::as_text(screen),
        Format::Ansi => cells::as_ansi(screen),
        Format::Svg => svg::write(screen, title, svg::Palette::of(ground, coloring)),
    }
}

/// The cells of the screen of the app in its theme.
pub fn screen_of(app: &App, coloring: Coloring) -> Buffer {
    let (columns, rows) = app.screen.size;
    let area = Rect::new(0, 0, columns, rows);
    let mut screen = Buffer::empty(area);
    view::render(app.model(), &Theme::of(app.screen.appearance), area, &mut screen);
    if coloring == Coloring::Uncolored {
        take_colors_from(&mut screen);
    }
    screen
}

/// An SVG that shows these screens one after the other, or only the last one for readers who prefer
/// reduced motion. `None` without screens.
pub fn animation(
    screens: &[Buffer],
    title: &str,
    ground: SvgGround,
    coloring: Coloring,
) -> Option<String> {
    svg::write_animation(screens, title, svg::Palette::of(ground, coloring))
}

/// Makes the screen look as on a terminal without colours: a coloured background becomes reverse
/// video.
fn take_colors_from(screen: &mut Buffer) {
    for cell in &mut screen.content {
        if cell.bg != Color::Reset {
            cell.modifier |= Modifier::REVERSED;
        }
        (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
    }
}

/// Writes the screen to a new file, in the format of its name, and tells the app what was written,
/// or why nothing was.
pub fn screenshot(app: &mut App, path: &Path, coloring: Coloring) {
    let shown = printable(&path.to_string_lossy());
    let Some(format) = Format::of_name(path) else {
        app.fail(format!("{shown}: not written: a picture's name ends in .svg, .txt or .ansi"));
        return;
    };
    let ground = SvgGround::of(app.screen.appearance.theme);
    let picture = picture(app, format, ground, coloring);
    match write_new(path, picture.as_bytes()) {
        Ok(()) => app.screen.say(format!("wrote {shown}: this screen as {}", format.name())),
        Err(fault) if fault.kind() == ErrorKind::AlreadyExists => app.fail(format!(
            "{shown}: not written: there is such a file; take another name, or remove it first"
        )),
        Err(fault) => app.fail(format!("{shown}: not written: {}", reason_not_written(&fault))),
    }
}
