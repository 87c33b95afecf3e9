//! The Why view in its panel: the designed screens to the letter, and scrolling.

use unicode_width::UnicodeWidthChar;

use super::{app_after, app_of, pressed, rows, screen};
use crate::app::{App, Layout};

/// The view under the pair and its verdict, as far as the log or the foot.
fn view(app: &App) -> Vec<String> {
    let layout = Layout::of(app.size().0, app.size().1).expect("fits");
    let left = usize::from(layout.cols - layout.panel_cols);
    let seen = rows(&screen(app));
    let body = seen.iter().skip(5).take(usize::from(layout.view_rows()));
    body.map(|row| without_gaps(&row.chars().skip(left).collect::<Vec<_>>())).collect()
}

/// A row as it is read: a wide character takes two cells, of which the second
/// holds a blank.
fn without_gaps(row: &[char]) -> String {
    let wide = |c: char| c.width() == Some(2);
    let follows_wide = |at: usize| at > 0 && wide(row[at - 1]);
    let read = (0..row.len()).filter(|&at| !follows_wide(at)).map(|at| row[at]);
    read.collect::<String>().trim_end().to_owned()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().skip(1).collect()
}

const PUSHED: &str = "Right Right Right Right Right w";

#[test]
fn a2_why_they_touch() {
    let mut expected = lines(
        "
 truth  where they stand now
         x          y
 B       16..24     10..18
 A       24..36     6..22
 gap     0          -12
 x gap 0: edges meet
 y gap -12: ranges overlap

>x decides. HIT needs both gaps
 below 0: here x is exactly 0,
 so only the edges meet.

 center-distance (n n) says
 MISS (convention, strict <).
 n next  N back   y c draws it",
    );
    expected.resize(17, "");
    assert_eq!(view(&app_of("start", (80, 24), PUSHED)), expected);
}

#[test]
fn a4_what_another_method_makes_of_it() {
    let mut expected = lines(
        "
 center-distance  exact  3 of 7
            x         y
 B centre   20        14
 A centre   30        14
 distance   10        0
 (8+12)/2   10        -
 (8+16)/2   -         12
>10 < 10    no   <- decides
 0 < 12           yes
 -> MISS    (the truth: TOUCH)

 convention, touching: this
 method is strict (<); an author
 may choose; <= would agree.

 source: 矩形と矩形の当たり",
    );
    expected.resize(17, "");
    let app = pressed(app_of("start", (80, 24), PUSHED), "n n");
    assert_eq!(view(&app), expected);
}

const C2: [&str; 6] = [
    "box player 103.4 41.25 8 12",
    "box tile 116 60 24 8",
    "laser ray 94 92 154 32",
    "select player",
    "velocity player 6 9",
    "step",
];

#[test]
fn c2_why_a_method_is_wrong() {
    let expected = lines(
        "
 predict-corner  exact             page 7 of 7
 player moves by v, tile stands still
                            x         y
 v                          6         9
 centres apart, at start    20.6      16.75
 half the summed sizes  s   16        10
 start > s                  yes       yes
 both: the corner branch
 centres apart, at end  n   14.6      7.75
 n <= s                     yes       yes
 depth  p = s - n           1.4       2.25
>p.x < p.y                  1.4   <   2.25
 -> corner-top-bottom

 wrong: labels-swapped
 It names y, the axis with the greater depth:
 the one entered first (3/4 = .75). The face
 that is hit is on the axis entered last,
 x (23/30 ≈ .767): tile's left.
 n next  N back  y c draws it  PgDn more",
    );
    assert_eq!(view(&pressed(app_after((120, 40), &C2), "w n n n n n n")), expected);
}

#[test]
fn a_page_that_is_too_long_scrolls_to_its_end_and_back() {
    let why = pressed(app_after((80, 24), &C2), "w n n n n n n");
    let top = view(&why);
    assert_eq!(top[16], " n next  N back  PgDn more");
    let end = pressed(why.clone(), "PgDn PgDn PgDn PgDn");
    assert_eq!(view(&end)[15], " もあるよ!)");
    assert_eq!(view(&end)[16], " n next  N back  PgUp back");
    assert_eq!(view(&pressed(why.clone(), "End")), view(&end));
    assert_eq!(view(&pressed(end, "Home")), top);
    let almost = pressed(why, "Enter End Up");
    assert_eq!(view(&almost)[16], " n next  N back  PgDn more", "one line is below again");
}

#[test]
fn enter_turns_to_the_other_arithmetic() {
    let app = app_of("start", (80, 24), &format!("{PUSHED} n n Enter Enter"));
    assert_eq!(view(&app)[0], " center-distance  f32  3 of 7");
}

#[test]
fn without_a_pair_the_view_says_what_would_fill_it() {
    let app = pressed(app_after((80, 24), &["box A 0 0 4 4"]), "w");
    assert_eq!(view(&app)[1], " Why is asked of a pair.");
}
