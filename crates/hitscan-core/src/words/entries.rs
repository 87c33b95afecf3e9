//! When two moving boxes start to meet along each axis.

use super::format;
use hitscan_geom::{Axis, Fraction, Moving, Passage, Step, swept_traced};

/// When each axis was entered, in frames; `None` if nothing moves along it.
pub(super) struct AxisEntries(pub(super) [Option<Fraction>; 2]);

impl AxisEntries {
    /// The entries of two boxes in a frame.
    pub(super) fn of_frame([a, b]: &[Moving; 2]) -> Self {
        let mut steps = Vec::new();
        swept_traced(a, b, &mut steps);
        Self(Axis::ALL.map(|wanted| {
            found!(steps, Step::AxisTime { axis, passage: Passage::Entry, t, .. }
                if axis == wanted => t)
            .next()
        }))
    }

    pub(super) const fn on(&self, axis: Axis) -> Option<Fraction> {
        match axis {
            Axis::X => self.0[0],
            Axis::Y => self.0[1],
        }
    }

    /// The time on this axis as text, with enough decimals to distinguish it from that of
    /// the other axis.
    pub(super) fn text(&self, axis: Axis) -> String {
        let times: Vec<Fraction> = self.0.into_iter().flatten().collect();
        let decimals = format::decimals_for(&times);
        self.on(axis).map_or_else(|| "-".to_owned(), |t| format::time(t, decimals))
    }
}

/// The other axis.
pub(super) const fn other_axis(axis: Axis) -> Axis {
    match axis {
        Axis::X => Axis::Y,
        Axis::Y => Axis::X,
    }
}
