//! The keys that matter while the map is on.

use crate::app::{Action, EditMode, Hint, MapView, Model};

impl Model<'_> {
    /// The keys of the map, for the key row.
    pub(in crate::app) fn map_hints(self) -> Vec<Hint> {
        if self.map().is_some_and(|view| view.probe().is_some()) {
            return vec![
                self.arrows("move the probe", 0),
                self.labelled(Action::Enter, "put it there", 0),
                self.hint(Action::NextWrong, 0),
                self.labelled(Action::Escape, "back", 0),
            ];
        }
        let is_speed = self.input.edit_mode == EditMode::Speed;
        let arrows = match self.input.edit_mode {
            EditMode::Move => "move",
            EditMode::End(_) => "move the end",
            EditMode::Turn => "turn, stretch",
            EditMode::Speed => "speed",
            EditMode::Steer => "steer",
        };
        let last = if is_speed {
            [self.hint(Action::StepForward, 2), self.hint(Action::StepBack, 2)]
        } else {
            [self.hint(Action::ShowWhy, 2), self.hint(Action::Undo, 2)]
        };
        let first = [
            self.arrows(arrows, 0),
            self.hint(Action::ShowMap, 0),
            self.hint(Action::NextWrong, 0),
            self.labelled(Action::Enter, "probe", 0),
            self.labelled(Action::ToggleMap, "off", 1),
        ];
        first.into_iter().chain(last).collect()
    }

    /// The keys at the foot of the panel, in two rows.
    #[must_use]
    pub fn map_panel_hints(self) -> [Vec<Hint>; 2] {
        if self.map().is_some_and(|view: &MapView| view.probe().is_some()) {
            return [
                vec![self.arrows("move", 0), self.hint(Action::NextWrong, 0)],
                vec![
                    self.labelled(Action::Enter, "put it there", 0),
                    self.labelled(Action::Escape, "back", 0),
                ],
            ];
        }
        [
            vec![
                self.hint(Action::ShowMap, 0),
                self.labelled(Action::NextMethod, "method", 0),
                self.labelled(Action::NextWrong, "wrong", 0),
            ],
            vec![
                self.labelled(Action::Enter, "probe", 0),
                self.labelled(Action::ToggleMap, "off", 0),
            ],
        ]
    }
}
