//! Pictures survive encoding and decoding; invalid bytes change nothing.

use hitscan::seat::ratatui::style::{Color, Modifier, Style};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Some text at a position, in a style that a message can encode.
type Word = (u16, u16, String, u8, bool);

fn picture(size: (u16, u16), words: &[Word]) -> Buffer {
    let mut picture = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    for (x, y, text, colour, is_bold) in words {
        let mut style = Style::new();
        if *colour > 0 {
            style = style.fg([Color::Red, Color::White, Color::Blue][usize::from(colour % 3)]);
        }
        if *is_bold {
            style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        }
        let (x, y) = (x % size.0, y % size.1);
        picture.set_stringn(x, y, text, (size.0 - x).into(), style);
    }
    clean(picture)
}

/// Removes halves of wide characters, which no screen has.
fn clean(mut picture: Buffer) -> Buffer {
    let area = picture.area;
    for y in 0..area.height {
        let mut x = 0;
        while x < area.width {
            let cells = cells_of(picture[(x, y)].symbol());
            if cells == 0 || x + cells > area.width {
                picture[(x, y)].set_symbol(" ");
            }
            for behind in x + 1..(x + cells).min(area.width) {
                picture[(behind, y)].reset();
            }
            x += cells.max(1);
        }
    }
    picture
}

fn words() -> impl Strategy<Value = Vec<Word>> {
    let text = "[ -~\u{e9}\u{2500}\u{77e9}\u{5f62}]{0,12}";
    vec((0..100_u16, 0..50_u16, text, 0..4_u8, any::<bool>()), 0..20)
}

proptest! {
    #[test]
    fn every_picture_round_trips(
        sizes in vec((1..100_u16, 1..50_u16), 1..3),
        all in vec((words(), any::<bool>(), any::<prop::sample::Index>()), 1..8),
    ) {
        let (mut encoder, mut decoder) = <(PictureEncoder, PictureDecoder)>::default();
        for (words, whole, size) in all {
            let sent = picture(*size.get(&sizes), &words);
            let bytes = encoder.encode(&sent, whole);
            prop_assert!(bytes.len() <= MOST_BYTES);
            prop_assert_eq!(decoder.take(&bytes), Some(Received::Shown(sent.clone())));
            prop_assert!(!encoder.differs(&sent));
        }
    }

    #[test]
    fn decoding_any_bytes_never_panics(bytes in vec(any::<u8>(), 0..200)) {
        let _ = PictureDecoder::default().take(&bytes);
        let head = [1, 0, 0, 0, 1, 0, 20, 0, 5, 1];
        let _ = PictureDecoder::default().take(&[&head, &*bytes].concat());
    }

    #[test]
    fn decoding_a_damaged_picture_never_panics(
        words in words(), at in any::<prop::sample::Index>(), by in 1..=u8::MAX,
    ) {
        let mut bytes = PictureEncoder::default().encode(&picture((80, 24), &words), true);
        let (at, mut decoder) = (at.index(bytes.len()), PictureDecoder::default());
        let _ = decoder.take(&bytes[..at]);
        bytes[at] ^= by;
        let _ = decoder.take(&bytes);
    }
}

#[test]
fn pictures_have_their_agreed_bytes() {
    let mut screen = Buffer::empty(Rect::new(0, 0, 4, 2));
    screen.set_string(0, 1, "ab", Style::new().fg(Color::Red).add_modifier(Modifier::BOLD));
    let mut encoder = PictureEncoder::default();
    let bytes = encoder.encode(&screen, false);
    let head = [1, 0, 0, 0, 1, 0, 4, 0, 2, 1];
    let row = [0, 1, 0, 2, 0b100, 0b1_0001, 0, 2, b'a', b'b', 0, 0, 0, 2, b' ', b' '];
    assert_eq!(bytes, [&head[..], &row].concat(), "the first picture is whole, without blank rows");
    let nothing = [1, 0, 0, 0, 2, 0, 4, 0, 2, 0];
    assert_eq!(encoder.encode(&screen, false), nothing, "nothing differs");
}

#[test]
fn a_gap_is_reported_and_nothing_is_shown_until_the_next_whole_picture() {
    let (mut encoder, mut decoder) = <(PictureEncoder, PictureDecoder)>::default();
    let one = picture((20, 3), &[(0, 0, "one".to_owned(), 0, false)]);
    let two = picture((20, 3), &[(0, 1, "two".to_owned(), 0, false)]);
    let first = encoder.encode(&one, false);
    assert_eq!(decoder.take(&first), Some(Received::Shown(one.clone())));
    encoder.encode(&two, false);
    let third = encoder.encode(&one, false);
    assert_eq!(decoder.take(&third), Some(Received::Gap));
    let fourth = encoder.encode(&two, false);
    assert_eq!(decoder.take(&fourth), Some(Received::Gap));
    let whole = encoder.encode(&two, true);
    assert_eq!(decoder.take(&whole), Some(Received::Shown(two)));
}

#[test]
fn rows_that_do_not_fit_follow_in_the_next_messages() {
    let mut screen = Buffer::empty(Rect::new(0, 0, 500, 200));
    for y in 0..200 {
        for x in 0..500 {
            let style = if x % 2 == 0 { Style::new() } else { Style::new().fg(Color::Red) };
            screen[(x, y)].set_symbol("\u{2592}").set_style(style);
        }
    }
    let (mut encoder, mut decoder) = <(PictureEncoder, PictureDecoder)>::default();
    let mut messages = 0;
    while messages == 0 || encoder.differs(&screen) {
        let bytes = encoder.encode(&screen, false);
        assert!(bytes.len() <= MOST_BYTES && messages < 50, "{} bytes", bytes.len());
        assert!(matches!(decoder.take(&bytes), Some(Received::Shown(_))));
        messages += 1;
    }
    assert!(messages > 5, "{messages} messages");
    assert_eq!(decoder.picture, Some(screen));
}

#[test]
fn control_characters_are_neither_sent_nor_accepted() {
    let mut screen = Buffer::empty(Rect::new(0, 0, 4, 1));
    screen[(1, 0)].set_symbol("\u{1b}");
    let bytes = PictureEncoder::default().encode(&screen, true);
    assert!(!bytes[HEAD_BYTES..].contains(&0x1b));
    let head = [1, 0, 0, 0, 1, 0, 4, 0, 1, 1];
    let row = [0, 0, 0, 1, 0, 0, 0, 1, 0x1b];
    assert_eq!(PictureDecoder::default().take(&[&head[..], &row].concat()), None);
}
