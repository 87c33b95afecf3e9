//! The output of a session without a screen. A write blocks until it is taken, and fails once the
//! client has hung up.

use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

/// Output of lines to the client.
#[derive(Debug)]
pub struct Outlet {
    stream: UnixStream,
    /// Whether to end lines with `\r\n`, for a terminal in raw mode.
    is_raw: bool,
}

impl Outlet {
    /// Writes to this stream.
    #[must_use]
    pub fn new(stream: OwnedFd, is_raw: bool) -> Self {
        Self { stream: stream.into(), is_raw }
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_raw {
            return self.stream.write(bytes);
        }
        let line = bytes.iter().position(|&byte| byte == b'\n');
        match line {
            Some(0) => self.stream.write_all(b"\r\n").map(|()| 1),
            Some(length) => self.stream.write(&bytes[..length]),
            None => self.stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_terminal_in_raw_mode_gets_carriage_returns() {
        for (is_raw, sent) in [(false, "a\n\nb"), (true, "a\r\n\r\nb")] {
            let (far, mut near) = UnixStream::pair().expect("a pair");
            let mut outlet = Outlet::new(far.into(), is_raw);
            outlet.write_all(b"a\n\nb").expect("written");
            drop(outlet);
            let mut got = String::new();
            near.read_to_string(&mut got).expect("text");
            assert_eq!(got, sent);
        }
    }
}
