//! The commands: what each one is, and the single table of their syntax and docs.
//!
//! The `:` line, `help`, scripts and recordings all derive from [`COMMANDS`];
//! [`crate::engine::Engine`] defines what a command does.
//!
//! | files | contents |
//! | --- | --- |
//! | `table` | every command: its name, syntax, help and parser |
//! | `args` | the words of a line, read one by one |
//! | `parsers` `attributes` | arguments that several commands share; what an object does on its own |
//! | `fields` | the numbers of an object, by name |
//! | `fault` | the errors of a line |
//! | `lines` | lines of a stream, up to a maximum length; independent of the rest |
//!
//! `table` calls `parsers` and `attributes`, those call `args`, and everything reports a `fault`.

mod args;
mod attributes;
mod fault;
mod fields;
pub mod lines;
mod parsers;
mod table;

use std::fmt::{Display, Write};
use std::ops::Range;

use crate::methods::{BoundaryRule, Method};
use crate::words::why::page_order;
use crate::world::{Attribute, Axes, Body, Crowd, Name, Response, Settings, TestResult};
use args::Args;
pub use args::{Layer, LogFilter, MapRequest, PredictMode, Word, split};
pub use attributes::{attribute_value, described};
pub use fault::{CommandError, Fix};
pub use fields::{Measure, ObjectField, with_measure};
use hitscan_geom::broad_phase::BroadPhase;
use hitscan_geom::{Direction, Milli, Point, Segment, Shape, Side, Vector};
pub use table::{COMMANDS, Topic, common_beginning, completions};

/// A claim about a pair: the result, and the side if one is given.
pub type Guess = (TestResult, Option<Direction>);

/// One thing that can be done to a sandbox. Coordinates are those of the plane, whichever axes they
/// were read in. A missing name stands for the selected object.
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
    /// `duplicate`: a copy under a new name at this offset, which is then selected.
    Duplicate(Name, Name, Vector),
    /// `body`, and `fixed`.
    Body(Name, Body),
    /// `select`.
    Select(Name),
    /// `set`: one number of an object.
    Set(Name, ObjectField, Milli),
    /// `set`: what a box does on its own.
    SetAttribute(Name, Attribute),
    /// `move`: a frame in which one object moves.
    Move(Option<Name>, Vector),
    /// `turn`: clockwise on the screen, in degrees.
    Turn(Option<Name>, Milli),
    /// `length`: a laser becomes longer by this much.
    Length(Option<Name>, Milli),
    /// `end`: one end, corner or vertex, counted from 1, moves.
    End(Option<Name>, usize, Vector),
    /// `vertex`: adds or removes a vertex of a polygon, counted from 1.
    Vertex(VertexEdit, Option<Name>, usize),
    /// `velocity`: the motion in each step.
    Velocity(Option<Name>, Vector, Anchor),
    /// `put`: moves the first vertex, or the top left corner of a box, to this point, without a
    /// frame of motion.
    Put(Option<Name>, Point),
    /// `point`: end 2 of a laser moves here, and its middle stays; under a new name, a new point.
    Point(Name, Point),
    /// `steer`: an arrow key towards this side of the screen.
    Steer(Option<Name>, Side),
    /// `drop`: passes what is one-way and touched now.
    Drop(Option<Name>),
    /// `nudge`: how far an arrow key moves things.
    Nudge(Nudge),
    /// `step`: this many frames of motion.
    Step(u32),
    /// `back`: to before the last frames, this many.
    Back(u32),
    /// `undo`: to before the last changes, this many.
    Undo(u32),
    /// `redo`: this many changes forward again.
    Redo(u32),
    /// `seek`.
    Seek(HistoryPlace),
    /// `response`: what boxes do when they hit.
    Response(Response),
    /// `side`: the side method that boxes respond by.
    Side(Method),
    /// `gravity`: what each step adds to the velocity of every dynamic box.
    Gravity(Vector),
    /// `speed`: frames per second while playing.
    Speed(u16),
    /// `play`.
    Play,
    /// `pause`.
    Pause,
    /// `contact`: whether the box methods count touching.
    BoundaryRule(BoundaryRule),
    /// `axes`: which way y is read and written.
    Axes(Axes),
    /// `broad-phase`: which broad phase finds the pairs that can meet.
    BroadPhase(BroadPhase),
    /// `title`: the title of the scene.
    Title(String),
    /// `method`: which method Why and the log's method column show.
    Method(WhySubject),
    /// `log`: which tests are shown.
    Log(LogFilter),
    /// `filter`: shows only tests whose lines contain these words; the empty text shows all.
    Filter(String),
    /// `map`: what the screen shows about other places of an object.
    Map(MapRequest),
    /// `describe`: one object in numbers, or all of them.
    Describe(Option<Name>),
    /// `query`: a pair as an input line for `hitscan query`.
    Query(Option<[Name; 2]>),
    /// `ray`: the regions that a laser meets, in order.
    Ray(RayOf),
    /// `why`: the reasons, step by step.
    Why([Name; 2], Option<WhySubject>),
    /// `check`: whether everything is as the scene expects.
    Check,
    /// `expect`: makes the current facts about a pair an expectation of the scene.
    Expect(Option<[Name; 2]>),
    /// `predict`: the user's claim about a pair before seeing the truth; `skip` makes no claim.
    Predict(Option<[Name; 2]>, Option<Guess>),
    /// `predict on`, `predict off`: whether answers are covered.
    PredictMode(PredictMode),
    /// `assert`: a claim that must hold.
    Assert(Assertion),
    /// `record`: records everything from now on in this file.
    Record(String),
    /// `recover`: what to do with a session that was cut off.
    Recover(Recover),
    /// `learn`: a lesson, by its id, number or title; without a name, the one where the
    /// student stopped.
    Learn(Option<String>),
    /// `new`: an empty scene.
    New,
    /// `open`: a file or a built-in scene.
    Open(String),
    /// `save`: to this file, or to where the scene came from.
    Save(Option<String>),
    /// `screenshot`: saves the screen to this file.
    Screenshot(String),
    /// `help`: about everything, or about one command.
    Help(Option<String>),
    /// `wq`: `save`, then `quit`.
    SaveAndQuit(Option<String>),
    /// `quit`.
    Quit,
    /// `quit!`: discards unsaved changes.
    QuitUnsaved,
}

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandKind {
    /// It adds this many objects.
    Add(u32),
    /// It changes the scene otherwise, or the meaning of later lines.
    Edit,
    /// It makes this many frames.
    Step(u32),
    /// It only moves to another point in time.
    Travel,
    /// It changes what is listed or explained.
    Look,
    /// It answers a question and changes nothing.
    Ask,
    /// It concerns the clock, the screen, or files other than scenes.
    Host,
    /// It lets the clock make frames.
    Play,
    /// It saves or leaves the scene.
    Leave,
    /// It quits, or helps the user to go on.
    Quit,
}

