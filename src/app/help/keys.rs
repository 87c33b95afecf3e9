//! The page of keys: all of them at a glance, then each sequence of two keys.
//! The keys themselves come from the key map.

use super::page::{ColumnBreaks, HelpBlock, HelpEntry, HelpSection, Subject};
use crate::app::input::{ARROWS, FINE_ARROWS};
use crate::app::{Action, Action as A, Arrow, KeyMap, Overlay};
use hitscan_core::methods::Method;
use hitscan_core::world::{Response, TestResult};

/// Actions that share a row, and what they do.
type Row = (&'static [A], &'static str);

/// Every key at a glance.
const OVERVIEW: &[(&str, &[Row])] = &[
    (
        "change",
        &[
            (&ARROWS, "move it, or its end"),
            (&FINE_ARROWS, "a tenth of that"),
            (&[A::ToggleFine], "fine steps, on and off"),
            (&[A::GripMove, A::GripTurn, A::GripEnd, A::GripSpeed], "move it, turn, end, speed"),
            (&[A::Escape], "back, one thing a time"),
            (ADDING, "add box, laser, polygon"),
            (CHANGING, "name, body, snap"),
            (&[A::Duplicate, A::Remove], "copy, remove"),
            (&[A::Undo, A::Redo], "undo, redo"),
        ],
    ),
    (
        "time",
        &[
            (&[A::PlayPause], "play, pause"),
            (&[A::StepForward, A::StepBack], "one frame on, one back"),
            (&[A::Slower, A::Faster], "slower, faster"),
            (&[A::SeekStart, A::SeekEnd], "to the start, to the end"),
            (&[A::PreviousHit, A::NextHit], "HIT before, HIT after"),
            (&[A::PreviousWrong, A::NextWrong], "wrong before, wrong after"),
            (RESPONDING, "what a hit does, and how"),
        ],
    ),
    (
        "select",
        &[
            (&[A::SelectNext, A::SelectPrevious], "next object, one before"),
            (&[A::SelectByName], "by name"),
            (&[A::NextPartner], "pin the next partner"),
        ],
    ),
    (
        "panel",
        &[
            (&VIEWS, "log methods why object"),
            (&[A::ShowSigns], "what the signs mean"),
            (&[A::Enter], "in; there: go, open"),
            (&[A::NextMethod, A::PreviousMethod], "next method, one before"),
            (&[A::Filter], "only lines that name it"),
        ],
    ),
    (
        "view",
        &[
            (&[A::ZoomIn, A::ZoomOut], "zoom"),
            (VIEWING, "pan, fit, to the contact"),
            (SHOWING, "layers, glyphs, colours"),
        ],
    ),
    ("", &[(&[A::Open, A::Save, A::CommandLine, A::Help, A::Quit], "open save type help quit")]),
];

/// The rest, below the overview.
const MORE: &[Row] = &[
    (&[A::GripSteer], "steer it at its own speeds"),
    (&[A::EditObject], "type exact values"),
    (&[A::ShowWhy], "why, step by step"),
    (&[A::RemoveVertex], "remove the selected vertex"),
    (&[A::ToggleMap, A::ShowMap], "a map of elsewhere, its layers"),
    (&[A::ShowLab, A::Hint], "the lesson, its next hint"),
    (&[A::PageUp, A::PageDown, A::First, A::Last], "scroll the panel"),
    (&[A::Interrupt], "close what is open, or quit"),
    (&[A::Suspend, A::Repaint], "to the shell, redraw"),
];

/// While a result is covered, in predict mode.
const PREDICTING: &[Row] = &[
    (
        &[A::Predict(TestResult::Hit), A::Predict(TestResult::Touch), A::Predict(TestResult::Miss)],
        "HIT, TOUCH, MISS",
    ),
    (&[A::SkipPrediction], "skip: see the answer"),
];

/// While values are typed.
const TYPING: &[Row] = &[
    (&[A::NextField, A::PreviousField], "next, previous value"),
    (&[A::NextOrigin], "give a box by its center"),
];

