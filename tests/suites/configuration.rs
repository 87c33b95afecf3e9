//! Configurations: valid ones, and broken ones with their exact messages.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use hitscan::tested::app::config::{ColorChoice, Config, template};
use hitscan::tested::app::{
    ACTIONS, Action, App, ColorDepth, GlyphSet, KeyPress, LogFilter, Lookup, Mouse, Pane, Stride,
    ThemeName,
};
use hitscan_core::command::Nudge;
use hitscan_core::scene::{Scene, SceneSource, builtin, printable};
use hitscan_geom::broad_phase::BroadPhase;
use hitscan_geom::{Milli, milli};

use crate::corpus::check_messages;
use crate::program::HITSCAN;
use crate::snapshots::assert_snapshot;

#[test]
fn every_broken_configuration_has_its_exact_messages() {
    check_messages("configs", |name, text| {
        let faults = Config::parse(text).expect_err(name);
        let lines: Vec<_> = faults.iter().map(|fault| format!("{fault}\n")).collect();
        let messages = lines.concat();
        assert_eq!(messages, printable(&messages).replace("\\n", "\n"), "{name}");
        messages
    });
}

fn keys_of(config: &Config, id: &str) -> Vec<String> {
    let spec = ACTIONS.iter().find(|spec| spec.id == id).expect(id);
    config.keys.keys_of(spec.action).collect()
}

/// Whether a configuration changes nothing.
fn is_default(config: &Config) -> bool {
    let settings = (config.theme, config.glyphs, config.color, config.mouse, config.log);
    let keys =
        ACTIONS.iter().all(|spec| config.keys.keys_of(spec.action).eq(spec.keys.iter().copied()));
    let steps = config.steps == hitscan::tested::app::Steps::default();
    settings == (None, None, None, None, None) && keys && steps
}

#[test]
fn the_template_states_the_defaults_commented_out_or_not() {
    let template = template();
    assert!(is_default(&Config::parse(&template).expect("it is sound")));
    // Removes each # that no blank follows, as the file says.
    let taken: String = template
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(setting) if setting.starts_with(|c: char| c.is_ascii_lowercase()) => setting,
            _ => line,
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    assert!(is_default(&Config::parse(&taken).unwrap_or_else(|faults| panic!("{faults:#?}"))));
    let settings = taken.lines().filter(|line| line.contains(" = ") && !line.starts_with('#'));
    // One of the settings is an example of an own method.
    assert_eq!(settings.count(), 13 + ACTIONS.len());
    assert!(template.lines().all(|line| line.is_empty() || line.starts_with(['#', '['])));
}

#[test]
fn every_setting_is_accepted() {
    let text = "theme = \"color-blind\"\ngrounds = false\nglyphs = \"ascii\"\ncolor = \"256\"\nmouse = true\n\
        log = \"hits\"\nnudge = 2.5\nfine = 100\n[keys]\nstep = [\"n\", \"Ctrl-N\"]\n\
        next-method = \".\"\nundo = \"F2\"\ngrid = []\n";
    let config = Config::parse(text).expect("it is sound");
    assert_eq!((config.theme, config.grounds), (Some(ThemeName::ColorBlind), Some(false)));
    assert_eq!((config.glyphs, config.color), (Some(GlyphSet::Ascii), Some(ColorChoice::Indexed)));
    assert_eq!((config.mouse, config.log), (Some(Mouse::On), Some(LogFilter::Hits)));
    assert_eq!(config.steps.nudge, Nudge::Units(milli!(2500)));
    let fine = config.steps.scaled(Milli::from_units(1), Stride::Fine);
    assert_eq!(fine, milli!(10));
    assert_eq!(keys_of(&config, "step"), ["n", "Ctrl-N"]);
    assert_eq!(keys_of(&config, "next-method"), ["."]);
    assert_eq!(keys_of(&config, "undo"), ["F2"]);
    assert!(keys_of(&config, "grid").is_empty());
}

fn app(config: &Config) -> App {
    let scene = builtin("start").expect("it is built in");
    let source = SceneSource::BuiltIn("start".to_owned());
    let app = App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world");
    app.with_config(config, ColorDepth::Sixteen)
}

