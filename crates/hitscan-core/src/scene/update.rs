//! Writes a scene over its old text, keeping comments, the order of tables and the style of
//! numbers where possible.
//!
//! This file decides what to write where; `value` puts each value into its table.

mod value;

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table};

use super::read::{pieces, tables_in};
use super::write::{CROWD, keys_of_scene};
use super::{Declaration, Expect, NoteStep, Scene};
use crate::world::{Object, Settings};

/// The text of the scene, keeping everything of `old_text` that is still valid: comments, order,
/// and the style of values. An unchanged scene gives the old text itself; if nothing can be kept,
/// the result is [`Scene::to_toml`].
pub fn update_toml(old_text: &str, scene: &Scene) -> String {
    let Ok(old) = Scene::parse(old_text) else { return scene.to_toml() };
    if old == *scene {
        return old_text.to_owned();
    }
    // Accept the text only if it reads back as this scene.
    let reads_back = |text: &String| Scene::parse(text).as_ref() == Ok(scene);
    let (before, after) = (Part::whole(&old), Part::whole(scene));
    let text = edited_in_pieces(old_text, &before, &after)
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
    steps: &'s [NoteStep],
    settings: &'s Settings,
}

impl<'s> Part<'s> {
    fn whole(scene: &'s Scene) -> Self {
        Self {
            keys: keys_of_scene(scene).into(),
            items: scene.declarations(),
            expects: &scene.expects,
            steps: &scene.steps,
            settings: &scene.settings,
        }
    }
}

/// The text with the changes of the new part.
fn edited(text: &str, old: &Part<'_>, new: &Part<'_>) -> Option<String> {
    // Steps are only kept: nothing in a sandbox changes them.
    if old.steps != new.steps {
        return None;
    }
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
    let order: Vec<&str> = tables.iter().map(|entry| entry.header).collect();
    let (steps, tables): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|entry| entry.header == STEP);
    let (expects, objects): (Vec<_>, Vec<_>) =
        tables.into_iter().partition(|entry| entry.header == EXPECT);
    let objects = merged_objects(objects, old, new)?;
    let expects = expects_lane(expects, old.expects, new.expects)?;
    let (mut entries, loose) = merged(&order, steps.into(), objects, expects);
    if let Some(first) = entries.first_mut().filter(|_| !had_keys && !document.is_empty()) {
        first.set_comment(&format!("\n{}", first.comment().trim_start_matches('\n')));
    }
    put_tables(&mut document, entries);
    let end = document.trailing().as_str().unwrap_or_default().to_owned();
    document.set_trailing(loose + &end);
    Some(document.to_string())
}

const EXPECT: &str = "expect";
const STEP: &str = "step";

/// Uses the line ends of the old text, without a blank line at the start.
fn with_line_ends_of(old_text: &str, text: &str) -> String {
    let unix = text.replace("\r\n", "\n");
    let unix = unix.trim_start_matches('\n');
    if old_text.contains("\r\n") { unix.replace('\n', "\r\n") } else { unix.to_owned() }
}

/// Removes the tables of objects, expectations and steps from the document, in the order of the file.
fn take_tables(document: &mut DocumentMut) -> Option<Vec<HeadedTable>> {
    const HEADERS: [&str; 7] = ["box", "laser", "polygon", "point", CROWD, EXPECT, STEP];
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
    let is_same = |old: &Declaration<'_>, new: &Declaration<'_>| match (old, new) {
        (Declaration::Object(old), Declaration::Object(new)) => {
            old.name == new.name && old.kind() == new.kind()
        }
        (Declaration::Crowd(old), Declaration::Crowd(new)) => old == new,
        _ => false,
    };
    // An object with a different name in the same place was renamed.
    let is_renamed = |old: &Declaration<'_>, new: &Declaration<'_>| match (old, new) {
        (Declaration::Object(old), Declaration::Object(new)) => {
            old.shape == new.shape && old.kind() == new.kind()
        }
        _ => false,
    };
    taken_over(&old.items, &new.items, is_same, is_renamed)
}

