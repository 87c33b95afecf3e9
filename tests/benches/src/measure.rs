//! Timing: every contender of a case takes its turn in every round, so that a
//! machine that slows down slows all of them; of each the fastest pass counts.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Bits of a verdict: whether they meet, and, where the contender can tell, how.
pub const MEETS: u8 = 1;

/// One contender with its inputs.
pub struct Op {
    pub name: &'static str,
    /// What it says of each input.
    pub verdicts: Vec<u8>,
    pass: Box<dyn FnMut()>,
}

impl Op {
    /// Decides one input after the other; each comes from memory and each
    /// answer goes there, so that nothing is left out or decided together.
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

    /// Decides each batch in one call, into one buffer that is kept.
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

/// The fastest pass of each contender in nanoseconds for each input.
pub fn fastest(ops: &mut [&mut Op], time: Duration) -> Vec<f64> {
    let mut fastest = vec![Duration::MAX; ops.len()];
    let begin = Instant::now();
    let mut rounds = 0;
    while begin.elapsed() < time || rounds < 5 {
        for (op, fastest) in ops.iter_mut().zip(&mut fastest) {
            let start = Instant::now();
            op.pass();
            *fastest = start.elapsed().min(*fastest);
        }
        rounds += 1;
    }
    let each = ops.iter().zip(fastest);
    each.map(|(op, time)| time.as_secs_f64() * 1e9 / op.verdicts.len() as f64).collect()
}
