//! The sentences that explain objects, tests and methods, in one place: a second language would be a
//! second column.
//!
//! Tokens (HIT, sides, ids, commands, keys) are not sentences: they are the same in every language
//! and are defined with the things they name.

/// The contents of all steps of one kind: `found!(steps, Step::Straddle(half) => half)`.
macro_rules! found {
    ($steps:expr, $step:pat $(if $guard:expr)? => $what:expr) => {
        $steps.iter().filter_map(|step| match *step {
            $step $(if $guard)? => Some($what),
            _ => None,
        })
    };
}

pub mod comparison;
pub mod concepts;
mod construction;
mod difference;
mod entries;
mod findings;
mod format;
pub mod formula;
mod game;
pub mod lines;
mod list;
mod method_reason;
mod nearest;
mod number;
mod object_line;
mod own_reason;
mod pair_sentence;
mod progress;
mod ray;
mod settings;
mod special;
mod test_line;
mod verdict;
pub mod why;

pub use construction::construction;
pub use difference::{
    SavedFrame, SavedState, SceneDifference, differences, file_is_new, moves_not_saved, new_start,
    no_longer_hold, saved,
};
pub use findings::{
    LeftOutPairs, after_frames, checked, expected_found, how_to_open, left_out, method_says,
    no_object, nothing_expected, stops_after,
};
pub use game::{bricks_broken, contact_in_short, frames_made};
pub use list::{all_of, any_of, listed};
pub use method_reason::{
    agreement, hit_word, in_general, overlap_reason, sentence_of_reason, side_reason,
};
pub use nearest::nearest;
pub use number::{decimal, grouped, in_halves, in_text, short_fraction};
pub use object_line::object_line;
pub use own_reason::{
    crash_sentence, in_general_of, likeness_sentence, own_cause, own_cause_of, own_judgement,
    truth_as_said, unsteady_sentence,
};
pub use pair_sentence::{frame_sentence, standing_sentence};
pub use progress::progress;
pub use ray::{beam_ends_before, ray_in_short, ray_line};
pub use settings::{broad_phase_counts, settings_now};
pub use test_line::{entered_line, line_names, test_line};
pub use verdict::{mistaken, standing, verdict, written_order};
