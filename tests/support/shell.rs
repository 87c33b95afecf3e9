//! Command lines as a user types them who has installed the program.

use std::env;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::program::HITSCAN;

/// The output of these lines in this folder, with empty input and without earlier settings or work.
pub(crate) fn shell(folder: &Path, lines: &str) -> Output {
    let programs = Path::new(HITSCAN).parent().expect("a folder").to_path_buf();
    let known = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&known)));
    let mut command = Command::new("sh");
    command.current_dir(folder).stdin(Stdio::null()).arg("-c").arg(lines);
    command.env("PATH", path.expect("paths")).env("LANG", "C.UTF-8");
    command.env("XDG_STATE_HOME", "/dev/null").env("XDG_CONFIG_HOME", "/dev/null");
    command.output().expect("sh runs")
}
