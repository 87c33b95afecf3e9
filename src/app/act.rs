//! What an action does: it runs a command, or changes the screen or how keys work.

use std::cmp::Ordering;

use super::add::{added, copied, vertex_edited};
use super::intent::{Intent, MapFits, ScreenChange, Then, TourGoal};
use super::log_view::{Jump, LogView};
use super::map::Probing;
use super::predict::SideQuestion;
use super::screen::{Framing, construction};
use super::why_page::why_page;
use super::{
    Action, App, Arrow, EditMode, Effect, Help, Lab, MapView, Model, Needs, Overlay, Pane, Setting,
    Stride, Switch, Tab,
};
use hitscan_core::command::{Command, CommandError, HistoryPlace, Layer, MapRequest, WhySubject};
use hitscan_core::engine::{Engine, Pair, Sandbox};
use hitscan_core::lab::Order;
use hitscan_core::methods::{BoundaryRule, ListedWhen, Method};
use hitscan_core::scene::SceneSource;
use hitscan_core::words;
use hitscan_core::world::{Attribute, Body, Object, ObjectId, Response};
use hitscan_geom::{ShapeKind, Side, Sides};

impl App {
    /// Carries out one action.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each action: the compiler finds a missing one"
    )]
    pub fn act(&mut self, action: Action) -> Vec<Effect> {
        if action.needs(Needs::Frames) {
            self.screen.framing = Framing::Chosen;
        }
        if let Some(why) = self.model().refusal(action) {
            return self.carry_out(Intent::Refused(why));
        }
        let Self { engine, screen, input, own_methods, .. } = self;
        let (sandbox, keys) = (engine.sandbox(), &input.keymap);
        let (world, view) = (sandbox.world(), &screen.viewport);
        let refused = |done: Result<(), String>| done.err().map(Intent::Refused);
        let run = |command| Some(Intent::Run(command));
        let mut intent = None;
        match action {
            Action::Arrow(arrow, stride) => intent = self.model().arrow(arrow, stride),
            Action::ToggleFine => screen.say(input.toggle_fine(sandbox.nudge())),
            Action::Switch(Switch::Snap) => screen.say(input.toggle_snap(sandbox.nudge())),
            Action::SelectNext => intent = self.model().neighbour(1),
            Action::SelectPrevious => intent = self.model().neighbour(-1),
            Action::SelectByName => input.open_line("select "),
            Action::NextPartner => next_partner(engine),
            Action::AddBox | Action::AddLaser | Action::AddPolygon => {
                intent = Some(added(world, view, action).into());
            }
            Action::InsertVertex | Action::RemoveVertex => {
                intent = Some(vertex_edited(action, sandbox, input.edit_mode, keys).into());
            }
            Action::ToggleFixed => intent = Some(selected(sandbox).map(toggle_fixed).into()),
            Action::NextBody => intent = Some(selected(sandbox).map(next_body).into()),
            Action::ToggleBeam => intent = Some(selected(sandbox).map(toggle_beam).into()),
            Action::NextOneWay => intent = Some(selected(sandbox).map(next_one_way).into()),
            Action::DropThrough => intent = run(Command::Drop(None)),
            Action::Next(Setting::BoundaryRule) => intent = Some(next_strictness(sandbox)),
            Action::Duplicate => {
                let copied = |it: &Object| copied(world, view, it.name, &it.shape);
                intent = Some(selected(sandbox).and_then(copied).into());
            }
            Action::Remove => intent = run(Command::Remove(None)),
            Action::Respond(response) => intent = run(Command::Response(response)),
            Action::RespondBy(method) => intent = run(Command::Side(method)),
            Action::PlayPause if engine.is_playing() => intent = run(Command::Pause),
            Action::PlayPause => intent = run(Command::Play),
            Action::Slower => intent = run(next_speed(sandbox, Ordering::Less)),
            Action::Faster => intent = run(next_speed(sandbox, Ordering::Greater)),
            Action::StepForward => intent = Some(Intent::Frame),
            Action::StepBack => intent = run(Command::Back(1)),
            Action::SeekStart => intent = run(Command::Seek(beginning(engine))),
            Action::SeekEnd => intent = run(Command::Seek(HistoryPlace::End)),
            Action::Undo => intent = run(Command::Undo(1)),
            Action::Redo => intent = run(Command::Redo(1)),
            Action::GripMove => intent = refused(input.edit(EditMode::Move, sandbox)),
            Action::GripTurn => intent = refused(input.edit(EditMode::Turn, sandbox)),
            Action::GripSpeed => intent = refused(input.edit(EditMode::Speed, sandbox)),
            Action::GripSteer => intent = refused(input.edit(EditMode::Steer, sandbox)),
            Action::GripEnd => input.grip_next_end(sandbox),
            Action::Escape => screen.escape(engine, input),
            Action::NextHit => screen.jump(Arrow::Down, Jump::Hit, engine, own_methods, keys),
            Action::PreviousHit => screen.jump(Arrow::Up, Jump::Hit, engine, own_methods, keys),
            Action::NextWrong if screen.map.is_some() => {
                intent = Some(Intent::Tour(Arrow::Down, TourGoal::Wrong));
            }
            Action::PreviousWrong if screen.map.is_some() => {
                intent = Some(Intent::Tour(Arrow::Up, TourGoal::Wrong));
            }
            Action::NextWrong => screen.jump(Arrow::Down, Jump::Wrong, engine, own_methods, keys),
            Action::PreviousWrong => {
                screen.jump(Arrow::Up, Jump::Wrong, engine, own_methods, keys);
            }
            Action::Rename => intent = refused(input.open_rename(sandbox)),
            Action::ShowLog => screen.show_log(engine, input.usual_log),
            Action::ShowMethods | Action::ShowWhy => {
                let tab = if action == Action::ShowWhy { Tab::Why } else { Tab::Methods };
                let of_step = self.model().page_of_step(action);
                self.screen.show_of_step(tab, of_step, &mut self.engine);
            }
            Action::ShowObject => screen.show(Tab::Object),
            Action::ShowSigns => screen.show(Tab::Signs),
            Action::ShowMap => match self.model().next_layer() {
                Ok(None) => self.screen.show(Tab::Map),
                Ok(next) => intent = Some(Intent::ShowMap(next, MapFits::No)),
                Err(why) => intent = Some(Intent::Refused(why)),
            },
            Action::ToggleMap if screen.map.is_some() => MapView::leave(screen),
            Action::ToggleMap => intent = Some(Intent::ShowMap(None, MapFits::Yes)),
            Action::ShowNote if !screen.has_goal => screen.show_note(engine, keys),
            Action::Hint => intent = Some(Intent::Order(Order::Hint)),
            Action::ShowLab | Action::ShowNote => screen.show_lab(),
            Action::Previous if screen.reads_beside_the_lesson() => screen.show_lab(),
            Action::Previous => intent = Some(Intent::Order(Order::Previous)),
            Action::EditObject => screen.open_form(sandbox),
            Action::NextField => screen.panel.form.step(Arrow::Down, sandbox),
            Action::PreviousField => screen.panel.form.step(Arrow::Up, sandbox),
            Action::NextOrigin => {
                intent = Some(Intent::Show(ScreenChange::Origin(Arrow::Right)));
            }
            Action::NextMethod => intent = self.model().page_beside(1),
            Action::PreviousMethod => intent = self.model().page_beside(-1),
            Action::Enter => return self.enter(),
            Action::PageUp => intent = self.model().page(Arrow::Up),
            Action::PageDown => intent = self.model().page(Arrow::Down),
            Action::First => intent = self.model().scrolled(Arrow::Up, usize::MAX),
            Action::Last => intent = self.model().scrolled(Arrow::Down, usize::MAX),
            Action::ZoomIn => screen.zoom(1, sandbox),
            Action::ZoomOut => screen.zoom(-1, sandbox),
            Action::Pan(arrow) => screen.pan(arrow),
            Action::Fit => screen.show_all(sandbox.world()),
            Action::ShowContact => screen.show_contact(engine),
            Action::ZoomReset => screen.viewport.reset(),
            Action::Next(Setting::Glyphs) => screen.next_glyphs(),
            Action::Next(Setting::Theme) => screen.next_theme(),
            Action::Switch(Switch::Grounds) => screen.toggle_grounds(),
            Action::Switch(Switch::Columns) => screen.toggle_columns(sandbox),
            Action::Toggle(overlay) => {
                let is_shown = screen.overlays.toggle(overlay, screen.aspect(engine));
                let meaning = is_shown.then(|| self.model().of_overlay(overlay));
                self.screen.say(meaning.unwrap_or_else(|| format!("no {}", overlay.name())));
            }
            Action::Predict(outcome) => match SideQuestion::of(engine, outcome) {
                Some(asked) => input.side_question = Some(asked),
                None => intent = run(Command::Predict(None, Some((outcome, None)))),
            },
            Action::SkipPrediction => intent = run(Command::Predict(None, None)),
            Action::Switch(Switch::Mouse) => {
                screen.say(input.toggle_mouse());
                return vec![Effect::Mouse(input.mouse)];
            }
            Action::Open => intent = Some(Intent::Choose(None)),
            Action::Save if matches!(engine.source(), SceneSource::File(_)) => {
                intent = run(Command::Save(None));
            }
            Action::Save => input.open_line("save "),
            Action::CommandLine => input.open_line(""),
            Action::Filter => input.open_line("filter "),
            Action::Help => screen.help = Some(Help::default()),
            Action::Quit | Action::Interrupt => intent = run(Command::Quit),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Repaint => return vec![Effect::Repaint],
        }
        self.carry_out_all(intent)
    }

    /// Moves the keys into the panel; if they are there, does what the current line is for. On the
    /// map, starts the probe, or moves the handle to the probed cell.
    fn enter(&mut self) -> Vec<Effect> {
        if self.screen.pane == Pane::Arena && self.screen.panel.tab == Tab::Map {
            self.update_map();
            match self.screen.map.as_mut().and_then(|view| view.enter()) {
                Some(Probing::Begun) => return Vec::new(),
                Some(Probing::Ended(place)) => {
                    return self.carry_out(self.model().brought_to(place));
                }
                None => {}
            }
        }
        let in_lab = self.model().enter_in_lab();
        let Self { engine, screen, input, .. } = self;
        let intent = in_lab.or_else(|| screen.enter(engine, input));
        self.carry_out_all(intent)
    }

    /// Asks the map its current question; cells without a known answer are computed later.
    pub fn update_map(&mut self) {
        let question = self.screen.map.as_ref().map(|it| self.model().map_question(it.layer));
        if let (Some(view), Some(question)) = (&mut self.screen.map, question) {
            view.ask(question);
        }
    }

    /// Computes the whole map, like a command that can be stopped: cells computed by then stay.
    ///
    /// # Errors
    /// Says how many cells were computed when it was stopped.
    pub fn finish_map(&mut self) -> Result<(), String> {
        self.update_map();
        self.screen.work_on_map(|| false);
        if !self.model().has_map_work() {
            return Ok(());
        }
        let mut tell = self.listener("map");
        self.screen.map.as_mut().map_or(Ok(()), |view| view.finish(&mut tell))
    }

    /// Turns the map on, or shows another layer. A map that was off is brought into view whole if
    /// it `fits`.
    ///
    /// # Errors
    /// Says why there is nothing to map.
    pub(super) fn show_map(&mut self, layer: Option<Layer>, fits: MapFits) -> Result<(), String> {
        let (first, question) = self.model().first_of_map(layer)?;
        match &mut self.screen.map {
            Some(view) => view.show_layer(layer),
            None => MapView::begin(first, &question.subject, fits, &mut self.screen),
        }
        Ok(())
    }

    /// Carries out a `:map` request.
    pub(super) fn obey_map_request(&mut self, request: MapRequest) -> Vec<Effect> {
        self.carry_out(match request {
            MapRequest::On => Intent::ShowMap(None, MapFits::Yes),
            MapRequest::Off => {
                MapView::leave(&mut self.screen);
                return Vec::new();
            }
            MapRequest::Show(layer) => Intent::ShowMap(Some(layer), MapFits::Yes),
            MapRequest::Next(token) => Intent::Tour(Arrow::Down, TourGoal::Class(token)),
        })
    }

    /// Goes to the next or previous group of wanted cells, on a layer that can have them.
    pub(super) fn tour(
        &mut self,
        way: Arrow,
        wanted: &TourGoal,
    ) -> Result<Vec<Effect>, CommandError> {
        let has_them = self.screen.map.as_ref().is_some_and(|view| wanted.may_be_on(view.layer));
        if !has_them {
            self.show_map(wanted.layer(), MapFits::No).map_err(CommandError::new)?;
        }
        self.finish_map().map_err(CommandError::new)?;
        Ok(match self.model().next_on_tour(way, wanted) {
            Some(Ok((cell, tour))) => {
                let place = self.screen.map.as_mut().and_then(|view| view.come_to(cell, tour));
                let intent = place.map(|place| self.model().brought_to(place));
                self.carry_out_all(intent)
            }
            Some(Err(said)) => self.carry_out(Intent::Show(ScreenChange::Say(said))),
            None => Vec::new(),
        })
    }
}

