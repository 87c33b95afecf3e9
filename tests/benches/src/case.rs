//! A case: one question, our answer, and the answers of other libraries.

use std::time::Duration;

use crate::inputs::Set;
use crate::measure::{MEETS, Op, contest};
use crate::table::{Budget, Row};

/// Another library, on the same inputs.
pub struct Peer {
    pub op: Op,
    /// The minimum ratio of its time to ours.
    pub budget: Option<f64>,
    /// The verdict bits that it can determine.
    knows: u8,
    /// Whether it must agree in general position.
    exact: bool,
}

impl Peer {
    pub fn new(op: Op) -> Self {
        Self { op, budget: None, knows: MEETS, exact: true }
    }

    /// Budgets apply to pairs in general position.
    pub fn budget(self, set: Set, times: f64) -> Self {
        Self { budget: (set == Set::Shuffled).then_some(times), ..self }
    }

    pub fn knows(self, bits: u8) -> Self {
        Self { knows: MEETS | bits, ..self }
    }

    pub fn knows_all(self) -> Self {
        self.knows(u8::MAX)
    }

    /// The library iterates to a tolerance.
    pub fn approximates(self) -> Self {
        Self { exact: false, ..self }
    }
}

pub struct Case {
    pub what: String,
    pub ours: Op,
    pub peers: Vec<Peer>,
    set: Set,
}

impl Case {
    pub fn new(what: &str, set: Set, ours: Op) -> Self {
        Self { what: format!("{what}, {}", set.name()), ours, peers: Vec::new(), set }
    }

    pub fn batch(what: &str, count: usize, ours: Op) -> Self {
        let what = format!("{what}, 1 x {count}");
        Self { what, ours, peers: Vec::new(), set: Set::Shuffled }
    }

    pub fn against(mut self, peer: Peer) -> Self {
        self.peers.push(peer);
        self
    }

    /// The number of inputs for which a peer gives another answer.
    ///
    /// # Panics
    /// When it must agree and does not: then both would not have done the same work.
    pub fn differences(&self, peer: &Peer) -> usize {
        assert_eq!(self.ours.verdicts.len(), peer.op.verdicts.len(), "{}", self.what);
        let pairs = self.ours.verdicts.iter().zip(&peer.op.verdicts);
        let differ = pairs.filter(|&(ours, theirs)| (ours ^ theirs) & peer.knows != 0).count();
        let must_agree = self.set == Set::Shuffled && peer.exact;
        assert!(differ == 0 || !must_agree, "{}: {} differs on {differ}", self.what, peer.op.name);
        differ
    }

    /// Times everything and prints a row for each peer.
    pub fn print(mut self, time: Duration) {
        let differ: Vec<usize> = self.peers.iter().map(|peer| self.differences(peer)).collect();
        let inputs = self.ours.verdicts.len();
        let what = format!("{} ({} % hits)", self.what, 100 * self.hits() / inputs);
        let timed = {
            let ops = std::iter::once(&mut self.ours);
            let ops = ops.chain(self.peers.iter_mut().map(|peer| &mut peer.op));
            let mut passes: Vec<_> = ops.map(|op| move || op.pass()).collect();
            let mut passes: Vec<&mut dyn FnMut()> =
                passes.iter_mut().map(|pass| pass as &mut dyn FnMut()).collect();
            contest(&mut passes, time)
        };
        for ((peer, &theirs), differ) in self.peers.iter().zip(&timed[1..]).zip(differ) {
            let row = Row {
                what: &what,
                against: peer.op.name,
                each: inputs,
                budget: peer.budget.map_or(Budget::None, Budget::AtLeast),
                differs: format!("{differ} of {inputs}"),
            };
            row.print(timed[0], theirs);
        }
    }

    /// The number of hits.
    fn hits(&self) -> usize {
        self.ours.verdicts.iter().filter(|&verdict| verdict & MEETS != 0).count()
    }
}
