//! Editing by keys and by the mouse: the form of the Object view, vertices,
//! names, nails and the grid. Each as keys, and what is then true.

use hitscan::app::{
    App, Effect, Focus, FormRow, GlyphSet, Grip, KeyPress, Message, Mouse, MouseEvent, MouseKind,
    Prompt, Snap, Spot, Spots, Tab,
};
use hitscan::geom::Origin;
use hitscan::scene::{self, Scene, Source};
use hitscan::script::Command;
use hitscan::view::{Theme, render};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

const SIZE: (u16, u16) = (80, 24);

fn start() -> App {
    let scene = scene::builtin("start").expect("it is built in");
    let source = Source::BuiltIn("start".to_owned());
    App::new(scene, source, SIZE, GlyphSet::Lines).expect("a world")
}

fn after(lines: &[&str]) -> App {
    let app = App::new(Scene::default(), Source::New, SIZE, GlyphSet::Lines);
    let mut app = app.expect("nothing is a world");
    for line in lines {
        press(&mut app, ":");
        app.paste(line);
        press(&mut app, "Enter");
        assert!(app.prompt().is_none(), "{line}: {:?}", app.prompt());
    }
    app
}

fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let keys = keys.split_whitespace().map(|key| KeyPress::parse(key).expect(key));
    keys.map(|key| app.press(key)).last().unwrap_or_default()
}

fn place(app: &App) -> String {
    let (_, object) = app.sandbox().selection().expect("something is selected");
    let (min, max) = object.shape.bounds();
    format!("{} {},{}..{},{}", object.name, min.x, min.y, max.x, max.y)
}

fn fault(app: &App) -> &str {
    match app.message() {
        Some(Message::Fault(text)) => text,
        other => panic!("no fault: {other:?}"),
    }
}

fn values(app: &App) -> Vec<String> {
    app.form_rows().into_iter().map(|row| app.form_value(row)).collect()
}

fn said_in_form(app: &App) -> String {
    let editor = app.form().editor().expect("something is typed");
    editor.fault().expect("it was refused").message.clone()
}

