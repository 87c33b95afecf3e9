//! An app at the keyboard and the mouse.

use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use hitscan::tested::app::{
    App, EditMode, Effect, Entry, GlyphSet, HitRegions, Message, MouseEvent, MouseKind, Overlay,
    PickerRow, Prompt, SceneFile,
};
use hitscan::tested::view::{Theme, cursor_rest, render};
use hitscan_core::engine::{Engine, Saved};
use hitscan_core::scene::{Scene, SceneSource, builtin};
use hitscan_core::words::SavedState;
use hitscan_core::world::Record;
use hitscan_geom::{Relation, Side};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Subject, some};
use crate::anna::anna_at;
use crate::keyboard::{SIZE, place, press, saved, type_text};

/// An app, and the effects of its last action.
pub(crate) struct AtKeyboard {
    app: App,
    effects: Vec<Effect>,
}

impl Default for AtKeyboard {
    fn default() -> Self {
        Self { app: opened("empty"), effects: Vec::new() }
    }
}

impl Subject for AtKeyboard {
    fn act(&mut self, verb: &str, rest: &str) {
        let app = &mut self.app;
        self.effects = match verb {
            "app" => {
                *app = opened(rest);
                Vec::new()
            }
            "open" => {
                let (scene, source) = scene(rest);
                app.open(scene, source).expect("a world");
                Vec::new()
            }
            ">" => press(app, rest),
            ":" | ":!" => entered(app, rest, verb == ":"),
            "type" => {
                type_text(app, rest);
                Vec::new()
            }
            "paste" => {
                let text = rest.replace("\\n", "\n").replace('␛', "\u{1b}");
                app.input.paste(&text, &app.engine, &mut app.screen);
                Vec::new()
            }
            "tick" => {
                (0..rest.parse().expect("a number")).for_each(|_| app.tick());
                Vec::new()
            }
            "resize" => {
                let size = pair(rest);
                app.resize(size.0, size.1);
                Vec::new()
            }
            "saved" => saved(app, rest),
            "written" => {
                let state = SavedState::default();
                app.screen.say_saved(&app.engine, Path::new(rest), &Saved::Written, state);
                Vec::new()
            }
            "made" => {
                let state = app.engine.sandbox().state_to_save();
                app.screen.say_saved(&app.engine, Path::new(rest), &Saved::Made, state);
                Vec::new()
            }
            "list" => {
                app.input.scenes_listed(files(rest), None, &app.engine, &app.screen);
                Vec::new()
            }
            "fails" => {
                app.fail(rest);
                Vec::new()
            }
            "click" => {
                let at = find(app, rest);
                point(app, MouseKind::Press, at)
            }
            "press" => point(app, MouseKind::Press, pair(rest)),
            "drag" => point(app, MouseKind::Drag, pair(rest)),
            "release" => point(app, MouseKind::Release, pair(rest)),
            "wheel-up" => point(app, MouseKind::WheelUp, pair(rest)),
            "wheel-down" => point(app, MouseKind::WheelDown, pair(rest)),
            _ => panic!("{verb}: nothing that an app can be told"),
        };
        // As the event loop does once no key is waiting.
        self.app.finish_map().expect("nothing stops it");
    }

    fn see(&mut self, name: &str) -> String {
        let (word, which) = name.split_once(' ').unwrap_or((name, ""));
        if word == "effects" {
            return all(self.effects.iter().map(|effect| match effect {
                Effect::Engine(effect) => format!("{effect:?}"),
                effect => format!("{effect:?}"),
            }));
        }
        of_world(&self.app, word, which)
            .or_else(|| of_input(&self.app, word))
            .or_else(|| of_screen(&self.app, word, which))
            .unwrap_or_else(|| panic!("{name}: nothing that is seen of an app"))
    }
}

/// `SCENE [predicting] [in FILE] [size COLS ROWS]`: a built-in scene, `empty`, a lesson of Anna's
/// as `lesson ID`, or a file below `tests/fixtures/sessions`.
fn opened(how: &str) -> App {
    let (how, size) = match how.split_once(" size ") {
        Some((how, size)) => (how, pair(size)),
        None => (how, SIZE),
    };
    let (how, file) = match how.split_once(" in ") {
        Some((how, file)) => (how, Some(file)),
        None => (how, None),
    };
    let (how, is_predicting) = match how.strip_suffix(" predicting") {
        Some(how) => (how, true),
        None => (how, false),
    };
    if let Some(id) = how.strip_prefix("lesson ") {
        return lesson(id, size);
    }
    let (scene, source) = scene(how);
    let source = file.map_or(source, |file| SceneSource::File(file.into()));
    let app = App::new(scene, source, size, GlyphSet::Lines).expect("a world");
    if is_predicting { app.predicting() } else { app }
}

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/sessions/");

