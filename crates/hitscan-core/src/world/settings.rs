//! Settings of the whole world.

use crate::methods::{BoundaryRule, Method};
use hitscan_geom::broad_phase::BroadPhase;
use hitscan_geom::{Axis, Point, Vector};
use std::ops::Neg;

/// What a box does when it hits another box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Response {
    /// Passes through.
    #[default]
    Pass,
    /// Stays at the contact with no velocity.
    Stop,
    /// Loses the velocity across the side and continues along it.
    Slide,
    /// Moves all the way and is then put back flush.
    PushOut,
    /// Reverses the velocity across the side.
    Bounce,
}

impl Response {
    /// All responses, the default first.
    pub const ALL: [Self; 5] = [Self::Pass, Self::Stop, Self::Slide, Self::PushOut, Self::Bounce];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Stop => "stop",
            Self::Slide => "slide",
            Self::PushOut => "push-out",
            Self::Bounce => "bounce",
        }
    }
}

/// Which way y is read and written; the plane itself does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Axes {
    /// y grows down the screen.
    #[default]
    YDown,
    /// y grows up the screen.
    YUp,
}

impl Axes {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::YDown, Self::YUp];

    /// The token in every format: `y-down`, `y-up`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::YDown => "y-down",
            Self::YUp => "y-up",
        }
    }

    /// Converts a y, or what changes its sign with y, between the plane and what users type and see.
    pub fn read_y<N: Neg<Output = N>>(self, y: N) -> N {
        match self {
            Self::YDown => y,
            Self::YUp => -y,
        }
    }
}

/// Which version of the rules a history follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Rules {
    /// Those of the first recordings: a contact that merely continues makes a record.
    V1,
    /// A contact that merely continues makes none. A contact is a HIT, whatever the exact answer.
    V2,
    /// The current rules: the result of a contact is the exact answer, and for `previous-frame`
    /// boxes that touched count as apart.
    #[default]
    V3,
}

impl Rules {
    /// All versions, the oldest first.
    pub const ALL: [Self; 3] = [Self::V1, Self::V2, Self::V3];
}

/// The settings that a scene file stores and a command can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// What boxes do when they hit each other.
    pub response: Response,
    /// The side method that they respond by.
    pub side: Method,
    /// Whether the two box methods count touching as a hit.
    pub boundary_rule: BoundaryRule,
    /// Which way y is read and written.
    pub axes: Axes,
    /// What each step first adds to the velocity of every dynamic box.
    pub gravity: Vector,
    /// Which broad phase finds the pairs that can meet; `None` leaves it to the user's
    /// configuration. It changes no result.
    pub broad_phase: Option<BroadPhase>,
    /// Frames per second while playing, 1 to 240.
    pub speed: u16,
}

impl Settings {
    /// The range of [`Settings::speed`].
    pub const SPEEDS: std::ops::RangeInclusive<u16> = 1..=240;

    /// Whether y grows up for users; in the plane it grows down.
    pub fn y_grows_up(&self) -> bool {
        self.axes == Axes::YUp
    }

    /// [`Axes::read_y`].
    pub fn read_y<N: Neg<Output = N>>(&self, y: N) -> N {
        self.axes.read_y(y)
    }

    /// A coordinate or a component along `axis`, between the plane and what users type and see.
    pub fn read<N: Neg<Output = N>>(&self, axis: Axis, number: N) -> N {
        match axis {
            Axis::X => number,
            Axis::Y => self.read_y(number),
        }
    }

    /// A point, between the plane and what users type and see.
    pub fn read_point(&self, at: Point) -> Point {
        Point::new(at.x, self.read_y(at.y))
    }

    /// A displacement, between the plane and what users type and see.
    pub fn read_vector(&self, by: Vector) -> Vector {
        Vector::new(by.x, self.read_y(by.y))
    }

    /// The side method by which boxes respond to each other; `None` if they do not respond.
    pub fn answers_by(&self) -> Option<Method> {
        Some(self.side).filter(|_| self.response != Response::Pass)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            response: Response::default(),
            side: Method::SWEPT,
            boundary_rule: BoundaryRule::default(),
            axes: Axes::default(),
            gravity: Vector::ZERO,
            broad_phase: None,
            speed: 10,
        }
    }
}
