//! What an action means now: a command, or why it cannot be done.

use std::cmp::Ordering;

use super::add::{Surroundings, vertex_edited};
use super::cycle::{next_body, next_speed, next_strictness, toggle_beam, toggle_fixed};
use super::intent::{Intent, Then};
use super::predict::SideQuestion;
use super::screen::construction;
use super::{Action, Arrow, Effect, Model, Needs, Overlay, Pane, Stride, Tab};
use hitscan_core::command::{Command, Page, Place};
use hitscan_core::engine::{Engine, Pair};
use hitscan_core::lab::Order;
use hitscan_core::methods::{Method, Shown};
use hitscan_core::scene::Source;
use hitscan_core::words;
use hitscan_core::world::{Object, Response};

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

    /// What an action does that is a command or the like, or why it cannot be done; `None` if
    /// it changes no more than what is shown and what keys do.
    pub(super) fn intent_of(self, action: Action) -> Option<Result<Intent, String>> {
        let (sandbox, selected) = (self.engine.sandbox(), self.engine.sandbox().selection());
        let object = selected.map(|(_, object)| object).ok_or("nothing is selected".to_owned());
        let command = match action {
            Action::Arrow(arrow, stride) if self.moves_by_arrows() => {
                return Some(self.moved(arrow, stride).map(Intent::Run));
            }
            Action::SelectNext => return self.neighbour(1).map(Ok),
            Action::SelectPrevious => return self.neighbour(-1).map(Ok),
            Action::AddBox | Action::AddLaser | Action::AddPolygon => {
                return Some(Surroundings::from(self).added(action).map(Intent::Run));
            }
            Action::InsertVertex | Action::RemoveVertex => {
                let at = (sandbox, self.input.edit_mode);
                return Some(vertex_edited(action, at, &self.input.keymap));
            }
            Action::ToggleFixed => return Some(object.map(toggle_fixed)),
            Action::NextBody => return Some(object.map(next_body)),
            Action::ToggleBeam => return Some(object.map(toggle_beam)),
            Action::NextStrictness => return Some(Ok(next_strictness(sandbox))),
            Action::Duplicate => {
                let copied = |it: &Object| Surroundings::from(self).copied(it.name, &it.shape);
                return Some(object.and_then(copied).map(Intent::Run));
            }
            Action::Hint => return Some(Ok(Intent::Order(Order::Hint))),
            Action::Previous if !self.reads_beside_the_lesson() => {
                return Some(Ok(Intent::Order(Order::Previous)));
            }
            Action::StepForward => return Some(Ok(Intent::Frame)),
            Action::Suspend => return Some(Ok(Intent::Host(Effect::Suspend))),
            Action::Repaint => return Some(Ok(Intent::Host(Effect::Repaint))),
            Action::Remove => Command::Remove(None),
            Action::Respond(response) => Command::Response(response),
            Action::RespondBy(method) => Command::Side(method),
            Action::PlayPause if self.engine.is_playing() => Command::Pause,
            Action::PlayPause => Command::Play,
            Action::Slower => next_speed(sandbox, Ordering::Less),
            Action::Faster => next_speed(sandbox, Ordering::Greater),
            Action::StepBack => Command::Back(1),
            Action::SeekStart => Command::Seek(beginning(self.engine)),
            Action::SeekEnd => Command::Seek(Place::End),
            Action::Undo => Command::Undo(1),
            Action::Redo => Command::Redo(1),
            Action::Predict(outcome) if SideQuestion::of(self.engine, outcome).is_none() => {
                Command::Predict(None, Some((outcome, None)))
            }
            Action::SkipPrediction => Command::Predict(None, None),
            Action::Save if matches!(self.engine.source(), Source::File(_)) => Command::Save(None),
            Action::Quit | Action::Interrupt => Command::Quit,
            _ => return None,
        };
        Some(Ok(Intent::Run(command)))
    }

    /// Whether arrows change the scene: not the probe, the panel or the form.
    fn moves_by_arrows(self) -> bool {
        self.screen.pane == Pane::Arena && !self.screen.is_probing()
    }

    fn moved(self, arrow: Arrow, stride: Stride) -> Result<Command, String> {
        let selected = self.engine.sandbox().selection();
        let (_, object) = selected.ok_or_else(|| self.want_of_an_object())?;
        let mut reach = self.reach();
        if reach.stride == Stride::Full {
            reach.stride = stride;
        }
        self.input.edit_mode.command(object, arrow, reach)
    }

    /// Selects the object `by` places on.
    fn neighbour(self, by: isize) -> Option<Intent> {
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
fn beginning(engine: &Engine) -> Place {
    let history = engine.history();
    let built = history.at_frame(0).unwrap_or_default();
    if history.position() > built { Place::Frame(0) } else { Place::Start }
}
