//! The arena: the objects, where they touch, and the rulers around them.
//!
//! It is drawn back to front: grid, grounds or stipple, ghosts, shared cells, velocities, lasers
//! and polygons, borders with the sides that were hit, solid bodies, densities, laser ends, overlay
//! arrows, the edit-mode marker, contact points, the part that Why explains, names, and overlay
//! labels where there is room.
//!
//! Objects out of view are skipped after a check of their bounds.

mod axis_bars;
mod body_grounds;
mod borders;
mod boxes;
mod canvas;
mod cell_set;
mod crowd;
mod dots;
mod explained;
mod gap_arrow;
mod inside;
mod labels;
mod lasers;
mod map;
mod meetings;
mod motion;
mod overlay;
mod polygons;
mod ruler;
mod stroke;
mod visible;

pub(super) use map::{ground_of as map_ground, swatch_style};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use self::borders::{BorderRank, Borders, Weight};
use self::boxes::CellBox;
use self::canvas::ArenaCanvas;
use self::crowd::Crowd;
use self::motion::MotionArrow;
use self::stroke::GrainPoint;
use self::visible::View;
use super::glyphs::{Glyphs, Outline};
use super::theme::Theme;
use crate::app::{ArenaModel, Cell, EditMode, Layout, Overlay};
use hitscan_core::engine::Pair;
use hitscan_core::world::{Body, Object, ObjectId};
use hitscan_geom::{Polygon, Shape};

/// An object that is at least partly in view.
struct Shown<'a> {
    id: ObjectId,
    object: &'a Object,
    /// How it is drawn.
    style: Style,
    is_selected: bool,
    /// Where its light ends, for a beam that something blocks.
    lit_until: Option<GrainPoint>,
}

impl Shown<'_> {
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
    let (view, axes) = (model.viewport, model.world.settings().axes);
    ruler::draw_zoom(view, theme, glyphs, Rect { height: 1, ..rulers }, buf);
    let above = Rect { y: area.y, height: 1, ..cells };
    let beside = Rect { y: cells.y, height: cells.height, ..rulers };
    let with_ranges = model.explained.as_ref().filter(|explained| explained.ranges.is_some());
    if let Some(explained) = with_ranges {
        let areas = [above, beside];
        axis_bars::Rulers { view, theme, glyphs, axes, areas }.draw(model, explained, buf);
    } else {
        ruler::draw_x(view, theme, glyphs, cells, area.y, buf);
        ruler::draw_y(view, theme, axes, beside, buf);
    }
    draw(model, &mut ArenaCanvas::new(buf, cells, view, theme, glyphs));
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
    let sketch = overlay::sketch(model, (&shown, &marked), canvas);
    sketch.draw_grid(canvas);
    if canvas.theme.has_body_grounds() {
        body_grounds::lay_all(canvas, &shown);
    } else {
        stipple_all(canvas, &shown);
    }
    if let Some(map) = model.map {
        map::lay_grounds(map, model.map_dots, canvas);
    }
    let ground = model.map.map(|_| canvas.picture());
    sketch.draw_under(canvas);
    meetings::share(canvas, &marked);
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
    }
    draw_too_fine(model, canvas);
    labels::draw_all(model, canvas, &shown);
    if let Some(crowd) = &crowd {
        crowd.draw_chosen(canvas);
    }
    sketch.write(canvas);
    labels::point_out_of_view(model, canvas);
    if let Some((map, ground)) = model.map.zip(ground) {
        map::draw(map, model.map_dots, canvas, &ground);
    }
}

