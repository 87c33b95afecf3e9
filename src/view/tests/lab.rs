//! Lessons on the screen: whole screens, and each step completed by keys.

#[path = "../../../tests/support/anna.rs"]
mod anna;
#[path = "../../../tests/support/lessons.rs"]
mod lessons;

use super::cases::Cases;
use super::screens::dump_whole;
use super::{entered, pressed, rows, screen, typed};
use crate::app::{App, GlyphSet, Tab};
use crate::view::theme::Theme;
use anna::anna_at;
use hitscan_core::engine::Engine;
use hitscan_core::lab::Learning;
use hitscan_core::scene::{Scene, SceneSource};
use lessons::{Way, ids, ways};

const SIZE: (u16, u16) = (80, 24);
/// The first column of the panel at that size.
const PANEL: usize = 48;

/// Anna at the first step of a lesson.
pub(super) fn lesson(id: &str, size: (u16, u16), glyphs: GlyphSet) -> App {
    let engine = Engine::new(Scene::default(), SceneSource::New).expect("nothing is a world");
    let mut app = App::showing(engine, size, glyphs);
    let (learning, engine) = anna_at(id);
    app.begin_course(learning, engine);
    app
}

fn learning(app: &App) -> &Learning {
    &app.model().lab.expect("a course").learning
}

/// The app at another step of the lesson, by its number.
pub(super) fn at_step(app: App, step: &str) -> App {
    let lesson = learning(&app).lesson().id.clone();
    entered(app, &format!("lesson {lesson} {step}"))
}

/// What earns full points in the open step.
fn way(app: &App) -> Way {
    let (lesson, step) = (learning(app).lesson().id.clone(), &learning(app).step().id);
    let found = ways(&lesson, "anna").into_iter().find(|(id, _)| id == step);
    found.expect("a way").1
}

/// The app after an answer to the open question.
pub(super) fn said(app: App, is_right: bool) -> App {
    let Way::Say(right) = way(&app) else { panic!("a question") };
    let choices = learning(&app).choices();
    let wrong = choices.iter().map(|choice| choice.word).find(|word| *word != right);
    let word = if is_right { &right } else { wrong.unwrap_or("999") };
    entered(app, &format!("answer {word}"))
}

/// The app after completing the open step with full points.
fn passed(app: App) -> App {
    way(&app).lines().iter().fold(app, |app, line| entered(app, line))
}

/// The app at the end of the open lesson, or of the next one if that is already finished: with full
/// points; with a wrong answer to its first question (`lazy`); or in its fourth step (`half`).
pub(super) fn finished(mut app: App, how: &str) -> App {
    if learning(&app).is_at_end() {
        app = pressed(app, "Enter");
    }
    let mut is_lazy = how == "lazy";
    while !learning(&app).is_at_end() && (how != "half" || learning(&app).step_number() < 4) {
        let is_wrong = is_lazy && learning(&app).is_asking();
        is_lazy &= !is_wrong;
        app = if is_wrong { said(app, false) } else { passed(app) };
        app = if learning(&app).is_at_end() { app } else { pressed(app, "Enter") };
    }
    app
}

