//! What terminals send, whole and split, and the keys it decodes to.

use super::*;
use proptest::prelude::*;

fn key(code: KeyCode, modifiers: KeyModifiers) -> Typed {
    Typed::Key(KeyEvent::new(code, modifiers))
}

fn plain(code: KeyCode) -> Typed {
    key(code, KeyModifiers::NONE)
}

/// What these pieces decode to, with a pause at the end.
fn typed_in<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> Vec<Typed> {
    let mut decoder = Decoder::default();
    let mut typed = Vec::new();
    for piece in pieces {
        decoder.feed(piece, Instant::now(), &mut typed);
    }
    while decoder.patience(Instant::now()).is_some() {
        decoder.pause(&mut typed);
    }
    typed
}

#[test]
fn the_keys_of_the_table_are_decoded_as_terminals_send_them() {
    for (bytes, expected) in [
        (&b"\x1b[A"[..], plain(KeyCode::Up)),
        (b"\x1bOA", plain(KeyCode::Up)),
        (b"\x1b[1;2C", key(KeyCode::Right, KeyModifiers::SHIFT)),
        (b"\x1b[5~", plain(KeyCode::PageUp)),
        (b"\x1b[H", plain(KeyCode::Home)),
        (b"\x1b[1~", plain(KeyCode::Home)),
        (b"\x1b[4~", plain(KeyCode::End)),
        (b"\x1b[Z", key(KeyCode::BackTab, KeyModifiers::SHIFT)),
        (b"\x1b\t", key(KeyCode::Tab, KeyModifiers::ALT)),
        (b"\x1bOP", plain(KeyCode::F(1))),
        (b"\x1b[[A", plain(KeyCode::F(1))),
        (b"\x03", key(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        (b"\x1a", key(KeyCode::Char('z'), KeyModifiers::CONTROL)),
        (b"\x7f", plain(KeyCode::Backspace)),
        (b"\r", plain(KeyCode::Enter)),
        (b"\x1b", plain(KeyCode::Esc)),
        (b"N", key(KeyCode::Char('N'), KeyModifiers::SHIFT)),
        ("ｗ".as_bytes(), plain(KeyCode::Char('ｗ'))),
    ] {
        assert_eq!(typed_in([bytes]), [expected], "{}", bytes.escape_ascii());
    }
}

#[test]
fn a_sequence_split_anywhere_is_still_one_key() {
    for bytes in [&b"\x1b[A"[..], b"\x1bOA", b"\x1b[1;2C", b"\x1b[15~", "ｗ".as_bytes()] {
        let whole = typed_in([bytes]);
        for cut in 1..bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            assert_eq!(typed_in([head, tail]), whole, "{}", bytes.escape_ascii());
        }
    }
}

#[test]
fn keys_that_arrive_together_stay_separate() {
    let expected = [KeyCode::Right, KeyCode::Char('u'), KeyCode::Esc].map(plain);
    assert_eq!(typed_in([&b"\x1b[Cu\x1b"[..]]), expected);
}

#[test]
fn esc_and_a_key_right_after_it_are_two_keys() {
    let esc = || plain(KeyCode::Esc);
    assert_eq!(typed_in([&b"\x1bu"[..]]), [esc(), plain(KeyCode::Char('u'))]);
    assert_eq!(typed_in([&b"\x1b\x1b"[..]]), [esc(), esc()]);
    assert_eq!(typed_in([&b"\x1b\x1b[A"[..]]), [esc(), plain(KeyCode::Up)]);
    assert_eq!(typed_in([&b"\x1b\r"[..]]), [esc(), plain(KeyCode::Enter)]);
    let interrupt = key(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(typed_in([&b"\x1b\x03"[..]]), [esc(), interrupt]);
    assert_eq!(typed_in(["\x1bé".as_bytes()]), [esc(), plain(KeyCode::Char('é'))]);
}

/// The lone Esc has acted by then, and does no harm.
#[test]
fn a_sequence_that_pauses_after_its_first_byte_is_still_one_key() {
    let after_a_pause = |bytes: &[u8]| {
        let mut decoder = Decoder::default();
        let mut typed = Vec::new();
        decoder.feed(b"\x1b", Instant::now(), &mut typed);
        decoder.pause(&mut typed);
        assert_eq!(mem::take(&mut typed), [plain(KeyCode::Esc)]);
        decoder.feed(bytes, Instant::now(), &mut typed);
        while decoder.patience(Instant::now()).is_some() {
            decoder.pause(&mut typed);
        }
        typed
    };
    for (bytes, expected) in [
        (&b"[C"[..], plain(KeyCode::Right)),
        (b"OC", plain(KeyCode::Right)),
        (b"[1;2C", key(KeyCode::Right, KeyModifiers::SHIFT)),
        (b"[3~", plain(KeyCode::Delete)),
        (b"[12;40R", Typed::Position { column: 40 }),
        (b"[", plain(KeyCode::Char('['))),
        (b"O", key(KeyCode::Char('O'), KeyModifiers::SHIFT)),
        (b"q", plain(KeyCode::Char('q'))),
        (b"\x1b", plain(KeyCode::Esc)),
    ] {
        assert_eq!(after_a_pause(bytes), [expected], "{}", bytes.escape_ascii());
    }
    assert_eq!(after_a_pause(b"1[")[0], plain(KeyCode::Char('1')));
}

#[test]
fn a_character_that_was_cut_off_does_not_spoil_the_next_key() {
    for begun in [&b"\xc3"[..], b"\xe3\x81", b"\xf0\x9f\x98"] {
        let typed = typed_in([begun, b"\x1b[C"]);
        assert_eq!(typed.last(), Some(&plain(KeyCode::Right)), "{}", begun.escape_ascii());
    }
}

#[test]
fn a_sequence_that_was_broken_off_does_not_spoil_the_next() {
    assert_eq!(typed_in([&b"\x1b[1;\x1b[B"[..]]), [plain(KeyCode::Down)]);
}

#[test]
fn a_paste_is_one_piece_however_it_is_split() {
    let bytes = "\x1b[200~:box é 1\r\nq\x1b[201~".as_bytes();
    let expected = [Typed::Paste(Pasted::Text(":box é 1\r\nq".to_owned()))];
    for cut in 1..bytes.len() {
        let (head, tail) = bytes.split_at(cut);
        assert_eq!(typed_in([head, tail]), expected, "cut at {cut}");
    }
}

#[test]
fn mouse_events_are_decoded_and_a_drag_keeps_its_last_position() {
    let event = |kind, col, row| Typed::Mouse(MouseEvent { kind, col, row });
    let bytes = b"\x1b[<0;12;7M\x1b[<32;13;7M\x1b[<32;20;9M\x1b[<0;20;9m\x1b[<64;1;1M\x1b[<35;4;4M";
    let expected = [
        event(MouseKind::Press, 11, 6),
        event(MouseKind::Drag, 19, 8),
        event(MouseKind::Release, 19, 8),
        event(MouseKind::WheelUp, 0, 0),
    ];
    assert_eq!(typed_in([&bytes[..]]), expected);
    for cut in 1..bytes.len() {
        let (head, tail) = bytes.split_at(cut);
        assert_eq!(typed_in([head, tail]), expected, "cut at {cut}");
    }
}

#[test]
fn the_answers_of_a_terminal_are_no_keys() {
    assert_eq!(typed_in([&b"\x1b[12;40R"[..]]), [Typed::Position { column: 40 }]);
    assert_eq!(typed_in([&b"\x1b[?62;22c"[..]]), [Typed::Attributes]);
}

#[test]
fn no_wait_without_an_unfinished_sequence() {
    let mut decoder = Decoder::default();
    let mut typed = Vec::new();
    let now = Instant::now();
    assert_eq!(decoder.patience(now), None);
    decoder.feed(b"\x1b[A", now, &mut typed);
    assert_eq!(decoder.patience(now), None);
    decoder.feed(b"\x1b", now, &mut typed);
    assert_eq!(decoder.patience(now), Some(ESCAPE_TIME));
}

#[test]
fn a_sequence_without_an_end_does_not_swallow_what_follows_a_pause() {
    for begun in [&b"\x1b["[..], b"\x1b]0;title", b"\x1b[?25h", b"\x1b[200~lost", b"\xe7"] {
        let mut decoder = Decoder::default();
        let mut typed = Vec::new();
        decoder.feed(begun, Instant::now(), &mut typed);
        decoder.pause(&mut typed);
        typed.clear();
        decoder.feed(b"q", Instant::now(), &mut typed);
        assert_eq!(typed, [plain(KeyCode::Char('q'))], "{}", begun.escape_ascii());
    }
}

#[test]
fn a_control_character_or_esc_ends_an_unfinished_sequence_and_is_the_key() {
    let repaint = || key(KeyCode::Char('l'), KeyModifiers::CONTROL);
    for torn in [&b"\x1b[1;1"[..], b"\x1b[", b"\x1bO", b"\x1b[<0;12", b"\xe3\x81"] {
        let last = |end: &[u8]| typed_in([torn, end]).pop();
        assert_eq!(last(b"\x0c"), Some(repaint()), "{}", torn.escape_ascii());
        assert_eq!(last(b"\x7f"), Some(plain(KeyCode::Backspace)), "{}", torn.escape_ascii());
        assert_eq!(last(b"\x1b"), Some(plain(KeyCode::Esc)), "{}", torn.escape_ascii());
        assert_eq!(last(b"\x1b[C"), Some(plain(KeyCode::Right)), "{}", torn.escape_ascii());
    }
    assert_eq!(typed_in([&b"\x1b[1;1\x0c"[..]]), [repaint()]);
    assert_eq!(typed_in([&b"\xe3\x81q"[..]]), [plain(KeyCode::Char('q'))]);
}

/// A string may contain control characters, so only a pause tells a key from it.
#[test]
fn a_control_character_after_a_pause_ends_an_unfinished_string_and_is_the_key() {
    let pressed_after = |pause: Duration, byte: u8| {
        let (mut decoder, mut typed, begun) = (Decoder::default(), Vec::new(), Instant::now());
        decoder.feed(b"\x1b]0;title", begun, &mut typed);
        decoder.feed(&[byte], begun + pause, &mut typed);
        typed
    };
    for (byte, pressed) in [
        (0x03, key(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        (0x0c, key(KeyCode::Char('l'), KeyModifiers::CONTROL)),
        (0x7f, plain(KeyCode::Backspace)),
    ] {
        assert_eq!(pressed_after(TORN_KEY_TIME, byte), [pressed], "{byte:#x}");
        assert_eq!(pressed_after(TORN_KEY_TIME / 2, byte), [], "{byte:#x} is part of the string");
    }
    assert_eq!(typed_in([&b"\x1b]0;title"[..], b"\x1b"]), [plain(KeyCode::Esc)]);
    assert_eq!(typed_in([&b"\x1b]0;title"[..], b"\x1b[C"]), [plain(KeyCode::Right)]);
}

#[test]
fn a_sequence_is_swallowed_up_to_its_end_however_long_it_is() {
    let many = |byte: u8| vec![byte; 3 * MAX_SEQUENCE_BYTES];
    for introducer in STRINGS {
        for end in [&b"\x1b\\"[..], b"\x07"] {
            for inside in [many(b'q'), b"q\r\nq\x03q\x0cq".to_vec(), many(b'\n')] {
                let sent = [&[ESCAPE, *introducer, b'1'], &inside[..], end, b"a"].concat();
                let expected = [plain(KeyCode::Char('a'))];
                assert_eq!(typed_in([&sent[..]]), expected, "in one piece: {introducer}");
                assert_eq!(typed_in(sent.chunks(7)), expected, "in pieces: {introducer}");
                assert_eq!(typed_in(sent.chunks(1)), expected, "byte by byte: {introducer}");
            }
        }
    }
    let sent = [b"\x1b[".to_vec(), many(b'1'), b"qa".to_vec()].concat();
    assert_eq!(typed_in(sent.chunks(100)), [plain(KeyCode::Char('a'))]);
    let (mut decoder, mut typed) = (Decoder::default(), Vec::new());
    decoder.feed(b"\x1bP1", Instant::now(), &mut typed);
    (0..100).for_each(|_| decoder.feed(&many(b'q'), Instant::now(), &mut typed));
    assert_eq!(decoder.begun.len(), MAX_SEQUENCE_BYTES, "no more of it is kept");
}

/// A line that brings a long string slowly is not a person who types.
#[test]
fn a_long_string_may_take_long_as_long_as_it_goes_on() {
    let (mut decoder, mut typed, begun) = (Decoder::default(), Vec::new(), Instant::now());
    decoder.feed(b"\x1bP1", begun, &mut typed);
    for tenth in 1..100_u32 {
        let now = begun + SEQUENCE_TIME / 10 * tenth;
        assert_ne!(decoder.patience(now), Some(Duration::ZERO));
        decoder.feed(b"qq", now, &mut typed);
    }
    decoder.feed(b"\x07", begun + SEQUENCE_TIME * 10, &mut typed);
    assert_eq!((typed, decoder.patience(begun)), (Vec::new(), None));
}

/// A terminal answers other programs' queries in string sequences, perhaps late.
#[test]
fn a_string_of_the_terminal_is_no_key_however_it_ends() {
    for end in ["\x07", "\x1b\\"] {
        for begin in ["\x1b]11;rgb:28/28/28", "\x1bP1$r0m", "\x1b]nonsense"] {
            let sent = format!("{begin}{end}q");
            let mut typed = typed_in([sent.as_bytes()]);
            typed.retain(|typed| !typed.is_answer());
            assert_eq!(typed, [plain(KeyCode::Char('q'))], "{sent:?}");
        }
    }
}

#[test]
fn alt_with_a_letter_that_introduces_a_string_is_two_keys() {
    let shifted = key(KeyCode::Char('P'), KeyModifiers::SHIFT);
    let expected = [plain(KeyCode::Esc), shifted, Typed::Position { column: 60 }];
    assert_eq!(typed_in([&b"\x1bP\x1b[4;60R"[..]]), expected);
    assert_eq!(typed_in([&b"\x1b]"[..]]), [KeyCode::Esc, KeyCode::Char(']')].map(plain));
}

/// Otherwise an occasional key would prolong the wait forever.
#[test]
fn the_wait_for_a_sequence_counts_from_its_first_byte() {
    for torn in [&b"\x1b[1;1"[..], b"\x1b]0;", b"\x1bPabc"] {
        let (mut decoder, mut typed, begun) = (Decoder::default(), Vec::new(), Instant::now());
        decoder.feed(b"q", begun, &mut typed);
        decoder.feed(torn, begun + SEQUENCE_TIME, &mut typed);
        decoder.feed(b"1", begun + SEQUENCE_TIME * 3 / 2, &mut typed);
        let left = decoder.patience(begun + SEQUENCE_TIME * 7 / 4);
        assert_eq!(left, Some(SEQUENCE_TIME / 4), "{}", torn.escape_ascii());
        assert_eq!(decoder.patience(begun + SEQUENCE_TIME * 2), Some(Duration::ZERO));
    }
    let (mut decoder, mut typed, begun) = (Decoder::default(), Vec::new(), Instant::now());
    decoder.feed(b"\x1b[200~text", begun, &mut typed);
    decoder.feed(b"more", begun + PASTE_TIME / 2, &mut typed);
    assert_eq!(decoder.patience(begun + PASTE_TIME), Some(PASTE_TIME / 2), "a paste may be long");
}

/// The end of the paste is lost if the program was suspended in between.
#[test]
fn ctrl_c_ends_a_paste_that_pauses_and_nothing_else_and_ctrl_l_draws_again_too() {
    let repaint = key(KeyCode::Char('l'), KeyModifiers::CONTROL);
    for (byte, also) in [(b"\x03", None), (b"\x0c", Some(repaint))] {
        let (mut decoder, mut typed, begun) = (Decoder::default(), Vec::new(), Instant::now());
        decoder.feed(b"\x1b[200~text", begun, &mut typed);
        decoder.feed(byte, begun + TORN_KEY_TIME / 2, &mut typed);
        assert_eq!(typed, [], "it may belong to the text");
        decoder.feed(byte, begun + TORN_KEY_TIME * 2, &mut typed);
        let expected: Vec<_> = [Typed::Paste(Pasted::Unfinished)].into_iter().chain(also).collect();
        assert_eq!(typed, expected);
        decoder.feed(b"q", begun + TORN_KEY_TIME * 2, &mut typed);
        assert_eq!(typed.last(), Some(&plain(KeyCode::Char('q'))));
    }
}

/// Input, each with the bytes that terminals send for it. The Esc key comes last: bytes that follow
/// it at once may belong to it.
fn pieces() -> impl Strategy<Value = (Vec<u8>, Typed)> {
    let paste = "[a-zé:. 0-9]{0,8}".prop_map(|text| {
        (format!("\x1b[200~{text}\x1b[201~").into_bytes(), Typed::Paste(Pasted::Text(text)))
    });
    let answer = (2_u16..200, 1_u16..300).prop_map(|(row, column)| {
        (format!("\x1b[{row};{column}R").into_bytes(), Typed::Position { column })
    });
    let known = proptest::sample::select(vec![
        (&b"\x1b[A"[..], plain(KeyCode::Up)),
        (b"\x1bOB", plain(KeyCode::Down)),
        (b"\x1b[1;2C", key(KeyCode::Right, KeyModifiers::SHIFT)),
        (b"\x1b[6~", plain(KeyCode::PageDown)),
        (b"\x1b\t", key(KeyCode::Tab, KeyModifiers::ALT)),
        (b"\t", plain(KeyCode::Tab)),
        (b"q", plain(KeyCode::Char('q'))),
        (b"\x12", key(KeyCode::Char('r'), KeyModifiers::CONTROL)),
        ("ｈ".as_bytes(), plain(KeyCode::Char('ｈ'))),
    ]);
    let known = known.prop_map(|(bytes, typed)| (bytes.to_vec(), typed));
    prop_oneof![6 => known, 1 => paste, 2 => answer]
}

proptest! {
    #[test]
    fn no_key_is_lost_or_torn_however_the_bytes_are_cut(
        sent in proptest::collection::vec(pieces(), 0..12),
        cuts in proptest::collection::vec(1_usize..7, 0..40),
    ) {
        let bytes: Vec<u8> = sent.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
        let mut rest = bytes.as_slice();
        let mut cut = Vec::new();
        for length in cuts {
            let (piece, after) = rest.split_at(length.min(rest.len()));
            cut.push(piece);
            rest = after;
        }
        cut.push(rest);
        let expected: Vec<Typed> = sent.into_iter().map(|(_, typed)| typed).collect();
        prop_assert_eq!(typed_in(cut), expected);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic_and_come_to_rest(
        pieces in proptest::collection::vec(
            proptest::collection::vec(
                prop_oneof![any::<u8>(), proptest::sample::select(&b"\x1b[O<?>;M~0129Rcu]P"[..])],
                0..12,
            ),
            0..8,
        ),
    ) {
        let mut decoder = Decoder::default();
        let mut typed = Vec::new();
        for piece in &pieces {
            decoder.feed(piece, Instant::now(), &mut typed);
        }
        if decoder.patience(Instant::now()).is_some() {
            decoder.pause(&mut typed);
        }
        prop_assert_eq!(decoder.patience(Instant::now()), None);
    }
}

#[test]
fn background_answers_are_decoded_in_all_their_forms() {
    for (bytes, rgb) in [
        (&b"\x1b]11;rgb:1616/1818/1d1d\x1b\\"[..], [0x16, 0x18, 0x1d]),
        (b"\x1b]11;rgb:ffff/0000/8080\x07", [0xff, 0, 0x80]),
        (b"\x1b]11;rgba:ff/fb/f0/80\x07", [0xff, 0xfb, 0xf0]),
        (b"\x1b]11;rgb:f/0/8\x07", [0xff, 0, 0x88]),
    ] {
        assert_eq!(typed_in([bytes]), [Typed::Background(rgb)], "{}", bytes.escape_ascii());
        for cut in 3..bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            let typed = typed_in([head, tail]);
            assert_eq!(typed, [Typed::Background(rgb)], "{} {cut}", bytes.escape_ascii());
        }
    }
    let strange = [&b"\x1b]11;?\x07"[..], b"\x1b]11;rgb:12345/0/0\x07", b"\x1b]11;rgb:1/2\x07"];
    for bytes in strange.into_iter().chain([&b"\x1b]10;rgb:1/2/3\x07"[..], b"\x1b]11;rgb://\x07"]) {
        assert_eq!(typed_in([bytes]), [], "{}", bytes.escape_ascii());
    }
}

#[test]
fn device_attributes_are_not_a_key() {
    assert_eq!(typed_in([&b"\x1b[?62;22c"[..]]), [Typed::Attributes]);
    assert_eq!(
        typed_in([&b"\x1b[?1;2c"[..], b"q"]),
        [Typed::Attributes, plain(KeyCode::Char('q'))]
    );
}
