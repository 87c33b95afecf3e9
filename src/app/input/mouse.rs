//! The mouse: whether the program reads it, and its events.

use super::Arrow;
use hitscan_geom::{Point, Vector};

/// Whether the program reads the mouse. If it does, most terminals select text only while Shift is
/// held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mouse {
    /// The terminal keeps the mouse.
    #[default]
    Off,
    /// The program reads the mouse.
    On,
}

/// A mouse event, and the screen cell it happened in.
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
    /// The direction in which the wheel was scrolled.
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
    /// The offset from the pointer to what is dragged.
    pub(in crate::app) offset: Vector,
    /// Where the drag takes it; `None` before the pointer has moved.
    pub(in crate::app) to: Option<Point>,
}
