//! The blocks of a large screen: below the log why the pair is HIT, TOUCH or MISS and what the
//! methods say of it, or beside it, in the panel's second column, all methods, signs and keys.
//!
//! ```text
//! | frame  pair  what           |      | log           | methods          |
//! |- why HIT ------------- w ---|      |- why HIT -----|                  |
//! |- what the methods say - 2 --|      |- object B ----|- signs - keys ---|
//! ```
//!
//! While an answer is covered, and in games, the log has all rows.

use ratatui::layout::Rect;

use super::canvas::{PanelCanvas, TEXT};
use super::{log, log_below_the_note, methods, note, object, signs, tabs_of_second, why};
use crate::app::{Action, Layout, Model, PanelPlace, Tab};
use hitscan_core::lab::BUILTIN_LESSONS;
use hitscan_core::scene::gallery;
use hitscan_core::words::why::WhyPage;

/// The fewest rows of a log with why below it, and with the methods, too.
const WHY_FROM: u16 = 30;
const METHODS_FROM: u16 = 33;
/// The rows of why, of the fewest methods, and of the object, each with its rule.
const WHY_ROWS: u16 = 11;
const METHODS_ROWS: u16 = 8;
const OBJECT_ROWS: u16 = 17;
/// The fewest rows with log, why and object.
const OBJECT_FROM: u16 = 42;
/// The rows kept at the foot of an opening screen: two blank ones, three keys, and the last row.
const OPENING_FOOT: u16 = 6;
const OPENING_KEYS: u16 = 3;
/// The rows of the keys in the second column, with their rule.
const KEYS_ROWS: u16 = 6;

/// How the panel's body is divided.
#[derive(Clone, Copy)]
struct Parts {
    log: u16,
    why: u16,
    methods: u16,
    object: u16,
    /// Whether the first keys to learn are at the foot.
    has_keys: bool,
}

/// Whether why and the methods may be shown beside other views.
fn may_tell(model: Model<'_>) -> bool {
    let has_pair =
        model.engine.pair_in_focus().is_some_and(|pair| pair.pair_result.behind.is_none());
    has_pair && !model.engine.is_covering() && model.lab.is_none() && !model.log().is_of_a_game()
}

/// Whether the panel's first column has blocks for this view.
pub(super) fn has_view_in_first(model: Model<'_>, layout: Layout) -> bool {
    let tab = model.screen.panel.tab;
    let is_open = model.screen.panel.answer.is_none() && model.sides_asked().is_none();
    let is_in_two = matches!(tab, Tab::Methods | Tab::Why | Tab::Object | Tab::Signs);
    let is_covered = tab == Tab::Methods && model.engine.is_covering();
    is_open && (tab == Tab::Log || layout.second_cols > 0 && is_in_two && !is_covered)
}

/// Draws the log with what is below it, in the panel's body.
pub(super) fn render(
    model: Model<'_>,
    of_arena: Option<WhyPage>,
    canvas: &mut PanelCanvas<'_>,
    layout: Layout,
) {
    let Some(parts) = Parts::of(model, canvas, layout) else {
        return log_below_the_note(model, canvas, log::render_whole);
    };
    let log_rows = if parts.has_keys || parts.object > 0 { parts.log } else { parts.log - 1 };
    log_below_the_note(model, &mut canvas.part(0, log_rows), log::render_above_blocks);
    let tab = model.screen.panel.tab;
    let mut row = parts.log;
    if parts.why > 0 {
        let mut block = canvas.part(row, parts.why);
        let pair = model.engine.pair_in_focus();
        let word = pair.map_or("", |pair| pair.pair_result.outcome.word());
        head(model, &mut block, &format!("why {word}"), Action::ShowWhy, tab == Tab::Why);
        if tab == Tab::Why {
            why::render(model, of_arena, &mut block.below(1));
        } else {
            block.may_wait();
            why::in_brief(model, &mut block.below(1));
        }
        row += parts.why;
    }
    if parts.methods > 0 {
        let mut block = canvas.part(row, parts.methods);
        head(model, &mut block, "what the methods say", Action::ShowMethods, false);
        block.may_wait();
        methods::in_brief(model, &mut block.below(1));
        row += parts.methods;
    }
    if parts.object > 0 {
        let mut block = canvas.part(row, parts.object);
        let selected = model.engine.sandbox().selection();
        let name = selected.map_or_else(String::new, |(_, object)| format!(" {}", object.name));
        head(model, &mut block, &format!("object{name}"), Action::ShowObject, tab == Tab::Object);
        object::render(model, &mut block.below(1));
    }
    if parts.has_keys {
        let from = canvas.rows().saturating_sub(1 + OPENING_KEYS);
        log::first_keys(model, canvas, from, OPENING_KEYS);
    }
}

/// The row of the panel's body where the form of the object begins, in a panel with two columns.
pub(super) fn object_row(layout: Layout) -> Option<[u16; 2]> {
    let body = layout.panel_body_rows();
    let rows = if body >= OBJECT_FROM { OBJECT_ROWS } else { layout.view_rows() + 1 };
    (layout.second_cols > 0).then(|| [body.saturating_sub(rows) + 1, rows - 1])
}