impl CommandKind {
    /// Whether recordings contain it. They omit commands that concern only files, the clock or the
    /// screen: play is recorded as steps, and an opened scene is recorded itself.
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
    pub const fn kind(&self) -> CommandKind {
        match self {
            Self::Add(..) | Self::Duplicate(..) | Self::Point(..) => CommandKind::Add(1),
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
            | Self::Steer(..)
            | Self::Drop(_)
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

/// What to do with sessions that were cut off. They are counted from the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recover {
    /// Resumes this one; the latest, if `None`.
    Take(Option<u32>),
    /// Discards this one; if `None`, the one that was resumed, or else the latest.
    Drop(Option<u32>),
    /// Discards all.
    DropAll,
    /// Lists all.
    List,
}

/// The subject of a Why page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum WhySubject {
    /// The exact answer.
    #[default]
    Truth,
    /// The answer of a method.
    Method(Method),
    /// The answer of the user's own method with this name.
    Own(Name),
}

impl WhySubject {
    /// The pages of the truth and of the catalogue with their tokens, the truth first.
    pub fn catalogue() -> impl Iterator<Item = (&'static str, Self)> {
        let methods = page_order().map(|method| (method.id(), Self::Method(method)));
        std::iter::once(("truth", Self::Truth)).chain(methods)
    }

    /// The token in commands: `truth`, or the method's id or name.
    pub fn token(&self) -> &str {
        match self {
            Self::Truth => "truth",
            Self::Method(method) => method.id(),
            Self::Own(name) => name.as_str(),
        }
    }

    /// The method, if the page is about one of the catalogue.
    pub const fn method(self) -> Option<Method> {
        match self {
            Self::Truth | Self::Own(_) => None,
            Self::Method(method) => Some(method),
        }
    }

