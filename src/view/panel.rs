//! The panel: tabs, the headline, and the view chosen by the tab.
//!
//! ```text
//! ┌┤1 Log├2 Methods─3 Why─4 Object─
//! │  TOUCH   B > A  now touching      the headline: the pair
//! │ on A's left, as the move ended    and its verdict
//! ├────────────── ! center-distance ─
//!  ...                              the view: log, methods, why, object
//! ├─────────────────────────────────
//!  ...                              the log too, if there is room
//! ```
//!
//! | file | what lives there |
//! | --- | --- |
//! | `canvas` | a part of the panel, addressed by its own rows and columns |
//! | `headline` `game_over` `lesson` | what stands above the view: a pair, the end of a game, a lesson |
//! | `log` `methods` `why` `object` `lab` `map` | the views |
//! | `note` | the scene's note, above the log or below another view |
//! | `blocks` | views below the log and in a second column, on large screens |
//! | `sides` `signs` | what takes the place of a view: sides to predict, the legend |
//!
//! This file chooses the headline and the view and calls them; each draws on a `canvas`.

mod blocks;
mod canvas;
mod game_over;
mod headline;
mod lab;
mod lesson;
mod log;
mod map;
mod methods;
mod note;
mod object;
mod sides;
mod signs;
mod why;

pub(super) use map::legend_rows;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(super) use self::canvas::PanelCanvas;
use self::canvas::TEXT;
use super::glyphs::Glyphs;
use super::text::{cells_of, wrapped_values};
use super::theme::Theme;
use crate::app::{Action, Answer, HitRegion, HitRegions, Layout, Model, PanelPlace, Tab, TooFine};
use hitscan_core::words;
use hitscan_core::words::why::WhyPage;

/// The fewest rows of a log with a note at its foot.
const NOTE_ROWS: u16 = 6;
/// The panel row that shows the verdict.
pub(super) const VERDICT_ROW: u16 = 2;

/// Draws the panel, from the ruler's row to the arena's last row,
/// and registers its hit regions. `why_page` is the page of Why that the arena was drawn
/// from.
pub(super) fn render(
    model: Model<'_>,
    mut canvas: PanelCanvas<'_>,
    layout: Layout,
    why_page: Option<WhyPage>,
) {
    tabs(model, &mut canvas, layout.second_cols > 0);
    if layout.panel == PanelPlace::Beside {
        headline::render(model, &mut canvas);
    }
    let above_goal = canvas.rows().saturating_sub(layout.goal_rows + layout.note_rows);
    if layout.goal_rows > 0 {
        lesson::render(model, &mut canvas.below(above_goal));
    } else if layout.note_rows > 0 {
        note::render_foot(model, &mut canvas.below(above_goal));
    }
    let mut canvas = canvas.part(0, above_goal);
    let (head, upper) = (layout.panel_head_rows(), layout.view_rows());
    let body = canvas.rows().saturating_sub(head);
    let is_log = blocks::has_view_in_first(model, layout);
    let branch = canvas.glyphs.border[1];
    let (focus, compared) = (focus_caption(model), log::caption(model, canvas.cols()));
    let tab = model.screen.panel.tab;
    let shows = |it: Tab| tab == it && model.screen.panel.answer.is_none();
    let caption = match () {
        // The end of a game comes first, then the log with its own rule.
        () if is_log && model.engine.game_over_in_focus().is_some() => focus,
        () if is_log && model.side_asked().is_none() => [focus.as_str(), &compared].join(" "),
        () if shows(Tab::Signs) => [focus.as_str(), "signs"].join(" "),
        // It is about the pair as it is now.
        () if shows(Tab::Map) => map::caption(model, canvas.cols(), canvas.glyphs.cut),
        () => focus,
    };
    if head > 1 {
        canvas.rule(head - 1, branch, [caption.trim(), ""]);
    }
    if is_log {
        return blocks::render(model, why_page, &mut canvas.below(head), layout);
    }
    if upper >= body {
        view(model, why_page, &mut canvas.below(head));
        return;
    }
    view(model, why_page, &mut canvas.part(head, upper));
    canvas.rule(head + upper, branch, [&compared, ""]);
    log_and_note(model, &mut canvas.below(head + upper + 1), log::render);
}

/// Draws the panel's second column, from the ruler's row to the arena's last row. `arena` is where
/// the picture was drawn.
pub(super) fn render_second(model: Model<'_>, mut canvas: PanelCanvas<'_>, arena: Rect) {
    blocks::second_column(model, &mut canvas, arena);
}

/// Draws the scene's note, and the log below it.
fn log_below_the_note(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    log: fn(Model<'_>, &mut PanelCanvas<'_>, NoteRows),
) {
    let rows = NoteRows { drawn: note::render(model, canvas), whole: note::rows(model, canvas) };
    log_and_note(model, &mut canvas.below(rows.drawn), |model, canvas| log(model, canvas, rows));
}

/// The rows of the note at the head of the log.
#[derive(Clone, Copy)]
struct NoteRows {
    /// Now.
    drawn: u16,
    /// While it is shown.
    whole: u16,
}

