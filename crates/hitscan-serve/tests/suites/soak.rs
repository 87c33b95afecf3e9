//! A soak of the server: a class works while others type the heaviest lines that are allowed, send
//! sequences and pastes without an end, do not read their output, or vanish in the middle.
//!
//! ```text
//! HITSCAN_SOAK_MINUTES=60 cargo test --release -p hitscan-serve --test suites soak -- --nocapture
//! ```
//!
//! Every key of the class must be answered, whoever has typed what; every hostile student must be
//! answered again after each turn; and the server must stay within its memory. Without the variable
//! it plays some seconds, as a test of itself. The seed, which is printed, can be set in
//! `HITSCAN_SOAK_SEED`.

use std::collections::BTreeMap;
use std::env;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::bounds::{MOST_KIB, at_a_screen, comb};
use crate::support::process::{Installed, Running, written_kib};
use crate::support::visitor::Visitor;

/// How long a key may take. It normally takes a millisecond: this tells a responsive server from a
/// frozen one, even on a busy machine.
const BOUND: Duration = Duration::from_secs(20);
/// How long the test of the soak itself plays.
const SMOKE: Duration = Duration::from_secs(6);
/// The students who work, and what they do.
const CLASS: [(&str, &str); 6] = [
    ("anna", ""),
    ("ben", ""),
    ("cleo", "sandbox"),
    ("dora", "sandbox"),
    ("emil", "sandbox"),
    ("fred", "sandbox"),
];
/// How many more students keep the server busy at a time.
const HOSTILE: usize = 3;

/// What a hostile student does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// Asks for a crowd in which far too many pairs meet.
    Dense,
    /// Asks for more boxes than the world has room for.
    Full,
    /// Asks for a crowd whose boxes must lie apart, and takes it back.
    Apart,
    /// Opens a map of two combs, and moves in it.
    Combs,
    /// Takes far more steps than the server allows.
    Steps,
    /// Sends a sequence for the terminal that is longer than any buffer, and ends it.
    Sequence,
    /// Begins a paste, and stops it with Ctrl-C.
    Paste,
    /// Does not read for a while.
    Deaf,
    /// Vanishes while a command runs, and comes back.
    Vanishes,
    /// Leaves and comes back.
    Leaves,
}

impl Turn {
    const ALL: [Self; 10] = [
        Self::Dense,
        Self::Full,
        Self::Apart,
        Self::Combs,
        Self::Steps,
        Self::Sequence,
        Self::Paste,
        Self::Deaf,
        Self::Vanishes,
        Self::Leaves,
    ];

    /// The keys, and how long their output is read before the student is asked to answer.
    fn keys(self) -> (String, Duration) {
        const CROWD: &str = ":crowd c 900 box -99 -99 99 99 size 1 2 seed 7 speed 0.01 0.02\r";
        let (keys, seconds) = match self {
            Self::Dense => (":crowd d 99990 box 0 0 5 5\r".to_owned(), 0.2),
            Self::Full => (":crowd e 100000 box -8000 -8000 8000 8000 size 1 2\r".to_owned(), 0.5),
            Self::Apart => (":crowd f 60000 box 0 0 900 900 apart\r".to_owned(), 0.5),
            Self::Combs => {
                let [above, below] = [comb("A", true), comb("B", false)];
                (format!(":{above}\r:{below}\r:map\rlllhj"), 1.0)
            }
            Self::Steps | Self::Vanishes => (format!("{CROWD}:step 100000\r"), 1.0),
            Self::Sequence => (format!("\u{1b}P{}\u{1b}\\", "q".repeat(1 << 20)), 0.2),
            Self::Paste => (format!("\u{1b}[200~{}", "box ".repeat(1 << 16)), 0.5),
            Self::Deaf => (":open breakout\r ".to_owned(), 0.0),
            Self::Leaves => (String::new(), 0.0),
        };
        (keys, Duration::from_secs_f64(seconds))
    }
}

/// The figures of a soak.
#[derive(Debug, Default)]
struct Figures {
    turns: BTreeMap<Turn, u64>,
    keys: u64,
    slowest: Duration,
    most_kib: u64,
}

/// A student who keeps the server busy. Whoever comes back logs in anew, under another name.
struct Hostile {
    number: usize,
    logins: usize,
    visitor: Visitor,
}

impl Hostile {
    async fn comes(server: &Running, installed: &Installed, number: usize, logins: usize) -> Self {
        let name = format!("h{number}-{logins}");
        let visitor = at_a_screen(server, installed, &name, "sandbox").await;
        Self { number, logins, visitor }
    }

