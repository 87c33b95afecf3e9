//! Help: its pages, the search in them, and the keys while it is open.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `page` | the parts of a page, and its layout in columns |
//! | `signs` | the legend: every sign and its meaning |
//!
//! This file fills the pages from the table of actions; `page` uses `signs`.

mod page;
mod signs;

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::LazyLock;

use crossterm::event::KeyCode;

use self::page::{HelpBlock, HelpEntry, HelpSection, Subject};
use super::input::too_long;
use super::screen::HelpSearch;
use super::{
    ACTIONS, Action, Action as A, ActionRow, Arrow, Help, HelpGroup, HelpPage, KeyMap, KeyPress,
    Lab, MAX_FIELD_BYTES, Mode, Model, Pane, Section,
};
use hitscan_core::command::COMMANDS;
use hitscan_core::scene::{GalleryGroup, Scene, gallery};
use hitscan_core::words::concepts::concept_groups;
use page::HelpPart;
pub use page::HelpRole;
pub use signs::{LegendSign, PANEL_SIGNS, SIGNS};

/// Screen rows that are no page rows: title, tabs, a blank row, status and keys.
const FRAME_ROWS: u16 = 5;

/// The panel views whose keys open the pages of help, in page order.
const PAGE_KEYS: [Action; 6] = [
    Action::ShowLog,
    Action::ShowMethods,
    Action::ShowWhy,
    Action::ShowObject,
    Action::ShowSigns,
    Action::ShowMap,
];

impl HelpPage {
    /// The key that opens the page.
    pub fn key(self, keys: &KeyMap) -> Option<String> {
        keys.shortest_of(PAGE_KEYS[self.place()])
    }

    fn place(self) -> usize {
        Self::ALL.iter().position(|&page| page == self).unwrap_or(0)
    }
}

impl Model<'_> {
    /// The rows of a help page on a screen of `width` columns. If they fill less than half of the
    /// screen, the next page follows under a rule.
    pub fn help_rows(self, page: HelpPage, width: u16) -> Vec<Vec<HelpPart>> {
        let mut rows = page::rows(&self.help_page(page), width);
        let next = HelpPage::ALL.get(page.place() + 1);
        if let Some(&next) = next.filter(|_| 2 * rows.len() < self.help_height()) {
            rows.extend([Vec::new(), vec![HelpPart::rule_above(next)]]);
            let below = page::rows(&self.help_page(next), width);
            // Their numbers belong to another page.
            let unnumbered = |part| HelpPart { entry: None, ..part };
            rows.extend(below.into_iter().map(|row| row.into_iter().map(unnumbered).collect()));
        }
        rows
    }

    fn help_page(self, page: HelpPage) -> Vec<HelpBlock> {
        match page {
            HelpPage::Here => self.here(),
            HelpPage::Keys => page_of_keys(&self.input.keymap, self.engine.is_predicting()),
            HelpPage::Commands => {
                let entries = COMMANDS.iter().map(|spec| HelpEntry {
                    subject: Subject::Command(spec),
                    text: spec.doc.to_owned(),
                    also: spec.synonyms,
                });
                let title = match self.input.keymap.key_of(Action::CommandLine) {
                    Some(key) => format!("commands, after {key}"),
                    None => "commands".to_owned(),
                };
                vec![by_entries(vec![HelpSection { title, entries: entries.collect() }])]
            }
            HelpPage::Words => {
                let sections = concept_groups().into_iter().map(|(title, concepts)| HelpSection {
                    title: title.to_owned(),
                    entries: { concepts.into_iter() }
                        .map(|it| HelpEntry {
                            subject: Subject::Term(it.term),
                            text: it.text.to_owned(),
                            also: it.also,
                        })
                        .collect(),
                });
                // The first words fill a screen of their own.
                let mut first: Vec<_> = sections.collect();
                let more = first.split_off(1);
                vec![by_entries(first), by_entries(more)]
            }
            HelpPage::Signs => {
                let section = |title: &str, signs: &[(LegendSign, &str)]| HelpSection {
                    title: title.to_owned(),
                    entries: { signs.iter() }
                        .map(|(sign, text)| {
                            let text = self.input.keymap.filled(text);
                            HelpEntry::new(Subject::Sign(*sign), text)
                        })
                        .collect(),
                };
                let sections =
                    [section("in the panel", PANEL_SIGNS), section("in the arena", SIGNS)];
                vec![by_entries(sections.into())]
            }
            HelpPage::Articles => {
                let sections = GalleryGroup::all().map(of_group).collect();
                vec![HelpBlock { sections, splits_sections: false }]
            }
        }
    }

    /// The entries that contain a text: those that have it as a whole word first, then page by
    /// page; each as its page and its number there.
    pub fn help_matches(self, text: &str) -> Vec<(HelpPage, usize)> {
        self.ranked_matches(text).into_iter().map(|(_, page, number)| (page, number)).collect()
    }

    /// The same, each with 0 for a whole word or 1 for a part.
    fn ranked_matches(self, text: &str) -> Vec<(usize, HelpPage, usize)> {
        if text.is_empty() {
            return Vec::new();
        }
        let matches = HelpPage::ALL.into_iter().flat_map(|page| {
            let blocks = self.help_page(page);
            let entries = blocks.into_iter().flat_map(|block| block.sections);
            let numbered = entries.flat_map(|section| section.entries).enumerate();
            let found = numbered.filter_map(|(at, entry)| Some((entry.found_by(text)?, page, at)));
            found.collect::<Vec<_>>()
        });
        let mut matches: Vec<_> = matches.collect();
        matches.sort_unstable();
        matches
    }

    /// Help opened with what a word finds in it; `None` if that is nothing.
    pub(super) fn help_searched(self, word: &str) -> Option<Help> {
        if word.len() > MAX_FIELD_BYTES || self.help_matches(word).is_empty() {
            return None;
        }
        let search = HelpSearch { text: word.to_owned(), is_typing: false, current: 0 };
        let mut help = Help { search: Some(search), ..Help::default() };
        help.show_match(0, self);
        Some(help)
    }

    /// How many rows of a page fit on the screen; at least one.
    pub fn help_height(self) -> usize {
        usize::from(self.screen.size.1.saturating_sub(FRAME_ROWS)).max(1)
    }
}

