//! Programs that answer for a method, well or badly: each is this very driver, started again.

use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpgid, getpid, getppid, kill_process, setpgid, setsid};

/// The option that turns the driver into such a program.
const OPTION: &str = "--answer";
/// No program lives longer than this, even if nothing ends it.
const LIFE: Duration = Duration::from_secs(40);
/// How long a slow program takes for an answer.
const SLOW: Duration = Duration::from_millis(300);
/// How many answers a dying program gives.
const ANSWERS: usize = 3;

/// How a program answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answering {
    /// At once, until its input ends.
    Well,
    /// After a while.
    Slowly,
    /// Never, though it reads.
    Never,
    /// Never, and it does not read.
    Deaf,
    /// A few times; then it exits.
    Dying,
    /// Never: it computes forever.
    Spinning,
    /// Never: it stops itself.
    Stopping,
    /// Before it is asked, without end.
    Flooding,
    /// Well, with endless remarks on standard error.
    Chatty,
    /// Well, in the process group of the querying program, where it stays.
    Joining,
    /// Well, and its child lives on.
    Forking,
    /// The same, and the child has its own process group.
    Regrouping,
    /// The same, and the child has its own session.
    Detaching,
    /// The child of `Regrouping`.
    InOwnGroup,
    /// The child of `Detaching`.
    InOwnSession,
}

impl Answering {
    /// The kinds that are queried.
    pub(crate) const ASKED: [Self; 13] = [
        Self::Well,
        Self::Slowly,
        Self::Never,
        Self::Deaf,
        Self::Dying,
        Self::Spinning,
        Self::Stopping,
        Self::Flooding,
        Self::Chatty,
        Self::Joining,
        Self::Forking,
        Self::Regrouping,
        Self::Detaching,
    ];

    /// Its name in the figures.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Slowly => "slowly",
            Self::Never => "never",
            Self::Deaf => "deaf",
            Self::Dying => "dying",
            Self::Spinning => "spinning",
            Self::Stopping => "stopping",
            Self::Flooding => "flooding",
            Self::Chatty => "chatty",
            Self::Joining => "joining",
            Self::Forking => "forking",
            Self::Regrouping => "regrouping",
            Self::Detaching => "detaching",
            Self::InOwnGroup => "in-own-group",
            Self::InOwnSession => "in-own-session",
        }
    }

    /// The words that start it.
    pub(crate) fn words(self) -> [String; 3] {
        let driver = std::env::current_exe().expect("the driver is a file");
        let driver = driver.to_str().expect("cargo builds in a plain path").to_owned();
        [driver, OPTION.to_owned(), self.name().to_owned()]
    }

    /// The value of `--method` for it.
    pub(crate) fn method(self) -> String {
        let [driver, option, name] = self.words();
        format!("own='{driver}' {option} {name}")
    }

    /// What the arguments of this process ask it to be, if not the driver.
    pub(crate) fn of_arguments() -> Option<Self> {
        let mut arguments = std::env::args().skip(1);
        let name = (arguments.next()? == OPTION).then(|| arguments.next())??;
        let all = Self::ASKED.into_iter().chain([Self::InOwnGroup, Self::InOwnSession]);
        all.into_iter().find(|answering| answering.name() == name)
    }

    /// Answers on the standard streams.
    pub(crate) fn play(self) -> ExitCode {
        thread::spawn(|| {
            thread::sleep(LIFE);
            std::process::exit(0);
        });
        match self {
            Self::Well => answer(Duration::ZERO, usize::MAX),
            Self::Slowly => answer(SLOW, usize::MAX),
            Self::Never => {
                for _ in io::stdin().lines() {}
                rest();
            }
            Self::Deaf => rest(),
            Self::Dying => {
                answer(Duration::ZERO, ANSWERS);
                eprintln!("no \x1b[2Jluck");
                return ExitCode::from(3);
            }
            Self::Spinning => loop {
                std::hint::spin_loop();
            },
            Self::Stopping => {
                kill_process(getpid(), Signal::STOP).expect("it may stop itself");
                rest();
            }
            Self::Flooding => while say("hit\nmiss\n").is_ok() {},
            Self::Chatty => {
                thread::spawn(|| while writeln!(io::stderr(), "and \x1b]0;more\x07").is_ok() {});
                answer(Duration::ZERO, usize::MAX);
            }
            Self::Joining => {
                let group = getpgid(getppid());
                // The parent may have ended already.
                let _ = group.and_then(|group| setpgid(None, Some(group)));
                answer(Duration::ZERO, usize::MAX);
                rest();
            }
            Self::Forking => answer_beside(Self::Deaf),
            Self::Regrouping => answer_beside(Self::InOwnGroup),
            Self::Detaching => answer_beside(Self::InOwnSession),
            Self::InOwnGroup => {
                setpgid(None, None::<Pid>).expect("a child may have a group of its own");
                rest();
            }
            Self::InOwnSession => {
                setsid().expect("a child may have a session of its own");
                rest();
            }
        }
        ExitCode::SUCCESS
    }
}

/// Answers `most` lines, each after this time.
fn answer(time: Duration, most: usize) {
    for line in io::stdin().lock().lines().take(most) {
        thread::sleep(time);
        // Without a reader there is nobody to answer.
        if line.is_err() || say("hit\n").is_err() {
            return;
        }
    }
}

/// Answers well while a child of this kind lives.
fn answer_beside(child: Answering) {
    let [driver, option, name] = child.words();
    let mut command = Command::new(driver);
    command.args([option, name]).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a child");
    thread::spawn(move || child.wait());
    answer(Duration::ZERO, usize::MAX);
}

fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}

fn rest() {
    loop {
        thread::sleep(LIFE);
    }
}
