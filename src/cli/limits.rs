//! Every limit of the program: its size, what happens at it, and how to change it.
//!
//! `hitscan man` and `docs/limits.md` have this table. The limits themselves are constants where
//! they are enforced; the sizes here are computed from them.

use std::time::Duration;

use hitscan_core::command::lines;
use hitscan_core::engine::Sandbox;
use hitscan_core::engine::map::MOST_LINES;
use hitscan_core::lab::{self, Lesson};
use hitscan_core::scene::{Expect, Scene};
use hitscan_core::words::grouped;
use hitscan_core::world::{
    Behavior, EDGE_PAIRS_OF_A_TEST, History, Log, MOST_TRIES, MemoryLimit, Name, World,
};
use hitscan_geom::{Milli, Polygon};

use super::check::MOST_EXAMINED;
use super::grade::DEEPEST;
use super::render::MOST_SCREENS;
use super::stats::MOST_COMPARED;
use super::try_program::{MOST_STARTS, SHRINK_SECONDS};
use crate::app::config::{Config, OwnMethodSpec};
use crate::app::{
    ArenaModel, LogView, MAX_FIELD_BYTES, MAX_LINE_BYTES, MAX_QUERY_BYTES, MOST_EDGE_KEYS, Preview,
};
use crate::host::files::ROSTER;
use crate::host::program::{MOST_RUNS, Protocol, Remarks};
use crate::host::{CrashRecovery, DeskLimits, OwnPrograms};
use crate::term::{
    BACKLOG_TIME, MAX_COLUMNS, MAX_QUEUED_KEYS, MAX_ROWS, MAX_SEQUENCE_BYTES, MOST_TYPED_AHEAD,
    PASTE_TIME, SEQUENCE_TIME,
};

/// A limit, described for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited.
    pub of: &'static str,
    /// The maximum, with its unit.
    pub most: String,
    /// What happens beyond it.
    pub beyond: &'static str,
    /// How to change it; `None` for a fixed limit.
    pub change: Option<&'static str>,
}

/// A table of limits: what is limited, the maximum, and what happens beyond it; then how to change
/// it, if possible.
macro_rules! limits {
    ($($of:literal: $most:expr => $beyond:literal $(; changed by $change:literal)?),* $(,)?) => {
        vec![$(Limit {
            of: $of,
            most: $most.to_string(),
            beyond: $beyond,
            change: None $(.or(Some($change)))?,
        }),*]
    };
}

/// All limits: of files, the world, lessons, input and display, and programs.
#[must_use]
pub fn limits() -> Vec<Limit> {
    [files(), world(), lessons(), typed_and_shown(), programs()].concat()
}

fn files() -> Vec<Limit> {
    limits! {
        "scene file": bytes(Scene::MAX_BYTES) => "the file is refused",
        "values in a scene file": count(Scene::MAX_VALUES) => "the file is refused",
        "all objects as a file could need them": bytes(Scene::MAX_OBJECT_BYTES)
            => "the file or the command is refused, so that what is there can be read back",
        "all expectations as a file could need them": bytes(Scene::MAX_EXPECT_BYTES)
            => "the file or the command is refused, so that what is there can be read back",
        "both of them together": bytes(Scene::MAX_TABLE_BYTES)
            => "the file or the command is refused, so that what is there can be read back",
        "title or note": bytes(World::MAX_TITLE_BYTES) => "the file or the command is refused",
        "configuration file": bytes(Config::MAX_BYTES) => "the file is refused",
        "line of a script, recording or query": bytes(lines::LIMIT_BYTES)
            => "the line is an error; the next one is read",
        "sessions that were cut off": sessions_cut_off()
            => "older work is kept; new work is not, and a message says so"
            ; changed by "`recover drop` discards one, `recover drop all` every one",
        "scenes on a desk": on_a_desk() => "the scene is not saved",
        "sessions that were cut off, on a desk": format!(
            "{}, {} together",
            count(CrashRecovery::MOST_SESSIONS_ON_DESK),
            bytes(usize::try_from(CrashRecovery::MOST_BYTES_ON_DESK).unwrap_or(usize::MAX)),
        )
            => "older work is kept; new work is not, and a message says so"
            ; changed by "`recover drop` discards one, `recover drop all` every one",
        "`after_frames` of an `[[expect]]`": grouped(u64::from(Expect::MOST_FRAMES))
            => "the file is refused",
    }
}

