//! Highlights what the chosen line of Why is about: in accent and bold. Shared cells and contacts
//! keep their colour.

use std::cmp::Ordering;

use ratatui::style::{Modifier, Style};

use super::axis_bars::{Bars, columns, decimal, in_arena};
use super::boxes::CellBox;
use super::canvas::ArenaCanvas;
use super::{lasers, polygons};
use crate::app::{Cell, Explained};
use crate::view::theme::Theme;
use hitscan_core::words::why::PairPart;
use hitscan_geom::{Axis, Operand, Shape, Side, Sides};

pub(super) fn draw(canvas: &mut ArenaCanvas<'_>, explained: &Explained) {
    let Some(part) = explained.part else { return };
    let shape = |of| match of {
        Operand::A => &explained.pair.a.shape,
        Operand::B => &explained.pair.b.shape,
    };
    match part {
        PairPart::Gap(axis) => draw_gap(canvas, explained, axis),
        PairPart::Shared | PairPart::Interval(_) => {}
        PairPart::Side(of, side) => light_side(canvas, shape(of), side),
        PairPart::Corner(of, sides) => light_corner(canvas, shape(of), sides),
        PairPart::Edge(of, index) => {
            if let Shape::Polygon(polygon) = shape(of) {
                let stroke = polygons::edge_stroke(&canvas.view, polygon, index);
                stroke.cells().for_each(|(cell, _)| light(canvas, cell));
            }
        }
        PairPart::End(of, index) => {
            if let Shape::Segment(laser) = shape(of) {
                let stroke = lasers::stroke(&canvas.view, laser);
                light(canvas, if index == 0 { stroke.start() } else { stroke.end() });
            }
        }
        PairPart::Laser(of) => {
            if let Shape::Segment(laser) = shape(of) {
                let stroke = lasers::stroke(&canvas.view, laser);
                stroke.cells().for_each(|(cell, _)| light(canvas, cell));
            }
        }
        PairPart::Point(point) => {
            let cell = canvas.view.cell_of_exact(&point);
            if canvas.is_free(cell) {
                let style = canvas.theme.accent;
                canvas.put(cell, canvas.glyphs.vertex, style);
            }
            light(canvas, cell);
        }
        PairPart::Signs(ends) => {
            for (at, sign) in ends {
                draw_sign(canvas, canvas.view.cell_of(at), sign);
            }
        }
    }
}

/// Gives the content of a cell the accent, unless it belongs to a contact.
fn light(canvas: &mut ArenaCanvas<'_>, cell: Cell) {
    let theme = canvas.theme;
    let of_contact = [theme.contact, theme.overlap, theme.touched].map(|style| style.fg);
    let Style { fg, add_modifier, .. } = canvas.style_at(cell);
    let is_contact = of_contact.into_iter().flatten().any(|color| Some(color) == fg)
        || add_modifier.contains(Modifier::REVERSED);
    if let Some(glyph) = canvas.glyph_at(cell).filter(|_| !is_contact && !canvas.is_free(cell)) {
        canvas.put(cell, glyph, theme.accent);
    }
}

/// If the box has no room for a border, the cells of a side are those of the whole box.
fn light_side(canvas: &mut ArenaCanvas<'_>, shape: &Shape, side: Side) {
    let Some(shape) = shape.as_box() else { return };
    let CellBox { left, top, right, bottom } = CellBox::of(&canvas.view, shape);
    let cells = match side {
        Side::Left => CellBox { left, top, right: left, bottom },
        Side::Right => CellBox { left: right, top, right, bottom },
        Side::Top => CellBox { left, top, right, bottom: top },
        Side::Bottom => CellBox { left, top: bottom, right, bottom },
    };
    let Some(seen) = cells.in_view(canvas) else { return };
    for row in seen.top..=seen.bottom {
        for col in seen.left..=seen.right {
            light(canvas, Cell { col, row });
        }
    }
}

fn light_corner(canvas: &mut ArenaCanvas<'_>, shape: &Shape, sides: Sides) {
    let Some(shape) = shape.as_box() else { return };
    let cells = CellBox::of(&canvas.view, shape);
    let col = if sides.contains(Side::Left) { cells.left } else { cells.right };
    let row = if sides.contains(Side::Top) { cells.top } else { cells.bottom };
    light(canvas, Cell { col, row });
}

