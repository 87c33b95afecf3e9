//! Lessons on the screen: whole screens, and what stays covered, refused and in view.

#[path = "../../../tests/support/lessons.rs"]
mod lessons;

use std::sync::{Arc, LazyLock};

use ratatui::layout::{Position, Rect};

use super::cases::Cases;
use super::screens::dump_whole;
use super::{entered, pressed, rows, screen, screen_in, typed};
use crate::app::{App, GlyphSet, Message, Tab};
use crate::view::{CursorRest, Theme, cursor_rest};
use hitscan_core::engine::Engine;
use hitscan_core::lab::{Course, DrawnPack, Header, Learning, Pack, builtin_file};
use hitscan_core::scene::{Scene, Source};
use lessons::{Way, ids, ways};

const SIZE: (u16, u16) = (80, 24);
/// The first column of the panel at that size.
const PANEL: usize = 48;

/// Anna in the built-in course.
fn course() -> (Arc<Course>, DrawnPack) {
    static COURSE: LazyLock<(Arc<Course>, DrawnPack)> = LazyLock::new(|| {
        let pack = Pack::builtin().expect("another test reads it");
        let file = |path: &str| builtin_file(path).map(str::to_owned);
        let course = Course::read(pack, "en", &file).expect("another test reads it");
        let drawn = DrawnPack::new(&course.pack, "anna").expect("scenes");
        (Arc::new(course), drawn)
    });
    COURSE.clone()
}

/// Anna at the first step of a lesson.
fn lesson(id: &str, size: (u16, u16), glyphs: GlyphSet) -> App {
    let (course, drawn) = course();
    let word = |word: &str| word.to_owned();
    let header = Header {
        pack: word("collisions"),
        student: word("anna"),
        seed: word("anna"),
        version: word("1"),
    };
    let learning = Learning::begin(course, drawn, (header, ""), Some(id)).expect("a lesson");
    let engine = Engine::new(Scene::default(), Source::New).expect("nothing is a world");
    App::showing(engine, size, glyphs).in_course(learning)
}

fn inside(keys: &str) -> App {
    pressed(lesson("inside", SIZE, GlyphSet::Lines), keys)
}

