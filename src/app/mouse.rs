//! Whether the mouse is read, and what it does: a click selects and points, a drag moves what the
//! arrows edit, the wheel zooms and scrolls. On the timeline, all three choose a frame.
//!
//! A drag is only previewed; releasing the button runs one command. So does any key except Escape,
//! and a new press if the release was lost. Escape cancels the drag.

use super::input::{Drag, snapped};
use super::intent::{Intent, MapFits, Then};
use super::{
    Action, Arrow, Cell, Connection, EditMode, HitRegion, Input, Message, Mouse, MouseEvent,
    MouseKind, Pane, Screen, Switch, Tab, TimelinePlace, Viewport,
};
use hitscan_core::command::{Anchor, Command};
use hitscan_core::engine::{Engine, Sandbox, Timeline};
use hitscan_core::world::{Name, ObjectId, World};
use hitscan_geom::{Aabb, Point, Relation, Shape, Vector, milli, relate};

/// Lines that the wheel scrolls by.
pub(super) const WHEEL_LINES: usize = 3;

/// How close to a timeline mark a click must be to mean it, in columns.
const MARK_COLUMNS: usize = 2;

/// The preview of a drag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dragged {
    /// A box.
    Box(Aabb),
    /// Lines from one point to the next.
    Path(Vec<Point>),
}

impl Input {
    /// Reads the mouse if the configuration says so; by default only on a local connection, where
    /// it responds at once.
    pub(super) fn choose_mouse(&mut self, connection: Connection) {
        let usual = match connection {
            Connection::Local => Mouse::On,
            Connection::Remote => Mouse::Off,
        };
        self.mouse = self.usual_mouse.unwrap_or(usual);
    }

    /// Turns the mouse on or off, and says what that means.
    pub(super) fn toggle_mouse(&mut self) -> String {
        (self.drag, self.scrubs) = (None, false);
        if self.mouse == Mouse::On {
            self.mouse = Mouse::Off;
            let key = self.keymap.named(Action::Switch(Switch::Mouse));
            return format!("mouse off: it marks text again; {key} turns it on");
        }
        self.mouse = Mouse::On;
        "mouse on: click, drag and wheel work here; hold Shift to mark text".to_owned()
    }

    /// The position of what the arrows edit.
    fn edited_point(&self, sandbox: &Sandbox) -> Option<Point> {
        let (_, object) = sandbox.selection()?;
        let (min, max) = object.shape.bounds();
        match self.edit_mode {
            EditMode::Move | EditMode::Turn | EditMode::Steer => Some(min),
            EditMode::End(index) => object.shape.vertices().get(index).copied(),
            EditMode::Speed => middle(min, max).checked_add(object.velocity),
        }
    }

    /// How far the drag has moved its target.
    fn dragged_by(&self, sandbox: &Sandbox) -> Option<Vector> {
        let to = self.drag?.to?;
        self.edited_point(sandbox)?.to(to).filter(|&by| by != Vector::ZERO)
    }

    /// What releasing the button will do.
    pub(super) fn drag_command(&self, sandbox: &Sandbox) -> Option<Command> {
        let by = self.dragged_by(sandbox)?;
        let (_, object) = sandbox.selection()?;
        Some(match self.edit_mode {
            EditMode::Move | EditMode::Turn | EditMode::Steer => Command::Move(None, by),
            EditMode::End(index) => Command::End(None, index + 1, by),
            EditMode::Speed => {
                let velocity = object.velocity.checked_add(by)?;
                Command::Velocity(Some(object.name), velocity, Anchor::Start)
            }
        })
    }

    /// The preview of the drag in the arena.
    pub(super) fn dragged(&self, sandbox: &Sandbox) -> Option<Dragged> {
        let (by, to) = (self.dragged_by(sandbox)?, self.drag?.to?);
        let (_, object) = sandbox.selection()?;
        let mut vertices = object.shape.vertices();
        match (self.edit_mode, &object.shape) {
            (EditMode::Speed, shape) => {
                let (min, max) = shape.bounds();
                return Some(Dragged::Path(vec![middle(min, max), to]));
            }
            (EditMode::Move | EditMode::Turn | EditMode::Steer, Shape::Box(shape)) => {
                return shape.translated(by).ok().map(Dragged::Box);
            }
            (EditMode::End(index), Shape::Box(_)) => {
                let opposite = vertices.get((index + 2) % 4)?;
                return Aabb::from_corners(to, *opposite).ok().map(Dragged::Box);
            }
            (EditMode::Move | EditMode::Turn | EditMode::Steer, _) => {
                vertices = object.shape.translated(by).ok()?.vertices();
            }
            (EditMode::End(index), _) => *vertices.get_mut(index)? = to,
        }
        if matches!(object.shape, Shape::Polygon(_)) {
            vertices.extend(vertices.first().copied());
        }
        Some(Dragged::Path(vertices))
    }

