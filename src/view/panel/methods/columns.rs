//! Where answers and their marks stand: in a narrow panel names have columns 1 to 17, answers about
//! the motion end at 28, and their marks are in 30. An answer is never cut: where it needs more
//! room, the name before it is.

use ratatui::style::Style;

use super::{Model, PanelCanvas, in_games};
use crate::view::text::cells_of;
use hitscan_core::methods::Method;

/// The columns of the answers, which depend only on the width of the panel.
#[derive(Clone, Copy)]
pub(super) struct AnswerColumns {
    /// Where exact answers begin.
    pub(super) exact: u16,
    /// Where those in floating-point numbers begin.
    pub(super) f32: u16,
    /// From there to the mark.
    pub(super) to_mark: u16,
    /// Whether answers about the motion begin below the exact ones, rather than end together.
    is_wide: bool,
    /// The last column, which stays blank.
    last: u16,
}

/// The narrowest panel with two blank columns between its columns.
const WIDE_FROM: u16 = 42;
/// Where answers about the motion end in a narrow panel.
const SIDES_END: u16 = 29;
/// From the end of an answer to the column after its mark.
const MARK_COLS: u16 = 2;

impl AnswerColumns {
    pub(super) const fn of(canvas: &PanelCanvas<'_>) -> Self {
        let last = canvas.cols() - 1;
        if canvas.cols() >= WIDE_FROM {
            Self { exact: 20, f32: 29, to_mark: 6, is_wide: true, last }
        } else {
            Self { exact: 18, f32: 25, to_mark: 5, is_wide: false, last }
        }
    }

    /// Where an answer begins below the exact ones, further left if it would be cut.
    pub(super) fn beginning(self, said: &str) -> u16 {
        let cells = u16::try_from(cells_of(format_args!("{said}"))).unwrap_or(u16::MAX);
        self.exact.min(self.last.saturating_sub(MARK_COLS).saturating_sub(cells))
    }

    /// The place of an answer about the motion, with so many cells of text behind its mark.
    pub(super) fn side(self, said: &str, behind: u16) -> SideAnswer {
        let cells = u16::try_from(cells_of(format_args!("{said}"))).unwrap_or(u16::MAX);
        let most = self.last.saturating_sub(MARK_COLS + behind);
        let end = if self.is_wide {
            self.exact.saturating_add(cells).min(most)
        } else {
            SIDES_END.min(most)
        };
        let col = end.saturating_sub(cells);
        SideAnswer { col, mark_col: end + 1, said: said.to_owned() }
    }
}

/// An answer about the motion.
pub(super) struct SideAnswer {
    col: u16,
    /// The column of its mark.
    pub(super) mark_col: u16,
    said: String,
}

impl SideAnswer {
    /// The answer of a method, in a row that has its name already: cuts the name if the answer needs
    /// the room, and writes behind the mark that the scene responds by the method, if it does.
    pub(super) fn of(
        model: Model<'_>,
        canvas: &mut PanelCanvas<'_>,
        row: u16,
        method: Method,
        said: &str,
    ) -> Self {
        let word = in_games::says_that_it_responds(model, method);
        let cells = u16::try_from(word.len()).unwrap_or_default();
        let behind = if word.is_empty() { 0 } else { cells + 1 };
        let answer = AnswerColumns::of(canvas).side(said, behind);
        canvas.put(row, answer.mark_col + MARK_COLS, word, canvas.theme.quiet);
        let name_end = 1 + u16::try_from(method.id().len()).unwrap_or_default();
        if answer.col <= name_end {
            let sign = canvas.glyphs.cut;
            let sign_cols = u16::try_from(sign.chars().count()).unwrap_or_default();
            let from = answer.col.saturating_sub(1 + sign_cols);
            let blanks = " ".repeat(usize::from(name_end.saturating_sub(from)));
            let style = super::TEXT;
            canvas.put(row, from, &blanks, style);
            canvas.put(row, from, sign, style);
        }
        answer
    }

    pub(super) fn put(&self, canvas: &mut PanelCanvas<'_>, row: u16, style: Style) {
        canvas.put(row, self.col, &self.said, style);
    }
}
