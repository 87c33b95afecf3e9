//! The commands: what each one is, and the one table of their syntax and docs.
//!
//! The `:` line, `help`, scripts and recordings are all made from
//! [`COMMANDS`]; what a command does stands in [`crate::engine::Engine`].

mod args;
mod attributes;
mod choices;
mod completion;
mod crowd;
mod fault;
mod fields;
pub mod lines;
mod parsers;
mod split;
mod table;
mod topic;
mod written;

use crate::methods::{BoundaryRule, Method};
use crate::words::why::page_order;
use crate::world::{Attribute, Axes, Body, Crowd, Name, Response, TestResult};
use args::Args;
pub use attributes::{AttributeValue, described};
pub use choices::{Layer, LogFilter, MapRequest, PredictMode};
pub use completion::{common_beginning, completions};
pub use fault::{CommandError, Fix};
pub use fields::{FieldValue, Measure, with_measure};
use hitscan_geom::broad_phase::BroadPhase;
use hitscan_geom::{Direction, Milli, Origin, Point, Segment, Shape, Side, Vector};
pub use split::{Word, split};
pub use table::COMMANDS;
use table::unknown;
pub use topic::Topic;
use written::Line;
pub use written::{LeftOut, Written};

/// What is said of a pair: the word, and the side where one is said.
pub type Guess = (TestResult, Option<Direction>);

