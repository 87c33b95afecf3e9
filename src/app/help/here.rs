//! The first page of help: what keys do in the present mode, with the selected
//! object and in the open view, and what the scene's author says to try.

use super::keys::entry;
use super::page::{ColumnBreaks, HelpBlock, HelpEntry, HelpSection, Subject};
use crate::app::input::{ARROWS, FINE_ARROWS};
use crate::app::{ACTIONS, Action as A, EditMode, Lab, Model, Pane, Place, Tab};
use hitscan_core::methods::Method;
use hitscan_core::world::{Object, Response};
use hitscan_geom::Shape;

/// A heading, and rows of actions with what they do.
type Keys = (String, Vec<(Vec<A>, String)>);

/// A row of actions that do this.
fn row(actions: &[A], text: impl Into<String>) -> (Vec<A>, String) {
    (actions.to_vec(), text.into())
}

impl Model<'_> {
    /// The page.
    pub(super) fn here(self) -> Vec<HelpBlock> {
        let mut keys = vec![self.keys_here()];
        if !self.asks_for_prediction() && !self.is_lab_asking() {
            if self.screen.pane == Pane::Arena {
                keys.push(self.view_keys("panel: "));
            }
            keys.push(time_keys());
        }
        let keys = keys.into_iter().map(|(title, rows)| HelpSection {
            title,
            entries: rows
                .iter()
                .map(|(actions, text)| entry(&self.input.keymap, actions, text))
                .collect(),
        });
        let sections = keys.chain([self.about_the_scene()]).chain(self.recoverable()).collect();
        vec![HelpBlock { sections, breaks: ColumnBreaks::Sections }]
    }

    /// Title and note of the scene, and how to see the note again.
    fn about_the_scene(self) -> HelpSection {
        if let Some(lab) = self.lab() {
            return self.about_the_lesson(lab);
        }
        let title = self.engine.sandbox().world().title();
        let title = if title.is_empty() { "this scene".to_owned() } else { title.to_owned() };
        let note = match self.note() {
            _ if self.engine.covered_in_focus().is_some() => {
                "The scene's note appears after your answer.".to_owned()
            }
            note if note.is_empty() => "This scene has no note.".to_owned(),
            note => note,
        };
        let again = entry(&self.input.keymap, &[A::ShowNote], "this note, in the panel");
        HelpSection { title, entries: vec![HelpEntry::new(Subject::Nothing, note), again] }
    }

    /// What can be recovered, while there is anything.
    fn recoverable(self) -> Option<HelpSection> {
        let offer = self.screen.recoverable.clone()?;
        let entries = vec![HelpEntry::new(Subject::Nothing, offer)];
        Some(HelpSection { title: "unsaved work".to_owned(), entries })
    }

    /// Title and goal of the open lesson, and how to see its step again.
    fn about_the_lesson(self, lab: &Lab) -> HelpSection {
        let learning = lab.learning();
        let key_of = |action: &str| self.key_in_text(action);
        let title = format!("{}: {}", learning.lesson().id, learning.title(&key_of));
        let goal = learning.text("goal", &key_of).unwrap_or_default();
        let again = entry(&self.input.keymap, &[A::ShowLab], "the open step, in the panel");
        let all = entry(&self.input.keymap, &[A::Open], "all lessons, with your points");
        HelpSection { title, entries: vec![HelpEntry::new(Subject::Nothing, goal), again, all] }
    }

    /// What keys do where they go now.
    fn keys_here(self) -> Keys {
        if self.asks_for_prediction() {
            let covered = ACTIONS.iter().filter(|spec| spec.place == Place::Covered);
            let rows = covered.map(|spec| row(&[spec.action], spec.doc)).collect();
            return ("an answer is covered".to_owned(), rows);
        }
        if self.is_lab_asking() {
            let rows = vec![
                row(&[A::CommandLine], "answer WORD; a digit alone fills it in"),
                row(&[A::ZoomIn, A::ZoomOut], "zoom"),
                row(&[A::Open], "all lessons"),
            ];
            return ("a question waits for you".to_owned(), rows);
        }
        match self.screen.pane {
            Pane::Panel => {
                let (title, mut rows) = self.view_keys("in the panel: ");
                rows.push(row(&[A::PageUp, A::PageDown], "scroll"));
                rows.push(row(&[A::Escape], "back to the arena"));
                (title, rows)
            }
            Pane::Form => (
                "typing values".to_owned(),
                vec![
                    row(&ARROWS, "choose a value"),
                    row(&[A::Enter], "type it, or accept it"),
                    row(&[A::NextField, A::PreviousField], "accept; next, previous"),
                    row(&[A::NextOrigin], "give a box by its center"),
                    row(&[A::Escape], "back to the arena"),
                ],
            ),
            Pane::Arena => match self.engine.sandbox().selection() {
                Some((_, object)) => self.edit_keys(object),
                None => (
                    "nothing is selected".to_owned(),
                    vec![
                        row(&[A::AddBox, A::AddLaser, A::AddPolygon], "box, laser, polygon"),
                        row(&[A::Open], "open a scene"),
                        row(&[A::SelectNext], "select an object"),
                    ],
                ),
            },
        }
    }

    /// What keys do with the selected object, in the present edit mode.
    fn edit_keys(self, object: &Object) -> Keys {
        let (name, mode) = (object.name, self.input.edit_mode);
        let turns = !matches!(object.shape, Shape::Box(_));
        let is_polygon = matches!(object.shape, Shape::Polygon(_));
        let end = end_word(&object.shape);
        let fine = row(&FINE_ARROWS, "a tenth of that");
        let back = row(&[A::Escape], "back to MOVE");
        let rows = match mode {
            EditMode::Move => {
                let turn = turns.then(|| row(&[A::GripTurn], "turn it"));
                let first = [row(&ARROWS, format!("move {name}")), fine];
                let rest = [
                    row(&[A::GripEnd], format!("move {end}")),
                    row(&[A::GripSpeed], "set its velocity"),
                    row(&[A::SelectNext, A::SelectPrevious], "select another"),
                    row(&[A::NextPartner], "compare with another"),
                    row(&[A::EditObject], "type its values"),
                    row(&[A::Undo, A::Redo], "undo, redo"),
                ];
                first.into_iter().chain(turn).chain(rest).collect()
            }
            EditMode::Turn => {
                let [left, right, up, down] = ARROWS;
                let stretch = matches!(object.shape, Shape::Segment(_))
                    .then(|| row(&[up, down], "longer, shorter"));
                let turn = row(&[left, right], format!("turn {name} by 15 degrees"));
                [turn].into_iter().chain(stretch).chain([fine, back]).collect()
            }
            EditMode::End(_) => {
                let vertices = is_polygon
                    .then(|| row(&[A::InsertVertex, A::RemoveVertex], "add, remove a vertex"));
                let first =
                    [row(&ARROWS, format!("move {end}")), row(&[A::GripEnd], "the next one")];
                first.into_iter().chain(vertices).chain([fine, back]).collect()
            }
            EditMode::Steer => vec![
                row(&ARROWS, format!("steer {name}; the opposite arrow stops it")),
                row(&[A::PlayPause], "play, pause"),
                row(&[A::StepBack], "a frame back"),
                row(&[A::GripMove], "move it"),
                back,
            ],
            EditMode::Speed => vec![
                row(&ARROWS, format!("change {name}'s velocity")),
                fine,
                row(&[A::Respond(Response::Bounce)], "boxes bounce at a hit"),
                row(&[A::RespondBy(Method::SWEPT)], "by the exact side"),
                back,
            ],
        };
        (format!("{}: {name} is selected", mode.word()), rows)
    }

    /// What keys do in the view of the panel.
    fn view_keys(self, place: &str) -> Keys {
        let is_inside = self.screen.pane == Pane::Panel;
        let (title, mut rows) = match self.screen.panel.tab {
            Tab::Log => (
                "Log",
                vec![
                    row(&[A::ShowLog], "changes, hits or all"),
                    row(&[A::Filter], "only lines that name it"),
                    row(&[A::PreviousHit, A::NextHit], "HIT before, HIT after"),
                    row(&[A::PreviousWrong, A::NextWrong], "wrong before, wrong after"),
                    row(&[A::Enter], if is_inside { "go to that frame" } else { "choose a line" }),
                ],
            ),
            Tab::Methods => (
                "Methods",
                vec![
                    row(&[A::NextMethod, A::PreviousMethod], "next, previous method"),
                    row(&[A::ShowWhy], "why it says so"),
                    row(&[A::Toggle(crate::app::Overlay::Construction)], "draw what it computes"),
                ],
            ),
            Tab::Why => (
                "Why",
                vec![
                    row(&[A::NextMethod, A::PreviousMethod], "next, previous method"),
                    row(&[A::Enter], if is_inside { "exact, or f32" } else { "into the panel" }),
                    row(&[A::PageUp, A::PageDown], "scroll"),
                ],
            ),
            Tab::Object => ("Object", vec![row(&[A::Enter], "type the values")]),
            Tab::Lab => (
                "Lab",
                vec![
                    row(&[A::Enter], "go on to the next step"),
                    row(&[A::Hint], "the next hint of a task"),
                    row(&[A::Open], "all lessons"),
                    row(&[A::PageUp, A::PageDown], "scroll"),
                ],
            ),
            Tab::Signs => ("Signs", vec![row(&[A::PageUp, A::PageDown], "scroll")]),
            Tab::Map => (
                "Map",
                vec![
                    row(&[A::ShowMap], "the next layer"),
                    row(&[A::NextMethod, A::PreviousMethod], "next, previous method"),
                    row(&[A::NextWrong, A::PreviousWrong], "to the next wrong, the one before"),
                    row(&[A::Enter], "look at a cell; again: go there"),
                    row(&[A::ToggleMap], "no map"),
                ],
            ),
        };
        if is_inside {
            rows.insert(0, row(&ARROWS, "the next line, or previous"));
        }
        let views = [A::ShowLog, A::ShowMethods, A::ShowWhy, A::ShowObject];
        rows.push(row(&views, "log methods why object"));
        rows.push(row(&[A::ShowSigns], "what the signs mean"));
        rows.push(row(&[A::ToggleMap, A::ShowMap], "a map; its next layer"));
        (format!("{place}{title}"), rows)
    }
}

fn time_keys() -> Keys {
    let rows = vec![
        row(&[A::PlayPause], "play, pause"),
        row(&[A::StepForward, A::StepBack], "a frame on, one back"),
        row(&[A::SeekStart, A::SeekEnd], "to the start, the end"),
    ];
    ("time".to_owned(), rows)
}

/// What `END` moves of a shape.
const fn end_word(shape: &Shape) -> &'static str {
    match shape {
        Shape::Box(_) => "a corner",
        Shape::Segment(_) => "an end",
        Shape::Polygon(_) => "a vertex",
    }
}