/// Draws the log and, at its foot, a note on what the picture of the pair cannot show. The other
/// views need all their rows.
fn log_and_note(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    log: impl FnOnce(Model<'_>, &mut PanelCanvas<'_>),
) {
    let rows = match model.too_fine() {
        None => 0,
        Some(_) if canvas.rows() < NOTE_ROWS => 0,
        Some(_) if model.can_zoom_in() => 2,
        Some(_) => 1,
    };
    let log_rows = canvas.rows().saturating_sub(rows);
    log(model, &mut canvas.part(0, log_rows));
    if rows > 0 {
        too_fine(model, &mut canvas.below(log_rows));
    }
}

/// Draws the legend of a map, below a map without objects.
pub(super) fn map_legend(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut regions = HitRegions::default();
    map::legend(model, &mut PanelCanvas::new(theme, glyphs, area, buf, &mut regions));
}

/// Says what the picture of the pair cannot show, and how to see it.
fn too_fine(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(TooFine { axis, by, .. }) = model.too_fine() else { return };
    let by = words::decimal(by.into(), 3);
    let text = format!(" finer than a cell: {by} in {}", axis.token());
    let end = canvas.put(0, 1, "≈", canvas.theme.touched);
    canvas.put(0, end, &text, TEXT);
    if model.can_zoom_in() {
        let (key, quiet) = (canvas.theme.key, canvas.theme.quiet);
        let mut col = 3;
        for (action, text) in [(Action::ShowContact, " then "), (Action::ZoomIn, " shows it")] {
            col = canvas.put(1, col, &model.input.keymap.named(action), key);
            col = canvas.put(1, col, text, quiet);
        }
    }
}

/// Draws badge, pair and verdict into one row, for a screen without room for the panel.
pub(super) fn render_headline(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    row: Rect,
    buf: &mut Buffer,
    hit_regions: &mut HitRegions,
) {
    headline::render_row(model, &mut PanelCanvas::new(theme, glyphs, row, buf, hit_regions));
}

/// What is unusual about the focus: an earlier frame, or a pinned pair.
fn focus_caption(model: Model<'_>) -> String {
    match model.engine.chosen_frame() {
        // The log itself shows which line it is.
        Some(_) if model.screen.panel.tab == Tab::Log => String::new(),
        Some(frame) => format!("at frame {frame}"),
        None if model.engine.focus().is_pinned() => "pinned".to_owned(),
        None => String::new(),
    }
}

/// The column and row of the text cursor in the form, within a panel of this
/// layout.
pub(super) fn typing_cursor(model: Model<'_>, layout: Layout) -> Option<(u16, u16)> {
    let [from, rows] = blocks::object_row(layout).unwrap_or([0, layout.view_rows()]);
    let (col, row) = object::cursor(model, layout.panel_cols, rows)?;
    Some((col, layout.panel_head_rows() + from + row))
}

fn view(model: Model<'_>, why_page: Option<WhyPage>, canvas: &mut PanelCanvas<'_>) {
    if let Some(asked) = model.sides_asked() {
        return sides::render(model, canvas, asked.0, asked.1);
    }
    if let Some(answer) = &model.screen.panel.answer {
        return render_answer(model, answer, canvas);
    }
    match model.screen.panel.tab {
        Tab::Log => log_below_the_note(model, canvas, log::render_whole),
        Tab::Methods => methods::render(model, canvas),
        Tab::Why => why::render(model, why_page, canvas),
        Tab::Object => object::render(model, canvas),
        Tab::Signs => signs::render(model, canvas),
        Tab::Map => map::render(model, canvas),
        Tab::Lab => lab::render(model, canvas),
    }
}

/// The key that scrolls a text down, or up again from its end.
fn how_to_scroll(model: Model<'_>, has_more: bool) -> String {
    if has_more {
        format!("{} more", model.input.keymap.named(Action::PageDown))
    } else {
        format!("{} back", model.input.keymap.named(Action::PageUp))
    }
}

