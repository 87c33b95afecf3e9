//! The arena: the objects, where they touch, and the rulers around them.
//!
//! It is drawn back to front: grid, grounds or stipple, ghosts, shared cells, velocities, lasers
//! and polygons, borders with the sides that were hit, solid bodies, densities, what is shared once
//! more, laser ends, overlay arrows, the edit-mode marker, contact points, the part that Why
//! explains or the number of the headline, names, and overlay labels where there is room.
//!
//! Objects out of view are skipped after a check of their bounds.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `canvas` | a grid of cells that clips to the view |
//! | `boxes` | the cells of boxes; borders, joined where they share a cell |
//! | `lasers` `polygons` `stroke` `dots` | straight lines, in cells and in braille dots |
//! | `crowd` `map` | bodies smaller than a cell; the classes of the map |
//! | `meetings` `velocities` | contacts and velocities |
//! | `measures` `explained` | the number of the headline; what the line of Why is about |
//! | `overlay` | layers that can be turned on |
//! | `labels` | names, where there is room |
//! | `end_box` | how a game has ended |
//! | `ruler` `axis_bars` | the numbers around the arena, and the ranges of a pair |
//!
//! This file calls them in the order above; shapes call `stroke` and `dots`, and all draw on
//! `canvas`.

mod axis_bars;
mod boxes;
mod canvas;
mod crowd;
mod dots;
mod end_box;
mod explained;
mod labels;
mod lasers;
mod map;
mod measures;
mod meetings;
mod overlay;
mod polygons;
mod ruler;
mod stroke;
mod velocities;

pub(super) use end_box::render as render_end;
pub(super) use map::{ground_of as map_ground, swatch_style};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::boxes::{BorderRank, Borders, CellBox, Filling, Weight};
use self::canvas::ArenaCanvas;
use self::crowd::Crowd;
use self::meetings::SharedCells;
use self::stroke::GrainPoint;
use self::velocities::MotionArrow;
use super::glyphs::{Glyphs, Outline};
use super::theme::Theme;
use crate::app::{ArenaModel, Cell, EditMode, Layout, Overlay, Viewport, grains};
use hitscan_core::engine::Pair;
use hitscan_core::world::{Body, Object, ObjectId, Settings};
use hitscan_geom::broad_phase::SweptAabb;
use hitscan_geom::{Polygon, Shape, Vector};

/// An object that is at least partly in view.
struct ShownObject<'a> {
    id: ObjectId,
    object: &'a Object,
    /// How it is drawn.
    style: Style,
    is_selected: bool,
    /// Whether it is a box without an outline.
    is_solid: bool,
    /// Where its light ends, for a beam that something blocks.
    lit_until: Option<GrainPoint>,
}

impl ShownObject<'_> {
    /// Its style if drawn solid: its tint, if it has one and the theme has colours.
    fn solid_style(&self, theme: &Theme) -> Style {
        match theme.tint_of(self.object) {
            Some(tint) if self.is_selected => Theme::selected(tint),
            Some(tint) => tint,
            None if self.is_selected => self.style,
            None => theme.solid(self.object, self.style),
        }
    }

    /// Whether it is drawn in its own colour: a tint, or a colour that needs no dimming because
    /// bodies have grounds.
    fn is_vivid(&self, theme: &Theme) -> bool {
        self.object.behavior.tint.is_some() || theme.has_body_grounds()
    }
}

