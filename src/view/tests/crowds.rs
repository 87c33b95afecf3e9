//! Crowds: densities, and what stays as it is among them.

use super::cases::Cases;
use super::screens::dump_whole;
use super::{app_after, app_of, pressed, rows, screen};
use crate::app::App;
use crate::view::MOST_NAMED;

/// Far off they are fields of densities, near by boxes.
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

/// A selected box, this many tiny ones in one cell, one in the cell after it, and a row
/// of others far below.
fn heap(count: usize, others: usize) -> App {
    let mut lines = vec!["box S 0 0 40 24".to_owned()];
    for at in 0..count {
        lines.push(format!("box h{at} {} 40 0.2 0.2", 80 + at % 8));
    }
    lines.push("box lone 88 40 0.2 0.2".to_owned());
    for at in 0..others {
        lines.push(format!("box o{at} {} 120 4 4", at * 8));
    }
    lines.push("select S".to_owned());
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    // In ×1/8 a cell is 8 wide and 16 high.
    pressed(app_after((200, 60), &lines), "z 1 - - -")
}

/// The cell with the heap and the one after it.
fn cells(app: &App) -> String {
    let rows = rows(&screen(app));
    let (left, top) = (app.screen().viewport.column_x(0), app.screen().viewport.row_y(0));
    let width = app.screen().viewport.column_grains();
    let [col, row] = [(80 * 16_000 - left) / width, (40 * 16_000 - top) / (2 * width)]
        .map(|at| usize::try_from(at).expect("in view"));
    rows[row + 2].chars().skip(col + 4).take(2).collect()
}

#[test]
fn the_more_objects_a_cell_has_the_darker_it_is() {
    for (count, heap_and_lone) in [(1, "░░"), (2, "▒░"), (3, "▓░"), (4, "▓░"), (5, "█░"), (8, "█░")]
    {
        assert_eq!(cells(&heap(count, 2 * MOST_NAMED)), heap_and_lone, "{count}");
    }
}

#[test]
fn among_few_objects_there_is_no_density() {
    assert_eq!(cells(&heap(3, 0)), "██");
}
