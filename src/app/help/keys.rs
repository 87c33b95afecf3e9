//! The page of keys: an overview, then each two-key sequence. The action table says what goes
//! where; the keys come from the key map.

use super::page::{ColumnBreaks, HelpBlock, HelpEntry, HelpSection, Subject};
use crate::app::{ACTIONS, Action, ActionRow, KeyMap, Section};

/// Actions that share a row of the overview: its place, its text, and their rows in the table.
type Shared = (Section, &'static str, Vec<&'static ActionRow>);

/// The rows of the overview, and those below it.
fn shared() -> Vec<Shared> {
    let of_row = |row: &'static ActionRow| row.overview.iter().map(move |&(at, is)| (at, is, row));
    let mut places: Vec<_> = ACTIONS.iter().flat_map(of_row).collect();
    places.sort_by_key(|(at, ..)| *at);
    let shared = places.chunk_by(|one, next| one.1 == next.1);
    shared.map(|all| (all[0].0, all[0].1, all.iter().map(|place| place.2).collect())).collect()
}

/// The page with the current keys.
pub(super) fn page(keys: &KeyMap, is_predicting: bool) -> Vec<HelpBlock> {
    let shared = shared();
    let (mut glance, mut rest) = (Vec::new(), Vec::new());
    for of_section in shared.chunk_by(|one, next| one.0.title() == next.0.title()) {
        let at = of_section[0].0;
        let entries = of_section.iter().map(|(_, text, rows)| {
            entry(keys, &rows.iter().map(|row| row.action).collect::<Vec<_>>(), text)
        });
        let section = HelpSection { title: at.title().to_owned(), entries: entries.collect() };
        match at {
            Section::More(_) => {
                rest.push(section);
                rest.extend(shared.iter().filter_map(|shared| sequences(keys, shared)));
            }
            Section::Typing(_) => rest.push(section),
            Section::Covered(_) if is_predicting => rest.push(section),
            Section::Covered(_) => {}
            _ => glance.push(section),
        }
    }
    [glance, rest].map(|sections| HelpBlock { sections, breaks: ColumnBreaks::Sections }).into()
}

/// Actions that start with the same key, each with all its keys and its doc.
fn sequences(keys: &KeyMap, (_, text, rows): &Shared) -> Option<HelpSection> {
    let title = match *text {
        "add box, laser, polygon" => "add",
        "name, body, snap" => "name, body, snap, strictness",
        "pan, fit, to the contact" => "view",
        same => same,
    };
    let entries = rows.iter().map(|row| {
        let its: Vec<_> = keys.keys_of(row.action).collect();
        let its = if its.is_empty() { keys.named(row.action) } else { its.join("  ") };
        HelpEntry::new(Subject::Keys(its), row.doc.to_owned())
    });
    let are_sequences = rows.iter().all(|row| row.keys[0].contains(' '));
    are_sequences.then(|| HelpSection { title: title.to_owned(), entries: entries.collect() })
}

/// The keys of actions, and what they do.
pub(super) fn entry(keys: &KeyMap, actions: &[Action], text: &str) -> HelpEntry {
    HelpEntry::new(Subject::Keys(keys.together(actions)), text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sequence_of_keys_is_listed_in_full() {
        let all = ACTIONS.iter().filter(|row| row.keys[0].contains(' ')).count();
        let shared = shared();
        let sections = shared.iter().filter_map(|it| sequences(&KeyMap::default(), it));
        let listed = sections.map(|section| section.entries.len());
        assert_eq!(listed.sum::<usize>(), all);
    }
}
