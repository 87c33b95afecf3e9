//! What the mouse does, while it is switched on: a click selects and points, a
//! [drag](super::drag) moves what the arrows edit, the wheel zooms and scrolls. On the
//! timeline all three choose a frame.
//!
//! Every change of the world is a command, as if it had been typed.

use super::screen::Framing;
use super::{
    Action, App, Arrow, Cell, EditMode, Effect, HitRegion, HitRegions, Layout, Mouse, MouseEvent,
    MouseKind, Pane, Tab, TimelinePlace, grains,
};
use hitscan_core::command::Command;
use hitscan_core::engine::FrameScale;
use hitscan_core::world::{Name, ObjectId};
use hitscan_geom::{Aabb, Milli, Point, Relation, Shape, Vector, milli, relate};

/// Lines that the wheel scrolls by.
const WHEEL_LINES: usize = 3;

/// How far from a mark of the timeline a click still means it, in columns.
const MARK_COLUMNS: usize = 2;

impl App {
    pub(super) fn toggle_mouse(&mut self) -> Vec<Effect> {
        let key = self.input.keymap.named(Action::ToggleMouse);
        let (mouse, said) = match self.input.mouse {
            Mouse::Off => {
                let said = "mouse on: click, drag and wheel work here; hold Shift to mark text";
                (Mouse::On, said.to_owned())
            }
            Mouse::On => (Mouse::Off, format!("mouse off: it marks text again; {key} turns it on")),
        };
        self.input.mouse = mouse;
        self.input.drag = None;
        self.input.scrubs = false;
        self.screen.say(said);
        vec![Effect::Mouse(mouse)]
    }

    /// Handles a mouse event; `hit_regions` are the hit regions of the last picture.
    /// Returns what must be done outside.
    pub fn point(&mut self, event: MouseEvent, hit_regions: &HitRegions) -> Vec<Effect> {
        let turns = match event.kind {
            MouseKind::WheelUp => Some(Arrow::Up),
            MouseKind::WheelDown => Some(Arrow::Down),
            MouseKind::Press | MouseKind::Drag | MouseKind::Release => None,
        };
        if let (Some(help), Some(arrow)) = (&mut self.screen.help, turns) {
            let (up, down) = (help.top.saturating_sub(WHEEL_LINES), help.top + WHEEL_LINES);
            help.top = if arrow == Arrow::Up { up } else { down };
            return Vec::new();
        }
        if self.screen.help.is_some() {
            return Vec::new();
        }
        if self.input.prompt.is_some() {
            let spot = hit_regions.at(event.col, event.row);
            return self.point_in_prompt(event.kind, turns, spot);
        }
        let spot = hit_regions.at(event.col, event.row);
        if let (MouseKind::Press, Some(HitRegion::Following(action))) = (event.kind, spot) {
            return self.act_by_key(action);
        }
        if let Some(effects) = self.point_at_time(event, turns) {
            return effects;
        }
        let cell = self.arena_cell(event);
        match (event.kind, turns, cell) {
            (_, Some(arrow), Some(cell)) => self.zoom_about(arrow, cell),
            (_, Some(arrow), None) => self.scroll(arrow, WHEEL_LINES),
            (MouseKind::Press, None, cell) => {
                // The release of an earlier one was lost.
                let mut effects = self.drop_dragged();
                effects.extend(match cell {
                    Some(cell) => self.press_in_arena(cell),
                    None => self.press_spot(event, hit_regions),
                });
                return effects;
            }
            (MouseKind::Drag, None, Some(cell)) => self.drag_to(cell),
            // Beyond the arena it stays where it was last shown.
            (MouseKind::Drag, None, None) => {}
            _ => return self.drop_dragged(),
        }
        Vec::new()
    }