fn press(app: &mut App, keys: &str) {
    for key in keys.split_whitespace() {
        app.press(KeyPress::parse(key).expect(key));
    }
}

#[test]
fn an_app_keeps_its_configuration_for_the_next_scene() {
    let text = "nudge = 3\nfine = 2\nlog = \"hits\"\ntheme = \"light\"\n[keys]\nright = \"V\"\n";
    let config = Config::parse(text).expect("it is sound");
    let mut app = app(&config);
    let left = |app: &App| {
        let (_, object) = app.engine.sandbox().selection().expect("B");
        object.shape.bounds().0.x
    };
    press(&mut app, "V");
    assert_eq!(left(&app), Milli::from_units(14));
    press(&mut app, "Right");
    assert_eq!(left(&app), Milli::from_units(14), "the usual key is free now");
    press(&mut app, "f V");
    assert_eq!(left(&app), milli!(15_500));
    let source = SceneSource::BuiltIn("start".to_owned());
    app.open(builtin("start").expect("built in"), source).expect("a world");
    press(&mut app, "V");
    assert_eq!(left(&app), Milli::from_units(14));
    assert_eq!(app.engine.log_query().filter, LogFilter::Hits);
    assert_eq!(app.screen.appearance.theme, ThemeName::Light);
}

#[test]
fn the_configured_broad_phase_applies_to_scenes_without_one() {
    let config = Config::parse("broad_phase = \"sweep\"\n").expect("it is sound");
    let mut app = app(&config);
    assert_eq!(app.engine.world().broad_phase(), BroadPhase::Sweep);
    let text = "broad_phase = \"grid\"\n[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [1, 1]\n";
    let scene = Scene::parse(text).expect("a scene");
    app.open(scene, SceneSource::New).expect("a world");
    assert_eq!(app.engine.world().broad_phase(), BroadPhase::Grid, "the scene says it");
    app.open(builtin("start").expect("built in"), SceneSource::New).expect("a world");
    press(&mut app, ". . ,");
    assert_eq!(app.engine.world().broad_phase(), BroadPhase::Sweep, "and back in time, too");
    assert!(!app.engine.is_unsaved(), "it is no part of the scene");
}

#[test]
fn spelling_out_the_default_keys_is_not_a_conflict() {
    for spec in ACTIONS {
        let keys: Vec<_> = spec.keys.iter().map(|key| format!("\"{key}\"")).collect();
        let text = format!("[keys]\n{} = [{}]\n", spec.id, keys.join(", "));
        let config =
            Config::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", spec.id));
        assert!(is_default(&config), "{}", spec.id);
    }
}

/// The program run by a user with this home directory.
fn hitscan(home: &Path, args: &[&str]) -> Output {
    Command::new(HITSCAN)
        .args(args)
        .env("HOME", home)
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .expect("it runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn the_printed_default_is_a_configuration() {
    let home = tempfile::tempdir().expect("there is room");
    let printed = stdout(&hitscan(home.path(), &["config"]));
    assert_eq!(printed, template());
    assert_snapshot!("configuration", "default_configuration", printed);
    assert_snapshot!("configuration", "keys", stdout(&hitscan(home.path(), &["keys"])));
}

#[test]
fn every_action_can_be_remapped_by_its_id() {
    for spec in ACTIONS {
        let text = format!("[keys]\n{} = \"F12\"\n", spec.id);
        let config =
            Config::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", spec.id));
        assert_eq!(keys_of(&config, spec.id), ["F12"]);
        let key = KeyPress::parse("F12").expect("a key");
        let found =
            [Pane::Arena, Pane::Panel, Pane::Form].map(|focus| config.keys.look_up(&[key], focus));
        let is_found = found.contains(&Lookup::Action(spec.action))
            || config.keys.look_up_covered(key) == Some(spec.action);
        assert!(is_found, "{}", spec.id);
    }
    assert_ne!(Action::Quit.row().id, Action::Interrupt.row().id);
}