/// For each new expectation, the old one whose table it takes over.
fn expects_taken_over(old: &[Expect], new: &[Expect]) -> Vec<Option<usize>> {
    let is_same = |old: &Expect, new: &Expect| old == new;
    let is_next = |_: &Expect, _: &Expect| true;
    taken_over(old, new, is_same, is_next)
}

fn merged_objects(
    entries: Vec<HeadedTable>,
    old: &Part<'_>,
    new: &Part<'_>,
) -> Option<MergedTables> {
    let from = items_taken_over(old, new);
    let (old_items, items, settings) = (&old.items, &new.items, new.settings);
    let axes_turned = old.settings.axes != settings.axes;
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
            (Some(entry), Declaration::Object(object)) => {
                value::edit_object(entry, object, settings)
            }
            (Some(entry), Declaration::Crowd(_)) if !axes_turned => Some(entry),
            (_, item) => value::new_item(item, settings),
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

// Edits a large file piece by piece: its tree would take tens of times the memory of its text.
// Unchanged pieces stay as they are.

/// The text with the changes of the new part; `None` if the text cannot be divided, or the change
/// affects all of it.
fn edited_in_pieces(text: &str, old: &Part<'_>, new: &Part<'_>) -> Option<String> {
    edited_in(text, &pieces(text)?, old, new)
}

/// [`edited`] for these pieces of the text.
fn edited_in(
    text: &str,
    pieces: &[Range<usize>],
    old: &Part<'_>,
    new: &Part<'_>,
) -> Option<String> {
    if old.settings.axes != new.settings.axes || old.steps != new.steps {
        return None;
    }
    let pieces = with_their_comments(text, pieces);
    let (head, tables) = pieces.split_first()?;
    let counts = tables.iter().map(|piece| tables_in(&text[piece.clone()]));
    let (items, expects): (Vec<_>, Vec<_>) = counts.collect::<Option<_>>()?;
    let items = shares(items, &items_taken_over(old, new))?;
    let expects = shares(expects, &expects_taken_over(old.expects, new.expects))?;
    let head = &text[head.clone()];
    let mut all = edited(head, &old.head(), &new.head())?;
    if head.is_empty() && !all.is_empty() {
        all.push('\n');
    }
    for (piece, (items, expects)) in tables.iter().zip(items.into_iter().zip(expects)) {
        let text = &text[piece.clone()];
        let ([old_items, items], [old_expects, expects]) = (items, expects);
        let before = old.within(old_items, old_expects);
        let after = new.within(items, expects);
        if before.declares_the_same(&after) {
            all.push_str(text);
        } else {
            all.push_str(&edited(text, &before, &after)?);
        }
    }
    Some(all)
}

/// The pieces, each with the comment above its first header.
fn with_their_comments(text: &str, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut moved = pieces.to_vec();
    for i in 1..moved.len() {
        let before = &text[moved[i - 1].clone()];
        let lines = before.split_inclusive('\n').rev();
        let is_comment = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
        let comment: usize = lines.take_while(is_comment).map(str::len).sum();
        let start = moved[i].start - comment;
        moved[i - 1].end = start;
        moved[i].start = start;
    }
    moved
}

/// Divides a list among pieces with `counts` old items each, and returns what each piece contains
/// before and after: a new item goes where the item it
/// takes over is, or else after the item before it. `None` if items have moved across pieces.
fn shares(counts: Vec<usize>, from: &[Option<usize>]) -> Option<Vec<[Range<usize>; 2]>> {
    let (mut shares, mut old, mut new) = (Vec::new(), 0, 0);
    for count in counts {
        let (olds, first) = (old..old + count, new);
        let belongs = |from: &&Option<usize>| from.is_none_or(|from| olds.contains(&from));
        new += from[first..].iter().take_while(belongs).count();
        old = olds.end;
        shares.push([olds, first..new]);
    }
    (new == from.len()).then_some(shares)
}

impl Part<'_> {
    /// The part above the first header.
    fn head(&self) -> Self {
        Self { keys: self.keys.clone(), ..self.within(0..0, 0..0) }
    }

    /// Some of its declarations, without keys.
    fn within(&self, items: Range<usize>, expects: Range<usize>) -> Self {
        Self {
            keys: Vec::new(),
            items: self.items.get(items).unwrap_or_default().to_vec(),
            expects: self.expects.get(expects).unwrap_or_default(),
            steps: &[],
            settings: self.settings,
        }
    }

    fn declares_the_same(&self, other: &Self) -> bool {
        self.items == other.items && self.expects == other.expects
    }
}