/// The scenes of the gallery: the group, name and title of each.
static SCENES: LazyLock<Vec<(GalleryGroup, &str, String)>> = LazyLock::new(|| {
    let read = |(name, text): &(&'static str, &str)| {
        let scene = Scene::parse(text).ok()?;
        Some((scene.group(), *name, scene.title.shown().to_owned()))
    };
    gallery().iter().filter_map(read).collect()
});

/// An article with its functions, variables, ideas and scenes; or the scenes that come from none.
fn of_group(group: GalleryGroup) -> HelpSection {
    let mut entries = Vec::new();
    let mut also: &'static [&'static str] = &[];
    if let GalleryGroup::Article(article) = group {
        entries.push(("title", article.title().to_owned()));
        also = &article.headings;
        let functions = article.functions().map(|(name, pair, method)| {
            (name, format!("the function of {}, for {}", method.id(), pair.words()))
        });
        let words = [("variables", article.variables), ("ideas", article.ideas)];
        let words = words.into_iter().filter(|(_, words)| !words.is_empty());
        let words = words.map(|(term, words)| (term, words.join(", ")));
        entries.extend(functions.chain(words).chain([("credit", article.credit.to_owned())]));
    }
    let scenes = SCENES.iter().filter(|(of, ..)| *of == group);
    entries.extend(scenes.map(|(_, name, title)| (*name, title.clone())));
    let entry = |(term, text)| HelpEntry { subject: Subject::Term(term), text, also };
    let title = group.english().to_owned();
    HelpSection { title, entries: entries.into_iter().map(entry).collect() }
}

fn by_entries(sections: Vec<HelpSection>) -> HelpBlock {
    HelpBlock { sections, splits_sections: true }
}

