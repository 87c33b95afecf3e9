//! How an object takes part in frames, and what it does on its own.
//!
//! The responses themselves are in [`super::response`].

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{Deref, DerefMut, RangeInclusive};
use std::sync::Arc;

use super::{Name, ObjectId, Response};
use hitscan_geom::{Milli, Sides, Vector};

/// What moves an object, in the terms of `Box2D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Body {
    /// Nothing: it has no velocity.
    Static,
    /// Its velocity and keys, but nothing dynamic. Lasers are not kinematic.
    Kinematic,
    /// Its velocity, keys, gravity, and what it hits.
    #[default]
    Dynamic,
}

impl Body {
    /// All bodies.
    pub const ALL: [Self; 3] = [Self::Static, Self::Kinematic, Self::Dynamic];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Kinematic => "kinematic",
            Self::Dynamic => "dynamic",
        }
    }
}

/// What happens when a dynamic box starts to hit a sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnEnter {
    /// Playing stops after that frame.
    Pause,
}

impl OnEnter {
    /// All actions.
    pub const ALL: [Self; 1] = [Self::Pause];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Pause => "pause",
        }
    }
}

/// A dynamic box started to hit a sensor in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The frame.
    pub frame: u64,
    /// The sensor.
    pub id: ObjectId,
    /// Its name.
    pub sensor: Name,
    /// The box.
    pub by: Name,
    /// The action that follows, if any.
    pub action: Option<OnEnter>,
    /// The message to show, if any.
    pub message: Option<Arc<str>>,
}

/// One of the six tints that distinguish boxes drawn solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tint(NonZeroU8);

impl Tint {
    /// The numbers of all tints.
    pub const NUMBERS: RangeInclusive<u8> = 1..=6;

    /// The tint with this number, if there is one.
    pub fn new(number: u32) -> Option<Self> {
        let number = u8::try_from(number).ok().filter(|number| Self::NUMBERS.contains(number));
        number.and_then(NonZeroU8::new).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0.get()
    }
}

/// What an object does on its own, besides its body and the scene's settings, and how it is
/// shown. `beam` applies to lasers, tint and hidden names to boxes, everything else to boxes and
/// polygons.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Behavior {
    /// Its own response; if `None`, the scene's response applies.
    pub response: Option<Response>,
    /// The box disappears at the end of the frame in which a dynamic box hits it for
    /// this many contacts.
    pub breaks_after: Option<NonZeroU8>,
    /// The box is tested like any other but takes no part in responses.
    pub sensor: bool,
    /// What happens when a dynamic box starts to hit this sensor.
    pub on_enter: Option<OnEnter>,
    /// The message to show then: one line.
    pub message: Option<Arc<str>>,
    /// The speed that arrow keys give it while it is steered, along x and y.
    pub steer: Option<Vector>,
    /// The speed that an arrow key gives it against gravity while it stands.
    pub jump: Option<Milli>,
    /// Whether the arena shows its name only while it is in focus.
    pub name_hidden: bool,
    /// Its tint, if it is drawn solid.
    pub tint: Option<Tint>,
    /// The laser ends at the first region it enters.
    pub beam: bool,
    /// The sides of a static or kinematic box or polygon through which nothing comes in: all other
    /// sides let pass. None for one that is not one-way.
    pub one_way: Sides,
}

/// One part of a [`Behavior`], set or cleared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// `response`.
    Response(Option<Response>),
    /// `breaks_after`.
    BreaksAfter(Option<NonZeroU8>),
    /// `sensor`.
    Sensor(bool),
    /// `on_enter`.
    OnEnter(Option<OnEnter>),
    /// `message`.
    Message(Option<Arc<str>>),
    /// `steer`.
    Steer(Option<Vector>),
    /// `jump`.
    Jump(Option<Milli>),
    /// `name_shown`; written only if the name is hidden.
    NameShown(bool),
    /// `tint`.
    Tint(Option<Tint>),
    /// `beam`, for lasers only.
    Beam(bool),
    /// `one_way`.
    OneWay(Sides),
}

impl Behavior {
    /// The behavior of an object that does nothing on its own.
    pub const NONE: Self = Self {
        response: None,
        breaks_after: None,
        sensor: false,
        on_enter: None,
        message: None,
        steer: None,
        jump: None,
        name_hidden: false,
        tint: None,
        beam: false,
        one_way: Sides::NONE,
    };
    /// The numbers of contacts after which a box can break.
    pub const BREAKS_AFTER: RangeInclusive<u8> = 1..=99;
    /// The most bytes of a message. A longer one is refused.
    pub const MAX_MESSAGE_BYTES: usize = 1024;

    /// A number of contacts, if it is within [`Self::BREAKS_AFTER`].
    pub fn contacts(count: u32) -> Option<NonZeroU8> {
        let count = u8::try_from(count).ok().filter(|count| Self::BREAKS_AFTER.contains(count));
        count.and_then(NonZeroU8::new)
    }

