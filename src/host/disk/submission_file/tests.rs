//! A student at work while another program changes the file.

use std::fs::OpenOptions;
use std::sync::Arc;

use super::*;
use hitscan_core::engine::{Engine, silent};
use hitscan_core::lab::{Course, DrawnPack, Header, Order, Pack, builtin_file};
use hitscan_core::world::Rules;
use tempfile::TempDir;

/// A student at work in a folder.
struct AtWork {
    folder: TempDir,
    file: SubmissionFile,
    learning: Learning,
    engine: Engine,
}

impl AtWork {
    fn begin() -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::create_dir(folder.path().join("work")).expect("a folder in it");
        let path = folder.path().join("work/anna.hits");
        let (file, held) = SubmissionFile::open(&path).expect("it opens");
        assert_eq!(held, b"");
        let pack = Pack::builtin().expect("it reads");
        let text = |path: &str| builtin_file(path).map(str::to_owned);
        let course = Course::read(pack, "en", &text).expect("it reads");
        let [pack, student, seed, version] =
            ["collisions", "anna", "anna", "0.2.0"].map(str::to_owned);
        let drawn = DrawnPack::new(&course.pack, "anna").expect("scenes");
        let header = Header { rules: Rules::default(), pack, student, seed, version };
        let opening = "# hitscan recording 3\n";
        let begun = Learning::begin(Arc::new(course), drawn, header, opening, None);
        let (learning, engine) = begun.expect("it begins");
        let mut at_work = Self { folder, file, learning, engine };
        assert_eq!(at_work.update(), Ok(Submitted::InPlace));
        at_work
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("work").join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Opens another step, which is then written.
    fn work(&mut self) -> Result<Submitted, String> {
        let inside = Order::Lesson(Some("inside".to_owned()), None);
        self.learning.carry_out(inside, &mut self.engine, &mut silent).expect("it opens");
        self.update()
    }

    fn update(&mut self) -> Result<Submitted, String> {
        self.without_folder(SubmissionFile::update)
    }

    fn finish(&mut self) -> Result<Submitted, String> {
        self.without_folder(SubmissionFile::finish)
    }

    /// The message, without the folder that the test created.
    fn without_folder(
        &mut self,
        write: impl Fn(&mut SubmissionFile, &mut Learning) -> Result<Submitted, String>,
    ) -> Result<Submitted, String> {
        let folder = format!("{}/", self.path("").display()).replace("//", "/");
        let bare = |said: String| said.replace(&folder, "");
        match write(&mut self.file, &mut self.learning).map_err(bare)? {
            Submitted::Anew(said) => Ok(Submitted::Anew(bare(said))),
            Submitted::InPlace => Ok(Submitted::InPlace),
        }
    }
}

fn anew(said: &str) -> Submitted {
    Submitted::Anew(said.to_owned())
}

/// What another program does to the file at this path.
type Meddling = fn(&Path);

#[test]
fn the_whole_work_goes_to_a_new_file_and_other_files_stay_untouched() {
    let copied: Meddling = |path| {
        fs::copy(path, path.with_extension("copy")).expect("copied");
        fs::rename(path.with_extension("copy"), path).expect("renamed");
    };
    let moved: Meddling = |path| fs::rename(path, path.with_extension("old")).expect("renamed");
    let folder: Meddling = |path| {
        fs::remove_file(path).expect("removed");
        fs::create_dir(path).expect("a folder");
    };
    let cut: Meddling =
        |path| OpenOptions::new().write(true).open(path).expect("open").set_len(30).expect("cut");
    let longer: Meddling = |path| {
        let mut file = OpenOptions::new().append(true).open(path).expect("it opens");
        file.write_all(b"hint\n").expect("written");
    };
    let edited: Meddling = |path| {
        let text = fs::read_to_string(path).expect("it reads").replacen("hitscan", "hotscan", 1);
        fs::write(path, text).expect("written");
        // Changes the modification time, however fast the test runs.
        let file = OpenOptions::new().write(true).open(path).expect("it opens");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("set");
    };
    let replaced = "anna.hits was replaced by another file";
    let changed = "anna.hits was changed by another program";
    for (meddle, why) in [
        (copied, replaced),
        (folder, replaced),
        (moved, "anna.hits is gone"),
        (|path: &Path| fs::remove_file(path).expect("removed"), "anna.hits is gone"),
        (cut, changed),
        (longer, changed),
        (edited, changed),
    ] {
        let mut at_work = AtWork::begin();
        let before = at_work.text("anna.hits");
        meddle(&at_work.path("anna.hits"));
        let left = at_work.text("anna.hits");
        assert_eq!(
            at_work.work(),
            Ok(anew(&format!("{why}; all your work is now in anna-2.hits")))
        );
        let whole = at_work.text("anna-2.hits");
        let since = whole.strip_prefix(&before).expect("all of it");
        assert!(since.starts_with("lesson inside ") && since.contains("\n# chain "), "{since}");
        assert_eq!(at_work.text("anna.hits"), left, "{why}: not touched");
        assert_eq!(at_work.work(), Ok(Submitted::InPlace));
        assert!(at_work.text("anna-2.hits").starts_with(&whole));
    }
}

