//! Scene files on disk: which ones open, which ones are refused, and that saving never loses the
//! old file.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use hitscan::tested::host::files::{ReadFault, Refusal, find, load, replace_file, save};
use hitscan_core::scene::{Scene, SceneSource, builtin, gallery};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

fn file(folder: &TempDir, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).expect("written");
    path
}

/// The message without the directory, which differs from run to run.
fn message(path: &Path) -> String {
    let fault = load(path).expect_err("refused");
    let folder = path.parent().expect("a directory").to_string_lossy().into_owned() + "/";
    fault.to_string().replace(&folder, "")
}

#[test]
fn anything_but_a_scene_file_is_refused_in_one_clear_line() {
    let folder = folder();
    for (name, content, expected) in [
        ("binary", &b"title\0= 1"[..], "binary:1:6: a binary file; a scene file is UTF-8 text"),
        (
            "latin",
            b"# a\ntitle = \"caf\xe9\"",
            "latin:2:13: a byte that is not UTF-8; a scene file is UTF-8 text",
        ),
        ("wide", b"\xff\xfet\0i\0", "wide:1:1: UTF-16 text; a scene file is UTF-8 text"),
        (
            "typo.toml",
            b"speed = 0\n",
            "typo.toml:1:9: speed 0: a whole number of frames a second, 1 to 240",
        ),
    ] {
        assert_eq!(message(&file(&folder, name, content)), expected);
    }
    assert_eq!(
        message(&folder.path().join("nothing.toml")),
        "nothing.toml: no such file or built-in scene; hitscan scenes lists those"
    );
    assert_eq!(
        message(&folder.path().join("insid.toml")),
        "insid.toml: no such file or built-in scene; did you mean inside?"
    );
    fs::create_dir(folder.path().join("lesson")).expect("made");
    assert_eq!(message(&folder.path().join("lesson")), "lesson: a directory, not a scene file");
}

#[test]
fn faults_of_a_file_have_one_line_each_with_its_name() {
    let folder = folder();
    let path = file(&folder, "two.toml", b"speed = 0\ntitel = 1\n");
    let expected = "two.toml:1:9: speed 0: a whole number of frames a second, 1 to 240\n\
                    two.toml:2:1: titel: no such key; did you mean title?";
    assert_eq!(message(&path), expected);
}

#[cfg(unix)]
#[test]
fn file_names_are_never_shown_raw() {
    let folder = folder();
    let path = file(&folder, "a\u{1b}[31m\nb\u{202e}", b"\0");
    assert!(message(&path).starts_with("a\\u{1b}[31m\\nb\\u{202e}:1:1: "), "{}", message(&path));
    let fault = save(&folder.path().join("no\u{7}/x"), "").expect_err("refused");
    assert!(fault.to_string().ends_with("no\\u{7}/x: not saved: there is no such directory"));
}

/// A device yields bytes forever, a pipe none: neither is opened.
#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused_at_once() {
    let refusal = Refusal::Unread(ReadFault::NotAFile("a pipe, a socket or a device"));
    assert_eq!(load(Path::new("/dev/zero")).expect_err("refused").refusal, refusal);
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    assert_eq!(load(&pipe).expect_err("refused").refusal, refusal);
    assert!(save(&pipe, "").is_err());
    assert!(save(Path::new("/dev/null"), "").is_err());
}

#[test]
fn a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not() {
    let folder = folder();
    let full = format!("title = \"full\"\n#{}\n", "-".repeat(Scene::MAX_BYTES - 17));
    assert_eq!(full.len(), Scene::MAX_BYTES);
    let path = file(&folder, "full.toml", full.as_bytes());
    assert_eq!(load(&path).expect("read").title.shown(), "full");
    let path = file(&folder, "over.toml", (full.clone() + "\n").as_bytes());
    assert_eq!(message(&path), "over.toml: too large; a scene file has at most 16777216 bytes");
    let faults = Scene::parse(&(full + "\n")).expect_err("refused");
    assert_eq!(faults[0].to_string(), "1:1: 16777217 bytes: a scene file has at most 16777216");
}

