//! Remapped keys: which keys are allowed, and that no key has two meanings.

use std::cmp::Ordering;
use std::ops::Range;

use crate::app::input::keymap::written;
use crate::app::{ACTIONS, Action, ActionRow, KeyMap, KeyPress};
use hitscan_core::scene::excerpt;
use hitscan_core::scene::read::{Field, Given, Reader, Table};
use hitscan_core::words::nearest;

/// A key binding that the file asks for.
struct Wish {
    action: &'static ActionRow,
    keys: Vec<KeyPress>,
    /// The keys as the file writes them.
    text: String,
    span: Range<usize>,
}

/// The key bindings, with those in the table replacing the defaults.
pub(super) fn remapped(reader: &mut Reader<'_>, table: &Table<'_>) -> KeyMap {
    let mut map = KeyMap::default();
    let mut wishes: Vec<Wish> = Vec::new();
    for field in table.fields() {
        let Some(action) = ACTIONS.iter().find(|spec| spec.id == field.key) else {
            unknown(reader, &field);
            continue;
        };
        map.set(action.action, Vec::new());
        wishes.extend(wishes_of(reader, &field, action));
    }
    for wish in wishes {
        match clash(&map, &wish) {
            Some(message) => {
                let found = format!("{} {}", wish.action.id, wish.text);
                reader.fault(&wish.span, found, message);
            }
            None => map.add(wish.action.action, wish.keys),
        }
    }
    let ways_out = [Action::Quit, Action::Interrupt, Action::CommandLine];
    if ways_out.iter().all(|&action| map.keys_of(action).next().is_none()) {
        let message = "no key is left to leave with: give quit, interrupt or command one";
        reader.fault(&table.span, "[keys]".to_owned(), message);
    }
    map
}

fn unknown(reader: &mut Reader<'_>, field: &Field<'_>) {
    let message = match nearest(field.key, ACTIONS.iter().map(|spec| spec.id)) {
        Some(meant) => format!("no such action; did you mean {meant}?"),
        None => "no such action; hitscan keys lists them".to_owned(),
    };
    reader.fault(&field.key_span, excerpt(field.key), message);
}

fn wishes_of(reader: &mut Reader<'_>, field: &Field<'_>, action: &'static ActionRow) -> Vec<Wish> {
    const RIGHT: &str = "a key between quotation marks, or a list of such keys";
    let given = field.given();
    let each = if given.as_text().is_some() { Some(vec![given.clone()]) } else { given.elements() };
    let Some(each) = each else {
        reader.refuse(&given, RIGHT);
        return Vec::new();
    };
    each.iter().filter_map(|given| wish(reader, given, action)).collect()
}

fn wish(reader: &mut Reader<'_>, given: &Given<'_>, action: &'static ActionRow) -> Option<Wish> {
    let text = reader.text_of(given, "a key between quotation marks")?;
    let keys: Option<Vec<_>> =
        text.split(' ').filter(|part| !part.is_empty()).map(KeyPress::parse).collect();
    let message = match keys.as_deref() {
        Some([]) | None => {
            "no such key; keys are written like x, X, Ctrl-X, Space, PgUp, F2 or \"b x\""
        }
        Some([_, _, _, ..]) => "at most two keys, one after the other",
        Some(keys) if keys.iter().any(|key| key.is_sent_as_another()) => {
            "terminals send Ctrl-I as Tab, Ctrl-M as Enter and Ctrl-[ as Esc"
        }
        Some([first, ..]) if first.is_fragile() => {
            "slow lines and ssh send this key by themselves; take another"
        }
        Some(_) => {
            let (keys, span, text) = (keys?, given.span.clone(), format!("\"{text}\""));
            return Some(Wish { action, keys, text, span });
        }
    };
    reader.refused(given, message)
}

/// Why the key cannot be assigned: it already has another meaning.
fn clash(map: &KeyMap, wish: &Wish) -> Option<String> {
    let (other, keys) = map.clashing(&wish.keys, wish.action.place)?;
    let other = other.row().id;
    let written = written(keys);
    let text = &wish.text;
    Some(match keys.len().cmp(&wish.keys.len()) {
        Ordering::Equal if other == wish.action.id => "given twice".to_owned(),
        Ordering::Equal => {
            format!("{text} is already the key of {other}; give {other} another one, too")
        }
        Ordering::Greater => {
            format!("{text} is the beginning of \"{written}\", the key of {other}")
        }
        Ordering::Less => {
            format!("\"{written}\" is already the key of {other}, and nothing can follow it")
        }
    })
}
