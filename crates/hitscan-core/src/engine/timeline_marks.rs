//! The whole history on a line of bins: which frames each bin stands for, and what log lines
//! those frames have.

use std::sync::Arc;

use super::Engine;
use super::log_lines::{LineId, LogLines};
use crate::world::{LogEntry, ObjectId, TestResult};

/// The mapping of a history's frames to bins: the first frame to the first bin, the last
/// to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameScale {
    /// The first frame.
    pub first: u64,
    /// The last frame.
    pub last: u64,
    /// How many bins there are; at least two.
    bins: u64,
}

impl FrameScale {
    /// These frames in this many bins; `None` if there is only one frame, or only one bin.
    pub fn new(first: u64, last: u64, bins: usize) -> Option<Self> {
        let bins = u64::try_from(bins).ok().filter(|&bins| bins > 1)?;
        (first < last).then_some(Self { first, last, bins })
    }

    /// The bin of a frame.
    pub fn bin_of(self, frame: u64) -> usize {
        let frame = frame.clamp(self.first, self.last) - self.first;
        let bin = rounded(frame, self.bins - 1, self.last - self.first);
        usize::try_from(bin).unwrap_or(usize::MAX)
    }

    /// The frame at a bin; the last frame for bins beyond the end.
    pub fn frame_at(self, bin: usize) -> u64 {
        let bin = u64::try_from(bin).unwrap_or(u64::MAX).min(self.bins - 1);
        self.first + rounded(bin, self.last - self.first, self.bins - 1)
    }

    /// Empty bins, one for each.
    pub(super) fn empty_bins(self) -> Vec<Bin> {
        vec![Bin::default(); usize::try_from(self.bins).unwrap_or_default()]
    }
}

/// `times · over / under`, rounded to the nearest integer, half up.
const fn rounded(times: u64, over: u64, under: u64) -> u64 {
    times.saturating_mul(over).saturating_mul(2).saturating_add(under) / (2 * under)
}

/// The log lines in the frames of a bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bin {
    /// How many are HIT.
    pub hits: u32,
    /// Whether any is TOUCH.
    pub has_touch: bool,
    /// Whether the compared method is wrong in any.
    pub has_wrong: bool,
}

/// The most important mark of a bin's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeMark {
    /// The compared method is wrong.
    Wrong,
    /// A HIT.
    Hit,
    /// A TOUCH.
    Touch,
}

impl Bin {
    /// The most important mark of its lines, if there is one.
    pub const fn mark(self) -> Option<TimeMark> {
        match self {
            Self { has_wrong: true, .. } => Some(TimeMark::Wrong),
            Self { hits: 1.., .. } => Some(TimeMark::Hit),
            Self { has_touch: true, .. } => Some(TimeMark::Touch),
            Self { .. } => None,
        }
    }

    /// Counts one more line.
    pub(super) const fn count(&mut self, outcome: TestResult, is_wrong: bool) {
        match outcome {
            TestResult::Hit => self.hits = self.hits.saturating_add(1),
            TestResult::Touch => self.has_touch = true,
            TestResult::Miss => {}
        }
        self.has_wrong |= is_wrong;
    }
}

/// Which frames are covered: in predict mode the current one and those ahead, until they are
/// answered; every frame while a question covers all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Covering {
    /// None.
    Nothing,
    /// All.
    Everything,
    /// Those with a question about a pair that is not answered yet.
    Unanswered {
        /// The current frame.
        now: u64,
        /// Whether the current frame is one of them.
        of_now: bool,
        /// How many questions have been answered.
        settled: usize,
        /// The pair that is asked about.
        pair: Option<[ObjectId; 2]>,
    },
}

/// The whole history on a line.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The mapping of frames to bins.
    pub scale: FrameScale,
    /// The bins, the earliest first.
    pub bins: Arc<[Bin]>,
}

impl Timeline {
    /// The history of an engine, with the lines that its log shows. The result is cached until the
    /// history, the lines or the covered frames change.
    pub fn of(engine: &Engine, scale: FrameScale) -> Self {
        let (query, in_focus) = (engine.log_query(), engine.focus.pair());
        let (judge, covering) = (engine.judge(), engine.covering());
        let is_covered = |frame| engine.covers_frame(frame, covering);
        let bins = engine.sandbox.bins(query, in_focus, judge, scale, covering, is_covered);
        Self { scale, bins }
    }

    /// Whether more than a third of the bins are marked: too many to distinguish.
    pub fn is_crowded(&self) -> bool {
        3 * self.bins.iter().filter(|bin| bin.mark().is_some()).count() > self.bins.len()
    }

    /// The marked bin nearest to this one, at most `around` away; of two, the earlier.
    pub fn nearest_mark(&self, bin: usize, around: usize) -> Option<usize> {
        let is_marked = |at: &usize| self.bins.get(*at).is_some_and(|bin| bin.mark().is_some());
        let near = bin.saturating_sub(around)..=bin.saturating_add(around);
        near.filter(is_marked).min_by_key(|at| at.abs_diff(bin))
    }

