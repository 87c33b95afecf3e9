//! What is wrong with the note of a scene, though it can be read: a key in its prose, and a key of a
//! step that does not exist.

use crate::app::{ACTIONS, Action};
use hitscan_core::scene::{Fault, Scene, StepKey};
use hitscan_core::words::nearest;

/// The signs that are keys and stand alone in no sentence.
const BARE: [&str; 9] = [".", ",", ";", ":", "?", "(", ")", "<", ">"];

/// The faults of the note, each where it stands in the text of the scene.
pub(super) fn faults(scene: &Scene, text: &str) -> Vec<Fault> {
    let mut faults: Vec<_> = scene.note.in_all().flat_map(|note| in_prose(note, text)).collect();
    for key in scene.steps.iter().flat_map(|step| &step.keys) {
        let StepKey::Action { id, .. } = key else { continue };
        if Action::of_id(id).is_none() {
            let meant = nearest(id, ACTIONS.iter().map(|row| row.id));
            let meant = meant.map_or_else(
                || "hitscan keys lists them".to_owned(),
                |meant| format!("did you mean {{{meant}}}?"),
            );
            let written = key.to_string();
            faults.push(fault(text, &written, format!("no such action; {meant}")));
        }
    }
    faults.sort();
    faults.dedup();
    faults
}

/// Keys in the prose of a note: placeholders, and signs that stand alone.
fn in_prose<'n>(note: &'n str, text: &'n str) -> impl Iterator<Item = Fault> {
    let placeholders = note.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let placeholders = placeholders
        .filter(|(id, _)| Action::of_id(id).is_some() || *id == "arrows")
        .map(|(id, _)| format!("{{{id}}}"));
    let bare =
        note.split_whitespace().filter(|word| BARE.contains(word)).map(|sign| format!(" {sign} "));
    placeholders.chain(bare).map(|found| {
        fault(text, &found, "a note has no keys; they stand in keys = of a [[step]]".to_owned())
    })
}

/// A fault where this text stands first, or at the beginning.
fn fault(text: &str, found: &str, message: String) -> Fault {
    let at = text.find(found).map_or(0, |at| at + found.len() - found.trim_start().len());
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Fault { line, column, found: found.trim().to_owned(), message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_core::scene::gallery;

    fn told(text: &str) -> Vec<String> {
        let scene = Scene::parse(text).expect("a scene");
        faults(&scene, text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn keys_in_prose_and_unknown_actions_are_told_with_their_place() {
        let text = "title = \"t\"\nnote = \"Open {methods}, then press . twice {so}.\"\n[[step]]\n\
                    keys = \"{why} {rigth*5}\"\ntext = \"x . y\"\n";
        assert_eq!(
            told(text),
            [
                "2:14: {methods}: a note has no keys; they stand in keys = of a [[step]]",
                "2:36: .: a note has no keys; they stand in keys = of a [[step]]",
                "4:15: {rigth*5}: no such action; did you mean {right}?",
            ]
        );
        for (name, text) in gallery() {
            assert_eq!(told(text), [""; 0], "{name}");
        }
    }
}
