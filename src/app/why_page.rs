//! The page of the Why view: which one it is, and how it is scrolled.

use super::arena::Explained;
use super::{Action, GlyphSet, Model, PanelPlace, Screen, Tab};
use hitscan_core::command::WhySubject;
use hitscan_core::engine::{Engine, Pair};
use hitscan_core::methods::Method;
use hitscan_core::words::why::{Medium, OwnAsked, PageSubject, WhyPage, own_page, page};
use hitscan_core::world::ObjectId;

/// The page about the truth for a panel `cols` wide; `None` without a pair.
pub fn truth_page(model: Model<'_>, cols: u16) -> Option<WhyPage> {
    let pair = model.engine.pair_in_focus()?;
    Some(page_about(model, &pair, None, Medium::Panel(usize::from(cols))))
}

/// The page of the Why view for a panel `cols` wide; `None` without a pair.
pub fn why_page(model: Model<'_>, cols: u16) -> Option<WhyPage> {
    let pair = model.engine.pair_in_focus()?;
    let medium = Medium::Panel(usize::from(cols));
    if let Some(own) = model.chosen_own_method() {
        let asked = own.replies().map(|(asked, reply)| OwnAsked {
            pair: asked,
            names: pair.asked_names(asked),
            reply,
        });
        let asked: Vec<_> = asked.collect();
        let likeness = asked.first().and_then(|asked| own.likeness(asked.pair));
        let tried = own.question().and_then(|question| own.tried(question.decisive()));
        let (name, rules) = (own.name.as_str(), model.judging_rules);
        return Some(own_page(name, &own.state, &asked, rules, likeness, tried, medium));
    }
    Some(page_about(model, &pair, model.engine.focus().page.method(), medium))
}

/// The page about a method, or about the truth.
fn page_about(model: Model<'_>, pair: &Pair, about: Option<Method>, medium: Medium) -> WhyPage {
    let subject = PageSubject {
        a: &pair.a,
        b: &pair.b,
        pair_result: &pair.pair_result,
        about,
        arithmetic: model.engine.focus().arithmetic,
        settings: model.engine.sandbox().world().settings(),
        answers_by: model.engine.world_in_focus().settings().answers_by(),
        is_past: model.engine.focus().is_looking(),
        scene_source: model.engine.sandbox().source(),
        is_ascii: model.screen.appearance.glyphs == GlyphSet::Ascii,
        next_key: model.input.keymap.single_key(Action::NextMethod),
    };
    page(&subject, medium)
}

/// What the Why page in view shows of its pair.
pub(super) fn explained(model: Model<'_>, pair: Pair) -> Option<Explained> {
    if model.screen.panel.tab != Tab::Why || model.screen.panel.answer.is_some() {
        return None;
    }
    // Over the arena, the page would hide what it explains.
    let layout = model.screen.layout().filter(|it| it.panel == PanelPlace::Beside)?;
    let page = why_page(model, layout.panel_cols)?;
    let part = page.chosen(model.screen.panel.chosen_sentence).and_then(|line| line.part);
    Some(Explained { pair, ranges: page.ranges, part, page })
}

impl Screen {
    /// Shows Methods or Why; in a course step, of the pair and page that the step means.
    pub(in crate::app) fn show_of_step(
        &mut self,
        tab: Tab,
        of_step: Option<([ObjectId; 2], WhySubject)>,
        engine: &mut Engine,
    ) {
        let has_page = matches!(self.panel.tab, Tab::Methods | Tab::Why);
        if let Some((pair, page)) = of_step {
            engine.turn_to_pair(pair);
            engine.choose_page(page);
            self.page_is_turned(engine);
        } else if tab == Tab::Why && !has_page {
            engine.open_why();
            self.page_is_turned(engine);
        }
        self.show(tab);
    }

    /// Chooses the page that Methods and Why show. In Why it is only leafed to.
    pub(in crate::app) fn turn_to_page(&mut self, engine: &mut Engine, page: WhySubject) {
        if self.panel.tab == Tab::Why {
            let before = engine.compared();
            engine.focus_mut().leaf_to(page);
            // The flags beside the lines below the page are about another method now.
            if engine.compared() != before && page.method().is_some() {
                self.say(format!("log flags: {}", page.token()));
            }
        } else {
            engine.choose_page(page);
        }
        self.page_is_turned(engine);
    }

    /// Shows the page that was turned to from its top.
    pub fn page_is_turned(&mut self, engine: &Engine) {
        self.panel.start_page();
        self.note_construction(engine);
    }
}

/// How many rows of a Why page are visible: the view's last row names the keys.
pub fn why_rows(view_rows: u16) -> usize {
    usize::from(view_rows.saturating_sub(1))
}
