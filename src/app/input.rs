//! How users drive the sandbox: the key map, pending key sequences, what the arrows edit, the
//! mouse, and open prompts.
//!
//! What an action does to the scene or the screen is not here.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `action` `keymap` | what a key can do; a key press, and from presses to actions |
//! | `key_names` | how sentences name keys |
//! | `edit_mode` | what the arrows edit, and the command of each |
//! | `text_field` `prompt` | text being typed, and the `:` line or question it is typed in |
//! | `palette` `picker` | what the words in the `:` line can mean; the scenes to choose from |
//!
//! This file holds what is pending and calls the others; prompts use text fields, and everything
//! uses `keymap` and `action`.

mod action;
mod edit_mode;
mod key_names;
pub(super) mod keymap;
mod palette;
mod picker;
mod prompt;
mod text_field;

use action::ActionPlace;
pub use action::{
    ACTIONS, Action, ActionGroup, ActionRow, Arrow, HelpGroup, Needs, Section, Setting, Stride,
    Switch,
};
pub use edit_mode::EditMode;
pub use keymap::{KeyMap, KeyPress, Lookup};
pub use palette::{MAX_QUERY_BYTES, PaletteRow};
pub use picker::{Entry, LessonEntry, Listed, Picker, PickerRow, Preview, SceneFile};
pub use prompt::{Clash, CommandLine, Prompt};
pub use text_field::{Editor, MAX_FIELD_BYTES, MAX_LINE_BYTES};

pub(super) use edit_mode::{Reach, snapped};
pub(super) use key_names::{ARROWS, FINE_ARROWS, filled_by};
pub(super) use text_field::{request, too_long};

use super::{Effect, LogFilter, Pane};
use crossterm::event::KeyCode;
use hitscan_core::command::{Nudge, Topic};
use hitscan_core::engine::Sandbox;
use hitscan_core::lab::OrderSpec;
use hitscan_core::scene::OpeningEdit;
use hitscan_geom::{Milli, Point, Vector};

use super::predict::SideQuestion;

/// How far arrows move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps {
    /// A full step.
    pub nudge: Nudge,
    /// How many fine steps make a full one: 10 makes a fine step a tenth.
    pub fine_part: i32,
}

impl Steps {
    /// The fine steps allowed, as parts of a full step: from a half to a thousandth.
    pub const FINE_PARTS: std::ops::RangeInclusive<u32> = 2..=1000;
}

impl Steps {
    /// A length, or its fine part, which is never zero.
    pub fn scaled(self, length: Milli, stride: Stride) -> Milli {
        match stride {
            Stride::Full => length,
            Stride::Fine => {
                Milli::new((length.thousandths() / self.fine_part).max(1)).unwrap_or(length)
            }
        }
    }
}

impl Default for Steps {
    fn default() -> Self {
        Self { nudge: Nudge::Cell, fine_part: 10 }
    }
}

/// Keys, the mouse and open prompts.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The keys of every action.
    pub keymap: KeyMap,
    /// How far arrows move in a new scene.
    pub usual_steps: Steps,
    /// Which tests the log shows in a new scene; `None` lets the size of the world decide.
    pub usual_log: Option<LogFilter>,
    /// Whether the mouse is read; `None` lets the connection decide.
    pub usual_mouse: Option<Mouse>,
    /// The keys of a pending sequence.
    pub pending: Vec<KeyPress>,
    /// What the arrows edit on the selected object.
    pub edit_mode: EditMode,
    /// Whether arrows move by full or fine steps.
    pub stride: Stride,
    /// Whether moves land on the grid.
    pub snaps: bool,
    /// The prompt at the foot of the screen, while one is open.
    pub prompt: Option<Prompt>,
    /// The value being typed into the form.
    pub editor: Option<Editor>,
    /// Whether the program reads the mouse.
    pub mouse: Mouse,
    /// Whether the `:` line also takes orders to the lab.
    pub(super) in_course: bool,
    pub(super) drag: Option<Drag>,
    /// Whether a drag moves along the timeline.
    pub(super) scrubs: bool,
    pub(super) side_question: Option<SideQuestion>,
}

impl Input {
    /// Resets what depends on the scene; keys, preferences, snap and mouse stay.
    pub(super) fn start_over(&mut self) {
        let before = std::mem::take(self);
        *self = Self {
            keymap: before.keymap,
            usual_steps: before.usual_steps,
            usual_log: before.usual_log,
            usual_mouse: before.usual_mouse,
            snaps: before.snaps,
            mouse: before.mouse,
            in_course: before.in_course,
            ..Self::default()
        };
    }

    /// Each key that can follow the pending ones, and its action; `None` if no key is pending.
    pub fn following(&self) -> Option<Vec<(KeyPress, Action)>> {
        (!self.pending.is_empty()).then(|| self.keymap.following(&self.pending))
    }