impl Help {
    /// Handles a key while help is open, which closes it if this breaks.
    ///
    /// # Errors
    /// When the search text would be too long.
    pub(super) fn press(
        &mut self,
        key: KeyPress,
        model: Model<'_>,
    ) -> Result<ControlFlow<()>, String> {
        if model.input.is_interrupt(key) {
            return Ok(Break(()));
        }
        match &mut self.search {
            Some(search) if search.is_typing => {
                match type_search(search, key)? {
                    Break(()) => self.search = None,
                    Continue(()) => self.show_match(0, model),
                }
                Ok(Continue(()))
            }
            _ => Ok(self.turn(key, model)),
        }
    }

    /// Turns pages and goes through matches.
    fn turn(&mut self, key: KeyPress, model: Model<'_>) -> ControlFlow<()> {
        let Some(action) = model.input.action_over(key, Pane::Panel) else { return Continue(()) };
        let page = PAGE_KEYS.iter().position(|&view| view == action);
        match action {
            Action::Escape if self.search.is_some() => self.search = None,
            Action::Escape | Action::Help | Action::Quit => return Break(()),
            Action::SelectNext => self.open(self.page.neighbour(1)),
            Action::SelectPrevious => self.open(self.page.neighbour(HelpPage::ALL.len() - 1)),
            Action::Filter => self.search = Some(HelpSearch::begun()),
            Action::NextMethod => self.show_match(1, model),
            Action::PreviousMethod => self.show_match(-1, model),
            _ if let Some(at) = page => self.open(HelpPage::ALL[at]),
            _ => self.scroll(action, model),
        }
        Continue(())
    }

    /// Scrolls no further than the last row, so that scrolling back works at once.
    fn scroll(&mut self, action: Action, model: Model<'_>) {
        let shown = model.help_height();
        let count = model.help_rows(self.page, model.screen.size.0).len();
        let last = count.saturating_sub(shown);
        let top = self.top.min(last);
        // Keeps one row of the previous page in view.
        let by_page = shown.saturating_sub(1).max(1);
        self.top = match action {
            Action::Arrow(Arrow::Up, _) => top.saturating_sub(1),
            Action::Arrow(Arrow::Down, _) => last.min(top + 1),
            Action::PageUp => top.saturating_sub(by_page),
            Action::PageDown => last.min(top + by_page),
            Action::First | Action::SeekStart => 0,
            Action::Last | Action::SeekEnd => last,
            _ => top,
        };
    }

    /// Goes `by` matches on, wrapping around; 0 goes to the first match from the open page on.
    fn show_match(&mut self, by: isize, model: Model<'_>) {
        let Some(search) = &mut self.search else { return };
        let matches = model.ranked_matches(&search.text);
        let Some(&(best, ..)) = matches.first() else { return };
        let is_ahead =
            |&(rank, page, _): &(usize, HelpPage, usize)| rank == best && page >= self.page;
        search.current = match by {
            0 => matches.iter().position(is_ahead).unwrap_or(0),
            by => (search.current + matches.len()).saturating_add_signed(by) % matches.len(),
        };
        let (_, page, number) = matches[search.current];
        if self.page != page {
            self.open(page);
        }
        let rows = model.help_rows(page, model.screen.size.0);
        let is_it = |row: &Vec<HelpPart>| row.iter().any(|part| part.entry == Some(number));
        let (Some(first), Some(last)) = (rows.iter().position(is_it), rows.iter().rposition(is_it))
        else {
            return;
        };
        let shown = model.help_height();
        let most = rows.len().saturating_sub(shown);
        let top = self.top.min(most);
        if first < top || last >= top + shown {
            self.top = first.saturating_sub(shown / 3).min(most);
        }
    }

    /// Opens a page at the top.
    const fn open(&mut self, page: HelpPage) {
        self.page = page;
        self.top = 0;
    }
}

fn type_search(search: &mut HelpSearch, key: KeyPress) -> Result<ControlFlow<()>, String> {
    match key.code {
        KeyCode::Esc => return Ok(Break(())),
        KeyCode::Enter if search.text.is_empty() => return Ok(Break(())),
        KeyCode::Enter => search.is_typing = false,
        KeyCode::Backspace if search.text.pop().is_none() => return Ok(Break(())),
        _ => {
            let length = search.text.len() + key.typed().map_or(0, char::len_utf8);
            if length > MAX_FIELD_BYTES {
                return Err(too_long(length, MAX_FIELD_BYTES));
            }
            search.text.extend(key.typed());
        }
    }
    Ok(Continue(()))
}