fn selected(sandbox: &Sandbox) -> Result<&Object, String> {
    let selected = sandbox.selection();
    selected.map(|(_, object)| object).ok_or_else(|| "nothing is selected".to_owned())
}

fn next_partner(engine: &mut Engine) {
    let Some((selected, _)) = engine.sandbox().selection() else { return };
    let others = engine.sandbox().by_distance(selected);
    let pair = engine.pair_now();
    let is_now = |&id: &ObjectId| pair.as_ref().is_some_and(|pair| pair.is_of([selected, id]));
    let next = others.iter().position(is_now).map_or(0, |at| at + 1);
    let partner = match others.get(next) {
        None if !engine.focus().is_pinned() => others.first(),
        partner => partner,
    };
    // After the last partner, the pair is unpinned and follows events again.
    engine.pin(partner.map(|&partner| [selected, partner]));
}

impl Model<'_> {
    /// Why an action does nothing now, if something it needs is missing.
    pub(super) fn refusal(self, action: Action) -> Option<String> {
        if action.needs(Needs::NoQuestion) && self.is_lab_asking() {
            let refused = |lab: &Lab| lab.learning.refuses(&Command::Step(1), self.engine);
            return Some(self.lab.and_then(refused).unwrap_or_default());
        }
        let over = self.engine.sandbox().game_over_now();
        if let Some(over) = over.filter(|_| action == Action::PlayPause) {
            let [start, back] =
                [Action::SeekStart, Action::StepBack].map(|it| self.input.keymap.named(it));
            return Some(format!("{}; {start} starts again, {back} goes back", over.line()));
        }
        let is_wanting = self.engine.sandbox().selection().is_none();
        (is_wanting && action.needs(Needs::Object)).then(|| self.want_of_an_object())
    }

    fn want_of_an_object(self) -> String {
        format!("nothing is selected; {} adds a box", self.input.keymap.named(Action::AddBox))
    }

    /// What an arrow does: it changes the scene, or scrolls the panel.
    pub(super) fn arrow(self, arrow: Arrow, stride: Stride) -> Option<Intent> {
        let (form, sandbox) = (self.screen.panel.form, self.engine.sandbox());
        match (self.screen.pane, arrow) {
            (Pane::Arena, _) if self.screen.is_probing() => {
                Some(Intent::Show(ScreenChange::Probe(arrow)))
            }
            (Pane::Arena, _) => Some(self.moved(arrow, stride).into()),
            (Pane::Form, Arrow::Left | Arrow::Right) => form.turn_row(arrow, sandbox),
            (Pane::Panel, _) if self.engine.focus().is_looking() => self.line_beside(arrow, 1),
            (Pane::Panel | Pane::Form, _) => self.scrolled(arrow, 1),
        }
    }

    /// Scrolls the panel's view by half a page.
    pub(super) fn page(self, arrow: Arrow) -> Option<Intent> {
        self.scrolled(arrow, self.screen.half_page())
    }

    /// Scrolls the panel's view by this many lines.
    pub(super) fn scrolled(self, arrow: Arrow, lines: usize) -> Option<Intent> {
        let panel = &self.screen.panel;
        let in_text = Some(Intent::Show(ScreenChange::Scroll(arrow, lines)));
        if panel.answer.is_some() {
            return in_text;
        }
        match panel.tab {
            Tab::Log => self.line_beside(arrow, lines),
            Tab::Methods => self.page_beside(if arrow == Arrow::Up { -1 } else { 1 }),
            Tab::Why => {
                let page = why_page(self, self.screen.layout()?.panel_cols)?;
                Some(Intent::Show(ScreenChange::Read(Box::new(page), arrow, lines)))
            }
            Tab::Object | Tab::Signs | Tab::Map | Tab::Lab => in_text,
        }
    }

    /// Moves to the log line this many lines on.
    fn line_beside(self, arrow: Arrow, lines: usize) -> Option<Intent> {
        let line = LogView::of(self.engine).neighbour(arrow, lines)?;
        Some(Intent::Show(ScreenChange::Line(line)))
    }

    fn moved(self, arrow: Arrow, stride: Stride) -> Result<Command, String> {
        let selected = self.engine.sandbox().selection();
        let (_, object) = selected.ok_or_else(|| self.want_of_an_object())?;
        let mut reach = self.input.reach(self.engine.sandbox().nudge());
        if reach.stride == Stride::Full {
            reach.stride = stride;
        }
        self.input.edit_mode.command(object, arrow, reach)
    }

    /// Selects the object `by` places on.
    pub(super) fn neighbour(self, by: isize) -> Option<Intent> {
        let world = self.engine.world();
        let (selected, _) = self.engine.sandbox().selection()?;
        let at = world.objects().position(|(id, _)| id == selected)?;
        let next = (at + world.len()).saturating_add_signed(by) % world.len();
        let (_, object) = world.objects().nth(next)?;
        Some(Intent::RunThen(Command::Select(object.name), Then::Quietly))
    }

    /// The page `by` places after the chosen one, wrapping around; `None` if the pair has none, as
    /// behind what ends a beam.
    pub(super) fn page_beside(self, by: isize) -> Option<Intent> {
        let pair = self.engine.pair_in_focus()?;
        let chosen = self.engine.focus().page;
        let pages = self.pages_to_choose(&pair);
        // If readings are not listed, their method stands for them.
        let coded = chosen.method().map(|method| WhySubject::Method(method.as_coded()));
        let at = pages
            .iter()
            .position(|&page| page == chosen)
            .or_else(|| pages.iter().position(|&page| Some(page) == coded));
        let last = pages.len().checked_sub(1)?;
        let next = match at {
            Some(at) => (at + pages.len()).saturating_add_signed(by) % pages.len(),
            None if by < 0 => last,
            None => 0,
        };
        let page = pages.get(next).copied().unwrap_or_default();
        Some(Intent::Show(ScreenChange::Page(page)))
    }

    /// The choices in Methods or Why, in the order of that view.
    fn pages_to_choose(self, pair: &Pair) -> Vec<WhySubject> {
        let own = self.own_methods.iter().map(|method| WhySubject::Own(method.name));
        if self.screen.panel.tab == Tab::Why && self.engine.covered_in_focus().is_none() {
            let about = self.engine.focus().page.method();
            let pages = words::why::pages(&pair.a, &pair.b, &pair.pair_result, about);
            return pages.into_iter().map(WhySubject::from).chain(own).collect();
        }
        let methods = self.methods_of(pair);
        // Own methods come below the overlap tests of the articles.
        let is_above = |method: &&Method| {
            method.side_test().is_none() && method.row().shown == ListedWhen::Always
        };
        let above = methods.iter().take_while(is_above).count();
        let (above, below) = methods.split_at(above);
        let page = |method: &Method| WhySubject::Method(*method);
        // The truth also has a row in that view.
        let truth = (self.screen.panel.tab == Tab::Methods).then_some(WhySubject::Truth);
        let methods = above.iter().map(page).chain(own).chain(below.iter().map(page));
        truth.into_iter().chain(methods).collect()
    }

    /// What an overlay that is switched on shows.
    pub(super) fn of_overlay(self, overlay: Overlay) -> String {
        let response = self.engine.sandbox().world().settings().response;
        match overlay {
            Overlay::Construction => construction(self.engine),
            Overlay::Ends if self.ends().is_empty() => {
                let step = self.input.keymap.named(Action::StepForward);
                format!("three ends: a box has to move first; {step} makes a frame")
            }
            Overlay::Ends if response == Response::Pass => {
                "three ends if it bounced: s swept, r relative-velocity, p predict-corner"
                    .to_owned()
            }
            _ => overlay.meaning().to_owned(),
        }
    }
}

