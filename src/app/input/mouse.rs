//! The mouse: whether the program reads it, and its events.

use super::Arrow;
use hitscan_geom::{Point, Vector};

/// Whether the program reads the mouse. Then the terminal marks text only while Shift is
/// held, in most terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mouse {
    /// The terminal's.
    #[default]
    Off,
    /// Read by the program.
    On,
}

/// A mouse event, and the cell of the screen it happened in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MouseEvent {
    /// What happened.
    pub kind: MouseKind,
    /// Columns from the left.
    pub col: u16,
    /// Rows from the top.
    pub row: u16,
}

/// Kinds of mouse events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MouseKind {
    /// The first button was pressed.
    Press,
    /// The mouse moved with the button down.
    Drag,
    /// The button was released.
    Release,
    /// The wheel was scrolled up.
    WheelUp,
    /// The wheel was scrolled down.
    WheelDown,
}

impl MouseKind {
    /// Which way the wheel was scrolled.
    pub(in crate::app) const fn turns(self) -> Option<Arrow> {
        match self {
            Self::WheelUp => Some(Arrow::Up),
            Self::WheelDown => Some(Arrow::Down),
            Self::Press | Self::Drag | Self::Release => None,
        }
    }
}

/// A drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Drag {
    /// The offset from the pointer to what it moves.
    pub(in crate::app) offset: Vector,
    /// Where it brings what it moves; `None` before the pointer has moved.
    pub(in crate::app) to: Option<Point>,
}
