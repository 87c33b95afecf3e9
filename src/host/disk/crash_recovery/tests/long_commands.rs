//! Long commands that were running when a session crashed.

use super::*;
use hitscan_core::command::Command;
use hitscan_core::world::Settings;

/// The text of the only recovery file.
fn kept(directory: &Path) -> String {
    fs::read_to_string(only_file(directory)).expect("text")
}

#[test]
fn a_long_command_is_noted_before_it_runs_and_recorded_after_it() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut session = Session::on(directory.path(), "start");
    let line =
        |text: &str| Command::parse(text, &Settings::default()).expect(text).expect("a command");
    let execute = |session: &mut Session, text: &str| {
        let done = session.app.execute(&line(text));
        let before = kept(directory.path());
        session.files.update(&mut session.app.engine).expect("it is kept");
        (done, before)
    };
    let (done, before) = execute(&mut session, "step 3");
    done.expect("it can");
    assert!(before.ends_with("\n# begun step 3\n"), "{before}");
    let after = kept(directory.path());
    assert!(after.ends_with("\n# begun step 3\nstep 3\n"), "{after}");
    session.kill();

    // The file as it was while the command ran.
    let cut = after.strip_suffix("step 3\n").expect("it ends so");
    let path = directory.path().join("deep/state/left-1-1-0.hits");
    fs::remove_file(only_file(directory.path())).expect("it can be removed");
    fs::write(path, cut).expect("there is room");
    let mut next = Session::on(directory.path(), "start");
    next.recover(Recover::Take(None));
    assert_eq!(next.position(), 0);
    let said = match next.app.screen.message.as_ref() {
        Some(Message::Note(said)) => said.as_str(),
        _ => "",
    };
    assert_eq!(said, "resumed before step 3, which was cut off: enter it again to run it");
    next.push(2);
    assert!(kept(directory.path()).ends_with("# begun step 3\nmove B 1 0\nmove B 1 0\n"));
}

#[test]
fn a_long_command_that_is_refused_leaves_nothing_behind() {
    let directory = tempfile::tempdir().expect("there is room");
    let edge = directory.path().join("edge.toml");
    let text = "[[box]]\nname = \"A\"\nat = [15990, 0]\nsize = [4, 4]\nvelocity = [100, 0]\n";
    fs::write(&edge, text).expect("there is room");
    let mut session = Session::on(directory.path(), &edge.to_string_lossy());
    let step = Command::Step(9);
    session.app.execute(&step).expect_err("it leaves the plane");
    assert_eq!(count(directory.path()), 1);
    session.files.update(&mut session.app.engine).expect("it is kept");
    assert_eq!(count(directory.path()), 0, "nothing was done");

    session.push(1);
    let before = kept(directory.path());
    session.app.execute(&step).expect_err("it leaves the plane");
    assert_eq!(kept(directory.path()), format!("{before}# begun step 9\n"));
    session.files.update(&mut session.app.engine).expect("it is kept");
    assert_eq!(kept(directory.path()), before);
    session.kill();

    assert_eq!(Session::resumed(directory.path()).position(), 1);
}
