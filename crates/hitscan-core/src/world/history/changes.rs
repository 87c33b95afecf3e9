//! The list of changes. A run of steps is a single entry, so a million steps take no more
//! memory than one.

use super::super::{Change, MemoryLimit};

/// Changes in order, indexed from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    runs: Vec<Run>,
    len: usize,
    /// The size of all runs.
    bytes: usize,
}

/// What a key press takes permanently, besides a line of the log.
const _: () = assert!(size_of::<Run>() <= 56);

/// One change, or several steps in a row.
#[derive(Clone, Debug)]
struct Run {
    /// The index of the first one.
    first: usize,
    change: Change,
    /// The frame counter after the first one; each further one adds 1.
    frame: u64,
}

impl Run {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.change.heap_bytes()
    }
}

impl Changes {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a change that led to this frame.
    pub(super) fn push(&mut self, change: Change, frame: u64) {
        let goes_on = change == Change::Step
            && self.runs.last().is_some_and(|run| run.change == Change::Step);
        if !goes_on {
            let run = Run { first: self.len, change, frame };
            self.bytes += run.bytes();
            self.runs.push(run);
        }
        self.len += 1;
    }

    /// Keeps only the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        if len < self.len {
            let kept = self.runs.partition_point(|run| run.first < len);
            self.bytes -= self.runs[kept..].iter().map(Run::bytes).sum::<usize>();
            self.runs.truncate(kept);
            self.len = len;
        }
    }

    /// Whether there is memory for one more change after the first `len`.
    pub(super) fn has_room_for(&self, change: &Change, len: usize, memory: MemoryLimit) -> bool {
        let more = size_of::<Run>() + change.heap_bytes();
        // Changes ahead would be dropped first; counting them is only needed near the limit.
        memory.has_room_for_changes(self.bytes + more) || {
            let kept = self.runs.partition_point(|run| run.first < len);
            let bytes = self.runs[..kept].iter().map(Run::bytes).sum::<usize>();
            memory.has_room_for_changes(bytes + more)
        }
    }

    pub(super) fn get(&self, index: usize) -> Option<&Change> {
        let run = self.run(index).filter(|_| index < self.len)?;
        Some(&self.runs[run].change)
    }

    /// The changes among the first `len`, with a run of steps as a single one.
    pub(super) fn kinds_up_to(&self, len: usize) -> impl Iterator<Item = &Change> {
        self.runs.iter().take_while(move |run| run.first < len).map(|run| &run.change)
    }

    /// The frame counter after the change at this index.
    pub(super) fn frame_after(&self, index: usize) -> Option<u64> {
        let run = &self.runs[self.run(index)?];
        Some(run.frame + (index - run.first) as u64)
    }

    /// How many changes belong to `frame` and the frames before it.
    pub(super) fn count_up_to(&self, frame: u64) -> usize {
        let runs = self.runs.partition_point(|run| run.frame <= frame);
        let Some(last) = runs.checked_sub(1) else { return 0 };
        let run = &self.runs[last];
        let end = self.runs.get(runs).map_or(self.len, |next| next.first);
        let more = usize::try_from(frame - run.frame).unwrap_or(usize::MAX);
        // All changes of a run except the first are frames.
        end.min(run.first.saturating_add(more).saturating_add(1))
    }

    /// How many steps in a row are the last of the first `len` changes.
    pub(super) fn steps_before(&self, len: usize) -> usize {
        let last = len.checked_sub(1).and_then(|index| self.run(index));
        let run = last.map(|run| &self.runs[run]).filter(|run| run.change == Change::Step);
        run.map_or(0, |run| len - run.first)
    }

    /// The index of the frame of motion that is `count` frames from the end of the first `len`
    /// changes, 1 being the last; that of the first frame if there are fewer.
    pub(super) fn before_frames(&self, len: usize, count: usize) -> Option<usize> {
        let last = self.run(len.checked_sub(1)?)?;
        let (mut end, mut left, mut found) = (len, count, None);
        for run in self.runs[..=last].iter().rev() {
            if left == 0 {
                break;
            }
            if run.change.is_frame() {
                // Either all changes of a run are frames, or it has only one.
                let taken = left.min(end - run.first);
                left -= taken;
                found = Some(end - taken);
            }
            end = run.first;
        }
        found
    }

    /// The run that holds the change at this index.
    fn run(&self, index: usize) -> Option<usize> {
        self.runs.partition_point(|run| run.first <= index).checked_sub(1)
    }
}
