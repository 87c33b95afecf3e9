//! What an action does: it runs a command, or changes what is on the screen or
//! how keys work.

use std::cmp::Ordering;

use super::add::{Surroundings, vertex_edited};
use super::cycle::{next_body, next_speed, next_strictness, toggle_beam, toggle_fixed};
use super::intent::Intent;
use super::lab::EnterInLab;
use super::log_view::{Jump, LogView};
use super::map::{MapFits, Probing, TourGoal};
use super::meaning::beginning;
use super::predict::SideQuestion;
use super::screen::Framing;
use super::{
    Action, App, Arrow, EditMode, Effect, Help, MapView, Model, Needs, Overlay, Pane, Picker,
    SceneFile, Stride, Tab,
};
use hitscan_core::command::{Command, Layer, MapRequest, Page, Place};
use hitscan_core::engine::map::{self, Handle};
use hitscan_core::engine::{Engine, LineId};
use hitscan_core::lab::{Order, Progress};
use hitscan_core::methods::Arithmetic;
use hitscan_core::scene::Source;
use hitscan_core::world::{Object, ObjectId};

impl App {
    /// Carries out one action.
    #[expect(clippy::too_many_lines, reason = "the compiler asks here what a new key does")]
    pub fn act(&mut self, action: Action) -> Vec<Effect> {
        if action.needs(Needs::Frames) {
            self.screen.framing = Framing::Chosen;
        }
        if let Some(why) = self.model().refusal(action) {
            return self.obey(Intent::Refused(why));
        }
        let reads_beside_the_lesson = self.model().reads_beside_the_lesson();
        let Self { engine, screen, input, .. } = self;
        let sandbox = engine.sandbox();
        let mut done = Ok(());
        match action {
            Action::Arrow(arrow, stride) => return self.arrow(arrow, stride),
            Action::ToggleFine => screen.say(input.toggle_fine(sandbox.nudge())),
            Action::ToggleSnap => screen.say(input.toggle_snap(sandbox.nudge())),
            Action::SelectNext => return self.obey_all(self.model().neighbour(1)),
            Action::SelectPrevious => return self.obey_all(self.model().neighbour(-1)),
            Action::SelectByName => input.open_line("select "),
            Action::NextPartner => next_partner(engine),
            Action::AddBox | Action::AddLaser | Action::AddPolygon => {
                let added = Surroundings::from(self.model()).added(action);
                return self.obey(Intent::or_refused(added.map(Intent::Run)));
            }
            Action::InsertVertex | Action::RemoveVertex => {
                let edited = vertex_edited(action, (sandbox, input.edit_mode), &input.keymap);
                return self.obey(Intent::or_refused(edited));
            }
            Action::ToggleFixed => {
                return self.obey(Intent::or_refused(selected(self.model()).map(toggle_fixed)));
            }
            Action::NextBody => {
                return self.obey(Intent::or_refused(selected(self.model()).map(next_body)));
            }
            Action::ToggleBeam => {
                return self.obey(Intent::or_refused(selected(self.model()).map(toggle_beam)));
            }
            Action::NextStrictness => return self.obey(next_strictness(self.engine.sandbox())),
            Action::Duplicate => {
                let around = Surroundings::from(self.model());
                let copied =
                    selected(self.model()).and_then(|it| around.copied(it.name, &it.shape));
                return self.obey(Intent::or_refused(copied.map(Intent::Run)));
            }
            Action::Remove => return self.run(Command::Remove(None)),
            Action::Respond(response) => return self.run(Command::Response(response)),
            Action::RespondBy(method) => return self.run(Command::Side(method)),
            Action::PlayPause if engine.is_playing() => return self.run(Command::Pause),
            Action::PlayPause => return self.run(Command::Play),
            Action::Slower => return self.run(next_speed(self.engine.sandbox(), Ordering::Less)),
            Action::Faster => {
                return self.run(next_speed(self.engine.sandbox(), Ordering::Greater));
            }
            Action::StepForward => return self.obey(Intent::Frame),
            Action::StepBack => return self.run(Command::Back(1)),
            Action::SeekStart => return self.run(Command::Seek(beginning(&self.engine))),
            Action::SeekEnd => return self.run(Command::Seek(Place::End)),
            Action::Undo => return self.run(Command::Undo(1)),
            Action::Redo => return self.run(Command::Redo(1)),
            Action::GripMove => done = input.edit(EditMode::Move, sandbox),
            Action::GripTurn => done = input.edit(EditMode::Turn, sandbox),
            Action::GripSpeed => done = input.edit(EditMode::Speed, sandbox),
            Action::GripSteer => done = input.edit(EditMode::Steer, sandbox),
            Action::GripEnd => input.grip_next_end(sandbox),
            Action::Escape => screen.escape(engine, input),
            Action::NextHit => self.jump(Arrow::Down, Jump::Hit),
            Action::PreviousHit => self.jump(Arrow::Up, Jump::Hit),
            Action::NextWrong if screen.map.is_some() => self.tour(Arrow::Down, &TourGoal::Wrong),
            Action::PreviousWrong if screen.map.is_some() => self.tour(Arrow::Up, &TourGoal::Wrong),
            Action::NextWrong => self.jump(Arrow::Down, Jump::Wrong),
            Action::PreviousWrong => self.jump(Arrow::Up, Jump::Wrong),
            Action::Rename => done = input.open_rename(sandbox),
            Action::ShowLog => screen.show_log(engine, input.preferences.log),
            Action::ShowMethods => self.show_of_step(Tab::Methods, action),
            Action::ShowWhy => self.show_of_step(Tab::Why, action),
            Action::ShowObject => screen.show(Tab::Object),
            Action::ShowSigns => screen.show(Tab::Signs),
            Action::ShowMap => self.show_map_panel(),
            Action::ToggleMap if screen.map.is_some() => self.obey_map_request(MapRequest::Off),
            Action::ToggleMap => self.obey_map_request(MapRequest::On),
            Action::ShowNote if self.lab.is_none() => screen.show_note(engine, &input.keymap),
            Action::Hint => return self.obey(Intent::Order(Order::Hint)),
            Action::ShowLab | Action::ShowNote => screen.show_lab(self.lab.is_some()),
            Action::Previous if reads_beside_the_lesson => screen.show_lab(self.lab.is_some()),
            Action::Previous => return self.obey(Intent::Order(Order::Previous)),
            Action::EditObject => screen.open_form(sandbox),
            Action::NextField => screen.panel.form.step(Arrow::Down, sandbox),
            Action::PreviousField => screen.panel.form.step(Arrow::Up, sandbox),
            Action::NextOrigin => done = screen.panel.form.turn_origin(Arrow::Right, sandbox),
            Action::NextMethod => self.choose_method(1),
            Action::PreviousMethod => self.choose_method(-1),
            Action::Enter => return self.enter(),
            Action::PageUp => self.scroll(Arrow::Up, self.screen.half_page()),
            Action::PageDown => self.scroll(Arrow::Down, self.screen.half_page()),
            Action::First => self.scroll(Arrow::Up, usize::MAX),
            Action::Last => self.scroll(Arrow::Down, usize::MAX),
            Action::ZoomIn => screen.zoom(1, sandbox),
            Action::ZoomOut => screen.zoom(-1, sandbox),
            Action::Pan(arrow) => screen.pan(arrow),
            Action::Fit => screen.show_all(sandbox.world()),
            Action::ShowContact => screen.show_contact(engine),
            Action::ZoomReset => screen.viewport.reset(),
            Action::NextGlyphs => screen.next_glyphs(),
            Action::NextTheme => screen.next_theme(),
            Action::ToggleGrounds => screen.toggle_grounds(),
            Action::Toggle(overlay) => self.toggle(overlay),
            Action::Predict(outcome) => match SideQuestion::of(engine, outcome) {
                Some(asked) => input.side_question = Some(asked),
                None => return self.run(Command::Predict(None, Some((outcome, None)))),
            },
            Action::SkipPrediction => return self.run(Command::Predict(None, None)),
            Action::ToggleMouse => {
                screen.say(input.toggle_mouse());
                return vec![Effect::Mouse(input.mouse)];
            }
            Action::Open => return self.open_picker(None),
            Action::Save if matches!(engine.source(), Source::File(_)) => {
                return self.run(Command::Save(None));
            }
            Action::Save => input.open_line("save "),
            Action::CommandLine => input.open_line(""),
            Action::Filter => input.open_line("filter "),
            Action::Help => screen.help = Some(Help::default()),
            Action::Quit | Action::Interrupt => return self.run(Command::Quit),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Repaint => return vec![Effect::Repaint],
        }
        if let Err(why) = done {
            self.screen.fail(why);
        }
        Vec::new()
    }

