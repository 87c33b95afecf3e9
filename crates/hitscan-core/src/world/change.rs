//! What can change a world, and why a change may be refused.

use super::object::heap_bytes;
use super::{
    Attribute, Behavior, Body, Crowd, CrowdError, MemoryLimit, Name, Object, ObjectId, Settings,
    SharedBehavior, grouped,
};
use hitscan_geom::{Axis, Milli, Shape, ShapeError, ShapeKind, Side, Vector};

/// One change of a world: the unit of history. Applying the same changes to
/// the same world gives the same world on every machine.
///
/// Large, rare variants are boxed: a history holds a change for each key press.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Adds an object, last in scene order.
    Add(Box<Object>),
    /// Adds the objects of a crowd, last in scene order.
    AddCrowd(Box<Crowd>),
    /// Removes an object.
    Remove(ObjectId),
    /// Renames an object.
    Rename(ObjectId, Name),
    /// Gives an object a new shape, without motion.
    Reshape(ObjectId, Shape),
    /// Turns a laser or polygon clockwise on the screen, by degrees.
    Turn(ObjectId, Milli),
    /// Lengthens a laser about its middle.
    Stretch(ObjectId, Milli),
    /// Sets how far an object moves in each step.
    SetVelocity(ObjectId, Vector),
    /// An arrow key steers a box towards this side. It counts as motion: it leaves nothing unsaved.
    Steer(ObjectId, Side),
    /// A box or polygon passes the one-way ones that it touches now. It counts as motion.
    Drop(ObjectId),
    /// Gives an object another body. A static one loses its velocity.
    SetBody(ObjectId, Body),
    /// Gives a box or a laser another behavior.
    SetBehavior(ObjectId, SharedBehavior),
    /// Replaces the settings.
    SetSettings(Box<Settings>),
    /// Sets the title of the scene.
    SetTitle(String),
    /// A frame in which every object moves by its velocity.
    Step,
    /// A frame in which only one object moves, by this vector.
    Move(ObjectId, Vector),
}

impl Change {
    /// Whether it moves what is there.
    pub const fn moves(&self) -> bool {
        matches!(
            self,
            Self::Step | Self::Move(..) | Self::Reshape(..) | Self::Turn(..) | Self::Stretch(..)
        )
    }

    /// The object that it changes, if it is one that was there before.
    pub const fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Remove(id)
            | Self::Rename(id, _)
            | Self::Reshape(id, _)
            | Self::Turn(id, _)
            | Self::Stretch(id, _)
            | Self::SetVelocity(id, _)
            | Self::Steer(id, _)
            | Self::Drop(id)
            | Self::SetBody(id, _)
            | Self::SetBehavior(id, _)
            | Self::Move(id, _) => Some(*id),
            Self::Add(_)
            | Self::AddCrowd(_)
            | Self::SetSettings(_)
            | Self::SetTitle(_)
            | Self::Step => None,
        }
    }

    /// How many objects it adds.
    pub const fn added(&self) -> u32 {
        match self {
            Self::Add(_) => 1,
            Self::AddCrowd(crowd) => crowd.count,
            _ => 0,
        }
    }

    /// The crowd that it adds.
    pub(crate) const fn crowd(&self) -> Option<&Crowd> {
        match self {
            Self::AddCrowd(crowd) => Some(crowd),
            _ => None,
        }
    }

    /// The shape that it gives an object, old or new.
    pub(super) const fn new_shape(&self) -> Option<&Shape> {
        match self {
            Self::Add(object) => Some(&object.shape),
            Self::Reshape(_, shape) => Some(shape),
            _ => None,
        }
    }

    /// The object that it adds, or that it gives a shape or a behavior, as it is then; `now` is the
    /// object as it is. The others only give an object a number or a name.
    pub(crate) fn resized<'a>(
        &self,
        now: impl FnOnce(ObjectId) -> Option<&'a Object>,
    ) -> Option<Object> {
        match self {
            Self::Add(object) => Some(Object::clone(object)),
            Self::Reshape(id, shape) => {
                now(*id).map(|old| Object { shape: shape.clone(), ..old.clone() })
            }
            Self::SetBehavior(id, behavior) => {
                now(*id).map(|old| Object { behavior: behavior.clone(), ..old.clone() })
            }
            _ => None,
        }
    }

    /// The object that it gives another shape without motion.
    pub(super) const fn reshaped(&self) -> Option<ObjectId> {
        match self {
            Self::Reshape(id, _) | Self::Turn(id, _) | Self::Stretch(id, _) => Some(*id),
            _ => None,
        }
    }

    /// Whether it gives an object this name.
    pub(super) fn gives_name(&self, name: &Name) -> bool {
        match self {
            Self::Add(object) => object.name == *name,
            Self::AddCrowd(crowd) => crowd.has(name),
            Self::Rename(_, new_name) => new_name == name,
            _ => false,
        }
    }

    /// Its size on the heap, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Self::Add(object) => size_of::<Object>() + object.heap_bytes(),
            Self::Reshape(_, shape) => heap_bytes(shape),
            Self::SetTitle(title) => title.len(),
            Self::SetBehavior(_, behavior) => behavior.heap_bytes(),
            Self::AddCrowd(_) => size_of::<Crowd>(),
            Self::SetSettings(_) => size_of::<Settings>(),
            _ => 0,
        }
    }

    /// Whether it is a frame of motion. Only frames leave nothing unsaved.
    pub const fn is_frame(&self) -> bool {
        matches!(self, Self::Step | Self::Move(..))
    }
}

