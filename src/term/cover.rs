//! What a screen shows in place of its app: that work is not kept, or the picture of another
//! screen. Behind a cover keys do nothing but lift it.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};

use super::control::ShownScreen;
use crate::app::Effect;
use hitscan_core::engine;

/// How long after work was not kept it is tried again, unless a key comes first.
const RETRY_TIME: Duration = Duration::from_secs(2);

/// What covers the app, if anything does.
#[derive(Debug, Default)]
pub(super) struct Cover {
    /// Why work is not kept: the last picture stays, which shows nothing of it.
    withheld: Option<Withheld>,
    /// The picture of another screen.
    shown: Option<ShownScreen>,
    /// Whether the user has come back from it, and sees none until it is taken back or asked
    /// for.
    has_come_back: bool,
}

/// Work that is not kept.
#[derive(Debug)]
struct Withheld {
    why: String,
    /// When it is tried again to keep it.
    retry_at: Instant,
}

/// What is on top.
#[derive(Clone, Copy, Debug)]
pub(super) enum Face<'a> {
    /// The last picture, with this sentence.
    Withheld(&'a str),
    /// Another one.
    Shown(&'a ShownScreen),
}

impl Cover {
    /// What is on top, unless it is the app.
    pub(super) fn face(&self) -> Option<Face<'_>> {
        let withheld = self.withheld.as_ref().map(|it| Face::Withheld(&it.why));
        withheld.or_else(|| self.shown.as_ref().map(Face::Shown))
    }

    pub(super) const fn is_on(&self) -> bool {
        self.withheld.is_some() || self.shown.is_some()
    }

    /// Work is kept again, or not any more.
    pub(super) fn withhold(&mut self, why: Option<String>) {
        self.withheld = why.map(|why| Withheld { why, retry_at: Instant::now() + RETRY_TIME });
    }

    /// How long until it is tried again to keep what is not kept, if anything is.
    pub(super) fn retry_in(&self, now: Instant) -> Option<Duration> {
        self.withheld.as_ref().map(|it| it.retry_at.saturating_duration_since(now))
    }

    /// Another picture is shown, perhaps after one was taken back; or none.
    pub(super) fn show(&mut self, shown: Option<ShownScreen>, was_taken_back: bool) {
        self.has_come_back &= !was_taken_back;
        self.shown = shown.filter(|_| !self.has_come_back);
    }

    /// Whether the user has come back from a picture that is still shown.
    pub(super) const fn may_follow(&self) -> bool {
        self.has_come_back
    }

    /// What is shown next is seen again.
    pub(super) fn follow(&mut self) {
        self.has_come_back = false;
    }

    /// What a key does; one that leads out may be the only way.
    pub(super) fn press(&mut self, key: KeyEvent, leads_out: bool) -> Option<Effect> {
        if self.withheld.is_some() {
            return leads_out.then(|| engine::Effect::Quit.into());
        }
        if key.code == KeyCode::Esc {
            self.shown = None;
            self.has_come_back = true;
        }
        None
    }
}
