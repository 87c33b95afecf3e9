//! Sandboxes, made of command lines.

use hitscan_core::command::Command;
use hitscan_core::engine::{Applied, Sandbox};
use hitscan_core::scene::Scene;

/// An empty scene after these lines, all of which must be valid.
pub(crate) fn sandbox<S: AsRef<str>>(lines: &[S]) -> Sandbox {
    sandbox_of(Scene::default(), lines)
}

/// A scene after these lines.
pub(crate) fn sandbox_of<S: AsRef<str>>(scene: Scene, lines: &[S]) -> Sandbox {
    let mut sandbox = Sandbox::new(scene).expect("a world");
    run(&mut sandbox, lines);
    sandbox
}

/// Carries out these lines, all of which must be valid.
pub(crate) fn run<S: AsRef<str>>(sandbox: &mut Sandbox, lines: &[S]) {
    for line in lines {
        let line = line.as_ref();
        attempt(sandbox, line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}

/// Carries out a line, or says what is wrong with it.
pub(crate) fn attempt(sandbox: &mut Sandbox, line: &str) -> Result<Applied, String> {
    let axes = sandbox.world().settings().axes;
    let command = Command::parse(line, axes).map_err(|error| error.to_string())?;
    sandbox.apply(&command.expect("a command")).map_err(|error| error.to_string())
}
