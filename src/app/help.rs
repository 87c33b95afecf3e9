//! Help: its pages, the search in them, and the keys while it is open.

mod here;
mod keys;
mod page;
mod signs;

use crossterm::event::KeyCode;

use super::input::TooLong;
use super::screen::{HelpSearch, SearchStage};
use super::{
    Action, AnswerLasts, App, Arrow, Effect, Help, HelpPage, KeyMap, KeyPress, MAX_FIELD_BYTES,
    Message, Model, Pane,
};
use hitscan_core::command::COMMANDS;
use hitscan_core::words::concepts::ConceptGroup;
pub use page::HelpRole;
use page::{ColumnBreaks, HelpBlock, HelpEntry, HelpPart, HelpRow, HelpSection, Subject};
pub use signs::{LegendSign, PANEL_SIGNS, SIGNS};

/// Rows of the screen that show no row of a page: title, tabs, a blank one,
/// status and keys.
const FRAME_ROWS: u16 = 5;

/// The views of the panel whose keys open the pages of help, in their order.
const PAGE_KEYS: [Action; 5] =
    [Action::ShowLog, Action::ShowMethods, Action::ShowWhy, Action::ShowObject, Action::ShowSigns];

impl HelpPage {
    /// The key that opens it.
    #[must_use]
    pub fn key(self, keys: &KeyMap) -> Option<String> {
        keys.shortest_of(PAGE_KEYS[self.place()])
    }

    fn place(self) -> usize {
        Self::ALL.iter().position(|&page| page == self).unwrap_or(0)
    }
}

