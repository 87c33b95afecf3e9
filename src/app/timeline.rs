//! The timeline: when and where it is shown.
//!
//! [`crate::view`] draws it, and [`super::mouse`] handles the mouse on it.

use super::{Layout, Model, Pane, PanelPlace};
use hitscan_core::engine::{FrameScale, Timeline};

/// Where the timeline is: in the last row of the arena and its ruler, which then holds nothing else,
/// or on a small screen below the headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelinePlace {
    /// The row of the screen.
    pub row: u16,
    /// How many columns it takes, from the first one on.
    pub cols: u16,
    /// The column where the line starts.
    pub line_from: u16,
    /// How many columns the line has.
    pub line_cols: u16,
    /// Which frame is where on the line.
    pub scale: FrameScale,
}

impl TimelinePlace {
    /// Blank columns: before and after both numbers.
    const BLANKS: usize = 4;

    /// Its place on the screen; `None` while there is no timeline.
    pub(super) fn on_screen(model: Model<'_>) -> Option<Self> {
        Self::of(model, model.screen.layout()?)
    }

    /// Its place in this layout; `None` while there is no timeline.
    pub fn of(model: Model<'_>, layout: Layout) -> Option<Self> {
        if !is_shown(model) {
            return None;
        }
        let (row, cols) = match layout.panel {
            PanelPlace::Beside => {
                (Layout::ARENA_ROW + layout.arena_rows() - 1, layout.panel_at() - 1)
            }
            PanelPlace::Over if has_free_status(model) => (layout.rows - 2, layout.cols),
            PanelPlace::Over => return None,
        };
        let history = model.engine.history();
        let (first, last) = (history.frame_at(0)?, history.last_frame());
        let [before, after] = [first, last].map(|frame| frame.to_string().len());
        let line_cols = usize::from(cols).checked_sub(before + after + Self::BLANKS)?;
        Some(Self {
            row,
            cols,
            line_from: u16::try_from(before + Self::BLANKS / 2).ok()?,
            line_cols: u16::try_from(line_cols).ok()?,
            scale: FrameScale::new(first, last, line_cols)?,
        })
    }

    /// The timeline to draw there.
    pub fn timeline(&self, model: Model<'_>) -> Timeline {
        Timeline::of(model.engine, self.scale)
    }

    /// Whether it covers a screen cell.
    pub(super) const fn contains(&self, col: u16, row: u16) -> bool {
        row == self.row && col < self.cols
    }

    /// The bin at a screen column; beside the line, the nearest bin.
    pub(super) fn bin_at(&self, col: u16) -> usize {
        usize::from(col.saturating_sub(self.line_from).min(self.line_cols.saturating_sub(1)))
    }
}

/// Whether the timeline is shown: when a frame other than the last is in view, after playing, or
/// when a game is over. Edits alone do not count, and while a question waits other frames must not
/// be revealed.
fn is_shown(model: Model<'_>) -> bool {
    let (engine, history) = (model.engine, model.engine.history());
    let is_asked = model.is_lab_asking() || engine.covers_all();
    let is_back = engine.focus().is_looking() || history.position() < history.len();
    let is_paused = model.screen.has_played && !engine.is_playing();
    let is_over = engine.game_over_in_focus().is_some();
    !is_asked && (is_back || is_paused || is_over)
}

/// Whether the row below the headline of a small screen is free.
fn has_free_status(model: Model<'_>) -> bool {
    let is_asked = model.asks_for_prediction() || model.probed().is_some();
    let is_written = model.screen.message.is_some() || model.input.prompt.is_some();
    !is_asked && !is_written && model.screen.pane != Pane::Form
}