    /// Handles a mouse event on the timeline, and a drag that began there, wherever it goes;
    /// `None` for any other.
    fn point_at_time(&mut self, event: MouseEvent, turns: Option<Arrow>) -> Option<Vec<Effect>> {
        let layout = self.screen.layout();
        let place = layout.and_then(|layout| TimelinePlace::of(self.model(), layout));
        let on_it = place.filter(|place| place.contains(event.col, event.row));
        match (event.kind, turns, on_it) {
            (MouseKind::Press, None, _) => self.input.scrubs = on_it.is_some(),
            (MouseKind::Release, None, _) if self.input.scrubs => {
                self.input.scrubs = false;
                return Some(Vec::new());
            }
            _ => {}
        }
        match (event.kind, turns, on_it) {
            (_, Some(arrow), Some(place)) => self.look_a_frame_on(arrow, place.scale),
            (MouseKind::Press, None, Some(place)) => {
                let effects = self.drop_dragged();
                self.look_near(place, event.col);
                return Some(effects);
            }
            (MouseKind::Drag, None, _) if self.input.scrubs => {
                if let Some(place) = place {
                    self.look_at_frame(place.scale.frame_at(place.bin_at(event.col)));
                }
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    /// Looks at the nearest mark within two columns, else at the frame of this column.
    fn look_near(&mut self, place: TimelinePlace, col: u16) {
        let (timeline, bin) = (place.timeline(self.model()), place.bin_at(col));
        let marked = timeline.nearest_mark(bin, MARK_COLUMNS);
        match marked.and_then(|bin| timeline.line_in(&self.engine, bin)) {
            Some(line) => {
                self.engine.look_at(line);
                self.show_what_is_looked_at();
            }
            None => self.look_at_frame(place.scale.frame_at(bin)),
        }
    }

    /// Looks at the frame after the one in focus, or before it.
    fn look_a_frame_on(&mut self, arrow: Arrow, scale: FrameScale) {
        let frame = self.engine.world_in_focus().frame();
        let next = if arrow == Arrow::Up { frame.saturating_sub(1) } else { frame + 1 };
        self.look_at_frame(next.clamp(scale.first, scale.last));
    }

    fn look_at_frame(&mut self, frame: u64) {
        if self.engine.look_at_frame(frame) {
            self.show_what_is_looked_at();
        } else {
            self.screen.say(format!("frame {frame} is covered until you predict it"));
        }
    }

    /// Gives the keys to the panel, where they go from line to line, unless it would hide the
    /// arena.
    fn show_what_is_looked_at(&mut self) {
        self.screen.message = None;
        self.close_editor();
        self.screen.pane = if self.screen.has_panel_over() { Pane::Arena } else { Pane::Panel };
    }

    /// Handles a mouse event while a prompt is open: a click chooses a row of
    /// its list, and a click on the chosen row does what Enter does.
    fn point_in_prompt(
        &mut self,
        kind: MouseKind,
        turns: Option<Arrow>,
        spot: Option<HitRegion>,
    ) -> Vec<Effect> {
        match (turns, kind, spot) {
            (Some(arrow), _, _) => {
                self.turn_picker(arrow, WHEEL_LINES);
                self.turn_palette(arrow);
            }
            (None, MouseKind::Press, Some(HitRegion::Scene(place))) => {
                return self.click_scene(place);
            }
            (None, MouseKind::Press, Some(HitRegion::Palette(row))) => {
                return self.click_palette(row);
            }
            _ => {}
        }
        Vec::new()
    }

    /// The cell of the arena that an event is in.
    fn arena_cell(&self, event: MouseEvent) -> Option<Cell> {
        let (left, top) = (i64::from(Layout::RULER_COLS), i64::from(Layout::ARENA_ROW));
        let cell = Cell { col: i64::from(event.col) - left, row: i64::from(event.row) - top };
        let (cols, rows) =
            (i64::from(self.screen.viewport.cols()), i64::from(self.screen.viewport.rows()));
        let is_inside = self.screen.shows_arena()
            && (0..cols).contains(&cell.col)
            && (0..rows).contains(&cell.row);
        is_inside.then_some(cell)
    }

    fn zoom_about(&mut self, arrow: Arrow, cell: Cell) {
        self.screen.framing = Framing::Chosen;
        let powers = if arrow == Arrow::Up { 1 } else { -1 };
        if !self.screen.viewport.zoom_about(powers, cell) {
            self.screen.fail("zoom goes from 1/64 to 16");
        }
    }

    fn press_in_arena(&mut self, cell: Cell) -> Vec<Effect> {
        self.screen.pane = Pane::Arena;
        self.close_editor();
        self.screen.message = None;
        self.input.drag = None;
        let Some((id, name)) = self.object_at(cell) else { return Vec::new() };
        if self.engine.sandbox().selection().map(|(selected, _)| selected) != Some(id) {
            self.run(&Command::Select(name));
            self.screen.last_command = None;
        }
        self.grip_vertex_at(cell);
        self.begin_drag(self.point_of(cell));
        Vec::new()
    }

    /// The object in a cell. Of several it is the smallest: the larger ones can
    /// be clicked elsewhere.
    fn object_at(&self, cell: Cell) -> Option<(ObjectId, Name)> {
        let (exact, near) = (self.cell_box(cell, 0)?, self.cell_box(cell, 1)?);
        let meets = |one: &Aabb, shape: &Shape| {
            relate(&Shape::Box(*one), shape).relation != Relation::Disjoint
        };
        let hits =
            self.engine.sandbox().world().objects().filter(|(_, object)| match &object.shape {
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

    /// The part of the plane that a cell shows, with `around` columns on each
    /// side.
    fn cell_box(&self, cell: Cell, around: i64) -> Option<Aabb> {
        let from = self.point_of(Cell { col: cell.col - around, row: cell.row })?;
        let to = self.point_of(Cell { col: cell.col + 1 + around, row: cell.row + 1 })?;
        // What only touches the next cell is not in this one.
        let to = to.checked_add(Vector::new(milli!(-1), milli!(-1)))?;
        Aabb::from_corners(from, to).ok()
    }

    /// The top left corner of a cell; `None` beyond the plane.
    pub(super) fn point_of(&self, cell: Cell) -> Option<Point> {
        let milli = |at: i64| {
            let thousandths = at.div_euclid(grains(milli!(1)));
            let value = Milli::try_from(i128::from(thousandths)).ok();
            value.filter(|value| value.in_range())
        };
        let (x, y) =
            (self.screen.viewport.column_x(cell.col), self.screen.viewport.row_y(cell.row));
        Some(Point::new(milli(x)?, milli(y)?))
    }

    /// While the arrows move an end, a press on another end selects that one.
    fn grip_vertex_at(&mut self, cell: Cell) {
        let Some((_, object)) = self.engine.sandbox().selection() else { return };
        if !matches!(self.input.edit_mode, EditMode::End(_)) {
            return;
        }
        let is_near = |p: &Point| {
            let at = self.screen.viewport.cell_of(*p);
            (at.col - cell.col).abs() <= 1 && (at.row - cell.row).abs() <= 1
        };
        if let Some(index) = object.shape.vertices().iter().position(is_near) {
            self.input.edit_mode = EditMode::End(index);
        }
    }

    fn press_spot(&mut self, event: MouseEvent, hit_regions: &HitRegions) -> Vec<Effect> {
        let Some(spot) = hit_regions.at(event.col, event.row) else { return Vec::new() };
        self.screen.message = None;
        self.close_editor();
        match spot {
            HitRegion::Tab(Tab::Map) => self.show_map_panel(),
            HitRegion::Tab(Tab::Lab) => self.show_lab(),
            HitRegion::Tab(tab) => self.screen.show(tab),
            HitRegion::Sentence(sentence) => {
                self.screen.pane = Pane::Panel;
                self.screen.panel.chosen_sentence = Some(sentence);
            }
            HitRegion::Line(line) => {
                let is_chosen = self.engine.chosen_line() == Some(line);
                if is_chosen && self.screen.pane == Pane::Panel && self.screen.panel.tab == Tab::Log
                {
                    return self.enter();
                }
                self.screen.pane = Pane::Panel;
                self.engine.look_at(line);
            }
            HitRegion::Page(page) if self.engine.focus().page == page => {
                self.screen.show(Tab::Why);
            }
            HitRegion::Page(page) => self.turn_to_page(page),
            HitRegion::Layer(layer) => self.show_map(Some(layer)),
            // These exist only while a menu is open.
            HitRegion::Palette(_) | HitRegion::Following(_) | HitRegion::Scene(_) => {}
            HitRegion::Row(row) => {
                if self.screen.pane == Pane::Form && self.model().chosen_row() == row {
                    return self.enter_row();
                }
                self.screen.pane = Pane::Form;
                self.choose_row_at(row);
            }
        }
        Vec::new()
    }
}
