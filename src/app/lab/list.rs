//! The lessons to choose from: those of the course, or without a course those of the built-in pack.

use crate::app::{Entry, GlyphSet, LessonEntry, Listed, Model, Picker};
use hitscan_core::lab::{Course, Drawn, Lesson, LessonState, Pack, Progress, builtin_file};
use hitscan_core::methods::Article;
use hitscan_core::scene::{Scene, SceneText};

impl Model<'_> {
    /// The scenes to choose from, as far as they are known, or the lessons of a course, with this
    /// one chosen.
    pub(in crate::app) fn picker(self, lesson: Option<&str>) -> Picker {
        let mut picker = self.lessons().unwrap_or_else(|| {
            let lessons = self.built_in_lessons(&Progress::default());
            let mut scenes = Picker::new(lessons, &self.input.keymap);
            scenes.choose_source(self.engine.source());
            scenes
        });
        if let Some(lesson) = lesson {
            picker.choose_lesson(lesson);
        }
        picker
    }

    /// The lessons of the open course, if there is one.
    fn lessons(self) -> Option<Picker> {
        let learning = &self.lab?.learning;
        let key_of = |action: &str| self.key_in_text(action);
        let entries = (1..).zip(&learning.pack().lessons).filter_map(|(number, lesson)| {
            let (scene, goal) = learning.preview(lesson, &key_of)?;
            let is_done = learning.progress.state(lesson) == LessonState::Done;
            let takeaway = learning.takeaway(lesson, &key_of).filter(|_| is_done);
            let title = learning.title_of(lesson, &key_of);
            let is_open = lesson.id == learning.lesson().id;
            let step = is_open.then(|| learning.step_number());
            let scene = Scene { note: takeaway.unwrap_or(goal).into(), ..scene };
            Some(self.lesson_entry(lesson, number, &title, scene, &learning.progress, step))
        });
        let all = learning.progress.standing(learning.pack());
        let mut picker = Picker::of(Listed::Lessons(all), entries.collect());
        picker.choose_lesson(&learning.lesson().id);
        Some(picker)
    }

    /// The lessons of the built-in pack, with example numbers and the student's progress.
    pub fn built_in_lessons(self, progress: &Progress) -> Vec<Entry> {
        let file = |path: &str| builtin_file(path).map(str::to_owned);
        let course = Pack::builtin().ok().and_then(|pack| Course::read(pack, "", &file).ok());
        let Some(course) = course else { return Vec::new() };
        let key_of = |action: &str| self.key_in_text(action);
        let entry = |(number, lesson): (usize, &std::sync::Arc<Lesson>)| {
            let drawn = lesson.with(lesson.example.clone()).ok()?;
            let drawn: &Drawn = &drawn;
            let text = |heading| course.shown(lesson, drawn, heading, &key_of);
            let (title, note) = (text("title")?, text("goal")?);
            let scene = Scene { note: note.into(), ..drawn.scene.clone() };
            Some(self.lesson_entry(lesson, number, &title, scene, progress, None))
        };
        (1..).zip(&course.pack.lessons).filter_map(entry).collect()
    }

    /// A lesson to choose, with its open step if it has one. The note of its scene is its goal.
    fn lesson_entry(
        self,
        lesson: &Lesson,
        number: usize,
        title: &str,
        scene: Scene,
        progress: &Progress,
        step: Option<usize>,
    ) -> Entry {
        let of = lesson.steps.len();
        let state = progress.state(lesson);
        let next = match state {
            LessonState::Done => of,
            LessonState::New | LessonState::Begun => progress.first_left(lesson).unwrap_or(1),
        };
        let state = LessonEntry {
            closed: self.permitted.closes(lesson),
            number,
            state,
            points: [progress.points(lesson), lesson.points()],
            step: [step.unwrap_or(next), of],
            sources: self.sources_of(lesson),
        };
        let scene = Scene { title: SceneText::default(), ..scene };
        Entry::lesson([&lesson.id, title], scene, state, &self.input.keymap)
    }

    /// The articles that a lesson comes from: their English titles, and the original ones if the
    /// glyphs can show them.
    fn sources_of(self, lesson: &Lesson) -> String {
        let title = |source: &String| match Article::with_title(source) {
            Some(article) if self.screen.appearance.glyphs == GlyphSet::Ascii => {
                article.headings[1].to_owned()
            }
            Some(article) => format!("{} ({source})", article.headings[1]),
            None => source.clone(),
        };
        let titles: Vec<_> = lesson.source.iter().map(title).collect();
        if titles.is_empty() { String::new() } else { format!("From {}.", titles.join(", ")) }
    }
}
