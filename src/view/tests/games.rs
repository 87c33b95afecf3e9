//! Games: how near they are to their end, what the screen says at the end, and which names and
//! tints are shown during play.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use super::designed::difference;
use super::{app_of, entered, pressed, rows, screen, screen_in};
use crate::app::{App, Appearance, ColorDepth, GlyphSet, ThemeName};
use crate::view::Theme;
use hitscan_core::methods::{ListedWhen, Method};
use hitscan_core::scene::{Scene, SceneSource};

const SIZE: (u16, u16) = (80, 24);

fn app_in(scene: &str, size: (u16, u16)) -> App {
    let scene = Scene::parse(scene).expect("a scene");
    App::new(scene, SceneSource::BuiltIn("game".to_owned()), size, GlyphSet::Lines)
        .expect("a world")
}

/// The app after this many frames of the clock.
fn ticked(app: App, frames: usize) -> App {
    let mut app = pressed(app, "Space");
    (0..frames).for_each(|_| app.tick());
    app
}

/// A game of Breakout, played to the end by a paddle that follows the ball.
fn won(size: (u16, u16)) -> App {
    let mut app = app_of("breakout", size, "Space");
    for _ in 0..2000 {
        if app.engine.sandbox().game_over().is_some() {
            break;
        }
        let middle = |name: &str| {
            let mut objects = app.engine.world().objects();
            let (_, object) = objects.find(|(_, object)| object.name.as_str() == name).expect(name);
            let (min, max) = object.shape.bounds();
            min.x.wide() + max.x.wide()
        };
        let ahead = middle("ball") - middle("paddle");
        let wanted = if ahead.abs() <= 4000 { 0 } else { ahead.signum() };
        let speed = app.engine.sandbox().selection().expect("the paddle").1.velocity.x;
        match wanted - speed.wide().signum() {
            0 => {}
            less if less < 0 => app = pressed(app, "Left"),
            _ => app = pressed(app, "Right"),
        }
        app.tick();
    }
    app
}

/// The rows of the panel, without its border.
fn panel(app: &App) -> Vec<String> {
    let rows = rows(&screen(app));
    rows[1..rows.len() - 2].iter().map(|row| row.chars().skip(48).collect()).collect()
}

fn lost() -> App {
    ticked(app_of("breakout", SIZE, "Right"), 20)
}

#[test]
fn a_won_game_says_so_and_shows_counts() {
    let app = won(SIZE);
    assert!(!app.engine.is_playing());
    let rows = rows(&screen(&app));
    let header = " breakout  break every brick                           frame 231   boxes bounce";
    assert_eq!(rows[0], header);
    let panel = panel(&app);
    assert_eq!(panel[1..3], [" WON   12 of 12 bricks broken", "       ball hit b2's bottom"]);
    assert_eq!(panel[3], "\u{2500}".repeat(32));
    assert_eq!(
        panel[4],
        " bricks \u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}   12 of 12"
    );
    assert_eq!(panel[6..8], [" relative-velocity was never", " wrong; the truth played."]);
    let keys = [" [g]  again from the start", " [(]  the hits, one by one", " [o]  another scene"];
    assert_eq!(panel[9..12], keys);
    assert!(rows.iter().any(|row| row.contains("║   WON, frame 231   ║")), "{rows:#?}");
    assert!(rows[23].starts_with(" g start  , back  ( ) hits  ! ; wrong  o scenes   "), "{rows:?}");
    // Where the last brick was hit, which is now gone.
    assert_eq!(rows[6].chars().nth(17), Some('\u{d7}'), "{}", rows[6]);
    assert!(!rows[22].contains(":play"), "{}", rows[22]);
}

#[test]
fn a_won_game_is_drawn_as_designed() {
    let look =
        Appearance { theme: ThemeName::Dark, found: ColorDepth::Rgb, ..Appearance::default() };
    let found = difference("on_ground/won", &won(SIZE), &Theme::of(look));
    assert_eq!(found, None, "{}", found.clone().unwrap_or_default());
}

#[test]
fn a_lost_game_names_the_contact_and_the_keys_back() {
    let app = lost();
    let rows = rows(&screen(&app));
    let panel = panel(&app);
    assert_eq!(panel[1..3], [" LOST  the ball is down", "       ball hit floor's top"]);
    let keys = [" [,]  a frame back: steer again", " [g]  from the start"];
    assert_eq!(panel[6..8], keys);
    assert!(rows.iter().any(|row| row.contains("║ [,] back [g] start ║")), "{rows:#?}");
    let next = pressed(app, "Esc");
    assert!(!super::rows(&screen(&next)).iter().any(|row| row.contains("LOST, frame")), "it goes");
    assert!(rows[23].starts_with(" , back  . step  g start  Esc move   "), "{}", rows[23]);
    assert_eq!(rows[22], " STEER  paddle box  x 28..38  y 32..33  v 2,0  speed 2,0");
}

