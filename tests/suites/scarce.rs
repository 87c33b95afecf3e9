//! What the program says where the disk, the stack or the memory is scarce, and what it leaves
//! behind then.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::available_parallelism;

use tempfile::TempDir;

use crate::shells::shell;

/// The exit status of these lines in a new folder, what they print, and the folder.
fn ran(lines: &str) -> (i32, String, TempDir) {
    let folder = TempDir::new().expect("a folder");
    let run = shell(folder.path(), lines);
    let told = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
    (run.status.code().expect("no signal"), told, folder)
}

/// Whatever is in a folder.
fn left_in(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("it is there");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries.map(|entry| name(entry.expect("an entry"))).collect()
}

#[test]
fn whatever_is_printed_to_a_full_disk_ends_with_an_error() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let all = "--help, -h, help, help query, query --help, --version, guide, man, \
        completions bash, completions zsh, scenes, config, keys, check start";
    for arguments in all.split(", ") {
        let (status, told, _) = ran(&format!("hitscan {arguments} > /dev/full"));
        assert!(status == 2 && told.ends_with("error: the disk is full\n"), "{arguments}: {told}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_not_left_behind_empty() {
    // No file may grow at all: every write fails, as on a full disk.
    for (lines, beside) in [
        ("hitscan learn --student anna", vec![]),
        ("hitscan learn --student anna --file anna.hits", vec![]),
        ("mkdir desk; hitscan learn --student anna --desk desk; rmdir desk", vec![]),
        ("hitscan run start --record r.hits", vec![]),
        ("hitscan lesson new pack", vec![]),
        ("touch anna.hits; hitscan learn --student anna", vec!["anna.hits"]),
    ] {
        let (_, told, folder) = ran(&format!("ulimit -f 0; {lines} < /dev/null"));
        assert!(told.contains("error: "), "{lines}: {told}");
        assert_eq!(left_in(&folder), beside, "{lines}: {told}");
    }
}

#[test]
fn too_small_a_stack_is_refused_and_the_smallest_allowed_one_is_enough() {
    for arguments in ["run start", "render start", "scenes", "--version"] {
        let (status, told, _) = ran(&format!("ulimit -s 64; hitscan {arguments} < /dev/null"));
        let why =
            "error: a stack of 64 KiB is too small; expected 1024 KiB or more: ulimit -s 1024\n";
        assert_eq!((status, told.as_str()), (2, why), "{arguments}");
    }
    let deep = "(".repeat(2000);
    let nested = "[".repeat(20_000);
    for lines in [
        "hitscan render start --press 'w n'".to_owned(),
        "hitscan man".to_owned(),
        "printf 'next\\n' | hitscan learn --student anna".to_owned(),
        "hitscan lesson key inside --seed anna".to_owned(),
        format!("printf 'x = {nested}' > deep.toml; hitscan run deep.toml"),
        "hitscan lesson new p; sed -i 's/^of = .*/of = \"DEEP\"/' p/gap/lesson.toml; \
         sed -i 's/DEEP/DEPTH/' p/gap/lesson.toml; hitscan lesson check p"
            .replace("DEPTH", &deep),
    ] {
        let (status, told, _) = ran(&format!("ulimit -s 1024; {lines}"));
        assert!(status <= 2, "{status}: {told}");
    }
}

#[test]
fn a_comparison_that_memory_slows_down_says_so_and_answers_the_same() {
    let compared = "hitscan compare --pairs 3000 --seed 7";
    let (_, usual, _) = ran(compared);
    let (status, told, _) = ran(&format!("ulimit -v 120000; {compared} 2> said; cat said >&2"));
    let many = available_parallelism().is_ok_and(|cores| cores > NonZeroUsize::MIN);
    let said = told.strip_prefix(&usual).expect(&told);
    assert_eq!((status, said.starts_with("hitscan: on one core of ")), (0, many), "{said}");
    assert_eq!(said.contains("ulimit -v leaves 117 MiB"), many, "{said}");
}