// Matches the tables of the old file with those of the new one, and finds the places
// of new tables.

/// A table and the word in its header.
struct HeadedTable {
    header: &'static str,
    table: Table,
}

impl HeadedTable {
    /// The blank lines and comments above the header.
    fn comment(&self) -> &str {
        let prefix = self.table.decor().prefix();
        // A table that was never in a file gets a blank line above it.
        prefix.map_or("\n", |prefix| prefix.as_str().unwrap_or_default())
    }

    fn set_comment(&mut self, comment: &str) {
        self.table.decor_mut().set_prefix(comment);
    }

    /// The part of its comment that is about something else: up to the last blank line, if it
    /// contains any words.
    fn loose_comment(&self) -> String {
        let comment = self.comment().replace("\r\n", "\n");
        let (loose, _) = comment.rsplit_once("\n\n").unwrap_or_default();
        if loose.contains('#') { format!("{loose}\n\n") } else { String::new() }
    }
}

/// For each new item, the old one whose table it takes over: one for which the first rule holds, or
/// else, among those left then, the second. No old item is used twice.
fn taken_over<T>(
    old: &[T],
    new: &[T],
    first: impl Fn(&T, &T) -> bool,
    second: impl Fn(&T, &T) -> bool,
) -> Vec<Option<usize>> {
    let mut from = vec![None; new.len()];
    let mut is_free = vec![true; old.len()];
    for is_first in [true, false] {
        let rule = |old, new| if is_first { first(old, new) } else { second(old, new) };
        // Most items follow the previous one, so continuing the search from there is fast.
        let mut next = 0;
        for (item, from) in new.iter().zip(&mut from).filter(|(_, from)| from.is_none()) {
            let mut candidates = (next..old.len()).chain(0..next.min(old.len()));
            let found = candidates.find(|&i| is_free[i] && rule(&old[i], item));
            if let Some(i) = found {
                is_free[i] = false;
                *from = Some(i);
                next = i + 1;
            }
        }
    }
    from
}

/// The tables of one kind, objects or expectations, in their new order.
struct MergedTables {
    /// New tables before the first kept one.
    before: Vec<HeadedTable>,
    /// Each kept table, and the new ones after it.
    groups: VecDeque<Vec<HeadedTable>>,
    /// For each old table: `None` if it was kept, otherwise the comment that stays.
    old: VecDeque<Option<String>>,
}

impl MergedTables {
    /// The new tables. `edit` makes each from the index of its item and the
    /// table it takes over.
    fn new(
        entries: Vec<HeadedTable>,
        from: &[Option<usize>],
        mut edit: impl FnMut(usize, Option<HeadedTable>) -> Option<HeadedTable>,
    ) -> Option<Self> {
        let mut entries: Vec<Option<HeadedTable>> = entries.into_iter().map(Some).collect();
        let mut tables = Self { before: Vec::new(), groups: VecDeque::new(), old: VecDeque::new() };
        for (i, from) in from.iter().enumerate() {
            let taken = from.and_then(|from| entries.get_mut(from)?.take());
            let is_kept = taken.is_some();
            let entry = edit(i, taken)?;
            match tables.groups.back_mut() {
                _ if is_kept => tables.groups.push_back(vec![entry]),
                Some(group) => group.push(entry),
                None => tables.before.push(entry),
            }
        }
        let comment = |left: Option<HeadedTable>| left.map(|entry| entry.loose_comment());
        tables.old = entries.into_iter().map(comment).collect();
        Some(tables)
    }
}

