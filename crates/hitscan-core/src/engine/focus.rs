//! The focus: which frame, pair and method is looked at.

use crate::command::Page;
use crate::methods::Arithmetic;
use crate::world::ObjectId;

/// What is looked at. The pair is that of the chosen log line, else the
/// selected object and its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The chosen line of the log, by its number. It sets frame and pair.
    pub record: Option<u64>,
    /// The pinned partner of the selected object.
    pub partner: Option<ObjectId>,
    /// The page of Why.
    pub page: Page,
    /// The arithmetic that Why shows.
    pub arithmetic: Arithmetic,
}

impl Default for Focus {
    fn default() -> Self {
        Self { record: None, partner: None, page: Page::Truth, arithmetic: Arithmetic::Exact }
    }
}