    fn run(&mut self, command: Command) -> Vec<Effect> {
        self.obey(Intent::Run(command))
    }

    /// Shows Methods or Why; in a step, of the pair and the page that are meant there.
    fn show_of_step(&mut self, tab: Tab, action: Action) {
        if let Some((pair, page)) = self.model().page_of_step(action) {
            self.engine.turn_to_pair(pair);
            self.turn_to_page(page);
        }
        self.screen.show(tab);
    }

    /// An arrow changes the scene, or it is for what is read.
    fn arrow(&mut self, arrow: Arrow, stride: Stride) -> Vec<Effect> {
        if self.model().moves_by_arrows() {
            return self
                .obey(Intent::or_refused(self.model().moved(arrow, stride).map(Intent::Run)));
        }
        match (self.screen.pane, arrow) {
            _ if self.screen.is_probing() => {
                if let Some(view) = &mut self.screen.map {
                    view.move_probe(arrow);
                }
            }
            (Pane::Form, Arrow::Left | Arrow::Right) => {
                let turned = self.screen.panel.form.turn_row(arrow, self.engine.sandbox());
                return self.obey_all(turned);
            }
            (Pane::Panel, _) if self.engine.focus().is_looking() => {
                choose_line(&mut self.engine, arrow, 1);
            }
            _ => self.scroll(arrow, 1),
        }
        Vec::new()
    }

