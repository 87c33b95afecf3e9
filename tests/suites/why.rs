//! The pages of the Why view as the panel shows them: those of the designed screens verbatim, and a
//! snapshot of every kind of page.

use hitscan_core::engine::{Engine, Pair};
use hitscan_core::methods::{Arithmetic, Method};
use hitscan_core::scene::Scene;
use hitscan_core::words::why::{Mark, Medium, PageSubject, page, pages};
use hitscan_core::world::{Name, Response, Settings};

use crate::cases::Cases;
use crate::sandboxes::sandbox_of;
use crate::snapshots::assert_snapshot;

/// The pair of these two objects, after these commands.
struct Told {
    sandbox: Engine,
    pair: Pair,
    is_past: bool,
}

fn told(commands: &[&str], first: &str, second: &str) -> Told {
    told_in(Scene::default(), commands, first, second)
}

/// The same in this scene.
fn told_in(scene: Scene, commands: &[&str], first: &str, second: &str) -> Told {
    let sandbox = sandbox_of(scene, commands);
    let id = |name| sandbox.world().find(&Name::new(name).expect("a name")).expect(name);
    let pair = sandbox.sandbox().pair(id(first), id(second)).expect("a pair");
    Told { sandbox, pair, is_past: false }
}

impl Told {
    /// A page as the panel shows it: the mark, then the text.
    fn page(&self, about: Option<Method>, arithmetic: Arithmetic, width: usize) -> String {
        self.on(about, arithmetic, Medium::Panel(width))
    }

    fn on(&self, about: Option<Method>, arithmetic: Arithmetic, medium: Medium) -> String {
        let settings = self.sandbox.world().settings();
        let subject = PageSubject {
            a: &self.pair.a,
            b: &self.pair.b,
            pair_result: &self.pair.pair_result,
            about,
            arithmetic,
            settings,
            answers_by: settings.answers_by(),
            is_past: self.is_past,
            scene_source: "",
            is_ascii: false,
            next_key: Some('n'),
        };
        let lines = page(&subject, medium).lines.into_iter().map(|line| {
            let mark = if line.mark == Mark::None { " " } else { ">" };
            format!("{mark}{}", line.text).trim_end().to_owned() + "\n"
        });
        lines.collect()
    }

    fn exactly(&self, about: Option<Method>, width: usize) -> String {
        self.page(about, Arithmetic::Exact, width)
    }

    /// Compares every page with its snapshot, at both widths.
    fn check_pages(&self, name: &str) {
        let mut cases = Cases::in_folder(format!("why/{name}"));
        for about in pages(&self.pair.a, &self.pair.b, &self.pair.pair_result, None) {
            for width in [32, 46] {
                let id = about.map_or("truth", Method::id);
                cases.check(&format!("{id} {width}"), &self.exactly(about, width));
            }
        }
    }
}

/// The two boxes of the start scene, B pushed until it touches A.
fn touching() -> Told {
    let mut commands = vec!["box A 24 6 12 16", "fixed A on", "box B 11 10 8 8"];
    commands.extend(["move 1 0"; 5]);
    told(&commands, "B", "A")
}

/// It decided where they went, so it takes precedence over other methods that err.
#[test]
fn every_product_of_a_point_is_0_only_where_it_is() {
    let of =
        |about, commands: &[&str], second| told(commands, "P", second).exactly(Some(about), 80);
    let near_an_edge = ["laser P 34 12 34 12", "box A 6 12 14 6"];
    let edges = of(Method::EDGES, &near_an_edge, "A");
    let why = "P is a point, in line with an edge, 14 apart: all products with it are 0.";
    assert!(
        edges.contains(why) && edges.contains("-- no") && !edges.contains("every product"),
        "{edges}"
    );
    let straddle = of(Method::STRADDLE, &["laser P 34 12 34 12", "laser L 0 12 10 12"], "L");
    let why = "A point has no direction: on the line of another, every product is 0.";
    assert!(straddle.contains(why), "{straddle}");
}

#[test]
fn the_truth_names_the_responding_side_method_if_it_errs() {
    let page = |side: &str| {
        let commands = ["box B 0 2 4 4", "box A 10 0 1 8", "velocity B 20 0", "response stop"];
        told(&[&commands[..], &[side, "step"]].concat(), "B", "A").exactly(None, 70)
    };
    let tunnelled = page("side relative-velocity");
    let answered = ">They answer by relative-velocity (n x8), which names none (wrong, tunnelled).";
    let unwrapped = tunnelled.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped.contains(answered), "{tunnelled}");
    let exact = page("side swept");
    assert!(!exact.contains("answer by"), "{exact}");
}