impl Parts {
    /// `None` if the log has all rows.
    fn of(model: Model<'_>, canvas: &PanelCanvas<'_>, layout: Layout) -> Option<Self> {
        let (rows, tab) = (canvas.rows(), model.screen.panel.tab);
        let whole = Self { log: rows, why: 0, methods: 0, object: 0, has_keys: false };
        if layout.panel == PanelPlace::Over || rows < WHY_FROM {
            return None;
        }
        let tells = may_tell(model);
        if layout.second_cols == 0 {
            return tells.then(|| Self::in_one_column(model, canvas, whole));
        }
        let focused = layout.view_rows() + 1;
        let parts = match tab {
            Tab::Why => Self { log: rows - focused, why: focused, ..whole },
            Tab::Object if rows < OBJECT_FROM => {
                Self { log: rows - focused, object: focused, ..whole }
            }
            _ => {
                let why = if tells { WHY_ROWS } else { 0 };
                let object = if rows >= OBJECT_FROM { OBJECT_ROWS } else { 0 };
                Self { log: rows - why - object, why, object, ..whole }
            }
        };
        (parts.log < rows).then_some(parts)
    }

    fn in_one_column(model: Model<'_>, canvas: &PanelCanvas<'_>, whole: Self) -> Self {
        let rows = whole.log;
        let has_methods = rows >= METHODS_FROM;
        if model.log().is_as_opened() && model.engine.log_query().text.is_empty() {
            let why = WHY_ROWS.min(2 + why::rows_in_brief(model, canvas.cols()));
            let most = rows.saturating_sub(why + OPENING_FOOT);
            let log = (log::rows_at_opening(model, canvas) + note::rows(model, canvas)).min(most);
            let rest = most - log;
            let methods = if has_methods && rest + 1 >= METHODS_ROWS { rest } else { 0 };
            return Self { log, why, methods, has_keys: true, ..whole };
        }
        let methods = if has_methods { METHODS_ROWS + (rows - METHODS_FROM) / 2 } else { 0 };
        Self { log: rows - WHY_ROWS - methods, why: WHY_ROWS, methods, ..whole }
    }
}

/// The rule above a block, with the key that leads there; its caption is bold while keys are about
/// it.
fn head(
    model: Model<'_>,
    canvas: &mut PanelCanvas<'_>,
    caption: &str,
    key: Action,
    has_keys: bool,
) {
    let branch = canvas.glyphs.border[1];
    let key = model.input.keymap.named(key);
    canvas.rule(0, branch, [caption, &key]);
    if has_keys {
        canvas.put(0, 2, caption, crate::view::Theme::selected(canvas.theme.accent));
    }
}

/// Draws the second column, from the tabs down.
pub(super) fn second_column(model: Model<'_>, canvas: &mut PanelCanvas<'_>, arena: Rect) {
    tabs_of_second(model, canvas);
    let tab = model.screen.panel.tab;
    let mut body = canvas.below(1);
    let mut row = 0;
    if may_tell(model) || tab == Tab::Methods && !model.engine.is_covering() {
        row = methods::rows_of_all(model, &body).min(body.rows());
        let mut block = body.part(0, row);
        if tab != Tab::Methods {
            block.may_wait();
        }
        methods::render(model, &mut block);
    }
    let listed = signs::in_picture(model, &body, arena);
    let count = u16::try_from(listed.len()).unwrap_or(u16::MAX);
    if count > 0 && row + count < body.rows() {
        let mut block = body.part(row, count + 1);
        head(model, &mut block, "signs in this picture", Action::ShowSigns, tab == Tab::Signs);
        signs::write(model, &mut block.below(1), &listed);
        row += count + 2;
    }
    if row + KEYS_ROWS <= body.rows() {
        let mut block = body.part(row, KEYS_ROWS);
        head(model, &mut block, "keys", Action::Help, false);
        keys(model, &mut block.below(1));
    }
}

fn keys(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let selected = model.engine.sandbox().selection();
    let name = selected.map_or_else(|| "it".to_owned(), |(_, object)| object.name.to_string());
    let pair = model.engine.pair_in_focus().filter(|_| !model.engine.is_covering());
    let why = pair.map_or_else(String::new, |pair| format!(" {}", pair.pair_result.outcome.word()));
    let scenes = gallery().len();
    let rows = [
        (Action::ShowWhy, format!("why{why}?")),
        (Action::ToggleMap, format!("map: what if {name} were there?")),
        (Action::Open, format!("{scenes} scenes, {BUILTIN_LESSONS} lessons")),
        (Action::CommandLine, "type a command".to_owned()),
        (Action::Quit, "quit".to_owned()),
    ];
    for (row, (action, text)) in (0..).zip(rows) {
        let end = canvas.put(row, 1, &model.input.keymap.named(action), canvas.theme.key);
        canvas.put(row, (end + 1).max(4), &text, TEXT);
    }
}
