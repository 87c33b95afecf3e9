//! Where snapshots live: `tests/fixtures/snapshots/SUITE/NAME.snap`.

/// Compares a value with its snapshot, like `insta::assert_snapshot!`; the first argument is the
/// suite that the snapshot belongs to.
macro_rules! assert_snapshot {
    ($suite:expr, $($rest:tt)+) => {{
        let mut settings = insta::Settings::clone_current();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/snapshots");
        settings.set_snapshot_path(std::path::Path::new(root).join($suite));
        settings.set_prepend_module_to_snapshot(false);
        settings.bind(|| insta::assert_snapshot!($($rest)+));
    }};
}
pub(crate) use assert_snapshot;