    pub(super) fn enter(&mut self) -> Vec<Effect> {
        if let Some(effects) = self.enter_map() {
            return effects;
        }
        match self.model().enter_in_lab() {
            Some(EnterInLab::GoesOn) => return self.obey(Intent::Order(Order::Next)),
            Some(EnterInLab::ShowsEnd) => {
                self.screen.show(Tab::Lab);
                return Vec::new();
            }
            None => {}
        }
        match (self.screen.pane, self.screen.panel.tab, self.engine.chosen_frame()) {
            (Pane::Arena, Tab::Object, _) => self.screen.open_form(self.engine.sandbox()),
            (Pane::Arena, ..) => self.screen.pane = Pane::Panel,
            (_, _, Some(frame)) => {
                let place = match self.engine.chosen_line() {
                    Some(LineId::Record(seq)) => Place::Record(seq),
                    Some(LineId::Test(..)) | None => Place::Frame(frame),
                };
                return self.obey(Intent::Run(Command::Seek(place)));
            }
            (_, Tab::Methods, None) => self.screen.show(Tab::Why),
            (_, Tab::Why, None) => {
                let focus = self.engine.focus_mut();
                focus.arithmetic = match focus.arithmetic {
                    Arithmetic::Exact => Arithmetic::F32,
                    Arithmetic::F32 => Arithmetic::Exact,
                };
            }
            (_, Tab::Object, None) => {
                let form = &mut self.screen.panel.form;
                let entered = self.input.enter_row(form, self.engine.sandbox());
                return self.obey_all(entered);
            }
            (_, Tab::Log | Tab::Signs | Tab::Map | Tab::Lab, None) => {}
        }
        Vec::new()
    }

    pub(super) fn scroll(&mut self, arrow: Arrow, lines: usize) {
        let panel = &mut self.screen.panel;
        if panel.answer.is_some() {
            return panel.scroll(arrow, lines);
        }
        match panel.tab {
            Tab::Log => choose_line(&mut self.engine, arrow, lines),
            Tab::Methods if arrow == Arrow::Up => self.choose_method(-1),
            Tab::Methods => self.choose_method(1),
            Tab::Why => {
                let Some(layout) = self.screen.layout() else { return };
                if let Some(page) = self.model().why_page(layout.panel_cols) {
                    self.screen.read_on(&page, arrow, lines);
                }
            }
            Tab::Signs | Tab::Map | Tab::Lab => panel.scroll(arrow, lines),
            Tab::Object => panel.form.choose(arrow, lines, self.engine.sandbox()),
        }
    }

    fn choose_method(&mut self, by: isize) {
        if let Some(page) = self.model().page_beside(by) {
            self.turn_to_page(page);
        }
    }