/// One thing that can be done to a sandbox. Coordinates are those of the plane,
/// whatever the axes were that they were read in. A missing name is the
/// selected object.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `box`, `laser`, `polygon`: a new object, which is then selected.
    Add(Name, Shape),
    /// `crowd`: many new objects.
    Crowd(Crowd),
    /// `remove`.
    Remove(Option<Name>),
    /// `rename`.
    Rename(Name, Name),
    /// `duplicate`: a copy under a new name and so far off, which is then selected.
    Duplicate(Name, Name, Vector),
    /// `body`, and `fixed`.
    Body(Name, Body),
    /// `select`.
    Select(Name),
    /// `set`: one number of an object.
    Set(Name, Field, Milli),
    /// `set`: what a box does by itself.
    SetAttribute(Name, Attribute),
    /// `move`: a frame in which one object moves.
    Move(Option<Name>, Vector),
    /// `turn`: clockwise on the screen, in degrees.
    Turn(Option<Name>, Milli),
    /// `length`: a laser gets that much longer.
    Length(Option<Name>, Milli),
    /// `end`: one end, corner or vertex, counted from 1, moves.
    End(Option<Name>, usize, Vector),
    /// `vertex`: a polygon gets one vertex more or less, counted from 1.
    Vertex(VertexEdit, Option<Name>, usize),
    /// `velocity`: the motion in each step.
    Velocity(Option<Name>, Vector, Anchor),
    /// `put`: the first vertex, of a box its top left corner, is there; the object does
    /// not move there.
    Put(Option<Name>, Point),
    /// `point`: end 2 of a laser is there, and its middle stays.
    Point(Name, Point),
    /// `steer`: an arrow towards this side of the screen.
    Steer(Option<Name>, Side),
    /// `nudge`: how far an arrow key moves things.
    Nudge(Nudge),
    /// `step`: so many frames of motion.
    Step(u32),
    /// `back`: to before the last so many frames.
    Back(u32),
    /// `undo`: to before the last so many changes.
    Undo(u32),
    /// `redo`: so many changes forward again.
    Redo(u32),
    /// `seek`.
    Seek(Place),
    /// `response`: what boxes do when they hit.
    Response(Response),
    /// `side`: the side method that boxes respond by.
    Side(Method),
    /// `gravity`: what each step adds to the velocity of every dynamic box.
    Gravity(Vector),
    /// `speed`: frames a second while playing.
    Speed(u16),
    /// `play`.
    Play,
    /// `pause`.
    Pause,
    /// `contact`: whether the box methods count touching.
    BoundaryRule(BoundaryRule),
    /// `axes`: which way y is read and written.
    Axes(Axes),
    /// `broad-phase`: how the pairs are found that can meet.
    BroadPhase(BroadPhase),
    /// `title`: what the scene is called.
    Title(String),
    /// `method`: what Why and the log's column of a method show.
    Method(Page),
    /// `log`: which tests are shown.
    Log(LogFilter),
    /// `filter`: only tests that name this are shown; all, where it is empty.
    Filter(String),
    /// `map`: what the screen shows of elsewhere.
    Map(MapRequest),
    /// `describe`: one object in numbers, or all.
    Describe(Option<Name>),
    /// `query`: a pair as a line for `hitscan query`.
    Query(Option<[Name; 2]>),
    /// `ray`: what a laser meets, in order.
    Ray(RayOf),
    /// `why`: the reasons, step by step.
    Why([Name; 2], Option<Page>),
    /// `check`: is everything as the scene expects?
    Check,
    /// `expect`: what is true of a pair now becomes what the scene expects.
    Expect(Option<[Name; 2]>),
    /// `predict`: what a user says of a pair before seeing the truth; `skip`:
    /// nothing is said.
    Predict(Option<[Name; 2]>, Option<Guess>),
    /// `predict on`, `predict off`: whether answers are covered.
    PredictMode(PredictMode),
    /// `assert`: what must be so.
    Assert(Claim),
    /// `record`: from now on what is done is recorded in that file.
    Record(String),
    /// `recover`: what becomes of a session that was cut off.
    Recover(Recover),
    /// `learn`: a lesson, by its id, number or title; where the student stopped, if none is
    /// named.
    Learn(Option<String>),
    /// `new`: an empty scene.
    New,
    /// `open`: a file or a built-in scene.
    Open(String),
    /// `save`: to that file, or to where it came from.
    Save(Option<String>),
    /// `screenshot`: what is on the screen, to that file.
    Screenshot(String),
    /// `help`: of everything, or of one command.
    Help(Option<String>),
    /// `wq`: to that file, or to where it came from, and then `quit`.
    SaveAndQuit(Option<String>),
    /// `quit`.
    Quit,
    /// `quit!`: whatever is not saved.
    QuitUnsaved,
}

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandKind {
    /// It adds so many objects.
    Add(u32),
    /// It changes the scene otherwise, or what later lines mean.
    Edit,
    /// It makes so many frames.
    Step(u32),
    /// It only goes to another place in time.
    Travel,
    /// It changes what is listed or explained.
    Look,
    /// It answers, and changes nothing.
    Ask,
    /// It concerns the clock, the screen or files that are no scene.
    Host,
    /// It lets the clock make frames.
    Play,
    /// It saves or leaves the scene.
    Leave,
    /// It quits, or helps to go on.
    Quit,
}

impl CommandKind {
    /// Whether recordings have it. Those that concern only files, the clock and the
    /// screen they have not: play is recorded as steps, and an opened scene is recorded
    /// itself.
    #[must_use]
    pub const fn is_recorded(self) -> bool {
        match self {
            Self::Add(_) | Self::Edit | Self::Step(_) | Self::Travel | Self::Look | Self::Ask => {
                true
            }
            Self::Host | Self::Play | Self::Leave | Self::Quit => false,
        }
    }
}

