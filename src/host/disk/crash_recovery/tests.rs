mod long_commands;

use std::fs::{self, OpenOptions};
use std::io::Write;

use crossterm::event::KeyCode;

use super::*;
use crate::app::{App, GlyphSet, KeyPress, Message};
use crate::host::pictures::Coloring;
use crate::host::{Ending, ScreenFace, SessionFiles, carry_out, files};
use hitscan_core::command::Recover;
use hitscan_core::engine::{Effect, Overwrite};
use hitscan_core::scene::SceneSource;

fn app(target: &str) -> App {
    let (scene, source) = files::find(target).expect("it can be read");
    App::new(scene, source, (80, 24), GlyphSet::Lines).expect("it makes a world")
}

/// A session on the screen, and its files.
struct Session {
    app: App,
    files: SessionFiles,
}

impl Session {
    fn on(directory: &Path, target: &str) -> Self {
        let recovery = CrashRecovery::in_directory(directory.join("deep/state"));
        let mut session = Self { app: app(target), files: SessionFiles::default() };
        session.files.recover_in(recovery);
        session.app.monitored.hear = Some(std::rc::Rc::new(session.files.listener()));
        session
    }

    /// Moves the selected object as the event loop does: a key, then an update.
    fn push(&mut self, times: usize) {
        for _ in 0..times {
            self.app.press(KeyPress::plain(KeyCode::Right));
            self.files.update(&mut self.app.engine).expect("it is kept");
        }
    }

    fn effect(&mut self, effect: Effect) {
        let mut face = ScreenFace { app: &mut self.app, coloring: Coloring::Colored };
        let _ = carry_out(effect, &mut face, &mut self.files);
        self.files.update(&mut self.app.engine).expect("it is kept");
    }

    fn recover(&mut self, what: Recover) {
        self.effect(Effect::Recover(what));
    }

    fn position(&self) -> usize {
        self.app.engine.sandbox().history().position()
    }

    fn fault(&self) -> Option<&str> {
        match self.app.screen.message.as_ref()? {
            Message::Fault(why) => Some(why),
            Message::Note(_) | Message::Judged(..) => None,
        }
    }

    fn quit(mut self) {
        self.files.finish(&mut self.app.engine, Ending::ByChoice).expect("it ends well");
    }

    fn cut_off(mut self) {
        self.files.finish(&mut self.app.engine, Ending::CutOff).expect("it is kept");
    }

    /// Leaves the files as a killed process does: nothing more is written.
    fn kill(self) {
        drop(self);
    }

    /// A new session that resumes the latest crashed one.
    fn resumed(directory: &Path) -> Self {
        let mut session = Self::on(directory, "start");
        session.recover(Recover::Take(None));
        assert_eq!(session.fault(), None);
        session
    }
}

/// Leaves the file of a session that was killed after this many moves.
fn leave_killed(directory: &Path, moves: usize) {
    let mut session = Session::on(directory, "start");
    session.push(moves);
    session.kill();
}

/// The only recovery file.
fn only_file(directory: &Path) -> PathBuf {
    let mut entries = fs::read_dir(directory.join("deep/state")).expect("it is there");
    entries.next().expect("one file").expect("an entry").path()
}

/// How many recovery files there are, in use or not.
fn count(directory: &Path) -> usize {
    fs::read_dir(directory.join("deep/state")).map_or(0, Iterator::count)
}

#[test]
fn a_session_that_was_cut_off_is_offered_and_goes_on_with_its_history() {
    let directory = tempfile::tempdir().expect("there is room");
    let mine = directory.path().join("mine.toml");
    fs::write(&mine, app("start").engine.sandbox().scene().to_toml()).expect("it can be written");
    let mut first = Session::on(directory.path(), &mine.to_string_lossy());
    first.push(6);
    let left = first.app.engine.sandbox().scene();
    first.cut_off();

    let mut next = Session::on(directory.path(), "start");
    let offer = next.files.crashed().expect("it was cut off").offer(str::to_owned);
    let named = format!("a session was cut off just now ({}): recover resumes it", mine.display());
    assert!(offer.contains(&named), "{offer}");
    assert_eq!(next.position(), 0, "nothing is resumed by itself");

    next.recover(Recover::Take(None));
    assert_eq!(next.app.engine.sandbox().scene(), left);
    assert_eq!(next.position(), 6);
    assert_eq!(next.app.engine.source(), &SceneSource::File(mine));
    next.app.press(KeyPress::plain(KeyCode::Char('u')));
    assert_eq!(next.position(), 5);

    // After another crash its work is still in the file that it was resumed from.
    next.cut_off();
    assert_eq!(count(directory.path()), 1);
    assert_eq!(Session::resumed(directory.path()).position(), 5);
}

