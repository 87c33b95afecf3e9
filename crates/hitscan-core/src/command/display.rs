//! A command as it would be typed, in given axes.

use std::fmt;

use super::attributes::AttributeValue;
use super::parsers::ARROWS;
use super::split::Quoted;
use super::{Anchor, Claim, Command, Field, MapRequest, Nudge, Place, Recover, VertexEdit};
use crate::world::{Axes, Name};
use hitscan_geom::{Direction, Milli, Point, Shape, Side, Vector};

/// A command ready to be written; reading it in the same axes gives it back.
pub struct Written<'a> {
    command: &'a Command,
    axes: Axes,
    left_out: &'a dyn LeftOut,
}

/// Names for what a command leaves out.
pub trait LeftOut {
    /// The object that is meant where none is named.
    fn object(&self) -> Option<Name> {
        None
    }

    /// The pair that is meant where none is named.
    fn pair(&self) -> Option<[Name; 2]> {
        None
    }
}

/// What is left out stays left out.
impl LeftOut for () {}

impl Command {
    /// The command as it would be typed in these axes.
    #[must_use]
    pub fn written(&self, axes: Axes) -> Written<'_> {
        self.written_for(axes, &())
    }

    /// The command as it would be typed in these axes with no name left out.
    #[must_use]
    pub fn written_for<'a>(&'a self, axes: Axes, left_out: &'a dyn LeftOut) -> Written<'a> {
        Written { command: self, axes, left_out }
    }
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vector = |v: &Vector| format!("{} {}", v.x, self.axes.read_y(v.y));
        let point = |at: &Point| format!("{} {}", at.x, self.axes.read_y(at.y));
        match self.command {
            Command::Crowd(crowd) => super::crowd::write(f, crowd, self.axes),
            Command::Add(name, shape) => self.write_shape(f, name, shape),
            Command::Remove(name) => write!(f, "remove{}", self.object(*name)),
            Command::Rename(name, new) => write!(f, "rename {name} {new}"),
            Command::Duplicate(name, new, by) if *by == Vector::ZERO => {
                write!(f, "duplicate {name} {new}")
            }
            Command::Duplicate(name, new, by) => write!(f, "duplicate {name} {new} {}", vector(by)),
            Command::Body(name, body) => write!(f, "body {name} {}", body.token()),
            Command::Select(name) => write!(f, "select {name}"),
            Command::Set(name, field, value) => {
                write!(f, "set {name}.{field} {}", self.read(*field, *value))
            }
            Command::SetAttribute(name, attribute) => {
                write!(f, "set {name}.{} {}", attribute.key(), AttributeValue(attribute))
            }
            Command::Move(name, by) => write!(f, "move{} {}", self.object(*name), vector(by)),
            Command::Turn(name, degrees) => write!(f, "turn{} {degrees}", self.object(*name)),
            Command::Length(name, by) => write!(f, "length{} {by}", self.object(*name)),
            Command::End(name, index, by) => {
                write!(f, "end{} {index} {}", self.object(*name), vector(by))
            }
            Command::Vertex(VertexEdit::Insert(at), name, index) => {
                write!(f, "vertex insert{} {index} {}", self.object(*name), point(at))
            }
            Command::Vertex(VertexEdit::Remove, name, index) => {
                write!(f, "vertex remove{} {index}", self.object(*name))
            }
            Command::Velocity(name, velocity, anchor) => {
                let end = if *anchor == Anchor::End { " end" } else { "" };
                write!(f, "velocity{} {}{end}", self.object(*name), vector(velocity))
            }
            Command::Put(name, at) => write!(f, "put{} {}", self.object(*name), point(at)),
            Command::Point(name, at) => write!(f, "point {name} {}", point(at)),
            Command::Map(request) => write!(f, "map{request}"),
            Command::Steer(name, side) => {
                write!(f, "steer{} {}", self.object(*name), arrow_of(*side))
            }
            Command::Nudge(Nudge::Cell) => f.write_str("nudge cell"),
            Command::Nudge(Nudge::Units(units)) => write!(f, "nudge {units}"),
            Command::Step(n) => write!(f, "step{}", Count(*n)),
            Command::Back(n) => write!(f, "back{}", Count(*n)),
            Command::Undo(n) => write!(f, "undo{}", Count(*n)),
            Command::Redo(n) => write!(f, "redo{}", Count(*n)),
            Command::Seek(Place::Start) => f.write_str("seek start"),
            Command::Seek(Place::End) => f.write_str("seek end"),
            Command::Seek(Place::Frame(frame)) => write!(f, "seek {frame}"),
            Command::Seek(Place::Record(seq)) => write!(f, "seek #{seq}"),
            Command::Response(response) => write!(f, "response {}", response.token()),
            Command::Side(method) => write!(f, "side {}", method.id()),
            Command::Gravity(by) => write!(f, "gravity {}", vector(by)),
            Command::Speed(speed) => write!(f, "speed {speed}"),
            Command::Play => f.write_str("play"),
            Command::Pause => f.write_str("pause"),
            Command::BoundaryRule(rule) => write!(f, "contact {}", rule.token()),
            Command::BroadPhase(which) => write!(f, "broad-phase {}", which.token()),
            Command::Axes(axes) => write!(f, "axes {}", axes.token()),
            Command::Title(title) => write!(f, "title {}", Quoted(title)),
            Command::Method(page) => write!(f, "method {}", page.token()),
            Command::Log(filter) => write!(f, "log {}", filter.token()),
            Command::Filter(text) if text.is_empty() => f.write_str("filter"),
            Command::Filter(text) => write!(f, "filter {}", Quoted(text)),
            Command::Describe(name) => write!(f, "describe{}", Optional(*name)),
            Command::Query(pair) => write!(f, "query{}", self.pair(*pair)),
            Command::Why(pair, page) => {
                let page = page.map_or_else(String::new, |page| format!(" {}", page.token()));
                write!(f, "why{}{page}", Pair(Some(*pair)))
            }
            Command::Check => f.write_str("check"),
            Command::Expect(pair) => write!(f, "expect{}", self.pair(*pair)),
            Command::PredictMode(mode) => write!(f, "predict {}", mode.token()),
            Command::Predict(pair, None) => write!(f, "skip{}", self.pair(*pair)),
            Command::Predict(pair, Some((outcome, side))) => {
                let pair = self.pair(*pair);
                write!(f, "predict{pair} {}{}", outcome.token(), OptionalSide(*side))
            }
            Command::Assert(claim) => self.write_claim(f, claim),
            Command::Record(file) => write!(f, "record {}", Quoted(file)),
            Command::Recover(Recover::Take(None)) => f.write_str("recover"),
            Command::Recover(Recover::Take(Some(number))) => write!(f, "recover {number}"),
            Command::Recover(Recover::Drop(None)) => f.write_str("recover drop"),
            Command::Recover(Recover::Drop(Some(number))) => write!(f, "recover drop {number}"),
            Command::Recover(Recover::DropAll) => f.write_str("recover drop all"),
            Command::Recover(Recover::List) => f.write_str("recover list"),
            Command::New => f.write_str("new"),
            Command::Open(file) => write!(f, "open {}", Quoted(file)),
            Command::Save(None) => f.write_str("save"),
            Command::Save(Some(file)) => write!(f, "save {}", Quoted(file)),
            Command::Screenshot(file) => write!(f, "screenshot {}", Quoted(file)),
            Command::Help(None) => f.write_str("help"),
            Command::Help(Some(name)) => write!(f, "help {}", Quoted(name)),
            Command::SaveAndQuit(None) => f.write_str("wq"),
            Command::SaveAndQuit(Some(file)) => write!(f, "wq {}", Quoted(file)),
            Command::Quit => f.write_str("quit"),
            Command::QuitUnsaved => f.write_str("quit!"),
        }
    }
}

