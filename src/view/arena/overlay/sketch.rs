//! What overlays add to the picture, and how it is drawn.

use std::collections::BTreeSet;

use ratatui::style::{Modifier, Style};

use crate::app::Cell;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::ArenaCanvas;
use crate::view::arena::dots;
use crate::view::arena::lasers::head;
use crate::view::arena::stroke::{GrainPoint, Stroke};
use crate::view::glyphs::Outline;
use hitscan_geom::Side;

/// What overlays add to the picture. Later pieces cover earlier ones.
pub(in crate::view::arena) struct Sketch {
    grid: Vec<Cell>,
    under: Vec<(Piece, Style)>,
    /// The line and head of each arrow over the shapes.
    arrows: Vec<(Stroke, char)>,
    marks: Vec<(Cell, Style)>,
    labels: Vec<Label>,
    tags: Vec<Tag>,
    /// The style of dots and other secondary marks.
    quiet: Style,
}

/// A piece drawn under the shapes.
#[derive(Clone, Copy)]
enum Piece {
    /// Dots along a line.
    Line(Stroke),
    /// Dots along an infinite line, except between the ends of the stroke.
    Beyond(Stroke),
    /// Dots along the four sides of a box, or along a single row or column.
    Outline(CellBox),
    /// One glyph.
    Glyph(Cell, char),
}

/// A short text, written where there is room.
struct Label {
    text: String,
    /// The cell the text belongs to.
    anchor: Cell,
    /// Whether it may stand on its anchor, rather than only beside it.
    may_cover: bool,
}

/// Letters that are always visible, preceded by an arrow head if their outline
/// is out of view.
struct Tag {
    at: Cell,
    way: Option<char>,
    letters: String,
}

impl Sketch {
    /// Makes an empty sketch.
    pub(super) fn new(canvas: &ArenaCanvas<'_>) -> Self {
        let quiet = canvas.theme.quiet;
        let (grid, under, arrows, marks, labels, tags) = Default::default();
        Self { grid, under, arrows, marks, labels, tags, quiet }
    }

    /// Adds dots along a line.
    pub(super) fn line(&mut self, stroke: Stroke) {
        self.under.push((Piece::Line(stroke), self.quiet));
    }

    /// Adds dots along the infinite line, except between the ends of the
    /// stroke.
    pub(super) fn beyond(&mut self, stroke: Stroke) {
        self.under.push((Piece::Beyond(stroke), self.quiet));
    }

    /// Adds dots along the sides of a box, or along a row or column.
    pub(super) fn outline(&mut self, cells: CellBox) {
        self.outline_in(cells, self.quiet);
    }

    /// Like [`Self::outline`], in a given style.
    pub(super) fn outline_in(&mut self, cells: CellBox, style: Style) {
        self.under.push((Piece::Outline(cells), style));
    }

    /// Adds a dot at each corner that `before` does not cover.
    pub(super) fn corners(&mut self, canvas: &ArenaCanvas<'_>, cells: CellBox, before: CellBox) {
        for corner in cells.corners().into_iter().filter(|&corner| !before.contains(corner)) {
            self.glyph(corner, canvas.glyphs.construction, self.quiet);
        }
    }

    /// Adds a glyph under the shapes.
    pub(super) fn glyph(&mut self, cell: Cell, glyph: char, style: Style) {
        self.under.push((Piece::Glyph(cell, glyph), style));
    }

    /// Adds a dot of the grid, under everything else.
    pub(super) fn grid_dot(&mut self, cell: Cell) {
        self.grid.push(cell);
    }

    /// Draws the grid.
    pub(in crate::view::arena) fn draw_grid(&self, canvas: &mut ArenaCanvas<'_>) {
        for &cell in &self.grid {
            canvas.put(cell, canvas.glyphs.tick, self.quiet);
        }
    }

    /// Adds an important point over the shapes.
    pub(super) fn mark(&mut self, cell: Cell, style: Style) {
        self.marks.push((cell, style.add_modifier(Modifier::BOLD)));
    }