fn programs() -> Vec<Limit> {
    limits! {
        "own methods": count(OwnMethodSpec::MOST)
            => "the session does not begin; a fault of the configuration",
        "answer of a program": [Protocol::Text, Protocol::Ndjson]
            .map(|protocol| bytes(protocol.longest_answer())).join("; in NDJSON ")
            => "the program is at fault: it is ended",
        "silence of a program": seconds(OwnPrograms::PATIENCE)
            => "the program is at fault: it is ended"
            ; changed by "`--timeout` of `hitscan try`",
        "minimising the examples of `hitscan try`":
            format!("{SHRINK_SECONDS} s; {MOST_STARTS} starts of a program that crashes")
            => "the report says so, and shows the simplest so far"
            ; changed by "`--shrink` of `hitscan try`",
        "runs to find the lines that a program crashes on together": MOST_RUNS
            => "the fewest so far are shown",
        "standard error of a program":
            format!("{} lines, {}", Remarks::MOST_LINES, bytes(Remarks::MOST_BYTES))
            => "the rest is read, counted and dropped",
        "starts of an own method that died": OwnPrograms::MOST_RESTARTS
            => "it stays dead until one of its files changes",
    }
}

fn world() -> Vec<Limit> {
    limits! {
        "coordinates": format!("±{} units, in thousandths", Milli::LIMIT)
            => "the number is refused; motion beyond it is not made, and playing pauses",
        "objects": count(World::MAX_OBJECTS) => "the file or the command is refused",
        "places drawn for an object of a crowd that lies apart": grouped(MOST_TRIES.into())
            => "the file or the command is refused",
        "pairs of a scene that `check` asks every method about": tests_of_pairs(MOST_EXAMINED)
            => "of more, those that miss are counted; `--all` asks about all",
        "pairs that `stats` compares for a row of `all-pairs`": grouped(MOST_COMPARED)
            => "fewer frames are made, at least one",
        "vertices of a polygon": count(Polygon::MOST_VERTICES)
            => "the file or the command is refused",
        "the message of a sensor": bytes(Behavior::MAX_MESSAGE_BYTES)
            => "the file or the command is refused",
        "contacts after which a box breaks": Behavior::BREAKS_AFTER.end()
            => "the file or the command is refused",
        "characters of a name": count(Name::MAX_LEN) => "the name is refused",
        "memory of a scene and its history": MemoryLimit::default()
            => "what needs more is refused"
            ; changed by "`--memory`, or `memory` in the configuration",
        "pairs that meet in one frame": count(MemoryLimit::default().pairs())
            => "the scene, the command or the frame is refused"
            ; changed by "`--memory`, or `memory` in the configuration",
        "changes in a history, commands in a session": "32 MB each"
            => "the command is refused; saving and opening the scene begins anew"
            ; changed by "`--memory`, or `memory` in the configuration",
        "expectations noted that can be undone": count(Sandbox::MOST_NOTED)
            => "the oldest stay noted",
        "records in the log": count(Log::MAX_RECORDS)
            => "the oldest are dropped; recordings keep all",
    }
}

fn lessons() -> Vec<Limit> {
    limits! {
        "file of a lesson": bytes(Lesson::MAX_BYTES) => "the pack is refused",
        "objects in a step of a lesson": count(lab::MOST_OBJECTS)
            => "the command is refused; a step that begins with more does not open",
        "memory of a step of a lesson": lab::STEP_MEMORY => "what needs more is refused",
        "frames in a step of a lesson": grouped(lab::MOST_FRAMES) => "the command is refused",
        "tests of pairs in the file of a student": tests_of_pairs(lab::MOST_TESTS)
            => "further commands are refused; `grade` leaves out the rest of the file",
        "file of a student": bytes(lab::MOST_BYTES)
            => "`learn` takes no more; `grade` does not read it",
        "lines in the file of a student": grouped(lab::MOST_LINES)
            => "`learn` takes no more; `grade` leaves out the rest of the file",
        "folders in folders that `grade` looks in": count(DEEPEST)
            => "deeper folders are not read, and a message says so",
        "roster": bytes(ROSTER.most_bytes) => "it is refused",
    }
}

