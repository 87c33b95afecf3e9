use super::*;
use crate::diagnosis::numbers::tests::{numbers_of, random_pairs};
use crate::diagnosis::said::SaidMoment;
use crate::diagnosis::time::Time;
use crate::methods::Meets;

/// Whether the corners of a polygon or box all turn one way.
fn is_convex(places: &[i64]) -> bool {
    let ends: Vec<_> = places.chunks_exact(2).collect();
    let turn = |at: usize| {
        let [a, b, c] = [0, 1, 2].map(|next| ends[(at + next) % ends.len()]);
        ((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])).signum()
    };
    let turns: Vec<_> = (0..ends.len()).map(turn).filter(|turn| *turn != 0).collect();
    places.len() == 4 || turns.windows(2).all(|two| two[0] == two[1])
}

/// Whether it compares normals, which is right for convex shapes only.
fn is_by_normals(recipe: &Recipe) -> bool {
    recipe.kind == PairKind::RegionRegion
        && recipe.given_parts().is_empty()
        && recipe.steps.iter().any(|step| matches!(step, Step::Loop(_)))
}

#[test]
fn each_recipe_is_right() {
    for kind in PairKind::ALL {
        let pairs = random_pairs(kind, 2000);
        for (number, recipe) in Recipe::all_of(kind).enumerate() {
            for pair in &pairs {
                if is_by_normals(&recipe) && !pair.places.iter().all(|it| is_convex(it)) {
                    continue;
                }
                let context =
                    || format!("{number}: {}", pair.line(crate::diagnosis::ScaleFactor::ONE));
                let said = recipe.says(&Patch::default(), pair, None).expect("an answer");
                // Two lasers in one line have a length in common or a point: to the tests for two
                // lasers both are touching.
                let want = match kind {
                    PairKind::LaserLaser => kind.exact(pair).map(|said| said.hit),
                    _ => [pair.meets > Meets::Touching, pair.meets > Meets::Apart],
                };
                // Edges that only touch each other do not show whether there is more behind them.
                let has_edges = recipe.steps.iter().any(|step| match step {
                    Step::Set { part, .. } => recipe.name(*part) == "crosses",
                    _ => kind.has_given_truth(),
                });
                let by_edges = has_edges && !is_by_normals(&recipe);
                if by_edges {
                    assert!(want[0] || !said[0].hit, "{}", context());
                } else {
                    assert_eq!(said[0].hit, want[0], "{}", context());
                }
                assert_eq!(said[1].hit, want[1], "{}", context());
                if let (Some(SaidMoment::Share(at)), true) = (said[0].at, want[0]) {
                    let t = pair.case().and_then(|case| case.pair().truth().t);
                    let t = t.map_or(Time::ZERO, |t| Time::At {
                        over: t.numerator(),
                        under: t.denominator(),
                    });
                    assert_eq!(at, t, "{}", context());
                }
            }
        }
    }
}

#[test]
fn each_kind_has_recipes_and_their_changes_are_shown_as_code() {
    let mut shown = Vec::new();
    for kind in PairKind::ALL {
        let changes = one_place_changes(kind);
        let pairs = random_pairs(kind, 100);
        let is_equal = |change: &&CodeChange| {
            let right = |pair| change.recipe.says(&Patch::default(), pair, None);
            pairs.iter().all(|pair| change.says(pair) == right(pair))
        };
        let line = |change: &CodeChange| {
            let CodeChange { before, after, .. } = change;
            format!("  {before}\n    {after}\n")
        };
        let equal = changes.iter().filter(is_equal).count();
        let counts = format!("{} changes, of which no pair shows {equal}", changes.len());
        shown.push(format!("{}: {counts}, such as\n", kind.token()));
        shown.extend(changes.iter().step_by(changes.len().div_ceil(60).max(1)).map(line));
        shown.push("\n".to_owned());
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/fixtures/snapshots/diagnosis"
    ));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("changes", shown.concat()));
}

/// The changes of this kind that are shown like this.
fn shown_as(kind: PairKind, before: &str, after: &str) -> Vec<CodeChange> {
    let mut changes = one_place_changes(kind);
    changes.retain(|change| change.before == before && change.after == after);
    changes
}

#[test]
fn a_part_in_the_place_of_another_answers_so() {
    let line = "box 2 2 6 6 laser 0 4 1 4";
    let pair = numbers_of(PairKind::BoxLaser, line);
    // Two recipes have that place.
    let [change, _] = &shown_as(PairKind::BoxLaser, "le(enter, 1)", "le(enter_y, 1)")[..] else {
        panic!("two such changes")
    };
    let said = change.says(&pair).expect("an answer");
    assert_eq!(said.map(|said| said.hit), [true; 2], "it enters in x at 2 and in y before all");
    assert_eq!(said[0].at, Some(SaidMoment::Share(Time::whole(2))));
    let frame = numbers_of(PairKind::Frame, "box 0 0 1 1 move 0 0 box 0 0 1 1 move 0 0");
    assert_eq!(change.says(&frame), None);
}

#[test]
fn a_division_by_0_is_a_miss() {
    let line = "polygon 3 0 0 6 0 0 6 point 1 1";
    let pair = numbers_of(PairKind::PolygonPoint, line);
    let [change] = &shown_as(PairKind::PolygonPoint, "(y1 > y) != (y2 > y)", "true")[..] else {
        panic!("one such change")
    };
    assert_eq!(change.says(&pair), Some([Said::MISS; 2]), "the edge from 0 0 to 6 0 is level");
}

