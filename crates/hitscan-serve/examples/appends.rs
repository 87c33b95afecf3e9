//! How long a store takes to save an answer while many students answer at once.
//!
//! ```text
//! cargo run --release -p hitscan-serve --features postgres --example appends -- \
//!     'postgresql:///hitscan?host=/run/postgresql' 100 10
//! ```
//!
//! The arguments: the store, the number of students, and the seconds to run. The store is `files`,
//! in a temporary folder, or a database, where the class `measured` is made. Each student answers
//! twice a second.

use std::error::Error;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use hitscan::seat::Urgency;
use hitscan_serve::class::{Class, ClassId};
use hitscan_serve::code::NewCode;
use hitscan_serve::config::Config;
use hitscan_serve::place::Listed;
use hitscan_serve::store::{self, Store};

/// The lines that an answer appends to a student's work.
const ANSWER: &str = "answer inside/edges hit\n# sha256 5f2b6f3c0a1d4e7f8091a2b3c4d5e6f7\n";
/// How often a student answers.
const EVERY: Duration = Duration::from_millis(500);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [place, students, seconds] = &words[..] else {
        return Err(
            "three arguments: a store, a number of students, and a number of seconds".into()
        );
    };
    let (students, seconds): (usize, u64) = (students.parse()?, seconds.parse()?);
    let folder = tempfile::tempdir()?;
    let data = folder.path().to_owned();
    let config = Config { data, store: place.parse()?, ..Config::default() };
    let store = store::open(&config)?;
    let id: ClassId = "measured".parse()?;
    let class = Class::new(id.clone(), "Measured".to_owned());
    store.make_class(&class, &NewCode::of_class()?.hashed()?)?;
    let names: Vec<_> = (0..students).map(|number| format!("s{number}")).collect();
    let listed = |name: &String| Listed { id: name.clone(), seed: name.clone() };
    store.set_roster(&id, &names.iter().map(listed).collect::<Vec<_>>())?;
    let mut times = measured(&*store, (&id, &names), Duration::from_secs(seconds));
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    let [half, most, nearly_all] = [50, 95, 99].map(|part| at(part).as_secs_f64() * 1000.0);
    let (count, longest) = (times.len(), times.last().copied().unwrap_or_default());
    let longest = longest.as_secs_f64() * 1000.0;
    println!(
        "{students} students, {count} answers in {seconds} s: median {half:.2} ms, p95 {most:.2} \
         ms, p99 {nearly_all:.2} ms, longest {longest:.2} ms"
    );
    Ok(())
}

/// The time that each append took.
fn measured(
    store: &dyn Store,
    (class, names): (&ClassId, &[String]),
    time: Duration,
) -> Vec<Duration> {
    let all_are_here = Barrier::new(names.len());
    thread::scope(|scope| {
        let answering: Vec<_> = (0..)
            .zip(names)
            .map(|(number, name)| {
                let all_are_here = &all_are_here;
                scope.spawn(move || {
                    let student = name.parse().expect("a name");
                    let mut work = store.work(class, &student).expect("it opens");
                    all_are_here.wait();
                    // Spread the students evenly over the interval.
                    thread::sleep(EVERY * number / u32::try_from(names.len()).unwrap_or(1));
                    let (end, mut times) = (Instant::now() + time, Vec::new());
                    while Instant::now() < end {
                        let begun = Instant::now();
                        work.append(ANSWER, Urgency::BeforeThePicture).expect("it is kept");
                        times.push(begun.elapsed());
                        thread::sleep(EVERY.saturating_sub(begun.elapsed()));
                    }
                    times
                })
            })
            .collect();
        answering.into_iter().flat_map(|one| one.join().unwrap_or_default()).collect()
    })
}