/// The rows of the panel, without surrounding blanks.
pub(super) fn panel(app: &App) -> Vec<String> {
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
fn every_step_of_every_lesson_is_fully_visible_and_can_be_completed_by_keys() {
    for id in ids() {
        let mut app = lesson(&id, SIZE, GlyphSet::Lines);
        for (step, way) in ways(&id, "anna") {
            let text = rows(&screen(&app)).join("\n");
            assert!(!text.contains('…') || step == "…", "{id}/{step}: a text is cut\n{text}");
            assert_eq!(app.screen.panel.tab, Tab::Lab, "{id}/{step}");
            let before = goal(&app);
            match way {
                Way::Read => {}
                Way::Say(_) => assert_eq!(before[2], "[ ] not yet", "{id}/{step}"),
                Way::Make(_) => assert!(before[2].starts_with("[ ] "), "{id}/{step}"),
            }
            app = passed(app);
            let [below, _, state] = goal(&app);
            let is_end = below.starts_with("next  ") || below == "it was the last lesson";
            let goes_on =
                if step == "takeaway" { is_end } else { state.ends_with("Enter goes on") };
            assert!(goes_on, "{id}/{step}: {:?}", goal(&app));
            app = pressed(app, "Enter");
        }
        let learning = learning(&app);
        let lesson = learning.pack().lesson(&id).expect("a lesson");
        assert_eq!(learning.progress.points(lesson), lesson.points(), "{id}");
    }
}

#[test]
fn a_lesson_with_nothing_left_is_finished() {
    let app = finished(lesson("apart", SIZE, GlyphSet::Lines), "");
    let panel = panel(&app);
    assert_eq!(panel[2], "DONE  Not apart  lesson 1");
    assert_eq!(panel[3], format!("12 of 12 points {}", "\u{2501}".repeat(14)));
}

#[test]
fn backspace_opens_the_previous_step_and_asks_its_question_again() {
    let mut app = pressed(lesson("inside", SIZE, GlyphSet::Lines), "Enter 1 Enter");
    assert!(goal(&app)[2].contains("1 of 2"), "{:?}", goal(&app));
    let place = |app: &App| app.model().lab.map(|lab| lab.learning.step_number());
    app = pressed(app, "Enter");
    assert_eq!(place(&app), Some(3));
    app = pressed(app, "Backspace");
    assert_eq!(place(&app), Some(2));
    assert!(app.model().is_lab_asking());
    assert_eq!(goal(&app)[1], "your first answer: 1 of 2");
    // From another view of the panel, the first press returns to the lesson.
    app = pressed(app, "Backspace 2 Enter Down Backspace");
    assert_eq!((place(&app), app.screen.panel.tab), (Some(1), Tab::Lab));
    app = pressed(app, "Backspace");
    assert!(rows(&screen(&app)).join("\n").contains("this is the first step"));
    // In a text field it deletes.
    app = pressed(typed(pressed(app, "Enter"), "skipp"), "Backspace Enter");
    assert_eq!(place(&app), Some(3));
}

#[test]
fn outside_lessons_backspace_says_how_to_begin_one() {
    let engine = Engine::new(Scene::default(), SceneSource::New).expect("nothing is a world");
    let app = pressed(App::showing(engine, SIZE, GlyphSet::Lines), "Backspace");
    let text = rows(&screen(&app)).join("\n");
    assert!(text.contains("no lesson is open; :learn begins the first"), "{text}");
}

#[test]
fn takeaways_are_shown_below_the_end_and_in_the_list_once_the_lesson_is_done() {
    let kept = "a box is more than";
    let app = entered(lesson("inside", SIZE, GlyphSet::Lines), "lesson inside takeaway");
    let text = panel(&app).join(" ");
    let [end, keeps] = ["0 of 14 points", "To keep:"].map(|part| {
        let text = text.replace("  ", " ");
        text.find(part).unwrap_or_else(|| panic!("{part}: {text}"))
    });
    assert!(end < keeps, "{text}");
    let list = rows(&screen(&pressed(app, "o"))).join("\n");
    assert!(list.contains("Find out what a test") && !list.contains(kept), "{list}");
    let app = finished(lesson("inside", SIZE, GlyphSet::Lines), "");
    let list = rows(&screen(&pressed(app, "o"))).join("\n");
    assert!(list.contains(kept) && !list.contains("Find out what a test"), "{list}");
    // The command chooses the lesson that it names.
    let mut app = typed(lesson("apart", SIZE, GlyphSet::Lines), "lessons A box of four edges");
    app = pressed(app, "Enter");
    let picker = app.input.picker().expect("the list");
    assert_eq!(picker.counts()[0], 9);
}

#[test]
fn the_last_row_of_the_goal_shows_the_progress_of_the_step_in_its_colour() {
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
        ("lesson inside hide", "[ ] apart; wanted within", theme.accent),
        ("lesson inside hide\nmove L 15 0", "[x] done, 4 of 4; Enter goes on", theme.right),
    ] {
        let app = lines.lines().fold(lesson("inside", SIZE, GlyphSet::Lines), entered);
        assert_eq!(goal(&app)[2], state, "{lines}");
        let cell = &screen(&app)[(49, 21)];
        assert_eq!(cell.fg, style.fg.unwrap_or_default(), "{lines}");
    }
}