    /// Looks at the next or previous line of the log that is HIT, or where the method
    /// in view is wrong. The latter waits for what a program has still to answer.
    pub(super) fn jump(&mut self, way: Arrow, to: Jump) {
        if to == Jump::Wrong
            && let Some(waits) = self.own_methods.let_jump_wait(way, &self.engine)
        {
            return self.screen.tell(waits);
        }
        let Self { engine, screen, input, .. } = self;
        let found = LogView::of(engine).jump(way, to);
        let Some(line) = found.or_else(|| screen.jump_beyond_selected(engine, way, to)) else {
            return screen.say(LogView::of(engine).no_jump(way, to, &input.keymap));
        };
        // A view over the arena would hide the frame.
        if !screen.has_panel_over() {
            screen.pane = Pane::Panel;
        }
        engine.look_at(line);
        // Why is to explain the answer that is wrong, not the truth.
        if to == Jump::Wrong && engine.focus().page == Page::Truth {
            let page = self.model().method_in_view().into();
            self.turn_to_page(page);
        }
    }

    /// Chooses what Methods and Why are about.
    pub fn turn_to_page(&mut self, page: Page) {
        self.screen.turn_to_page(&mut self.engine, page);
    }

    /// Opens the picker of scenes, or of the lessons of a course with this one chosen.
    pub(super) fn open_picker(&mut self, lesson: Option<&str>) -> Vec<Effect> {
        // The clock must not run unseen.
        self.engine.stop_playing();
        let model = self.model();
        let (mut picker, effects) = if let Some(lessons) = model.lessons() {
            (lessons, Vec::new())
        } else {
            let lessons = model.built_in_lessons(&Progress::default());
            let mut picker = Picker::new(lessons, &self.input.keymap);
            picker.choose_source(self.engine.source());
            (picker, vec![Effect::ListScenes])
        };
        if let Some(lesson) = lesson {
            picker.choose_lesson(lesson);
        }
        self.input.show_picker(picker, &self.engine, &self.screen);
        effects
    }

    /// Takes the scene files that were listed, and what a student has reached in the lessons
    /// that are listed with the scenes. If the picker is closed by now, they are dropped.
    pub fn scenes_listed(&mut self, files: Vec<SceneFile>, reached: Option<&Progress>) {
        let lessons = reached.map(|progress| self.model().built_in_lessons(progress));
        let Self { engine, screen, input, .. } = self;
        input.list_files(files, engine, screen);
        if let Some(lessons) = lessons {
            input.list_lessons(lessons, engine, screen);
        }
    }

    /// Brings the map up to date, as far as it comes while `may_go_on`; the first picture
    /// of boxes and lasers at once.
    pub fn work_on_map(&mut self, may_go_on: impl FnMut() -> bool) {
        self.update_map();
        if let Some(view) = &mut self.screen.map {
            view.work(may_go_on);
        }
    }

    /// Lets the map answer what is asked now; cells that it does not know yet are
    /// worked out later.
    pub fn update_map(&mut self) {
        let question = self.screen.map.as_ref().map(|it| self.model().map_question(it.layer()));
        if let (Some(view), Some(question)) = (&mut self.screen.map, question) {
            view.ask(question);
        }
    }

    /// Brings the map up to date, like a command that can be stopped: what is worked out by then
    /// stays.
    ///
    /// # Errors
    /// Says how many cells were worked out when it was stopped.
    pub fn finish_map(&mut self) -> Result<(), String> {
        self.work_on_map(|| false);
        if !self.model().has_map_work() {
            return Ok(());
        }
        let mut tell = self.listener("map");
        self.screen.map.as_mut().map_or(Ok(()), |view| view.finish(&mut tell))
    }

    /// Turns the map on, or shows another layer. Where there is nothing to map, says
    /// why. One that was off comes into view whole if `fits`.
    pub(super) fn show_map(&mut self, layer: Option<Layer>, fits: MapFits) {
        let begins_with = match self.model().map_handle() {
            Some(Handle::Speed) => Layer::Side,
            _ => Layer::Relation,
        };
        let question = match self.model().map_question(layer.unwrap_or(begins_with)) {
            Ok(question) => question,
            Err(why) => return self.screen.fail(why),
        };
        if let Some(view) = &mut self.screen.map {
            return view.show_layer(layer);
        }
        let mut view = MapView::new(layer.unwrap_or(begins_with), self.screen.panel.tab);
        if fits == MapFits::Yes {
            view.fit(&question.subject, &mut self.screen);
        }
        self.screen.map = Some(Box::new(view));
        self.screen.panel.show(Tab::Map);
    }

