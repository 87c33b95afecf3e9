//! The screen as a face of the engine: it presents the results of effects.

use std::path::Path;

use super::disk::{Crashed, Recovered};
use super::effects::{EffectReport, Presenter};
use super::pictures::{Coloring, screenshot};
use crate::app::{App, Effect, Prompt};
use hitscan_core::engine::{self, Engine, Leaving, Tell};
use hitscan_core::scene::printable;

/// An app, and how pictures of its screen are coloured.
#[derive(Debug)]
pub struct ScreenFace<'a> {
    /// The app.
    pub app: &'a mut App,
    /// Whether pictures have colours.
    pub coloring: Coloring,
}

impl Presenter for ScreenFace<'_> {
    fn engine(&mut self) -> &mut Engine {
        &mut self.app.engine
    }

    fn listener(&mut self, command: &str) -> Box<Tell<'static>> {
        self.app.listener(command)
    }

    fn report(&mut self, report: EffectReport<'_>) {
        let App { engine, screen, input, .. } = &mut *self.app;
        match report {
            EffectReport::Opened(_) => {
                self.app.start_over();
                self.app.screen.say_if_new(&self.app.engine, &self.app.input.keymap);
            }
            EffectReport::Saved(path, saved, state) => {
                screen.say_saved(engine, path, &saved, state);
            }
            EffectReport::Clash(path, clash) => {
                screen.message = None;
                input.prompt = Some(Prompt::SaveOver(path, clash));
            }
            EffectReport::Recording(path) => {
                screen.say(format!("recording {}", printable(&path.to_string_lossy())));
            }
            EffectReport::Recovered(Recovered::Listed(lines)) => {
                screen.show_answer("recover list", lines);
            }
            EffectReport::Recovered(recovered) => {
                if let Recovered::Resumed { .. } = recovered {
                    self.app.start_over();
                }
                self.app.screen.say(recovered.lines().join(" "));
            }
            EffectReport::CourseBegun(begun) => {
                let (learning, engine) = begun.course;
                self.app.begin_course(learning, engine);
                match begun.about_file {
                    Ok(said) => self.app.screen.say(said),
                    Err(why) => self.app.fail(why),
                }
            }
            EffectReport::NeedsStudent(lesson) => input.ask_for_student(lesson),
            EffectReport::Failed(why) => self.app.fail(in_one_line(&why)),
        }
    }

    fn leave(&mut self, leaving: Leaving) -> Option<engine::Effect> {
        // There is at most one.
        self.app.leave(leaving).into_iter().find_map(|effect| match effect {
            Effect::Engine(effect) => Some(effect),
            Effect::ListScenes
            | Effect::Suspend
            | Effect::Repaint
            | Effect::Follow
            | Effect::Mouse(_) => None,
        })
    }

    fn set_recoverable(&mut self, crashed: Option<Crashed>) {
        let keys = &self.app.input.keymap;
        self.app.screen.recoverable = crashed.map(|it| it.offer(|line| keys.line(line)));
    }

    fn screenshot(&mut self, path: &Path) {
        screenshot(self.app, path, self.coloring);
    }
}

/// The first of several faults, and how many more there are.
fn in_one_line(why: &str) -> String {
    let mut lines = why.lines();
    let first = lines.next().unwrap_or_default();
    match lines.count() {
        0 => first.to_owned(),
        more => format!("{first} (and {more} more)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{GlyphSet, KeyPress};
    use crate::host::{CourseOpener, SessionFiles, effects, files};
    use crossterm::event::KeyCode;

    #[test]
    fn a_student_without_a_login_is_asked_for_a_name() {
        let (scene, source) = files::find("start").expect("built in");
        let mut app = App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world");
        let mut files = SessionFiles::default();
        let open = |words: Option<&str>| match words {
            Some("inside as anna") => Err("asked as anna".to_owned()),
            _ => Ok(None),
        };
        files.learn_by(CourseOpener { open, progress: || None });
        let mut carry_out = |app: &mut App, effect| {
            let mut face = ScreenFace { app, coloring: Coloring::Colored };
            let _ = effects::carry_out(effect, &mut face, &mut files);
        };
        carry_out(&mut app, engine::Effect::Learn(Some("inside".to_owned())));
        let Some(Prompt::Command(line)) = &app.input.prompt else { panic!("a line is open") };
        assert_eq!(line.text(), "learn inside as ");
        let fault = line.fault().map(ToString::to_string).unwrap_or_default();
        assert!(fault.starts_with("no login says who you are: type your name"), "{fault}");
        "anna".chars().for_each(|c| drop(app.press(KeyPress::plain(KeyCode::Char(c)))));
        let effects = app.press(KeyPress::plain(KeyCode::Enter));
        for effect in effects {
            let Effect::Engine(effect) = effect else { panic!("{effect:?}") };
            carry_out(&mut app, effect);
        }
        let said = app.screen.message.as_ref().expect("a message");
        assert!(format!("{said:?}").contains("asked as anna"), "{said:?}");
    }
}
