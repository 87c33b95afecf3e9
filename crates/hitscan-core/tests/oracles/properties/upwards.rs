//! With y upwards, a page has the numbers, signs and turns that its reader computes from the
//! screen: it equals the page of the mirrored scene read with y downwards, except for the names of
//! mirrored things.

use std::cmp::Ordering;

use hitscan_core::methods::{Arithmetic, Method};
use hitscan_core::words::why::{Mark, Medium, PageSubject, page};
use hitscan_core::world::{Axes, PairResult, Participant, Settings};
use hitscan_geom::{Shape, ShapeKind, Vector};
use proptest::prelude::*;

use crate::properties::generators::{grid, near_frame};
use crate::properties::symmetries::Mirror;
use crate::properties::why::{any_pair, every_page, moved_parties, parties};

/// Wide enough for every sentence to fit in one line.
const WIDTH: usize = 240;

/// The lines of a page, and which one has the mark.
fn lines(
    [a, b]: &[Participant; 2],
    (about, arithmetic): (Option<Method>, Arithmetic),
    axes: Axes,
) -> Vec<String> {
    let pair_result = PairResult::of(a, b);
    let subject = PageSubject {
        a,
        b,
        pair_result: &pair_result,
        about,
        arithmetic,
        settings: &Settings { axes, ..Settings::default() },
        answers_by: None,
        is_past: false,
        scene_source: "",
        is_ascii: false,
        next_key: None,
    };
    let lines = page(&subject, Medium::Lines(WIDTH)).lines.into_iter().map(|line| {
        let mark = if line.mark == Mark::None { "" } else { "> " };
        let words: Vec<_> = line.text.split_whitespace().collect();
        format!("{mark}{}", words.join(" "))
    });
    lines.collect()
}

fn turned_over(participants: &[Participant; 2]) -> [Participant; 2] {
    participants.clone().map(|each| Participant {
        shape: Mirror::Y.shape(&each.shape),
        motion: Vector::new(each.motion.x, -each.motion.y),
        ..each
    })
}

/// The text with these words exchanged.
fn exchanged(text: &str, pairs: &[[&str; 2]]) -> String {
    let mut text = text.to_owned();
    for [one, other] in pairs {
        text = text.replace(one, "\u{1}").replace(other, one).replace('\u{1}', other);
    }
    text
}

/// A line about the mirrored scene, rewritten for the original.
fn renamed(line: &str, about: Option<Method>, kinds: [ShapeKind; 2]) -> String {
    let is_of_lasers = about.is_none_or(|method| method.id() != "bounding-boxes");
    if kinds == [ShapeKind::Segment; 2] && is_of_lasers {
        return exchanged(line, &[["left", "right"], ["down:", "up:"]]);
    }
    // It tests the top and the right edge of a box, whichever those are; the right one then runs
    // the other way.
    if about.is_some_and(|method| method.id() == "sat") {
        return if line.contains(" right: ") { reversed_ranges(line) } else { line.to_owned() };
    }
    let drawn = [["turned left", "turned right"], ["the lower", "the upper"]];
    let line = exchanged(line, &drawn);
    let line = exchanged(&line, &[["top", "bottom"], ["(code 2)", "(code 4)"]]);
    // Both ends of an axis, and two sides, have a fixed order.
    line.replace("bottom-top", "top-bottom")
        .replace("bottom or top", "top or bottom")
        .replace("right+top", "top+right")
        .replace("bottom+right", "right+bottom")
}

/// `B right: -3..4 and 5..9: apart` from the other end: `B right: -4..3 and -9..-5: apart`.
fn reversed_ranges(line: &str) -> String {
    each_range(line, |[low, high]| [-high, -low])
}

