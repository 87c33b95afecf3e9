//! Timing: every contender takes its turn in every round, so that a machine that slows down slows
//! all of them; the results are medians over many rounds.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Bits of a verdict: whether they meet, and, where the contender can tell, how.
pub const MEETS: u8 = 1;

/// One contender with its inputs.
pub struct Op {
    pub name: &'static str,
    /// Its verdict for each input.
    pub verdicts: Vec<u8>,
    pass: Box<dyn FnMut()>,
}

impl Op {
    /// Tests one input after the other. Each is read from memory and each answer is written there,
    /// so that the optimizer can neither omit nor combine any.
    pub fn one_by_one<T: 'static, R>(
        name: &'static str,
        inputs: Vec<T>,
        decide: impl Fn(&T) -> R + 'static,
        verdict: impl Fn(R) -> u8,
    ) -> Self {
        let verdicts = inputs.iter().map(|input| verdict(decide(input))).collect();
        let pass = Box::new(move || {
            for input in &inputs {
                black_box(decide(black_box(input)));
            }
        });
        Self { name, verdicts, pass }
    }

    /// Tests each batch in one call, into one buffer that is reused.
    pub fn batch<B: 'static, R: 'static>(
        name: &'static str,
        batches: Vec<B>,
        decide: impl Fn(&B, &mut Vec<R>) + 'static,
        verdict: impl Fn(&R) -> u8,
    ) -> Self {
        let mut answers = Vec::new();
        let mut verdicts = Vec::new();
        for batch in &batches {
            decide(batch, &mut answers);
            verdicts.extend(answers.iter().map(&verdict));
        }
        let pass = Box::new(move || {
            for batch in &batches {
                decide(black_box(batch), &mut answers);
                black_box(&answers);
            }
        });
        Self { name, verdicts, pass }
    }

    pub fn pass(&mut self) {
        (self.pass)();
    }
}

/// The result of one contender over all rounds.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    /// The median of its times, in nanoseconds.
    pub ns: f64,
    /// The median over all rounds of its time as a multiple of the first contender's
    /// time in the same round.
    pub ratio: f64,
}

/// The minimum duration of a contender's turn: shorter ones are repeated.
const A_TURN: Duration = Duration::from_millis(2);
const LEAST_ROUNDS: usize = 9;

/// Times contenders in turns, for about this long.
pub fn contest(contenders: &mut [&mut dyn FnMut()], time: Duration) -> Vec<Timed> {
    let repetitions: Vec<u32> = contenders
        .iter_mut()
        .map(|pass| {
            // The first pass warms up caches and grows buffers.
            pass();
            let once = elapsed(*pass, 1);
            u32::try_from(A_TURN.as_nanos() / once.as_nanos().max(1)).unwrap_or(u32::MAX).max(1)
        })
        .collect();
    let mut rounds: Vec<Vec<f64>> = vec![Vec::new(); contenders.len()];
    let begin = Instant::now();
    while begin.elapsed() < time || rounds[0].len() < LEAST_ROUNDS {
        for ((pass, &repetitions), times) in
            contenders.iter_mut().zip(&repetitions).zip(&mut rounds)
        {
            let took = elapsed(*pass, repetitions);
            times.push(took.as_secs_f64() * 1e9 / f64::from(repetitions));
        }
    }
    let first = rounds[0].clone();
    let timed = |times: &Vec<f64>| Timed {
        ns: median(times.clone()),
        ratio: median(times.iter().zip(&first).map(|(time, first)| time / first).collect()),
    };
    rounds.iter().map(timed).collect()
}

fn elapsed(pass: &mut dyn FnMut(), times: u32) -> Duration {
    let start = Instant::now();
    (0..times).for_each(|_| pass());
    start.elapsed()
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