fn typed_and_shown() -> Vec<Limit> {
    limits! {
        "lines of a map on which answers change": count(MOST_LINES)
            => "cells show the answer at their corner alone: thin lines are left out, which is \
                said",
        "the `:` line": bytes(MAX_LINE_BYTES)
            => "the key or the paste is refused; the line stays as it was",
        "value in a form, text searched for": bytes(MAX_FIELD_BYTES)
            => "the key or the paste is refused; the text stays as it was",
        "keys waiting to be handled": count(MAX_QUEUED_KEYS)
            => "those that follow are dropped until the input pauses, and all that \
                wait where text is typed; they are counted",
        "keys that wait because the program falls behind":
            format!("{} for {}", count(MOST_TYPED_AHEAD), seconds(BACKLOG_TIME))
            => "more are dropped, and counted",
        "unfinished sequence of a key, or answer of the terminal":
            format!("{}, {}", seconds(SEQUENCE_TIME), bytes(MAX_SEQUENCE_BYTES))
            => "it is dropped; Esc or a control key ends it at once",
        "pause within a paste": seconds(PASTE_TIME)
            => "nothing is pasted; Ctrl-C or Ctrl-L ends it sooner",
        "text that the palette searches for": bytes(MAX_QUERY_BYTES)
            => "it finds nothing; the line itself may be longer",
        "edges with a key, where a prediction asks for the edge": count(MOST_EDGE_KEYS)
            => "others are typed: `predict hit edge-12`",
        "objects in view that all show their names": count(ArenaModel::MOST_NAMED)
            => "of more, only the pair in focus does and, if that is not more either, what \
                met in the last change; cells that objects share show how many they are",
        "pairs marked in the arena": count(ArenaModel::MOST_MARKED)
            => "of more that changed at once, the first in the log are marked",
        "pairs that are all marked while they meet": count(ArenaModel::MOST_MEETING)
            => "of more, only the pair in focus and those that changed last are marked",
        "objects of a preview in the picker, all tested": count(Preview::MOST_TESTED)
            => "of more, only the pair in view is marked",
        "tests of one change in the log": count(History::MOST_OF_A_CHANGE)
            => "later ones are counted, not listed",
        "objects whose changes the log lists together": count(LogView::MOST_LISTED_TOGETHER)
            => "among more, it begins with those of the selected object"
            ; changed by "`log`, there or in the configuration",
        "screens of an animation": count(MOST_SCREENS) => "the animation is refused",
        "terminal": format!("{MAX_COLUMNS} columns, {MAX_ROWS} rows")
            => "the rest of the window stays empty",
    }
}

fn sessions_cut_off() -> String {
    let all = usize::try_from(CrashRecovery::MOST_BYTES).unwrap_or(usize::MAX);
    format!("{}, {} together", count(CrashRecovery::MOST_SESSIONS), bytes(all))
}

fn on_a_desk() -> String {
    let DeskLimits { files, bytes } = DeskLimits::default();
    format!("{}, {} bytes together", count(files), grouped(bytes))
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs())
}

/// Bytes in the largest unit that gives a whole number.
fn bytes(most: usize) -> String {
    match most {
        mebi if mebi % (1 << 20) == 0 => format!("{} MiB", mebi >> 20),
        kibi if kibi % (1 << 10) == 0 => format!("{} KiB", kibi >> 10),
        most => format!("{} bytes", count(most)),
    }
}

/// Tests of pairs, and how polygons count.
fn tests_of_pairs(most: u64) -> String {
    let most = grouped(most);
    format!("{most}; of polygons, each {EDGE_PAIRS_OF_A_TEST} pairs of edges count as one")
}

fn count(most: usize) -> String {
    grouped(u64::try_from(most).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_well() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1 000", "1 234 567"]);
        assert_eq!([1 << 20, 3 << 10, 1_500].map(bytes), ["1 MiB", "3 KiB", "1 500 bytes"]);
    }
}