    /// The first log line that caused the mark of a bin.
    pub fn line_in(&self, engine: &Engine, bin: usize) -> Option<LineId> {
        let mark = self.bins.get(bin)?.mark()?;
        let lines = LogLines::of(engine);
        let (judge, covering) = (engine.judge(), engine.covering());
        let bin_of = |line: &LogEntry| self.scale.bin_of(line.frame);
        let is_meant = |line: &LogEntry| match mark {
            TimeMark::Wrong => {
                engine.sandbox.pair_of_entry(*line).is_some_and(|pair| judge.is_wrong(&pair))
            }
            TimeMark::Hit => line.outcome == TestResult::Hit,
            TimeMark::Touch => line.outcome == TestResult::Touch,
        };
        let is_shown = |line: &LogEntry| !engine.covers_frame(line.frame, covering);
        let in_bin = (lines.first_where(|line| bin_of(line) >= bin)..lines.len())
            .map_while(|at| lines.get(at).filter(|line| bin_of(line) == bin));
        let mut meant = in_bin.filter(is_shown).filter(is_meant);
        meant.next().map(LogEntry::id)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::command::Command;
    use crate::engine::silent;
    use crate::scene::{SceneSource, builtin};
    use crate::world::Settings;

    #[test]
    fn frames_map_to_their_designed_bins() {
        let scale = FrameScale::new(0, 28, 40).expect("frames");
        let bins = [0, 4, 13, 23, 24, 25, 28].map(|frame| scale.bin_of(frame));
        assert_eq!(bins, [0, 6, 18, 32, 33, 35, 39]);
    }

    #[test]
    fn one_frame_makes_no_timeline() {
        assert_eq!(FrameScale::new(7, 7, 40), None);
        assert_eq!(FrameScale::new(0, 28, 1), None);
    }

    /// The bins counted line by line, without a cache.
    fn counted(engine: &Engine, scale: FrameScale) -> Vec<Bin> {
        let lines = LogLines::of(engine);
        let judge = engine.judge();
        let mut bins = scale.empty_bins();
        for line in (0..lines.len()).filter_map(|at| lines.get(at)) {
            let (frame, outcome) = (line.frame, line.outcome);
            if !engine.covered_frames().any(|covered| covered == frame) {
                let is_wrong =
                    judge.is_wrong(&engine.sandbox.pair_of_entry(line).expect("it was tested"));
                bins[scale.bin_of(frame)].count(outcome, is_wrong);
            }
        }
        bins
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// The cached marks always equal those of a fresh count, whatever happens in between.
        #[test]
        fn cached_marks_follow_the_log(
            lines in prop::collection::vec(
                prop::sample::select(vec![
                    "step 5", "step", "back 3", "redo 2", "undo", "seek 2", "move 2 0", "move -3 4",
                    "log hits", "log selected", "log wrong", "log changes", "filter b1", "filter",
                    "select ball", "method edges", "response bounce", "predict on", "predict off",
                    "predict miss", "box Z 30 40 4 4", "remove Z",
                ]),
                1..25,
            ),
            bins in 2_usize..60,
        ) {
            let scene = builtin("breakout").expect("built in");
            let engine = Engine::new(scene, SceneSource::BuiltIn("breakout".to_owned()));
            let mut engine = engine.expect("a world").on_screen();
            for line in lines {
                let command = Command::parse(line, &Settings::default()).expect(line).expect("a command");
                // Some commands are refused.
                let _ = engine.execute(&command, &mut silent);
                let last = engine.history().last_frame();
                if let Some(scale) = FrameScale::new(0, last, bins) {
                    let timeline = Timeline::of(&engine, scale);
                    prop_assert_eq!(&*timeline.bins, counted(&engine, scale), "after {}", line);
                    for (bin, at) in timeline.bins.iter().zip(0..) {
                        let line = timeline.line_in(&engine, at);
                        prop_assert_eq!(line.is_some(), bin.mark().is_some(), "bin {}", at);
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn both_ends_map_to_the_ends_and_order_is_kept(
            first in 0_u64..1000,
            frames in 1_u64..2_000_000,
            bins in 2_usize..300,
            [one, other] in prop::array::uniform2(0_u64..2_000_000),
        ) {
            let last = first + frames;
            let scale = FrameScale::new(first, last, bins).expect("frames");
            prop_assert_eq!([scale.bin_of(first), scale.bin_of(last)], [0, bins - 1]);
            prop_assert_eq!([scale.frame_at(0), scale.frame_at(bins - 1)], [first, last]);
            let [one, other] = [one.min(other), one.max(other)].map(|at| first + at % (frames + 1));
            prop_assert_eq!(one <= other, scale.bin_of(one) <= scale.bin_of(other) && one <= other);
        }

        /// With more frames than bins, each bin maps to its frame and back; with more bins than
        /// frames, each frame to its bin and back.
        #[test]
        fn a_bin_and_its_frame_map_to_each_other(
            frames in 1_u64..2_000_000,
            bins in 2_usize..300,
            at in 0_u64..2_000_000,
        ) {
            let scale = FrameScale::new(0, frames, bins).expect("frames");
            if u64::try_from(bins).expect("few") <= frames + 1 {
                let bin = usize::try_from(at).expect("few") % bins;
                prop_assert_eq!(scale.bin_of(scale.frame_at(bin)), bin);
            } else {
                let frame = at % (frames + 1);
                prop_assert_eq!(scale.frame_at(scale.bin_of(frame)), frame);
            }
        }
    }
}
