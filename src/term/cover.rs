//! What a screen shows in place of its app: that work could not be saved, or the picture of another
//! screen. While a cover is up, keys scroll in it or dismiss it.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};

use super::control::ShownScreen;
use crate::app::{Effect, KeyPress};
use crate::view;
use hitscan_core::engine;
use ratatui::buffer::Buffer;

/// How long after a failed save it is retried, unless a key comes first.
const RETRY_TIME: Duration = Duration::from_secs(2);

/// What covers the app, if anything does.
#[derive(Debug, Default)]
pub(super) struct Cover {
    /// Why work could not be saved, and when to retry. The last picture stays up, which shows nothing of that work.
    withheld: Option<(String, Instant)>,
    /// The picture of another screen.
    shown: Option<ShownScreen>,
    /// How the user looks at it.
    view: PictureView,
    /// Whether the user has dismissed it: no picture is shown until it is withdrawn or the user
    /// asks for it.
    pub(super) has_come_back: bool,
}

impl Cover {
    /// Why work could not be saved. The last picture stays up, with this in its status row.
    pub(super) fn withheld(&self) -> Option<&str> {
        self.withheld.as_ref().map(|(why, _)| &**why)
    }

    /// The picture of another screen, and how it is looked at.
    pub(super) fn shown(&self) -> Option<(&ShownScreen, PictureView)> {
        self.shown.as_ref().map(|shown| (shown, self.view))
    }

    pub(super) const fn is_on(&self) -> bool {
        self.withheld.is_some() || self.shown.is_some()
    }

    /// Covers the app because work could not be saved, or uncovers it (`None`).
    pub(super) fn withhold(&mut self, why: Option<String>) {
        self.withheld = why.map(|why| (why, Instant::now() + RETRY_TIME));
    }

    /// The time until the next attempt to save, while work is withheld.
    pub(super) fn retry_in(&self, now: Instant) -> Option<Duration> {
        self.withheld.as_ref().map(|(_, retry_at)| retry_at.saturating_duration_since(now))
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

/// How far a key scrolls: columns, and rows.
const STEP: [u16; 2] = [8, 4];
/// Heads of arrows to where there is more: left, right, up, down.
const HEADS: [char; 4] = ['◄', '►', '▲', '▼'];

/// How the picture of another screen is looked at. It takes all rows of a screen but the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureView {
    /// The first column and row in view.
    first: [u16; 2],
    lists_keys: bool,
}

impl PictureView {
    /// What the keys do that it handles, for [`Self::draw`].
    pub const KEYS: [&str; 2] = ["arrows", "scroll; so do h j k l, Home"];

    /// Handles a key that scrolls, or opens the page of keys with `?`; any key closes that page.
    /// Returns whether it did. The picture is shown on a screen of this many columns and rows.
    pub fn press(&mut self, key: KeyPress, picture: &Buffer, screen: (u16, u16)) -> bool {
        if std::mem::take(&mut self.lists_keys) {
            return true;
        }
        let [left, top] = self.in_picture(picture, screen);
        let first = match key.code {
            _ if !key.modifiers.is_empty() => return false,
            KeyCode::Left | KeyCode::Char('h') => [left.saturating_sub(STEP[0]), top],
            KeyCode::Right | KeyCode::Char('l') => [left.saturating_add(STEP[0]), top],
            KeyCode::Up | KeyCode::Char('k') => [left, top.saturating_sub(STEP[1])],
            KeyCode::Down | KeyCode::Char('j') => [left, top.saturating_add(STEP[1])],
            KeyCode::Home => [0, 0],
            KeyCode::Char('?') | KeyCode::F(1) => {
                self.lists_keys = true;
                return true;
            }
            _ => return false,
        };
        self.first = first;
        self.first = self.in_picture(picture, screen);
        true
    }

    /// Draws the part in view, and over it the page of keys if it is open: each key, and what it
    /// does.
    pub fn draw(&self, picture: &Buffer, keys: &[[&str; 2]], buf: &mut Buffer) {
        let screen = (buf.area.width, buf.area.height);
        view::render_part(picture, self.in_picture(picture, screen), buf);
        if self.lists_keys {
            view::render_keys(keys, buf);
        }
    }

    /// Arrow heads to where there is more of the picture, such as `►▼`; empty if all is in view but
    /// the last row of a screen as high as this one.
    pub fn more(&self, picture: &Buffer, screen: (u16, u16)) -> String {
        let ([left, top], hidden) =
            (self.in_picture(picture, screen), hidden(picture, screen.0, screen.1));
        let is_there = [left > 0, left < hidden[0], top > 0, top < hidden[1]];
        HEADS
            .into_iter()
            .zip(is_there)
            .filter_map(|(head, is_there)| is_there.then_some(head))
            .collect()
    }