#[test]
fn a_killed_session_can_be_recovered_up_to_its_last_command() {
    let directory = tempfile::tempdir().expect("there is room");
    leave_killed(directory.path(), 4);
    assert_eq!(Session::resumed(directory.path()).position(), 4);
}

#[test]
fn a_built_in_scene_keeps_its_name() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut first = Session::on(directory.path(), "two-boxes");
    first.push(2);
    first.kill();
    let next = Session::resumed(directory.path());
    assert_eq!(next.app.engine.source(), &SceneSource::BuiltIn("two-boxes".to_owned()));
    assert_eq!(next.position(), 2);
}

#[test]
fn the_file_of_a_session_only_grows() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut session = Session::on(directory.path(), "start");
    session.push(1);
    let file = || fs::read_to_string(only_file(directory.path())).expect("text");
    let mut before = file();
    for _ in 0..5 {
        session.push(1);
        let after = file();
        assert_eq!(after.strip_prefix(&before), Some("move B 1 0\n"));
        before = after;
    }
}

#[test]
fn a_session_that_ends_normally_leaves_no_file() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut pushed = Session::on(directory.path(), "start");
    pushed.push(3);
    assert_eq!(count(directory.path()), 1);
    pushed.quit();
    Session::on(directory.path(), "start").cut_off();
    assert_eq!(count(directory.path()), 0);
}

#[test]
fn saved_work_is_not_offered_but_later_work_is() {
    let directory = tempfile::tempdir().expect("there is room");
    let mine = directory.path().join("mine.toml");
    let saved = || {
        let mut session = Session::on(directory.path(), "start");
        session.push(3);
        session.effect(Effect::Save(mine.clone(), Overwrite::Yes));
        session
    };
    saved().kill();
    assert_eq!(Session::on(directory.path(), "start").files.crashed(), None);
    assert_eq!(count(directory.path()), 0);

    let mut session = saved();
    session.push(1);
    session.kill();
    let next = Session::resumed(directory.path());
    assert_eq!(next.position(), 4, "the history from before is there, too");
    assert_eq!(next.app.engine.source(), &SceneSource::File(mine.clone()));
    let (path, own) = next.app.engine.own_file().expect("it has one");
    assert_eq!((path, own), (mine.as_path(), &files::load(&mine).expect("it was saved")));
}

/// What is done in a session before it ends, given a free path.
type Leave = fn(&mut Session, PathBuf);

#[test]
fn a_resumed_session_is_removed_however_its_user_ends_it() {
    let directory = tempfile::tempdir().expect("there is room");
    let directory = directory.path();
    leave_killed(directory, 2);
    Session::resumed(directory).cut_off();
    assert_eq!(count(directory), 1, "it was cut off again");
    Session::resumed(directory).quit();
    assert_eq!(count(directory), 0);
    assert_eq!(Session::on(directory, "start").files.crashed(), None);
    let ways: [(&str, Leave); 5] = [
        ("works on", |session, _| session.push(1)),
        ("opens", |session, _| session.effect(Effect::Open("tunnel".to_owned()))),
        ("saves", |session, path| session.effect(Effect::Save(path, Overwrite::Yes))),
        ("records", |session, path| session.effect(Effect::Record(path))),
        ("drops", |session, _| session.recover(Recover::Drop(None))),
    ];
    for (way, leave) in ways {
        leave_killed(directory, 2);
        let mut session = Session::resumed(directory);
        leave(&mut session, directory.join(way));
        assert!(way != "opens" || count(directory) == 0, "the next session is another");
        session.quit();
        assert_eq!(count(directory), 0, "{way}");
    }
}

#[test]
fn a_session_that_was_only_looked_at_stays() {
    let directory = tempfile::tempdir().expect("there is room");
    leave_killed(directory.path(), 1);
    leave_killed(directory.path(), 2);
    let mut session = Session::on(directory.path(), "start");
    session.recover(Recover::Take(Some(1)));
    session.recover(Recover::Take(Some(1)));
    assert_eq!(count(directory.path()), 2, "{:?}", session.fault());
    session.quit();
    assert_eq!(count(directory.path()), 1);
}

#[test]
fn two_sessions_never_resume_the_same_one() {
    let directory = tempfile::tempdir().expect("there is room");
    leave_killed(directory.path(), 1);
    leave_killed(directory.path(), 2);
    let mut sessions: Vec<_> = (0..3).map(|_| Session::on(directory.path(), "start")).collect();
    for session in &mut sessions {
        session.recover(Recover::Take(None));
    }
    let mut found: Vec<_> = sessions.iter().map(Session::position).collect();
    found.sort_unstable();
    assert_eq!(found, [0, 1, 2]);
    assert!(sessions.iter().any(|session| session.fault() == Some("no session was cut off")));
    // Nor does a session resume or discard the one that another is using.
    sessions[0].push(1);
    assert_eq!(sessions[1].files.crashed(), None);
    sessions[2].recover(Recover::DropAll);
    assert_eq!(count(directory.path()), 3 - 1);
}

