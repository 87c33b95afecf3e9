//! The files of a session: a home directory, and a directory with valid scenes, broken scenes and
//! entries that are not files at all.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use proptest::sample::{Select, select};
use rustix::process::{Pid, Signal, kill_process};

use crate::combs::scene_of_combs;
use crate::machine::Stopwatch;
use crate::plan::Plan;
use crate::process::started_with;
use crate::report::Fault;

/// What is opened, saved and read: names in the working directory.
const FILES: &str = "good.toml good.toml other.toml fresh-1.toml fresh-2.toml chain.toml \
    hard.toml big.toml crowd.toml polygons.toml combs.toml dense.toml broken.toml binary.toml \
    fifo folder locked/scene.toml locked/fresh.toml dangling.toml read-only.toml null.toml \
    full.toml endless.toml missing/scene.toml small/scene.toml small/fresh.toml";

/// One of them.
pub(crate) fn any_file() -> Select<&'static str> {
    select(FILES.split(' ').collect::<Vec<_>>())
}

const GOOD: &str = "# a comment that stays\ntitle = \"good\"\n\n\
    [[box]]\nname = \"A\"\nat = [10, 4]\nsize = [16, 8]\n\n\
    [[box]]\nname = \"B\"\nat = [2, 6]\nsize = [6, 4]\nvelocity = [1, 0]\n\n\
    [[laser]]\nname = \"L\"\nfrom = [14, 7]\nto = [21.5, 9]\n\n\
    [[polygon]]\nname = \"P\"\npoints = [[30, 4], [38, 4], [30, 12]]\n";

/// The scene with which another program overwrites a file.
pub(crate) const THEIRS: &str =
    "title = \"theirs\"\n[[box]]\nname = \"T\"\nat = [1, 1]\nsize = [2, 2]\n";

/// Far more pairs meet in it than fit into memory.
const DENSE: &str =
    "title = \"dense\"\n[[crowd]]\nname = \"c\"\ncount = 100000\narea = [0, 0, 5, 5]\n";

/// The size of the small disk.
const SMALL_DISK: &str = "size=64k";
/// How much of it is free: room for a scene, but not for much more.
const FREE_BYTES: usize = 4096;

/// How long programs may outlive hitscan: a second, plus the same again for time spent waiting for
/// a processor, which is not measured for dying processes.
const LIVES_ON: Duration = Duration::from_secs(2);

/// The directory of a session.
pub(crate) struct Scratch {
    directory: tempfile::TempDir,
    disk: Disk,
    begun: Instant,
}

/// What `small` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disk {
    /// A separate disk, nearly full.
    Small,
    /// An ordinary directory: only root can mount disks.
    Shared,
}

impl Scratch {
    /// Creates the files of this session.
    pub(crate) fn new(plan: &Plan) -> io::Result<Self> {
        let directory = tempfile::Builder::new().prefix("hitscan-soak-").tempdir()?;
        let mut scratch = Self { directory, disk: Disk::Shared, begun: Instant::now() };
        for name in ["home", "state", "config", "output"] {
            fs::create_dir(scratch.path().join(name))?;
        }
        for name in ["", "folder", "locked", "small"] {
            fs::create_dir(scratch.work().join(name))?;
        }
        scratch.disk = mount(&scratch.work().join("small"));
        scratch.write_scenes(plan)?;
        scratch.make_special_files()?;
        Ok(scratch)
    }

