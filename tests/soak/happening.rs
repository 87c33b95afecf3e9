//! Applies events to a program in its window.

use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::events::{Event, Pasted, key_bytes};
use crate::program::Program;

/// Whether an event types this word.
pub(crate) fn types(event: &Event, word: &str) -> bool {
    match event {
        Event::Line(text) | Event::Paste(text, ..) => text.contains(word),
        _ => false,
    }
}

/// Applies an event. Events that are not about a window have no effect.
pub(crate) fn happen(program: &mut Program, event: &Event) {
    match event {
        Event::Keys(keys) | Event::MapKeys(keys) => {
            let bytes: Vec<_> = keys.iter().flat_map(|key| key_bytes(key)).collect();
            program.send(&bytes);
        }
        Event::Line(line) | Event::MapLine(line) => program.enter(line.as_bytes()),
        Event::Paste(text, pasted, pieces) => paste(program, text, *pasted, *pieces),
        Event::Mouse(reports) => {
            for (button, column, row) in reports {
                program.send(format!("\x1b[<{button};{column};{row}M").as_bytes());
            }
        }
        Event::Sequence(begin, count, end) => {
            program.send(format!("{begin}{}{end}", "q".repeat(*count)).as_bytes());
        }
        Event::Torn(begin, rest, milliseconds) => {
            program.send(begin.as_bytes());
            sleep(*milliseconds);
            program.send(rest.as_bytes());
        }
        Event::Resize(columns, rows) => program.window.resize(*columns, *rows),
        Event::Resizes(sizes) => {
            for (columns, rows) in sizes {
                program.window.resize(*columns, *rows);
                sleep(10);
            }
        }
        Event::Stall(milliseconds) => {
            program.window.stall();
            program.send(&b"\x0c".repeat(100));
            program.send(b"\x1b[C\x1b[D.");
            sleep(*milliseconds);
            program.window.read_on();
        }
        Event::Flood(key, kilobytes) => {
            program.send(key.repeat(kilobytes * 1024 / key.len()).as_bytes());
        }
        Event::Signal(signal) => program.signal(*signal),
        Event::Stop(milliseconds) => {
            program.signal(Signal::STOP);
            sleep(*milliseconds);
            program.continue_alone();
        }
        Event::Wait(milliseconds) => sleep(*milliseconds),
        Event::Overwrite(_) | Event::Tool(_) => {}
    }
}

fn sleep(milliseconds: u64) {
    thread::sleep(Duration::from_millis(milliseconds));
}

/// Pastes a text in pieces.
fn paste(program: &Program, text: &str, pasted: Pasted, pieces: usize) {
    if pasted == Pasted::InLine {
        program.close_prompts();
        program.send(b":");
    }
    let bytes = [b"\x1b[200~", text.as_bytes(), b"\x1b[201~"].concat();
    for piece in bytes.chunks(bytes.len().div_ceil(pieces)) {
        program.send(piece);
        thread::sleep(Duration::from_millis(5));
    }
    if pasted == Pasted::InLine {
        program.send(b"\r");
    }
}