impl Command {
    /// What it is for.
    #[must_use]
    pub const fn kind(&self) -> CommandKind {
        match self {
            Self::Add(..) | Self::Duplicate(..) => CommandKind::Add(1),
            Self::Crowd(crowd) => CommandKind::Add(crowd.count),
            Self::Remove(_)
            | Self::Rename(..)
            | Self::Body(..)
            | Self::Select(_)
            | Self::Set(..)
            | Self::SetAttribute(..)
            | Self::Move(..)
            | Self::Turn(..)
            | Self::Length(..)
            | Self::End(..)
            | Self::Vertex(..)
            | Self::Velocity(..)
            | Self::Put(..)
            | Self::Point(..)
            | Self::Steer(..)
            | Self::Nudge(_)
            | Self::Response(_)
            | Self::Side(_)
            | Self::Gravity(_)
            | Self::Speed(_)
            | Self::BoundaryRule(_)
            | Self::Axes(_)
            | Self::BroadPhase(_)
            | Self::Title(_)
            | Self::Expect(_)
            | Self::New => CommandKind::Edit,
            Self::Step(count) => CommandKind::Step(*count),
            Self::Back(_) | Self::Undo(_) | Self::Redo(_) | Self::Seek(_) => CommandKind::Travel,
            Self::Method(_) | Self::Log(_) | Self::Filter(_) => CommandKind::Look,
            Self::Describe(_)
            | Self::Query(_)
            | Self::Ray(_)
            | Self::Why(..)
            | Self::Check
            | Self::Predict(..)
            | Self::Assert(_) => CommandKind::Ask,
            Self::Play => CommandKind::Play,
            Self::Pause
            | Self::Map(_)
            | Self::PredictMode(_)
            | Self::Record(_)
            | Self::Recover(_)
            | Self::Screenshot(_) => CommandKind::Host,
            Self::Learn(_) | Self::Open(_) | Self::Save(_) | Self::SaveAndQuit(_) => {
                CommandKind::Leave
            }
            Self::Help(_) | Self::Quit | Self::QuitUnsaved => CommandKind::Quit,
        }
    }
}

/// What becomes of sessions that were cut off. They are counted from the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recover {
    /// This one is resumed where it was; the last, if none is named.
    Take(Option<u32>),
    /// This one is discarded; if none is named, the one that was resumed, or else the
    /// last.
    Drop(Option<u32>),
    /// All are discarded.
    DropAll,
    /// All are listed.
    List,
}

/// What Why is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Page {
    /// The exact answer.
    #[default]
    Truth,
    /// What a method makes of it.
    Method(Method),
    /// What a method of the user's own makes of it, by its name.
    Own(Name),
}

impl Page {
    /// The pages of the truth and of the catalogue with their tokens, the truth first.
    pub fn catalogue() -> impl Iterator<Item = (&'static str, Self)> {
        let methods = page_order().map(|method| (method.id(), Self::Method(method)));
        std::iter::once(("truth", Self::Truth)).chain(methods)
    }

    /// The token in commands: `truth`, or the method's id or name.
    #[must_use]
    pub fn token(&self) -> &str {
        match self {
            Self::Truth => "truth",
            Self::Method(method) => method.id(),
            Self::Own(name) => name.as_str(),
        }
    }

    /// The method, if it is about one of the catalogue.
    #[must_use]
    pub const fn method(self) -> Option<Method> {
        match self {
            Self::Truth | Self::Own(_) => None,
            Self::Method(method) => Some(method),
        }
    }

    /// The name, if it is about a method of the user's own.
    #[must_use]
    pub const fn own(self) -> Option<Name> {
        match self {
            Self::Truth | Self::Method(_) => None,
            Self::Own(name) => Some(name),
        }
    }
}

impl From<Option<Method>> for Page {
    fn from(method: Option<Method>) -> Self {
        method.map_or(Self::Truth, Self::Method)
    }
}

/// Which laser is asked what it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayOf {
    /// That object.
    Object(Option<Name>),
    /// Any other, from here to there.
    Line(Segment),
}

/// What must be so.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// The pair says that; where a side is named, it is that one. Sides are
    /// those of the second.
    Result([Name; 2], TestResult, Option<Direction>),
    /// A number of an object is that.
    Value(Name, Field, Milli),
    /// There is no object of that name.
    Gone(Name),
}

/// What becomes of the vertices of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexEdit {
    /// There is a new one here, after the one that is named.
    Insert(Point),
    /// The one that is named goes.
    Remove,
}

/// Which position a `velocity` refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The object stands at the start of the frame.
    Start,
    /// It stands at the end of the frame, and is put one frame back.
    End,
}

