//! The legend shows exactly the signs that the screen draws.

use std::collections::BTreeSet;

use super::{app_after, app_of, screen, zoo};
use crate::app::{GlyphSet, KeyMap, PANEL_SIGNS, SIGNS};
use crate::view::{Glyphs, Theme, legend};

/// The signs that occur on any screen, in these glyphs.
fn drawn(set: GlyphSet) -> BTreeSet<char> {
    let size = (80, 24);
    let cases = ["arena", "log", "methods", "prompts"].map(|subject| zoo::cases(subject, size));
    let touching = app_after(size, &["box A 10 4 16 8", "laser L 2 8 10 8"]);
    let mut drawn = BTreeSet::new();
    let crowds = ["crowd", "crowd-clusters"].map(|name| app_of(name, size, "- - - -"));
    let cells = app_of("crowd", size, "y P");
    let cases = cases.into_iter().flatten().map(|(_, app)| app);
    let looking = app_of("breakout", size, &format!("{} ( ( ( ( (", ". ".repeat(28)));
    let apps = cases.chain([touching, cells, looking]).chain(crowds);
    for mut app in apps {
        app.screen.appearance.glyphs = set;
        drawn.extend(screen(&app).content().iter().flat_map(|cell| cell.symbol().chars()));
    }
    drawn
}

#[test]
fn every_sign_of_the_legend_occurs_on_a_screen_in_the_same_glyphs() {
    let mut strangers = Vec::new();
    for set in GlyphSet::ALL {
        let drawn = drawn(set);
        for (sign, text) in SIGNS.iter().chain(PANEL_SIGNS) {
            let parts = legend::parts(*sign, &Theme::SIXTEEN, Glyphs::of(set));
            let all: String = parts.into_iter().map(|(part, _)| part).collect();
            assert!(all.chars().count() <= usize::from(legend::SIGN_COLS), "{text}");
            let text = KeyMap::default().filled(text);
            assert!(text.chars().count() <= 23, "{text} fits beside its sign on the least screen");
            // Outlines in dots are only examples.
            let is_example = |c: &char| ('\u{2801}'..='\u{28ff}').contains(c);
            for c in all.chars().filter(|c| !is_example(c)) {
                if !drawn.contains(&c) {
                    strangers.push(format!("{text}: {c} with {}", set.token()));
                }
            }
        }
    }
    assert!(strangers.is_empty(), "{strangers:#?}");
}