/// A view with a tab: its action, its name and a short name.
type TabRow = (Tab, Action, [&'static str; 2]);

/// Each view with a tab.
const TABS: [TabRow; 6] = [
    (Tab::Log, Action::ShowLog, ["Log", "Log"]),
    (Tab::Methods, Action::ShowMethods, ["Methods", "Meth"]),
    (Tab::Why, Action::ShowWhy, ["Why", "Why"]),
    (Tab::Object, Action::ShowObject, ["Object", "Obj"]),
    (Tab::Map, Action::ShowMap, ["Map", "Map"]),
    (Tab::Lab, Action::ShowLab, ["Lab", "Lab"]),
];

/// Writes every view with its key into the first row, the current one in a frame. The map has a tab
/// while it is on, and the lab in a course.
/// With a second column, that has the tabs of what it shows.
fn tabs(model: Model<'_>, canvas: &mut PanelCanvas<'_>, has_second: bool) {
    let is_there = |tab| match tab {
        Tab::Map => model.map().is_some(),
        Tab::Lab => model.lab.is_some(),
        Tab::Methods => !has_second,
        _ => true,
    };
    let tabs: Vec<_> = TABS.into_iter().filter(|(tab, ..)| is_there(*tab)).collect();
    canvas.rule(0, canvas.glyphs.border[0], ["", ""]);
    write_tabs(model, canvas, tabs);
}

/// The tabs of the second column.
fn tabs_of_second(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let tabs = vec![TABS[1], (Tab::Signs, Action::ShowSigns, ["Signs", "Signs"])];
    canvas.rule(0, canvas.glyphs.tees[0], ["", ""]);
    write_tabs(model, canvas, tabs);
}

fn write_tabs(model: Model<'_>, canvas: &mut PanelCanvas<'_>, tabs: Vec<TabRow>) {
    let has_more = tabs.len() > 4;
    let (length, has_keys) = fitting(&tabs, model, canvas.cols());
    let has_names = length < NO_NAMES;
    let gap = match (canvas.cols(), has_more) {
        (46.., false) => 3,
        (46.., true) | (42.., false) => 2,
        (..46, _) => 1,
    };
    // Beside the chosen tab there is a cell more, for its frame.
    let beside = u16::from(gap == 2 && !has_more);
    let [before, after] = canvas.glyphs.tab.map(String::from);
    let keymap = &model.input.keymap;
    let mut col = gap - gap / 2 + beside;
    for (tab, action, names) in tabs {
        let (from, quiet) = (col, canvas.theme.quiet);
        let is_chosen = tab == model.screen.panel.tab && model.screen.panel.answer.is_none();
        let (key_style, name_style) = if is_chosen {
            (canvas.theme.accent, canvas.theme.accent)
        } else {
            (canvas.theme.key, TEXT)
        };
        if is_chosen {
            canvas.put(0, col - 1, &before, quiet);
        }
        let key = keymap.shortest_of(action).filter(|_| has_keys);
        let has_key = key.is_some();
        if let Some(key) = key {
            col = canvas.put(0, col, &key, key_style);
        }
        if has_names || is_chosen || !has_key {
            col = canvas.put(0, col, if has_key { " " } else { "" }, name_style);
            col = canvas.put(0, col, names[length.min(names.len() - 1)], name_style);
        }
        if is_chosen {
            canvas.put(0, col, &after, quiet);
        }
        canvas.spot(0, from.saturating_sub(1), col + 1, HitRegion::Tab(tab));
        col += gap + if is_chosen { beside } else { 0 };
    }
}

/// Instead of a length of names: only the current tab has one.
const NO_NAMES: usize = 2;

/// Which length of names fits beside each other, and whether keys do. Tabs lose their names before
/// any letter is cut off.
fn fitting(tabs: &[TabRow], model: Model<'_>, room: u16) -> (usize, bool) {
    let cols = |length: usize, has_keys: bool| -> usize {
        let of_key = |action| {
            let key = model.input.keymap.shortest_of(action).filter(|_| has_keys);
            key.map_or(0, |key| 1 + cells_of(format_args!("{key}")))
        };
        let of_tab = |(tab, action, names): &TabRow| {
            if length == NO_NAMES && *tab != model.screen.panel.tab {
                return of_key(*action).max(1);
            }
            1 + names[length.min(names.len() - 1)].len() + of_key(*action)
        };
        1 + tabs.iter().map(of_tab).sum::<usize>()
    };
    // With the map's tab there is less room, and keys matter more than whole names.
    let ways: &[(usize, bool)] = if tabs.len() > 4 {
        &[(0, true), (1, true), (0, false), (1, false), (NO_NAMES, true)]
    } else {
        &[(0, true), (0, false), (1, false), (NO_NAMES, true)]
    };
    // While a side or a question is asked, digits answer it.
    let may_have_keys = model.side_asked().is_none() && !model.is_lab_asking();
    let fits = |&(length, has_keys): &(usize, bool)| {
        cols(length, has_keys) <= usize::from(room) && (may_have_keys || !has_keys)
    };
    ways.iter().copied().find(fits).unwrap_or((1, false))
}

fn render_answer(model: Model<'_>, answer: &Answer, canvas: &mut PanelCanvas<'_>) {
    let width = usize::from(canvas.cols().saturating_sub(2));
    let lines: Vec<&str> =
        answer.lines.iter().flat_map(|line| wrapped_values(line, width)).collect();
    canvas.put(0, 0, ":", canvas.theme.accent);
    canvas.put(0, 1, &answer.asked, canvas.theme.accent);
    let rows = usize::from(canvas.rows().saturating_sub(1));
    let is_long = lines.len() > rows;
    let rows = if is_long { rows.saturating_sub(1) } else { rows };
    let most_scrolled = lines.len().saturating_sub(rows);
    let scrolled = model.screen.panel.scrolled.min(most_scrolled);
    for (row, line) in (1..).zip(lines.iter().skip(scrolled).take(rows)) {
        canvas.put(row, 1, line, TEXT);
    }
    if is_long {
        let scroll = how_to_scroll(model, scrolled < most_scrolled);
        let text = format!("{scroll}  {} closes", model.input.keymap.named(Action::Escape));
        canvas.put(canvas.rows().saturating_sub(1), 1, &text, canvas.theme.quiet);
    }
}