/// Merges all kinds in the order of the headers of the old file, and returns the comments at the
/// end that lost their table.
fn merged(
    order: &[&str],
    mut steps: VecDeque<HeadedTable>,
    mut objects: MergedTables,
    mut expects: MergedTables,
) -> (Vec<HeadedTable>, String) {
    let mut entries = Vec::new();
    let mut loose = String::new();
    if objects.groups.is_empty() {
        let first = order.iter().take_while(|&&header| header == STEP).count();
        entries.extend(steps.drain(..first.min(steps.len())));
        entries.append(&mut objects.before);
    }
    for &header in order {
        if header == STEP {
            entries.extend(steps.pop_front());
            continue;
        }
        let tables = if header == EXPECT { &mut expects } else { &mut objects };
        if let Some(Some(comment)) = tables.old.pop_front() {
            loose.push_str(&comment);
            continue;
        }
        let mut group = mem::take(&mut tables.before);
        group.extend(tables.groups.pop_front().into_iter().flatten());
        if let Some(first) = group.first_mut().filter(|_| !loose.is_empty()) {
            let own = first.comment().trim_start_matches('\n').to_owned();
            first.set_comment(&(mem::take(&mut loose) + &own));
        }
        entries.append(&mut group);
    }
    entries.append(&mut expects.before);
    (entries, loose)
}

#[cfg(test)]
mod tests {
    use super::super::Scene;
    use super::super::read::pieces_of;
    use super::with_line_ends_of;
    use super::*;

    const TEXT: &str = "\
# A scene of mine.
speed = 10  # frames

# The first.
[[box]]
name = \"A\"
at = [0, 0]
size = [2.50, 2]

# The second,
# in two lines.
[[laser]]
name = \"L\"
from = [5, 5]
to = [9, 9]
[[box]]
name = \"B\"
at = [20, 0]
size = [2, 2]

[[expect]]
pair = [\"A\", \"B\"]
result = \"miss\"

# The last.
[[polygon]]
name = \"P\"
points = [[40, 0], [44, 0], [44, 4]]
# The end.
";

    fn edited_by(change: impl FnOnce(&mut Scene)) -> [Option<String>; 2] {
        let old = Scene::parse(TEXT).expect("a scene");
        let mut new = old.clone();
        change(&mut new);
        let (before, after) = (Part::whole(&old), Part::whole(&new));
        let pieces = pieces_of(TEXT, 1).expect("pieces");
        let both =
            [edited_in(TEXT, &pieces, &before, &after), super::edited(TEXT, &before, &after)];
        let both = both.map(|text| text.map(|text| with_line_ends_of(TEXT, &text)));
        for text in both.iter().flatten() {
            assert_eq!(Scene::parse(text).as_ref(), Ok(&new), "{text}");
        }
        both
    }

    fn moved(scene: &mut Scene, place: usize) {
        let object = &mut scene.objects[place];
        object.velocity.x = hitscan_geom::Milli::from_units(3);
        object.body = crate::world::Body::Dynamic;
    }

    #[test]
    fn editing_in_pieces_equals_editing_the_whole() {
        let changes: [fn(&mut Scene); 9] = [
            |_| {},
            |scene| moved(scene, 0),
            |scene| moved(scene, 2),
            |scene| moved(scene, 3),
            |scene| {
                let added = "[[box]]\nname = \"N\"\nat = [60, 0]\nsize = [1, 1]";
                scene.objects.extend(Scene::parse(added).expect("a box").objects);
            },
            |scene| scene.title = "new".into(),
            |scene| scene.expects.clear(),
            |scene| drop(scene.objects.remove(1)),
            |scene| {
                scene.expects.clear();
                drop(scene.objects.remove(0));
            },
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let [in_pieces, whole] = edited_by(change);
            assert_eq!(in_pieces, whole, "{number}");
        }
    }

    #[test]
    fn moves_across_pieces_are_left_to_whole_file_editing() {
        let [in_pieces, whole] = edited_by(|scene| scene.objects.swap(0, 2));
        assert_eq!(in_pieces, None);
        assert!(whole.is_some());
    }
}