/// Draws the arena of `view` with its rulers into `area`, whose first row is
/// the x ruler.
pub(super) fn render(
    model: &ArenaModel<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let rulers = Rect { width: Layout::RULER_COLS.min(area.width), ..area };
    let cells = Rect {
        x: area.x + rulers.width,
        y: area.y + 1,
        width: area.width - rulers.width,
        height: area.height - 1,
    };
    let (view, settings) = (model.viewport, model.world.settings());
    ruler::draw_zoom(view, theme, glyphs, Rect { height: 1, ..rulers }, buf);
    let above = Rect { y: area.y, height: 1, ..cells };
    let beside = Rect { y: cells.y, height: cells.height, ..rulers };
    let with_ranges = model.explained.as_ref().filter(|explained| explained.ranges.is_some());
    if let Some(explained) = with_ranges {
        let areas = [above, beside];
        axis_bars::Rulers { view, theme, glyphs, settings, areas }.draw(model, explained, buf);
    } else {
        ruler::draw_x(view, theme, glyphs, cells, area.y, buf);
        ruler::draw_y(view, theme, settings, beside, buf);
    }
    draw(model, &mut ArenaCanvas::new(buf, cells, view, theme, glyphs));
}

/// Draws the rulers of a view above and left of `cells`, into the row and the columns before it.
pub(super) fn render_rulers(
    view: &Viewport,
    settings: &Settings,
    theme: &Theme,
    glyphs: &Glyphs,
    cells: Rect,
    buf: &mut Buffer,
) {
    ruler::draw_x(view, theme, glyphs, cells, cells.y.saturating_sub(1), buf);
    let width = Layout::RULER_COLS.min(cells.x);
    let beside = Rect { x: cells.x - width, width, ..cells };
    ruler::draw_y(view, theme, settings, beside, buf);
}

/// Draws the arena without rulers, for a scene preview.
pub(super) fn render_bare(
    model: &ArenaModel<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    draw(model, &mut ArenaCanvas::new(buf, area, model.viewport, theme, glyphs));
}

fn draw(model: &ArenaModel<'_>, canvas: &mut ArenaCanvas<'_>) {
    let mut crowd = Crowd::of(model, canvas);
    let mut shown = in_view(model, canvas, crowd.as_mut());
    let marked = marked_pairs(model, &shown);
    if model.shows(Overlay::Crossings) {
        meetings::restyle_crossing_lasers(canvas.theme, &mut shown, &marked);
    }
    let sketch = overlay::sketch(model, &shown, &marked, canvas);
    sketch.draw_grid(canvas);
    lay_grounds(model, canvas, &shown);
    let ground = model.map.map(|_| canvas.picture());
    sketch.draw_under(canvas);
    let shared = SharedCells::of_all(canvas, model, &marked);
    for shared in &shared {
        shared.draw_under(canvas);
    }
    overlay::draw_shafts(model, canvas, &shown);
    if let Some(crowd) = &crowd {
        crowd.draw(canvas);
    }
    for shown in &shown {
        draw_lines(canvas, shown);
    }
    meetings::restyle_outlines(canvas, &marked);
    let borders = draw_boxes(model, canvas, &shown, &marked);
    meetings::draw_edges(canvas, model, &marked);
    for shared in &shared {
        shared.draw_over(canvas);
    }
    for shown in &shown {
        lasers::draw_over(canvas, &borders, shown);
    }
    overlay::draw_heads(model, canvas, &shown);
    sketch.draw_over(canvas);
    draw_edit_mode(model, canvas);
    meetings::draw_contacts(canvas, model, &marked);
    meetings::draw_break(canvas, model);
    if let Some(explained) = &model.explained {
        explained::draw(canvas, explained);
    } else if let Some(pair) = model.pair.as_ref().filter(|_| model.is_measured) {
        measures::draw(canvas, pair);
    }
    draw_too_fine(model, canvas);
    labels::draw_all(model, canvas, &shown);
    if let Some(crowd) = &crowd {
        crowd.draw_chosen(canvas);
    }
    sketch.write(canvas);
    labels::name_arrows(model, canvas, &shown);
    labels::point_out_of_view(model, canvas);
    if let Some((map, ground)) = model.map.zip(ground) {
        map::draw(map, model.map_dots, canvas, &ground);
    }
}

