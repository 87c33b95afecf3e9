//! `PostgreSQL` for tests: a cluster in a temporary folder, reachable only by a Unix socket, and
//! removed when the test program ends.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use hitscan_serve::config::{DatabaseUrl, StorePlace};
use hitscan_serve::store::postgres::migrate;

use super::skips::say_skipped;

/// Makes a cluster and starts it, then stops and restarts it on command, one word per line. The end
/// of its input means that the test program has ended.
const KEEPER: &str = r#"
set -e
cd /
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
data=${DATA:-$folder/data}
[ -z "$DISK" ] || mkdir "$DISK/space"
options="-c fsync=off -k $folder"
initdb -A trust -U hitscan -N -E UTF8 --locale=C --wal-segsize=${SEGMENT:-16} -D "$data" \
    >"$folder/log" 2>&1
if [ -n "$CERTIFICATES" ]; then
    cp "$CERTIFICATES/server.crt" "$CERTIFICATES/server.key" "$folder"
    chmod 600 "$folder/server.key"
    options="$options -c listen_addresses=$ADDRESS -c ssl=on -c ssl_cert_file=$folder/server.crt"
    options="$options -c ssl_key_file=$folder/server.key"
    echo "hostssl all all 127.0.0.0/8 trust" >"$data/pg_hba.conf"
    echo "local all all trust" >>"$data/pg_hba.conf"
else
    options="$options -c listen_addresses="
fi
start() { pg_ctl -w -D "$data" -l "$folder/log" -o "$options" start >/dev/null; }
stop() { pg_ctl -w -D "$data" -m immediate stop >/dev/null; }
restart() { stop 2>/dev/null || true; start; }
start
trap 'stop || true; rm -rf "$folder"' EXIT
echo "$folder"
while read -r word; do "$word"; echo done; done
"#;

/// A cluster.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    keeper: Mutex<Keeper>,
    last: AtomicUsize,
}

struct Keeper {
    words: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    child: Child,
}

