//! Parses the arguments, and plays the sessions one after the other.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;

use crate::answering::Answering;
use crate::default_program::HITSCAN;
use crate::plan;
use crate::report::{Failure, Figures};
use crate::session::Session;

/// The sessions for a test of the driver, by seed and number: the sandbox, lessons, a map, programs
/// that answer, a trial, and a file that is replaced, for some seconds each.
const SMOKE: [(u64, u64); 6] = [(5, 20), (7, 9), (7, 43), (3, 2), (5, 13), (5, 38)];
/// Further failures would add no information.
const MOST_FAILURES: usize = 10;
/// How often to print the figures during a run.
const PROGRESS: Duration = Duration::from_secs(60);

#[derive(Debug, Parser)]
struct Args {
    /// Play for this many minutes
    #[arg(long)]
    minutes: Option<u64>,
    /// Stop after this many events
    #[arg(long)]
    events: Option<u64>,
    /// The seed of the random sessions [default: a new one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Play only this session of the seed
    #[arg(long, requires = "seed")]
    session: Option<u64>,
    /// The program [default: the one that was built]
    #[arg(long, default_value = HITSCAN)]
    binary: String,
    /// The names of other tests, when all tests are run
    #[arg(hide = true)]
    filter: Vec<String>,
    /// Accepted and ignored: nothing is captured here
    #[arg(long, hide = true)]
    nocapture: bool,
    /// Accepted: there is nothing to list
    #[arg(long, hide = true)]
    list: bool,
}

impl Args {
    /// Whether this is a plain test run without further arguments.
    fn is_smoke(&self) -> bool {
        self.minutes.is_none() && self.events.is_none() && self.seed.is_none()
    }

    fn seed(&self) -> u64 {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        self.seed.unwrap_or_else(now)
    }

    /// The sessions to play, by seed and number.
    fn sessions(&self, seed: u64) -> Box<dyn Iterator<Item = (u64, u64)>> {
        match self.session {
            _ if self.is_smoke() => Box::new(SMOKE.into_iter()),
            Some(session) => Box::new(std::iter::once((seed, session))),
            None => Box::new((0..).map(move |session| (seed, session))),
        }
    }

    /// Whether to play another session after this time.
    fn goes_on(&self, figures: &Figures, time: Duration) -> bool {
        let is_time_left =
            self.minutes.is_none_or(|minutes| time < Duration::from_secs(60 * minutes));
        is_time_left && self.events.is_none_or(|events| figures.events < events)
    }
}

/// Plays what the arguments ask for.
pub(crate) fn run() -> ExitCode {
    if let Some(answering) = Answering::of_arguments() {
        return answering.play();
    }
    let args = Args::parse();
    if args.list || !args.filter.is_empty() {
        return ExitCode::SUCCESS;
    }
    let binary = fs::canonicalize(&args.binary).expect("the program is there");
    let binary = binary.to_string_lossy();
    let seed = args.seed();
    if !args.is_smoke() {
        say(&format!("seed {seed}"));
    }
    let begun = Instant::now();
    let (mut figures, mut failures, mut said) = (Figures::default(), 0, begun);
    for (seed, session) in args.sessions(seed) {
        if !args.goes_on(&figures, begun.elapsed()) || failures == MOST_FAILURES {
            break;
        }
        if let Some(failure) = play(seed, session, &binary, &mut figures) {
            say(&failure.to_string());
            failures += 1;
        }
        if said.elapsed() > PROGRESS {
            say(&format!("after {:?}: {figures}", begun.elapsed()));
            said = Instant::now();
        }
    }
    let seed = if args.is_smoke() { String::new() } else { format!(" seed {seed},") };
    say(&format!("{figures}\n{failures} failures,{seed} {:?}", begun.elapsed()));
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn play(seed: u64, number: u64, binary: &str, figures: &mut Figures) -> Option<Failure> {
    let plan = plan::draw(seed, number);
    figures.sessions += 1;
    let mut session = Session::new(&plan, binary, figures);
    let fault = session.play(&plan).err()?;
    let (event, story) = (session.event, std::mem::take(&mut session.story));
    let (screen, scratch) = session.leave_behind();
    Some(Failure { seed, session: number, event, fault, story, screen, scratch })
}

/// Prints at once: a run may be stopped in the middle.
fn say(text: &str) {
    println!("{text}");
    // Without a reader, a failure to write does not matter.
    let _ = std::io::stdout().flush();
}
