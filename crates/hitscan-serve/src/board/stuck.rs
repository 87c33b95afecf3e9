//! Which students are stuck, so that a teacher looks at them first.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::live::Standing;

/// A student who keeps trying is stuck after this long without finishing anything.
const LONG_AT_IT: SignedDuration = SignedDuration::from_mins(6);
/// The tries since then that make such a student stuck.
const MANY_TRIES: u32 = 5;
/// A student who types nothing for this long is stuck.
const LONG_QUIET: Duration = Duration::from_mins(10);

/// Whether a student needs help: they keep trying and finish nothing, or have stopped trying.
pub(super) fn is_stuck(standing: &Standing, quiet: Duration, now: Timestamp) -> bool {
    let tries_in_vain =
        standing.effort.tries >= MANY_TRIES && now.duration_since(standing.finished) >= LONG_AT_IT;
    !standing.is_done && (tries_in_vain || quiet >= LONG_QUIET)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::samples::{now, standing};
    use super::*;

    #[rstest]
    // Keeps trying and finishes nothing.
    #[case(5, 6 * 60, 0, true)]
    #[case(4, 60 * 60, 0, false)]
    #[case(100, 6 * 60 - 1, 0, false)]
    // Has stopped trying.
    #[case(0, 0, 10 * 60, true)]
    #[case(0, 60 * 60, 10 * 60 - 1, false)]
    fn a_student_who_tries_in_vain_or_stops_is_stuck(
        #[case] tries: u32,
        #[case] seconds_since_finished: i64,
        #[case] quiet: u64,
        #[case] expected: bool,
    ) {
        let mut standing = standing(9, "inside", "3/6 ask edges", (71, 1, 0));
        standing.effort.tries = tries;
        standing.finished = now() - SignedDuration::from_secs(seconds_since_finished);
        assert_eq!(is_stuck(&standing, Duration::from_secs(quiet), now()), expected);
        standing.is_done = true;
        assert!(!is_stuck(&standing, Duration::from_secs(quiet), now()), "nothing is left to do");
    }
}