#[test]
fn all_sessions_are_listed_and_dropped_by_number() {
    let directory = tempfile::tempdir().expect("there is room");
    (1..=9).for_each(|moves| leave_killed(directory.path(), moves));
    let mut session = Session::on(directory.path(), "start");
    let offer = session.files.crashed().expect("they were").offer(|line| format!(":{line}"));
    let last = "9 sessions were cut off, the last just now (two boxes and a laser): :recover ";
    assert!(offer.starts_with(last), "{offer}");
    session.recover(Recover::List);
    let answer = session.app.screen.panel.answer.as_ref().expect("they are listed");
    assert_eq!(answer.lines.len(), 9);
    assert_eq!(answer.lines[8], "9  just now  two boxes and a laser");
    session.recover(Recover::Drop(Some(1)));
    session.recover(Recover::Drop(None));
    session.recover(Recover::Take(Some(8)));
    assert_eq!(session.fault(), Some("there are 7 sessions that were cut off"));
    session.recover(Recover::Take(Some(7)));
    assert_eq!(session.position(), 1);
    session.recover(Recover::DropAll);
    assert_eq!(count(directory.path()), 1, "the one that was resumed");
}

#[test]
fn beyond_the_limit_nothing_is_deleted_and_the_user_is_told() {
    let directory = tempfile::tempdir().expect("there is room");
    let state = directory.path().join("deep/state");
    fs::create_dir_all(&state).expect("there is room");
    for number in 0..CrashRecovery::MOST_SESSIONS {
        let text = "# hitscan recording 1\n";
        fs::write(state.join(format!("left-{number}-1.hits")), text).expect("written");
    }
    let mut session = Session::on(directory.path(), "start");
    let offer = session.files.crashed().expect("they were").offer(str::to_owned);
    assert!(offer.contains("recover drop discards one"), "{offer}");
    session.app.press(KeyPress::plain(KeyCode::Right));
    let said = session.files.update(&mut session.app.engine).expect_err("there is no room");
    assert!(said.contains("recover drop discards one"), "{said}");
    session.push(1);
    assert_eq!(count(directory.path()), CrashRecovery::MOST_SESSIONS);
    session.recover(Recover::Drop(None));
    session.push(1);
    session.kill();
    let next = Session::resumed(directory.path());
    assert_eq!(next.position(), 3, "all that was done is kept from then on");
}

#[test]
fn an_incomplete_line_at_the_end_is_dropped() {
    let directory = tempfile::tempdir().expect("there is room");
    leave_killed(directory.path(), 2);
    let path = only_file(directory.path());
    let mut file = OpenOptions::new().append(true).open(&path).expect("it can be opened");
    file.write_all(b"move B -12 -1").expect("it can be written");
    let mut next = Session::resumed(directory.path());
    assert_eq!(next.position(), 2);
    next.push(1);
    let text = fs::read_to_string(&path).expect("it is text");
    assert!(text.ends_with("move B 1 0\nmove B 1 0\nmove B 1 0\n"), "{text}");
}

#[test]
fn a_file_that_is_not_a_recording_is_not_resumed() {
    let directory = tempfile::tempdir().expect("there is room");
    let state = directory.path().join("deep/state");
    fs::create_dir_all(&state).expect("there is room");
    fs::write(state.join("left-1-1.hits"), "\u{1b}[31m\n").expect("written");
    fs::create_dir(state.join("left-2-1.hits")).expect("made");
    let mut session = Session::on(directory.path(), "start");
    session.recover(Recover::Take(None));
    let why = session.fault().expect("it is refused");
    assert!(why.contains("not a recording") && !why.contains('\u{1b}'), "{why}");
}

#[test]
fn student_work_that_was_set_aside_is_not_a_crashed_session() {
    let directory = tempfile::tempdir().expect("there is room");
    let state = directory.path().join("deep/state");
    fs::create_dir_all(&state).expect("there is room");
    let aside =
        ["left-20261127T103000Z.hits", "left-20261127T103000Z-2.hits"].map(|name| state.join(name));
    for path in &aside {
        fs::write(path, "work\n").expect("written");
    }
    assert_eq!(CrashRecovery::in_directory(state).crashed(), None);
    let mut session = Session::on(directory.path(), "start");
    session.recover(Recover::DropAll);
    assert!(aside.iter().all(|path| path.exists()), "it is kept for teachers");
}