/// No outline at any zoom, so that a brick is always its tint.
#[test]
fn bricks_ball_and_paddle_are_solid_at_every_zoom() {
    for size in [SIZE, (160, 60), (300, 100)] {
        let app = app_of("breakout", size, "");
        let screen = screen(&app);
        let tinted = |name: &str| {
            let mut objects = app.engine.world().objects();
            let (_, object) = objects.find(|(_, object)| object.name.as_str() == name).expect(name);
            let view = &app.screen.viewport;
            let (min, max) = object.shape.bounds();
            let (from, to) = (view.cell_of(min), view.cell_of(max));
            let cells = (from.row..to.row.max(from.row + 1))
                .flat_map(|row| (from.col..to.col).map(move |col| (col + 4, row + 2)));
            let at = |(col, row): (i64, i64)| {
                let (col, row) = (u16::try_from(col).ok()?, u16::try_from(row).ok()?);
                Some(screen.cell((col, row))?.symbol().to_owned())
            };
            cells.filter_map(at).collect::<String>()
        };
        for name in ["b1", "ball"] {
            let filled = tinted(name);
            assert!(!filled.is_empty(), "{name} at {size:?}");
            assert!(filled.chars().all(|c| "█▐▌".contains(c)), "{name} at {size:?}: {filled}");
        }
    }
}

#[test]
fn a_message_is_shown_whole_in_the_panel_or_in_the_status() {
    let app = app_of("platform", SIZE, "");
    let app = entered(entered(app, "set hero.x 37"), "set hero.y 34");
    let falls = ticked(entered(app.clone(), "set deep.message \"down it goes, all the way\""), 9);
    assert_eq!(panel(&falls)[1], " LOST  down it goes, all the w\u{2026}");
    assert_eq!(rows(&screen(&falls))[22], " lost: down it goes, all the way");
    let short = ticked(app, 9);
    assert_eq!(panel(&short)[1], " LOST  you fell");
}

#[test]
fn the_end_is_shown_only_at_its_frame() {
    let word = |app: &App| panel(app)[1].split_whitespace().next().map(str::to_owned);
    let app = lost();
    assert_eq!(word(&app).as_deref(), Some("LOST"));
    let back = pressed(app, ",");
    assert_ne!(word(&back).as_deref(), Some("LOST"));
    let again = pressed(back, ".");
    assert_eq!(word(&again).as_deref(), Some("LOST"));
    // After the end, the pair in focus is shown again.
    let beyond = pressed(again, ".");
    assert_ne!(word(&beyond).as_deref(), Some("LOST"));
    let at_the_end = pressed(beyond, ",");
    assert_eq!(word(&at_the_end).as_deref(), Some("LOST"));
    // A player keeps pressing arrows.
    assert_eq!(word(&pressed(at_the_end.clone(), "Left")).as_deref(), Some("LOST"));
    assert_ne!(word(&pressed(at_the_end, "Tab")).as_deref(), Some("LOST"), "another pair");
}

#[test]
fn counters_replace_the_title() {
    let game = |title: &str| {
        let frames = "win = [\"broken\", \"frames 600\"]\nlose = \"broken\"\n";
        let boxes = "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [4, 4]\nbreaks_after = 1\n";
        format!("title = \"{title}\"\n{frames}{boxes}")
    };
    let header = |title: &str, cols| rows(&screen(&app_in(&game(title), (cols, 24))))[0].clone();
    let fields = "bricks 0/1  frames 0/600   frame 0   boxes pass through";
    let gap = " ".repeat(10);
    assert_eq!(header("short", 80), format!(" game  short{gap}  {fields}"));
    assert_eq!(
        header("a title without the room it needs", 80),
        format!(" game  a title withou\u{2026}  {fields}")
    );
    assert!(header("short", 60).starts_with(" game   "));
    assert_eq!(header("short", 40), " game            frames 0/600   frame 0");
}

/// The look of a brick in the first row, and of one in the second.
fn bricks(theme: &Theme) -> [Cell; 2] {
    let app = app_of("breakout", SIZE, "");
    let screen = screen_in(&app, theme);
    [(9, 6), (9, 8)].map(|at| screen[at].clone())
}

