//! The technical terms as this program uses them, each explained in a line: results, marks, motion,
//! methods, and the reasons why methods differ.
//!
//! Commands and keys have their own tables.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::diagnosis::GENERAL_CLAIMS;
use super::method_reason::in_general;
use super::own_reason::{LIKENESSES, in_general_of};
use crate::diagnosis::{PairKind, mistakes_of};
use crate::methods::{Cause, Method};

/// A term and its meaning here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concept {
    /// The term.
    pub term: &'static str,
    /// Other words that find it.
    pub also: &'static [&'static str],
    /// Its meaning.
    pub text: &'static str,
}

/// The groups of concepts in the order of help, each with its heading: the first, of what the screen
/// says all the time, has none.
pub fn concept_groups() -> [(&'static str, Vec<Concept>); 7] {
    // One reason is among the first terms.
    let reasons = Method::reasons()
        .into_iter()
        .filter(|reason| FIRST.iter().all(|first| first.term != reason.code()))
        .map(|reason| Concept {
            term: reason.code(),
            also: &[],
            text: in_general(reason).trim_end_matches('.'),
        });
    [
        ("", FIRST.to_vec()),
        ("results", RESULTS.to_vec()),
        ("objects and motion", MOTION.to_vec()),
        ("methods", METHODS.to_vec()),
        ("on the screen", SCREEN.to_vec()),
        ("lessons and games", LESSONS.to_vec()),
        ("why a method differs", reasons.collect()),
    ]
}

/// Every concept, in the order of help; then the reasons why programs differ, which the help pages
/// leave to `hitscan guide reasons`, and the classical tests that a program may answer like.
pub fn concepts() -> Vec<Concept> {
    let of_help = concept_groups().into_iter().flat_map(|(_, concepts)| concepts);
    let of_programs = Cause::OF_PROGRAMS.into_iter().map(|cause| Concept {
        term: cause.code(),
        also: &[],
        text: in_general_of(cause).trim_end_matches('.'),
    });
    let of_claims =
        GENERAL_CLAIMS.into_iter().map(|(term, text)| Concept { term, also: &[], text });
    let known: Vec<Concept> = of_help.chain(of_programs).chain(of_claims).collect();
    let is_new = |mistake: &&Concept| {
        known.iter().all(|one| one.term != mistake.term && !one.also.contains(&mistake.term))
    };
    let mistakes: Vec<Concept> = MISTAKES.iter().filter(is_new).copied().collect();
    let all = [known, mistakes].concat();
    let likenesses =
        LIKENESSES.into_iter().filter(|(term, _)| all.iter().all(|it| it.term != *term));
    let likenesses: Vec<Concept> =
        likenesses.map(|(term, text)| Concept { term, also: &[], text }).collect();
    [all, likenesses].concat()
}

/// The usual mistakes by the names that are printed: what each kind of pair does with it.
static MISTAKES: LazyLock<Vec<Concept>> = LazyLock::new(|| {
    let mut by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for kind in PairKind::ALL {
        for mistake in mistakes_of(kind).iter().filter(|it| !it.sentence.is_empty()) {
            let sentence = mistake.sentence.trim_end_matches('.');
            let texts = by_name.entry(mistake.printed).or_default();
            if !texts.iter().any(|text| text.ends_with(sentence)) {
                texts.push(format!("{}: {sentence}", kind.token()));
            }
        }
    }
    let concept = |(term, texts): (&'static str, Vec<String>)| Concept {
        term,
        also: &[],
        text: texts.join("; ").leak(),
    };
    by_name.into_iter().map(concept).collect()
});

impl Concept {
    /// The term and its meaning: `TOUCH: edges meet, insides do not`.
    pub fn line(&self) -> String {
        format!("{}: {}", self.term, self.text).replace('\u{a0}', " ")
    }

    /// The concept with this name; case does not matter.
    pub fn find(word: &str) -> Option<Self> {
        let is_it = |name: &str| name.eq_ignore_ascii_case(word);
        let all = concepts();
        let by_term = all.iter().find(|concept| is_it(concept.term));
        by_term.or_else(|| all.iter().find(|one| one.also.iter().any(|n| is_it(n)))).copied()
    }
}

macro_rules! concepts {
    ($($term:literal $([$($also:literal),+])? $text:literal;)+) => {
        &[$(Concept { term: $term, also: &[$($($also),+)?], text: $text }),+]
    };
}

// A no-break space (U+00A0) keeps two words on the same line of help.
const FIRST: &[Concept] = concepts![
    "HIT" ["collision", "intersect"] "they share inner points, or a response met it on the way";
    "TOUCH" ["contact"] "edges meet, insides do not";
    "MISS" "neither";
    "parting" ["parted", "part"] "HIT or TOUCH before, MISS now";
    "X→Y" ["X>Y", "X > Y", "pair"] "X comes into Y; sides are Y's. Of two that did not move, X is first in the scene, or selected as it opens";
    "side" ["direction", "normal"] "the one of Y it came in by";
    "frame" ["tick"] "everything moves once";
    "t" ["time"] "when in a frame, 0 to 1; how\u{a0}far along a laser";
    "now" "where they stand at its end";
    "response" ["physics"] "what a box does at a HIT: pass stop slide push bounce";
    "swept" ["continuous", "ccd"] "tests the way itself; exact";
    "relative-velocity, predict-corner" "two articles' ways to name it";
    "exact" "whole numbers, no rounding";
    "f32" ["float", "single precision"] "single precision";
    "=  ~  !" ["flag", "flags", "marks", "=", "~", "!"] "agrees, a choice, wrong";
    "tunnelled" ["tunnelling", "tunneling"] "past it when it looked";
    "gap" "between two ranges; below 0 they overlap";
    "way out" ["depth", "penetration", "mtv"] "the least push apart";
    "static" ["fixed", "immovable"] "fixed: no hit moves it";
    "pinned" ["pin"] "the pair stays till freed";
];

const RESULTS: &[Concept] = concepts![
    "outcome" ["result", "verdict"] "HIT, TOUCH or MISS, of one pair in one frame";
    "relation"
        ["disjoint", "touches", "crosses", "overlaps", "within", "contains", "equals"]
        "how two shapes lie: disjoint, touches, crosses, overlaps, within, contains, equals";
    "convention" ["choice", "a choice"] "a difference that the author of a method may choose: whether touching counts";
    "expectation" ["expect"] "what check compares the scene with";
    "covered" "not shown until you predict it";
];

const MOTION: &[Concept] = concepts![
    "laser" ["ray", "segment", "line"] "a segment from its start to its end; it blocks nothing";
    "beam" ["light", "lit"] "a laser that ends at what it enters first: set L.beam on, or c l";
    "point" ["dot"] "a laser of no length, drawn as a dot: point P 3 4";
    "vertex" ["corner", "vertices"] "a corner of a polygon, or an end of a laser; counted from 1";
    "edge" ["edges of a polygon"] "a line from a vertex to the next; edge 0 begins at vertex 1";
    "AABB" ["bounds", "bounding box"] "the smallest box around a shape";
    "selected" ["selection"] "what keys and commands change; in brackets, as [B]";
    "partner" "the object that the selected one is compared with";
    "velocity" ["speed"] "how far an object moves in a frame, along x and y";
    "body" ["kinematic", "dynamic"]
        "what moves a box: static, nothing; kinematic, its velocity; dynamic, also gravity and hits";
    "slide" ["friction", "slope"]
        "without friction: up a slope slower than on the flat, down by itself, with hops";
    "gravity" "what each step adds to the velocity of dynamic boxes";
    "resting" ["rests"] "a contact that only goes on; counted, not in the log";
    "wedged" "stopped after 64 contacts in one frame between things that do not give way";
    "one-way" ["one_way", "platform", "jump-through"]
        "stops what comes in through the sides it names, and lets all else pass";
    "crushed" "pushed with nowhere to go: it is back at its start, and the other goes over it";
    "breakable" ["broke", "broken", "breaks", "brick"]
        "gone at the end of the frame of its last contact with a dynamic box";
    "sensor" ["trigger"] "a box that is tested like any other and stops none";
    "steer" "an arrow gives a box its speed until the opposite one stops it";
    "step" "to make a frame; also how far an arrow key goes";
];

const METHODS: &[Concept] = concepts![
    "method" "a way to compute whether, or from which side, two objects meet";
    "straddle" "are the ends of each laser on opposite sides of the other's line?";
    "proper" "the same strictly, and never for parallel lasers";
    "center-distance" "are the centers nearer than half the summed sizes, in both axes?";
    "edge-relations" "does each box begin before the other ends, in both axes?";
    "edges" "does any edge straddle the laser, or an edge of the other region?";
    "corners-inside" "does a corner of one box lie inside the other?";
    "bounding-boxes" "do the smallest boxes around the two meet?";
    "sat" ["separating axis"] "is there a normal of an edge along which the two lie apart?";
    "slab" ["slabs"] "when is the laser between the two sides of the box, along x and along y?";
    "even-odd" ["crossings"] "does an odd number of edges cross the level of a point, right of it?";
    "winding" "does the outline of a region wind around a point?";
    "relative-velocity" "from the positions at the end of the frame: which axis was entered last?";
    "predict-corner" "from the predicted depth: which axis is hit?";
    "sampled" "do the boxes meet at one of four moments of the frame?";
    "least-overlap" ["minimum translation"] "through which side is the way out shortest?";
    "center-angle" "to which side does the line from center to center point?";
    "previous-frame" "in which axis did the box come from outside as the frame began?";
    "axis-by-axis" "moves along x, then along y: which of the two runs into the box?";
    "substeps" "relative-velocity, four times in the frame";
    "bounds-swept" "what swept says of the smallest boxes around the two";
    "vertex-rays" "which edge does the first ray from a corner meet, along the motion?";
    "sat-least" "along which edge's normal is the way out shortest at the end?";
];

const SCREEN: &[Concept] = concepts![
    "truth" ["exact answer"] "the exact answer, which every method is compared with";
    "test" ["collision test", "hit test"] "one look at a pair in one frame; a line of the log";
    "object" ["objects"] "a box, a laser, a polygon or a point";
    "scene" "objects, settings and a note, in one file";
    "note" ["idea"] "what the scene shows, and keys to try";
    "arena" "where the objects are drawn";
    "panel" ["tab"] "the columns beside the arena: Log, Methods, Why, Object or Signs";
    "cell" "the place of one character on the screen";
    "center" ["centre", "middle"] "the middle of a box, half its width and half its height from its left top";
    "origin" "the point of a box that its x and y name: top-left, center or bottom-center";
    "convex" "without a notch: a line between two of its points never leaves it";
    "overlap" "inner points in common";
    "apart" "no point in common";
    "graze" ["grazes"] "edges or corners meet on the way, insides never do";
    "layer" ["layers"] "what a map tells of each cell: the relation, the side, or a method's answer";
    "overlay" ["ghosts", "trail", "construction"] "what is drawn over the picture, on and off by a key";
    "sign" ["legend", "signs"] "a mark in the picture; the view Signs says what each one means";
    "timeline" "every frame from the first to the newest, with marks where there were hits";
    "recording" "all that was done in a session, in a file";
    "candidates" ["broad phase"] "the pairs that a quick look leaves to be tested";
    "discrete time" "only where things stand at the end of a frame is looked at, not the way there";
    "cross product" "ax * by - ay * bx: its sign tells left from right";
    "reading" ["printed", "prose"] "a method as its article prints or words it, where its code differs";
];

const LESSONS: &[Concept] = concepts![
    "lesson" "cards, questions and tasks about one idea";
    "card" "a page of a lesson that explains";
    "question" "what a lesson asks before it shows the answer";
    "task" ["goal"] "what a lesson wants done, until its goal is reached";
    "hint" ["hints"] "help with a question or task, a piece at a time";
    "points" ["score"] "what a lesson counts";
    "pack" "a file with a lesson in it";
    "class" ["class code"] "students with the same lessons on a server; a code lets them in";
    "teacher" ["board"] "who sees on the board how far each student is";
    "game" ["won", "lost", "game over"] "a scene that can be won or lost";
    "seed" "a number that random objects are drawn from: the same seed, the same objects";
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Response;
    use hitscan_geom::Relation as R;

    #[test]
    fn no_word_has_two_meanings() {
        let all = concepts();
        for (at, concept) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                assert!(!concept.term.eq_ignore_ascii_case(other.term), "{}", concept.term);
            }
            for word in concept.also {
                let found = Concept::find(word).expect("it names one");
                assert_eq!(found.term, concept.term, "{word}");
            }
        }
    }

    #[test]
    fn words_that_a_screen_shows_are_explained() {
        for word in "truth choice layer center lesson card task hint cell note".split(' ') {
            assert!(Concept::find(word).is_some(), "{word}");
        }
    }

    #[test]
    fn each_method_result_and_reason_is_explained() {
        let ids = Method::all().map(Method::id);
        let codes = Method::reasons().into_iter().map(crate::methods::Reason::code);
        let codes = codes.chain(Cause::OF_PROGRAMS.map(Cause::code));
        for word in ids.chain(codes).chain(["hit", "TOUCH", "miss", "frame", "outcome"]) {
            assert!(Concept::find(word).is_some(), "{word}");
        }
        let text = |word| Concept::find(word).expect("a concept").text;
        let relations =
            [R::Disjoint, R::Touches, R::Crosses, R::Overlaps, R::Within, R::Contains, R::Equals];
        for relation in relations {
            assert!(text("relation").contains(relation.token()), "{relation:?}");
        }
        for response in Response::ALL {
            // The first word of `push-out`.
            let (word, _) = response.token().split_once('-').unwrap_or((response.token(), ""));
            assert!(text("response").contains(word), "{response:?}");
        }
    }
}