#[test]
fn a_value_is_typed_over_where_it_stands_and_is_a_command() {
    for (keys, place_after, command) in [
        ("i 3 Enter", "B 3,10..11,18", "set B.x 3"),
        ("i Tab - 2 . 5 Tab", "B 11,-2.5..19,5.5", "set B.y -2.5"),
        ("i Down Down 1 2 Enter", "B 11,10..23,18", "set B.width 12"),
        ("i Down Down Down Down 9 Enter", "B 9,10..19,18", "set B.left 9"),
        ("i Enter Backspace 2 Enter", "B 12,10..20,18", "set B.x 12"),
        ("4 Enter 3 Enter", "B 3,10..11,18", "set B.x 3"),
        ("i Shift-Tab Shift-Tab Enter a b Enter", "Bab 11,10..19,18", "rename B Bab"),
        ("i End Enter", "B 11,10..19,18", "fixed B on"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(
            (place(&app).as_str(), app.last_command()),
            (place_after, Some(command)),
            "{keys}"
        );
        press(&mut app, "u");
        assert_eq!(place(&app), "B 11,10..19,18", "{keys}, undone");
    }
}

/// The same box, typed three ways, is the same box.
#[test]
fn a_box_is_read_and_typed_by_each_of_its_origins() {
    for (turn, typed, origin) in [
        ("", "6 0 Tab 1 0 Tab 8 0 Tab 4 0 Enter", Origin::TopLeft),
        ("o", "1 0 0 Tab 3 0 Tab 8 0 Tab 4 0 Enter", Origin::Center),
        ("o o", "1 0 0 Tab 5 0 Tab 8 0 Tab 4 0 Enter", Origin::BottomCenter),
    ] {
        let mut app = start();
        press(&mut app, &format!("i {turn} {typed}"));
        assert_eq!(app.form().origin(), origin);
        assert_eq!(place(&app), "B 60,10..140,50", "{origin:?}");
    }
    let mut app = start();
    press(&mut app, "i");
    assert_eq!(values(&app)[1..6], ["top-left", "11", "10", "8", "8"]);
    press(&mut app, "o");
    assert_eq!(values(&app)[1..6], ["center", "15", "14", "8", "8"]);
    press(&mut app, "Up Left Left");
    assert_eq!(values(&app)[1..6], ["bottom-center", "15", "18", "8", "8"]);
    press(&mut app, "Esc Right");
    assert_eq!(values(&app)[1..6], ["bottom-center", "16", "18", "8", "8"], "live");
}

#[test]
fn a_fourth_decimal_offers_the_rounded_value_while_it_is_typed() {
    let mut app = start();
    press(&mut app, "i 1 0 3 . 4 5 6");
    assert!(app.form().editor().expect("typing").fault().is_none());
    press(&mut app, "7");
    assert!(said_in_form(&app).starts_with("103.4567: at most three decimals"));
    press(&mut app, "Enter");
    assert_eq!(place(&app), "B 11,10..19,18", "never rounded unasked");
    press(&mut app, "Tab Enter");
    assert_eq!(place(&app), "B 103.457,10..111.457,18");
}

#[test]
fn what_cannot_be_taken_stays_open_and_says_what_would_be_right() {
    for (keys, said) in [
        ("i - Enter", "-: VALUE is a number such as 12 or -0.5"),
        ("i Enter Ctrl-U Enter", "VALUE is missing"),
        ("i Tab Tab 0 Enter", "the width is 0; it must be above 0"),
        ("i Tab Tab Tab Tab 2 0 Enter", "left 20: right is 19, and left must be less than that"),
        ("i Home Enter Ctrl-U A Enter", "there is a A already"),
        ("i 1 7 0 0 0 Enter", "17000: VALUE lies within -16000 and 16000"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(said_in_form(&app), said, "{keys}");
        let chosen = app.chosen_row();
        press(&mut app, "Tab");
        assert_eq!((said_in_form(&app).as_str(), app.chosen_row()), (said, chosen), "{keys}");
        press(&mut app, "Esc");
        assert!(app.form().editor().is_none() && app.focus() == Focus::Form);
        press(&mut app, "Esc");
        assert_eq!((app.focus(), place(&app).as_str()), (Focus::Arena, "B 11,10..19,18"));
    }
    let mut app = start();
    press(&mut app, "Shift-Tab i PgDn PgDn PgDn Up Up 1 Enter");
    assert!(said_in_form(&app).starts_with("A is fixed and has no velocity"));
    press(&mut app, "Ctrl-C");
    assert!(app.form().editor().is_none(), "Ctrl-C closes what is open first");
}

#[test]
fn with_y_up_values_are_read_and_typed_y_up() {
    let mut app = after(&["axes y-up", "box A 10 30 4 8"]);
    press(&mut app, "i o o");
    assert_eq!(values(&app)[2..10], ["12", "22", "4", "8", "10", "30", "14", "22"]);
    press(&mut app, "Tab 2 0 Enter");
    assert_eq!(values(&app)[2..10], ["12", "20", "4", "8", "10", "28", "14", "20"]);
    press(&mut app, "Tab Tab Tab Tab 1 0 Enter");
    assert_eq!(said_in_form(&app), "top 10: bottom is 20, and top must be greater than that");
}

#[test]
fn keys_that_type_nothing_do_in_the_form_what_they_do_elsewhere() {
    let mut app = start();
    press(&mut app, "i 3 Enter u");
    assert_eq!((place(&app).as_str(), app.focus()), ("B 11,10..19,18", Focus::Form));
    press(&mut app, "w");
    assert_eq!((app.tab(), app.focus()), (Tab::Why, Focus::Panel));
    press(&mut app, "4");
    assert_eq!((app.tab(), app.focus()), (Tab::Object, Focus::Form));
    press(&mut app, ":");
    assert!(matches!(app.prompt(), Some(Prompt::Command(_))));
}

#[test]
fn the_form_of_a_laser_has_no_origin_and_that_of_a_polygon_all_vertices() {
    let mut app = start();
    press(&mut app, "Tab i o");
    assert!(fault(&app).starts_with("only a box has an origin"));
    assert!(!app.form_rows().contains(&FormRow::Origin));
    press(&mut app, "Tab Tab 4 4 Enter");
    assert_eq!(place(&app), "L 6,26..44,34");
    let mut app = after(&["polygon P 0 0 4 0 4 4 0 4 -2 2"]);
    press(&mut app, "i");
    assert_eq!(app.form_rows().len(), 1 + 10 + 2 + 1);
    press(&mut app, "End Up Up Up 3 Enter");
    assert_eq!(app.last_command(), Some("set P.y5 3"));
}

#[test]
fn vertices_come_and_go_where_they_are_gripped() {
    let mut app = after(&["polygon P 0 0 8 0 8 8"]);
    press(&mut app, "X");
    assert_eq!(fault(&app), "no vertex is gripped; e grips one");
    press(&mut app, "e a v");
    assert_eq!(app.grip(), Grip::End(1));
    assert_eq!(app.last_command(), Some("vertex insert 1 4 0"));
    press(&mut app, "Up");
    assert_eq!(place(&app), "P 0,-2..8,8");
    press(&mut app, "X");
    assert_eq!((place(&app).as_str(), app.grip()), ("P 0,0..8,8", Grip::End(1)));
    press(&mut app, "X");
    assert_eq!(fault(&app), "2 vertices; a polygon has at least 3");
    press(&mut app, "e a v");
    assert_eq!((app.last_command(), app.grip()), (Some("vertex insert 3 4 4"), Grip::End(3)));
    press(&mut app, "u");
    assert_eq!(app.grip(), Grip::End(2), "the vertex has gone, and the grip with it");
    press(&mut app, "Esc u u u u");
    let mut app = start();
    press(&mut app, "e a v");
    assert!(fault(&app).starts_with("only a polygon has vertices"));
}

#[test]
fn faults_of_polygons_count_vertices_as_commands_do() {
    let mut app = after(&["polygon P 0 0 8 0 8 8"]);
    press(&mut app, ":");
    app.paste("vertex insert P 1 0 0");
    press(&mut app, "Enter");
    let Some(Prompt::Command(line)) = app.prompt() else { panic!("the line is open") };
    let said = &line.fault().expect("a fault").message;
    assert!(said.starts_with("vertices 1 and 2 are the same point"), "{said}");
}

#[test]
fn an_object_is_renamed_nailed_down_and_let_go_by_keys() {
    let mut app = start();
    press(&mut app, "c n");
    let Some(Prompt::Command(line)) = app.prompt() else { panic!("a line is open") };
    assert_eq!(line.text(), "rename B ");
    app.paste("ball");
    press(&mut app, "Enter c f");
    assert_eq!(
        (app.last_command(), place(&app).as_str()),
        (Some("fixed ball on"), "ball 11,10..19,18")
    );
    press(&mut app, "c f v Right");
    assert_eq!(app.last_command(), Some("velocity ball 1 0"));
}

#[test]
fn what_is_moved_lands_on_the_grid_while_that_is_asked_for() {
    for (keys, place_after) in [
        ("L K c s Right", "B 12,9.8..20,17.8"),
        ("L K c s Up", "B 11.1,8..19.1,16"),
        ("L K c s Down Down", "B 11.1,12..19.1,20"),
        ("L K c s Left Left", "B 10,9.8..18,17.8"),
        ("L K c s f Left Up", "B 11,9.6..19,17.6"),
        ("L K c s c s Right", "B 12.1,9.8..20.1,17.8"),
        ("L K c s e Right", "B 12,9.8..19.1,17.8"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(place(&app), place_after, "{keys}");
    }
    let mut app = after(&["box A 1 1 4 4", "nudge 2.5"]);
    press(&mut app, "c s Right Down");
    assert_eq!((place(&app).as_str(), app.snap()), ("A 2.5,2.5..6.5,6.5", Snap::On));
}

#[test]
fn a_new_shape_can_be_seen_at_every_zoom() {
    for zoom in ["- - -", "", "+ + + +"] {
        for kind in ["a b", "a l", "a p"] {
            let mut app = after(&[]);
            press(&mut app, &format!("{zoom} {kind}"));
            let (_, object) = app.sandbox().selection().expect("it was added");
            let (min, max) = object.shape.bounds();
            let (from, to) = (app.viewport().cell_of(min), app.viewport().cell_of(max));
            let cols = to.col - from.col;
            assert!(
                (4..=32).contains(&cols) && from.col >= 0 && to.col < 43,
                "{zoom} {kind}: {cols}"
            );
            assert!(from.row >= 0 && to.row < 20, "{zoom} {kind}");
        }
    }
}

fn spots(app: &App) -> Spots {
    let area = Rect::new(0, 0, app.size().0, app.size().1);
    render(app, &Theme::PLAIN, area, &mut Buffer::empty(area))
}

fn mouse(app: &mut App, kind: MouseKind, (col, row): (u16, u16)) -> Vec<Effect> {
    let spots = spots(app);
    app.point(MouseEvent { kind, col, row }, &spots)
}

/// Where the spot stands that this holds of.
fn spot(app: &App, wanted: impl Fn(Spot) -> bool) -> (u16, u16) {
    let spots = spots(app);
    let cells = (0..app.size().1).flat_map(|row| (0..app.size().0).map(move |col| (col, row)));
    { cells }.find(|&(col, row)| spots.at(col, row).is_some_and(&wanted)).expect("it is drawn")
}

#[test]
fn the_mouse_is_off_until_it_is_asked_for_and_outlasts_the_scene() {
    let mut app = start();
    assert_eq!(app.mouse(), Mouse::Off);
    assert_eq!(press(&mut app, "y m"), [Effect::Mouse(Mouse::On)]);
    let next = scene::builtin("inside").expect("it is built in");
    app.opened(next, Source::New).expect("a world");
    assert_eq!(app.mouse(), Mouse::On);
    assert_eq!(press(&mut app, "y m"), [Effect::Mouse(Mouse::Off)]);
}

#[test]
fn a_click_chooses_a_row_of_the_palette_and_a_second_one_does_it() {
    let palette = |row| move |spot| spot == Spot::Palette(row);
    let mut app = start();
    press(&mut app, "Right : z o o m");
    let before = *app.viewport();
    let at = spot(&app, palette(1));
    assert_eq!(mouse(&mut app, MouseKind::Press, at), []);
    assert_eq!((*app.viewport(), app.palette()[1].name), (before, "zoom-out"));
    mouse(&mut app, MouseKind::Press, at);
    assert!(app.prompt().is_none() && *app.viewport() != before);
    press(&mut app, ": u n");
    mouse(&mut app, MouseKind::WheelDown, (0, 0));
    press(&mut app, "Enter");
    assert_eq!(app.last_command(), Some("undo"), "the wheel chooses");
    press(&mut app, ": v e l o");
    let at = spot(&app, palette(0));
    mouse(&mut app, MouseKind::Press, at);
    mouse(&mut app, MouseKind::Press, at);
    let line = matches!(app.prompt(), Some(Prompt::Command(line)) if line.text() == "velocity ");
    assert!(line, "what wants to know more is filled in: {:?}", app.prompt());
}

/// A stands in the columns 28 to 39 from row 5 on, B in 15 to 22 from row 7 on,
/// the laser's shaft in row 17.
#[test]
fn a_click_selects_the_smallest_thing_there_and_a_drag_moves_it() {
    let mut app = start();
    mouse(&mut app, MouseKind::Press, (30, 8));
    assert!(place(&app).starts_with("A "));
    mouse(&mut app, MouseKind::Press, (37, 15));
    assert!(place(&app).starts_with("L "));
    mouse(&mut app, MouseKind::Press, (1, 1));
    mouse(&mut app, MouseKind::Press, (45, 21));
    assert!(place(&app).starts_with("L "), "nothing is there");
    mouse(&mut app, MouseKind::Press, (17, 8));
    assert_eq!(place(&app), "B 11,10..19,18");
    mouse(&mut app, MouseKind::Drag, (20, 9));
    assert_eq!((place(&app).as_str(), app.last_command()), ("B 14,12..22,20", Some("move 3 2")));
    mouse(&mut app, MouseKind::Drag, (20, 9));
    assert_eq!(app.sandbox().history().len(), 1, "it is there already");
    mouse(&mut app, MouseKind::Drag, (10, 9));
    mouse(&mut app, MouseKind::Release, (10, 9));
    mouse(&mut app, MouseKind::Drag, (12, 9));
    assert_eq!(place(&app), "B 4,12..12,20");
    press(&mut app, "u u");
    assert_eq!(place(&app), "B 11,10..19,18");
}

#[test]
fn a_drag_moves_what_the_arrows_hold() {
    let mut app = start();
    press(&mut app, "Tab e");
    mouse(&mut app, MouseKind::Press, (10, 19));
    assert_eq!(app.grip(), Grip::End(0), "the end that was pressed");
    mouse(&mut app, MouseKind::Drag, (12, 18));
    assert_eq!(app.last_command(), Some("end 1 2 -2"));
    let mut app = start();
    press(&mut app, "v");
    mouse(&mut app, MouseKind::Press, (17, 8));
    mouse(&mut app, MouseKind::Drag, (20, 8));
    assert_eq!(app.last_command(), Some("velocity B 3 0"));
}

#[test]
fn a_drag_lands_on_the_grid_and_is_exact_at_every_zoom() {
    let mut app = start();
    press(&mut app, "L K c s");
    mouse(&mut app, MouseKind::Press, (17, 8));
    mouse(&mut app, MouseKind::Drag, (20, 9));
    assert_eq!(place(&app), "B 14,12..22,20");
    let mut app = after(&["box A 0 0 1 1"]);
    press(&mut app, "+ + + +");
    let before = place(&app);
    let at = app.viewport().cell_of(app.sandbox().selection().expect("A").1.shape.bounds().0);
    let col = u16::try_from(at.col + 6).expect("in view");
    let row = u16::try_from(at.row + 3).expect("in view");
    mouse(&mut app, MouseKind::Press, (col, row));
    mouse(&mut app, MouseKind::Drag, (col + 3, row));
    assert_ne!(place(&app), before);
    mouse(&mut app, MouseKind::Drag, (col, row));
    assert_eq!(place(&app), before, "and back is back");
}

#[test]
fn the_wheel_zooms_about_the_pointer_and_scrolls_the_panel() {
    let mut app = start();
    let cell = app.viewport().unit_point(20, 10);
    mouse(&mut app, MouseKind::WheelUp, (24, 12));
    assert_eq!(app.viewport().zoom(), 1);
    let seen = app.viewport().cell_of(cell);
    assert!((19..=21).contains(&seen.col) && (9..=11).contains(&seen.row), "{seen:?}");
    mouse(&mut app, MouseKind::WheelDown, (24, 12));
    assert_eq!((app.viewport().zoom(), app.viewport().unit_point(20, 10)), (0, cell));
    press(&mut app, "?");
    mouse(&mut app, MouseKind::WheelDown, (24, 12));
    assert_eq!(app.help().map(|help| help.top), Some(3));
    mouse(&mut app, MouseKind::Press, (17, 8));
    assert_eq!(app.help().map(|help| help.top), Some(3), "a click behind help does nothing");
}

#[test]
fn tabs_lines_of_the_log_methods_and_values_are_clicked() {
    let mut app = start();
    press(&mut app, "Right Right Right Right Right Right");
    let tab = spot(&app, |spot| spot == Spot::Tab(Tab::Methods));
    mouse(&mut app, MouseKind::Press, tab);
    assert_eq!(app.tab(), Tab::Methods);
    let method = spot(&app, |spot| matches!(spot, Spot::Method(_)));
    mouse(&mut app, MouseKind::Press, method);
    assert!(app.method().is_some() && app.tab() == Tab::Methods);
    mouse(&mut app, MouseKind::Press, method);
    assert_eq!(app.tab(), Tab::Why, "once more");
    let tab = spot(&app, |spot| spot == Spot::Tab(Tab::Log));
    mouse(&mut app, MouseKind::Press, tab);
    let line = spot(&app, |spot| matches!(spot, Spot::Record(_)));
    mouse(&mut app, MouseKind::Press, line);
    assert_eq!((app.sandbox().world().frame(), app.focus()), (6, Focus::Panel));
    mouse(&mut app, MouseKind::Press, line);
    assert_eq!(app.sandbox().world().frame(), 5, "once more goes there");
    press(&mut app, "4");
    let row = spot(&app, |spot| spot == Spot::Row(3));
    mouse(&mut app, MouseKind::Press, row);
    assert_eq!((app.focus(), app.chosen_row()), (Focus::Form, 3));
    mouse(&mut app, MouseKind::Press, row);
    assert!(app.form().editor().is_some(), "once more types");
    mouse(&mut app, MouseKind::Press, (17, 8));
    assert_eq!(app.focus(), Focus::Arena);
}

#[test]
fn commands_of_editing_read_as_they_are_written() {
    for line in [
        "vertex insert P 2 1.5 -3",
        "vertex remove 3",
        "set A.center.x 1.5",
        "set A.bottom-center.height 20000",
    ] {
        for axes in hitscan::world::Axes::ALL {
            let command = Command::parse(line, axes).expect(line).expect("a command");
            assert_eq!(command.written(axes).to_string(), line);
        }
    }
}

fn anything() -> impl Strategy<Value = (KeyPress, Option<MouseEvent>)> {
    let keys: Vec<char> = "hjklietvacsnxXypmo0123456789.-zbdu4:wf+=".chars().collect();
    let named = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::End,
    ];
    let key = prop_oneof![
        4 => prop::sample::select(keys).prop_map(|c| KeyPress::plain(KeyCode::Char(c))),
        3 => prop::sample::select(named.to_vec()).prop_map(KeyPress::plain),
    ];
    let kinds = [
        MouseKind::Press,
        MouseKind::Drag,
        MouseKind::Release,
        MouseKind::WheelUp,
        MouseKind::WheelDown,
    ];
    let event = (prop::sample::select(kinds.to_vec()), 0..210_u16, 0..70_u16)
        .prop_map(|(kind, col, row)| MouseEvent { kind, col, row });
    (key, prop::option::weighted(0.3, event))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any keys and any use of the mouse: nothing panics, what is drawn can be
    /// pointed at, and everything that was done can be undone.
    #[test]
    fn anything_typed_and_pointed_at_leaves_a_sound_app(
        all in prop::collection::vec(anything(), 0..80),
        size in prop::sample::select(vec![SIZE, (60, 16), (120, 40)]),
    ) {
        let mut app = start();
        app.resize(size.0, size.1);
        let before = app.sandbox().scene().objects;
        for (key, event) in all {
            app.press(key);
            if let Some(event) = event {
                let spots = spots(&app);
                app.point(event, &spots);
            }
            prop_assert!(app.chosen_row() < app.form_rows().len().max(1));
        }
        let is_open = |app: &App| {
            let is_typed = app.form().editor().is_some() || app.prompt().is_some();
            is_typed || app.pending().is_some() || app.help().is_some()
        };
        // Help that is searched, over a line that was typed.
        for _ in 0..4 {
            press(&mut app, "Esc");
        }
        prop_assert!(!is_open(&app), "{:?} {:?}", app.prompt(), app.help());
        app.press(KeyPress::plain(KeyCode::Esc));
        press(&mut app, "g");
        prop_assert_eq!(app.sandbox().scene().objects, before);
    }
}
