//! What a key press and the mouse mean: something for what is open, or an action. A click
//! selects and points, a [drag](super::drag) moves what the arrows edit, the wheel zooms and
//! scrolls; on the timeline all three choose a frame.
//!
//! Every change of the world is a command, as if it had been typed.

use crossterm::event::KeyCode;

use super::help::AfterKey;
use super::input::TooLong;
use super::intent::{Intent, Then};
use super::map::MapFits;
use super::object_at::{object_at, vertex_near};
use super::predict::SideQuestion;
use super::{
    Action, App, Arrow, Cell, EditMode, Effect, HitRegion, HitRegions, KeyPress, Lookup,
    MAX_FIELD_BYTES, MAX_LINE_BYTES, Message, MouseEvent, MouseKind, Needs, Pane, Prompt, Run, Tab,
    TimelinePlace,
};
use hitscan_core::command::{Command, CommandError};

/// Lines that the wheel scrolls by.
const WHEEL_LINES: usize = 3;

/// How far from a mark of the timeline a click still means it, in columns.
const MARK_COLUMNS: usize = 2;

const NOTHING_TO_PASTE_INTO: &str = "pasting works only while you are typing";

impl App {
    /// Handles a key press; returns what must be done outside.
    pub fn press(&mut self, key: KeyPress) -> Vec<Effect> {
        if key.is_unbindable() {
            return Vec::new();
        }
        self.own_methods.let_no_jump_wait();
        // A drag ends before a key does anything.
        let is_escape =
            Lookup::Action(Action::Escape) == self.input.keymap.look_up(&[key], Pane::Arena);
        if is_escape && self.model().drag_command().is_some() {
            self.input.drag = None;
            self.screen.message = None;
            return Vec::new();
        }
        let mut effects = self.drop_dragged();
        effects.extend(self.press_after_drag(key));
        effects
    }

    fn press_after_drag(&mut self, key: KeyPress) -> Vec<Effect> {
        if let Some(lab) = &mut self.lab {
            lab.note_state();
        }
        // These work in any mode and close nothing.
        if let Some(effect) = self.input.about_the_screen(key) {
            return vec![effect];
        }
        if self.input.prompt.is_some() {
            return self.press_in_prompt(key);
        }
        if let Some(mut help) = self.screen.help.take() {
            self.screen.message = None;
            match help.press(key, self.model()) {
                Ok(AfterKey::Closed) => return Vec::new(),
                Ok(AfterKey::Open) => {}
                Err(why) => self.screen.fail(why.to_string()),
            }
            self.screen.help = Some(help);
            return Vec::new();
        }
        let Self { engine, screen, input, .. } = self;
        if screen.pane == Pane::Form
            && input.pending.is_empty()
            && let Some(meant) = input.press_in_form(key, screen, engine.sandbox())
        {
            return self.obey_all(meant);
        }
        screen.message = None;
        if self.model().side_asked().is_some() {
            let answer = self.model().side_answer(key);
            let meant = SideQuestion::take(&mut self.input.side_question, answer);
            return self.obey_all(meant);
        }
        if self.input.pending.is_empty()
            && let Some(answered) = self.lab.as_ref().and_then(|lab| lab.answer_by_digit(key))
        {
            match answered {
                Ok(line) => self.input.open_line(&line),
                Err(why) => self.screen.fail(why),
            }
            return Vec::new();
        }
        // In the form, Enter is for typing values.
        if self.screen.pane != Pane::Form
            && let Some(action) = self.model().covered_action(key)
        {
            self.screen.last_command = None;
            return self.act(action);
        }
        let Self { screen, input, .. } = self;
        input.pending.push(key);
        let found = match input.keymap.look_up(&input.pending, screen.pane) {
            Lookup::Prefix => return Vec::new(),
            Lookup::Action(action) => return self.act_by_key(action),
            Lookup::Nothing => std::mem::take(&mut input.pending),
        };
        let escaped = found.len() > 1
            && Lookup::Action(Action::Escape) == input.keymap.look_up(&[key], screen.pane);
        if !escaped {
            screen.message = input.about_unbound(key).map(Message::Fault);
        }
        Vec::new()
    }