/// The line with its ranges changed, and their ends cut to six digits, since a minus sign may take
/// the place of a digit.
fn each_range(line: &str, change: fn([f64; 2]) -> [f64; 2]) -> String {
    let words = line.split(' ').map(|word| {
        let (range, colon) = word.strip_suffix(':').map_or((word, ""), |range| (range, ":"));
        let Some((low, high)) = range.split_once("..") else { return word.to_owned() };
        let ends = [low, high].map(|end| end.trim_start_matches('≈').parse().expect(end));
        // Adding 0 turns -0 into 0.
        let [low, high] = change(ends).map(|end| format!("{:.5e}", end + 0.0));
        format!("{low}..{high}{colon}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The lines that must be the same in both scenes, except for the order and the direction of edges.
fn comparable(
    lines: impl IntoIterator<Item = String>,
    about: Option<Method>,
    kinds: [ShapeKind; 2],
) -> Vec<String> {
    let has_box = kinds.contains(&ShapeKind::Box);
    let is = |id: &str| about.is_some_and(|method| method.id() == id);
    // Not comparable: rules for ties, which are those of the source; single precision, in which the
    // order of operations matters; and what other methods answer, which is on their own pages.
    let is_beside_the_point = |line: &String| {
        ["right and ", "left and ", "f32:", "f64:", "the article prints"]
            .into_iter()
            .any(|start| line.starts_with(start))
            // Code of an article is quoted verbatim.
            || ["right1", "rect1", "RECTs", "rticle"].iter().any(|quoted| line.contains(quoted))
            || (about.is_none() && line.contains(" (page "))
    };
    // It is printed for y upwards and computes something else downwards: only its inputs are the
    // same.
    let follows_from_print = |line: &String| {
        let starts =
            ["printed: ", "ours: ", "-> ", "z ", "Here both", "wrong", "convention", "agrees"];
        is("relative-velocity-printed")
            && starts.iter().any(|start| line.trim_start_matches("> ").starts_with(start))
    };
    let kept =
        lines.into_iter().filter(|line| !is_beside_the_point(line) && !follows_from_print(line));
    let mut kept: Vec<String> = kept
        .map(|line| {
            if line.starts_with("Shortest way out") {
                // Of two equal sides, it names the first in a fixed order.
                return ["left", "top", "right", "bottom"]
                    .iter()
                    .fold(line, |line, side| line.replace(side, ""));
            }
            // The source decides ties, and its rule is not mirrored.
            if let Some((tie, _)) = line.split_once("its else says") {
                return tie.to_owned();
            }
            // The edges of a box go around it, so mirroring reverses them.
            if has_box && is("edges") {
                return line
                    .replace("-+", "+-")
                    .replace("--", "++")
                    .replace("0-", "0+")
                    .replace("-0", "0+")
                    .replace("+0", "0+");
            }
            if has_box && is("sat") { each_range(&line, |range| range) } else { line }
        })
        .collect();
    kept.sort();
    kept
}

fn kinds(participants: &[Participant; 2]) -> [ShapeKind; 2] {
    participants.each_ref().map(|each| each.shape.kind())
}

/// Methods whose answer depends on a fixed order when two sides are equally good.
const WITH_TIES: [&str; 5] = [
    "relative-velocity",
    "relative-velocity-prose",
    "relative-velocity-rect",
    "least-overlap",
    "substeps",
];

fn check(participants: &[Participant; 2]) -> Result<(), TestCaseError> {
    let [a, b] = participants;
    let pair_result = PairResult::of(a, b);
    for about in every_page(a, b, &pair_result) {
        check_page(participants, about, Arithmetic::Exact)?;
        let in_singles = about.filter(|method| method.computes_in(Arithmetic::F32));
        if in_singles.is_some_and(|method| rounds_alike(participants, method)) {
            check_page(participants, about, Arithmetic::F32)?;
        }
    }
    Ok(())
}

/// Whether single precision yields the mirrored result for the mirrored scene.
///
/// That is not always so with a box: its bottom is the sum of the top and the height, and is the
/// one that is rounded; and the edges of a box go around it, so that other edges are subtracted
/// from each other. Then it is only so if nothing is rounded. `slab` uses all edges as they are,
/// but 1/0 is an infinity whose sign is not mirrored.
fn rounds_alike(participants: &[Participant; 2], method: Method) -> bool {
    if !kinds(participants).contains(&ShapeKind::Box) {
        return true;
    }
    if method.id() == "slab" {
        return !participants.iter().any(|each| is_level(&each.shape));
    }
    participants.iter().all(|each| {
        let (min, max) = each.shape.bounds();
        [min.x, min.y, max.x, max.y].iter().all(|at| at.wide() % 250 == 0 && at.wide() < 64_000)
    })
}

fn is_level(shape: &Shape) -> bool {
    matches!(shape, Shape::Segment(laser) if laser.start().y == laser.end().y)
}

fn check_page(
    participants: &[Participant; 2],
    about: Option<Method>,
    arithmetic: Arithmetic,
) -> Result<(), TestCaseError> {
    let (turned, kinds) = (turned_over(participants), kinds(participants));
    let up = lines(participants, (about, arithmetic), Axes::YUp);
    let down = lines(&turned, (about, arithmetic), Axes::YDown);
    let down = down.iter().map(|line| renamed(line, about, kinds));
    let [up, down] = [comparable(up, about, kinds), comparable(down, about, kinds)];
    // The page of a reading has two answers: its own, and that of the code.
    let answer = |lines: &[String]| {
        let answers = lines.iter().filter(|line| line.starts_with("-> "));
        answers.cloned().collect::<Vec<_>>().join("\n")
    };
    if answer(&up) != answer(&down) {
        let id = about.map_or("truth", Method::id);
        prop_assert!(WITH_TIES.contains(&id), "{}: {:#?}\n{:#?}", id, up, down);
        return Ok(());
    }
    // The first corner that is found ends the search.
    if about.is_some_and(|method| method.id() == "corners-inside")
        && answer(&up).starts_with("-> HIT")
    {
        return Ok(());
    }
    // Which pair of edges is found first depends on where a box begins.
    let is_edges = about == Some(Method::EDGES);
    let finds_a_pair = is_edges
        && !kinds.contains(&ShapeKind::Segment)
        && kinds.contains(&ShapeKind::Box)
        && answer(&up).starts_with("-> HIT");
    if finds_a_pair || is_edges && about_first_edge(&up) {
        return Ok(());
    }
    prop_assert_eq!(up, down);
    Ok(())
}

/// Whether the lines say which edges were found first.
fn about_first_edge(lines: &[String]) -> bool {
    lines.iter().any(|line| line.contains("ends the search"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_page_read_upwards_is_that_of_the_scene_turned_over((a, b) in any_pair()) {
        check(&parties(["A", "B"], [&a, &b], [Vector::ZERO; 2]))?;
    }

    #[test]
    fn a_page_of_a_frame_read_upwards_is_that_of_the_scene_turned_over((a, b) in near_frame()) {
        check(&moved_parties(["A", "B"], [&a, &b]))?;
    }
}

/// The numbers in a row with this label.
fn row(lines: &[String], label: &str) -> Option<[f64; 2]> {
    let row = lines.iter().find_map(|line| line.strip_prefix(label)?.strip_prefix(' '))?;
    let numbers: Vec<f64> = row.split(' ').rev().take(2).filter_map(|n| n.parse().ok()).collect();
    match numbers[..] {
        [y, x] => Some([x, y]),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// With y in either direction, z is the result of the formula next to it for the r and v above
    /// it.
    #[test]
    fn cross_products_are_those_of_the_numbers_shown((a, b) in near_frame(), up in any::<bool>()) {
        let participants = moved_parties(["A", "B"], [&a, &b]);
        let axes = if up { Axes::YUp } else { Axes::YDown };
        for id in ["relative-velocity", "relative-velocity-printed"] {
            let lines = lines(&participants, (Method::find(id), Arithmetic::Exact), axes);
            let [Some([rx, ry]), Some([vx, vy])] = ["r how far past it is", "v"].map(|label| row(&lines, label)) else {
                continue;
            };
            let formulas = [
                ("z = r.x * v.y - r.y * v.x", rx * vy - ry * vx),
                ("z = r.x * v.x - r.y * v.y", rx * vx - ry * vy),
                ("z = r.y * v.y - r.x * v.x", ry * vy - rx * vx),
            ];
            let mut found = 0;
            for (formula, z) in formulas {
                for line in lines.iter().filter(|line| line.contains(formula)) {
                    let (_, shown) = line.split_once(formula).expect("it is there");
                    let shown: f64 = shown.trim_start_matches([' ', '=', '≈']).parse().expect("a number");
                    prop_assert!((shown - z).abs() < 1e-4, "{} is {}: {:#?}", line, z, lines);
                    found += 1;
                }
            }
            prop_assert!(found > 0, "{:#?}", lines);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// With y in either direction, `slab` in single precision computes its times from the numbers
    /// above them, including infinities and NaN.
    #[test]
    fn times_at_the_edges_are_those_of_the_numbers_shown(
        (aabb, laser) in grid().prop_flat_map(|grid| (grid.aabb(), grid.laser())),
        up in any::<bool>(),
    ) {
        let shapes = [Shape::Box(aabb), Shape::Segment(laser)];
        let participants = parties(["A", "B"], [&shapes[0], &shapes[1]], [Vector::ZERO; 2]);
        let axes = if up { Axes::YUp } else { Axes::YDown };
        let slab = Method::find("slab").expect("it is in the catalogue");
        let lines = lines(&participants, (Some(slab), Arithmetic::F32), axes);
        let numbers = |label: &str| -> [f32; 2] {
            let row = lines.iter().find_map(|line| line.strip_prefix(label)).expect(label);
            let numbers: Vec<f32> = row.split_whitespace().map(|n| n.parse().expect(n)).collect();
            numbers.try_into().expect("two numbers")
        };
        let [origin, d] = ["origin ", "d "].map(numbers);
        for (edge, t) in [("low edge ", "t1 "), ("high edge ", "t2 ")] {
            let (edge, t) = (numbers(edge), numbers(t));
            for axis in [0, 1] {
                let expected = (edge[axis] - origin[axis]) * (1.0 / d[axis]);
                let same = expected.partial_cmp(&t[axis]) == Some(Ordering::Equal) || expected.is_nan() && t[axis].is_nan();
                prop_assert!(same, "{} is not {}: {:#?}", t[axis], expected, lines);
            }
        }
    }
}