#[test]
fn rows_of_bricks_differ_by_tint_and_without_colours_by_shade() {
    let theme =
        |theme, depth| Theme::of(Appearance { theme, asked: Some(depth), ..Appearance::default() });
    let dark = bricks(&theme(ThemeName::Dark, ColorDepth::Rgb));
    assert_eq!(dark[0].fg, Color::Rgb(0x6f, 0x9a, 0xe8));
    assert_eq!(dark[1].fg, Color::Rgb(0x4f, 0xb0, 0xae));
    let light = bricks(&theme(ThemeName::Light, ColorDepth::Indexed));
    assert_eq!([light[0].fg, light[1].fg], [Color::Indexed(26), Color::Indexed(30)]);
    let sixteen = bricks(&Theme::SIXTEEN);
    assert_eq!([sixteen[0].fg, sixteen[1].fg], [Color::LightBlue, Color::LightCyan]);
    for tinted in dark.iter().chain(&light).chain(&sixteen) {
        assert_eq!((tinted.symbol(), tinted.modifier), ("\u{2588}", Modifier::empty()));
    }
    for plain in [Theme::PLAIN, Theme::HIGH_CONTRAST] {
        let [first, second] = bricks(&plain).map(|cell| cell.symbol().to_owned());
        assert_eq!([first.as_str(), second.as_str()], ["\u{2588}", "\u{2593}"]);
    }
}

/// The names in the arena.
fn names(app: &App) -> Vec<String> {
    let rows = rows(&screen(app));
    let (cols, all) = (47, app.engine.world().objects());
    let arena: Vec<String> =
        rows[2..22].iter().map(|row| row.chars().take(cols).collect()).collect();
    let is_named = |name: &String| {
        arena.iter().any(|row| {
            let mut words = row.split(|c: char| !c.is_ascii_alphanumeric());
            words.any(|word| word == name)
        })
    };
    all.map(|(_, object)| object.name.to_string()).filter(is_named).collect()
}

#[test]
fn a_steered_game_names_only_the_pair_in_focus_and_only_while_paused() {
    let app = app_of("breakout", SIZE, "");
    assert_eq!(names(&app), ["paddle", "floor"]);
    let playing = ticked(app.clone(), 2);
    assert!(playing.engine.is_playing());
    assert_eq!(names(&playing), Vec::<String>::new());
    assert_eq!(names(&lost()), Vec::<String>::new());
    // Bricks have tints, and only the selected one has a name.
    let moving = pressed(app, "Esc");
    assert_eq!(names(&moving), ["ball", "paddle", "W", "E", "SW", "SE", "N", "floor"]);
    let brick = entered(moving, "select b3");
    assert!(names(&brick).contains(&"b3".to_owned()) && !names(&brick).contains(&"b4".to_owned()));
}

#[test]
fn a_hidden_name_is_shown_if_the_box_is_selected_or_in_focus() {
    let boxes = "\
        [[box]]\nname = \"A\"\nat = [0, 4]\nsize = [6, 6]\nvelocity = [4, 0]\n\
        [[box]]\nname = \"B\"\nat = [16, 4]\nsize = [6, 6]\nname_shown = false\n";
    let app = app_in(boxes, SIZE);
    assert_eq!(names(&app), ["A"]);
    assert_eq!(names(&pressed(app.clone(), "Tab")), ["A", "B"]);
    let hit = pressed(app, ". . . .");
    assert_eq!(names(&hit), ["A"]);
    assert_eq!(names(&pressed(hit, "Enter Up")), ["A", "B"], "in the line of the log");
}

/// Methods from games fill the rows that the tables of the articles leave free.
#[test]
fn methods_from_games_take_the_spare_rows_and_the_most_common_come_first() {
    const MET_FIRST: [&str; 3] = ["corners-inside", "least-overlap", "axis-by-axis"];
    let begun = app_of("tunnel", (80, 24), "y i . 2");
    let pair = begun.engine.pair_in_focus().expect("a pair");
    let methods = pair.methods_for_shapes().into_iter();
    let of_games: Vec<&str> =
        methods.filter(|it| it.row().shown == ListedWhen::OnRequest).map(Method::id).collect();
    for rows_high in 24..=60 {
        let mut app = begun.clone();
        app.resize(80, rows_high);
        let words: Vec<String> = rows(&screen(&app))
            .iter()
            .flat_map(|row| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let is_listed =
            |id: &&&str| words.iter().any(|word| word.trim_start_matches(['│', '►']) == **id);
        let listed = of_games.iter().filter(is_listed).count();
        let first = MET_FIRST.iter().filter(is_listed).count();
        // The scene's own method, `sampled`, comes before them.
        assert_eq!(first, (listed - 1).min(MET_FIRST.len()), "{rows_high} rows");
        if let Some(at) = words.iter().position(|word| word == "more") {
            let left_out = of_games.len() - listed;
            assert_eq!(words[at - 1], format!("+{left_out}"), "{rows_high} rows");
        }
        match rows_high {
            24 => assert!((1..of_games.len()).contains(&listed), "some: {listed}"),
            60 => assert_eq!(listed, of_games.len(), "all"),
            _ => {}
        }
    }
}
