//! Pictures that change as real ones do: pieces that move sideways, and two-column characters.

use super::*;

/// Cells of rows full of pieces, and a series of moves: each shifts one row, or all of them, by
/// some columns, and overwrites what is there.
fn pieces_on_the_move() -> impl Strategy<Value = (Vec<Placed>, Vec<(u16, i8)>)> {
    let rows = proptest::collection::vec((0_u16..30, 0_u16..4, 1_u16..9, style()), 1..12);
    let moves = proptest::collection::vec((0..=ALL_ROWS, -9_i8..=9), 1..8);
    let pieces = rows.prop_map(|pieces| {
        let glyphs = ["┌", "─", "[", "B", "]", "│", " ", "x", "┘"];
        let cells = pieces.into_iter().flat_map(|(x, y, length, style)| {
            let glyphs = glyphs.into_iter().cycle().skip(usize::from(x));
            (x..x + length).zip(glyphs).map(move |(x, glyph)| (x, y, glyph, style))
        });
        cells.collect()
    });
    (pieces, moves)
}

const COLUMNS: u16 = 40;
/// As the row of a move: all rows.
const ALL_ROWS: u16 = 4;

/// The same cells, with one row or all of them shifted by some columns.
fn moved(cells: &[Placed], (row, by): (u16, i8)) -> Vec<Placed> {
    let go = |&(x, y, glyph, style): &Placed| {
        let goes = y == row || row == ALL_ROWS;
        let x = if goes { x.checked_add_signed(by.into())? } else { x };
        (x < COLUMNS).then_some((x, y, glyph, style))
    };
    cells.iter().filter_map(go).collect()
}

proptest! {
    #[test]
    fn pieces_that_go_to_the_side_leave_the_rest_where_it_is(
        (pieces, moves) in pieces_on_the_move(),
        others in cells(COLUMNS, 4),
        shifts in proptest::sample::select(vec![Shifts::Known, Shifts::Unknown]),
    ) {
        let mut pair = Pair::new(COLUMNS, 4, Features { shifts, ..FULL });
        let mut pieces = pieces;
        for step in moves {
            pair.draw(&[others.clone(), pieces.clone()].concat());
            pieces = moved(&pieces, step);
        }
        pair.draw(&pieces);
    }

    #[test]
    fn characters_of_two_columns_leave_the_rest_where_it_is(
        frames in proptest::collection::vec(
            // One text in each row, since a text never cuts a character in two, and no styles that
            // are visible on blanks: terminals disagree on the half that is left when another
            // character overwrites a wide one.
            proptest::collection::vec((0_u16..18, "[a箱형 ─é]{0,9}", weight()), 0..=3),
            1..6,
        ),
    ) {
        let mut pair = Pair::new(30, 3, FULL);
        for texts in frames {
            let mut draw = || {
                pair.draw_frame(|picture| {
                    for (y, (x, text, style)) in (0..).zip(&texts) {
                        picture.set_string(*x, y, text, *style);
                    }
                })
            };
            draw();
            prop_assert_eq!(draw(), b"", "nothing has changed");
        }
    }
}

fn weight() -> impl Strategy<Value = Style> {
    proptest::sample::select(vec![
        Style::new(),
        Style::new().fg(Color::Red),
        Style::new().fg(Color::LightCyan).add_modifier(Modifier::BOLD),
        Style::new().add_modifier(Modifier::DIM),
    ])
}

/// Nudging a box beside a text must cost less than half of rewriting both edges.
#[test]
fn a_piece_that_moves_sideways_is_not_rewritten() {
    let at = |x: u16| {
        let rows = [(1, "┌──────┐"), (2, "│      │"), (3, "│      │"), (4, "└──────┘")];
        rows.into_iter().map(move |(y, row)| (x, y, row)).collect::<Vec<_>>()
    };
    let cost = |shifts| {
        let mut pair = Pair::new(60, 6, Features { shifts, ..FULL });
        let mut draw = |x| {
            pair.draw_frame(|picture| {
                for (x, y, row) in at(x) {
                    picture.set_string(x, y, row, Style::new().fg(Color::Red));
                }
                for y in 0..6 {
                    picture.set_string(50, y, "the panel", Style::new());
                }
            })
        };
        draw(10);
        draw(11).len()
    };
    let (shifted, written) = (cost(Shifts::Known), cost(Shifts::Unknown));
    assert!(shifted * 3 < written * 2, "{shifted} of {written} bytes");
}