/// Some methods count touching edges as a HIT.
#[test]
fn no_page_says_that_all_agree_while_a_method_counts_touching_as_a_hit() {
    let commands = ["laser L -4 2 0 2", "box A 0 0 4 4"];
    let page = told(&commands, "L", "A").exactly(None, 46);
    assert!(page.contains(" edges (n) counts touching as a HIT."), "{page}");
    assert!(!page.contains("No method says anything else"), "{page}");
}

#[test]
fn the_pages_of_every_kind_of_pair() {
    let cases = include_str!("../fixtures/why_pairs.txt").lines().skip(1);
    for case in cases {
        let (name, rest) = case.split_once(": ").expect(case);
        let (pair, commands) = rest.split_once(" | ").expect(case);
        let (first, second) = pair.split_once(' ').expect(case);
        told(&commands.split(" | ").collect::<Vec<_>>(), first, second).check_pages(name);
    }
}

/// A scene in which boxes bounce.
fn bouncing() -> Scene {
    Scene {
        settings: Settings { response: Response::Bounce, ..Settings::default() },
        ..Scene::default()
    }
}

#[test]
fn a_box_that_bounced_off() {
    let commands =
        ["box A 24 6 12 16", "fixed A on", "box B 11 10 8 8", "velocity B 3 0", "step 2"];
    told_in(bouncing(), &commands, "B", "A").check_pages("a_box_that_bounced_off");
}

/// Between A and C it turns around, so no straight motion took it past D.
#[test]
fn a_box_that_turned_on_its_way_has_no_pages_of_side_methods() {
    let commands = [
        "box A 24 6 12 16",
        "fixed A on",
        "box D 14 30 8 8",
        "fixed D on",
        "box B 14 10 8 8",
        "velocity B 7 0",
        "step",
    ];
    let told = told_in(bouncing(), &commands, "B", "D");
    let pages = pages(&told.pair.a, &told.pair.b, &told.pair.pair_result, None);
    let ids: Vec<_> = pages.iter().map(|page| page.map_or("truth", Method::id)).collect();
    assert_eq!(
        ids,
        [
            "truth",
            "center-distance",
            "center-distance-overview",
            "center-distance-at-most",
            "edge-relations",
            "edge-relations-table",
            "edges"
        ]
    );
    let swept = Some(Method::SWEPT);
    assert_eq!(told.exactly(swept, 32), told.exactly(None, 32));
}

/// 0.3 and 0.7 have no exact single-precision form; half their sum has.
#[test]
fn single_precision_has_a_page_of_its_own() {
    let told = told(&["box A 0 0 0.3 0.3", "box B 0.3 0.1 0.7 0.7"], "A", "B");
    let method = Method::CENTER_DISTANCE;
    let exact = told.exactly(Some(method), 32);
    assert!(exact.contains("\n f32: HIT, rounding\n"), "{exact}");
    assert_snapshot!("why", told.page(Some(method), Arithmetic::F32, 32));
}

#[test]
fn a_method_that_does_not_apply_shows_the_truth() {
    let told = touching();
    let straddle = Some(Method::STRADDLE);
    assert_eq!(told.exactly(straddle, 32), told.exactly(None, 32));
}

/// Text that is read aloud or parsed keeps its own columns, in which numbers are aligned.
#[test]
fn plain_lines_have_their_own_columns() {
    let told = touching();
    let lines = told.on(None, Arithmetic::Exact, Medium::Lines(80));
    let lines: Vec<_> = lines.lines().take(4).collect();
    assert_eq!(
        lines,
        [
            " truth  where they stand                                             page 1 of 7",
            "          x          y",
            " B        16..24     10..18",
            " A        24..36     6..22",
        ]
    );
}

#[test]
fn a_page_about_an_earlier_frame_says_so() {
    let told = Told { is_past: true, ..touching() };
    let at_46 = told.exactly(None, 46);
    assert!(at_46.starts_with(" truth  where they stood then "), "{at_46}");
    assert!(told.exactly(None, 32).starts_with(" truth where they stood "));
}
