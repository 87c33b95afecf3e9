//! What happens when a key is pressed.

use std::cmp::Ordering;

use super::edit_mode::Reach;
use super::line_keys::request;
use super::{
    Action, App, Arrow, EditMode, Effect, Focus, GlyphSet, Help, KeyPress, LogFilter, Lookup,
    Message, Stride, Tab,
};
use hitscan_core::command::{Command, Place};
use hitscan_core::methods::Arithmetic;

impl App {
    /// A key was pressed; gives what must be done outside.
    pub fn press(&mut self, key: KeyPress) -> Vec<Effect> {
        // Whatever is open; the screen comes back as it was.
        if let Some(effect) = self.about_the_screen(key) {
            return vec![effect];
        }
        if self.prompt.is_some() {
            return self.press_in_prompt(key);
        }
        if self.help.is_some() {
            self.press_in_help(key);
            return Vec::new();
        }
        if self.focus == Focus::Form
            && self.pending.is_empty()
            && let Some(effects) = self.press_in_form(key)
        {
            return effects;
        }
        self.message = None;
        // Values are typed with Enter, too.
        if self.focus != Focus::Form
            && let Some(action) = self.covered_action(key)
        {
            self.last_command = None;
            return self.act(action);
        }
        self.pending.push(key);
        let found = match self.keymap.look_up(&self.pending, self.focus) {
            Lookup::Prefix => return Vec::new(),
            Lookup::Action(action) => Some(action),
            Lookup::Nothing => None,
        };
        let keys = std::mem::take(&mut self.pending);
        if let Some(action) = found {
            self.last_command = None;
            return self.act(action);
        }
        let escaped = keys.len() > 1
            && Lookup::Action(Action::Escape) == self.keymap.look_up(&[key], self.focus);
        if !escaped {
            self.message = self.about_unbound(key).map(Message::Fault);
        }
        Vec::new()
    }

    /// The effect of a key that leaves the screen to itself or draws it afresh,
    /// unless it is one that types or edits a line.
    fn about_the_screen(&self, key: KeyPress) -> Option<Effect> {
        let found = request(key).is_none().then(|| self.keymap.look_up(&[key], Focus::Arena));
        match found? {
            Lookup::Action(Action::Suspend) => Some(Effect::Suspend),
            Lookup::Action(Action::Repaint) => Some(Effect::Repaint),
            _ => None,
        }
    }

    /// What a key stands for while an answer is covered.
    fn covered_action(&self, key: KeyPress) -> Option<Action> {
        let begins = self.pending.is_empty();
        let action = self.keymap.look_up_covered(key).filter(|_| begins)?;
        self.covered().map(|_| action)
    }

