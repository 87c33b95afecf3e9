//! The disk: files, and everything that a session saves as it goes on.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `files` | reads files within limits, and replaces them without losing any |
//! | `desk` | which files a session may read and write |
//! | `line_file` | a file that grows by whole lines |
//! | `saving` | saves scenes over files that may have changed elsewhere |
//! | `recorder` | the file of a recording |
//! | `submission` | where a student's work is saved |
//! | `submission_file` | the file that a student hands in |
//! | `last_submission` | remembers where a student's work was saved last |
//! | `crash_recovery` | crashed sessions, and how to resume them |
//! | `syncer` | the thread that syncs what was written |
//! | `session_files` | the recording, the submission and the recovery of one session |

mod crash_recovery;
mod desk;
pub mod files;
mod last_submission;
mod line_file;
mod recorder;
mod saving;
mod session_files;
mod submission;
mod submission_file;
mod syncer;

pub(super) use crash_recovery::Crashed;
pub use crash_recovery::{CrashRecovery, Recovered};
pub use desk::{
    Desk, DeskFault, DeskFiles, DeskLimits, FolderDesk, LineSink, NOT_HERE, Urgency, is_plain,
};
pub use last_submission::LastSubmission;
pub use line_file::LineFile;
pub use recorder::{Recorder, records_beside};
pub use saving::NotWritten;
pub use session_files::{Ending, SessionFiles};
pub(super) use submission::KeptWork;
pub use submission::{Submission, Unsubmitted};
pub use submission_file::{SubmissionFile, Submitted};
pub use syncer::Syncer;
