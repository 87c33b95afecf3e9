//! `hitscan render`: the screen of a scene, or of a frame of a recording, as a
//! picture.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `replay` | replays a recording on a screen, up to a frame |
//!
//! This file has the options; it opens a scene or calls `replay`, then draws.

mod replay;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

pub(in crate::cli) use replay::MOST_SCREENS;

use super::map_options::{MapOptions, named};
use super::options::{PictureArgs, Shows, write_picture};
use super::pack_files::PackFiles;
use super::{CliError, ExitStatus, print};
use crate::app::{Action, App, Effect, KeyPress, Layout, Overlay, Tab};
use crate::host::pictures::{Coloring, Format, SvgGround, picture};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hitscan_core::command::Command;
use hitscan_core::engine::Effect as EngineEffect;
use hitscan_core::lab::{DrawnPack, Header, Learning};
use hitscan_core::scene::{OPENING, Scene, SceneSource, printable};
use hitscan_core::words::nearest;
use hitscan_core::world::Rules;

impl RenderArgs {
    /// Draws the screen, to the file of the options or to `output`; in `default_coloring` unless an
    /// option says otherwise.
    ///
    /// # Errors
    /// When a file cannot be used or the options do not fit the scene; an existing file then stays
    /// as it was.
    pub fn run(
        &self,
        default_coloring: Coloring,
        output: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let format = self.picture_format()?;
        let coloring = self.picture.look.coloring(default_coloring);
        let (picture, source) = if self.animate {
            if format != Format::Svg {
                return Err(refused("--animate makes an SVG; end the name of --output in .svg"));
            }
            replay::animation(self, coloring)?
        } else {
            let app = app(self, format)?;
            let picture = picture(&app, format, self.ground(), coloring);
            (picture, app.engine.source().clone())
        };
        match &self.picture.output {
            None => print(picture, output),
            Some(path) => {
                write_picture(path, &picture, &source)?;
                Ok(ExitStatus::Success)
            }
        }
    }

    /// The keys to press.
    fn keys(&self) -> &[KeyPress] {
        self.press.as_ref().map_or(&[], |pressed| pressed.0.as_slice())
    }

    fn ground(&self) -> SvgGround {
        self.background.unwrap_or_else(|| self.picture.ground())
    }

    /// The requested format, or the one that the file name implies.
    fn picture_format(&self) -> Result<Format, CliError> {
        let usual = if self.animate { Format::Svg } else { Format::Text };
        let (by_name, endings) = (Format::of_name, ".svg, .txt and .ansi");
        let format = self.picture.format_or(self.format, usual, by_name, endings)?;
        self.picture.check_look(Shows::of(format), format.token())?;
        if self.background.is_some() && format != Format::Svg {
            return Err(refused("--background: only an SVG has one; --format svg"));
        }
        Ok(format)
    }
}

/// The app as described by the options.
fn app(args: &RenderArgs, format: Format) -> Result<App, CliError> {
    let mut app = unreplayed(args, format)?;
    if let Some(path) = &args.replay {
        replay::go_through(&mut app, path, args.seek, &mut |_| Ok(()))?;
    }
    run(&mut app, &args.after)?;
    let (mut app, mut programs) = args.picture.methods.programs(app, &[])?;
    arrange(&mut app, args)?;
    for &key in args.keys() {
        press(&mut app, key)?;
    }
    // Keys may have turned the map on.
    app.finish_map().map_err(refused)?;
    programs.ask_patiently(&mut app);
    app.monitored.monitor = None;
    Ok(app)
}

/// The app with the scene of the options, before any replay.
fn unreplayed(args: &RenderArgs, format: Format) -> Result<App, CliError> {
    if args.picture.rounding.round && (args.replay.is_some() || args.lesson.is_some()) {
        return Err(refused("--round is for a scene: no number here is too fine"));
    }
    let (scene, source) = match &args.scene {
        None if args.replay.is_some() || args.lesson.is_some() => {
            (Scene::default(), SceneSource::New)
        }
        target => args.picture.rounding.find(target.as_deref().unwrap_or(OPENING))?,
    };
    let size = args.picture.size_or((80, 24), Layout::LEAST, "the screen")?;
    let app = args.picture.app(scene, source, size, Shows::of(format), args.ground())?;
    match &args.lesson {
        Some(lesson) => open(app, lesson),
        None => Ok(app),
    }
}

