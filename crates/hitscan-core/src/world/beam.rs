//! A beam: a laser that ends at the first region it enters. `beams` computes where it ends.

use super::{Name, ObjectId, TestResult};
use hitscan_geom::Fraction;

/// A beam, and where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beam {
    pub(super) id: ObjectId,
    /// `None` if nothing stops it.
    pub(super) end: Option<Fraction>,
    /// The regions that it enters there, in scene order; several if it enters them at once.
    pub(super) first: Vec<ObjectId>,
}

impl Beam {
    /// A beam that nothing stops.
    pub(super) const fn new(id: ObjectId) -> Self {
        Self { id, end: None, first: Vec::new() }
    }

    /// The share of the laser's length up to its end; `None` if nothing stops it.
    #[must_use]
    pub const fn end(&self) -> Option<Fraction> {
        self.end
    }

    /// The regions that it enters there, in scene order; several if it enters them at once.
    #[must_use]
    pub fn first(&self) -> &[ObjectId] {
        &self.first
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(self.first.as_slice())
    }
}

/// The result of a pair with a beam, where it differs from that of the whole laser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BeamPair {
    pub(super) outcome: TestResult,
    /// The region that stops the beam, if the two only meet behind it.
    pub(super) behind: Option<Name>,
}

/// The memory used by beams, in bytes.
pub(super) fn bytes_of_beams(beams: &[Beam]) -> usize {
    beams.iter().map(Beam::bytes).sum()
}

/// The beam with this id, if there is one.
pub(super) fn beam_of(beams: &[Beam], id: ObjectId) -> Option<&Beam> {
    beams.binary_search_by_key(&id, |beam| beam.id).ok().map(|at| &beams[at])
}
