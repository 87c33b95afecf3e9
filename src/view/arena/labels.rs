//! Object names: `[selected]`, `(partner)`, plain; and pointers to objects out of view.
//!
//! A name takes the first of its possible places that is free and in view, or is left out. The
//! selected object and its partner always get a place, unless marks cover them all.

use std::collections::BTreeSet;

use ratatui::style::{Modifier, Style};

use super::boxes::{CellBox, is_on_grid};
use super::canvas::ArenaCanvas;
use super::{AxisView, Beyond, ShownObject, lasers, polygons, side_beyond};
use crate::app::{ArenaModel, Cell};
use crate::view::theme::Theme;
use hitscan_core::world::{Object, ObjectId};
use hitscan_geom::broad_phase::SweptAabb;
use hitscan_geom::{Segment, Shape};

/// The most objects out of view that are named on one side.
const MOST_POINTED_AT: usize = 3;

/// Writes the names of objects that are drawn individually. The selected object and its partner
/// come first and may cover other things; then others, where they cover neither these two nor touch
/// other names.
pub(super) fn draw_all(
    model: &ArenaModel<'_>,
    canvas: &mut ArenaCanvas<'_>,
    shown: &[ShownObject<'_>],
) {
    let role = |shown: &ShownObject<'_>| LabelRole::of(model, shown.id);
    let has_name = |shown: &&ShownObject<'_>| model.names(shown.id, shown.object, shown.is_solid);
    let are_few = model.crowd.is_none() && shown.len() <= ArenaModel::MOST_NAMED;
    let shown: Vec<_> = shown.iter().filter(has_name).collect();
    let bodies = shown.iter().filter_map(|each| {
        let (min, max) = each.object.shape.bounds();
        let is_region = !matches!(each.object.shape, Shape::Segment(_));
        is_region.then(|| (each.id, CellBox::between(&canvas.view, min, max)))
    });
    let bodies = if are_few { bodies.collect() } else { Vec::new() };
    let mut taken = TakenCells { bodies, ..TakenCells::default() };
    for wanted in [LabelRole::Selected, LabelRole::Partner] {
        for each in shown.iter().copied().filter(|each| role(each) == wanted) {
            draw(canvas, &mut taken, each, wanted);
            if let Shape::Box(shape) = &each.object.shape {
                taken.outlines.push(CellBox::of(&canvas.view, shape));
            }
        }
    }
    let met = if are_few { BTreeSet::new() } else { model.met_now() };
    if met.len() <= ArenaModel::MOST_NAMED {
        let is_named = |each: &&ShownObject<'_>| are_few || met.contains(&each.id);
        let plain = shown.iter().copied().filter(|each| role(each) == LabelRole::Plain);
        for each in plain.filter(is_named) {
            draw(canvas, &mut taken, each, LabelRole::Plain);
        }
    }
}

/// Writes the names of the arrow keys below the selected object, if all cells there are empty.
pub(super) fn name_arrows(
    model: &ArenaModel<'_>,
    canvas: &mut ArenaCanvas<'_>,
    shown: &[ShownObject<'_>],
) {
    let selected = shown.iter().find(|each| each.is_selected);
    let Some((keys, each)) = model.arrows.as_ref().zip(selected) else { return };
    let (min, max) = each.object.shape.bounds();
    let cells = CellBox::between(&canvas.view, min, max);
    let [left, right] = canvas.glyphs.arrows;
    let text = format!("{left} {keys} {right}");
    let cols = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let from = cells.left + (cells.right + 1 - cells.left - cols).div_euclid(2);
    let row = cells.bottom + 1;
    let at: Vec<_> = (from..).zip(text.chars()).map(|(col, c)| (Cell { col, row }, c)).collect();
    if at.iter().all(|&(cell, _)| canvas.is_free(cell)) {
        for (cell, glyph) in at {
            canvas.put(cell, glyph, canvas.theme.accent);
        }
    }
}

/// Where no other name may be written.
#[derive(Default)]
struct TakenCells {
    /// The cells of names.
    names: Vec<Cell>,
    /// The boxes of the pair in focus, whose borders stay whole.
    outlines: Vec<CellBox>,
    /// The cells around each body, if there are few: a name there would seem to be its.
    bodies: Vec<(ObjectId, CellBox)>,
}

impl TakenCells {
    fn is_on_outline(&self, cell: Cell) -> bool {
        self.outlines.iter().any(|cells| cells.has_on_border(cell))
    }

    /// Whether a cell is in another body than this one.
    fn is_in_another(&self, id: ObjectId, cell: Cell) -> bool {
        self.bodies.iter().any(|(other, cells)| *other != id && cells.contains(cell))
    }
}

/// The role of an object in the pair in focus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelRole {
    Selected,
    Partner,
    Plain,
}

impl LabelRole {
    pub(super) fn of(model: &ArenaModel<'_>, id: ObjectId) -> Self {
        match model.pair_ids() {
            // A preview of a scene has no selection and no partner.
            _ if model.selected.is_none() => Self::Plain,
            _ if model.selected == Some(id) => Self::Selected,
            Some(ids) if ids.contains(&id) => Self::Partner,
            _ => Self::Plain,
        }
    }

    pub(super) fn bracketed(self, name: &str) -> String {
        match self {
            Self::Selected => format!("[{name}]"),
            Self::Partner => format!("({name})"),
            Self::Plain => name.to_owned(),
        }
    }
}

/// Writes a name, and adds its cells to those taken by names.
fn draw(
    canvas: &mut ArenaCanvas<'_>,
    taken: &mut TakenCells,
    shown: &ShownObject<'_>,
    role: LabelRole,
) {
    let name = role.bracketed(shown.object.name.as_str());
    let places = places(canvas, shown, &name, role);
    let Some(place) = best(&places, canvas, taken, &name, shown.id, role) else { return };
    let style = match place.ground {
        // The whole body shows that its side was hit.
        Ground::Solid if canvas.glyph_at(place.at) == Some(canvas.glyphs.hit_horizontal) => {
            canvas.style_at(place.at)
        }
        Ground::Solid => {
            let is_dim = role == LabelRole::Plain && !shown.is_vivid(canvas.theme);
            let style = shown.solid_style(canvas.theme);
            let style = if is_dim { canvas.theme.dimmed(style) } else { style };
            // In ASCII a body is made of letters, where a name needs no ground.
            let is_filled = !canvas.glyphs.block.is_ascii();
            if is_filled { style.add_modifier(Modifier::REVERSED) } else { style }
        }
        Ground::Border | Ground::Inside | Ground::Open => shown.style,
    };
    if matches!(place.ground, Ground::Inside | Ground::Open) {
        place.clear_beside(canvas, &name);
    }
    canvas.put_text(place.at, &name, style);
    taken.names.extend(place.cells(&name));
    if let (Shape::Box(shape), Ground::Border) = (&shown.object.shape, place.ground) {
        // `~`: the box is not exactly where it is drawn.
        let end = Cell { col: place.at.col + columns(&name), ..place.at };
        let cells = CellBox::of(&canvas.view, shape);
        if end.col < cells.right && !is_on_grid(&canvas.view, shape) {
            canvas.put_text(end, "~", shown.style);
        }
    }
}

/// The first place without obstacles, outside other bodies if there is one. For the selected object
/// and its partner, the first of those with the fewest.
fn best<'a>(
    places: &'a [Place],
    canvas: &ArenaCanvas<'_>,
    taken: &TakenCells,
    name: &str,
    id: ObjectId,
    role: LabelRole,
) -> Option<&'a Place> {
    let ranked = places.iter().filter_map(|place| {
        let is_on_itself = matches!(place.ground, Ground::Border | Ground::Solid);
        let is_elsewhere =
            !is_on_itself && place.cells(name).any(|cell| taken.is_in_another(id, cell));
        Some((place.obstacles(canvas, taken, name)?, is_elsewhere, place))
    });
    let (obstacles, _, place) = ranked.min_by_key(|&(obstacles, other, _)| (obstacles, other))?;
    (role != LabelRole::Plain || obstacles == [false; 3]).then_some(place)
}

