//! Programs that are asked while the session ends.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::OwnPrograms;
use crate::app::config::OwnMethodSpec;
use crate::app::{App, GlyphSet};
use hitscan_core::scene::{Source, builtin};

/// How often a session is ended; each waits far less than a round does for its next look.
const SESSIONS: u32 = 20;

/// How long a round waits before it looks again by itself.
const ROUND_LOOKS: Duration = Duration::from_millis(250);

fn asked(command: &str) -> (App, OwnPrograms) {
    let scene = builtin("inside").expect("a built-in scene");
    let app = App::new(scene, Source::BuiltIn("inside".into()), (80, 24), GlyphSet::Lines);
    let spec = OwnMethodSpec::new("own", command).expect("a program");
    let own = OwnPrograms::of(app.expect("a world"), &[], &[spec]);
    let (mut app, mut programs) = own.expect("there are pipes");
    programs.ask(&mut app);
    (app, programs)
}

/// The id that a program has written, once it has.
fn id(file: &Path) -> String {
    loop {
        let id = fs::read_to_string(file).unwrap_or_default();
        if id.ends_with('\n') {
            return id.trim().to_owned();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// In the midst of a round, and while a program that has closed its output may still end
/// by itself.
#[test]
fn the_end_of_a_session_waits_for_no_round_and_leaves_no_process() {
    for script in ["sleep 100", "exec >&-; sleep 100"] {
        let mut waited = Duration::ZERO;
        for _ in 0..SESSIONS {
            let here = tempfile::tempdir().expect("there is room");
            let file = here.path().join("id");
            let command = format!("sh -c 'echo $$ > {}; {script}'", file.display());
            let (_app, programs) = asked(&command);
            let id = id(&file);
            let begun = Instant::now();
            drop(programs);
            waited += begun.elapsed();
            let stat = fs::read_to_string(format!("/proc/{id}/stat"));
            assert!(stat.is_err(), "{stat:?} is left");
        }
        assert!(waited < SESSIONS * ROUND_LOOKS / 2, "{script}: {waited:?}");
    }
}