fn said(app: &App) -> &str {
    match &app.screen().message {
        Some(Message::Note(said) | Message::Fault(said)) => said,
        None => "",
    }
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
fn without_colour_the_state_of_a_lesson_is_in_words() {
    let app = entered(inside(""), "lesson inside hide");
    let plain = |app: &App| rows(&screen_in(app, &Theme::PLAIN)).join("\n");
    assert!(plain(&app).contains("[ ] not yet"), "{}", plain(&app));
    let done = entered(app, "move L 15 0");
    assert!(plain(&done).contains("[x] done, 4 of 4; Enter goes on"), "{}", plain(&done));
    let wrong = pressed(entered(done, "lesson inside edges"), "1 Enter");
    assert!(plain(&wrong).contains("WRONG you said hit, edges says"), "{}", plain(&wrong));
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
fn digits_fill_in_an_answer_and_only_enter_says_it() {
    let app = inside("Enter 2");
    let line = |app: &App| rows(&screen(app))[23].clone();
    assert_eq!(line(&app), ":answer touch");
    assert!(rows(&screen(&app))[22].contains("answer [STEP] WORD"), "{:?}", rows(&screen(&app)));
    let app = pressed(app, "Esc 1 Enter");
    assert_eq!(goal(&app)[2], "[x] right 2 of 2; Enter goes on");
    let none = inside("Enter 9");
    assert_eq!(said(&none), "9 is none of the choices");
    let number = entered(inside(""), "lesson centres half");
    assert_eq!(line(&pressed(number, "7")), ":answer 7");
    // A word does without `answer`.
    let word = entered(inside("Enter"), "hit");
    assert_eq!(goal(&word)[2], "[x] right 2 of 2; Enter goes on");
}

#[test]
fn while_a_question_waits_nothing_moves_and_nothing_is_told() {
    let asked = "answer first: truth? hit, touch or miss; skip passes";
    for keys in ["Right", ".", "Space", "a b", "x", "d", "i", "Enter", "u", "c n", "M"] {
        let app = pressed(inside("Enter"), keys);
        assert_eq!(said(&app), asked, "{keys}");
        assert_eq!(app.engine().history().position(), 0, "{keys}");
    }
    let told = ["HIT", "MISS", "TOUCH", "disjoint", "apart in"];
    for keys in ["", "w", "w n", "z c", "y c", "y d", "y n"] {
        let app = pressed(inside("Enter"), keys);
        let text = rows(&screen(&app)).join("\n");
        let found: Vec<_> = told.iter().filter(|word| text.contains(**word)).collect();
        assert!(found.is_empty(), "{keys}: {found:?}\n{text}");
    }
    for line in ["why L A", "query L A", "check", "expect L A", "assert L A hit", "map", "step"] {
        let app = pressed(typed(inside("Enter"), line), "Enter");
        let text = rows(&screen(&app)).join("\n");
        assert!(text.contains("answer first"), "{line}\n{text}");
    }
}

#[test]
fn a_question_about_numbers_covers_the_numbers_that_it_takes() {
    let app = entered(inside(""), "lesson origins right");
    let refused = pressed(typed(app.clone(), "describe B"), "Enter");
    let text = rows(&screen(&refused)).join("\n");
    assert!(text.contains("answer first: right? a number"), "{text}");
    // What is no part of it can be described.
    let other = entered(app, "describe G");
    assert!(rows(&screen(&other)).join("\n").contains("G box"));
}

#[test]
fn the_goal_stands_under_every_view_and_the_cursor_rests_where_it_changed() {
    let area = Rect::new(0, 0, SIZE.0, SIZE.1);
    for keys in ["1", "2", "3", "4", "5", "7"] {
        let app = pressed(entered(inside(""), "lesson inside hide"), keys);
        let text = goal(&app);
        assert_eq!(text[0], "GOAL edges says MISS while L", "{keys}");
        assert_eq!(text[2], "[ ] not yet", "{keys}");
        let done = entered(app, "move L 15 0");
        assert_eq!(goal(&done)[2], "[x] done, 4 of 4; Enter goes on", "{keys}");
        let rest = cursor_rest(done.model(), area);
        assert_eq!(rest, CursorRest::InRow(Position::new(49, 21)), "{keys}");
        let later = pressed(done, "Left");
        let rest = cursor_rest(later.model(), area);
        assert_eq!(rest, CursorRest::InRow(Position::new(49, 3)), "{keys}");
        assert_eq!(goal(&later)[2], "[x] done, 4 of 4; Enter goes on", "{keys}: for good");
    }
}

#[test]
fn enter_is_next_where_there_is_nothing_left_to_do() {
    let app = entered(inside(""), "lesson inside hide");
    assert_eq!(said(&pressed(app.clone(), "Enter")), "not done: hide; skip passes");
    // In another view it goes into the panel, as ever.
    let log = pressed(app.clone(), "1 Enter");
    assert_eq!(said(&log), "");
    let done = pressed(entered(app, "move L 15 0"), "3 Enter");
    assert!(rows(&screen(&done))[0].contains("LAB 6/6"), "{}", rows(&screen(&done))[0]);
}

#[test]
fn a_task_that_is_done_keeps_its_check_mark_and_says_what_comes_next() {
    let done = entered(entered(inside(""), "lesson inside hide"), "move L 15 0");
    let text = panel(&done).join(" ");
    assert!(text.contains("[x] Task hide is done: 4 of 4 points."), "{text}");
    assert!(text.contains("Enter goes on to step 6 of 6, task seen."), "{text}");
    // A hint that is asked for later is seen, too.
    let text = panel(&pressed(done, "I")).join(" ");
    assert!(text.contains("HINT 1 Which points"), "{text}");
}

#[test]
fn the_end_of_a_lesson_is_told_before_the_next_one_opens() {
    let header = |app: &App| rows(&screen(app))[0].clone();
    let seen = entered(entered(inside(""), "lesson inside seen"), "move L 13 0");
    let text = panel(&seen).join(" ");
    let expected =
        "[ ] Lesson inside ends here: 4 of 14 points; not done: truth, edges, why, hide.";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("Enter opens lesson 10, polygons: Eighteen questions."), "{text}");
    // From another view Enter shows the end first.
    let shown = pressed(seen, "w Enter");
    assert_eq!(shown.screen().panel.tab, Tab::Lab);
    assert!(header(&shown).starts_with(" inside: "), "{}", header(&shown));
    let next = pressed(shown, "Enter");
    assert!(header(&next).starts_with(" polygons: "), "{}", header(&next));
    assert_eq!(said(&next), "inside: 4 of 14 points; this is lesson 10, polygons");
    let skipped = entered(entered(inside(""), "lesson inside seen"), "skip");
    assert_eq!(said(&skipped), "inside: 0 of 14 points; this is lesson 10, polygons");
    let last = entered(entered(inside(""), "lesson single false-miss"), "end K 2 20 -30");
    let text = panel(&last).join(" ");
    assert!(text.contains("It was the last lesson. 0 of 16 lessons done, 4 of 212"), "{text}");
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
fn hints_say_what_the_last_one_costs_and_not_how_many_remain() {
    let task = entered(inside(""), "lesson inside hide");
    let text = |app: &App| panel(app).join(" ");
    assert!(text(&task).contains("I gives a hint. Hints cost nothing but the last: after it the"));
    let first = pressed(task, "I");
    assert!(text(&first).contains("HINT 1 Which points"), "{}", text(&first));
    let second = pressed(first.clone(), "Right I");
    for app in [first, second.clone()] {
        assert!(text(&app).contains("I gives another hint, once you"), "{}", text(&app));
    }
    let last = pressed(second, "Right I I");
    assert!(text(&last).contains("All hints are open: the task counts 2."), "{}", text(&last));
}

#[test]
fn a_question_says_of_which_moment_it_asks_and_an_answer_tells_both() {
    let text = |app: &App| panel(app).join(" ");
    let asked = entered(inside(""), "lesson came-from side");
    assert!(text(&asked).contains("Asked: what happens during the frame."), "{}", text(&asked));
    let asked = entered(asked, "lesson tunnel says");
    let words = "none: they do not meet at the end. impossible: they meet there, but v is 0.";
    assert!(text(&asked).contains(words), "{}", text(&asked));
    let number = entered(asked.clone(), "lesson corner time");
    let rounded = "A rounded number needs two decimals: 0.33 for 1/3.";
    assert!(text(&number).contains(rounded), "{}", text(&number));
    let told = entered(asked, "answer left");
    let both = "During the frame: HIT. At its end: MISS, they are apart.";
    assert!(text(&told).contains(both), "{}", text(&told));
    // Where the two are the same there is nothing to tell apart.
    let same = entered(entered(told, "lesson inside edges"), "answer hit");
    assert!(!text(&same).contains("During the frame"), "{}", text(&same));
}

#[test]
fn a_step_that_is_not_done_does_not_promise_that_enter_goes_on() {
    let keys = |app: &App| rows(&screen(app))[23].clone();
    let app = pressed(entered(inside(""), "lesson inside hide"), "1 Enter 7");
    assert!(rows(&screen(&app))[22].contains("PANEL"), "{:?}", rows(&screen(&app)));
    assert!(!keys(&app).contains("goes on"), "{}", keys(&app));
    let done = pressed(entered(app, "move L 15 0"), "1 Enter 7");
    assert!(keys(&done).contains("Enter goes on"), "{}", keys(&done));
}

#[test]
fn a_question_that_is_asked_again_says_what_counts() {
    let app = entered(pressed(inside("Enter"), "2 Enter"), "lesson inside truth");
    let expected = [
        "GOAL Say it before you see it.",
        "your first answer: 1 of 2",
        "[x] answered; Enter goes on",
    ];
    assert_eq!(goal(&app), expected);
}

#[test]
fn a_wrong_word_is_told_the_choices_while_a_question_waits() {
    let app = pressed(typed(inside("Enter"), "maybe"), "Enter");
    let text = rows(&screen(&app)).join("\n");
    assert!(text.contains("maybe: hit, touch or miss"), "{text}");
}

#[test]
fn an_empty_line_lists_what_can_be_said_to_a_lesson() {
    let app = pressed(inside(""), ":");
    let above = rows(&screen(&app))[22].clone();
    let expected = " next  answer  skip  hint  goal  reset  lessons  lesson  or a command";
    assert_eq!(above.trim_end(), expected);
}

#[test]
fn what_leads_out_of_a_course_is_refused_and_o_lists_its_lessons() {
    for line in ["open start", "new", "record x.hits"] {
        let app = pressed(typed(inside(""), line), "Enter");
        let text = rows(&screen(&app)).join("\n");
        assert!(text.contains("a lesson has its own scene and its own file"), "{line}\n{text}");
    }
    let app = pressed(inside("o"), "a p a r t Enter");
    assert!(rows(&screen(&app))[0].starts_with(" apart: Not apart"), "{}", rows(&screen(&app))[0]);
    let app = pressed(app, "q");
    assert!(app.input().prompt.is_none(), "it does not ask to save");
}

#[test]
fn outside_a_course_its_keys_say_where_lessons_are() {
    for keys in ["7", "I"] {
        let app = super::app_of("start", SIZE, keys);
        assert_eq!(said(&app), "no lesson is open; hitscan learn begins the first", "{keys}");
    }
}