    /// How old it is.
    pub(crate) fn age(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The directory itself.
    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Where the program works.
    pub(crate) fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    /// The state directory of the program.
    pub(crate) fn state(&self) -> PathBuf {
        self.path().join("state")
    }

    /// Checks that no process that was started here is still alive: the environment variables name
    /// the directory, and every child inherits them.
    pub(crate) fn check_left(&self) -> Result<(), Fault> {
        let watch = Stopwatch::begin(None);
        loop {
            let left = self.left();
            if left.is_empty() {
                return Ok(());
            }
            if watch.is_over(LIVES_ON) {
                let left: Vec<_> = left.into_iter().map(|(_, words)| words).collect();
                return Err(Fault(format!("this still runs: {}", left.join(", "))));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn left(&self) -> Vec<(Pid, String)> {
        started_with(&self.path().to_string_lossy())
    }

    /// Keeps the directory when this is dropped.
    pub(crate) fn keep(&mut self) {
        self.directory.disable_cleanup(true);
    }

    /// The environment variables for these directories.
    pub(crate) fn variables(&self) -> [(&'static str, PathBuf); 3] {
        [
            ("HOME", self.path().join("home")),
            ("XDG_STATE_HOME", self.state()),
            ("XDG_CONFIG_HOME", self.path().join("config")),
        ]
    }

    fn write_scenes(&self, plan: &Plan) -> io::Result<()> {
        let write = |name: &str, text: &[u8]| fs::write(self.work().join(name), text);
        for name in ["good.toml", "far.toml", "hard.toml", "read-only.toml", "locked/scene.toml"] {
            write(name, GOOD.as_bytes())?;
        }
        write("small/scene.toml", GOOD.as_bytes())?;
        write("other.toml", THEIRS.as_bytes())?;
        write("big.toml", boxes(1000, 40).as_bytes())?;
        write("crowd.toml", boxes(plan.crowd, 0).as_bytes())?;
        write("polygons.toml", polygons().as_bytes())?;
        write("combs.toml", scene_of_combs(10).as_bytes())?;
        write("dense.toml", DENSE.as_bytes())?;
        write("binary.toml", &[0x7f, b'E', b'L', b'F', 0, 0xff])?;
        let mut broken = GOOD.as_bytes().to_vec();
        for (at, byte) in &plan.damage {
            let at = at.index(broken.len());
            broken[at] = *byte;
        }
        write("broken.toml", &broken)?;
        if self.disk == Disk::Small {
            fill(&self.work().join("small"))?;
        }
        Ok(())
    }

    fn make_special_files(&self) -> io::Result<()> {
        let work = self.work();
        symlink("far.toml", work.join("near.toml"))?;
        symlink("near.toml", work.join("chain.toml"))?;
        symlink("nowhere.toml", work.join("near-nowhere.toml"))?;
        symlink("near-nowhere.toml", work.join("dangling.toml"))?;
        fs::hard_link(work.join("hard.toml"), work.join("hard-too.toml"))?;
        for (name, device) in [
            ("null.toml", "/dev/null"),
            ("full.toml", "/dev/full"),
            ("full.svg", "/dev/full"),
            ("endless.toml", "/dev/zero"),
        ] {
            symlink(device, work.join(name))?;
        }
        Command::new("mkfifo").arg(work.join("fifo")).status()?;
        fs::set_permissions(work.join("read-only.toml"), Permissions::from_mode(0o444))?;
        fs::set_permissions(work.join("locked"), Permissions::from_mode(0o555))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        for (pid, _) in self.left() {
            // It may be ending right now.
            let _ = kill_process(pid, Signal::KILL);
        }
        if self.disk == Disk::Small {
            let small = self.work().join("small");
            // A disk that stays mounted would keep the directory from being removed.
            let _ = Command::new("umount").arg("--lazy").arg(small).status();
        }
        let _ = fs::set_permissions(self.work().join("locked"), Permissions::from_mode(0o755));
    }
}

fn mount(directory: &Path) -> Disk {
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", SMALL_DISK, "tmpfs"]).arg(directory);
    let mounted = mount.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if mounted.is_ok_and(|status| status.success()) { Disk::Small } else { Disk::Shared }
}

/// Fills a disk up to a small rest.
fn fill(directory: &Path) -> io::Result<()> {
    let filler = directory.join("filler");
    let block = [b'.'; FREE_BYTES];
    let mut bytes = Vec::new();
    loop {
        bytes.extend_from_slice(&block);
        if let Err(why) = fs::write(&filler, &bytes) {
            bytes.truncate(bytes.len().saturating_sub(2 * FREE_BYTES));
            return match why.kind() {
                io::ErrorKind::StorageFull => fs::write(&filler, &bytes),
                _ => Err(why),
            };
        }
    }
}

/// This many boxes, each this far from the previous one.
fn boxes(count: usize, apart: usize) -> String {
    let mut text = String::from("title = \"boxes\"\n");
    for i in 0..count {
        let (x, y) = ((i % 40) * apart, (i / 40) * apart);
        let _ = writeln!(text, "[[box]]\nname = \"N{i}\"\nat = [{x}, {y}]\nsize = [30, 30]");
    }
    text
}

/// Twenty polygons of a thousand vertices.
fn polygons() -> String {
    let mut text = String::from("title = \"polygons\"\n");
    for i in 0..20 {
        let top = i * 20;
        let upper = (0..500).map(|x| format!("[{x}, {}.5]", top + (x % 7)));
        let lower = (0..500).rev().map(|x| format!("[{x}, {}.5]", top + 10 + (x % 5)));
        let points: Vec<_> = upper.chain(lower).collect();
        let points = points.join(", ");
        let _ = writeln!(text, "[[polygon]]\nname = \"P{i}\"\npoints = [{points}]");
    }
    text
}
