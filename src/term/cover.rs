//! What a screen shows in place of its app: that work could not be saved, or the picture of another
//! screen. While a cover is up, keys scroll in it or dismiss it.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};

use super::control::ShownScreen;
use super::picture_view::PictureView;
use crate::app::{Effect, KeyPress};
use hitscan_core::engine;

/// How long after a failed save it is retried, unless a key comes first.
const RETRY_TIME: Duration = Duration::from_secs(2);

/// What covers the app, if anything does.
#[derive(Debug, Default)]
pub(super) struct Cover {
    /// Why work could not be saved. The last picture stays up, which shows nothing of that work.
    withheld: Option<Withheld>,
    /// The picture of another screen.
    shown: Option<ShownScreen>,
    /// How the user looks at it.
    view: PictureView,
    /// Whether the user has dismissed it: no picture is shown until it is withdrawn or the user
    /// asks for it.
    has_come_back: bool,
}

/// Work that could not be saved.
#[derive(Debug)]
struct Withheld {
    why: String,
    /// When to retry saving.
    retry_at: Instant,
}

/// What covers the app.
#[derive(Clone, Copy, Debug)]
pub(super) enum Face<'a> {
    /// The last picture, with this sentence in its status row.
    Withheld(&'a str),
    /// The picture of another screen, and how it is looked at.
    Shown(&'a ShownScreen, PictureView),
}

impl Cover {
    /// What covers the app, if anything does.
    pub(super) fn face(&self) -> Option<Face<'_>> {
        let withheld = self.withheld.as_ref().map(|it| Face::Withheld(&it.why));
        withheld.or_else(|| self.shown.as_ref().map(|it| Face::Shown(it, self.view)))
    }

    pub(super) const fn is_on(&self) -> bool {
        self.withheld.is_some() || self.shown.is_some()
    }

    /// Covers the app because work could not be saved, or uncovers it (`None`).
    pub(super) fn withhold(&mut self, why: Option<String>) {
        self.withheld = why.map(|why| Withheld { why, retry_at: Instant::now() + RETRY_TIME });
    }

    /// The time until the next attempt to save, while work is withheld.
    pub(super) fn retry_in(&self, now: Instant) -> Option<Duration> {
        self.withheld.as_ref().map(|it| it.retry_at.saturating_duration_since(now))
    }

    /// Shows another picture, or none. If the previous one was withdrawn in between, the user's Esc
    /// no longer counts.
    pub(super) fn show(&mut self, shown: Option<ShownScreen>, was_taken_back: bool) {
        self.has_come_back &= !was_taken_back;
        self.shown = shown.filter(|_| !self.has_come_back);
        if self.shown.is_none() {
            self.view = PictureView::default();
        }
    }

    /// Whether the user has dismissed a picture that is still being shown.
    pub(super) const fn may_follow(&self) -> bool {
        self.has_come_back
    }

    /// Shows the other screen's pictures again after the user dismissed them.
    pub(super) fn follow(&mut self) {
        self.has_come_back = false;
    }

    /// Handles a key on a screen of this size. While work is withheld, a key that leads out quits: it
    /// may be the only way.
    pub(super) fn press(
        &mut self,
        key: KeyEvent,
        leads_out: bool,
        screen: (u16, u16),
    ) -> Option<Effect> {
        if self.withheld.is_some() {
            return leads_out.then(|| engine::Effect::Quit.into());
        }
        let shown = self.shown.as_ref()?;
        if !self.view.press(KeyPress::from(key), &shown.picture, screen) && key.code == KeyCode::Esc
        {
            self.shown = None;
            self.view = PictureView::default();
            self.has_come_back = true;
        }
        None
    }
}