    /// The first column and row in view, which is never beyond what is hidden.
    fn in_picture(self, picture: &Buffer, screen: (u16, u16)) -> [u16; 2] {
        let [columns, rows] = hidden(picture, screen.0, screen.1);
        [self.first[0].min(columns), self.first[1].min(rows)]
    }
}

/// How many columns and rows of a picture do not fit. The last row of a picture as high as the
/// screen does not count.
fn hidden(picture: &Buffer, columns: u16, rows: u16) -> [u16; 2] {
    let below = if picture.area.height > rows { picture.area.height - rows + 1 } else { 0 };
    [picture.area.width.saturating_sub(columns), below]
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    /// A picture whose cells tell their place: the digit of the column, then rows of letters.
    fn picture(width: u16, height: u16) -> Buffer {
        let mut picture = Buffer::empty(Rect::new(0, 0, width, height));
        for y in 0..height {
            let letter = char::from(b'a' + u8::try_from(y % 26).expect("a letter"));
            picture.set_string(0, y, letter.to_string().repeat(width.into()), Style::new());
            picture.set_string(y % width, y, (y % 10).to_string(), Style::new());
        }
        picture
    }

    fn press(view: &mut PictureView, code: KeyCode, picture: &Buffer, screen: (u16, u16)) -> bool {
        view.press(KeyPress::plain(code), picture, screen)
    }

    fn rows(view: PictureView, picture: &Buffer, (width, height): (u16, u16)) -> Vec<String> {
        let mut buf = Buffer::empty(Rect::new(0, 0, width, height));
        view.draw(picture, &[PictureView::KEYS, ["Esc", "back"]], &mut buf);
        let row = |y| (0..width).map(|x| buf[(x, y)].symbol()).collect::<String>();
        (0..height).map(row).collect()
    }

    #[test]
    fn a_picture_that_fits_is_shown_whole_and_does_not_scroll() {
        let (mut view, of) = (PictureView::default(), picture(80, 24));
        for code in [KeyCode::Down, KeyCode::Right, KeyCode::Char('j'), KeyCode::Char('l')] {
            assert!(press(&mut view, code, &of, (80, 24)), "{code:?}");
        }
        assert_eq!((view, view.more(&of, (80, 24))), (PictureView::default(), String::new()));
    }

    #[test]
    fn a_larger_picture_scrolls_to_every_edge_and_says_where_there_is_more() {
        let (mut view, of, screen) = (PictureView::default(), picture(80, 24), (40, 16));
        assert_eq!(view.more(&of, screen), "►▼");
        let keys = [KeyCode::Char('l'), KeyCode::Char('j'), KeyCode::Char('h'), KeyCode::Char('k')];
        let arrows = [KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Up];
        for [right, down, left, up] in [keys, arrows] {
            press(&mut view, right, &of, screen);
            press(&mut view, down, &of, screen);
            assert_eq!((view.first, &*view.more(&of, screen)), ([8, 4], "◄►▲▼"));
            for _ in 0..10 {
                press(&mut view, right, &of, screen);
                press(&mut view, down, &of, screen);
            }
            assert_eq!((view.first, &*view.more(&of, screen)), ([40, 9], "◄▲"));
            let last = rows(view, &of, screen);
            assert_eq!(
                (last[14].as_str(), last[15].trim()),
                (&*"x".repeat(40), ""),
                "its last row"
            );
            press(&mut view, left, &of, screen);
            press(&mut view, up, &of, screen);
            assert_eq!(view.first, [32, 5], "it never went beyond the edge");
            press(&mut view, KeyCode::Home, &of, screen);
            assert_eq!(view, PictureView::default());
        }
    }

    #[test]
    fn a_view_stays_in_a_picture_or_screen_that_changes_its_size() {
        let (mut view, of) = (PictureView::default(), picture(80, 24));
        for _ in 0..10 {
            press(&mut view, KeyCode::Right, &of, (40, 16));
            press(&mut view, KeyCode::Down, &of, (40, 16));
        }
        assert_eq!(rows(view, &of, (80, 24))[0], rows(PictureView::default(), &of, (80, 24))[0]);
        for size in [(1, 1), (2, 1), (1, 2), (500, 200)] {
            assert_eq!(rows(view, &of, size).len(), usize::from(size.1));
            assert_eq!(rows(view, &picture(1, 1), size).len(), usize::from(size.1));
        }
    }

    #[test]
    fn a_question_mark_lists_the_keys_and_any_key_closes_the_list() {
        for screen in [(80, 24), (40, 16), (30, 10), (3, 2)] {
            let (mut view, of) = (PictureView::default(), picture(80, 24));
            assert!(press(&mut view, KeyCode::Char('?'), &of, screen));
            let shown = rows(view, &of, screen);
            if screen.0 > 20 {
                for told in [" arrows  scroll; so do ", " Esc     back "] {
                    assert!(shown.iter().any(|row| row.starts_with(told)), "{told}: {shown:?}");
                }
            }
            assert!(press(&mut view, KeyCode::Esc, &of, screen), "Esc closes only the list");
            assert_eq!(view, PictureView::default());
            assert!(!press(&mut view, KeyCode::Esc, &of, screen));
        }
    }

    #[test]
    fn a_wide_character_that_is_cut_at_the_edge_is_left_out() {
        let mut of = Buffer::empty(Rect::new(0, 0, 6, 3));
        of.set_string(0, 0, "ab\u{77e9}\u{5f62}", Style::new());
        let view = PictureView::default();
        assert_eq!(rows(view, &of, (5, 4))[0].trim_end(), "ab\u{77e9}");
    }
}