#[test]
fn a_change_after_the_last_line_is_noticed_at_the_end() {
    let mut at_work = AtWork::begin();
    let whole = at_work.text("anna.hits");
    fs::remove_file(at_work.path("anna.hits")).expect("removed");
    assert_eq!(at_work.update(), Ok(Submitted::InPlace), "nothing is to be written");
    assert_eq!(
        at_work.finish(),
        Ok(anew("anna.hits is gone; all your work is now in anna-2.hits"))
    );
    assert_eq!(at_work.text("anna-2.hits"), whole);
    let about = at_work.file.about();
    assert!(about.starts_with("this file is what you hand in, not "), "{about}");
    assert!(about.ends_with("anna-2.hits goes on with it"), "{about}");
}

#[test]
fn a_file_with_the_same_content_is_continued() {
    let mut at_work = AtWork::begin();
    assert_eq!(at_work.finish(), Ok(Submitted::InPlace));
    assert_eq!(at_work.file.about(), "this file is what you hand in");
    let file = OpenOptions::new().write(true).open(at_work.path("anna.hits")).expect("it opens");
    file.set_modified(SystemTime::UNIX_EPOCH).expect("touched");
    assert_eq!(at_work.work(), Ok(Submitted::InPlace));
    assert_eq!(at_work.work(), Ok(Submitted::InPlace));
    assert!(!at_work.path("anna-2.hits").exists());
}

#[test]
fn taken_names_are_skipped_up_to_a_limit() {
    let mut at_work = AtWork::begin();
    fs::write(at_work.path("anna-2.hits"), "ben's\n").expect("written");
    fs::remove_file(at_work.path("anna.hits")).expect("removed");
    assert_eq!(at_work.work(), Ok(anew("anna.hits is gone; all your work is now in anna-3.hits")));
    assert_eq!(at_work.text("anna-2.hits"), "ben's\n");
    fs::remove_file(at_work.path("anna-3.hits")).expect("removed");
    for number in 3..=MOST_BESIDE {
        fs::write(at_work.path(&format!("anna-{number}.hits")), "").expect("written");
    }
    let full = "anna-3.hits was replaced by another file, and your work is not written: anna-2.hits \
                to anna-100.hits are all there already";
    assert_eq!(at_work.work(), Err(full.to_owned()));
    fs::remove_file(at_work.path("anna-7.hits")).expect("removed");
    let said = "anna-3.hits was replaced by another file; all your work is now in anna-7.hits";
    assert_eq!(at_work.update(), Ok(anew(said)), "it is tried again");
    assert_eq!(at_work.text("anna-7.hits").matches("lesson inside ").count(), 2);
}

#[test]
fn a_missing_folder_is_reported_and_nothing_is_lost_once_it_is_back() {
    let mut at_work = AtWork::begin();
    let before = at_work.text("anna.hits");
    fs::remove_dir_all(at_work.path("")).expect("removed");
    let gone = "anna.hits is gone, and your work is not written: there is no such directory";
    assert_eq!(at_work.work(), Err(gone.to_owned()));
    assert_eq!(at_work.finish(), Err(gone.to_owned()));
    fs::create_dir(at_work.path("")).expect("made");
    assert_eq!(at_work.work(), Ok(anew("anna.hits is gone; all your work is now in anna-2.hits")));
    let whole = at_work.text("anna-2.hits");
    assert!(whole.starts_with(&before) && whole.matches("lesson inside ").count() == 2, "{whole}");
}

#[test]
fn a_new_file_is_named_beside_the_first() {
    for (path, expected) in [
        ("anna.hits", "anna-2.hits"),
        ("a/b.c/anna.b.hits", "a/b.c/anna.b-2.hits"),
        ("/x/work", "/x/work-2"),
        (".hits", ".hits-2"),
    ] {
        assert_eq!(numbered(Path::new(path), 2), Path::new(expected));
    }
}
