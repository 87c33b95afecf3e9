//! Removes some steps from a student's file: those steps start fresh, and everything else stays.

use super::chain::Chain;
use super::{BYTE_ORDER_MARK, NotRead, header_of};

/// The file without the work in the steps for which `leaves_out` returns true, given lesson
/// and step. Linked lines are linked again; if `is_changed_outside`, the file stays marked
/// as changed outside.
///
/// # Errors
/// When it is not a student's file.
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
