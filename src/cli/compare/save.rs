//! Saves examples as scene files, without ever overwriting an existing file.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use super::super::shrink::Case;
use super::report::CompareExample;
use crate::cli::CliError;
use crate::host::files::{self, reason_not_written};
use hitscan_core::engine::expect::{Examined, examine_requested, expectation_requested};
use hitscan_core::engine::{Pair, Sandbox, silent};
use hitscan_core::methods::{Agreement, Reason, Requested, Verdict};
use hitscan_core::scene::{Expect, Scene, printable};
use hitscan_core::words::{overlap_reason, side_reason};
use hitscan_core::world::{Name, Object};
use hitscan_geom::ShapeKind;

/// A scene file and the result of saving it.
#[derive(Debug)]
struct Saved {
    /// The file.
    path: PathBuf,
    /// The result.
    state: State,
}

/// The result of saving a scene file.
#[derive(Debug)]
enum State {
    /// It was written.
    New,
    /// It existed with the same text.
    Same,
    /// Another file with that name exists, and was left alone.
    Other,
    /// It cannot be written.
    Failed(io::Error),
}

impl Saved {
    /// Whether the file now has the scene.
    const fn is_there(&self) -> bool {
        matches!(self.state, State::New | State::Same)
    }
}

/// A one-line report.
impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = printable(&self.path.to_string_lossy());
        match &self.state {
            State::New => write!(f, "saved {path}"),
            State::Same => write!(f, "{path} exists already, unchanged"),
            State::Other => write!(
                f,
                "{path}: not saved: a different file has that name; \
                 move it away or save to another directory"
            ),
            State::Failed(error) => {
                write!(f, "{path}: not saved: {}", reason_not_written(error))
            }
        }
    }
}

impl CompareExample {
    /// The example as a scene.
    pub fn scene(&self) -> Scene {
        ExampleScene::of(self).scene()
    }
}

/// The result of saving the scenes of examples.
#[derive(Debug, Default)]
pub(in crate::cli) struct SavedScenes {
    /// The first file that has its scene.
    pub(in crate::cli) first: Option<PathBuf>,
    /// Whether a file does not have its scene.
    pub(in crate::cli) is_one_missing: bool,
}

/// Writes scenes to a directory, each to a file with its name; reports the files that exist now to
/// `output`, and failures to `errors`.
///
/// # Errors
/// When reporting fails.
pub(in crate::cli) fn save_all(
    directory: &Path,
    scenes: impl Iterator<Item = (String, Scene)>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<SavedScenes> {
    let mut all = SavedScenes::default();
    for (name, scene) in scenes {
        let saved = saved(directory, &name, &scene);
        if saved.is_there() {
            writeln!(output, "{saved}")?;
            all.first.get_or_insert(saved.path);
        } else {
            writeln!(errors, "hitscan: {saved}")?;
            all.is_one_missing = true;
        }
    }
    Ok(all)
}

/// Creates the directory for examples.
///
/// # Errors
/// Why it cannot be created.
pub(in crate::cli) fn create_directory(directory: &Path) -> Result<(), CliError> {
    fs::create_dir_all(directory).map_err(|error| {
        let directory = printable(&directory.to_string_lossy());
        let reason = printable(&error.to_string());
        CliError::other(format_args!("{directory}: cannot be created: {reason}"))
    })
}

/// Writes a scene to a file with this name and the extension of scenes.
fn saved(directory: &Path, name: &str, scene: &Scene) -> Saved {
    let path = directory.join(format!("{name}.toml"));
    let text = scene.to_toml();
    let state = match files::write_new(&path, text.as_bytes()) {
        Ok(()) => State::New,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => compare(&path, &text),
        Err(error) => State::Failed(error),
    };
    Saved { path, state }
}

/// Compares with the existing file. One that cannot be read counts as different.
fn compare(path: &Path, text: &str) -> State {
    match files::read_text(path, &files::SCENE) {
        Ok(found) if found == text => State::Same,
        Ok(_) | Err(_) => State::Other,
    }
}

/// A pair in a sandbox, after its frame.
pub(in crate::cli) struct PairScene {
    objects: Vec<Object>,
    examined: Examined,
    expect: Expect,
}

impl PairScene {
    /// The pair of a case, which must fit on the plane, with the answers of the requested methods.
    pub(in crate::cli) fn of(case: &Case, requested: &Requested) -> Self {
        let objects = objects(case);
        let scene = Scene { objects: objects.clone(), ..Scene::default() };
        let mut sandbox = Sandbox::new(scene).expect("two names, on the plane");
        if case.as_frame().is_some() {
            let step = sandbox.step(1, &mut silent);
            step.expect("a frame that is drawn ends on the plane, and so do simpler ones");
        }
        let mut ids = sandbox.world().objects().map(|(id, _)| id);
        let ids = ids.next().zip(ids.next()).expect("there are two");
        let ids = ids.into();
        let examined = examine_requested(&sandbox, ids, requested).expect("they are a pair");
        let expect = expectation_requested(&sandbox, ids, requested, &mut silent);
        let expect = expect.ok().flatten().expect("steps can be made again");
        Self { objects, examined, expect }
    }

    /// The scene, with the truth as its expectations.
    pub(in crate::cli) fn into_scene(self, title: String, note: String) -> Scene {
        let (objects, expects) = (self.objects, vec![self.expect]);
        Scene { title, note, objects, expects, ..Scene::default() }
    }
}

/// An example of a method in a sandbox, after its frame.
pub(super) struct ExampleScene<'a> {
    example: &'a CompareExample,
    pair: PairScene,
}