// The first page of help: what keys do in the current mode, with the selected object and in the
// open view, and what the scene's author suggests.

impl Model<'_> {
    fn here(self) -> Vec<HelpBlock> {
        let mode = self.mode_in_help();
        let mut modes = vec![mode];
        if !matches!(mode, Mode::Covered | Mode::Question) {
            if self.screen.pane == Pane::Arena {
                modes.push(Mode::Panel(self.screen.panel.tab));
            }
            modes.push(Mode::Time);
        }
        let keys = modes.into_iter().map(|mode| {
            let (title, rows) = self.docs(mode);
            let entries = rows.iter().map(|(its, text)| entry(&self.input.keymap, its, text));
            HelpSection { title, entries: entries.collect() }
        });
        let sections = keys.chain([self.about_the_scene()]).chain(self.recoverable());
        let sections = sections.chain(self.announced()).collect();
        vec![HelpBlock { sections, splits_sections: false }]
    }

    /// The title and note of the scene, and how to see the note again.
    fn about_the_scene(self) -> HelpSection {
        if let Some(lab) = self.lab {
            return self.about_the_lesson(lab);
        }
        let title = self.engine.sandbox().world().title();
        let title = if title.is_empty() { "this scene".to_owned() } else { title.to_owned() };
        let note = match self.note() {
            _ if self.engine.covered_in_focus().is_some() => {
                "The scene's note appears after your answer.".to_owned()
            }
            note if note.is_empty() => "This scene has no note.".to_owned(),
            note => note,
        };
        let again = entry(&self.input.keymap, &[A::ShowNote], "this note, in the panel");
        HelpSection { title, entries: vec![HelpEntry::new(Subject::Nothing, note), again] }
    }

    /// Unsaved work that can be recovered, if there is any.
    fn recoverable(self) -> Option<HelpSection> {
        let offer = self.screen.recoverable.clone()?;
        let entries = vec![HelpEntry::new(Subject::Nothing, offer)];
        Some(HelpSection { title: "unsaved work".to_owned(), entries })
    }

    /// The last announcement from others.
    fn announced(self) -> Option<HelpSection> {
        let said = self.screen.announced.clone()?;
        let entries = vec![HelpEntry::new(Subject::Nothing, said)];
        Some(HelpSection { title: "said to you".to_owned(), entries })
    }

    /// The title and goal of the open lesson, and how to see its step again.
    fn about_the_lesson(self, lab: &Lab) -> HelpSection {
        let learning = &lab.learning;
        let key_of = |action: &str| self.key_in_text(action);
        let title = format!("lesson {}: {}", learning.lesson_number(), learning.title(&key_of));
        let goal = learning.text("goal", &key_of).unwrap_or_default();
        let again = entry(&self.input.keymap, &[A::ShowLab], "the open step, in the panel");
        let all = entry(&self.input.keymap, &[A::Open], "all lessons, with your points");
        HelpSection { title, entries: vec![HelpEntry::new(Subject::Nothing, goal), again, all] }
    }
}

// The page of keys: an overview, then each two-key sequence. The action table says what goes
// where; the keys come from the key map.

/// Each help group with its actions, in the order of help.
fn help_groups() -> Vec<(HelpGroup, Vec<&'static ActionRow>)> {
    let of_row = |row: &'static ActionRow| row.groups.iter().map(move |&place| (place, row));
    let mut places: Vec<_> = ACTIONS.iter().flat_map(of_row).collect();
    places.sort_by_key(|(place, _)| *place);
    let groups = places.chunk_by(|((one, _), _), ((next, _), _)| one == next);
    groups.map(|all| (all[0].0.0, all.iter().map(|(_, row)| *row).collect())).collect()
}

