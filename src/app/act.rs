//! What an action does: it runs a command, or changes what is on the screen or
//! how keys work.

use std::cmp::Ordering;

use super::input::Reach;
use super::log_view::Jump;
use super::screen::Framing;
use super::{
    Action, App, Arrow, EditMode, Effect, GlyphSet, Help, Needs, Overlay, Pane, Stride, Tab,
};
use hitscan_core::command::{Command, Page, Place};
use hitscan_core::engine::{LineId, Pair};
use hitscan_core::methods::{Arithmetic, Method, Shown};
use hitscan_core::scene::Source;
use hitscan_core::words;
use hitscan_core::world::{ObjectId, Response};

impl App {
    /// Carries out one action.
    pub fn act(&mut self, action: Action) -> Vec<Effect> {
        if action.needs(Needs::Frames) {
            self.screen.framing = Framing::Chosen;
        }
        if let Some(why) = self.refusal(action) {
            self.screen.fail(why);
            return Vec::new();
        }
        match action {
            Action::Arrow(arrow, stride) => return self.arrow(arrow, stride),
            Action::ToggleFine => {
                self.toggle_fine();
            }
            Action::SelectNext => self.select_neighbour(1),
            Action::SelectPrevious => self.select_neighbour(-1),
            Action::SelectByName => self.input.open_line("select "),
            Action::NextPartner => self.next_partner(),
            Action::GripMove => self.set_edit_mode(EditMode::Move),
            Action::GripTurn => self.set_edit_mode(EditMode::Turn),
            Action::GripSpeed => self.set_edit_mode(EditMode::Speed),
            Action::GripSteer => self.set_edit_mode(EditMode::Steer),
            Action::GripEnd => self.grip_next_end(),
            Action::Escape => self.escape(),
            Action::NextHit => self.jump(Arrow::Down, Jump::Hit),
            Action::PreviousHit => self.jump(Arrow::Up, Jump::Hit),
            Action::NextWrong if self.screen.map.is_some() => self.tour_of_wrong(Arrow::Down),
            Action::PreviousWrong if self.screen.map.is_some() => self.tour_of_wrong(Arrow::Up),
            Action::NextWrong => self.jump(Arrow::Down, Jump::Wrong),
            Action::PreviousWrong => self.jump(Arrow::Up, Jump::Wrong),
            Action::AddBox | Action::AddLaser | Action::AddPolygon => return self.add(action),
            Action::InsertVertex => return self.insert_vertex(),
            Action::RemoveVertex => return self.remove_vertex(),
            Action::Rename => self.open_rename(),
            Action::ToggleFixed => return self.toggle_fixed(),
            Action::NextBody => return self.next_body(),
            Action::ToggleSnap => self.toggle_snap(),
            Action::NextStrictness => return self.next_strictness(),
            Action::Duplicate => return self.duplicate(),
            Action::Remove => return self.run(&Command::Remove(None)),
            Action::Respond(response) => return self.run(&Command::Response(response)),
            Action::RespondBy(method) => return self.run(&Command::Side(method)),
            Action::PlayPause => return self.play_or_pause(),
            Action::Slower => return self.run(&Command::Speed(self.next_speed(Ordering::Less))),
            Action::Faster => return self.run(&Command::Speed(self.next_speed(Ordering::Greater))),
            Action::StepForward => return self.run_a_frame(),
            Action::StepBack => return self.run(&Command::Back(1)),
            Action::SeekStart => return self.run(&Command::Seek(self.beginning())),
            Action::SeekEnd => return self.run(&Command::Seek(Place::End)),
            Action::Undo => return self.run(&Command::Undo(1)),
            Action::Redo => return self.run(&Command::Redo(1)),
            Action::ShowLog => self.show_log(),
            Action::ShowMethods => self.show_tab_of_step(Tab::Methods, action),
            Action::ShowWhy => self.show_tab_of_step(Tab::Why, action),
            Action::ShowObject => self.screen.show(Tab::Object),
            Action::ShowSigns => self.screen.show(Tab::Signs),
            Action::ShowMap => self.show_map_panel(),
            Action::ShowLab => self.show_lab(),
            Action::Hint => return self.hint(),
            Action::Previous => return self.previous_step(),
            Action::ToggleMap => self.toggle_map(),
            Action::ShowNote if self.lab.is_some() => self.show_lab(),
            Action::ShowNote => return self.show_note(),
            Action::EditObject => self.open_form(),
            Action::NextField => self.step_row(Arrow::Down),
            Action::PreviousField => self.step_row(Arrow::Up),
            Action::NextOrigin => self.turn_origin(Arrow::Right),
            Action::NextMethod => self.choose_method(1),
            Action::PreviousMethod => self.choose_method(-1),
            Action::Enter => return self.enter(),
            Action::PageUp => self.scroll(Arrow::Up, self.screen.half_page()),
            Action::PageDown => self.scroll(Arrow::Down, self.screen.half_page()),
            Action::First => self.scroll(Arrow::Up, usize::MAX),
            Action::Last => self.scroll(Arrow::Down, usize::MAX),
            Action::ZoomIn => self.zoom(1),
            Action::ZoomOut => self.zoom(-1),
            Action::Pan(arrow) => self.screen.pan(arrow),
            Action::Fit => self.show_all(),
            Action::ShowContact => self.show_contact(),
            Action::ZoomReset => self.screen.viewport.reset(),
            Action::NextGlyphs => self.next_glyphs(),
            Action::NextTheme => self.screen.next_theme(),
            Action::ToggleGrounds => self.screen.toggle_grounds(),
            Action::Toggle(overlay) => self.toggle(overlay),
            Action::Predict(outcome) => return self.predict(outcome),
            Action::SkipPrediction => return self.run(&Command::Predict(None, None)),
            Action::ToggleMouse => return self.toggle_mouse(),
            Action::Open => return self.open_picker(),
            Action::Save if !matches!(self.engine.source(), Source::File(_)) => {
                self.input.open_line("save ");
            }
            Action::Save => return self.run(&Command::Save(None)),
            Action::CommandLine => self.input.open_line(""),
            Action::Filter => self.input.open_line("filter "),
            Action::Help => self.screen.help = Some(Help::default()),
            Action::Quit | Action::Interrupt => return self.run(&Command::Quit),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Repaint => return vec![Effect::Repaint],
        }
        Vec::new()
    }

