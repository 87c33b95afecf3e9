//! Two boxes, yes or no.

use super::super::Aabb;

/// Whether two closed boxes have a common point; touching is meeting.
#[must_use]
#[inline]
pub fn boxes_meet(a: &Aabb, b: &Aabb) -> bool {
    (a.left() <= b.right())
        & (b.left() <= a.right())
        & (a.top() <= b.bottom())
        & (b.top() <= a.bottom())
}
