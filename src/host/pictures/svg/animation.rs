//! An animated SVG: screens one after the other, in a loop.
//!
//! Only what changes is drawn more than once, by parts of rows. The animation uses a style sheet,
//! because only that can ask whether the reader prefers reduced motion: then only the last screen
//! shows.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use ratatui::buffer::Buffer;

use super::cells::{self, Glyph};
use super::{Layers, Palette, draw_row, whole};

/// How long each screen is shown, and how much longer the last one, in milliseconds.
const STAY: u64 = 600;
const STAY_LONGER: u64 = 1800;

/// An SVG of these screens, in order; all have the same size. `None` without screens.
pub(in crate::host::pictures) fn write(
    screens: &[Buffer],
    title: &str,
    palette: &'static Palette,
) -> Option<String> {
    let last = screens.last()?;
    let count = screens.len();
    let rows: Vec<Vec<_>> = screens.iter().map(|screen| cells::rows(screen).collect()).collect();
    let mut still = Layers::new(palette);
    // Keyed by the screens on which they are visible, the first and the one after the last, so that
    // parts that are visible together are drawn together.
    let mut moving: BTreeMap<(usize, usize), Layers> = BTreeMap::new();
    for row in 0..last.area().height {
        let at = usize::from(row);
        let parts = changing(screens, row);
        let is_still = |glyph: &&Glyph<'_>| !parts.iter().any(|part| part.contains(&glyph.column));
        let glyphs: Vec<_> = rows[0][at].iter().filter(is_still).cloned().collect();
        draw_row(u32::from(row), &glyphs, &mut still);
        for part in &parts {
            let seen = |screen: usize| -> Vec<Glyph<'_>> {
                let is_in = |glyph: &&Glyph<'_>| part.contains(&glyph.column);
                rows[screen][at].iter().filter(is_in).cloned().collect()
            };
            let mut from = 0;
            while from < count {
                let glyphs = seen(from);
                let is_same = |&to: &usize| seen(to) == glyphs;
                let to = (from + 1..count).take_while(is_same).last().unwrap_or(from) + 1;
                let layers = moving.entry((from, to)).or_insert_with(|| Layers::new(palette));
                draw_row(u32::from(row), &glyphs, layers);
                from = to;
            }
        }
    }
    let mut drawn = still.to_string();
    moving.retain(|_, layers| !layers.is_empty());
    for (&(from, to), layers) in &moving {
        // Writing to a String never fails.
        let _ = writeln!(drawn, "<g class=\"{}\">\n{layers}</g>", class(from, to, count));
    }
    let style = style(moving.keys().copied(), count);
    Some(whole(last, title, palette, &format!("{style}{drawn}")))
}

/// The columns of a row that ever change, in ranges with few unchanged columns between them.
fn changing(screens: &[Buffer], row: u16) -> Vec<Range<u16>> {
    /// This many unchanged columns cost less than another group.
    const MOST_BETWEEN: u16 = 4;
    let mut parts: Vec<Range<u16>> = Vec::new();
    let width = screens.first().map_or(0, |screen| screen.area().width);
    for column in 0..width {
        let cell = |screen: &Buffer| screen.cell((column, row)).cloned();
        let first = screens.first().and_then(cell);
        if screens.iter().all(|screen| cell(screen) == first) {
            continue;
        }
        match parts.last_mut().filter(|part| column - part.end <= MOST_BETWEEN) {
            Some(part) => part.end = column + 1,
            None => parts.push(column..column + 1),
        }
    }
    parts
}

/// The classes of what is visible during a span.
fn class(from: usize, to: usize, count: usize) -> String {
    let still = if to == count { " still" } else { "" };
    format!("moves s{from}-{to}{still}")
}

/// The style sheet that shows each span in its turn.
fn style(spans: impl Iterator<Item = (usize, usize)>, count: usize) -> String {
    let stays = |screens: usize| STAY * u64::try_from(screens).unwrap_or(u64::MAX);
    let whole = stays(count) + STAY_LONGER;
    let mut css = format!(
        ".moves{{visibility:hidden;animation:{whole}ms step-end infinite}}\n\
         .still{{visibility:visible}}\n"
    );
    // In hundredths of a percent.
    let percent = |screens: usize| {
        let share = stays(screens) * 10_000 / whole;
        format!("{}.{:02}%", share / 100, share % 100)
    };
    for (from, to) in spans {
        let hidden = "{visibility:hidden}";
        let before = if from == 0 { String::new() } else { format!("0%{hidden}") };
        let after = if to == count { String::new() } else { format!("{}{hidden}", percent(to)) };
        let _ = writeln!(
            css,
            ".s{from}-{to}{{animation-name:k{from}-{to}}}\n\
             @keyframes k{from}-{to}{{{before}{}{{visibility:visible}}{after}}}",
            percent(from)
        );
    }
    css.push_str("@media (prefers-reduced-motion:reduce){.moves{animation:none}}\n");
    format!("<style>\n{css}</style>\n")
}
