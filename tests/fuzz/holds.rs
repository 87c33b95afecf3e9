//! The invariants for any input.

use crossterm::event::KeyCode;
use hitscan::tested::app::{App, GlyphSet, KeyPress};
use hitscan::tested::cli::run::{self, Reference, RunOptions};
use hitscan::tested::host::files;
use hitscan::tested::host::pictures::Coloring;
use hitscan::tested::host::{CrashRecovery, ScreenFace, SessionFiles, carry_out};
use hitscan::tested::view::{Theme, render};
use hitscan_core::command::Command;
use hitscan_core::engine::{Effect, Engine, Outcome, Sandbox, silent};
use hitscan_core::scene::{self, Scene, SceneSource};
use hitscan_core::world::{Axes, Settings};
use hitscan_geom::broad_phase::BroadPhase;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::generators::Input;

type Holds = Result<(), TestCaseError>;

fn can_be_shown(text: &str) -> Holds {
    prop_assert!(!text.contains(|c: char| c.is_control()), "{:?}", text);
    Ok(())
}

/// A line is either a command that round-trips, with y up or down, or a fault that is printable and
/// points into the line.
pub(crate) fn of_a_line(line: &str) -> Holds {
    for axes in [Axes::YDown, Axes::YUp] {
        let settings = Settings { axes, ..Settings::default() };
        match Command::parse(line, &settings) {
            Ok(None) => {}
            Ok(Some(command)) => {
                let written = command.written(&settings);
                can_be_shown(&written)?;
                let again = Command::parse(&written, &settings);
                prop_assert_eq!(again, Ok(Some(command)), "{:?} written as {:?}", line, written);
            }
            Err(fault) => {
                can_be_shown(&fault.to_string())?;
                if let Some(span) = fault.span {
                    prop_assert!(line.get(span.clone()).is_some(), "{:?} {:?}", line, span);
                }
            }
        }
        for (at, _) in line.char_indices() {
            let _ = Command::typing(line, at);
        }
    }
    let _ = hitscan_core::command::completions(line, &["A".to_owned()]);
    Ok(())
}

/// Any bytes are either replayed or refused, with a printable message.
pub(crate) fn of_a_recording(bytes: &[u8]) -> Holds {
    let mut output = Vec::new();
    let ran = run::replay(bytes, Reference::Digest, &mut output, RunOptions::default());
    prop_assert!(ran.is_ok(), "{:?}", ran);
    let told = String::from_utf8(output);
    prop_assert!(told.is_ok());
    told.unwrap_or_default().lines().try_for_each(can_be_shown)?;
    // The same when a session is recovered.
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Err(why) = empty_engine()?.resume(text.as_bytes(), &mut silent)
    {
        can_be_shown(&why)?;
    }
    Ok(())
}

/// A file of crowds either makes a world with the same results under every broad phase, which
/// round-trips when saved, even over itself; or it is refused with printable faults.
pub(crate) fn of_crowds(text: &str) -> Holds {
    /// Larger worlds are created, but not played.
    const MOST_PLAYED: usize = 200;

    let scene = match Scene::parse(text) {
        Ok(scene) => scene,
        Err(faults) => {
            prop_assert!(!faults.is_empty());
            return faults.iter().try_for_each(|fault| can_be_shown(&fault.to_string()));
        }
    };
    prop_assert_eq!(scene::update_toml(text, &scene), text);
    prop_assert_eq!(Scene::parse(&scene.to_toml()), Ok(scene.clone()));
    let engine = match Engine::new(scene.clone(), SceneSource::New) {
        Ok(engine) => engine,
        Err(why) => return can_be_shown(&why.to_string()),
    };
    if engine.world().len() > MOST_PLAYED {
        return Ok(());
    }
    let mut played = BroadPhase::ALL.map(|which| {
        let mut engine = engine.clone();
        let stepped = engine
            .execute(&Command::BroadPhase(which), &mut silent)
            .and_then(|_| engine.execute(&Command::Step(3), &mut silent));
        stepped.map(|_| engine.sandbox().scene().objects)
    });
    let first = played[0].clone();
    for objects in &mut played {
        prop_assert_eq!(&*objects, &first);
    }
    let mut moved = scene;
    moved.crowds.clear();
    moved.objects = first.unwrap_or_default();
    let updated = scene::update_toml(text, &moved);
    prop_assert_eq!(Scene::parse(&updated), Ok(moved), "{}", updated);
    Ok(())
}

