//! One focus: headline, log cursor, Methods, Why, construction and arena are about the same frame,
//! pair and method, after any keys.

use hitscan::tested::app::{Action, App, KeyPress, LogFilter, Overlay};
use hitscan::tested::view;
use hitscan_core::engine::Pair;
use hitscan_core::methods::ListedWhen;
use hitscan_core::words::{why, written_order};
use hitscan_core::world::{Name, TestResult};
use hitscan_geom::Relation;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keyboard::{built_in, type_line};

/// With room for the log below the other views.
const SIZE: (u16, u16) = (120, 40);

/// The rows of the panel after this action.
fn panel_after(app: &App, action: Action) -> Vec<String> {
    let mut app = app.clone();
    app.act(action);
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    view::draw(app.model(), &mut buffer);
    let left = SIZE.0 - app.screen.layout().expect("there is room").panel_cols;
    let row = |y| (left..SIZE.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (1..SIZE.1 - 2).map(row).collect()
}

fn names(pair: &Pair, between: &str) -> String {
    let (x, y) = written_order(&pair.a, &pair.b);
    [x.name.as_str(), y.name.as_str()].join(between)
}

/// The word for the relation of a pair at the end of its frame.
fn at_the_end(pair: &Pair) -> &'static str {
    match pair.pair_result.meeting.relation {
        Relation::Disjoint => TestResult::Miss.word(),
        Relation::Touches => TestResult::Touch.word(),
        _ => TestResult::Hit.word(),
    }
}

/// The first row with this beginning, without its first column.
fn row<'a>(rows: &'a [String], begins: &str) -> &'a str {
    let cut = |row: &'a String| row.trim_start_matches(['│', '►', ' ']);
    rows.iter().map(cut).find(|row| row.starts_with(begins)).unwrap_or_default()
}

