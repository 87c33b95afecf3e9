//! Adding shapes, copies and vertices: where they go and what they are called.

use super::{Action, App, EditMode, Effect, Viewport, grains};
use hitscan_core::command::{Command, VertexEdit};
use hitscan_core::world::Name;
use hitscan_geom::{Aabb, Milli, Origin, Point, Polygon, Segment, Shape, Vector, milli};

impl App {
    /// Adds a shape in the middle of the view, under the first free letter.
    pub(super) fn add(&mut self, action: Action) -> Vec<Effect> {
        let cols = i64::from(self.screen.viewport.cols());
        let rows = i64::from(self.screen.viewport.rows());
        let unit = size_unit(&self.screen.viewport);
        let middle = self.screen.viewport.unit_point(cols / 2, rows / 2);
        let (first, about): (_, fn(Point, Milli) -> Option<Shape>) = match action {
            Action::AddLaser => ('L', laser_about),
            Action::AddPolygon => ('P', triangle_about),
            _ => ('A', box_about),
        };
        // Half as large where a whole one does not fit beside the others.
        let mut units = [Some(unit), half(unit)].into_iter().flatten();
        let free = units.find_map(|unit| self.free_place(&about(middle, unit)?, unit));
        let shape = free.or_else(|| {
            let shape = about(middle, unit)?;
            shape.translated(self.out_of_cover(&shape)).ok()
        });
        if let (Some(shape), Some(name)) = (shape, self.free_name(first)) {
            return self.run(&Command::Add(name, shape));
        }
        self.screen.fail("there is no room here for a new shape");
        Vec::new()
    }

