//! The designed screens as a whole: their text, and the role of each cell.

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::designed::difference;
use super::{app_after, app_of, entered, played, pressed, rows, screen, zoo};
use crate::app::{
    App, Appearance, ColorDepth, GlyphSet, HitRegions, Layout, MouseEvent, MouseKind, ThemeName,
};
use crate::view::Theme;
use hitscan_core::scene::{Scene, SceneSource};

const SIZE: (u16, u16) = (80, 24);

/// The theme that a screen is designed in.
fn theme_of(name: &str) -> Theme {
    if name.starts_with("mono") { Theme::PLAIN } else { Theme::SIXTEEN }
}

#[track_caller]
fn check(name: &str, app: &App) {
    let found = difference(name, app, &theme_of(name));
    assert_eq!(found, None, "{}", found.clone().unwrap_or_default());
}

/// The size of a screen, which is the end of its name.
fn size_of(name: &str) -> (u16, u16) {
    let size = name.rsplit_once('-').and_then(|(_, size)| size.split_once('x'));
    let [columns, rows] = <[&str; 2]>::from(size.unwrap_or_default()).map(str::parse);
    columns.ok().zip(rows.ok()).unwrap_or(SIZE)
}

#[test]
fn screens_are_drawn_as_designed() {
    let found = zoo::lines("look")
        .filter_map(|(name, how)| difference(name, &played(size_of(name), how), &theme_of(name)));
    let found: Vec<_> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn screens_on_grounds_are_drawn_as_designed() {
    let found = zoo::lines("grounds").filter_map(|(name, how)| {
        let theme = if name.ends_with("light") { ThemeName::Light } else { ThemeName::Dark };
        let look = Appearance { theme, found: ColorDepth::Rgb, ..Appearance::default() };
        let app = played(size_of(name), how);
        difference(&format!("on_ground/{name}"), &app, &Theme::of(look))
    });
    let found: Vec<_> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// B has backed away from A and hit it again, off the grid; then the wheel has turned twice where
/// they overlap.
#[test]
fn a_close_view_shows_single_units() {
    let mut app = app_of("start", SIZE, "Right Right Right Right Right Left L L L Right");
    let (col, row) = (Layout::RULER_COLS + 24, Layout::ARENA_ROW + 6);
    let wheel = MouseEvent { kind: MouseKind::WheelUp, col, row };
    for _ in 0..2 {
        app.point(wheel, &HitRegions::default());
    }
    check("zoomed", &pressed(app, "Esc"));
}

/// Two hundred boxes, one of which moves into the next.
#[test]
fn many_boxes_are_drawn_as_designed() {
    for (name, size) in [("many", SIZE), ("many-120x36", (120, 36))] {
        let scene = Scene::parse(include_str!("../../../tests/fixtures/look/crowd.toml"));
        let source = SceneSource::File("crowd".into());
        let app = App::new(scene.expect("a scene"), source, size, GlyphSet::Lines);
        let lines = ["title two hundred boxes", "select n87", "step", "move 10 0"];
        check(name, &lines.into_iter().fold(app.expect("a world"), entered));
    }
}

#[test]
fn choosing_a_line_dims_nothing_on_a_slow_line() {
    let keys = "Enter Up Up Up Up Up Up Up Up";
    let look = |app: App| screen(&pressed(app, &format!("{} {keys}", ". ".repeat(14))));
    let local = look(app_of("breakout", SIZE, ""));
    let remote = look(app_of("breakout", SIZE, "").on_slow_line());
    assert_eq!(rows(&local), rows(&remote));
    // The wall is not part of the pair.
    let wall = |screen: &Buffer| screen[(4, 5)].modifier;
    assert_eq!([wall(&local), wall(&remote)], [Modifier::DIM, Modifier::empty()]);
}

#[test]
fn the_headline_counts_the_other_hits_of_its_frame() {
    let boxes = ["box A 0 0 4 4", "box B 6 0 4 4", "box C 6 6 4 4", "box D 6 2 4 6"];
    let two = app_after((80, 24), &[&boxes[..3], &["select A", "move A 4 0"]].concat());
    let sentence = |app: &App| rows(&screen(app))[3].clone();
    assert!(!sentence(&two).contains('+'), "{}", sentence(&two));
    let three = app_after((80, 24), &[&boxes[..], &["select A", "move A 4 0"]].concat());
    assert!(sentence(&three).ends_with(" +1"), "{}", sentence(&three));
}

/// If that is known: an edit forgets it.
#[test]
fn the_headline_says_where_a_box_that_still_overlaps_entered() {
    let boxes = ["box A 20 4 12 12", "box B 10 6 8 8", "select B", "move B 8 0"];
    let sentence_at = |cols: u16, lines: &[&str]| {
        let app = app_after((cols, 24), &[&boxes[..], lines].concat());
        let panel = Layout::of(cols, 24).expect("fits").panel_cols;
        let left = usize::from(cols - panel + 1);
        rows(&screen(&app))[3].chars().skip(left + 6).collect::<String>()
    };
    let sentence = |lines: &[&str]| sentence_at(80, lines);
    assert_eq!(sentence_at(100, &["move B 1 0"]), "entered by the left in frame 1, 7 deep");
    assert_eq!(sentence(&["move B 1 0"]), "entered left in frame 1");
    assert_eq!(sentence(&["put B 18 6", "move B 1 0"]), "shortest way out: left 7");
}
