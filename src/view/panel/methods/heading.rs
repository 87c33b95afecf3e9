//! The heading of the first table: what its answers are about.

use super::{ANSWER_COLS, EXACT_COL, F32_COL, PanelCanvas, Plan};
use hitscan_core::engine::Pair;
use hitscan_core::world::TestResult;
use hitscan_geom::Relation;

/// The heading of the first table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// The table is about the end of the frame; the column headings have their own row.
    Roomy,
    /// The same in one row.
    Short,
    /// The two met and are apart at the end, which explains a MISS below a HIT.
    Apart,
    /// The same in one row.
    ShortApart,
}

impl Heading {
    const WHOLE: &str = "at the end of the frame";
    const WHOLE_APART: &str = "they met on the way and are apart at the end";

    /// The heading for this pair. There are `rows` rows, of which the first table needs `of_first`
    /// with a heading of two rows, and the whole plan `needed`.
    pub(super) fn of(
        pair: &Pair,
        plan: Plan,
        (rows, of_first, needed): (usize, usize, usize),
    ) -> Self {
        let found = &pair.pair_result;
        let is_apart =
            found.outcome == TestResult::Hit && found.meeting.relation == Relation::Disjoint;
        // If exactly one row is missing, a one-row heading makes everything fit.
        let is_whole = match plan {
            Plan::OverlapTests => of_first <= rows,
            Plan::BothApart | Plan::Both | Plan::Sides | Plan::InGames => needed != rows + 1,
        };
        match (is_apart, plan == Plan::BothApart) {
            (true, _) if is_whole => Self::Apart,
            (true, _) => Self::ShortApart,
            (false, true) => Self::Roomy,
            (false, false) => Self::Short,
        }
    }

    /// Writes the heading, and returns the row after it.
    pub(super) fn write(self, canvas: &mut PanelCanvas<'_>) -> u16 {
        let (title, quiet) = (canvas.theme.title, canvas.theme.quiet);
        let (text, least) = match self {
            Self::Roomy => (Self::WHOLE, 2),
            Self::Apart => (Self::WHOLE_APART, 2),
            Self::Short => ("at the end", 1),
            Self::ShortApart => ("apart at the end", 1),
        };
        // The last row of the text also has the column headings.
        let end = canvas.paragraph(0, 1, text, title).max(least);
        canvas.put_right(end - 1, EXACT_COL + ANSWER_COLS + 1, "exact", quiet);
        canvas.put_right(end - 1, F32_COL + ANSWER_COLS + 1, "f32", quiet);
        end
    }
}