/// Compares everything that shows the focus with the focus.
fn hold(app: &App) -> Result<(), TestCaseError> {
    let engine = &app.engine;
    let Some(pair) = engine.pair_in_focus() else { return Ok(()) };
    let (frame, is_looking) = (engine.world_in_focus().frame(), engine.focus().is_looking());
    let ids = [pair.a.id, pair.b.id];

    // The arena.
    let arena = app.model().arena();
    prop_assert_eq!(arena.world.frame(), frame);
    prop_assert_eq!(arena.pair.as_ref(), Some(&pair));
    for one in [&pair.a, &pair.b] {
        let shape = arena.world.object(one.id).map(|object| &object.shape);
        prop_assert_eq!(shape, Some(&one.shape), "{} in frame {}", one.name, frame);
    }

    // The cursor of the log: the line being looked at, or the newest one of the pair.
    let lines = app.model().log().lines();
    let marked = app.model().log().marked().and_then(|id| lines.find(id));
    if let Some(marked) = marked {
        prop_assert!(pair.is_of(marked.ids), "the cursor is at another pair");
        if is_looking {
            prop_assert_eq!(marked.frame, frame);
        }
    }
    let methods = panel_after(app, Action::ShowMethods);
    let rows: Vec<_> =
        methods.iter().filter(|row| row.contains('>') && row.contains('►')).collect();
    for line in rows {
        // With the names at that time: an object may have been renamed since.
        let then = marked.and_then(|line| engine.sandbox().pair_of_entry(line));
        let then = then.unwrap_or(pair.clone());
        let [x, y] = [then.a.name, then.b.name];
        // The mover comes first, and that may be the other object now.
        let is_of_pair =
            [format!("{x}>{y}"), format!("{y}>{x}")].iter().any(|it| line.contains(it));
        prop_assert!(is_of_pair, "{} is marked, {} in focus", line, names(&pair, ">"));
    }

    // The headline.
    let is_covered = engine.covered_in_focus().is_some();
    let headline = &methods[1];
    let word = if is_covered { "?" } else { pair.pair_result.outcome.word() };
    // A game that goes on has its bar there.
    if !app.model().is_in_play() || is_covered {
        let is_cut = headline.contains('…');
        let has = |name: &Name| headline.contains(name.as_str());
        prop_assert!(is_cut || has(&pair.a.name) && has(&pair.b.name), "{}", headline);
        prop_assert!(headline.contains(word), "{} is {}", headline, word);
    }

    // Methods.
    let truth = if is_covered { "?" } else { at_the_end(&pair) };
    // A method far down the list scrolls the truth out of view.
    let in_view = engine.focus().page.method();
    let is_far_down = in_view.is_some_and(|method| method.row().shown == ListedWhen::OnRequest);
    let shown = row(&methods, "truth");
    let is_pushed_out = is_far_down && shown.is_empty();
    prop_assert!(is_pushed_out || shown.contains(truth), "{:?} is {}", methods, truth);

    // Why, and the frame that both views are about.
    let mut opened = app.clone();
    opened.act(Action::ShowWhy);
    let in_view = opened.engine.focus().page.method();
    let pages = why::pages(&pair.a, &pair.b, &pair.pair_result, in_view);
    let method = in_view.filter(|&method| pages.contains(&Some(method)));
    let why = panel_after(app, Action::ShowWhy);
    if !is_covered {
        let title = method.map_or("truth", |method| method.as_coded().id());
        prop_assert!(why[4].contains(title), "{:?} is about {}", why, title);
    }
    for rows in [&methods, &why] {
        let caption = format!("at frame {frame}");
        prop_assert_eq!(rows[3].contains(&caption), is_looking, "{:?}", rows);
    }
    // If the log has lines, its caption names the method that the flags compare with.
    let has_lines = why.iter().any(|row| row.contains("fr what"));
    if let Some(method) = method.filter(|_| has_lines) {
        let caption = format!("─ compared: {} ─", method.as_coded().id());
        prop_assert!(why.iter().any(|row| row.contains(&caption)), "{:?} {}", why, caption);
    }

    // The construction.
    let mut drawn = app.clone();
    if !drawn.model().shows(Overlay::Construction) {
        drawn.act(Action::Toggle(Overlay::Construction));
    }
    let inspected = drawn.model().arena().inspected;
    prop_assert_eq!(inspected.is_none(), is_covered);
    if let Some(inspected) = inspected {
        prop_assert!(inspected.pair.is_of(ids) && inspected.pair == pair);
        prop_assert_eq!(inspected.method, engine.focus().page.method());
    }
    Ok(())
}

const SCENES: [&str; 6] = ["start", "breakout-swept", "three-ways", "entry", "polygons", "bullet"];

/// Keys, `tick` for a frame of playing, and lines.
const KEYS: &str = "Right | Right | Left | Up | Down | Down | Up | Home | End | PgUp | PgDn | . | . | . | , \
    | g | G | u | r | Tab | Shift-Tab | p | p | ( | ) | ! | ; | ( | Enter | Enter | Esc | 1 | 2 | w | n | n | N \
    | Space | tick | x | d | b b | b r | 4";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn all_views_speak_of_one_frame_pair_and_method(
        scene in prop::sample::select(&SCENES[..]),
        keys in prop::collection::vec(prop::sample::select(KEYS.split(" | ").collect::<Vec<_>>()), 0..40),
        predicts in prop::bool::weighted(0.2),
        filter in prop::sample::select(&LogFilter::ALL[..]),
    ) {
        let mut app = built_in(scene);
        type_line(&mut app, &format!("log {}", filter.token()));
        if predicts {
            app = app.predicting();
        }
        app.resize(SIZE.0, SIZE.1);
        hold(&app)?;
        for keys in keys {
            if keys == "tick" {
                app.tick();
            }
            for key in keys.split(' ').filter(|&key| key != "tick") {
                app.press(KeyPress::parse(key).expect(key));
            }
            hold(&app)?;
        }
    }
}
