//! Templates for programs, one for each language and kind of pair: a loop that reads pairs, and a
//! test that many people write first, with its faults described in the comment above it.

use std::fmt::{self, Write};

use clap::ValueEnum;

use crate::cli::compare::ComparedPair;

/// The faults of each kind's test: kind, verdict, reason, named and random pairs.
const FAULTS: &str = include_str!("templates/faults.txt");

/// The language of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// `python3 my_hit.py`
    Python,
    /// `cc -o my_hit my_hit.c`
    C,
    /// `rustc -O my_hit.rs`
    Rust,
    /// `node my_hit.js`
    Javascript,
    /// `java MyHit.java`
    Java,
    /// `dotnet run MyHit.cs`
    #[value(name = "csharp")]
    CSharp,
    /// `lua my_hit.lua`
    Lua,
    /// `awk -f my_hit.awk`
    Awk,
    /// `sh my_hit.sh`
    Shell,
}

impl Template {
    /// The text of the program for pairs of a kind.
    pub fn text(self, kind: ComparedPair) -> String {
        let mut text = if self == Self::Shell { "#!/bin/sh\n" } else { "" }.to_owned();
        let mut comment = String::new();
        // Writing to a String never fails.
        let _: fmt::Result = self.write_comment(kind, &mut comment);
        for line in comment.lines() {
            text.push_str(self.comment_mark());
            text.push_str(line);
            text.push('\n');
        }
        text.push('\n');
        text.push_str(of_kind(self.sections(), kind).trim_start_matches('\n'));
        text
    }

    fn write_comment(self, kind: ComparedPair, out: &mut String) -> fmt::Result {
        let (build, program) = self.commands();
        writeln!(out, "A collision test to start from. Try it:")?;
        writeln!(out, "  {build}hitscan try --kind {} -- {program}", kind.token())?;
        writeln!(out, "It reads a pair a line:")?;
        writeln!(out, "  {}", kind.line())?;
        writeln!(out, "and prints hit or miss, or ? for pairs of another kind. y grows down.")?;
        writeln!(out, "{}", kind.test())?;
        if self == Self::CSharp {
            writeln!(
                out,
                "dotnet runs one file since version 10. Mono: mcs MyHit.cs, mono MyHit.exe."
            )?;
        }
        let faults = FAULTS.lines().filter_map(|line| line.strip_prefix(kind.token()));
        let mut faults = faults.map(str::split_whitespace).peekable();
        if faults.peek().is_none() {
            return writeln!(out, "It has no faults.");
        }
        writeln!(out, "Its faults with --pairs 1000, in named and in random pairs:")?;
        for mut words in faults {
            let [worth, reason, named, random] = [(); 4].map(|()| words.next().unwrap_or_default());
            writeln!(out, "  {worth:10}  {reason:15}  {named:>2}  {random:>3}")?;
        }
        Ok(())
    }

    const fn comment_mark(self) -> &'static str {
        match self {
            Self::Python | Self::Awk | Self::Shell => "# ",
            Self::Lua => "-- ",
            Self::C | Self::Rust | Self::Javascript | Self::Java | Self::CSharp => "// ",
        }
    }

    /// The command that builds the program, and the one that starts it.
    const fn commands(self) -> (&'static str, &'static str) {
        match self {
            Self::Python => ("", "python3 my_hit.py"),
            Self::C => ("cc -o my_hit my_hit.c && ", "./my_hit"),
            Self::Rust => ("rustc -O my_hit.rs && ", "./my_hit"),
            Self::Javascript => ("", "node my_hit.js"),
            Self::Java => ("", "java MyHit.java"),
            Self::CSharp => ("", "dotnet run MyHit.cs"),
            Self::Lua => ("", "lua my_hit.lua"),
            Self::Awk => ("", "awk -f my_hit.awk"),
            Self::Shell => ("", "sh my_hit.sh"),
        }
    }

    /// The programs for all kinds in one text; see [`of_kind`].
    const fn sections(self) -> &'static str {
        match self {
            Self::Python => include_str!("templates/my_hit.py.txt"),
            Self::C => include_str!("templates/my_hit.c.txt"),
            Self::Rust => include_str!("templates/my_hit.rs.txt"),
            Self::Javascript => include_str!("templates/my_hit.js.txt"),
            Self::Java => include_str!("templates/MyHit.java.txt"),
            Self::CSharp => include_str!("templates/MyHit.cs.txt"),
            Self::Lua => include_str!("templates/my_hit.lua.txt"),
            Self::Awk => include_str!("templates/my_hit.awk.txt"),
            Self::Shell => include_str!("templates/my_hit.sh.txt"),
        }
    }
}

/// The lines for a kind. A line such as `@ box-laser frame` begins those for these kinds, `@ all`
/// those for all.
fn of_kind(sections: &str, kind: ComparedPair) -> String {
    let mut text = String::new();
    let mut is_of_kind = false;
    for line in sections.lines() {
        if let Some(kinds) = line.strip_prefix("@ ") {
            is_of_kind = kinds.split(' ').any(|of| of == "all" || of == kind.token());
        } else if is_of_kind {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

impl ComparedPair {
    /// The line of a pair as a program reads it.
    const fn line(self) -> &'static str {
        match self {
            Self::LaserLaser => "laser X1 Y1 X2 Y2 laser X1 Y1 X2 Y2",
            Self::BoxLaser => "box LEFT TOP RIGHT BOTTOM laser X1 Y1 X2 Y2",
            Self::BoxBox => "box LEFT TOP RIGHT BOTTOM box LEFT TOP RIGHT BOTTOM",
            Self::PolygonLaser => "polygon CORNERS X1 Y1 X2 Y2 X3 Y3 ... laser X1 Y1 X2 Y2",
            Self::RegionRegion => {
                "polygon CORNERS X1 Y1 X2 Y2 X3 Y3 ... box LEFT TOP RIGHT BOTTOM\n\
                 (the box may come first, or be a polygon, too)"
            }
            Self::BoxPoint => "box LEFT TOP RIGHT BOTTOM point X Y",
            Self::PolygonPoint => "polygon CORNERS X1 Y1 X2 Y2 X3 Y3 ... point X Y",
            Self::Frame => "box LEFT TOP RIGHT BOTTOM move X Y box LEFT TOP RIGHT BOTTOM move X Y",
        }
    }

    /// What its templates test.
    const fn test(self) -> &'static str {
        match self {
            Self::LaserLaser => {
                "It asks whether each laser has its ends on both sides of the other."
            }
            Self::BoxLaser => {
                "It asks whether the laser crosses an edge; a side and a time may follow hit:\n\
                 hit left 2/3."
            }
            Self::BoxBox => "Two boxes that touch are a hit.",
            Self::PolygonLaser => "It asks whether the laser crosses an edge.",
            Self::RegionRegion => "It asks whether an edge of one crosses an edge of the other.",
            Self::BoxPoint => "A point on a side of the box is a hit.",
            Self::PolygonPoint => {
                "It asks whether an odd number of edges passes to the right of the point."
            }
            Self::Frame => {
                "It looks where the boxes are at the end of the frame; a side and a time may\n\
                 follow hit: hit left 2/3."
            }
        }
    }
}
