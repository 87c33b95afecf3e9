//! The pictures in `docs/pictures` are what their commands produce.
//!
//! `UPDATE_PICTURES=1 cargo test --test suites pictures` updates them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use hitscan::tested::cli::render::RenderArgs;
use hitscan::tested::cli::{Args, CliTask, Deferred};
use hitscan::tested::host::pictures::{Coloring, Format};
use roxmltree::Document;

const FOLDER: &str = "docs/pictures";

fn text_of(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Splits a command line into words like a shell: at blanks, except within quotation marks.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in line.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == ' ' => words.extend(Some(std::mem::take(&mut word))),
            _ => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// A picture: its file, relative to the root, and the command that makes it.
struct Picture {
    file: PathBuf,
    args: RenderArgs,
}

/// The pictures for which the page has a command.
fn pictures() -> Vec<Picture> {
    let page = text_of("docs/pictures/README.md");
    let lines = page.lines().filter(|line| line.starts_with("hitscan render "));
    let pictures = lines.map(|line| {
        let args = Args::try_parse_from(words(line)).unwrap_or_else(|why| panic!("{line}: {why}"));
        let Some(CliTask::Render(Deferred(mut args))) = args.task else { panic!("{line}") };
        let file = args.picture.output.take().unwrap_or_else(|| panic!("{line}: no --output"));
        args.format = Some(Format::Svg);
        Picture { file, args }
    });
    pictures.collect()
}

/// The SVG files that a page in this folder shows, relative to the root.
fn shown_on(page: &str, folder: &str) -> BTreeSet<PathBuf> {
    let ends = [("](", ')'), ("src=\"", '"')];
    let targets = ends.iter().flat_map(|&(begin, end)| {
        page.split(begin).skip(1).filter_map(move |rest| rest.split(end).next())
    });
    let files = targets.map(|target| Path::new(folder).join(target));
    files.filter(|file| file.extension().is_some_and(|it| it == "svg")).collect()
}

impl Picture {
    fn drawn(&self) -> String {
        let mut picture = Vec::new();
        let ran = self.args.run(Coloring::default(), &mut picture);
        ran.unwrap_or_else(|why| panic!("{}: {why}", self.file.display()));
        String::from_utf8(picture).expect("text")
    }
}

#[test]
fn the_pictures_are_what_their_commands_produce_and_there_are_no_others() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let updates = std::env::var_os("UPDATE_PICTURES").is_some();
    let mut stale = Vec::new();
    let mut made = BTreeSet::new();
    for picture in pictures() {
        let drawn = picture.drawn();
        let file = root.join(&picture.file);
        if fs::read_to_string(&file).is_ok_and(|there| there == drawn) {
            // Written unchanged.
        } else if updates {
            fs::write(&file, &drawn).expect("it can be written");
        } else {
            stale.push(picture.file.clone());
        }
        made.insert(picture.file);
    }
    assert!(stale.is_empty(), "not up to date, UPDATE_PICTURES=1 makes them: {stale:?}");
    let kept = fs::read_dir(root.join(FOLDER)).expect("it is there");
    let kept = kept.map(|entry| Path::new(FOLDER).join(entry.expect("an entry").file_name()));
    let kept = kept.filter(|file| file.extension().is_some_and(|it| it == "svg"));
    assert_eq!(kept.collect::<BTreeSet<_>>(), made);
}

#[test]
fn every_picture_is_shown_next_to_its_command_and_some_in_the_readme() {
    let made: BTreeSet<_> = pictures().into_iter().map(|picture| picture.file).collect();
    assert_eq!(shown_on(&text_of("docs/pictures/README.md"), FOLDER), made);
    let in_readme = shown_on(&text_of("README.md"), "");
    assert!(!in_readme.is_empty() && in_readme.is_subset(&made), "{in_readme:?}");
}

/// A picture can be embedded anywhere, and everything drawn in one colour is one path.
#[test]
fn every_picture_is_self_contained_and_joins_its_lines() {
    for picture in pictures() {
        let (file, svg) = (picture.file.display(), picture.drawn());
        let document = Document::parse(&svg).unwrap_or_else(|why| panic!("{file}: {why}"));
        let named =
            |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
        for foreign in ["script", "image", "use", "foreignObject", "a"] {
            assert_eq!(named(foreign).count(), 0, "{file}: {foreign}");
        }
        if picture.args.animate {
            continue;
        }
        let lines = named("path").filter(|path| path.attribute("shape-rendering").is_some());
        let colors: Vec<_> = lines.map(|path| path.attribute("fill").expect("a colour")).collect();
        let distinct: BTreeSet<_> = colors.iter().collect();
        assert_eq!(distinct.len(), colors.len(), "{file}");
    }
}
