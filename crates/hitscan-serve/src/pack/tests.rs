//! Tests of archives that are packs, and of archives that try to write elsewhere.

use proptest::prelude::*;
use tar::{EntryType, Header};

use super::*;

/// An archive with these entries, whatever their names are.
fn tar_of(entries: &[(&str, EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, kind, text) in entries {
        let mut header = Header::new_gnu();
        let name = &mut header.as_old_mut().name;
        name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_entry_type(*kind);
        header.set_size(u64::try_from(text.len()).expect("short"));
        if matches!(kind, EntryType::Symlink | EntryType::Link) {
            header.set_link_name("/etc/passwd").expect("short");
        }
        header.set_cksum();
        builder.append(&header, *text).expect("memory");
    }
    builder.into_inner().expect("memory")
}

fn names(archive: &[u8]) -> Result<Vec<String>, String> {
    let read = PackFiles::from_tar(archive);
    read.map(|pack| pack.files().map(|(path, _)| path.to_owned()).collect())
}

#[test]
fn a_pack_is_an_archive_of_its_files_or_of_its_folder() {
    let file = EntryType::Regular;
    let expected = Ok(vec!["inside/lesson.toml".to_owned(), "pack.toml".to_owned()]);
    for prefix in ["", "./", "my-pack/", "./my-pack/"] {
        let [head, lesson, folder] =
            ["pack.toml", "inside/lesson.toml", "inside/"].map(|path| format!("{prefix}{path}"));
        let archive = tar_of(&[
            (&folder, EntryType::Directory, b""),
            (&lesson, file, b"x"),
            (&head, file, b"y"),
        ]);
        assert_eq!(names(&archive), expected, "{prefix}");
    }
}

#[test]
fn paths_and_links_that_leave_the_pack_are_refused() {
    let head = ("pack.toml", EntryType::Regular, b"x".as_slice());
    for path in [
        "../x",
        "a/../../x",
        "/etc/x",
        "~/x",
        ".ssh/x",
        "a//x",
        "a/\u{1b}[2J",
        "a\\x",
        "a/b/c/d/e/x",
    ] {
        let why = names(&tar_of(&[head, (path, EntryType::Regular, b"")])).expect_err(path);
        assert!(why.contains("plain names"), "{path}: {why}");
        assert!(!why.contains(char::is_control), "{why:?}");
    }
    for kind in [EntryType::Symlink, EntryType::Link, EntryType::Fifo, EntryType::Char] {
        let why = names(&tar_of(&[head, ("x", kind, b"")])).expect_err("a link");
        assert_eq!(why, "x: a pack contains only files, no links");
    }
}

#[test]
fn a_pack_has_one_pack_toml_and_a_limit() {
    let file = EntryType::Regular;
    let none = "pack.toml: there is no such file in it";
    assert_eq!(names(&tar_of(&[("a/x", file, b"")])), Err(none.to_owned()));
    assert_eq!(
        names(&tar_of(&[("a/pack.toml", file, b""), ("b/x", file, b"")])),
        Err(none.to_owned())
    );
    assert_eq!(names(&tar_of(&[])), Err(none.to_owned()));
    let twice = tar_of(&[("pack.toml", file, b"1"), ("./pack.toml", file, b"2")]);
    assert_eq!(names(&twice), Err("pack.toml is in the archive twice".to_owned()));
    let large = vec![0; usize::try_from(PackFiles::MOST_BYTES).expect("fits") + 1];
    let why = names(&tar_of(&[("pack.toml", file, b""), ("x", file, &large)]));
    assert_eq!(why, Err("a pack has at most 4096 files, and 16 MiB in all".to_owned()));
    let many: Vec<_> = (0..=PackFiles::MOST_FILES).map(|number| format!("f{number}")).collect();
    let many: Vec<_> = many.iter().map(|name| (name.as_str(), file, b"".as_slice())).collect();
    assert!(names(&tar_of(&many)).expect_err("too many").contains("at most 4096 files"));
}

proptest! {
    #[test]
    fn other_bytes_are_refused_in_one_printable_line(
        bytes in proptest::collection::vec(any::<u8>(), 0..3000),
        at in 0_usize..1024, byte: u8,
    ) {
        let mut archive = tar_of(&[("pack.toml", EntryType::Regular, b"x"), ("a/b", EntryType::Regular, b"y")]);
        archive[at] = byte;
        for archive in [&bytes, &archive] {
            if let Err(why) = names(archive) {
                prop_assert!(!why.contains(char::is_control), "{why:?}");
            }
        }
    }
}
