//! What the last command reported while it ran, to be said after its own answer.

use hitscan_core::engine::Event;
use hitscan_core::words::settings_now;

/// The reports of a command that are worth a sentence.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Heard {
    /// The settings that changed, with their new values.
    pub(in crate::app) settings: Option<String>,
    /// Whether the last breakable box broke.
    pub(in crate::app) all_broken: bool,
    /// How many changes were computed again because the memory limit had not kept them.
    pub(in crate::app) remade: Option<usize>,
    /// How many changes ahead were dropped.
    pub(in crate::app) dropped: usize,
    /// Whether the log lines have changed.
    pub(in crate::app) has_lines: bool,
}

impl Heard {
    pub(in crate::app) fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::SettingsChanged([before, now]) => {
                self.settings = Some(settings_now(before, now)).filter(|said| !said.is_empty());
            }
            Event::AllBroken => self.all_broken = true,
            Event::RemadeForMemory(changes) => self.remade = Some(changes),
            Event::DroppedAhead(changes) => self.dropped += changes,
            Event::Tested(..) | Event::Travelled(_) => self.has_lines = true,
            Event::Working(_)
            | Event::Entered(_)
            | Event::GameOver(_)
            | Event::Changed(_)
            | Event::Begins(..)
            | Event::Noted(..) => {}
        }
    }
}
