//! The claims of the built-in scenes' notes, word by word. For each scene, `claims.txt` has its
//! note, keys to press in it, and what is then visible for the pair in view: the result,
//! and every method by its answer. `UPDATE_CLAIMS=1` updates the observations.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use hitscan::tested::app::{App, Effect, KeyPress};
use hitscan::tested::cli::guide::Page;
use hitscan_core::engine::expect::Examined;
use hitscan_core::methods::{Arithmetic, Method, Requested};
use hitscan_core::scene::{SweptOutcome, builtin, gallery};
use hitscan_core::words::why::{Medium, PageSubject, page};
use hitscan_core::world::Object;
use hitscan_geom::Point;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::gallery_notes::press;
use crate::keyboard::{SIZE, built_in};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/notes/claims.txt");

/// A row: keys, what is then observed for the pair, and further facts.
struct Row {
    keys: String,
    seen: String,
    besides: Vec<String>,
}

struct Entry {
    scene: String,
    note: String,
    rows: Vec<Row>,
}

fn entries() -> Vec<Entry> {
    let text = fs::read_to_string(FILE).expect("there are claims");
    let mut entries: Vec<Entry> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(scene) = line.strip_prefix("== ") {
            entries.push(Entry { scene: scene.into(), note: String::new(), rows: Vec::new() });
            continue;
        }
        let entry = entries.last_mut().expect("a scene comes first");
        if let Some(note) = line.strip_prefix("note: ") {
            entry.note = note.into();
        } else if let Some(keys) = line.strip_prefix("> ") {
            let (seen, besides) = (String::new(), Vec::new());
            entry.rows.push(Row { keys: keys.into(), seen, besides });
        } else {
            let row = entry.rows.last_mut().expect("keys come first");
            match line.trim().strip_prefix("+ ") {
                Some(fact) => row.besides.push(fact.into()),
                None => row.seen = line.trim().into(),
            }
        }
    }
    entries
}

/// `B>A HIT overlaps top 4/5; hit: straddle, edges; left: relative-velocity`.
fn seen(app: &App) -> String {
    let Some(pair) = app.engine.pair_in_focus() else { return "no pair".to_owned() };
    let contact = app.engine.sandbox().world().settings().boundary_rule;
    let examined = Examined::requested(pair, contact, &Requested::All);
    let (found, truth) = (&examined.pair.pair_result, examined.truth());
    let mut text = format!(
        "{}>{} {} {}",
        examined.pair.a.name,
        examined.pair.b.name,
        found.outcome.word(),
        found.meeting.relation.token()
    );
    if let Some(outcome) = truth.outcome.map(SweptOutcome::token) {
        let time = found.time().map(|t| t.to_string()).unwrap_or_default();
        let sides = found.sides().to_string();
        let words = [outcome, &sides, &time].into_iter().filter(|word| !word.is_empty());
        let _ = write!(text, "; swept: {}", words.collect::<Vec<_>>().join(" "));
    }
    let mut by_answer: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for method in Method::all().filter(|method| *method != Method::SWEPT) {
        if let Some(answer) = examined.answer_by(method) {
            by_answer.entry(answer).or_default().push(method.id());
        }
    }
    for (answer, ids) in by_answer {
        let _ = write!(text, "; {answer}: {}", ids.join(", "));
    }
    let wrong = truth.wrong.unwrap_or_default();
    let wrong: Vec<_> = wrong.into_iter().map(Method::id).collect();
    if !wrong.is_empty() {
        let _ = write!(text, "; wrong: {}", wrong.join(", "));
    }
    text
}

/// The panel and the rows at the foot, as text.
fn screen(app: &App) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    hitscan::tested::view::draw(app.model(), &mut buffer);
    let left = |y| if y < SIZE.1 - 2 { 48 } else { 0 };
    let row = |y| (left(y)..SIZE.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let rows: Vec<_> = (0..SIZE.1).map(row).collect();
    let words = rows.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    // The note itself is no evidence.
    words.replace(&app.model().note(), "")
}

/// The page of Why about a method and the pair in view, in one line.
fn page_of(app: &App, id: &str) -> String {
    let pair = app.engine.pair_in_focus().expect("a pair");
    let settings = app.engine.sandbox().world().settings();
    let subject = PageSubject {
        a: &pair.a,
        b: &pair.b,
        pair_result: &pair.pair_result,
        about: Method::find(id),
        arithmetic: Arithmetic::Exact,
        settings,
        answers_by: settings.answers_by(),
        is_past: false,
        scene_source: "",
        is_ascii: false,
        next_key: None,
    };
    let page = page(&subject, Medium::Lines(200));
    page.lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
}

/// The top left corner of the bounding box of each object.
fn places(app: &App) -> BTreeMap<String, Point> {
    let objects = app.engine.sandbox().world().objects();
    objects.map(|(_, object)| (object.name.to_string(), object.shape.bounds().0)).collect()
}