    /// Grabs what the arrows edit, or the pressed end.
    pub(super) fn grab(&mut self, cell: Cell, sandbox: &Sandbox, view: &Viewport) {
        if let (EditMode::End(_), Some(index)) = (self.edit_mode, vertex_near(sandbox, view, cell))
        {
            self.edit_mode = EditMode::End(index);
        }
        let held = view.point_of(cell).zip(self.edited_point(sandbox));
        let offset = held.and_then(|(at, held)| at.to(held));
        self.drag = offset.map(|offset| Drag { offset, to: None });
    }

    /// Continues the drag to this cell, and says what a release would do.
    pub(super) fn drag_to(&mut self, cell: Cell, sandbox: &Sandbox, screen: &mut Screen) {
        let (Some(drag), Some(at)) = (self.drag, screen.viewport.point_of(cell)) else { return };
        let to = at.checked_add(drag.offset).map(|to| snapped(to, self.reach(sandbox.nudge())));
        self.drag = Some(Drag { to, ..drag });
        let command = self.drag_command(sandbox);
        screen.message = command.map(|command| {
            let line = command.written(sandbox.world().settings());
            let escape = self.keymap.named(Action::Escape);
            Message::Note(format!(":{line} when released; {escape} leaves it where it is"))
        });
    }

    /// Moves the dragged thing to where it was last shown.
    pub(super) fn drop_dragged(
        &mut self,
        sandbox: &Sandbox,
        screen: &mut Screen,
    ) -> Option<Intent> {
        let command = self.drag_command(sandbox);
        if self.drag.take().is_some_and(|drag| drag.to.is_some()) {
            screen.message = None;
        }
        command.map(Intent::Run)
    }

    /// Handles a mouse event on the timeline, and a drag that began there, wherever the pointer is;
    /// returns whether it was one of these.
    pub(super) fn point_at_time(
        &mut self,
        event: MouseEvent,
        place: Option<TimelinePlace>,
        engine: &mut Engine,
        screen: &mut Screen,
    ) -> bool {
        let on_it = place.filter(|place| place.contains(event.col, event.row));
        match event.kind {
            MouseKind::Press => self.scrubs = on_it.is_some(),
            MouseKind::Release if self.scrubs => {
                self.scrubs = false;
                return true;
            }
            _ => {}
        }
        let (frame, line) = match (event.kind, event.kind.turns(), on_it) {
            (_, Some(arrow), Some(TimelinePlace { scale, .. })) => {
                let frame = engine.world_in_focus().frame();
                let next = if arrow == Arrow::Up { frame.saturating_sub(1) } else { frame + 1 };
                (next.clamp(scale.first, scale.last), None)
            }
            (MouseKind::Press, None, Some(place)) => {
                // The nearest mark, or the frame of this column.
                let (timeline, bin) = (Timeline::of(engine, place.scale), place.bin_at(event.col));
                let marked = timeline.nearest_mark(bin, MARK_COLUMNS);
                let line = marked.and_then(|bin| timeline.line_in(engine, bin));
                (place.scale.frame_at(bin), line)
            }
            (MouseKind::Drag, None, _) if self.scrubs => match place {
                Some(place) => (place.scale.frame_at(place.bin_at(event.col)), None),
                None => return true,
            },
            _ => return false,
        };
        if let Some(line) = line {
            engine.look_at(line);
        } else if !engine.look_at_frame(frame) {
            screen.say(format!("frame {frame} is covered until you predict it"));
            return true;
        }
        // Keys go to the panel, where they move from line to line, unless the panel would hide the
        // arena.
        (screen.message, self.editor) = (None, None);
        screen.pane = if screen.has_panel_over() { Pane::Arena } else { Pane::Panel };
        true
    }