    /// Carries out an action as its key does.
    fn act_by_key(&mut self, action: Action) -> Vec<Effect> {
        self.input.pending.clear();
        self.screen.last_command = None;
        if action.needs(Needs::ToArena) && self.screen.pane == Pane::Panel {
            self.screen.pane = Pane::Arena;
            self.engine.end_look();
        }
        self.act(action)
    }

    fn press_in_prompt(&mut self, key: KeyPress) -> Vec<Effect> {
        let Some(prompt) = self.input.prompt.take() else { return Vec::new() };
        let is_order = match &prompt {
            Prompt::Command(line) => self.order_in(line.text()).is_some(),
            Prompt::Leave(_) | Prompt::SaveOver(_) | Prompt::Scenes(_) => false,
        };
        let Self { engine, screen, input, .. } = self;
        if let Prompt::Scenes(picker) = prompt {
            let meant = input.press_in_picker((*picker, key), engine, screen);
            return self.obey_all(meant);
        }
        let meant = input.press_in_prompt((prompt, key), engine, is_order);
        self.obey_all(meant)
    }

    /// Types pasted text where something is being typed, and ignores it
    /// elsewhere, so that pasted text never acts as keys.
    pub fn paste(&mut self, text: &str) -> Vec<Effect> {
        let Self { engine, screen, input, .. } = self;
        match &mut input.prompt {
            Some(Prompt::Command(line)) => line.paste(text),
            Some(Prompt::Scenes(_)) => input.paste_into_picker(text, engine, screen),
            _ if input.editor.is_some() => {
                input.paste_into_form(text, screen.panel.form, engine.sandbox());
            }
            _ => screen.fail(NOTHING_TO_PASTE_INTO),
        }
        Vec::new()
    }

    /// Types several characters at once where something is being typed, in time
    /// that grows with the text once and not with each of them.
    pub fn type_run(&mut self, text: &str) -> (Run, Vec<Effect>) {
        let chars = match &mut self.input.prompt {
            Some(Prompt::Command(line)) if line.chosen().is_none() => {
                return (line.type_run(text), Vec::new());
            }
            // The first character lets go of the chosen row, or takes it.
            Some(Prompt::Command(_)) => text.chars().take(1),
            _ if text.len() > MAX_FIELD_BYTES => {
                let (length, limit) = (text.len(), MAX_FIELD_BYTES);
                self.refuse_input(TooLong { length, limit }.to_string());
                return (Run::Refused, Vec::new());
            }
            _ => text.chars().take(usize::MAX),
        };
        let rest = &text[chars.clone().map(char::len_utf8).sum()..];
        let plain = |c| KeyPress::plain(KeyCode::Char(c));
        let mut effects: Vec<_> = chars.flat_map(|c| self.press(plain(c))).collect();
        if rest.is_empty() {
            return (Run::Typed, effects);
        }
        let (run, more) = self.type_run(rest);
        effects.extend(more);
        (run, effects)
    }

    /// Refuses a paste that is longer than any line. What is being typed stays
    /// as it is.
    pub fn refuse_paste(&mut self, length: usize) {
        self.refuse_input(if self.input.is_text() {
            format!("that is {length} bytes, and a line has {MAX_LINE_BYTES}; nothing was pasted")
        } else {
            NOTHING_TO_PASTE_INTO.to_owned()
        });
    }

    /// Says why keys or pasted text were not taken, beside what is being typed.
    pub fn refuse_input(&mut self, why: String) {
        match &mut self.input.prompt {
            Some(Prompt::Command(line)) => line.set_fault(CommandError::new(why)),
            _ => self.screen.fail(why),
        }
    }