    /// Shows the panel of the map; where it is shown, the next layer.
    pub(super) fn show_map_panel(&mut self) {
        let Some(view) = &self.screen.map else {
            let on = self.input.keymap.named(Action::ToggleMap);
            return self.screen.fail(format!("there is no map; {on} shows one"));
        };
        let is_shown = self.screen.panel.tab == Tab::Map && self.screen.panel.answer.is_none();
        if !is_shown {
            return self.screen.show(Tab::Map);
        }
        let next = self.model().layer_after(view.layer());
        self.show_map(Some(next), MapFits::No);
    }

    /// What `:map` asks for.
    pub(super) fn obey_map_request(&mut self, request: MapRequest) {
        match request {
            MapRequest::On => self.show_map(None, MapFits::Yes),
            MapRequest::Off => {
                if let Some(view) = self.screen.map.take() {
                    view.leave(&mut self.screen);
                }
            }
            MapRequest::Show(layer) => self.show_map(Some(layer), MapFits::Yes),
            MapRequest::Next(token) => {
                if self.screen.map.is_none() {
                    self.show_map(None, MapFits::No);
                }
                self.tour(Arrow::Down, &TourGoal::Class(token));
            }
        }
    }

    /// Goes to the next or previous cells that are wanted.
    fn tour(&mut self, way: Arrow, wanted: &TourGoal) {
        let layer = self.model().map().map(MapView::layer);
        if *wanted == TourGoal::Wrong && layer.is_some_and(|layer| layer.arithmetic().is_none()) {
            self.show_map(Some(Layer::Method), MapFits::No);
        }
        if let Err(why) = self.finish_map() {
            return self.screen.fail(why);
        }
        let Some(view) = self.screen.map.as_deref() else { return };
        let Some(map) = view.map() else { return };
        let Some(next) = view.next_on_tour(map, way, wanted) else {
            return self.screen.say(self.model().nothing_like_that(map, wanted));
        };
        if view.is_there(map, &next.1) {
            return self.screen.say(self.model().nothing_else_like_that(wanted));
        }
        if let Some(place) = self.screen.map.as_mut().and_then(|view| view.come_to(next)) {
            self.go_to(place);
        }
    }

    /// Brings the handle of the map to a place, by one command without a motion.
    fn go_to(&mut self, place: map::Place) -> Vec<Effect> {
        let command = self.model().command_to(place).map(Intent::Run);
        self.obey(command.unwrap_or_else(|| Intent::Refused("it cannot be there".to_owned())))
    }

    /// Begins to look at a cell, or brings the handle to the one that is looked at.
    /// Returns none where Enter is not for the map.
    fn enter_map(&mut self) -> Option<Vec<Effect>> {
        if self.screen.pane != Pane::Arena || self.screen.panel.tab != Tab::Map {
            return None;
        }
        self.update_map();
        Some(match self.screen.map.as_mut()?.enter()? {
            Probing::Begun => Vec::new(),
            Probing::Ended(place) => self.go_to(place),
        })
    }

    /// Shows a layer or hides it, and says what it shows.
    fn toggle(&mut self, overlay: Overlay) {
        let aspect = self.screen.aspect(&self.engine);
        let note = if self.screen.overlays.toggle(overlay, aspect) {
            self.model().meaning(overlay)
        } else {
            format!("no {}", overlay.name())
        };
        self.screen.say(note);
    }
}

fn selected(model: Model<'_>) -> Result<&Object, String> {
    let selected = model.engine.sandbox().selection();
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
    // Past the last one, the pair follows what happens again.
    engine.pin(partner.map(|&partner| [selected, partner]));
}

/// Looks at the line of the log this many lines further.
fn choose_line(engine: &mut Engine, arrow: Arrow, lines: usize) {
    if let Some(line) = LogView::of(engine).neighbour(arrow, lines) {
        engine.look_at(line);
    }
}
