//! The mouse: whether it is ours, and what can be done with it.

use hitscan_geom::Vector;

/// Whether the terminal is to report what the mouse does. Off unless asked for:
/// it takes the terminal's own way of marking text away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mouse {
    /// It is the terminal's.
    #[default]
    Off,
    /// It is ours.
    On,
}

/// Something that was done with the mouse, and in which cell of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseEvent {
    /// What was done.
    pub kind: MouseKind,
    /// Columns from the left.
    pub col: u16,
    /// Rows from the top.
    pub row: u16,
}

/// What can be done with a mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseKind {
    /// The first button went down.
    Press,
    /// The mouse moved while it was down.
    Drag,
    /// It came up.
    Release,
    /// The wheel turned away from the hand.
    WheelUp,
    /// The wheel turned towards it.
    WheelDown,
}

/// What is being dragged: from the pointer to what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Drag {
    pub(in crate::app) offset: Vector,
}
