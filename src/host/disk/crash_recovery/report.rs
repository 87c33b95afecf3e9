//! What the user is told about crashed sessions: that there are some, and what became of them.

/// The crashed sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crashed {
    pub(super) count: usize,
    /// How long ago the latest crashed.
    pub(super) age: String,
    /// The file of its scene, or its title.
    pub(super) scene: String,
    pub(super) is_full: bool,
}

impl Crashed {
    /// Offers to recover them, in one line; `line` formats a command as the user types it.
    pub fn offer(&self, line: impl Fn(&str) -> String) -> String {
        let Self { count, age, scene, is_full } = self;
        let (resume, discard, list) = (line("recover"), line("recover drop"), line("recover list"));
        match count {
            _ if *is_full => format!(
                "new work is not kept: {count} sessions that were cut off are waiting; {discard} \
                 discards one, {list} lists them"
            ),
            1 => format!(
                "a session was cut off {age} ({scene}): {resume} resumes it, {discard} discards it"
            ),
            _ => format!(
                "{count} sessions were cut off, the last {age} ({scene}): {resume} resumes it, \
                 {list} lists them"
            ),
        }
    }
}

/// What was done with crashed sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// The engine continues where one of them was.
    Resumed {
        /// The command that was running at the crash, and is not part of the resumed session.
        cut_off: Option<String>,
    },
    /// The one about this scene was discarded.
    Discarded(String),
    /// All of them were discarded; this many.
    AllDiscarded(usize),
    /// The resumed one will be removed together with this session's own file.
    LetGo,
    /// They are listed, one per line.
    Listed(Vec<String>),
}

impl Recovered {
    /// The report, one line per item.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        vec![match self {
            Self::Resumed { cut_off: None } => {
                "resumed where it was cut off; save it to keep it".to_owned()
            }
            Self::Resumed { cut_off: Some(line) } => {
                format!("resumed before {line}, which was cut off: enter it again to run it")
            }
            Self::Discarded(scene) => format!("discarded the unsaved work on {scene}"),
            Self::AllDiscarded(1) => "discarded the unsaved work of a session".to_owned(),
            Self::AllDiscarded(count) => {
                format!("discarded the unsaved work of {count} sessions")
            }
            Self::LetGo => {
                "the resumed session is discarded if you leave without saving".to_owned()
            }
            Self::Listed(lines) => return lines.clone(),
        }]
    }
}

pub(super) const NONE: &str = "no session was cut off";
pub(super) const FULL: &str = "new work is not kept: too many sessions that were cut off are \
                               waiting; recover drop discards one";
