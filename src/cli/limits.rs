//! Every limit of the program: its size, what happens at it, and how to change it.
//!
//! `hitscan man` and `docs/limits.md` have this table. The limits themselves are constants where
//! they are enforced; the sizes here are computed from them.

use std::time::Duration;

use hitscan_core::command::lines;
use hitscan_core::engine::map::MOST_LINES;
use hitscan_core::engine::{LogQuery, Sandbox};
use hitscan_core::lab::{self, Lesson};
use hitscan_core::scene::{Expect, NoteStep, Scene};
use hitscan_core::words::grouped;
use hitscan_core::world::{
    Behavior, EDGE_PAIRS_OF_A_TEST, History, Log, MOST_TRIES, MemoryLimit, Name, World,
};
use hitscan_geom::{Milli, Polygon};

use super::check::{MOST_EXAMINED, MOST_PAIRS};
use super::environment::LEAST_STACK_BYTES;
use super::grade::DEEPEST;
use super::render::MOST_SCREENS;
use super::stats::MOST_COMPARED;
use super::try_program::{MOST_STARTS, SHRINK_SECONDS};
use crate::app::config::{Config, OwnMethodSpec};
use crate::app::{
    ArenaModel, MAX_FIELD_BYTES, MAX_LINE_BYTES, MAX_QUERY_BYTES, MOST_EDGE_KEYS, Preview,
};
use crate::host::files::{MAP, ROSTER};
use crate::host::program::{MOST_RUNS, Protocol, Remarks};
use crate::host::{CrashRecovery, DeskLimits, OwnPrograms};
use crate::import::{MOST_CELLS, MOST_FILES, MOST_GROUPS};
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
    /// What happens beyond it, and what sets another maximum, if anything does.
    pub beyond: &'static str,
}

/// A group of limits: what is limited, the maximum, and what happens beyond it.
macro_rules! limits {
    ($($of:literal: $most:expr => $beyond:expr),* $(,)?) => {
        vec![$(Limit { of: $of, most: $most.to_string(), beyond: $beyond }),*]
    };
}