/// A built-in scene, `empty`, or a file.
fn scene(name: &str) -> (Scene, SceneSource) {
    if let Some(scene) = builtin(name) {
        return (scene, SceneSource::BuiltIn(name.to_owned()));
    }
    if name == "empty" {
        return (Scene::default(), SceneSource::New);
    }
    let text = fs::read_to_string(format!("{FOLDER}{name}")).expect(name);
    (Scene::parse(&text).expect(name), SceneSource::New)
}

/// The scenes in a folder, in the form that the picker receives.
fn files(folder: &str) -> Vec<SceneFile> {
    let entries = fs::read_dir(format!("{FOLDER}{folder}")).expect(folder);
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let file = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("a scene");
        SceneFile { scene: Scene::parse(&text).map_err(|_| format!("{name}: at fault")), name }
    };
    paths.into_iter().map(file).collect()
}

/// Anna at the first step of a lesson of the built-in course.
pub(crate) fn lesson(id: &str, size: (u16, u16)) -> App {
    let engine = Engine::new(Scene::default(), SceneSource::New).expect("nothing is a world");
    let mut app = App::showing(engine, size, GlyphSet::Lines);
    let (learning, engine) = anna_at(id);
    app.begin_course(learning, engine);
    app
}

fn entered(app: &mut App, line: &str, is_accepted: bool) -> Vec<Effect> {
    press(app, ":");
    app.input.paste(line, &app.engine, &mut app.screen);
    let effects = press(app, "Enter");
    let is_open = app.input.prompt.is_some();
    assert!(is_open != is_accepted, "{line}: {:?}", app.input.prompt);
    effects
}

fn pair(text: &str) -> (u16, u16) {
    let (one, other) = text.split_once(' ').expect("two numbers");
    (one.parse().expect("a number"), other.parse().expect("a number"))
}

fn drawn(app: &App) -> (Buffer, HitRegions) {
    let area = Rect::new(0, 0, app.screen.size.0, app.screen.size.1);
    let mut buffer = Buffer::empty(area);
    let regions = render(app.model(), &Theme::PLAIN, area, &mut buffer);
    (buffer, regions)
}

fn point(app: &mut App, kind: MouseKind, (col, row): (u16, u16)) -> Vec<Effect> {
    let (_, regions) = drawn(app);
    app.point(MouseEvent { kind, col, row }, &regions)
}

/// The first position of a text on the screen.
fn find(app: &App, text: &str) -> (u16, u16) {
    let at = |(row, y): (&String, u16)| Some((row[..row.find(text)?].chars().count(), y));
    let (col, row) = rows(app).iter().zip(0..).find_map(at).expect(text);
    (u16::try_from(col).expect("on the screen"), row)
}

fn rows(app: &App) -> Vec<String> {
    let (buffer, _) = drawn(app);
    let (cols, rows) = app.screen.size;
    let row = |y| (0..cols).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..rows).map(|y| row(y).trim_end().to_owned()).collect()
}

fn all<T: ToString>(each: impl IntoIterator<Item = T>) -> String {
    each.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(", ")
}

fn debug(any: impl Debug) -> String {
    format!("{any:?}")
}

