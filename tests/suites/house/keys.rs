//! The tables about keys are complete, so that a new key only needs its row and its match arm. The
//! compiler itself checks that each key and command has a row.

use proc_macro2::{TokenStream, TokenTree};

use super::{none_of, sources, wild_matches};
use hitscan::tested::app::{ACTIONS, Action, MODES};

/// The ids of actions that no mode has a row for: help lists them on its page of keys only.
const IN_NO_MODE: &str = "grip-steer rename fixed body beam one-way drop snap strictness duplicate remove \
    select-by-name side-relative-velocity side-predict-corner side-least-overlap side-center-angle \
    side-previous-frame side-axis-by-axis side-substeps first last pan-left pan-right pan-up \
    pan-down fit show-contact zoom-reset glyphs theme grounds columns velocities normals depth grid bounds \
    ghosts three-ends trail crossings broad-phase note mouse lab save interrupt suspend repaint";

/// The file with this name below `src`.
fn source(wanted: &str) -> String {
    let (_, _, text) = sources().into_iter().find(|(_, inside, _)| inside == wanted).expect(wanted);
    text
}

#[test]
fn every_key_is_listed_in_a_mode_or_as_unlisted() {
    let is_told = |action: Action| {
        let mut rows = MODES.iter().flat_map(|table| table.rows);
        rows.any(|row| row.actions.contains(&action))
    };
    let untold: Vec<_> =
        ACTIONS.iter().filter(|row| !is_told(row.action)).map(|row| row.id).collect();
    assert_eq!(untold.join(" "), IN_NO_MODE, "what no mode has a row for");
}

#[test]
fn actions_are_matched_without_a_catch_all_arm() {
    let act = source("app/act.rs");
    let tokens: TokenStream = act.parse().expect("tokens");
    assert!(act.contains("match action"), "app/act.rs has an arm for each action");
    let mut found = Vec::new();
    wild_matches(tokens, &["Action ::"], &mut |arm| found.push(arm));
    none_of(&found, "matches on actions with an arm for the rest");
}

#[test]
fn common_properties_of_actions_are_in_their_rows() {
    let mut found = Vec::new();
    for (_, inside, text) in sources() {
        let own = inside.starts_with("app/input/action");
        lists(text.parse().expect("tokens"), own, &mut |list| {
            found.push(format!("{inside}: {list}"));
        });
    }
    none_of(&found, "lists of actions, for which the rows have `needs`");
}

/// Calls `found` for each `matches!` that names two or more actions.
fn lists(tokens: TokenStream, own: bool, found: &mut dyn FnMut(String)) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_list = at > 1 && tokens[at - 2].to_string() == "matches";
        if is_list && actions_in(group.stream(), own) > 1 {
            found(group.to_string());
        }
        lists(group.stream(), own, found);
    }
}

/// How many variants of `Action` are named.
fn actions_in(tokens: TokenStream, own: bool) -> usize {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let text = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let inside = |token: &TokenTree| match token {
        TokenTree::Group(group) => actions_in(group.stream(), own),
        _ => 0,
    };
    let named = |at: &usize| {
        let is_action = ["Action", "A"].contains(&&*text(*at)) || own && text(*at) == "Self";
        is_action && text(at + 1) == ":" && text(at + 2) == ":"
    };
    (0..tokens.len()).filter(named).count() + tokens.iter().map(inside).sum::<usize>()
}

#[test]
fn a_list_of_actions_is_found() {
    let mut found = Vec::new();
    let text = "fn a() { matches!(x, Action::Undo | Action::Redo) }\
                fn b() { matches!(x, Lookup::Action(Action::Undo)) }\
                fn c() { matches!((x, y), (A::Undo, 1) | (A::Redo, 2)) }";
    lists(text.parse().expect("tokens"), false, &mut |list| found.push(list));
    assert_eq!(found.len(), 2, "{found:?}");
}
