//! Crowds: dots and densities, and what is drawn over them.

use super::cases::Cases;
use super::screens::dump_whole;
use super::{app_after, app_of, pressed, rows, screen};
use crate::app::{App, ArenaModel, LogFilter};
use hitscan_geom::{Milli, Point};
use ratatui::style::Color;

/// From afar they are fields of dots, close up boxes.
#[test]
fn crowds_far_off_and_near_by() {
    let mut cases = Cases::in_folder("view/crowds");
    for size in [(80, 24), (200, 60)] {
        for name in ["crowd", "crowd-clusters", "crowd-sizes"] {
            for (distance, keys) in [("far", "- - - ."), ("near", "z 1 .")] {
                let app = app_of(name, size, keys);
                let case = format!("{name} {distance} {}x{}", size.0, size.1);
                cases.check(&case, &dump_whole(&app));
            }
        }
    }
}

/// Two cells with this many tiny boxes each, and other boxes far from each other; at ×1/8, where a
/// cell is 8 wide and 16 high.
fn heaps(counts: [usize; 2], others: usize) -> App {
    let mut lines = vec!["box S 0 0 2 2".to_owned(), "box P 8 40 2 2".to_owned()];
    for (heap, count) in counts.into_iter().enumerate() {
        for at in 0..count {
            let left = 80 + 8 * heap + 4 * (at % 2);
            lines.push(format!("box h{heap}x{at} {left} {} 0.2 0.2", 32 + 4 * (at / 2 % 4)));
        }
    }
    for at in 0..others {
        lines.push(format!("box o{at} {} 128 4 4", at * 8));
    }
    lines.push("select S".to_owned());
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    pressed(app_after((200, 60), &lines), "z 1 - - -")
}

/// The two cells with the heaps.
fn cells(app: &App) -> String {
    let rows = rows(&screen(app));
    let view = app.screen.viewport;
    let at = view.cell_of(Point::new(Milli::from_units(80), Milli::from_units(32)));
    let [col, row] = [at.col + 4, at.row + 2].map(|at| usize::try_from(at).expect("in view"));
    rows[row].chars().skip(col).take(2).collect()
}

#[test]
fn each_body_smaller_than_a_cell_is_a_dot_at_its_position() {
    for (count, dots) in [(1, "⠁⠁"), (2, "⠉⠉"), (5, "⠟⠟"), (8, "⣿⣿")] {
        assert_eq!(cells(&heaps([count; 2], ArenaModel::MOST_NAMED)), dots, "{count}");
    }
}

#[test]
fn if_cells_have_more_bodies_than_dots_on_average_dots_show_the_share_of_the_fullest() {
    let dots = |app: &App| {
        let count = |c: char| (u32::from(c) - 0x2800).count_ones();
        cells(app).chars().map(count).collect::<Vec<_>>()
    };
    assert_eq!(dots(&heaps([40, 10], 0)), [8, 2]);
    assert_eq!(cells(&heaps([40, 6], 60)), "⣿⠿", "fewer on average");
}

#[test]
fn a_few_bodies_smaller_than_a_cell_are_blocks_with_names() {
    assert_eq!(cells(&heaps([3, 3], 0)), "██");
}

#[test]
fn ascii_and_basic_glyphs_distinguish_one_a_few_and_many_bodies() {
    for (keys, all) in [("y a", ["░▒", "▓░"]), ("y a y a", [".:", "#."])] {
        let app = |counts| pressed(heaps(counts, 60), keys);
        assert_eq!(cells(&app([1, 7])), all[0]);
        assert_eq!(cells(&app([8, 1])), all[1]);
    }
}

/// One crowd with bodies that overlap, and one without.
#[test]
fn the_cells_of_bodies_in_contact_are_red() {
    let lines: Vec<_> = (0..50).map(|at| format!("box b{at} {} {} 2 2", at * 16, 64)).collect();
    let more = ["box one 0 0 2 2", "box other 1 1 2 2", "select b0"];
    let lines: Vec<_> = lines.iter().map(String::as_str).chain(more).collect();
    let app = pressed(app_after((200, 60), &lines), "z 1 - - -");
    let buf = screen(&app);
    let color = |x, y| {
        let at =
            app.screen.viewport.cell_of(Point::new(Milli::from_units(x), Milli::from_units(y)));
        let [col, row] = [at.col + 4, at.row + 2].map(|at| u16::try_from(at).expect("in view"));
        buf[(col, row)].fg
    };
    assert_eq!([color(0, 0), color(160, 64)], [Color::Red, Color::LightBlue]);
}

#[test]
fn the_selected_body_is_named_at_the_edge_when_it_is_out_of_view() {
    let app = pressed(app_of("crowd", (80, 24), ""), "z 1 z Right z Right z Right z Right");
    let text = rows(&screen(&app)).join("\n");
    assert!(text.contains("◄c1 ") || text.contains("◄c1\u{2502}"), "{text}");
}

/// Thirteen boxes overlap the selected one and each other.
#[test]
fn other_names_avoid_the_borders_and_names_of_the_pair_in_focus() {
    let mut lines: Vec<_> =
        (0..14).map(|at| format!("box b{at} {} {} 12 10", 10 + at * 2, 6 + at * 3 % 11)).collect();
    lines.push("select b0".to_owned());
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let rows = rows(&screen(&app_after((80, 24), &lines)));
    let top = rows.iter().find(|row| row.contains("[b0]")).expect("it is named");
    let after = top.split("[b0]").nth(1).expect("its border");
    let border: String = after.chars().take_while(|c| *c != '┓' && *c != '┱').collect();
    assert!(!border.chars().any(char::is_alphanumeric), "{}", rows.join("\n"));
}

#[test]
fn a_slow_line_gets_every_second_frame_of_a_playing_crowd() {
    let mut app = app_of("crowd", (80, 24), "").on_slow_line();
    app = pressed(app, "Space");
    let mut skipped = Vec::new();
    for _ in 0..4 {
        app.tick();
        skipped.push(app.model().plays_a_crowd() && app.model().skips_this_frame());
    }
    assert_eq!(skipped, [true, false, true, false]);
    let near = pressed(app_of("start", (80, 24), "").on_slow_line(), "Space");
    assert!(!near.model().plays_a_crowd());
}

/// If it has no line of the selected object, its page names keys that lead on.
#[test]
fn the_keys_named_in_the_log_of_a_crowd_work() {
    let app = pressed(app_of("crowd", (120, 36), ""), ". . .");
    let text = |app: &App| rows(&screen(app)).join("\n");
    assert!(text(&app).contains("pairs           1 999 000"), "{}", text(&app));
    let near = pressed(app_of("crowd", (120, 36), ". . ."), "z c");
    assert!(near.model().crowd().is_none());
    let all = pressed(app, "(");
    assert_eq!(all.engine.log_query().filter, LogFilter::Changes);
    assert!(all.engine.chosen_line().is_some());
}