/// Where the beginning is: frame 0 with everything that was built there; from there, before
/// anything was built.
pub(super) fn beginning(engine: &Engine) -> HistoryPlace {
    let history = engine.history();
    let built = history.at_frame(0).unwrap_or_default();
    if history.position() > built { HistoryPlace::Frame(0) } else { HistoryPlace::Start }
}

/// The next of the usual speeds, or the last of them.
pub(super) fn next_speed(sandbox: &Sandbox, direction: Ordering) -> Command {
    const SPEEDS: [u16; 8] = [1, 2, 5, 10, 20, 30, 60, 120];
    let now = sandbox.world().settings().speed;
    let next = match direction {
        Ordering::Less => SPEEDS.into_iter().rev().find(|&speed| speed < now),
        _ => SPEEDS.into_iter().find(|&speed| speed > now),
    };
    Command::Speed(next.unwrap_or(now))
}

/// Gives an object the next body, and says what it means. A laser cannot be kinematic.
pub(super) fn next_body(object: &Object) -> Intent {
    let is_region = object.shape.kind() != ShapeKind::Segment;
    let body = match object.body {
        Body::Static if is_region => Body::Kinematic,
        Body::Static | Body::Kinematic => Body::Dynamic,
        Body::Dynamic => Body::Static,
    };
    given(object, body)
}