/// Everything that a replay must restore.
fn same(one: &Sandbox, other: &Sandbox) -> Holds {
    let (here, there) = (one.world(), other.world());
    prop_assert_eq!(here.frame(), there.frame());
    prop_assert_eq!(here.settings(), there.settings());
    prop_assert!(here.objects().eq(there.objects()), "the objects");
    prop_assert_eq!(one.history().position(), other.history().position());
    prop_assert_eq!(one.history().len(), other.history().len());
    prop_assert!(one.log().records().eq(other.log().records()), "the records");
    Ok(())
}

/// Checks a sandbox's history: its position, its log, and that going back and forth leads to the
/// same state.
fn history_is_whole(sandbox: &Sandbox) -> Holds {
    let history = sandbox.history();
    prop_assert!(history.position() <= history.len());
    let records: Vec<_> =
        sandbox.log().records().map(|record| (record.position, record.seq)).collect();
    let is_in_order =
        records.windows(2).all(|two| two[0].0 <= two[1].0 && two[0].1 + 1 == two[1].1);
    prop_assert!(is_in_order);
    prop_assert!(records.last().is_none_or(|(position, _)| *position <= history.len()));
    if let Some(selected) = sandbox.selection() {
        prop_assert!(sandbox.world().object(selected.0).is_some());
    } else {
        prop_assert!(sandbox.world().is_empty());
    }
    Ok(())
}

fn empty_engine() -> Result<Engine, TestCaseError> {
    let engine = Engine::new(Scene::default(), SceneSource::New);
    engine.map_err(|why| TestCaseError::fail(why.to_string()))
}

/// More than any case expects.
const MOST_EXPECTED: usize = 64;

fn undo_and_redo_come_back(engine: &Engine) -> Holds {
    for away in [Command::Undo(1), Command::Undo(3), Command::Back(2)] {
        let mut other = engine.clone();
        let position = other.history().position();
        if matches!(other.execute(&away, &mut silent), Ok(Outcome::Done)) {
            let steps = u32::try_from(position - other.history().position()).unwrap_or(u32::MAX);
            prop_assert!(steps == 0 || other.execute(&Command::Redo(steps), &mut silent).is_ok());
            // An expectation that was made in between is a separate step.
            for _ in 0..MOST_EXPECTED {
                if same(engine.sandbox(), other.sandbox()).is_ok() {
                    break;
                }
                prop_assert!(other.execute(&Command::Redo(1), &mut silent).is_ok());
            }
        }
        same(engine.sandbox(), other.sandbox())?;
    }
    Ok(())
}

fn scene_reads_back(sandbox: &Sandbox) -> Holds {
    let scene = sandbox.scene_to_save();
    let again = Scene::parse(&scene.to_toml());
    prop_assert_eq!(again, Ok(scene));
    Ok(())
}

/// Commands are executed whole or not at all, history stays consistent, and the journal restores
/// everything.
pub(crate) fn of_commands(lines: &[String]) -> Holds {
    let mut engine = empty_engine()?;
    for line in lines {
        let settings = engine.world().settings();
        let Ok(Some(command)) = Command::parse(line, settings) else { continue };
        let before = engine.sandbox().clone();
        let outcome = engine.execute(&command, &mut silent);
        let sandbox = engine.sandbox();
        match outcome {
            Ok(Outcome::Done | Outcome::Selected | Outcome::Emptied | Outcome::Stopped { .. }) => {}
            Ok(_) => same(&before, sandbox)?,
            Err(fault) => {
                can_be_shown(&fault.to_string())?;
                same(&before, sandbox)?;
            }
        }
        history_is_whole(sandbox)?;
        let ids: Vec<_> = sandbox.world().objects().map(|(id, _)| id).collect();
        for pair in ids.windows(2) {
            prop_assert!(sandbox.pair(pair[0], pair[1]).is_some());
        }
    }
    undo_and_redo_come_back(&engine)?;
    scene_reads_back(engine.sandbox())?;
    comes_back(engine)
}

