//! Adds shapes, copies and vertices: where they go and what they are called.

use super::intent::{Intent, Then};
use super::{Action, EditMode, KeyMap, Viewport, grains};
use hitscan_core::command::{Command, VertexEdit};
use hitscan_core::engine::Sandbox;
use hitscan_core::world::{Name, World};
use hitscan_geom::{Aabb, Milli, Origin, Point, Polygon, Segment, Shape, Vector, milli};

/// Adds a shape in the middle of the view, under the first free letter.
pub(super) fn added(world: &World, view: &Viewport, action: Action) -> Result<Command, String> {
    let (cols, rows) = (i64::from(view.cols()), i64::from(view.rows()));
    let unit = size_unit(view);
    let middle = view.unit_point(cols / 2, rows / 2);
    let (first, about): (_, fn(Point, Milli) -> Option<Shape>) = match action {
        Action::AddLaser => ('L', laser_about),
        Action::AddPolygon => ('P', triangle_about),
        _ => ('A', box_about),
    };
    // Half the size if the full size does not fit beside the others.
    let mut units = [Some(unit), half(unit)].into_iter().flatten();
    let free = units.find_map(|unit| free_place(world, view, &about(middle, unit)?, unit));
    let shape = free.or_else(|| {
        let shape = about(middle, unit)?;
        shape.translated(out_of_cover(world, view, &shape)).ok()
    });
    let named = shape.zip(free_name(world, first));
    let (shape, name) = named.ok_or("there is no room here for a new shape")?;
    Ok(Command::Add(name, shape))
}

/// The shape, moved to the nearest free place in view so that it does not cover another. `None`
/// if there is no free place.
fn free_place(world: &World, view: &Viewport, shape: &Shape, unit: Milli) -> Option<Shape> {
    // Columns between shapes; the smaller gap if there is no room for the
    // larger.
    const GAPS: [i32; 2] = [4, 2];
    const FURTHEST: i32 = 8;
    // Right, left, down, up and the corners, then the same half a size farther out each time.
    let ways = || {
        (0..=FURTHEST)
            .flat_map(|n| [(n, 0), (-n, 0), (0, n), (0, -n), (n, n), (-n, n), (n, -n), (-n, -n)])
    };
    let (min, max) = shape.bounds();
    let way = |low: Milli, high: Milli, gap: Milli, times: i32| {
        let step = high.thousandths() - low.thousandths() + gap.thousandths();
        Milli::new(times * step / 2).ok()
    };
    let by_gap = GAPS.into_iter().flat_map(|gap| ways().map(move |way| (gap, way)));
    let mut places = by_gap.filter_map(|(gap, (x, y))| {
        let gap = times(unit, gap)?;
        let by = Vector::new(way(min.x, max.x, gap, x)?, way(min.y, max.y, gap, y)?);
        shape.translated(by).ok()
    });
    places.find(|place| is_free(world, view, place))
}

/// The offset to a place where no other shape has exactly the same bounds, for when no place is
/// free.
fn out_of_cover(world: &World, view: &Viewport, shape: &Shape) -> Vector {
    const MOST_TRIED: i32 = 50;
    let unit = size_unit(view);
    let (low, high) = shape.bounds();
    let ways = (1..=MOST_TRIED).flat_map(|count| [2 * count, -2 * count]);
    let ways = ways.filter_map(|count| times(unit, count));
    let mut ways = ways.map(|step| Vector::new(step, step)).filter(|&way| {
        let [low, high] = [low, high].map(|at| at.checked_add(way));
        let (Some(low), Some(high)) = (low, high) else { return false };
        let mut others = world.objects().map(|(_, it)| it.shape.bounds());
        low.in_range() && high.in_range() && !others.any(|other| other == (low, high))
    });
    ways.next().unwrap_or(Vector::ZERO)
}

/// Whether a shape is in view and clear of the bounds of all objects.
fn is_free(world: &World, view: &Viewport, shape: &Shape) -> bool {
    let (min, max) = shape.bounds();
    let is_seen = [min, max].iter().all(|&corner| view.has(view.cell_of(corner)));
    let mut others = world.objects().map(|(_, object)| object.shape.bounds());
    let meets = |(low, high): (Point, Point)| {
        low.x <= max.x && min.x <= high.x && low.y <= max.y && min.y <= high.y
    };
    is_seen && min.in_range() && max.in_range() && !others.any(meets)
}