    /// The name, if the page is about an own method.
    pub const fn own(self) -> Option<Name> {
        match self {
            Self::Truth | Self::Method(_) => None,
            Self::Own(name) => Some(name),
        }
    }
}

impl From<Option<Method>> for WhySubject {
    fn from(method: Option<Method>) -> Self {
        method.map_or(Self::Truth, Self::Method)
    }
}

/// Which laser `ray` follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayOf {
    /// This object.
    Object(Option<Name>),
    /// Any other laser.
    Line(Segment),
}

/// A claim that `assert` makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Assertion {
    /// The pair has this result and, if given, this side. Sides are those of the second.
    Result([Name; 2], TestResult, Option<Direction>),
    /// A number of an object has this value.
    Value(Name, ObjectField, Milli),
    /// There is no object with this name.
    Gone(Name),
}

/// An edit of the vertices of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexEdit {
    /// Inserts this one after the given vertex.
    Insert(Point),
    /// Removes the given vertex.
    Remove,
}

/// Which position a `velocity` refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The object is at the start of the frame.
    Start,
    /// The object is at the end of the frame, and is moved back by one frame.
    End,
}

/// How far an arrow key moves things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Nudge {
    /// To the next cell at zoom 1: 1 unit across, 2 down.
    #[default]
    Cell,
    /// This far on both axes.
    Units(Milli),
}

/// A position in history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HistoryPlace {
    /// The beginning.
    Start,
    /// The last change.
    End,
    /// The end of a frame.
    Frame(u64),
    /// The frame of a record, by its number in the log.
    Record(u64),
}

/// A row of the command table.
#[derive(Debug)]
pub struct CommandSpec {
    /// Its name.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// Words that find it in `help` but do not run it.
    pub synonyms: &'static [&'static str],
    /// The arguments: capitals are placeholders, `[…]` may be omitted.
    pub syntax: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    parse: fn(&mut Args<'_>) -> Result<Command, CommandError>,
    /// Writes a command if this is its name, and returns whether it is.
    write: fn(&Command, &mut WrittenWords<'_>) -> bool,
}

/// Names are unique.
impl PartialEq for CommandSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl CommandSpec {
    /// The command with this name or alias.
    pub fn find(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|spec| spec.name == name || spec.aliases.contains(&name))
    }

    /// [`CommandSpec::find`] with an error.
    ///
    /// # Errors
    /// Names the command that was probably meant.
    pub fn named(name: &str) -> Result<&'static Self, CommandError> {
        Self::find(name).ok_or_else(|| CommandError {
            span: None,
            ..CommandError::no_such_command(name, &(0..0))
        })
    }

    /// The command that has this word as a synonym.
    pub fn meant_by(word: &str) -> Option<&'static Self> {
        let is_it = |synonym: &&str| synonym.eq_ignore_ascii_case(word);
        COMMANDS.iter().find(|spec| spec.synonyms.iter().any(is_it))
    }

    /// `move [NAME] DX DY: move one object, in a frame of its own`.
    pub fn line(&self) -> String {
        let blank = if self.syntax.is_empty() { "" } else { " " };
        format!("{}{blank}{}: {}", self.name, self.syntax, self.doc)
    }
}

impl Command {
    /// Parses one line as typed with these settings; `None` for blank lines and comments.
    ///
    /// # Errors
    /// Names the offending word and what would be right.
    pub fn parse(line: &str, settings: &Settings) -> Result<Option<Self>, CommandError> {
        let words = split(line);
        let Some((first, rest)) = words.split_first() else { return Ok(None) };
        let Some(spec) = CommandSpec::find(&first.text) else {
            let fault = CommandError::no_such_command(&first.text, &first.span);
            return Err(match Self::meant_by(line, &words, settings) {
                Some((span, meant)) => {
                    CommandError { span: Some(span), ..fault }.meaning(Some(&meant))
                }
                None => fault,
            });
        };
        let mut args = Args::new(rest, settings);
        let command = (spec.parse)(&mut args)?;
        args.end()?;
        Ok(Some(command))
    }

    /// What a line means that a synonym begins, with all that follows it (`remove A` for `delete A`,
    /// `response bounce` for `bounce`), if that is a command, and what it replaces in the line.
    fn meant_by(line: &str, words: &[Word], settings: &Settings) -> Option<(Range<usize>, String)> {
        /// A longer line is not shown again in full.
        const MOST_BYTES: usize = 120;
        let (first, last) = (words.first()?, words.last()?);
        let spec = CommandSpec::meant_by(&first.text)?;
        let meant = if words.len() > 1 {
            format!("{}{}", spec.name, &line[first.span.end..last.span.end])
        } else {
            let value = first.text.to_ascii_lowercase();
            spec.syntax.split([' ', '|']).find(|it| *it == value)?;
            format!("{} {value}", spec.name)
        };
        let is_shown = meant.len() <= MOST_BYTES && !meant.contains(char::is_control);
        let runs = is_shown && matches!(Self::parse(&meant, settings), Ok(Some(_)));
        runs.then_some((first.span.start..last.span.end, meant))
    }

