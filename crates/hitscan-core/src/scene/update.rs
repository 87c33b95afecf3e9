//! Writes a scene over its old text, keeping comments, the order of tables and the style of
//! numbers where possible.

mod in_pieces;
mod table_merge;
mod value;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item};

use super::write::{CROWD, keys_of_scene};
use super::{Declaration, Expect, Scene};
use crate::world::{Axes, Object};
use table_merge::{HeadedTable, MergedTables, merged, taken_over};

/// The text of the scene, keeping everything of `old_text` that is still valid: comments, order,
/// and the style of values. An unchanged scene gives the old text itself; if nothing can be kept,
/// the result is [`Scene::to_toml`].
#[must_use]
pub fn update_toml(old_text: &str, scene: &Scene) -> String {
    let Ok(old) = Scene::parse(old_text) else { return scene.to_toml() };
    if old == *scene {
        return old_text.to_owned();
    }
    // Accept the text only if it reads back as this scene.
    let reads_back = |text: &String| Scene::parse(text).as_ref() == Ok(scene);
    let (before, after) = (Part::whole(&old), Part::whole(scene));
    let text = in_pieces::edited(old_text, &before, &after)
        .or_else(|| edited(old_text, &before, &after))
        .map(|text| with_line_ends_of(old_text, &text));
    text.filter(reads_back).unwrap_or_else(|| scene.to_toml())
}

/// What a text declares: a whole scene, or a piece of one.
#[derive(Clone, Debug)]
struct Part<'s> {
    /// The keys above the first header, each with its value, if any.
    keys: Vec<(&'static str, Option<String>)>,
    items: Vec<Declaration<'s>>,
    expects: &'s [Expect],
    axes: Axes,
}

impl<'s> Part<'s> {
    fn whole(scene: &'s Scene) -> Self {
        Self {
            keys: keys_of_scene(scene).into(),
            items: scene.declarations(),
            expects: &scene.expects,
            axes: scene.settings.axes,
        }
    }
}

/// The text with the changes of the new part.
fn edited(text: &str, old: &Part<'_>, new: &Part<'_>) -> Option<String> {
    let mut document: DocumentMut = text.parse().ok()?;
    let had_keys = !document.get_values().is_empty();
    let tables = take_tables(&mut document)?;
    for ((_, before), (key, value)) in old.keys.iter().zip(&new.keys) {
        match value {
            Some(value) if before.as_ref() != Some(value) => {
                value::put(&mut document, key, value)?;
            }
            None if before.is_some() => drop(document.remove(key)),
            _ => {}
        }
    }
    let order: Vec<bool> = tables.iter().map(|entry| entry.header == EXPECT).collect();
    let (expects, objects): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|entry| entry.header == EXPECT);
    let objects = merged_objects(objects, old, new)?;
    let expects = expects_lane(expects, old.expects, new.expects)?;
    let (mut entries, loose) = merged(&order, objects, expects);
    if let Some(first) = entries.first_mut().filter(|_| !had_keys && !document.is_empty()) {
        first.set_comment(&format!("\n{}", first.comment().trim_start_matches('\n')));
    }
    put_tables(&mut document, entries);
    let end = document.trailing().as_str().unwrap_or_default().to_owned();
    document.set_trailing(loose + &end);
    Some(document.to_string())
}

const EXPECT: &str = "expect";

/// Uses the line ends of the old text, without a blank line at the start.
fn with_line_ends_of(old_text: &str, text: &str) -> String {
    let unix = text.replace("\r\n", "\n");
    let unix = unix.trim_start_matches('\n');
    if old_text.contains("\r\n") { unix.replace('\n', "\r\n") } else { unix.to_owned() }
}

