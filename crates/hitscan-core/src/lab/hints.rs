//! The hints of a task: when the next one opens, and the message until then.

use super::task::Task;

/// The state of a task's hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    opened: usize,
    /// Whether the world has changed since the last one.
    has_changed: bool,
    /// Whether the last one has been requested once.
    was_warned: bool,
    /// Whether the last one is open.
    tells_way: bool,
}

/// Why no further hint opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintRefused {
    /// The world has not changed since the last hint.
    ChangeFirst,
    /// The next hint gives the solution away; a second request opens it.
    TellsTheWay,
}

impl HintRefused {
    /// The message for a task with this name.
    #[must_use]
    pub fn message(self, task: &str) -> String {
        let points = Task::POINTS_AFTER_LAST_HINT;
        match self {
            Self::ChangeFirst => "change something first; then the next hint opens".to_owned(),
            Self::TellsTheWay => {
                format!("the next hint tells the way, and {task} counts {points}; hint again")
            }
        }
    }
}

impl Hints {
    /// How many have been opened.
    #[must_use]
    pub const fn opened(self) -> usize {
        self.opened
    }

    /// Whether the last one, which gives the solution away, is open.
    #[must_use]
    pub const fn tells_way(self) -> bool {
        self.tells_way
    }

    /// Whether the world has to change before the next one opens.
    #[must_use]
    pub const fn needs_change(self) -> bool {
        self.opened > 0 && !self.has_changed
    }

    /// Records a change to the world.
    pub const fn world_changed(&mut self) {
        self.has_changed = true;
    }

    /// Opens the next of `of` hints and returns its number, from 1. Once all are open, it returns
    /// the last one again.
    ///
    /// # Errors
    /// When it does not open yet.
    pub fn open(&mut self, of: usize) -> Result<usize, HintRefused> {
        if self.opened >= of {
            return Ok(of);
        }
        if self.needs_change() {
            return Err(HintRefused::ChangeFirst);
        }
        let is_last = self.opened + 1 == of;
        if is_last && !self.was_warned {
            self.was_warned = true;
            return Err(HintRefused::TellsTheWay);
        }
        self.opened += 1;
        self.has_changed = false;
        self.tells_way = is_last;
        Ok(self.opened)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_opens_after_a_change_and_the_last_one_on_a_second_request() {
        let mut hints = Hints::default();
        assert_eq!(hints.open(3), Ok(1));
        assert_eq!(hints.open(3), Err(HintRefused::ChangeFirst));
        hints.world_changed();
        assert_eq!(hints.open(3), Ok(2));
        hints.world_changed();
        assert_eq!(hints.open(3), Err(HintRefused::TellsTheWay));
        assert_eq!([hints.open(3), hints.open(3)], [Ok(3), Ok(3)]);
        let why = HintRefused::TellsTheWay.message("task 1");
        assert_eq!(why, "the next hint tells the way, and task 1 counts 2; hint again");
    }
}
