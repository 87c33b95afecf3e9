//! Draws the help. Its text and its keys live elsewhere.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::legend;
use super::text::{Pen, cells_of};
use super::theme::Theme;
use crate::app::{Action, Help, HelpPage, HelpRole, HelpSearch, Model};
use hitscan_core::world::TestResult;

/// The row of the tabs, followed by a blank one.
const TABS_ROW: u16 = 1;
/// The first row of the page.
const PAGE_ROW: u16 = 3;

/// Draws help into `area`, except for the keys in its last row.
pub(super) fn render(
    model: Model<'_>,
    help: &Help,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut pen = Pen::new(buf, area, 0);
    pen.skip(1);
    pen.styled(theme.title, "help");
    let closes = format!("{} closes", model.input.keymap.named(Action::Help));
    let cells = u16::try_from(cells_of(format_args!("{closes}")) + 1).unwrap_or(u16::MAX);
    if cells + 1 < pen.room() {
        pen.skip_to(area.right().saturating_sub(cells));
        pen.styled(theme.quiet, &closes);
    }
    tabs(model, help, theme, glyphs, &mut Pen::new(buf, area, TABS_ROW));

    let rows = model.help_rows(help.page, area.width);
    let height = model.help_height();
    let top = help.top.min(rows.len().saturating_sub(height));
    let matches = help.search.as_ref().map(|it| (it, model.help_matches(&it.text)));
    let current = matches.as_ref().and_then(|(search, matches)| matches.get(search.current));
    let current = current.filter(|(page, _)| *page == help.page).map(|(_, number)| *number);
    for (row, y) in rows.iter().skip(top).take(height).zip(PAGE_ROW..) {
        let mut pen = Pen::new(buf, area, y);
        for part in row {
            let is_current = current.is_some() && part.entry == current;
            let at = area.x + part.x;
            let style = match part.role {
                HelpRole::Heading | HelpRole::Syntax | HelpRole::Rule(_) => theme.quiet,
                HelpRole::Keys => theme.key,
                HelpRole::Name | HelpRole::Result(TestResult::Miss) => theme.title,
                HelpRole::Result(TestResult::Touch) => theme.touched,
                HelpRole::Result(TestResult::Hit) => theme.contact,
                HelpRole::Text if is_current => theme.chosen,
                HelpRole::Text | HelpRole::Sign(_) => Style::new(),
            };
            if is_current && !matches!(part.role, HelpRole::Text) {
                pen.skip_to(at.saturating_sub(1));
                pen.styled(theme.accent, ">");
            }
            pen.skip_to(at);
            match part.role {
                HelpRole::Sign(sign) => legend::write(sign, theme, glyphs, &mut pen),
                HelpRole::Rule(page) => rule(model, page, theme, glyphs, &mut pen),
                _ => {
                    pen.style = style;
                    pen.in_glyphs(&glyphs.shown(&part.text), glyphs);
                }
            }
        }
    }
    let count = matches.as_ref().map_or(0, |(_, matches)| matches.len());
    foot(help, count, &shown_of(rows.len(), top, height), theme, area, buf);
}

/// Which of the rows of a page are shown.
fn shown_of(rows: usize, top: usize, height: usize) -> String {
    if rows <= height {
        return "all of it".to_owned();
    }
    format!("lines {} to {} of {rows}", top + 1, (top + height).min(rows))
}

/// `── 2 Keys ───`: the rule above another page, with the key that opens it.
fn rule(model: Model<'_>, page: HelpPage, theme: &Theme, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    let line = glyphs.horizontal;
    pen.style = theme.quiet;
    pen.format(format_args!("{line}{line} "));
    if let Some(key) = page.key(&model.input.keymap) {
        pen.styled(theme.key, &key);
        pen.text(" ");
    }
    pen.format(format_args!("{} ", page.title()));
    while pen.room() > 0 {
        pen.format(format_args!("{line}"));
    }
}

/// `──1 Here──┤2 Keys├──3 Commands───4 Words───5 Signs───`; without keys if they do not fit.
fn tabs(model: Model<'_>, help: &Help, theme: &Theme, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    let name = |page: HelpPage| match page.key(&model.input.keymap) {
        Some(key) => format!("{key} {}", page.title()),
        None => page.title().to_owned(),
    };
    let mut names = HelpPage::ALL.map(name);
    let cells: usize = names.iter().map(|name| 3 + cells_of(format_args!("{name}"))).sum();
    if cells > usize::from(pen.room()) {
        names = HelpPage::ALL.map(|page| page.title().to_owned());
    }
    let line = glyphs.horizontal;
    for (page, name) in HelpPage::ALL.into_iter().zip(&names) {
        let is_open = page == help.page;
        let [open, close] = if is_open { glyphs.tab } else { [line; 2] };
        pen.style = theme.quiet;
        pen.format(format_args!("{line}{open}"));
        let (key, title) = name.rsplit_once(' ').unwrap_or(("", name));
        if is_open {
            pen.styled(theme.accent, name);
        } else {
            pen.styled(theme.key, key);
            pen.styled(Style::new(), if key.is_empty() { "" } else { " " });
            pen.styled(Style::new(), title);
        }
        pen.format(format_args!("{close}"));
    }
    while pen.room() > 0 {
        pen.format(format_args!("{line}"));
    }
}

/// Writes the name of the page or the search text, and which rows are shown.
fn foot(help: &Help, count: usize, shown: &str, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let y = area.height.saturating_sub(2);
    let cells = u16::try_from(cells_of(format_args!("{shown}")) + 1).unwrap_or_default();
    let mut pen = Pen::new(buf, area, y);
    pen.end_at(area.right().saturating_sub(cells + 1));
    pen.styled(theme.badge, " HELP ");
    pen.skip(1);
    match &help.search {
        None => pen.text(help.page.title()),
        Some(search) => write_search(search, count, theme, &mut pen),
    }
    let mut pen = Pen::new(buf, area, y);
    pen.skip_to(area.right().saturating_sub(cells));
    pen.styled(theme.quiet, shown);
}

fn write_search(search: &HelpSearch, count: usize, theme: &Theme, pen: &mut Pen<'_>) {
    pen.styled(theme.key, "search: ");
    pen.any_script(&search.text);
    if search.is_typing {
        pen.mark(theme.marked);
        pen.skip(1);
    }
    pen.skip(2);
    if count > 0 {
        pen.format(format_args!("{} of {count}", search.current + 1));
    } else if !search.text.is_empty() {
        pen.styled(theme.fault, "not in help");
    }
}