/// What a name is written on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// The object's own top border.
    Border,
    /// The object's own solid body.
    Solid,
    /// Free cells within its outline.
    Inside,
    /// Free cells with free cells on either side.
    Open,
}

/// A possible place for a name.
struct Place {
    at: Cell,
    ground: Ground,
}

impl Place {
    const fn inside(col: i64, row: i64) -> Self {
        Self { at: Cell { col, row }, ground: Ground::Inside }
    }

    const fn open(col: i64, row: i64) -> Self {
        Self { at: Cell { col, row }, ground: Ground::Open }
    }

    fn cells(&self, name: &str) -> impl Iterator<Item = Cell> + use<> {
        let at = self.at;
        (at.col..at.col + columns(name)).map(move |col| Cell { col, ..at })
    }

    /// The cells before the name and after it.
    fn beside(&self, name: &str) -> [Cell; 2] {
        [self.at.col - 1, self.at.col + columns(name)].map(|col| Cell { col, ..self.at })
    }

    /// Clears the dots of grid and stipple beside the name.
    fn clear_beside(&self, canvas: &mut ArenaCanvas<'_>, name: &str) {
        for cell in self.beside(name) {
            if canvas.is_free(cell) {
                canvas.put(cell, ' ', Style::new());
            }
        }
    }

