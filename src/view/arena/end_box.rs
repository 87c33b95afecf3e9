//! How a game has ended, in a box over the arena, until the next key.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::app::{Action, Model};
use crate::view::glyphs::Glyphs;
use crate::view::text::Pen;
use crate::view::theme::Theme;
use hitscan_core::engine::{GameOver, GameResult};

/// Its columns and rows, with the border.
const COLS: u16 = 22;
const ROWS: u16 = 4;

/// Draws the box over the arena's cells in `area`: at the foot of its upper two thirds, or at its
/// top if the contact that ended the game is near there.
pub(in crate::view) fn render(
    model: Model<'_>,
    over: &GameOver,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    if area.width < COLS || area.height < ROWS + 2 {
        return;
    }
    let place = place_of(model, over, area);
    let (word, style, keys) = match over.result {
        GameResult::Lost => {
            ("LOST", theme.contact, [(Action::StepBack, "back"), (Action::SeekStart, "start")])
        }
        GameResult::Won => {
            ("WON", theme.right, [(Action::SeekStart, "again"), (Action::Open, "other")])
        }
    };
    draw_border(style, glyphs, place, buf);
    let said = format!("{word}, frame {}", over.frame);
    let chips = keys.map(|(action, what)| (model.input.keymap.named(action), what));
    let cols: usize = chips.iter().map(|(key, what)| key.chars().count() + what.len() + 3).sum();
    let centered = |cols: usize| {
        u16::try_from(usize::from(COLS).saturating_sub(cols) / 2).unwrap_or_default().max(1)
    };
    let inner = Rect { width: COLS - 1, ..place };
    let mut pen = Pen::new(buf, inner, 1);
    pen.skip(centered(said.len()));
    pen.styled(Style::new().add_modifier(Modifier::BOLD), &said);
    let mut pen = Pen::new(buf, inner, 2);
    pen.skip(centered(cols + 1));
    for (key, what) in chips {
        pen.styled(theme.quiet, "[");
        pen.styled(theme.chip(), &key);
        pen.styled(theme.quiet, "]");
        pen.skip(1);
        pen.styled(Style::new(), what);
        pen.skip(1);
    }
}

/// Where the box is within the arena's cells in `area`.
fn place_of(model: Model<'_>, over: &GameOver, area: Rect) -> Rect {
    let lower = (area.height * 2 / 3).saturating_sub(ROWS);
    let near = lower.saturating_sub(1)..=lower + ROWS;
    let contact = over.contact().map(|pair| {
        let (min, max) = pair.a.shape.bounds();
        [min, max].map(|corner| model.screen.viewport.cell_of(corner).row)
    });
    let is_near = contact.is_some_and(|rows| {
        rows.iter().any(|&row| u16::try_from(row).is_ok_and(|row| near.contains(&row)))
    });
    let top = if is_near { 1 } else { lower };
    Rect { x: area.x + (area.width - COLS).div_ceil(2), y: area.y + top, width: COLS, height: ROWS }
}

fn draw_border(style: Style, glyphs: &Glyphs, place: Rect, buf: &mut Buffer) {
    let joins = glyphs.end_box;
    for row in 0..ROWS {
        let [left, middle, right] = match row {
            0 => [joins[0], joins[4], joins[1]],
            _ if row == ROWS - 1 => [joins[2], joins[4], joins[3]],
            _ => [joins[5], ' ', joins[5]],
        };
        let whole: String = std::iter::once(left)
            .chain(std::iter::repeat_n(middle, usize::from(COLS) - 2))
            .chain([right])
            .collect();
        let mut pen = Pen::new(buf, place, row);
        pen.style = style;
        pen.format(format_args!("{whole}"));
    }
}