    /// Handles a mouse event; `hit_regions` are the hit regions of the last picture.
    /// Returns what must be done outside.
    pub fn point(&mut self, event: MouseEvent, hit_regions: &HitRegions) -> Vec<Effect> {
        let turns = match event.kind {
            MouseKind::WheelUp => Some(Arrow::Up),
            MouseKind::WheelDown => Some(Arrow::Down),
            MouseKind::Press | MouseKind::Drag | MouseKind::Release => None,
        };
        if let Some(help) = &mut self.screen.help {
            match turns {
                Some(Arrow::Up) => help.top = help.top.saturating_sub(WHEEL_LINES),
                Some(_) => help.top += WHEEL_LINES,
                None => {}
            }
            return Vec::new();
        }
        let spot = hit_regions.at(event.col, event.row);
        if self.input.prompt.is_some() {
            return self.point_in_prompt(event.kind, turns, spot);
        }
        if let (MouseKind::Press, Some(HitRegion::Following(action))) = (event.kind, spot) {
            return self.act_by_key(action);
        }
        if let Some(effects) = self.point_at_time(event, turns) {
            return effects;
        }
        let cell = self.screen.arena_cell(event);
        match (event.kind, turns, cell) {
            (_, Some(arrow), Some(cell)) => {
                self.screen.zoom_about(if arrow == Arrow::Up { 1 } else { -1 }, cell);
            }
            (_, Some(arrow), None) => self.scroll(arrow, WHEEL_LINES),
            (MouseKind::Press, None, cell) => {
                // The release of an earlier one was lost.
                let mut effects = self.drop_dragged();
                effects.extend(match (cell, spot) {
                    (Some(cell), _) => self.press_in_arena(cell),
                    (None, Some(spot)) => self.press_spot(spot),
                    (None, None) => Vec::new(),
                });
                return effects;
            }
            (MouseKind::Drag, None, Some(cell)) => {
                if let Some(drag) = self.model().drag_to(cell) {
                    self.input.drag = Some(drag);
                    self.screen.message = self.model().drag_preview().map(Message::Note);
                }
            }
            // Beyond the arena it stays where it was last shown.
            (MouseKind::Drag, None, None) => {}
            _ => return self.drop_dragged(),
        }
        Vec::new()
    }

    /// Moves what was dragged to where it was last shown.
    pub(super) fn drop_dragged(&mut self) -> Vec<Effect> {
        let command = self.model().drag_command();
        if self.input.drag.take().is_some_and(|drag| drag.to.is_some()) {
            self.screen.message = None;
        }
        command.map_or_else(Vec::new, |command| self.obey(Intent::Run(command)))
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
        let (frame, line, effects) = match (event.kind, turns, on_it) {
            (_, Some(arrow), Some(TimelinePlace { scale, .. })) => {
                let frame = self.engine.world_in_focus().frame();
                let next = if arrow == Arrow::Up { frame.saturating_sub(1) } else { frame + 1 };
                (next.clamp(scale.first, scale.last), None, Vec::new())
            }
            (MouseKind::Press, None, Some(place)) => {
                let effects = self.drop_dragged();
                // The nearest mark, else the frame of this column.
                let (timeline, bin) = (place.timeline(self.model()), place.bin_at(event.col));
                let marked = timeline.nearest_mark(bin, MARK_COLUMNS);
                let line = marked.and_then(|bin| timeline.line_in(&self.engine, bin));
                (place.scale.frame_at(bin), line, effects)
            }
            (MouseKind::Drag, None, _) if self.input.scrubs => match place {
                Some(place) => (place.scale.frame_at(place.bin_at(event.col)), None, Vec::new()),
                None => return Some(Vec::new()),
            },
            _ => return None,
        };
        if let Some(line) = line {
            self.engine.look_at(line);
        } else if !self.engine.look_at_frame(frame) {
            self.screen.say(format!("frame {frame} is covered until you predict it"));
            return Some(effects);
        }
        // The keys go to the panel, where they go from line to line, unless it would hide the
        // arena.
        (self.screen.message, self.input.editor) = (None, None);
        self.screen.pane = if self.screen.has_panel_over() { Pane::Arena } else { Pane::Panel };
        Some(effects)
    }