/// Why a change was refused. It leaves the world as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The object is gone, or never existed.
    #[error("there is no such object any more")]
    NoObject,
    /// Another object has that name.
    #[error("there is an object {0} already; take another name")]
    NameTaken(Name),
    /// There are [`super::World::MAX_OBJECTS`] already.
    #[error("a scene holds at most {} objects", super::World::MAX_OBJECTS)]
    Full,
    /// All objects together could be too long for a scene file, which may have this many bytes.
    #[error("no room: in a file all objects, with all their decimals, have at most {0} bytes")]
    NoRoom(usize),
    /// The crowd cannot be generated.
    #[error(transparent)]
    Crowd(#[from] CrowdError),
    /// A title of more than [`super::World::MAX_TITLE_BYTES`].
    #[error("a title has at most {} bytes", super::World::MAX_TITLE_BYTES)]
    TitleTooLong,
    /// A velocity for a static object.
    #[error("{0} is static and has no velocity; \"body {0} dynamic\" lets it move")]
    StaticHasNoVelocity(Name),
    /// An arrow key along an axis on which the box is not steered.
    #[error("{name} is not steered along {}; \"set {name}.steer 2 0\" gives it speeds", axis_name(*axis))]
    NotSteered {
        /// The object.
        name: Name,
        /// The axis.
        axis: Axis,
    },
    /// A drop without anything one-way below.
    #[error("drop: {0} touches nothing one-way")]
    NothingToDrop(Name),
    /// Only what a hit does not move is one-way.
    #[error("one_way: {0} is dynamic; it must be static or kinematic")]
    DynamicIsNotOneWay(Name),
    /// A jump without ground below.
    #[error("{0} is in the air")]
    InTheAir(Name),
    /// Only boxes and polygons can push and be pushed.
    #[error("{0} is a {kind}; only a box or a polygon is kinematic", kind = .1.token())]
    NotKinematic(Name, ShapeKind),
    /// Only boxes and polygons do anything on their own.
    #[error("{0} is a {kind}; only a box or a polygon has that", kind = .1.token())]
    NoBehavior(Name, ShapeKind),
    /// Only boxes can be drawn solid or without their names.
    #[error("{0} is a {kind}; only a box has that", kind = .1.token())]
    NoLook(Name, ShapeKind),
    /// Only lasers can be beams.
    #[error("{0} is a {kind}; only a laser is a beam", kind = .1.token())]
    NoBeam(Name, ShapeKind),
    /// A message of more than [`Behavior::MAX_MESSAGE_BYTES`].
    #[error("a message has at most {} bytes", Behavior::MAX_MESSAGE_BYTES)]
    MessageTooLong,
    /// Gravity of more than ±16 000 a step.
    #[error("gravity lies within ±16000 a step")]
    GravityOutOfRange,
    /// More pairs would meet than there is memory for.
    #[error(
        "more than {most} pairs meet, all that fit into {0}, the memory setting; \
         fewer or smaller objects, farther apart, or more memory",
        most = grouped(.0.pairs() as u64)
    )]
    TooManyPairs(MemoryLimit),
    /// A frame has more contacts than there is memory for.
    #[error(
        "more than {contacts} contacts in one frame do not fit into {memory}, the memory setting"
    )]
    TooManyContacts {
        /// The number of contacts up to then.
        contacts: usize,
        /// The limit.
        memory: MemoryLimit,
    },
    /// The changes use up all the memory for them.
    #[error(
        "the history has {changes} changes, all that fit into {memory}, the memory setting; \
         save the scene and open it again to go on"
    )]
    HistoryFull {
        /// The number of changes.
        changes: usize,
        /// The limit.
        memory: MemoryLimit,
    },
    /// It needs more tests than [`super::History::allow_tests`] allows.
    #[error("it takes more tests of pairs than are left")]
    TooManyTests,
    /// The caller stopped it.
    #[error("interrupted")]
    Interrupted,
    /// The object would move beyond ±16 000 units.
    #[error("{name} would leave the plane: {} beyond ±16000", axis_name(*axis))]
    LeavesPlane {
        /// The object.
        name: Name,
        /// The axis.
        axis: Axis,
    },
    /// A contact or gravity would make it faster than ±16 000 units a frame.
    #[error("{name} would be too fast: {} beyond ±16000 a frame", axis_name(*axis))]
    TooFast {
        /// The object.
        name: Name,
        /// The axis.
        axis: Axis,
    },
    /// A velocity beyond ±16 000 units a frame.
    #[error("a velocity lies within ±16000 a frame")]
    VelocityOutOfRange,
    /// A point has no length, no direction and no velocity.
    #[error("{what}: {name} is a point")]
    Point {
        /// What it cannot be given.
        what: &'static str,
        /// The point.
        name: Name,
    },
    /// Boxes stay axis-aligned.
    #[error("boxes do not turn; \"end\" moves a corner")]
    BoxesDoNotTurn,
    /// Only lasers have a length.
    #[error("{0} is a {kind}; only a laser has a length", kind = .1.token())]
    NoLength(Name, ShapeKind),
    /// The new vertices do not make a simple polygon.
    #[error(transparent)]
    Polygon(#[from] hitscan_geom::PolygonError),
    /// A point of the new shape is out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

const fn axis_name(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "x",
        Axis::Y => "y",
    }
}

