//! Records what is sent to the terminal as an asciicast: a line of JSON about the terminal, then
//! one for each event, with the seconds since the previous event (version 3) or since the start
//! (version 2). `asciinema` plays it.
//!
//! Every event is written to the file before the next one, so that killing the program loses
//! nothing. An event is written whole or not at all. Mode switches and queries are left out: they
//! would act on the terminal that plays the recording.

use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use serde_json::Value;

use crate::app::App;
use crate::host::LineFile;
use crate::host::files::reason_not_written;
use hitscan_core::scene::printable;
use hitscan_core::words::test_line;
use hitscan_core::world::{Record, TestResult};

/// Hides the cursor and clears the screen: the start of the first picture.
const CLEAN_SHEET: &[u8] = b"\x1b[?25l\x1b[m\x1b[H\x1b[2J";

/// The version of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum CastVersion {
    /// For asciinema 2 too.
    #[value(name = "2")]
    Two,
    /// For asciinema 3 and web players.
    #[default]
    #[value(name = "3")]
    Three,
}

/// A recording in progress.
#[derive(Debug)]
pub struct Cast {
    path: PathBuf,
    file: LineFile,
    version: CastVersion,
    /// Columns and rows.
    size: [u16; 2],
    /// The time of the last event, as written to the file.
    told: Instant,
    /// The time from the first event to the last.
    length: Duration,
    /// The start of a character whose other bytes have not been sent yet.
    torn: Vec<u8>,
    /// Why the recording ended, until it is reported.
    fault: Option<String>,
}

impl Cast {
    /// Starts a recording of a terminal of this size in a new file, with this title.
    ///
    /// # Errors
    /// When the file cannot be created or written. It never overwrites a file.
    pub fn begin(
        path: &Path,
        version: CastVersion,
        size: [u16; 2],
        title: &str,
    ) -> Result<Self, String> {
        let refused = |fault: &io::Error| {
            let path = printable(&path.to_string_lossy());
            let reason = match fault.kind() {
                ErrorKind::AlreadyExists => {
                    "there is such a file; take another name, or remove it first".to_owned()
                }
                _ => reason_not_written(fault),
            };
            format!("{path}: not recorded: {reason}")
        };
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = LineFile::new(file.map_err(|fault| refused(&fault))?, 0);
        let (told, path) = (Instant::now(), path.to_owned());
        let (torn, length) = (Vec::new(), Duration::ZERO);
        let mut cast = Self { path, file, version, size, told, length, torn, fault: None };
        let titled = match title {
            "" => String::new(),
            title => format!(", \"title\": {}", Value::from(title)),
        };
        let [columns, rows] = size;
        let terminal = match version {
            CastVersion::Two => format!("2, \"width\": {columns}, \"height\": {rows}"),
            CastVersion::Three => {
                format!("3, \"term\": {{\"cols\": {columns}, \"rows\": {rows}}}")
            }
        };
        cast.write(&format!("{{\"version\": {terminal}{titled}}}\n"));
        cast.sent(CLEAN_SHEET, told);
        match cast.fault.take() {
            Some(why) => {
                // The file was created a moment ago, and is useless.
                let _ = fs::remove_file(&cast.path);
                Err(why)
            }
            None => Ok(cast),
        }
    }

    /// Records sent bytes.
    pub(super) fn sent(&mut self, bytes: &[u8], now: Instant) {
        self.torn.extend_from_slice(bytes);
        let mut text = String::new();
        let mut rest = self.torn.as_slice();
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(whole) => {
                    text.push_str(whole);
                    rest = &[];
                }
                Err(fault) => {
                    let (whole, broken) = rest.split_at(fault.valid_up_to());
                    text.push_str(&String::from_utf8_lossy(whole));
                    rest = broken;
                    // No error length means an incomplete character: the next bytes may complete
                    // it.
                    let Some(length) = fault.error_len() else { break };
                    text.push(char::REPLACEMENT_CHARACTER);
                    rest = &broken[length..];
                }
            }
        }
        self.torn = rest.to_vec();
        if !text.is_empty() {
            self.event("o", &text, now);
        }
    }

    /// Records a new size.
    pub(super) fn resized(&mut self, size: [u16; 2], now: Instant) {
        if size != self.size {
            self.size = size;
            self.event("r", &format!("{}x{}", size[0], size[1]), now);
        }
    }

    /// Records a marker to jump to.
    pub(super) fn mark(&mut self, label: &str, now: Instant) {
        self.event("m", label, now);
    }

    /// Takes the reason why the recording ended, if it did.
    pub(super) fn fault(&mut self) -> Option<String> {
        self.fault.take()
    }

    fn event(&mut self, code: &str, data: &str, now: Instant) {
        let micros = now.saturating_duration_since(self.told).as_micros();
        // Computed from what was written, so that rounding never adds up.
        let since = Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX));
        self.told += since;
        self.length += since;
        let time = match self.version {
            CastVersion::Two => self.length,
            CastVersion::Three => since,
        };
        let (seconds, rest) = (time.as_secs(), time.subsec_micros());
        let (code, data) = (Value::from(code), Value::from(data));
        self.write(&format!("[{seconds}.{rest:06}, {code}, {data}]\n"));
    }

    fn write(&mut self, line: &str) {
        // After a gap the recording would show a wrong picture.
        if self.fault.is_some() {
            return;
        }
        if let Err(fault) = self.file.append(line) {
            let path = printable(&self.path.to_string_lossy());
            let reason = reason_not_written(&fault);
            self.fault = Some(format!("{path}: the recording of the screen ends here: {reason}"));
        }
    }
}