    /// The picker of scenes, while it is open.
    pub const fn picker(&self) -> Option<&Picker> {
        match &self.prompt {
            Some(Prompt::Scenes(picker)) => Some(picker),
            _ => None,
        }
    }

    /// What the word being typed in the `:` line can mean, best match first.
    pub fn palette(&self) -> Vec<PaletteRow> {
        match &self.prompt {
            Some(Prompt::Command(line)) if self.order_in(line).is_none() => {
                line.palette(&self.keymap)
            }
            _ => Vec::new(),
        }
    }

    /// The chosen row of the palette.
    pub fn chosen_row(&self) -> Option<PaletteRow> {
        match &self.prompt {
            Some(Prompt::Command(line)) => self.palette().into_iter().nth(line.choice()),
            _ => None,
        }
    }

    /// Whether a command is being typed.
    pub const fn is_line(&self) -> bool {
        matches!(self.prompt, Some(Prompt::Command(_)))
    }

    /// The order to the lab that a `:` line holds, in a course.
    pub fn order_in(&self, line: &CommandLine) -> Option<&'static OrderSpec> {
        let name = line.text().split_whitespace().next().filter(|_| self.in_course)?;
        OrderSpec::named(name)
    }

    /// How far arrows move in a scene with this step.
    pub(super) const fn steps(&self, nudge: Nudge) -> Steps {
        Steps { nudge, ..self.usual_steps }
    }

    /// How far an arrow moves, and where it lands, in a scene with this step.
    pub(super) const fn reach(&self, nudge: Nudge) -> Reach {
        Reach { steps: self.steps(nudge), stride: self.stride, snaps: self.snaps }
    }

    /// Switches between fine and full steps, and says how far they go.
    pub(super) fn toggle_fine(&mut self, nudge: Nudge) -> String {
        let (stride, steps) = match self.stride {
            Stride::Full => (Stride::Fine, "fine steps"),
            Stride::Fine => (Stride::Full, "whole steps"),
        };
        self.stride = stride;
        let part = |whole| self.steps(nudge).scaled(whole, stride);
        match nudge {
            Nudge::Cell => format!("{steps}: {} cell", part(Milli::from_units(1))),
            Nudge::Units(units) => format!("{steps}: {}", part(units)),
        }
    }

    /// Turns snapping to the grid on or off, and says so.
    pub(super) fn toggle_snap(&mut self, nudge: Nudge) -> String {
        self.snaps = !self.snaps;
        match nudge {
            _ if !self.snaps => "snap off".to_owned(),
            Nudge::Cell => "snap: moves land on whole cells".to_owned(),
            Nudge::Units(units) => format!("snap: moves land on multiples of {units}"),
        }
    }

    /// Changes what the arrows edit on the selected object.
    ///
    /// # Errors
    /// Says why the object does not have it.
    pub(super) fn edit(&mut self, mode: EditMode, sandbox: &Sandbox) -> Result<(), String> {
        if let Some((_, object)) = sandbox.selection() {
            self.edit_mode = mode.checked(object, &self.keymap)?;
        }
        Ok(())
    }

    pub(super) fn grip_next_end(&mut self, sandbox: &Sandbox) {
        if let Some((_, object)) = sandbox.selection() {
            self.edit_mode = self.edit_mode.next_end(object);
        }
    }

    /// Sets the edit mode that the selected object starts with.
    pub(super) fn begin_edit_mode(&mut self, sandbox: &Sandbox) {
        let first = sandbox.selection().map(|(_, object)| EditMode::first(object));
        self.edit_mode = first.unwrap_or_default();
    }

    /// Sets the edit mode that the scene opens with, if the selected object has it.
    ///
    /// # Errors
    /// Says why the object does not have it.
    pub(super) fn edit_as_opened(&mut self, sandbox: &Sandbox) -> Result<(), String> {
        self.begin_edit_mode(sandbox);
        let selected = sandbox.selection().zip(sandbox.opening().edit);
        let Some(((_, object), edit)) = selected else { return Ok(()) };
        let mode = match edit {
            OpeningEdit::Move => EditMode::Move,
            OpeningEdit::Turn => EditMode::Turn,
            OpeningEdit::End => EditMode::Move.next_end(object),
            OpeningEdit::Speed => EditMode::Speed,
            OpeningEdit::Steer => EditMode::Steer,
        };
        self.edit(mode, sandbox)
    }

    /// Opens the line that renames the selected object.
    ///
    /// # Errors
    /// When nothing is selected.
    pub(super) fn open_rename(&mut self, sandbox: &Sandbox) -> Result<(), String> {
        let (_, object) = sandbox.selection().ok_or("nothing is selected")?;
        self.open_line(&format!("rename {} ", object.name));
        Ok(())
    }

    /// What help says about an action that is not a command: `zoom-in: +. zoom in`.
    pub(super) fn about_action(&self, word: &str) -> Option<String> {
        let action = Action::of_id(word).filter(|_| Topic::find(word).is_empty())?;
        let doc = action.row().doc;
        Some(match self.keymap.key_of(action) {
            Some(key) => format!("{word}, by {key}: {doc}"),
            None => format!("{word}: {doc}"),
        })
    }

    /// Opens a `:` line that begins with this text.
    pub(super) fn open_line(&mut self, text: &str) {
        self.prompt = Some(Prompt::Command(CommandLine::starting_with(text)));
    }

    /// Whether keys type text now.
    pub const fn is_text(&self) -> bool {
        self.editor.is_some() || matches!(self.prompt, Some(Prompt::Command(_) | Prompt::Scenes(_)))
    }

    /// Whether a key interrupts: it closes what is open.
    pub(super) fn is_interrupt(&self, key: KeyPress) -> bool {
        self.keymap.look_up(&[key], Pane::Arena) == Lookup::Action(Action::Interrupt)
    }

    /// The effect of a key that suspends or repaints, unless the key edits text.
    pub(super) fn about_the_screen(&self, key: KeyPress) -> Option<Effect> {
        let found = request(key).is_none().then(|| self.keymap.look_up(&[key], Pane::Arena));
        match found? {
            Lookup::Action(Action::Suspend) => Some(Effect::Suspend),
            Lookup::Action(Action::Repaint) => Some(Effect::Repaint),
            _ => None,
        }
    }

    /// A hint about a key that does nothing, if there is one.
    pub(super) fn about_unbound(&self, key: KeyPress) -> Option<String> {
        match key.code {
            // The remains of an escape sequence torn on a slow line.
            KeyCode::Char('[' | 'O' | 'A'..='D') => None,
            KeyCode::Char(c) if c.is_ascii_uppercase() => {
                Some(format!("{key} does nothing here. Caps Lock?"))
            }
            KeyCode::Char(c) if !c.is_ascii() => {
                Some("not a key here. Is an input method on?".to_owned())
            }
            KeyCode::Char(_) => {
                let help = self.keymap.named(Action::Help);
                Some(format!("{key} does nothing here. {help} lists the keys"))
            }
            _ => None,
        }
    }

    /// The action of a key in a list over the screen. The usual list keys work there even if they
    /// are remapped, so that hints can name them.
    pub(super) fn action_over(&self, key: KeyPress, pane: Pane) -> Option<Action> {
        let arrow = |arrow| Some(Action::Arrow(arrow, Stride::Full));
        let everywhere = match key.code {
            KeyCode::Esc => Some(Action::Escape),
            KeyCode::Enter => Some(Action::Enter),
            KeyCode::Up => arrow(Arrow::Up),
            KeyCode::Down => arrow(Arrow::Down),
            KeyCode::Tab => Some(Action::SelectNext),
            KeyCode::BackTab => Some(Action::SelectPrevious),
            KeyCode::PageUp => Some(Action::PageUp),
            KeyCode::PageDown => Some(Action::PageDown),
            KeyCode::Home => Some(Action::First),
            KeyCode::End => Some(Action::Last),
            _ => None,
        };
        everywhere.filter(|_| key.modifiers.is_empty()).or_else(|| {
            match self.keymap.look_up(&[key], pane) {
                Lookup::Action(action) => Some(action),
                Lookup::Prefix | Lookup::Nothing => None,
            }
        })
    }
}

/// Whether the program reads the mouse. If it does, most terminals select text only while Shift is
/// held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mouse {
    /// The terminal keeps the mouse.
    #[default]
    Off,
    /// The program reads the mouse.
    On,
}

/// A mouse event, and the screen cell it happened in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseEvent {
    /// What happened.
    pub kind: MouseKind,
    /// Columns from the left.
    pub col: u16,
    /// Rows from the top.
    pub row: u16,
}

/// Kinds of mouse events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseKind {
    /// The first button was pressed.
    Press,
    /// The mouse moved with the button down.
    Drag,
    /// The button was released.
    Release,
    /// The wheel was scrolled up.
    WheelUp,
    /// The wheel was scrolled down.
    WheelDown,
}

impl MouseKind {
    /// The direction in which the wheel was scrolled.
    pub(super) const fn turns(self) -> Option<Arrow> {
        match self {
            Self::WheelUp => Some(Arrow::Up),
            Self::WheelDown => Some(Arrow::Down),
            Self::Press | Self::Drag | Self::Release => None,
        }
    }
}

/// A drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drag {
    /// The offset from the pointer to what is dragged.
    pub(super) offset: Vector,
    /// Where the drag takes it; `None` before the pointer has moved.
    pub(super) to: Option<Point>,
}
