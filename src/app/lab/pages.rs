//! What the Why and Methods keys show in a course step, and which keys of the step the key row has.

use crate::app::{Action, EditMode, Hint, Model, Needs};
use hitscan_core::command::{Command, WhySubject};
use hitscan_core::lab::Learning;
use hitscan_core::words::why;
use hitscan_core::world::{Name, ObjectId};
use hitscan_geom::ShapeKind;

/// The most actions of a step in the key row.
const MOST_KEYS: usize = 4;

/// The pair and the page that the open step asks about.
fn asked(learning: &Learning) -> Option<([Name; 2], Option<WhySubject>)> {
    let (names, method) = learning.pair_asked()?;
    Some((names, Some(method.into())))
}

impl Model<'_> {
    /// The pair and page that the Why or Methods key shows in a step: those that a lesson text
    /// named with this key, or those that the step asks about. `None` while a question waits, and
    /// while the user looks at a frame or line, which stays in view.
    pub(in crate::app) fn page_of_step(
        self,
        action: Action,
    ) -> Option<([ObjectId; 2], WhySubject)> {
        if self.is_lab_asking() || self.engine.focus().is_looking() {
            return None;
        }
        let learning = &self.lab?.learning;
        let axes = self.engine.world().settings().axes;
        let named = learning.command_at(action.row().id);
        let named = named.and_then(|line| {
            let Ok(Some(Command::Why(names, page))) = Command::parse(line, axes) else {
                return None;
            };
            Some((names, page))
        });
        let (names, page) = named.or_else(|| asked(learning))?;
        let sandbox = self.engine.sandbox();
        let pair = sandbox.pair_for(&names, page.unwrap_or_default()).ok()?;
        let [Some(a), Some(b)] = names.map(|name| sandbox.world().find(&name)) else {
            return None;
        };
        let in_view = self.engine.focus().page;
        let pages = why::pages(&pair.a, &pair.b, &pair.pair_result, in_view.method());
        // Methods shows all of them, whichever is in view.
        let is_kept = action == Action::ShowMethods && pages.contains(&in_view.method());
        let in_view = Some(in_view).filter(|_| is_kept);
        Some(([a, b], page.or(in_view).unwrap_or_default()))
    }

    /// The keys that lesson texts have named, newest first, if they do something with the selected
    /// object.
    pub(in crate::app) fn hints_of_step(self) -> Vec<Hint> {
        let Some(lab) = self.lab else { return Vec::new() };
        let named = lab.learning.key_commands();
        let actions = named.into_iter().filter_map(|(id, _)| Action::of_id(id));
        let hint = |action: Action| {
            let keys = self.input.keymap.key_of(action)?;
            Some(Hint::new(keys, action.row().hint, 0))
        };
        actions.filter(|action| self.applies(*action)).filter_map(hint).take(MOST_KEYS).collect()
    }

    /// Whether an action does something with the selected object, where it needs one.
    fn applies(self, action: Action) -> bool {
        let selected = self.engine.sandbox().selection().map(|(_, object)| object);
        let mode = match action {
            Action::GripTurn => EditMode::Turn,
            Action::GripSpeed => EditMode::Speed,
            Action::GripSteer => EditMode::Steer,
            Action::InsertVertex | Action::RemoveVertex => {
                return selected.is_some_and(|it| it.shape.kind() == ShapeKind::Polygon);
            }
            Action::NextBody => {
                return selected.is_some_and(|it| it.shape.kind() == ShapeKind::Box);
            }
            Action::ToggleBeam => {
                return selected.is_some_and(|it| it.shape.kind() == ShapeKind::Segment);
            }
            _ => return selected.is_some() || !action.needs(Needs::Object),
        };
        selected.is_some_and(|object| mode.checked(object, &self.input.keymap).is_ok())
    }
}
