//! A line a minute for the system log that says how many users are here.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::Visitor;
use crate::user_commands::Role;

/// The shortest time between two lines.
const EVERY: Duration = Duration::from_secs(60);

/// When the next line is due. There is no timer: the line is written at the first change after
/// that, so an idle class costs nothing.
#[derive(Debug, Default)]
pub(super) struct Journal {
    next: Option<Instant>,
}

impl Journal {
    /// The line for these users, if one is due: `3b: 24 students, 1 teacher`.
    pub(super) fn line<'v>(
        &mut self,
        now: Instant,
        here: impl Iterator<Item = &'v Visitor>,
    ) -> Option<String> {
        if now < *self.next.get_or_insert(now + EVERY) {
            return None;
        }
        self.next = Some(now + EVERY);
        let mut classes: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
        for visitor in here {
            let class = visitor.class.as_ref().map_or("no class", |class| class.as_str());
            classes.entry(class).or_default()[usize::from(visitor.role == Role::Teacher)] += 1;
        }
        let told = classes.into_iter().map(|(class, [students, teachers])| {
            let parts = [(students, "student"), (teachers, "teacher")];
            let parts = parts.into_iter().filter(|(count, _)| *count > 0);
            let plural = |count| if count == 1 { "" } else { "s" };
            let parts: Vec<_> =
                parts.map(|(count, who)| format!("{count} {who}{}", plural(count))).collect();
            format!("{class}: {}", parts.join(", "))
        });
        Some(told.collect::<Vec<_>>().join("; ")).filter(|told| !told.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_line_a_minute_while_anyone_is_here() {
        let visitor = |class: &str, user: &str, role| Visitor {
            class: Some(class.parse().expect("an id")),
            user: user.parse().expect("a name"),
            role,
        };
        let here = [
            visitor("4", "emil", Role::Student),
            visitor("3b", "anna", Role::Student),
            visitor("3b", "ada", Role::Teacher),
            visitor("3b", "ben", Role::Student),
        ];
        let (mut journal, begun) = (Journal::default(), Instant::now());
        assert_eq!(journal.line(begun, here.iter()), None);
        assert_eq!(journal.line(begun + EVERY / 2, here.iter()), None);
        let line = "3b: 2 students, 1 teacher; 4: 1 student";
        assert_eq!(journal.line(begun + EVERY, here.iter()).as_deref(), Some(line));
        assert_eq!(journal.line(begun + EVERY, here.iter()), None);
        assert_eq!(journal.line(begun + 2 * EVERY, [].into_iter()), None);
        assert_eq!(
            journal.line(begun + 3 * EVERY, here[..1].iter()).as_deref(),
            Some("4: 1 student")
        );
    }
}
