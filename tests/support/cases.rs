//! Snapshots of many cases in one test: one file per case, and every case that differs is reported,
//! not only the first.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::snapshots::assert_snapshot;

/// The cases of a test. Their snapshots have their own folder below `tests/fixtures/snapshots`.
pub(crate) struct Cases {
    folder: String,
    seen: BTreeSet<String>,
    failed: Vec<String>,
}

impl Cases {
    pub(crate) fn in_folder(folder: impl Into<String>) -> Self {
        Self { folder: folder.into(), seen: BTreeSet::new(), failed: Vec::new() }
    }

    /// Compares a case with its snapshot, a file named after the case.
    pub(crate) fn check(&mut self, case: &str, shown: &str) {
        let name = file_name(case);
        assert!(self.seen.insert(name.clone()), "two cases are called {name}");
        let mut settings = insta::Settings::clone_current();
        settings.set_omit_expression(true);
        let compare = || assert_snapshot!(self.folder.as_str(), name.as_str(), shown);
        if catch_unwind(AssertUnwindSafe(|| settings.bind(compare))).is_err() {
            self.failed.push(name);
        }
    }

    /// The snapshots that no case uses.
    fn unused(&self) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/snapshots");
        let files = fs::read_dir(root.join(&self.folder)).expect("the folder of the snapshots");
        let names = files.filter_map(|file| {
            let file = file.expect("an entry").file_name().into_string().expect("a name");
            file.strip_suffix(".snap").map(str::to_owned)
        });
        names.filter(|name| !self.seen.contains(name)).collect()
    }
}

impl Drop for Cases {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let (folder, failed) = (&self.folder, &self.failed);
        assert!(failed.is_empty(), "in {folder} these differ: {}", failed.join(", "));
        let unused = self.unused();
        assert!(unused.is_empty(), "in {folder} no case is called {}", unused.join(", "));
    }
}

/// The file name for a case: letters, digits and `-`, everything else as `_`.
fn file_name(case: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let name: String = case.chars().map(kept).collect();
    name.split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}
