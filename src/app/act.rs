//! What an action does: it runs a command, or changes the screen or how keys work.

use std::cmp::Ordering;

use super::action_meaning::{
    beginning, next_body, next_speed, next_strictness, toggle_beam, toggle_fixed,
};
use super::add::{added, copied, vertex_edited};
use super::intent::{Intent, MapFits, ScreenChange, TourGoal};
use super::log_view::Jump;
use super::map::Probing;
use super::predict::SideQuestion;
use super::screen::Framing;
use super::{
    Action, App, Arrow, EditMode, Effect, Help, MapView, Needs, Pane, Setting, Switch, Tab,
};
use hitscan_core::command::{Command, CommandError, HistoryPlace, Layer, MapRequest};
use hitscan_core::engine::{Engine, Sandbox};
use hitscan_core::lab::Order;
use hitscan_core::scene::SceneSource;
use hitscan_core::world::{Object, ObjectId};

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
