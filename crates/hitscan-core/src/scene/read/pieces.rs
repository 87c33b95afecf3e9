//! Parses a large text in pieces, one after another: the tree of a document takes tens of times the
//! memory of its text.
//!
//! A text is divided only if its pieces together mean the same as the whole. Every other text,
//! including any with mistakes, is a single piece.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::keys::TablePlace;

/// The smallest piece, in bytes: the trees of pieces of this size take a few megabytes.
const PIECE_BYTES: usize = 1 << 17;

/// The pieces of a text that parse without faults: the part above the first header, then whole
/// tables of a scene. `None` if there is only one piece, or a fault.
pub(in crate::scene) fn pieces(text: &str) -> Option<Vec<Range<usize>>> {
    pieces_of(text, PIECE_BYTES)
}

/// [`pieces`] of at least `least` bytes each.
pub(in crate::scene) fn pieces_of(text: &str, least: usize) -> Option<Vec<Range<usize>>> {
    if text.len() < least {
        return None;
    }
    let mut cuts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_due = cuts.len() == 1 || at - cuts[cuts.len() - 1] >= least;
        if is_due && header(line).is_some() {
            cuts.push(at);
        }
        at += line.len();
    }
    cuts.push(text.len());
    let pieces: Vec<_> = cuts.windows(2).map(|ends| ends[0]..ends[1]).collect();
    let (head, tables) = pieces.split_first()?;
    let is_whole =
        is_head(&text[head.clone()]) && tables.iter().all(|piece| is_tables(&text[piece.clone()]));
    (is_whole && tables.len() > 1).then_some(pieces)
}

/// Whether text parses and declares nothing that a header could add to: no tables, and no
/// list of them.
fn is_head(text: &str) -> bool {
    DeTable::parse(text).is_ok_and(|document| {
        let mut fields = document.get_ref().iter();
        fields.all(|(key, value)| {
            TablePlace::tables().all(|place| place.header() != key.get_ref().as_ref())
                && !value.get_ref().is_table()
        })
    })
}

/// Whether text parses and contains only tables of a scene. A piece that begins or ends within a
/// list or a text does not parse.
fn is_tables(text: &str) -> bool {
    DeTable::parse(text).is_ok_and(|document| {
        let mut fields = document.get_ref().iter();
        fields.all(|(key, value)| {
            TablePlace::tables().any(|place| place.header() == key.get_ref().as_ref())
                && matches!(value.get_ref(), DeValue::Array(_))
        })
    })
}

/// How much a piece declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scene) struct TablesOfPiece {
    /// Objects and crowds.
    pub(in crate::scene) items: usize,
    /// Expectations.
    pub(in crate::scene) expects: usize,
}

impl TablesOfPiece {
    /// What the tables of this piece declare; `None` if it does not parse.
    pub(in crate::scene) fn in_piece(text: &str) -> Option<Self> {
        let document = DeTable::parse(text).ok()?;
        let tables = |place: &TablePlace| {
            let list = document.get_ref().get(place.header()).map(toml::Spanned::get_ref);
            list.and_then(DeValue::as_array).map_or(0, |list| list.len())
        };
        let items = TablePlace::DECLARATIONS.iter().map(tables).sum();
        Some(Self { items, expects: tables(&TablePlace::Expect) })
    }
}

/// The kind of table whose header is this line.
fn header(line: &str) -> Option<TablePlace> {
    let word = line.trim_end().strip_prefix("[[")?.strip_suffix("]]")?;
    TablePlace::tables().find(|place| place.header() == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_divided_only_where_its_pieces_mean_the_same() {
        let boxes = "a = 1\n[[box]]\nx = [\n[1, 2]]\n[[box]]\n[box.y]\n[[laser]]\n";
        let pieces = |text| pieces_of(text, 1);
        assert_eq!(pieces(boxes), Some(vec![0..6, 6..28, 28..44, 44..54]));
        for whole in [
            "",
            "a = 1\n",
            "[[box]]\n",
            // Faults, some of which only the whole text shows.
            "[[box]]\nx =\n[[box]]\n",
            "[[box]]\nx = [\n[[box]]\n]\n",
            "[[box]]\n[a]\n[[box]]\n[a]\n",
            "box = []\n[[box]]\n[[box]]\n",
            "[[box]]\n[laser]\n[[laser]]\n[[box]]\n",
            // A header within a string.
            "[[box]]\nx = '''\n[[box]]\n'''\n[[box]]\n",
            "x = \"\"\"\n[[box]]\n\"\"\"\n[[box]]\n",
            "[other]\n[[box]]\n[[box]]\n",
        ] {
            assert_eq!(pieces(whole), None, "{whole}");
        }
    }
}