/// Lays what is behind all lines: the bodies, or a stipple in those that are not dynamic, and the
/// map.
fn lay_grounds(model: &ArenaModel<'_>, canvas: &mut ArenaCanvas<'_>, shown: &[ShownObject<'_>]) {
    if canvas.theme.has_body_grounds() {
        boxes::lay_all(canvas, shown);
    } else {
        stipple_all(canvas, shown);
    }
    if let Some(map) = model.map {
        map::lay_grounds(map, model.map_dots, canvas);
    }
}

fn stipple_all(canvas: &mut ArenaCanvas<'_>, shown: &[ShownObject<'_>]) {
    for ShownObject { object, .. } in
        shown.iter().filter(|shown| shown.object.body != Body::Dynamic)
    {
        polygons::stipple(canvas, &object.shape, object.body);
    }
}

/// Draws the map without the objects into `area`.
pub(super) fn render_map(
    model: &ArenaModel<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut canvas = ArenaCanvas::new(buf, area, model.viewport, theme, glyphs);
    if let Some(map) = model.map {
        map::lay_grounds(map, model.map_dots, &mut canvas);
        let ground = canvas.picture();
        map::draw_cells(map, model.map_dots, &mut canvas, &ground);
    }
}

/// Draws a laser without its ends, or the outline of a polygon.
fn draw_lines(canvas: &mut ArenaCanvas<'_>, shown: &ShownObject<'_>) {
    match &shown.object.shape {
        Shape::Segment(laser) => lasers::draw(canvas, laser, shown),
        Shape::Polygon(polygon) => {
            draw_polygon(canvas, polygon, canvas.theme.stroke(shown.object, shown.style));
        }
        Shape::Box(_) => {}
    }
}

fn draw_polygon(canvas: &mut ArenaCanvas<'_>, polygon: &Polygon, style: Style) {
    match canvas.glyphs.lines {
        Outline::Cells => polygons::draw_outline(canvas, polygon, style),
        Outline::Dots => dots::draw_outline(canvas, polygon, style),
    }
}