/// The hits since the last picture.
#[derive(Debug)]
pub(super) struct CastMarkers {
    /// The number of the latest record seen.
    seen: u64,
    labels: Vec<String>,
    /// Hits beyond those that get their own marker.
    more: usize,
}

impl CastMarkers {
    /// The most markers per picture.
    const MOST: usize = 8;

    /// Starts with the next hit.
    pub(super) fn from_now(app: &App) -> Self {
        let seen = newest(app).map_or(0, |record| record.seq);
        Self { seen, labels: Vec::new(), more: 0 }
    }

    /// Collects the hits since the last call. Call it after every key: a hit
    /// that is undone and redone counts again.
    pub(super) fn look(&mut self, app: &App) {
        let newest = newest(app).map_or(0, |record| record.seq);
        let is_new = |record: &&Record| record.seq > self.seen;
        let sandbox = app.engine.sandbox();
        let up_to_now = (0..sandbox.log_len_now()).rev();
        let new: Vec<_> =
            up_to_now.map_while(|index| sandbox.log().get(index)).take_while(is_new).collect();
        self.seen = newest;
        for hit in new.into_iter().rev().filter(|record| record.outcome == TestResult::Hit) {
            if self.labels.len() < Self::MOST {
                self.labels.push(test_line(&hit.a, &hit.b, &hit.pair_result()));
            } else {
                self.more += 1;
            }
        }
    }

    /// Returns the markers since the last call, one line of ASCII each.
    pub(super) fn take(&mut self) -> Vec<String> {
        let mut labels = std::mem::take(&mut self.labels);
        match std::mem::take(&mut self.more) {
            0 => {}
            more => labels.push(format!("{more} more at once")),
        }
        labels
    }
}

