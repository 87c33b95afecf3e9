//! What an action means now: a command, or why it cannot be done.

use super::intent::{Intent, Then};
use super::screen::construction;
use super::{Action, Arrow, Model, Needs, Overlay, Pane, Stride, Tab};
use hitscan_core::command::{Command, Page, Place};
use hitscan_core::engine::{Engine, Pair};
use hitscan_core::methods::{Method, Shown};
use hitscan_core::words;
use hitscan_core::world::Response;

impl Model<'_> {
    /// Why an action does nothing now, if what it needs is missing.
    pub(super) fn refusal(self, action: Action) -> Option<String> {
        if action.needs(Needs::NoQuestion) && self.is_lab_asking() {
            return Some(self.refused_in_lab(&Command::Step(1)).unwrap_or_default());
        }
        let is_wanting = self.engine.sandbox().selection().is_none();
        (is_wanting && action.needs(Needs::Object)).then(|| self.want_of_an_object())
    }

    fn want_of_an_object(self) -> String {
        format!("nothing is selected; {} adds a box", self.input.keymap.named(Action::AddBox))
    }

    /// Whether arrows change the scene: not the probe, the panel or the form.
    pub(super) fn moves_by_arrows(self) -> bool {
        self.screen.pane == Pane::Arena && !self.screen.is_probing()
    }

    pub(super) fn moved(self, arrow: Arrow, stride: Stride) -> Result<Command, String> {
        let selected = self.engine.sandbox().selection();
        let (_, object) = selected.ok_or_else(|| self.want_of_an_object())?;
        let mut reach = self.reach();
        if reach.stride == Stride::Full {
            reach.stride = stride;
        }
        self.input.edit_mode.command(object, arrow, reach)
    }

    /// Selects the object `by` places on.
    pub(super) fn neighbour(self, by: isize) -> Option<Intent> {
        let world = self.engine.world();
        let (selected, _) = self.engine.sandbox().selection()?;
        let at = world.objects().position(|(id, _)| id == selected)?;
        let next = (at + world.len()).saturating_add_signed(by) % world.len();
        let (_, object) = world.objects().nth(next)?;
        Some(Intent::RunThen(Command::Select(object.name), Then::Quietly))
    }

    /// The page `by` places from the one that is chosen, around the end.
    pub(super) fn page_beside(self, by: isize) -> Option<Page> {
        let pair = self.engine.pair_in_focus()?;
        let chosen = self.engine.focus().page;
        let pages = self.pages_to_choose(&pair);
        // Where readings are not listed, their method stands for them.
        let coded = chosen.method().map(|method| Page::Method(method.as_coded()));
        let at = pages
            .iter()
            .position(|&page| page == chosen)
            .or_else(|| pages.iter().position(|&page| Some(page) == coded));
        let next = match at {
            Some(at) => (at + pages.len()).saturating_add_signed(by) % pages.len(),
            None if by < 0 => pages.len() - 1,
            None => 0,
        };
        Some(pages.get(next).copied().unwrap_or_default())
    }

    /// What there is to choose in Methods or in Why, in the order in which it stands
    /// there.
    fn pages_to_choose(self, pair: &Pair) -> Vec<Page> {
        let own = self.own_methods.iter().map(|method| Page::Own(method.name));
        if self.screen.panel.tab == Tab::Why && self.engine.covered_in_focus().is_none() {
            let about = self.engine.focus().page.method();
            let pages = words::why::pages(&pair.a, &pair.b, &pair.pair_result, about);
            return pages.into_iter().map(Page::from).chain(own).collect();
        }
        let methods = self.methods_of(pair);
        // Own methods stand below the overlap tests of the articles.
        let is_above = |method: &&Method| {
            method.overlap_test().is_some() && method.row().shown == Shown::Always
        };
        let above = methods.iter().take_while(is_above).count();
        let (above, below) = methods.split_at(above);
        let page = |method: &Method| Page::Method(*method);
        // The truth is a row of that view, too.
        let truth = (self.screen.panel.tab == Tab::Methods).then_some(Page::Truth);
        let methods = above.iter().map(page).chain(own).chain(below.iter().map(page));
        truth.into_iter().chain(methods).collect()
    }

    pub(super) fn meaning(self, overlay: Overlay) -> String {
        let response = self.engine.sandbox().world().settings().response;
        match overlay {
            Overlay::Construction => construction(self.engine),
            Overlay::Ends if self.ends().is_empty() => {
                let step = self.input.keymap.named(Action::StepForward);
                format!("three ends: a box has to move first; {step} makes a frame")
            }
            Overlay::Ends if response == Response::Pass => {
                "three ends if it bounced: s swept, r relative-velocity, p predict-corner"
                    .to_owned()
            }
            _ => overlay.meaning().to_owned(),
        }
    }
}

/// Where the beginning is: frame 0 with all that was built there; from there, before
/// it was.
pub(super) fn beginning(engine: &Engine) -> Place {
    let history = engine.history();
    let built = history.at_frame(0).unwrap_or_default();
    if history.position() > built { Place::Frame(0) } else { Place::Start }
}
