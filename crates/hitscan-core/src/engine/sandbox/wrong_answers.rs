//! Where a method is wrong in the log: worked out once for each record.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{Pair, Sandbox};
use crate::methods::{Agreement, BoundaryRule, Method};
use crate::world::Record;

/// What the answers depend on, beside the record: how often records were dropped from
/// the end of the log, which frees their numbers, the method, and the rule.
type Asked = (u64, Option<Method>, BoundaryRule);

/// The answers that are known, by the numbers of records.
#[derive(Clone, Debug, Default)]
pub(super) struct WrongAnswers(RefCell<(Option<Asked>, HashMap<u64, bool>)>);

impl Sandbox {
    /// Whether a method is wrong in this record of the log. Where it does not apply,
    /// the first one listed stands in.
    #[must_use]
    pub fn is_wrong(&self, record: &Record, method: Option<Method>) -> bool {
        let rule = self.world().settings().boundary_rule;
        let asked = Some((self.branches, method, rule));
        let mut known = self.wrong_answers.0.borrow_mut();
        // Records that the log has dropped must not pile up here.
        if known.0 != asked || known.1.len() > 2 * self.log().len() {
            *known = (asked, HashMap::new());
        }
        *known
            .1
            .entry(record.seq)
            .or_insert_with(|| Pair::from(record).agreement(method, rule) == Some(Agreement::Wrong))
    }
}