impl Postgres {
    /// The cluster shared by all tests of this program; skips the test if it is not installed.
    pub(crate) fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Postgres>> = OnceLock::new();
        let shared = SHARED.get_or_init(Self::start).as_ref();
        if shared.is_none() {
            say_skipped("no PostgreSQL");
        }
        shared
    }

    /// Starts a separate cluster; none if it is not installed.
    pub(crate) fn start() -> Option<Self> {
        Self::with(&[], None)
    }

    /// Starts a cluster with a small disk; also returns the disk's folder as this program sees it.
    /// None if no disk can be made. The disk holds the whole cluster, or only a folder `space` for
    /// a tablespace.
    pub(crate) fn on_a_small_disk(size: &str, is_whole: bool) -> Option<(Self, PathBuf)> {
        let disk = std::env::temp_dir().join(format!("disk-{}-{is_whole}", std::process::id()));
        std::fs::create_dir_all(&disk).expect("a folder");
        let mount = format!("mount -t tmpfs -o size={size},mode=1777 tmpfs {}", disk.display());
        let tried = Command::new("unshare").args(["-m", "sh", "-c", &mount]).output();
        if !tried.is_ok_and(|tried| tried.status.success()) {
            return None;
        }
        let [place, data] = [disk.clone(), disk.join("data")].map(|it| it.display().to_string());
        let mut settings = vec![("DISK", &*place)];
        if is_whole {
            settings.extend([("DATA", &*data), ("SEGMENT", "1")]);
        }
        let started = Self::with(&settings, Some(&mount))?;
        let keeper = started.keeper.lock().unwrap_or_else(PoisonError::into_inner).child.id();
        let seen = PathBuf::from(format!("/proc/{keeper}/root{}", disk.display()));
        Some((started, seen))
    }

    /// Starts a cluster with these settings of the keeper script, on a disk that `mount` makes.
    /// With `CERTIFICATES`, it is reachable at `ADDRESS`, only by TLS.
    pub(crate) fn with(settings: &[(&str, &str)], mount: Option<&str>) -> Option<Self> {
        let programs = programs()?;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = [programs.clone(), PathBuf::from("/usr/sbin"), PathBuf::from("/sbin")]
            .into_iter()
            .chain(std::env::split_paths(&path));
        let path = std::env::join_paths(path).expect("a path");
        let mut shell = if rustix::process::geteuid().is_root() {
            // PostgreSQL refuses to run as root.
            let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
            let has_its_own = users.lines().any(|line| line.starts_with("postgres:"));
            let user = if has_its_own { "postgres" } else { "nobody" };
            let mut other = Command::new(if mount.is_some() { "unshare" } else { "runuser" });
            if let Some(mount) = mount {
                let then = format!("{mount} && exec runuser -u {user} -- sh -c \"$0\"");
                other.args(["-m", "sh", "-c", &then, KEEPER]);
            } else {
                other.args(["-u", user, "--", "sh", "-c", KEEPER]);
            }
            other
        } else {
            let mut shell = Command::new("sh");
            shell.args(["-c", KEEPER]);
            shell
        };
        shell.envs(settings.iter().copied());
        shell.env("PATH", path).env_remove("TMPDIR").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = shell.spawn().ok()?;
        let words = child.stdin.take();
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut folder = String::new();
        answers.read_line(&mut folder).expect("a line");
        let folder = PathBuf::from(folder.trim());
        assert!(folder.is_absolute(), "PostgreSQL starts");
        let keeper = Mutex::new(Keeper { words, answers, child });
        let started = Self { programs, folder, keeper, last: AtomicUsize::new(0) };
        started.sql("postgres", "CREATE DATABASE empty");
        started.sql("postgres", "CREATE DATABASE migrated");
        let url = url_of(&started.folder, "migrated");
        assert_eq!(aside(|| migrate(&url)), Ok([0, 3]));
        Some(started)
    }

    /// Makes a new database from a template, and returns its name.
    pub(crate) fn new_database(&self, template: &str) -> String {
        let name = format!("d{}", self.last.fetch_add(1, Ordering::SeqCst));
        self.sql("postgres", &format!("CREATE DATABASE {name} TEMPLATE {template}"));
        name
    }

    /// The folder with its socket.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs SQL on a database, and returns one line per row.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        let mut psql = self.psql(database);
        let output = psql.args(["-c", sql]).output().expect("psql runs");
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// A `psql` command for a database.
    pub(crate) fn psql(&self, database: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "hitscan", "-h"])
            .arg(&self.folder)
            .args(["-d", database]);
        psql
    }

    /// Stops it at once, as a power cut would.
    pub(crate) fn stop(&self) {
        self.tell("stop");
    }

    /// Restarts it, whether it is running or not.
    pub(crate) fn start_again(&self) {
        self.tell("restart");
    }

    fn tell(&self, word: &str) {
        let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(keeper.words.as_mut().expect("open"), "{word}").expect("the keeper is there");
        let mut answer = String::new();
        keeper.answers.read_line(&mut answer).expect("a line");
        assert_eq!(answer, "done\n", "{word}");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let keeper = self.keeper.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(keeper.words.take());
        let _ = keeper.child.wait();
    }
}

/// Runs blocking work on another thread, so that it can be called from asynchronous tests.
pub(crate) fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(work).join().expect("no panic"))
}

/// The URL of a database whose socket is in this folder.
pub(crate) fn url_of(folder: &Path, database: &str) -> DatabaseUrl {
    match address_of(folder, database).parse() {
        Ok(StorePlace::Postgres(url)) => url,
        other => panic!("{other:?}"),
    }
}

/// The same as text.
pub(crate) fn address_of(folder: &Path, database: &str) -> String {
    format!("postgresql:///{database}?host={}&user=hitscan", folder.display())
}

/// The folder of its programs: on Debian there is one for each version.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let versions = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = versions.chain(std::env::split_paths(&path)).collect();
    folders.retain(|folder| ["initdb", "pg_ctl", "psql"].iter().all(|it| folder.join(it).exists()));
    folders.into_iter().next()
}