    fn next_glyphs(&mut self) {
        let next = match self.screen.appearance.glyphs {
            // First what helps where lines look broken.
            GlyphSet::Lines => GlyphSet::Basic,
            GlyphSet::Basic => GlyphSet::Ascii,
            GlyphSet::Ascii => GlyphSet::Braille,
            GlyphSet::Braille => GlyphSet::Lines,
        };
        self.screen.appearance.glyphs = next;
        self.screen.say(format!("glyphs {}: {}", next.token(), next.meaning()));
    }

    fn arrow(&mut self, arrow: Arrow, stride: Stride) -> Vec<Effect> {
        if self.is_probing() {
            self.move_probe(arrow);
            return Vec::new();
        }
        match (self.screen.pane, arrow) {
            (Pane::Form, Arrow::Left | Arrow::Right) => return self.turn_row(arrow),
            (Pane::Panel, _) if self.engine.focus().is_looking() => {
                self.choose_line(arrow, 1);
                return Vec::new();
            }
            (Pane::Panel | Pane::Form, _) => {
                self.scroll(arrow, 1);
                return Vec::new();
            }
            (Pane::Arena, _) => {}
        }
        let Some((_, object)) = self.engine.sandbox().selection() else {
            self.screen.fail(self.want_of_an_object());
            return Vec::new();
        };
        let stride = if self.input.stride == Stride::Fine { Stride::Fine } else { stride };
        let reach = Reach { stride, ..self.model().reach() };
        match self.input.edit_mode.command(object, arrow, reach) {
            Ok(command) => self.run(&command),
            Err(why) => {
                self.screen.fail(why);
                Vec::new()
            }
        }
    }

    fn select_neighbour(&mut self, by: isize) {
        let world = self.engine.sandbox().world();
        let count = world.len();
        let selected = self.engine.sandbox().selection().map(|(id, _)| id);
        let Some(at) = world.objects().position(|(id, _)| Some(id) == selected) else { return };
        let next = (at + count).saturating_add_signed(by) % count;
        let name = world.objects().nth(next).map(|(_, object)| object.name);
        if let Some(name) = name {
            self.run(&Command::Select(name));
            self.screen.last_command = None;
        }
    }