/// How far an arrow key moves things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Nudge {
    /// To the next cell at zoom 1: 1 unit across, 2 down.
    #[default]
    Cell,
    /// That far in both axes.
    Units(Milli),
}

/// A place in history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The beginning.
    Start,
    /// The last change there is.
    End,
    /// The end of a frame.
    Frame(u64),
    /// The frame of a record, by its number in the log.
    Record(u64),
}

/// One number of an object that `set` can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// One side of a box, alone.
    Side(Side),
    /// The left edge of a box; moves the whole.
    X,
    /// The top edge of a box; moves the whole.
    Y,
    /// The width of a box; the left edge stays.
    Width,
    /// The height of a box; the top edge stays.
    Height,
    /// One measure of a box by an origin that is not its top left corner:
    /// `center.x`, `bottom-center.height`. The other three of that origin stay.
    About(Origin, Measure),
    /// The x of an end or vertex, counted from 1.
    VertexX(usize),
    /// The y of an end or vertex, counted from 1.
    VertexY(usize),
    /// The x of the velocity.
    VelocityX,
    /// The y of the velocity.
    VelocityY,
}

/// A row of the command table.
#[derive(Debug)]
pub struct CommandSpec {
    /// What it is called.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Words that find it, but do not run it.
    pub synonyms: &'static [&'static str],
    /// The arguments: capitals are filled in, `[…]` may be left out.
    pub syntax: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    parse: fn(&mut Args<'_>) -> Result<Command, CommandError>,
    /// Writes a command that is written by this name, and tells whether it is.
    write: fn(&Command, &mut Line<'_>) -> bool,
}

/// Names are unique.
impl PartialEq for CommandSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl CommandSpec {
    /// The command of this name or alias.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|spec| spec.name == name || spec.aliases.contains(&name))
    }

    /// The same.
    ///
    /// # Errors
    /// Names the command that may be meant.
    pub fn named(name: &str) -> Result<&'static Self, CommandError> {
        Self::find(name).ok_or_else(|| CommandError { span: None, ..unknown(name, &(0..0)) })
    }

    /// The command that this word may mean, by a synonym.
    #[must_use]
    pub fn meant_by(word: &str) -> Option<&'static Self> {
        let is_it = |synonym: &&str| synonym.eq_ignore_ascii_case(word);
        COMMANDS.iter().find(|spec| spec.synonyms.iter().any(is_it))
    }

    /// `move [NAME] DX DY: move one object, in a frame of its own`.
    #[must_use]
    pub fn line(&self) -> String {
        let blank = if self.syntax.is_empty() { "" } else { " " };
        format!("{}{blank}{}: {}", self.name, self.syntax, self.doc)
    }
}

impl Command {
    /// Reads one line; `None` where there is nothing but blanks or a comment.
    ///
    /// # Errors
    /// Names the word at fault and what would be right.
    pub fn parse(line: &str, axes: Axes) -> Result<Option<Self>, CommandError> {
        let words = split(line);
        let Some((first, rest)) = words.split_first() else { return Ok(None) };
        let spec =
            CommandSpec::find(&first.text).ok_or_else(|| unknown(&first.text, &first.span))?;
        let mut args = Args::new(rest, axes);
        let command = (spec.parse)(&mut args)?;
        args.end()?;
        Ok(Some(command))
    }

    /// What is being typed at this byte of the line: the command and what its
    /// syntax calls the word there.
    #[must_use]
    pub fn typing(line: &str, at: usize) -> Option<(&'static CommandSpec, Option<&'static str>)> {
        let words = split(line);
        let (first, rest) = words.split_first()?;
        let spec = CommandSpec::find(&first.text)?;
        let mut args = Args::new(rest, Axes::YDown);
        // A fault ends the reading; the labels up to there are what is wanted.
        let _ = (spec.parse)(&mut args);
        let label = if at <= first.span.end { None } else { args.label_at(at) };
        Some((spec, label))
    }
}