    /// Carries out one action.
    pub fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Arrow(arrow, stride) => return self.arrow(arrow, stride),
            Action::ToggleFine => {
                self.stride = if self.stride == Stride::Full { Stride::Fine } else { Stride::Full };
            }
            Action::SelectNext => self.select_neighbour(1),
            Action::SelectPrevious => self.select_neighbour(-1),
            Action::SelectByName => self.open_line("select "),
            Action::NextPartner => self.next_partner(),
            Action::GripMove => self.take_grip(EditMode::Move),
            Action::GripTurn => self.take_grip(EditMode::Turn),
            Action::GripSpeed => self.take_grip(EditMode::Speed),
            Action::GripEnd => {
                let next = self.sandbox.selection().map(|(_, object)| self.grip.next_end(object));
                match next {
                    Some(grip) => self.grip = grip,
                    None => self.fail_for_want_of_an_object(),
                }
            }
            Action::Escape => self.escape(),
            Action::AddBox | Action::AddLaser | Action::AddPolygon => return self.add(action),
            Action::InsertVertex => return self.insert_vertex(),
            Action::RemoveVertex => return self.remove_vertex(),
            Action::Rename => self.open_rename(),
            Action::ToggleFixed => return self.toggle_fixed(),
            Action::ToggleSnap => self.toggle_snap(),
            Action::Duplicate => return self.duplicate(),
            Action::Remove => return self.run(&Command::Remove(None)),
            Action::Respond(response) => return self.run(&Command::Response(response)),
            Action::RespondBy(method) => return self.run(&Command::Side(method)),
            Action::PlayPause => {
                let command = if self.playing { Command::Pause } else { Command::Play };
                return self.run(&command);
            }
            Action::Slower => return self.run(&Command::Speed(self.next_speed(Ordering::Less))),
            Action::Faster => return self.run(&Command::Speed(self.next_speed(Ordering::Greater))),
            Action::StepForward => return self.run_a_frame(),
            Action::StepBack => return self.run(&Command::Back(1)),
            Action::SeekStart => return self.run(&Command::Seek(Place::Start)),
            Action::SeekEnd => return self.run(&Command::Seek(Place::End)),
            Action::Undo => return self.run(&Command::Undo(1)),
            Action::Redo => return self.run(&Command::Redo(1)),
            Action::ShowLog => self.show_log(),
            Action::ShowMethods => self.show(Tab::Methods),
            Action::ShowWhy => self.show(Tab::Why),
            Action::ShowObject => self.show(Tab::Object),
            Action::EditObject => self.open_form(),
            Action::NextField => self.step_row(Arrow::Down),
            Action::PreviousField => self.step_row(Arrow::Up),
            Action::NextOrigin => self.turn_origin(Arrow::Right),
            Action::NextMethod => self.choose_method(1),
            Action::PreviousMethod => self.choose_method(-1),
            Action::Enter => return self.enter(),
            Action::PageUp => self.scroll(Arrow::Up, self.half_page()),
            Action::PageDown => self.scroll(Arrow::Down, self.half_page()),
            Action::First => self.scroll(Arrow::Up, usize::MAX),
            Action::Last => self.scroll(Arrow::Down, usize::MAX),
            Action::ZoomIn => self.zoom(1),
            Action::ZoomOut => self.zoom(-1),
            Action::Pan(arrow) => self.pan(arrow),
            Action::Fit => self.show_everything(),
            Action::ShowContact => self.show_contact(),
            Action::ZoomReset => self.viewport.reset(),
            Action::NextGlyphs => {
                self.glyphs = match self.glyphs {
                    // First what helps where lines look broken.
                    GlyphSet::Lines => GlyphSet::Ascii,
                    GlyphSet::Ascii => GlyphSet::Braille,
                    GlyphSet::Braille => GlyphSet::Lines,
                };
            }
            Action::NextTheme => self.next_theme(),
            Action::Toggle(overlay) => self.toggle(overlay),
            Action::Predict(outcome) => return self.predict_by_key(outcome),
            Action::SkipPrediction => return self.run(&Command::Predict(None, None)),
            Action::ToggleMouse => return self.toggle_mouse(),
            Action::Open => return self.open_picker(),
            Action::Save if !self.has_file() => self.open_line("save "),
            Action::Save => return self.run(&Command::Save(None)),
            Action::CommandLine => self.open_line(""),
            Action::Filter => self.open_line("filter "),
            Action::Help => self.help = Some(Help::default()),
            Action::Quit | Action::Interrupt => return self.run(&Command::Quit),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Repaint => return vec![Effect::Repaint],
        }
        Vec::new()
    }

    fn arrow(&mut self, arrow: Arrow, stride: Stride) -> Vec<Effect> {
        match (self.focus, arrow) {
            (Focus::Form, Arrow::Left | Arrow::Right) => return self.turn_row(arrow),
            (Focus::Panel | Focus::Form, _) => {
                self.scroll(arrow, 1);
                return Vec::new();
            }
            (Focus::Arena, _) => {}
        }
        let Some((_, object)) = self.sandbox.selection() else {
            self.fail_for_want_of_an_object();
            return Vec::new();
        };
        let stride = if self.stride == Stride::Fine { Stride::Fine } else { stride };
        let reach = Reach { steps: self.steps(), stride, snap: self.snap };
        match self.grip.command(object, arrow, reach) {
            Ok(command) => self.run(&command),
            Err(why) => {
                self.fail(why);
                Vec::new()
            }
        }
    }

    fn select_neighbour(&mut self, by: isize) {
        let world = self.sandbox.world();
        let count = world.len();
        let selected = self.sandbox.selection().map(|(id, _)| id);
        let Some(at) = world.objects().position(|(id, _)| Some(id) == selected) else { return };
        let next = (at + count).saturating_add_signed(by) % count;
        let name = world.objects().nth(next).map(|(_, object)| object.name);
        if let Some(name) = name {
            self.run(&Command::Select(name));
            self.last_command = None;
        }
    }

    fn next_partner(&mut self) {
        let Some((selected, _)) = self.sandbox.selection() else { return };
        self.log_view.choose_none();
        let others = self.sandbox.by_distance(selected);
        let now = self.partner.or_else(|| self.sandbox.partner());
        let at = others.iter().position(|&id| Some(id) == now);
        self.partner = match at {
            Some(at) => others.get((at + 1) % others.len()).copied(),
            None => others.first().copied(),
        };
    }

    fn fail_for_want_of_an_object(&mut self) {
        self.fail(format!("nothing is selected; {} adds a box", self.key(Action::AddBox)));
    }

    fn take_grip(&mut self, grip: EditMode) {
        let Some((_, object)) = self.sandbox.selection() else {
            return self.fail_for_want_of_an_object();
        };
        match grip.checked(object, &self.keymap) {
            Ok(grip) => self.grip = grip,
            Err(why) => self.fail(why),
        }
    }

    fn escape(&mut self) {
        if self.answer.take().is_some() {
            return;
        }
        let is_at_rest = self.focus == Focus::Panel || self.grip == EditMode::Move;
        if is_at_rest && self.tab == Tab::Log && !self.log_view.text.is_empty() {
            self.log_view.text.clear();
            return;
        }
        match self.focus {
            Focus::Panel | Focus::Form => self.focus = Focus::Arena,
            Focus::Arena => self.grip = EditMode::Move,
        }
        self.log_view.choose_none();
    }

    fn show_log(&mut self) {
        if self.tab == Tab::Log && self.answer.is_none() {
            self.log_view.filter = match self.log_view.filter {
                LogFilter::Changes => LogFilter::Hits,
                LogFilter::Hits => LogFilter::All,
                LogFilter::All => LogFilter::Changes,
            };
        }
        self.show(Tab::Log);
    }

    pub(super) fn show(&mut self, tab: Tab) {
        self.tab = tab;
        self.answer = None;
        self.scrolled = 0;
        if self.focus != Focus::Arena {
            self.enter_panel();
        }
    }

    /// The keys go to the panel, to what its view makes of them.
    fn enter_panel(&mut self) {
        self.focus = if self.tab == Tab::Object { Focus::Form } else { Focus::Panel };
    }

    pub(super) fn enter(&mut self) -> Vec<Effect> {
        if self.focus == Focus::Arena && self.tab == Tab::Object {
            self.open_form();
            return Vec::new();
        }
        if self.focus == Focus::Arena {
            self.focus = Focus::Panel;
            if self.tab == Tab::Log {
                self.log_view.choose_newest(&self.sandbox);
            }
            return Vec::new();
        }
        let chosen = self.log_view.chosen(&self.sandbox).map(|record| record.seq);
        match (self.tab, chosen) {
            (Tab::Log, Some(seq)) => {
                let effects = self.run(&Command::Seek(Place::Record(seq)));
                self.log_view.choose_newest(&self.sandbox);
                effects
            }
            (Tab::Methods, _) => {
                self.show(Tab::Why);
                Vec::new()
            }
            (Tab::Why, _) => {
                self.arithmetic = match self.arithmetic {
                    Arithmetic::Exact => Arithmetic::F32,
                    Arithmetic::F32 => Arithmetic::Exact,
                };
                Vec::new()
            }
            (Tab::Object, _) => self.enter_row(),
            _ => Vec::new(),
        }
    }

    pub(super) fn scroll(&mut self, arrow: Arrow, lines: usize) {
        if self.answer.is_some() {
            self.scrolled = match arrow {
                Arrow::Up => self.scrolled.saturating_sub(lines),
                _ => self.scrolled.saturating_add(lines),
            };
            return;
        }
        match self.tab {
            Tab::Log => self.log_view.go(&self.sandbox, arrow, lines),
            Tab::Methods if arrow == Arrow::Up => self.choose_method(-1),
            Tab::Methods => self.choose_method(1),
            Tab::Why => self.scroll_why(arrow, lines),
            Tab::Object => self.choose_row(arrow, lines),
        }
    }

    pub(super) fn half_page(&self) -> usize {
        let layout = super::Layout::of(self.size.0, self.size.1);
        layout.map_or(1, |layout| usize::from(layout.panel_body_rows() / 2).max(1))
    }

    fn choose_method(&mut self, by: isize) {
        let Some(pair) = self.pair() else { return };
        let pages = match self.tab {
            Tab::Why => hitscan_core::words::why::pages(&pair.a, &pair.b, &pair.pair_result),
            _ => pair.methods().into_iter().map(Some).collect(),
        };
        let at = pages.iter().position(|&page| page == self.method);
        let next = match at {
            Some(at) => (at + pages.len()).saturating_add_signed(by) % pages.len(),
            None if by < 0 => pages.len() - 1,
            None => 0,
        };
        self.method = pages.get(next).copied().flatten();
        self.scrolled = 0;
        self.note_construction();
    }

    fn zoom(&mut self, powers: i8) {
        if self.viewport.zoom_by(powers) {
            self.follow_selection();
        } else {
            self.fail("zoom goes from 1/8 to 16");
        }
    }

    fn pan(&mut self, arrow: Arrow) {
        let across = i64::from(self.viewport.cols() / 4).max(1);
        let down = i64::from(self.viewport.rows() / 4).max(1);
        match arrow {
            Arrow::Left => self.viewport.pan(-across, 0),
            Arrow::Right => self.viewport.pan(across, 0),
            Arrow::Up => self.viewport.pan(0, -down),
            Arrow::Down => self.viewport.pan(0, down),
        }
    }

    /// The next speed of the usual ones, or the last of them.
    fn next_speed(&self, direction: Ordering) -> u16 {
        const SPEEDS: [u16; 8] = [1, 2, 5, 10, 20, 30, 60, 120];
        let now = self.sandbox.world().settings().speed;
        let next = match direction {
            Ordering::Less => SPEEDS.into_iter().rev().find(|&speed| speed < now),
            _ => SPEEDS.into_iter().find(|&speed| speed > now),
        };
        next.unwrap_or(now)
    }
}
