//! What is said of sessions that were cut off: that there are some, and what became
//! of them.

/// Sessions that were cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crashed {
    pub(super) count: usize,
    /// How long ago the last one was.
    pub(super) age: String,
    /// The file of its scene, else the title.
    pub(super) scene: String,
    pub(super) is_full: bool,
}

impl Crashed {
    /// Offers them, in one line; `line` says how a command is given here.
    pub fn offer(&self, line: impl Fn(&str) -> String) -> String {
        let Self { count, age, scene, is_full } = self;
        let (resume, discard, list) = (line("recover"), line("recover drop"), line("recover list"));
        match count {
            _ if *is_full => format!(
                "work is not kept: {count} sessions that were cut off are kept already; {discard} \
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

/// What became of sessions that were cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// The engine goes on where one was.
    Resumed {
        /// The command that was running then, and is not a part of it.
        cut_off: Option<String>,
    },
    /// The one about this scene was discarded.
    Discarded(String),
    /// All were discarded, as many as this.
    AllDiscarded(usize),
    /// The one that was resumed goes as the work of this session does.
    LetGo,
    /// They are listed, a line each.
    Listed(Vec<String>),
}

impl Recovered {
    /// Says it, a line for each thing.
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
            Self::LetGo => "what was resumed is discarded when you leave without saving".to_owned(),
            Self::Listed(lines) => return lines.clone(),
        }]
    }
}

pub(super) const NONE: &str = "no session was cut off";
pub(super) const FULL: &str = "work is not kept from now on: too many sessions that were cut off \
                               are kept already; recover drop discards one";
