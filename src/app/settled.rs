//! What an app takes from the configuration, besides its keys: it stays when
//! another scene is opened.

use super::config::{Config, Steps};
use super::{App, ColorDepth, KeyMap, LogFilter, Look, Message};
use hitscan_core::command::Command;

/// What was settled before the start, or by a key since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Settled {
    look: Look,
    steps: Steps,
    log: LogFilter,
}

impl App {
    /// The app with what a configuration says; where it says nothing of colours,
    /// so many were found. Glyphs that it leaves open are the caller's.
    #[must_use]
    pub fn with_config(mut self, config: &Config, found: ColorDepth) -> Self {
        self.keymap = config.keys.clone();
        self.mouse = config.mouse;
        self.settled = Settled {
            look: Look {
                theme: config.theme,
                asked: config.color.map(super::config::ColorChoice::depth),
                found,
            },
            steps: config.steps,
            log: config.log,
        };
        self.take_settled();
        self
    }

    /// Gives a scene that was just opened what was settled.
    pub(super) fn take_settled(&mut self) {
        self.log_view.filter = self.settled.log;
        let nudge = Command::Nudge(self.settled.steps.nudge);
        // It is no change of the scene, and is never refused.
        let _ = self.sandbox.apply(&nudge);
    }

    /// In which colours it is shown.
    #[must_use]
    pub const fn look(&self) -> Look {
        self.settled.look
    }

    /// How far arrows go now.
    #[must_use]
    pub const fn steps(&self) -> Steps {
        Steps { nudge: self.sandbox.nudge(), ..self.settled.steps }
    }

    /// The keys of every action.
    #[must_use]
    pub const fn keymap(&self) -> &KeyMap {
        &self.keymap
    }

    pub(super) fn next_theme(&mut self) {
        let theme = self.settled.look.theme.next();
        self.settled.look.theme = theme;
        let text = format!("theme {}: {}", theme.token(), theme.meaning());
        self.message = Some(Message::Note(text));
    }
}