    /// Takes a turn. Afterwards, the student is answered and has an empty scene.
    async fn takes(&mut self, turn: Turn, server: &Running, installed: &Installed) {
        let (keys, read_for) = turn.keys();
        self.visitor.press(&keys).await;
        let _ = timeout(read_for, async { while self.visitor.hears().await {} }).await;
        match turn {
            // After a pause, Ctrl-C is a key even in a paste.
            Turn::Paste => {
                self.visitor.press("\u{3}").await;
                self.visitor.sees("nothing was pasted").await;
            }
            Turn::Deaf => sleep(Duration::from_secs(2)).await,
            Turn::Leaves => {
                self.visitor.press("\u{1b}\u{1b}:q!\r").await;
                assert_eq!(self.visitor.ends().await.0, Some(0), "{turn:?}");
            }
            _ => {}
        }
        if matches!(turn, Turn::Leaves | Turn::Vanishes) {
            *self = Self::comes(server, installed, self.number, self.logins + 1).await;
        }
        // Esc stops what still runs, and keys before the last Esc are dropped with it.
        self.visitor.press("\u{1b}").await;
        sleep(Duration::from_millis(300)).await;
        self.visitor.press("\u{1b}\u{1b}:\u{15}echoed").await;
        self.visitor.sees("echoed").await;
        self.visitor.press("\u{15}new\r").await;
        let (asks, empty) = ("without saving?", "add two objects");
        let replied = async {
            while ![asks, empty].iter().any(|text| self.visitor.shows().contains(text)) {
                self.visitor.hears().await;
            }
        };
        // What is missing then is told below.
        let _ = timeout(BOUND, replied).await;
        if self.visitor.shows().contains(asks) {
            self.visitor.press("y").await;
        }
        self.visitor.sees(empty).await;
    }
}

/// What all tasks of a soak share.
struct Soak {
    installed: Installed,
    server: Running,
    until: Instant,
    figures: Mutex<Figures>,
}

impl Soak {
    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Presses keys that move something until the time is up. Every one must be answered.
    async fn works(&self, mut student: Visitor) -> Visitor {
        for key in ["l", "h"].into_iter().cycle() {
            if self.is_over() {
                break;
            }
            student.out.clear();
            let pressed = Instant::now();
            student.press(key).await;
            let answered = async { while student.out.is_empty() && student.hears().await {} };
            let is_answered = timeout(BOUND, answered).await.is_ok();
            assert!(is_answered && student.status.is_none(), "no answer:\n{}", student.shows());
            {
                let mut figures = self.figures.lock().expect("no task panics with it");
                figures.keys += 1;
                figures.slowest = figures.slowest.max(pressed.elapsed());
            }
            sleep(Duration::from_millis(100)).await;
        }
        student
    }

    /// Takes random turns until the time is up.
    async fn annoys(&self, mut one: Hostile, mut dice: SmallRng) {
        let seats = u64::try_from(CLASS.len() + HOSTILE).expect("few");
        while !self.is_over() {
            let turn = *Turn::ALL.choose(&mut dice).expect("there are some");
            one.takes(turn, &self.server, &self.installed).await;
            let written = written_kib(self.server.id()).unwrap_or_default();
            {
                let mut figures = self.figures.lock().expect("no task panics with it");
                *figures.turns.entry(turn).or_default() += 1;
                figures.most_kib = figures.most_kib.max(written);
            }
            assert!(written < seats * MOST_KIB, "{written} KiB after {turn:?}");
        }
    }
}

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().expect("a number"))
}

#[tokio::test]
async fn a_soak_leaves_no_key_of_the_class_unanswered() {
    let minutes = number("HITSCAN_SOAK_MINUTES");
    let time = minutes.map_or(SMOKE, |minutes| Duration::from_secs(60 * minutes));
    let seed = number("HITSCAN_SOAK_SEED").unwrap_or_else(|| rand::rng().random());
    println!("seed {seed}");
    let installed = Installed::new();
    let server = installed.starts();
    let mut class = Vec::new();
    for (name, words) in CLASS {
        class.push(at_a_screen(&server, &installed, name, words).await);
    }
    let mut hostile = Vec::new();
    for number in 0..HOSTILE {
        hostile.push(Hostile::comes(&server, &installed, number, 0).await);
    }
    let soak = Soak { installed, server, until: Instant::now() + time, figures: Mutex::default() };
    let soak = Arc::new(soak);
    let mut all = JoinSet::new();
    for student in class {
        let soak = Arc::clone(&soak);
        all.spawn(async move { Some(soak.works(student).await) });
    }
    for (number, one) in hostile.into_iter().enumerate() {
        let dice = SmallRng::seed_from_u64(seed.wrapping_add(u64::try_from(number).expect("few")));
        let soak = Arc::clone(&soak);
        all.spawn(async move {
            soak.annoys(one, dice).await;
            None
        });
    }
    let mut class = Vec::new();
    // The first that fails ends it.
    while let Some(student) = all.join_next().await {
        class.extend(student.expect("everyone is answered"));
    }
    let soak = Arc::into_inner(soak).expect("all tasks have ended");
    println!("{:#?}", soak.figures.into_inner().expect("no task panics with it"));
    for student in &mut class {
        student.press("\u{1b}\u{1b}:q!\r").await;
        assert_eq!(student.ends().await.0, Some(0), "{}", student.said);
    }
    soak.server.terminate();
    assert!(soak.server.ends().success(), "it ends as it should");
    soak.installed.grades(&["anna", "ben"]);
}