    fn next_partner(&mut self) {
        let Some((selected, _)) = self.engine.sandbox().selection() else { return };
        let others = self.engine.sandbox().by_distance(selected);
        let is_now =
            |&id: &ObjectId| self.engine.pair_now().is_some_and(|pair| pair.is_of([selected, id]));
        let next = others.iter().position(is_now).map_or(0, |at| at + 1);
        let partner = match others.get(next) {
            None if !self.engine.focus().is_pinned() => others.first(),
            partner => partner,
        };
        // Past the last one, the pair follows what happens again.
        self.engine.pin(partner.map(|&partner| [selected, partner]));
    }

    fn want_of_an_object(&self) -> String {
        format!("nothing is selected; {} adds a box", self.input.keymap.named(Action::AddBox))
    }

    /// Why an action does nothing now, if what it needs is missing.
    fn refusal(&self, action: Action) -> Option<String> {
        if action.needs(Needs::NoQuestion) && self.model().is_lab_asking() {
            return self.lab_refusal(&Command::Step(1)).or_else(|| Some(String::new()));
        }
        let is_wanting = self.engine.sandbox().selection().is_none();
        (is_wanting && action.needs(Needs::Object)).then(|| self.want_of_an_object())
    }

    fn grip_next_end(&mut self) {
        if let Some((_, object)) = self.engine.sandbox().selection() {
            self.input.edit_mode = self.input.edit_mode.next_end(object);
        }
    }

    fn set_edit_mode(&mut self, mode: EditMode) {
        let Some((_, object)) = self.engine.sandbox().selection() else { return };
        match mode.checked(object, &self.input.keymap) {
            Ok(mode) => self.input.edit_mode = mode,
            Err(why) => self.screen.fail(why),
        }
    }

    fn escape(&mut self) {
        if self.screen.panel.answer.take().is_some() || self.is_probing() && self.leave_probe() {
            return;
        }
        let is_at_rest = self.screen.pane == Pane::Panel || self.input.edit_mode == EditMode::Move;
        if is_at_rest
            && self.screen.panel.tab == Tab::Log
            && !self.engine.log_query().text.is_empty()
        {
            self.engine.log_query_mut().text.clear();
            return;
        }
        match self.screen.pane {
            Pane::Panel | Pane::Form => self.screen.pane = Pane::Arena,
            Pane::Arena if self.engine.focus().is_looking() => {}
            Pane::Arena if self.input.edit_mode != EditMode::Move => {
                self.input.edit_mode = EditMode::Move;
            }
            Pane::Arena => self.engine.pin(None),
        }
        self.engine.end_look();
    }

    pub(super) fn enter(&mut self) -> Vec<Effect> {
        if let Some(effects) = self.enter_map().or_else(|| self.enter_lab()) {
            return effects;
        }
        if self.screen.pane == Pane::Arena && self.screen.panel.tab == Tab::Object {
            self.open_form();
            return Vec::new();
        }
        if self.screen.pane == Pane::Arena {
            self.screen.pane = Pane::Panel;
            return Vec::new();
        }
        if let Some(frame) = self.engine.chosen_frame() {
            let place = match self.engine.chosen_line() {
                Some(LineId::Record(seq)) => Place::Record(seq),
                Some(LineId::Test(..)) | None => Place::Frame(frame),
            };
            return self.run(&Command::Seek(place));
        }
        match self.screen.panel.tab {
            Tab::Methods => {
                self.screen.show(Tab::Why);
                Vec::new()
            }
            Tab::Why => {
                let focus = self.engine.focus_mut();
                focus.arithmetic = match focus.arithmetic {
                    Arithmetic::Exact => Arithmetic::F32,
                    Arithmetic::F32 => Arithmetic::Exact,
                };
                Vec::new()
            }
            Tab::Object => self.enter_row(),
            Tab::Log | Tab::Signs | Tab::Map | Tab::Lab => Vec::new(),
        }
    }

    pub(super) fn scroll(&mut self, arrow: Arrow, lines: usize) {
        if self.screen.panel.answer.is_some() {
            return self.screen.panel.scroll(arrow, lines);
        }
        match self.screen.panel.tab {
            Tab::Log => self.choose_line(arrow, lines),
            Tab::Methods if arrow == Arrow::Up => self.choose_method(-1),
            Tab::Methods => self.choose_method(1),
            Tab::Why if lines == 1 => self.choose_sentence(arrow),
            Tab::Why => self.scroll_why(arrow, lines),
            Tab::Signs | Tab::Map | Tab::Lab => self.screen.panel.scroll(arrow, lines),
            Tab::Object => self.choose_row(arrow, lines),
        }
    }

