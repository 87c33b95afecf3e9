//! The sentences that explain objects, tests and methods, in one place: a second language would be a
//! second column.
//!
//! Tokens (HIT, sides, ids, commands, keys) are not sentences: they are the same in every language
//! and are defined with the things they name.
//!
//! | files | contents |
//! | --- | --- |
//! | `construction` | what the arena draws of a method, in one sentence |
//! | `why` | the pages of the Why view |
//! | `test_line` `truth_sentence` | a test and a pair, each in one sentence |
//! | `findings` `difference` `settings` | the results of a check; what a save changes; the settings |
//! | `concepts` | the technical terms |
//! | `diagnosis` | what experiments show about a program |
//! | `own_reason` `method_reason` | why a program or a method differs |
//! | `boxes` | numbers that make no box |
//! | `headline` | a pair as a sentence in two rows |
//! | `verdict` | the result of a test, on one line |
//! | `formula` | the steps of a method, as text |
//! | `number` `lines` | numbers in limited space; lines of text |
//!
//! Calls go down this list.

/// The contents of all steps of one kind: `found!(steps, Step::Straddle(half) => half)`.
macro_rules! found {
    ($steps:expr, $step:pat $(if $guard:expr)? => $what:expr) => {
        $steps.iter().filter_map(|step| match *step {
            $step $(if $guard)? => Some($what),
            _ => None,
        })
    };
}

mod boxes;
pub mod concepts;
mod construction;
mod diagnosis;
mod difference;
mod findings;
pub mod formula;
mod headline;
pub mod lines;
mod method_reason;
mod number;
mod own_reason;
mod settings;
mod test_line;
mod truth_sentence;
mod verdict;
pub mod why;

use std::fmt::{Display, Write};

use super::world::CommandProgress;

pub use boxes::{flat_box, no_size, swapped_box};
pub use construction::construction;
pub use diagnosis::{
    GENERAL_CLAIMS, all_explained, blunder_sentence, claim_code, claim_facts, claim_lines,
    claim_sentence, known_from, named_codes, named_mistakes, touching_change,
};
pub use difference::{
    SavedFrame, SavedState, SceneDifference, differences, file_is_new, moves_not_saved, new_start,
    no_longer_hold, saved,
};
pub use findings::{
    LeftOutPairs, after_frames, checked, expected_found, how_to_open, left_out, method_says,
    no_object, nothing_expected, stops_after,
};
pub use headline::{
    HeadlineOf, HeadlinePart, OverlapEntry, first_fitting, happened, headline, headline_line,
};
pub use method_reason::{
    agreement, hit_word, in_general, overlap_reason, reason_in_a_row, sentence_of_reason,
    side_reason,
};
pub use number::{decimal, grouped, in_halves, in_text, in_units, short_fraction};
pub use own_reason::{
    crash_sentence, in_general_of, likeness_meaning, likeness_sentence, own_cause, own_cause_of,
    own_fact, own_fact_of, own_judgement, truth_as_said, unsteady_sentence,
};
pub use settings::{broad_phase_counts, settings_now};
pub use test_line::{
    beam_ends_before, bricks_broken, contact_in_short, entered_line, frames_made, line_names,
    object_line, passed_because, ray_in_short, ray_line, test_line,
};
pub use truth_sentence::{frame_sentence, standing_sentence};
pub use verdict::{mistaken, standing, verdict, written_order};

/// `a`, `a or b`, `a, b or c`.
pub fn any_of<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    joined(words, " or ")
}

/// `a`, `a and b`, `a, b and c`.
pub fn all_of<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    joined(words, " and ")
}

/// `a`, `a, b`, `a, b, c`.
pub fn listed<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    joined(words, ", ")
}

fn joined<T: Display>(words: impl IntoIterator<Item = T>, last: &str) -> String {
    let mut words = words.into_iter().peekable();
    let mut text = words.next().map_or_else(String::new, |word| word.to_string());
    while let Some(word) = words.next() {
        let between = if words.peek().is_some() { ", " } else { last };
        let _ = write!(text, "{between}{word}");
    }
    text
}

/// The candidate that `typed` was probably meant to be, if one is near enough: at most two typos
/// away (insert, delete, replace, swap of neighbours), or one is a prefix of the other. Ties go to
/// the first; case does not matter.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    const SHORTEST_BEGINNING: usize = 3;
    let typed = typed.to_lowercase();
    let length = typed.chars().count();
    // A longer text is not a typo of any candidate, and computing the distance takes time.
    if length > LONGEST {
        return None;
    }
    let allowed = match length {
        0..2 => 0,
        2..6 => 1,
        _ => 2,
    };
    let distance = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        let begins = candidate.starts_with(&typed) || typed.starts_with(&candidate);
        let is_beginning = begins && candidate.len().min(typed.len()) >= SHORTEST_BEGINNING;
        let slips = strsim::osa_distance(&typed, &candidate);
        if is_beginning { slips.min(allowed) } else { slips }
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// How well a text matches what is searched for, whatever the case of its letters: 0 as a whole
/// word, 1 as a part of one.
pub fn found_in(text: &str, wanted: &str) -> Option<usize> {
    let [text, wanted] = [text, wanted].map(str::to_lowercase);
    let is_letter = char::is_alphanumeric;
    let is_whole = |(at, part): (usize, &str)| {
        let (before, after) = (&text[..at], &text[at + part.len()..]);
        let goes_on = before.ends_with(is_letter) && part.starts_with(is_letter)
            || part.ends_with(is_letter) && after.starts_with(is_letter);
        !goes_on
    };
    let mut places = text.match_indices(wanted.as_str()).peekable();
    places.peek()?;
    Some(usize::from(!places.any(is_whole)))
}

/// The text shown while a command runs: its name, its progress if known, and the key that stops it.
pub fn progress(command: &str, progress: CommandProgress, stop: &str) -> String {
    let CommandProgress { done, total } = progress;
    match total {
        0 => format!("{command}   {stop} stops"),
        _ => format!("{command} {} of {}   {stop} stops", grouped(done), grouped(total)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_word_is_told_from_a_part() {
        for (text, wanted, expected) in [
            ("the box A", "BOX", Some(0)),
            ("two boxes", "box", Some(1)),
            ("boxes and a box", "box", Some(0)),
            ("relative-velocity", "velocity", Some(0)),
            ("相対速度", "速度", Some(1)),
            ("a, 相対速度", "相対速度", Some(0)),
            ("HIT", "miss", None),
        ] {
            assert_eq!(found_in(text, wanted), expected, "{wanted} in {text}");
        }
    }

    #[test]
    fn lists_read_like_speech() {
        assert_eq!(any_of(["a"]), "a");
        assert_eq!(any_of(["a", "b", "c"]), "a, b or c");
        assert_eq!(all_of(["a", "b"]), "a and b");
        assert_eq!(listed(["a", "b", "c"]), "a, b, c");
    }
}

#[cfg(test)]
mod nearest_tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_only_if_it_is_near() {
        let known = ["laser", "box", "length", "polygon", "bounce", "at", "size"];
        for (meant, typed) in [
            ("laser", "lazer"),
            ("box", "obx,boxes"),
            ("length", "legnth"),
            ("bounce", "BOUNSE,boun"),
            ("size", "siez"),
            ("at", "AT"),
        ] {
            for typed in typed.split(',') {
                assert_eq!(nearest(typed, known), Some(meant), "{typed}");
            }
        }
        for typed in ["to", "colour", "xyzzy", ""] {
            assert_eq!(nearest(typed, known), None, "{typed}");
        }
        assert_eq!(nearest(&"box".repeat(100_000), known), None);
    }
}
