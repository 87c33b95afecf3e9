//! A saved file stays the same file: its owner, its other names, its attributes.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

use super::skips::say_skipped;
use super::{NAMES, found_in, new_content, old_file, replace_file};

#[test]
fn a_file_with_two_names_keeps_both() {
    let (folder, path) = old_file(NAMES[1]);
    let other = folder.path().join(NAMES[1][1]);
    // Longer and shorter than the old content.
    for content in [new_content(), b"#".to_vec(), Vec::new()] {
        replace_file(&path, &content).expect("saved");
        assert!(fs::read(&other).expect("it is there") == content);
    }
    assert_eq!(found_in(folder.path()), NAMES[1]);
}

#[test]
fn a_chain_of_dangling_links_is_followed_to_its_end() {
    let folder = tempfile::tempdir().expect("there is room");
    fs::create_dir(folder.path().join("deep")).expect("made");
    let at = |name: &str| folder.path().join(name);
    symlink("deep/two.toml", at("one.toml")).expect("linked");
    symlink("../three.toml", at("deep/two.toml")).expect("linked");
    replace_file(&at("one.toml"), b"made").expect("written");
    assert_eq!(fs::read(at("three.toml")).expect("it is there"), b"made");
    for link in ["one.toml", "deep/two.toml"] {
        assert!(fs::symlink_metadata(at(link)).expect("it is there").is_symlink(), "{link}");
    }
    symlink("round.toml", at("round.toml")).expect("linked");
    replace_file(&at("round.toml"), b"made").expect_err("it leads to itself");
}

#[test]
fn extended_attributes_stay() {
    let (folder, path) = old_file(NAMES[0]);
    let note = ("user.class", b"optics".as_slice());
    let set = rustix::fs::setxattr(&path, note.0, note.1, rustix::fs::XattrFlags::empty());
    if set.is_err() {
        say_skipped("this file system has no extended attributes");
        return;
    }
    replace_file(&path, &new_content()).expect("saved");
    let mut value = [0; 16];
    let length = rustix::fs::getxattr(&path, note.0, &mut value).expect("it is still there");
    assert_eq!(&value[..length], note.1);
    assert_eq!(found_in(folder.path()), NAMES[0]);
}

#[test]
fn the_owner_stays() {
    if !rustix::process::geteuid().is_root() {
        say_skipped("only root can give a file away");
        return;
    }
    let (_folder, path) = old_file(NAMES[0]);
    chown(&path, Some(1234), Some(2345)).expect("given away");
    fs::set_permissions(&path, Permissions::from_mode(0o4755)).expect("set");
    replace_file(&path, &new_content()).expect("saved");
    let found = fs::metadata(&path).expect("it is there");
    assert_eq!((found.uid(), found.gid(), found.mode() & 0o7777), (1234, 2345, 0o4755));
    assert!(fs::read(&path).expect("it is there") == new_content());
}
