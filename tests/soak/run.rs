//! The arguments, and the sessions one after the other.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;

use crate::default_program::HITSCAN;
use crate::plan;
use crate::report::{Failure, Figures};
use crate::session::Session;

/// What a test of the driver plays: a session of some seconds.
const SMOKE_SEED: u64 = 5;
const SMOKE_SESSIONS: u64 = 1;
/// More failures than this tell nothing new.
const MOST_FAILURES: usize = 10;
/// How often the figures are printed while it runs.
const PROGRESS: Duration = Duration::from_secs(60);

#[derive(Debug, Parser)]
struct Args {
    /// Play for so many minutes
    #[arg(long)]
    minutes: Option<u64>,
    /// Stop after so many events
    #[arg(long)]
    events: Option<u64>,
    /// What is drawn depends on this number [default: another one each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Play this session of the seed alone
    #[arg(long, requires = "seed")]
    session: Option<u64>,
    /// The program [default: the one that was built]
    #[arg(long, default_value = HITSCAN)]
    binary: String,
    /// The names of other tests, in a run of all of them
    #[arg(hide = true)]
    filter: Vec<String>,
    /// Nothing is captured here
    #[arg(long, hide = true)]
    nocapture: bool,
    /// There is nothing to list
    #[arg(long, hide = true)]
    list: bool,
}

impl Args {
    /// Whether nothing was asked for but to test everything.
    fn is_smoke(&self) -> bool {
        self.minutes.is_none() && self.events.is_none() && self.seed.is_none()
    }

    fn seed(&self) -> u64 {
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        if self.is_smoke() { SMOKE_SEED } else { self.seed.unwrap_or_else(now) }
    }

    /// Whether there is a session after this many, after this time.
    fn goes_on(&self, number: u64, figures: &Figures, time: Duration) -> bool {
        if self.is_smoke() {
            return number < SMOKE_SESSIONS;
        }
        if self.session.is_some() {
            return number == 0;
        }
        let is_time_left =
            self.minutes.is_none_or(|minutes| time < Duration::from_secs(60 * minutes));
        is_time_left && self.events.is_none_or(|events| figures.events < events)
    }
}

/// Plays what the arguments ask for.
pub(crate) fn run() -> ExitCode {
    let args = Args::parse();
    if args.list || !args.filter.is_empty() {
        return ExitCode::SUCCESS;
    }
    let binary = fs::canonicalize(&args.binary).expect("the program is there");
    let binary = binary.to_string_lossy();
    let seed = args.seed();
    say(&format!("seed {seed}"));
    let begun = Instant::now();
    let (mut figures, mut failures, mut said) = (Figures::default(), 0, begun);
    for number in 0.. {
        if !args.goes_on(number, &figures, begun.elapsed()) || failures == MOST_FAILURES {
            break;
        }
        let session = args.session.unwrap_or(number);
        if let Some(failure) = play(seed, session, &binary, &mut figures) {
            say(&failure.to_string());
            failures += 1;
        }
        if said.elapsed() > PROGRESS {
            say(&format!("after {:?}: {figures}", begun.elapsed()));
            said = Instant::now();
        }
    }
    say(&format!("{figures}\n{failures} failures, seed {seed}, {:?}", begun.elapsed()));
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
    // Without a reader there is no one to tell.
    let _ = std::io::stdout().flush();
}