#[test]
fn questions_and_tasks_are_counted_separately() {
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
fn a_question_about_a_later_moment_says_which_one_the_picture_shows() {
    let asked = entered(lesson("inside", SIZE, GlyphSet::Lines), "lesson inside edges");
    let text = panel(&asked).join(" ");
    assert!(text.contains("edges say? The picture shows the moment before."), "{text}");
    let text = panel(&entered(asked, "hit")).join(" ");
    assert!(text.contains("Now the picture shows what came of it. L and A are a HIT"), "{text}");
    assert!(!text.contains("the moment before"), "{text}");
}

#[test]
fn a_step_opens_with_all_objects_in_view() {
    let mut app = entered(lesson("corner", SIZE, GlyphSet::Lines), "move B 900 0");
    let is_whole =
        |app: &App| app.screen.viewport.shows_whole(app.model().engine.sandbox().world());
    assert!(!is_whole(&app), "B has left");
    // The next step is also a card, which keeps the scene.
    app = pressed(app, "Enter");
    assert!(is_whole(&app), "{:?}", app.screen.viewport);
    app = entered(app, "move B 9000 0");
    app = pressed(app, "Enter");
    assert!(is_whole(&app), "{:?}", app.screen.viewport);
}

#[test]
fn the_view_stays_from_step_to_step_while_everything_fits() {
    let first = lesson("apart", SIZE, GlyphSet::Lines);
    let view = |app: &App| app.screen.viewport;
    let second = pressed(first.clone(), "Enter");
    assert_eq!(view(&second), view(&first), "it would fit at a greater zoom");
    let other = entered(second.clone(), "lesson inside");
    assert_eq!(view(&other), view(&lesson("inside", SIZE, GlyphSet::Lines)), "another lesson");
    let far = pressed(pressed(first, "+ + +"), "Enter");
    let sandbox = far.model().engine.sandbox();
    assert!(view(&far).shows_whole(sandbox.world()), "what is out of view is brought back");
}

/// The questions of all lessons, each as it opens.
fn questions() -> impl Iterator<Item = (String, App)> {
    let of_lesson = |id: String| {
        let app = lesson(&id, SIZE, GlyphSet::Lines);
        let steps = ways(&id, "anna").into_iter();
        let asked = steps.filter(|(_, way)| matches!(way, Way::Say(_)));
        asked.map(move |(step, _)| (format!("{id}/{step}"), at_step(app.clone(), &step)))
    };
    ids().into_iter().flat_map(of_lesson)
}

/// The question with more choices than rows.
const LONG: &str = "diagonal/why";

#[test]
fn every_question_but_one_is_fully_visible_with_its_choices() {
    let is_cut = |app: &App| panel(app).iter().any(|row| row.ends_with(" more"));
    let cut: Vec<_> = questions().filter(|(_, app)| is_cut(app)).map(|(name, _)| name).collect();
    assert_eq!(cut, [LONG]);
}

#[test]
fn a_number_may_begin_with_a_decimal_point() {
    let app = at_step(lesson("corner", SIZE, GlyphSet::Lines), "time");
    let app = pressed(app, ". 5 7");
    assert!(rows(&screen(&app))[22].starts_with(":answer .57"), "{:?}", rows(&screen(&app)));
    let said = |app: App| learning(&pressed(app, "Enter")).told().map(|it| it.said.clone());
    assert_eq!(said(app), Some("0.57".to_owned()));
}

#[test]
fn a_repeated_question_says_what_counts_and_enter_continues() {
    for (before, counts) in
        [("answer hit", "your first answer counts"), ("skip", "you passed it: it counts")]
    {
        let app = at_step(lesson("inside", SIZE, GlyphSet::Lines), "edges");
        let app = pressed(at_step(entered(app, before), "edges"), "");
        assert_eq!(panel(&app)[3], counts);
        assert!(rows(&screen(&app))[23].starts_with(" Enter on "), "{:?}", rows(&screen(&app)));
        assert_eq!(learning(&pressed(app, "Enter")).step_number(), 3, "{before}");
    }
}

#[test]
fn a_wrong_side_is_not_followed_by_an_outcome() {
    let app = said(at_step(lesson("came-from", SIZE, GlyphSet::Lines), "side"), false);
    let panel = panel(&app);
    assert!(panel[2].starts_with("WRONG it is "), "{panel:?}");
    assert_eq!(panel[3], "you said none");
}

#[test]
fn a_reason_is_spelled_out_if_it_fits() {
    for (id, first, second) in [
        ("inside", "RIGHT inside-unseen  2 of 2", "one lies inside the other"),
        ("diagonal", "RIGHT the depths are equal", "on A's left, t 5/9 of frame 1"),
        ("tunnel", "RIGHT tunnelled  2 of 2 points", "on W's left, t 15/29"),
    ] {
        let panel = panel(&said(at_step(lesson(id, SIZE, GlyphSet::Lines), "why"), true));
        assert_eq!([panel[2].as_str(), &panel[3]], [first, second], "{id}");
    }
}

#[test]
fn hints_are_in_order_with_the_newest_visible() {
    for size in [SIZE, (60, 16), (120, 40)] {
        for lines in ["", "move L 15 0"] {
            let app = at_step(lesson("inside", size, GlyphSet::Lines), "hide");
            let app = lines.lines().fold(pressed(app, "I Right I Right I"), entered);
            let app = pressed(app, "I");
            let text = rows(&screen(&app)).join("\n");
            let newest = learning(&app).hints_opened();
            assert!(text.contains(&format!("HINT {newest} ")), "{size:?} {lines}: {text}");
            let places = (1..=newest).filter_map(|it| text.find(&format!("HINT {it} ")));
            assert!(places.is_sorted(), "{size:?}: {text}");
        }
    }
    let app = at_step(lesson("inside", SIZE, GlyphSet::Lines), "hide");
    let asks_for_change = |app: &App| panel(app).join(" ").contains("once you have changed");
    let app = pressed(app, "I");
    assert!(asks_for_change(&app));
    assert!(!asks_for_change(&pressed(app, "Right")));
}
