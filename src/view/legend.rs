//! The legend: each sign of the arena beside its meaning, in the current glyphs and colours.

use ratatui::style::Style;

use super::glyphs::{Glyphs, Joins, KINEMATIC, Outline};
use super::text::Pen;
use super::theme::Theme;
use crate::app::LegendSign;
use hitscan_geom::ShapeKind;

/// The maximum width of a sign in cells.
pub(super) const SIGN_COLS: u16 = 6;

/// Writes a sign.
pub(super) fn write(sign: LegendSign, theme: &Theme, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    for (text, style) in parts(sign, theme, glyphs) {
        pen.styled(style, &text);
    }
}

/// What a sign looks like: texts with their styles.
pub(super) fn parts(sign: LegendSign, theme: &Theme, glyphs: &Glyphs) -> Vec<(String, Style)> {
    let [left, right, ..] = glyphs.heads;
    let [boxes_in_dots, in_dots] = [glyphs.boxes, glyphs.lines].map(|it| it == Outline::Dots);
    let (line, tick) = (glyphs.horizontal, glyphs.tick);
    let shape = theme.kind(ShapeKind::Box);
    let selected = Theme::selected(shape);
    let dots_or = |dots: &str, sign: char| {
        if in_dots { dots.to_owned() } else { sign.to_string().repeat(3) }
    };
    let trail = |dots| dots_or(dots, glyphs.trail);
    let one = |text: String, style: Style| vec![(text, style)];
    match sign {
        LegendSign::Selected => one("[B]".to_owned(), selected),
        LegendSign::Partner => one("(A)".to_owned(), Style::new()),
        LegendSign::BoxTop if boxes_in_dots => one("⡏⠉⠉⢹".to_owned(), shape),
        LegendSign::BoxTop => one(box_top(glyphs, line), shape),
        LegendSign::StaticBox => one(body_top(glyphs, tick), Style::new()),
        LegendSign::KinematicBox => one(body_top(glyphs, KINEMATIC), Style::new()),
        LegendSign::HitSide if boxes_in_dots => one("⡇ ⠉⠉".to_owned(), theme.contact),
        LegendSign::HitSide => one(hit_side(glyphs), theme.contact),
        LegendSign::FlatBox if boxes_in_dots => one("⣏⣉⣉⣹".to_owned(), shape),
        LegendSign::FlatBox => {
            let [left, middle, right] = glyphs.solid;
            one([left, middle, middle, right].iter().collect(), theme.dimmed(shape))
        }
        LegendSign::Laser => {
            let way = dots_or("⠒⠤⣀", line);
            one(format!("{}{way}{right}", glyphs.start), theme.kind(ShapeKind::Segment))
        }
        LegendSign::Polygon => {
            let (vertex, falling) = (glyphs.vertex, glyphs.falling);
            let cells = format!("{vertex}{line}{line}{falling}");
            let text = if in_dots { "⢎⣉⣉⡱".to_owned() } else { cells };
            one(text, theme.kind(ShapeKind::Polygon))
        }
        LegendSign::GoesThrough => one(glyphs.hit.to_string(), theme.contact),
        LegendSign::Touches => one(glyphs.touch.to_string(), theme.touched),
        LegendSign::Shared => one(glyphs.hatch.to_string().repeat(3), theme.shared),
        LegendSign::Density if in_dots => one("⠂ ⠕ ⣿".to_owned(), shape),
        LegendSign::Density => one(glyphs.density.iter().collect(), shape),
        LegendSign::BroadPhase => one(trail("⡏⠉⢹"), theme.quiet),
        LegendSign::Candidate => one(glyphs.vertex.to_string(), theme.accent),
        LegendSign::Velocity => one(format!("{}{right}", trail("⠄⠂⠁")), theme.dimmed(shape)),
        LegendSign::Trail => one(format!("{} {}", glyphs.trail, trail("⠆⠄⠆")), theme.dimmed(shape)),
        LegendSign::OutOfView => one(format!("{left}C  3{right}"), Style::new()),
        LegendSign::Edited => one(glyphs.grip.to_string(), theme.accent),
        LegendSign::BetweenCells => one("B~".to_owned(), shape),
        LegendSign::TooFine => one(glyphs.about.to_string(), theme.touched),
        LegendSign::Rounded => one(format!("{}.92", glyphs.about), Style::new()),
        LegendSign::LogCursor => one(right.to_string(), Style::new()),
        LegendSign::Compared => one("! NAME".to_owned(), theme.quiet),
        LegendSign::Wrong => one("!".to_owned(), theme.wrong),
        LegendSign::Convention => one("~".to_owned(), theme.convention),
        LegendSign::Timeline => timeline(theme, glyphs),
        LegendSign::TimeMarks => time_marks(theme, glyphs),
    }
}

/// A part of the timeline.
fn timeline(theme: &Theme, glyphs: &Glyphs) -> Vec<(String, Style)> {
    let [passed, ahead] = glyphs.time.line.map(|line| line.to_string().repeat(2));
    vec![
        (passed, Theme::unselected(theme.accent)),
        (glyphs.time.now.to_string(), theme.accent),
        (ahead, theme.quiet),
    ]
}

/// The marks on the timeline.
fn time_marks(theme: &Theme, glyphs: &Glyphs) -> Vec<(String, Style)> {
    vec![
        (glyphs.time.hit[1].to_string(), theme.contact),
        (" ".to_owned(), Style::new()),
        (glyphs.time.touch[1].to_string(), theme.convention),
    ]
}

/// A corner of a box, on a side that is hit.
fn hit_side(glyphs: &Glyphs) -> String {
    let corner = match glyphs.joins {
        Joins::Lines | Joins::Basic => '╓',
        Joins::Ascii => glyphs.hit_vertical,
    };
    [corner, glyphs.horizontal, glyphs.horizontal].iter().collect()
}

/// The top of a box with its body's sign in it.
fn body_top(glyphs: &Glyphs, body: char) -> String {
    if glyphs.boxes == Outline::Dots {
        format!("⡇{body}{body}⢸")
    } else {
        box_top(glyphs, body)
    }
}

/// The top of a box with this between its corners.
fn box_top(glyphs: &Glyphs, between: char) -> String {
    let [left, right] = match glyphs.joins {
        Joins::Lines | Joins::Basic => ['┌', '┐'],
        Joins::Ascii => ['+', '+'],
    };
    [left, between, between, right].iter().collect()
}
