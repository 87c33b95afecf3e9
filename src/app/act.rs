//! What an action does: it runs a command, or changes the screen or how keys work.

use std::cmp::Ordering;

use super::action_meaning::{
    beginning, next_body, next_speed, next_strictness, toggle_beam, toggle_fixed,
};
use super::add::{Surroundings, vertex_edited};
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
        if let Some(why) = self.model().meaning().refusal(action) {
            return self.carry_out(Intent::Refused(why));
        }
        let Self { engine, screen, input, own_methods, .. } = self;
        let (sandbox, keys) = (engine.sandbox(), &input.keymap);
        let around = Surroundings { world: sandbox.world(), view: &screen.viewport };
        let refused = |done: Result<(), String>| done.err().map(Intent::Refused);
        let run = |command| Some(Intent::Run(command));
        let mut meant = None;
        match action {
            Action::Arrow(arrow, stride) => meant = self.model().meaning().arrow(arrow, stride),
            Action::ToggleFine => screen.say(input.toggle_fine(sandbox.nudge())),
            Action::Switch(Switch::Snap) => screen.say(input.toggle_snap(sandbox.nudge())),
            Action::SelectNext => meant = self.model().meaning().neighbour(1),
            Action::SelectPrevious => meant = self.model().meaning().neighbour(-1),
            Action::SelectByName => input.open_line("select "),
            Action::NextPartner => next_partner(engine),
            Action::AddBox | Action::AddLaser | Action::AddPolygon => {
                meant = Some(around.added(action).into());
            }
            Action::InsertVertex | Action::RemoveVertex => {
                meant = Some(vertex_edited(action, sandbox, input.edit_mode, keys).into());
            }
            Action::ToggleFixed => meant = Some(selected(sandbox).map(toggle_fixed).into()),
            Action::NextBody => meant = Some(selected(sandbox).map(next_body).into()),
            Action::ToggleBeam => meant = Some(selected(sandbox).map(toggle_beam).into()),
            Action::Next(Setting::BoundaryRule) => meant = Some(next_strictness(sandbox)),
            Action::Duplicate => {
                let copied = selected(sandbox).and_then(|it| around.copied(it.name, &it.shape));
                meant = Some(copied.into());
            }
            Action::Remove => meant = run(Command::Remove(None)),
            Action::Respond(response) => meant = run(Command::Response(response)),
            Action::RespondBy(method) => meant = run(Command::Side(method)),
            Action::PlayPause if engine.is_playing() => meant = run(Command::Pause),
            Action::PlayPause => meant = run(Command::Play),
            Action::Slower => meant = run(next_speed(sandbox, Ordering::Less)),
            Action::Faster => meant = run(next_speed(sandbox, Ordering::Greater)),
            Action::StepForward => meant = Some(Intent::Frame),
            Action::StepBack => meant = run(Command::Back(1)),
            Action::SeekStart => meant = run(Command::Seek(beginning(engine))),
            Action::SeekEnd => meant = run(Command::Seek(HistoryPlace::End)),
            Action::Undo => meant = run(Command::Undo(1)),
            Action::Redo => meant = run(Command::Redo(1)),
            Action::GripMove => meant = refused(input.edit(EditMode::Move, sandbox)),
            Action::GripTurn => meant = refused(input.edit(EditMode::Turn, sandbox)),
            Action::GripSpeed => meant = refused(input.edit(EditMode::Speed, sandbox)),
            Action::GripSteer => meant = refused(input.edit(EditMode::Steer, sandbox)),
            Action::GripEnd => input.grip_next_end(sandbox),
            Action::Escape => screen.escape(engine, input),
            Action::NextHit => screen.jump(Arrow::Down, Jump::Hit, engine, own_methods, keys),
            Action::PreviousHit => screen.jump(Arrow::Up, Jump::Hit, engine, own_methods, keys),
            Action::NextWrong if screen.map.is_some() => {
                meant = Some(Intent::Tour(Arrow::Down, TourGoal::Wrong));
            }
            Action::PreviousWrong if screen.map.is_some() => {
                meant = Some(Intent::Tour(Arrow::Up, TourGoal::Wrong));
            }
            Action::NextWrong => screen.jump(Arrow::Down, Jump::Wrong, engine, own_methods, keys),
            Action::PreviousWrong => {
                screen.jump(Arrow::Up, Jump::Wrong, engine, own_methods, keys);
            }
            Action::Rename => meant = refused(input.open_rename(sandbox)),
            Action::ShowLog => screen.show_log(engine, input.preferences.log),
            Action::ShowMethods | Action::ShowWhy => {
                let tab = if action == Action::ShowWhy { Tab::Why } else { Tab::Methods };
                let of_step = self.model().page_of_step(action);
                self.screen.show_of_step(tab, of_step, &mut self.engine);
            }
            Action::ShowObject => screen.show(Tab::Object),
            Action::ShowSigns => screen.show(Tab::Signs),
            Action::ShowMap => match self.model().next_layer() {
                Ok(None) => self.screen.show(Tab::Map),
                Ok(next) => meant = Some(Intent::ShowMap(next, MapFits::No)),
                Err(why) => meant = Some(Intent::Refused(why)),
            },
            Action::ToggleMap if screen.map.is_some() => MapView::leave(screen),
            Action::ToggleMap => meant = Some(Intent::ShowMap(None, MapFits::Yes)),
            Action::ShowNote if !screen.has_goal => screen.show_note(engine, keys),
            Action::Hint => meant = Some(Intent::Order(Order::Hint)),
            Action::ShowLab | Action::ShowNote => screen.show_lab(),
            Action::Previous if screen.reads_beside_the_lesson() => screen.show_lab(),
            Action::Previous => meant = Some(Intent::Order(Order::Previous)),
            Action::EditObject => screen.open_form(sandbox),
            Action::NextField => screen.panel.form.step(Arrow::Down, sandbox),
            Action::PreviousField => screen.panel.form.step(Arrow::Up, sandbox),
            Action::NextOrigin => {
                meant = Some(Intent::Show(ScreenChange::Origin(Arrow::Right)));
            }
            Action::NextMethod => meant = self.model().meaning().page_beside(1),
            Action::PreviousMethod => meant = self.model().meaning().page_beside(-1),
            Action::Enter => return self.enter(),
            Action::PageUp => meant = self.model().meaning().page(Arrow::Up),
            Action::PageDown => meant = self.model().meaning().page(Arrow::Down),
            Action::First => meant = self.model().meaning().scrolled(Arrow::Up, usize::MAX),
            Action::Last => meant = self.model().meaning().scrolled(Arrow::Down, usize::MAX),
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
                let meaning = is_shown.then(|| self.model().meaning().of_overlay(overlay));
                self.screen.say(meaning.unwrap_or_else(|| format!("no {}", overlay.name())));
            }
            Action::Predict(outcome) => match SideQuestion::of(engine, outcome) {
                Some(asked) => input.side_question = Some(asked),
                None => meant = run(Command::Predict(None, Some((outcome, None)))),
            },
            Action::SkipPrediction => meant = run(Command::Predict(None, None)),
            Action::Switch(Switch::Mouse) => {
                screen.say(input.toggle_mouse());
                return vec![Effect::Mouse(input.mouse)];
            }
            Action::Open => meant = Some(Intent::Choose(None)),
            Action::Save if matches!(engine.source(), SceneSource::File(_)) => {
                meant = run(Command::Save(None));
            }
            Action::Save => input.open_line("save "),
            Action::CommandLine => input.open_line(""),
            Action::Filter => input.open_line("filter "),
            Action::Help => screen.help = Some(Help::default()),
            Action::Quit | Action::Interrupt => meant = run(Command::Quit),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Repaint => return vec![Effect::Repaint],
        }
        self.carry_out_all(meant)
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
        let meant = in_lab.or_else(|| screen.enter(engine, input));
        self.carry_out_all(meant)
    }

    /// Asks the map its current question; cells without a known answer are computed later.
    pub fn update_map(&mut self) {
        let question = self.screen.map.as_ref().map(|it| self.model().map_question(it.layer()));
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
        let has_them = self.screen.map.as_ref().is_some_and(|view| wanted.may_be_on(view.layer()));
        if !has_them {
            self.show_map(wanted.layer(), MapFits::No).map_err(CommandError::new)?;
        }
        self.finish_map().map_err(CommandError::new)?;
        Ok(match self.model().next_on_tour(way, wanted) {
            Some(Ok((cell, tour))) => {
                let place = self.screen.map.as_mut().and_then(|view| view.come_to(cell, tour));
                let meant = place.map(|place| self.model().brought_to(place));
                self.carry_out_all(meant)
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
