//! What happens when a key is pressed.

use std::cmp::Ordering;
use std::path::PathBuf;

use super::prompt::Typed;
use super::{
    Action, App, Arrow, CommandLine, Effect, Focus, GlyphSet, Grip, KeyPress, LogFilter, Lookup,
    Message, Prompt, Stride, Tab,
};
use crate::geom::{Aabb, Laser, Milli, Origin, Point, Polygon, Shape, Vector};
use crate::methods::Arithmetic;
use crate::scene::Source;
use crate::script::{Applied, Command, CommandFault, Place};
use crate::world::Name;

impl App {
    /// A key was pressed; gives what must be done outside.
    pub fn press(&mut self, key: KeyPress) -> Vec<Effect> {
        if self.prompt.is_some() {
            return self.press_in_prompt(key);
        }
        if self.help.is_some() {
            self.press_in_help(key);
            return Vec::new();
        }
        self.message = None;
        self.pending.push(key);
        let found = match self.keymap.look_up(&self.pending, self.focus) {
            Lookup::Prefix => return Vec::new(),
            Lookup::Action(action) => Some(action),
            Lookup::Nothing => None,
        };
        let keys = std::mem::take(&mut self.pending);
        if let Some(action) = found {
            // The screen comes back as it was from a suspension, and a repaint.
            if !matches!(action, Action::Suspend | Action::Repaint) {
                self.last_command = None;
            }
            return self.act(action);
        }
        let escaped = keys.len() > 1
            && Lookup::Action(Action::Escape) == self.keymap.look_up(&[key], self.focus);
        if !escaped {
            self.message = super::hints::about_unbound(key).map(Message::Fault);
        }
        Vec::new()
    }

    /// Text was pasted: typed where something is being typed, else ignored, so
    /// that no pasted text is ever taken for keys.
    pub fn paste(&mut self, text: &str) -> Vec<Effect> {
        match &mut self.prompt {
            Some(Prompt::Command(line)) => line.paste(text),
            _ => self.fail("pasted text is taken in the : line only"),
        }
        Vec::new()
    }

