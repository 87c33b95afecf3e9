//! Heartbeats: how often this machine sends one, and when another machine counts as gone.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::live::Machine;

/// The interval of a machine's heartbeat.
pub(super) const BEAT: Duration = Duration::from_millis(1500);
/// The silence after which a machine counts as gone.
const SILENCE: Duration = Duration::from_millis(3500);

/// The other machines, and when each was last heard.
#[derive(Debug, Default)]
pub(super) struct HeardMachines(BTreeMap<Machine, Instant>);

impl HeardMachines {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// A machine was heard; returns whether it is new.
    pub(super) fn hears(&mut self, machine: Machine, now: Instant) -> bool {
        self.0.insert(machine, now).is_none()
    }

    /// A machine is gone.
    pub(super) fn loses(&mut self, machine: Machine) {
        self.0.remove(&machine);
    }

    /// Removes those that have been silent for too long, and returns them.
    pub(super) fn take_silent(&mut self, now: Instant) -> Vec<Machine> {
        let silent = self.0.extract_if(.., |_, heard| *heard + SILENCE <= now);
        silent.map(|(machine, _)| machine).collect()
    }

    /// When the next one will have been silent for too long.
    pub(super) fn next_silence(&self) -> Option<Instant> {
        self.0.values().min().map(|heard| *heard + SILENCE)
    }
}
