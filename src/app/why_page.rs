//! The page of the Why view, and scrolling it.

use super::{Action, App, Arrow, Model};
use hitscan_core::words::why::{
    Medium, Moment, OwnAsked, OwnSubject, Page, Subject, own_page, page,
};

impl Model<'_> {
    /// The page of the Why view for a panel `cols` wide; `None` without a pair.
    #[must_use]
    pub fn why_page(self, cols: u16) -> Option<Page> {
        let pair = self.engine.pair_in_focus()?;
        let medium = Medium::Panel(usize::from(cols));
        if let Some(own) = self.chosen_own_method() {
            let asked = own.replies().map(|(asked, reply)| OwnAsked {
                pair: asked,
                names: pair.asked_names(asked),
                reply,
            });
            let asked: Vec<_> = asked.collect();
            let likeness = asked.first().and_then(|asked| own.likeness(asked.pair));
            let subject =
                OwnSubject { name: own.name.as_str(), state: &own.state, asked: &asked, likeness };
            return Some(own_page(&subject, medium));
        }
        let settings = self.engine.sandbox().world().settings();
        let is_past = self.engine.focus().is_looking();
        let subject = Subject {
            a: &pair.a,
            b: &pair.b,
            pair_result: &pair.pair_result,
            about: self.engine.focus().page.method(),
            arithmetic: self.engine.focus().arithmetic,
            boundary_rule: settings.boundary_rule,
            axes: settings.axes,
            answers_by: self.engine.world_in_focus().settings().answers_by(),
            moment: if is_past { Moment::Past } else { Moment::Now },
            scene_source: self.engine.sandbox().source(),
            next_key: self.input.keymap.single_key(Action::NextMethod),
        };
        Some(page(&subject, medium))
    }
}

/// The rows of a page of Why: the last row of the view names the keys.
#[must_use]
pub fn why_rows(view_rows: u16) -> usize {
    usize::from(view_rows.saturating_sub(1))
}

impl App {
    /// Scrolls the page by `lines`, within its length.
    pub(super) fn scroll_why(&mut self, arrow: Arrow, lines: usize) {
        let Some(layout) = self.screen.layout() else { return };
        let Some(page) = self.model().why_page(layout.panel_cols) else { return };
        let window = page.window(why_rows(layout.view_rows()), self.screen.panel.scrolled);
        self.screen.panel.scrolled = match arrow {
            Arrow::Up => window.scrolled.saturating_sub(lines),
            _ => window.scrolled.saturating_add(lines).min(window.most_scrolled),
        };
    }
}
