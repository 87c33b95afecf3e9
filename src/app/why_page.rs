//! The page of the Why view, and scrolling it.

use super::{Action, App, Arrow, Model, Overlay};
use hitscan_core::words::why::{Page, Subject, page};

impl Model<'_> {
    /// The page of the Why view for a panel `cols` wide; `None` without a pair.
    #[must_use]
    pub fn why_page(self, cols: u16) -> Option<Page> {
        let pair = self.engine.pair_in_focus()?;
        let settings = self.engine.sandbox().world().settings();
        let subject = Subject {
            a: &pair.a,
            b: &pair.b,
            pair_result: &pair.pair_result,
            about: self.engine.focus().page.method(),
            arithmetic: self.engine.focus().arithmetic,
            boundary_rule: settings.boundary_rule,
            axes: settings.axes,
            next_key: self.input.keymap.single_key(Action::NextMethod),
        };
        let mut page = page(&subject, usize::from(cols));
        if self.engine.focus().page.method().is_none() {
            page.end_with_keys(&self.page_keys("   "), usize::from(cols));
        }
        Some(page)
    }

    /// The keys that work on a page, the longest text first.
    #[must_use]
    pub fn page_keys(self, gap: &str) -> [String; 2] {
        let turn = format!(
            "{} next  {} back",
            self.input.keymap.named(Action::NextMethod),
            self.input.keymap.named(Action::PreviousMethod)
        );
        let draw = self.input.keymap.named(Action::Toggle(Overlay::Construction));
        [format!("{turn}{gap}{draw} draws it"), turn]
    }
}

impl App {
    /// Scrolls the page by `lines`, within its length.
    pub(super) fn scroll_why(&mut self, arrow: Arrow, lines: usize) {
        let Some(layout) = self.screen.layout() else { return };
        let Some(page) = self.model().why_page(layout.panel_cols) else { return };
        let window = page.window(usize::from(layout.view_rows()), self.screen.panel.scrolled);
        self.screen.panel.scrolled = match arrow {
            Arrow::Up => window.scrolled.saturating_sub(lines),
            _ => window.scrolled.saturating_add(lines).min(window.most_scrolled),
        };
    }
}