/// Draws all boxes, joined where they share cells, with the sides that were hit. Returns their
/// borders; none if they are drawn in dots.
fn draw_boxes(
    model: &ArenaModel<'_>,
    canvas: &mut ArenaCanvas<'_>,
    shown: &[ShownObject<'_>],
    marked: &[Pair],
) -> Borders {
    let mut borders = Borders::new(canvas);
    if canvas.glyphs.boxes == Outline::Dots {
        for each in shown {
            let Shape::Box(shape) = &each.object.shape else { continue };
            let style = if each.is_solid { each.solid_style(canvas.theme) } else { each.style };
            dots::draw_border(canvas, shape, style);
        }
        meetings::draw_sides_in_dots(canvas, model, marked);
        return borders;
    }
    for ShownObject { object, style, is_selected, is_solid, .. } in shown {
        let Shape::Box(shape) = &object.shape else { continue };
        let cells = CellBox::of(&canvas.view, shape);
        if !is_solid {
            let (weight, rank) = if *is_selected {
                (Weight::Heavy, BorderRank::Selected)
            } else {
                (Weight::Light, BorderRank::Plain)
            };
            borders.add(canvas, &cells, weight, rank, canvas.theme.stroke(object, *style));
        }
    }
    meetings::hit_borders(canvas, &mut borders, model, marked);
    borders.draw(canvas);
    // What is in a sensor lies above it.
    for is_sensor in [true, false] {
        let of_kind = shown.iter().filter(|each| each.object.behavior.sensor == is_sensor);
        for each in of_kind.filter(|each| each.is_solid) {
            let Shape::Box(shape) = &each.object.shape else { continue };
            let cells = CellBox::of(&canvas.view, shape);
            draw_solid(model, canvas, each, &cells);
        }
        meetings::hit_solids(canvas, model, marked, is_sensor);
    }
    borders
}

/// Draws a box without an outline. If the theme has no colours, every second tint is shaded.
fn draw_solid(
    model: &ArenaModel<'_>,
    canvas: &mut ArenaCanvas<'_>,
    shown: &ShownObject<'_>,
    cells: &CellBox,
) {
    let tint = shown.object.behavior.tint;
    let has_tint = canvas.theme.tint_of(shown.object).is_some();
    let style = shown.solid_style(canvas.theme);
    let is_plain = shown.is_selected || shown.is_vivid(canvas.theme);
    let style = if is_plain { style } else { canvas.theme.dimmed(style) };
    let is_shaded = !has_tint && tint.is_some_and(|tint| tint.number() % 2 == 0);
    let glyphs = canvas.glyphs;
    let fill = if is_shaded { [glyphs.shade; 2] } else { [glyphs.solid[1], glyphs.block] };
    // From ×2 on, a filled body needs no ends to stand apart, unless others touch it, as bricks do.
    let is_brick = shown.object.behavior.breaks_after.is_some();
    let has_ends =
        is_brick || cells.is_one_row() && (canvas.view.zoom() <= 0 || !model.fills(shown.object));
    boxes::draw_solid(canvas, cells, style, Filling { glyphs: fill, has_ends });
}

/// The objects in view in scene order, with the selected one last so that it is on top. Objects
/// that the crowd takes are left out.
fn in_view<'a>(
    model: &ArenaModel<'a>,
    canvas: &ArenaCanvas<'_>,
    mut crowd: Option<&mut Crowd>,
) -> Vec<ShownObject<'a>> {
    let view = AxisView::both(canvas);
    let objects = model.world.objects().zip(model.world.bounds());
    let mut shown: Vec<_> = objects
        .filter(|(object, bounds)| {
            let takes = |crowd: &mut Crowd| {
                crowd.takes(model, canvas, object.0, object.1, bounds.min(), bounds.max())
            };
            !crowd.as_deref_mut().is_some_and(takes)
        })
        .filter(|((_, object), bounds)| is_seen(&view, bounds, object.velocity))
        .map(|((id, object), _)| {
            let is_selected = Some(id) == model.selected;
            // Grounds are enough to set the pair apart from the rest.
            let is_aside = model.is_aside(id) && !canvas.theme.has_body_grounds();
            let style = if is_aside { canvas.theme.quiet } else { canvas.theme.in_arena(object) };
            // While Why explains the pair, other lasers are dimmed.
            let is_beside = model.is_beside_explained(id);
            let style = if is_beside && object.shape.as_box().is_none() {
                canvas.theme.dimmed(style)
            } else {
                style
            };
            let style = if is_selected { Theme::selected(style) } else { style };
            let lit_until = lasers::lit_until(model.world, id);
            let is_solid = boxes::is_solid(model, object, &canvas.view);
            ShownObject { id, object, style, is_selected, is_solid, lit_until }
        })
        .collect();
    if let Some(crowd) = crowd {
        crowd.mark_contacts(model, canvas);
    }
    if let Some(at) = shown.iter().position(|shown| shown.is_selected) {
        let last = shown.remove(at);
        shown.push(last);
    }
    shown
}

/// The pairs to mark: those with at least one object in view.
fn marked_pairs(model: &ArenaModel<'_>, shown: &[ShownObject<'_>]) -> Vec<Pair> {
    // All but the selected object, which is last, are in scene order.
    let (last, others) = match shown.split_last() {
        Some((last, others)) => (Some(last.id), others),
        None => (None, shown),
    };
    let is_in_view = |id: ObjectId| {
        last == Some(id) || others.binary_search_by_key(&id, |shown| shown.id).is_ok()
    };
    model.marked_pairs(is_in_view)
}

