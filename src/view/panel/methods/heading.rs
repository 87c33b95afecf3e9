//! What stands above the first table: what its answers are about.

use super::{ANSWER_COLS, Canvas, EXACT_COL, F32_COL, Plan};
use hitscan_core::engine::Pair;
use hitscan_core::world::TestResult;
use hitscan_geom::Relation;

/// What stands above the first table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heading {
    /// That it is about the end of the frame, with the columns in a row of their own.
    Roomy,
    /// The same in one row.
    Short,
    /// That they met before, and are apart then, which a MISS below a HIT is about.
    Apart,
    /// The same in one row.
    ShortApart,
}

impl Heading {
    const WHOLE: &str = "at the end of the frame";
    const WHOLE_APART: &str = "they met on the way and are apart at the end";

    /// The heading for this pair, if a table that begins with two rows takes `of_first`, and
    /// all that is planned `needed`, both of `rows`.
    pub(super) fn of(
        pair: &Pair,
        plan: Plan,
        (rows, of_first, needed): (usize, usize, usize),
    ) -> Self {
        let found = &pair.pair_result;
        let is_apart =
            found.outcome == TestResult::Hit && found.meeting.relation == Relation::Disjoint;
        // With a row more than there are, a heading in one row is what makes all fit.
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

    /// Writes it, and returns the row after.
    pub(super) fn write(self, canvas: &mut Canvas<'_>) -> u16 {
        let (title, quiet) = (canvas.theme.title, canvas.theme.quiet);
        let (text, least) = match self {
            Self::Roomy => (Self::WHOLE, 2),
            Self::Apart => (Self::WHOLE_APART, 2),
            Self::Short => ("at the end", 1),
            Self::ShortApart => ("apart at the end", 1),
        };
        // The last row of the text has room for the names of the columns.
        let end = canvas.paragraph(0, 1, text, title).max(least);
        canvas.put_right(end - 1, EXACT_COL + ANSWER_COLS + 1, "exact", quiet);
        canvas.put_right(end - 1, F32_COL + ANSWER_COLS + 1, "f32", quiet);
        end
    }
}