/// Observations of the world and its history.
fn of_world(app: &App, word: &str, which: &str) -> Option<String> {
    let (engine, sandbox) = (&app.engine, app.engine.sandbox());
    Some(match word {
        "place" => place(app),
        "objects" => all(sandbox.world().objects().map(|(_, object)| object.name)),
        "frame" => sandbox.world().frame().to_string(),
        "history" => format!("{} of {}", sandbox.history().position(), sandbox.history().len()),
        "log" => sandbox.log().len().to_string(),
        "records" => {
            let records = sandbox.log().records().map(record);
            records.collect::<Vec<_>>().join("\n")
        }
        "numbers" => all(sandbox.log().records().map(|record| record.seq)),
        "tested" => sandbox.world().tested().to_string(),
        "title" => sandbox.world().title().to_owned(),
        "pair-says" => engine.pair_in_focus()?.pair_result.outcome.word().to_owned(),
        "playing" => debug(engine.is_playing()),
        "unsaved" => debug(engine.is_unsaved()),
        "source" => debug(engine.source()),
        "looking" => debug(engine.focus().is_looking()),
        "covered" => debug(engine.covered().is_some()),
        "page" => engine.focus().page.token().to_owned(),
        "pair" => engine.pair_in_focus().map_or_else(String::new, |pair| {
            [pair.a.name, pair.b.name].map(|name| name.to_string()).join(">")
        }),
        "focus" => engine.world_in_focus().frame().to_string(),
        "pinned" => debug(engine.focus().is_pinned()),
        "chosen-line" => {
            let line = engine.chosen_line()?;
            app.model().log().lines().find(line)?.outcome.word().to_owned()
        }
        "velocities" => all(sandbox
            .world()
            .objects()
            .map(|(_, object)| format!("{},{}", object.velocity.x, object.velocity.y))),
        "relations" => {
            all(sandbox.scene().expects.iter().map(|it| it.relation.map_or("", Relation::token)))
        }
        "toml" => engine.scene_to_save().to_toml(),
        "expects" => all(sandbox.scene().expects.iter().map(|it| it.after_frames)),
        "noted" => {
            let text = engine.journal().text();
            text.lines().filter(|line| !line.starts_with('|')).collect::<Vec<_>>().join("\n")
        }
        "last-noted" => engine.journal().text().lines().last()?.to_owned(),
        "journal" => {
            some(&engine.journal().text().lines().map(str::to_owned).collect::<Vec<_>>(), which)
        }
        _ => return None,
    })
}

/// `5 TOUCH B>A left hit 1`: frame, word, pair, sides, outcome, t.
fn record(record: &Record) -> String {
    let pair_result = record.pair_result();
    let sides: Vec<_> = pair_result.sides().iter().map(Side::token).collect();
    let swept = pair_result.swept.map_or(String::new(), |swept| format!(" {}", swept.token()));
    let t = pair_result.time().map_or(String::new(), |t| format!(" {t}"));
    let (word, a, b) = (pair_result.outcome.word(), record.a.name, record.b.name);
    format!("{} {word} {a}>{b} {}{swept}{t}", record.frame, sides.join("+"))
}

/// Observations of input, lists and prompts.
fn of_input(app: &App, word: &str) -> Option<String> {
    let (screen, input, model) = (&app.screen, &app.input, app.model());
    Some(match word {
        "note" | "fault" | "says" => match &screen.message {
            Some(Message::Note(text) | Message::Judged(_, text)) if word != "fault" => text.clone(),
            Some(Message::Fault(text)) if word != "note" => text.clone(),
            None if word == "says" => String::new(),
            other => format!("({other:?})"),
        },
        "mode" => match input.edit_mode {
            EditMode::End(index) => format!("END {}", index + 1),
            mode => mode.word().to_owned(),
        },
        "pane" => debug(screen.pane),
        "tab" => debug(screen.panel.tab),
        "last" => screen.last_command.clone().unwrap_or_default(),
        "prompt" => match &input.prompt {
            None => String::new(),
            Some(Prompt::Leave(leaving)) => format!("Leave {leaving:?}"),
            Some(prompt) => debug(prompt).split(['(', ' ']).next().unwrap_or_default().to_owned(),
        },
        "line" => match &input.prompt {
            // With the cursor, which shows that a word may follow.
            Some(Prompt::Command(line)) => format!("{}_", line.text()),
            other => format!("({other:?})"),
        },
        "line-fault" => match &input.prompt {
            Some(Prompt::Command(line)) => {
                line.fault().map(ToString::to_string).unwrap_or_default()
            }
            other => format!("({other:?})"),
        },
        "line-fault-at" => match &input.prompt {
            Some(Prompt::Command(line)) => debug(line.fault()?.span.clone()?),
            other => format!("({other:?})"),
        },
        "form" => all(model.form_rows().into_iter().map(|row| model.form_value(row))),
        "form-row" => model.chosen_row().to_string(),
        "form-fault" => match &input.editor {
            Some(editor) => editor.fault().map(|fault| fault.message.clone()).unwrap_or_default(),
            None => "(closed)".to_owned(),
        },
        "layers" => all(Overlay::ALL.into_iter().filter(|&it| model.shows(it)).map(Overlay::token)),
        "answer" => {
            screen.panel.answer.as_ref().map_or_else(String::new, |answer| answer.lines.join("\n"))
        }
        "help" => screen
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!("{} {}", help.page.title(), help.top)),
        "palette" => all(input.palette().iter().map(|row| row.name)),
        "ends" => model.ends().len().to_string(),
        "plays" => debug(model.frames_per_second().is_some()),
        "marked" => {
            let lines = model.log().lines();
            let marked = model.log().marked().and_then(|id| lines.find(id));
            marked.map_or("", |line| line.outcome.word()).to_owned()
        }
        "asked" => screen.panel.answer.as_ref()?.asked.clone(),
        "searches" => debug(screen.help.as_ref()?.search.is_some()),
        "mouse" => debug(input.mouse),
        "dragged" => debug(model.arena().dragged),
        "middle" => {
            let view = screen.viewport;
            let at = view.unit_point(i64::from(view.cols()) / 2, i64::from(view.rows()) / 2);
            format!("{},{}", at.x, at.y)
        }
        "query" => input.picker()?.query().to_owned(),
        "preview" => debug(input.picker()?.preview().is_some()),
        "chosen-title" => input.picker()?.chosen().map_or("", Entry::title).to_owned(),
        "found" => all(input.picker()?.rows(usize::MAX).0.iter().map(|row| match row {
            PickerRow::Entry(_, entry) => entry.name(),
            PickerRow::Heading(text, _) => text,
        })),
        "chosen" => {
            input.picker()?.chosen().map_or_else(String::new, |entry| entry.name().to_owned())
        }
        _ => return None,
    })
}