/// Selects and shows what the options ask for.
fn arrange(app: &mut App, args: &RenderArgs) -> Result<(), CliError> {
    if let Some(name) = &args.picture.select {
        app.execute(&Command::Select(named(name)?)).map_err(CliError::in_file)?;
    }
    args.picture.methods.turn(app)?;
    for &layer in &args.overlay {
        match layer {
            RenderLayer::Overlay(overlay) if app.model().shows(overlay) => {}
            RenderLayer::Overlay(overlay) => drop(app.act(Action::Toggle(overlay))),
            RenderLayer::Map => {
                let setup = args.picture.map.setup(app.engine.world().settings())?;
                setup.open_in(app).map_err(refused)?;
            }
        }
    }
    if args.picture.map != MapOptions::default() && !args.overlay.contains(&RenderLayer::Map) {
        return Err(refused("these options are of a map: add --overlay map"));
    }
    show_panel(app, args.panel)?;
    app.screen.clear_message();
    Ok(())
}

/// Shows a view of the panel.
fn show_panel(app: &mut App, tab: Option<Tab>) -> Result<(), CliError> {
    // Showing the log again would filter it, and showing the map again would change its layer.
    match tab.filter(|&tab| tab != app.screen.panel.tab) {
        None => {}
        Some(Tab::Log) => drop(app.act(Action::ShowLog)),
        Some(Tab::Methods) => drop(app.act(Action::ShowMethods)),
        Some(Tab::Why) => drop(app.act(Action::ShowWhy)),
        Some(Tab::Object) => drop(app.act(Action::ShowObject)),
        Some(Tab::Signs) => drop(app.act(Action::ShowSigns)),
        Some(Tab::Lab) => return Err(refused("--panel lab: it is there with --lesson LESSON")),
        Some(Tab::Map) if app.model().map().is_some() => drop(app.act(Action::ShowMap)),
        Some(Tab::Map) => return Err(refused("--panel map: there is a map with --overlay map")),
    }
    Ok(())
}

fn refused(why: impl std::fmt::Display) -> CliError {
    CliError::other(why)
}

/// The student of the lesson, who decides its numbers.
const STUDENT: &str = "hitscan";

