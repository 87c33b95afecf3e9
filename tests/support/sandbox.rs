//! Engines, driven by command lines.

use hitscan_core::command::Command;
use hitscan_core::engine::{Engine, Outcome, silent};
use hitscan_core::scene::{Scene, SceneSource};

/// An empty scene after these commands, all of which must be valid.
pub(crate) fn sandbox<S: AsRef<str>>(lines: &[S]) -> Engine {
    sandbox_of(Scene::default(), lines)
}

/// A scene after these commands.
pub(crate) fn sandbox_of<S: AsRef<str>>(scene: Scene, lines: &[S]) -> Engine {
    let mut sandbox = Engine::new(scene, SceneSource::New).expect("a world");
    run(&mut sandbox, lines);
    sandbox
}

/// Executes these commands, all of which must be valid.
pub(crate) fn run<S: AsRef<str>>(sandbox: &mut Engine, lines: &[S]) {
    for line in lines {
        let line = line.as_ref();
        attempt(sandbox, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// Executes a command, or says what is wrong with it.
pub(crate) fn attempt(sandbox: &mut Engine, line: &str) -> Result<Outcome, String> {
    let settings = sandbox.world().settings();
    let command = Command::parse(line, settings).map_err(|error| error.to_string())?;
    sandbox.execute(&command.expect("a command"), &mut silent).map_err(|error| error.to_string())
}