const VIEWS: [A; 4] = [A::ShowLog, A::ShowMethods, A::ShowWhy, A::ShowObject];
const ADDING: &[A] = &[A::AddBox, A::AddLaser, A::AddPolygon, A::InsertVertex];
const CHANGING: &[A] = &[A::Rename, A::ToggleFixed, A::NextBody, A::ToggleSnap, A::NextStrictness];
const RESPONDING: &[A] = &[
    A::Respond(Response::Pass),
    A::Respond(Response::Stop),
    A::Respond(Response::Slide),
    A::Respond(Response::PushOut),
    A::Respond(Response::Bounce),
    A::RespondBy(Method::SWEPT),
    A::RespondBy(Method::RELATIVE_VELOCITY),
    A::RespondBy(Method::PREDICT_CORNER),
];
const VIEWING: &[A] = &[
    A::Fit,
    A::ShowContact,
    A::ZoomReset,
    A::Pan(Arrow::Left),
    A::Pan(Arrow::Right),
    A::Pan(Arrow::Up),
    A::Pan(Arrow::Down),
];
const SHOWING: &[A] = &[
    A::NextGlyphs,
    A::NextTheme,
    A::ShowNote,
    A::Toggle(Overlay::Construction),
    A::Toggle(Overlay::Velocities),
    A::Toggle(Overlay::Normals),
    A::Toggle(Overlay::Depth),
    A::Toggle(Overlay::Grid),
    A::Toggle(Overlay::Bounds),
    A::Toggle(Overlay::Ghosts),
    A::Toggle(Overlay::Ends),
    A::Toggle(Overlay::Trail),
    A::Toggle(Overlay::Crossings),
    A::Toggle(Overlay::BroadPhase),
    A::ToggleMouse,
];
/// What is listed in full below the overview.
const SEQUENCES: &[(&str, &[A])] = &[
    ("add", ADDING),
    ("name, body, snap, strictness", CHANGING),
    ("what a hit does, and how", RESPONDING),
    ("view", VIEWING),
    ("layers, glyphs, colours", SHOWING),
];

/// The page with the keys of now.
pub(super) fn page(keys: &KeyMap, is_predicting: bool) -> Vec<HelpBlock> {
    let glance = OVERVIEW.iter().map(|(title, rows)| section(keys, title, rows));
    let typing = [section(keys, "while typing values", TYPING)];
    let predicting = is_predicting.then(|| section(keys, "while an answer is covered", PREDICTING));
    let sequences = SEQUENCES.iter().map(|(title, actions)| HelpSection {
        title: (*title).to_owned(),
        entries: actions.iter().map(|&action| whole(keys, action)).collect(),
    });
    let more = [section(keys, "more keys", MORE)];
    let sequences = more.into_iter().chain(sequences).chain(typing).chain(predicting);
    vec![
        HelpBlock { sections: glance.collect(), breaks: ColumnBreaks::Sections },
        HelpBlock { sections: sequences.collect(), breaks: ColumnBreaks::Sections },
    ]
}

fn section(keys: &KeyMap, title: &str, rows: &[Row]) -> HelpSection {
    let entries = rows.iter().map(|(actions, text)| entry(keys, actions, text));
    HelpSection { title: title.to_owned(), entries: entries.collect() }
}

/// The keys of actions, and what they do.
pub(super) fn entry(keys: &KeyMap, actions: &[A], text: &str) -> HelpEntry {
    HelpEntry::new(Subject::Keys(keys.together(actions)), text.to_owned())
}

/// An action with all its keys and its doc.
fn whole(keys: &KeyMap, action: Action) -> HelpEntry {
    let its: Vec<_> = keys.keys_of(action).collect();
    let its = if its.is_empty() { keys.named(action) } else { its.join("  ") };
    HelpEntry::new(Subject::Keys(its), action.spec().doc.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::ACTIONS;

    #[test]
    fn every_action_is_on_the_page() {
        let rows = OVERVIEW.iter().flat_map(|(_, rows)| *rows).chain(MORE);
        let rows = rows.chain(PREDICTING).chain(TYPING);
        let listed: Vec<_> = rows.flat_map(|(actions, _)| *actions).collect();
        for spec in ACTIONS {
            assert!(listed.contains(&&spec.action), "{}", spec.id);
        }
    }
}