/// The page with the current keys.
fn page_of_keys(keys: &KeyMap, is_predicting: bool) -> Vec<HelpBlock> {
    let groups = help_groups();
    let (mut glance, mut rest) = (Vec::new(), Vec::new());
    for of_section in groups.chunk_by(|(one, _), (next, _)| one.section() == next.section()) {
        let at = of_section[0].0.section();
        let entries = of_section.iter().map(|(group, rows)| {
            let actions: Vec<_> = rows.iter().map(|row| row.action).collect();
            entry(keys, &actions, group.text())
        });
        let section = HelpSection { title: at.title().to_owned(), entries: entries.collect() };
        match at {
            Section::More => {
                rest.push(section);
                rest.extend(
                    groups.iter().filter_map(|(group, rows)| sequences(keys, *group, rows)),
                );
            }
            Section::Typing => rest.push(section),
            Section::Covered if is_predicting => rest.push(section),
            Section::Covered => {}
            _ => glance.push(section),
        }
    }
    [glance, rest].map(|sections| HelpBlock { sections, splits_sections: false }).into()
}

/// Actions that start with the same key, each with all its keys and its doc.
fn sequences(keys: &KeyMap, group: HelpGroup, rows: &[&ActionRow]) -> Option<HelpSection> {
    let title = match group {
        HelpGroup::Add => "add",
        HelpGroup::Properties => "name, body, snap, strictness",
        HelpGroup::Pan => "view",
        _ => group.text(),
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
fn entry(keys: &KeyMap, actions: &[Action], text: &str) -> HelpEntry {
    HelpEntry::new(Subject::Keys(keys.together(actions)), text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{App, GlyphSet};
    use hitscan_core::command::Command;
    use hitscan_core::scene::{SceneSource, builtin};

    fn app() -> App {
        let source = SceneSource::BuiltIn("start".to_owned());
        let scene = builtin("start").expect("built in");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world")
    }

    /// The entry that a word finds first: the page, and its rows.
    fn found(word: &str) -> (HelpPage, String) {
        let app = app();
        let model = app.model();
        let &(page, number) = model.help_matches(word).first().expect(word);
        let rows = page::rows(&model.help_page(page), 60);
        let parts = rows.into_iter().flatten().filter(|part| part.entry == Some(number));
        (page, parts.map(|part| part.text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn functions_variables_ideas_and_scenes_are_found_by_article() {
        for (word, text) in [
            ("LineAndLine", "LineAndLine"),
            ("Cross2D", "Cross2D"),
            ("BlockAYCenter", "BlockAYCenter"),
            ("未来予測", "未来予測"),
            ("相対速度", "相対速度"),
            ("tunnel", "tunnel"),
        ] {
            let (page, found) = found(word);
            assert_eq!(page, HelpPage::Articles, "{word}");
            assert!(found.contains(text), "{word}: {found}");
        }
    }

    #[test]
    fn a_whole_word_comes_before_a_part() {
        let app = app();
        let ranks = |word| app.model().ranked_matches(word).into_iter().map(|(rank, ..)| rank);
        let ranks: Vec<_> = ranks("box").collect();
        assert!(ranks.is_sorted() && ranks.contains(&0) && ranks.contains(&1), "{ranks:?}");
    }

    #[test]
    fn help_about_a_part_of_a_word_opens_the_search() {
        let mut app = app();
        let command = Command::Help(Some("AndLine".to_owned()));
        app.execute(&command).expect("it is part of words");
        let help = app.screen.help.as_ref().expect("help is open");
        assert_eq!(help.page, HelpPage::Articles);
        let nothing = Command::Help(Some("xyzzy".to_owned()));
        assert!(app.execute(&nothing).is_err());
    }

    #[test]
    fn each_sequence_of_keys_is_listed_in_full() {
        let all = ACTIONS.iter().filter(|row| row.keys[0].contains(' ')).count();
        let groups = help_groups();
        let map = KeyMap::default();
        let sections = groups.iter().filter_map(|(group, rows)| sequences(&map, *group, rows));
        let listed = sections.map(|section| section.entries.len());
        assert_eq!(listed.sum::<usize>(), all);
    }
}
