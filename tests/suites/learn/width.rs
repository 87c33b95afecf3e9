//! Lines in a pipe, and lines wrapped to a width.

use super::*;

/// The text of the lessons, in lines of this width.
fn said(width: Option<&str>) -> String {
    let folder = folder();
    let mut arguments = vec!["inside", "--student", "anna"];
    arguments.extend(width.into_iter().flat_map(|width| ["--width", width]));
    let (told, errors) = learn(folder.path(), &arguments, INSIDE);
    assert_eq!(errors, "");
    // A path counts as one word.
    told.replace(&folder_name(folder.path()), "FOLDER")
}

#[test]
fn in_a_pipe_and_without_a_width_a_paragraph_is_one_line() {
    let piped = said(None);
    assert_eq!(piped, said(Some("0")));
    assert!(piped.lines().any(|line| line.len() > 100), "{piped}");
    assert!(!piped.contains('\u{a0}'), "{piped}");
}

#[test]
fn no_word_is_broken_and_none_is_lost_at_any_width() {
    let whole = said(None);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for width in [40, 60, 80] {
        let broken = said(Some(&width.to_string()));
        let first = broken.lines().skip(1);
        let too_long: Vec<_> =
            first.filter(|line| line.len() > width && line.contains(' ')).collect();
        // The name of the folder can be too long, including where the file is named at the end.
        assert!(too_long.iter().all(|line| line.contains("FOLDER")), "{width}: {too_long:?}");
        assert_eq!(words(&broken), words(&whole), "{width}");
    }
}