/// Checks how far the keys of a row have moved an object: `L 0,0.2`.
#[track_caller]
fn assert_moved([before, after]: [&BTreeMap<String, Point>; 2], fact: &str, scene: &str) {
    let (name, by) = fact.split_once(' ').expect(fact);
    let [from, to] = [before, after].map(|places| places[name]);
    let moved = [to.x.checked_sub(from.x), to.y.checked_sub(from.y)].map(|way| way.expect("short"));
    assert_eq!(format!("{},{}", moved[0], moved[1]), by, "{scene}: {name}");
}

/// Checks a further fact: on the screen, about a position, or until a state recurs.
#[track_caller]
fn assert_besides(app: &App, fact: &str, scene: &str) {
    let (kind, rest) = fact.split_once(' ').expect(fact);
    match kind {
        "screen" => assert!(screen(app).contains(rest), "{scene}: {rest} in {}", screen(app)),
        "page" => {
            let (id, text) = rest.split_once(' ').expect(fact);
            assert!(page_of(app, id).contains(text), "{scene}: {}", page_of(app, id));
        }
        "frame" => assert_eq!(app.engine.sandbox().world().frame().to_string(), rest, "{scene}"),
        "place" => {
            let (name, at) = rest.split_once(' ').expect(fact);
            let mut objects = app.engine.sandbox().world().objects();
            let found = objects.find(|(_, object)| object.name.as_str() == name).expect(name);
            let (min, _) = found.1.shape.bounds();
            assert_eq!(format!("{},{}", min.x, min.y), at, "{scene}: {name}");
        }
        "velocity" => {
            let (name, at) = rest.split_once(' ').expect(fact);
            let mut objects = app.engine.sandbox().world().objects();
            let found = objects.find(|(_, object)| object.name.as_str() == name).expect(name).1;
            assert_eq!(format!("{},{}", found.velocity.x, found.velocity.y), at, "{scene}");
        }
        // The x distance of two corners.
        "gap" => {
            let (name, wide) = rest.split_once(' ').expect(fact);
            let mut objects = app.engine.sandbox().world().objects();
            let found = objects.find(|(_, object)| object.name.as_str() == name).expect(name).1;
            let at = found.shape.vertices();
            let pairs = at.iter().flat_map(|one| at.iter().map(move |other| [one.x, other.x]));
            let gaps = pairs.filter_map(|[one, other]| one.checked_sub(other));
            let gaps: Vec<_> = gaps.map(|gap| gap.abs().to_string()).collect();
            assert!(gaps.iter().any(|gap| gap == wide), "{scene}: {gaps:?}");
        }
        // The ratio of the widths of the widest and the narrowest box.
        "widest" => {
            let widths = app
                .engine
                .sandbox()
                .world()
                .objects()
                .filter_map(|(_, object)| object.shape.as_box().map(|it| it.width().wide()));
            let widths: BTreeSet<_> = widths.collect();
            let (first, last) = (widths.first().expect("a box"), widths.last().expect("a box"));
            let times = rest.split_once(',').map_or(rest, |(times, _)| times);
            assert_eq!((last / first).to_string(), times, "{scene}: {first} {last}");
        }
        // A side of its bounding box.
        "edge" => {
            let [name, side, at] = rest.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{fact}")
            };
            let mut objects = app.engine.sandbox().world().objects();
            let found = objects.find(|(_, object)| object.name.as_str() == name).expect(name);
            let (min, max) = found.1.shape.bounds();
            let found = match side {
                "left" => min.x,
                "top" => min.y,
                "right" => max.x,
                _ => max.y,
            };
            assert_eq!(found.to_string(), at, "{scene}: {name}'s {side}");
        }
        "never-wrong" => assert_eq!(never_wrong(scene, rest), None, "{scene}"),
        // A quotation that the guide or a page of Why also has.
        "quote" => {
            let readings = Method::readings().filter_map(|method| method.row().reading);
            let mut quoted = readings.flat_map(|reading| reading.about);
            let is_quoted = quoted.any(|about| about.contains(rest));
            assert!(is_quoted || Page::Methods.text().contains(rest), "{scene}: {rest}");
        }
        _ => panic!("{scene}: {fact}"),
    }
}

/// The first frame in which this method is wrong about any pair; `None` if a state of the world
/// recurs first.
fn never_wrong(scene: &str, method: &str) -> Option<u64> {
    let mut app = built_in(scene);
    let mut states: Vec<Vec<Object>> = Vec::new();
    loop {
        let world = app.engine.sandbox().world();
        let state: Vec<_> = world.objects().map(|(_, object)| object.clone()).collect();
        if states.contains(&state) {
            return None;
        }
        assert!(states.len() < 2000, "{scene}: no state comes again");
        states.push(state);
        press(&mut app, ".");
        let ids: Vec<_> = app.engine.sandbox().world().objects().map(|(id, _)| id).collect();
        let contact = app.engine.sandbox().world().settings().boundary_rule;
        for (index, &a) in ids.iter().enumerate() {
            for &b in &ids[index + 1..] {
                let Some(pair) = app.engine.sandbox().pair(a, b) else { continue };
                let wrong = Examined::of(pair, contact).truth().wrong.unwrap_or_default();
                if wrong.iter().any(|found| found.id() == method) {
                    return Some(app.engine.sandbox().world().frame());
                }
            }
        }
    }
}

