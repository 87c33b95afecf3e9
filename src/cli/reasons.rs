//! The reason codes with words beside them, for `--help`.

/// Every code that a method's answer can come with.
pub(super) const REASONS: &str = "\
Reason codes, which say why a method differs from the exact answer:
  collinear-apart  all products are 0, yet the two lie apart in one line
  zero-length      a point has no direction, so every product is 0
  touching         they only touch, and the comparison is strict
  parallel         the method rejects parallel lasers without looking further
  inside-unseen    one lies inside the other and meets no edge
  rounding         single precision rounds to another answer
  tunnelled        they passed each other, and the method looks at the end only
  flush            one slides along the other and hits nothing
  corner-tie       two sides are hit at once; the method names one
  square-overlap   equal depth is a corner only at 45 degrees from outside
  labels-swapped   the method names the axis that was entered first
  axis-guess       the method picks the axis of the smaller overlap
  no-motion        nothing moves, so there is no side to name";

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_core::methods::{Method, Reason};

    #[test]
    fn every_code_has_words() {
        let listed = REASONS.lines().skip(1).filter_map(|line| line.split_whitespace().next());
        let codes = Method::reasons().into_iter().map(Reason::code);
        assert_eq!(listed.collect::<Vec<_>>(), codes.collect::<Vec<_>>());
    }
}
