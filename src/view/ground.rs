//! Lays grounds (background colours) under cells that are already drawn: for what is chosen, and
//! for boxes to read or press.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::theme::{GroundRole, Theme};

/// Lays a ground under all cells of `area`; letters that would be unreadable there turn plain.
/// Without grounds in the theme, the bar of what is chosen is reversed, and all other grounds are
/// left out.
pub(super) fn lay(area: Rect, role: GroundRole, theme: &Theme, buf: &mut Buffer) {
    let ground = theme.ground(role);
    for position in area.intersection(*buf.area()).positions() {
        let Some(cell) = buf.cell_mut(position) else { continue };
        match ground {
            Some(ground) => lay_in_cell(cell, ground, theme),
            None if role == GroundRole::Chosen => reverse(cell),
            None => {}
        }
    }
}

/// Reversed cells stay as they are: they already have a background.
fn lay_in_cell(cell: &mut Cell, ground: Color, theme: &Theme) {
    if cell.modifier.contains(Modifier::REVERSED) {
        return;
    }
    let own = Style {
        fg: Some(cell.fg).filter(|&color| color != Color::Reset),
        add_modifier: cell.modifier,
        ..Style::new()
    };
    cell.fg = theme.letter_on(own, ground).fg.unwrap_or(Color::Reset);
    cell.bg = ground;
}

/// Reverses a cell for a bar of uniform colour, where bold words stay bold.
fn reverse(cell: &mut Cell) {
    cell.fg = Color::Reset;
    cell.modifier.remove(Modifier::DIM);
    cell.modifier.insert(Modifier::REVERSED);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Appearance, ColorDepth, ThemeName};

    const BAR: Rect = Rect::new(1, 0, 3, 1);

    /// A row with a plain, a quiet and a bold cell between two blank ones, and a ground under those
    /// three.
    fn row(theme: &Theme, role: GroundRole) -> Vec<Cell> {
        let mut buf = Buffer::empty(Rect::new(0, 0, 5, 1));
        buf.set_string(1, 0, "a", Style::new());
        buf.set_string(2, 0, "b", theme.quiet);
        buf.set_string(3, 0, "c", theme.accent);
        lay(BAR, role, theme, &mut buf);
        buf.content().to_vec()
    }

    #[test]
    fn a_bar_has_one_ground_and_readable_letters() {
        let look =
            Appearance { theme: ThemeName::Dark, found: ColorDepth::Rgb, ..Default::default() };
        let theme = Theme::of(look);
        let bar = theme.ground(GroundRole::Chosen).expect("a ground");
        let cells = row(&theme, GroundRole::Chosen);
        assert_eq!(cells[0], Cell::default());
        assert_eq!(cells[4], Cell::default());
        assert!(cells[1..4].iter().all(|cell| cell.bg == bar));
        assert_eq!([cells[1].fg, cells[2].fg], [Color::Reset; 2], "quiet turns plain");
        assert_eq!(Some(cells[3].fg), theme.accent.fg);
        let button = row(&theme, GroundRole::Button);
        assert_eq!(Some(button[2].fg), theme.quiet.fg, "and may stay quiet there");
    }

    #[test]
    fn without_grounds_only_the_chosen_line_is_reversed() {
        for theme in [Theme::SIXTEEN, Theme::PLAIN, Theme::HIGH_CONTRAST] {
            let cells = row(&theme, GroundRole::Chosen);
            let is_bar = |cell: &Cell| {
                cell.fg == Color::Reset
                    && cell.modifier.contains(Modifier::REVERSED)
                    && !cell.modifier.contains(Modifier::DIM)
            };
            assert!(cells[1..4].iter().all(is_bar));
            assert!(cells[3].modifier.contains(Modifier::BOLD | Modifier::REVERSED));
            let button = row(&theme, GroundRole::Button);
            let reversed = |cell: &Cell| cell.modifier.contains(Modifier::REVERSED);
            assert!(!button.iter().any(reversed));
        }
    }
}