    /// Whether a name here would cover other names, cover other cells that are not free, or touch
    /// such cells. `None` out of view and on marks, which must stay visible.
    fn obstacles(
        &self,
        canvas: &ArenaCanvas<'_>,
        taken: &TakenCells,
        name: &str,
    ) -> Option<[bool; 3]> {
        let is_on_itself = matches!(self.ground, Ground::Border | Ground::Solid);
        let is_mark = |cell| {
            let glyph = canvas.glyph_at(cell);
            let points = [canvas.glyphs.hit, canvas.glyphs.touch];
            glyph.is_some_and(|glyph| {
                points.contains(&glyph) || !is_on_itself && canvas.glyphs.is_hit_side(glyph)
            })
        };
        if !self.cells(name).all(|cell| canvas.shows(cell) && !is_mark(cell)) {
            return None;
        }
        let is_taken = |cell: &Cell| canvas.shows(*cell) && !canvas.is_free(*cell);
        let names = self.cells(name).chain(self.beside(name)).any(|it| taken.names.contains(&it))
            || self.cells(name).any(|cell| taken.is_on_outline(cell));
        let covered = self.cells(name).any(|cell| is_taken(&cell));
        let touched = self.beside(name).iter().any(is_taken);
        match self.ground {
            Ground::Border | Ground::Solid => Some([names, false, false]),
            Ground::Inside => Some([names, covered, false]),
            Ground::Open => Some([names, covered, touched]),
        }
    }
}

fn columns(name: &str) -> i64 {
    i64::try_from(name.len()).unwrap_or(i64::MAX)
}

/// The places for a name, best first.
fn places(
    canvas: &ArenaCanvas<'_>,
    shown: &ShownObject<'_>,
    name: &str,
    role: LabelRole,
) -> Vec<Place> {
    let bracket = i64::from(role != LabelRole::Plain);
    match &shown.object.shape {
        Shape::Box(shape) => {
            of_box(canvas, &CellBox::of(&canvas.view, shape), name, shown.is_solid)
        }
        Shape::Segment(laser) => of_laser(canvas, laser, name, bracket),
        Shape::Polygon(_) => of_polygon(canvas, shown.object, name),
    }
}