fn newest(app: &App) -> Option<&Record> {
    let sandbox = app.engine.sandbox();
    sandbox.log().get(sandbox.log_len_now().checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TENTH: Duration = Duration::from_millis(100);

    /// What a new recording contains after `done`.
    fn recorded(done: impl FnOnce(&mut Cast)) -> Vec<Value> {
        recorded_in(CastVersion::Three, done)
    }

    fn recorded_in(version: CastVersion, done: impl FnOnce(&mut Cast)) -> Vec<Value> {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("a.cast");
        let mut cast =
            Cast::begin(&path, version, [80, 24], "\"boxes\" & 箱").expect("it can be written");
        done(&mut cast);
        let text = fs::read_to_string(&path).expect("it is UTF-8");
        text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
    }

    #[test]
    fn it_begins_with_the_terminal_and_a_cleared_screen() {
        let lines = recorded(|_| {});
        let header = json!({
            "version": 3, "term": { "cols": 80, "rows": 24 }, "title": "\"boxes\" & 箱",
        });
        assert_eq!(lines, [header, json!([0.0, "o", "\u{1b}[?25l\u{1b}[m\u{1b}[H\u{1b}[2J"])]);
    }

    #[test]
    fn version_3_gives_the_time_since_the_previous_event() {
        let lines = recorded(|cast| {
            let start = cast.told;
            cast.sent(b"\x1b[31m\"a\\\x07", start + TENTH);
            cast.mark("HIT A into B left t=1/2", start + TENTH * 3);
            cast.resized([80, 24], start + TENTH * 13);
            cast.resized([100, 40], start + TENTH * 23);
            // A clock that goes backwards does no harm.
            cast.mark("again", start);
        });
        let expected = [
            json!([0.1, "o", "\u{1b}[31m\"a\\\u{7}"]),
            json!([0.2, "m", "HIT A into B left t=1/2"]),
            json!([2.0, "r", "100x40"]),
            json!([0.0, "m", "again"]),
        ];
        assert_eq!(lines[2..], expected);
    }

    #[test]
    fn version_2_gives_the_time_since_the_start() {
        let lines = recorded_in(CastVersion::Two, |cast| {
            let start = cast.told;
            cast.sent(b"a", start + TENTH);
            cast.mark("HIT A into B left t=1/2", start + TENTH * 13);
        });
        let header = json!({
            "version": 2, "width": 80, "height": 24, "title": "\"boxes\" & 箱",
        });
        assert_eq!(lines[0], header);
        let expected = [json!([0.1, "o", "a"]), json!([1.3, "m", "HIT A into B left t=1/2"])];
        assert_eq!(lines[2..], expected);
    }

    #[test]
    fn split_characters_are_joined_and_invalid_ones_replaced() {
        let lines = recorded(|cast| {
            let now = cast.told;
            let text = "─箱".as_bytes();
            cast.sent(&text[..2], now);
            cast.sent(&text[2..4], now);
            cast.sent(&text[4..], now);
            cast.sent(b"a\xff\xe2(b", now);
        });
        let texts = ["─", "箱", "a\u{fffd}\u{fffd}(b"].map(|text| json!([0.0, "o", text]));
        assert_eq!(lines[2..], texts);
    }

    #[test]
    fn an_existing_file_is_not_overwritten() {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("a.cast");
        fs::write(&path, "mine").expect("it can be written");
        let why = Cast::begin(&path, CastVersion::Three, [80, 24], "").expect_err("it is there");
        assert!(why.ends_with("there is such a file; take another name, or remove it first"));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine");
        let why =
            Cast::begin(&directory.path().join("no/\u{1b}[m"), CastVersion::Three, [80, 24], "");
        let why = why.expect_err("there is no such directory");
        assert!(why.ends_with("there is no such directory") && !why.contains('\u{1b}'), "{why}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_ends_the_recording_with_a_reason() {
        let full = OpenOptions::new().write(true).open("/dev/full");
        let mut cast = Cast {
            path: PathBuf::from("a.cast"),
            file: LineFile::new(full.expect("Linux has it"), 0),
            version: CastVersion::Three,
            size: [80, 24],
            told: Instant::now(),
            length: Duration::ZERO,
            torn: Vec::new(),
            fault: None,
        };
        cast.sent(b"a", cast.told);
        let why = cast.fault().expect("it cannot be written");
        assert_eq!(why, "a.cast: the recording of the screen ends here: the disk is full");
    }
}

#[cfg(test)]
mod cast_markers_tests {
    use super::*;
    use crate::app::GlyphSet;
    use crate::app::KeyPress;
    use hitscan_core::scene::Scene;
    use hitscan_core::scene::SceneSource;
    use hitscan_core::scene::builtin;

    fn app(scene: Scene) -> App {
        App::new(scene, SceneSource::New, (80, 24), GlyphSet::Lines).expect("a world")
    }

    fn press(app: &mut App, markers: &mut CastMarkers, keys: &str) {
        for key in keys.split_whitespace() {
            app.press(KeyPress::parse(key).expect("a key"));
            markers.look(app);
        }
    }

    #[test]
    fn a_repeated_hit_is_marked_each_time() {
        let mut app = app(builtin("start").expect("it is built in"));
        let mut markers = CastMarkers::from_now(&app);
        press(&mut app, &mut markers, "Right Right Right Right Right");
        assert_eq!(markers.take(), [""; 0], "a touch is no hit");
        press(&mut app, &mut markers, "Right");
        assert_eq!(markers.take(), ["HIT B into A left t=0"]);
        press(&mut app, &mut markers, "u");
        assert_eq!(markers.take(), [""; 0]);
        press(&mut app, &mut markers, "r u Right");
        assert_eq!(markers.take(), ["HIT B into A left t=0"; 2]);
    }

    #[test]
    fn many_hits_get_a_few_markers_and_a_count() {
        let boxes = "[[box]]\nname = \"M\"\nat = [0, 0]\nsize = [2, 2]\nvelocity = [9, 0]\n";
        let target =
            |number| format!("[[box]]\nname = \"N{number}\"\nat = [5, 0]\nsize = [2, 2]\n");
        let text: String = std::iter::once(boxes.to_owned()).chain((0..11).map(target)).collect();
        let mut app = app(Scene::parse(&text).expect("a scene"));
        let mut markers = CastMarkers::from_now(&app);
        press(&mut app, &mut markers, ".");
        let taken = markers.take();
        assert_eq!((taken.len(), taken[0].as_str()), (9, "HIT M into N0 left t=1/3"));
        assert_eq!(taken[8], "3 more at once");
    }
}
