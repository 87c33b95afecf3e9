//! A command as it would be typed, in given axes.

use std::fmt::{self, Display, Write};

use super::{COMMANDS, Command, ObjectField};
use crate::world::{Axes, Name};
use hitscan_geom::{Milli, Point, Vector};

/// A command ready for display; parsing the text with the same axes returns the command.
pub struct WrittenCommand<'a> {
    command: &'a Command,
    axes: Axes,
    left_out: &'a dyn LeftOut,
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
    /// The command as it would be typed with these axes.
    #[must_use]
    pub fn written(&self, axes: Axes) -> WrittenCommand<'_> {
        self.written_for(axes, &())
    }

    /// The command as it would be typed with these axes, with all omitted names filled in.
    #[must_use]
    pub fn written_for<'a>(&'a self, axes: Axes, left_out: &'a dyn LeftOut) -> WrittenCommand<'a> {
        WrittenCommand { command: self, axes, left_out }
    }
}

impl Display for WrittenCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line =
            WrittenWords { words: String::new(), axes: self.axes, left_out: self.left_out };
        let spec = COMMANDS.iter().find(|spec| (spec.write)(self.command, &mut line));
        spec.map_or(Ok(()), |spec| write!(f, "{}{}", spec.name, line.words))
    }
}

/// The words after a command's name, each preceded by a blank.
pub(super) struct WrittenWords<'a> {
    words: String,
    pub(super) axes: Axes,
    left_out: &'a dyn LeftOut,
}

impl WrittenWords<'_> {
    /// Writes no words.
    pub(super) const fn alone(&mut self) -> &mut Self {
        self
    }

    pub(super) fn word(&mut self, word: impl Display) -> &mut Self {
        let _ = write!(self.words, " {word}");
        self
    }

    /// A word, if there is one.
    pub(super) fn optional(&mut self, word: Option<impl Display>) -> &mut Self {
        if let Some(word) = word { self.word(word) } else { self }
    }

    /// A count, omitted if it is 1.
    pub(super) fn count(&mut self, count: u32) -> &mut Self {
        self.optional(Some(count).filter(|&count| count != 1))
    }

    /// An object whose name may be omitted.
    pub(super) fn object(&mut self, name: Option<Name>) -> &mut Self {
        self.optional(name.or_else(|| self.left_out.object()))
    }

    /// Two objects whose names may be omitted.
    pub(super) fn pair(&mut self, names: Option<[Name; 2]>) -> &mut Self {
        let names = names.or_else(|| self.left_out.pair());
        names.into_iter().flatten().fold(self, Self::word)
    }

    pub(super) fn vector(&mut self, by: Vector) -> &mut Self {
        let y = self.axes.read_y(by.y);
        self.word(by.x).word(y)
    }

    pub(super) fn point(&mut self, at: Point) -> &mut Self {
        let y = self.axes.read_y(at.y);
        self.word(at.x).word(y)
    }

    pub(super) fn points(&mut self, points: &[Point]) -> &mut Self {
        points.iter().copied().fold(self, Self::point)
    }

    /// `NAME.FIELD VALUE`.
    pub(super) fn value(&mut self, name: Name, field: ObjectField, value: Milli) -> &mut Self {
        let value = if field.is_y() { self.axes.read_y(value) } else { value };
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
            let command = Command::parse(line, axes).expect(line).expect(line);
            let written = command.written(axes).to_string();
            // With y upwards, the top of an area is written first.
            assert!(written == line || axes == Axes::YUp && line.starts_with("crowd"), "{line}");
            assert_eq!(Command::parse(&written, axes), Ok(Some(command.clone())), "{line}");
            let mut words = WrittenWords { words: String::new(), axes, left_out: &() };
            let written_by = COMMANDS.iter().filter(|spec| (spec.write)(&command, &mut words));
            let written_by: Vec<_> = written_by.map(|spec| spec.name).collect();
            assert_eq!(written_by, [line.split(' ').next().expect(line)]);
            unused.retain(|name| !written_by.contains(name));
        }
        // `fixed` is written as `body`.
        assert_eq!(unused, ["fixed"]);
    }
}
