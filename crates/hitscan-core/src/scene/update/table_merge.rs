//! Matches the tables of the old file with those of the new one, and finds the places
//! of new tables.

use std::collections::VecDeque;
use std::mem;

use toml_edit::Table;

/// A table and the word in its header.
pub(super) struct HeadedTable {
    pub(super) header: &'static str,
    pub(super) table: Table,
}

impl HeadedTable {
    /// The blank lines and comments above the header.
    pub(super) fn comment(&self) -> &str {
        let prefix = self.table.decor().prefix();
        // A table that was never in a file gets a blank line above it.
        prefix.map_or("\n", |prefix| prefix.as_str().unwrap_or_default())
    }

    pub(super) fn set_comment(&mut self, comment: &str) {
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

/// Whether a new item takes over the table of an old one.
pub(super) type Rule<'r, T> = &'r dyn Fn(&T, &T) -> bool;

/// For each new item, the old one whose table it takes over. The rules are tried in order, each on
/// the items left by the previous rules; no old item is used twice.
pub(super) fn taken_over<T>(old: &[T], new: &[T], rules: &[Rule<'_, T>]) -> Vec<Option<usize>> {
    let mut from = vec![None; new.len()];
    let mut is_free = vec![true; old.len()];
    for rule in rules {
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
pub(super) struct MergedTables {
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
    pub(super) fn new(
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

/// Merges both kinds in the order of the old file (`true` for an expectation), and returns the
/// comments at the end that lost their table.
pub(super) fn merged(
    order: &[bool],
    mut objects: MergedTables,
    mut expects: MergedTables,
) -> (Vec<HeadedTable>, String) {
    let mut entries = Vec::new();
    let mut loose = String::new();
    if objects.groups.is_empty() {
        entries.append(&mut objects.before);
    }
    for &is_expect in order {
        let tables = if is_expect { &mut expects } else { &mut objects };
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
