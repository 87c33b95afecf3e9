//! The legend: every sign of the arena, and its meaning. The view draws the signs in the current
//! glyphs and colours.

/// A sign of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegendSign {
    /// The name of the selected object.
    Selected,
    /// The name of its partner.
    Partner,
    /// The top of a box.
    BoxTop,
    /// A static box.
    StaticBox,
    /// A kinematic box.
    KinematicBox,
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
    /// Cells that two regions share.
    Shared,
    /// How many bodies of a crowd are in a cell.
    Density,
    /// Where the broad phase looks.
    BroadPhase,
    /// An object that the broad phase compares with the selected one.
    Candidate,
    /// A velocity.
    Velocity,
    /// Where the selected object was.
    Trail,
    /// An object out of view, or several.
    OutOfView,
    /// The part that the arrow keys move.
    Edited,
    /// A name marked because edges lie between cells.
    BetweenCells,
    /// The mark of a detail that is too fine to draw.
    TooFine,
    /// The mark of a rounded number.
    Rounded,
    /// The mark of the chosen or newest log line.
    LogCursor,
    /// The method's name in the border: the one that the log's marks are about.
    Compared,
    /// The mark of a wrong answer.
    Wrong,
    /// The mark of a difference by convention.
    Convention,
    /// The timeline: up to the frame in view, the frame itself, and after it.
    Timeline,
    /// A HIT and a TOUCH on it.
    TimeMarks,
}

/// The legend of the arena, in order. Texts name keys as notes do.
pub const SIGNS: &[(LegendSign, &str)] = &[
    (LegendSign::Selected, "the selected one: thick"),
    (LegendSign::Partner, "what it is tested with"),
    (LegendSign::BoxTop, "a box that may move"),
    (LegendSign::StaticBox, "a static one"),
    (LegendSign::KinematicBox, "a kinematic one: pushes"),
    (LegendSign::FlatBox, "one too flat for lines"),
    (LegendSign::Laser, "a laser, from ● to ►"),
    (LegendSign::Polygon, "a polygon"),
    (LegendSign::HitSide, "this side was hit"),
    (LegendSign::GoesThrough, "a laser goes through"),
    (LegendSign::Touches, "a laser only touches"),
    (LegendSign::Shared, "both cover this"),
    (LegendSign::Density, "bodies: one to many"),
    (LegendSign::BroadPhase, "where broad phase looks"),
    (LegendSign::Candidate, "what it compares there"),
    (LegendSign::Velocity, "where it goes next"),
    (LegendSign::Trail, "where it was"),
    (LegendSign::OutOfView, "C, and 3: out of sight"),
    (LegendSign::BetweenCells, "edges between two cells"),
    (LegendSign::TooFine, "too fine to see: {contact}  {zoom-in}"),
    (LegendSign::Edited, "the end you move"),
];

/// The legend of the panel.
pub const PANEL_SIGNS: &[(LegendSign, &str)] = &[
    (LegendSign::Compared, "the method in view"),
    (LegendSign::Wrong, "it is wrong here"),
    (LegendSign::Convention, "a choice of its author"),
    (LegendSign::LogCursor, "newest line, or chosen"),
    (LegendSign::Rounded, "a rounded number"),
    (LegendSign::Timeline, "all frames; ● in view"),
    (LegendSign::TimeMarks, "when: HIT, TOUCH"),
];
