//! A student at work in the built-in course.

use std::sync::{Arc, LazyLock};

use hitscan_core::engine::Engine;
use hitscan_core::lab::{Course, DrawnPack, Header, Learning, Pack, builtin_file};
use hitscan_core::world::Rules;

/// Anna at the first step of a lesson, in the engine of the step.
pub(crate) fn anna_at(lesson: &str) -> (Learning, Engine) {
    static COURSE: LazyLock<(Arc<Course>, DrawnPack)> = LazyLock::new(|| {
        let pack = Pack::builtin().expect("another test reads it");
        let file = |path: &str| builtin_file(path).map(str::to_owned);
        let course = Course::read(pack, "en", &file).expect("another test reads it");
        let drawn = DrawnPack::new(&course.pack, "anna").expect("scenes");
        (Arc::new(course), drawn)
    });
    let (course, drawn) = COURSE.clone();
    let [pack, student, version] = ["collisions", "anna", "1"].map(str::to_owned);
    let header = Header { rules: Rules::default(), pack, seed: student.clone(), student, version };
    Learning::begin(course, drawn, header, "", Some(lesson)).expect("a lesson")
}