#[test]
fn a_loop_that_ends_one_short_leaves_out_one_edge() {
    let kind = PairKind::PolygonPoint;
    // Its third edge is the only one to the right of the point, its last one is level.
    let pair = numbers_of(kind, "polygon 4 0 6 0 0 6 0 6 6 point 3 3");
    let before = "is_inside = an odd number of edges of a";
    for (left_out, want) in [("last", true), ("last but one", false)] {
        // Several recipes have that loop.
        let changes = shown_as(kind, before, &format!("{before} but the {left_out}"));
        let change = changes.first().expect("such a change");
        assert_eq!(change.says(&pair).expect("an answer"), [Said::only(want); 2], "{left_out}");
    }
}

#[test]
fn early_tests_and_comparisons_turned_round_are_changes_too() {
    for (kind, line, before, after) in [
        // An end on the left rejects it, although it comes in.
        (
            PairKind::BoxLaser,
            "box 1 1 3 3 laser 0 2 2 2",
            "start_left and end_left",
            "start_left or end_left",
        ),
        (PairKind::BoxLaser, "box 0 0 4 4 laser 2 -1 5 2", "crosses_other", "false"),
        (PairKind::BoxPoint, "box 0 0 4 4 point 1 2", "le(left, x)", "le(x, left)"),
        (
            PairKind::PolygonPoint,
            "polygon 3 0 0 6 0 0 6 point 1 1",
            "high_x = highest(1, 0, a)",
            "high_x = lowest(1, 0, a)",
        ),
        (
            PairKind::Frame,
            "box 0 0 1 1 move 4 0 box 3 0 4 1 move 0 0",
            "high_a_x = max(a.right, a.right + a.vx)",
            "high_a_x = min(a.right, a.right + a.vx)",
        ),
    ] {
        let pair = numbers_of(kind, line);
        let changes = shown_as(kind, before, after);
        let hits = |change: &CodeChange| change.says(&pair).map(|said| said.map(|it| it.hit));
        let is_wrong = changes.iter().any(|change| hits(change) == Some([false; 2]));
        assert!(is_wrong, "{before}: {}", changes.len());
    }
}

#[test]
fn loops_of_pairs_early_tests_and_rounds_are_changes() {
    for (kind, line, before, after) in [
        // Three lines must be passed, one after the other.
        (PairKind::BoxLaser, "box 0 1 3 2 laser 4 0 0 3", "repeat 3 times", "repeat 2 times"),
        (
            PairKind::LaserLaser,
            "laser 0 0 1 1 laser 0 1 4 0",
            "apart = (apart_x * apart_x + apart_y * apart_y) / 4",
            "apart = apart_x * apart_x + apart_y * apart_y",
        ),
        (
            PairKind::PolygonLaser,
            "polygon 3 0 0 1 1 1 0 laser 2 0 0 1",
            "swap_x = sorts and x1 > x2",
            "swap_x = false",
        ),
        (
            PairKind::RegionRegion,
            "box 1 0 3 2 polygon 3 0 0 0 1 2 1",
            "meets = any edge of b",
            "meets = any edge of b from the number of the edge around on",
        ),
        (
            PairKind::Frame,
            "box 0 0 1 1 move 2 2 box 0 2 2 3 move 0 0",
            "until = leave",
            "until = enter",
        ),
        (
            PairKind::PolygonPoint,
            "polygon 4 0 0 6 0 6 6 0 6 point 1 5",
            "all vertices of a",
            "all vertices of a, but three at most",
        ),
    ] {
        let pair = numbers_of(kind, line);
        let changes = shown_as(kind, before, after);
        let misses = |change: &CodeChange| change.says(&pair) == Some([Said::MISS; 2]);
        assert!(pair.meets == Meets::Truly, "{line}");
        assert!(changes.iter().any(misses), "{before}: {}", changes.len());
    }
}

#[test]
fn two_changes_of_one_recipe_are_made_together_and_one_before_another_test() {
    let kind = PairKind::PolygonLaser;
    let inside = "polygon 3 0 0 12 0 0 12 laser 1 1 2 2";
    let [inside, edges] =
        [inside, "polygon 3 0 0 1 1 1 0 laser 2 0 0 1"].map(|line| numbers_of(kind, line));
    // Of one list: what is made anew is another recipe.
    let all = one_place_changes(kind);
    let shown = |before: &str, after: &str| -> Vec<&CodeChange> {
        all.iter().filter(|it| it.before == before && it.after == after).collect()
    };
    let unsorted = shown("swap_x = sorts and x1 > x2", "swap_x = false");
    let no_inside = shown("inside(x1, y1, a)", "false");
    let both = unsorted.iter().flat_map(|one| no_inside.iter().filter_map(|other| one.and(other)));
    let says = |change: &CodeChange, pair| change.says(pair).map(|said| said[1].hit);
    let both: Vec<_> = both.collect();
    // Another recipe looks for the second end inside, too, and hits the first pair.
    let misses =
        |change: &CodeChange| [&inside, &edges].map(|pair| says(change, pair)) == [Some(false); 2];
    assert!(both.iter().any(misses), "{}", both.len());
    let early = unsorted.iter().find(|it| it.leaves_the_rest());
    let early = early.map(|it| it.says_before(&inside, [Said::MISS; 2]));
    assert!(early.is_none_or(|said| said == Some([Said::MISS; 2])));
    assert!(unsorted[0].and(unsorted[0]).is_none(), "one line is changed once");
}