/// Copies an object to a free place in view, or else just far enough to tell the two apart.
pub(super) fn copied(
    world: &World,
    view: &Viewport,
    name: Name,
    shape: &Shape,
) -> Result<Command, String> {
    let beside = free_place(world, view, shape, size_unit(view));
    let way = beside.and_then(|beside| shape.bounds().0.to(beside.bounds().0));
    let way = way.filter(|&way| way != Vector::ZERO);
    let new = free_name(world, name.as_str().chars().next().unwrap_or('A'));
    let new = new.ok_or("there is no room here for a new shape")?;
    Ok(Command::Duplicate(name, new, way.unwrap_or_else(|| out_of_cover(world, view, shape))))
}

/// The first free letter from `first` on, or `first` with the first free number.
fn free_name(world: &World, first: char) -> Option<Name> {
    let letters = (first..='Z').chain('A'..first).map(|letter| letter.to_string());
    let numbered = (1..).map(|n: u32| format!("{first}{n}"));
    let mut names = letters.chain(numbered).map_while(|text| Name::new(&text).ok());
    names.find(|name| world.find(name).is_none())
}

/// Inserts a vertex in the middle of the edge that starts at the selected one and selects it, or
/// removes the selected vertex and selects the next. Says why if no vertex is selected.
pub(super) fn vertex_edited(
    action: Action,
    sandbox: &Sandbox,
    mode: EditMode,
    keys: &KeyMap,
) -> Result<Intent, String> {
    let selected = sandbox.selection().map(|(_, object)| &object.shape);
    let (EditMode::End(index), Some(Shape::Polygon(polygon))) = (mode, selected) else {
        return Err(why_no_vertex(selected, keys));
    };
    let vertices = polygon.vertices();
    let Some(&from) = vertices.get(index) else { return Err(why_no_vertex(selected, keys)) };
    let (edit, next) = if action == Action::InsertVertex {
        let to = vertices[(index + 1) % vertices.len()];
        let at = Point::new(from.x.midpoint(to.x), from.y.midpoint(to.y));
        (VertexEdit::Insert(at), index + 1)
    } else {
        (VertexEdit::Remove, index % (vertices.len() - 1))
    };
    Ok(Intent::RunThen(Command::Vertex(edit, None, index + 1), Then::GripEnd(next)))
}

fn why_no_vertex(selected: Option<&Shape>, keys: &KeyMap) -> String {
    let add = keys.named(Action::AddPolygon);
    match selected {
        Some(Shape::Polygon(_)) => {
            format!("no vertex is selected; {} selects one", keys.named(Action::GripEnd))
        }
        Some(_) => format!("only polygons have vertices to add or remove; {add} adds a polygon"),
        None => format!("nothing is selected; {add} adds a polygon"),
    }
}

/// The unit of new shapes: a column, so that they are visible at every zoom, but at least an eighth
/// of a unit, so that their numbers stay short.
fn size_unit(view: &Viewport) -> Milli {
    let thousandths = view.column_grains() / grains(milli!(1));
    Milli::try_from(i128::from(thousandths.max(125))).unwrap_or(milli!(1000))
}

/// Half the unit of new shapes; `None` if its numbers would be long.
fn half(unit: Milli) -> Option<Milli> {
    let half = Milli::new(unit.thousandths() / 2).ok()?;
    (half >= milli!(125)).then_some(half)
}

fn times(unit: Milli, count: i32) -> Option<Milli> {
    Milli::new(unit.thousandths().checked_mul(count)?).ok()
}

fn box_about(middle: Point, unit: Milli) -> Option<Shape> {
    let size = Vector::new(times(unit, 8)?, times(unit, 8)?);
    Aabb::from_size(middle, size, Origin::Center).ok().map(Shape::Box)
}

fn laser_about(middle: Point, unit: Milli) -> Option<Shape> {
    let half = Vector::new(times(unit, 8)?, Milli::ZERO);
    let [start, end] = [middle.checked_add(-half)?, middle.checked_add(half)?];
    let laser = Segment::new(start, end).ok()?;
    (start.in_range() && end.in_range()).then_some(Shape::Segment(laser))
}

fn triangle_about(middle: Point, unit: Milli) -> Option<Shape> {
    let corner = |x, y| middle.checked_add(Vector::new(times(unit, x)?, times(unit, y)?));
    let vertices = [corner(0, -4)?, corner(5, 4)?, corner(-5, 4)?];
    let in_range = vertices.iter().all(|vertex| vertex.in_range());
    Polygon::new(&vertices).ok().filter(|_| in_range).map(Shape::Polygon)
}
