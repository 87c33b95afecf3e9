//! The disk: files, and everything that a session saves as it goes on.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `files` | reads files within limits, and replaces them without losing any |
//! | `desk` | which files a session may read and write |
//! | `saving` | saves scenes over files that may have changed elsewhere |
//! | `recorder` | the file of a recording, which grows by whole lines |
//! | `submission` `submission_file` | where a student's work is saved; the file that is handed in |
//! | `crash_recovery` | crashed sessions, and how to resume them |
//! | `syncer` | the thread that syncs what was written |
//! | `session_files` | the recording, the submission and the recovery of one session |
//!
//! `session_files` calls the others, and `saving` calls `desk`; all of them end at `files` and
//! `syncer`.

mod crash_recovery;
mod desk;
pub mod files;
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
pub use recorder::{LineFile, Recorder, records_beside};
pub use saving::NotWritten;
pub(super) use session_files::BegunCourse;
pub use session_files::{CourseOpener, Ending, OpenedCourse, SessionFiles};
pub(super) use submission::KeptWork;
pub use submission::{LastSubmission, Submission, Unsubmitted};
pub use submission_file::{SubmissionFile, Submitted};
pub use syncer::Syncer;
