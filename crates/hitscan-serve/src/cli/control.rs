//! The socket through which the command line reaches the running server: `DATA/control`, accessible
//! only to the folder's owner. A connection carries one operation and one answer.

use std::fs::{self, Permissions};
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::operation::Operation;

/// The most bytes of a message: a pack takes this much as JSON numbers.
const MOST_BYTES: u64 = 128 << 20;
/// The time allowed to send an operation.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time allowed for the answer: checking a pack takes a while.
const PATIENCE_FOR_ANSWER: Duration = Duration::from_secs(300);

/// The answer to an operation: what was done, or why it was refused.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    #[serde(rename = "done")]
    Done(String),
    #[serde(rename = "refused")]
    Refused(String),
}

/// The control socket of a server; dropping it closes the socket.
#[derive(Debug)]
pub struct Control {
    path: PathBuf,
    is_over: Arc<AtomicBool>,
}

/// Why the server did not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoServer {
    /// No server is running.
    #[error("no hitscan-serve is running")]
    None,
    /// A server is running, but communication with it failed.
    #[error("{0}")]
    Silent(String),
}

fn path_in(data: &Path) -> PathBuf {
    data.join("control")
}

impl Control {
    /// Listens on a thread of its own. This process must hold the lock of the data folder.
    ///
    /// # Errors
    /// When the socket cannot be made, or the system has no more threads.
    pub fn listen(
        data: &Path,
        carry_out: impl Fn(&Operation) -> Result<String, String> + Send + 'static,
    ) -> io::Result<Self> {
        let path = path_in(data);
        // A killed server leaves its socket behind; this process holds the lock, so that server is
        // gone.
        match fs::remove_file(&path) {
            Err(why) if why.kind() != ErrorKind::NotFound => return Err(why),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        thread::Builder::new().name("control".to_owned()).stack_size(1 << 20).spawn(move || {
            for asker in listener.incoming() {
                if ends.load(Ordering::Acquire) {
                    return;
                }
                // An error here means that the client hung up.
                let _ = asker.and_then(|asker| answer(&asker, &carry_out));
            }
        })?;
        Ok(Self { path, is_over })
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        // Connect, to wake the thread from `accept`.
        let _ = UnixStream::connect(&self.path);
        let _ = fs::remove_file(&self.path);
    }
}

fn answer(
    asker: &UnixStream,
    carry_out: impl Fn(&Operation) -> Result<String, String>,
) -> io::Result<()> {
    asker.set_read_timeout(Some(PATIENCE))?;
    asker.set_write_timeout(Some(PATIENCE))?;
    let mut question = Vec::new();
    BufReader::new(asker).take(MOST_BYTES).read_until(b'\n', &mut question)?;
    let done = match serde_json::from_slice::<Operation>(&question) {
        Ok(operation) => carry_out(&operation),
        Err(_) => Err("the server runs another version; restart it".to_owned()),
    };
    let answer = match done {
        Ok(said) => Answer::Done(said),
        Err(why) => Answer::Refused(why),
    };
    let mut line = serde_json::to_vec(&answer)?;
    line.push(b'\n');
    let mut asker = asker;
    asker.write_all(&line)
}

/// Sends an operation to the server that runs on this data folder, and returns its answer.
///
/// # Errors
/// When no server is running, or it does not answer.
pub fn ask(data: &Path, operation: &Operation) -> Result<Result<String, String>, NoServer> {
    let asked = match UnixStream::connect(path_in(data)) {
        Ok(asked) => asked,
        Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
            return Err(NoServer::None);
        }
        Err(why) => {
            return Err(NoServer::Silent(format!("cannot connect to hitscan-serve: {why}")));
        }
    };
    let answered = (|| {
        asked.set_read_timeout(Some(PATIENCE_FOR_ANSWER))?;
        let mut line = serde_json::to_vec(operation)?;
        line.push(b'\n');
        (&asked).write_all(&line)?;
        asked.shutdown(Shutdown::Write)?;
        let mut answer = Vec::new();
        (&asked).take(MOST_BYTES).read_to_end(&mut answer)?;
        Ok::<_, io::Error>(serde_json::from_slice::<Answer>(&answer)?)
    })();
    match answered {
        Ok(Answer::Done(said)) => Ok(Ok(said)),
        Ok(Answer::Refused(why)) => Ok(Err(why)),
        Err(why) => Err(NoServer::Silent(format!("hitscan-serve does not answer: {why}"))),
    }
}
