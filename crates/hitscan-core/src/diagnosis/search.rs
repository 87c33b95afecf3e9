//! The search for the fewest mistakes with which a test answers like a program on every pair.

use std::collections::BTreeMap;

use super::catalogue::{UsualMistake, mistakes_of};
use super::claim::Blunder;
use super::evidence::Asked;
use super::numbers::PairKind;
use super::said::{SaidMoment, Switches};
use super::slips::slips_of;
use super::time::Time;
use super::variant::{Form, Variant};

/// How many wrong and how many right answers a set of mistakes is compared with first.
const TRAINING: [usize; 2] = [160, 200];

/// How many of the best sets grow by a mistake each.
const GROWN: [usize; 3] = [14, 10, 6];

/// More misses than this, and a pair of mistakes is not one of the best.
const MISSES_OF_A_PAIR: usize = 3;

/// A usual mistake or a slip, as a part of a set.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// What it is.
    pub(super) blunder: Blunder,
    /// The test with it alone.
    pub(super) variant: Variant,
}

/// A set of mistakes that explains every answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MistakeSet {
    /// Their numbers among the candidates, in order.
    pub(super) of: Vec<usize>,
    /// The test with all of them.
    pub(super) variant: Variant,
}

/// The sets of the smallest size that explain all answers.
pub(super) struct Search<'a> {
    candidates: &'a [Candidate],
    /// Wrong answers to explain, and right ones.
    asked: Vec<&'a Asked>,
    training: Vec<&'a Asked>,
    /// Whether the answers depend on the scale: then only mistakes that do can explain them.
    depends_on_scale: bool,
}

/// All usual mistakes and slips of a kind, in the order of the catalogue.
pub(super) fn candidates_of(kind: PairKind) -> Vec<Candidate> {
    let mistakes = mistakes_of(kind).into_iter().enumerate().flat_map(|(number, mistake)| {
        let forms: &[Form] =
            if mistake.cuts_off { &[Form::Closed, Form::Open] } else { &[Form::Any] };
        forms.iter().map(move |&form| {
            let switches = Switches::one(number);
            let variant = Variant { switches, form, slips: Vec::new() };
            Candidate { blunder: Blunder::Usual(mistake), variant }
        })
    });
    let slips = slips_of(kind).into_iter().map(move |slip| {
        let variant = Variant { slips: vec![slip], ..Variant::default() };
        Candidate { blunder: Blunder::Slip(slip, kind), variant }
    });
    mistakes.chain(slips).collect()
}

impl Candidate {
    /// Whether it is a mistake, rather than only a way to build the test.
    pub(super) fn is_mistake(&self) -> bool {
        self.mistake().is_none_or(|mistake| !mistake.sentence.is_empty())
    }

    /// The mistake of the catalogue, unless it is a slip.
    pub(super) const fn mistake(&self) -> Option<UsualMistake> {
        match self.blunder {
            Blunder::Usual(mistake) => Some(mistake),
            Blunder::Slip(..) => None,
        }
    }

    const fn is_slip(&self) -> bool {
        self.mistake().is_none()
    }

    fn depends_on_scale(&self) -> bool {
        let is_about = |code: &str| code.split('-').any(|word| word == "int") || code == "as-text";
        self.mistake().is_some_and(|it| is_about(it.code))
    }

    fn has_report(&self) -> bool {
        self.mistake().is_some_and(|mistake| !mistake.known_from.is_empty())
    }
}

impl MistakeSet {
    pub(super) fn of(candidates: &[Candidate], of: Vec<usize>) -> Self {
        let variant = of.iter().fold(Variant::default(), |all, &number| {
            let one = &candidates[number].variant;
            Variant {
                switches: all.switches.with(one.switches),
                form: all.form.max(one.form),
                slips: [all.slips, one.slips.clone()].concat(),
            }
        });
        Self { of, variant }
    }

    /// The set with one more; `None` if it has that already, or the two exclude each other.
    fn with(&self, candidates: &[Candidate], number: usize) -> Option<Self> {
        let excludes =
            |&one: &usize| one == number || exclude(&candidates[one], &candidates[number]);
        if self.of.iter().any(excludes) {
            return None;
        }
        let mut of = self.of.clone();
        of.push(number);
        of.sort_unstable();
        Some(Self::of(candidates, of))
    }

    /// The set without one of its mistakes.
    pub(super) fn without(&self, candidates: &[Candidate], number: usize) -> Self {
        let of = self.of.iter().copied().filter(|&it| it != number).collect();
        Self::of(candidates, of)
    }
}

