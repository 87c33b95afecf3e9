//! The reason codes with explanations, for `--help`.

use hitscan_core::methods::{Method, Reason};
use hitscan_core::words::in_general;

/// Every reason code that a method's answer can have.
pub(super) fn reasons() -> String {
    let line = |reason| {
        let (code, words) = (Reason::code(reason), in_general(reason).trim_end_matches('.'));
        format!("\n  {code:<15}  {words}")
    };
    let lines: Vec<_> = Method::reasons().into_iter().map(line).collect();
    let lines = lines.concat();
    format!("Reason codes, which say why a method differs from the exact answer:{lines}")
}