/// Checks that this attribute applies to this kind of object.
///
/// # Errors
/// The error says which kind of object it applies to.
pub const fn check_attribute(object: &Object, attribute: &Attribute) -> Result<(), ChangeError> {
    let kind = object.shape.kind();
    if object.is_point {
        return Err(ChangeError::Point { what: attribute.key(), name: object.name });
    }
    match (attribute, kind) {
        (Attribute::Beam(_), ShapeKind::Segment) => Ok(()),
        (Attribute::Beam(_), _) => Err(ChangeError::NoBeam(object.name, kind)),
        (Attribute::NameShown(_) | Attribute::Tint(_), ShapeKind::Polygon) => {
            Err(ChangeError::NoLook(object.name, kind))
        }
        (_, ShapeKind::Box | ShapeKind::Polygon) => Ok(()),
        _ => Err(ChangeError::NoBehavior(object.name, kind)),
    }
}

/// Checks that a shape stays within the plane when it moves.
pub(super) fn check_range(name: &Name, shape: &Shape, by: Vector) -> Result<(), ChangeError> {
    let (min, max) = shape.bounds();
    for axis in Axis::ALL {
        let [low, high] = [min, max].map(|end| end.along(axis).wide() + by.along(axis).wide());
        if low < -Milli::LIMIT.wide() || high > Milli::LIMIT.wide() {
            return Err(ChangeError::LeavesPlane { name: *name, axis });
        }
    }
    Ok(())
}