    /// The time for one frame has come, while playing. What cannot be made
    /// ends the playing and says why.
    pub fn tick(&mut self) {
        if self.playing {
            self.playing = false;
            self.run(&Command::Step(1));
            self.playing = !matches!(self.message, Some(Message::Fault(_)));
        }
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
            Action::GripMove => self.take_grip(Grip::Move),
            Action::GripTurn => self.take_grip(Grip::Turn),
            Action::GripSpeed => self.take_grip(Grip::Speed),
            Action::GripEnd => {
                if let Some((_, object)) = self.sandbox.selection() {
                    self.grip = self.grip.next_end(object);
                }
            }
            Action::Escape => self.escape(),
            Action::AddBox | Action::AddLaser | Action::AddPolygon => return self.add(action),
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
            Action::StepForward => return self.run(&Command::Step(1)),
            Action::StepBack => return self.run(&Command::Back(1)),
            Action::SeekStart => return self.run(&Command::Seek(Place::Start)),
            Action::SeekEnd => return self.run(&Command::Seek(Place::End)),
            Action::Undo => return self.run(&Command::Undo(1)),
            Action::Redo => return self.run(&Command::Redo(1)),
            Action::ShowLog => self.show_log(),
            Action::ShowMethods => self.show(Tab::Methods),
            Action::ShowWhy => self.show(Tab::Why),
            Action::ShowObject => self.show(Tab::Object),
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
            Action::ZoomReset => self.viewport.reset(),
            Action::NextGlyphs => {
                self.glyphs = match self.glyphs {
                    GlyphSet::Lines => GlyphSet::Ascii,
                    GlyphSet::Ascii => GlyphSet::Lines,
                };
            }
            Action::Toggle(overlay) => self.toggle(overlay),
            Action::Open => self.open_line("open "),
            Action::Save => return self.run(&Command::Save(None)),
            Action::CommandLine => self.open_line(""),
            Action::Help => self.help = Some(0),
            Action::Quit | Action::Interrupt => return self.run(&Command::Quit),
            Action::Suspend => return vec![Effect::Suspend],
            Action::Repaint => return vec![Effect::Repaint],
        }
        Vec::new()
    }

    /// Carries out a command as if it had been typed, and says so.
    fn run(&mut self, command: &Command) -> Vec<Effect> {
        match self.carry_out(command) {
            Ok(effects) => effects,
            Err(fault) => {
                self.refuse(&fault);
                Vec::new()
            }
        }
    }

    /// Carries out a command; what concerns the screen or files is done here
    /// or comes back as an effect.
    fn carry_out(&mut self, command: &Command) -> Result<Vec<Effect>, CommandFault> {
        let axes = self.sandbox.world().settings().axes;
        let before = self.sandbox.selection().map(|(id, _)| id);
        match self.sandbox.apply(command)? {
            Applied::Nothing(why) => {
                self.message = Some(Message::Note(why.to_owned()));
                return Ok(Vec::new());
            }
            Applied::Elsewhere => return self.carry_out_elsewhere(command),
            Applied::Done => {}
        }
        if matches!(command, Command::Undo(_) | Command::Back(_) | Command::Seek(_)) {
            self.playing = false;
        }
        self.last_command = Some(command.written(axes).to_string());
        self.log_view.choose_none();
        let after = self.sandbox.selection().map(|(id, _)| id);
        if before != after || matches!(command, Command::Select(_) | Command::New) {
            self.grip = Grip::Move;
            self.partner = None;
        }
        if *command == Command::New {
            self.source = Source::New;
            self.show_everything();
        }
        self.follow_selection();
        Ok(Vec::new())
    }

    fn carry_out_elsewhere(&mut self, command: &Command) -> Result<Vec<Effect>, CommandFault> {
        match command {
            Command::Help(None) => self.help = Some(0),
            Command::Help(Some(name)) => {
                let spec = crate::script::CommandSpec::find(name).ok_or_else(|| {
                    CommandFault::new("no such command; help lists them".to_owned())
                })?;
                let text = format!("{} {}: {}", spec.name, spec.syntax, spec.doc);
                self.message = Some(Message::Note(text));
            }
            Command::Open(target) => return Ok(vec![Effect::Open(target.clone())]),
            Command::Save(file) => {
                let path = match (file, &self.source) {
                    (Some(file), _) => PathBuf::from(file),
                    (None, Source::File(path)) => path.clone(),
                    (None, Source::BuiltIn(_) | Source::New) => {
                        return Err(CommandFault::new(
                            "this scene has no file yet: save FILE.toml",
                        ));
                    }
                };
                return Ok(vec![Effect::Save(path)]);
            }
            Command::Play => {
                self.playing = true;
                self.last_command = Some("play".to_owned());
            }
            Command::Pause => {
                self.playing = false;
                self.last_command = Some("pause".to_owned());
            }
            Command::Quit => {
                let is_nothing =
                    matches!(self.source, Source::New) && self.sandbox.world().is_empty();
                if self.is_unsaved() && !is_nothing {
                    self.prompt = Some(Prompt::Leave);
                } else {
                    return Ok(vec![Effect::Quit]);
                }
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    fn arrow(&mut self, arrow: Arrow, stride: Stride) -> Vec<Effect> {
        if self.focus == Focus::Panel {
            self.scroll(arrow, 1);
            return Vec::new();
        }
        let Some((_, object)) = self.sandbox.selection() else {
            self.fail("nothing is selected; a then b adds a box");
            return Vec::new();
        };
        let stride = if self.stride == Stride::Fine { Stride::Fine } else { stride };
        match self.grip.command(object, arrow, stride, self.sandbox.nudge()) {
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

    fn take_grip(&mut self, grip: Grip) {
        let Some((_, object)) = self.sandbox.selection() else { return };
        match grip.checked(object) {
            Ok(grip) => self.grip = grip,
            Err(why) => self.fail(why),
        }
    }

    fn escape(&mut self) {
        if self.focus == Focus::Panel {
            self.focus = Focus::Arena;
        } else {
            self.grip = Grip::Move;
        }
        self.log_view.choose_none();
    }

    /// Adds a shape in the middle of the view, under the first free letter.
    fn add(&mut self, action: Action) -> Vec<Effect> {
        let cols = i64::from(self.viewport.cols());
        let rows = i64::from(self.viewport.rows());
        let middle = self.viewport.unit_point(cols / 2, rows / 2);
        let (first, shape) = match action {
            Action::AddLaser => ('L', laser_about(middle)),
            Action::AddPolygon => ('P', triangle_about(middle)),
            _ => ('A', box_about(middle)),
        };
        if let (Some(shape), Some(name)) = (shape, self.free_name(first)) {
            return self.run(&Command::Add(name, shape));
        }
        self.fail("there is no room here for a new shape");
        Vec::new()
    }

    fn duplicate(&mut self) -> Vec<Effect> {
        let Some((_, object)) = self.sandbox.selection() else {
            self.fail("nothing is selected");
            return Vec::new();
        };
        let name = object.name;
        match self.free_name(name.as_str().chars().next().unwrap_or('A')) {
            Some(new) => self.run(&Command::Duplicate(name, new)),
            None => Vec::new(),
        }
    }

    /// A letter from `first` on that is no name yet, else that letter with the
    /// first free number.
    fn free_name(&self, first: char) -> Option<Name> {
        let is_free = |name: &Name| self.sandbox.world().find(name).is_none();
        let letters = (first..='Z').chain('A'..first).map(|letter| letter.to_string());
        let numbered = (1..).map(|n: u32| format!("{first}{n}"));
        letters.chain(numbered).map_while(|text| Name::new(&text).ok()).find(is_free)
    }

    fn show_log(&mut self) {
        if self.tab == Tab::Log {
            self.log_view.filter = match self.log_view.filter {
                LogFilter::Changes => LogFilter::Hits,
                LogFilter::Hits => LogFilter::Changes,
            };
        }
        self.show(Tab::Log);
    }

    fn show(&mut self, tab: Tab) {
        self.tab = tab;
        self.scrolled = 0;
    }

    fn enter(&mut self) -> Vec<Effect> {
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
            _ => Vec::new(),
        }
    }

    fn scroll(&mut self, arrow: Arrow, lines: usize) {
        match self.tab {
            Tab::Log => self.log_view.go(&self.sandbox, arrow, lines),
            Tab::Methods if arrow == Arrow::Up => self.choose_method(-1),
            Tab::Methods => self.choose_method(1),
            Tab::Why => self.scroll_why(arrow, lines),
            Tab::Object if arrow == Arrow::Up => {
                self.scrolled = self.scrolled.saturating_sub(lines);
            }
            Tab::Object => self.scrolled = self.scrolled.saturating_add(lines),
        }
    }

    fn half_page(&self) -> usize {
        let layout = super::Layout::of(self.size.0, self.size.1);
        layout.map_or(1, |layout| usize::from(layout.panel_body_rows() / 2).max(1))
    }

    fn choose_method(&mut self, by: isize) {
        let Some(pair) = self.pair() else { return };
        let pages = match self.tab {
            Tab::Why => crate::words::why::pages(&pair.a, &pair.b, &pair.judgement),
            _ => pair.methods().into_iter().map(Some).collect(),
        };
        let at = pages.iter().position(|&page| page == self.method);
        let next = match at {
            Some(at) => (at + pages.len()).saturating_add_signed(by) % pages.len(),
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

    fn open_line(&mut self, text: &str) {
        self.prompt = Some(Prompt::Command(CommandLine::starting_with(text)));
    }

    fn press_in_prompt(&mut self, key: KeyPress) -> Vec<Effect> {
        let interrupt =
            self.keymap.look_up(&[key], Focus::Arena) == Lookup::Action(Action::Interrupt);
        match self.prompt.take() {
            Some(Prompt::Command(line)) if !interrupt => self.press_in_line(line, key),
            Some(Prompt::Leave) => self.answer_leave(key),
            _ => Vec::new(),
        }
    }

    fn press_in_line(&mut self, mut line: CommandLine, key: KeyPress) -> Vec<Effect> {
        let text = match line.press(key) {
            Typed::Editing => {
                self.prompt = Some(Prompt::Command(line));
                return Vec::new();
            }
            Typed::Closed => {
                self.leave_when_saved = false;
                return Vec::new();
            }
            Typed::Entered(text) => text,
        };
        self.message = None;
        let axes = self.sandbox.world().settings().axes;
        let done = Command::parse(&text, axes).and_then(|command| match command {
            Some(command) => self.carry_out(&command),
            None => Ok(Vec::new()),
        });
        done.unwrap_or_else(|fault| {
            line.set_fault(fault);
            self.prompt = Some(Prompt::Command(line));
            Vec::new()
        })
    }

    fn answer_leave(&mut self, key: KeyPress) -> Vec<Effect> {
        use ratatui::crossterm::event::KeyCode::{Char, Enter, Esc};
        match key.code {
            Char('y' | 'q' | 'c') => return vec![Effect::Quit],
            Char('w') => {
                self.leave_when_saved = true;
                let effects = self.run(&Command::Save(None));
                if effects.is_empty() {
                    // It has no file yet: ask for one, and leave after that.
                    self.leave_when_saved = true;
                    self.message = None;
                    self.open_line("save ");
                }
                return effects;
            }
            Char('n') | Esc | Enter => {}
            _ => self.prompt = Some(Prompt::Leave),
        }
        Vec::new()
    }

    fn press_in_help(&mut self, key: KeyPress) {
        let Some(top) = self.help else { return };
        let action = match self.keymap.look_up(&[key], Focus::Panel) {
            Lookup::Action(action) => action,
            Lookup::Prefix | Lookup::Nothing => return,
        };
        self.help = match action {
            Action::Arrow(Arrow::Up, _) => Some(top.saturating_sub(1)),
            Action::Arrow(Arrow::Down, _) => Some(top + 1),
            Action::PageUp => Some(top.saturating_sub(self.half_page())),
            Action::PageDown => Some(top + self.half_page()),
            Action::First => Some(0),
            Action::Last => Some(usize::MAX / 2),
            Action::Escape | Action::Help | Action::Quit | Action::Interrupt => None,
            _ => Some(top),
        };
    }
}

fn box_about(middle: Point) -> Option<Shape> {
    let size = Vector::new(Milli::from_units(8), Milli::from_units(8));
    Aabb::from_size(middle, size, Origin::Center).ok().map(Shape::Box)
}

fn laser_about(middle: Point) -> Option<Shape> {
    let half = Vector::new(Milli::from_units(8), Milli::ZERO);
    let laser = Laser::new(middle - half, middle + half);
    (laser.start.in_range() && laser.end.in_range()).then_some(Shape::Laser(laser))
}

fn triangle_about(middle: Point) -> Option<Shape> {
    let corner = |x, y| middle + Vector::new(Milli::from_units(x), Milli::from_units(y));
    let vertices = [corner(0, -4), corner(5, 4), corner(-5, 4)];
    let in_range = vertices.iter().all(|vertex| vertex.in_range());
    Polygon::new(&vertices).ok().filter(|_| in_range).map(Shape::Polygon)
}
