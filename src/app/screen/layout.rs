//! Where everything is on the screen, in cells.
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
//!
//! On a small screen the arena has the full width, and pair and verdict are in a row above the
//! status. A view of the panel lies over the arena while it is open.
//!
//! ```text
//! | header                     |
//! |    ruler                   |
//! | r |                        |
//! | u |                        |
//! | pair  verdict              |
//! | status                     |
//! | keys                       |
//! ```

use hitscan_core::command::{Layer, WhySubject};
use hitscan_core::engine::LineId;
use ratatui::layout::{Position, Rect};

use super::super::Action;
use super::Tab;

/// Rows of the panel above its body: tabs, pair, verdict, rule.
const PANEL_HEAD: u16 = 4;
/// The same for a view over the arena: tabs, and a rule if there are enough rows.
const OVER_HEAD: u16 = 2;
/// The fewest screen rows on which a view over the arena has a rule.
const RULE_ROWS: u16 = 12;
/// If its body has this many rows, the panel shows the log below any other view.
const SPLIT_ROWS: u16 = 28;
/// A rule and the goal of a lesson.
const GOAL_ROWS: u16 = 4;
/// The fewest rows of a panel's body that can include the goal of a lesson.
const LEAST_WITH_GOAL: u16 = 8;
/// The fewest rows of a panel's body above the note of a scene.
const LEAST_WITH_NOTE: u16 = 10;
/// The columns of the panel on a small screen, and of its second column on a large one.
const NARROW: u16 = 32;
const EACH_OF_TWO: u16 = 42;
/// From these screen widths on, the panel may have 46 and 60 columns.
const USUAL_FROM: u16 = 100;
const WIDEST_FROM: u16 = 240;
/// The smallest screen with room for a second column of the panel.
const TWO_FROM: (u16, u16) = (160, 40);
/// Header, ruler, status and keys.
const FRAME_ROWS: u16 = 4;

/// Where everything is on a screen of a given size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns of the screen.
    pub cols: u16,
    /// Rows of the screen.
    pub rows: u16,
    /// Where the panel is.
    pub panel: PanelPlace,
    /// Columns of the panel, without the separator to its left; of its first column, if it has two.
    pub panel_cols: u16,
    /// Columns of its second column, without the separator to its left; 0 if it has one.
    pub second_cols: u16,
    /// Rows below every view of the panel: a rule and the goal of a lesson, in a course.
    pub goal_rows: u16,
    /// Rows of a scene's note below a view, with a rule above it.
    pub note_rows: u16,
}

/// How much of a wide screen the panel takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelWidth {
    /// One column, as wide as is usual.
    #[default]
    Usual,
    /// One column of so many cells.
    Cols(u16),
    /// Two columns.
    Two,
}

/// Where the panel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// Beside the arena.
    Beside,
    /// Over the arena, while a view of it is open.
    Over,
}

impl Layout {
    /// The smallest size that has a layout: columns, rows.
    pub const LEAST: (u16, u16) = (30, 8);
    /// The smallest size with the panel beside the arena.
    pub const LEAST_BESIDE: (u16, u16) = (60, 16);
    /// Columns of the ruler on the left.
    pub const RULER_COLS: u16 = 4;
    /// The first row of the arena, below header and ruler.
    pub const ARENA_ROW: u16 = 2;

    /// The layout of a screen; `None` if it is too small.
    pub const fn of(cols: u16, rows: u16) -> Option<Self> {
        if cols < Self::LEAST.0 || rows < Self::LEAST.1 {
            return None;
        }
        if cols < Self::LEAST_BESIDE.0 || rows < Self::LEAST_BESIDE.1 {
            return Some(Self {
                cols,
                rows,
                panel: PanelPlace::Over,
                panel_cols: cols,
                second_cols: 0,
                goal_rows: 0,
                note_rows: 0,
            });
        }
        // Wide screens give their width to the arena; a panel line of more than about fifty columns
        // is hard to read.
        let panel_cols = if cols < USUAL_FROM { NARROW } else { 46 };
        let panel = PanelPlace::Beside;
        Some(Self { cols, rows, panel, panel_cols, second_cols: 0, goal_rows: 0, note_rows: 0 })
    }