/// Writes the sign of an end into a free cell next to it, or over it.
fn draw_sign(canvas: &mut ArenaCanvas<'_>, end: Cell, sign: Ordering) {
    let sign = match sign {
        Ordering::Less => '-',
        Ordering::Equal => '0',
        Ordering::Greater => '+',
    };
    let Cell { col, row } = end;
    let beside = [(0, -1), (1, 0), (-1, 0), (0, 1)];
    let mut beside = beside.map(|(x, y)| Cell { col: col + x, row: row + y }).into_iter();
    let at = beside.find(|&cell| canvas.is_free(cell)).unwrap_or(end);
    canvas.put_letter(at, sign, canvas.theme.accent);
}

/// A gap along one axis, treated as if that were x: `along` it, and `across` it.
struct Gap {
    axis: Axis,
    /// The cells of the two boxes along the axis and across it; the one before the gap comes first.
    along: [[i64; 2]; 2],
    across: [[i64; 2]; 2],
}

impl Gap {
    fn of(along: &Bars, across: &Bars, axis: Axis) -> Self {
        let (mut along, mut across) = (along.cells, across.cells);
        if along[0][0] > along[1][0] {
            along.reverse();
            across.reverse();
        }
        Self { axis, along, across }
    }

    const fn cell(&self, along: i64, across: i64) -> Cell {
        match self.axis {
            Axis::X => Cell { col: along, row: across },
            Axis::Y => Cell { col: across, row: along },
        }
    }

    /// The position of the arrow across the axis: beside whichever box comes first there, or in the
    /// middle of the shared range.
    fn place(&self) -> i64 {
        let [[a_from, a_to], [b_from, b_to]] = self.across;
        match () {
            () if a_to < b_from => a_to + 1,
            () if b_to < a_from => b_to + 1,
            () => i64::midpoint(a_from.max(b_from), a_to.min(b_to)),
        }
    }

    /// The cells of the dotted line from the edge of one box to the arrow.
    fn line(&self, of: usize) -> [i64; 2] {
        let ([from, to], [_, other_to]) = (self.across[of], self.across[1 - of]);
        if to < self.across[1 - of][0] { [to + 1, other_to] } else { [0, from - 1] }
    }
}

/// Draws the length of the gap between two boxes that are apart, if there is room.
fn draw_gap(canvas: &mut ArenaCanvas<'_>, explained: &Explained, axis: Axis) {
    let Some([x, y]) = explained.ranges else { return };
    let [x, y] = [(Axis::X, x), (Axis::Y, y)].map(|(axis, it)| Bars::of(&canvas.view, axis, it));
    let (along, across) = if axis == Axis::X { (x, y) } else { (y, x) };
    let ([from, to], text) = (along.between(), decimal(along.gap()));
    let arrow = in_arena(canvas.glyphs, axis, &text, to - from + 1);
    let Some(arrow) = arrow.filter(|_| along.gap() > 0) else { return };
    let gap = Gap::of(&along, &across, axis);
    let (accent, plain) = (canvas.theme.accent, Theme::unselected(canvas.theme.accent));
    let dotted = canvas.glyphs.dotted[usize::from(axis == Axis::Y)];
    let last = canvas.last().col.max(canvas.last().row);
    for (of, edge) in [(0, gap.along[0][1]), (1, gap.along[1][0])] {
        let [from, to] = gap.line(of);
        for place in from.max(0)..=to.min(last) {
            let cell = gap.cell(edge, place);
            if canvas.is_free(cell) {
                canvas.put(cell, dotted, plain);
            }
        }
    }
    for (at, glyph) in (from..).zip(arrow.chars()) {
        canvas.put(gap.cell(at, gap.place()), glyph, accent);
    }
    if axis == Axis::Y {
        let middle = Cell { col: gap.place() + 2, row: i64::midpoint(from, to) };
        if middle.col + columns(&text) - 1 <= canvas.last().col {
            canvas.put_text(middle, &text, accent);
        }
    }
}
