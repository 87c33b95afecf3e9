//! Bars that show how much of something is reached: `━━━╸──`.

use ratatui::style::Style;

use super::glyphs::Glyphs;

/// The parts of a bar this many cells wide, each with its style: the part reached, and the rest.
/// Any progress is visible, and only full progress fills the bar.
pub(super) fn parts(
    [reached, all]: [u32; 2],
    cells: u16,
    glyphs: &Glyphs,
    [full, rest]: [Style; 2],
) -> [(String, Style); 2] {
    let halves = u64::from(reached) * 2 * u64::from(cells) / u64::from(all.max(1));
    let halves = halves.max(u64::from(reached > 0)).min(2 * u64::from(cells));
    let [line, other] = glyphs.bar;
    let whole = usize::try_from(halves / 2).unwrap_or(0);
    let mut beginning: String = std::iter::repeat_n(line, whole).collect();
    if halves % 2 == 1 {
        beginning.push(glyphs.half_bar);
    }
    let left = usize::from(cells) - beginning.chars().count();
    [(beginning, full), (std::iter::repeat_n(other, left).collect(), rest)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_halves_and_is_full_only_at_the_end() {
        let bar = |reached, all, cells| {
            parts([reached, all], cells, &Glyphs::LINES, [Style::new(); 2]).map(|it| it.0).concat()
        };
        assert_eq!(bar(0, 12, 8), "────────");
        assert_eq!(bar(1, 212, 8), "╸───────");
        assert_eq!(bar(9, 14, 8), "━━━━━───");
        assert_eq!(bar(11, 12, 14), "━━━━━━━━━━━━╸─");
        assert_eq!(bar(12, 12, 8), "━━━━━━━━");
        assert_eq!([bar(99, 100, 4), bar(0, 0, 2)], ["━━━╸", "──"]);
    }
}
