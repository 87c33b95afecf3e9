//! Edits a large file piece by piece: its tree would take tens of times the memory of its text.
//! Unchanged pieces stay as they are.

use std::ops::Range;

use super::{Part, expects_taken_over, items_taken_over};
use crate::scene::read::{TablesOfPiece, pieces};

/// The text with the changes of the new part; `None` if the text cannot be divided, or the change
/// affects all of it.
pub(super) fn edited(text: &str, old: &Part<'_>, new: &Part<'_>) -> Option<String> {
    edited_in(text, &pieces(text)?, old, new)
}

/// [`edited`] for these pieces of the text.
fn edited_in(
    text: &str,
    pieces: &[Range<usize>],
    old: &Part<'_>,
    new: &Part<'_>,
) -> Option<String> {
    if old.axes != new.axes {
        return None;
    }
    let pieces = with_their_comments(text, pieces);
    let (head, tables) = pieces.split_first()?;
    let counts = tables.iter().map(|piece| TablesOfPiece::in_piece(&text[piece.clone()]));
    let counts: Vec<_> = counts.collect::<Option<_>>()?;
    let items = shares(counts.iter().map(|count| count.items), &items_taken_over(old, new))?;
    let from = expects_taken_over(old.expects, new.expects);
    let expects = shares(counts.iter().map(|count| count.expects), &from)?;
    let head = &text[head.clone()];
    let mut all = super::edited(head, &old.head(), &new.head())?;
    if head.is_empty() && !all.is_empty() {
        all.push('\n');
    }
    for (piece, (items, expects)) in tables.iter().zip(items.into_iter().zip(expects)) {
        let text = &text[piece.clone()];
        let before = old.within(items.old, expects.old);
        let after = new.within(items.new, expects.new);
        if before.declares_the_same(&after) {
            all.push_str(text);
        } else {
            all.push_str(&super::edited(text, &before, &after)?);
        }
    }
    Some(all)
}

/// The pieces, each with the comment above its first header.
fn with_their_comments(text: &str, pieces: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut moved = pieces.to_vec();
    for i in 1..moved.len() {
        let before = &text[moved[i - 1].clone()];
        let lines = before.split_inclusive('\n').rev();
        let is_comment = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
        let comment: usize = lines.take_while(is_comment).map(str::len).sum();
        let start = moved[i].start - comment;
        moved[i - 1].end = start;
        moved[i].start = start;
    }
    moved
}

/// The part of a list that a piece contains, before and after.
struct Share {
    old: Range<usize>,
    new: Range<usize>,
}

/// Divides a list among pieces with `counts` old items each: a new item goes where the item it
/// takes over is, or else after the item before it. `None` if items have moved across pieces.
fn shares(counts: impl Iterator<Item = usize>, from: &[Option<usize>]) -> Option<Vec<Share>> {
    let (mut shares, mut old, mut new) = (Vec::new(), 0, 0);
    for count in counts {
        let (olds, first) = (old..old + count, new);
        let belongs = |from: &&Option<usize>| from.is_none_or(|from| olds.contains(&from));
        new += from[first..].iter().take_while(belongs).count();
        old = olds.end;
        shares.push(Share { old: olds, new: first..new });
    }
    (new == from.len()).then_some(shares)
}

impl Part<'_> {
    /// The part above the first header.
    fn head(&self) -> Self {
        Self { keys: self.keys.clone(), ..self.within(0..0, 0..0) }
    }

    /// Some of its declarations, without keys.
    fn within(&self, items: Range<usize>, expects: Range<usize>) -> Self {
        Self {
            keys: Vec::new(),
            items: self.items.get(items).unwrap_or_default().to_vec(),
            expects: self.expects.get(expects).unwrap_or_default(),
            axes: self.axes,
        }
    }

    fn declares_the_same(&self, other: &Self) -> bool {
        self.items == other.items && self.expects == other.expects
    }
}

#[cfg(test)]
mod tests {
    use super::super::with_line_ends_of;
    use super::*;
    use crate::scene::Scene;
    use crate::scene::read::pieces_of;

    const TEXT: &str = "\
# A scene of mine.
speed = 10  # frames

# The first.
[[box]]
name = \"A\"
at = [0, 0]
size = [2.50, 2]

# The second,
# in two lines.
[[laser]]
name = \"L\"
from = [5, 5]
to = [9, 9]
[[box]]
name = \"B\"
at = [20, 0]
size = [2, 2]

[[expect]]
pair = [\"A\", \"B\"]
result = \"miss\"

# The last.
[[polygon]]
name = \"P\"
points = [[40, 0], [44, 0], [44, 4]]
# The end.
";

    fn edited_by(change: impl FnOnce(&mut Scene)) -> [Option<String>; 2] {
        let old = Scene::parse(TEXT).expect("a scene");
        let mut new = old.clone();
        change(&mut new);
        let (before, after) = (Part::whole(&old), Part::whole(&new));
        let pieces = pieces_of(TEXT, 1).expect("pieces");
        let both = [
            edited_in(TEXT, &pieces, &before, &after),
            super::super::edited(TEXT, &before, &after),
        ];
        let both = both.map(|text| text.map(|text| with_line_ends_of(TEXT, &text)));
        for text in both.iter().flatten() {
            assert_eq!(Scene::parse(text).as_ref(), Ok(&new), "{text}");
        }
        both
    }

    fn moved(scene: &mut Scene, place: usize) {
        scene.objects[place].velocity.x = hitscan_geom::Milli::from_units(3);
    }

    #[test]
    fn editing_in_pieces_equals_editing_the_whole() {
        let changes: [fn(&mut Scene); 9] = [
            |_| {},
            |scene| moved(scene, 0),
            |scene| moved(scene, 2),
            |scene| moved(scene, 3),
            |scene| {
                let added = "[[box]]\nname = \"N\"\nat = [60, 0]\nsize = [1, 1]";
                scene.objects.extend(Scene::parse(added).expect("a box").objects);
            },
            |scene| scene.title = "new".to_owned(),
            |scene| scene.expects.clear(),
            |scene| drop(scene.objects.remove(1)),
            |scene| {
                scene.expects.clear();
                drop(scene.objects.remove(0));
            },
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let [in_pieces, whole] = edited_by(change);
            assert_eq!(in_pieces, whole, "{number}");
        }
    }

    #[test]
    fn moves_across_pieces_are_left_to_whole_file_editing() {
        let [in_pieces, whole] = edited_by(|scene| scene.objects.swap(0, 2));
        assert_eq!(in_pieces, None);
        assert!(whole.is_some());
    }
}
