//! "Did you mean …?"

/// The candidate that `typed` was probably meant to be, if one is near enough: at most two typos
/// away (insert, delete, replace, swap of neighbours), or one is a prefix of the other. Ties go to
/// the first; case does not matter.
#[must_use]
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    const SHORTEST_BEGINNING: usize = 3;
    let typed = typed.to_lowercase();
    let length = typed.chars().count();
    // A longer text is not a typo of any candidate, and computing the distance takes time.
    if length > LONGEST {
        return None;
    }
    let allowed = match length {
        0..2 => 0,
        2..6 => 1,
        _ => 2,
    };
    let distance = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        let begins = candidate.starts_with(&typed) || typed.starts_with(&candidate);
        let is_beginning = begins && candidate.len().min(typed.len()) >= SHORTEST_BEGINNING;
        let slips = strsim::osa_distance(&typed, &candidate);
        if is_beginning { slips.min(allowed) } else { slips }
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_only_if_it_is_near() {
        let known = ["laser", "box", "length", "polygon", "bounce", "at", "size"];
        for (typed, meant) in [
            ("lazer", Some("laser")),
            ("obx", Some("box")),
            ("legnth", Some("length")),
            ("BOUNSE", Some("bounce")),
            ("boun", Some("bounce")),
            ("boxes", Some("box")),
            ("siez", Some("size")),
            ("AT", Some("at")),
            ("to", None),
            ("colour", None),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, known), meant, "{typed}");
        }
        assert_eq!(nearest(&"box".repeat(100_000), known), None);
    }
}
