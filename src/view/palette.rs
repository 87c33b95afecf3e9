//! The list of completions of the word in the `:` line, over the lower rows of the screen: name,
//! arguments, description and key.
//!
//! ```text
//! ── commands with mo ─────────────────────────────────────── 7 of 98 ───
//! ► move       [NAME] DX DY     move one object                    arrows
//!   grip-move                   the arrows move the object              m
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::menu::{self, Head, cols_of, cut};
use super::text::Pen;
use super::theme::Theme;
use crate::app::{HitRegion, HitRegions, Model, PaletteRow, PanelPlace, Prompt};

/// The fewest rows of the list. At most it takes a third of the screen, not counting the rule.
const LEAST_ROWS: u16 = 3;
/// Rows below it: the syntax, the `:` line, the keys.
const ROWS_BELOW: u16 = 3;
/// Where names begin.
const NAME_AT: u16 = 2;
/// The most columns of a name.
const MOST_NAME: u16 = 18;
/// The minimum width of a screen that shows arguments.
const WITH_SYNTAX: u16 = 60;
/// Blank cells between a name and what follows it, and before the key.
const GAP: u16 = 2;
/// The minimum room for a description.
const LEAST_DOC: u16 = 8;

/// Draws the list into the screen `area` if it is open, and registers its rows as hit
/// regions.
pub(super) fn render(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
    hit_regions: &mut HitRegions,
) {
    let Some(Prompt::Command(line)) = &model.input.prompt else { return };
    let rows = model.input.palette();
    if rows.is_empty() {
        return;
    }
    let most = (area.height / 3).saturating_sub(1).max(LEAST_ROWS);
    let room = area.height.saturating_sub(ROWS_BELOW + 2);
    let count = u16::try_from(rows.len()).unwrap_or(u16::MAX);
    let height = count.min(most).min(room);
    let top = area.height - ROWS_BELOW - height - 1;
    let beside = model.screen.layout().filter(|layout| layout.panel == PanelPlace::Beside);
    let head = Head {
        title: &[("commands with ", theme.quiet), (line.text().trim(), theme.title)],
        count: &format!("{} of {}", rows.len(), PaletteRow::count(&model.input.keymap)),
        separator: beside.map(|layout| area.x + layout.panel_at().saturating_sub(1)),
    };
    menu::open(&head, area, top, theme, glyphs, buf);
    let chosen = line.choice();
    let first = first_row(chosen, rows.len(), usize::from(height));
    let words: Vec<_> = line.text().split_whitespace().collect();
    let seen = &rows[first..rows.len().min(first + usize::from(height))];
    let most = |cols: fn(&PaletteRow) -> u16| seen.iter().map(cols).max().unwrap_or(0);
    let syntax = most(|row| cols_of(row.syntax()));
    let drawn = PaletteRows {
        words: &words,
        name_cols: most(|row| cols_of(&row.line())).min(MOST_NAME),
        syntax_cols: if area.width < WITH_SYNTAX { 0 } else { syntax.min(area.width / 5) },
        key_cols: most(|row| row.key.as_deref().map_or(0, cols_of)),
        theme,
        glyphs,
    };
    for ((index, row), y) in (first..).zip(seen).zip(0..height) {
        let place = Rect { y: area.y + top + 1 + y, height: 1, ..area };
        drawn.row(row, line.chosen == Some(index), place, buf);
        hit_regions.put(place, HitRegion::Palette(index));
    }
}

/// The first visible row. The list scrolls by pages, so that most rows stay in
/// place.
fn first_row(chosen: usize, count: usize, height: usize) -> usize {
    let height = height.max(1);
    (chosen / height * height).min(count.saturating_sub(height))
}

/// How the rows are drawn, and how wide their columns are.
struct PaletteRows<'a> {
    words: &'a [&'a str],
    name_cols: u16,
    /// 0 if there is no room for arguments.
    syntax_cols: u16,
    key_cols: u16,
    theme: &'a Theme,
    glyphs: &'a Glyphs,
}

impl PaletteRows<'_> {
    fn row(&self, row: &PaletteRow, is_chosen: bool, place: Rect, buf: &mut Buffer) {
        let &Self { name_cols, syntax_cols, key_cols, .. } = self;
        let end = place.right().saturating_sub(1);
        let key_at = end.saturating_sub(key_cols);
        let mut pen = Pen::new(buf, place, 0);
        pen.end_at(key_at.saturating_sub(GAP));
        pen.skip(NAME_AT);
        self.name(&row.line(), &mut pen);
        pen.skip_to(place.x + NAME_AT + name_cols + GAP);
        if syntax_cols > 0 {
            let syntax = cut(row.syntax(), usize::from(syntax_cols), self.glyphs.cut);
            pen.style = if is_chosen { Style::new() } else { self.theme.quiet };
            pen.in_glyphs(&syntax, self.glyphs);
            pen.skip_to(place.x + NAME_AT + name_cols + GAP + syntax_cols + 1);
        }
        if pen.room() >= LEAST_DOC {
            pen.style = Style::new();
            let doc = cut(row.doc, usize::from(pen.room()), self.glyphs.cut);
            pen.in_glyphs(&doc, self.glyphs);
        }
        if let Some(key) = &row.key {
            let mut pen = Pen::new(buf, place, 0);
            pen.skip_to(end.saturating_sub(cols_of(key)));
            pen.styled(self.theme.key, key);
        }
        if is_chosen {
            menu::choose(place, self.theme, self.glyphs, buf);
        }
    }

    /// Writes a name, with the typed part of it highlighted.
    fn name(&self, name: &str, pen: &mut Pen<'_>) {
        let name = cut(name, usize::from(self.name_cols), self.glyphs.cut);
        let typed = self.words.iter().find_map(|word| {
            let at = PaletteRow::found_in(&name, word)?;
            Some(at..at + word.len())
        });
        let typed = typed.unwrap_or(0..0);
        pen.style = self.theme.title;
        pen.any_script(&name[..typed.start]);
        pen.styled(self.theme.accent, &name[typed.clone()]);
        pen.any_script(&name[typed.end..]);
    }
}
