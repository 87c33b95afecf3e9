//! The real program lists the files of a real directory and opens one.

use std::fs;

use crate::terminal::Start;

#[test]
fn a_scene_in_the_directory_is_found_by_a_word_of_its_title_and_opened() {
    let directory = tempfile::tempdir().expect("there is room");
    let text = "title = \"a zigzag of mine\"\n[[box]]\nname = \"Q\"\nat = [3, 4]\nsize = [6, 6]\n";
    fs::write(directory.path().join("lab.toml"), text).expect("there is room");
    fs::write(directory.path().join("broken.toml"), "titel = 1\n").expect("there is room");
    let mut terminal = Start::hitscan(["start"]).cwd(directory.path()).run_to("frame 0");
    terminal.send("o").shows("OPEN find:").send("zigzag").wait_for_text("a zigzag of mine");
    terminal.send("\r").shows("MOVE Q box").quit();
}
