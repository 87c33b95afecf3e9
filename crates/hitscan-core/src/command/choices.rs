//! Choices that commands name by a token and that belong to no other module.

/// Whether answers are covered until they are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredictMode {
    /// They are.
    On,
    /// They are shown.
    Off,
}

impl PredictMode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::On, Self::Off];

    /// The token in commands.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// Which tests are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LogFilter {
    /// Those that are kept: every change of an answer.
    #[default]
    Changes,
    /// Of those, the ones that say HIT or TOUCH.
    Hits,
    /// Of those, the ones that the method in view gets wrong.
    Wrong,
    /// Every test, those that say the same as before too.
    All,
}

impl LogFilter {
    /// All of them, the default first.
    pub const ALL: [Self; 4] = [Self::Changes, Self::Hits, Self::Wrong, Self::All];

    /// The token in commands.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Changes => "changes",
            Self::Hits => "hits",
            Self::Wrong => "wrong",
            Self::All => "all",
        }
    }
}
