//! Writes a scene over its old text, keeping comments, the order of tables and
//! the style of numbers where possible.

mod table_merge;
mod value;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item};

use super::write::{CROWD, keys_of_scene};
use super::{Declaration, Expect, Scene};
use crate::world::Object;
use table_merge::{Entry, MergedTables, merged, taken_over};

/// The scene as a file that keeps everything of `old_text` that still holds:
/// comments, order, and the style of values. An unchanged scene gives the old
/// text itself; if nothing can be kept, it is [`Scene::to_toml`].
#[must_use]
pub fn update_toml(old_text: &str, scene: &Scene) -> String {
    let Ok(old) = Scene::parse(old_text) else { return scene.to_toml() };
    if old == *scene {
        return old_text.to_owned();
    }
    // Only text that reads back as the scene is written.
    let reads_back = |text: &String| Scene::parse(text).as_ref() == Ok(scene);
    edited(old_text, &old, scene).filter(reads_back).unwrap_or_else(|| scene.to_toml())
}

fn edited(old_text: &str, old: &Scene, scene: &Scene) -> Option<String> {
    let mut document: DocumentMut = old_text.parse().ok()?;
    let had_keys = !document.get_values().is_empty();
    let tables = take_tables(&mut document)?;
    for ((_, before), (key, value)) in keys_of_scene(old).into_iter().zip(keys_of_scene(scene)) {
        match value {
            Some(value) if before.as_ref() != Some(&value) => {
                value::put(&mut document, key, &value)?;
            }
            None if before.is_some() => drop(document.remove(key)),
            _ => {}
        }
    }
    let order: Vec<bool> = tables.iter().map(|entry| entry.header == EXPECT).collect();
    let (expects, objects): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|entry| entry.header == EXPECT);
    let objects = objects_lane(objects, old, scene)?;
    let expects = expects_lane(expects, old, scene)?;
    let (mut entries, loose) = merged(&order, objects, expects);
    if let Some(first) = entries.first_mut().filter(|_| !had_keys && !document.is_empty()) {
        first.set_comment(&format!("\n{}", first.comment().trim_start_matches('\n')));
    }
    put_tables(&mut document, entries);
    let end = document.trailing().as_str().unwrap_or_default().to_owned();
    document.set_trailing(loose + &end);
    Some(with_line_ends_of(old_text, &document.to_string()))
}

const EXPECT: &str = "expect";

/// Uses the line ends of the old text, and no blank line at the start.
fn with_line_ends_of(old_text: &str, text: &str) -> String {
    let unix = text.replace("\r\n", "\n");
    let unix = unix.trim_start_matches('\n');
    if old_text.contains("\r\n") { unix.replace('\n', "\r\n") } else { unix.to_owned() }
}

/// Takes the tables of objects and expectations out of the document, in the
/// order of the file.
fn take_tables(document: &mut DocumentMut) -> Option<Vec<Entry>> {
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
            entries.push(Entry { header, table });
        }
    }
    // Inline tables have no position; they come before all headers.
    entries.sort_by_key(|entry| entry.table.position().unwrap_or(0));
    Some(entries)
}

fn put_tables(document: &mut DocumentMut, entries: Vec<Entry>) {
    for (position, Entry { header, mut table }) in (1..).zip(entries) {
        table.set_position(Some(position));
        let list = document.entry(header).or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        if let Some(list) = list.as_array_of_tables_mut() {
            list.push(table);
        }
    }
}

fn objects_lane(entries: Vec<Entry>, old: &Scene, scene: &Scene) -> Option<MergedTables> {
    let kind = |object: &Object| object.shape.kind();
    let is_same = |old: &Declaration<'_>, new: &Declaration<'_>| match (old, new) {
        (Declaration::Object(old), Declaration::Object(new)) => {
            old.name == new.name && kind(old) == kind(new)
        }
        (Declaration::Crowd(old), Declaration::Crowd(new)) => old == new,
        _ => false,
    };
    // An object with another name in the same place was renamed.
    let is_renamed = |old: &Declaration<'_>, new: &Declaration<'_>| match (old, new) {
        (Declaration::Object(old), Declaration::Object(new)) => old.shape == new.shape,
        _ => false,
    };
    let (old_items, items) = (old.declarations(), scene.declarations());
    let from = taken_over(&old_items, &items, &[&is_same, &is_renamed]);
    let axes = scene.settings.axes;
    let axes_turned = old.settings.axes != axes;
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

fn expects_lane(entries: Vec<Entry>, old: &Scene, scene: &Scene) -> Option<MergedTables> {
    let is_same = |old: &Expect, new: &Expect| old == new;
    let is_next = |_: &Expect, _: &Expect| true;
    let from = taken_over(&old.expects, &scene.expects, &[&is_same, &is_next]);
    MergedTables::new(entries, &from, |i, entry| {
        let expect = &scene.expects[i];
        let is_unchanged = from[i].is_some_and(|from| old.expects[from] == *expect);
        match entry {
            Some(entry) if is_unchanged => Some(entry),
            Some(entry) => value::edit_expect(entry, expect),
            None => value::new_expect(EXPECT, expect),
        }
    })
}
