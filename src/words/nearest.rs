//! "Did you mean …?"

/// The candidate nearest to `typed` by edits (insert, delete, replace, swap of
/// neighbours), if it is near enough to be meant; of equally near ones the
/// first.
#[must_use]
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = typed.chars().count().div_ceil(3).saturating_sub(usize::from(typed.len() < 2));
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(typed, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_only_when_it_is_near() {
        let known = ["laser", "box", "length", "polygon"];
        assert_eq!(nearest("lazer", known), Some("laser"));
        assert_eq!(nearest("obx", known), Some("box"));
        assert_eq!(nearest("legnth", known), Some("length"));
        assert_eq!(nearest("xyzzy", known), None);
        assert_eq!(nearest("C", ["A", "B"]), None);
    }
}