fn comes_back(mut engine: Engine) -> Holds {
    let recording = engine.journal().recording();
    let mut again = empty_engine()?;
    if let Err(why) = again.resume(recording.as_bytes(), &mut silent) {
        return Err(TestCaseError::fail(format!("{why}\n{recording}")));
    }
    same(engine.sandbox(), again.sandbox())?;
    // The digest that a recorder would write is that of a replay.
    engine.keep_records(None, &mut silent).expect("what was done can be done again");
    let digest = engine.journal().digest().map(ToString::to_string).unwrap_or_default();
    let finished = format!("{recording}# digest {digest}\n");
    let mut told = Vec::new();
    let ran = run::replay(finished.as_bytes(), Reference::Digest, &mut told, RunOptions::default());
    let told = String::from_utf8_lossy(&told);
    // A check that failed before fails again, which is not a difference.
    prop_assert!(
        ran.is_ok() && told.contains("the digest is as recorded"),
        "{}\n{}",
        told,
        finished
    );
    Ok(())
}

/// Whatever is pressed, the screen can be drawn, the journal restores what was done, and no message
/// contains unprintable characters.
pub(crate) fn of_keys((scene, inputs): &(String, Vec<Input>)) -> Holds {
    let fail = |why: &dyn std::fmt::Display| TestCaseError::fail(why.to_string());
    let (scene, source): (Scene, SceneSource) = files::find(scene).map_err(|why| fail(&why))?;
    let mut app = App::new(scene, source, (80, 24), GlyphSet::Lines).map_err(|why| fail(&why))?;
    let nowhere = CrashRecovery::in_directory("/dev/null".into());
    let mut files = SessionFiles::default();
    files.recover_in(nowhere);
    app.monitored.hear = Some(std::rc::Rc::new(files.listener()));
    for input in inputs {
        match input {
            Input::Key(name) => {
                if let Some(key) = KeyPress::parse(name) {
                    obey(&mut app, &mut files, key);
                }
            }
            Input::Line(line) => {
                for key in ["Esc", "Esc", ":"].into_iter().filter_map(KeyPress::parse) {
                    obey(&mut app, &mut files, key);
                }
                app.input.paste(line, &app.engine, &mut app.screen);
                obey(&mut app, &mut files, KeyPress::plain(KeyCode::Enter));
            }
            Input::Tick => app.tick(),
            Input::Resize(cols, rows) => app.resize(*cols, *rows),
        }
        history_is_whole(app.engine.sandbox())?;
        let (cols, rows) = app.screen.size;
        let area = Rect::new(0, 0, cols, rows);
        let mut buffer = Buffer::empty(area);
        render(app.model(), &Theme::SIXTEEN, area, &mut buffer);
    }
    let sandbox = app.engine.sandbox().clone();
    scene_reads_back(&sandbox)?;
    comes_back(app.engine.clone())
}

/// Presses a key. Its effects on files are not carried out, except for opening built-in scenes.
fn obey(app: &mut App, files: &mut SessionFiles, key: KeyPress) {
    for effect in app.press(key) {
        let hitscan::tested::app::Effect::Engine(effect) = effect else { continue };
        match effect {
            Effect::Open(target) if scene::builtin(&target).is_none() => {}
            Effect::Open(_) | Effect::Recover(_) => {
                let mut face = ScreenFace { app, coloring: Coloring::Colored };
                let _ = carry_out(effect, &mut face, files);
            }
            Effect::Save(path, _) => {
                app.engine.saved(path);
            }
            _ => {}
        }
    }
}
