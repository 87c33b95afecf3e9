//! The whole history in one row, with the lines of the log: ` 0 ━━━╋━━●──╂──┼──!── 28 `.

use std::cmp::Ordering;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::{Glyphs, TimeGlyphs};
use super::status::clear_row;
use super::text::Pen;
use super::theme::Theme;
use crate::app::{Model, TimelinePlace};
use hitscan_core::engine::{Bin, TimeMark};

/// Draws the timeline over the content of its row of the screen `area`.
pub(super) fn render(
    model: Model<'_>,
    place: &TimelinePlace,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let area = Rect { width: place.cols.min(area.width), ..area };
    clear_row(area, place.row, buf);
    let timeline = place.timeline(model);
    let scale = timeline.scale;
    let now = scale.bin_of(model.engine.world_in_focus().frame());
    let most = timeline.bins.iter().map(|bin| bin.hits).max();
    let most = most.filter(|_| timeline.is_crowded());
    let mut pen = Pen::new(buf, area, place.row);
    let number_style = |bin: usize| if bin == now { Style::new() } else { theme.quiet };
    pen.skip(1);
    pen.style = number_style(0);
    pen.format(format_args!("{}", scale.first));
    pen.skip(1);
    for (bin, at) in timeline.bins.iter().zip(0..) {
        let (glyph, style) = look_of(*bin, at.cmp(&now), most, theme, &glyphs.time);
        pen.styled(style, glyph.encode_utf8(&mut [0; 4]));
    }
    pen.skip(1);
    pen.style = number_style(timeline.bins.len() - 1);
    pen.format(format_args!("{}", scale.last));
}

/// The glyph and style of a bin that is before now, now or after it. If bins are bars, the longest
/// stands for `most` HITs.
fn look_of(
    bin: Bin,
    side: Ordering,
    most: Option<u32>,
    theme: &Theme,
    glyphs: &TimeGlyphs,
) -> (char, Style) {
    if side.is_eq() {
        return (glyphs.now, theme.accent);
    }
    if let (Some(most), 1..) = (most, bin.hits) {
        return (glyphs.bar(bin.hits, most), theme.overlap);
    }
    let after = usize::from(side.is_gt());
    match bin.mark() {
        Some(TimeMark::Wrong) => ('!', theme.wrong),
        Some(TimeMark::Hit) => (glyphs.hit[after], theme.contact),
        Some(TimeMark::Touch) => (glyphs.touch[after], theme.convention),
        // A bar would not stand out above a heavy line.
        None if most.is_some() => (glyphs.line[1], theme.quiet),
        None if side.is_lt() => (glyphs.line[0], Theme::unselected(theme.accent)),
        None => (glyphs.line[1], theme.quiet),
    }
}