#[test]
fn one_object_more_than_the_limit_is_refused_with_its_position() {
    let mut text = String::new();
    for i in 0..100_000 {
        let _ = writeln!(text, "[[laser]]\nname = \"L{i}\"\nfrom = [0, {}]\nto = [1, 1]", i % 9999);
    }
    assert_eq!(Scene::parse(&text).expect("a scene").objects.len(), 100_000);
    text.push_str("[[box]]\nname = \"one-more\"\nat = [0, 0]\nsize = [1, 1]\n");
    let faults = Scene::parse(&text).expect_err("refused");
    assert_eq!(
        faults[0].to_string(),
        "400001:1: [[box]]: a scene has at most 100000 objects, and this is one more"
    );
    assert_eq!(faults.len(), 1);
}

#[test]
fn one_vertex_more_than_the_limit_is_refused() {
    let polygon = |count: usize| {
        let points: Vec<String> =
            (0..count).map(|i| format!("[{i}, 0.{:03}]", i * i % 997)).collect();
        format!("[[polygon]]\nname = \"P\"\npoints = [{}, [500, 99]]\n", points.join(", "))
    };
    assert!(Scene::parse(&polygon(999)).is_ok());
    let faults = Scene::parse(&polygon(1000)).expect_err("refused");
    assert!(faults[0].to_string().ends_with(": 1001 vertices; a polygon has at most 1000"));
}

#[test]
fn a_thousand_faults_are_listed_and_the_rest_is_counted() {
    let text = "[[laser]]\n".repeat(1000);
    let faults = Scene::parse(&text).expect_err("refused");
    assert_eq!(faults.len(), 1001);
    let last = faults.last().expect("some").to_string();
    assert_eq!(last, "334:1: 2000 more faults: they are not listed");
}

#[test]
fn a_target_is_a_file_first_and_a_built_in_scene_second() {
    let start = builtin("start").expect("built in");
    assert_eq!(find("start"), Ok((start, SceneSource::BuiltIn("start".to_owned()))));
    let folder = folder();
    let path = file(&folder, "start", b"title = \"mine\"\n");
    let (scene, source) = find(&path.to_string_lossy()).expect("a scene");
    assert_eq!((scene.title.shown(), source), ("mine", SceneSource::File(path)));
    let fault = find("tunel").expect_err("neither");
    assert_eq!(fault.refusal, Refusal::NotFound(Some("tunnel")));
}

#[test]
fn a_saved_scene_round_trips_and_leaves_no_other_files() {
    let folder = folder();
    let path = folder.path().join("new.toml");
    for (name, _) in gallery() {
        let scene = builtin(name).expect("built in");
        save(&path, &scene.to_toml()).expect("saved");
        assert_eq!(load(&path), Ok(scene));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[test]
fn a_failed_save_leaves_the_old_file_unchanged() {
    let folder = folder();
    let path = file(&folder, "old.toml", b"title = \"old\"\n");
    let fault = save(&path, &"#".repeat(Scene::MAX_BYTES + 1)).expect_err("refused");
    assert!(fault.to_string().contains("16777217 bytes"), "{fault}");
    let mut permissions = fs::metadata(&path).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("set");
    let fault = save(&path, "").expect_err("refused");
    assert!(fault.to_string().ends_with("old.toml: not saved: it is write-protected"), "{fault}");
    assert_eq!(fs::read(&path).expect("there"), b"title = \"old\"\n");
    let fault = save(folder.path(), "").expect_err("refused");
    assert!(fault.to_string().ends_with("not saved: it is a directory"), "{fault}");
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay_when_a_file_is_replaced() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let path = file(&folder, "shared.toml", b"old");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
    let link = folder.path().join("link.toml");
    symlink("shared.toml", &link).expect("linked");
    replace_file(&link, b"new").expect("written");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::read(&path).expect("there"), b"new");
    assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o640);
    let dangling = folder.path().join("dangling.toml");
    symlink("made.toml", &dangling).expect("linked");
    replace_file(&dangling, b"made").expect("written");
    assert_eq!(fs::read(folder.path().join("made.toml")).expect("there"), b"made");
    assert!(fs::symlink_metadata(&dangling).expect("there").is_symlink());
}
