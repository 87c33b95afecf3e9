//! The commands: what each one is, and the one table of their syntax and docs.
//!
//! The `:` line, `help`, scripts and recordings are all made from
//! [`COMMANDS`]; what a command does stands in [`super::Sandbox`].

mod args;
mod display;
mod table;

use super::{CommandFault, split};
use crate::geom::{Milli, Shape, Vector};
use crate::methods::{Contact, SideMethod};
use crate::words::nearest;
use crate::world::{Axes, Fixing, Name, Response};
use args::{Args, shown};
pub use table::COMMANDS;

/// One thing that can be done to a sandbox. Coordinates are those of the plane,
/// whatever the axes were that they were read in. A missing name is the
/// selected object.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `box`, `laser`, `polygon`: a new object, which is then selected.
    Add(Name, Shape),
    /// `remove`.
    Remove(Option<Name>),
    /// `rename`.
    Rename(Name, Name),
    /// `duplicate`: a copy under a new name, which is then selected.
    Duplicate(Name, Name),
    /// `fixed`.
    Fixed(Name, Fixing),
    /// `select`.
    Select(Name),
    /// `set`: one number of an object.
    Set(Name, Field, Milli),
    /// `move`: a frame in which one object moves.
    Move(Option<Name>, Vector),
    /// `turn`: clockwise on the screen, in degrees.
    Turn(Option<Name>, Milli),
    /// `length`: a laser gets that much longer.
    Length(Option<Name>, Milli),
    /// `end`: one end, corner or vertex, counted from 1, moves.
    End(Option<Name>, usize, Vector),
    /// `velocity`: the motion in each step.
    Velocity(Option<Name>, Vector, Anchor),
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
    /// `side`: by which side method they do it.
    Side(SideMethod),
    /// `speed`: frames a second while playing.
    Speed(u16),
    /// `play`.
    Play,
    /// `pause`.
    Pause,
    /// `contact`: whether the box methods count touching.
    Contact(Contact),
    /// `axes`: which way y is read and written.
    Axes(Axes),
    /// `title`: what the scene is called.
    Title(String),
    /// `new`: an empty scene.
    New,
    /// `open`: a file or a built-in scene.
    Open(String),
    /// `save`: to that file, or to where it came from.
    Save(Option<String>),
    /// `help`: of everything, or of one command.
    Help(Option<String>),
    /// `quit`.
    Quit,
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
    Side(crate::geom::Side),
    /// The left edge of a box; moves the whole.
    X,
    /// The top edge of a box; moves the whole.
    Y,
    /// The width of a box; the left edge stays.
    Width,
    /// The height of a box; the top edge stays.
    Height,
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
pub struct CommandSpec {
    /// What it is called.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// The arguments: capitals are filled in, `[…]` may be left out.
    pub syntax: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    parse: fn(&mut Args<'_>) -> Result<Command, CommandFault>,
}

impl CommandSpec {
    /// The command of this name or alias.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|spec| spec.name == name || spec.aliases.contains(&name))
    }
}

impl Command {
    /// Reads one line; `None` where there is nothing but blanks or a comment.
    ///
    /// # Errors
    /// Names the word at fault and what would be right.
    pub fn parse(line: &str, axes: Axes) -> Result<Option<Self>, CommandFault> {
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

fn unknown(text: &str, span: &std::ops::Range<usize>) -> CommandFault {
    let names = COMMANDS.iter().map(|spec| spec.name);
    let text_shown = shown(text);
    match nearest(text, names) {
        Some(near) => CommandFault::at(
            span.clone(),
            format!("{text_shown}: no such command. Did you mean {near}? Tab puts it in"),
        )
        .with_fix(near),
        None => CommandFault::at(
            span.clone(),
            format!("{text_shown}: no such command. \"help\" lists them"),
        ),
    }
}