    /// The column of the panel in which the text behind a badge starts.
    pub const BEHIND_BADGE: u16 = 7;

    /// The columns of the message behind a badge, without the space after it.
    pub const fn message_cols(&self) -> u16 {
        self.panel_cols - Self::BEHIND_BADGE - 1
    }

    /// The same layout with a panel of this width, as far as the screen leaves a choice.
    pub const fn with_panel(self, width: PanelWidth) -> Self {
        match width {
            PanelWidth::Cols(cols) if self.cols >= USUAL_FROM => {
                let most = if self.cols < WIDEST_FROM { 46 } else { 60 };
                let cols = if cols < most { cols } else { most };
                Self { panel_cols: if cols < NARROW { NARROW } else { cols }, ..self }
            }
            PanelWidth::Two if self.may_have_two() => {
                Self { panel_cols: EACH_OF_TWO, second_cols: EACH_OF_TWO, ..self }
            }
            PanelWidth::Usual | PanelWidth::Cols(_) | PanelWidth::Two => self,
        }
    }

    /// Whether the screen has room for a second column of the panel.
    pub const fn may_have_two(&self) -> bool {
        self.cols >= TWO_FROM.0 && self.rows >= TWO_FROM.1
    }

    /// The widths that a panel of one column may have, widest first.
    pub fn widths(&self) -> impl Iterator<Item = PanelWidth> {
        let widest = (self.cols >= WIDEST_FROM).then_some(60);
        let usual = if self.cols < USUAL_FROM { NARROW } else { 46 };
        widest.into_iter().chain((NARROW..=usual).rev()).map(PanelWidth::Cols)
    }

    /// The screen column where the panel begins, right of its separator.
    pub const fn panel_at(&self) -> u16 {
        let second = if self.second_cols > 0 { self.second_cols + 1 } else { 0 };
        self.cols - self.panel_cols - second
    }

    /// The same layout with the goal of a lesson, if a view keeps enough rows.
    pub const fn with_goal(self) -> Self {
        let goal_rows = if self.panel_body_rows() < LEAST_WITH_GOAL { 0 } else { GOAL_ROWS };
        Self { goal_rows, ..self }
    }

    /// The same layout with a scene's note of this many lines, if a view keeps enough rows. With two
    /// columns the log stays in view with the whole note.
    pub const fn with_note(self, lines: u16) -> Self {
        let has_room = self.panel_body_rows() > LEAST_WITH_NOTE + lines && self.second_cols == 0;
        let is_beside = matches!(self.panel, PanelPlace::Beside);
        Self { note_rows: if has_room && is_beside { lines + 1 } else { 0 }, ..self }
    }

    /// Columns of the arena, without its ruler.
    pub const fn arena_cols(&self) -> u16 {
        match self.panel {
            PanelPlace::Beside => self.panel_at() - 1 - Self::RULER_COLS,
            PanelPlace::Over => self.cols - Self::RULER_COLS,
        }
    }

    /// Rows of the arena, without its ruler.
    pub const fn arena_rows(&self) -> u16 {
        match self.panel {
            PanelPlace::Beside => self.rows - FRAME_ROWS,
            // Pair and verdict are below it.
            PanelPlace::Over => self.rows - FRAME_ROWS - 1,
        }
    }

    /// Rows of the panel above its body.
    pub const fn panel_head_rows(&self) -> u16 {
        match self.panel {
            PanelPlace::Beside => PANEL_HEAD,
            PanelPlace::Over if self.rows < RULE_ROWS => 1,
            PanelPlace::Over => OVER_HEAD,
        }
    }

    /// Rows of a view other than the log: the whole body, or its upper part if there is also room
    /// for the log.
    pub const fn view_rows(&self) -> u16 {
        let body = self.panel_body_rows();
        // The upper view gets a little more than half.
        if self.has_room_for_log() { body * 5 / 8 } else { body }
    }

    /// Whether there is room for the log below another view.
    pub const fn has_room_for_log(&self) -> bool {
        self.panel_body_rows() >= SPLIT_ROWS
    }

