//! Saves examples as scene files, without ever overwriting an existing file.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::report::CompareExample;
use super::tally::with_doubles;
use crate::cli::CliError;
use crate::host::files::{self, reason_not_written};
use hitscan_core::engine::expect::{Examined, examine_requested, expectation_requested};
use hitscan_core::engine::{Pair, Sandbox, silent};
use hitscan_core::methods::{Agreement, Arithmetic, Case, Reason, Requested, Verdict};
use hitscan_core::scene::{Expect, NoteStep, Scene, StepKey, printable};
use hitscan_core::words::{overlap_reason, side_reason};
use hitscan_core::world::{Name, Object};
use hitscan_geom::{ShapeKind, relate};

/// Writes scenes to a directory, each to a file with its name; reports the files that exist now to
/// `output`, and failures to `errors`. Returns the first file that has its scene, and whether all
/// have.
///
/// # Errors
/// When reporting fails.
pub(in crate::cli) fn save_all(
    directory: &Path,
    scenes: impl Iterator<Item = (String, Scene)>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<(Option<PathBuf>, bool)> {
    let (mut first, mut are_all_there) = (None, true);
    for (name, scene) in scenes {
        let path = directory.join(format!("{name}.toml"));
        match saved(&path, &scene.to_toml()) {
            Ok(said) => {
                writeln!(output, "{said}")?;
                first.get_or_insert(path);
            }
            Err(said) => {
                writeln!(errors, "hitscan: {said}")?;
                are_all_there = false;
            }
        }
    }
    Ok((first, are_all_there))
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

/// Writes a scene to a new file; says in a line what came of it, or why the file does not have the
/// scene. An existing file that cannot be read counts as different.
fn saved(path: &Path, text: &str) -> Result<String, String> {
    let shown = printable(&path.to_string_lossy());
    match files::write_new(path, text.as_bytes()) {
        Ok(()) => Ok(format!("saved {shown}")),
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            Err(format!("{shown}: not saved: {}", reason_not_written(&error)))
        }
        Err(_) if files::read_text(path, &files::SCENE).is_ok_and(|found| found == text) => {
            Ok(format!("{shown} exists already, unchanged"))
        }
        Err(_) => Err(format!(
            "{shown}: not saved: a different file has that name; \
             move it away or save to another directory"
        )),
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
        if matches!(case, Case::Frame(_)) {
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
        Scene { title: title.into(), note: note.into(), objects, expects, ..Scene::default() }
    }
}

impl CompareExample {
    /// The pair in a sandbox, after its frame.
    fn in_sandbox(&self) -> PairScene {
        PairScene::of(&self.case, &Requested::These(vec![self.method]))
    }

    /// A sentence that explains why the method differs here.
    pub(super) fn sentence(&self) -> String {
        self.sentence_in(&self.in_sandbox())
    }

    fn sentence_in(&self, scene: &PairScene) -> String {
        let Pair { a, b, pair_result } = &scene.examined.pair;
        let Self { method, reason, .. } = *self;
        if let (Some(_), Some(frame)) = (method.side_test(), &pair_result.frame) {
            return side_reason(a, b, frame, method, reason);
        }
        let is_it = |row: &&Verdict| row.method == method && row.reason == Some(reason);
        let of_point = match &self.case {
            Case::Point([region, point]) => {
                let meeting = relate(region, point);
                Requested::All.point_verdicts(region, point, &meeting, with_doubles())
            }
            Case::Still(_) | Case::Frame(_) => Vec::new(),
        };
        let (one, other, meeting) = (&a.shape, &b.shape, &pair_result.meeting);
        let of_two = method.verdicts(one, other, meeting, with_doubles()).collect::<Vec<_>>();
        let row = of_point.iter().chain(&of_two).find(is_it);
        row.and_then(|row| overlap_reason(a, b, row)).unwrap_or_default()
    }

    /// `f32 and f64`: the arithmetics in which it shows.
    pub(super) fn arithmetics(&self) -> String {
        let names: Vec<&str> = self.shows.iter().map(|(shown, _)| shown.token()).collect();
        names.join(" and ")
    }

    /// The example as a scene, with the truth as its expectations.
    pub fn scene(&self) -> Scene {
        let Self { method, reason, .. } = self;
        let (id, code) = (method.id(), reason.code());
        let title = match self.agreement() {
            Agreement::Wrong => format!("{id} is wrong: {code}"),
            Agreement::Convention => format!("{id} differs by convention: {code}"),
            Agreement::Agrees | Agreement::NotApplicable => {
                format!("{id} is right in {} only: {code}", self.arithmetics())
            }
        };
        let pair = self.in_sandbox();
        let sentence = self.sentence_in(&pair);
        if matches!(self.case, Case::Point(_)) {
            // A scene has a laser of no length for the point, which these methods do not judge.
            let note = format!("Of the point, {id} is asked: {sentence}");
            return pair.into_scene(title, note);
        }
        let note = format!("{id} is asked: {sentence}");
        let mut scene = pair.into_scene(title, note);
        scene.opening.method = Some(*method);
        scene.steps.push(NoteStep {
            keys: self.keys_to_page(),
            text: format!("The page of {id}, line by line.").into(),
        });
        scene
    }

    /// The keys from the opened scene to the page of the method, in the arithmetic that shows it.
    fn keys_to_page(&self) -> Vec<StepKey> {
        let key = |id: &str, times| StepKey::Action { id: id.to_owned(), times };
        let mut keys = Vec::new();
        if matches!(self.case, Case::Frame(_)) {
            keys.push(key("step", 1));
        }
        keys.push(key("why", 1));
        if self.reason == Reason::Rounding {
            let is_f64 = self.shows.iter().all(|&(arithmetic, _)| arithmetic == Arithmetic::F64);
            keys.push(key("enter", if is_f64 { 3 } else { 2 }));
        }
        keys
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
