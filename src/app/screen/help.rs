//! Help: how far it is scrolled, and what is searched for in it.

/// Help as it is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Help {
    /// The first line that is shown.
    pub top: usize,
    /// What is searched for, while anything is: only what has this in it is
    /// shown.
    pub search: Option<String>,
}

impl Help {
    /// The longest text that is searched for.
    pub(in crate::app) const MAX_CHARS: usize = 40;

    /// Whether a text has in it what is searched for; large and small letters
    /// are the same.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        let wanted = self.search.as_deref().unwrap_or_default();
        text.to_lowercase().contains(&wanted.to_lowercase())
    }
}