    /// Rows of the panel's body, below pair and verdict.
    pub const fn panel_body_rows(&self) -> u16 {
        self.arena_rows() + 1 - self.panel_head_rows() - self.goal_rows - self.note_rows
    }
}

/// Where everything is while the picker of scenes is open, in place of arena and panel.
///
/// ```text
/// | open  a scene                                                 1 of 39 |
/// | ----------------------------------------------------------------------|
/// |  group                3 |                                             |
/// | > name     title        |  the picture of the chosen scene            |
/// |   name     title        |                                             |
/// |   ...                   | ------------------------------------------- |
/// |                         |  its note                                   |
/// | find: ...                                                             |
/// | keys                                                                  |
/// ```
///
/// On a small screen the list has only names: the picture needs the width more than the titles do.
/// The first row then has the chosen title, as it does wherever the list cuts the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickerLayout {
    /// Columns of the list.
    pub list_cols: u16,
    /// Rows of the list.
    pub list_rows: u16,
    /// Columns of the picture and of the note.
    pub preview_cols: u16,
    /// Rows of the picture.
    pub preview_rows: u16,
    /// Rows of the note.
    pub note_rows: u16,
    /// Rows below the list that explain its signs, including a rule above them.
    pub legend_rows: u16,
}

impl PickerLayout {
    /// The fewest screen columns for a list with titles.
    pub const WHOLE_TITLES: u16 = 76;

    /// The layout for a screen; `None` if it is too small for any.
    pub const fn of(cols: u16, rows: u16) -> Option<Self> {
        match Layout::of(cols, rows) {
            Some(layout) => Some(layout.picker()),
            None => None,
        }
    }
}

impl Layout {
    /// The layout of the picker on this screen.
    pub const fn picker(&self) -> PickerLayout {
        // On a wide screen, the note also has the scene's name, method and source.
        let note_rows = if self.cols < PickerLayout::WHOLE_TITLES { 4 } else { 5 };
        // Names have 16 characters and a margin; titles about 40. A small screen has no room for a
        // picture.
        let list_cols = match self.cols {
            _ if matches!(self.panel, PanelPlace::Over) => self.cols,
            ..PickerLayout::WHOLE_TITLES => 22,
            76..=120 => self.cols / 2,
            _ => 60,
        };
        self.picker_with(list_cols, note_rows, 0)
    }

    /// The layout of the list of lessons on this screen.
    pub const fn lessons(&self) -> PickerLayout {
        // A number, a sign, a title of 23 columns and points; on a wider screen also a bar.
        let (list_cols, legend_rows) = match self.cols {
            _ if matches!(self.panel, PanelPlace::Over) => (self.cols, 0),
            ..PickerLayout::WHOLE_TITLES => (38, 2),
            76..=120 => (50, 2),
            _ => (60, 2),
        };
        let note_rows = match self.rows {
            ..20 => 5,
            20..30 => 6,
            _ => 9,
        };
        self.picker_with(list_cols, note_rows, legend_rows)
    }

    const fn picker_with(&self, list_cols: u16, note_rows: u16, legend_rows: u16) -> PickerLayout {
        // There is a rule below the header.
        let list_rows = self.rows - FRAME_ROWS - legend_rows;
        PickerLayout {
            list_cols,
            list_rows,
            preview_cols: (self.cols - list_cols).saturating_sub(1),
            preview_rows: list_rows.saturating_sub(note_rows + 1),
            note_rows,
            legend_rows,
        }
    }
}

// Screen regions that respond to the mouse. The view adds them; what a click does is defined
// elsewhere.

/// What a region stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HitRegion {
    /// The name of a view of the panel.
    Tab(Tab),
    /// A line of the log: a record, by its number.
    Line(LineId),
    /// A row of Methods: a page of Why.
    Page(WhySubject),
    /// A layer of the map.
    Layer(Layer),
    /// A line of a page of Why, by the number of its sentence.
    Sentence(usize),
    /// A row of the form, counted from 0.
    Row(usize),
    /// A row of the palette, counted from 0.
    Palette(usize),
    /// A row of the menu that a prefix key opens.
    Following(Action),
    /// A scene in the picker, by its place among the matches, counted from 0.
    Scene(usize),
}