    /// What is being typed at this byte of the line: the command, and the syntax's name for
    /// the word there.
    pub fn typing(line: &str, at: usize) -> Option<(&'static CommandSpec, Option<&'static str>)> {
        let words = split(line);
        let (first, rest) = words.split_first()?;
        let spec = CommandSpec::find(&first.text)?;
        let settings = Settings::default();
        let mut args = Args::new(rest, &settings);
        // A fault ends the parsing; the labels read up to there are what matters.
        let _ = (spec.parse)(&mut args);
        let label = if at <= first.span.end { None } else { args.label_at(at) };
        Some((spec, label))
    }
}

/// Names to fill in where a command omits them.
pub trait LeftOut {
    /// The object that an omitted name stands for.
    fn object(&self) -> Option<Name> {
        None
    }

    /// The pair that omitted names stand for.
    fn pair(&self) -> Option<[Name; 2]> {
        None
    }
}

/// Omitted names stay omitted.
impl LeftOut for () {}

impl Command {
    /// The command as it would be typed with these settings; parsing the text with the same ones
    /// returns the command.
    pub fn written(&self, settings: &Settings) -> String {
        self.written_for(settings, &())
    }

    /// The command as it would be typed with these settings, with all omitted names filled in.
    pub fn written_for(&self, settings: &Settings, left_out: &dyn LeftOut) -> String {
        let mut line = WrittenWords { words: String::new(), settings, left_out };
        let spec = COMMANDS.iter().find(|spec| (spec.write)(self, &mut line));
        spec.map_or("", |spec| spec.name).to_owned() + &line.words
    }
}

/// The words after a command's name, each preceded by a blank.
struct WrittenWords<'a> {
    words: String,
    settings: &'a Settings,
    left_out: &'a dyn LeftOut,
}

