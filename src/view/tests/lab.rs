//! Lessons on the screen: whole screens, and each step passed by keys.

#[path = "../../../tests/support/anna.rs"]
mod anna;
#[path = "../../../tests/support/lessons.rs"]
mod lessons;

use super::cases::Cases;
use super::screens::dump_whole;
use super::{entered, pressed, rows, screen};
use crate::app::{App, GlyphSet, Tab};
use crate::view::theme::Theme;
use anna::anna_at;
use hitscan_core::engine::Engine;
use hitscan_core::scene::{Scene, Source};
use lessons::{Way, ids, ways};

const SIZE: (u16, u16) = (80, 24);
/// The first column of the panel at that size.
const PANEL: usize = 48;

/// Anna at the first step of a lesson.
fn lesson(id: &str, size: (u16, u16), glyphs: GlyphSet) -> App {
    let engine = Engine::new(Scene::default(), Source::New).expect("nothing is a world");
    App::showing(engine, size, glyphs).in_course(anna_at(id))
}

/// The rows of the panel, without the blanks around them.
fn panel(app: &App) -> Vec<String> {
    let row = |row: &String| row.chars().skip(PANEL).collect::<String>().trim().to_owned();
    rows(&screen(app)).iter().map(row).collect()
}

/// The three rows of the goal.
fn goal(app: &App) -> [String; 3] {
    let panel = panel(app);
    [19, 20, 21].map(|row| panel[row].clone())
}

#[test]
fn the_screens_of_a_lesson() {
    let screens = [
        ("a card", "", ""),
        ("a question", "lesson inside edges", ""),
        ("a question with reasons", "lesson inside why", ""),
        ("a question with sides", "lesson came-from side", ""),
        ("an answer being typed", "lesson inside edges", "1"),
        ("a wrong answer", "lesson inside edges", "1 Enter"),
        ("a task", "lesson inside hide", ""),
        ("a hint", "lesson inside hide", "I"),
        ("a task of moments", "lesson floor three-lies", ""),
        ("a task done", "lesson inside hide\nmove L 15 0", ""),
        ("a task done in Why", "lesson inside hide\nmove L 15 0", "3 n"),
        ("the end of a lesson", "lesson inside seen\nmove L 13 0", ""),
        ("the lessons", "lesson inside hide\nmove L 15 0", "o"),
    ];
    let mut cases = Cases::in_folder("view/lab");
    for (size, glyphs) in [
        ((80, 24), GlyphSet::Lines),
        ((120, 40), GlyphSet::Lines),
        ((60, 16), GlyphSet::Lines),
        ((60, 16), GlyphSet::Ascii),
        ((40, 12), GlyphSet::Ascii),
    ] {
        let set = if glyphs == GlyphSet::Ascii { "ascii" } else { "lines" };
        for (what, lines, keys) in screens {
            let app = lines.lines().fold(lesson("inside", size, glyphs), entered);
            let app = pressed(app, keys);
            cases.check(&format!("{what} {}x{} {set}", size.0, size.1), &dump_whole(&app));
        }
    }
}

#[test]
fn every_step_of_every_lesson_is_seen_whole_and_passed_by_keys() {
    for id in ids() {
        let mut app = lesson(&id, SIZE, GlyphSet::Lines);
        for (step, way) in ways(&id, "anna") {
            let text = rows(&screen(&app)).join("\n");
            assert!(!text.contains('…') || step == "…", "{id}/{step}: a text is cut\n{text}");
            assert_eq!(app.screen().panel.tab, Tab::Lab, "{id}/{step}");
            let before = goal(&app);
            app = match way {
                Way::Read => app,
                Way::Say(word) => {
                    assert_eq!(before[2], "[ ] not yet", "{id}/{step}");
                    entered(app, &format!("answer {word}"))
                }
                Way::Make(commands) => {
                    assert!(before[2].starts_with("[ ] "), "{id}/{step}");
                    commands.iter().fold(app, |app, line| entered(app, line))
                }
            };
            assert!(goal(&app)[2].ends_with("Enter goes on"), "{id}/{step}: {:?}", goal(&app));
            app = pressed(app, "Enter");
        }
        let learning = app.learning_mut().expect("a course");
        let lesson = learning.pack().lesson(&id).expect("a lesson");
        assert_eq!(learning.progress().points(lesson), lesson.points(), "{id}");
    }
}

