//! How much memory a world and its history may take, how it is shared out, and when a change checks
//! for an interrupt.

use std::fmt;
use std::str::FromStr;

use hitscan_geom::Shape;

use super::record::{ContactChange, LastContact};
use super::{ChangeError, CommandProgress};

/// The most memory that a world and its history take, in bytes: its pairs, its history, its log
/// and its journal. What does not fit is refused, except that the oldest records and snapshots
/// are dropped instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemoryLimit {
    bytes: u64,
}

/// One megabyte.
const MEGABYTE: u64 = 1_000_000;
/// A pair that meets, while a change is computed: its state before, its state after, and its copy
/// in the first snapshot; twice as a candidate, with the spare capacity of a growing list; and as a
/// record to come.
const PAIR_BYTES: usize =
    3 * size_of::<LastContact>() + 4 * size_of::<[usize; 2]>() + size_of::<ContactChange>();

impl MemoryLimit {
    /// The smallest limit that can be chosen.
    pub const LEAST: Self = Self { bytes: 16 * MEGABYTE };
    /// The largest limit that can be chosen.
    pub const MOST: Self = Self { bytes: 1_000_000 * MEGABYTE };

    /// This many sixteenths of the limit, in bytes.
    fn sixteenths(self, count: u64) -> usize {
        usize::try_from(self.bytes / 16 * count).unwrap_or(usize::MAX)
    }

    /// The most pairs that may meet in one frame.
    pub fn pairs(self) -> usize {
        self.sixteenths(6) / PAIR_BYTES
    }

    /// The memory for the contacts of one frame with responses, in bytes.
    fn contact_bytes(self) -> usize {
        self.sixteenths(1)
    }

    /// The memory for the snapshots of a history, in bytes. The first one is counted
    /// with the pairs.
    pub(super) fn snapshot_bytes(self) -> usize {
        self.sixteenths(1)
    }

    /// The memory for the records of the log, in bytes.
    pub(super) fn log_bytes(self) -> usize {
        self.sixteenths(4)
    }

    /// Whether the changes of a history may take this many bytes.
    pub(super) fn has_room_for_changes(self, bytes: usize) -> bool {
        bytes <= self.sixteenths(2)
    }

    /// The memory for the journal of a session, in bytes.
    pub fn journal_bytes(self) -> usize {
        self.sixteenths(2)
    }
}

/// A whole number with its thousands separated: `1 284 000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut spaced = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            spaced.push(' ');
        }
        spaced.push(digit);
    }
    spaced
}

/// 256 MB.
impl Default for MemoryLimit {
    fn default() -> Self {
        Self { bytes: 256 * MEGABYTE }
    }
}

/// As typed: `256 MB`, `1 GB`.
impl fmt::Display for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes / MEGABYTE {
            gigabytes if gigabytes % 1000 == 0 => write!(f, "{} GB", gigabytes / 1000),
            megabytes => write!(f, "{megabytes} MB"),
        }
    }
}

impl FromStr for MemoryLimit {
    /// What would be valid.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (text, [least, most]) = (text.trim(), [Self::LEAST, Self::MOST]);
        let why = || {
            format!(
                "memory is a whole number of MB or GB, such as \"256 MB\", from {least} to {most}"
            )
        };
        let (count, unit) = match (text.strip_suffix("MB"), text.strip_suffix("GB")) {
            (Some(count), _) => (count, MEGABYTE),
            (_, Some(count)) => (count, 1000 * MEGABYTE),
            _ => return Err(why()),
        };
        let count: u64 = count.trim_end().parse().map_err(|_| why())?;
        let bytes = count.checked_mul(unit).ok_or_else(why)?;
        let limit = Self { bytes };
        if (least..=most).contains(&limit) { Ok(limit) } else { Err(why()) }
    }
}

/// What a change may cost: its memory, and its work between two checks for an interrupt.
pub(super) struct Budget<'a> {
    memory: MemoryLimit,
    /// The work since the last check.
    work: usize,
    effort: Effort,
    progress: CommandProgress,
    is_interrupted: &'a mut IsInterrupted<'a>,
}