#[test]
fn every_scene_has_claims_and_every_claim_holds() {
    let mut entries = entries();
    let named: Vec<_> = entries.iter().map(|entry| entry.scene.clone()).collect();
    let scenes: Vec<_> = gallery().iter().map(|(name, _)| *name).collect();
    assert_eq!(named, scenes, "an entry for each scene");
    let is_updating = std::env::var_os("UPDATE_CLAIMS").is_some();
    for entry in &mut entries {
        let note = builtin(&entry.scene).expect("built in").note;
        assert_eq!(entry.note, note.shown(), "{}: the note, letter by letter", entry.scene);
        assert!(!entry.rows.is_empty(), "{}", entry.scene);
        let mut app = built_in(&entry.scene);
        for row in &mut entry.rows {
            let before = places(&app);
            match row.keys.strip_suffix(" o") {
                // The list of scenes asks for files.
                Some(before) => {
                    press(&mut app, before);
                    let asked = app.press(KeyPress::parse("o").expect("a key"));
                    assert_eq!(asked, [Effect::ListScenes]);
                }
                None => press(&mut app, &row.keys.replace("(none)", "")),
            }
            let seen = seen(&app);
            if is_updating {
                row.seen = seen;
            } else {
                assert_eq!(row.seen, seen, "{} after {}", entry.scene, row.keys);
            }
            for fact in &row.besides {
                match fact.strip_prefix("moved ") {
                    Some(moved) => assert_moved([&before, &places(&app)], moved, &entry.scene),
                    None => assert_besides(&app, fact, &entry.scene),
                }
            }
        }
    }
    if is_updating {
        fs::write(FILE, written(&entries)).expect("it can be written");
    }
}

fn written(entries: &[Entry]) -> String {
    let mut text = String::from(
        "# What notes claim: the note of each scene, keys to press in it, and what is then seen.\n",
    );
    for Entry { scene, note, rows } in entries {
        let _ = write!(text, "\n== {scene}\nnote: {note}\n");
        for Row { keys, seen, besides } in rows {
            let _ = writeln!(text, "> {keys}\n  {seen}");
            for fact in besides {
                let _ = writeln!(text, "  + {fact}");
            }
        }
    }
    text
}

/// The words of a note that claim something, in lower case.
fn claimed(note: &str) -> BTreeSet<String> {
    let ids: Vec<_> = Method::all().chain(Method::readings()).map(Method::id).collect();
    let words = note.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'));
    let words = words.map(|word| word.trim_matches(['.', '-']));
    let words = words.map(|word| if word == "tenth" { "0.1" } else { word });
    let claims = |word: &&str| {
        let results = ["HIT", "TOUCH", "MISS"];
        let named = ["left", "top", "bottom", "corner", "graze", "wrong", "top-bottom"];
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        is_number || ids.contains(word) || results.contains(word) || named.contains(word)
    };
    words.filter(claims).map(str::to_lowercase).collect()
}

/// What only the picture shows, or the title of an article.
const IN_THE_PICTURE: [(&str, &str); 7] = [
    ("edge-line", "6"),
    ("point", "14"),
    ("point", "top"),
    ("bricks-45", "12"),
    ("breakout", "12"),
    ("off-45", "45"),
    ("on-the-edge", "left"),
];

/// In the observations of a row, in its keys, or in the scene's expectations.
#[test]
fn every_number_method_and_result_of_a_note_is_seen_or_expected() {
    let mut missing = Vec::new();
    for entry in entries() {
        let (_, text) = gallery().iter().find(|(name, _)| *name == entry.scene).expect("there");
        let expected = text.split_once("[[expect]]").map_or("", |(_, expected)| expected);
        let mut seen = expected.to_lowercase();
        for Row { keys, seen: row, besides } in &entry.rows {
            seen += &format!(" {keys} {row} {}", besides.join(" ")).to_lowercase();
        }
        if entry.scene == "corner" {
            // The log says so of two sides at one point.
            seen += " corner";
        }
        let is_pictured = |word: &str| IN_THE_PICTURE.contains(&(entry.scene.as_str(), word));
        let unseen = claimed(&entry.note).into_iter();
        let unseen = unseen.filter(|word| !seen.contains(word) && !is_pictured(word));
        missing.extend(unseen.map(|word| format!("{}: {word}", entry.scene)));
    }
    assert!(missing.is_empty(), "neither seen nor expected: {missing:#?}");
}

/// A note that quotes an article or makes a claim about all frames has a row that checks it.
#[test]
fn claims_of_never_are_played_and_quotes_of_articles_are_checked() {
    for entry in entries() {
        let has = |kind: &str| {
            let facts = entry.rows.iter().flat_map(|row| &row.besides);
            facts.filter_map(|fact| fact.split(' ').next()).any(|found| found == kind)
        };
        let says = |words: &[&str]| words.iter().any(|word| entry.note.contains(word));
        if says(&["never", "always"]) {
            assert!(has("never-wrong"), "{}", entry.scene);
        }
        if says(&["the article", "its author"]) {
            assert!(has("quote"), "{}", entry.scene);
        }
    }
}
