//! The program under test.

/// Its path: the one that is built with the tests, or another, such as a release.
pub(crate) const HITSCAN: &str = match option_env!("HITSCAN_UNDER_TEST") {
    Some(path) => path,
    None => env!("CARGO_BIN_EXE_hitscan"),
};