/// Makes an object static or dynamic, and says what it means.
pub(super) fn toggle_fixed(object: &Object) -> Intent {
    given(object, if object.is_static() { Body::Dynamic } else { Body::Static })
}

fn given(object: &Object, body: Body) -> Intent {
    let meaning = match body {
        Body::Static => "static: no hit moves it",
        Body::Kinematic => "kinematic: pushes, and no hit moves it",
        Body::Dynamic => "dynamic: hits move it",
    };
    let said = format!("{} is {meaning}", object.name);
    Intent::RunThen(Command::Body(object.name, body), Then::Say(said))
}

/// Makes a laser end at the first thing it enters, or go on, and says which.
pub(super) fn toggle_beam(object: &Object) -> Intent {
    let (name, beam) = (object.name, !object.behavior.beam);
    let said = if beam {
        format!("{name} is a beam: it ends at what it enters first")
    } else {
        format!("{name} is no beam: it goes through everything")
    };
    Intent::RunThen(Command::SetAttribute(name, Attribute::Beam(beam)), Then::Say(said))
}

/// Gives an object the next side through which alone nothing comes in, and says what it means.
pub(super) fn next_one_way(object: &Object) -> Intent {
    let now = object.behavior.one_way;
    let order = [None, Some(Side::Top), Some(Side::Left), Some(Side::Right), Some(Side::Bottom)];
    let sides = order.map(|side| side.map_or(Sides::NONE, Sides::from));
    let at = sides.iter().position(|&it| it == now).unwrap_or(0);
    let next = sides[(at + 1) % sides.len()];
    let name = object.name;
    let said = match next.iter().next() {
        Some(side) => format!("{name} stops what comes in through its {}", side.token()),
        None => format!("{name} is not one-way"),
    };
    Intent::RunThen(Command::SetAttribute(name, Attribute::OneWay(next)), Then::Say(said))
}

/// Switches to the next strictness of the box methods, and says which it is.
pub(super) fn next_strictness(sandbox: &Sandbox) -> Intent {
    let (next, meaning) = match sandbox.world().settings().boundary_rule {
        BoundaryRule::Source => (BoundaryRule::Inclusive, "touching counts as meeting"),
        BoundaryRule::Inclusive => (BoundaryRule::Strict, "touching does not count"),
        BoundaryRule::Strict => (BoundaryRule::Source, "each box method as its source has it"),
    };
    let said = format!("contact {}: {meaning}", next.token());
    Intent::RunThen(Command::BoundaryRule(next), Then::Say(said))
}