/// Whether two mistakes cannot be made together: the same one in both forms, one axis alone and the
/// other alone, middles and corners.
fn exclude(one: &Candidate, other: &Candidate) -> bool {
    let (Some(one), Some(other)) = (one.mistake(), other.mistake()) else { return false };
    let swapped = |code: &str| match code.split_once("-x") {
        Some((stem, rest))
            if matches!(stem, "entry" | "exit" | "side" | "side-start" | "remainder") =>
        {
            format!("{stem}-y{rest}")
        }
        _ => String::new(),
    };
    let both = [one.code, other.code];
    let of_middles = |code: &str| code.starts_with("c-") && !code.starts_with("c-corners");
    let family = |code: &str| code.split_once('-').map_or("", |(stem, _)| stem).to_owned();
    one.code == other.code
        || swapped(one.code) == other.code
        || swapped(other.code) == one.code
        || both.iter().any(|it| it.starts_with("c-corners")) && both.iter().any(|it| of_middles(it))
        || both.iter().all(|it| matches!(family(it).as_str(), "steps" | "samples"))
}

impl<'a> Search<'a> {
    pub(super) fn new(
        candidates: &'a [Candidate],
        asked: Vec<&'a Asked>,
        depends_on_scale: bool,
    ) -> Self {
        let (wrong, right): (Vec<_>, Vec<_>) = asked.iter().partition(|each| each.is_wrong);
        let [wrong, right] = [evenly(&wrong, TRAINING[0]), evenly(&right, TRAINING[1])];
        // Taken in turns, so that a set that does not fit is left early.
        let mut training = Vec::new();
        for turn in 0..wrong.len().max(right.len()) {
            training.extend(wrong.get(turn).copied());
            training.extend(right.get(turn).copied());
        }
        Self { candidates, asked, training, depends_on_scale }
    }

    /// The smallest sets that explain every answer, the most telling first; none if more than four
    /// mistakes would be needed.
    pub(super) fn smallest_sets(&self) -> Vec<MistakeSet> {
        let truth = self.score(&Variant::default(), usize::MAX);
        let singles = Self::ranked((0..self.candidates.len()).filter_map(|number| {
            let set = MistakeSet::of(self.candidates, vec![number]);
            let most = if self.candidates[number].is_slip() { truth } else { usize::MAX };
            self.scored(set, most)
        }));
        let found = self.explaining(&singles);
        if !found.is_empty() {
            return found;
        }
        let near: Vec<usize> =
            singles.iter().filter(|(score, _)| *score < truth).map(|(_, set)| set.of[0]).collect();
        let taken = self.taking_part(&near);
        let pairs = self.pairs(&singles, &taken);
        let found = self.explaining(&pairs);
        if !found.is_empty() {
            return found;
        }
        let no_slips: Vec<usize> =
            taken.into_iter().filter(|&it| !self.candidates[it].is_slip()).collect();
        let triples = self.grown(&pairs, GROWN[1], &no_slips);
        let found = self.explaining(&triples);
        if !found.is_empty() {
            return found;
        }
        self.explaining(&self.grown(&triples, GROWN[2], &no_slips))
    }

    /// The candidates that may be part of a pair: mistakes that agree with a wrong answer at least,
    /// slips that are better than the truth.
    fn taking_part(&self, near: &[usize]) -> Vec<usize> {
        let near = &near[..near.len().min(40)];
        let wrong: Vec<_> =
            self.training.iter().filter(|each| each.is_wrong).take(100).copied().collect();
        let helps = |number: &usize| {
            let candidate = &self.candidates[*number];
            if candidate.is_slip() {
                return near.contains(number);
            }
            let explains = |each: &&Asked| each.is_like(candidate.variant.says(&each.pair));
            !candidate.is_mistake() || wrong.iter().any(explains)
        };
        (0..self.candidates.len()).filter(helps).collect()
    }

    /// All pairs of mistakes, and the best single ones with each slip.
    fn pairs(&self, singles: &[(usize, MistakeSet)], taken: &[usize]) -> Vec<(usize, MistakeSet)> {
        let best = &singles[..singles.len().min(GROWN[0])];
        let with_best = best.iter().flat_map(|(score, one)| {
            taken
                .iter()
                .filter_map(move |&other| self.scored(one.with(self.candidates, other)?, *score))
        });
        let mistakes: Vec<usize> =
            taken.iter().copied().filter(|&it| !self.candidates[it].is_slip()).collect();
        let all = mistakes.iter().enumerate().flat_map(|(at, &one)| {
            let one = MistakeSet::of(self.candidates, vec![one]);
            mistakes[at + 1..].iter().filter_map(move |&other| {
                self.scored(one.with(self.candidates, other)?, MISSES_OF_A_PAIR)
            })
        });
        Self::ranked(with_best.chain(all))
    }

    /// The best sets with each of the candidates.
    fn grown(
        &self,
        sets: &[(usize, MistakeSet)],
        most: usize,
        taken: &[usize],
    ) -> Vec<(usize, MistakeSet)> {
        Self::ranked(sets.iter().take(most).flat_map(|(score, set)| {
            taken
                .iter()
                .filter_map(move |&other| self.scored(set.with(self.candidates, other)?, *score))
        }))
    }

