//! Statistics of the broad phase.

use std::io::Write;

use super::super::{Format, Stats};
use super::{Printer, RunLine};
use hitscan_core::words::broad_phase_counts;
use hitscan_core::world::{BroadPhaseCounts, Change, History};

impl<W: Write> Printer<W> {
    /// Prints a line after each frame, if requested.
    pub(super) fn frame_stats(&mut self, history: &History) {
        let is_frame = history.last_change().is_some_and(Change::is_frame);
        if self.options.stats == Stats::Omitted || !is_frame {
            return;
        }
        let frame = history.world().frame();
        let Some(counts) = history.world().broad_phase_counts() else { return };
        match self.options.format {
            Format::Text => self.line(&format!("frame {frame}: {}", broad_phase_counts(&counts))),
            Format::Ndjson => {
                let hitscan_geom::broad_phase::Counts { pairs, candidates, meet } = counts.counts;
                self.event(&RunLine::Frame { frame, pairs, candidates, meet });
            }
        }
    }

    /// Prints a line below the objects of a scene. In NDJSON `describe` prints only objects.
    pub(in super::super) fn described_broad_phase(&mut self, counts: &BroadPhaseCounts) {
        if self.options.format == Format::Text {
            self.line(&broad_phase_counts(counts));
        }
    }
}
