//! What the screen says about a map: what it shows, where a place is, and the answer there.

use super::Tour;
use crate::app::intent::TourGoal;
use crate::app::{Action, Arrow, MapView, Model, Pane};
use hitscan_core::command::Layer;
use hitscan_core::engine::map::{CellClass, Handle, Map, MapAnswer, MapPlace};
use hitscan_core::words::{all_of, hit_word, in_halves, reason_in_a_row, short_fraction};
use hitscan_core::world::Name;
use hitscan_geom::{Direction, Relation, Shape, Side};

/// The columns that a time can take.
const TIME_COLS: usize = 6;

impl<'a> Model<'a> {
    /// The place of the probe, while it is out.
    pub fn probed(self) -> Option<(&'a Map, MapPlace)> {
        let view = self.map().filter(|_| self.screen.pane == Pane::Arena)?;
        let (map, cell) = (view.map()?, view.probe?);
        Some((map, map.place(cell)?))
    }
}

impl Model<'_> {
    /// What the map judges: `relation`, `side`, `edges`, `edges in f32`.
    pub fn map_judges(self, view: &MapView) -> String {
        match view.layer {
            Layer::Relation | Layer::Side => view.layer.token().to_owned(),
            Layer::Method => self.map_method_id(),
            Layer::F32 | Layer::F64 => {
                format!("{} in {}", self.map_method_id(), view.layer.token())
            }
        }
    }

    fn map_method_id(self) -> String {
        self.map_method().map_or_else(|| "no method".to_owned(), |method| method.id().to_owned())
    }

    /// Checks that there is something to map.
    ///
    /// # Errors
    /// Says why there is nothing.
    pub fn map_reason(self) -> Result<(), String> {
        let layer = self.map().map_or(Layer::Relation, |view| view.layer);
        self.map_question(layer).map(|_| ())
    }

    /// What the cells stand for, with the name and without: `at B's middle`, `at corner 2 of B`,
    /// `B's velocity`.
    pub fn map_where(self) -> [String; 2] {
        let selected = self.engine.sandbox().selection();
        let name = selected.map_or_else(String::new, |(_, object)| object.name.to_string());
        let part = self.handle_word();
        match self.map_handle() {
            Some(Handle::Speed) => [format!("{name}'s velocity"), "velocity".to_owned()],
            Some(Handle::Turn) => [format!("{part} of {name}, turned"), format!("{part}, turned")],
            Some(Handle::End(_)) => [format!("at {part} of {name}"), format!("at {part}")],
            Some(Handle::Move) | None => [format!("at {name}'s {part}"), format!("at its {part}")],
        }
    }

    /// Why the method is wrong at a place, or differs there, in a few words.
    pub fn map_why_wrong(self, map: &Map, place: MapPlace) -> Option<String> {
        let answer = map.answer(place)?;
        let (CellClass::Wrong(Some(cause)) | CellClass::Convention(Some(cause))) = answer.class?
        else {
            return None;
        };
        let axis = match answer.direction {
            Direction::Sides(sides) => sides.iter().next().map(Side::axis),
            _ => None,
        };
        let names = self.map_names()?;
        Some(reason_in_a_row(cause, names.each_ref().map(Name::as_str), axis))
    }

    /// Why the map names no side anywhere, if it is about sides and the two overlap at the start.
    pub fn map_names_no_side(self, map: &Map) -> Option<String> {
        if !map.question().names_no_side() {
            return None;
        }
        let [x, y] = self.map_names()?;
        let undo = self.input.keymap.named(Action::Undo);
        let what = match map.question().subject.handle {
            Handle::Speed => "velocity",
            Handle::Move | Handle::End(_) | Handle::Turn => "move",
        };
        Some(format!(
            "{x} overlaps {y} at the start, so no {what} names a side. First move {x} out of {y}; \
             [{undo}] undoes."
        ))
    }

    /// The part of the object that the cells stand for: `middle`, `end 2`.
    fn handle_word(self) -> String {
        let selected = self.engine.sandbox().selection();
        let word = match selected.map(|(_, object)| &object.shape) {
            Some(Shape::Segment(_)) => "end",
            Some(Shape::Polygon(_)) => "vertex",
            Some(Shape::Box(_)) | None => "corner",
        };
        match self.map_handle() {
            Some(Handle::End(index)) => format!("{word} {}", index + 1),
            Some(Handle::Turn) => "end 2".to_owned(),
            Some(Handle::Move | Handle::Speed) | None => "middle".to_owned(),
        }
    }

    /// A place in words: `15,14`, or the velocity that leads there: `v 12,10`.
    pub fn map_place(self, map: &Map, place: MapPlace) -> String {
        let subject = &map.question().subject;
        let settings = self.engine.world().settings();
        if subject.handle == Handle::Speed {
            return subject.velocity_to(place).map_or_else(String::new, |velocity| {
                format!("v {},{}", velocity.x, settings.read_y(velocity.y))
            });
        }
        let [x, y] = subject.shown(place);
        format!("{},{}", in_halves(x), in_halves(settings.read_y(y)))
    }

    /// The answer at a place, as this layer gives it: `top, t 4/5`, `collinear-apart!`.
    pub fn map_answer(self, map: &Map, place: MapPlace) -> String {
        let Some(answer) = map.answer(place) else { return "it cannot be there".to_owned() };
        let Some(class) = answer.class else { return self.cells_wait().to_owned() };
        let name = class.name();
        match (class, answer.t) {
            (CellClass::Wrong(_), _) => format!("{name} !"),
            (CellClass::Convention(_), _) => format!("{name} ~"),
            (CellClass::Side(_) | CellClass::Corner(_) | CellClass::Graze, Some(t)) => {
                format!("{name}, t {}", short_fraction(t, TIME_COLS))
            }
            _ => name,
        }
    }

    /// What the status row says about the probe: `L end 2 at 10,26  MISS disjoint`, and what the
    /// method says.
    pub fn map_probe(self, map: &Map, place: MapPlace) -> String {
        let selected = self.engine.sandbox().selection();
        let name = selected.map_or_else(String::new, |(_, object)| object.name.to_string());
        let at = self.map_place(map, place);
        let at = match map.question().subject.handle {
            Handle::Speed => format!("{name} {at}"),
            Handle::Move => format!("{name} at {at}"),
            Handle::End(_) | Handle::Turn => format!("{name} {} at {at}", self.handle_word()),
        };
        match map.answer(place) {
            None => format!("{at}  it cannot be there"),
            Some(answer) => format!("{at}  {}", self.map_verdict(map, &answer)),
        }
    }

    /// The next stop of a tour, and its cell; `None` without a map.
    ///
    /// # Errors
    /// Says that there is no such cell, or no other.
    pub(in crate::app) fn next_on_tour(
        self,
        way: Arrow,
        wanted: &TourGoal,
    ) -> Option<Result<([usize; 2], Tour), String>> {
        let view = self.map()?;
        let map = view.map()?;
        Some(match view.next_on_tour(map, way, wanted) {
            None => Err(self.nothing_like_that(map, wanted)),
            Some((_, tour)) if view.is_there(map, &tour) => {
                Err(self.nothing_else_like_that(wanted))
            }
            Some(next) => Ok(next),
        })
    }

    /// Says that no cell in view has this class, or that the method is wrong nowhere in view.
    fn nothing_like_that(self, map: &Map, wanted: &TourGoal) -> String {
        let method = self.map_method_id();
        if !map.is_complete() {
            let why = self.why_no_cells();
            return why.unwrap_or_else(|| format!("{method} has not answered yet"));
        }
        let TourGoal::Class(class) = wanted else {
            return format!("no cell in view where {method} is wrong");
        };
        let class = hitscan_core::scene::printable(class);
        let mut tokens: Vec<_> = map.counts().map(|(class, _)| class.token()).collect();
        tokens.dedup();
        let shown = all_of(tokens);
        format!("no cell in view is {class}; the map has {shown}")
    }

    /// Says that no other place in view is like the current one.
    fn nothing_else_like_that(self, wanted: &TourGoal) -> String {
        match wanted {
            TourGoal::Wrong => format!("{} is wrong nowhere else in view", self.map_method_id()),
            TourGoal::Class(class) => {
                format!("no other cells in view are {}", hitscan_core::scene::printable(class))
            }
        }
    }

    /// The truth at a place, and what the layer says about it.
    fn map_verdict(self, map: &Map, answer: &MapAnswer) -> String {
        let outcome = match answer.relation {
            Relation::Disjoint => hit_word(false),
            Relation::Touches => "TOUCH",
            _ => hit_word(true),
        };
        let truth = format!("{outcome} {}", answer.relation.token());
        let asked = map.question().asked;
        let Some(class) = answer.class else {
            return format!("{truth}  {} {}", self.map_method_id(), self.cells_wait());
        };
        let (Some(method), Some(judged)) = (asked.method, &answer.judged) else {
            let side = class.name();
            return if asked.layer == Layer::Side { format!("{truth}  {side}") } else { truth };
        };
        let mark = match class {
            CellClass::Wrong(_) => "!",
            CellClass::Convention(_) => "~",
            _ => "",
        };
        let cause = judged.cause.map_or_else(String::new, |it| format!(" {}", it.code()));
        format!("{truth}  {} {}{mark}{cause}", method.id(), judged.says)
    }
}