/// Whether to stop a change that is this far, in tests of pairs; called about once a millisecond.
pub(super) type IsInterrupted<'a> = dyn FnMut(CommandProgress) -> bool + 'a;

/// The work of a change between two checks for an interrupt. A unit of work is about the time to
/// compare two bounding boxes; the whole is about a millisecond.
pub const WORK_BETWEEN_QUESTIONS: usize = 1 << 16;

impl<'a> Budget<'a> {
    /// A budget with `work` done since the last check.
    pub(super) fn new(
        memory: MemoryLimit,
        work: usize,
        is_interrupted: &'a mut IsInterrupted<'a>,
    ) -> Self {
        let (effort, progress) = (Effort::default(), CommandProgress::default());
        Self { memory, work, effort, progress, is_interrupted }
    }

    /// The budget with this effort already spent, up to the limit.
    pub(super) const fn after(self, effort: Effort) -> Self {
        Self { effort, ..self }
    }

    /// The effort so far.
    pub(super) const fn effort(&self) -> Effort {
        self.effort
    }

    /// Counts tests of pairs that are about to be made.
    pub(super) fn test(&mut self, tests: u64) -> Result<(), ChangeError> {
        self.effort.spend(tests)
    }

    /// Begins this many tests, of which [`Budget::tested`] counts those that are done.
    pub(super) const fn begin_tests(&mut self, total: u64) {
        self.progress = CommandProgress { done: 0, total };
    }

    /// Counts tests that are done.
    pub(super) const fn tested(&mut self, tests: u64) {
        self.progress.done = self.progress.done.saturating_add(tests);
    }

    /// The work since the last check.
    pub(super) const fn work(&self) -> usize {
        self.work
    }

    /// Counts work, and checks for an interrupt if it is due.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), ChangeError> {
        self.work = self.work.saturating_add(work);
        if self.work < WORK_BETWEEN_QUESTIONS {
            return Ok(());
        }
        self.work = 0;
        if (self.is_interrupted)(self.progress) { Err(ChangeError::Interrupted) } else { Ok(()) }
    }

    /// The most pairs that may meet.
    pub(super) fn pairs(&self) -> usize {
        self.memory.pairs()
    }

    /// More pairs meet than that.
    pub(super) const fn too_many_pairs(&self) -> ChangeError {
        ChangeError::TooManyPairs(self.memory)
    }

    /// Checks that there is memory for this many bytes of contacts in a frame.
    pub(super) fn check_contacts(&self, contacts: usize, bytes: usize) -> Result<(), ChangeError> {
        if bytes <= self.memory.contact_bytes() {
            return Ok(());
        }
        Err(ChangeError::TooManyContacts { contacts, memory: self.memory })
    }
}

/// Buffers larger than this are freed, in bytes.
const MOST_KEPT: usize = 1 << 20;

/// Frees a buffer if it is too large to keep.
pub(super) fn free_if_large<T>(buffer: &mut Vec<T>) {
    if buffer.capacity() * size_of::<T>() > MOST_KEPT {
        *buffer = Vec::new();
    }
}

// The cost of changes, counted in tests of pairs: the same on every machine, however fast it is.
//
// The test of two simple shapes counts 1. Other work counts as many tests as take about
// the same time.

/// How many pairs of edges count as one test if polygons are tested.
pub const EDGE_PAIRS_OF_A_TEST: u64 = 32;

/// How many tests a pair of shapes counts: the most that its pairs of edges can take.
pub fn tests_of_pair(a: &Shape, b: &Shape) -> u64 {
    (edges(a) * edges(b)).div_ceil(EDGE_PAIRS_OF_A_TEST)
}

/// How many tests it counts to check whether a new shape crosses itself.
pub(super) fn tests_of_outline(shape: &Shape) -> u64 {
    match shape {
        Shape::Box(_) | Shape::Segment(_) => 0,
        Shape::Polygon(_) => edges(shape).pow(2) / (2 * EDGE_PAIRS_OF_A_TEST),
    }
}

