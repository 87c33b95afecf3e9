//! Which tests the log shows.

use super::Pair;
use crate::command::LogFilter;
use crate::words::{line_names, test_line};
use crate::world::{FirstTest, ObjectId, PairResult, Participant, Record, TestResult};

/// Which tests the log shows, as set by `log` and `filter`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Which tests.
    pub filter: LogFilter,
    /// The text that their lines must contain; empty for all.
    pub text: String,
}

impl LogQuery {
    /// Whether a record is shown while this object is selected. `is_wrong` says whether the method
    /// in view is wrong about it, and is called last.
    #[must_use]
    pub fn shows(
        &self,
        record: &Record,
        selected: Option<ObjectId>,
        is_wrong: impl FnOnce(&Record) -> bool,
    ) -> bool {
        let found = ([record.a.id, record.b.id], record.outcome);
        self.passes(found, selected)
            && self.names(record)
            && (!self.is_of_wrong() || is_wrong(record))
    }

    /// [`shows`](Self::shows), for a test that made no record. `pair` makes it again, and is called
    /// only where the query needs the whole result.
    #[must_use]
    pub fn shows_first(
        &self,
        test: &FirstTest,
        selected: Option<ObjectId>,
        pair: impl FnOnce() -> Option<Pair>,
        is_wrong: impl FnOnce(&Pair) -> bool,
    ) -> bool {
        let shows = |pair: &Pair| {
            self.names_test(&pair.a, &pair.b, &pair.pair_result)
                && (!self.is_of_wrong() || is_wrong(pair))
        };
        self.passes((test.ids, test.outcome), selected)
            && (self.text.is_empty() && !self.is_of_wrong() || pair().as_ref().is_some_and(shows))
    }

    fn is_of_wrong(&self) -> bool {
        self.filter == LogFilter::Wrong
    }

    /// Whether the filter accepts a test of two objects with this result, before considering the
    /// method in view.
    fn passes(
        &self,
        (ids, outcome): ([ObjectId; 2], TestResult),
        selected: Option<ObjectId>,
    ) -> bool {
        match self.filter {
            LogFilter::Changes | LogFilter::All | LogFilter::Wrong => true,
            LogFilter::Hits => outcome != TestResult::Miss,
            LogFilter::Selected => selected.is_some_and(|id| ids.contains(&id)),
        }
    }

    /// Whether every record is shown.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        matches!(self.filter, LogFilter::Changes | LogFilter::All) && self.text.is_empty()
    }

    /// Whether the line of this test contains everything that the text asks for.
    #[must_use]
    pub fn names_test(&self, a: &Participant, b: &Participant, pair_result: &PairResult) -> bool {
        self.text.is_empty() || line_names(&test_line(a, b, pair_result), &self.text)
    }

    /// The same for a record. Compares names and result first, which is cheap and often enough.
    fn names(&self, record: &Record) -> bool {
        let known = [record.a.name.as_str(), record.b.name.as_str(), record.outcome.word()];
        let is_known = |asked: &str| known.iter().any(|word| word.eq_ignore_ascii_case(asked));
        self.text.split_whitespace().all(|asked| {
            is_known(asked)
                || line_names(&test_line(&record.a, &record.b, &record.pair_result()), asked)
        })
    }
}