    /// Whether arrow keys give it a velocity, by steering or jumping.
    pub const fn is_steered(&self) -> bool {
        self.steer.is_some() || self.jump.is_some()
    }

    /// A copy with this part changed.
    pub fn with(&self, attribute: Attribute) -> Self {
        let mut new = self.clone();
        match attribute {
            Attribute::Response(response) => new.response = response,
            Attribute::BreaksAfter(count) => new.breaks_after = count,
            Attribute::Sensor(sensor) => new.sensor = sensor,
            Attribute::OnEnter(action) => new.on_enter = action,
            Attribute::Message(message) => new.message = message,
            Attribute::Steer(speeds) => new.steer = speeds,
            Attribute::Jump(speed) => new.jump = speed,
            Attribute::NameShown(shown) => new.name_hidden = !shown,
            Attribute::Tint(tint) => new.tint = tint,
            Attribute::Beam(beam) => new.beam = beam,
            Attribute::OneWay(sides) => new.one_way = sides,
        }
        new
    }

    /// Every part, in the order of scene files.
    pub fn attributes(&self) -> [Attribute; 11] {
        [
            Attribute::Response(self.response),
            Attribute::BreaksAfter(self.breaks_after),
            Attribute::Sensor(self.sensor),
            Attribute::OnEnter(self.on_enter),
            Attribute::Message(self.message.clone()),
            Attribute::Steer(self.steer),
            Attribute::Jump(self.jump),
            Attribute::NameShown(!self.name_hidden),
            Attribute::Tint(self.tint),
            Attribute::Beam(self.beam),
            Attribute::OneWay(self.one_way),
        ]
    }

    /// Its size on the heap, in bytes, part of which it may share.
    pub(super) fn heap_bytes(&self) -> usize {
        self.message.as_ref().map_or(0, |message| message.len())
    }
}

/// The [`Behavior`] of an object, shared by copies of the object. Most objects have none, which is
/// a null pointer, so that large scenes stay small.
#[derive(Clone, Default)]
pub struct SharedBehavior(Option<Arc<Behavior>>);

impl SharedBehavior {
    /// Its size on the heap, in bytes, part of which it may share.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |behavior| size_of::<Behavior>() + behavior.heap_bytes())
    }
}

impl From<Behavior> for SharedBehavior {
    fn from(behavior: Behavior) -> Self {
        Self((behavior != Behavior::NONE).then(|| Arc::new(behavior)))
    }
}

impl Deref for SharedBehavior {
    type Target = Behavior;
    fn deref(&self) -> &Behavior {
        self.0.as_deref().unwrap_or(&Behavior::NONE)
    }
}

impl DerefMut for SharedBehavior {
    fn deref_mut(&mut self) -> &mut Behavior {
        Arc::make_mut(self.0.get_or_insert_default())
    }
}

impl PartialEq for SharedBehavior {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SharedBehavior {}

impl fmt::Debug for SharedBehavior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Attribute {
    /// The keys of all attributes, in the order of scene files.
    pub const KEYS: [&'static str; 11] = [
        "response",
        "breaks_after",
        "sensor",
        "on_enter",
        "message",
        "steer",
        "jump",
        "name_shown",
        "tint",
        "beam",
        "one_way",
    ];

    /// Its key in every format.
    pub const fn key(&self) -> &'static str {
        let [
            response,
            breaks_after,
            sensor,
            on_enter,
            message,
            steer,
            jump,
            name_shown,
            tint,
            beam,
            one_way,
        ] = Self::KEYS;
        match self {
            Self::Response(_) => response,
            Self::BreaksAfter(_) => breaks_after,
            Self::Sensor(_) => sensor,
            Self::OnEnter(_) => on_enter,
            Self::Message(_) => message,
            Self::Steer(_) => steer,
            Self::Jump(_) => jump,
            Self::NameShown(_) => name_shown,
            Self::Tint(_) => tint,
            Self::Beam(_) => beam,
            Self::OneWay(_) => one_way,
        }
    }

    /// Whether it clears its part.
    pub const fn is_none(&self) -> bool {
        match self {
            Self::Response(response) => response.is_none(),
            Self::BreaksAfter(count) => count.is_none(),
            Self::Sensor(sensor) => !*sensor,
            Self::OnEnter(action) => action.is_none(),
            Self::Message(message) => message.is_none(),
            Self::Steer(speeds) => speeds.is_none(),
            Self::Jump(speed) => speed.is_none(),
            Self::NameShown(shown) => *shown,
            Self::Tint(tint) => tint.is_none(),
            Self::Beam(beam) => !*beam,
            Self::OneWay(sides) => sides.is_empty(),
        }
    }
}
