//! A beam: a laser that ends at what it enters first. Where it ends is found in `beams`.

use super::{Name, ObjectId, TestResult};
use hitscan_geom::Fraction;

/// A beam, and where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beam {
    pub(super) id: ObjectId,
    /// `None` where nothing stops it.
    pub(super) end: Option<Fraction>,
    /// What it enters there, in scene order: several that it enters at once.
    pub(super) first: Vec<ObjectId>,
}

impl Beam {
    /// One that nothing stops.
    pub(super) const fn new(id: ObjectId) -> Self {
        Self { id, end: None, first: Vec::new() }
    }

    /// The part of the laser's length up to where it ends; `None` where nothing stops it.
    #[must_use]
    pub const fn end(&self) -> Option<Fraction> {
        self.end
    }

    /// What it enters there, in scene order: several that it enters at once.
    #[must_use]
    pub fn first(&self) -> &[ObjectId] {
        &self.first
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(self.first.as_slice())
    }
}

/// What a pair of a beam comes to, where it is another result than that of the whole laser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BeamPair {
    pub(super) outcome: TestResult,
    /// What the beam ends at, if the two meet behind it only.
    pub(super) behind: Option<Name>,
}

/// What beams take, in bytes.
pub(super) fn bytes_of_beams(beams: &[Beam]) -> usize {
    beams.iter().map(Beam::bytes).sum()
}

/// The beam of this id, if there is one.
pub(super) fn beam_of(beams: &[Beam], id: ObjectId) -> Option<&Beam> {
    beams.binary_search_by_key(&id, |beam| beam.id).ok().map(|at| &beams[at])
}