/// Observations of the screen.
fn of_screen(app: &App, word: &str, which: &str) -> Option<String> {
    let (screen, model) = (&app.screen, app.model());
    Some(match word {
        "zoom" => screen.viewport.zoom().to_string(),
        "map" => debug(model.map().is_some()),
        "row" | "screen" => some(&rows(app), which),
        "panel" => some(&panel(app), which),
        "header" => squeezed(&rows(app)[0]),
        "status" => squeezed(&rows(app)[usize::from(screen.size.1) - 2]),
        // The lines of the log in the panel.
        "log-lines" => {
            let is_line =
                |row: &&String| row.contains('→') && row.contains(|c: char| c.is_ascii_digit());
            let rows = panel(app);
            rows.iter()
                .skip(5)
                .filter(is_line)
                .map(|row| squeezed(row))
                .collect::<Vec<_>>()
                .join("\n")
        }
        "panel-text" => panel(app).join(" "),
        "scene-note" => model.note(),
        "probed" => debug(model.probed().is_some()),
        "cells" => model.map()?.map()?.counts().map(|(_, count)| count).sum::<usize>().to_string(),
        "chosen-method" => {
            let rows = panel(app);
            let at = rows.iter().position(|row| row.starts_with('►'))?;
            [squeezed(&rows[at]), squeezed(&rows[at + 1])].join(" / ")
        }
        "cursor" => debug(cursor_rest(model, Rect::new(0, 0, screen.size.0, screen.size.1))),
        "classes" => panel(app)
            .iter()
            .filter(|row| row.ends_with('%'))
            .map(|row| squeezed(row))
            .collect::<Vec<_>>()
            .join("\n"),
        "arena" => some(&arena(app), which),
        _ => return None,
    })
}

/// The rows of the panel, without surrounding blanks.
fn panel(app: &App) -> Vec<String> {
    let left = screen_cols(app) - usize::from(app.screen.layout().expect("fits").panel_cols);
    let row = |row: &String| row.chars().skip(left).collect::<String>().trim().to_owned();
    rows(app).iter().map(row).collect()
}

fn screen_cols(app: &App) -> usize {
    usize::from(app.screen.size.0)
}

/// The rows of the arena without its rulers.
fn arena(app: &App) -> Vec<String> {
    let layout = app.screen.layout().expect("fits");
    let cols = usize::from(layout.arena_cols());
    let row =
        |row: &String| row.chars().skip(4).take(cols).collect::<String>().trim_end().to_owned();
    rows(app)[2..].iter().take(usize::from(layout.arena_rows())).map(row).collect()
}

fn squeezed(row: &str) -> String {
    row.split_whitespace().collect::<Vec<_>>().join(" ")
}