impl Written<'_> {
    fn object(&self, name: Option<Name>) -> Optional {
        Optional(name.or_else(|| self.left_out.object()))
    }

    fn pair(&self, names: Option<[Name; 2]>) -> Pair {
        Pair(names.or_else(|| self.left_out.pair()))
    }

    /// A value of that field in these axes.
    fn read(&self, field: Field, value: Milli) -> Milli {
        if field.is_y() { self.axes.read_y(value) } else { value }
    }

    fn write_claim(&self, f: &mut fmt::Formatter<'_>, claim: &Claim) -> fmt::Result {
        match claim {
            Claim::Result([a, b], outcome, side) => {
                write!(f, "assert {a} {b} {}{}", outcome.token(), OptionalSide(*side))
            }
            Claim::Gone(name) => write!(f, "assert {name} gone"),
            Claim::Value(name, field, value) => {
                write!(f, "assert {name}.{field} {}", self.read(*field, *value))
            }
        }
    }

    fn write_shape(&self, f: &mut fmt::Formatter<'_>, name: &Name, shape: &Shape) -> fmt::Result {
        write!(f, "{} {name}", shape.kind().token())?;
        match shape {
            Shape::Box(shape) => {
                let (x, y) = (shape.left(), self.axes.read_y(shape.top()));
                write!(f, " {x} {y} {} {}", shape.width(), shape.height())
            }
            Shape::Segment(_) | Shape::Polygon(_) => shape
                .vertices()
                .iter()
                .try_for_each(|p| write!(f, " {} {}", p.x, self.axes.read_y(p.y))),
        }
    }
}

struct Pair(Option<[Name; 2]>);

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |[a, b]| write!(f, " {a} {b}"))
    }
}

struct OptionalSide(Option<Direction>);

impl fmt::Display for OptionalSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |side| write!(f, " {side}"))
    }
}

struct Optional(Option<Name>);

impl fmt::Display for Optional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |name| write!(f, " {name}"))
    }
}

/// The arguments of `map`.
impl fmt::Display for MapRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::On => Ok(()),
            Self::Off => f.write_str(" off"),
            Self::Show(layer) => write!(f, " {}", layer.token()),
            Self::Next(class) => write!(f, " next {}", Quoted(class)),
        }
    }
}

struct Count(u32);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 1 { Ok(()) } else { write!(f, " {}", self.0) }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => f.write_str(side.token()),
            Self::X => f.write_str("x"),
            Self::Y => f.write_str("y"),
            Self::Width => f.write_str("width"),
            Self::Height => f.write_str("height"),
            Self::About(origin, measure) => write!(f, "{}.{}", origin.token(), measure.token()),
            Self::VertexX(index) => write!(f, "x{index}"),
            Self::VertexY(index) => write!(f, "y{index}"),
            Self::VelocityX => f.write_str("vx"),
            Self::VelocityY => f.write_str("vy"),
        }
    }
}

/// The direction that an arrow towards this side has in a command.
fn arrow_of(side: Side) -> &'static str {
    ARROWS.iter().find(|(_, known)| *known == side).map_or("", |(token, _)| token)
}