    pub(super) fn press_in_arena(
        &mut self,
        cell: Cell,
        engine: &Engine,
        screen: &mut Screen,
    ) -> Vec<Intent> {
        screen.pane = Pane::Arena;
        screen.message = None;
        (self.editor, self.drag) = (None, None);
        let found = object_at(engine.world(), &screen.viewport, cell);
        let Some((id, name)) = found else { return Vec::new() };
        // The selected object may have moved into view by then.
        let grab = Intent::Grab(cell);
        if engine.sandbox().selection().is_some_and(|(selected, _)| selected == id) {
            return vec![grab];
        }
        vec![Intent::RunThen(Command::Select(name), Then::Quietly), grab]
    }

    pub(super) fn press_spot(
        &mut self,
        spot: HitRegion,
        engine: &mut Engine,
        screen: &mut Screen,
    ) -> Option<Intent> {
        (screen.message, self.editor) = (None, None);
        match spot {
            HitRegion::Tab(Tab::Map) => return Some(Intent::Act(Action::ShowMap)),
            HitRegion::Tab(Tab::Lab) => screen.show_lab(),
            HitRegion::Tab(tab) => screen.show(tab),
            HitRegion::Sentence(sentence) => {
                screen.pane = Pane::Panel;
                screen.panel.chosen_sentence = Some(sentence);
            }
            HitRegion::Line(line) => {
                let is_chosen = engine.chosen_line() == Some(line);
                if is_chosen && screen.pane == Pane::Panel && screen.panel.tab == Tab::Log {
                    return Some(Intent::Act(Action::Enter));
                }
                screen.pane = Pane::Panel;
                engine.look_at(line);
            }
            HitRegion::Page(page) if engine.focus().page == page => screen.show(Tab::Why),
            HitRegion::Page(page) => screen.turn_to_page(engine, page),
            HitRegion::Layer(layer) => return Some(Intent::ShowMap(Some(layer), MapFits::No)),
            // These exist only while a menu is open.
            HitRegion::Palette(_) | HitRegion::Following(_) | HitRegion::Scene(_) => {}
            HitRegion::Row(row) => {
                let form = &mut screen.panel.form;
                if screen.pane == Pane::Form && form.place_in(engine.sandbox()) == row {
                    return self.enter_row(*form, engine.sandbox());
                }
                screen.pane = Pane::Form;
                form.chosen = row;
            }
        }
        None
    }
}

fn middle(min: Point, max: Point) -> Point {
    Point::new(min.x.midpoint(max.x), min.y.midpoint(max.y))
}

/// The object in a cell. If there are several, it is the smallest: the larger ones can be clicked
/// elsewhere.
pub(super) fn object_at(world: &World, view: &Viewport, cell: Cell) -> Option<(ObjectId, Name)> {
    let (exact, near) = (cell_box(view, cell, 0)?, cell_box(view, cell, 1)?);
    let meets =
        |one: &Aabb, shape: &Shape| relate(&Shape::Box(*one), shape).relation != Relation::Disjoint;
    let hits = world.objects().filter(|(_, object)| match &object.shape {
        Shape::Segment(_) => meets(&near, &object.shape),
        Shape::Box(_) | Shape::Polygon(_) => meets(&exact, &object.shape),
    });
    let smallest = hits.min_by_key(|(id, object)| {
        let (min, max) = object.shape.bounds();
        let is_region = !matches!(object.shape, Shape::Segment(_));
        let area = (max.x.wide() - min.x.wide()) * (max.y.wide() - min.y.wide());
        (is_region, area, std::cmp::Reverse(*id))
    });
    smallest.map(|(id, object)| (id, object.name))
}

/// The part of the plane that a cell shows, with `around` columns on each side.
fn cell_box(view: &Viewport, cell: Cell, around: i64) -> Option<Aabb> {
    let from = view.point_of(Cell { col: cell.col - around, row: cell.row })?;
    let to = view.point_of(Cell { col: cell.col + 1 + around, row: cell.row + 1 })?;
    // What only touches the next cell is not in this one.
    let to = to.checked_add(Vector::new(milli!(-1), milli!(-1)))?;
    Aabb::from_corners(from, to).ok()
}

/// The vertex of the selected object that a press in this cell means, while the arrows move one.
pub(super) fn vertex_near(sandbox: &Sandbox, view: &Viewport, cell: Cell) -> Option<usize> {
    let (_, object) = sandbox.selection()?;
    let is_near = |p: &Point| {
        let at = view.cell_of(*p);
        (at.col - cell.col).abs() <= 1 && (at.row - cell.row).abs() <= 1
    };
    object.shape.vertices().iter().position(is_near)
}
