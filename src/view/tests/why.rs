//! The Why view in its panel: scrolling, the other arithmetic, no pair. The walkthroughs check what
//! it says about pairs.

use super::snapshots::assert_snapshot;
use super::{app_after, app_of, entered, pressed, rows, screen, without_gaps};
use crate::app::{App, HitRegion, Layout, MouseEvent, MouseKind};
use crate::view::{Theme, render};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

/// The view under the pair and its verdict, down to the log or the foot.
fn view(app: &App) -> Vec<String> {
    let layout = app.screen.layout().expect("fits");
    let left = usize::from(layout.panel_at());
    let seen = rows(&screen(app));
    let body = seen.iter().skip(5).take(usize::from(layout.view_rows()));
    body.map(|row| without_gaps(&row.chars().skip(left).collect::<String>())).collect()
}

const PUSHED: &str = "Right Right Right Right Right w";

const C2: [&str; 6] = [
    "box player 103.4 41.25 8 12",
    "box tile 116 60 24 8",
    "laser ray 94 92 154 32",
    "select player",
    "velocity player 6 9",
    "step",
];

#[test]
fn a_page_that_is_too_long_scrolls_to_its_end_and_back() {
    let why = pressed(app_after((80, 24), &C2), "w n n n n n n n n n n n n");
    let top = view(&why);
    assert_eq!(top[16], " Enter line  n page  PgDn more");
    let end = pressed(why.clone(), "PgDn PgDn PgDn PgDn");
    assert_eq!(view(&end)[15], " it as FALSE at each test.");
    assert_eq!(view(&end)[16], " Enter line  n page  PgUp back");
    assert_eq!(view(&pressed(why.clone(), "End")), view(&end));
    assert_eq!(view(&pressed(end, "Home")), top);
    let almost = pressed(why, "Enter End Up");
    assert_eq!(view(&almost)[16], " arrows line  n page  PgDn more", "one line is below again");
}

#[test]
fn enter_switches_to_the_other_arithmetic() {
    let app = app_of("start", (80, 24), &format!("{PUSHED} n n Enter Enter"));
    assert_eq!(view(&app)[0], " center-distance f32     3 of 7");
}

#[test]
fn without_a_pair_the_view_says_what_would_fill_it() {
    let app = pressed(app_after((80, 24), &["box A 0 0 4 4"]), "w");
    assert_eq!(view(&app)[1], " No pair to explain.");
}

/// Whole screens, as a person reads them.
#[test]
fn pages_of_readings_and_of_games_fill_whole_screens() {
    let pages = [
        ("strict", "why A B edge-relations-table"),
        ("plus-sign", "why A B corners-inside"),
        ("on-the-edge", "why A L slab"),
        ("through", "why A floor least-overlap"),
    ];
    for (scene, command) in pages {
        for (cols, rows_high) in [(80, 24), (60, 16)] {
            let moves = if scene == "through" { "." } else { "" };
            let app = entered(app_of(scene, (cols, rows_high), moves), command);
            let shown: Vec<_> = rows(&screen(&app)).iter().map(|row| without_gaps(row)).collect();
            let method = command.rsplit(' ').next().expect("a method");
            assert_snapshot!(
                "view/why_screens",
                format!("{method}_{cols}x{rows_high}"),
                shown.join("\n")
            );
        }
    }
}

/// The cells of the arena.
fn arena(app: &App) -> Vec<Cell> {
    let screen = screen(app);
    let area = (2..22).flat_map(|y| (Layout::RULER_COLS..47).map(move |x| (x, y)));
    area.map(|at| screen[at].clone()).collect()
}

#[test]
fn a_line_chosen_by_arrows_highlights_its_part_and_nothing_moves() {
    let app = entered(app_of("three-ways", (80, 24), "."), "method edge-relations");
    let app = pressed(app, "3 Enter");
    let journal = |app: &App| app.engine.journal().text().lines().count();
    let commands = journal(&app);
    let mut seen = vec![arena(&app)];
    let mut chosen = app.clone();
    for _ in 0..3 {
        chosen = pressed(chosen, "Up");
        seen.push(arena(&chosen));
    }
    assert_eq!(journal(&chosen), commands, "no object has moved");
    assert!(seen.windows(2).all(|two| two[0] != two[1]), "each line lights another part");
    for before in seen.iter().rev().skip(1) {
        chosen = pressed(chosen, "Down");
        assert_eq!(arena(&chosen), *before);
    }
    let in_arena = pressed(chosen, "Esc Up");
    assert_eq!(journal(&in_arena), commands + 1, "outside the panel arrows move the object");
}

#[test]
fn a_click_on_a_line_highlights_its_part_and_focuses_the_panel() {
    let app = entered(app_of("three-ways", (80, 24), "."), "method edge-relations");
    let mut clicked = pressed(app.clone(), "3");
    let by_arrows = pressed(app, "3 Enter Up");
    let area = Rect::new(0, 0, 80, 24);
    let mut buf = Buffer::empty(area);
    let regions = render(by_arrows.model(), &Theme::SIXTEEN, area, &mut buf);
    let wanted = by_arrows.screen.panel.chosen_sentence.map(HitRegion::Sentence);
    assert!(wanted.is_some());
    let row = (0..24).find(|&row| regions.at(60, row) == wanted).expect("its row is in view");
    clicked.point(MouseEvent { kind: MouseKind::Press, col: 60, row }, &regions);
    assert_eq!(screen(&clicked), screen(&by_arrows));
}