    /// Adds an arrow along a line, over the shapes.
    pub(super) fn arrow(&mut self, canvas: &ArenaCanvas<'_>, stroke: Stroke) {
        let head = head(canvas.glyphs, stroke.heading(), stroke.senses());
        self.arrows.push((stroke, head));
    }

    /// Adds an arrow over the shapes that starts in `from`, points in the
    /// direction of `side` and is `length` cells long, at least one.
    pub(super) fn arrow_to(
        &mut self,
        canvas: &ArenaCanvas<'_>,
        from: Cell,
        side: Side,
        length: i64,
    ) {
        let (cols, rows) = match side {
            Side::Left => (-1, 0),
            Side::Top => (0, -1),
            Side::Right => (1, 0),
            Side::Bottom => (0, 1),
        };
        let way = (length - 1).max(0);
        let to = Cell { col: from.col + cols * way, row: from.row + rows * way };
        let [start, end] = [from, to].map(|cell| GrainPoint::in_middle(&canvas.view, cell));
        let stroke = Stroke::new(&canvas.view, start, end);
        let head = head(canvas.glyphs, side.axis(), [cols, rows]);
        self.arrows.push((stroke, head));
    }

    /// Adds a short text in the middle of its anchor with a blank on each side,
    /// or else beside it.
    pub(super) fn label_on(&mut self, anchor: Cell, text: &str) {
        self.labels.push(Label { text: format!(" {text} "), anchor, may_cover: true });
    }

    /// Adds a short text beside its anchor.
    pub(super) fn label_beside(&mut self, anchor: Cell, text: impl Into<String>) {
        self.labels.push(Label { text: text.into(), anchor, may_cover: false });
    }

    /// Adds the letters of an outline, written over everything else at `at`, or
    /// to the right of letters already there. If `at` is out of view, they go
    /// to the edge of the view with the arrow head `way`.
    pub(super) fn tag(&mut self, at: Cell, way: Option<char>, letters: String) {
        self.tags.push(Tag { at, way, letters });
    }

    /// Draws the pieces under the shapes.
    pub(in crate::view::arena) fn draw_under(&self, canvas: &mut ArenaCanvas<'_>) {
        let dot = canvas.glyphs.construction;
        for &(piece, style) in &self.under {
            match piece {
                Piece::Line(stroke) => {
                    stroke.cells().for_each(|(cell, _)| canvas.put(cell, dot, style));
                }
                Piece::Beyond(stroke) => {
                    stroke.beyond().for_each(|cell| canvas.put(cell, dot, style));
                }
                Piece::Outline(cells) if canvas.glyphs.lines == Outline::Dots => {
                    dots::draw_sparse_box(canvas, &cells, style);
                }
                Piece::Outline(cells) => draw_outline(canvas, &cells, dot, style),
                Piece::Glyph(cell, glyph) => canvas.put(cell, glyph, style),
            }
        }
    }

    /// Draws the arrows and important points over the shapes.
    pub(in crate::view::arena) fn draw_over(&self, canvas: &mut ArenaCanvas<'_>) {
        let style = canvas.theme.contact;
        for &(stroke, head) in &self.arrows {
            for (cell, run) in stroke.cells() {
                canvas.put(cell, stroke.glyph(canvas.glyphs, run), style);
            }
            canvas.put(stroke.end(), head, style);
        }
        for &(cell, style) in &self.marks {
            canvas.put(cell, canvas.glyphs.vertex, style);
        }
    }