impl<'a> ExampleScene<'a> {
    pub(super) fn of(example: &'a CompareExample) -> Self {
        let requested = Requested::These(vec![example.method]);
        Self { example, pair: PairScene::of(&example.case, &requested) }
    }

    /// A sentence that explains why the method differs here.
    pub(super) fn sentence(&self) -> String {
        let Pair { a, b, pair_result } = &self.pair.examined.pair;
        let CompareExample { method, reason, .. } = *self.example;
        if let (Some(_), Some(frame)) = (method.side_test(), &pair_result.frame) {
            return side_reason(a, b, frame, method, reason);
        }
        let is_it = |row: &&Verdict| row.method == method && row.reason == Some(reason);
        let row = self.pair.examined.overlap.iter().find(is_it);
        row.and_then(|row| overlap_reason(a, b, row)).unwrap_or_default()
    }

    /// The scene, with the truth as its expectations.
    pub(super) fn scene(self) -> Scene {
        let CompareExample { method, reason, .. } = self.example;
        let (id, code) = (method.id(), reason.code());
        let title = match self.example.agreement() {
            Agreement::Wrong => format!("{id} is wrong: {code}"),
            Agreement::Convention => format!("{id} differs by convention: {code}"),
            Agreement::Agrees | Agreement::NotApplicable => {
                format!("{id} is right in f32 only: {code}")
            }
        };
        let is_frame = self.example.case.as_frame().is_some();
        let first = if is_frame { "Make one step ({step}), then open" } else { "Open" };
        let f32 = if *reason == Reason::Rounding { ", to f32 with {enter} {enter}" } else { "" };
        let sentence = self.sentence();
        let note =
            format!("{first} Why ({{why}}) and turn to {id} with {{next-method}}{f32}: {sentence}");
        self.pair.into_scene(title, note)
    }
}

/// The two objects, named after their kinds.
fn objects(case: &Case) -> Vec<Object> {
    let shapes = case.shapes();
    let mut names = shapes.each_ref().map(|shape| object_names(shape.kind())[0]);
    if names[0] == names[1] {
        names[1] = object_names(shapes[1].kind())[1];
    }
    let named = names.into_iter().zip(shapes).zip(case.motions());
    let object = |((name, shape), velocity)| {
        let name = Name::new(name).expect("a letter");
        Object { velocity, ..Object::new(name, shape) }
    };
    named.map(object).collect()
}

/// The names of the first and the second object of a kind.
const fn object_names(kind: ShapeKind) -> [&'static str; 2] {
    match kind {
        ShapeKind::Box => ["A", "B"],
        ShapeKind::Segment => ["L", "M"],
        ShapeKind::Polygon => ["P", "Q"],
    }
}
