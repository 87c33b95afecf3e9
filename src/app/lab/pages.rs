//! What the keys of Why and Methods show in a step of a course, and the keys of a step in
//! the key row.

use crate::app::{Action, App, EditMode, Hint, Model, Needs, Tab};
use hitscan_core::command::{Command, Page};
use hitscan_core::lab::Learning;
use hitscan_core::words::why;
use hitscan_core::world::Name;
use hitscan_geom::ShapeKind;

/// The most actions of a step in the key row.
const MOST_KEYS: usize = 4;

impl App {
    /// Shows Why or Methods. In a step the pair and the page are those that a text of the
    /// lesson named with this key, else those that the step asks about; nothing is pinned.
    /// A frame or a line that is looked at stays in view.
    pub(in crate::app) fn show_tab_of_step(&mut self, tab: Tab, action: Action) {
        if !self.model().is_lab_asking() && !self.engine.focus().is_looking() {
            self.turn_to_page_of_step(action);
        }
        self.screen.show(tab);
    }

    fn turn_to_page_of_step(&mut self, action: Action) {
        let Some(lab) = self.lab.as_deref() else { return };
        let axes = self.engine.world().settings().axes;
        let named = lab.learning.command_at(action.row().id);
        let named = named.and_then(|line| {
            let Ok(Some(Command::Why(names, page))) = Command::parse(line, axes) else {
                return None;
            };
            Some((names, page))
        });
        let Some((names, page)) = named.or_else(|| asked(&lab.learning)) else { return };
        let sandbox = self.engine.sandbox();
        let Ok(pair) = sandbox.pair_for(&names, page.unwrap_or_default()) else { return };
        let [Some(a), Some(b)] = names.map(|name| sandbox.world().find(&name)) else { return };
        let in_view = self.engine.focus().page;
        let pages = why::pages(&pair.a, &pair.b, &pair.pair_result, in_view.method());
        let in_view = Some(in_view).filter(|page| pages.contains(&page.method()));
        self.engine.turn_to_pair([a, b]);
        self.turn_to_page(page.or(in_view).unwrap_or_default());
    }
}

/// The pair and the page that the open step asks about.
fn asked(learning: &Learning) -> Option<([Name; 2], Option<Page>)> {
    let (names, method) = learning.pair_asked()?;
    Some((names, Some(method.into())))
}

impl Model<'_> {
    /// The keys that texts of the lesson have named, the newest first, as far as they do
    /// anything with the selected object.
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
            _ => return selected.is_some() || !action.needs(Needs::Object),
        };
        selected.is_some_and(|object| mode.checked(object, &self.input.keymap).is_ok())
    }
}