    /// Handles a mouse event while a prompt is open: a click chooses a row of
    /// its list, and a click on the chosen row does what Enter does.
    fn point_in_prompt(
        &mut self,
        kind: MouseKind,
        turns: Option<Arrow>,
        spot: Option<HitRegion>,
    ) -> Vec<Effect> {
        let Self { engine, screen, input, .. } = self;
        match (turns, kind, spot) {
            (Some(arrow), _, _) => {
                input.turn_picker((arrow, WHEEL_LINES), engine, screen);
                input.turn_palette(arrow);
            }
            (None, MouseKind::Press, Some(HitRegion::Scene(place))) => {
                let clicked = input.click_scene(place, engine, screen);
                return self.obey_all(clicked);
            }
            (None, MouseKind::Press, Some(HitRegion::Palette(row))) if input.click_palette(row) => {
                return self.press_in_prompt(KeyPress::plain(KeyCode::Enter));
            }
            _ => {}
        }
        Vec::new()
    }

    fn press_in_arena(&mut self, cell: Cell) -> Vec<Effect> {
        self.screen.pane = Pane::Arena;
        self.screen.message = None;
        (self.input.editor, self.input.drag) = (None, None);
        let found = object_at(self.engine.world(), &self.screen.viewport, cell);
        let Some((id, name)) = found else { return Vec::new() };
        if self.engine.sandbox().selection().map(|(selected, _)| selected) != Some(id) {
            self.obey(Intent::RunThen(Command::Select(name), Then::Quietly));
        }
        // The selected object may have come into view.
        let view = self.screen.viewport;
        let held = vertex_near(self.engine.sandbox(), &view, cell);
        if let (EditMode::End(_), Some(index)) = (self.input.edit_mode, held) {
            self.input.edit_mode = EditMode::End(index);
        }
        self.input.drag = self.model().drag_from(view.point_of(cell));
        Vec::new()
    }

    fn press_spot(&mut self, spot: HitRegion) -> Vec<Effect> {
        (self.screen.message, self.input.editor) = (None, None);
        let Self { engine, screen, .. } = self;
        match spot {
            HitRegion::Tab(Tab::Map) => self.show_map_panel(),
            HitRegion::Tab(Tab::Lab) => screen.show_lab(self.lab.is_some()),
            HitRegion::Tab(tab) => screen.show(tab),
            HitRegion::Sentence(sentence) => {
                screen.pane = Pane::Panel;
                screen.panel.chosen_sentence = Some(sentence);
            }
            HitRegion::Line(line) => {
                let is_chosen = engine.chosen_line() == Some(line);
                if is_chosen && screen.pane == Pane::Panel && screen.panel.tab == Tab::Log {
                    return self.enter();
                }
                screen.pane = Pane::Panel;
                engine.look_at(line);
            }
            HitRegion::Page(page) if engine.focus().page == page => screen.show(Tab::Why),
            HitRegion::Page(page) => screen.turn_to_page(engine, page),
            HitRegion::Layer(layer) => self.show_map(Some(layer), MapFits::No),
            // These exist only while a menu is open.
            HitRegion::Palette(_) | HitRegion::Following(_) | HitRegion::Scene(_) => {}
            HitRegion::Row(row) => {
                let form = &mut screen.panel.form;
                if screen.pane == Pane::Form && form.place_in(engine.sandbox()) == row {
                    let entered = self.input.enter_row(form, engine.sandbox());
                    return self.obey_all(entered);
                }
                screen.pane = Pane::Form;
                form.chosen = row;
            }
        }
        Vec::new()
    }
}