/// The hit regions of a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitRegions {
    hit_regions: Vec<(Rect, HitRegion)>,
    can_wait: Vec<Rect>,
}

impl HitRegions {
    /// Adds a region.
    pub fn put(&mut self, area: Rect, spot: HitRegion) {
        self.hit_regions.push((area, spot));
    }

    /// Adds a part of the picture that a slow line may show later.
    pub fn let_wait(&mut self, part: Rect) {
        self.can_wait.push(part);
    }

    /// The parts that may be shown later.
    pub fn can_wait(&self) -> &[Rect] {
        &self.can_wait
    }

    /// The region at a screen cell, counted from the top left corner. Later regions lie over
    /// earlier ones.
    pub fn at(&self, col: u16, row: u16) -> Option<HitRegion> {
        let found =
            self.hit_regions.iter().rfind(|(area, _)| area.contains(Position::new(col, row)));
        found.map(|(_, spot)| *spot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_design_sizes_are_laid_out_as_designed() {
        let small = Layout::of(80, 24).expect("fits");
        assert_eq!((small.arena_cols(), small.arena_rows(), small.panel_cols), (43, 20, 32));
        let large = Layout::of(120, 40).expect("fits");
        assert_eq!((large.arena_cols(), large.arena_rows(), large.panel_cols), (69, 36, 46));
        assert_eq!((small.view_rows(), large.view_rows()), (17, 20));
        assert_eq!(Layout::of(29, 24), None);
        assert_eq!(Layout::of(80, 7), None);
        let tiny = Layout::of(48, 14).expect("fits");
        assert_eq!((tiny.arena_cols(), tiny.arena_rows(), tiny.view_rows()), (44, 9, 8));
        let least = Layout::of(30, 8).expect("fits");
        assert_eq!((least.arena_cols(), least.arena_rows(), least.view_rows()), (26, 3, 3));
        for (cols, rows) in [(59, 16), (60, 15)] {
            let layout = Layout::of(cols, rows).expect("fits");
            assert_eq!((layout.panel, layout.arena_cols()), (PanelPlace::Over, cols - 4));
        }
        assert!(Layout::of(u16::MAX, u16::MAX).is_some());
        for (cols, [narrowest, widest]) in
            [(99, [32, 32]), (100, [32, 46]), (239, [32, 46]), (240, [32, 60])]
        {
            let layout = Layout::of(cols, 60).expect("fits");
            let widths: Vec<_> =
                layout.widths().map(|width| layout.with_panel(width).panel_cols).collect();
            assert_eq!([widths.last(), widths.first()], [Some(&narrowest), Some(&widest)]);
        }
    }

    #[test]
    fn a_large_screen_has_room_for_two_columns_of_the_panel() {
        let two = |cols, rows| Layout::of(cols, rows).expect("fits").with_panel(PanelWidth::Two);
        let large = two(200, 60);
        assert_eq!((large.panel_cols, large.second_cols), (42, 42));
        assert_eq!((large.arena_cols(), large.panel_at()), (110, 115));
        assert_eq!(two(160, 40).second_cols, 42);
        for (cols, rows) in [(159, 40), (160, 39)] {
            assert_eq!((two(cols, rows).panel_cols, two(cols, rows).second_cols), (46, 0));
        }
    }

    #[test]
    fn previews_have_half_of_the_screen_at_80_columns() {
        let small = PickerLayout::of(80, 24).expect("fits");
        assert_eq!((small.list_cols, small.preview_cols, small.preview_rows), (40, 39, 14));
        let least = PickerLayout::of(60, 16).expect("fits");
        assert_eq!((least.list_cols, least.preview_cols, least.preview_rows), (22, 37, 7));
        let large = PickerLayout::of(120, 40).expect("fits");
        assert_eq!((large.list_cols, large.preview_cols, large.preview_rows), (60, 59, 30));
        let tiny = PickerLayout::of(30, 8).expect("fits");
        assert_eq!((tiny.list_cols, tiny.list_rows, tiny.preview_cols), (30, 4, 0));
        assert_eq!(PickerLayout::of(29, 24), None);
    }
}
