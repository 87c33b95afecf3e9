//! What a search may cost, what it has found so far, and its counts.

use super::swept_aabb::SweptAabbs;

/// How much work a search did and how much it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Counts {
    /// How many pairs have an active member.
    pub pairs: u64,
    /// How many of those had their boxes compared.
    pub candidates: u64,
    /// How many of those have boxes that meet.
    pub meet: usize,
}

/// When to stop a search.
pub struct Limits<'a> {
    most: usize,
    goes_on: Option<&'a mut dyn FnMut(usize) -> bool>,
}

impl<'a> Limits<'a> {
    /// Finds all pairs, and never stops.
    #[must_use]
    pub const fn none() -> Self {
        Self { most: usize::MAX, goes_on: None }
    }

    /// Stops soon after more than `most` pairs are found. `goes_on` is called from time to time
    /// with the work done since its last call, in comparisons of two boxes; returning `false`
    /// stops the search, too.
    pub fn new(most: usize, goes_on: &'a mut dyn FnMut(usize) -> bool) -> Self {
        Self { most, goes_on: Some(goes_on) }
    }

    fn ask(&mut self, work: usize) -> Result<(), Stopped> {
        let goes_on = self.goes_on.as_mut().is_none_or(|goes_on| goes_on(work));
        if goes_on { Ok(()) } else { Err(Stopped::OnRequest) }
    }
}

impl std::fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Limits").field("most", &self.most).finish_non_exhaustive()
    }
}

/// Why a search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// `goes_on` said so.
    OnRequest,
    /// More pairs meet than the limit allows.
    TooManyPairs,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OnRequest => "the search was stopped",
            Self::TooManyPairs => "more pairs meet than the limit allows",
        })
    }
}

impl std::error::Error for Stopped {}

/// The work between two calls of `goes_on`.
const WORK_BETWEEN_QUESTIONS: usize = 1 << 12;

/// A search in progress.
pub(super) struct Search<'a, 'b> {
    limits: &'a mut Limits<'b>,
    pairs: &'a mut Vec<[usize; 2]>,
    counts: Counts,
    /// Work since the last call of `goes_on`.
    work: usize,
}

impl<'a, 'b> Search<'a, 'b> {
    /// Starts a search that replaces `pairs`.
    pub(super) fn begin(
        scene: &SweptAabbs,
        limits: &'a mut Limits<'b>,
        pairs: &'a mut Vec<[usize; 2]>,
    ) -> Self {
        pairs.clear();
        let counts = Counts { pairs: scene.pairs(), ..Counts::default() };
        Self { limits, pairs, counts, work: 0 }
    }

    /// Adds a pair that meets.
    #[inline]
    pub(super) fn add(&mut self, i: usize, j: usize) {
        self.counts.meet += 1;
        if self.counts.meet <= self.limits.most {
            self.pairs.push([i.min(j), i.max(j)]);
        }
    }

    /// Counts candidates, and stops if too many of them meet.
    pub(super) fn compared(&mut self, candidates: usize) -> Result<(), Stopped> {
        if self.counts.meet > self.limits.most {
            return Err(Stopped::TooManyPairs);
        }
        self.counts.candidates += candidates as u64;
        self.worked(1 + candidates)
    }

    /// Counts work other than comparisons.
    pub(super) fn worked(&mut self, work: usize) -> Result<(), Stopped> {
        self.work += work;
        if self.work < WORK_BETWEEN_QUESTIONS {
            return Ok(());
        }
        self.limits.ask(std::mem::take(&mut self.work))
    }

    /// Puts the pairs found in scene order.
    pub(super) fn end(self, len: usize, order: &mut SceneOrder) -> Result<Counts, Stopped> {
        order.sort(len, self.pairs);
        self.limits.ask(self.work)?;
        Ok(self.counts)
    }
}

/// The buffers of a sort that takes time linear in the number of pairs and things.
#[derive(Clone, Debug, Default)]
pub(super) struct SceneOrder {
    /// Where the pairs with each first member begin.
    starts: Vec<u32>,
    sorted: Vec<[usize; 2]>,
}

/// If no thing has more partners than this, pairs are sorted by insertion.
const FEW: u32 = 16;

impl SceneOrder {
    /// Sorts pairs of a scene with `len` things.
    pub(super) fn sort(&mut self, len: usize, pairs: &mut Vec<[usize; 2]>) {
        // Going through every thing costs more than sorting a few pairs.
        if pairs.len() < len / 16 || pairs.is_sorted() {
            pairs.sort_unstable();
            return;
        }
        self.starts.clear();
        self.starts.resize(len + 1, 0);
        for [first, _] in &*pairs {
            self.starts[first + 1] += 1;
        }
        let (mut start, mut most) = (0, 0);
        for count in &mut self.starts {
            most = most.max(*count);
            start += *count;
            *count = start;
        }
        self.sorted.clear();
        self.sorted.resize(pairs.len(), [0; 2]);
        for pair in &*pairs {
            let place = &mut self.starts[pair[0]];
            self.sorted[*place as usize] = *pair;
            *place += 1;
        }
        std::mem::swap(pairs, &mut self.sorted);
        if most > FEW {
            for same_first in pairs.chunk_by_mut(|one, other| one[0] == other[0]) {
                same_first.sort_unstable();
            }
        } else {
            sort_by_insertion(pairs);
        }
        // Do not keep the buffer for many pairs through frames with few.
        if self.sorted.capacity() > 2 * len {
            self.sorted = Vec::new();
        }
    }
}

/// Sorts pairs that are each at most a few steps from their final place.
fn sort_by_insertion(pairs: &mut [[usize; 2]]) {
    for end in 1..pairs.len() {
        let pair = pairs[end];
        let mut place = end;
        while place > 0 && pairs[place - 1] > pair {
            pairs[place] = pairs[place - 1];
            place -= 1;
        }
        pairs[place] = pair;
    }
}
