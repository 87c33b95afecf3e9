//! Help: how far it is scrolled, and what is searched for in it.

/// The state of help while it is open.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Help {
    /// The first visible line.
    pub top: usize,
    /// The text searched for; only entries that contain it are shown.
    pub search: Option<String>,
}

impl Help {
    /// Whether a text contains the search, ignoring case.
    #[must_use]
    pub fn finds(&self, text: &str) -> bool {
        let wanted = self.search.as_deref().unwrap_or_default();
        text.to_lowercase().contains(&wanted.to_lowercase())
    }
}