impl Model<'_> {
    /// The rows of a page of help on a screen of `width` columns. One that fills less than
    /// half of it has the next one below, under a rule.
    #[must_use]
    pub fn help_rows(self, page: HelpPage, width: u16) -> Vec<HelpRow> {
        let mut rows = page::rows(&self.help_page(page), width);
        let next = HelpPage::ALL.get(page.place() + 1);
        if let Some(&next) = next.filter(|_| 2 * rows.len() < self.help_height()) {
            rows.extend([Vec::new(), vec![HelpPart::rule_above(next)]]);
            let below = page::rows(&self.help_page(next), width);
            // Their numbers are those of another page.
            let unnumbered = |part| HelpPart { entry: None, ..part };
            rows.extend(below.into_iter().map(|row| row.into_iter().map(unnumbered).collect()));
        }
        rows
    }

    fn help_page(self, page: HelpPage) -> Vec<HelpBlock> {
        match page {
            HelpPage::Here => self.here(),
            HelpPage::Keys => keys::page(&self.input.keymap, self.engine.is_predicting()),
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
                let sections = ConceptGroup::ALL.into_iter().map(|group| HelpSection {
                    title: group.title().to_owned(),
                    entries: { group.concepts().into_iter() }
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
        }
    }

    /// The entries that contain a text, page by page: the page, and the number
    /// of the entry on it.
    #[must_use]
    pub fn help_matches(self, text: &str) -> Vec<(HelpPage, usize)> {
        if text.is_empty() {
            return Vec::new();
        }
        let matches = HelpPage::ALL.into_iter().flat_map(|page| {
            let blocks = self.help_page(page);
            let entries = blocks.into_iter().flat_map(|block| block.sections);
            let numbered = entries.flat_map(|section| section.entries).enumerate();
            let found = numbered.filter(|(_, entry)| entry.holds(text));
            found.map(|(number, _)| (page, number)).collect::<Vec<_>>()
        });
        matches.collect()
    }

    /// The rows of a page that the screen shows at once, one at least.
    #[must_use]
    pub fn help_height(self) -> usize {
        usize::from(self.screen.size.1.saturating_sub(FRAME_ROWS)).max(1)
    }
}

fn by_entries(sections: Vec<HelpSection>) -> HelpBlock {
    HelpBlock { sections, breaks: ColumnBreaks::Entries }
}

impl App {
    /// Handles a key while help is open.
    pub(super) fn press_in_help(&mut self, key: KeyPress) {
        let Some(mut help) = self.screen.help.take() else { return };
        self.screen.message = None;
        if self.input.is_interrupt(key) {
            return;
        }
        match &mut help.search {
            Some(search) if search.stage == SearchStage::Typing => match type_search(search, key) {
                Ok(AfterKey::Closed) => help.search = None,
                Ok(AfterKey::Open) => self.show_match(&mut help, 0),
                Err(why) => self.screen.fail(why.to_string()),
            },
            _ => {
                if self.turn_help(&mut help, key) == AfterKey::Closed {
                    return;
                }
            }
        }
        self.screen.help = Some(help);
    }

    /// Turns pages and goes through matches.
    fn turn_help(&self, help: &mut Help, key: KeyPress) -> AfterKey {
        let Some(action) = self.input.action_over(key, Pane::Panel) else { return AfterKey::Open };
        let page = PAGE_KEYS.iter().position(|&view| view == action);
        match action {
            Action::Escape if help.search.is_some() => help.search = None,
            Action::Escape | Action::Help | Action::Quit => return AfterKey::Closed,
            Action::SelectNext => open(help, help.page.neighbour(1)),
            Action::SelectPrevious => open(help, help.page.neighbour(HelpPage::ALL.len() - 1)),
            Action::Filter => help.search = Some(HelpSearch::begun()),
            Action::NextMethod => self.show_match(help, 1),
            Action::PreviousMethod => self.show_match(help, -1),
            _ if let Some(at) = page => open(help, HelpPage::ALL[at]),
            _ => self.scroll_help(help, action),
        }
        AfterKey::Open
    }

    /// Scrolls no further than to the last row, so that the way back begins at
    /// once.
    fn scroll_help(&self, help: &mut Help, action: Action) {
        let shown = self.model().help_height();
        let count = self.model().help_rows(help.page, self.screen.size.0).len();
        let last = count.saturating_sub(shown);
        let top = help.top.min(last);
        // One row of the previous page stays in view.
        let by_page = shown.saturating_sub(1).max(1);
        help.top = match action {
            Action::Arrow(Arrow::Up, _) => top.saturating_sub(1),
            Action::Arrow(Arrow::Down, _) => last.min(top + 1),
            Action::PageUp => top.saturating_sub(by_page),
            Action::PageDown => last.min(top + by_page),
            Action::First | Action::SeekStart => 0,
            Action::Last | Action::SeekEnd => last,
            _ => top,
        };
    }

    /// Goes `by` matches on, around the end; 0 goes to the first one from the
    /// open page on.
    fn show_match(&self, help: &mut Help, by: isize) {
        let Some(search) = &mut help.search else { return };
        let matches = self.model().help_matches(&search.text);
        if matches.is_empty() {
            return;
        }
        search.current = match by {
            0 => matches.iter().position(|(page, _)| *page >= help.page).unwrap_or(0),
            by => (search.current + matches.len()).saturating_add_signed(by) % matches.len(),
        };
        let (page, number) = matches[search.current];
        if help.page != page {
            open(help, page);
        }
        let rows = self.model().help_rows(page, self.screen.size.0);
        let is_it = |row: &HelpRow| row.iter().any(|part| part.entry == Some(number));
        let (Some(first), Some(last)) = (rows.iter().position(is_it), rows.iter().rposition(is_it))
        else {
            return;
        };
        let shown = self.model().help_height();
        let top = help.top.min(rows.len().saturating_sub(shown));
        if first < top || last >= top + shown {
            help.top = first.saturating_sub(shown / 3).min(rows.len().saturating_sub(shown));
        }
    }

    /// Shows the scene's note: at the foot of a view with room for it, until the next
    /// command; else in the panel, until that shows something else.
    pub(super) fn show_note(&mut self) -> Vec<Effect> {
        let note = self.model().note();
        if self.engine.covered_in_focus().is_some() {
            self.screen.fail("the note appears after your answer");
        } else if note.is_empty() {
            self.screen.message = Some(Message::Note("this scene has no note".to_owned()));
        } else {
            self.screen.note = Some(note.clone());
            if self.screen.panel.answer.is_none()
                && self.screen.layout().is_some_and(|layout| layout.note_rows > 0)
            {
                return Vec::new();
            }
            self.screen.note = None;
            let lasts = AnswerLasts::UntilClosed;
            self.screen.panel.show_answer(Action::ShowNote.typed(), vec![note], lasts);
        }
        Vec::new()
    }
}

/// Opens a page at its beginning.
const fn open(help: &mut Help, page: HelpPage) {
    help.page = page;
    help.top = 0;
}

/// What a key did to help, or to the search in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterKey {
    /// It stays open.
    Open,
    /// It is closed.
    Closed,
}

fn type_search(search: &mut HelpSearch, key: KeyPress) -> Result<AfterKey, TooLong> {
    match key.code {
        KeyCode::Esc => return Ok(AfterKey::Closed),
        KeyCode::Enter if search.text.is_empty() => return Ok(AfterKey::Closed),
        KeyCode::Enter => search.stage = SearchStage::Found,
        KeyCode::Backspace if search.text.pop().is_none() => return Ok(AfterKey::Closed),
        _ => {
            let length = search.text.len() + key.typed().map_or(0, char::len_utf8);
            if length > MAX_FIELD_BYTES {
                return Err(TooLong { length, limit: MAX_FIELD_BYTES });
            }
            search.text.extend(key.typed());
        }
    }
    Ok(AfterKey::Open)
}