    /// The set with its misses, if these are at most `most`: a score broken off early is none.
    fn scored(&self, set: MistakeSet, most: usize) -> Option<(usize, MistakeSet)> {
        let score = self.score(&set.variant, most);
        (score <= most).then_some((score, set))
    }

    fn score(&self, variant: &Variant, most: usize) -> usize {
        let mut misses = 0;
        for each in &self.training {
            if !each.is_like(variant.says(&each.pair)) {
                misses += 1;
                if misses > most {
                    break;
                }
            }
        }
        misses
    }

    /// Sorted by misses, then by catalogue order, each set once.
    fn ranked(sets: impl Iterator<Item = (usize, MistakeSet)>) -> Vec<(usize, MistakeSet)> {
        let mut unique = BTreeMap::new();
        for (score, set) in sets {
            unique.insert(set.of.clone(), (score, set));
        }
        let mut sets: Vec<_> = unique.into_values().collect();
        sets.sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| a.of.cmp(&b.of)));
        sets
    }

    /// Those of the sets that explain every answer, the most telling first: with the fewest pairs
    /// on which only touching decides, with public reports, in the order of the catalogue.
    fn explaining(&self, sets: &[(usize, MistakeSet)]) -> Vec<MistakeSet> {
        let fits = |set: &MistakeSet| {
            self.asked.iter().all(|each| each.is_like(set.variant.says(&each.pair)))
        };
        let none_missed = sets.iter().take_while(|(score, _)| *score == 0);
        let mut found: Vec<MistakeSet> = none_missed
            .map(|(_, set)| set)
            .filter(|set| self.is_at_scale(set) && fits(set) && self.has_one_rule(&set.variant))
            .cloned()
            .collect();
        found.sort_by_cached_key(|set| {
            let unknown = set.of.iter().filter(|&&it| !self.candidates[it].has_report()).count();
            (self.hundredths_undecided(&set.variant), unknown, set.of.clone())
        });
        found
    }

    fn is_at_scale(&self, set: &MistakeSet) -> bool {
        !self.depends_on_scale || set.of.iter().any(|&it| self.candidates[it].depends_on_scale())
    }

    /// Of a hundred pairs, on how many only touching decides for this test.
    fn hundredths_undecided(&self, variant: &Variant) -> usize {
        let is_undecided = |each: &&&Asked| {
            let [open, closed] = variant.says(&each.pair);
            open.hit != closed.hit
        };
        self.asked.iter().filter(is_undecided).count() * 100 / self.asked.len().max(1)
    }

    fn has_one_rule(&self, variant: &Variant) -> bool {
        let mut rule = OneRule::default();
        for each in &self.asked {
            rule.add(each, variant.says(&each.pair));
        }
        rule.holds()
    }
}

/// Whether a contact at the very end of the laser or of the frame decides: many programs count it
/// who count no other touching.
fn is_at_end(closed: super::Said) -> bool {
    closed.at == Some(SaidMoment::Share(Time::ONE))
}

/// On the pairs where only `<` or `<=` decides for a test but not in truth, whether one of the two
/// fits: at least nine of ten right answers, and all wrong ones. Without this, a test that is always
/// on its own boundary would explain every program.
#[derive(Default)]
pub(super) struct OneRule {
    /// How many answers are those by `<`, and by `<=`.
    fits: [usize; 2],
    /// Whether a wrong answer is not.
    fails: [bool; 2],
}

impl OneRule {
    pub(super) fn add(&mut self, each: &Asked, [open, closed]: [super::Said; 2]) {
        if each.is_decided() && open.hit != closed.hit && !is_at_end(closed) {
            let form = usize::from(each.answer.says.is_contact() == closed.hit);
            self.fits[form] += 1;
            self.fails[1 - form] |= each.is_wrong;
        }
    }

    pub(super) fn holds(&self) -> bool {
        let [open, closed] = self.fits;
        let best = usize::from(closed > open);
        self.fits[1 - best] * 10 <= open + closed && !self.fails[best]
    }

    /// Whether it may hold after so many answers more; after none, whether it holds.
    pub(super) fn may_hold(&self, left: usize) -> bool {
        let [open, closed] = self.fits;
        let is_open = open.min(closed) * 10 <= open + closed + left && self.fails != [true; 2];
        is_open && (left > 0 || self.holds())
    }
}

/// At most this many, evenly spaced.
pub(super) fn evenly<'a>(asked: &[&'a Asked], most: usize) -> Vec<&'a Asked> {
    if asked.len() <= most {
        return asked.to_vec();
    }
    (0..most).map(|at| asked[at * asked.len() / most]).collect()
}
