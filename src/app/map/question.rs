//! The question that the map answers: about the selected object and its partner, in the cells of
//! the arena.

use super::super::{OwnMethod, ProgramEvent};
use crate::app::intent::Intent;
use crate::app::{Action, Connection, EditMode, GlyphSet, MapView, Model, Tab, Viewport};
use hitscan_core::command::{Anchor, Command, Layer};
use hitscan_core::engine::asked_rank;
use hitscan_core::engine::map::{
    First, Grid, Handle, Map, MapMethod, MapPlace, MapQuery, MapQuestion, MapSubject,
};
use hitscan_core::methods::{Arithmetic, Method, OwnState};
use hitscan_core::world::{Name, Object, ObjectId};
use hitscan_geom::{Shape, ShapeKind};

/// Units of a [`Grid`] in a grain of the viewport.
const PER_GRAIN: i64 = 2;

impl<'a> Model<'a> {
    /// The map, while it is on.
    pub fn map(self) -> Option<&'a MapView> {
        self.screen.map.as_deref()
    }

    /// The names of the selected object and its partner.
    pub fn map_names(self) -> Option<[Name; 2]> {
        self.map_pair().ok().map(|pair| pair.map(|(_, object)| object.name))
    }

    /// The part of the selected object that the map moves to other places.
    pub(super) fn map_handle(self) -> Option<Handle> {
        let (_, object) = self.engine.sandbox().selection()?;
        Some(match (self.input.edit_mode, &object.shape) {
            (EditMode::Move, _) => Handle::Move,
            (EditMode::End(index), _) => Handle::End(index),
            (EditMode::Turn, _) => Handle::Turn,
            (EditMode::Speed | EditMode::Steer, _) => Handle::Speed,
        })
    }

    /// Whether map cells are still to be computed here, rather than by a program.
    pub fn has_map_work(self) -> bool {
        self.map().is_some_and(MapView::has_work)
    }

    /// Whether the map should wait until no key is pressed: on a slow line each of its pictures
    /// costs more than everything else that a key changes.
    pub fn map_waits_for_rest(self) -> bool {
        let map = self.map().and_then(MapView::map);
        self.screen.appearance.connection == Connection::Remote
            && map.is_some_and(Map::shows_older_answers)
    }

    /// Moves the handle to a place, by one command without a motion.
    pub(in crate::app) fn brought_to(self, place: MapPlace) -> Intent {
        let command = self.command_to(place);
        command.map_or_else(|| Intent::Refused("it cannot be there".to_owned()), Intent::Run)
    }

    fn command_to(self, place: MapPlace) -> Option<Command> {
        let subject = &self.map()?.map()?.question().subject;
        let (_, object) = self.engine.sandbox().selection()?;
        Some(match subject.handle {
            Handle::Move => Command::Put(None, subject.first_vertex_at(place)?),
            Handle::End(index) => {
                let from = *object.shape.vertices().get(index)?;
                Command::End(None, index + 1, from.to(subject.point_at(place)?)?)
            }
            Handle::Turn => Command::Point(object.name, subject.point_at(place)?),
            Handle::Speed => {
                Command::Velocity(Some(object.name), subject.velocity_to(place)?, Anchor::Start)
            }
        })
    }

    /// The selected object and its partner.
    pub(super) fn map_pair(self) -> Result<[(ObjectId, &'a Object); 2], String> {
        let sandbox = self.engine.sandbox();
        let selected = sandbox.selection().ok_or("no map: nothing is selected")?;
        let pair = self.engine.pair_in_focus();
        let partner = match pair {
            Some(pair) if pair.a.id == selected.0 => Some(pair.b.id),
            Some(pair) if pair.b.id == selected.0 => Some(pair.a.id),
            _ => sandbox.partner(),
        };
        let partner = partner.and_then(|id| Some((id, sandbox.world().object(id)?)));
        Ok([selected, partner.ok_or("no map: there is no pair yet; add two objects")?])
    }

    /// The method that the map is about: the one in view, if it applies.
    pub(super) fn map_method(self) -> Option<MapMethod> {
        let [a, b] = self.map_pair().ok()?.map(|(id, object)| (id, object.kind()));
        if let Some(own) = self.chosen_own_method() {
            let is_first = asked_rank(a.0, a.1.shape()) < asked_rank(b.0, b.1.shape());
            let first = if is_first { First::Object } else { First::Partner };
            let rules = self.judging_rules;
            return Some(MapMethod::Own { name: own.name, first, rules });
        }
        let applies = |method: &Method| a.1.takes(*method, b.1);
        let mut listed = Method::listed(a.1.shape(), b.1.shape()).chain(Method::all());
        let in_view = self.method_in_view().filter(applies);
        in_view.or_else(|| listed.find(applies)).map(MapMethod::Catalogue)
    }

    /// The layer to show, and its question. A new map shows the layer that suits its handle.
    ///
    /// # Errors
    /// Says why there is no map.
    pub(in crate::app) fn first_of_map(
        self,
        layer: Option<Layer>,
    ) -> Result<(Layer, MapQuestion), String> {
        let first = layer.unwrap_or(match self.map_handle() {
            Some(Handle::Speed) => Layer::Side,
            _ => Layer::Relation,
        });
        Ok((first, self.map_question(first)?))
    }

    /// The layer that the map key shows next; `None` if the map's view is not shown yet.
    ///
    /// # Errors
    /// Says that there is no map.
    pub(in crate::app) fn next_layer(self) -> Result<Option<Layer>, String> {
        let Some(view) = self.map() else {
            let on = self.input.keymap.named(Action::ToggleMap);
            return Err(format!("there is no map; {on} shows one"));
        };
        let panel = &self.screen.panel;
        let is_shown = panel.tab == Tab::Map && panel.answer.is_none();
        Ok(is_shown.then(|| self.layer_after(view.layer)))
    }

    /// The next layer; those of floating-point numbers only if the method computes in them.
    fn layer_after(self, layer: Layer) -> Layer {
        let has_f32 = self.map_method().is_some_and(|it| it.computes_in(Arithmetic::F32));
        match layer {
            Layer::Relation => Layer::Side,
            Layer::Side => Layer::Method,
            Layer::Method if has_f32 => Layer::F32,
            Layer::F32 if has_f32 => Layer::F64,
            Layer::Method | Layer::F32 | Layer::F64 => Layer::Relation,
        }
    }

    /// The question of a map of this layer now.
    ///
    /// # Errors
    /// Says why there is no map.
    pub(in crate::app) fn map_question(self, layer: Layer) -> Result<MapQuestion, String> {
        if self.engine.covered_in_focus().is_some() {
            return Err("no map while the answer is covered".to_owned());
        }
        if self.engine.focus().is_looking() {
            let back = self.input.keymap.named(Action::Escape);
            return Err(format!("the map is about now; {back} goes back to now"));
        }
        let [(_, object), (_, partner)] = self.map_pair()?;
        let handle = self.map_handle().ok_or("no map: nothing is selected")?;
        let subject = MapSubject {
            object: object.shape.clone(),
            velocity: object.velocity,
            partner: partner.shape.clone(),
            partner_velocity: partner.velocity,
            handle,
        };
        if !subject.has_places() {
            let kind = if matches!(object.shape, Shape::Box(_)) { "box" } else { "polygon" };
            let whole = self.input.keymap.named(Action::GripMove);
            return Err(format!("no map: a {kind} only turns; {whole} maps moving"));
        }
        let method = self.map_method();
        if let (Some(arithmetic), Some(method)) = (layer.arithmetic(), method)
            && arithmetic != Arithmetic::Exact
            && !method.computes_in(arithmetic)
        {
            return Err(format!("{} does not compute in {}", method.id(), arithmetic.token()));
        }
        let boundary_rule = self.engine.world().settings().boundary_rule;
        let asked = MapQuery { layer, method, boundary_rule };
        let dots = self.dots_of(&asked);
        let grid = map_grid(&self.screen.viewport, dots, subject.offset());
        Ok(MapQuestion { subject, asked, grid })
    }

    /// How many cells a map with this question has per screen cell, across and down: in braille one
    /// per dot, unless a program is asked.
    fn dots_of(self, asked: &MapQuery) -> [usize; 2] {
        match self.screen.appearance.glyphs {
            GlyphSet::Braille if !asked.is_of_program() => [2, 4],
            GlyphSet::Braille | GlyphSet::Lines | GlyphSet::Basic | GlyphSet::Ascii => [1, 1],
        }
    }

    /// How many cells of the map a screen cell has, across and down.
    pub fn map_dots(self) -> [usize; 2] {
        let map = self.map().and_then(MapView::map);
        map.map_or([1, 1], |map| self.dots_of(&map.question().asked))
    }
}

