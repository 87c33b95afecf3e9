//! The file of a student without some of its steps: they begin afresh in it, and all else stays.

use super::chain::Chain;
use super::{BYTE_ORDER_MARK, NotRead, header_of};

/// The file without what was done in the steps that `leaves_out` names by lesson and step. Lines
/// that were linked are linked again; what was changed outside stays told, where
/// `is_changed_outside`.
///
/// # Errors
/// When it is no file of a student.
pub fn without_steps(
    file: &[u8],
    is_changed_outside: bool,
    leaves_out: &dyn Fn(&str, &str) -> bool,
) -> Result<Vec<u8>, NotRead> {
    header_of(file)?;
    let file = file.strip_prefix(BYTE_ORDER_MARK).unwrap_or(file);
    let (mut kept, mut chain, mut is_left_out) = (Vec::new(), Chain::default(), false);
    if is_changed_outside {
        chain.break_next_link();
    }
    for line in file.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
        let words = std::str::from_utf8(line).unwrap_or_default().trim_end();
        if Chain::is_link(words) {
            if chain.is_loose() {
                kept.extend_from_slice(chain.link().as_bytes());
            }
            continue;
        }
        if let Some(opened) = words.strip_prefix("lesson ") {
            let mut ids = opened.split(' ');
            let [lesson, step] = [ids.next(), ids.next()].map(Option::unwrap_or_default);
            is_left_out = leaves_out(lesson, step);
        }
        if !is_left_out {
            chain.add_line(line);
            kept.extend_from_slice(line);
        }
    }
    if chain.is_loose() {
        kept.extend_from_slice(chain.link().as_bytes());
    }
    Ok(kept)
}
