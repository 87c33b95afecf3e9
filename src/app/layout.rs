//! Where things stand on the screen, in cells.
//!
//! ```text
//! | header                                                                |
//! |    ruler                                     | panel: tabs            |
//! | r |                                          |        pair            |
//! | u |                                          |        verdict         |
//! | l |                                          |        ----            |
//! | e |                                          |                        |
//! | r |                                          |                        |
//! | status                                                                |
//! | keys                                                                  |
//! ```

/// Rows of the panel above its body: tabs, pair, verdict, rule.
const PANEL_HEAD: u16 = 4;
/// From this many rows of its body on, the log stands under any other view.
const SPLIT_ROWS: u16 = 28;
/// Header, ruler, status and keys.
const FRAME_ROWS: u16 = 4;

/// Where things stand on a screen of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns of the screen.
    pub cols: u16,
    /// Rows of the screen.
    pub rows: u16,
    /// Columns of the panel, without the separator to its left.
    pub panel_cols: u16,
}

impl Layout {
    /// The least size there is a layout for: columns, rows.
    pub const LEAST: (u16, u16) = (60, 16);
    /// Columns of the ruler at the left.
    pub const RULER_COLS: u16 = 4;

    /// The layout of a screen; `None` when it is too small.
    #[must_use]
    pub const fn of(cols: u16, rows: u16) -> Option<Self> {
        if cols < Self::LEAST.0 || rows < Self::LEAST.1 {
            return None;
        }
        // Wide screens give their width to the arena; a panel line of more than
        // some fifty columns is hard to read.
        let panel_cols = match cols {
            0..=80 => 32,
            81..=120 => 32 + (cols - 80) * 14 / 40,
            _ => 46 + (if cols > 200 { 80 } else { cols - 120 }) / 8,
        };
        Some(Self { cols, rows, panel_cols })
    }

    /// Columns of the arena, without its ruler.
    #[must_use]
    pub const fn arena_cols(&self) -> u16 {
        self.cols - self.panel_cols - 1 - Self::RULER_COLS
    }

    /// Rows of the arena, without its ruler.
    #[must_use]
    pub const fn arena_rows(&self) -> u16 {
        self.rows - FRAME_ROWS
    }

    /// Rows of a view other than the log: the body, or the upper part of it
    /// where there is room for the log too.
    #[must_use]
    pub const fn view_rows(&self) -> u16 {
        let body = self.panel_body_rows();
        // The view above gets a little more than half.
        if body < SPLIT_ROWS { body } else { body * 5 / 8 }
    }

    /// Rows of the panel's body, under pair and verdict.
    #[must_use]
    pub const fn panel_body_rows(&self) -> u16 {
        self.rows - FRAME_ROWS + 1 - PANEL_HEAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sizes_of_the_design_are_as_designed() {
        let small = Layout::of(80, 24).expect("fits");
        assert_eq!((small.arena_cols(), small.arena_rows(), small.panel_cols), (43, 20, 32));
        let large = Layout::of(120, 40).expect("fits");
        assert_eq!((large.arena_cols(), large.arena_rows(), large.panel_cols), (69, 36, 46));
        assert_eq!((small.view_rows(), large.view_rows()), (17, 20));
        assert_eq!(Layout::of(59, 24), None);
        assert!(Layout::of(u16::MAX, u16::MAX).is_some());
    }
}