/// How many tests it counts to move a shape.
pub(super) fn tests_of_motion(shape: &Shape) -> u64 {
    edges(shape) / EDGE_PAIRS_OF_A_TEST
}

fn edges(shape: &Shape) -> u64 {
    match shape {
        Shape::Box(_) => 4,
        Shape::Segment(_) => 1,
        Shape::Polygon(polygon) => polygon.vertices().len() as u64,
    }
}

/// The tests so far, and the limit on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    tests: u64,
    most: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { tests: 0, most: u64::MAX }
    }
}

impl Effort {
    /// The tests so far, including those of refused changes.
    pub(super) const fn tests(self) -> u64 {
        self.tests
    }

    /// Allows this many more.
    pub(super) const fn allow(&mut self, more: u64) {
        self.most = self.tests.saturating_add(more);
    }

    /// Counts tests that are about to be made.
    pub(super) fn spend(&mut self, tests: u64) -> Result<(), ChangeError> {
        self.tests = self.tests.saturating_add(tests);
        if self.tests <= self.most { Ok(()) } else { Err(ChangeError::TooManyTests) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_parses_as_it_is_displayed() {
        for text in ["16 MB", "256 MB", "1 GB", "1500 MB", "1000 GB"] {
            assert_eq!(
                text.parse::<MemoryLimit>().map(|limit| limit.to_string()).as_deref(),
                Ok(text)
            );
        }
        assert_eq!("256MB".parse(), Ok(MemoryLimit::default()));
        for text in
            ["", "256", "MB", "15 MB", "1001 GB", "-1 MB", "1.5 GB", "99999999999999999999 GB"]
        {
            let why = text.parse::<MemoryLimit>().expect_err(text);
            assert!(why.ends_with("such as \"256 MB\", from 16 MB to 1000 GB"), "{why}");
        }
    }

    #[test]
    fn interrupts_are_checked_after_equal_amounts_of_work() {
        let mut questions = 0;
        let mut ask = |_| {
            questions += 1;
            false
        };
        let mut budget = Budget::new(MemoryLimit::default(), 0, &mut ask);
        for _ in 0..1000 {
            budget.spend(WORK_BETWEEN_QUESTIONS / 10 + 1).expect("nothing interrupts it");
        }
        assert_eq!(questions, 100);
    }
}

#[cfg(test)]
mod effort_tests {
    use super::*;
    use hitscan_geom::Milli;
    use hitscan_geom::Point;
    use hitscan_geom::Polygon;

    fn zigzag(vertices: i32) -> Shape {
        let point = |x: i32, y: i32| {
            let milli = |value| Milli::new(value).expect("near");
            Point::new(milli(x), milli(y))
        };
        let mut points: Vec<_> = (1..vertices).map(|x| point(x, x % 2)).collect();
        points.push(point(vertices / 2, -1000));
        Shape::Polygon(Polygon::new(&points).expect("it is simple"))
    }

    #[test]
    fn small_polygons_count_like_simple_shapes_and_large_ones_by_their_edges() {
        for (vertices, others, tests) in
            [(4, 4, 1), (6, 5, 1), (8, 4, 1), (8, 5, 2), (100, 100, 313), (1000, 1000, 31_250)]
        {
            assert_eq!(tests_of_pair(&zigzag(vertices), &zigzag(others)), tests, "{vertices}");
        }
        assert_eq!(tests_of_outline(&zigzag(7)), 0);
        assert_eq!(tests_of_outline(&zigzag(1000)), 15_625);
    }

    #[test]
    fn an_allowance_can_be_used_up_but_not_exceeded() {
        let mut effort = Effort::default();
        effort.spend(5).expect("nothing is limited yet");
        effort.allow(7);
        effort.spend(7).expect("it is allowed");
        assert_eq!(effort.spend(1), Err(ChangeError::TooManyTests));
        assert_eq!(effort.tests(), 13);
        effort.allow(1);
        effort.spend(1).expect("more is allowed");
    }
}