/// All limits, in groups with their headings.
pub fn limits() -> [(&'static str, Vec<Limit>); 9] {
    [
        ("Files", files()),
        ("Scenes", scenes()),
        ("Memory and history", history()),
        ("Unsaved work, and desks", kept()),
        ("Lessons and grading", lessons()),
        ("Keys and typed text", typed()),
        ("The screen", shown()),
        ("Long commands", long_commands()),
        ("Your own programs", programs()),
    ]
}

const FILE_REFUSED: &str = "the file is refused";
const REFUSED: &str = "the file or the command is refused";
const OTHER_MEMORY: &str =
    "what needs more is refused; `--memory`, or `memory` in the configuration, sets another";

fn files() -> Vec<Limit> {
    limits! {
        "a scene file": bytes(Scene::MAX_BYTES) => FILE_REFUSED,
        "values in a scene file": count(Scene::MAX_VALUES) => FILE_REFUSED,
        "the objects of a scene, written out": bytes(Scene::MAX_OBJECT_BYTES)
            => "the file or the command is refused, so that every scene can be saved and read back",
        "its expectations, written out": bytes(Scene::MAX_EXPECT_BYTES) => "the same",
        "both of them together": bytes(Scene::MAX_TABLE_BYTES) => "the same",
        "a title, a note or the text of a step, in each language": bytes(World::MAX_TITLE_BYTES)
            => REFUSED,
        "all texts of a scene, in all languages": bytes(Scene::MAX_TEXT_BYTES) => FILE_REFUSED,
        "the steps of a note": count(NoteStep::MOST) => FILE_REFUSED,
        "the keys of a step": count(NoteStep::MOST_KEYS) => FILE_REFUSED,
        "`after_frames` of an `[[expect]]`": grouped(u64::from(Expect::MOST_FRAMES))
            => FILE_REFUSED,
        "a configuration": bytes(Config::MAX_BYTES) => FILE_REFUSED,
        "a map to import, and each file that it names": bytes(MAP.most_bytes)
            => "the map is refused",
        "files of a map": count(MOST_FILES) => "the map is refused",
        "a layer of a map": format!("{0} x {0} cells", count(MOST_CELLS)) => "the map is refused",
        "groups around a layer of a map": count(MOST_GROUPS) => "the map is refused",
        "a line of a script, a recording or a query": bytes(lines::LIMIT_BYTES)
            => "the line is an error; the next one is read",
    }
}

fn scenes() -> Vec<Limit> {
    let units = u64::from(Milli::LIMIT.thousandths().unsigned_abs()) / 1000;
    limits! {
        "coordinates": format!("±{} units, in thousandths", grouped(units))
            => "the number is refused; motion beyond it is not made, and playing pauses",
        "objects": count(World::MAX_OBJECTS) => REFUSED,
        "tries to place an object of a crowd with `apart`": grouped(MOST_TRIES.into()) => REFUSED,
        "vertices of a polygon": count(Polygon::MOST_VERTICES) => REFUSED,
        "the `message` of a sensor": bytes(Behavior::MAX_MESSAGE_BYTES) => REFUSED,
        "`breaks_after` of a box": Behavior::BREAKS_AFTER.end() => REFUSED,
        "characters of a name": count(Name::MAX_LEN) => "the name is refused",
    }
}

fn history() -> Vec<Limit> {
    let memory = MemoryLimit::default();
    limits! {
        "memory of a scene and its history": memory => OTHER_MEMORY,
        "pairs that meet in one frame": count(memory.pairs()) => "the same",
        "changes in a history, and commands in a session":
            format!("{} MB each", memory.journal_bytes() / 1_000_000)
            => "the command is refused; saving and opening the scene begins anew, `--memory` sets \
                another",
        "records in the log": count(Log::MAX_RECORDS)
            => "the oldest are dropped; recordings keep all",
        "tests of one change in the log": count(History::MOST_OF_A_CHANGE)
            => "later ones are counted, not listed",
        "tests at the start of a scene in the log": count(Sandbox::MOST_FIRST_TESTS)
            => "of more pairs, those of the selected object and of objects that were moved, edited \
                or added are all listed; the others are counted",
        "pairs without a record that `log wrong` asks about": tests_of_pairs(Sandbox::MOST_JUDGED)
            => "the others are counted as more pairs",
        "tests of one change whose pairs are all listed": count(History::MOST_OF_FEW)
            => "a crowd that moves tests more, which are counted; one object may test more",
        "expectations that can be undone": count(Sandbox::MOST_NOTED) => "the oldest stay",
    }
}

fn kept() -> Vec<Limit> {
    limits! {
        "unsaved sessions to recover": sessions_cut_off()
            => "new work is not kept, as a message says; `recover drop` makes room",
        "the same on a desk": format!(
            "{}, {} together",
            count(CrashRecovery::MOST_SESSIONS_ON_DESK),
            bytes(usize::try_from(CrashRecovery::MOST_BYTES_ON_DESK).unwrap_or(usize::MAX)),
        )
            => "the same",
        "scenes on a desk": on_a_desk() => "the scene is not saved",
    }
}

fn lessons() -> Vec<Limit> {
    limits! {
        "a file of a lesson": bytes(Lesson::MAX_BYTES) => "the pack is refused",
        "objects in a step": count(lab::MOST_OBJECTS)
            => "the command is refused; a step that begins with more does not open",
        "memory of a step": lab::STEP_MEMORY => "what needs more is refused",
        "frames in a step": grouped(lab::MOST_FRAMES) => "the command is refused",
        "a student's file": bytes(lab::MOST_BYTES)
            => "`learn` takes no more; `grade` does not read it",
        "lines in a student's file": grouped(lab::MOST_LINES)
            => "`learn` takes no more; `grade` leaves out the rest",
        "tests of pairs in a student's file": tests_of_pairs(lab::MOST_TESTS)
            => "further commands are refused; `grade` leaves out the rest",
        "a roster": bytes(ROSTER.most_bytes) => "it is refused",
        "folders in folders that `grade` looks in": count(DEEPEST)
            => "deeper ones are not read, and a message says so",
    }
}

fn typed() -> Vec<Limit> {
    limits! {
        "the `:` line": bytes(MAX_LINE_BYTES)
            => "the key or the paste is refused; the line stays as it was",
        "a value in a form, or a text to search for": bytes(MAX_FIELD_BYTES)
            => "the key or the paste is refused; the text stays as it was",
        "what the list of commands searches for": bytes(MAX_QUERY_BYTES)
            => "nothing is found; the line itself may be longer",
        "keys that wait": count(MAX_QUEUED_KEYS)
            => "more are dropped until the input pauses, and counted; where text is typed, all \
                that wait are",
        "keys that wait because the program falls behind":
            format!("{} for {}", count(MOST_TYPED_AHEAD), seconds(BACKLOG_TIME))
            => "more are dropped, and counted",
        "a pause in an unfinished sequence of the terminal, and what of it is stored":
            format!("{}, {}", seconds(SEQUENCE_TIME), bytes(MAX_SEQUENCE_BYTES))
            => "it is dropped up to its end, however long; Esc ends it at once, and so does a \
                control key, within a string (OSC, DCS, APC, PM, SOS) after 0.2 s of silence",
        "a pause within a paste": seconds(PASTE_TIME)
            => "nothing is pasted; Ctrl-C or Ctrl-L after 0.2 s ends it sooner, and Ctrl-C does \
                nothing else",
        "edges with a key of their own, in predictions": count(MOST_EDGE_KEYS)
            => "others are typed: `predict hit edge-12`",
    }
}

fn shown() -> Vec<Limit> {
    limits! {
        "the terminal": format!("{MAX_COLUMNS} columns, {MAX_ROWS} rows")
            => "the rest of the window stays empty",
        "objects in view with their names": count(ArenaModel::MOST_NAMED)
            => "of more, those of the pair in focus are shown, and of what met in the last change \
                if that is not more either",
        "pairs marked after a change": count(ArenaModel::MOST_MARKED)
            => "the first in the log are marked",
        "pairs marked while they meet": count(ArenaModel::MOST_MEETING)
            => "of more, only the pair in focus and those that changed last are marked",
        "a scene whose picture in the list has all its marks": format!(
            "{} objects, and pairs: {}",
            count(Preview::MOST_OBJECTS),
            tests_of_pairs(Preview::MOST_TESTS)
        )
            => "of more, only the pair in view is marked",
        "objects of a scene whose log lists all changes": count(LogQuery::MOST_LISTED_TOGETHER)
            => "of more, it begins with the selected object's; `log` changes that",
        "lines of a map along which answers change": count(MOST_LINES)
            => "a cell shows the answer at its corner alone, as the map says",
    }
}

fn long_commands() -> Vec<Limit> {
    limits! {
        "pairs of a scene that `check` lists": grouped(MOST_PAIRS)
            => "of more, those that every method calls a miss are counted; `--all` lists them",
        "pairs of a scene that `check` asks all methods about": tests_of_pairs(MOST_EXAMINED)
            => "of more, those that miss are counted; `--all` asks about all",
        "pairs that `stats` compares for `all-pairs`": grouped(MOST_COMPARED)
            => "fewer frames are made, at least one",
        "screens of an animation": count(MOST_SCREENS) => "the animation is refused",
        "stack that the system gives": format!("at least {} KiB", LEAST_STACK_BYTES >> 10)
            => "with less, the program does not start; `ulimit -s` of the shell changes it",
    }
}

fn programs() -> Vec<Limit> {
    limits! {
        "own methods": count(OwnMethodSpec::MOST)
            => "the session does not begin; a fault of the configuration",
        "an answer": [Protocol::Text, Protocol::Ndjson]
            .map(|protocol| bytes(protocol.longest_answer())).join("; in NDJSON ")
            => "the program is at fault: it is ended",
        "silence": seconds(OwnPrograms::PATIENCE)
            => "the same; `--timeout` of `try` sets another",
        "standard error":
            format!("{} lines, {}", Remarks::MOST_LINES, bytes(Remarks::MOST_BYTES))
            => "the rest is read, counted and dropped",
        "starts of an own method that ends": OwnPrograms::MOST_RESTARTS
            => "it stays dead until one of its files changes",
        "the search of `try` for smaller examples":
            format!("{SHRINK_SECONDS} s; {MOST_STARTS} starts of a program that crashes")
            => "the report shows the smallest so far, and says so; `--shrink` sets another",
        "runs of `try` to find which lines crash a program": MOST_RUNS
            => "the fewest so far are shown",
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
        kibi if kibi % (1 << 10) == 0 => format!("{} KiB", count(kibi >> 10)),
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