/// The app with the first step of a lesson open.
///
/// # Errors
/// When there is no such lesson.
fn open(mut app: App, lesson: &str) -> Result<App, CliError> {
    let course = PackFiles::BuiltIn.course(None)?;
    let lesson = course.known_lesson(lesson).map_err(CliError::other)?.id.clone();
    let header = Header {
        rules: Rules::default(),
        pack: course.pack.id.clone(),
        student: STUDENT.to_owned(),
        seed: STUDENT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let drawn = DrawnPack::new(&course.pack, STUDENT).map_err(CliError::other)?;
    let lines = format!("{header}\n");
    let begun = Learning::begin(Arc::new(course), drawn, header, &lines, Some(&lesson));
    let (learning, engine) = begun.map_err(CliError::other)?;
    app.begin_course(learning, engine);
    Ok(app)
}

// `--after` and `--press`: commands and keys that lead to the picture, as far as a picture can
// follow them.

/// Runs these commands, one after the other.
///
/// # Errors
/// When one is not a command, fails, or would open, write or leave something.
fn run(app: &mut App, commands: &[String]) -> Result<(), CliError> {
    for text in commands {
        let settings = app.engine.world().settings();
        let option = format!("--after '{}'", printable(text));
        let fault = |why: &dyn std::fmt::Display| refused(format!("{option}: {why}"));
        let Some(command) = Command::parse(text, settings).map_err(|why| fault(&why))? else {
            continue;
        };
        let effects = app.execute(&command).map_err(|why| fault(&why))?;
        follow(app, effects, &option)?;
    }
    Ok(())
}

/// Presses a key.
///
/// # Errors
/// When it would open, write or leave something.
fn press(app: &mut App, key: KeyPress) -> Result<(), CliError> {
    let effects = app.press(key);
    follow(app, effects, &format!("--press {key}"))
}

/// Carries out effects that a picture can show, and refuses the others.
fn follow(app: &mut App, effects: Vec<Effect>, option: &str) -> Result<(), CliError> {
    for effect in effects {
        match effect {
            // Other files in the directory are not part of a picture.
            Effect::ListScenes => {
                app.input.scenes_listed(Vec::new(), None, &app.engine, &app.screen);
            }
            Effect::Engine(EngineEffect::Play | EngineEffect::Pause)
            | Effect::Mouse(_)
            | Effect::Repaint
            | Effect::Follow => {}
            Effect::Engine(_) | Effect::Suspend => {
                return Err(refused(format!(
                    "{option}: a picture opens no scene, writes no other file and does not quit"
                )));
            }
        }
    }
    Ok(())
}

const EXAMPLES: &str = "\
Examples:
  hitscan render start                              text, 80 columns by 24 rows
  hitscan render lab.toml --output lab.svg          a drawing for a paper
  hitscan render touch --output touch.svg --theme color-blind
  hitscan render inside --panel why --method edges  with the Why page open
  hitscan render tunnel --overlay ghosts --size 120x40 --format ansi
  hitscan render off-45 --overlay map --edit speed  where each velocity leads
  hitscan render start --after 'move B 5 0'         B touches A
  hitscan render start --press 'Right Right w'      what these keys lead to
  hitscan render --lesson apart --press Enter       a step of a lesson
  hitscan render --replay lesson.rec --seek 6       frame 6 of a recording
  hitscan render --replay lesson.rec --animate --output lesson.svg
  hitscan render start --press 'Right Right w' --animate --output keys.svg";

/// What the picture shows, and how.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct RenderArgs {
    /// A scene file, or the name of a built-in scene [default: start]
    pub scene: Option<String>,

    /// Replay a recording instead of a scene. The picture is of its end
    #[arg(long, value_name = "FILE", conflicts_with = "scene")]
    pub replay: Option<PathBuf>,

    /// Show the recording at the end of this frame
    #[arg(long, value_name = "FRAME", requires = "replay", conflicts_with = "scene")]
    pub seek: Option<u64>,

    /// Make an SVG that moves: every frame of --replay, or without it what each key of --press leads to
    #[arg(long, conflicts_with = "seek")]
    pub animate: bool,

    /// Show the first step of a lesson instead of a scene, by the lesson's id or number
    #[arg(long, value_name = "LESSON", conflicts_with_all = ["scene", "replay"])]
    pub lesson: Option<String>,

    /// Run this command first, as hitscan run takes it; repeat for more
    #[arg(long, value_name = "COMMAND", conflicts_with = "animate")]
    pub after: Vec<String>,

    /// Press these keys before the picture is made, as on the screen: 'Right Right w'
    #[arg(long, value_name = "KEYS", value_parser = keys)]
    pub press: Option<PressedKeys>,

    /// The format of the picture [default: by the name of --output, else text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// Show this overlay too; repeat for more
    #[arg(long, value_name = "OVERLAY", value_parser = overlay_parser())]
    pub overlay: Vec<RenderLayer>,

    /// What the panel shows [default: as the scene opens, else log]
    #[arg(long, value_name = "VIEW")]
    pub panel: Option<Tab>,

    /// The picture, and where it goes.
    #[command(flatten)]
    pub picture: PictureArgs,

    /// The background of an SVG [default: light for the theme light, else dark]
    #[arg(long, value_name = "GROUND")]
    pub background: Option<SvgGround>,
}

/// Keys, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressedKeys(Vec<KeyPress>);

fn keys(text: &str) -> Result<PressedKeys, String> {
    let key = |word: &str| {
        KeyPress::parse(word).ok_or_else(|| {
            let end = match nearest(word, KeyPress::names()) {
                Some(meant) => format!("; did you mean {meant}?"),
                None => "; keys are separated by spaces: 'Right Right w'".to_owned(),
            };
            format!("{}: no such key{end}", printable(word))
        })
    };
    text.split_whitespace().map(key).collect::<Result<_, _>>().map(PressedKeys)
}

/// What can be shown over the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderLayer {
    /// An overlay.
    Overlay(Overlay),
    /// The map.
    Map,
}

fn overlay_parser() -> impl TypedValueParser<Value = RenderLayer> {
    let tokens =
        PossibleValuesParser::new(Overlay::ALL.map(Overlay::token).into_iter().chain(["map"]));
    // The parser has ruled out all other words.
    tokens.map(|token| {
        let overlay = Overlay::ALL.into_iter().find(|overlay| overlay.token() == token);
        overlay.map_or(RenderLayer::Map, RenderLayer::Overlay)
    })
}