/// Removes the tables of objects and expectations from the document, in the order of the file.
fn take_tables(document: &mut DocumentMut) -> Option<Vec<HeadedTable>> {
    const HEADERS: [&str; 5] = ["box", "laser", "polygon", CROWD, EXPECT];
    let is_header = |key: &str| HEADERS.into_iter().find(|&header| header == key);
    let headers: Vec<_> = document.iter().filter_map(|(key, _)| is_header(key)).collect();
    let mut entries = Vec::new();
    for header in headers {
        let item = document.remove(header)?;
        let in_braces = item.is_value();
        if item.as_array().is_some_and(Array::is_empty) {
            continue;
        }
        for mut table in item.into_array_of_tables().ok()? {
            if in_braces {
                table.fmt();
                table.decor_mut().clear();
            }
            entries.push(HeadedTable { header, table });
        }
    }
    // Inline tables have no position; they come before all headers.
    entries.sort_by_key(|entry| entry.table.position().unwrap_or(0));
    Some(entries)
}

fn put_tables(document: &mut DocumentMut, entries: Vec<HeadedTable>) {
    for (position, HeadedTable { header, mut table }) in (1..).zip(entries) {
        table.set_position(Some(position));
        let list = document.entry(header).or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        if let Some(list) = list.as_array_of_tables_mut() {
            list.push(table);
        }
    }
}

/// For each new item, the old one whose table it takes over.
fn items_taken_over(old: &Part<'_>, new: &Part<'_>) -> Vec<Option<usize>> {
    let kind = |object: &Object| object.shape.kind();
    let is_same = |old: &Declaration<'_>, new: &Declaration<'_>| match (old, new) {
        (Declaration::Object(old), Declaration::Object(new)) => {
            old.name == new.name && kind(old) == kind(new)
        }
        (Declaration::Crowd(old), Declaration::Crowd(new)) => old == new,
        _ => false,
    };
    // An object with a different name in the same place was renamed.
    let is_renamed = |old: &Declaration<'_>, new: &Declaration<'_>| match (old, new) {
        (Declaration::Object(old), Declaration::Object(new)) => old.shape == new.shape,
        _ => false,
    };
    taken_over(&old.items, &new.items, &[&is_same, &is_renamed])
}

/// For each new expectation, the old one whose table it takes over.
fn expects_taken_over(old: &[Expect], new: &[Expect]) -> Vec<Option<usize>> {
    let is_same = |old: &Expect, new: &Expect| old == new;
    let is_next = |_: &Expect, _: &Expect| true;
    taken_over(old, new, &[&is_same, &is_next])
}

fn merged_objects(
    entries: Vec<HeadedTable>,
    old: &Part<'_>,
    new: &Part<'_>,
) -> Option<MergedTables> {
    let from = items_taken_over(old, new);
    let (old_items, items, axes) = (&old.items, &new.items, new.axes);
    let axes_turned = old.axes != axes;
    MergedTables::new(entries, &from, |i, entry| {
        let is_unchanged = |object: &Object| {
            from[i].is_some_and(
                |from| matches!(old_items[from], Declaration::Object(old) if old == object),
            )
        };
        match (entry, items[i]) {
            (Some(entry), Declaration::Object(object)) if is_unchanged(object) && !axes_turned => {
                Some(entry)
            }
            (Some(entry), Declaration::Object(object)) => value::edit_object(entry, object, axes),
            (Some(entry), Declaration::Crowd(_)) if !axes_turned => Some(entry),
            (_, item) => value::new_item(item, axes),
        }
    })
}

fn expects_lane(entries: Vec<HeadedTable>, old: &[Expect], new: &[Expect]) -> Option<MergedTables> {
    let from = expects_taken_over(old, new);
    MergedTables::new(entries, &from, |i, entry| {
        let expect = &new[i];
        let is_unchanged = from[i].is_some_and(|from| old[from] == *expect);
        match entry {
            Some(entry) if is_unchanged => Some(entry),
            Some(entry) => value::edit_expect(entry, expect),
            None => value::new_expect(EXPECT, expect),
        }
    })
}
