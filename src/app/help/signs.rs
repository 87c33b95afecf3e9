//! The legend: every sign of the arena, and what it means. The view draws the
//! signs in the glyphs and colours of now.

/// A sign of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegendSign {
    /// The name of the selected object.
    Selected,
    /// The top of a box.
    BoxTop,
    /// A box of one row.
    FlatBox,
    /// A laser from its start to its end.
    Laser,
    /// The outline of a polygon.
    Polygon,
    /// A side that was hit.
    HitSide,
    /// A point where a laser goes through.
    GoesThrough,
    /// A point that only touches.
    Touches,
    /// Cells that two boxes share.
    Shared,
    /// A velocity.
    Velocity,
    /// The part that the arrow keys move.
    Edited,
    /// A name with the mark of edges between cells.
    BetweenCells,
    /// The mark of a rounded number.
    Rounded,
    /// A round number of the rulers.
    RulerMark,
    /// The mark of a line of the log that is chosen, or newest.
    LogCursor,
    /// The mark of a line that is later than now.
    LogLater,
    /// The mark of a wrong answer.
    Wrong,
    /// The mark of a difference by convention.
    Convention,
}

/// The legend, in its order.
pub const SIGNS: &[(LegendSign, &str)] = &[
    (LegendSign::Selected, "the selected object"),
    (LegendSign::BoxTop, "a box"),
    (LegendSign::FlatBox, "too flat for corners"),
    (LegendSign::Laser, "a laser, start to end"),
    (LegendSign::Polygon, "a polygon"),
    (LegendSign::HitSide, "this side was hit"),
    (LegendSign::GoesThrough, "a laser goes through"),
    (LegendSign::Touches, "a laser only touches"),
    (LegendSign::Shared, "both boxes cover this"),
    (LegendSign::Velocity, "where it goes next"),
    (LegendSign::Edited, "the end you move"),
    (LegendSign::BetweenCells, "edges between two cells"),
    (LegendSign::Rounded, "rounded, in the panel"),
    (LegendSign::RulerMark, "halfway, on a ruler"),
    (LegendSign::LogCursor, "newest line, or chosen"),
    (LegendSign::LogLater, "a line later than now"),
    (LegendSign::Wrong, "the method is wrong"),
    (LegendSign::Convention, "differs by convention"),
];