/// Marks the border nearest to where the picture of the pair in focus is misleading.
fn draw_too_fine(model: &ArenaModel<'_>, canvas: &mut ArenaCanvas<'_>) {
    let (Some(too_fine), Some(pair)) = (model.too_fine, &model.pair) else { return };
    let place = canvas.view.cell_of(too_fine.near);
    // If both are equally near, marks the second, whose side is hit.
    let boxes = [&pair.b, &pair.a].into_iter().filter_map(|of| of.shape.as_box());
    let borders = boxes.map(|shape| CellBox::of(&canvas.view, shape).nearest(place));
    let distance = |cell: &Cell| cell.col.abs_diff(place.col) + 2 * cell.row.abs_diff(place.row);
    if let Some(cell) = borders.min_by_key(distance) {
        canvas.put(cell, canvas.glyphs.about, canvas.theme.touched);
    }
}

/// Marks what the arrow keys move, unless they move the whole object.
fn draw_edit_mode(model: &ArenaModel<'_>, canvas: &mut ArenaCanvas<'_>) {
    if model.map.is_some() {
        // The mark of the map takes its place.
        return;
    }
    let Some(object) = model.selected.and_then(|id| model.world.object(id)) else { return };
    let view = canvas.view;
    let cell = match (model.edit_mode, &object.shape) {
        (EditMode::Move | EditMode::Steer, _) => return,
        (EditMode::Speed, _) => MotionArrow::of(&view, object).tip,
        (EditMode::Turn, shape) => velocities::middle(&view, shape),
        (EditMode::End(index), Shape::Box(shape)) => CellBox::of(&view, shape).corners()[index % 4],
        (EditMode::End(0), Shape::Segment(laser)) => lasers::stroke(&view, laser).start(),
        (EditMode::End(_), Shape::Segment(laser)) => lasers::stroke(&view, laser).end(),
        (EditMode::End(index), Shape::Polygon(polygon)) => {
            polygons::vertex_cell(&view, polygon, index)
        }
    };
    canvas.put(cell, canvas.glyphs.grip, canvas.theme.accent);
}

// Which objects are in view, and on which side of it the others are.
//
// Scenes may have a hundred thousand objects. Each costs a few comparisons of its bounds with the
// coordinates of cell borders and centres; no cells are computed.

/// The sides of the view that objects can be beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beyond {
    Left,
    Right,
    Above,
    Below,
}

impl Beyond {
    /// All of them, in the order in which they claim an object.
    const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Above, Self::Below];
}

/// The view along one axis, in grains.
#[derive(Clone, Copy, Debug)]
struct AxisView {
    /// Where its first cell begins.
    from: i64,
    /// Where the cell after its last one begins.
    to: i64,
    cell: i64,
}

impl AxisView {
    /// Whether a range reaches a cell of the view or one next to it.
    const fn has(&self, from: i64, to: i64) -> bool {
        from < self.to + self.cell && to >= self.from - self.cell
    }

    /// Whether all cells of a range are before the view. The cells of a range are those whose
    /// centres it contains, or the one where it begins if it contains none.
    const fn is_before(&self, from: i64, to: i64) -> bool {
        from < self.from && to <= self.from + self.cell / 2
    }

    /// Whether all cells of a range are after the view.
    const fn is_after(&self, from: i64, to: i64) -> bool {
        let half = self.cell / 2;
        from >= self.to || from > self.to - half && to > self.to + half
    }
}

impl AxisView {
    /// The view along x and along y.
    fn both(canvas: &ArenaCanvas<'_>) -> [Self; 2] {
        let (viewport, last) = (&canvas.view, canvas.last());
        let cell = viewport.column_grains();
        let extent = |from, to, cell| Self { from, to, cell };
        [
            extent(viewport.column_x(0), viewport.column_x(last.col + 1), cell),
            extent(viewport.row_y(0), viewport.row_y(last.row + 1), 2 * cell),
        ]
    }
}

/// Whether any cell of an object with these bounds and velocity `v` may be in view, including
/// its arrow and a name beside it.
fn is_seen([x, y]: &[AxisView; 2], bounds: &SweptAabb, v: Vector) -> bool {
    let (min, max, vx, vy) = (bounds.min(), bounds.max(), grains(v.x), grains(v.y));
    x.has(grains(min.x) + vx.min(0), grains(max.x) + vx.max(0))
        && y.has(grains(min.y) + vy.min(0), grains(max.y) + vy.max(0))
}

