//! Help: which page is open, how far it is scrolled, and the search.

/// A page of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum HelpPage {
    /// What keys do now.
    #[default]
    Here,
    /// All keys.
    Keys,
    /// All commands.
    Commands,
    /// The terms of the field.
    Words,
    /// What the arena draws.
    Signs,
}

impl HelpPage {
    /// All of them, in the order of their tabs.
    pub const ALL: [Self; 5] = [Self::Here, Self::Keys, Self::Commands, Self::Words, Self::Signs];

    /// The name on its tab.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Here => "Here",
            Self::Keys => "Keys",
            Self::Commands => "Commands",
            Self::Words => "Words",
            Self::Signs => "Signs",
        }
    }

    /// The page `by` tabs to the right, wrapping around.
    pub(in crate::app) fn neighbour(self, by: usize) -> Self {
        let at = Self::ALL.iter().position(|&page| page == self).unwrap_or(0);
        Self::ALL[(at + by) % Self::ALL.len()]
    }
}

/// The state of help while it is open.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Help {
    /// The page.
    pub page: HelpPage,
    /// The first visible line; a number past the end means the last page.
    pub top: usize,
    /// The search.
    pub search: Option<HelpSearch>,
}

/// A search in all pages of help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpSearch {
    /// The text.
    pub text: String,
    /// Whether keys still type the text.
    pub stage: SearchStage,
    /// The number of the match in view, counted from 0.
    pub current: usize,
}

/// The stage of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStage {
    /// Keys type the text.
    Typing,
    /// Keys go from match to match.
    Found,
}

impl HelpSearch {
    pub(in crate::app) const fn begun() -> Self {
        Self { text: String::new(), stage: SearchStage::Typing, current: 0 }
    }
}