#[test]
fn a_lesson_with_nothing_left_is_finished() {
    let mut app = lesson("apart", SIZE, GlyphSet::Lines);
    for (_, way) in ways("apart", "anna") {
        app = match way {
            Way::Read => app,
            Way::Say(word) => entered(app, &format!("answer {word}")),
            Way::Make(commands) => commands.iter().fold(app, |app, line| entered(app, line)),
        };
        if !app.model().lab().is_some_and(|lab| lab.learning().is_at_end()) {
            app = pressed(app, "Enter");
        }
    }
    let text = panel(&app).join(" ");
    assert!(text.contains("[x] Lesson apart is finished: 12 of 12 points."), "{text}");
}

#[test]
fn the_last_row_of_the_goal_says_how_far_the_step_is_in_the_colour_of_it() {
    let theme = Theme::SIXTEEN;
    for (lines, state, style) in [
        ("", "Enter goes on", theme.accent),
        ("lesson inside edges", "[ ] not yet", theme.accent),
        ("lesson inside edges\nmiss", "[x] right 2 of 2; Enter goes on", theme.right),
        ("lesson inside edges\nhit", "[-] wrong 1 of 2; Enter goes on", theme.wrong),
        (
            "lesson inside edges\nskip\nlesson inside edges",
            "[ ] passed 0; Enter goes on",
            theme.accent,
        ),
        (
            "lesson inside edges\nhit\nlesson inside edges",
            "[-] wrong 1 of 2; Enter goes on",
            theme.wrong,
        ),
        ("lesson inside hide", "[ ] not yet", theme.accent),
        ("lesson inside hide\nmove L 15 0", "[x] done, 4 of 4; Enter goes on", theme.right),
    ] {
        let app = lines.lines().fold(lesson("inside", SIZE, GlyphSet::Lines), entered);
        assert_eq!(goal(&app)[2], state, "{lines}");
        let cell = &screen(&app)[(49, 21)];
        assert_eq!(cell.fg, style.fg.unwrap_or_default(), "{lines}");
    }
}

#[test]
fn a_question_and_a_task_are_counted_among_their_kind() {
    let row = |lines: &str, row: usize| {
        let app = lines.lines().fold(lesson("inside", SIZE, GlyphSet::Lines), entered);
        rows(&screen(&app))[row].clone()
    };
    assert_eq!(row("lesson inside again", 22), " ASK  question 2 of 3: 1 hit  2 miss");
    let of_sign = " ASK  question 1 of 3: 1 above 0  2 0  3 below 0";
    assert_eq!(row("lesson sign sign", 22), of_sign);
    let app = entered(lesson("inside", SIZE, GlyphSet::Lines), "lesson inside seen");
    let text = panel(&app).join(" ");
    assert!(text.contains("Task 2 of 2, 4 points: do what the goal says."), "{text}");
}

#[test]
fn a_question_of_a_later_moment_says_which_one_the_picture_shows() {
    let asked = entered(lesson("inside", SIZE, GlyphSet::Lines), "lesson inside edges");
    let text = panel(&asked).join(" ");
    assert!(text.contains("edges say? The picture shows the moment before."), "{text}");
    let text = panel(&entered(asked, "hit")).join(" ");
    assert!(text.contains("1 of 2 points Now the picture shows what came of it."), "{text}");
    assert!(!text.contains("the moment before"), "{text}");
}

#[test]
fn a_step_opens_with_all_objects_in_view() {
    let mut app = entered(lesson("corner", SIZE, GlyphSet::Lines), "move B 900 0");
    let is_whole =
        |app: &App| app.screen().viewport.shows_whole(app.model().engine.sandbox().world());
    assert!(!is_whole(&app), "B has left");
    // The next is a card, too, which keeps what is there.
    app = pressed(app, "Enter");
    assert!(is_whole(&app), "{:?}", app.screen().viewport);
    app = entered(app, "move B 9000 0");
    app = pressed(app, "Enter");
    assert!(is_whole(&app), "{:?}", app.screen().viewport);
}