impl WrittenWords<'_> {
    /// Writes no words.
    const fn alone(&mut self) -> &mut Self {
        self
    }

    fn word(&mut self, word: impl Display) -> &mut Self {
        let _ = write!(self.words, " {word}");
        self
    }

    /// A word, if there is one.
    fn optional(&mut self, word: Option<impl Display>) -> &mut Self {
        if let Some(word) = word { self.word(word) } else { self }
    }

    /// A count, omitted if it is 1.
    fn count(&mut self, count: u32) -> &mut Self {
        self.optional(Some(count).filter(|&count| count != 1))
    }

    /// An object whose name may be omitted.
    fn object(&mut self, name: Option<Name>) -> &mut Self {
        self.optional(name.or_else(|| self.left_out.object()))
    }

    /// Two objects whose names may be omitted.
    fn pair(&mut self, names: Option<[Name; 2]>) -> &mut Self {
        let names = names.or_else(|| self.left_out.pair());
        names.into_iter().flatten().fold(self, Self::word)
    }

    fn y(&mut self, y: Milli) -> &mut Self {
        self.word(self.settings.read_y(y))
    }

    fn vector(&mut self, by: Vector) -> &mut Self {
        self.word(by.x).y(by.y)
    }

    fn point(&mut self, at: Point) -> &mut Self {
        self.word(at.x).y(at.y)
    }

    fn points(&mut self, points: &[Point]) -> &mut Self {
        points.iter().copied().fold(self, Self::point)
    }

    /// `NAME.FIELD VALUE`.
    fn value(&mut self, name: Name, field: ObjectField, value: Milli) -> &mut Self {
        let value = if field.is_y() { self.settings.read_y(value) } else { value };
        self.word(format_args!("{name}.{field}")).word(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of each kind, as it is written.
    const LINES: &str = "\
box A 1 -2 3 4
laser L 1 2 -3 4.5
polygon P 0 0 4 0 0 3
crowd C 3 laser 0 0 9 8 size 1 2 grid 0.5 speed 0 1 clusters apart seed 7
remove
remove A
rename A B
duplicate A B
duplicate A B 1 -2
body A kinematic
select A
set A.y 3
set A.bottom-center.height 3
set L.y2 -1
set A.vy 2
set A.sensor true
set A.message \"two words\"
set A.jump none
move 1 2
move A 1 2
turn A 30
length -2.5
end A 2 1 2
vertex insert P 1 3 4
vertex remove 2
velocity 1 2
velocity A 1 2 end
put A 1 2
point L 1 2
steer left up
drop A
nudge cell
nudge 0.25
step
step 10
back 2
undo 2
redo 2
seek start
seek end
seek 7
seek #7
play
pause
speed 9
response push-out
gravity 0 1
side swept
contact strict
axes y-up
broad-phase grid
method truth
method own-name
log wrong
filter
filter \"A B\"
map
map off
map f32
map next hit
title \"a # title\"
new
open scene.toml
learn
learn inside
save
save \"my scene.toml\"
record anna.hits
recover
recover 2
recover drop
recover drop 2
recover drop all
recover list
describe
describe A
query
query A B
ray
ray L
ray 0 10 40 10
why A B
why A B swept
check
expect
expect A B
predict hit
predict A B touch left+top
predict on
skip
skip A B
assert A B miss
assert A B hit left
assert A.y 3
assert A gone
screenshot a.svg
help
help undo
quit
quit!
wq
wq a.toml";

    #[test]
    fn each_command_name_parses_what_it_writes() {
        let mut unused: Vec<_> = COMMANDS.iter().map(|spec| spec.name).collect();
        for (line, axes) in
            LINES.lines().flat_map(|line| [Axes::YDown, Axes::YUp].map(|axes| (line, axes)))
        {
            let settings = &Settings { axes, ..Settings::default() };
            let command = Command::parse(line, settings).expect(line).expect(line);
            let written = command.written(settings);
            // With y upwards, the top of an area is written first.
            assert!(written == line || axes == Axes::YUp && line.starts_with("crowd"), "{line}");
            assert_eq!(Command::parse(&written, settings), Ok(Some(command.clone())), "{line}");
            let mut words = WrittenWords { words: String::new(), settings, left_out: &() };
            let written_by = COMMANDS.iter().filter(|spec| (spec.write)(&command, &mut words));
            let written_by: Vec<_> = written_by.map(|spec| spec.name).collect();
            assert_eq!(written_by, [line.split(' ').next().expect(line)]);
            unused.retain(|name| !written_by.contains(name));
        }
        // `fixed` is written as `body`, `one_way` as `set`.
        assert_eq!(unused, ["fixed", "one_way"]);
    }
}

#[cfg(test)]
mod offer_tests {
    use super::*;

    /// What is said of a line that is no command, and the line that Tab makes of it.
    fn refused(line: &str) -> (String, String) {
        let fault = Command::parse(line, &Settings::default()).expect_err(line);
        let mut mended = line.to_owned();
        if let (Some(span), Some(fix)) = (fault.span.clone(), &fault.fix) {
            mended.replace_range(span, fix.text());
        }
        (fault.with_tab(), mended)
    }

    #[test]
    fn a_synonym_carries_what_follows_it_into_the_offer() {
        for (line, said, mended) in [
            (
                "delete A",
                "delete: no such command. Did you mean remove A? Tab puts it in",
                "remove A",
            ),
            ("rotate L 30 # a turn", "", "turn L 30 # a turn"),
            (
                "bounce",
                "bounce: no such command. Did you mean response bounce? Tab puts it in",
                "response bounce",
            ),
            ("erase", "erase: no such command. Did you mean remove? Tab puts it in", "remove"),
            (
                "destroy A",
                "destroy: no such command. Did you mean remove A? Tab puts it in",
                "remove A",
            ),
            (
                "delete A B",
                "delete: no such command. Did you mean remove? Tab puts it in",
                "remove A B",
            ),
            ("on", "on: no such command. \"help\" lists them", "on"),
        ] {
            let (message, now) = refused(line);
            assert!(said.is_empty() || message == said, "{line}: {message}");
            assert_eq!(now, mended, "{line}");
        }
    }

    #[test]
    fn a_missing_pair_and_a_file_name_with_blanks_say_what_to_type() {
        for (line, said) in [
            ("why", "which pair? why A B"),
            ("why A", "which pair? why A B"),
            ("save my scene", "quotes, or no blanks: save \"my scene\""),
            ("open two boxes.toml", "quotes, or no blanks: open \"two boxes.toml\""),
        ] {
            assert_eq!(refused(line).0, said, "{line}");
        }
    }
}