/// Fills bodies that are not dynamic with their stipple.
fn stipple_all(canvas: &mut ArenaCanvas<'_>, shown: &[Shown<'_>]) {
    for Shown { object, .. } in shown.iter().filter(|shown| shown.object.body != Body::Dynamic) {
        inside::stipple(canvas, &object.shape, object.body);
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
fn draw_lines(canvas: &mut ArenaCanvas<'_>, shown: &Shown<'_>) {
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
    shown: &[Shown<'_>],
    marked: &[Pair],
) -> Borders {
    let mut borders = Borders::new(canvas);
    if canvas.glyphs.boxes == Outline::Dots {
        for each in shown {
            let Shape::Box(shape) = &each.object.shape else { continue };
            let is_solid = boxes::is_solid(&CellBox::of(&canvas.view, shape));
            let style = if is_solid { each.solid_style(canvas.theme) } else { each.style };
            dots::draw_border(canvas, shape, style);
        }
        meetings::draw_sides_in_dots(canvas, model, marked);
        return borders;
    }
    for Shown { object, style, is_selected, .. } in shown {
        let Shape::Box(shape) = &object.shape else { continue };
        let cells = CellBox::of(&canvas.view, shape);
        if !boxes::is_solid(&cells) {
            let strength = if *is_selected {
                (Weight::Heavy, BorderRank::Selected)
            } else {
                (Weight::Light, BorderRank::Plain)
            };
            borders.add(canvas, &cells, strength, canvas.theme.stroke(object, *style));
        }
    }
    meetings::restyle_borders(canvas, &mut borders, marked);
    meetings::hit_borders(canvas, &mut borders, model, marked);
    borders.draw(canvas);
    for each in shown {
        let Shape::Box(shape) = &each.object.shape else { continue };
        let cells = CellBox::of(&canvas.view, shape);
        if boxes::is_solid(&cells) {
            draw_solid(canvas, each, &cells);
        }
    }
    meetings::hit_solids(canvas, model, marked);
    borders
}

/// Draws a box without room for a border. If the theme has no colours, every second tint is shaded.
fn draw_solid(canvas: &mut ArenaCanvas<'_>, shown: &Shown<'_>, cells: &CellBox) {
    let tint = shown.object.behavior.tint;
    let has_tint = canvas.theme.tint_of(shown.object).is_some();
    let style = shown.solid_style(canvas.theme);
    let is_plain = shown.is_selected || shown.is_vivid(canvas.theme);
    let style = if is_plain { style } else { canvas.theme.dimmed(style) };
    let is_shaded = !has_tint && tint.is_some_and(|tint| tint.number() % 2 == 0);
    let fill = if is_shaded { boxes::Fill::Shaded } else { boxes::Fill::Full };
    boxes::draw_solid(canvas, cells, (style, fill));
}

/// The objects in view in scene order, with the selected one last so that it is on top. Objects
/// that the crowd takes are left out.
fn in_view<'a>(
    model: &ArenaModel<'a>,
    canvas: &ArenaCanvas<'_>,
    mut crowd: Option<&mut Crowd>,
) -> Vec<Shown<'a>> {
    let view = View::of(canvas);
    let objects = model.world.objects().zip(model.world.bounds());
    let mut shown: Vec<_> = objects
        .filter(|(object, bounds)| {
            let takes = |crowd: &mut Crowd| {
                crowd.takes(model, canvas, *object, (bounds.min(), bounds.max()))
            };
            !crowd.as_deref_mut().is_some_and(takes)
        })
        .filter(|((_, object), bounds)| view.has(bounds, object.velocity))
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
            Shown { id, object, style, is_selected, lit_until }
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
fn marked_pairs(model: &ArenaModel<'_>, shown: &[Shown<'_>]) -> Vec<Pair> {
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
        (EditMode::Turn, shape) => motion::middle(&view, shape),
        (EditMode::End(index), Shape::Box(shape)) => CellBox::of(&view, shape).corners()[index % 4],
        (EditMode::End(0), Shape::Segment(laser)) => lasers::stroke(&view, laser).start(),
        (EditMode::End(_), Shape::Segment(laser)) => lasers::stroke(&view, laser).end(),
        (EditMode::End(index), Shape::Polygon(polygon)) => {
            polygons::vertex_cell(&view, polygon, index)
        }
    };
    canvas.put(cell, canvas.glyphs.grip, canvas.theme.accent);
}