/// The cells of the arena, each divided into dots.
fn map_grid(viewport: &Viewport, [across, down]: [usize; 2], offset: [i64; 2]) -> Grid {
    let column = viewport.column_grains() * PER_GRAIN;
    let cells = [usize::from(viewport.cols()) * across, usize::from(viewport.rows()) * down];
    let [across, down] = [across, down].map(|count| i64::try_from(count).unwrap_or(1));
    Grid {
        origin: [viewport.column_x(0) * PER_GRAIN, viewport.row_y(0) * PER_GRAIN],
        cell: [column / across, 2 * column / down],
        cells,
        offset,
    }
}

// Map cells that a program answers for: what it is asked, and how far it is. The host asks the
// programs.

/// How far a program is with the cells it was asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CellsState {
    /// Nothing is asked, or all is answered.
    #[default]
    AtRest,
    /// It has not answered yet.
    Thinking,
    /// It is taking a long time.
    Slow,
}

impl MapView {
    /// What to ask the program about the cells; `None` if it was already asked.
    pub(in crate::app) fn lines_to_ask(&mut self) -> Option<Vec<String>> {
        let lines = self.map.as_mut()?.lines_to_ask()?;
        self.cells = CellsState::Thinking;
        Some(lines)
    }

    /// Handles an event of the program that the map is about.
    ///
    /// If the program was saved again, its earlier answers no longer count; if it ended, they do.
    /// Either way, cells without an answer are asked about again once it runs.
    pub(in crate::app) fn hear(&mut self, event: &ProgramEvent) {
        match (event, &mut self.map) {
            (ProgramEvent::CellsSlow, _) if self.cells == CellsState::Thinking => {
                self.cells = CellsState::Slow;
                return;
            }
            (ProgramEvent::CellsAnswered(replies), Some(map)) => map.answered(replies),
            (ProgramEvent::Died(_), Some(map)) => map.ask_again(),
            (ProgramEvent::Changed, Some(map)) => *map = Map::new(map.question().clone()),
            _ => return,
        }
        self.cells = CellsState::AtRest;
    }
}

impl<'a> Model<'a> {
    /// The own method that the map is about.
    fn own_method_mapped(self) -> Option<(&'a MapView, &'a OwnMethod)> {
        let view = self.map()?;
        let name = view.map().map(Map::question).and_then(MapQuestion::own_method)?;
        Some((view, self.own_methods.iter().find(|method| method.name == name)?))
    }

    /// The word for a missing answer of an own method: `...`, `slow`, `dead`.
    pub(super) fn cells_wait(self) -> &'static str {
        match self.own_method_mapped() {
            Some((_, OwnMethod { state: OwnState::Dead(_), .. })) => "dead",
            Some((view, _)) if view.cells == CellsState::Slow => "slow",
            Some(_) | None => "...",
        }
    }

    /// Why cells have no answer: the program is dead, or does not know such pairs.
    pub fn why_no_cells(self) -> Option<String> {
        let (view, method) = self.own_method_mapped()?;
        if let OwnState::Dead(why) = &method.state {
            return Some(why.clone());
        }
        let [a, b] = view.map()?.unknown_kinds()?.map(ShapeKind::token);
        Some(format!("it does not know {a}-{b} pairs"))
    }
}