/// The side of the view beyond which all cells of an object with these bounds are.
fn side_beyond([x, y]: &[AxisView; 2], bounds: &SweptAabb) -> Option<Beyond> {
    let (min, max) = (bounds.min(), bounds.max());
    let [left, right] = [min.x, max.x].map(grains);
    let [top, bottom] = [min.y, max.y].map(grains);
    Beyond::ALL.into_iter().find(|side| match side {
        Beyond::Left => x.is_before(left, right),
        Beyond::Right => x.is_after(left, right),
        Beyond::Above => y.is_before(top, bottom),
        Beyond::Below => y.is_after(top, bottom),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::super::Glyphs;
    use super::super::Theme;
    use super::boxes::CellBox;
    use super::*;
    use crate::app::Cell;
    use crate::app::Viewport;
    use hitscan_geom::Milli;
    use hitscan_geom::Point;

    fn milli(thousandths: i32) -> Milli {
        Milli::new(thousandths).expect("in range")
    }

    /// Whether an object has a cell in view or next to it, at any time during its motion.
    fn has_cells(view: &Viewport, last: Cell, min: Point, max: Point, v: Vector) -> bool {
        let reach = |point: Point| {
            let to = point.checked_add(v).expect("in range");
            let (from, to) = (view.cell_of(point), view.cell_of(to));
            let least = Cell { col: from.col.min(to.col), row: from.row.min(to.row) };
            let greatest = Cell { col: from.col.max(to.col), row: from.row.max(to.row) };
            (least, greatest)
        };
        let (min, max) = (reach(min).0, reach(max).1);
        min.col - 1 <= last.col && min.row - 1 <= last.row && max.col >= -1 && max.row >= -1
    }

    /// The side of the view beyond which all cells of an object are.
    fn side_of_cells(view: &Viewport, last: Cell, min: Point, max: Point) -> Option<Beyond> {
        match CellBox::between(view, min, max) {
            cells if cells.right < 0 => Some(Beyond::Left),
            cells if cells.left > last.col => Some(Beyond::Right),
            cells if cells.bottom < 0 => Some(Beyond::Above),
            cells if cells.top > last.row => Some(Beyond::Below),
            _ => None,
        }
    }

    proptest! {
        /// Comparing coordinates gives the same result as computing cells, at every zoom and around
        /// every edge.
        #[test]
        fn comparing_coordinates_agrees_with_computing_cells(
            corner in [-120_000_i32..120_000, -120_000..120_000],
            size in [0_i32..30_000, 0..30_000],
            v in [-20_000_i32..20_000, -20_000..20_000],
            zoom in Viewport::ZOOMS,
            pan in [-20_i64..20, -20..20],
        ) {
            let area = Rect::new(0, 0, 43, 20);
            let mut buf = Buffer::empty(area);
            let mut viewport = Viewport::new(43, 20);
            viewport.zoom_by(zoom);
            viewport.pan(pan[0], pan[1]);
            let canvas = ArenaCanvas::new(&mut buf, area, &viewport, &Theme::SIXTEEN, &Glyphs::LINES);
            let view = AxisView::both(&canvas);
            let [from, to] =
                [[0, 0], size].map(|by| Point::new(milli(corner[0] + by[0]), milli(corner[1] + by[1])));
            let bounds = SweptAabb::around(from, to);
            let v = Vector::new(milli(v[0]), milli(v[1]));
            let last = canvas.last();
            prop_assert_eq!(is_seen(&view, &bounds, v), has_cells(&viewport, last, from, to, v));
            prop_assert_eq!(side_beyond(&view, &bounds), side_of_cells(&viewport, last, from, to));
        }
    }
}
