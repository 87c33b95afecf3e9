//! The program under test.

/// Its path.
pub(crate) const HITSCAN: &str = env!("CARGO_BIN_EXE_hitscan");