/// On its top border or in its body, inside its visible top, above, right, left, below.
fn of_box(canvas: &ArenaCanvas<'_>, cells: &CellBox, name: &str, is_solid: bool) -> Vec<Place> {
    let len = columns(name);
    let middle = i64::midpoint(cells.top, cells.bottom);
    let mut places = Vec::new();
    if is_solid {
        if cells.right - cells.left > len {
            let at = Cell { col: cells.left + 1, row: cells.top };
            places.push(Place { at, ground: Ground::Solid });
        }
        places.push(Place::open(cells.right + 2, middle));
        places.push(Place::open(cells.left - 1 - len, middle));
        places.push(Place::open(cells.left, cells.top - 1));
        places.push(Place::open(cells.left, cells.bottom + 1));
        return places;
    }
    let from = (cells.left + 1).max(0);
    let room = cells.right.min(canvas.last().col + 1) - from;
    if len <= room && cells.top >= 0 {
        places.push(Place { at: Cell { col: from, row: cells.top }, ground: Ground::Border });
    }
    if len <= room {
        let row = cells.top.max(0) + 1;
        if row < cells.bottom {
            places.push(Place::inside(from, row));
        }
    }
    places.push(Place::open(cells.left, cells.top - 1));
    places.push(Place::open(cells.right + 2, middle));
    places.push(Place::open(cells.left - 1 - len, middle));
    places.push(Place::open(cells.left, cells.bottom + 1));
    // Beside a tall box, some row has room.
    let mut rows: Vec<_> = (cells.top.max(0)..=cells.bottom.min(canvas.last().row)).collect();
    rows.sort_by_key(|row| row.abs_diff(middle));
    places.extend(rows.iter().map(|&row| Place::open(cells.right + 2, row)));
    places.extend(rows.iter().map(|&row| Place::open(cells.left - 1 - len, row)));
    places
}

/// Left of its start, above, below, right; or right first if it points left. Then beside its other
/// end, if the start is in another body.
fn of_laser(canvas: &ArenaCanvas<'_>, laser: &Segment, name: &str, bracket: i64) -> Vec<Place> {
    let stroke = lasers::stroke(&canvas.view, laser);
    let start = stroke.start();
    // If the start is out of view, uses the first cell in view.
    let at =
        if canvas.shows(start) { Some(start) } else { stroke.cells().next().map(|(it, _)| it) };
    let Some(at) = at else { return Vec::new() };
    let left = Place::open(at.col - 1 - columns(name), at.row);
    let right = Place::open(at.col + 2, at.row);
    let above = Place::open(at.col - bracket, at.row - 1);
    let below = Place::open(at.col - bracket, at.row + 1);
    let points_left = stroke.senses()[0] < 0;
    let mut places =
        if points_left { vec![right, above, below, left] } else { vec![left, above, below, right] };
    if let Some((end, _)) = stroke.cells().last() {
        let beyond = if points_left { end.col - 1 - columns(name) } else { end.col + 2 };
        places.push(Place::open(beyond, end.row));
        places.push(Place::open(end.col - bracket, end.row - 1));
        places.push(Place::open(end.col - bracket, end.row + 1));
    }
    places
}

/// Inside, above, below.
fn of_polygon(canvas: &ArenaCanvas<'_>, object: &Object, name: &str) -> Vec<Place> {
    let view = &canvas.view;
    let (min, max) = object.shape.bounds();
    let bounds = CellBox::between(view, min, max);
    let Some(seen) = bounds.in_view(canvas) else { return Vec::new() };
    let len = columns(name);
    let mut places = Vec::new();
    for row in seen.top + 1..seen.bottom {
        // A column that leaves room on both sides.
        let spans = polygons::spans(view, &object.shape, row).into_iter();
        let spans = spans.map(|(from, to)| (from.max(seen.left) + 2, to.min(seen.right)));
        let wide = spans.filter(|(from, to)| from + len <= *to).map(|(from, _)| from);
        places.extend(wide.map(|col| Place::inside(col, row)));
        if !places.is_empty() {
            break;
        }
    }
    places.push(Place::open(seen.left, bounds.top - 1));
    places.push(Place::open(seen.left, bounds.bottom + 1));
    places
}

