//! The program under test.

/// Its path: the one that is built with the tests, or another, as it is released.
pub(crate) const HITSCAN: &str = match option_env!("HITSCAN_UNDER_TEST") {
    Some(path) => path,
    None => env!("CARGO_BIN_EXE_hitscan"),
};