    /// Writes the labels that fit. A label without room is dropped, since a
    /// half-hidden number would mislead.
    pub(in crate::view::arena) fn write(&self, canvas: &mut ArenaCanvas<'_>) {
        let mut taken = BTreeSet::new();
        for Tag { at, way, letters } in &self.tags {
            let before = i64::from(way.is_some());
            let len = before + i64::try_from(letters.chars().count()).unwrap_or_default();
            let last = canvas.last();
            let row = at.row.min(last.row).max(0);
            let cells = |col: i64| (col..col + len).map(move |col| Cell { col, row });
            let first = at.col.min(last.col + 1 - len).max(0);
            let is_free = |&col: &i64| cells(col).all(|cell| !taken.contains(&cell));
            let Some(col) = (first..=last.col).find(is_free) else { continue };
            // Lighter than the heads of arrows that start in view.
            if let Some(way) = *way {
                canvas.put(Cell { col, row }, way, Style::new());
            }
            let col_of_letters = col + before;
            canvas.put_text(Cell { col: col_of_letters, row }, letters, canvas.theme.title);
            taken.extend(cells(col));
        }
        for label in &self.labels {
            if !canvas.shows(label.anchor) {
                continue;
            }
            let len = i64::try_from(label.text.len()).unwrap_or_default();
            let Some(at) = label.place(canvas, &taken) else { continue };
            canvas.put_text(at, &label.text, Style::new());
            taken.extend((at.col - 1..=at.col + len).map(|col| Cell { col, ..at }));
        }
    }
}

impl Label {
    /// The free position nearest to the anchor.
    fn place(&self, canvas: &ArenaCanvas<'_>, taken: &BTreeSet<Cell>) -> Option<Cell> {
        const ROWS: i64 = 2;
        const COLUMNS: i64 = 4;
        let len = i64::try_from(self.text.len()).unwrap_or_default();
        let starts = (-ROWS..=ROWS)
            .flat_map(|down| (-len - COLUMNS + 1..=COLUMNS).map(move |right| (down, right)));
        let ranked = starts.filter_map(|(down, right)| {
            // Columns between the text and the anchor, and the distance from
            // the anchor to the middle of the text.
            let beside = right.max(1 - len - right).max(0);
            let off_middle = (2 * right + len - 1).abs();
            let covers = beside == 0 && down == 0;
            let distance = 2 * down.abs() + beside;
            let rank = (distance, off_middle, down, right);
            (self.may_cover || !covers).then_some((rank, down, right))
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_unstable();
        let places = ranked.into_iter().map(|(_, down, right)| Cell {
            col: self.anchor.col + right,
            row: self.anchor.row + down,
        });
        { places }.find(|&at| is_free(canvas, at, &self.text, taken))
    }
}

/// Whether a text fits at `at` without running into neighbouring characters
/// that could be read as part of it.
fn is_free(canvas: &ArenaCanvas<'_>, at: Cell, text: &str, taken: &BTreeSet<Cell>) -> bool {
    let own = canvas.glyphs;
    let is_blank = |glyph| [' ', own.tick, own.construction, own.hatch].contains(&glyph);
    let cells = (at.col..).map(|col| Cell { col, ..at }).zip(text.chars());
    let all_blank = { cells }
        .all(|(cell, _)| canvas.glyph_at(cell).is_some_and(is_blank) && !taken.contains(&cell));
    let end = at.col + i64::try_from(text.len()).unwrap_or_default();
    let is_apart = |col: i64, edge: Option<char>| {
        let beside = canvas.glyph_at(Cell { col, ..at }).unwrap_or(' ');
        match edge {
            Some(' ') => true,
            // Nothing that could be read as a sign or a decimal point.
            Some(edge) if edge.is_ascii_digit() => {
                [' ', canvas.glyphs.vertical, canvas.glyphs.hatch].contains(&beside)
            }
            _ => !beside.is_ascii_alphanumeric() && !['+', '-'].contains(&beside),
        }
    };
    all_blank
        && is_apart(at.col - 1, text.chars().next())
        && is_apart(end, text.chars().next_back())
}

fn draw_outline(canvas: &mut ArenaCanvas<'_>, cells: &CellBox, dot: char, style: Style) {
    let Some(seen) = cells.in_view(canvas) else { return };
    for row in [cells.top, cells.bottom] {
        (seen.left..=seen.right).for_each(|col| canvas.put(Cell { col, row }, dot, style));
    }
    for col in [cells.left, cells.right] {
        (seen.top..=seen.bottom).for_each(|row| canvas.put(Cell { col, row }, dot, style));
    }
}