/// Writes pointers at the edges for objects out of view: `◄C`, or `5►` for more than three on a
/// side. In a crowd the selected object has its own pointer, which comes first.
pub(super) fn point_out_of_view(model: &ArenaModel<'_>, canvas: &mut ArenaCanvas<'_>) {
    let last = canvas.last();
    let own = point_at_selected(model, canvas);
    let mut first: [Vec<usize>; 4] = Default::default();
    let mut counts = [0; 4];
    let view = AxisView::both(canvas);
    for (place, bounds) in model.world.bounds().iter().enumerate() {
        let Some(side) = side_beyond(&view, bounds) else { continue };
        counts[side as usize] += 1;
        if counts[side as usize] <= MOST_POINTED_AT {
            first[side as usize].push(place);
        }
    }
    for side in Beyond::ALL {
        let count = counts[side as usize];
        if count > MOST_POINTED_AT {
            let others = count - usize::from(own == Some(side));
            let at = match side {
                Beyond::Left | Beyond::Right => Cell { col: 0, row: i64::midpoint(0, last.row) },
                Beyond::Above | Beyond::Below => Cell { col: i64::midpoint(0, last.col), row: 0 },
            };
            point(canvas, side, at, &others.to_string(), canvas.theme.quiet);
            continue;
        }
        for &place in &first[side as usize] {
            let Some((id, object)) = model.world.objects().nth(place) else { continue };
            if !model.names(id, object, false) {
                continue;
            }
            let (min, max) = object.shape.bounds();
            let cells = CellBox::between(&canvas.view, min, max);
            let at = Cell {
                col: i64::midpoint(cells.left, cells.right).clamp(0, last.col),
                row: i64::midpoint(cells.top, cells.bottom).clamp(0, last.row),
            };
            let style = canvas.theme.in_arena(object);
            point(canvas, side, at, object.name.as_str(), style);
        }
    }
}

/// When there are too many objects for names: points to the selected one, over everything else, and
/// returns the side; `None` if it is in view.
fn point_at_selected(model: &ArenaModel<'_>, canvas: &mut ArenaCanvas<'_>) -> Option<Beyond> {
    let object = model.selected.and_then(|id| model.world.object(id))?;
    if model.world.len() <= ArenaModel::MOST_NAMED {
        return None;
    }
    let (min, max) = object.shape.bounds();
    let side = side_beyond(&AxisView::both(canvas), &SweptAabb::around(min, max))?;
    let [left, right, up, down] = canvas.glyphs.heads;
    let (last, middle) = (canvas.last(), CellBox::between(&canvas.view, min, max).middle_cell());
    let head = [left, right, up, down][side as usize];
    let sign = format!("{head}{}", object.name);
    let len = i64::try_from(sign.chars().count()).unwrap_or(i64::MAX);
    let (most, row) = (last.col + 1 - len, middle.row.clamp(0, last.row));
    let (col, row) = match side {
        Beyond::Left => (0, row),
        Beyond::Right => (most, row),
        Beyond::Above => (middle.col.min(most), 0),
        Beyond::Below => (middle.col.min(most), last.row),
    };
    let style = Theme::selected(canvas.theme.in_arena(object));
    for (col, glyph) in (col.max(0)..).zip(sign.chars()) {
        canvas.put(Cell { col, row }, glyph, style);
    }
    Some(side)
}

/// Writes an arrow head and a text at the edge, if the cells are free.
fn point(canvas: &mut ArenaCanvas<'_>, side: Beyond, at: Cell, text: &str, style: Style) {
    let last = canvas.last();
    let [left, right, up, down] = canvas.glyphs.heads;
    let (head, row) = match side {
        Beyond::Left => (left, at.row),
        Beyond::Right => (right, at.row),
        Beyond::Above => (up, 0),
        Beyond::Below => (down, last.row),
    };
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    let is_after = side == Beyond::Right || is_number;
    let sign = if is_after { format!("{text}{head}") } else { format!("{head}{text}") };
    let len = i64::try_from(sign.chars().count()).unwrap_or(i64::MAX);
    let first = match side {
        Beyond::Left => 0,
        Beyond::Right => last.col + 1 - len,
        Beyond::Above | Beyond::Below => at.col.min(last.col + 1 - len),
    };
    let cells = || (first..first + len).map(|col| Cell { col, row });
    if first >= 0 && cells().all(|cell| canvas.is_free(cell)) {
        for (cell, glyph) in cells().zip(sign.chars()) {
            canvas.put(cell, glyph, style);
        }
    }
}
