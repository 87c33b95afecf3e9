//! What an action means now: a command, or the reason why it cannot be done.

use std::cmp::Ordering;

use super::intent::{Intent, ScreenChange, Then};
use super::log_view::LogView;
use super::screen::construction;
use super::why_page::why_page;
use super::{Action, Arrow, Lab, Model, Needs, Overlay, Pane, Stride, Tab};
use hitscan_core::command::{Command, HistoryPlace, WhySubject};
use hitscan_core::engine::{Engine, Pair, Sandbox};
use hitscan_core::methods::{BoundaryRule, ListedWhen, Method};
use hitscan_core::words;
use hitscan_core::world::{Attribute, Body, Object, Response};

impl Model<'_> {
    /// Why an action does nothing now, if something it needs is missing.
    pub(super) fn refusal(self, action: Action) -> Option<String> {
        if action.needs(Needs::NoQuestion) && self.is_lab_asking() {
            let refused = |lab: &Lab| lab.learning.refuses(&Command::Step(1), self.engine);
            return Some(self.lab.and_then(refused).unwrap_or_default());
        }
        let is_wanting = self.engine.sandbox().selection().is_none();
        (is_wanting && action.needs(Needs::Object)).then(|| self.want_of_an_object())
    }

    fn want_of_an_object(self) -> String {
        format!("nothing is selected; {} adds a box", self.input.keymap.named(Action::AddBox))
    }

    /// What an arrow does: it changes the scene, or scrolls the panel.
    pub(super) fn arrow(self, arrow: Arrow, stride: Stride) -> Option<Intent> {
        let (form, sandbox) = (self.screen.panel.form, self.engine.sandbox());
        match (self.screen.pane, arrow) {
            (Pane::Arena, _) if self.screen.is_probing() => {
                Some(Intent::Show(ScreenChange::Probe(arrow)))
            }
            (Pane::Arena, _) => Some(self.moved(arrow, stride).into()),
            (Pane::Form, Arrow::Left | Arrow::Right) => form.turn_row(arrow, sandbox),
            (Pane::Panel, _) if self.engine.focus().is_looking() => self.line_beside(arrow, 1),
            (Pane::Panel | Pane::Form, _) => self.scrolled(arrow, 1),
        }
    }

    /// Scrolls the panel's view by half a page.
    pub(super) fn page(self, arrow: Arrow) -> Option<Intent> {
        self.scrolled(arrow, self.screen.half_page())
    }

    /// Scrolls the panel's view by this many lines.
    pub(super) fn scrolled(self, arrow: Arrow, lines: usize) -> Option<Intent> {
        let panel = &self.screen.panel;
        let in_text = Some(Intent::Show(ScreenChange::Scroll(arrow, lines)));
        if panel.answer.is_some() {
            return in_text;
        }
        match panel.tab {
            Tab::Log => self.line_beside(arrow, lines),
            Tab::Methods => self.page_beside(if arrow == Arrow::Up { -1 } else { 1 }),
            Tab::Why => {
                let page = why_page(self, self.screen.layout()?.panel_cols)?;
                Some(Intent::Show(ScreenChange::Read(Box::new(page), arrow, lines)))
            }
            Tab::Object | Tab::Signs | Tab::Map | Tab::Lab => in_text,
        }
    }

    /// Moves to the log line this many lines on.
    fn line_beside(self, arrow: Arrow, lines: usize) -> Option<Intent> {
        let line = LogView::of(self.engine).neighbour(arrow, lines)?;
        Some(Intent::Show(ScreenChange::Line(line)))
    }

    fn moved(self, arrow: Arrow, stride: Stride) -> Result<Command, String> {
        let selected = self.engine.sandbox().selection();
        let (_, object) = selected.ok_or_else(|| self.want_of_an_object())?;
        let mut reach = self.input.reach(self.engine.sandbox().nudge());
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

    /// The page `by` places after the chosen one, wrapping around; `None` if the pair has none, as
    /// behind what ends a beam.
    pub(super) fn page_beside(self, by: isize) -> Option<Intent> {
        let pair = self.engine.pair_in_focus()?;
        let chosen = self.engine.focus().page;
        let pages = self.pages_to_choose(&pair);
        // If readings are not listed, their method stands for them.
        let coded = chosen.method().map(|method| WhySubject::Method(method.as_coded()));
        let at = pages
            .iter()
            .position(|&page| page == chosen)
            .or_else(|| pages.iter().position(|&page| Some(page) == coded));
        let last = pages.len().checked_sub(1)?;
        let next = match at {
            Some(at) => (at + pages.len()).saturating_add_signed(by) % pages.len(),
            None if by < 0 => last,
            None => 0,
        };
        let page = pages.get(next).copied().unwrap_or_default();
        Some(Intent::Show(ScreenChange::Page(page)))
    }

    /// The choices in Methods or Why, in the order of that view.
    fn pages_to_choose(self, pair: &Pair) -> Vec<WhySubject> {
        let own = self.own_methods.iter().map(|method| WhySubject::Own(method.name));
        if self.screen.panel.tab == Tab::Why && self.engine.covered_in_focus().is_none() {
            let about = self.engine.focus().page.method();
            let pages = words::why::pages(&pair.a, &pair.b, &pair.pair_result, about);
            return pages.into_iter().map(WhySubject::from).chain(own).collect();
        }
        let methods = self.methods_of(pair);
        // Own methods come below the overlap tests of the articles.
        let is_above = |method: &&Method| {
            method.overlap_test().is_some() && method.row().shown == ListedWhen::Always
        };
        let above = methods.iter().take_while(is_above).count();
        let (above, below) = methods.split_at(above);
        let page = |method: &Method| WhySubject::Method(*method);
        // The truth also has a row in that view.
        let truth = (self.screen.panel.tab == Tab::Methods).then_some(WhySubject::Truth);
        let methods = above.iter().map(page).chain(own).chain(below.iter().map(page));
        truth.into_iter().chain(methods).collect()
    }

    /// What an overlay that is switched on shows.
    pub(super) fn of_overlay(self, overlay: Overlay) -> String {
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

/// Where the beginning is: frame 0 with everything that was built there; from there, before
/// anything was built.
pub(super) fn beginning(engine: &Engine) -> HistoryPlace {
    let history = engine.history();
    let built = history.at_frame(0).unwrap_or_default();
    if history.position() > built { HistoryPlace::Frame(0) } else { HistoryPlace::Start }
}

/// The next of the usual speeds, or the last of them.
pub(super) fn next_speed(sandbox: &Sandbox, direction: Ordering) -> Command {
    const SPEEDS: [u16; 8] = [1, 2, 5, 10, 20, 30, 60, 120];
    let now = sandbox.world().settings().speed;
    let next = match direction {
        Ordering::Less => SPEEDS.into_iter().rev().find(|&speed| speed < now),
        _ => SPEEDS.into_iter().find(|&speed| speed > now),
    };
    Command::Speed(next.unwrap_or(now))
}

/// Gives an object the next body, and says what it means. Only boxes can be kinematic.
pub(super) fn next_body(object: &Object) -> Intent {
    let is_box = object.shape.as_box().is_some();
    let body = match object.body {
        Body::Static if is_box => Body::Kinematic,
        Body::Static | Body::Kinematic => Body::Dynamic,
        Body::Dynamic => Body::Static,
    };
    given(object, body)
}

/// Makes an object static or dynamic, and says what it means.
pub(super) fn toggle_fixed(object: &Object) -> Intent {
    given(object, if object.is_static() { Body::Dynamic } else { Body::Static })
}

fn given(object: &Object, body: Body) -> Intent {
    let meaning = match body {
        Body::Static => "static: no hit moves it",
        Body::Kinematic => "kinematic: pushes, and no hit moves it",
        Body::Dynamic => "dynamic: hits move it",
    };
    let said = format!("{} is {meaning}", object.name);
    Intent::RunThen(Command::Body(object.name, body), Then::Say(said))
}

/// Makes a laser end at the first thing it enters, or go on, and says which.
pub(super) fn toggle_beam(object: &Object) -> Intent {
    let (name, beam) = (object.name, !object.behavior.beam);
    let said = if beam {
        format!("{name} is a beam: it ends at what it enters first")
    } else {
        format!("{name} is no beam: it goes through everything")
    };
    Intent::RunThen(Command::SetAttribute(name, Attribute::Beam(beam)), Then::Say(said))
}

/// Switches to the next strictness of the box methods, and says which it is.
pub(super) fn next_strictness(sandbox: &Sandbox) -> Intent {
    let (next, meaning) = match sandbox.world().settings().boundary_rule {
        BoundaryRule::Source => (BoundaryRule::Inclusive, "touching counts as meeting"),
        BoundaryRule::Inclusive => (BoundaryRule::Strict, "touching does not count"),
        BoundaryRule::Strict => (BoundaryRule::Source, "each box method as its source has it"),
    };
    let said = format!("contact {}: {meaning}", next.token());
    Intent::RunThen(Command::BoundaryRule(next), Then::Say(said))
}
