//! What lies on the disk: files that are read and written, and what is kept of a session
//! as it goes on.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `files` | files read within limits, and written so that none is lost |
//! | `desk` | which files a session may read and write |
//! | `line_file` | a file that grows by whole lines |
//! | `saving` | scenes, saved over what may have changed elsewhere |
//! | `recorder` | the file that a recording goes to |
//! | `submission` | the work of a student, on its way to where it is kept |
//! | `submission_file` | the file that a student hands in |
//! | `last_submission` | where a student's work was last |
//! | `crash_recovery` | sessions that were cut off |
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
