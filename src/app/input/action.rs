//! The action table: what a key can do, where, and what help says about it.
//!
//! Key dispatch, the key row, help and the page of keys are all made from [`ACTIONS`].

mod row;
mod table;

pub(super) use row::ActionPlace;
pub use row::{ActionGroup, ActionRow, Needs, Section};
pub use table::{ACTIONS, Action, IN_NO_MODE};

/// One of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// How far an arrow moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Stride {
    /// A full step.
    #[default]
    Full,
    /// A fine step.
    Fine,
}

/// What a key switches on or off, besides the layers of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Whether moves land on the grid.
    Snap,
    /// The grounds of bodies and of the map.
    Grounds,
    /// Whether the program reads the mouse.
    Mouse,
}

/// What has one of several values, which a key goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// Whether the box methods count touching: as a hit, not at all, or as their sources do.
    BoundaryRule,
    /// The set of glyphs.
    Glyphs,
    /// The colours.
    Theme,
}

impl Action {
    /// Whether its row lists this need.
    #[must_use]
    pub fn needs(self, what: Needs) -> bool {
        self.row().needs.contains(&what)
    }

    /// Its row in the table.
    ///
    /// # Panics
    /// Never: a test checks that every action has a row.
    #[must_use]
    pub fn row(self) -> &'static ActionRow {
        ACTIONS.iter().find(|row| row.action == self).expect("every action has a row")
    }
}
