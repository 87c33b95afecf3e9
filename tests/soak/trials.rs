//! Commands that query a program without a screen, cut off by signals and by closed pipes.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use std::os::unix::process::CommandExt;

use proptest::prelude::*;
use proptest::sample::select;
use rustix::process::{Pid, Signal, kill_process};

use crate::answering::Answering;
use crate::machine::Stopwatch;
use crate::plan::name_of;
use crate::program::ENDS_WITHIN;
use crate::report::Fault;
use crate::stage::Stage;

/// A command that queries a program, and how it is cut off.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    asks: Asks,
    answering: Answering,
    /// When it is cut off, in milliseconds.
    after: u64,
    cut: Cut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Try,
    Map,
    Render,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    By(Signal),
    /// Nobody reads its output. It notices only when it prints, so SIGTERM follows.
    Unread,
}

/// How long a command may go on if its output is not read.
const UNREAD: Duration = Duration::from_secs(3);

/// The trials of a session.
pub(crate) fn trials() -> BoxedStrategy<Vec<Trial>> {
    let signals = [Signal::TERM, Signal::HUP, Signal::QUIT, Signal::INT, Signal::KILL];
    let cut = prop_oneof![4 => select(signals.to_vec()).prop_map(Cut::By), 1 => Just(Cut::Unread)];
    let asks = select(&[Asks::Try, Asks::Map, Asks::Render][..]);
    let after = select(&[0_u64, 5, 20, 60, 200, 700, 1500][..]);
    let trial = (asks, select(&Answering::ASKED[..]), after, cut)
        .prop_map(|(asks, answering, after, cut)| Trial { asks, answering, after, cut });
    prop::collection::vec(trial, 6..16).boxed()
}

impl Asks {
    const fn name(self) -> &'static str {
        match self {
            Self::Try => "try",
            Self::Map => "map",
            Self::Render => "render",
        }
    }

    fn arguments(self, answering: Answering) -> Vec<String> {
        let method = answering.method();
        let words = answering.words();
        let [driver, option, name] = words.each_ref().map(String::as_str);
        let arguments = match self {
            Self::Try => vec!["try", "--pairs", "500", "--", driver, option, name],
            Self::Map => vec!["map", "inside", "--layer", "method", "--method", &method],
            Self::Render => vec!["render", "inside", "--method", &method],
        };
        arguments.into_iter().map(str::to_owned).collect()
    }
}

/// Plays a trial, and checks that it ends and leaves nothing behind.
pub(crate) fn play(stage: &mut Stage<'_>, trial: &Trial) -> Result<(), Fault> {
    let Trial { asks, answering, after, cut } = trial;
    let (name, how) = (asks.name(), answering.name());
    stage.happens("trials cut off", &format!("{name}, {how}, {cut:?} after {after} ms"));
    stage.figures.asked(how);
    let mut command = Command::new(stage.binary);
    command.args(asks.arguments(*answering)).env_clear().envs(stage.scratch.variables());
    command.current_dir(stage.scratch.work());
    // A program that joins the command's group does not join ours.
    command.process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program can be started");
    let ended = cut_off(&mut child, *cut, *after);
    let _ = child.kill();
    let _ = child.wait();
    ended.map_err(|Fault(why)| Fault(format!("{name}, {how}: {why}")))?;
    stage.figures.ended(format!("{name}, {}", cut.name()));
    stage.scratch.check_left().map_err(|Fault(why)| Fault(format!("{name}, {how}: {why}")))
}

impl Cut {
    fn name(self) -> &'static str {
        match self {
            Self::By(signal) => name_of(signal),
            Self::Unread => "output not read",
        }
    }
}

/// Cuts it off, and waits for its end.
fn cut_off(child: &mut Child, cut: Cut, after: u64) -> Result<(), Fault> {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let signal = match cut {
        Cut::By(signal) => {
            thread::sleep(Duration::from_millis(after));
            signal
        }
        Cut::Unread => {
            child.stdout = None;
            if ends_within(child, pid, UNREAD) {
                return Ok(());
            }
            Signal::TERM
        }
    };
    // Until it has been waited for, its process id cannot be reused.
    let _ = pid.map_or(Ok(()), |pid| kill_process(pid, signal));
    if ends_within(child, pid, ENDS_WITHIN) {
        return Ok(());
    }
    Err(Fault(format!("it goes on {ENDS_WITHIN:?} after {}", name_of(signal))))
}

fn ends_within(child: &mut Child, pid: Option<Pid>, bound: Duration) -> bool {
    let watch = Stopwatch::begin(pid);
    while child.try_wait().expect("it can be waited for").is_none() {
        if watch.is_over(bound) {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
    true
}
