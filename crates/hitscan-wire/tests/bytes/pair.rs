//! A backend under test and a terminal emulator that reads its bytes: both must show the same.

use std::cell::RefCell;
use std::io::{self, Write};
use std::num::NonZeroU16;
use std::rc::Rc;

use hitscan_wire::{Charset, Colors, Features, FrameBuffer, Rest, Shifts, ThinBackend};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::{Color, Modifier, Style};

/// A cell that is put on a picture: column, row, symbol and style.
pub(crate) type Placed = (u16, u16, &'static str, Style);

/// What happens to a terminal between two frames.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    Nothing,
    /// Another program wrote on it, and it is drawn anew.
    Scribbled,
    Resized(u16, u16),
}

/// Collects the output, write by write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writes(pub(crate) Rc<RefCell<Vec<Vec<u8>>>>);

impl Write for Writes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A backend, an emulator that reads its bytes, and the writes between them.
pub(crate) struct Pair {
    pub(crate) drawn: FrameBuffer<Writes>,
    pub(crate) shown: vt100::Parser,
    pub(crate) writes: Writes,
    colors: Colors,
    rest: Rest,
}

/// All features, with the colours that every terminal has.
pub(crate) const FULL: Features =
    Features { colors: Colors::Sixteen, charset: Charset::Utf8, shifts: Shifts::Known };

impl Pair {
    pub(crate) fn new(columns: u16, rows: u16, features: Features) -> Self {
        let (backend, writes) = backend(columns, rows, features);
        let mut shown = vt100::Parser::new(cell_count(rows), cell_count(columns), 0);
        // What the guard does.
        shown.process(b"\x1b[?25l");
        let drawn = FrameBuffer::new(backend).expect("nothing fails");
        Self { drawn, shown, writes, colors: features.colors, rest: Rest::Anywhere }
    }

    pub(crate) fn suffer(&mut self, event: Event) {
        match event {
            Event::Nothing => {}
            Event::Scribbled => {
                self.shown.process(b"\x1b[H\x1b[0;31;7mscribble\r\nscribble\x1b[m\x1b[2;1H");
                self.drawn.draw_anew().expect("nothing fails");
            }
            Event::Resized(columns, rows) => {
                self.shown.screen_mut().set_size(cell_count(rows), cell_count(columns));
                self.drawn.resize(Size::new(columns, rows));
                self.drawn.draw_anew().expect("nothing fails");
            }
        }
    }

    /// Sets where the cursor rests after the next frames.
    pub(crate) fn rest_at(&mut self, rest: Rest) {
        self.rest = rest;
        self.drawn.backend_mut().rest_at(rest);
    }

    /// Draws a frame and gives the bytes it cost.
    pub(crate) fn draw(&mut self, cells: &[(u16, u16, &str, Style)]) -> Vec<u8> {
        self.draw_frame(|picture| put(cells, picture))
    }

    /// The same for a frame painted by a closure.
    pub(crate) fn draw_frame(&mut self, paint: impl FnOnce(&mut Buffer)) -> Vec<u8> {
        self.drawn.paint(paint);
        self.drawn.send().expect("nothing fails");
        let expected = self.drawn.picture();
        let writes = self.writes.0.take();
        assert!(writes.len() <= 1, "a frame is one write: {writes:?}");
        let bytes = writes.concat();
        self.shown.process(&bytes);
        for (index, cell) in expected.content.iter().enumerate() {
            let (x, y) = expected.pos_of(index);
            self.compare(x, y, cell);
        }
        self.check_rest();
        bytes
    }

    /// Checks that the cursor is at its rest position, if that is on the screen.
    fn check_rest(&mut self) {
        let (y, x) = self.shown.screen().cursor_position();
        let (columns, rows) = self.drawn.size();
        let is_on_screen = |to: Position| to.x < columns && to.y < rows;
        match self.rest {
            Rest::InRow(to) if is_on_screen(to) => {
                assert!(y == to.y && x >= to.x, "{:?}", self.rest);
            }
            Rest::At(to) if is_on_screen(to) => assert_eq!((x, y), (to.x, to.y)),
            Rest::Anywhere | Rest::InRow(_) | Rest::At(_) => {}
        }
    }

    fn compare(&self, x: u16, y: u16, meant: &Cell) {
        let shown = self.shown.screen().cell(y, x).expect("both have one size");
        if shown.is_wide_continuation() {
            // A wide character covers this cell.
            return;
        }
        let symbol = if shown.has_contents() { shown.contents() } else { " " };
        assert_eq!(symbol, meant.symbol(), "at {x},{y}");
        let has = |attribute| meant.modifier.contains(attribute);
        let look = |color| match self.colors {
            Colors::None => vt100::Color::Default,
            _ => look(color),
        };
        // Without colours, a coloured background is shown in reverse video.
        let stands_out = self.colors == Colors::None && meant.bg != Color::Reset;
        assert_eq!(shown.bgcolor(), look(meant.bg), "background at {x},{y}");
        assert_eq!(shown.inverse(), has(Modifier::REVERSED) || stands_out, "reverse at {x},{y}");
        assert_eq!(shown.underline(), has(Modifier::UNDERLINED), "underline at {x},{y}");
        if meant.symbol() != " " || has(Modifier::REVERSED | Modifier::UNDERLINED) {
            assert_eq!(shown.fgcolor(), look(meant.fg), "foreground at {x},{y}");
        }
        if meant.symbol() != " " {
            if has(Modifier::BOLD | Modifier::DIM) {
                // The emulator stores only one of bold and dim at a time.
                assert!(shown.bold() || shown.dim(), "bold and dim at {x},{y}");
                return;
            }
            assert_eq!(shown.bold(), has(Modifier::BOLD), "bold at {x},{y}");
            assert_eq!(shown.dim(), has(Modifier::DIM), "dim at {x},{y}");
        }
    }
}

/// A backend with a recorder as its output, and the writes it makes.
pub(crate) fn backend(
    columns: u16,
    rows: u16,
    features: Features,
) -> (ThinBackend<Writes>, Writes) {
    let writes = Writes::default();
    let backend = ThinBackend::new(writes.clone(), Size::new(columns, rows), features);
    (backend, writes)
}

pub(crate) fn put(cells: &[(u16, u16, &str, Style)], picture: &mut Buffer) {
    for &(x, y, symbol, style) in cells {
        let cell = &mut picture[(x, y)];
        cell.reset();
        cell.set_symbol(symbol).set_style(style);
    }
}

/// A colour as a terminal keeps it.
fn look(color: Color) -> vt100::Color {
    let named = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    match color {
        Color::Reset => vt100::Color::Default,
        Color::Indexed(index) => vt100::Color::Idx(index),
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        named_color => {
            let place = named.iter().position(|one| *one == named_color).expect("one of sixteen");
            vt100::Color::Idx(u8::try_from(place).expect("sixteen are few"))
        }
    }
}

fn cell_count(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("screens have cells")
}