    fn choose_method(&mut self, by: isize) {
        let Some(pair) = self.engine.pair_in_focus() else { return };
        let chosen = self.engine.focus().page;
        let pages = self.pages_to_choose(&pair);
        // Where readings are not listed, their method stands for them.
        let coded = chosen.method().map(|method| Page::Method(method.as_coded()));
        let at = pages
            .iter()
            .position(|&page| page == chosen)
            .or_else(|| pages.iter().position(|&page| Some(page) == coded));
        let next = match at {
            Some(at) => (at + pages.len()).saturating_add_signed(by) % pages.len(),
            None if by < 0 => pages.len() - 1,
            None => 0,
        };
        self.turn_to_page(pages.get(next).copied().unwrap_or_default());
    }

    /// What there is to choose in Methods or in Why, in the order in which it stands
    /// there.
    fn pages_to_choose(&self, pair: &Pair) -> Vec<Page> {
        let own = self.own_methods.iter().map(|method| Page::Own(method.name));
        if self.screen.panel.tab == Tab::Why && self.engine.covered_in_focus().is_none() {
            let about = self.engine.focus().page.method();
            let pages = words::why::pages(&pair.a, &pair.b, &pair.pair_result, about);
            return pages.into_iter().map(Page::from).chain(own).collect();
        }
        let methods = self.model().methods_of(pair);
        // Own methods stand below the overlap tests of the articles.
        let is_above = |method: &&Method| {
            method.overlap_test().is_some() && method.row().shown == Shown::Always
        };
        let above = methods.iter().take_while(is_above).count();
        let (above, below) = methods.split_at(above);
        let page = |method: &Method| Page::Method(*method);
        // The truth is a row of that view, too.
        let truth = (self.screen.panel.tab == Tab::Methods).then_some(Page::Truth);
        let methods = above.iter().map(page).chain(own).chain(below.iter().map(page));
        truth.into_iter().chain(methods).collect()
    }

    /// Chooses a method, or the truth.
    pub fn turn_to(&mut self, method: Option<Method>) {
        self.turn_to_page(method.into());
    }

    /// Chooses what Methods and Why are about.
    pub fn turn_to_page(&mut self, page: Page) {
        self.engine.focus_mut().page = page;
        self.screen.panel.start_page();
        self.note_construction();
    }

    fn play_or_pause(&mut self) -> Vec<Effect> {
        let command = if self.engine.is_playing() { Command::Pause } else { Command::Play };
        self.run(&command)
    }

    fn zoom(&mut self, powers: i8) {
        if self.screen.viewport.zoom_by(powers) {
            self.follow_selection();
        } else {
            self.screen.fail("zoom goes from 1/64 to 16");
        }
    }

    /// Shows a layer or hides it, and says what it shows.
    fn toggle(&mut self, overlay: Overlay) {
        let aspect = self.model().aspect();
        let note = if self.screen.overlays.toggle(overlay, aspect) {
            self.meaning(overlay)
        } else {
            format!("no {}", overlay.name())
        };
        self.screen.say(note);
    }

    fn meaning(&self, overlay: Overlay) -> String {
        let response = self.engine.sandbox().world().settings().response;
        match overlay {
            Overlay::Construction => self.construction(),
            Overlay::Ends if self.model().ends().is_empty() => {
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

    /// Says what is drawn of the method in view, while it is drawn.
    pub(super) fn note_construction(&mut self) {
        if self.model().shows(Overlay::Construction) {
            self.screen.say(self.construction());
        }
    }

    fn construction(&self) -> String {
        match self.engine.pair_in_focus() {
            Some(_) if self.engine.covered_in_focus().is_some() => {
                "construction: covered until you answer".to_owned()
            }
            Some(pair) => {
                let method = (self.engine.focus().page.method(), self.engine.focus().arithmetic);
                let axes = self.engine.sandbox().world().settings().axes;
                words::construction(&pair.a, &pair.b, &pair.pair_result, axes, method)
            }
            None => "construction: there is no pair yet".to_owned(),
        }
    }
}