    /// The shape at a free place in view, next to where it is: one under another
    /// cannot be seen. `None` if there is no such place.
    fn free_place(&self, shape: &Shape, unit: Milli) -> Option<Shape> {
        // Columns between shapes; the smaller gap if there is no room for the
        // larger.
        const GAPS: [i32; 2] = [4, 2];
        const FURTHEST: i32 = 8;
        // Right, left, down, up and the corners, then further away by half its
        // size each time.
        let ways = || {
            (0..=FURTHEST).flat_map(|n| {
                [(n, 0), (-n, 0), (0, n), (0, -n), (n, n), (-n, n), (n, -n), (-n, -n)]
            })
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
        places.find(|place| self.is_free(place))
    }

    /// The way from where a shape is to where no other lies exactly over it, for want of
    /// a free place.
    fn out_of_cover(&self, shape: &Shape) -> Vector {
        const MOST_TRIED: i32 = 50;
        let unit = size_unit(&self.screen.viewport);
        let (low, high) = shape.bounds();
        let ways = (1..=MOST_TRIED).flat_map(|count| [2 * count, -2 * count]);
        let ways = ways.filter_map(|count| times(unit, count));
        let mut ways = ways.map(|step| Vector::new(step, step)).filter(|&way| {
            let [low, high] = [low, high].map(|at| at.checked_add(way));
            let (Some(low), Some(high)) = (low, high) else { return false };
            let mut others = self.engine.world().objects().map(|(_, it)| it.shape.bounds());
            low.in_range() && high.in_range() && !others.any(|other| other == (low, high))
        });
        ways.next().unwrap_or(Vector::ZERO)
    }

    /// Whether a shape is in view and clear of the bounds of all objects.
    fn is_free(&self, shape: &Shape) -> bool {
        let (min, max) = shape.bounds();
        let (first, last) = (self.screen.viewport.cell_of(min), self.screen.viewport.cell_of(max));
        let is_seen = first.col >= 0
            && first.row >= 0
            && last.col < i64::from(self.screen.viewport.cols())
            && last.row < i64::from(self.screen.viewport.rows());
        let mut others =
            self.engine.sandbox().world().objects().map(|(_, object)| object.shape.bounds());
        let meets = |(low, high): (Point, Point)| {
            low.x <= max.x && min.x <= high.x && low.y <= max.y && min.y <= high.y
        };
        is_seen && min.in_range() && max.in_range() && !others.any(meets)
    }

    /// Inserts a vertex in the middle of the edge that begins at the selected
    /// one, and selects it.
    pub(super) fn insert_vertex(&mut self) -> Vec<Effect> {
        let Some((index, vertices)) = self.selected_vertex() else { return Vec::new() };
        let (from, to) = (vertices[index], vertices[(index + 1) % vertices.len()]);
        let at = Point::new(from.x.midpoint(to.x), from.y.midpoint(to.y));
        self.edit_vertex(VertexEdit::Insert(at), index, index + 1)
    }

    /// Removes the selected vertex and selects the next one.
    pub(super) fn remove_vertex(&mut self) -> Vec<Effect> {
        let Some((index, vertices)) = self.selected_vertex() else { return Vec::new() };
        self.edit_vertex(VertexEdit::Remove, index, index % (vertices.len() - 1))
    }

    fn edit_vertex(&mut self, edit: VertexEdit, index: usize, next: usize) -> Vec<Effect> {
        let effects = self.run(&Command::Vertex(edit, None, index + 1));
        if !self.screen.has_failed() {
            self.input.edit_mode = EditMode::End(next);
        }
        effects
    }

    /// The vertex that the arrows move and all vertices of its polygon; says
    /// why if there is none.
    fn selected_vertex(&mut self) -> Option<(usize, Vec<Point>)> {
        let selected = self.engine.sandbox().selection().map(|(_, object)| &object.shape);
        if let (EditMode::End(index), Some(Shape::Polygon(polygon))) =
            (self.input.edit_mode, selected)
            && index < polygon.vertices().len()
        {
            return Some((index, polygon.vertices().to_vec()));
        }
        let why = match selected {
            Some(Shape::Polygon(_)) => {
                format!(
                    "no vertex is selected; {} selects one",
                    self.input.keymap.named(Action::GripEnd)
                )
            }
            Some(_) => format!(
                "only polygons have vertices to add or remove; {} adds a polygon",
                self.input.keymap.named(Action::AddPolygon)
            ),
            None => format!(
                "nothing is selected; {} adds a polygon",
                self.input.keymap.named(Action::AddPolygon)
            ),
        };
        self.screen.fail(why);
        None
    }

    /// Opens the line that renames the selected object.
    pub(super) fn open_rename(&mut self) {
        match self.engine.sandbox().selection().map(|(_, object)| object.name) {
            Some(name) => self.input.open_line(&format!("rename {name} ")),
            None => self.screen.fail("nothing is selected"),
        }
    }

    pub(super) fn duplicate(&mut self) -> Vec<Effect> {
        let Some((_, object)) = self.engine.sandbox().selection() else {
            self.screen.fail("nothing is selected");
            return Vec::new();
        };
        let (name, shape) = (object.name, object.shape.clone());
        let by = self.way_beside(&shape);
        match self.free_name(name.as_str().chars().next().unwrap_or('A')) {
            Some(new) => self.run(&Command::Duplicate(name, new, by)),
            None => Vec::new(),
        }
    }

    /// The offset of a copy: to a free place in view, or if there is none, just
    /// enough to tell the two apart.
    fn way_beside(&self, shape: &Shape) -> Vector {
        let beside = self.free_place(shape, size_unit(&self.screen.viewport));
        let way = beside.and_then(|beside| shape.bounds().0.to(beside.bounds().0));
        way.filter(|&way| way != Vector::ZERO).unwrap_or_else(|| self.out_of_cover(shape))
    }

    /// The first free letter from `first` on, otherwise that letter with the
    /// first free number.
    pub(super) fn free_name(&self, first: char) -> Option<Name> {
        let is_free = |name: &Name| self.engine.sandbox().world().find(name).is_none();
        let letters = (first..='Z').chain('A'..first).map(|letter| letter.to_string());
        let numbered = (1..).map(|n: u32| format!("{first}{n}"));
        letters.chain(numbered).map_while(|text| Name::new(&text).ok()).find(is_free)
    }
}

/// The unit of new shapes: a column, so that they can be seen at every zoom,
/// and at least an eighth of a unit, so that their numbers stay short.
fn size_unit(view: &Viewport) -> Milli {
    let thousandths = view.column_grains() / grains(milli!(1));
    Milli::try_from(i128::from(thousandths.max(125))).unwrap_or(milli!(1000))
}

/// Half the unit of new shapes, unless that has long numbers.
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
